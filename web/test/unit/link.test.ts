// Links: what is written is read again, whatever it holds; what was not written is refused, with the part that is wrong.

import { describe, expect, it } from 'vitest';
import type { Linked } from '../../src/model/linked';
import { eventSpeeds, steadyRates } from '../../src/model/pacing';
import type { Thing } from '../../src/model/thing';
import { hash } from '../../src/share/hash';
import { readLink, writeLink } from '../../src/share/link';
import { PACKED, pack, UNPACKED, unpack } from '../../src/share/packed';
// @ts-expect-error: a script without types.
import { seeded } from '../engine/chance.mjs';

const plain: Linked = {
  engine: '0.1.0',
  outcome: '0123456789abcdef',
  story: { name: 'the_life_of_a_batch', hash: 'fedcba9876543210' },
  byHand: '',
  at: { time: 0, back: 0, caption: null },
  selected: null,
  openPartition: null,
  pace: null,
  idleMessages: false,
  diskLayer: false,
};

const letters = [
  'a',
  'Z',
  '0',
  ' ',
  '\n',
  '"',
  '\\',
  '<',
  '&',
  '#',
  '\u0000',
  '\u202e',
  'é',
  '漢',
  '🐘',
  '\ud800',
  '=',
  '-',
];

/** A link that a page could make, or nearly. */
function made(random: (below: number) => number): Linked {
  const one = <T>(of: readonly T[]): T => of[random(of.length)] as T;
  const text = (most: number) => Array.from({ length: random(most) }, () => one(letters)).join('');
  const number = () => one([0, 1, 42, 2 ** 31, Number.MAX_SAFE_INTEGER]);
  const things: Thing[] = [
    { kind: 'broker', id: number() },
    { kind: 'controller', node: text(9) },
    { kind: 'replica', partition: text(9), broker: number() },
    { kind: 'record', partition: text(9), broker: number(), offset: number() },
    { kind: 'message', key: text(9) },
    { kind: 'parked', key: text(9) },
    { kind: 'producer', node: text(9) },
    { kind: 'consumer', node: text(9) },
    { kind: 'partition', name: text(9) },
    { kind: 'connection', from: text(9), to: one([null, text(9)]) },
  ];
  return {
    engine: one(['0.1.0', '10.20.30-beta.1']),
    outcome: hash(text(9)),
    story: one([{ name: 'another', hash: hash(text(9)) }, { text: text(400) }]),
    byHand: one(['', text(300)]),
    at: { time: one([-3_000_000, 0, 3_200_000]), back: random(40), caption: one([null, text(9)]) },
    selected: one([null, ...things]),
    openPartition: one([null, text(20)]),
    pace: one([
      null,
      ...eventSpeeds.map((speed) => ({ kind: 'event' as const, speed })),
      ...steadyRates.map((rate) => ({ kind: 'steady' as const, rate })),
    ]),
    idleMessages: one([true, false]),
    diskLayer: one([true, false]),
  };
}

/** A link of the first form around anything, as somebody might make by hand. */
const around = async (value: unknown) => `#v1.${await pack(typeof value === 'string' ? value : JSON.stringify(value))}`;

const fields = {
  engine: '0.1.0',
  outcome: '0123456789abcdef',
  story: 'the_life_of_a_batch',
  hash: 'fedcba9876543210',
  at: [0],
};

