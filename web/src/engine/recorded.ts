// A reel as an engine: it has one story, and a session that shows what is on the reel. It answers what the page asks of itself
// while it plays; whatever a person asks beyond that waits for the engine (`EngineRoom.recorded`).

import type { Engine, EngineRoom, Question, Seen, Session } from './engine';
import type { Reel, ReelFrame } from './reel';
import type { Board, Cause, Happened, Lanes, Mark, MetricView, StoryListing, TimelinePart } from './view';

/** `stories` are all that there are, as far as that is known. */
export function roomOf(
  reel: Reel,
  stories: readonly StoryListing[],
  receiver: Omit<NonNullable<EngineRoom['recorded']>, 'hash'>,
): EngineRoom {
  return {
    engine: engineOf(reel, stories),
    recorded: {
      hash: reel.hash,
      engineWanted: () => receiver.engineWanted(),
      storyWanted: (name) => receiver.storyWanted(name),
    },
    restart() {},
    onRestart: () => () => {},
    isDead: () => false,
  };
}

function engineOf(reel: Reel, stories: readonly StoryListing[]): Engine {
  const known = [reel.listing, ...(reel.next === null ? [] : [reel.next])];
  return {
    engineVersion: () => reel.engine,
    stories: () => (stories.length > 0 ? [...stories] : known),
    commands: () => [],
    configs: () => [],
    mistakes: () => [],
    withSetting: beyondIt,
    withoutExpectations: beyondIt,
    momentKinds: () => reel.kinds,
    purposes: () => [],
    rules: () => [],
    eventRules: () => [],
    storyText: () => reel.text,
    open: () => new RecordedSession(reel),
  };
}

/** Thrown for what only an engine can do. The store asks for the engine before it comes to that. */
const beyond = () => new Error('This is not on the reel; it needs the engine.');
const beyondIt = (): never => {
  throw beyond();
};

export class RecordedSession implements Session {
  readonly #reel: Reel;
  #frame: ReelFrame;

  constructor(reel: Reel) {
    this.#reel = reel;
    this.#frame = reel.frames[0] as ReelFrame;
  }

  timeline(): TimelinePart {
    return this.#reel.timeline;
  }

  /** A story is short: what falls into one column may as well be told. */
  lanes(_edges: Float64Array, _perMark: number, full: Uint32Array, others: Uint32Array): Lanes {
    const { lanes, clients } = this.#reel.lanes;
    const of = (place: number) => lanes.filter(({ partition }) => partition === place);
    return {
      lanes: [...[...full].flatMap(of), ...[...others].flatMap(of).map((lane) => ({ ...lane, offsets: [] }))],
      clients: clients.filter(({ partition }) => partition === null || full.includes(partition)),
    };
  }

  holds(position: number): boolean {
    return this.#at(position)?.position === position;
  }

  lasts(position: number): number {
    return this.#at(position)?.lasts ?? Number.POSITIVE_INFINITY;
  }

  board(position: number, seen: Seen): Board {
    const frame = this.#at(position);
    if (frame?.position !== position) throw beyond();
    this.#frame = frame;
    return asSeen(frame.board, seen);
  }

  positionAt(time: number): Mark {
    const { position, time: at } = this.#last((frame) => frame.time <= time) ?? this.#frame;
    return { position, time: at };
  }

  happened(position: number, count: number): Happened[] {
    const upTo = this.#reel.happened.filter((one) => one.position <= position);
    // As the engine: what happened at one time is not parted.
    const oldest = upTo.at(-count)?.time;
    const first = count === 0 ? upTo.length : oldest === undefined ? 0 : upTo.findIndex(({ time }) => time === oldest);
    return upTo.slice(first);
  }

  why(question: Question): Cause[] {
    return question.kind === 'high-watermark' ? (this.#frame.why[question.partition] ?? []) : [];
  }

  text(): string {
    return this.#reel.text;
  }

  byHand(): string {
    return '';
  }

  configs(): never {
    throw beyond();
  }

  partitionFor(): undefined {}

  travelled(): never {
    throw beyond();
  }

  outcomeDigest(): never {
    throw beyond();
  }

  ledger(): never {
    throw beyond();
  }

  metrics(): MetricView[] {
    return [];
  }

  print(): never {
    throw beyond();
  }

  digest(): never {
    throw beyond();
  }

  act(): never {
    throw beyond();
  }

  undoTo(): never {
    throw beyond();
  }

  runOn(): never {
    throw beyond();
  }

  reach(): never {
    throw beyond();
  }

  scheduled(): never {
    throw beyond();
  }

  fork(): never {
    throw beyond();
  }

  free(): void {}

  #at(position: number): ReelFrame | undefined {
    return this.#last((frame) => frame.position <= position);
  }

  /** The last frame of those that come first. */
  #last(isBefore: (frame: ReelFrame) => boolean): ReelFrame | undefined {
    const { frames } = this.#reel;
    let [low, high] = [0, frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(frames[middle] as ReelFrame)) low = middle + 1;
      else high = middle;
    }
    return frames[low - 1];
  }
}

/** Of a whole board, as a reel has it, only what is asked for, as the engine gives it. */
export function asSeen(board: Board, { records, open, idle, fields, message: opened }: Seen): Board {
  return {
    ...board,
    partitions: board.partitions.map((partition) => ({
      ...partition,
      replicas: partition.replicas.map((replica) => ({
        ...replica,
        records: open.includes(partition.name)
          ? replica.records.slice(Math.max(0, replica.records.length - records))
          : [],
      })),
    })),
    messages: board.messages
      .filter((message) => idle || !message.idle || message.key === opened)
      .map((message) => (message.key === opened ? message : { ...message, fields: message.fields.slice(0, fields) })),
  };
}
