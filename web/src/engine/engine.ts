// The engine as the page meets it. crates/bindings implements it; web/test/fixtures has a small stand-in.

import type {
  Board,
  Cause,
  CommandListing,
  ConfigListing,
  ConfigView,
  EventRule,
  Happened,
  Lanes,
  Ledger,
  Mark,
  MetricView,
  MomentKindView,
  PlayedOn,
  Printed,
  RuleListing,
  Scheduled,
  StoryError,
  StoryListing,
  TimelinePart,
  Travelled,
} from './view';

export interface Engine {
  engineVersion(): string;
  stories(): StoryListing[];
  /** Every command of the story language, with the menus that offer it. */
  commands(): CommandListing[];
  /** Every setting of the model, by Kafka's name. */
  configs(): ConfigListing[];
  /** All that is wrong with a story as far as it can be told without running it. */
  mistakes(text: string): StoryError[];
  /**
   * A story with another setting at its head: of the process `whose`, of every broker and the controller when that is empty.
   * An empty value goes back to the default. Throws a `StoryError`.
   */
  withSetting(text: string, whose: string, name: string, value: string): string;
  /** A story with what it expects of its run as comments. */
  withoutExpectations(text: string): string;
  /** Kafka's safety rules that a run may switch off. */
  rules(): RuleListing[];
  /** The rules that events follow; each event names its own. */
  eventRules(): EventRule[];
  /** Every kind of moment, in the order by which a time line speaks of them. */
  momentKinds(): MomentKindView[];
  /** What a connection may be narrowed to: `fetch`, `heartbeat`, … */
  purposes(): string[];
  /** Throws when no story has that name. */
  storyText(name: string): string;
  /**
   * Runs the whole story once, then what a person did in it, as `Session.byHand` wrote it down, and on to a time (µs since
   * its begin). Throws a `StoryError` when something is wrong, and when it comes to more work than is granted: a unit is a
   * step of a small cluster, about 10 µs.
   */
  open(text: string, byHand?: string, until?: number, mostWork?: number): Session;
}

/** One run. A position is the number of steps applied; several positions may share a microsecond. */
export interface Session {
  /** Only of a reel, which does not have every position: whether it has this one. */
  holds?(position: number): boolean;
  /** Only of a reel: the time (µs) at which another position follows that it does not have. */
  lasts?(position: number): number;
  /** The time line from a position on; `joined` keeps what is known from before. */
  timeline(from: number): TimelinePart;
  /**
   * The lanes of some partitions, each by its place in the time line: some in full, of others who led and who was in sync.
   * `edges` are pairs of time and position: where the columns begin that somebody draws, and where the last one ends; without
   * any, all is told. Clients' marks of `perMark` columns become one.
   */
  lanes(edges: Float64Array, perMark: number, full: Uint32Array, others: Uint32Array): Lanes;
  /** What happens next by itself, at the position last asked for by `board`: the earliest of each kind, the next one first. */
  scheduled(): Scheduled[];
  /** The same run once more. Each goes its own way from here. */
  fork(): Session;
  /** Goes to a position and gives as much of it as is asked for. */
  board(position: number, seen: Seen): Board;
  /** The last position whose time is not after `time` (µs), within what has been played. */
  positionAt(time: number): Mark;
  /** The last `count` events up to and including the position, oldest first. */
  happened(position: number, count: number): Happened[];
  /** What everything has set, at the position last asked for by `board`. */
  configs(): ConfigView[];
  /** The partition that a record with this key goes to, by the hash of the key; nothing for an unknown topic. */
  partitionFor(topic: string, key: string): number | undefined;
  /** The chain that answers, at the position last asked for by `board`. */
  why(question: Question): Cause[];
  /** What became of the records sent, there: a row for each of the `newest`, and for those lost or there twice. */
  ledger(newest: number): Ledger;
  /** What a broker or controller reports to JMX at the position last asked for by `board`; nothing while it is down. */
  metrics(process: string): MetricView[];
  /**
   * What a story line that prints, such as `describe`, would print there; of an empty line what administrators have run so
   * far. Throws a `StoryError` when the line does not print.
   */
  print(line: string): Printed[];
  /**
   * One story line done at a position by hand; what lay ahead is gone, and the run goes on from there. Gives the new end, or
   * throws a `StoryError`.
   */
  act(position: number, line: string): Mark;
  /** Goes back to a position, as if nothing had been done after it. Gives the new end. */
  undoTo(position: number): Mark;
  /** Plays on beyond the end by at most so much model time (µs), and a bounded number of steps. */
  runOn(micros: number): PlayedOn;
  /** Plays on until so many steps have been played, within the same bound. */
  reach(position: number): PlayedOn;
  /** The run as story text, the person's acts included. */
  text(): string;
  /** What was done by hand: the story opened with it is this run again. Empty when nothing was. */
  byHand(): string;
  /** What is on its way at a position or sent after it, up to another one; at most so many messages. */
  travelled(from: number, to: number, idle: boolean, most: number): Travelled[];
  /** Of what came of the run up to the position last asked for by `board`; versions that play it alike agree. 16 hex digits. */
  outcomeDigest(): string;
  /** The digest of the state at the position last asked for by `board`: 16 hex digits. */
  digest(): string;
  free(): void;
}

