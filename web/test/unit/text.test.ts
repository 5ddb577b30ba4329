import { beforeAll, describe, expect, it } from 'vitest';
import type { Because, Event } from '../../src/engine/view';
import types from '../../src/engine/view.ts?raw';
import { becauseSentence } from '../../src/text/because';
import becauseSource from '../../src/text/because.ts?raw';
import beyondSource from '../../src/text/because_beyond.ts?raw';
import { fetchBeyond } from '../../src/text/beyond';
import { define, definitionOf, glossary, markTerms } from '../../src/text/glossary';
import { happenedSentence, logLines } from '../../src/text/happened';
import happenedSource from '../../src/text/happened.ts?raw';
import { leftOut } from '../../src/text/left_out';
import { storyTitle } from '../../src/text/page';
import { duration, offsets } from '../../src/text/quantity';
import { produceLine } from '../../src/text/story_line';
import { troubleText } from '../../src/text/trouble';
import { whyTitle } from '../../src/text/why';

const sources: Record<string, string> = import.meta.glob('../../src/{text,panel}/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const p0 = 'orders.placed-0';

beforeAll(fetchBeyond);

describe('durations', () => {
  it.each([
    [450, '450 µs'],
    [1200, '1.2 ms'],
    [999_949, '1000 ms'],
    [31_200_000, '31.2 s'],
    [8_600_000, '8.6 s'],
    [252_000_000, '4 min 12 s'],
    [360_000_000, '6 min'],
  ])('%d µs is %s', (micros, said) => {
    expect(duration(micros)).toBe(said);
  });

  it('a range of one offset is one offset', () => {
    expect([offsets(44, 1), offsets(42, 3)]).toEqual(['offset 44', 'offsets 42–44']);
  });
});

it.each([
  ['Without emptying the elr a stale replica leads', 'Without emptying the ELR a stale replica leads'],
  ['Appended then stuck below min isr', 'Appended then stuck below min ISR'],
  ['Acks 0 1 and all wait for different things', 'acks=0, 1 and all wait for different things'],
  ['Acks 1 record is lost when its leader dies', 'acks=1 record is lost when its leader dies'],
  ['High watermark waits for the slowest in sync replica', 'High watermark waits for the slowest in-sync replica'],
])('the title %s is written as Kafka writes it', (made, shown) => {
  expect(storyTitle(made)).toBe(shown);
});

describe('what happened is said with numbers and consequence', () => {
  const cases: [Event, string][] = [
    [
      { kind: 'appended', broker: 1, partition: p0, baseOffset: 42, logEndOffset: 45, highWatermark: 42, epoch: 0 },
      'Broker 1 appended offsets 42–44. LEO 42 → 45, high watermark stays at 42.',
    ],
    [
      { kind: 'fetched', broker: 2, leader: 1, partition: p0, fetchOffset: 45, knew: 42, learnt: 'more' },
      'Broker 2 fetched from offset 45. That told broker 1 that it has everything below: 42 → 45.',
    ],
    [
      { kind: 'high-watermark-moved', broker: 1, partition: p0, from: 42, to: 45, leader: true, committed: 3 },
      'High watermark 42 → 45: offsets 42–44 are committed, and consumers may read them.',
    ],
    [
      {
        kind: 'acknowledged',
        producer: 'order-service',
        partition: p0,
        baseOffset: 42,
        records: 3,
        acks: 'all',
        after: 8300,
      },
      'order-service was told offsets 42–44, 8.3 ms after it sent, because every in-sync replica has them (acks=all).',
    ],
    [
      {
        kind: 'refused',
        broker: 1,
        api: 'Produce',
        from: 'order-service',
        partition: p0,
        error: 'NOT_ENOUGH_REPLICAS',
      },
      'Broker 1 refused Produce from order-service. NOT_ENOUGH_REPLICAS: the ISR has fewer members than min.insync.replicas asks for. Nothing was written.',
    ],
    [
      {
        kind: 'isr-proposed',
        broker: 1,
        partition: p0,
        from: [1, 2, 3],
        to: [1, 2],
        outOfSync: [{ broker: 3, logEndOffset: 42, behindFor: 31_200_000 }],
        caughtUp: [],
      },
      'Broker 1 asked the controller for ISR 1, 2, 3 → 1, 2: broker 3 had not caught up for 31.2 s and is at 42.',
    ],
    [
      { kind: 'fetched', broker: 2, leader: 1, partition: p0, fetchOffset: 40, knew: 45, learnt: 'less' },
      'Broker 2 fetched from offset 40. That told broker 1 that it has less than before: 45 → 40.',
    ],
    [
      { kind: 'isr-changed', partition: p0, from: [1, 2], to: [1], minInsyncReplicas: 2, underMinIsr: true },
      'ISR 1, 2 → 1, written by the controller. That is fewer than min.insync.replicas=2: acks=all is refused and the high watermark stands.',
    ],
    [
      { kind: 'isr-proposed', broker: 1, partition: p0, from: [1, 2], to: [1, 2, 3], outOfSync: [], caughtUp: [3] },
      'Broker 1 asked the controller for ISR 1, 2 → 1, 2, 3: broker 3 has caught up.',
    ],
    [
      { kind: 'leader-elected', partition: p0, from: 1, to: null, epoch: 3, unclean: false },
      'Leader 1 → none in epoch 3. No replica may lead: the partition is offline.',
    ],
  ];
  it.each(cases)('%j', (event, said) => {
    expect(happenedSentence(event)).toBe(said);
  });
});

describe('the log', () => {
  const told = (...events: Event[]) =>
    logLines(events.map((event) => ({ position: 7, time: 40_000, event, rule: 'by-hand' }))).map(({ text }) => text);

  it('tells one answer to several followers in one line', () => {
    const answer = (broker: number): Event => ({
      kind: 'fetch-answered',
      broker,
      leader: 1,
      partition: p0,
      baseOffset: 42,
      records: 3,
      highWatermark: 42,
    });
    expect(told(answer(3), answer(2))).toEqual([
      'Broker 1 answered brokers 2 and 3 with offsets 42–44 and its high watermark, 42.',
    ]);
  });

  it('tells records given to one producer at one time in one line', () => {
    const given = (key: string, from: string): Event => ({
      kind: 'acted',
      line: `produce t ${key} value="a b" from=${from}`,
    });
    expect(
      told(given('k1', 'one'), given('key=k2', 'one'), given('k3', 'other'), { kind: 'acted', line: 'crash b1' }),
    ).toEqual([
      'one was given 2 records for t, keys k1 and k2.',
      'other was given a record for t, key k3.',
      'Done: crash b1',
    ]);
  });

  it('counts records, not lines, and does not call given what is still to be', () => {
    const given = (words: string): Event => ({ kind: 'acted', line: `produce t ${words} from=one` });
    expect(told(given('a'), given('b count=5'), given('count=1'))).toEqual([
      'one was given 7 records for t, keys a and b.',
    ]);
    expect(told(given('count=1'))).toEqual(['one was given 1 record for t.']);
    expect(told(given('a'), given('b count=100 rate=10'))).toEqual([
      'one was given a record for t, key a.',
      'one is given 100 records for t, 10 a second.',
    ]);
  });
});

describe('why', () => {
  it('puts the question as its answer shows', () => {
    const first: Because = { kind: 'record-not-committed', partition: p0, offset: 44, highWatermark: 42 };
    expect(whyTitle({ kind: 'record', partition: p0, offset: 44 }, first)).toBe('Why is offset 44 not committed?');
  });

  it('names who is counted and where each is', () => {
    const counted = [45, 45, -1].map((logEndOffset, i) => ({ broker: i + 1, logEndOffset }));
    expect(becauseSentence({ kind: 'high-watermark-is-smallest', partition: p0, highWatermark: 42, counted })).toBe(
      'The high watermark is the smallest position, as the leader knows it, among those it counts (1, 2, 3): 45, 45, not known.',
    );
  });
});

describe('why a record is lost', () => {
  it('names what ended its leader, and the setting that would have kept it', () => {
    const cause = { kind: 'not-copied', appendedBy: 1, ended: 'crashed', leader: 2, epoch: 1 } as const;
    expect(becauseSentence({ kind: 'lost', cause, committed: false, ago: 1_000_000 })).toBe(
      'Broker 1 crashed before broker 2 had copied it, and broker 2 was elected in epoch 1, without it. That was 1 s ago.',
    );
    const ways = [[{ name: 'acks', value: 'all' }]];
    expect(becauseSentence({ kind: 'kept-with', ways, promised: true })).toBe(
      'This would have changed it: acks=all – the producer is told only when every in-sync replica has it; until then it sends again, to the next leader too.',
    );
    expect(becauseSentence({ kind: 'kept-with', ways: [], promised: false })).toBe(
      'No setting was missing: an application that is told failure sends again.',
    );
  });
});

describe('why a member is on its way out', () => {
  const leaves = { kind: 'will-leave-isr', broker: 3, partition: p0, lagEndsIn: 0, checkedIn: 5_000_000 } as const;
  const said = (to: number | null, underMinIsr: boolean) => becauseSentence({ ...leaves, to, underMinIsr });

  it('says where the high watermark comes to, or that it stands', () => {
    expect(said(45, false)).toMatch(/it is out of the ISR, and the high watermark moves to 45\.$/);
    expect(said(null, false)).toMatch(/it is out of the ISR\.$/);
    expect(said(null, true)).toMatch(
      /out of the ISR\. That has fewer members then than min\.insync\.replicas asks for, so the high watermark stands\.$/,
    );
  });
});

/** Which kinds the engine can send is read from the generated types: a new one without a sentence fails here by name. */
describe('every kind has its sentence', () => {
  const kinds = (type: string) => {
    const from = types.indexOf(`export type ${type} =`);
    const body = types.slice(from, types.indexOf('export type', from + 1));
    return [...body.matchAll(/kind"?: ["']([\w-]+)["']/g)].map(([, kind]) => kind as string);
  };

  it.each([
    ['Event', happenedSource, 30],
    ['Because', becauseSource + beyondSource, 80],
  ])('of %s', (type, source, least) => {
    expect(kinds(type).length).toBeGreaterThan(least);
    expect(kinds(type).filter((kind) => !source.includes(`case '${kind}':`))).toEqual([]);
  });
});

