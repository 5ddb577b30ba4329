// The board as values: which offsets are seen, what is solid, where signs and messages stand. Strips are written as text:
// [41] below the high watermark, (42) not below it, <45> not known, -45- just truncated.

import { describe, expect, it } from 'vitest';
import type { Board } from '../../src/engine/view';
import { layoutFor, rowDetails } from '../../src/scene/detail';
import { remaining } from '../../src/scene/dock';
import type { Frame } from '../../src/scene/frame';
import { type Geometry, type Rect, replicaKey } from '../../src/scene/geometry';
import { motionScene, progress, spot } from '../../src/scene/motion';
import { nearest } from '../../src/scene/navigate';
import { along, route } from '../../src/scene/route';
import { type StripScene, stripScenes } from '../../src/scene/strip';
import { tableScene } from '../../src/scene/table';
import { wireScenes } from '../../src/scene/wire';
import * as boards from '../fixtures/boards';
import { frame } from '../fixtures/frame';

const em = 10;
const cell = 18.5;

/** Three columns of 200 px with 100 px between them, rows of 200 px. */
function geometry(board: Board): Geometry {
  const replicas = new Map(
    board.partitions.flatMap((partition, row) =>
      board.brokers.map((broker, column) => {
        const panel: Rect = { x: 100 + column * 300, y: 100 + row * 200, width: 200, height: 120 };
        return [replicaKey(partition.name, broker.id), { panel, strip: { ...panel, y: panel.y + 20, height: 90 } }];
      }),
    ),
  );
  const chip = (x: number): Rect => ({ x, y: 120, width: 60, height: 20 });
  return {
    layout: 'wide',
    overview: false,
    width: 1100,
    height: 600,
    em,
    digit: 5,
    replicas,
    heads: new Map(
      board.brokers.map((broker, column) => [broker.id, { x: 100 + column * 300, y: 60, width: 200, height: 20 }]),
    ),
    nodes: new Map([
      ['order-service', chip(0)],
      ['reporting', chip(1020)],
      ['c1', { x: 100, y: 0, width: 40, height: 20 }],
    ]),
    bandY: 40,
  };
}

const marks = { below: ['[', ']'], above: ['(', ')'], unknown: ['<', '>'], truncated: ['-', '-'] } as const;

function written({ cells, earlier, instead, highWatermark, end }: StripScene): string {
  const parts = [
    earlier ? `${earlier.label}//` : '',
    ...cells.map(({ label, state }) => marks[state].join(label)),
    instead?.label ?? '',
    highWatermark?.label ?? '',
    end?.label ?? '',
  ];
  return parts.filter(Boolean).join(' ');
}

function strips(board: Board, more: Partial<Frame> = {}): Record<string, string> {
  return Object.fromEntries(
    stripScenes(frame(board, more), geometry(board)).map((scene) => [scene.key, written(scene)]),
  );
}

