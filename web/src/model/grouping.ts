// Which moments of a run get an eye's time, and which of them are shown as one. A cluster does most things several times:
// for every replica, for every partition, again and again until it works. Each of these is one moment with a count.

import type { Moment, Timeline } from '../engine/timeline';
import type { ActMark, Caption, Mark } from '../engine/view';

/** Moments that are shown as one. */
export interface Group {
  /** Where it is shown: right after the last of them, or of a retry loop after the first. */
  place: Mark;
  /** Of the weightiest of them. */
  kind: string;
  weight: number;
  partition: string | null;
  count: number;
  /** From the first of them to the last (µs). */
  lasts: number;
  captions: number;
}

/** Moments below this weight pass unseen: an idle fetch, a heartbeat. */
const LEAST_WEIGHT = 3;
/** A change of leadership, an act, a finding are seen wherever they are; all else only in the rows in focus. */
export const ALWAYS_SEEN = 9;
/** With more partitions than this only the row that is open is in focus, where nobody says what to look at. */
const FEW_ROWS = 8;
const MILLISECOND = 1000;
/** One try after another is one retry loop, up to this far apart: a client backs off for up to 1.2 s. */
const RETRY_APART = 2_000_000;
/** A loop begins when something is refused or lost … */
const FAILS: ReadonlySet<string> = new Set(['produce-refused', 'connection-lost']);
/** … goes on with what is tried again … */
const TRIES: ReadonlySet<string> = new Set([...FAILS, 'produce-sent']);
/** … and is over when it has worked, or nobody tries any more. */
const ENDS: ReadonlySet<string> = new Set(['acknowledged', 'refused', 'leader-changed']);

/** Groups of moments up to a place, and the captions, in the order of the run. `open` is the row that is open on the board. */
export function groupsOf(timeline: Timeline, end: Mark, open: string | null = null): Group[] {
  const grouping = new Grouping();
  const focus = new Focus(timeline, open);
  let step: Moment[] = [];
  for (const moment of timeline.moments) {
    if (moment.position > end.position) break;
    if (step[0] !== undefined && step[0].position !== moment.position) {
      grouping.add(step);
      step = [];
    }
    if (isSeen(moment, timeline.begin, focus)) step.push(moment);
  }
  grouping.add(step);
  return withCaptions(grouping.groups, timeline);
}

export function hasManyRows({ partitions }: Timeline): boolean {
  return partitions.length > FEW_ROWS;
}

function isSeen({ position, weight, partition }: Moment, begin: Mark, focus: Focus): boolean {
  if (position <= begin.position || weight < LEAST_WEIGHT) return false;
  if (weight >= ALWAYS_SEEN || partition === null) return true;
  const rows = focus.rowsAt(position);
  return rows === null || rows.has(partition);
}

class Grouping {
  readonly groups: Group[] = [];
  /** By kind: the last group of that kind, and the time of its first moment. */
  readonly #recent = new Map<string, { group: Group; since: number }>();
  /** By partition: a retry loop that goes on, and the time of its last try. */
  readonly #loops = new Map<string | null, { group: Group; since: number; last: number }>();

  /** What one step did: one group, or part of one. */
  add(step: readonly Moment[]): void {
    const [first] = step;
    if (first === undefined) return;
    const main = step.reduce((a, b) => (b.weight > a.weight ? b : a));
    const { position, time, kind, weight, partition } = main;
    for (const moment of step) if (ENDS.has(moment.kind)) this.#loops.delete(moment.partition);
    const loop = this.#loops.get(partition);
    if (loop !== undefined && TRIES.has(kind) && time - loop.last <= RETRY_APART) {
      loop.last = time;
      loop.group.count += step.length;
      loop.group.lasts = time - loop.since;
      return;
    }
    const recent = this.#recent.get(kind);
    if (recent !== undefined && time - recent.since <= MILLISECOND) {
      const { group } = recent;
      group.place = { position, time };
      group.count += step.length;
      group.lasts = time - recent.since;
      return;
    }
    const group = { place: { position, time }, kind, weight, partition, count: step.length, lasts: 0, captions: 0 };
    this.groups.push(group);
    this.#recent.set(kind, { group, since: time });
    if (FAILS.has(kind)) this.#loops.set(partition, { group, since: time, last: time });
  }
}