describe('terms', () => {
  it('are marked where they first stand, whole and by their longest form', () => {
    const spans = markTerms('The high watermark is 42. ISR: high watermark, watermarks, min.insync.replicas');
    expect(spans.filter(({ entry }) => entry).map(({ text, entry }) => [text, entry?.term])).toEqual([
      ['high watermark', 'high watermark'],
      ['ISR', 'ISR'],
      ['min.insync.replicas', 'min.insync.replicas'],
    ]);
    expect(spans.map(({ text }) => text).join('')).toBe(
      'The high watermark is 42. ISR: high watermark, watermarks, min.insync.replicas',
    );
  });

  it('do not take a part of a name', () => {
    expect(markTerms('leader.imbalance.check and partition-0').some(({ entry }) => entry)).toBe(false);
  });

  it('have one definition each, one or two sentences long', () => {
    expect(new Set(glossary.map(({ term }) => term)).size).toBe(glossary.length);
    for (const { term, definition } of glossary) {
      expect(define(term).definition).toBe(definition);
      expect(definition, term).toMatch(/\.$/);
      expect(definition.length, term).toBeLessThan(200);
    }
  });

  it('tell the epoch of a leader from that of a producer, and leave alone that of a coordinator', () => {
    const marked = (text: string) => markTerms(text).find(({ text }) => /^epochs?$/.test(text))?.entry?.term;
    expect(marked('Broker 2 became the leader in epoch 3.')).toBe('leader epoch');
    expect(marked('The batch had sequence number 4 in epoch 1 of producer 1000.')).toBe('producer epoch');
    expect(marked('web raised its epoch to 2. It numbers from 0 again.')).toBe('producer epoch');
    expect(marked('The marker came from an earlier coordinator than the one before, of epoch 3.')).toBeUndefined();
  });

  it('that a panel asks for by name are defined', () => {
    const asked = Object.values(sources).flatMap((source) => [...source.matchAll(/\bdefine\('([^']+)'\)/g)]);
    expect(asked.length).toBeGreaterThan(2);
    for (const [, name] of asked) expect(() => define(name as string), name).not.toThrow();
  });

  it('that the page is to explain are defined', () => {
    const terms = ['producer id', 'producer epoch', 'sequence number', 'session', 'linger.ms', 'last stable offset'];
    for (const name of [...terms, 'ELR', 'last known ELR', 'unclean election', 'broker epoch', 'partition epoch'])
      expect(definitionOf(name)?.term).toBe(name);
  });

  it('each stand somewhere in what the page says, so that every definition is reached', () => {
    const said = Object.entries(sources).filter(([file]) => !file.endsWith('/glossary.ts'));
    // Names in the code are not said: only what stands between quotes.
    const texts = said.flatMap(([, source]) => source.match(/'[^'\n]*'|`[^`]*`/g) ?? []);
    const found = new Set(texts.flatMap((text) => markTerms(text).flatMap(({ entry }) => entry?.term ?? [])));
    expect(glossary.map(({ term }) => term).filter((term) => !found.has(term))).toEqual([]);
  });
});

describe('a story line', () => {
  it.each([
    [
      { topic: 't', key: 'k1', value: 'v1', partition: 'auto', acks: '1', from: null } as const,
      'produce t key=k1 value=v1 acks=1',
    ],
    [
      { topic: 't', key: '', value: 'a "b" \\', partition: 0, acks: 'all', from: 'web' } as const,
      'produce t value="a \\"b\\" \\\\" partition=0 acks=all from=web',
    ],
    [
      { topic: 't', key: 'x # y', value: '', partition: 1, acks: '0', from: null } as const,
      'produce t key="x # y" value="" partition=1 acks=0',
    ],
  ])('%j', (draft, line) => {
    expect(produceLine({ headers: '', count: '', rate: '', ...draft })).toBe(line);
  });

  it.each([
    [{ key: 'ord-0099', count: '3' }, 'produce t key="ord-{n}" first=99 value=v count=3 acks=1'],
    [{ key: 'k', count: '3', rate: '50' }, 'produce t key=k value=v count=3 rate=50 acks=1'],
    [{ key: 'k1', rate: '5' }, 'produce t key=k1 value=v count=1 rate=5 acks=1'],
    [{ key: 'k1', headers: 'source:a b' }, 'produce t key=k1 value=v headers="source:a b" acks=1'],
    [{ key: 'k1', count: 'many' }, 'produce t key="k{n}" first=1 value=v count=many acks=1'],
  ])('of several, at a rate, with headers: %j', (change, line) => {
    const draft = {
      topic: 't',
      value: 'v',
      partition: 'auto',
      acks: '1',
      headers: '',
      count: '',
      rate: '',
      from: null,
    } as const;
    expect(produceLine({ ...draft, ...change })).toBe(line);
  });
});

it('a mistake of ours is told in the same tone, with the numbers', () => {
  const { title, text } = troubleText({ kind: 'engine-stopped', position: 1204, rebuilt: 1203 });
  expect(`${title} ${text}`).toBe(
    'The engine stopped on a mistake of ours at step 1,204. Your run was rebuilt up to step 1,203, with what you did before.',
  );
});

describe('what the model leaves out', () => {
  it('is all of the list in the repository, without the files that a test of the engine looks for', () => {
    expect(leftOut.map(({ chapter }) => chapter)).toEqual([
      'Logs and disks',
      'Brokers',
      'The controller',
      'Clients',
      'Tools and figures',
    ]);
    const points = leftOut.flatMap(({ points }) => points);
    expect(points.length).toBeGreaterThan(40);
    expect(points[0]?.title).toBe('Segments');
    for (const { title, text } of points) {
      expect(title, text).not.toBe('');
      expect(text).toMatch(/\.$/);
      expect(text).not.toContain('.rs');
    }
  });
});
