// A shipped story on a reel: what the page needs to show and play it before the engine is there. The engine itself recorded
// it when the page was built (tools/reels/record.mjs), so every fact on it is the engine's.

import { type Clock, changed, type Slots } from './change';
import type { Board, Cause, Happened, Lanes, MomentKindView, StoryListing, TimelinePart } from './view';

export interface Reel {
  /** The version of the engine that recorded it. */
  engine: string;
  listing: StoryListing;
  /** The story after it in the list. */
  next: StoryListing | null;
  text: string;
  /** Of the story as it is shipped: what a link to it names. */
  hash: string;
  kinds: MomentKindView[];
  timeline: TimelinePart;
  /** Of all partitions, with everything that happened in them. */
  lanes: Lanes;
  happened: Happened[];
  frames: ReelFrame[];
}

/** One position. Those in which nothing happens are not all on the reel. */
export interface ReelFrame {
  position: number;
  time: number;
  /** The time of the next position, where that is not on the reel. */
  lasts: number;
  readonly board: Board;
  /** Why each partition's high watermark is where it is, by the partition's name. */
  readonly why: Record<string, Cause[]>;
}

interface WrittenReel extends Omit<Reel, 'frames'> {
  times: string[];
  frames: [position: number, time: number, change: unknown, lasts?: number][];
}

export function readReel(text: string): Reel {
  const { times, frames, ...reel } = JSON.parse(text) as WrittenReel;
  const developed: Pick<ReelFrame, 'board' | 'why'>[] = [];
  const clock: Clock = { names: times, now: 0 };
  const slots: Slots = [];
  let shown: unknown = { board: null, why: null };
  // Each is a change to the one before it. The first picture needs the first of them only.
  const develop = (nth: number) => {
    for (const [, time, change] of frames.slice(developed.length, nth + 1)) {
      clock.now = time;
      shown = changed(shown, change, clock, slots);
      developed.push(shown as ReelFrame);
    }
    return developed[nth] as ReelFrame;
  };
  return {
    ...reel,
    frames: frames.map(([position, time, , lasts = Number.POSITIVE_INFINITY], nth) => ({
      position,
      time,
      lasts,
      get board() {
        return develop(nth).board;
      },
      get why() {
        return develop(nth).why;
      },
    })),
  };
}
