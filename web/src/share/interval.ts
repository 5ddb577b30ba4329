// What happened between two places of a run: captions, events, and the messages.

import type { Caption, Happened, Travelled } from '../engine/view';
import type { Run } from '../model/run';

export interface Interval {
  from: number;
  to: number;
  captions: Caption[];
  events: Happened[];
  travelled: Travelled[];
  /** There was more than is told. */
  more: boolean;
}

/** Events, and messages, at most: a diagram of more cannot be read. */
const MOST = 300;

export function intervalOf(run: Run, from: number, to: number, idleMessages: boolean): Interval {
  const events = eventsOf(run, from, to);
  const travelled = run.travelled(from, to, idleMessages, MOST + 1);
  return {
    from,
    to,
    captions: run.timeline.captions.filter(({ position }) => position >= from && position <= to),
    events: events.slice(0, MOST),
    travelled: travelled.slice(0, MOST),
    more: events.length > MOST || travelled.length > MOST,
  };
}

/** Moments that one question to the session reaches back over. */
const AT_ONCE = 60;

/** From the first on, a piece at a time, until there are enough. The session tells the last events before a position. */
function eventsOf(run: Run, from: number, to: number): Happened[] {
  const moments = run.timeline.moments.filter(({ position }) => position > from && position <= to);
  const events: Happened[] = [];
  let told = from;
  for (let next = 0; next < moments.length && events.length <= MOST; ) {
    const piece = moments.slice(next, next + AT_ONCE);
    const last = piece.at(-1)?.position ?? to;
    // All that happened at one position is told together.
    const whole = next + AT_ONCE >= moments.length || last === piece[0]?.position;
    const upTo = whole ? last : (piece.findLast(({ position }) => position < last)?.position ?? last);
    events.push(...run.happened(upTo, 1_000_000).filter(({ position }) => position > told));
    told = upTo;
    const after = moments.findIndex(({ position }) => position > upTo);
    next = after < 0 ? moments.length : after;
  }
  return events;
}