describe('strips', () => {
  it('show the same offsets for all replicas of a row, solid below the high watermark each knows', () => {
    const seen = strips(boards.pulled);
    expect(seen['orders.placed-0|1']).toBe('0// [36] [37] [38] [39] [40] [41] (42) (43) (44) HW 42 LEO 45');
    expect(seen['orders.placed-0|2']).toBe('0// [36] [37] [38] [39] [40] [41] (42) (43) (44) HW 42 LEO 45');
    expect(seen['orders.placed-0|3']).toBe('0// [36] [37] [38] [39] [40] [41] HW = LEO 42');
  });

  it('do not guess what is committed on a broker that is down', () => {
    expect(strips(boards.elected)['orders.placed-0|1']).toBe('0// <37> <38> <39> <40> <41> <42> <43> <44> <45> LEO 46');
  });

  it('say where a log ends that is too far behind to be seen', () => {
    const far = boards.replica(3, 7, 7);
    const board = {
      ...boards.start,
      partitions: [boards.partition('orders.placed-0', [1, 3], [boards.replica(1, 42, 42, { role: 'leader' }), far])],
    };
    expect(strips(board)['orders.placed-0|3']).toBe('ends at 7');
  });

  it('show a whole short log without a sign of earlier records, and an empty one in words', () => {
    const one = (end: number): Board => ({
      ...boards.start,
      partitions: [boards.partition('a-0', [1], [boards.replica(1, end, end, { role: 'leader' })])],
    });
    expect(strips(one(3))['a-0|1']).toBe('[0] [1] [2] HW = LEO 3');
    expect(strips(one(0))['a-0|1']).toBe('empty log HW = LEO 0');
  });

  it('show what was just truncated in the place where it was', () => {
    const event = { kind: 'truncated', broker: 3, partition: 'orders.placed-0', from: 44, to: 42 } as const;
    const seen = strips(boards.pulled, {
      highlight: [{ position: 103, time: 5000, event, rule: 'cut-where-logs-part' }],
    });
    expect(seen['orders.placed-0|3']).toBe('0// [36] [37] [38] [39] [40] [41] -42- -43- HW = LEO 42');
  });

  it('colour records by their epoch', () => {
    const leader = stripScenes(frame(boards.elected), geometry(boards.elected)).find(
      ({ key }) => key === 'orders.placed-0|2',
    );
    expect(leader?.cells.slice(-2).map(({ label, tone }) => [label, tone])).toEqual([
      ['44', 0],
      ['45', 1],
    ]);
  });

  it('put what the leader knows of each follower on the scale of its offsets', () => {
    const [leader] = stripScenes(frame(boards.oneOfTwo), geometry(boards.oneOfTwo));
    const at = (offset: number) => leader?.cells.find((record) => record.offset === offset)?.x ?? 0;
    const whiskers = leader?.whiskers.map(({ name, kind, to, counts }) => [name, kind, to, counts]);
    expect(whiskers).toEqual([
      ['2', 'follower', at(44) + cell, true],
      ['3', 'follower', at(42), true],
      ['', 'consumer', at(42), false],
    ]);
    expect(leader?.highWatermark?.x).toBe(at(42));
  });

  it('keep the words of high watermark and log end apart when they are one record apart', () => {
    const scene = stripScenes(frame(boards.elected), geometry(boards.elected)).find(
      ({ key }) => key === 'orders.placed-0|2',
    );
    expect(scene?.highWatermark).toMatchObject({ label: 'HW 45', anchor: 'end' });
    expect(scene?.end).toMatchObject({ label: 'LEO 46', anchor: 'start' });
    expect(scene?.end?.labelX).toBeGreaterThan(scene?.highWatermark?.x ?? Number.POSITIVE_INFINITY);
  });

  it('mark what the last step did', () => {
    const highlight = [
      {
        position: 103,
        time: 5000,
        event: { kind: 'copied', broker: 2, partition: 'orders.placed-0', leader: 1, baseOffset: 42, logEndOffset: 45 },
        rule: 'follower-appends',
      },
    ] as const;
    const scenes = stripScenes(frame(boards.pulled, { highlight: [...highlight] }), geometry(boards.pulled));
    const fresh = scenes.flatMap(({ broker, cells }) =>
      cells.filter((one) => one.fresh).map((one) => [broker, one.label]),
    );
    expect(fresh).toEqual([
      [2, '42'],
      [2, '43'],
      [2, '44'],
    ]);
  });
});

