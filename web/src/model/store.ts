// The one writer: takes intents, has them done by those below, and hands a new state to whoever shows it. When the engine
// stops on a mistake of ours, it builds the run again.

import type { Engine, EngineRoom, Seen } from '../engine/engine';
import type { StoryError } from '../engine/view';
import type { Trouble, TroubleText } from '../text/trouble';
import { Acting } from './acting';
import { Futures } from './futures';
import { Handover } from './handover';
import type { Intent } from './intent';
import type { OpenedLink } from './linked';
import { Links } from './links';
import { Menus } from './menus';
import { Opening, type Wanted } from './opening';
import { Playing } from './playing';
import type { Run, Tried, Written } from './run';
import { Showing } from './showing';
import type { State, StoryHead } from './state';
import { sameThing } from './thing';

export class Store {
  readonly #showing: Showing;
  readonly #playing: Playing;
  readonly #futures: Futures;
  readonly #opening: Opening;
  readonly #links: Links;
  readonly #acting: Acting;
  readonly #menus: Menus;
  readonly #handover: Handover;
  #stopListening: () => void;
  #tried: Tried | null = null;

  constructor(room: EngineRoom, show: (state: State) => void, reducedMotion = false) {
    this.#showing = new Showing(room, show, reducedMotion);
    this.#handover = new Handover(this.#showing);
    this.#playing = new Playing(
      this.#showing,
      (work) => this.#guarded(work),
      () => this.send({ want: 'play-on' }),
    );
    this.#futures = new Futures(this.#showing);
    this.#opening = new Opening(this.#showing, this.#playing, this.#futures);
    this.#links = new Links(this.#showing, this.#playing, this.#opening, this.#futures);
    this.#acting = new Acting(this.#showing, this.#playing, this.#futures);
    this.#menus = new Menus(this.#showing, this.#playing, this.#acting);
    this.#stopListening = room.onRestart(() => this.#rebuild());
  }

  get state(): State {
    return this.#showing.state;
  }

  get digest(): string | null {
    if (this.#showing.room.recorded !== undefined) return null;
    return this.#guarded(() => this.#showing.run?.digest() ?? null) ?? null;
  }

  get storyText(): string | null {
    return this.#guarded(() => this.#showing.run?.text() ?? null) ?? null;
  }

  /** The stage shows something else of the board. */
  see(sight: Seen): void {
    if (this.#showing.sight === sight) return;
    this.#showing.sight = sight;
    this.refresh();
  }

  open(wanted: Wanted, at: string | null = null): void {
    this.#guarded(() => this.#opening.open(wanted, at));
  }

  /** Opens a story in another room: on its reel, or in the engine. */
  openIn(room: EngineRoom, wanted: Wanted, at: string | null = null): void {
    this.#enter(room);
    this.#guarded(() => {
      this.#handover.forget();
      this.#opening.open(wanted, at);
    });
  }

  /** All shipped stories, while the engine that has them is not there. */
  set stories(stories: State['stories']) {
    if (this.#showing.room.recorded !== undefined) this.#showing.set({ stories });
  }

  /** The engine's room is entered when the link leads somewhere: until then the run on screen stays where it is. */
  openLink(room: EngineRoom, link: OpenedLink): void {
    const found = () => {
      this.#enter(room);
      this.#handover.forget();
    };
    this.#guarded(() => this.#links.open(room.engine, link, found), room);
  }

  /** Shows a link on the reel of its story; false when that has not the moment, and then nothing has changed. */
  openLinkOnReel(room: EngineRoom, link: OpenedLink): boolean {
    const found = () => {
      this.#enter(room);
      this.#handover.forget();
    };
    return this.#guarded(() => this.#links.openOnReel(room.engine, link, found), room) ?? false;
  }

  refuseLink(words: TroubleText): void {
    this.#guarded(() => this.#links.refuse(words));
  }

  /** What the engine was asked for when it stopped. */
  get tried(): Tried | null {
    return this.#tried;
  }

  set faultLink(faultLink: string) {
    this.#showing.set({ faultLink });
  }

  /** Reads of the run on screen what no panel shows; nothing while there is none, or no engine. */
  read<T>(work: (run: Run, state: State) => T): T | null {
    const { run, room, state } = this.#showing;
    if (run === null || room.recorded !== undefined) return null;
    return this.#guarded(() => work(run, state)) ?? null;
  }

  /** Does a line here, and gives the mistake in it. */
  act(line: string): StoryError | null {
    return this.#guarded(() => this.#acting.act(line)) ?? null;
  }

  /** Plays another text in the place of the run on screen, which is kept as a branch, and gives the mistake in it. */
  rerun(written: Written, story: StoryHead, at: 'here' | 'begin'): StoryError | null {
    return this.#guarded(() => this.#acting.rerun(written, story, at)) ?? null;
  }

  get engine(): Engine {
    return this.#showing.room.engine;
  }

  send(intent: Intent): void {
    if (intent.want === 'way-on' && this.#links.asks) this.#guarded(() => this.#links.playAnyway());
    else if (this.#handover.keeps(intent)) this.#takeOver();
    else this.#guarded(() => this.#handle(intent));
  }

  setReducedMotion(reducedMotion: boolean): void {
    this.#showing.set({ reducedMotion });
  }

  /** The engine is there, after a story was shown from its reel; it takes over as soon as nothing moves. */
  engineIsThere(room: EngineRoom): void {
    this.#handover.offer(room);
    this.#takeOver();
  }

  /** The engine could not be loaded; the reel goes on. */
  engineIsMissing(trouble: Trouble): void {
    this.#handover.refuse(trouble);
  }

  /** The board has another size and shows another number of cells. */
  refresh(): void {
    this.#guarded(() => this.#showing.refresh());
  }

  close(): void {
    this.#stopListening();
    this.#playing.end();
    this.#futures.free();
  }

  // ── intents ──

  #handle(intent: Intent): void {
    const showing = this.#showing;
    const { run, state } = showing;
    switch (intent.want) {
      case 'play':
        this.#playing.play(intent.direction);
        return;
      case 'play-on':
        this.#playing.on();
        return;
      case 'pause':
        this.#playing.pause();
        return;
      case 'step':
        this.#playing.step(intent.by);
        return;
      case 'moment':
        this.#playing.toMoment(intent.by);
        return;
      case 'next':
        this.#next();
        return;
      case 'go':
        this.#playing.go({ position: intent.position, time: intent.time ?? showing.timeOf(intent.position) });
        return;
      case 'go-ahead':
        this.#playing.goAhead(intent.time);
        return;
      case 'at':
        this.#opening.goTo(intent.at);
        return;
      case 'scrub':
        this.#playing.scrub(intent.wall);
        return;
      case 'start':
        if (run !== null) this.#playing.go(run.timeline.begin);
        return;
      case 'end':
        if (state.shown !== null) this.#playing.go(state.shown.end);
        return;
      case 'faster':
        this.#playing.changePace(1);
        return;
      case 'slower':
        this.#playing.changePace(-1);
        return;
      case 'pace':
        this.#playing.setPace(intent.pace);
        return;
      case 'select':
        if (intent.add && intent.thing !== null) showing.selectAlso(intent.thing);
        else showing.select(sameThing(intent.thing, state.selected) && state.also.length === 0 ? null : intent.thing);
        return;
      case 'select-more':
        showing.set({ adding: true, menu: null });
        return;
      case 'ask':
        showing.set({ asked: intent.question, tab: 'why' });
        showing.ask();
        return;
      case 'menu':
        this.#menus.open(intent);
        return;
      case 'offer':
        this.#menus.offer(intent.key);
        return;
      case 'enter':
        this.#menus.enter(intent);
        return;
      case 'act':
        this.#menus.act(intent.line);
        return;
      case 'console':
        showing.set({ console: intent.of, menu: null });
        showing.refresh();
        return;
      case 'console-says':
        if (state.console !== null) showing.set({ console: { ...state.console, said: intent.words } });
        return;
      case 'close-console':
        showing.set({ console: null });
        showing.refresh();
        return;
      case 'ledger':
        showing.set({ ledger: intent.open ? { part: 'records', row: null } : null });
        showing.refresh();
        return;
      case 'ledger-part':
        if (state.ledger !== null) showing.set({ ledger: { ...state.ledger, part: intent.part } });
        return;
      case 'ledger-row':
        if (state.ledger !== null) showing.set({ ledger: { ...state.ledger, row: intent.row } });
        if (intent.row !== null && !sameThing(intent.record, state.selected)) showing.select(intent.record);
        return;
      case 'return-to':
        this.#acting.returnTo(intent.branch);
        return;
      case 'rename':
        this.#futures.rename(intent.branch, intent.title);
        return;
      case 'undo':
        this.#acting.undo();
        return;
      case 'redo':
        this.#acting.redo();
        return;
      case 'lane-rows':
        showing.set({ firstLane: intent.first });
        showing.refresh();
        return;
      case 'lanes':
        showing.set({ lanesOpen: intent.open });
        return;
      case 'open-partition':
        showing.set({ openPartition: intent.partition });
        showing.ask();
        return;
      case 'draft':
        showing.set({ draft: { ...state.draft, ...intent.change }, draftError: null });
        showing.refresh();
        return;
      case 'produce':
        this.#acting.produce();
        return;
      case 'produce-to':
        this.#acting.produceTo(intent.partition);
        return;
      case 'story':
        this.#opening.open({ name: intent.listing.name });
        return;
      case 'tab':
        showing.set({ tab: intent.tab });
        return;
      case 'rule':
        showing.set({ rule: intent.rule });
        return;
      case 'help':
        showing.set({ helpOpen: intent.open });
        return;
      case 'edit':
        if (intent.editing !== null) this.#playing.pause();
        showing.set({ editing: intent.editing, menu: null });
        return;
      case 'share':
        if (intent.open && state.playing !== null) this.#playing.pause();
        showing.set({ sharing: intent.open, menu: null });
        return;
      case 'idle-messages':
        showing.set({ idleMessages: intent.shown });
        return;
      case 'disk-layer':
        showing.set({ diskLayer: intent.shown });
        return;
      case 'dismiss':
        showing.set({ trouble: null, stopped: null });
        return;
      case 'way-on':
        this.#opening.wayOn();
        return;
    }
  }

  /** On in the story, or after its end to the next one. */
  #next(): void {
    if (this.state.shown?.next !== 'story') {
      this.#playing.next();
      return;
    }
    const following = this.#showing.storyAfter();
    if (following !== undefined) this.send({ want: 'story', listing: following });
  }

  #enter(room: EngineRoom): void {
    this.#stopListening();
    this.#stopListening = room.onRestart(() => this.#rebuild());
    this.#showing.room = room;
  }

  #takeOver(): void {
    const room = this.#handover.due;
    if (room === null) return;
    this.#enter(room);
    this.#guarded(() => {
      const waited = this.#handover.takeOver(room);
      this.#opening.settle();
      this.#links.settle();
      for (const intent of waited) this.#handle(intent);
    });
  }

  // ── when the engine stops ──

  #guarded<T>(work: () => T, room = this.#showing.room): T | undefined {
    try {
      const result = this.#showing.together(work);
      this.#takeOver();
      return result;
    } catch (error) {
      if (!room.isDead(error)) throw error;
      const position = this.state.shown?.position ?? 0;
      this.#tried = this.#showing.run?.tried ?? null;
      room.restart();
      if (this.state.shown !== null) {
        const { position: rebuilt } = this.state.shown;
        this.#showing.set({ trouble: { kind: 'engine-stopped', position, rebuilt }, faultLink: null });
      }
      return undefined;
    }
  }

  /** Builds the run again in a fresh engine, at the place that was shown. */
  #rebuild(): void {
    const showing = this.#showing;
    const { run } = showing;
    const { shown } = showing.state;
    this.#playing.end();
    if (run === null || shown === null) {
      this.#opening.broken({ kind: 'engine-stopped-for-good' });
      return;
    }
    try {
      run.rebuild();
      run.reach(shown.position);
      showing.set({ playing: null, passing: null });
      showing.retell();
      showing.place({ position: Math.min(shown.position, run.timeline.end.position), time: shown.time });
    } catch (error) {
      if (!showing.room.isDead(error)) throw error;
      showing.run = null;
      this.#opening.broken({ kind: 'engine-stopped-for-good' });
    }
  }
}
