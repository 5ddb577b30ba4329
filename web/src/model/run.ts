// One run of the engine with what a page remembers of it: enough to build it again in a fresh engine.

import type { Engine, Question, Session } from '../engine/engine';
import type { Because, Board, BranchView, Happened, Mark, Timeline, Travelled } from '../engine/view';

export interface Act {
  position: number;
  line: string;
}

/** How much model time is played in search of the next moment (µs), and in one piece of the search. */
const LOOK_AHEAD = 360_000_000;
const LEAST_PIECE = 1_000_000;
const MOST_PIECE = 20_000_000;

/** A search beyond the end of the run: where it began, and how much model time it has played. */
export interface Search {
  from: Mark;
  played: number;
}

export class Run {
  #engine: Engine;
  story: string;
  /** What was done in the story before it was opened here. */
  readonly #byHand: string;
  #session: Session;
  #timeline: Timeline | null = null;
  #board: Board | null = null;
  #records = 0;
  #acts: Act[] = [];

  constructor(engine: Engine, story: string, byHand = '') {
    this.#engine = engine;
    this.story = story;
    this.#byHand = byHand;
    this.#session = engine.open(story, byHand);
  }

  get acts(): readonly Act[] {
    return this.#acts;
  }

  get timeline(): Timeline {
    this.#timeline ??= this.#session.timeline();
    return this.#timeline;
  }

  /** The same object until the position changes. */
  board(position: number, records: number): Board {
    if (this.#board?.position !== position || this.#records !== records) {
      this.#board = this.#session.board(position, records);
      this.#records = records;
    }
    return this.#board;
  }

  /** The last position whose time is not after `time`, between two positions. */
  positionAt(time: number, least: number, most: number): number {
    if (least >= most) return least;
    return Math.min(most, Math.max(least, this.#session.positionAt(Math.floor(time)).position));
  }

  /** The last position of what has been played whose time is not after `time`. The session then stands there. */
  positionOf(time: number): number {
    return Math.max(this.timeline.begin.position, this.#session.positionAt(Math.floor(time)).position);
  }

  /** Whether the position can be shown: a reel does not have every one. */
  holds(position: number): boolean {
    return this.#session.holds?.(position) ?? true;
  }

  /** A time as far as a position shows what was so then: on a reel the next position may be missing. */
  within(position: number, time: number): number {
    const lasts = this.#session.lasts?.(position);
    return lasts === undefined ? time : Math.min(time, lasts - 1);
  }

  happened(position: number, count: number): Happened[] {
    return this.#session.happened(position, count);
  }

  why(question: Question): Because[] {
    return this.#session.why(question);
  }

  describe(topic: string | null): string {
    return topic === null ? this.#session.describe() : this.#session.describe(topic);
  }

  branches(): BranchView[] {
    return this.#session.branches();
  }

  digest(): string {
    return this.#session.digest();
  }

  /** What has come of the run up to a place, and how many positions of that very time come after it. */
  outcomeAt({ position, time }: Mark): { outcome: string; back: number } {
    const last = this.#session.positionAt(Math.floor(time)).position;
    this.#session.board(position, 0);
    return { outcome: this.#session.outcomeDigest(), back: Math.max(0, last - position) };
  }

  text(): string {
    return this.#session.text();
  }

  /** Everything done by hand, also what was done before the story was opened here. */
  byHand(): string {
    return this.#session.byHand();
  }

  travelled(from: number, to: number, idle: boolean, most: number): Travelled[] {
    return this.#session.travelled(from, to, idle, most);
  }

  /** Throws a `StoryError` and leaves the run as it was when the line is wrong. */
  act(position: number, line: string): Mark {
    const end = this.#session.act(position, line);
    this.#acts = [...this.#acts.filter((before) => before.position < position), { position, line }];
    this.#changed();
    return end;
  }

  /** Plays one more piece beyond the end, each longer than the one before. False when all the time of a search is played. */
  lookAhead(search: Search): boolean {
    if (search.played >= LOOK_AHEAD) return false;
    const piece = Math.min(MOST_PIECE, Math.max(LEAST_PIECE, search.played));
    search.played = Math.min(LOOK_AHEAD, search.played + piece);
    // The end of the run is its last step, and may lie before the time that was played.
    this.#session.runOn(search.from.time + search.played - this.timeline.end.time);
    this.#changed();
    return true;
  }

  /** From a reel to the engine. */
  moveTo(engine: Engine, story: string): void {
    this.#engine = engine;
    this.story = story;
    this.rebuild([]);
  }

  /** Does everything again in a fresh engine, after the old one stopped. */
  rebuild(acts: readonly Act[] = this.#acts): void {
    this.#session = this.#engine.open(this.story, this.#byHand);
    this.#acts = [];
    this.#changed();
    for (const { position, line } of acts) {
      this.reach(position);
      this.act(position, line);
    }
  }

  /** Plays on until a position has been played, as far as a search goes. */
  reach(position: number): void {
    const search = { from: this.timeline.end, played: 0 };
    while (this.timeline.end.position < position && this.lookAhead(search));
  }

  /** Plays on until a time (µs) has come, or until nothing is scheduled before it. */
  reachTime(time: number): void {
    let { end } = this.timeline;
    for (let last = -1; last < end.position && end.time < time; ) {
      last = end.position;
      end = this.#session.runOn(Math.ceil(time - end.time));
    }
    this.#changed();
  }

  free(): void {
    try {
      this.#session.free();
    } catch {
      // The engine stopped, and its sessions went with it.
    }
  }

  #changed(): void {
    this.#timeline = null;
    this.#board = null;
  }
}
