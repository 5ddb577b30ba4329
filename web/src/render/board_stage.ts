// The stage: keeps the board's DOM in step with the frames it is given. The structure is compared when the frame brings
// another board; between two boards only the motion layer changes, and of that only transforms.

import type { Seen } from '../engine/engine';
import type { Thing } from '../model/thing';
import { hasOverview, layoutFor, rowDetails, wantedOpen } from '../scene/detail';
import type { DockScene } from '../scene/dock';
import type { Frame } from '../scene/frame';
import type { Geometry, Layout } from '../scene/geometry';
import { type MotionScene, motionScene, type TokenScene } from '../scene/motion';
import { stripScenes } from '../scene/strip';
import { tableScene } from '../scene/table';
import { wireScenes } from '../scene/wire';
import { boardText as text } from '../text/board';
import { sizes } from '../tokens/tokens';
import { boardCss } from './board_css';
import { emOf, measure } from './measure';
import { MotionView } from './motion_view';
import { attribute, flag, html, Keyed, svg, write } from './nodes';
import type { OverviewView } from './overview_view';
import { onMenuAsked } from './press';
import { ProcessesView } from './processes_view';
import { Stops } from './stops';
import { StripView } from './strip_view';
import { TableView } from './table_view';
import { type Meaning, mean, meaningOf } from './things';
import { Tip, tipFields } from './tip';
import { Walk } from './walk';

export interface BoardIntents {
  /** With `add`, beside what is selected already. */
  select(thing: Thing, add: boolean): void;
  /** The partition's row is asked to open, where only one can be; none closes it. */
  open(partition: string | null): void;
  produceTo(partition: string): void;
  /** What can be done to it is asked for; its menu is to stand beside the place. */
  menu(thing: Thing, at: DOMRect): void;
  /** The stage shows something else of the board than before, and asks for a board with that. */
  see(sight: Seen): void;
}

/** What a click opens the menu of. Of all else it is there too: by the second button, the menu key, a long press. */
const actors: readonly Thing['kind'][] = ['broker', 'controller', 'partition', 'producer', 'consumer', 'connection'];

/** Tokens are drawn for text of this size (px) and grow with it. */
const drawnAt = 13;

/** A board of at most so many partitions is asked for whole. */
const wholeBoard = 40;

export class BoardStage {
  readonly #root = html('div', 'hw-board');
  readonly #stops = new Stops();
  readonly #processes = new ProcessesView(this.#stops);
  readonly #table = new TableView(this.#stops);
  #overview: OverviewView | null = null;
  #fetching = false;
  /** The pointer is at something that only the canvas shows. */
  #atDrawn = false;
  readonly #strips = new StripView();
  readonly #motion = new MotionView();
  readonly #onTheWay = html('ul', 'hw-said');
  readonly #waiting: Keyed<TokenScene | DockScene>;
  /** Of a stop on that list, the key of its token or dock. */
  readonly #wayKeys = new WeakMap<HTMLElement, string>();
  /** Ten digits of the text of offsets; it grows when the page's text does. */
  readonly #ruler = html('span', 'hw-ruler', '0000000000');
  readonly #tip = new Tip();
  readonly #resized = new ResizeObserver(() => this.#restyle());
  readonly #intents: BoardIntents;
  readonly #walk: Walk;
  #frame: Frame | null = null;
  #sight: Seen | null = null;
  #geometry: Geometry | null = null;
  #layout: Layout = 'wide';
  #em = drawnAt;
  #width = -1;

