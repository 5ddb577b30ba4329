// The one writer: takes intents, asks the run, and hands a new state to whoever shows it.

import { type EngineRoom, isStoryError, type Question } from '../engine/engine';
import type { Board, Mark, StoryError, StoryListing, Timeline } from '../engine/view';
import { actedCaption } from '../text/acted';
import { spokenMoment } from '../text/spoken';
import { produceLine } from '../text/story_line';
import type { Trouble } from '../text/trouble';
import { isTold, keep, linesAhead } from './branch';
import { placeAt, wallOf } from './course';
import type { Intent } from './intent';
import { targetOf } from './menu';
import { actSince, captionAt, eventSpeeds, focusAt, glide, groupsOf, type Pace, steadyRates } from './pacing';
import { type Direction, Frames, Playback } from './playback';
import { partitionInView, questionFor } from './question';
import { type Act, Run, type Search } from './run';
import { initialState, type Shown, type State } from './state';
import { momentBeside, nextStop, type Telling, tell } from './telling';
import { sameThing, type Thing } from './thing';

export type Wanted = { name: string } | { text: string } | null;

/** Lines of the running log. */
const LOG_LINES = 12;

export class Store {
  readonly #room: EngineRoom;
  readonly #show: (state: State) => void;
  readonly #playback = new Playback();
  readonly #frames = new Frames((now) => this.#frame(now));
  readonly #stopListening: () => void;
  #state: State = initialState;
  #run: Run | null = null;
  #telling: Telling | null = null;
  /** Playing is to go to the end of the run and beyond, not to a place before it. */
  #toEnd = false;
  /** While the run is played on in search of a moment. */
  #search: Search | null = null;
  /** The last position of this run that was ever shown. */
  #seen = 0;
  /** Cells per replica that the board can show. */
  records = 16;

  constructor(room: EngineRoom, show: (state: State) => void) {
    this.#room = room;
    this.#show = show;
    this.#stopListening = room.onRestart(() => this.#rebuild());
  }

  get state(): State {
    return this.#state;
  }

  get digest(): string | null {
    return this.#guarded(() => this.#run?.digest() ?? null) ?? null;
  }

  get storyText(): string | null {
    return this.#guarded(() => this.#run?.text() ?? null) ?? null;
  }

