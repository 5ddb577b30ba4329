// One run of the engine with what a page remembers of it: enough to build it again in a fresh engine.

import { type Engine, isStoryError, type Question, type Seen, type Session } from '../engine/engine';
import { nothingSeen } from '../engine/sight';
import { joined, type Timeline } from '../engine/timeline';
import type {
  Board,
  Cause,
  ConfigView,
  Happened,
  Lanes,
  Ledger,
  Mark,
  MetricView,
  MomentKindView,
  PlayedOn,
  Printed,
  Scheduled,
  Travelled,
} from '../engine/view';

export interface Act {
  position: number;
  /** None for going back to the position. */
  line: string | null;
}

/** A run as a text, from which it can be made again. */
export interface Written {
  text: string;
  byHand: string;
}

/** What the engine was asked to do and has not done yet: a line at a position, or to play on until a time (µs). */
export type Tried = TriedLine | { until: number };
type TriedLine = { position: number; line: string };

/** What an event pace looks ahead in search of the next moment (µs of model time). */
const LOOK_AHEAD = 360_000_000;
/** One piece of it: short at first, because a moment is mostly near, but long enough to tell a crowd. */
const LEAST_PIECE = 5_000_000;
const MOST_PIECE = 20_000_000;

export class Run {
  #engine: Engine;
  story: string;
  /** What was done in the story before it was opened here. */
  readonly #byHand: string;
  /** None while it sleeps. */
  #awake: Session | null;
  /** How far it had been played when it went to sleep. */
  #played = 0;
  /** A clone that is played on in search of a moment. It becomes the run if one is found. */
  #ahead: { session: Session; played: PlayedOn } | null = null;
  #timeline: Timeline | null = null;
  /** The time line is known up to here. */
  #known = 0;
  #board: Board | null = null;
  #seen: Seen | null = null;
  #acts: readonly Act[] = [];
  #kinds: readonly MomentKindView[] | null = null;
  /** It may not be longer, or nothing is scheduled. */
  #over = false;
  #tried: Tried | null = null;
  readonly lookAheadFor = LOOK_AHEAD;

  constructor(engine: Engine, story: string, byHand = '', session = engine.open(story, byHand)) {
    this.#engine = engine;
    this.story = story;
    this.#byHand = byHand;
    this.#awake = session;
  }

