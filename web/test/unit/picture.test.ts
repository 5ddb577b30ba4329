// A moment as a picture: well formed, self-contained, with the board's words, whatever keys, values and names hold.

import { describe, expect, it } from 'vitest';
import type { Board } from '../../src/engine/view';
import type { Frame } from '../../src/scene/frame';
import { lengthOf } from '../../src/scene/length';
import { escaped, plain } from '../../src/share/picture/markup';
import { palette } from '../../src/share/picture/palette';
import { type Moment, picture } from '../../src/share/picture/picture';
import { cut, lines } from '../../src/share/picture/words';
import * as boards from '../fixtures/boards';
import { frame } from '../fixtures/frame';
import { many } from '../fixtures/many';
import { parse, type XmlElement } from '../fixtures/xml';

const caption = {
  headline: 'One follower is not enough.',
  text: 'acks=all waits for every replica in the ISR. Broker 3 is in it and stands, as far as the leader knows, at 42.',
};

function moment(board: Board, more: Partial<Frame> = {}, of: Partial<Moment> = {}): Moment {
  return { frame: frame(board, more), caption, story: 'The life of a batch', ...of };
}

const told = boards.firstStory;

function textsOf(element: XmlElement): string[] {
  const own = element.name === 'text' ? [element.text] : [];
  return [...own, ...element.children.flatMap(textsOf)];
}

function everything(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(everything)];
}