describe('a link', () => {
  it('is read as it was written', async () => {
    const random = seeded(7);
    for (let i = 0; i < 2000; i++) {
      const linked = made(random);
      const link = await writeLink(linked);
      expect(link).toMatch(/^#v1\.[\w-]+$/);
      expect(await readLink(link)).toEqual({ linked });
    }
  });

  it('is read without its number sign too', async () => {
    const link = await writeLink(plain);
    expect(await readLink(link.slice(1))).toEqual({ linked: plain });
  });

  it('is short where there is little to say', async () => {
    expect((await writeLink(plain)).length).toBeLessThan(220);
  });

  it('holds the longest story there may be', async () => {
    const random = seeded(3);
    const words = Array.from({ length: 4000 }, () => `produce t k${random(1000)} acks=all`);
    const linked: Linked = { ...plain, story: { text: words.join('\n').slice(0, 64 * 1024) } };
    const link = await writeLink(linked);
    expect(link.length).toBeLessThan(PACKED);
    expect(await readLink(link)).toEqual({ linked });
  });
});

describe('what is no link of ours', () => {
  it.each([
    ['', 'damaged'],
    ['#', 'damaged'],
    ['#v1', 'damaged'],
    ['#v1.', 'damaged'],
    ['#v0.AAAA', 'damaged'],
    ['#v1.!!!!', 'damaged'],
    ['#v1.AAAAA', 'damaged'],
    ['#v1.AAAAAAAAAAAA', 'damaged'],
    ['#v1.%F0%9F', 'damaged'],
    ['#v1.AAAA\nAAAA', 'damaged'],
    ['#v1234567890.AAAA', 'damaged'],
    [`#v1.${'A'.repeat(PACKED + 1)}`, 'too-long'],
  ])('%j is %s', async (fragment, kind) => {
    expect(await readLink(fragment)).toEqual({ wrong: { kind } });
  });

  it('says so when a newer page has made it', async () => {
    expect(await readLink('#v2.whatever')).toEqual({ wrong: { kind: 'newer', version: 2 } });
  });

  it('is damaged when a letter is missing, added or another one', async () => {
    const link = await writeLink(plain);
    const random = seeded(11);
    for (let i = 0; i < 500; i++) {
      const at = 4 + random(link.length - 4);
      const other = 'ABCDEFGHIJabcdefghij0123456789-_'[random(32)] as string;
      const changed = [
        link.slice(0, at) + link.slice(at + 1),
        link.slice(0, at),
        link.slice(0, at) + other + link.slice(at),
        link.slice(0, at) + other + link.slice(at + 1),
      ][i % 4] as string;
      const read = await readLink(changed);
      // The last letter has bits that say nothing.
      if ('linked' in read) expect(read.linked).toEqual(plain);
      else expect(['damaged', 'too-long']).toContain(read.wrong.kind);
    }
  });

  it('stops unpacking what grows too large', async () => {
    const bomb = await pack(' '.repeat(40 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(PACKED);
    expect(await unpack(bomb)).toEqual({ wrong: 'too-long' });
    expect(await readLink(`#v1.${bomb}`)).toEqual({ wrong: { kind: 'too-long' } });
    expect(await unpack(await pack(' '.repeat(UNPACKED)))).toEqual({ text: ' '.repeat(UNPACKED) });
  });

  it.each<[unknown, string]>([
    ['{', 'JSON'],
    ['', 'JSON'],
    ['null', 'JSON'],
    ['[]', 'JSON'],
    ['7', 'JSON'],
    ['['.repeat(100_000), 'JSON'],
    [`{"at":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'engine'],
    ['{"__proto__":{"engine":"0.1.0"}}', '__proto__'],
    [{ ...fields, more: 1 }, 'more'],
    [{ ...fields, engine: undefined }, 'engine'],
    [{ ...fields, engine: 7 }, 'engine'],
    [{ ...fields, engine: '<b>' }, 'engine'],
    [{ ...fields, outcome: 'xyz' }, 'outcome'],
    [{ ...fields, outcome: '0123456789ABCDEF' }, 'outcome'],
    [{ ...fields, story: '../../etc' }, 'story'],
    [{ ...fields, story: ['the_life_of_a_batch'] }, 'story'],
    [{ ...fields, story: undefined }, 'story'],
    [{ ...fields, text: 'cluster brokers=1' }, 'story'],
    [{ ...fields, hash: undefined }, 'hash'],
    [{ ...fields, story: undefined, hash: undefined, text: 'x'.repeat(65_537) }, 'text'],
    [{ ...fields, done: 'x'.repeat(65_537) }, 'done'],
    [{ ...fields, done: null }, 'done'],
    [{ ...fields, at: undefined }, 'at'],
    [{ ...fields, at: [] }, 'at'],
    [{ ...fields, at: [0, 0, 0] }, 'at'],
    [{ ...fields, at: [0.5] }, 'at'],
    [{ ...fields, at: [1e300] }, 'at'],
    [{ ...fields, at: ['0'] }, 'at'],
    [{ ...fields, at: [0, -1] }, 'at'],
    [{ ...fields, at: [3_600_000_001] }, 'at'],
    [{ ...fields, caption: 'x'.repeat(201) }, 'caption'],
    [{ ...fields, selected: 'b1' }, 'selected'],
    [{ ...fields, selected: { kind: 'constructor' } }, 'selected'],
    [{ ...fields, selected: { kind: 'broker' } }, 'selected'],
    [{ ...fields, selected: { kind: 'broker', id: '1' } }, 'selected'],
    [{ ...fields, selected: { kind: 'broker', id: 1, more: 1 } }, 'selected'],
    [{ ...fields, selected: { kind: 'record', partition: 'p', broker: 1, offset: -1 } }, 'selected'],
    [{ ...fields, selected: { kind: 'message', key: 'x'.repeat(201) } }, 'selected'],
    [{ ...fields, open: 1 }, 'open'],
    [{ ...fields, pace: 'event' }, 'pace'],
    [{ ...fields, pace: ['warp', 9] }, 'pace'],
    [{ ...fields, idle: 1 }, 'idle'],
    [{ ...fields, disk: false }, 'disk'],
  ])('%.80j is refused for its %s', async (value, field) => {
    expect(await readLink(await around(value))).toEqual({ wrong: { kind: 'unreadable', field } });
  });

  it('leaves out a pace that the page does not offer', async () => {
    const read = await readLink(await around({ ...fields, pace: ['event', 3] }));
    expect(read).toMatchObject({ linked: { pace: null } });
  });
});

describe('the hash of a text', () => {
  it('is FNV-1a of its bytes', () => {
    expect(hash('')).toBe('cbf29ce484222325');
    expect(hash('a')).toBe('af63dc4c8601ec8c');
    expect(hash('foobar')).toBe('85944171f73967e8');
  });
});
