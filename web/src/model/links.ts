// Opening what a link leads to. What was done in the run on screen is kept as a branch, and a link that is wrong ends nothing.

import { type Engine, isStoryError } from '../engine/engine';
import type { Mark } from '../engine/view';
import type { TroubleText } from '../text/trouble';
import type { Futures } from './futures';
import { type Linked, type OpenedLink, placeOf } from './linked';
import { listsOf, type Opening } from './opening';
import type { Playing } from './playing';
import { Run } from './run';
import type { Showing } from './showing';
import { initialState } from './state';

/**
 * Units of work that a link may take without asking: about two seconds of a browser, ten minutes of a small cluster. Whoever
 * made it is a stranger, and a page that stands still cannot be left.
 */
export const LINK_WORK = 150_000;

export class Links {
  readonly #showing: Showing;
  readonly #playing: Playing;
  readonly #opening: Opening;
  readonly #futures: Futures;
  /** Opens the link that was refused, however long it takes. */
  #waiting: (() => void) | null = null;
  #unjudged: { link: OpenedLink; place: number } | null = null;

  constructor(showing: Showing, playing: Playing, opening: Opening, futures: Futures) {
    this.#showing = showing;
    this.#playing = playing;
    this.#opening = opening;
    this.#futures = futures;
  }

  /** Whether a link waits for a word that it may take long. */
  get asks(): boolean {
    const { trouble } = this.#showing.state;
    return this.#waiting !== null && trouble?.kind === 'link' && trouble.words.way === 'play-anyway';
  }

  playAnyway(): void {
    this.#waiting?.();
  }

  /** `found` is called before anything changes on screen. */
  open(engine: Engine, link: OpenedLink, found: () => void, mostWork: number | undefined = LINK_WORK): void {
    const { linked, text, broken } = link;
    this.#waiting = null;
    this.#unjudged = null;
    try {
      const { byHand, at } = linked;
      const run = new Run(engine, text, byHand, engine.open(text, byHand, at.time, mostWork));
      found();
      this.#show(run, link);
    } catch (error) {
      if (!isStoryError(error)) throw error;
      this.refuse(broken(error));
      this.#waiting = () => this.open(engine, link, found, Number.POSITIVE_INFINITY);
    }
  }

  /** Shows a link on a reel, and judges it when the engine has taken over. False when the reel has not that very moment. */
  openOnReel(engine: Engine, link: OpenedLink, found: () => void): boolean {
    const { linked, text, isAsMade } = link;
    if (!isAsMade || linked.byHand !== '') return false;
    const run = new Run(engine, text);
    const { time } = placeOf(linked, run.timeline, engine.engineVersion());
    const last = run.positionOf(time);
    if (run.within(last, time) < time || !run.holds(last - linked.at.back)) return false;
    found();
    this.#show(run, link);
    this.#unjudged = { link, place: this.#showing.state.shown?.position ?? 0 };
    return true;
  }

  /** The engine has taken over from a reel: what comes of the link is seen now, unless the person has gone elsewhere. */
  settle(): void {
    const { run, state } = this.#showing;
    const unjudged = this.#unjudged;
    this.#unjudged = null;
    if (unjudged === null || run === null || state.shown?.position !== unjudged.place) return;
    const words = unjudged.link.judge(run.outcomeAt(state.shown).outcome);
    if (words !== null) this.#showing.set({ trouble: { kind: 'link', words } });
  }

  #show(run: Run, { linked, head, judge }: OpenedLink): void {
    const { room } = this.#showing;
    const { pace, reducedMotion } = this.#showing.state;
    this.#playing.halt();
    const branches = this.#futures.begin(run, head);
    this.#showing.state = {
      ...initialState,
      ...listsOf(room.engine),
      reducedMotion,
      ...branches,
      story: head,
      selected: linked.selected,
      openPartition: linked.openPartition,
      pace: linked.pace ?? pace,
      idleMessages: linked.idleMessages,
      diskLayer: linked.diskLayer,
    };
    const place = this.#goTo(run, linked);
    this.#opening.prefill();
    const words = room.recorded === undefined ? judge(run.outcomeAt(place).outcome) : null;
    this.#showing.set({ trouble: words === null ? null : { kind: 'link', words } });
  }

  /** A link that leads nowhere: said over what is on screen, or in its place. */
  refuse(words: TroubleText): void {
    if (this.#showing.run === null) {
      this.#showing.set(listsOf(this.#showing.room.engine));
      this.#opening.broken({ kind: 'link', words });
      return;
    }
    // The way to the first story would lead away from what is on screen.
    const way = words.way === 'first-story' ? null : words.way;
    this.#showing.set({ trouble: { kind: 'link', words: { ...words, way } } });
  }

  #goTo(run: Run, linked: Linked): Mark {
    const { engine } = this.#showing.room;
    const { position, time } = placeOf(linked, run.timeline, engine.engineVersion());
    this.#showing.retell();
    const { begin, end } = run.timeline;
    const last = run.positionAt(time, begin.position, end.position);
    const place = { position: position ?? Math.max(begin.position, last - linked.at.back), time };
    this.#showing.place(place);
    return place;
  }
}
