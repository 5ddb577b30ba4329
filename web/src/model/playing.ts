// Moving through the run: playing in either direction, steps, jumps, the pace, and playing on beyond the end.

import type { Mark } from '../engine/view';
import { placeAt } from './course';
import { eventSpeeds, glide, groupsOf, type Pace, steadyRates } from './pacing';
import { type Direction, Frames, Playback } from './playback';
import type { Search } from './run';
import type { Showing } from './showing';
import { momentBeside, nextStop } from './telling';

export class Playing {
  readonly #showing: Showing;
  readonly #playback = new Playback();
  readonly #frames: Frames;
  /** Playing is to go to the end of the run and beyond, not to a place before it. */
  #toEnd = false;
  /** While the run is played on in search of a moment. */
  #search: Search | null = null;

  readonly #beyond: () => void;

  /**
   * `guarded` does the work of a frame, and sees to the engine if it stops there. `beyond` is called at the end of the run
   * when it is to go on.
   */
  constructor(showing: Showing, guarded: (work: () => void) => void, beyond: () => void) {
    this.#showing = showing;
    this.#beyond = beyond;
    this.#frames = new Frames((now) => guarded(() => this.#frame(now)));
  }

  play(direction: Direction, until?: Mark): void {
    const { shown } = this.#showing.state;
    if (shown === null || this.#showing.run === null) return;
    const from = { position: shown.position, time: shown.time };
    this.#search = null;
    this.#toEnd = direction === 'forwards' && until === undefined;
    this.#playback.start(shown.course, from, direction, until);
    this.#showing.set({ playing: direction, nothingScheduled: false, touched: true });
    this.#frames.ask();
  }

  pause(): void {
    this.halt();
    this.#showing.set({ playing: null, folded: null });
    this.#showing.speak();
  }

  halt(): void {
    this.#playback.stop();
    this.#search = null;
  }

  go(place: Mark): void {
    this.halt();
    this.#showing.set({ playing: null, folded: null, nothingScheduled: false, touched: true });
    this.#showing.place(place);
    this.#showing.speak();
  }

  scrub(wall: number): void {
    const { shown } = this.#showing.state;
    if (shown === null || this.#showing.run === null) return;
    const place = placeAt(shown.course, wall);
    if (place === undefined) return;
    this.halt();
    this.#showing.set({ playing: null, folded: null, nothingScheduled: false, touched: true });
    this.#showing.place({
      position: this.#showing.run.positionAt(place.time, place.least, place.most),
      time: place.time,
    });
  }

  step(by: 1 | -1): void {
    const { shown } = this.#showing.state;
    if (shown === null || this.#showing.run === null) return;
    const position = shown.position + by;
    if (position < this.#showing.run.timeline.begin.position) return;
    this.#showing.run.reach(position);
    if (position > this.#showing.run.timeline.end.position) {
      this.#showing.set({ nothingScheduled: true });
      return;
    }
    this.#showing.retell();
    const to = { position, time: this.#showing.timeOf(position) };
    // Paused between two positions, the first step back is to the position itself.
    const target = by < 0 && shown.time > shown.board.time ? { position: shown.position, time: shown.board.time } : to;
    if (by < 0 || this.#showing.state.reducedMotion || this.#showing.state.playing !== null) {
      this.go(target);
      return;
    }
    this.#playback.start(glide({ position: shown.position, time: shown.time }, target), shown, 'forwards');
    this.#showing.set({ playing: null, nothingScheduled: false, touched: true });
    this.#frames.ask();
  }

  toMoment(by: 1 | -1): void {
    const { shown } = this.#showing.state;
    if (shown !== null) this.go(momentBeside(shown, shown, by));
  }

  /** Plays to the next caption, or where there is none to the next moment; pressed again on the way, it jumps there. */
  next(): void {
    const { shown } = this.#showing.state;
    if (shown === null) return;
    const target = nextStop(shown, shown.position);
    if (target === null) this.play('forwards');
    else if (this.#showing.state.playing === null) this.play('forwards', target);
    else this.go(target);
  }

  changePace(by: 1 | -1): void {
    const { pace } = this.#showing.state;
    const [all, now] = pace.kind === 'event' ? [eventSpeeds, pace.speed] : [steadyRates, pace.rate];
    const next = all[all.indexOf(now) + by];
    if (next !== undefined)
      this.setPace(pace.kind === 'event' ? { kind: 'event', speed: next } : { kind: 'steady', rate: next });
  }

  setPace(pace: Pace): void {
    this.#showing.set({ pace });
    this.#showing.retell();
    const { shown } = this.#showing.state;
    if (shown === null) return;
    this.#showing.place({ position: shown.position, time: shown.time });
    if (this.#showing.telling !== null) this.#playback.follow(this.#showing.telling.course, shown);
  }

  #frame(now: number): void {
    if (this.#search !== null) {
      this.#lookAhead(this.#search);
      return;
    }
    this.#playback.speed = this.#showing.state.pace.kind === 'event' ? this.#showing.state.pace.speed : 1;
    const step = this.#playback.advance(now);
    if (step === null || this.#showing.run === null) {
      if (this.#showing.state.playing !== null) this.#showing.set({ playing: null });
      return;
    }
    const { place, ended } = step;
    const folded = place.leg.gait === 'fold' ? place.leg.to.time - place.leg.from.time : null;
    if (folded !== this.#showing.state.folded) this.#showing.set({ folded });
    const still = this.#showing.state.reducedMotion && !ended && place.leg.gait !== 'hold';
    const time = still ? place.leg.from.time : place.time;
    this.#showing.place({ position: this.#showing.run.positionAt(time, place.least, place.most), time });
    if (!ended) this.#frames.ask();
    else this.#arrived();
  }

  /** Playing has come to the end of its course: at the end of the run it goes on if the run does, else it stops. */
  #arrived(): void {
    const { shown, playing } = this.#showing.state;
    if (playing === 'forwards' && shown !== null && this.#toEnd) {
      this.#beyond();
      return;
    }
    this.#showing.set({ playing: null, folded: null });
    this.#showing.speak();
  }

  /** Plays on beyond the end of the run, up to the next moment. */
  on(): void {
    const { shown, playing } = this.#showing.state;
    if (shown === null || playing !== 'forwards') return;
    this.#search = { from: shown.timeline.end, played: 0 };
    this.#frames.ask();
  }

  /** One piece of the run for a frame, so that the page stays awake, until there is a moment to go to. */
  #lookAhead(search: Search): void {
    const { shown, pace } = this.#showing.state;
    if (this.#showing.run === null || shown === null) return;
    if (!this.#showing.run.lookAhead(search)) {
      this.#search = null;
      this.#showing.set({ playing: null, folded: null, nothingScheduled: true });
      this.#showing.speak();
      return;
    }
    const { timeline } = this.#showing.run;
    const found = groupsOf(timeline, timeline.end).some(({ place }) => place.position > search.from.position);
    if (found || pace.kind === 'steady') {
      this.#showing.retell();
      this.#showing.place({ position: shown.position, time: shown.time });
      this.play('forwards');
    }
    this.#frames.ask();
  }

  /** Nothing moves any more. */
  end(): void {
    this.halt();
    this.#frames.cancel();
  }
}
