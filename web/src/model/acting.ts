// What a person does to the run: story lines done at the place that is shown, and futures that are left and returned to.

import { isStoryError } from '../engine/engine';
import type { Board, Mark, StoryError } from '../engine/view';
import { produceLine } from '../text/story_line';
import { type Branch, isSameStory, isTold, keep, lastAct, linesAhead, linesOf, type Written } from './branch';
import { withNext, withoutLast } from './by_hand';
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
    const written = run.written();
    try {
      const end = run.act(shown.position, line);
      const worthKeeping = this.#showing.seen > shown.position || isTold(timeline, shown.position);
      const left = worthKeeping ? run.branches().slice(before) : [];
      this.#showing.seen = end.position;
      const kept = (all: Branch[], { position, time }: Mark) =>
        keep(all, { position, time, ...written }, linesAhead(timeline, position), story);
      this.#showing.set({ branches: left.reduce(kept, branches), undone: null });
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
    const { position, time } = branch;
    const isSame = isSameStory(story, branch.story);
    const left = { ...(isSame ? { position, time } : shown), ...run.written() };
    const lines = isSame ? linesAhead(run.timeline, position) : linesOf(run.timeline);
    const all = keep(this.#showing.state.branches, left, lines, story);
    const branches = all.filter((other) => other !== branch);
    this.#change(branch, branch);
    this.#showing.set({ branches, story: branch.story, undone: null });
  }

  /** To just before the last act by hand. What it brought stays as a branch; what was there before is there again. */
  undo(): void {
    const { run } = this.#showing;
    const { branches, story, undone, shown } = this.#showing.state;
    const act = run === null ? undefined : lastAct(run.timeline);
    if (run === null || shown === null || act === undefined) return;
    const written = run.written();
    const before = withoutLast(written.byHand);
    if (before === null) return;
    const at = { position: act.position - 1, time: act.time };
    const isShownAgain = (branch: Branch) => branch.text === written.text && branch.byHand === before.byHand;
    const others = branches.filter((branch) => !isShownAgain(branch));
    // After several steps back the run that was left first has them all.
    const whole = others.find(({ number }) => number === undone);
    const isPart = whole?.text === written.text && withNext(written.byHand, whole.byHand) !== null;
    const all = isPart ? others : keep(others, { ...at, ...written }, linesAhead(run.timeline, at.position), story);
    this.#change({ text: written.text, byHand: before.byHand }, at);
    this.#showing.set({ branches: all, undone: isPart ? undone : (all.at(-1)?.number ?? null) });
  }

  /** Does again what was undone last. */
  redo(): void {
    const { run } = this.#showing;
    const { branches, undone } = this.#showing.state;
    const whole = branches.find(({ number }) => number === undone);
    if (run === null || whole === undefined) return;
    const byHand = withNext(run.byHand(), whole.byHand);
    if (byHand === null) return;
    const isWhole = withNext(byHand, whole.byHand) === null;
    const here = this.#showing.state.shown ?? whole;
    this.#change({ text: whole.text, byHand: isWhole ? whole.byHand : byHand }, here);
    const count = byHand.split('\n').filter((line) => !line.startsWith('run to')).length;
    const acts = this.#showing.run?.timeline.acts.filter(({ byHand, line }) => byHand && !line.startsWith('run to'));
    const act = acts?.[count - 1];
    if (act !== undefined) this.#showing.place(act);
    this.#showing.set({
      branches: isWhole ? branches.filter((branch) => branch !== whole) : branches,
      undone: isWhole ? null : undone,
    });
  }

  /** Another run in the place of the one on screen, at a place of it. */
  #change({ text, byHand }: Written, { position, time }: Mark): void {
    const showing = this.#showing;
    const before = showing.run;
    this.#playing.halt();
    const run = new Run(showing.room.engine, text, byHand);
    run.reach(position);
    showing.run = run;
    showing.seen = run.timeline.end.position;
    before?.free();
    showing.set({ playing: null, passing: null, stopped: null, menu: null });
    showing.retell();
    showing.place({ position: Math.min(position, run.timeline.end.position), time });
    showing.speak();
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
