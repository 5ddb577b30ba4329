// Moves along a course in wall time. The only place that knows what time it is for the person who watches.

import type { Mark } from '../engine/view';
import { type Course, type Place, placeAt, wallOf } from './course';

export type Direction = 'forwards' | 'backwards';

/** After a pause of the page itself (a hidden tab, a long task) playing goes on from where it was. */
const LONGEST_FRAME = 100;

export class Playback {
  #course: Course | null = null;
  #direction: Direction = 'forwards';
  #wall = 0;
  #target = 0;
  #before: number | null = null;
  speed = 1;

  get direction(): Direction | null {
    return this.#course === null ? null : this.#direction;
  }

  /** Starts from a place, leaving what is held there behind, and ends at `until` or where the course ends. */
  start(course: Course, from: Mark, direction: Direction, until?: Mark): void {
    const forwards = direction === 'forwards';
    this.#course = course;
    this.#direction = direction;
    this.#wall = wallOf(course, from, forwards);
    this.#target = until === undefined ? (forwards ? course.length : 0) : wallOf(course, until);
    this.#before = null;
  }

  /** The course has another shape now; the place and the direction stay. */
  follow(course: Course, at: Mark): void {
    if (this.#course === null) return;
    const before = this.#before;
    this.start(course, at, this.#direction);
    this.#before = before;
  }

  stop(): void {
    this.#course = null;
  }

  /** The place at this frame, and whether it is the last one. */
  advance(now: number): { place: Place; ended: boolean } | null {
    if (this.#course === null) return null;
    const passed = this.#before === null ? 0 : Math.min(LONGEST_FRAME, now - this.#before);
    this.#before = now;
    const forwards = this.#direction === 'forwards';
    const next = this.#wall + (forwards ? passed : -passed) * this.speed;
    const ended = forwards ? next >= this.#target : next <= this.#target;
    this.#wall = ended ? this.#target : next;
    const place = placeAt(this.#course, this.#wall);
    if (place === undefined) {
      this.#course = null;
      return null;
    }
    if (ended) this.#course = null;
    return { place, ended };
  }
}

/** Calls back once before the next picture, however often it is asked to. */
export class Frames {
  readonly #work: (now: number) => void;
  #asked: number | null = null;

  constructor(work: (now: number) => void) {
    this.#work = work;
  }

  ask(): void {
    this.#asked ??= requestAnimationFrame((now) => {
      this.#asked = null;
      this.#work(now);
    });
  }

  cancel(): void {
    if (this.#asked !== null) cancelAnimationFrame(this.#asked);
    this.#asked = null;
  }
}
