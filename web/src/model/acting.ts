// What a person does to the run: story lines done at the place that is shown, undone and done again, and the way from one run
// to another.

import { isStoryError } from '../engine/engine';
import type { Board, Mark, StoryError } from '../engine/view';
import { produceLine } from '../text/story_line';
import { isSameStory } from './branch';
import type { Arrival, Futures } from './futures';
import type { Playing } from './playing';
import { Run, type Written } from './run';
import type { Showing } from './showing';
import type { StoryHead } from './state';

export class Acting {
  readonly #showing: Showing;
  readonly #playing: Playing;
  readonly #futures: Futures;

  constructor(showing: Showing, playing: Playing, futures: Futures) {
    this.#showing = showing;
    this.#playing = playing;
    this.#futures = futures;
  }

  produce(): void {
    const { shown, draft } = this.#showing.state;
    if (shown === null || draft.topic === '') return;
    const error = this.act(produceLine({ ...draft, from: sender(shown.board, draft.acks) }));
    if (error !== null) {
      this.#showing.set({ draftError: error });
      return;
    }
    this.#showing.set({
      draft: { ...draft, key: counted(draft.key, Number(draft.count) || 1) },
      draftError: null,
      tab: 'happened',
    });
    this.#playing.play('forwards');
  }

  /** Does a line here. Gives the mistake in it, and then everything is as it was. */
  act(line: string): StoryError | null {
    if (this.#showing.run === null || this.#showing.state.shown === null) return null;
    try {
      const end = this.#futures.parting((run, position) => run.act(position, line));
      this.#showing.seen = end.position;
      this.#showing.retell();
      this.#showing.place(end);
      return null;
    } catch (error) {
      if (!isStoryError(error)) throw error;
      return error;
    }
  }

  /** Goes to another run; the one on screen is kept. */
  returnTo(branch: number): void {
    this.#playing.halt();
    this.#arrive(this.#futures.goTo(branch));
  }

  /** To just before the last act by hand. What it brought stays as a branch; what was there before is there again. */
  undo(): void {
    this.#playing.halt();
    this.#arrive(this.#futures.undo());
  }

  /** Does again what was undone last. */
  redo(): void {
    this.#playing.halt();
    this.#arrive(this.#futures.redo());
  }

  /**
   * Plays another text in the place of the run on screen, which stays as a branch: at the same time, or from its begin. Gives the
   * mistake in it, and then everything is as it was.
   */
  rerun({ text, byHand }: Written, story: StoryHead, at: 'here' | 'begin'): StoryError | null {
    const { shown } = this.#showing.state;
    if (shown === null) return null;
    let run: Run;
    try {
      run = new Run(this.#showing.room.engine, text, byHand);
    } catch (error) {
      if (!isStoryError(error)) throw error;
      return error;
    }
    this.#playing.halt();
    const { time } = shown;
    this.#showing.set({ ...this.#futures.begin(run, story, true), trouble: null });
    this.#arrive({ place: at === 'begin' ? run.timeline.begin : timeIn(run, time), story });
    return null;
  }

  #arrive(arrival: Arrival | null): void {
    if (arrival === null) return;
    const { place, story } = arrival;
    const isOther = !isSameStory(story, this.#showing.state.story);
    const selection = isOther ? { selected: null, also: [], openPartition: null } : {};
    this.#showing.set({ story, ...selection, playing: null, passing: null, stopped: null, menu: null });
    this.#showing.retell();
    this.#showing.place(place);
    this.#showing.speak();
  }

  /** The form that produces, for one partition. */
  produceTo(name: string): void {
    const partition = this.#showing.state.shown?.board.partitions.find((partition) => partition.name === name);
    if (partition === undefined) return;
    this.#showing.set({
      draft: { ...this.#showing.state.draft, topic: partition.topic, partition: partition.partition },
      openPartition: name,
      tab: 'produce',
      menu: null,
    });
    this.#showing.ask();
  }
}

/** The same time in another run, as far as it goes. */
function timeIn(run: Run, time: number): Mark {
  run.reachTime(time);
  const { begin, end } = run.timeline;
  const at = Math.min(Math.max(begin.time, time), end.time);
  return { position: run.positionAt(at, begin.position, end.position), time: at };
}

/** ord-1045 → ord-1046: the next record of somebody who numbers keys. */
function counted(key: string, by: number): string {
  return key.replace(/\d+$/, (number) => String(Number(number) + by));
}

/** A producer of the story, so that no new one appears: one with these acks if there is one. */
function sender({ producers }: Board, acks: string): string | null {
  return (producers.find((producer) => producer.acks === acks) ?? producers[0])?.node ?? null;
}
