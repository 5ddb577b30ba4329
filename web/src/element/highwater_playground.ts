// The element as an embedder meets it. Until somebody looks at it, it costs no more than this file, and it shows the
// content it was given.

import { stored } from '../engine/stored';
import type { Mounted } from './mounted';

export class HighwaterPlayground extends HTMLElement {
  static readonly observedAttributes = ['story', 'at', 'controls', 'link'];

  readonly #seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#show();
  });
  #mounted: Mounted | null = null;
  #wanted = false;

  connectedCallback(): void {
    this.#seen.observe(this);
    this.addEventListener('click', this.#clicked);
  }

  disconnectedCallback(): void {
    this.#seen.disconnect();
    this.removeEventListener('click', this.#clicked);
    this.#wanted = false;
    this.#mounted?.unmount();
    this.#mounted = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before !== now) this.#mounted?.attributeChanged(name);
  }

  /** Steps applied since the run began, at the moment shown; nothing before the engine is there. */
  get position(): number | undefined {
    return this.#mounted?.position;
  }

  /** Digest of the whole state at the moment shown: 16 hex digits, the same wherever the same story is at that position. */
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

  play(direction: 'forwards' | 'backwards' = 'forwards'): void {
    this.#mounted?.send({ want: 'play', direction });
  }

  pause(): void {
    this.#mounted?.send({ want: 'pause' });
  }

  /** Goes to a position. */
  seek(position: number): void {
    this.#mounted?.send({ want: 'go', position });
  }

  readonly #clicked = () => void this.#show();

  async #show(): Promise<void> {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#seen.disconnect();
    // The story is on its way while the page's own script still is.
    const story = this.getAttribute('story') || stored.first;
    const isOwn = this.querySelector('script[type="text/x-highwater"]') !== null;
    const coming = isOwn || this.link !== null ? null : { story, reel: stored.fetch(`${story}.reel`) };
    const { mount } = await import('./mounted');
    if (this.#wanted && this.isConnected && this.#mounted === null) this.#mounted = mount(this, stored, coming);
  }
}
