// A course maps wall time to places of the run and back: a chain of legs, each linear. Whoever plays moves along it in
// wall time, forwards or backwards; the scrubber and the lanes of the time bar are drawn along it too.

import type { Mark } from '../engine/view';
import type { Group } from './grouping';

export type Gait =
  /** Model time passes: messages travel. */
  | 'travel'
  /** Time stands at a moment, so that an eye can take it in. */
  | 'hold'
  /** Nothing worth an eye: a long wait in a short time, with a note. */
  | 'fold';

export interface Leg {
  gait: Gait;
  from: Mark;
  to: Mark;
  /** While the leg lasts, the engine finds the position by the time, from `from.position` up to this. */
  most: number;
  /** What stands still on a hold, where it is several moments in one. */
  group?: Group;
  /** ms of wall time from the begin of the course. */
  starts: number;
  ends: number;
}

export interface Course {
  legs: readonly Leg[];
  length: number;
}

/** Where a course is at a wall time: model time, and between which positions. */
export interface Place {
  time: number;
  /** The positions between which the engine has to find the one that belongs to the time; equal on a hold. */
  least: number;
  most: number;
  leg: Leg;
}

export class CourseBuilder {
  readonly #legs: Leg[] = [];
  #place: Mark;
  #wall = 0;

  constructor(begin: Mark) {
    this.#place = begin;
  }

  get place(): Mark {
    return this.#place;
  }

  /** What happens at the very end of a leg belongs to the next one, hence the default of `most`. */
  go(gait: Gait, to: Mark, wall: number, most = Math.max(this.#place.position, to.position - 1)): void {
    if (wall > 0) this.#legs.push({ gait, from: this.#place, to, most, starts: this.#wall, ends: this.#wall + wall });
    this.#wall += Math.max(0, wall);
    this.#place = to;
  }

  /** Time stands, so that something can be taken in. */
  hold(group: Group, wall: number): void {
    if (wall <= 0) return;
    const { place } = group;
    const leg: Leg = {
      gait: 'hold',
      from: place,
      to: place,
      most: place.position,
      starts: this.#wall,
      ends: this.#wall + wall,
    };
    this.#legs.push(group.count > 1 ? { ...leg, group } : leg);
    this.#wall += wall;
    this.#place = place;
  }

  build(): Course {
    return { legs: this.#legs, length: this.#wall };
  }
}

export function placeAt(course: Course, wall: number): Place | undefined {
  const leg = course.legs[Math.max(0, firstLeg(course.legs, ({ starts }) => starts > wall) - 1)];
  if (leg === undefined) return undefined;
  const share = Math.min(1, Math.max(0, (wall - leg.starts) / (leg.ends - leg.starts)));
  const time = leg.from.time + share * (leg.to.time - leg.from.time);
  if (share === 1 && leg.to.position > leg.most) return { time, least: leg.to.position, most: leg.to.position, leg };
  return { time, least: leg.from.position, most: leg.most, leg };
}

/** The wall time at which a place is met: the first, or with `last` the end of a hold there. */
export function wallOf({ legs, length }: Course, place: Mark, last = false): number {
  // Legs begin and end ascending.
  const i = last ? firstLeg(legs, ({ from }) => after(from, place)) - 1 : firstLeg(legs, ({ to }) => !after(place, to));
  const leg = legs[i];
  if (leg === undefined) return last ? 0 : length;
  return wallWithin(leg, place, last);
}

function wallWithin(leg: Leg, place: Mark, last: boolean): number {
  if (leg.gait === 'hold') return last ? leg.ends : leg.starts;
  const span = leg.to.time - leg.from.time;
  const share = span === 0 ? Number(after(place, leg.from)) : (place.time - leg.from.time) / span;
  return leg.starts + Math.min(1, Math.max(0, share)) * (leg.ends - leg.starts);
}

/** By time; steps of one microsecond by position. */
function after(a: Mark, b: Mark): boolean {
  return a.time > b.time || (a.time === b.time && a.position > b.position);
}

/** The first leg for which something holds that holds for all after it, too. */
function firstLeg(legs: readonly Leg[], holds: (leg: Leg) => boolean): number {
  let [low, high] = [0, legs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(legs[middle] as Leg)) high = middle;
    else low = middle + 1;
  }
  return low;
}
