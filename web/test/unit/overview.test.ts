// The overview of many partitions as values: which rows are there, where they stand, what their tiles say.

import { describe, expect, it } from 'vitest';
import { markSpot, marksOf } from '../../src/scene/mark';
import { inRows } from '../../src/scene/navigate';
import {
  mapCellAt,
  type OverviewRoom,
  overviewLayout,
  rowsInSight,
  rowY,
  scrollTo,
  tileGrid,
  withRow,
} from '../../src/scene/overview';
import { heatOf, tileRect, tilesOf } from '../../src/scene/tile';
import * as boards from '../fixtures/boards';
import { frame } from '../fixtures/frame';
import { many } from '../fixtures/many';

/** Text of 10 px: a dense row is 11 px, a topic's heading 19 px, a cell of a map 7 px. */
const room: OverviewRoom = { width: 1000, em: 10, brokers: 32, coarse: false };
const nothing = { unfolded: [], find: '', troubled: false };

describe('of 1,024 partitions', () => {
  const unfolded = ['orders'];
  const layout = overviewLayout(many(32, 1024), { ...nothing, unfolded }, room);

  it('the list is as high as all its rows, topics that are folded being a heading and a map', () => {
    // 141 cells of 7 px beside one another, so two lines of them, and 5 px below.
    const folded = 19 + 2 * 7 + 5;
    expect(layout.blocks.map(({ topic, y, first, rows }) => [topic, y, first, rows])).toEqual([
      ['audit', 0, 0, 0],
      ['orders', folded, 0, 256],
      ['payments', 2 * folded + 256 * 11, 256, 0],
      ['shipments', 3 * folded + 256 * 11, 256, 0],
    ]);
    expect(layout.height).toBe(4 * folded + 256 * 11);
    expect(layout.rows).toBe(256);
  });

  it('only those in sight are asked for, and a few beside them', () => {
    const at = (scroll: number) => rowsInSight(layout, scroll, 440);
    const { first, count } = at(1500);
    const [top, bottom] = [rowY(layout, first), rowY(layout, first + count - 1) + 11];
    expect(top).toBeLessThanOrEqual(1500 - 6 * 11);
    expect(bottom).toBeGreaterThanOrEqual(1500 + 440 + 6 * 11);
    expect(count).toBeLessThanOrEqual(440 / 11 + 2 * 6 + 2 * 8);
    expect(at(1503)).toEqual(at(1500));
    expect(at(0).first).toBe(0);
    expect(at(100_000)).toEqual({ first: 248, count: 8 });
    expect(rowsInSight(overviewLayout(many(32, 1024), nothing, room), 0, 440).count).toBe(0);
  });

  it('rows follow one another without a gap, wherever one looks', () => {
    for (let row = 1; row < layout.rows; row += 1) expect(rowY(layout, row) - rowY(layout, row - 1)).toBe(11);
    expect(rowY(layout, 0)).toBe(layout.blocks[1]?.rowsY);
  });

  it('a board with the rows asked for has them at their places', () => {
    const sight = rowsInSight(layout, 1500, 440);
    const board = many(32, 1024, { ...sight, unfolded });
    expect(board.partitions).toHaveLength(sight.count);
    expect(withRow(board).map(({ name, row }) => name === `orders-${row}`)).not.toContain(false);
  });

  it('what is sought has rows without maps, of no other topic', () => {
    const sought = { ...nothing, find: 'payments-1' };
    const board = many(32, 1024, { ...sought, first: 0, count: 10 });
    const found = overviewLayout(board, sought, room);
    // payments-1, -10 to -19, -100 to -199
    expect(found.blocks.map(({ topic, rows, mapColumns }) => [topic, rows, mapColumns])).toEqual([
      ['payments', 111, 0],
    ]);
    expect(board.partitions.map(({ name }) => name).slice(0, 3)).toEqual(['payments-1', 'payments-10', 'payments-11']);
  });

  it('a cell of a map is a partition', () => {
    const board = many(32, 1024);
    const { mapY } = layout.blocks[1] as { mapY: number };
    expect(mapCellAt(layout, board, 3 * 7 + 1, mapY + 1)).toEqual({ topic: 'orders', partition: 3 });
    expect(mapCellAt(layout, board, 1, mapY + 8)).toEqual({ topic: 'orders', partition: layout.blocks[1]?.mapColumns });
    expect(mapCellAt(layout, board, 140 * 7, mapY + 8)).toBeNull();
    expect(mapCellAt(layout, board, 1, mapY - 1)).toBeNull();
  });

  it('a row is scrolled to as little as will do', () => {
    const y = rowY(layout, 100);
    expect(scrollTo(layout, 100, y - 50, 440)).toBe(y - 50);
    expect(scrollTo(layout, 100, y + 50, 440)).toBe(y);
    expect(scrollTo(layout, 100, 0, 440)).toBe(y + 11 - 440);
  });
});

describe('a board of a few dozen partitions', () => {
  it('has a row for each, without topics', () => {
    const board = boards.large(32, 32, 0);
    const layout = overviewLayout(board, nothing, room);
    expect(layout.blocks).toHaveLength(1);
    expect([layout.rows, layout.height]).toEqual([32, 32 * 11]);
  });

  it('has rows that a finger hits', () => {
    const layout = overviewLayout(boards.large(5, 32, 0), nothing, { ...room, em: 13, coarse: true });
    expect(layout.rowHeight).toBeGreaterThanOrEqual(24);
  });

  it('has columns as long as tiles can be told apart, and else a chip for each replica', () => {
    expect(tileGrid(room).kind).toBe('columns');
    expect(tileGrid({ ...room, width: 366, em: 13 }).kind).toBe('chips');
    expect(tileGrid({ ...room, width: 366, em: 13, brokers: 5 }).kind).toBe('columns');
    const narrow = tileGrid({ ...room, width: 296, em: 13 });
    expect(narrow.side + 3 * narrow.column).toBeLessThan(296);
  });
});

