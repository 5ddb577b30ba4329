// Moving through the run: playing in either direction, steps, jumps, the pace, and playing on beyond the end.

import type { Mark } from '../engine/view';
import { playOnSteadily, playTo, searchOn, stoppedAt } from './beyond';
import { type Leg, type Place, placeAt } from './course';
import { eventSpeeds, glide, type Pace, steadyRates } from './pacing';
import { type Direction, Frames, Playback } from './playback';
import type { Showing } from './showing';
import type { State } from './state';
import { momentBeside, nextStop } from './telling';

/** Where motion is not wanted steady pace jumps, and no more often than this (ms). */
const STILL = 250;

/** Nothing is played and nothing is said of it. */
const atRest: Partial<State> = { playing: null, passing: null, stopped: null };

export class Playing {
  readonly #showing: Showing;
  readonly #playback = new Playback();
  readonly #frames: Frames;
  /** Playing is to go to the end of the run and beyond, not to a place before it. */
  #toEnd = false;
  /** While the run is played on in search of a moment. */
  #searching = false;
  /** When a still picture was shown last. */
  #jumped = 0;

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
    this.#searching = false;
    this.#toEnd = direction === 'forwards' && until === undefined;
    this.#playback.start(shown.course, from, direction, until);
    this.#showing.set({ playing: direction, stopped: null, touched: true });
    this.#frames.ask();
  }

  pause(): void {
    this.halt();
    this.#showing.set({ playing: null, passing: null });
    this.#showing.speak();
  }

  halt(): void {
    this.#playback.stop();
    this.#searching = false;
    this.#showing.run?.forgetAhead();
  }

  go(place: Mark): void {
    this.halt();
    this.#showing.set({ ...atRest, touched: true });
    this.#showing.place(place);
    this.#showing.speak();
  }

  /** To a time beyond the end at which something is scheduled. */
  goAhead(time: number): void {
    const { run } = this.#showing;
    if (run === null) return;
    const place = playTo(run, time);
    this.#showing.visited = place;
    this.#showing.retell();
    this.go(place);
  }

  scrub(wall: number): void {
    const { shown } = this.#showing.state;
    if (shown === null || this.#showing.run === null) return;
    const place = placeAt(shown.course, wall);
    if (place === undefined) return;
    this.halt();
    this.#showing.set({ ...atRest, touched: true });
    this.#showing.place({
      position: this.#showing.run.positionAt(place.time, place.least, place.most),
      time: place.time,
    });
  }

  step(by: 1 | -1): void {
    const { shown } = this.#showing.state;
    const { run } = this.#showing;
    if (shown === null || run === null) return;
    const position = shown.position + by;
    if (position < run.timeline.begin.position) return;
    run.reach(position);
    if (position > run.timeline.end.position) {
      this.#showing.set({ stopped: stoppedAt(run, shown) });
      return;
    }
    const to = { position, time: this.#showing.timeOf(position) };
    if (position > shown.end.position) {
      this.#showing.visited = to;
      this.#showing.retell();
    }
    // Paused between two positions, the first step back is to the position itself.
    const target = by < 0 && shown.time > shown.board.time ? { position: shown.position, time: shown.board.time } : to;
    if (by < 0 || this.#showing.state.reducedMotion || this.#showing.state.playing !== null) {
      this.go(target);
      return;
    }
    this.#playback.start(glide({ position: shown.position, time: shown.time }, target), shown, 'forwards');
    this.#showing.set({ ...atRest, touched: true });
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
    if (this.#searching) {
      this.#goOn();
      return;
    }
    this.#playback.speed = this.#showing.state.pace.kind === 'event' ? this.#showing.state.pace.speed : 1;
    const step = this.#playback.advance(now);
    if (step === null || this.#showing.run === null) {
      if (this.#showing.state.playing !== null) this.#showing.set({ playing: null });
      return;
    }
    const { place, ended } = step;
    this.#pass(place.leg);
    if (!this.#showing.state.reducedMotion || ended || place.leg.gait === 'hold') this.#placeAt(place.time, place);
    else if (this.#showing.state.pace.kind === 'event') this.#placeAt(place.leg.from.time, place);
    else if (now - this.#jumped >= STILL) {
      this.#jumped = now;
      const position = this.#showing.run.positionAt(place.time, place.least, place.most);
      this.#showing.place({ position, time: this.#showing.timeOf(position) });
    }
    if (!ended) this.#frames.ask();
    else this.#arrived();
  }

  #placeAt(time: number, { least, most }: Place): void {
    const position = this.#showing.run?.positionAt(time, least, most);
    if (position !== undefined) this.#showing.place({ position, time });
  }

  /** Says what is passed over: a wait, or what happens several times and is shown once. */
  #pass({ gait, from, to, group }: Leg): void {
    const before = this.#showing.state.passing;
    const [fold, crowd] = [gait === 'fold' ? to.time - from.time : null, group ?? null];
    if (fold === (before?.fold ?? null) && crowd === (before?.crowd ?? null)) return;
    this.#showing.set({ passing: fold === null && crowd === null ? null : { fold, crowd } });
  }

  /** Playing has come to the end of its course: at the end of the run it goes on if the run does, else it stops. */
  #arrived(): void {
    const { shown, playing } = this.#showing.state;
    if (playing === 'forwards' && shown !== null && this.#toEnd) {
      this.#beyond();
      return;
    }
    this.#showing.set({ playing: null, passing: null });
    this.#showing.speak();
  }

  /** Plays on beyond the end of the run. */
  on(): void {
    const { shown, playing } = this.#showing.state;
    if (shown === null || playing !== 'forwards') return;
    this.#searching = true;
    this.#frames.ask();
  }

  /** One piece of the run for a frame, so that the page stays awake, until there is something to go to. */
  #goOn(): void {
    const { shown, pace } = this.#showing.state;
    const { run } = this.#showing;
    if (run === null || shown === null) return;
    const found =
      pace.kind === 'event' ? searchOn(this.#showing, run) : playOnSteadily(run, pace.rate) ? 'found' : 'nothing';
    if (found === 'nothing') {
      this.#searching = false;
      this.#showing.set({ playing: null, passing: null, stopped: stoppedAt(run, shown) });
      this.#showing.refresh();
      this.#showing.speak();
      return;
    }
    if (found === 'found') {
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