/** The rows in focus, asked for ascending positions. */
class Focus {
  readonly #timeline: Timeline;
  readonly #byHand: readonly ActMark[];
  readonly #open: ReadonlySet<string> | null;
  readonly #partitions: ReadonlySet<string>;
  #caption = -1;
  #act = -1;
  /** Of the caption in force; none where it speaks of no partition. */
  #rows: ReadonlySet<string> | null;
  /** Of the act that was done last. */
  #acted: ReadonlySet<string> | null = null;

  constructor(timeline: Timeline, open: string | null) {
    this.#timeline = timeline;
    this.#byHand = timeline.acts.filter(({ byHand }) => byHand);
    this.#partitions = new Set(timeline.partitions);
    this.#open = open !== null && hasManyRows(timeline) ? new Set([open]) : null;
    this.#rows = this.#open;
  }

  /** None for all rows. */
  rowsAt(position: number): ReadonlySet<string> | null {
    const { captions } = this.#timeline;
    while ((captions[this.#caption + 1]?.position ?? Number.POSITIVE_INFINITY) <= position) {
      this.#caption += 1;
      const spoken = captions[this.#caption]?.focus.filter((name) => this.#partitions.has(name)) ?? [];
      this.#rows = spoken.length > 0 ? new Set(spoken) : this.#open;
    }
    while ((this.#byHand[this.#act + 1]?.position ?? Number.POSITIVE_INFINITY) <= position) {
      this.#act += 1;
      const reached = reachedBy(this.#timeline, this.#byHand[this.#act] as ActMark);
      this.#acted = this.#open === null || reached === null ? this.#open : new Set([...this.#open, reached]);
    }
    const acted = this.#byHand[this.#act];
    const isSinceCaption = acted !== undefined && acted.position >= (captions[this.#caption]?.position ?? 0);
    return isSinceCaption ? this.#acted : this.#rows;
  }
}

function withCaptions(groups: Group[], { captions, begin }: Timeline): Group[] {
  // A group stands at its last moment, and others may have begun since its first one.
  const all = groups.sort((a, b) => a.place.position - b.place.position);
  const alone: Group[] = [];
  let i = 0;
  for (const { position, time } of captions) {
    if (position < begin.position) continue;
    while ((all[i]?.place.position ?? Number.POSITIVE_INFINITY) < position) i += 1;
    const there = all[i];
    const before = alone.at(-1);
    if (there?.place.position === position) there.captions += 1;
    else if (before?.place.position === position) before.captions += 1;
    else {
      const place = { position, time };
      alone.push({ place, kind: 'caption', weight: 0, partition: null, count: 0, lasts: 0, captions: 1 });
    }
  }
  return alone.length === 0 ? all : [...all, ...alone].sort((a, b) => a.place.position - b.place.position);
}

/** The caption in force at a position. */
export function captionAt({ captions }: Timeline, position: number): Caption | null {
  return captions.findLast((caption) => caption.position <= position) ?? null;
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
  const reached = reachedBy(timeline, act);
  return reached === null ? [] : [reached];
}

/** The first partition in which something happens after an act. */
function reachedBy({ moments }: Timeline, act: ActMark): string | null {
  for (let i = firstFrom(moments, act.position); i < moments.length; i++) {
    const partition = moments[i]?.partition ?? null;
    if (partition !== null) return partition;
  }
  return null;
}

/** The place of the first of ascending marks that is not before a position. */
export function firstFrom(marks: readonly { position: number }[], position: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] as { position: number }).position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