describe('messages', () => {
  const seen = (board: Board, more: Partial<Frame> = {}) => motionScene(frame(board, more), geometry(board));

  it('travel from their sender to their receiver, exactly as far as the time says', () => {
    const { tokens } = seen(boards.pulled);
    const fetch = tokens.find(({ glyph }) => glyph === 'request');
    if (!fetch) throw new Error('no fetch');
    expect(fetch.label).toBe('fetch at 45');
    const [sent, half, arrived] = [5000, 5500, 6000].map((time) => spot(fetch, time, false));
    expect(sent).toMatchObject({ x: 510, y: 228.5 });
    expect(arrived?.x).toBeLessThan(300);
    expect(arrived?.y).toBe(228.5);
    expect(half?.x).toBeGreaterThan(arrived?.x ?? 0);
    expect(spot(fetch, 5500, false)).toEqual(half);
  });

  it('stand in the middle of their way when they are held or motion is reduced', () => {
    const held = seen(boards.cutOff).tokens.find((token) => token.held);
    expect(held && progress(held, 31_000_900, false)).toBe(0.5);
    expect(held?.label).toBe('fetch at 45, held');
    const [moving] = seen(boards.pulled).tokens;
    expect(moving && progress(moving, 5900, true)).toBe(0.5);
  });

  it('have a mark in each row that one fetch serves, all of the one message', () => {
    const fetch = boards.message('fetch', 'b3', 'b1', 0, 10, { fetchOffset: 42 }, { partition: 'orders.placed-1' });
    const { tokens } = seen({ ...boards.start, messages: [fetch] });
    expect(tokens.map(({ ends }) => ends.partition)).toEqual(['orders.placed-0', 'orders.placed-1']);
    expect(new Set(tokens.map(({ message }) => message))).toEqual(new Set([fetch.key]));
  });

  it('that are idle are hidden unless asked for', () => {
    const beat = boards.message('heartbeat', 'b1', 'c1', 0, 10);
    const board = { ...boards.start, messages: [beat] };
    expect(seen(board).tokens).toEqual([]);
    expect(seen(board, { idleMessages: true }).tokens.map(({ glyph }) => glyph)).toEqual(['pulse']);
    expect(seen(board, { selected: { kind: 'message', key: beat.key } }).tokens).toHaveLength(1);
  });

  it('say an error by its name instead of an offset', () => {
    const labels = seen(boards.cutOff).tokens.map(({ glyph, label }) => `${glyph} ${label}`);
    expect(labels).toContain('error NOT_ENOUGH_REPLICAS');
  });

  it('that wait at their broker run out', () => {
    const [dock] = seen(boards.start).docks;
    expect(dock?.label).toBe('fetch at 42 waits');
    expect(dock && remaining(dock, -100_000)).toBe(1);
    expect(dock && remaining(dock, 150_000)).toBe(0.5);
    expect(dock && remaining(dock, 900_000)).toBe(0);
  });

  it('of a silent broker are missed: its session runs out until the controller fences it', () => {
    expect(seen(boards.crashed).docks.map(({ key }) => key)).toEqual(['session|1']);
    expect(seen(boards.elected).docks.map(({ key }) => key)).not.toContain('session|1');
  });
});

describe('wires', () => {
  it('join every follower to the leader, on rails that do not cross', () => {
    const wires = wireScenes(boards.start, geometry(boards.start), []);
    expect(wires.map(({ key }) => key)).toEqual([
      'orders.placed-0|b2|b1',
      'orders.placed-0|b3|b1',
      'orders.placed-1|b3|b2',
      'orders.placed-1|b1|b2',
    ]);
  });

  it('are not drawn to a process that is down', () => {
    const wires = wireScenes(boards.crashed, geometry(boards.crashed), []);
    expect(wires.map(({ key }) => key)).toEqual(['orders.placed-1|b3|b2']);
  });

  it('say when they are cut or slow, once for both directions', () => {
    const wires = wireScenes(boards.cutOff, geometry(boards.cutOff), []);
    const signs = wires.flatMap(({ key, sign }) => (sign ? [`${key} ${sign.label}`] : []));
    expect(signs).toEqual(['orders.placed-0|b3|b1 cut', 'orders.placed-1|b3|b2 slow']);
  });

  it('are followed at a steady pace round their corners', () => {
    const way = route(
      [
        { x: 0, y: 0 },
        { x: 0, y: 100 },
        { x: 100, y: 100 },
      ],
      0,
    );
    expect(along(way, 0)).toEqual({ x: 0, y: 0, turn: 90 });
    expect(along(way, 0.5)).toEqual({ x: 0, y: 100, turn: 90 });
    expect(along(way, 0.75)).toEqual({ x: 50, y: 100, turn: 0 });
    expect(along(way, 2)).toEqual({ x: 100, y: 100, turn: 0 });
  });
});

