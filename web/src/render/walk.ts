// Keys on the board. It is one tab stop: arrows walk from thing to thing, Enter selects, and on a selected replica goes in
// among its records. What is only drawn has a stop that is not seen; its sign shows the focus.

import { type Direction, inRows, nearest } from '../scene/navigate';

const arrows: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Of the overview, which is a table of rows. */
const isCell = (key: string): boolean => /^(row|tile|topic)\|/.test(key);

export class Walk {
  readonly #root: HTMLElement;
  readonly #stops: ReadonlyMap<string, HTMLElement>;
  readonly #signOf: (stop: HTMLElement) => Element | null;
  readonly #act: (event: Event) => void;
  /** Key of the stop that Tab reaches. */
  #current: string | null = null;

  constructor(
    root: HTMLElement,
    stops: ReadonlyMap<string, HTMLElement>,
    signOf: (stop: HTMLElement) => Element | null,
    act: (event: Event) => void,
  ) {
    this.#root = root;
    this.#stops = stops;
    this.#signOf = signOf;
    this.#act = act;
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('focusin', (event) => this.#arrived(event.target));
  }

  /** What on the board has the focus. */
  get focused(): HTMLElement | null {
    const owner = this.#root.getRootNode() as Document | ShadowRoot;
    const active = owner.activeElement;
    return active instanceof HTMLElement && this.#root.contains(active) ? active : null;
  }

  /** One stop is in the tab order. If it went away, a replica is, and takes the focus that was on the board before. */
  keep(focusedBefore: HTMLElement | null): void {
    if (this.#current !== null && this.#stops.get(this.#current)?.isConnected) return;
    const keys = [...this.#stops.keys()];
    this.#current = keys.find((key) => key.startsWith('replica')) ?? keys[0] ?? null;
    const element = this.#current === null ? undefined : this.#stops.get(this.#current);
    if (!element) return;
    element.tabIndex = 0;
    if (focusedBefore && !focusedBefore.isConnected) element.focus({ preventScroll: true });
  }

  #arrived(target: EventTarget | null): void {
    for (const [key, element] of this.#stops) {
      if (element !== target) continue;
      const before = this.#current === null ? undefined : this.#stops.get(this.#current);
      if (before) before.tabIndex = -1;
      element.tabIndex = 0;
      this.#current = key;
    }
  }

  #key(event: KeyboardEvent): void {
    const { focused } = this;
    if (!focused || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.#handles(event, focused)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #handles(event: KeyboardEvent, focused: HTMLElement): boolean {
    if (event.key === 'Enter' || event.key === ' ') {
      if (!this.#enterRecords(focused)) this.#act(event);
      return true;
    }
    if (focused.classList.contains('hw-record-stop')) return this.#amongRecords(event.key, focused);
    return this.#go(event.key);
  }

  #enterRecords(focused: HTMLElement): boolean {
    if (focused.getAttribute('aria-selected') !== 'true') return false;
    const newest = [...focused.querySelectorAll<HTMLElement>('.hw-record-stop')].at(-1);
    newest?.focus({ preventScroll: true });
    return newest !== undefined;
  }

  #amongRecords(key: string, focused: HTMLElement): boolean {
    const to = {
      ArrowLeft: focused.previousElementSibling,
      ArrowRight: focused.nextElementSibling,
      ArrowUp: focused.closest('td'),
      ArrowDown: focused.closest('td'),
      Escape: focused.closest('td'),
    }[key];
    if (to === undefined) return false;
    if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    return true;
  }

  #go(key: string): boolean {
    const direction = arrows[key];
    if (direction && this.#current !== null) {
      const seen = [...this.#stops].filter(([, element]) => element.isConnected);
      const rects = new Map(seen.map(([name, element]) => [name, this.#rectOf(element)]));
      const cells = new Map([...rects].filter(([name]) => isCell(name)));
      const within = isCell(this.#current) ? inRows(cells, this.#current, direction) : null;
      const next = within ?? nearest(rects, this.#current, direction);
      if (next !== null) this.#stops.get(next)?.focus();
      return true;
    }
    if (key !== 'Home' && key !== 'End') return false;
    const all = [...this.#stops.values()].filter((element) => element.closest('.hw-replicas, .hw-heads, .hw-list'));
    all.at(key === 'Home' ? 0 : -1)?.focus();
    return true;
  }

  #rectOf(stop: HTMLElement): DOMRect {
    const seen = this.#signOf(stop) ?? stop.querySelector('.hw-replica') ?? stop;
    return seen.getBoundingClientRect();
  }
}