describe('a picture of a moment', () => {
  it.each(told.map((board) => [board]))('is well formed: board %# of the story', (board) => {
    for (const theme of ['light', 'dark'] as const) {
      const svg = picture(moment(board, { time: board.time + 500 }), theme);
      const root = parse(svg);
      expect(root.name).toBe('svg');
      expect(root.attributes.get('xmlns')).toBe('http://www.w3.org/2000/svg');
      expect(root.children[0]?.name).toBe('title');
      expect(root.children[1]?.name).toBe('desc');
    }
  });

  it('is self-contained: no style, script, id or reference', () => {
    for (const board of told) {
      for (const { name, attributes } of everything(parse(picture(moment(board), 'light')))) {
        expect(['svg', 'title', 'desc', 'g', 'path', 'rect', 'circle', 'text']).toContain(name);
        for (const [key, value] of attributes) {
          expect(key).not.toMatch(/^(on|style$|class$|id$|href$|xlink)/);
          expect(value).not.toMatch(/url\(/);
        }
      }
    }
  });

  it('says what the table says', () => {
    const said = textsOf(parse(picture(moment(boards.oneOfTwo), 'light')));
    for (const words of [
      'broker 1',
      'broker 2',
      'broker 3',
      'orders.placed-0',
      'orders.placed-1',
      'order-service',
      'reporting',
    ]) {
      expect(said).toContain(words);
    }
    expect(said).toContain('epoch 0 · ISR 1, 2, 3 · min.insync.replicas 2');
    expect(said.filter((words) => words === 'leader')).toHaveLength(2);
    expect(said.filter((words) => words === '★')).toHaveLength(2);
    expect(said).toContain('One follower is not enough.');
    for (const offset of ['42', '43', '44', 'HW 42', 'LEO 45']) expect(said).toContain(offset);
  });

  it('is told in words to who cannot see it', () => {
    const [title, desc] = parse(picture(moment(boards.oneOfTwo), 'light')).children;
    expect(title?.text).toBe(
      'The life of a batch, at 0.009 s: One follower is not enough.'.replace('0.009', clockOf(boards.oneOfTwo)),
    );
    expect(desc?.text).toContain('orders.placed-0 on broker 1: leader, epoch 0');
    expect(desc?.text).toContain('high watermark 42, log end offset 45.');
  });

  it('keeps everything inside', () => {
    for (const board of [...told, boards.large(5, 9, 6), boards.large(12, 3, 0)]) {
      const root = parse(picture(moment(board), 'light'));
      const [, , width, height] = (root.attributes.get('viewBox') ?? '').split(' ').map(Number) as [
        0,
        0,
        number,
        number,
      ];
      for (const { attributes } of everything(root)) {
        if (!attributes.has('x') || !attributes.has('y')) continue;
        const [x, y] = [Number(attributes.get('x')), Number(attributes.get('y'))];
        expect(x).toBeLessThanOrEqual(width);
        expect(y).toBeLessThanOrEqual(height);
      }
    }
  });

  it('has the racks over their brokers, and what is flushed where that is shown', () => {
    const racked = {
      ...boards.oneOfTwo,
      brokers: boards.oneOfTwo.brokers.map((broker) => ({ ...broker, rack: broker.id === 3 ? 'b' : 'a' })),
    };
    const said = textsOf(parse(picture(moment(racked), 'light')));
    expect(said.filter((words) => words.startsWith('rack '))).toEqual(['rack a', 'rack b']);
    expect(said).not.toContain('nothing flushed');
    expect(textsOf(parse(picture(moment(racked, { diskLayer: true }), 'light')))).toContain('nothing flushed');
  });

  it('shows many partitions as tiles in the columns of their brokers', () => {
    const svg = picture(moment(numbered(boards.large(32, 32, 8))), 'light');
    const said = textsOf(parse(svg));
    for (const words of ['big-0', 'big-31', '1', '32']) expect(said).toContain(words);
    // Each partition has one leader; two followers, of which one is a record behind and one two.
    expect(said.filter((words) => words === '★')).toHaveLength(32);
    const bars = everything(parse(svg)).filter(({ attributes }) => attributes.get('fill-opacity') === '0.35');
    expect(bars).toHaveLength(64);
    expect(svg.length).toBeLessThan(100_000);
    expect(parse(svg).children[1]?.text).toContain('32 partitions on 32 brokers.');
  });

  it('shows the open row of many in full, with the brokers that hold it', () => {
    const board = numbered(boards.large(32, 32, 8));
    const said = textsOf(parse(picture(moment(board, { openPartition: 'big-4' }), 'light')));
    expect(said.filter((words) => words.startsWith('broker '))).toEqual(['broker 5', 'broker 6', 'broker 7']);
    expect(said).toContain('LEO 1004');
  });

  it('shows of more than a list can have the map of each topic', () => {
    const board = many(12, 1024);
    const root = parse(picture(moment(board), 'dark'));
    const said = textsOf(root);
    for (const topic of ['audit', 'orders', 'payments', 'shipments']) expect(said).toContain(topic);
    // Every fiftieth lacks a member of its ISR, from the eighth on: 7, 57, 107, 157, 207.
    expect(said).toContain('256 partitions · 5 under-replicated');
    const cells = everything(root)
      .filter(({ attributes }) => attributes.get('fill-opacity') === '0.3')
      .map(({ attributes }) => attributes.get('d')?.split('z').length);
    expect(cells).toEqual([252, 252, 252, 252]);
  });
});

/** Each partition in a row of its own. */
function numbered(board: Board): Board {
  return { ...board, partitions: board.partitions.map((partition, row) => ({ ...partition, row })) };
}

function clockOf({ time }: Board): string {
  return (time / 1e6).toFixed(3);
}

const hostile = [
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  ']]>&lt;&#60;&nbsp;',
  '\u0000\u0008\u001b[31m',
  '\u202eevil\u2066\u200f',
  '\ud800lone\udfff\ufffe',
  '<!--',
  '-->',
  '<![CDATA[',
  '日本語 🐘',
];

describe('hostile words', () => {
  it.each(hostile)('%j stays text wherever it stands', (words) => {
    const board = renamed(boards.oneOfTwo, words);
    const svg = picture(moment(board, {}, { caption: { headline: words, text: words }, story: words }), 'light');
    const root = parse(svg);
    const names = new Set(everything(root).map(({ name }) => name));
    expect(
      [...names].filter((name) => !['svg', 'title', 'desc', 'g', 'path', 'rect', 'circle', 'text'].includes(name)),
    ).toEqual([]);
    expect(svg).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
    expect(root.children[0]?.text).toContain(plain(words));
  });

  it('is the same text again after parsing', () => {
    for (const words of hostile) {
      expect(parse(`<a b="${escaped(words)}">${escaped(words)}</a>`).text).toBe(plain(words));
      expect(parse(`<a b="${escaped(words)}"/>`).attributes.get('b')).toBe(plain(words));
    }
  });
});

/** Every name and text that somebody else may have chosen. */
function renamed(board: Board, words: string): Board {
  const chosen = new Set(['node', 'rack', 'key', 'value', 'name', 'topic', 'partition', 'from', 'api', 'error']);
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return chosen.has(key) && !/^[bc]\d$/.test(value) ? words : value;
    if (Array.isArray(value)) return value.map((one) => walk(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]));
  };
  return walk(board, '') as Board;
}

describe('words', () => {
  it('are cut where there is no room', () => {
    expect(cut('orders.placed', 1000, 13)).toBe('orders.placed');
    const short = cut('orders.placed', 50, 13);
    expect(short).toMatch(/^orde?r?…$/);
    expect(lengthOf(short, 13)).toBeLessThanOrEqual(50);
    expect(lines('one two three', 60, 13)).toEqual(['one two', 'three']);
  });

  it('have the colours of the page', () => {
    expect(palette('light')('ink')).toBe('#1b1e24');
    expect(palette('dark')('ink')).toBe('#eceae4');
    expect(() => palette('light')('no-such')).toThrow();
  });
});
