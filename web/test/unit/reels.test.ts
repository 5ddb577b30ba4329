// Every reel shows what the engine shows: the test of a story's reel asks both at every position that the reel has.

import { beforeAll, expect, it } from 'vitest';
import type { Engine, Session } from '../../src/engine/engine';
import { RecordedSession } from '../../src/engine/recorded';
import { type Reel, readReel } from '../../src/engine/reel';
import { stored } from '../../src/engine/stored';
import { joined } from '../../src/engine/timeline';
import type { Cause, Lanes, TimelinePart } from '../../src/engine/view';
import { groupsOf } from '../../src/model/grouping';
import { eventCourse } from '../../src/model/pacing';
import { hash } from '../../src/share/hash';
import { becauseSentence } from '../../src/text/because';
// @ts-expect-error: a script without types.
import { engineAndReels } from '../fixtures/engine_and_reels.mjs';
import { seen } from '../fixtures/seen';

let engine: Engine;
let files: Map<string, Uint8Array>;
const unpacked = (file: string): Promise<string> => {
  const packed = new Blob([files.get(file) as Uint8Array<ArrayBuffer>]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text();
};
const reelOf = async (name: string): Promise<Reel> => readReel(await unpacked(`${name}.reel`));

beforeAll(async () => {
  ({ engine, files } = await engineAndReels());
}, 120_000);

it('there is a reel for every story, and the first of them is what an element shows by itself', async () => {
  const stories = engine.stories();
  expect([...files.keys()].sort()).toEqual(['all.stories', ...stories.map(({ name }) => `${name}.reel`)].sort());
  expect(JSON.parse(await unpacked('all.stories'))).toEqual(stories);
  expect(stored.first).toBe(stories[0]?.name);
});

it('a reel knows its story by the hash that a link has', async () => {
  for (const { name } of engine.stories().slice(0, 5))
    expect((await reelOf(name)).hash).toBe(hash(engine.storyText(name)));
});

it('no reel is larger than a picture in a document', () => {
  const large = [...files].filter(([, file]) => file.length > 30 * 1024).map(([name]) => name);
  expect(large).toEqual([]);
});

it('what a reel answers is said without the words that come with the engine', async () => {
  const said = ({ because, branches }: Cause): string[] => [
    becauseSentence(because),
    ...branches.flatMap(({ chain }) => chain.flatMap(said)),
  ];
  for (const { name } of engine.stories()) {
    for (const { why } of (await reelOf(name)).frames) Object.values(why).flat().flatMap(said);
  }
  const asked: Cause = { because: { kind: 'none-refused', node: 'b1' }, branches: [] };
  expect(() => said(asked)).toThrow(/before its words were there/);
}, 60_000);

it('a reel shows what the engine shows, at every position that it has and at every time that event pace does not fold', async () => {
  for (const [i, listing] of engine.stories().entries()) {
    const { name } = listing;
    const reel = await reelOf(name);
    const [shown, played] = [new RecordedSession(reel), engine.open(engine.storyText(name))];
    check(reel.listing, listing, name);
    check(reel.next, engine.stories()[i + 1] ?? null, name);
    const timeline = played.timeline(0);
    check(shown.timeline(), timeline, name);
    check(allLanes(shown, timeline), allLanes(played, timeline), name);
    check(shown.text(), played.text(), name);
    const open = timeline.partitions;
    const asked = { ...seen, open, records: 24, idle: true };
    for (const { position, time } of reel.frames) {
      const where = `${name} at ${position}`;
      const board = played.board(position, asked);
      check(shown.board(position, asked), board, where);
      check(time, board.time, where);
      for (const { name: partition } of board.partitions) {
        const question = { kind: 'high-watermark', partition } as const;
        check(shown.why(question), played.why(question), where);
      }
      check(shown.happened(position, 12), played.happened(position, 12), where);
    }
    const { position } = timeline.end;
    for (const records of [0, 3, 10_000]) {
      const some = { ...seen, records, open: open.slice(0, 1) };
      check(shown.board(position, some), played.board(position, some), name);
    }
    for (const time of timesSeen(timeline)) {
      check(shown.positionAt(time), played.positionAt(time), `${name} at ${time} µs`);
    }
    played.free();
  }
}, 180_000);

it('a position in a wait is shown for as long as nothing else happens', async () => {
  const reel = await reelOf('a_follower_that_cannot_fetch_leaves_the_isr_after_its_lag_time');
  const [shown, played] = [new RecordedSession(reel), engine.open(reel.text)];
  const gaps = reel.frames.filter(({ lasts }) => Number.isFinite(lasts));
  expect(gaps.length).toBeGreaterThan(3);
  for (const { position, lasts } of gaps) {
    expect(shown.lasts(position)).toBe(lasts);
    expect(played.board(position + 1, seen).time).toBe(lasts);
    expect(shown.holds(position)).toBe(true);
    expect(shown.holds(position + 1)).toBe(false);
    expect(() => shown.board(position + 1, seen)).toThrow(/needs the engine/);
  }
  played.free();
});

function allLanes(session: Pick<Session, 'lanes'>, { partitions }: TimelinePart): Lanes {
  return session.lanes(new Float64Array(), 1, Uint32Array.from(partitions.keys()), new Uint32Array());
}

/** Plain data, compared tens of thousands of times: quickly while it is equal. */
function check(found: unknown, right: unknown, where: string): void {
  if (JSON.stringify(found) !== JSON.stringify(right)) expect(found, where).toEqual(right);
}

/** A few times of every part of a story that is played slowly enough to be seen. */
function timesSeen(part: TimelinePart): number[] {
  const timeline = joined(null, part, 0, engine.momentKinds());
  const { legs } = eventCourse(timeline, timeline.end, groupsOf(timeline, timeline.end));
  return legs
    .filter(({ gait }) => gait !== 'fold')
    .flatMap(({ from, to }) => [0, 0.5].map((share) => Math.floor(from.time + share * (to.time - from.time))));
}
