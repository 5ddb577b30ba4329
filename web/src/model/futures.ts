// The runs of a page: the one on screen and those that were left. Acting in the past parts a run in two, and both stay; going
// from one to another keeps the time, so that they can be compared. A run that was left long ago is put to sleep: its story and
// its acts are enough to wake it.

import type { EngineRoom } from '../engine/engine';
import type { ActMark, Mark } from '../engine/view';
import { actsAfter, type Branch, isSameStory, isWorthKeeping, lastAct, type Parting } from './branch';
import type { Run } from './run';
import type { Showing } from './showing';
import type { State, StoryHead } from './state';

/** So many runs beside the one on screen hold on to their memory in the engine. */
const AWAKE = 3;

interface Kept {
  id: number;
  story: StoryHead | null;
  title: string | null;
  parted: Parting | null;
  run: Run;
  /** What a person did in it after it parted, as it was when it was left. */
  acts: readonly ActMark[];
  /** Where it was left, and the last position that was shown of it. */
  at: Mark;
  seen: number;
  /** Made by undoing: another one has the same acts and more, so that it need not be listed. */
  isPart: boolean;
}

type Listed = Pick<State, 'branches' | 'branch' | 'compared' | 'undone'>;

/** Where to be in a run that comes on screen. */
export interface Arrival {
  place: Mark;
  story: StoryHead | null;
}

export class Futures {
  readonly #showing: Showing;
  /** The one on screen is among them; those that were on screen last come last. */
  #all: Kept[] = [];
  #here: Kept | null = null;
  #count = 0;
  /** Runs from which acts were undone, the last one last. */
  #undone: number[] = [];
  /** Runs live in the engine of the room they were begun in, whichever room the page is in now. */
  readonly #listening = new Map<EngineRoom, () => void>();

  constructor(showing: Showing) {
    this.#showing = showing;
  }

  /**
   * Another story, or another telling of it, comes on screen. The run before is kept if a person did something in it, or asked for
   * it.
   */
  begin(run: Run, story: StoryHead | null, keepsBefore = false): Listed {
    this.leave(keepsBefore);
    const isTheSame = (one: Kept) => isUntouched(one) && isSameStory(one.story, story) && one.run.story === run.story;
    const before = actsAfter(run.timeline).length === 0 ? this.#all.find(isTheSame) : undefined;
    if (before === undefined) this.#here = this.#add(run, story, null);
    else {
      before.run.free();
      before.run = run;
      this.#here = before;
    }
    this.#showing.run = run;
    this.#showing.seen = 0;
    this.#showing.visited = null;
    return this.listed();
  }

  /** Takes the run off the screen. */
  leave(isKept = false): void {
    const here = this.#here;
    this.#forgetUndone();
    this.#noteWhereItIs();
    this.#here = null;
    this.#showing.run = null;
    if (here === null) return;
    const isParent = this.#all.some(({ parted }) => parted?.from === here.id);
    if ((here.isPart || isUntouched(here)) && !isParent && !isKept) this.#drop(here);
    here.isPart = false;
    this.#lull();
  }

  /**
   * Does something to the run at the place that is shown; what lies ahead there stays as a branch. When it throws, everything is
   * as it was.
   */
  parting<T>(change: (run: Run, position: number) => T): T {
    const { run, seen, state } = this.#showing;
    const here = this.#here;
    if (run === null || here === null || state.shown === null) throw new Error('There is no run to act in.');
    const { position, time } = state.shown;
    const left = isWorthKeeping(run.timeline, position, seen) ? run.fork() : null;
    let result: T;
    try {
      result = change(run, position);
    } catch (error) {
      left?.free();
      throw error;
    }
    this.#forgetUndone();
    here.isPart = false;
    if (left !== null) {
      // The run that was left keeps its name; the one that goes on is another one.
      here.run = left;
      this.#noteWhereItIs();
      this.#all = [...this.#all.filter((one) => one !== here), here];
      this.#here = this.#add(run, here.story, { position, time, from: here.id });
      this.#lull();
    }
    this.#showing.visited = null;
    this.#showing.set(this.listed());
    return result;
  }

  /** Another run on screen, at the same time; of another story, where it was left. */
  goTo(id: number): Arrival | null {
    const to = this.#all.find((one) => one.id === id);
    const here = this.#here;
    if (to === undefined || to === here) return null;
    const { shown } = this.#showing.state;
    const isSame = here !== null && isSameStory(here.story, to.story);
    this.leave();
    return this.#arrive(to, isSame && shown !== null ? placeIn(to, here, shown) : to.at);
  }

