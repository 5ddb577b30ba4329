// An element that somebody looks at: its shadow root, store, stage, and the way from one to the other.

import { html, render } from 'lit/html.js';
import type { EngineRoom } from '../engine/engine';
import type { FetchReel } from '../engine/fetch_reel';
import { loadEngine } from '../engine/load';
import { roomOf } from '../engine/recorded';
import { readReel } from '../engine/reel';
import type { Intent } from '../model/intent';
import type { Wanted } from '../model/opening';
import type { State } from '../model/state';
import { initialState } from '../model/state';
import { Store } from '../model/store';
import style from '../panel/panel.css?inline';
import { loading, playground } from '../panel/playground';
import { trouble } from '../panel/trouble';
import { BoardStage } from '../render/board_stage';
import type { Trouble } from '../text/trouble';
import { tokens } from '../tokens/tokens';

/** A reel that is on its way. */
export interface ComingReel {
  story: string | null;
  text: Promise<string | null>;
}

export function mount(host: HTMLElement, fetchReel: FetchReel, coming: ComingReel | null): Mounted {
  return new Mounted(host, fetchReel, coming);
}

export class Mounted {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #fetchReel: FetchReel;
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  #store: Store | null = null;
  #stage: BoardStage | null = null;
  #resized: ResizeObserver | null = null;
  /** Counts what was loaded, so that what comes too late is let go. */
  #loads = 0;
  #engine: 'not-asked' | 'coming' | 'there' = 'not-asked';

  constructor(host: HTMLElement, fetchReel: FetchReel, coming: ComingReel | null) {
    this.#fetchReel = fetchReel;
    this.#host = host;
    this.#root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [sheet()];
    this.#reducedMotion.addEventListener('change', this.#motionChanged);
    void this.#load(coming);
  }

  get position(): number | undefined {
    return this.#store?.state.shown?.position;
  }

  get digest(): string | undefined {
    return this.#store?.digest ?? undefined;
  }

  get text(): string | undefined {
    return this.#store?.storyText ?? undefined;
  }

  send(intent: Intent): void {
    this.#store?.send(intent);
  }

  attributeChanged(name: string): void {
    if (name === 'controls') this.#draw(this.#store?.state ?? initialState);
    else if (this.#engine === 'there') this.#open();
    else void this.#load(null);
  }

  unmount(): void {
    this.#loads += 1;
    this.#reducedMotion.removeEventListener('change', this.#motionChanged);
    this.#resized?.disconnect();
    this.#stage?.destroy();
    this.#store?.close();
    render(html``, this.#root);
  }

  async #load(coming: ComingReel | null): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    const bare = this.#isBare;
    // The content it was given stays until there is something to show in its place.
    if (this.#store === null) render(html`<slot></slot>`, this.#root);
    const wanted = wantedBy(this.#host);
    const text =
      wanted !== null && 'text' in wanted ? null : await this.#reel(this.#host.getAttribute('story'), coming);
    if (load !== this.#loads) return;
    if (text === null) {
      await this.#loadWithEngine(load);
      return;
    }
    this.#begin(roomOf(readReel(text), () => void this.#bringEngine(load)));
    if (!bare) whenIdle(() => void this.#bringEngine(load));
  }

  #reel(story: string | null, coming: ComingReel | null): Promise<string | null> {
    return coming !== null && coming.story === story ? coming.text : this.#fetchReel(story);
  }

  async #loadWithEngine(load: number): Promise<void> {
    if (this.#store === null) render(html`<slot></slot>${loading()}`, this.#root);
    const engine = await loadEngine();
    if (load !== this.#loads) return;
    if ('failed' in engine) {
      this.#refuse(engine.failed);
      return;
    }
    this.#engine = 'there';
    this.#begin(engine.room);
  }

  /** To take over from the reel. Called again after a failure, it tries again. */
  async #bringEngine(load: number): Promise<void> {
    if (this.#engine !== 'not-asked' || load !== this.#loads) return;
    this.#engine = 'coming';
    const engine = await loadEngine();
    const failed = 'failed' in engine;
    this.#engine = failed ? 'not-asked' : 'there';
    if (load !== this.#loads) return;
    if (failed) this.#store?.engineIsMissing(engine.failed);
    else this.#store?.engineIsThere(engine.room);
  }

  #begin(room: EngineRoom): void {
    this.#store?.close();
    this.#store = new Store(room, (state) => this.#draw(state));
    this.#store.setReducedMotion(this.#reducedMotion.matches);
    this.#open();
    this.#host.dispatchEvent(new Event('highwater-ready'));
  }

  /** Nothing can be shown: what happened, and another try. */
  #refuse(what: Trouble): void {
    render(
      html`<main class="main">
        ${trouble(what, () => void this.#load(null), null)}
        <slot></slot>
      </main>`,
      this.#root,
    );
  }

  get #isBare(): boolean {
    return this.#host.getAttribute('controls') === 'minimal';
  }

  #open(): void {
    this.#store?.open(wantedBy(this.#host), this.#host.getAttribute('at'));
  }

  #draw(state: State): void {
    render(
      playground(state, this.#isBare, (intent) => this.send(intent)),
      this.#root,
    );
    const { shown } = state;
    if (shown === null) return;
    this.#stage ??= this.#makeStage();
    this.#stage.update({
      board: shown.board,
      time: shown.time,
      focus: shown.focus,
      selected: state.selected,
      openPartition: state.openPartition,
      reducedMotion: state.reducedMotion,
      highlight: shown.happened.filter(({ position }) => position === shown.position),
      labels: state.playing === null || (state.pace.kind === 'event' && state.pace.speed <= 1),
      idleMessages: state.idleMessages,
    });
  }

  #makeStage(): BoardStage {
    const place = this.#root.querySelector<HTMLElement>('.board') as HTMLElement;
    const stage = new BoardStage(place, {
      select: (thing) => this.send({ want: 'select', thing }),
      open: (partition) => this.send({ want: 'open-partition', partition }),
      produceTo: (partition) => this.send({ want: 'produce-to', partition }),
      menu: (thing, at) => {
        // Without the controls there is no place to act.
        if (this.#isBare) this.send({ want: 'select', thing });
        else this.send({ want: 'menu', target: thing, at });
      },
    });
    this.#resized = new ResizeObserver(() => {
      if (this.#store === null || this.#store.records === stage.records) return;
      this.#store.records = stage.records;
      this.#store.refresh();
    });
    this.#resized.observe(place);
    return stage;
  }

  readonly #motionChanged = () => this.#store?.setReducedMotion(this.#reducedMotion.matches);
}

/** A story written into the element, or one by its name. */
function wantedBy(host: HTMLElement): Wanted {
  const inline = host.querySelector('script[type="text/x-highwater"]')?.textContent;
  if (inline != null) return { text: unindented(inline) };
  const name = host.getAttribute('story');
  return name === null || name === '' ? null : { name };
}

/** As it stands in the page, without the blank lines around it, so that line numbers count what its author wrote. */
function unindented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return Number.isFinite(common) ? lines.map((line) => line.slice(common)).join('\n') : '';
}

/** After what the browser still has to do for the picture. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}

let shared: CSSStyleSheet | undefined;

/** One for all elements of a page; constructed, so that a strict content security policy lets it pass. */
function sheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(tokens + style);
  }
  return shared;
}
