// Runs that one can go to: the one on screen, and those that were left by acting in their past, for another story or for a
// link. What tells a branch from the others is what a person did in it first.

import type { Timeline } from '../engine/timeline';
import type { ActMark, Mark } from '../engine/view';
import type { StoryHead } from './state';

export interface Branch {
  id: number;
  /** What it is a run of. */
  story: StoryHead | null;
  /** What the person called it, in place of what it is called by itself. */
  title: string | null;
  /** The act by which it became another run; none where it is the story as told. */
  act: { line: string; time: number } | null;
  /** How many lines a person did after that. */
  more: number;
  /** Where it parted, and from which; none for the first run of a story. */
  parted: Parting | null;
}

export interface Parting extends Mark {
  from: number;
}

export function isSameStory(one: StoryHead | null, other: StoryHead | null): boolean {
  return one === other || (one?.name != null && one.name === other?.name);
}

/** What a person did in a run after a position, or in the whole of it. */
export function actsAfter({ acts }: Timeline, position = Number.NEGATIVE_INFINITY): ActMark[] {
  return acts.filter((act) => act.byHand && act.position > position);
}

/** What a person did last in a run. */
export function lastAct({ acts }: Timeline): ActMark | undefined {
  return acts.findLast(({ byHand }) => byHand);
}

/**
 * Something lies ahead of a position that is worth a branch: what somebody wrote, or what happened and was seen. `seen` is the
 * last position that was ever shown.
 */
export function isWorthKeeping({ acts, captions, moments }: Timeline, position: number, seen: number): boolean {
  const isAhead = (mark: Mark) => mark.position > position;
  return (
    acts.some(isAhead) || captions.some(isAhead) || (seen > position && (moments.at(-1)?.position ?? 0) > position)
  );
}