  /** `host` must be in the page already: the board's style sheet goes to its root, where the tokens are. */
  constructor(host: HTMLElement | ShadowRoot, intents: BoardIntents) {
    this.#intents = intents;
    const strips = svg('svg', { class: 'hw-layer', 'aria-hidden': 'true' }, this.#strips.element);
    const motion = svg('svg', { class: 'hw-layer', 'aria-hidden': 'true' }, this.#motion.element);
    this.#ruler.setAttribute('aria-hidden', 'true');
    this.#onTheWay.setAttribute('aria-label', text.onTheWay);
    this.#waiting = new Keyed<TokenScene | DockScene>(
      this.#onTheWay,
      ({ key }) => key,
      (scene) => this.#wayStop(scene),
    );
    this.#root.append(
      this.#ruler,
      this.#processes.element,
      this.#table.element,
      strips,
      motion,
      this.#onTheWay,
      this.#tip.element,
    );
    adopt(host, boardCss);
    host.append(this.#root);
    this.#walk = new Walk(
      this.#root,
      this.#stops.byKey,
      (stop) => this.#signOf(stop),
      (event) => this.#act(event),
    );
    this.#listen();
    for (const element of [this.#root, this.#ruler]) this.#resized.observe(element);
  }

  /** How many record cells per replica the board can show now. */
  get #records(): number {
    const widths = [...(this.#geometry?.replicas.values() ?? [])].map(({ strip }) => strip.width);
    const width = Math.max(this.#width / 4, ...widths);
    return Math.max(8, Math.ceil(width / (sizes.cellWidth * this.#em)) + 2);
  }

  /** Asks for what is shown now, if it is something else than before. */
  #ask(frame: Frame): void {
    const { selected, openPartition, focus, board } = frame;
    const named = partitionOf(selected);
    const details = rowDetails(board, this.#layout, openPartition, focus);
    const open = [...details].flatMap(([name, detail]) => (detail === 'open' ? [name] : []));
    const wanted = hasOverview(board) ? wantedOpen(openPartition, focus) : null;
    const sight: Seen = {
      records: this.#records,
      whole: wholeBoard,
      first: 0,
      count: 0,
      unfolded: [],
      find: '',
      troubled: false,
      ...(board.topics.length > 0 ? this.#overview?.sight : null),
      open: [...new Set([...open, ...(wanted === null ? [] : [wanted]), ...(named === null ? [] : [named])])],
      idle: frame.idleMessages,
      fields: hasOverview(board) ? 0 : tipFields,
      message: selected?.kind === 'message' || selected?.kind === 'parked' ? selected.key : null,
    };
    if (this.#sight !== null && JSON.stringify(this.#sight) === JSON.stringify(sight)) return;
    this.#sight = sight;
    this.#intents.see(sight);
  }

  update(frame: Frame): void {
    const last = this.#frame;
    this.#frame = frame;
    if (last === null) {
      // What it has room for is asked for before anything is drawn; the answer comes as another frame.
      this.#size(frame);
      this.#ask(frame);
      if (this.#frame !== frame) return;
    }
    const same =
      last !== null &&
      this.#geometry !== null &&
      last.board === frame.board &&
      last.selected === frame.selected &&
      last.also === frame.also &&
      last.openPartition === frame.openPartition &&
      last.labels === frame.labels &&
      last.idleMessages === frame.idleMessages &&
      last.diskLayer === frame.diskLayer &&
      last.reducedMotion === frame.reducedMotion &&
      equal(last.focus, frame.focus) &&
      equal(last.highlight, frame.highlight);
    if (!same) this.#draw(frame);
    this.#move(frame);
    if (!same) this.#ask(frame);
  }

  /** Removes the board and its observers. */
  destroy(): void {
    this.#resized.disconnect();
    this.#overview?.destroy();
    this.#root.remove();
  }

  #restyle(): void {
    // A log that needs less room than before moves what stands below it: the height counts as well.
    const height = this.#root.getBoundingClientRect().height;
    const placed = this.#root.clientWidth === this.#width && height === this.#geometry?.height;
    if ((placed && emOf(this.#root) === this.#em) || !this.#frame) return;
    this.#geometry = null;
    this.#draw(this.#frame);
    this.#move(this.#frame);
    this.#ask(this.#frame);
  }

  #move({ time, reducedMotion }: Frame): void {
    this.#motion.move(time, reducedMotion);
    this.#overview?.move(time, reducedMotion);
  }

  /** A board of many partitions has more to draw with, which a small one does not load. */
  #fetchOverview(): void {
    if (this.#fetching) return;
    this.#fetching = true;
    void import('./overview_view').then(({ OverviewView }) => {
      if (!this.#root.isConnected) return;
      const overview = new OverviewView(this.#stops, () => this.#sightChanged());
      adopt(this.#root, overview.css);
      this.#processes.element.after(overview.element);
      this.#overview = overview;
      this.#sightChanged();
    });
  }

  /** Another part of the overview is in sight: it is asked for, and drawn when it comes. */
  #sightChanged(): void {
    if (!this.#frame) return;
    this.#geometry = null;
    this.#draw(this.#frame);
    this.#move(this.#frame);
    this.#ask(this.#frame);
  }

  #size(frame: Frame): void {
    if (!this.#geometry) {
      this.#width = this.#root.clientWidth;
      this.#em = emOf(this.#root);
      this.#root.style.setProperty('--hw-scale', String(this.#em / drawnAt));
    }
    this.#layout = layoutFor(this.#width, this.#em, frame.board.brokers.length);
  }

  #draw(frame: Frame): void {
    this.#size(frame);
    if (attribute(this.#root, 'data-layout', this.#layout)) this.#geometry = null;
    flag(this.#root, 'data-still', frame.reducedMotion);
    const { focused } = this.#walk;
    const many = hasOverview(frame.board);
    if (many) this.#fetchOverview();
    if (this.#overview !== null && this.#overview.element.hidden === many) {
      this.#overview.element.hidden = !many;
      this.#geometry = null;
    }
    this.#stops.selected = frame.selected;
    this.#stops.also = frame.also;
    const table = tableScene(frame, this.#layout);
    const changed = [this.#processes.update(table), this.#table.update(table)];
    if (many) {
      flag(this.#root, 'data-overview', true);
      flag(this.#root, 'data-opened', table.rows.length > 0);
      this.#overview?.update(frame, { width: this.#width, em: this.#em });
    } else flag(this.#root, 'data-overview', false);
    this.#stops.forget();
    if (changed.includes(true) || !this.#geometry) {
      const measured = {
        table: this.#table,
        stops: this.#stops,
        band: this.#processes.controllers,
        ruler: this.#ruler,
      };
      if (this.#layout === 'wide') this.#table.level();
      this.#geometry = measure(this.#root, measured, { layout: this.#layout, overview: many }, this.#em);
    }
    const motion = motionScene(frame, this.#geometry);
    this.#strips.update(stripScenes(frame, this.#geometry), wireScenes(frame.board, this.#geometry, motion.busy));
    this.#motion.update(motion);
    this.#listOnTheWay(motion);
    this.#walk.keep(focused);
    this.#tip.hide();
  }

  /** Messages and waiting requests, for those who hear the board or reach it by keys. */
  #listOnTheWay({ tokens, docks }: MotionScene): void {
    this.#waiting.sync([...tokens, ...docks.filter(({ kind }) => kind !== 'session')]);
  }

  #wayStop(scene: TokenScene | DockScene) {
    const element = html('li', '');
    const button = html('span', '');
    button.setAttribute('role', 'button');
    button.tabIndex = -1;
    element.append(button);
    const thing: Thing = 'message' in scene ? { kind: 'message', key: scene.message } : scene.thing;
    mean(button, { thing });
    this.#wayKeys.set(button, scene.key);
    return {
      element,
      update: (next: TokenScene | DockScene) => {
        this.#stops.byKey.set(`way|${scene.key}`, button);
        return write(button, next.said);
      },
    };
  }

  #listen(): void {
    const root = this.#root;
    root.addEventListener('click', (event) => this.#act(event));
    // With shift a click selects one more, and no text.
    root.addEventListener('mousedown', (event) => {
      if (!event.shiftKey) return;
      event.preventDefault();
      event
        .composedPath()
        .find((target): target is HTMLElement => target instanceof HTMLElement && target.hasAttribute('tabindex'))
        ?.focus();
    });
    onMenuAsked(root, (event) => this.#openMenu(event));
    root.addEventListener('focusin', ({ target }) => this.#mark(target));
    root.addEventListener('focusout', () => this.#mark(null));
    root.addEventListener('pointerover', (event) => this.#point(event));
    root.addEventListener('pointermove', (event) => {
      const isDrawn = this.#overview?.meaningAt(event) != null;
      if (isDrawn || this.#atDrawn) this.#point(event);
      this.#atDrawn = isDrawn;
    });
    root.addEventListener('pointerleave', () => {
      this.#motion.point(null);
      this.#tip.hide();
    });
  }

  #act(event: Event): void {
    const found = this.#found(event);
    if (!found) return;
    const { thing, opens, produces, acts } = found.meaning;
    if (acts !== undefined) acts();
    else if (produces !== undefined) this.#intents.produceTo(produces);
    else if (opens !== undefined) this.#open(opens);
    else if (thing && isAdding(event)) this.#intents.select(thing, true);
    else if (thing && actors.includes(thing.kind)) this.#openMenu(event);
    else if (thing) this.#intents.select(thing, false);
  }

  /** Opens the row of a partition below the overview, or closes it there. */
  #open(partition: string): void {
    const frame = this.#frame;
    const isOpen = frame !== null && hasOverview(frame.board) && frame.openPartition === partition;
    this.#intents.open(isOpen ? null : partition);
    if (this.#overview !== null && !isOpen) this.#table.element.scrollIntoView({ block: 'nearest' });
  }

  /** What an event is about, and where that stands. */
  #found(event: Event): { meaning: Meaning; at: DOMRect } | null {
    const isAimed = event instanceof MouseEvent && !(event.type === 'click' && event.detail === keyboardClick);
    const drawn = isAimed ? this.#overview?.meaningAt(event) : null;
    if (drawn) return drawn;
    const found = meaningOf(event.composedPath());
    if (!found) return null;
    const { element, meaning } = found;
    const sign = element instanceof HTMLElement ? this.#signOf(element) : null;
    const isLine = meaning.thing?.kind === 'connection' && event instanceof MouseEvent;
    const at = isLine ? new DOMRect(event.clientX, event.clientY) : (sign ?? element).getBoundingClientRect();
    return { meaning, at };
  }

  #openMenu(event: Event): void {
    const found = this.#found(event);
    if (!found?.meaning.thing) return;
    this.#tip.hide();
    this.#intents.menu(found.meaning.thing, found.at);
  }

  #point(event: Event): void {
    const found = this.#found(event);
    const thing = found?.meaning.thing;
    this.#motion.point(thing?.kind === 'message' ? thing.key : null);
    if (found && this.#frame)
      this.#tip.show(this.#frame.board, found.meaning, found.at, this.#root.getBoundingClientRect());
    else this.#tip.hide();
  }

  /** A stop that is not seen itself shows its focus on the sign that is. */
  #mark(stop: EventTarget | null): void {
    for (const marked of this.#root.querySelectorAll('[data-focused]')) marked.removeAttribute('data-focused');
    if (!(stop instanceof HTMLElement) || !this.#frame) return;
    const sign = this.#signOf(stop);
    const found = meaningOf([stop]);
    if (!sign || !found) return;
    sign.setAttribute('data-focused', '');
    this.#tip.show(this.#frame.board, found.meaning, sign.getBoundingClientRect(), this.#root.getBoundingClientRect());
  }

  /** What is drawn for a stop that is not seen: a record, a message, a waiting request. */
  #signOf(stop: HTMLElement): Element | null {
    const key = this.#wayKeys.get(stop);
    if (key !== undefined) return this.#motion.sign(key);
    const thing = meaningOf([stop])?.meaning.thing;
    return thing?.kind === 'record' ? this.#strips.record(thing.partition, thing.broker, thing.offset) : null;
  }
}

/** The same things, in a list that may have been made anew. */
const equal = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((one, index) => one === b[index]));

/** Beside what is selected already. */
const isAdding = (event: Event): boolean =>
  (event instanceof MouseEvent || event instanceof KeyboardEvent) && event.shiftKey;

/** Of a click that a key made: it has no place. */
const keyboardClick = 0;

const partitionOf = (thing: Thing | null): string | null => {
  if (thing?.kind === 'record' || thing?.kind === 'replica') return thing.partition;
  return thing?.kind === 'partition' ? thing.name : null;
};

const sheets = new Map<string, CSSStyleSheet>();

function adopt(within: Node, css: string): void {
  const owner = within.getRootNode();
  if (!(owner instanceof Document || owner instanceof ShadowRoot))
    throw new Error('The board needs a host in the page');
  let sheet = sheets.get(css);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  if (!owner.adoptedStyleSheets.includes(sheet)) owner.adoptedStyleSheets.push(sheet);
}
