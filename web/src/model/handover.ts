// From the reel to the engine. A shipped story is shown and played from its reel at once; what a reel does not hold waits until
// the engine is there, which takes over at the place that is shown.

import type { EngineRoom } from '../engine/engine';
import type { Trouble } from '../text/trouble';
import type { Intent } from './intent';
import { listsOf } from './opening';
import type { Showing } from './showing';

/** A reel is enough for these. What is asked about a selection is answered when the engine is there. */
const ON_REEL: ReadonlySet<Intent['want']> = new Set([
  ...(['play', 'pause', 'moment', 'next', 'at', 'scrub', 'start', 'end', 'faster', 'slower', 'pace'] as const),
  ...([
    'select',
    'ask',
    'open-partition',
    'lane-rows',
    'lanes',
    'draft',
    'produce-to',
    'tab',
    'help',
    'idle-messages',
    'disk-layer',
    'dismiss',
  ] as const),
]);
/** The reel has only part of what these show. */
const BETTER_WITH_ENGINE: ReadonlySet<Intent['want']> = new Set(['select', 'ask', 'pace', 'idle-messages']);

export class Handover {
  readonly #showing: Showing;
  #waiting: Intent[] = [];
  /** The engine is there, and comes in when nothing moves. */
  #next: EngineRoom | null = null;

  constructor(showing: Showing) {
    this.#showing = showing;
  }

  /** Whether an intent has to wait for the engine; it is then kept. */
  keeps(intent: Intent): boolean {
    const { recorded } = this.#showing.room;
    if (recorded === undefined) return false;
    if (intent.want === 'way-on') {
      this.#showing.set({ trouble: null });
      recorded.engineWanted();
      return true;
    }
    if (intent.want === 'story') {
      this.#showing.set({ waiting: true });
      recorded.storyWanted(intent.listing.name);
      return true;
    }
    if (this.#isOnReel(intent)) {
      if (BETTER_WITH_ENGINE.has(intent.want)) recorded.engineWanted();
      return false;
    }
    this.wait(intent);
    return true;
  }

  wait(intent: Intent): void {
    this.#waiting.push(intent);
    this.#showing.set({ waiting: true });
    this.#showing.room.recorded?.engineWanted();
  }

  /** The engine is there. Gives it back once nothing is played any more, or when something waits for it. */
  offer(room: EngineRoom): void {
    this.#next = room;
  }

  get due(): EngineRoom | null {
    const { playing } = this.#showing.state;
    return playing === null || this.#waiting.length > 0 ? this.#next : null;
  }

  /** The engine shows the place that the reel showed. Gives what waited for it. */
  takeOver(room: EngineRoom): readonly Intent[] {
    const showing = this.#showing;
    const { run } = showing;
    const { shown, story } = showing.state;
    this.#next = null;
    if (run !== null && shown !== null && story?.name != null) {
      run.moveTo(room.engine, room.engine.storyText(story.name));
      showing.retell();
    }
    const waited = this.#waiting;
    this.#waiting = [];
    showing.set({ waiting: false, ...listsOf(room.engine) });
    showing.refresh();
    return waited;
  }

  /** Another story stands in the place of the one that something waited for. */
  forget(): void {
    this.#waiting = [];
    this.#next = null;
    this.#showing.set({ waiting: false });
  }

  /** There will be no engine; what waited for it is told so, and the reel goes on. */
  refuse(trouble: Trouble): void {
    if (this.#showing.state.waiting) this.#showing.set({ trouble });
    this.#waiting = [];
    this.#showing.set({ waiting: false });
  }

  #isOnReel(intent: Intent): boolean {
    const { run, state } = this.#showing;
    if (intent.want === 'step') return run?.holds((state.shown?.position ?? 0) + intent.by) ?? false;
    if (intent.want === 'go') return run?.holds(intent.position) ?? false;
    return ON_REEL.has(intent.want);
  }
}
