// An element that somebody looks at: its shadow root, store, stage, and the way from one to the other.

import { html, render } from 'lit/html.js';
import type { EngineRoom } from '../engine/engine';
import type { Stored } from '../engine/stored';
import type { Intent } from '../model/intent';
import type { Wanted } from '../model/opening';
import type { State } from '../model/state';
import { initialState } from '../model/state';
import { Store } from '../model/store';
import { targetOf } from '../model/target';
import type { Thing } from '../model/thing';
import { fetchPanels, onArrival, panelsStyle } from '../panel/on_demand';
import style from '../panel/panel.css?inline';
import { loading, playground } from '../panel/playground';
import { trouble } from '../panel/trouble';
import { BoardStage } from '../render/board_stage';
import { onLinkDragged } from '../render/drag';
import { frameOf } from '../scene/frame';
import { boardText } from '../text/board';
import { nodeName } from '../text/quantity';
import { partMissing, type Trouble } from '../text/trouble';
import { tokens } from '../tokens/tokens';
import { Editing } from './editing';
import { type LinkedElement, Linking } from './linking';
import { Sharing } from './sharing';
import { type Coming, Supply } from './supply';
import { Telling } from './telling';

/** What the element has already, and this script therefore does not import. */
export interface Handed {
  stored: Stored;
  ownStory(host: HTMLElement): string | null;
}

export function mount(host: LinkedElement, handed: Handed, coming: Coming | null): Mounted {
  return new Mounted(host, handed, coming);
}

