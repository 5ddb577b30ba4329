// Every reel shows what the engine shows: the test of a story's reel asks both at every position that the reel has.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine';
import { FIRST_STORY } from '../../src/engine/fetch_reel';
import { RecordedSession } from '../../src/engine/recorded';
import { type Reel, readReel } from '../../src/engine/reel';
import type { Timeline } from '../../src/engine/view';
import { eventCourse, groupsOf } from '../../src/model/pacing';
// @ts-expect-error: a script without types.
import { engineAndReels } from '../fixtures/engine_and_reels.mjs';

let engine: Engine;
let files: Map<string, Uint8Array>;
const reelOf = async (name: string): Promise<Reel> => {
  const packed = new Blob([files.get(name) as Uint8Array<ArrayBuffer>]).stream();
  return readReel(await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text());
};

beforeAll(async () => {
  ({ engine, files } = await engineAndReels());
}, 60_000);

it('there is a reel for every story, and the first of them is what an element shows by itself', () => {
  const names = engine.stories().map(({ name }) => name);
  expect([...files.keys()].sort()).toEqual([...names].sort());
  expect(FIRST_STORY).toBe(names[0]);
});

it('no reel is larger than a picture in a document', () => {
  const large = [...files].filter(([, file]) => file.length > 30 * 1024).map(([name]) => name);
  expect(large).toEqual([]);
});

describe('a reel shows what the engine shows', () => {
  it('at every position that it has, of every story', async () => {
    for (const [i, listing] of engine.stories().entries()) {
      const { name } = listing;
      const reel = await reelOf(name);
      const [shown, played] = [new RecordedSession(reel), engine.open(engine.storyText(name))];
      expect(reel.listing, name).toEqual(listing);
      expect(reel.next, name).toEqual(engine.stories()[i + 1] ?? null);
      expect(shown.timeline(), name).toEqual(played.timeline());
      expect(shown.text(), name).toBe(played.text());
      for (const { position, time } of reel.frames) {
        const where = `${name} at ${position}`;
        const board = played.board(position, 24);
        expect(shown.board(position, 24), where).toEqual(board);
        expect(time, where).toBe(board.time);
        for (const { name: partition } of board.partitions) {
          const question = { kind: 'high-watermark', partition } as const;
          expect(shown.why(question), where).toEqual(played.why(question));
        }
        expect(shown.happened(position, 12), where).toEqual(played.happened(position, 12));
      }
      const { position } = shown.timeline().end;
      for (const records of [0, 3, 10_000]) {
        expect(shown.board(position, records), name).toEqual(played.board(position, records));
      }
      played.free();
    }
  }, 120_000);

  it('at every time that event pace does not fold, of every story', async () => {
    for (const { name } of engine.stories()) {
      const [shown, played] = [new RecordedSession(await reelOf(name)), engine.open(engine.storyText(name))];
      for (const time of timesSeen(played.timeline())) {
        expect(shown.positionAt(time), `${name} at ${time} µs`).toEqual(played.positionAt(time));
      }
      played.free();
    }
  }, 60_000);
});

it('a position in a wait is shown for as long as nothing else happens', async () => {
  const reel = await reelOf('a_follower_that_cannot_fetch_leaves_the_isr_after_its_lag_time');
  const [shown, played] = [new RecordedSession(reel), engine.open(reel.text)];
  const gaps = reel.frames.filter(({ lasts }) => Number.isFinite(lasts));
  expect(gaps.length).toBeGreaterThan(3);
  for (const { position, lasts } of gaps) {
    expect(shown.lasts(position)).toBe(lasts);
    expect(played.board(position + 1, 0).time).toBe(lasts);
    expect(shown.holds(position)).toBe(true);
    expect(shown.holds(position + 1)).toBe(false);
    expect(() => shown.board(position + 1, 8)).toThrow(/needs the engine/);
  }
  played.free();
});

/** A few times of every part of a story that is played slowly enough to be seen. */
function timesSeen(timeline: Timeline): number[] {
  const { legs } = eventCourse(timeline, timeline.end, groupsOf(timeline, timeline.end));
  return legs
    .filter(({ gait }) => gait !== 'fold')
    .flatMap(({ from, to }) => [0, 0.3, 0.7, 1].map((share) => Math.floor(from.time + share * (to.time - from.time))));
}
