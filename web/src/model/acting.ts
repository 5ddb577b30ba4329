// What a person does to the run: story lines done at the place that is shown, and futures that are left and returned to.

import { isStoryError } from '../engine/engine';
import type { Board, StoryError } from '../engine/view';
import { produceLine } from '../text/story_line';
import { isSameStory, isTold, keep, linesAhead, linesOf } from './branch';
import type { Playing } from './playing';
import { Run } from './run';
import type { Showing } from './showing';

export class Acting {
  readonly #showing: Showing;
  readonly #playing: Playing;

  constructor(showing: Showing, playing: Playing) {
    this.#showing = showing;
    this.#playing = playing;
  }

  produce(): void {
    const { shown, draft } = this.#showing.state;
    if (shown === null || draft.topic === '') return;
    const error = this.act(produceLine({ ...draft, from: sender(shown.board, draft.acks) }));
    if (error !== null) {
      this.#showing.set({ draftError: error });
      return;
    }
    this.#showing.set({ draft: { ...draft, key: counted(draft.key) }, draftError: null, tab: 'happened' });
    this.#playing.play('forwards');
  }

  /** Does a line here. Gives the mistake in it, and then everything is as it was. */
  act(line: string): StoryError | null {
    const { shown, branches, story } = this.#showing.state;
    const run = this.#showing.run;
    if (shown === null || run === null) return null;
    const before = run.branches().length;
    const { timeline } = run;
    try {
      const end = run.act(shown.position, line);
      const worthKeeping = this.#showing.seen > shown.position || isTold(timeline, shown.position);
      const left = worthKeeping ? run.branches().slice(before) : [];
      this.#showing.seen = end.position;
      this.#showing.set({
        branches: left.reduce((all, one) => keep(all, one, linesAhead(timeline, one.position), story), branches),
      });
      this.#showing.retell();
      this.#showing.place(end);
      return null;
    } catch (error) {
      if (!isStoryError(error)) throw error;
      return error;
    }
  }

  /** Goes back to a future that was left; the one that is left for it is kept in its place. */
  returnTo(number: number): void {
    const run = this.#showing.run;
    const { shown, story } = this.#showing.state;
    const branch = this.#showing.state.branches.find((branch) => branch.number === number);
    if (run === null || shown === null || branch === undefined) return;
    this.#playing.halt();
    const { position, time } = branch;
    const isSame = isSameStory(story, branch.story);
    const left = { ...(isSame ? { position, time } : shown), text: run.text() };
    const lines = isSame ? linesAhead(run.timeline, position) : linesOf(run.timeline);
    const all = keep(this.#showing.state.branches, left, lines, story);
    const branches = all.filter((other) => other !== branch);
    this.#showing.run = new Run(this.#showing.room.engine, branch.text);
    this.#showing.seen = this.#showing.run.timeline.end.position;
    run.free();
    this.#showing.set({
      branches,
      story: branch.story,
      playing: null,
      passing: null,
      stopped: null,
      menu: null,
    });
    this.#showing.retell();
    this.#showing.place({ position, time });
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

/** ord-1045 → ord-1046: the next record of somebody who numbers keys. */
function counted(key: string): string {
  return key.replace(/\d+$/, (number) => String(Number(number) + 1));
}

/** A producer of the story, so that no new one appears: one with these acks if there is one. */
function sender({ producers }: Board, acks: string): string | null {
  return (producers.find((producer) => producer.acks === acks) ?? producers[0])?.node ?? null;
}
