// Futures that were left by acting in their past, and runs that were left for a link. Each is kept as a whole run in text,
// and one can go back to it.

import type { Timeline } from '../engine/timeline';
import type { Mark } from '../engine/view';
import type { StoryHead } from './state';

export interface Branch {
  number: number;
  /** Where it parts from the run it was left for; of another story, where one was in it. */
  position: number;
  time: number;
  /** What a person did in it after that point, in another story altogether; nothing where it is the story as told. */
  lines: string[];
  /** The story, and what was done in it by hand. */
  text: string;
  byHand: string;
  /** What it is a run of. */
  story: StoryHead | null;
}

/** A run as a text, from which it can be made again. */
export interface Written {
  text: string;
  byHand: string;
}

export function isSameStory(one: StoryHead | null, other: StoryHead | null): boolean {
  return one === other || (one?.name != null && one.name === other?.name);
}

/** What a person did last in a run. */
export function lastAct({ acts }: Timeline): Timeline['acts'][number] | undefined {
  return acts.findLast(({ byHand, line }) => byHand && !line.startsWith('run to'));
}

/** Every line a person did in a run. */
export function linesOf(timeline: Timeline): string[] {
  return linesAhead(timeline, Number.NEGATIVE_INFINITY);
}

/** What a person did in a run after a position. */
export function linesAhead({ acts }: Timeline, position: number): string[] {
  return acts
    .filter((act) => act.byHand && act.position > position && !act.line.startsWith('run to'))
    .map(({ line }) => line);
}

/** Something was written for the time after a position. A future that nobody wrote nor saw need not be kept. */
export function isTold({ acts, captions }: Timeline, position: number): boolean {
  return [...acts, ...captions].some((mark) => mark.position > position);
}

export function keep(
  branches: readonly Branch[],
  { position, time, text, byHand }: Mark & Written,
  lines: string[],
  story: StoryHead | null,
): Branch[] {
  const number = Math.max(0, ...branches.map((branch) => branch.number)) + 1;
  return [...branches, { number, position, time, lines, text, byHand, story }];
}
