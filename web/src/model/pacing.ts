// How long each part of a run is shown. In Kafka a fetch takes a millisecond and a session ends after nine seconds: at
// no fixed speed can both be watched. Event pace gives what matters the time an eye needs and folds the waiting; steady
// pace keeps one ratio between model time and wall time. Both are courses, so both run backwards.

import type { ActMark, Caption, Mark, Moment, Timeline } from '../engine/view';
import { type Course, CourseBuilder } from './course';

export type Pace = { kind: 'event'; speed: number } | { kind: 'steady'; rate: number };

/** At event pace: times of wall time. */
export const eventSpeeds: readonly number[] = [0.25, 0.5, 1, 2, 4];
/** At steady pace: model time in wall time. */
export const steadyRates: readonly number[] = [0.001, 0.01, 0.1, 1, 10, 100, 1000];

const MILLISECOND = 1000;
const SECOND = 1_000_000;

/** Moments below this weight pass unseen: an idle fetch, a heartbeat. */
const LEAST_WEIGHT = 3;
/** A change of leadership is shown wherever it is; all else only in the partitions that the caption speaks of. */
const ALWAYS_SEEN = 9;
/** What a client or a broker tries again and again: one try after another is one moment, up to this far apart. */
const RETRIED: ReadonlySet<string> = new Set(['connection-lost', 'produce-refused']);
const RETRY_APART = 2 * SECOND;
/** Waiting longer than this is folded, but for what is on its way at its two ends. */
const FOLD_ABOVE = 40 * MILLISECOND;
const KEPT_BEFORE_FOLD = 3 * MILLISECOND;
const KEPT_AFTER_FOLD = 4 * MILLISECOND;
const FOLD_WALL = 900;
/** A moment and the way to it take at least this long: at most two in a second. */
const LEAST_WALL = 500;
/** With more groups than this in five seconds, one after another is no longer seen: steady pace. */
const DENSE_WINDOW = 5 * SECOND;
const DENSE_GROUPS = 100;
const DENSE_WALL_PER_SECOND = 10_000;

/** Moments that are shown as one, with the place right after the last of them. */
export interface Group {
  place: Mark;
  kind: string;
  weight: number;
  count: number;
  captions: number;
}

export function eventCourse(timeline: Timeline, end: Mark, groups: readonly Group[]): Course {
  const dense = denseGroups(groups);
  const course = new CourseBuilder(timeline.begin);
  groups.forEach((group, i) => {
    const held = holdFor(group, timeline.captions);
    if (dense[i]) {
      course.go('travel', group.place, ((group.place.time - course.place.time) / SECOND) * DENSE_WALL_PER_SECOND);
      return;
    }
    travelTo(course, group.place, LEAST_WALL - held);
    course.go('hold', group.place, held);
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

/** Groups of moments, and the captions, in the order of the run. */
export function groupsOf(timeline: Timeline, end: Mark): Group[] {
  const groups: Group[] = [];
  for (const moment of timeline.moments) {
    if (!isSeen(moment, timeline) || moment.position > end.position) continue;
    const before = groups.at(-1);
    const place = { position: moment.position, time: moment.time };
    if (before !== undefined && isOneWith(before, moment)) {
      before.place = place;
      before.count += 1;
      before.weight = Math.max(before.weight, moment.weight);
    } else {
      groups.push({ place, kind: moment.kind, weight: moment.weight, count: 1, captions: 0 });
    }
  }
  return withCaptions(groups, timeline);
}

function isSeen(moment: Moment, timeline: Timeline): boolean {
  if (moment.position <= timeline.begin.position || moment.weight < LEAST_WEIGHT) return false;
  if (moment.weight >= ALWAYS_SEEN || moment.partition === null) return true;
  if (actSince(timeline, moment.position) !== null) return true;
  const focus = captionAt(timeline, moment.position)?.focus ?? [];
  const partitions = focus.filter((name) => timeline.lanes.some(({ partition }) => partition === name));
  return partitions.length === 0 || partitions.includes(moment.partition);
}

/** One step that did several things, one thing done to several within a millisecond, one thing tried again. */
function isOneWith(group: Group, moment: Moment): boolean {
  if (group.place.position === moment.position) return true;
  const apart = RETRIED.has(moment.kind) ? RETRY_APART : MILLISECOND;
  return group.kind === moment.kind && moment.time - group.place.time <= apart;
}

function withCaptions(groups: Group[], timeline: Timeline): Group[] {
  const all = [...groups];
  for (const { position, time } of timeline.captions) {
    if (position < timeline.begin.position) continue;
    const there = all.find(({ place }) => place.position === position);
    if (there !== undefined) there.captions += 1;
    else all.push({ place: { position, time }, kind: 'caption', weight: 0, count: 0, captions: 1 });
  }
  return all.sort((a, b) => a.place.position - b.place.position);
}

/** The caption in force at a position. */
export function captionAt(timeline: Timeline, position: number): Caption | null {
  return timeline.captions.findLast((caption) => caption.position <= position) ?? null;
}

/** What the person did after the caption in force, if anything: from then on the story no longer says what to look at. */
export function actSince(timeline: Timeline, position: number): ActMark | null {
  const act = timeline.acts.findLast((act) => act.byHand && act.position <= position);
  return act !== undefined && act.position >= (captionAt(timeline, position)?.position ?? 0) ? act : null;
}

/** What to look at: what the caption speaks of, or after an act the first partition that it reached. */
export function focusAt(timeline: Timeline, position: number): string[] {
  const act = actSince(timeline, position);
  if (act === null) return captionAt(timeline, position)?.focus ?? [];
  const reached = timeline.moments.find((moment) => moment.position >= act.position && moment.partition !== null);
  return reached?.partition == null ? [] : [reached.partition];
}

function holdFor(group: Group, captions: readonly Caption[]): number {
  const seen = group.weight < 4 ? 0 : 150 * (group.weight - 2);
  if (group.captions === 0) return seen;
  const caption = captions.find(({ position }) => position === group.place.position);
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
    course.go('travel', to, span === 0 ? 0 : Math.max(least, travelWall(span)));
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
