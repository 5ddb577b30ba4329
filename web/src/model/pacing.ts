// How long each part of a run is shown. In Kafka a fetch takes a millisecond and a session ends after nine seconds: at
// no fixed speed can both be watched. Event pace gives what matters the time an eye needs and folds the waiting; steady
// pace keeps one ratio between model time and wall time. Both are courses, so both run backwards.

import type { Timeline } from '../engine/timeline';
import type { Caption, Mark } from '../engine/view';
import { type Course, CourseBuilder } from './course';
import { ALWAYS_SEEN, type Group } from './grouping';

export type Pace = { kind: 'event'; speed: number } | { kind: 'steady'; rate: number };

/** At event pace: times of wall time. */
export const eventSpeeds: readonly number[] = [0.25, 0.5, 1, 2, 4];
/** At steady pace: model time in wall time. */
export const steadyRates: readonly number[] = [0.001, 0.01, 0.1, 1, 10, 100, 1000];

const MILLISECOND = 1000;
const SECOND = 1_000_000;

/** Waiting longer than this is folded, but for what is on its way at its two ends. */
const FOLD_ABOVE = 40 * MILLISECOND;
const KEPT_BEFORE_FOLD = 3 * MILLISECOND;
const KEPT_AFTER_FOLD = 4 * MILLISECOND;
const FOLD_WALL = 900;
/** A group and the way to it take at least this long: at most two in a second. */
const LEAST_WALL = 500;
/** With more groups than this in five seconds, one after another is no longer seen: steady pace. */
const DENSE_WINDOW = 5 * SECOND;
const DENSE_GROUPS = 100;
/** Slow enough to see that messages flow, not to follow one. */
const DENSE_WALL_PER_SECOND = 4_000;

export function eventCourse(timeline: Timeline, end: Mark, groups: readonly Group[]): Course {
  const dense = denseGroups(groups);
  const captions = new Map(timeline.captions.map((caption) => [caption.position, caption]));
  const course = new CourseBuilder(timeline.begin);
  groups.forEach((group, i) => {
    if (!dense[i]) {
      const held = holdFor(group, captions.get(group.place.position));
      const moves = group.place.time > course.place.time;
      if (moves) travelTo(course, group.place, LEAST_WALL - held);
      course.hold(group, moves ? held : Math.max(held, LEAST_WALL));
    } else if (isSeenInACrowd(group) || !dense[i + 1]) {
      const span = group.place.time - course.place.time;
      course.go('travel', group.place, (span / SECOND) * DENSE_WALL_PER_SECOND);
      if (isSeenInACrowd(group)) course.hold(group, holdFor(group, captions.get(group.place.position)));
    }
  });
  if (end.time > course.place.time) travelTo(course, end, 0);
  return course.build();
}

export function steadyCourse(timeline: Timeline, end: Mark, rate: number): Course {
  const course = new CourseBuilder(timeline.begin);
  course.go('travel', end, (end.time - timeline.begin.time) / MILLISECOND / rate);
  return course.build();
}

/** From a place to a later one close by: one step, shown as it would be at event pace. */
export function glide(from: Mark, to: Mark): Course {
  const course = new CourseBuilder(from);
  course.go('travel', to, Math.min(450, travelWall(Math.abs(to.time - from.time))));
  return course.build();
}

/** A crowd rushes by, but not a new leader, nor what the story has to say. */
function isSeenInACrowd({ weight, captions }: Group): boolean {
  return weight >= ALWAYS_SEEN || captions > 0;
}

function holdFor(group: Group, caption: Caption | undefined): number {
  const seen = group.weight < 4 ? 0 : 150 * (group.weight - 2);
  if (group.captions === 0) return seen;
  const letters = caption === undefined ? 0 : caption.headline.length + caption.text.length;
  return Math.max(seen, Math.min(5000, 1200 + 20 * letters));
}

/** Longer ways take longer, but far less than in proportion. */
function travelWall(micros: number): number {
  return Math.min(1600, 300 + 350 * Math.log2(1 + micros / MILLISECOND));
}

function travelTo(course: CourseBuilder, to: Mark, least: number): void {
  const from = course.place;
  const span = to.time - from.time;
  if (span <= FOLD_ABOVE) {
    course.go('travel', to, Math.max(least, travelWall(span)));
    return;
  }
  // Which position belongs to the ends of a fold only the engine knows; it finds them by the time.
  const within = (time: number): Mark => ({ position: from.position, time });
  const most = to.position - 1;
  course.go('travel', within(from.time + KEPT_BEFORE_FOLD), travelWall(KEPT_BEFORE_FOLD), most);
  course.go('fold', within(to.time - KEPT_AFTER_FOLD), FOLD_WALL, most);
  course.go('travel', to, travelWall(KEPT_AFTER_FOLD), most);
}

function denseGroups(groups: readonly Group[]): boolean[] {
  let first = 0;
  let last = 0;
  return groups.map(({ place: { time } }) => {
    while ((groups[first] as Group).place.time < time - DENSE_WINDOW / 2) first++;
    while (last < groups.length && (groups[last] as Group).place.time <= time + DENSE_WINDOW / 2) last++;
    return last - first > DENSE_GROUPS;
  });
}
