// Futures that were left by acting in their past. Each is kept as a whole run in text, and one can go back to it.

import type { BranchView, Timeline } from '../engine/view';

export interface Branch {
  number: number;
  /** Where it parts from the run it was left for. */
  position: number;
  time: number;
  /** What a person did in it after that point; nothing where it is the story as told. */
  lines: string[];
  text: string;
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
  { position, time, text }: Omit<BranchView, 'name'>,
  lines: string[],
): Branch[] {
  const number = Math.max(0, ...branches.map((branch) => branch.number)) + 1;
  return [...branches, { number, position, time, lines, text }];
}