  /** The same run once more. Each goes its own way from here. */
  fork(): Run {
    const fork = new Run(this.#engine, this.story, this.#byHand, this.#session.fork());
    fork.#acts = this.#acts;
    fork.#timeline = this.timeline;
    fork.#known = this.#known;
    return fork;
  }

  get isOver(): boolean {
    return this.#over;
  }

  get acts(): readonly Act[] {
    return this.#acts;
  }

  get timeline(): Timeline {
    if (this.#timeline === null || this.#known < Number.POSITIVE_INFINITY) {
      this.#timeline = this.#read(this.#session, this.#timeline, this.#known);
      this.#known = Number.POSITIVE_INFINITY;
    }
    return this.#timeline;
  }

  /** The same object until the position changes, or what is seen of it. */
  board(position: number, seen: Seen): Board {
    if (this.#board?.position !== position || this.#seen !== seen) {
      this.#board = this.#session.board(position, seen);
      this.#seen = seen;
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

  why(question: Question): Cause[] {
    return this.#session.why(question);
  }

  metrics(process: string): MetricView[] {
    return this.#session.metrics(process);
  }

  ledger(newest: number): Ledger {
    return this.#session.ledger(newest);
  }

  configs(): ConfigView[] {
    return this.#session.configs();
  }

  partitionFor(topic: string, key: string): number | undefined {
    return this.#session.partitionFor(topic, key);
  }

  /** Nothing when the line means something that is not there at this position. */
  print(line: string): Printed[] {
    try {
      return this.#session.print(line);
    } catch (error) {
      if (isStoryError(error)) return [];
      throw error;
    }
  }

  lanes(edges: Float64Array, perMark: number, full: readonly number[], others: readonly number[]): Lanes {
    return this.#session.lanes(edges, perMark, Uint32Array.from(full), Uint32Array.from(others));
  }

  /** What happens next by itself after a position. */
  scheduledAfter(position: number): Scheduled[] {
    this.board(position, this.#seen ?? nothingSeen);
    this.#board = null;
    return this.#session.scheduled();
  }

  digest(): string {
    return this.#session.digest();
  }

  /** What has come of the run up to a place, and how many positions of that very time come after it. */
  outcomeAt({ position, time }: Mark): { outcome: string; back: number } {
    const last = this.#session.positionAt(Math.floor(time)).position;
    // To the place itself, also when its board is known already.
    this.#session.board(position, nothingSeen);
    return { outcome: this.#session.outcomeDigest(), back: Math.max(0, last - position) };
  }

  written(): Written {
    return { text: this.story, byHand: this.byHand() };
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
    this.forgetAhead();
    const end = this.#try({ position, line }, (session) => session.act(position, line));
    this.#acts = [...this.#acts.filter((before) => before.position < position), { position, line }];
    this.#changedFrom(position);
    return end;
  }

  /** Goes back to a position, as if nothing had been done after it. */
  undoTo(position: number): void {
    this.forgetAhead();
    const end = this.#session.undoTo(position);
    this.#acts = [...this.#acts.filter((before) => before.position < position), { position, line: null }];
    this.#changedFrom(Math.min(position, end.position));
  }

  // ── what stops the engine ──

  /** What it was asked for when it stopped, for as long as nothing else is tried. */
  get tried(): Tried | null {
    return this.#tried;
  }

  #try<T>(tried: Tried, work: (session: Session) => T): T {
    const session = this.#session;
    this.#tried = tried;
    try {
      const done = work(session);
      this.#tried = null;
      return done;
    } catch (error) {
      if (isStoryError(error)) this.#tried = null;
      throw error;
    }
  }

  /** What was done by hand, and after it the line that was tried. */
  byHandWith({ position, line }: TriedLine): string {
    const fork = this.#session.fork();
    // A line that does nothing takes its place: it leads there.
    fork.act(position, 'label tried-here');
    const lines = fork.byHand().split('\n');
    fork.free();
    return [...lines.slice(0, -1), line].join('\n');
  }

  // ── beyond the end ──

  /** Plays on by so much model time. False when there is nothing more: nothing is scheduled, or a run may not be longer. */
  playOn(micros: number): boolean {
    this.forgetAhead();
    const before = this.timeline.end.position;
    const until = this.timeline.end.time + micros;
    const { end, over } = this.#try({ until }, (session) => session.runOn(micros));
    this.#changedFrom(before);
    this.#over = over;
    return end.position > before;
  }

  /** Plays on until a time (µs) has come, or until nothing is scheduled before it. */
  reachTime(time: number): void {
    while (this.timeline.end.time < time && this.playOn(Math.ceil(time - this.timeline.end.time)));
  }

  /** Plays on until a position has been played, as far as a run goes. */
  reach(position: number): void {
    const before = this.timeline.end.position;
    if (position <= before) return;
    this.forgetAhead();
    let played = this.#session.reach(position);
    while (played.end.position < position && !played.over) played = this.#session.reach(position);
    this.#changedFrom(before);
    this.#over = played.over;
  }

  /**
   * One more piece of a search beyond the end, each longer than the one before; the run itself stays as it is. Gives the
   * time line as it would be, or nothing when all the time of a search is played.
   */
  lookAhead(): Timeline | null {
    const { end } = this.timeline;
    this.#ahead ??= { session: this.#session.fork(), played: { end, time: end.time, over: false } };
    const { session, played } = this.#ahead;
    const looked = played.time - end.time;
    if (played.over || looked >= LOOK_AHEAD) return null;
    const piece = Math.min(LOOK_AHEAD, looked + Math.min(MOST_PIECE, Math.max(LEAST_PIECE, looked)));
    const until = end.time + piece;
    // The last step may lie before the time that was played.
    this.#ahead.played = this.#try({ until }, () => session.runOn(until - played.end.time));
    return this.#read(session, this.timeline, end.position);
  }

  /** What was looked at ahead becomes the run. */
  keepAhead(): void {
    if (this.#ahead === null) return;
    const before = this.timeline.end.position;
    free(this.#session);
    this.#awake = this.#ahead.session;
    const { over } = this.#ahead.played;
    this.#ahead = null;
    this.#changedFrom(before);
    this.#over = over;
  }

  forgetAhead(): void {
    if (this.#ahead !== null) free(this.#ahead.session);
    this.#ahead = null;
  }

  // ── from one engine to the next ──

  /** From a reel to the engine. */
  moveTo(engine: Engine, story: string): void {
    this.#engine = engine;
    this.story = story;
    this.rebuild([]);
  }

  /** Does everything again in a fresh engine, after the old one stopped. */
  rebuild(acts: readonly Act[] = this.#acts): void {
    this.lost();
    this.#acts = acts;
    this.#wake();
  }

  /** The engine stopped, and the session went with it. */
  lost(): void {
    this.#ahead = null;
    this.#awake = null;
    this.#changedFrom(0);
    this.#timeline = null;
  }

  /** Holds on to nothing in the engine until it is asked for something. */
  sleep(): void {
    if (this.#awake === null) return;
    this.#played = this.timeline.end.position;
    this.free();
    this.lost();
  }

  get #session(): Session {
    return this.#awake ?? this.#wake();
  }

  #wake(): Session {
    const session = this.#engine.open(this.story, this.#byHand);
    this.#awake = session;
    const acts = this.#acts;
    this.#acts = [];
    for (const { position, line } of acts) {
      this.reach(position);
      if (line === null) this.undoTo(position);
      else this.act(position, line);
    }
    this.reach(this.#played);
    return session;
  }

  free(): void {
    this.forgetAhead();
    if (this.#awake !== null) free(this.#awake);
  }

  /** Up to this position all is as it was. */
  #changedFrom(position: number): void {
    this.#over = false;
    this.#known = Math.min(this.#known, position);
    this.#board = null;
  }

  #read(session: Session, known: Timeline | null, from: number): Timeline {
    this.#kinds ??= this.#engine.momentKinds();
    return joined(known, session.timeline(from), from, this.#kinds);
  }
}

function free(session: Session): void {
  try {
    session.free();
  } catch {
    // The engine stopped, and its sessions went with it.
  }
}