/** What of the board is asked for: only that is read, so that its cost follows the screen. */
export interface Seen {
  /** Newest records of each replica of an open partition. */
  records: number;
  /** A board of at most so many partitions is given whole; of a larger one its topics and the rows in sight. */
  whole: number;
  /** Rows in sight: the partitions of unfolded topics, numbered through. */
  first: number;
  count: number;
  /** Partitions whose logs are shown, wherever their rows are. */
  open: readonly string[];
  unfolded: readonly string[];
  /** Only partitions whose name has this in it; while something is sought, no topic is folded. */
  find: string;
  /** Only partitions that lack a leader or a member of the ISR. */
  troubled: boolean;
  /** Messages of which nothing would be missed, too. */
  idle: boolean;
  /** First fields of each message. */
  fields: number;
  /** The message or waiting request that is opened: with all its fields, and given whatever it carries. */
  message: string | null;
}

/** Brokers by number; other processes, partitions, messages and parked requests by the names the board gives them. */
export type Question =
  /** Is the record at this offset committed? */
  | { kind: 'record'; partition: string; offset: number }
  /** May this consumer read it? */
  | { kind: 'readable'; consumer: string; partition: string; offset: number }
  /** What was a producer told of its n-th record? */
  | { kind: 'acknowledgement'; producer: string; n: number }
  /** Is a producer's n-th record lost, or where does it lie? */
  | { kind: 'loss'; producer: string; n: number }
  /** The leader's high watermark, or that of one replica. */
  | { kind: 'high-watermark'; partition: string; broker?: number }
  | { kind: 'leadership'; partition: string }
  | { kind: 'membership'; partition: string; broker: number }
  | { kind: 'parked'; key: string }
  | { kind: 'message'; key: string }
  /** What does this producer wait for? */
  | { kind: 'producer'; node: string }
  | { kind: 'consumer'; node: string }
  /** Is this broker fenced? */
  | { kind: 'session'; broker: number }
  /** Is this broker behind in the metadata? */
  | { kind: 'metadata'; broker: number }
  /** Why was a request refused in the step that led to this position? */
  | { kind: 'refusal'; position: number }
  /** Why was the last request of this process refused? */
  | { kind: 'last-refusal'; node: string };

export function isStoryError(error: unknown): error is StoryError {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'line' in error;
}

/** An engine, and a way to a fresh one after it has stopped on a mistake of its own. */
export interface EngineRoom {
  engine: Engine;
  /** There is no engine yet: one story plays from a reel, and what that does not hold waits. */
  recorded?: {
    /** Of the story's text. */
    hash: string;
    /** Something waits for the engine. */
    engineWanted(): void;
    /** Another story is chosen; it may have a reel too. */
    storyWanted(name: string): void;
  };
  /** Starts a fresh instance. Every session of the page is lost; all who listen build theirs again. */
  restart(): void;
  onRestart(rebuild: () => void): () => void;
  /** Whether an error means that the instance is dead. */
  isDead(error: unknown): boolean;
}