  /** To just before the last act. The run that has it stays as a branch; what was there before is there again. */
  undo(): Arrival | null {
    const here = this.#here;
    const act = here === null ? undefined : lastAct(here.run.timeline);
    if (here === null || act === undefined) return null;
    const { parted } = here;
    const place = { position: act.position - 1, time: act.time };
    const isFirst = parted !== null && actsAfter(here.run.timeline, parted.position)[0] === act;
    const parent = isFirst ? this.#all.find(({ id }) => id === parted.from) : undefined;
    this.#noteWhereItIs();
    this.#undone.push(here.id);
    if (parent !== undefined) return this.#arrive(parent, place);
    const before = this.#add(here.run.fork(), here.story, parted);
    before.run.undoTo(place.position);
    before.isPart = true;
    return this.#arrive(before, place);
  }

  /** To the act that was undone last, done again. */
  redo(): Arrival | null {
    const id = this.#undone.pop();
    const whole = this.#all.find((one) => one.id === id);
    const act = whole === undefined ? undefined : lastAct(whole.run.timeline);
    if (whole === undefined || act === undefined) return null;
    this.#noteWhereItIs();
    const part = this.#here;
    const arrival = this.#arrive(whole, act);
    if (part?.isPart) this.#drop(part);
    this.#showing.set(this.listed());
    return arrival;
  }

  rename(id: number, title: string): void {
    const named = this.#all.find((one) => one.id === id);
    if (named === undefined) return;
    const trimmed = title.trim().slice(0, 80);
    named.title = trimmed === '' ? null : trimmed;
    this.#showing.set(this.listed());
  }

  /** The engine stopped, and took every run with it; the one on screen is made again by the store. */
  #lost(): void {
    for (const one of this.#all) if (one !== this.#here) one.run.lost();
  }

  free(): void {
    for (const stop of this.#listening.values()) stop();
    this.#listening.clear();
    for (const { run } of this.#all) run.free();
    this.#all = [];
    this.#here = null;
    this.#showing.run = null;
  }

  listed(): Listed {
    const here = this.#here;
    if (here !== null) here.acts = actsAfter(here.run.timeline, here.parted?.position);
    const shown = this.#all.filter((one) => one === here || !one.isPart);
    const branches = shown.map(({ id, story, title, parted, acts: [act = null, ...more] }): Branch => {
      return { id, story, title, parted, act, more: more.length };
    });
    branches.sort((a, b) => a.id - b.id);
    const compared = shown.findLast((one) => one !== here && isSameStory(one.story, here?.story ?? null));
    const undone = this.#undone.at(-1) ?? null;
    return { branches, branch: here?.id ?? null, compared: compared?.id ?? null, undone };
  }

  #add(run: Run, story: StoryHead | null, parted: Parting | null): Kept {
    const { room } = this.#showing;
    if (!this.#listening.has(room))
      this.#listening.set(
        room,
        room.onRestart(() => this.#lost()),
      );
    this.#count += 1;
    const acts = actsAfter(run.timeline, parted?.position);
    const at = run.timeline.begin;
    const kept = { id: this.#count, story, title: null, parted, run, acts, at, seen: 0, isPart: false };
    this.#all.push(kept);
    return kept;
  }

  #arrive(to: Kept, place: Mark): Arrival {
    this.#here = to;
    this.#all = [...this.#all.filter((one) => one !== to), to];
    this.#showing.run = to.run;
    this.#showing.seen = Math.max(to.seen, place.position);
    this.#showing.visited = place;
    this.#lull();
    this.#showing.set(this.listed());
    return { place, story: to.story };
  }

  #noteWhereItIs(): void {
    const here = this.#here;
    const { shown } = this.#showing.state;
    if (here === null || shown === null) return;
    here.at = { position: shown.position, time: shown.time };
    here.seen = this.#showing.seen;
    here.acts = actsAfter(here.run.timeline, here.parted?.position);
  }

  /** What was undone is not done again any more; the run that has all of it stays. */
  #forgetUndone(): void {
    this.#undone = [];
    for (const one of this.#all.filter(({ isPart }) => isPart)) if (one !== this.#here) this.#drop(one);
  }

  #drop(one: Kept): void {
    one.run.free();
    this.#all = this.#all.filter((other) => other !== one);
  }

  #lull(): void {
    const others = this.#all.filter((one) => one !== this.#here);
    for (const { run } of others.slice(0, Math.max(0, others.length - AWAKE))) run.sleep();
  }
}

/** The story as told. */
function isUntouched({ parted, title, acts }: Kept): boolean {
  return parted === null && title === null && acts.length === 0;
}

/**
 * The same time in another run: where one was there at that time; before they part the same position; else the last one of that
 * time.
 */
function placeIn(to: Kept, here: Kept, { position, time }: Mark): Mark {
  if (to.at.time === time) return to.at;
  const isBefore = (one: Kept, other: Kept) => one.parted?.from === other.id && position <= one.parted.position;
  to.run.reachTime(time);
  if (isBefore(to, here) || isBefore(here, to)) return { position, time };
  const { begin, end } = to.run.timeline;
  return { position: to.run.positionAt(time, begin.position, end.position), time };
}
