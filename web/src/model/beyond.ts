// Beyond the end of what has been played. At event pace a clone of the run is played on in search of the next moment, and
// where none comes within six minutes playing stops and says what is scheduled. At steady pace time just goes on.

import type { Mark, Scheduled } from '../engine/view';
import { groupsOf } from './grouping';
import type { Run } from './run';
import type { Showing } from './showing';

/** Playing stopped at the end of the run. */
export interface Stopped {
  /** Model time at which it stopped. */
  at: number;
  /** How far ahead was looked (µs); none where the run may not be longer, or nothing is scheduled. */
  looked: number | null;
  /** What happens next by itself, of each kind the earliest. */
  scheduled: readonly Scheduled[];
}

/** Steady pace plays on by this much wall time at once (ms), and at least by so much model time (µs). */
const STEADY_PIECE = 50;
const LEAST_STEADY_PIECE = 1_000_000;

/** One piece more at steady pace. False where a run ends for good. */
export function playOnSteadily(run: Run, rate: number): boolean {
  return run.playOn(Math.max(LEAST_STEADY_PIECE, STEADY_PIECE * rate * 1000)) || run.playOn(run.lookAheadFor);
}

/** One piece more of the search. `undefined` while there is nothing yet, null when there is nothing within its time. */
export function searchOn(showing: Showing, run: Run): 'found' | 'not-yet' | 'nothing' {
  const { end } = run.timeline;
  const ahead = run.lookAhead();
  if (ahead === null) {
    run.forgetAhead();
    return 'nothing';
  }
  const groups = groupsOf(ahead, ahead.end, showing.openRow);
  if ((groups.at(-1)?.place.position ?? 0) <= end.position) return 'not-yet';
  run.keepAhead();
  return 'found';
}

export function stoppedAt(run: Run, place: Mark): Stopped {
  const scheduled = run.scheduledAfter(place.position);
  return { at: place.time, looked: scheduled.length === 0 || run.isOver ? null : run.lookAheadFor, scheduled };
}

/** Plays on to a time, and gives the place there. */
export function playTo(run: Run, time: number): Mark {
  while (run.timeline.end.time < time && run.playOn(time - run.timeline.end.time));
  const { begin, end } = run.timeline;
  return { position: run.positionAt(time, begin.position, end.position), time: Math.min(time, end.time) };
}
