// The two ways in which the board touches the DOM: keyed nodes that are made once, and values written only when they
// differ. Text from outside is only ever text content or an attribute's value.

const svgSpace = 'http://www.w3.org/2000/svg';

export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number> = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Writes an attribute if it differs; null takes it away. */
export function attribute(element: Element, name: string, value: string | number | null): boolean {
  const text = value === null ? null : String(value);
  if (element.getAttribute(name) === text) return false;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
  return true;
}

/** A fact that the style sheet reads: present or not. */
export function flag(element: Element, name: string, on: boolean): boolean {
  return attribute(element, name, on ? '' : null);
}

/** A custom property that the style sheet computes with. */
export function custom(element: HTMLElement, name: string, value: number): boolean {
  const text = String(value);
  if (element.style.getPropertyValue(name) === text) return false;
  element.style.setProperty(name, text);
  return true;
}

export function write(element: Element, text: string): boolean {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** Moves an SVG node by a transform, the only thing a frame changes. */
export function place(element: SVGElement, x: number, y: number, turn = 0): void {
  const transform = `translate(${x}px,${y}px)${turn ? ` rotate(${turn}deg)` : ''}`;
  if (element.style.transform !== transform) element.style.transform = transform;
}

/** A node and how to bring it in step with its scene. `update` says whether text or size may have changed. */
export interface Drawn<Scene> {
  element: Element;
  update(scene: Scene): boolean;
}

/** Children of one parent, one for each key, in the order of the scenes. */
export class Keyed<Scene> {
  readonly #drawn = new Map<string, Drawn<Scene>>();
  #order: string[] = [];

  constructor(
    readonly parent: Element,
    private readonly key: (scene: Scene) => string,
    private readonly draw: (scene: Scene) => Drawn<Scene>,
    /** A sibling that is not of the list and stands before it. */
    private readonly after: Element | null = null,
  ) {}

  get(key: string): Element | undefined {
    return this.#drawn.get(key)?.element;
  }

  /** Says whether anything changed that may change the layout. */
  sync(scenes: readonly Scene[]): boolean {
    let changed = false;
    const order: string[] = [];
    for (const scene of scenes) {
      const key = this.key(scene);
      let drawn = this.#drawn.get(key);
      if (!drawn) {
        drawn = this.draw(scene);
        this.#drawn.set(key, drawn);
        changed = true;
      }
      changed = drawn.update(scene) || changed;
      order.push(key);
    }
    if (order.length !== this.#order.length || order.some((key, index) => key !== this.#order[index])) {
      changed = true;
      this.#arrange(order);
    }
    return changed;
  }

  #arrange(order: string[]): void {
    const kept = new Set(order);
    for (const [key, { element }] of this.#drawn) {
      if (kept.has(key)) continue;
      element.remove();
      this.#drawn.delete(key);
    }
    let before = this.after;
    for (const key of order) {
      const element = this.#drawn.get(key)?.element;
      if (!element) continue;
      const next: ChildNode | null = before ? before.nextSibling : this.parent.firstChild;
      if (element !== next) this.parent.insertBefore(element, next);
      before = element;
    }
    this.#order = order;
  }
}
