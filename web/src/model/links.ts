// Opening what a link leads to. What was done in the run on screen is kept as a branch, and a link that is wrong ends nothing.

import { isStoryError } from '../engine/engine';
import type { Mark } from '../engine/view';
import type { TroubleText } from '../text/trouble';
import { type Branch, keep, linesOf } from './branch';
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

  constructor(showing: Showing, playing: Playing, opening: Opening) {
    this.#showing = showing;
    this.#playing = playing;
    this.#opening = opening;
  }

  open({ linked, head, text, judge, broken }: OpenedLink): void {
    const { room, run: before } = this.#showing;
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
    const branches = this.#branches();
    before?.free();
    this.#showing.run = run;
    this.#showing.seen = 0;
    this.#showing.state = {
      ...initialState,
      ...listsOf(room.engine),
      reducedMotion,
      branches,
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

  /** With the run on screen, if there is something in it that a person did. */
  #branches(): Branch[] {
    const { run, state } = this.#showing;
    const { shown, branches, story } = state;
    const lines = run === null ? [] : linesOf(run.timeline);
    if (run === null || shown === null || lines.length === 0) return branches;
    return keep(branches, { position: shown.position, time: shown.time, ...run.written() }, lines, story);
  }
}
