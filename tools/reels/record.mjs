// Records shipped stories on reels: what the page needs to show and play a story before the engine is there, taken from the
// engine itself. web/src/engine/reel.ts has the format and plays it.
//
// A reel holds every position around whatever happens. Of the waits between, which event pace folds, it holds a few.

import { gzip } from 'pako';
import { change, Slots } from './change.mjs';

/** µs of model time before and after whatever happens. Event pace folds only waits longer than their sum. */
const BEFORE = 5_000;
const AFTER = 40_000;
/** Positions of a wait, and how far apart they are at least (µs): so many pictures are seen of a fold. */
const OF_A_WAIT = 12;
const APART = 250_000;
/** More records than a story's log has, and more events than one position has. */
const ALL = 1_000;
/** Of the board everything; of a log, that of a partition that is named as open. */
const everything = {
  records: ALL,
  whole: ALL,
  first: 0,
  count: 0,
  open: [],
  unfolded: [],
  find: '',
  troubled: false,
  idle: true,
  fields: ALL,
  message: null,
};
/** Fields that hold a moment of model time. */
const times = [
  'time',
  'sentAt',
  'deliverAt',
  'since',
  'until',
  'lastHeartbeat',
  'sessionEnds',
  'caughtUpAt',
  'behindSince',
  'lagEnds',
];

/** What is known of an engine's stories without it, by the name of the file: gzipped JSON. */
export function* record(engine) {
  const stories = engine.stories();
  yield ['all.stories', packed(stories)];
  for (const [i, listing] of stories.entries()) {
    const reel = reelOf(engine, listing, stories[i + 1] ?? null);
    yield [`${listing.name}.reel`, packed(reel)];
  }
}

const packed = (value) => gzip(JSON.stringify(value), { level: 9 });

function reelOf(engine, listing, next) {
  const session = engine.open(engine.storyText(listing.name));
  const timeline = session.timeline(0);
  const clock = { names: times, now: timeline.begin.time };
  const slots = new Slots();
  let before = { board: null, why: null };
  const recorded = positions(session, timeline);
  const frames = recorded.map((position, i) => {
    const board = session.board(position, { ...everything, open: timeline.partitions });
    const why = Object.fromEntries(
      board.partitions.map(({ name }) => [name, session.why({ kind: 'high-watermark', partition: name })]),
    );
    clock.now = board.time;
    const frame = change(before, { board, why }, clock, slots);
    before = { board, why };
    const isLast = position === timeline.end.position || recorded[i + 1] === position + 1;
    return [position, board.time, frame, ...(isLast ? [] : [session.board(position + 1, everything).time])];
  });
  const happened = recorded.flatMap((at) => session.happened(at, ALL).filter(({ position }) => position === at));
  const reel = {
    engine: engine.engineVersion(),
    listing,
    next,
    text: session.text(),
    hash: hash(engine.storyText(listing.name)),
    kinds: engine.momentKinds(),
    times,
    timeline,
    // Without columns all is told.
    lanes: session.lanes(new Float64Array(), 1, Uint32Array.from(timeline.partitions.keys()), new Uint32Array()),
    happened,
    frames,
  };
  session.free();
  return reel;
}

/** By which a link knows a story: FNV-1a, 64 bits, as in web/src/share/hash.ts. */
function hash(text) {
  let sum = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  return sum.toString(16).padStart(16, '0');
}

function positions(session, { begin, end, moments, captions, acts }) {
  const ofMoments = moments.filter((_, i) => i % 4 === 1);
  const ofMarks = [begin, ...captions, ...acts, end].map(({ time }) => time);
  const marks = [...ofMoments, ...ofMarks].filter((time) => time >= begin.time).sort((a, b) => a - b);
  const at = (time) => Math.min(end.position, Math.max(begin.position, session.positionAt(time).position));
  const positions = new Set();
  for (const [i, mark] of marks.entries()) {
    for (let position = at(mark - BEFORE); position <= at(mark + AFTER); position++) positions.add(position);
    const [from, wait] = [mark + AFTER, (marks[i + 1] ?? mark) - BEFORE - mark - AFTER];
    const times = Math.min(OF_A_WAIT, Math.floor(wait / APART));
    for (let time = 1; time <= times; time++) positions.add(at(from + Math.floor((wait * time) / (times + 1))));
  }
  return [...positions].sort((a, b) => a - b);
}