  /** Opens a story by name or text; the first one of the list when nothing is wanted. */
  open(wanted: Wanted, at: string | null = null): void {
    this.#guarded(() => {
      const stories = this.#room.engine.stories();
      this.#set({ stories, commands: this.#room.engine.commands(), purposes: this.#room.engine.purposes() });
      const text = wanted !== null && 'text' in wanted ? wanted.text : null;
      const listing =
        wanted !== null && 'name' in wanted ? stories.find(({ name }) => name === wanted.name) : stories[0];
      if (text === null && listing === undefined) {
        const name = wanted !== null && 'name' in wanted ? wanted.name : '';
        this.#broken({ kind: 'story-unknown', name, names: stories.map((story) => story.name) });
        return;
      }
      if (text !== null) this.#begin(text, { name: null, title: '', summary: '' }, at);
      else if (listing !== undefined) this.#begin(this.#room.engine.storyText(listing.name), listing, at);
    });
  }

  send(intent: Intent): void {
    this.#guarded(() => this.#handle(intent));
  }

  setReducedMotion(reducedMotion: boolean): void {
    this.#set({ reducedMotion });
  }

  /** The board has another size and shows another number of cells. */
  refresh(): void {
    const shown = this.#state.shown;
    if (shown !== null) this.#guarded(() => this.#place({ position: shown.position, time: shown.time }));
  }

  close(): void {
    this.#stopListening();
    this.#frames.cancel();
    this.#halt();
    this.#run?.free();
    this.#run = null;
  }

  // ── opening ──

  #begin(text: string, head: NonNullable<State['story']>, at: string | null): void {
    this.#halt();
    this.#run?.free();
    this.#run = null;
    const { stories, commands, purposes, pace, idleMessages, diskLayer, reducedMotion } = this.#state;
    const kept = { stories, commands, purposes, pace, idleMessages, diskLayer, reducedMotion };
    this.#state = { ...initialState, ...kept, story: head };
    try {
      this.#run = new Run(this.#room.engine, text);
    } catch (error) {
      if (!isStoryError(error)) throw error;
      this.#broken({ kind: 'story-broken', message: error.message });
      return;
    }
    this.#seen = 0;
    this.#retell();
    const timeline = this.#run.timeline;
    this.#place(at === null ? timeline.begin : this.#markOf(at, timeline));
    this.#prefill();
  }

  /** `3.2s`, `450ms`, or the id of a caption. */
  #markOf(at: string, timeline: Timeline): Mark {
    const caption = timeline.captions.find(({ id }) => id === at);
    if (caption !== undefined) return caption;
    const [, number, unit] = at.match(/^(\d+(?:\.\d+)?)(µs|us|ms|s)$/) ?? [];
    const micros = { µs: 1, us: 1, ms: 1_000, s: 1_000_000 }[unit ?? ''];
    if (number === undefined || micros === undefined) return timeline.begin;
    const time = Math.min(timeline.end.time, timeline.begin.time + Number(number) * micros);
    const position = this.#run?.positionAt(time, timeline.begin.position, timeline.end.position);
    return { position: position ?? timeline.begin.position, time };
  }

  #broken(trouble: Trouble): void {
    this.#halt();
    this.#set({ trouble, shown: null, playing: null });
  }

  #prefill(): void {
    const partition = this.#state.shown?.board.partitions[0];
    this.#set({
      draft: { topic: partition?.topic ?? '', key: 'ord-1045', value: 'OrderPlaced', partition: 'auto', acks: 'all' },
    });
  }

  // ── intents ──

  #handle(intent: Intent): void {
    switch (intent.want) {
      case 'play':
        this.#play(intent.direction);
        return;
      case 'pause':
        this.#pause();
        return;
      case 'step':
        this.#step(intent.by);
        return;
      case 'moment':
        this.#toMoment(intent.by);
        return;
      case 'next':
        this.#next();
        return;
      case 'go':
        this.#go({ position: intent.position, time: intent.time ?? this.#timeOf(intent.position) });
        return;
      case 'scrub':
        this.#scrub(intent.wall);
        return;
      case 'start':
        if (this.#run !== null) this.#go(this.#run.timeline.begin);
        return;
      case 'end':
        if (this.#state.shown !== null) this.#go(this.#state.shown.end);
        return;
      case 'faster':
        this.#changePace(1);
        return;
      case 'slower':
        this.#changePace(-1);
        return;
      case 'pace':
        this.#setPace(intent.pace);
        return;
      case 'select':
        this.#select(sameThing(intent.thing, this.#state.selected) ? null : intent.thing);
        return;
      case 'ask':
        this.#set({ asked: intent.question });
        this.#ask();
        return;
      case 'menu':
        this.#openMenu(intent);
        return;
      case 'offer':
        if (this.#state.menu !== null) this.#set({ menu: { ...this.#state.menu, offer: intent.key, error: null } });
        return;
      case 'enter':
        this.#enter(intent);
        return;
      case 'act':
        this.#actByMenu(intent.line);
        return;
      case 'console':
        this.#set({ console: { topic: intent.topic, said: null }, menu: null });
        this.refresh();
        return;
      case 'console-says':
        if (this.#state.console !== null) this.#set({ console: { ...this.#state.console, said: intent.words } });
        return;
      case 'close-console':
        this.#set({ console: null });
        this.refresh();
        return;
      case 'return-to':
        this.#returnTo(intent.branch);
        return;
      case 'open-partition':
        this.#set({ openPartition: intent.partition });
        this.#ask();
        return;
      case 'draft':
        this.#set({ draft: { ...this.#state.draft, ...intent.change }, draftError: null });
        return;
      case 'produce':
        this.#produce();
        return;
      case 'produce-to':
        this.#draftFor(intent.partition);
        return;
      case 'story':
        this.open({ name: intent.listing.name });
        return;
      case 'tab':
        this.#set({ tab: intent.tab });
        return;
      case 'help':
        this.#set({ helpOpen: intent.open });
        return;
      case 'idle-messages':
        this.#set({ idleMessages: intent.shown });
        return;
      case 'disk-layer':
        this.#set({ diskLayer: intent.shown });
        return;
      case 'dismiss':
        this.#set({ trouble: null, nothingScheduled: false });
        return;
      case 'way-on':
        this.#wayOn();
        return;
    }
  }

  #play(direction: Direction, until?: Mark): void {
    const { shown } = this.#state;
    if (shown === null || this.#run === null) return;
    const from = { position: shown.position, time: shown.time };
    this.#search = null;
    this.#toEnd = direction === 'forwards' && until === undefined;
    this.#playback.start(shown.course, from, direction, until);
    this.#set({ playing: direction, nothingScheduled: false, touched: true });
    this.#frames.ask();
  }

  #pause(): void {
    this.#halt();
    this.#set({ playing: null, folded: null });
    this.#speak();
  }

  #halt(): void {
    this.#playback.stop();
    this.#search = null;
  }

  #go(place: Mark): void {
    this.#halt();
    this.#set({ playing: null, folded: null, nothingScheduled: false, touched: true });
    this.#place(place);
    this.#speak();
  }

  #scrub(wall: number): void {
    const { shown } = this.#state;
    if (shown === null || this.#run === null) return;
    const place = placeAt(shown.course, wall);
    if (place === undefined) return;
    this.#halt();
    this.#set({ playing: null, folded: null, nothingScheduled: false, touched: true });
    this.#place({ position: this.#run.positionAt(place.time, place.least, place.most), time: place.time });
  }

  #step(by: 1 | -1): void {
    const { shown } = this.#state;
    if (shown === null || this.#run === null) return;
    const position = shown.position + by;
    if (position < this.#run.timeline.begin.position) return;
    this.#run.reach(position);
    if (position > this.#run.timeline.end.position) {
      this.#set({ nothingScheduled: true });
      return;
    }
    this.#retell();
    const to = { position, time: this.#timeOf(position) };
    // Paused between two positions, the first step back is to the position itself.
    const target = by < 0 && shown.time > shown.board.time ? { position: shown.position, time: shown.board.time } : to;
    if (by < 0 || this.#state.reducedMotion || this.#state.playing !== null) {
      this.#go(target);
      return;
    }
    this.#playback.start(glide({ position: shown.position, time: shown.time }, target), shown, 'forwards');
    this.#set({ playing: null, nothingScheduled: false, touched: true });
    this.#frames.ask();
  }

  #toMoment(by: 1 | -1): void {
    const { shown } = this.#state;
    if (shown !== null) this.#go(momentBeside(shown, shown, by));
  }

  /** Plays to the next caption, or where there is none to the next moment; pressed again on the way, it jumps there. */
  #next(): void {
    const { shown } = this.#state;
    if (shown === null) return;
    if (shown.next === 'story') {
      this.#nextStory();
      return;
    }
    const target = nextStop(shown, shown.position);
    if (target === null) this.#play('forwards');
    else if (this.#state.playing === null) this.#play('forwards', target);
    else this.#go(target);
  }

  #nextStory(): void {
    const following = this.#storyAfter();
    if (following !== undefined) this.open({ name: following.name });
  }

  #storyAfter(): StoryListing | undefined {
    const { stories, story } = this.#state;
    const i = stories.findIndex(({ name }) => name === story?.name);
    return i < 0 ? undefined : stories[i + 1];
  }

  #changePace(by: 1 | -1): void {
    const { pace } = this.#state;
    const [all, now] = pace.kind === 'event' ? [eventSpeeds, pace.speed] : [steadyRates, pace.rate];
    const next = all[all.indexOf(now) + by];
    if (next !== undefined)
      this.#setPace(pace.kind === 'event' ? { kind: 'event', speed: next } : { kind: 'steady', rate: next });
  }

  #setPace(pace: Pace): void {
    this.#set({ pace });
    this.#retell();
    const { shown } = this.#state;
    if (shown === null) return;
    this.#place({ position: shown.position, time: shown.time });
    if (this.#telling !== null) this.#playback.follow(this.#telling.course, shown);
  }

  #produce(): void {
    const { shown, draft } = this.#state;
    if (shown === null || draft.topic === '') return;
    const error = this.#act(produceLine({ ...draft, from: sender(shown.board, draft.acks) }));
    if (error !== null) {
      this.#set({ draftError: error });
      return;
    }
    this.#set({ draft: { ...draft, key: counted(draft.key) }, draftError: null, tab: 'happened' });
    this.#play('forwards');
  }

  /** Does a line here. Gives the mistake in it, and then everything is as it was. */
  #act(line: string): StoryError | null {
    const { shown, branches } = this.#state;
    const run = this.#run;
    if (shown === null || run === null) return null;
    const before = run.branches().length;
    const { timeline } = run;
    try {
      const end = run.act(shown.position, line);
      const worthKeeping = this.#seen > shown.position || isTold(timeline, shown.position);
      const left = worthKeeping ? run.branches().slice(before) : [];
      this.#seen = end.position;
      this.#set({
        branches: left.reduce((all, one) => keep(all, one, linesAhead(timeline, one.position)), branches),
      });
      this.#retell();
      this.#place(end);
      return null;
    } catch (error) {
      if (!isStoryError(error)) throw error;
      return error;
    }
  }

  #select(selected: Thing | null): void {
    const { tab } = this.#state;
    const turned = selected === null ? (tab === 'inspector' ? 'happened' : tab) : tab === 'why' ? tab : 'inspector';
    this.#set({ selected, asked: null, tab: turned });
    this.#ask();
  }

  /** Time stands while a menu is open: what is done there is done at the moment one has seen. */
  #openMenu({ target, at = null }: Intent & { want: 'menu' }): void {
    if (target === null) {
      this.#set({ menu: null });
      return;
    }
    if (this.#state.playing !== null) this.#pause();
    const { shown } = this.#state;
    const about = shown === null ? target : targetOf(shown.board, target);
    this.#set({ menu: { target: about, at: at ?? this.#state.menu?.at ?? null, offer: null, error: null } });
    if (target.kind !== 'cluster' && target.kind !== 'connection') this.#select(target);
  }

  #enter({ key, value }: Intent & { want: 'enter' }): void {
    const { entered, menu } = this.#state;
    this.#set({ entered: { ...entered, [key]: value }, menu: menu === null ? null : { ...menu, error: null } });
  }

  #actByMenu(line: string): void {
    const error = this.#act(line);
    const { menu } = this.#state;
    if (error !== null) {
      if (menu !== null) this.#set({ menu: { ...menu, error } });
      return;
    }
    this.#set({ menu: null, tab: 'happened' });
    this.#play('forwards');
  }

  /** Goes back to a future that was left; the one that is left for it is kept in its place. */
  #returnTo(number: number): void {
    const run = this.#run;
    const branch = this.#state.branches.find((branch) => branch.number === number);
    if (run === null || branch === undefined) return;
    this.#halt();
    const { position, time } = branch;
    const left = { position, time, text: run.text() };
    const all = keep(this.#state.branches, left, linesAhead(run.timeline, position));
    const branches = all.filter((other) => other !== branch);
    this.#run = new Run(this.#room.engine, branch.text);
    this.#seen = this.#run.timeline.end.position;
    run.free();
    this.#set({ branches, playing: null, folded: null, nothingScheduled: false, menu: null });
    this.#retell();
    this.#place({ position, time });
    this.#speak();
  }

  #draftFor(name: string): void {
    const partition = this.#state.shown?.board.partitions.find((partition) => partition.name === name);
    if (partition === undefined) return;
    this.#set({
      draft: { ...this.#state.draft, topic: partition.topic, partition: partition.partition },
      openPartition: name,
      tab: 'produce',
      menu: null,
    });
    this.#ask();
  }

  #wayOn(): void {
    const { trouble, story } = this.#state;
    if (trouble?.kind === 'engine-stopped-for-good' && story?.name != null) this.open({ name: story.name });
    else this.open(null);
  }

  // ── frames ──

  #frame(now: number): void {
    this.#guarded(() => {
      if (this.#search !== null) {
        this.#lookAhead(this.#search);
        return;
      }
      this.#playback.speed = this.#state.pace.kind === 'event' ? this.#state.pace.speed : 1;
      const step = this.#playback.advance(now);
      if (step === null || this.#run === null) {
        if (this.#state.playing !== null) this.#set({ playing: null });
        return;
      }
      const { place, ended } = step;
      const folded = place.leg.gait === 'fold' ? place.leg.to.time - place.leg.from.time : null;
      if (folded !== this.#state.folded) this.#set({ folded });
      const still = this.#state.reducedMotion && !ended && place.leg.gait !== 'hold';
      const time = still ? place.leg.from.time : place.time;
      this.#place({ position: this.#run.positionAt(time, place.least, place.most), time });
      if (!ended) this.#frames.ask();
      else this.#arrived();
    });
  }

  /** Playing has come to the end of its course: at the end of the run it goes on if the run does, else it stops. */
  #arrived(): void {
    const { shown, playing } = this.#state;
    if (playing === 'forwards' && shown !== null && this.#toEnd) {
      this.#search = { from: shown.timeline.end, played: 0 };
      this.#frames.ask();
      return;
    }
    this.#set({ playing: null, folded: null });
    this.#speak();
  }

  /** One piece of the run for a frame, so that the page stays awake, until there is a moment to go to. */
  #lookAhead(search: Search): void {
    const { shown, pace } = this.#state;
    if (this.#run === null || shown === null) return;
    if (!this.#run.lookAhead(search)) {
      this.#search = null;
      this.#set({ playing: null, folded: null, nothingScheduled: true });
      this.#speak();
      return;
    }
    const { timeline } = this.#run;
    const found = groupsOf(timeline, timeline.end).some(({ place }) => place.position > search.from.position);
    if (found || pace.kind === 'steady') {
      this.#retell();
      this.#place({ position: shown.position, time: shown.time });
      this.#play('forwards');
    }
    this.#frames.ask();
  }

  // ── what is shown ──

  #retell(): void {
    if (this.#run !== null) this.#telling = tell(this.#run, this.#state.pace);
  }

  #place({ position, time }: Mark): void {
    const run = this.#run;
    const telling = this.#telling;
    if (run === null || telling === null) return;
    const board = run.board(position, this.records);
    this.#seen = Math.max(this.#seen, position);
    const before = this.#state.shown;
    const isNew = before === null || before.board !== board;
    const shown: Shown = {
      ...telling,
      end: telling.end.position < position ? { position, time } : telling.end,
      board,
      position,
      time: Math.max(time, board.time),
      wall: wallOf(telling.course, { position, time }),
      caption: captionOrAct(telling.timeline, position),
      focus: focusAt(telling.timeline, position),
      happened: isNew ? run.happened(position, LOG_LINES) : before.happened,
      ...(isNew ? this.#answer(board, position) : { question: before.question, chain: before.chain }),
      described: this.#described(),
      next: this.#nextKind(telling, position),
    };
    this.#set({ shown });
  }

  /** At the position that the board was asked for last. */
  #described(): string | null {
    const { console } = this.#state;
    return console === null || this.#run === null ? null : this.#run.describe(console.topic);
  }

  #nextKind(telling: Telling, position: number): Shown['next'] {
    if (nextStop(telling, position) !== null) return 'step';
    const byHand = telling.timeline.acts.some(({ byHand }) => byHand);
    return !byHand && this.#storyAfter() !== undefined ? 'story' : 'play-on';
  }

  /** After the person has turned to something else, at the same place. */
  #ask(): void {
    const { shown } = this.#state;
    if (shown !== null) this.#set({ shown: { ...shown, ...this.#answer(shown.board, shown.position) } });
  }

  #answer(board: Board, position: number): Pick<Shown, 'question' | 'chain'> {
    const { selected, asked, openPartition } = this.#state;
    const run = this.#run;
    const focus = this.#telling === null ? [] : focusAt(this.#telling.timeline, position);
    const open = partitionInView(board, selected, openPartition, focus);
    const question = asked ?? questionFor(board, selected, open);
    if (run === null || question === null) return { question: null, chain: [] };
    const chain = run.why(question);
    if (chain.length > 0 || open === null) return { question, chain };
    const instead: Question = { kind: 'high-watermark', partition: open.name };
    return { question: instead, chain: run.why(instead) };
  }

  #timeOf(position: number): number {
    return this.#run?.board(position, this.records).time ?? 0;
  }

  #speak(): void {
    const { shown } = this.#state;
    if (shown === null) return;
    const events = shown.happened.filter(({ position }) => position === shown.position);
    const caption = shown.timeline.captions.find(({ position }) => position === shown.position) ?? null;
    this.#set({ spoken: spokenMoment(shown.time, caption, events) });
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#show(this.#state);
  }

  // ── when the engine stops ──

  #guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!this.#room.isDead(error)) throw error;
      const position = this.#state.shown?.position ?? 0;
      this.#room.restart();
      if (this.#state.shown !== null)
        this.#set({ trouble: { kind: 'engine-stopped', position, rebuilt: this.#state.shown.position } });
      return undefined;
    }
  }

  /** Builds the run again in a fresh engine, at the place that was shown. */
  #rebuild(): void {
    const run = this.#run;
    const { shown } = this.#state;
    this.#halt();
    this.#frames.cancel();
    if (run === null || shown === null) {
      this.#broken({ kind: 'engine-stopped-for-good' });
      return;
    }
    const acts: readonly Act[] = run.acts;
    try {
      run.rebuild(acts);
      run.reach(shown.position);
      this.#set({ playing: null, folded: null });
      this.#retell();
      this.#place({ position: Math.min(shown.position, run.timeline.end.position), time: shown.time });
    } catch (error) {
      if (!this.#room.isDead(error)) throw error;
      this.#run = null;
      this.#broken({ kind: 'engine-stopped-for-good' });
    }
  }
}

/** ord-1045 → ord-1046: the next record of somebody who numbers keys. */
function counted(key: string): string {
  return key.replace(/\d+$/, (number) => String(Number(number) + 1));
}

/** The story's caption, or one for what the person did after it. */
function captionOrAct(timeline: Timeline, position: number): Shown['caption'] {
  const act = actSince(timeline, position);
  return act === null ? captionAt(timeline, position) : actedCaption(act.line);
}

/** A producer of the story, so that no new one appears: one with these acks if there is one. */
function sender({ producers }: Board, acks: string): string | null {
  return (producers.find((producer) => producer.acks === acks) ?? producers[0])?.node ?? null;
}
