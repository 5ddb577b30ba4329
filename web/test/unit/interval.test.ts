// An interval of a run as text and as a sequence diagram: of the engine's own runs, and with hostile words.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine';
import { nothingSeen } from '../../src/engine/sight';
import type { MessageView, Travelled } from '../../src/engine/view';
import { Run } from '../../src/model/run';
import { textOf } from '../../src/share/as_text';
import { embedMarkup } from '../../src/share/embed';
import { type Interval, intervalOf } from '../../src/share/interval';
import { mermaid } from '../../src/share/mermaid';
import { oneOfTwo } from '../fixtures/boards';
// @ts-expect-error: a script without types.
import { startEngine } from '../fixtures/engine_in_node.mjs';
import { readMermaid } from '../fixtures/mermaid';

let engine: Engine;

beforeAll(() => {
  engine = startEngine();
});

const open = (name: string) => new Run(engine, engine.storyText(name));
const whole = (run: Run, idle = false): Interval =>
  intervalOf(run, run.timeline.begin.position, run.timeline.end.position, idle);

describe('an interval of the first story', () => {
  it('has the arrows of the batch in the order in which they arrive', () => {
    const run = open('the_life_of_a_batch');
    const { begin, captions } = run.timeline;
    const told = captions.find(({ headline }) => headline === 'The producer is told.');
    const interval = intervalOf(run, begin.position, told?.position ?? 0, false);
    const { participants, arrows } = readMermaid(mermaid(interval, run.board(begin.position, nothingSeen), 'A batch'));
    expect(participants.slice(0, 4)).toEqual(['order-service', 'broker 1', 'broker 2', 'broker 3']);
    const placed = arrows.filter(({ text }) => text.endsWith('orders.placed-0'));
    const way = placed.map(({ from, to, line, text }) => `${from} ${line} ${to}: ${text.replace(/, .*/, '')}`);
    const inOrder = [
      'order-service ->> broker 1: 3 records',
      'broker 1 -->> broker 2: records 42–44',
      'broker 2 ->> broker 1: fetch at 45',
    ];
    expect(way.filter((one) => inOrder.includes(one))).toEqual(inOrder);
    expect(way).toContain('broker 1 -->> broker 3: records 42–44');
    expect(way).toContain('broker 3 ->> broker 1: fetch at 45');
  });

  it('has a note where the high watermark moved, after the fetch that moved it', () => {
    const run = open('the_life_of_a_batch');
    const lines = mermaid(whole(run), run.board(run.timeline.begin.position, nothingSeen), 'A batch').split('\n');
    const moved = lines.findIndex((line) => line.includes('High watermark 42'));
    expect(lines[moved]).toMatch(/^ {4}Note over n\d+: /);
    const fetches = lines.slice(0, moved).filter((line) => line.includes('fetch at 45, orders.placed-0'));
    expect(fetches).toHaveLength(2);
  });

  it('is told as the log tells it, with the captions', () => {
    const run = open('the_life_of_a_batch');
    const text = textOf(whole(run), 'The life of a batch');
    const lines = text.split('\n');
    expect(lines[0]).toBe('The life of a batch');
    expect(text).toMatch(/\n\nOne follower is not enough\.\nacks=all waits for every replica in the ISR\./);
    expect(text).toMatch(/\n\d+\.\d{3} {2}orders\.placed-0: High watermark 42 → 45: offsets 42–44 are committed/);
    const times = lines.flatMap((line) => line.match(/^(\d+\.\d{3}) {2}/)?.[1] ?? []).map(Number);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('begins and ends where it was asked to', () => {
    const run = open('the_life_of_a_batch');
    const { begin, end, captions } = run.timeline;
    const [from, to] = [captions[2]?.position ?? 0, captions[4]?.position ?? 0];
    const { events, captions: told, more } = intervalOf(run, from, to, false);
    expect(events.every(({ position }) => position > from && position <= to)).toBe(true);
    expect(told.map(({ id }) => id)).toEqual(captions.slice(2, 5).map(({ id }) => id));
    expect(more).toBe(false);
    const all = whole(run);
    expect(all.events.filter(({ position }) => position > from && position <= to)).toEqual(events);
    expect(all.events.length).toBe(
      run.happened(end.position, 10_000).filter(({ position }) => position > begin.position).length,
    );
  });
});

describe('every story', () => {
  it('can be drawn and told', () => {
    for (const { name } of engine.stories()) {
      const run = open(name);
      for (const idle of [false, true]) {
        const interval = whole(run, idle);
        const diagram = readMermaid(mermaid(interval, run.board(run.timeline.end.position, nothingSeen), name));
        expect(diagram.arrows.length, name).toBeGreaterThan(0);
        expect(interval.events.length, name).toBeLessThanOrEqual(300);
      }
      expect(textOf(whole(run), name).length, name).toBeGreaterThan(100);
      run.free();
    }
  }, 120_000);
});

const hostile = [
  'a; b #35; end\nautonumber',
  '%% comment',
  'n0->>n1: x',
  '"><script>alert(1)</script>',
  '\u202eevil\u0000',
  '---',
  'wrap: style x: #a;',
  '漢字 🐘',
];

describe('hostile words', () => {
  it.each(hostile)('%j ends no line and begins nothing', (words) => {
    const message: MessageView = {
      key: words,
      kind: 'produce',
      api: words,
      from: words,
      to: 'b1',
      sentAt: 0,
      deliverAt: 5,
      held: false,
      idle: false,
      fields: [],
      parts: [
        {
          ...{ partition: words, fetchOffset: null, baseOffset: null, records: 3, leaderEpoch: 0 },
          ...{ highWatermark: null, error: null },
        },
      ],
    };
    const travelled: Travelled[] = [
      { message, ended: 5, lost: false },
      { message: { ...message, kind: 'other', parts: [] }, ended: 6, lost: true },
      { message: { ...message, kind: 'produce-answer', from: 'b1', to: words }, ended: null, lost: false },
    ];
    const interval: Interval = {
      ...{ from: 0, to: 9, captions: [], travelled, more: true },
      events: [{ position: 5, time: 5, event: { kind: 'acted', line: words }, rule: 'acted' }],
    };
    const read = readMermaid(mermaid(interval, oneOfTwo, words));
    expect(read.arrows.map(({ line }) => line)).toEqual(['->>', '-x', '--)']);
    expect(read.notes).toHaveLength(2);
    const text = textOf(interval, words);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  it.each(hostile)('%j stays text in the markup of an embed', (words) => {
    const markup = embedMarkup({
      ...{
        script: 'https://example.org/highwater-playground.js',
        page: 'https://example.org/',
        link: '#v1.abc',
        bare: true,
      },
      ...{ picture: '<svg width="9" height="9" role="img"/>', words },
    });
    expect(markup.match(/<[a-z/][^\s>]*/g)).toEqual([
      '<script',
      '</script',
      '<highwater-playground',
      '<svg',
      '<p',
      '<a',
      '</a',
      '</p',
      '</highwater-playground',
    ]);
  });
});