export class Mounted {
  readonly #host: LinkedElement;
  readonly #root: ShadowRoot;
  readonly #ownStory: Handed['ownStory'];
  readonly #supply: Supply;
  readonly #linking: Linking;
  readonly #sharing: Sharing;
  readonly #editing: Editing;
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  #store: Store | null = null;
  #stage: BoardStage | null = null;
  #early: Intent[] = [];
  readonly #telling: Telling;
  /** Counts what was loaded, so that what comes too late is let go. */
  #loads = 0;
  readonly #stopListening = onArrival(() => {
    this.#dress();
    if (this.#store !== null) this.#draw(this.#store.state);
  });

  constructor(host: LinkedElement, { stored, ownStory }: Handed, coming: Coming | null) {
    this.#ownStory = ownStory;
    this.#host = host;
    this.#telling = new Telling(host);
    this.#linking = new Linking(host, () => this.#open());
    this.#root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    // The one that stood for all while nobody looked.
    this.#root.querySelector('slot')?.remove();
    this.#root.adoptedStyleSheets = [sheet(tokens + style)];
    this.#dress();
    this.#editing = new Editing(this.#root);
    this.#sharing = new Sharing(host, this.#root, (link) => this.#linking.keep(link));
    this.#reducedMotion.addEventListener('change', this.#motionChanged);
    const receiver = {
      engineWanted: () => void this.#bringEngine(),
      storyWanted: (name: string) => void this.#load({ name }, null),
    };
    this.#supply = new Supply(stored, receiver, coming);
    this.#open();
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

  get playing(): 'forwards' | 'backwards' | undefined {
    return this.#store?.state.playing ?? undefined;
  }

  /** Kept while there is no story yet. */
  send(intent: Intent): void {
    if (this.#store === null) this.#early.push(intent);
    else this.#store.send(intent);
  }

  attributeChanged(name: string): void {
    if (name === 'controls') this.#draw(this.#store?.state ?? initialState);
    else this.#open();
  }

  unmount(): void {
    this.#loads += 1;
    this.#stopListening();
    this.#reducedMotion.removeEventListener('change', this.#motionChanged);
    this.#stage?.destroy();
    this.#store?.close();
    this.#linking.end();
    this.#sharing.end();
    this.#editing.end();
    render(html``, this.#root);
  }

  #open(): void {
    const { link } = this.#host;
    if (link === null) void this.#load(this.#wanted, this.#host.getAttribute('at'));
    else void this.#loadLink(link);
  }

  /** A link is played again, which only the engine can; a moment of a shipped story as it is may be on its reel. */
  async #loadLink(link: string): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    if (this.#store === null) {
      render(html`<slot></slot>${loading()}`, this.#root);
      const isShown = await this.#showLinkOnReel(link, load);
      if (isShown || load !== this.#loads) return;
    }
    const engine = await this.#supply.engine();
    if (load !== this.#loads) return;
    if ('failed' in engine) {
      if (this.#store === null) this.#refuse(engine.failed);
      else this.#store.refuseLink(partMissing);
      return;
    }
    const { room } = engine;
    const opened = await this.#linking.read(link, room.engine);
    if (load !== this.#loads) return;
    this.#store ??= this.#makeStore(room);
    if ('trouble' in opened) this.#store.refuseLink(opened.trouble);
    else this.#store.openLink(room, opened);
    this.#ready();
  }

  async #showLinkOnReel(link: string, load: number): Promise<boolean> {
    const found = await this.#linking.readOnReel(link, (story) => this.#supply.reel(story));
    if (found === null || load !== this.#loads) return false;
    this.#store = this.#makeStore(found.room);
    if (!this.#store.openLinkOnReel(found.room, found.opened)) {
      this.#store.close();
      this.#store = null;
      return false;
    }
    this.#ready();
    if (!this.#isBare) whenIdle(() => void this.#bringRest(load));
    return true;
  }

  async #load(wanted: Wanted, at: string | null): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    // The content it was given stays until there is something to show in its place.
    if (this.#store === null) render(html`<slot></slot>`, this.#root);
    const isOwn = wanted !== null && 'text' in wanted;
    const reel = isOwn ? null : await this.#supply.reel(wanted?.name ?? null);
    if (load !== this.#loads) return;
    if (reel === null) {
      await this.#loadEngine(load, wanted, at);
      return;
    }
    this.#begin(reel, wanted, at);
    if (!this.#isBare) whenIdle(() => void this.#bringRest(load));
  }

  /** Without a reel there is nothing to show before the engine is there. */
  async #loadEngine(load: number, wanted: Wanted, at: string | null): Promise<void> {
    if (this.#store === null) render(html`<slot></slot>${loading()}`, this.#root);
    const engine = await this.#supply.engine();
    if (load !== this.#loads) return;
    if ('room' in engine) this.#begin(engine.room, wanted, at);
    else if (this.#store === null) this.#refuse(engine.failed);
    else this.#store.engineIsMissing(engine.failed);
  }

  /** To take over from the reel. Called again after a failure, it tries again. */
  async #bringEngine(): Promise<void> {
    const load = this.#loads;
    const engine = await this.#supply.engine();
    if (load !== this.#loads) return;
    if ('room' in engine) this.#store?.engineIsThere(engine.room);
    else this.#store?.engineIsMissing(engine.failed);
  }

  async #bringRest(load: number): Promise<void> {
    const stories = await this.#supply.stories();
    if (load !== this.#loads) return;
    if (this.#store !== null && stories.length > 0) this.#store.stories = stories;
    await this.#bringEngine();
    await fetchPanels();
  }

  #begin(room: EngineRoom, wanted: Wanted, at: string | null): void {
    this.#store ??= this.#makeStore(room);
    this.#store.openIn(room, wanted, at);
    this.#ready();
  }

  #ready(): void {
    if (this.#store?.state.shown != null) this.#telling.ready();
    for (const intent of this.#early.splice(0)) this.send(intent);
  }

  #makeStore(room: EngineRoom): Store {
    return new Store(room, (state) => this.#draw(state), this.#reducedMotion.matches);
  }

  /** The style of the panels that come on demand, once they have. */
  #dress(): void {
    const style = panelsStyle();
    if (style === null) return;
    const { adoptedStyleSheets: worn } = this.#root;
    if (!worn.includes(sheet(style))) worn.push(sheet(style));
  }

  /** Nothing can be shown: what happened, and another try. */
  #refuse(what: Trouble): void {
    this.#telling.trouble(what);
    render(
      html`<div class="main">
        ${trouble(what, () => this.#open(), null)}
        <slot></slot>
      </div>`,
      this.#root,
    );
  }

  /** A story written into the element, or one by its name. */
  get #wanted(): Wanted {
    const own = this.#ownStory(this.#host);
    if (own !== null) return { text: unindented(own) };
    const name = this.#host.getAttribute('story');
    return name === null || name === '' ? null : { name };
  }

  get #isBare(): boolean {
    return this.#host.getAttribute('controls') === 'minimal';
  }

  #draw(state: State): void {
    render(
      playground(state, this.#isBare, (intent) => this.send(intent)),
      this.#root,
    );
    const { shown } = state;
    if (this.#store !== null) {
      this.#linking.shows(state, this.#store);
      this.#sharing.shows(state, this.#store);
      this.#editing.shows(state, this.#store);
    }
    this.#telling.shows(state);
    if (shown === null) return;
    this.#stage ??= this.#makeStage();
    this.#stage.update(frameOf(state, shown));
  }

  #makeStage(): BoardStage {
    const place = this.#root.querySelector<HTMLElement>('.board') as HTMLElement;
    onLinkDragged(
      place,
      (thing) => linkOf(this.#store?.state ?? initialState, thing),
      ({ from, to }, by) => boardText.slowedBy(nodeName(from), nodeName(to ?? ''), by),
      ({ from, to }, by) => {
        if (!this.#isBare) this.send({ want: 'act', line: `slow ${from}-${to} by=${by}ms` });
      },
    );
    return new BoardStage(place, {
      select: (thing, add) => this.send({ want: 'select', thing, add }),
      open: (partition) => this.send({ want: 'open-partition', partition }),
      produceTo: (partition) => this.send({ want: 'produce-to', partition }),
      menu: (thing, at) => {
        // Without the controls there is no place to act.
        if (this.#isBare) this.send({ want: 'select', thing });
        else this.send({ want: 'menu', target: thing, at });
      },
      see: (sight) => this.#store?.see(sight),
    });
  }

  readonly #motionChanged = () => this.#store?.setReducedMotion(this.#reducedMotion.matches);
}

function linkOf({ shown }: State, thing: Thing): Thing {
  const target = shown === null ? thing : targetOf(shown.board, thing);
  return target.kind === 'connection' ? target : thing;
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

const sheets = new Map<string, CSSStyleSheet>();

/** One for all elements of a page; constructed, so that a strict content security policy lets it pass. */
function sheet(css: string): CSSStyleSheet {
  let shared = sheets.get(css);
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(css);
    sheets.set(css, shared);
  }
  return shared;
}
