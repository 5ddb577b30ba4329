// What else the board says by signs: racks, what runs out, disks, records that will go, who reads where, and labels that keep
// out of each other's way.

import { describe, expect, it } from 'vitest';
import type { Board, ReplicaView } from '../../src/engine/view';
import { bandsOf, columnsOf } from '../../src/scene/columns';
import { dockLabel } from '../../src/scene/dock';
import type { Frame } from '../../src/scene/frame';
import { bottom, type Geometry, type Rect, replicaKey, right } from '../../src/scene/geometry';
import { beside, boxOf, type Labelled, labelSize, overlap, placeLabels } from '../../src/scene/label';
import { lengthOf } from '../../src/scene/length';
import { motionScene, spot } from '../../src/scene/motion';
import { stripScenes } from '../../src/scene/strip';
import { tableScene } from '../../src/scene/table';
import * as boards from '../fixtures/boards';
import { frame } from '../fixtures/frame';

const em = 13;

/** Side by side as on a page of 1280 px, or one above the other as on one of 390 px. */
function geometry(board: Board, layout: 'wide' | 'narrow'): Geometry {
  const wide = layout === 'wide';
  const place = (row: number, column: number): Rect =>
    wide
      ? { x: 120 + column * 240, y: 100 + row * 220, width: 230, height: 125 }
      : { x: 10, y: 100 + row * 500 + column * 110, width: 280, height: 100 };
  const replicas = new Map(
    board.partitions.flatMap((partition, row) =>
      board.brokers.map((broker, column) => {
        const panel = place(row, column);
        return [replicaKey(partition.name, broker.id), { panel, strip: { ...panel, y: panel.y + 30, height: 90 } }];
      }),
    ),
  );
  return {
    layout,
    overview: false,
    width: wide ? 960 : 366,
    height: 700,
    em,
    digit: 6.7,
    replicas,
    heads: new Map(board.brokers.map((broker, column) => [broker.id, { ...place(0, column), y: 60, height: 24 }])),
    nodes: new Map([
      ['order-service', wide ? { x: 0, y: 290, width: 105, height: 24 } : { x: 10, y: 70, width: 280, height: 24 }],
      ['reporting', wide ? { x: 850, y: 270, width: 80, height: 24 } : { x: 10, y: 440, width: 280, height: 24 }],
      ['c1', { x: 130, y: 0, width: 60, height: 18 }],
    ]),
    bandY: 40,
  };
}

/** The board with one replica of partition 0 changed. */
function withReplica(board: Board, broker: number, change: Partial<ReplicaView>): Board {
  return {
    ...board,
    partitions: board.partitions.map((partition, index) =>
      boards.judged({
        ...partition,
        replicas: partition.replicas.map((one) => (index === 0 && one.broker === broker ? { ...one, ...change } : one)),
      }),
    ),
  };
}

const strip = (board: Board, broker: number, more: Partial<Frame> = {}) =>
  stripScenes(frame(board, more), geometry(board, 'wide')).find(({ key }) => key === `orders.placed-0|${broker}`);

describe('racks', () => {
  it('are bands over the columns of their brokers, which stand together', () => {
    const racks = ['b', 'a', null, 'b', 'a'];
    const board = { ...boards.start, brokers: racks.map((rack, index) => boards.broker(index + 1, { rack })) };
    const columns = columnsOf(board);
    expect(columns.map(({ id }) => id)).toEqual([2, 5, 1, 4, 3]);
    expect(bandsOf(columns)).toEqual([
      { rack: 'a', columns: 2 },
      { rack: 'b', columns: 2 },
      { rack: null, columns: 1 },
    ]);
  });

  it('are not there when no broker has one', () => {
    const board = { ...boards.start, brokers: [1, 2].map((id) => boards.broker(id, { rack: null })) };
    expect(bandsOf(columnsOf(board))).toEqual([]);
  });
});