describe('tiles', () => {
  const grid = tileGrid({ ...room, brokers: 5 });
  const board = boards.large(5, 1, 0);
  const look = (more: Parameters<typeof boards.partition>[3], ...ends: number[]) => {
    const replicas = ends.map((end, place) =>
      boards.replica(place + 1, end, end, place === 0 ? { role: 'leader', logEndOffset: end } : {}),
    );
    return tilesOf(board, boards.partition('a-0', [1, 2, 3], replicas, more), grid, 10);
  };

  it('are the hotter and the shorter, the farther a replica is behind', () => {
    expect([0, 1, 2, 3, 10, 11, 100, 101].map(heatOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
    expect(look({}, 100, 100, 60).map(({ role, heat }) => `${role} ${heat}`)).toEqual([
      'leader 0',
      'follower 0',
      'follower 3',
    ]);
  });

  it('say in words what they show', () => {
    expect(look({}, 100, 100, 60).map(({ words }) => words)).toEqual(['100', '100', '60 (40 behind)']);
    expect(look({}, 100, 100, 60)[2]?.said).toBe('a-0 on broker 3: follower, in ISR, log end offset 60, 40 behind');
  });

  it('have no numbers where there is no room', () => {
    const tight = tileGrid(room);
    const tiles = tilesOf(
      board,
      boards.partition('a-0', [1], [boards.replica(1, 12345, 1, { role: 'leader' })]),
      tight,
      10,
    );
    expect(tiles[0]?.words).toBe('');
  });

  it('tell a leader that the controller has replaced from the one it has named', () => {
    expect(look({ leader: 2, leaderEpoch: 1 }, 10, 10, 10)[0]?.role).toBe('believes');
  });

  it('stand in the columns of their brokers, those of a rack side by side', () => {
    const racks = ['b', 'a', 'b', 'a', null];
    const mixed = {
      ...board,
      brokers: racks.map((rack, index) => boards.broker(index + 1, { rack })),
    };
    const held = boards.partition(
      'a-0',
      [1, 2, 5],
      [1, 2, 5].map((id) => boards.replica(id, 1, 1)),
    );
    // Columns: 2, 4 (rack a), 1, 3 (rack b), 5 (none).
    expect(tilesOf(mixed, held, grid, 10).map(({ column }) => column)).toEqual([2, 0, 4]);
    const rects = tilesOf(mixed, held, grid, 10).map((tile) => tileRect(tile, grid, 50, 20));
    expect(rects[1]?.x).toBeCloseTo(grid.side + 3);
    expect(rects.map(({ y, height }) => [y, height])).toEqual([
      [51, 18],
      [51, 18],
      [51, 18],
    ]);
  });
});

describe('messages of the overview', () => {
  const board = boards.large(5, 12, 0);
  const layout = overviewLayout(board, nothing, { ...room, brokers: 5 });
  const fetch = boards.message(
    'fetch',
    'b2',
    'b1',
    0,
    1000,
    { partition: 'big-0', fetchOffset: 9 },
    { partition: 'big-5', fetchOffset: 4 },
    { partition: 'gone-0', fetchOffset: 4 },
  );

  it('have a mark in each row that one fetch serves and that is in sight', () => {
    const marks = marksOf(frame({ ...board, messages: [fetch] }), layout);
    expect(marks.map(({ message, y }) => [message, Math.floor(y / layout.rowHeight)])).toEqual([
      [fetch.key, 0],
      [fetch.key, 5],
    ]);
  });

  it('go from tile to tile exactly as far as the time says', () => {
    const [mark] = marksOf(frame({ ...board, messages: [fetch] }), layout);
    if (!mark) throw new Error('no mark');
    const middle = (column: number) => layout.grid.side + (column + 0.5) * layout.grid.column;
    expect(markSpot(mark, 0, false).x).toBeCloseTo(middle(1));
    expect(markSpot(mark, 250, false).x).toBeCloseTo(middle(1) - layout.grid.column / 4);
    expect(markSpot(mark, 5000, false).x).toBeCloseTo(middle(0));
    expect(markSpot(mark, 100, true).x).toBeCloseTo((middle(0) + middle(1)) / 2);
  });

  it('come from the left when a producer sends them', () => {
    const produce = boards.message('produce', 'order-service', 'b3', 0, 10, { partition: 'big-2', records: 1 });
    const [mark] = marksOf(frame({ ...board, messages: [produce] }), layout);
    expect(mark?.from).toBe(layout.grid.side);
  });
});

describe('arrow keys in rows', () => {
  const box = (x: number, y: number) => ({ x, y, width: 20, height: 10 });
  const cells = new Map([
    ['row|0', box(0, 0)],
    ['tile|0|1', box(100, 0)],
    ['tile|0|2', box(300, 0)],
    ['row|1', box(0, 10)],
    ['tile|1|3', box(500, 10)],
    ['row|2', box(0, 20)],
    ['tile|2|2', box(300, 20)],
  ]);

  it('go to the next row, even where nothing is straight ahead', () => {
    expect(inRows(cells, 'tile|0|2', 'down')).toBe('tile|1|3');
    expect(inRows(cells, 'row|0', 'down')).toBe('row|1');
    expect(inRows(cells, 'tile|2|2', 'up')).toBe('tile|1|3');
  });

  it('keep to the row sideways, and stop at the edge', () => {
    expect(inRows(cells, 'tile|0|1', 'right')).toBe('tile|0|2');
    expect(inRows(cells, 'tile|0|2', 'right')).toBeNull();
    expect(inRows(cells, 'row|2', 'down')).toBeNull();
  });
});