describe('words', () => {
  const row = (board: Board, name: string) =>
    tableScene(frame(board), 'wide').rows.find((one) => one.partition === name);

  it('say role, membership and preference of each replica', () => {
    const cells = row(boards.elected, 'orders.placed-0')?.cells;
    expect(cells?.map(({ role, marks, membership }) => [role, ...marks, membership].join(' · '))).toEqual([
      'log on disk · preferred · out of ISR',
      'leader · in ISR',
      'follower · in ISR',
    ]);
    expect(row(boards.elected, 'orders.placed-0')?.warnings).toEqual(['under-replicated']);
  });

  it('tell a leader that the controller has replaced from the one it has named', () => {
    const old = boards.replica(1, 45, 45, { role: 'leader' });
    const named = boards.replica(2, 45, 45);
    const board = {
      ...boards.start,
      partitions: [boards.partition('a-0', [1, 2], [old, named], { leader: 2, leaderEpoch: 1 })],
    };
    expect(
      row(board, 'a-0')
        ?.cells.slice(0, 2)
        .map(({ star, role }) => [star, role]),
    ).toEqual([
      ['believes', 'believes it leads, epoch 0'],
      ['none', 'named leader, unaware'],
    ]);
  });

  it('read a replica out in full', () => {
    expect(row(boards.oneOfTwo, 'orders.placed-0')?.cells[0]?.said).toBe(
      'orders.placed-0 on broker 1: leader, epoch 0, preferred, in ISR. Log start offset 0, high watermark 42, ' +
        'log end offset 45. It knows that broker 2 is at 45. It knows that broker 3 is at 42. Consumer reporting is at 42.',
    );
  });

  it('say how long a silent broker keeps its session', () => {
    expect(tableScene(frame(boards.crashed), 'wide').heads[0]).toMatchObject({
      state: 'down',
      said: 'session ends in 2.7 s unless the controller hears from it',
    });
  });
});

describe('detail', () => {
  it('opens all rows of a small board, one of a large or a narrow one', () => {
    const details = (board: Board, layout: 'wide' | 'narrow', open: string | null) => [
      ...rowDetails(board, layout, open, []).values(),
    ];
    expect(details(boards.start, 'wide', null)).toEqual(['open', 'open']);
    expect(details(boards.start, 'narrow', 'orders.placed-1')).toEqual(['line', 'open']);
    expect(details(boards.large(5, 4, 0), 'wide', 'big-2')).toEqual(['tile', 'tile', 'open', 'tile']);
  });

  it('stacks replicas where columns would be too narrow for a log, in text of any size', () => {
    expect(layoutFor(932, 13, 3)).toBe('wide');
    expect(layoutFor(932, 26, 3)).toBe('narrow');
    expect(layoutFor(560, 13, 3)).toBe('narrow');
    expect(layoutFor(932, 13, 32)).toBe('narrow');
  });
});

describe('arrow keys', () => {
  const box = (x: number, y: number): Rect => ({ x, y, width: 10, height: 10 });
  const stops = new Map([
    ['a', box(0, 0)],
    ['b', box(100, 0)],
    ['c', box(0, 50)],
    ['d', box(100, 55)],
  ]);

  it('go to what is straight ahead rather than to what is nearest', () => {
    expect(nearest(stops, 'a', 'right')).toBe('b');
    expect(nearest(stops, 'a', 'down')).toBe('c');
    expect(nearest(stops, 'd', 'left')).toBe('c');
  });

  it('stay at the edge', () => {
    expect(nearest(stops, 'a', 'left')).toBeNull();
    expect(nearest(stops, 'nothing', 'left')).toBeNull();
  });
});