describe('what runs out', () => {
  const docks = (board: Board) => motionScene(frame(board), geometry(board, 'wide')).docks;

  it('is a session of its own length, from the last heartbeat', () => {
    const short = boards.broker(1, { state: 'down', lastHeartbeat: 20_000_000, sessionEnds: 24_000_000 });
    const board = { ...boards.crashed, brokers: [short, ...boards.crashed.brokers.slice(1)] };
    const session = docks(board).find(({ kind }) => kind === 'session');
    expect([session?.since, session?.until]).toEqual([20_000_000, 24_000_000]);
    expect(session && dockLabel(session, 21_000_000)).toBe('session 3.0 s');
  });

  it('stands beside the words of a replica where these take the whole line', () => {
    const place = geometry(boards.crashed, 'narrow');
    const session = motionScene(frame(boards.crashed), place).docks.find(({ key }) => key === 'session|1');
    // Half a ring is 7 px and its line.
    expect(session && session.x - 8).toBeGreaterThan(right(place.heads.get(1) as Rect));
    expect(session && session.x + 8).toBeLessThan(place.width);
  });

  it('is also the session of a broker that runs and is not heard of', () => {
    const silent = boards.broker(2, { lastHeartbeat: 16_000_000, sessionEnds: 25_000_000 });
    const heard = boards.broker(3, { lastHeartbeat: 18_500_000, sessionEnds: 27_500_000 });
    const board = { ...boards.crashed, brokers: [silent, heard] };
    expect(docks(board).map(({ key }) => key)).toContain('session|2');
    expect(docks(board).map(({ key }) => key)).not.toContain('session|3');
  });

  it('is the time a follower has left in the ISR, once it is behind for longer than a moment', () => {
    const behind = (caughtUpAt: number) =>
      docks(withReplica(boards.cutOff, 3, { membership: 'in', caughtUpAt, lagEnds: caughtUpAt + 30_000_000 }))
        .filter(({ kind }) => kind === 'lag')
        .map(({ key, since, until }) => [key, since, until]);
    expect(behind(20_000_000)).toEqual([['lag|orders.placed-0|3', 20_000_000, 50_000_000]]);
    expect(behind(30_900_000)).toEqual([]);
    const [row] = tableScene(frame(withReplica(boards.cutOff, 3, { caughtUpAt: 0, lagEnds: 3e7 })), 'wide').rows;
    expect(row?.cells.map(({ timer }) => timer)).toEqual([false, false, true]);
  });

  it('says for how long a request has waited', () => {
    const [dock] = docks(boards.start);
    expect(dock && dockLabel(dock, 20_000)).toBe('fetch at 42 waits 120 ms');
    expect(dock && dockLabel(dock, -99_500)).toBe('fetch at 42 waits');
  });
});

describe('the disk layer', () => {
  it('is off until asked for', () => {
    expect(strip(boards.start, 2)?.whiskers).toEqual([]);
    expect(tableScene(frame(boards.start), 'wide').rows[0]?.cells[1]?.said).not.toContain('lushed');
  });

  it('shows on every strip how far the log is flushed', () => {
    const board = withReplica(boards.start, 2, { flushed: 40 });
    const [disk] = strip(board, 2, { diskLayer: true })?.whiskers ?? [];
    const at40 = strip(board, 2)?.cells.find(({ offset }) => offset === 40)?.x;
    expect(disk).toMatchObject({ kind: 'disk', label: '40 flushed', to: at40 });
    expect(strip(board, 3, { diskLayer: true })?.whiskers[0]).toMatchObject({ label: 'nothing flushed', beyond: true });
    const said = tableScene(frame(board, { diskLayer: true }), 'wide').rows[0]?.cells[1]?.said;
    expect(said).toContain('Flushed to disk below 40.');
  });
});

describe('records that are not in the log of the leader', () => {
  it('are struck before they go', () => {
    const cells = strip(boards.elected, 1)?.cells ?? [];
    expect(cells.filter(({ doomed }) => doomed).map(({ offset }) => offset)).toEqual([45]);
    expect(strip(boards.elected, 2)?.cells.some(({ doomed }) => doomed)).toBe(false);
  });
});

