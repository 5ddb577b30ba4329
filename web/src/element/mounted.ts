// An element that somebody looks at: its shadow root, store, stage, and the way from one to the other.

import { html, render } from 'lit/html.js';
import { loadEngine } from '../engine/load';
import type { Intent } from '../model/intent';
import type { Wanted } from '../model/opening';
import type { State } from '../model/state';
import { initialState } from '../model/state';
import { Store } from '../model/store';
import style from '../panel/panel.css?inline';
import { playground } from '../panel/playground';
import { trouble } from '../panel/trouble';
import { BoardStage } from '../render/board_stage';
import type { Trouble } from '../text/trouble';
import { tokens } from '../tokens/tokens';

export function mount(host: HTMLElement): Mounted {
  return new Mounted(host);
}

export class Mounted {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  #store: Store | null = null;
  #stage: BoardStage | null = null;
  #resized: ResizeObserver | null = null;
  #gone = false;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [sheet()];
    this.#reducedMotion.addEventListener('change', this.#motionChanged);
    void this.#load();
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
    else this.#open();
  }

  unmount(): void {
    this.#gone = true;
    this.#reducedMotion.removeEventListener('change', this.#motionChanged);
    this.#resized?.disconnect();
    this.#stage?.destroy();
    this.#store?.close();
    render(html``, this.#root);
  }

  async #load(): Promise<void> {
    // The content it was given stays until there is something to show in its place.
    render(html`<slot></slot>`, this.#root);
    const load = await loadEngine();
    if (this.#gone) return;
    if ('failed' in load) {
      this.#refuse(load.failed);
      return;
    }
    this.#store = new Store(load.room, (state) => this.#draw(state));
    this.#store.setReducedMotion(this.#reducedMotion.matches);
    this.#open();
    this.#host.dispatchEvent(new Event('highwater-ready'));
  }

  /** Nothing can be shown: what happened, and another try. */
  #refuse(what: Trouble): void {
    render(
      html`<main class="main">
        ${trouble(what, () => void this.#load(), null)}
        <slot></slot>
      </main>`,
      this.#root,
    );
  }

  #open(): void {
    this.#store?.open(wantedBy(this.#host), this.#host.getAttribute('at'));
  }

  #draw(state: State): void {
    const bare = this.#host.getAttribute('controls') === 'minimal';
    render(
      playground(state, bare, (intent) => this.send(intent)),
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
        if (this.#host.getAttribute('controls') === 'minimal') this.send({ want: 'select', thing });
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

let shared: CSSStyleSheet | undefined;

/** One for all elements of a page; constructed, so that a strict content security policy lets it pass. */
function sheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(tokens + style);
  }
  return shared;
}
