// The element as an embedder meets it. Until somebody looks at it, it costs no more than this file, and it shows the
// content it was given.

import { stored } from '../engine/stored';
import type { Intent } from '../model/intent';
import type { Mounted } from './mounted';
import { ownStory } from './own_story';

/** Attributes that are properties as well. */
const reflected = ['story', 'at', 'controls', 'theme'] as const;

/** Where pages are made on a server there are no elements; the script may be imported there all the same. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class HighwaterPlayground extends Base {
  static readonly observedAttributes = ['story', 'at', 'controls', 'link'];

  declare story: string | null;
  declare at: string | null;
  declare controls: string | null;
  declare theme: string | null;

  readonly #seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#show();
  });
  #mounted: Mounted | null = null;
  #wanted = false;
  /** What a script asked for before anybody looked. */
  #early: Intent[] = [];

  connectedCallback(): void {
    if (this.hasAttribute('fragment')) this.#readAddress();
    this.#stand();
    this.#seen.observe(this);
    this.addEventListener('click', this.#clicked);
  }

  disconnectedCallback(): void {
    this.#seen.disconnect();
    this.removeEventListener('click', this.#clicked);
    this.#wanted = false;
    this.#mounted?.unmount();
    this.#mounted = null;
    this.#early = [];
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before !== now) this.#mounted?.attributeChanged(name);
  }

  /** Steps applied since the run began, at the moment shown; nothing before there is a picture. */
  get position(): number | undefined {
    return this.#mounted?.position;
  }

  /**
   * Digest of the whole state at the moment shown: 16 hex digits, the same wherever the same story is at that position;
   * nothing before the engine is there.
   */
  get digest(): string | undefined {
    return this.#mounted?.digest;
  }

  /** The run as story text, with what was done by hand. */
  get text(): string | undefined {
    return this.#mounted?.text;
  }

  /** The link it is to open: the one in its attribute, or for the element that is the page the one in the address. */
  get link(): string | null {
    const given = this.getAttribute('link');
    if (given) return given;
    // Other fragments are somebody else's.
    return this.hasAttribute('fragment') && /^#v\d/.test(location.hash) ? location.hash : null;
  }

  set link(link: string | null) {
    if (link === null) this.removeAttribute('link');
    else this.setAttribute('link', link);
  }

  /** Which way it plays; nothing while it stands. */
  get playing(): 'forwards' | 'backwards' | undefined {
    return this.#mounted?.playing;
  }

  play(direction: 'forwards' | 'backwards' = 'forwards'): void {
    this.#send({ want: 'play', direction });
  }

  pause(): void {
    this.#send({ want: 'pause' });
  }

  /** One position on, or back. */
  step(by: 1 | -1 = 1): void {
    this.#send({ want: 'step', by });
  }

  /** Goes to a position, or to a place written as in the attribute `at`. */
  seek(place: number | string): void {
    this.#send(typeof place === 'number' ? { want: 'go', position: place } : { want: 'at', at: place });
  }

  #send(intent: Intent): void {
    if (this.#mounted !== null) {
      this.#mounted.send(intent);
      return;
    }
    this.#early.push(intent);
    void this.#show();
  }

  /** A block around the content it was given: a line of text has no place where its blocks are, and would not be seen. */
  #stand(): void {
    if (this.shadowRoot !== null) return;
    const style = new CSSStyleSheet();
    style.replaceSync(':host{display:block}:host([hidden]){display:none}');
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    root.append(document.createElement('slot'));
  }

  /** The element that is the page takes what the page's address says for its attributes: a plain frame can choose a story. */
  #readAddress(): void {
    const said = new URLSearchParams(location.search);
    for (const name of reflected) {
      const value = said.get(name);
      if (value !== null && !this.hasAttribute(name)) this.setAttribute(name, value);
    }
  }

  readonly #clicked = () => void this.#show();

  async #show(): Promise<void> {
    if (this.#wanted || !this.isConnected) return;
    this.#wanted = true;
    this.#seen.disconnect();
    // The story is on its way while the page's own script still is.
    const story = this.getAttribute('story') || stored.first;
    const isOwn = ownStory(this) !== null;
    const coming = isOwn || this.link !== null ? null : { story, reel: stored.fetch(`${story}.reel`) };
    const { mount } = await import('./mounted');
    if (!this.#wanted || !this.isConnected || this.#mounted !== null) return;
    this.#mounted = mount(this, { stored, ownStory }, coming);
    for (const intent of this.#early.splice(0)) this.#mounted.send(intent);
  }
}

for (const name of reflected) {
  Object.defineProperty(HighwaterPlayground.prototype, name, {
    enumerable: true,
    configurable: true,
    get(this: HighwaterPlayground) {
      return this.getAttribute(name);
    },
    set(this: HighwaterPlayground, value: string | null | undefined) {
      if (value == null) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  });
}
