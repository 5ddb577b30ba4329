// Opening a story by name or text, at a moment of it; and the way on where that fails.

import { type Engine, isStoryError } from '../engine/engine';
import type { Timeline } from '../engine/timeline';
import type { Mark } from '../engine/view';
import type { Trouble } from '../text/trouble';
import type { Futures } from './futures';
import type { Playing } from './playing';
import { Run } from './run';
import type { Showing } from './showing';
import { initialState, type State } from './state';

export type Wanted = { name: string } | { text: string } | null;

/** What the engine has whichever story is played. */
export function listsOf(engine: Engine): Pick<State, 'stories' | 'commands' | 'purposes' | 'rules'> {
  return {
    stories: engine.stories(),
    commands: engine.commands(),
    purposes: engine.purposes(),
    rules: { statement: engine.eventRules(), switches: engine.rules() },
  };
}

export class Opening {
  readonly #showing: Showing;
  readonly #playing: Playing;
  readonly #futures: Futures;
  /** Where the story was asked to stand, when a reel has only a position near it. */
  #exactly: { at: string; near: number } | null = null;

  constructor(showing: Showing, playing: Playing, futures: Futures) {
    this.#showing = showing;
    this.#playing = playing;
    this.#futures = futures;
  }

  /** Opens a story by name or text; the first one of the list when nothing is wanted. */
  open(wanted: Wanted, at: string | null = null): void {
    this.#showing.set(listsOf(this.#showing.room.engine));
    const { stories } = this.#showing.state;
    const text = wanted !== null && 'text' in wanted ? wanted.text : null;
    const listing = wanted !== null && 'name' in wanted ? stories.find(({ name }) => name === wanted.name) : stories[0];
    if (text === null && listing === undefined) {
      const name = wanted !== null && 'name' in wanted ? wanted.name : '';
      this.broken({ kind: 'story-unknown', name, names: stories.map((story) => story.name) });
      return;
    }
    if (text !== null) this.#begin(text, { name: null, title: '', summary: '' }, at);
    else if (listing !== undefined) this.#begin(this.#showing.room.engine.storyText(listing.name), listing, at);
  }

  #begin(text: string, head: NonNullable<State['story']>, at: string | null): void {
    this.#playing.halt();
    const { stories, commands, purposes, rules, pace, idleMessages, diskLayer, reducedMotion } = this.#showing.state;
    const ledger = this.#showing.state.ledger && { ...this.#showing.state.ledger, row: null };
    const kept = { stories, commands, purposes, rules, pace, idleMessages, diskLayer, reducedMotion, ledger };
    try {
      const run = new Run(this.#showing.room.engine, text);
      const branches = this.#futures.begin(run, head);
      this.#showing.state = { ...initialState, ...kept, ...branches, story: head };
    } catch (error) {
      if (!isStoryError(error)) throw error;
      this.#futures.leave();
      this.#showing.state = { ...initialState, ...kept, ...this.#futures.listed(), story: head };
      this.broken({ kind: 'story-broken', message: error.message });
      return;
    }
    this.#showing.retell();
    const { run } = this.#showing;
    if (run === null) return;
    this.#stand((at === null ? null : this.#markOf(at, run.timeline)) ?? run.timeline.begin, at);
    this.prefill();
  }

  /** Goes to a place written as in `at`; stays where it is when there is no such place. */
  goTo(at: string): void {
    const { run } = this.#showing;
    const mark = run === null ? null : this.#markOf(at, run.timeline);
    if (mark === null) return;
    this.#playing.go(mark);
    this.#stand(mark, at);
  }

  #stand(mark: Mark, at: string | null): void {
    const { run } = this.#showing;
    this.#showing.place(mark);
    const isNear = run !== null && run.within(mark.position, mark.time) < mark.time;
    this.#exactly = at !== null && isNear ? { at, near: mark.position } : null;
    if (this.#exactly !== null) this.#showing.room.recorded?.engineWanted();
  }

  /** The engine has taken over from a reel: it finds the place that was asked for, unless the person has gone elsewhere. */
  settle(): void {
    const { run, state } = this.#showing;
    const exactly = this.#exactly;
    this.#exactly = null;
    if (exactly === null || run === null || exactly.near !== state.shown?.position) return;
    const mark = this.#markOf(exactly.at, run.timeline);
    if (mark !== null) this.#showing.place(mark);
  }

  /** `3.2s`, `450ms`, or the id of a caption. */
  #markOf(at: string, timeline: Timeline): Mark | null {
    const caption = timeline.captions.find(({ id }) => id === at);
    if (caption !== undefined) return caption;
    const [, number, unit] = at.match(/^(\d+(?:\.\d+)?)(µs|us|ms|s)$/) ?? [];
    const micros = { µs: 1, us: 1, ms: 1_000, s: 1_000_000 }[unit ?? ''];
    if (number === undefined || micros === undefined) return null;
    const time = Math.min(timeline.end.time, timeline.begin.time + Number(number) * micros);
    const position = this.#showing.run?.positionAt(time, timeline.begin.position, timeline.end.position);
    return { position: position ?? timeline.begin.position, time };
  }

  prefill(): void {
    const partition = this.#showing.state.shown?.board.partitions[0];
    this.#showing.set({
      draft: { ...initialState.draft, topic: partition?.topic ?? '', key: 'ord-1045', value: 'OrderPlaced' },
    });
  }

  broken(trouble: Trouble): void {
    this.#playing.halt();
    this.#showing.set({ trouble, shown: null, playing: null });
  }

  wayOn(): void {
    const { trouble, story } = this.#showing.state;
    if (trouble?.kind === 'engine-stopped-for-good' && story?.name != null) this.open({ name: story.name });
    else this.open(null);
  }
}
