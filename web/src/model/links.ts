// Opening what a link leads to. What was done in the run on screen is kept as a branch, and a link that is wrong ends nothing.

import { isStoryError } from '../engine/engine';
import type { Mark } from '../engine/view';
import type { TroubleText } from '../text/trouble';
import type { Futures } from './futures';
import { type Linked, type OpenedLink, placeOf } from './linked';
import { listsOf, type Opening } from './opening';
import type { Playing } from './playing';
import { Run } from './run';
import type { Showing } from './showing';
import { initialState } from './state';

export class Links {
  readonly #showing: Showing;
  readonly #playing: Playing;
  readonly #opening: Opening;
  readonly #futures: Futures;

  constructor(showing: Showing, playing: Playing, opening: Opening, futures: Futures) {
    this.#showing = showing;
    this.#playing = playing;
    this.#opening = opening;
    this.#futures = futures;
  }

  open({ linked, head, text, judge, broken }: OpenedLink): void {
    const { room } = this.#showing;
    const { pace, reducedMotion } = this.#showing.state;
    let run: Run;
    try {
      run = new Run(room.engine, text, linked.byHand);
    } catch (error) {
      if (!isStoryError(error)) throw error;
      this.refuse(broken(error.message));
      return;
    }
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
    const words = judge(run.outcomeAt(place).outcome);
    this.#showing.set({ trouble: words === null ? null : { kind: 'link', words } });
  }

  /** A link that leads nowhere: said over what is on screen, or in its place. */
  refuse(words: TroubleText): void {
    if (this.#showing.run === null) {
      this.#showing.set(listsOf(this.#showing.room.engine));
      this.#opening.broken({ kind: 'link', words });
    } else this.#showing.set({ trouble: { kind: 'link', words: { ...words, way: null } } });
  }

  #goTo(run: Run, linked: Linked): Mark {
    const { engine } = this.#showing.room;
    const { position, time } = placeOf(linked, run.timeline, engine.engineVersion());
    run.reachTime(time);
    this.#showing.retell();
    const { begin, end } = run.timeline;
    const last = run.positionAt(time, begin.position, end.position);
    const place = { position: position ?? Math.max(begin.position, last - linked.at.back), time };
    this.#showing.place(place);
    return place;
  }
}
