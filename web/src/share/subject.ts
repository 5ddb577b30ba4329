// What is shared: read once when the dialog opens, for time stands as long as it is open.

import type { Mark } from '../engine/view';
import type { Run } from '../model/run';
import type { Shown, State } from '../model/state';
import type { Store } from '../model/store';
import { frameOf } from '../scene/frame';
import { happenedSentence } from '../text/happened';
import { storyTitle } from '../text/page';
import { shareWords } from '../text/share';
import { textOf } from './as_text';
import { type Interval, intervalOf } from './interval';
import { makeLink } from './make';
import { mermaid } from './mermaid';
import type { Theme } from './picture/palette';
import { type Moment, picture } from './picture/picture';

export class Subject {
  readonly #store: Store;
  readonly #moment: Moment;
  readonly #shown: Shown;
  readonly title: string;
  /** Nothing where it would be too long. */
  readonly link: Promise<string | null>;
  readonly story: string;
  /** Times (µs) of the run that can be asked about, and where the caption or the act on screen began. */
  readonly begin: number;
  readonly end: number;
  readonly now: number;
  readonly caption: number;

  constructor(store: Store, state: State, shown: Shown) {
    const { timeline, caption, board, position } = shown;
    this.#store = store;
    this.#shown = shown;
    this.title = state.story?.name == null ? shareWords.ownStory : storyTitle(state.story.title);
    this.#moment = { frame: { ...frameOf(state, shown), labels: true }, caption, story: this.title };
    this.link = makeLink(store);
    this.story = store.storyText ?? '';
    this.begin = timeline.begin.time;
    this.now = Math.floor(shown.time);
    this.end = Math.max(timeline.end.time, this.now);
    const began = [...timeline.captions, ...timeline.acts.filter(({ byHand }) => byHand)];
    const before = began.filter((mark) => mark.position < position && mark.time < board.time);
    this.caption = Math.max(this.begin, ...before.map(({ time }) => time));
  }

  static of(store: Store): Subject | null {
    const { state } = store;
    return state.shown === null ? null : new Subject(store, state, state.shown);
  }

  picture(theme: Theme): string {
    return picture(this.#moment, theme);
  }

  /** A sentence or two on this moment: its caption, else what happened last. */
  get words(): string {
    const { caption, happened } = this.#shown;
    if (caption !== null) return `${caption.headline} ${caption.text}`;
    const last = happened.at(-1);
    return last === undefined ? this.title : happenedSentence(last.event);
  }

  text(from: number, to: number): string {
    const interval = this.#interval(from, to, false);
    if (interval === null || interval.events.length + interval.captions.length === 0) return '';
    return textOf(interval, this.title);
  }

  diagram(from: number, to: number, idle: boolean): string {
    const interval = this.#interval(from, to, idle);
    if (interval === null || interval.events.length + interval.travelled.length === 0) return '';
    return mermaid(interval, this.#shown.board, this.title);
  }

  #interval(from: number, to: number, idle: boolean): Interval | null {
    return this.#store.read((run) => {
      const interval = intervalOf(run, placeBefore(run, from), run.positionOf(to), idle);
      // The session stands where it was left: back to what is on screen.
      run.outcomeAt(this.#shown);
      return interval;
    });
  }
}

/** What happens at the very time is still to come there. */
function placeBefore(run: Run, time: number): Mark['position'] {
  const { begin } = run.timeline;
  return time <= begin.time ? begin.position : run.positionOf(time - 1);
}
