// How a run is told at a pace: up to where, along which course, with which moments to stop at. Made once for each change of
// the run or the pace, and only read while playing.

import type { Timeline } from '../engine/timeline';
import type { ActMark, Mark } from '../engine/view';
import type { Course } from './course';
import { type Group, groupsOf } from './grouping';
import { eventCourse, type Pace, steadyCourse } from './pacing';
import type { Run } from './run';

export interface Telling {
  timeline: Timeline;
  /** Where what is worth showing of the run ends. */
  end: Mark;
  course: Course;
  groups: readonly Group[];
  /** The row that was open on the board. */
  open: string | null;
}

/** After the last thing that happened, this much is shown (µs). */
const TAIL = 5_000;

/** `open` is the row that is open on the board, `visited` the last place that somebody went to. */
export function tell(run: Run, pace: Pace, open: string | null, visited: Mark | null): Telling {
  const { timeline } = run;
  const end = pace.kind === 'steady' ? timeline.end : worthShowing(run, timeline, visited);
  const groups = groupsOf(timeline, end, open);
  const course = pace.kind === 'event' ? eventCourse(timeline, end, groups) : steadyCourse(timeline, end, pace.rate);
  return { timeline, end, course, groups, open };
}

/** A step may have played on to where nothing happened: that is not drawn, unless somebody went there. */
function worthShowing(run: Run, { begin, end, moments, captions, acts }: Timeline, visited: Mark | null): Mark {
  const marks = [moments.at(-1), captions.at(-1), acts.at(-1), begin];
  const last = Math.max(...marks.map((mark) => mark?.time ?? begin.time)) + TAIL;
  if (visited !== null && visited.time > last) return visited.position > end.position ? end : visited;
  if (end.time <= last) return end;
  return { position: run.positionAt(last, begin.position, end.position), time: last };
}

/** Where "next" leads from a position: to the next caption, or where there is none to the next moment. */
export function nextStop({ timeline, groups }: Telling, position: number): Mark | null {
  const caption = timeline.captions.find((caption) => caption.position > position);
  if (caption !== undefined) return { position: caption.position, time: caption.time };
  return groups.find(({ place }) => place.position > position)?.place ?? null;
}

/** What the story does on the way there. */
export function actsAhead(telling: Telling, position: number): readonly ActMark[] {
  const stop = nextStop(telling, position);
  if (stop === null) return [];
  return telling.timeline.acts.filter((act) => !act.byHand && act.position > position && act.position <= stop.position);
}

/**
 * What the story does beyond the way there. Offered only once a producer has been told that its records are stored: earlier
 * it would distract from that.
 */
export function actsBeyond(telling: Telling, position: number): readonly ActMark[] {
  const { acts, begin, moments } = telling.timeline;
  const isTold = moments.some(
    ({ kind, position: at }) => kind === 'acknowledged' && at > begin.position && at <= position,
  );
  const stop = nextStop(telling, position);
  return isTold && stop !== null ? acts.filter((act) => !act.byHand && act.position > stop.position) : [];
}

/** The moment after a place, or before it. */
export function momentBeside({ timeline, end, groups }: Telling, { position, time }: Mark, by: 1 | -1): Mark {
  const places = groups.map(({ place }) => place);
  if (by > 0) return places.find((place) => place.position > position) ?? end;
  const before = (place: Mark) =>
    place.position < position || (place.position === position && place.time < Math.floor(time));
  return places.findLast(before) ?? timeline.begin;
}