describe('consumers', () => {
  const reading = (readsFrom: number): Board => ({
    ...boards.start,
    consumers: boards.start.consumers.map((consumer) => ({
      ...consumer,
      partitions: consumer.partitions.map((one) => ({ ...one, readsFrom })),
    })),
  });
  const readers = (board: Board, broker: number) =>
    strip(board, broker)?.whiskers.filter(({ kind }) => kind === 'consumer') ?? [];

  it('stand at the leader, or at the follower that it has sent them to', () => {
    expect([1, 2, 3].map((broker) => readers(reading(1), broker).length)).toEqual([1, 0, 0]);
    expect([1, 2, 3].map((broker) => readers(reading(3), broker).length)).toEqual([0, 0, 1]);
    const whiskers = tableScene(frame(reading(3)), 'wide').rows[0]?.cells.map((cell) => cell.whiskers);
    expect(whiskers).toEqual([2, 0, 1]);
  });

  it('show what they have saved, by an arrow where that is left of what is shown', () => {
    expect(readers(reading(1), 1)[0]).toMatchObject({ kind: 'consumer', savedBeyond: true });
    const near = reading(1);
    for (const consumer of near.consumers) for (const at of consumer.partitions) at.saved = 40;
    const at40 = strip(near, 1)?.cells.find(({ offset }) => offset === 40)?.x;
    expect(readers(near, 1)[0]).toMatchObject({ saved: at40, savedBeyond: false });
  });
});

describe('labels', () => {
  /** Of all that is labelled at a moment, its key and the box of its label. */
  function boxes(board: Board, layout: 'wide' | 'narrow', time: number): [string, Rect][] {
    const places = geometry(board, layout);
    const { tokens, docks } = motionScene(frame(board), places);
    const moving = tokens
      .filter(({ labelShown, deliverAt }) => labelShown && (deliverAt === null || deliverAt >= time))
      .map((token): [string, Rect] => [
        token.label,
        boxOf(spot(token, time, false), token.place, lengthOf(token.label, labelSize), 1),
      ]);
    const waiting = docks
      .filter(({ labelShown, label }) => labelShown && label !== '')
      .map((dock): [string, Rect] => {
        const words = dockLabel(dock, time);
        return [words, boxOf(dock, dock.place, lengthOf(words, labelSize), 1)];
      });
    return [...moving, ...waiting];
  }

  const story = boards.firstStory.map((board, index) => [index, board] as const);

  for (const layout of ['wide', 'narrow'] as const) {
    it.each(story)(`do not lie over each other at board %i, ${layout}`, (_, board) => {
      const last = Math.max(board.time, ...board.messages.map(({ deliverAt }) => deliverAt ?? 0));
      for (const time of [board.time, (board.time + last) / 2]) {
        const all = boxes(board, layout, time);
        for (const [index, [one, box]] of all.entries()) {
          for (const [other, rect] of all.slice(index + 1)) {
            expect(overlap(box, rect), `"${one}" and "${other}" at ${time}`).toBe(0);
          }
        }
      }
    });

    it.each(story)(`stay on the board at board %i, ${layout}`, (_, board) => {
      for (const [label, box] of boxes(board, layout, board.time)) {
        expect(box.x, label).toBeGreaterThanOrEqual(-1);
        expect(right(box), label).toBeLessThanOrEqual(geometry(board, layout).width + 1);
      }
    });
  }

  it('of things in one place go apart', () => {
    const items = Array.from(
      { length: 4 },
      (_, index): Labelled => ({
        label: `message ${index}`,
        labelShown: true,
        place: beside('right', 7),
        half: 7,
        side: 'right',
        spots: [{ x: 400, y: 300 }],
      }),
    );
    placeLabels(items, [], geometry(boards.start, 'wide'));
    const all = items.map(({ place, label }) => boxOf({ x: 400, y: 300 }, place, lengthOf(label, labelSize), 1));
    all.forEach((box, index) => {
      for (const other of all.slice(index + 1)) expect(overlap(box, other)).toBe(0);
    });
  });

  it('keep off the logs where there is room beside them', () => {
    const panel: Rect = { x: 0, y: 0, width: 380, height: 200 };
    const item: Labelled = {
      label: 'records 42–44',
      labelShown: true,
      place: beside('left', 7),
      half: 7,
      side: 'left',
      spots: [{ x: 400, y: 100 }],
    };
    placeLabels([item], [panel], geometry(boards.start, 'wide'));
    const box = boxOf({ x: 400, y: 100 }, item.place, lengthOf(item.label, labelSize), 1);
    expect(overlap(box, panel)).toBe(0);
    expect(bottom(box)).toBeGreaterThan(0);
  });
});
