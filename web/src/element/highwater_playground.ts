// The element as an embedder meets it. Until somebody looks at it, it costs no more than this file.

export class HighwaterPlayground extends HTMLElement {
  readonly #seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) void this.#show();
  });

  connectedCallback(): void {
    this.#seen.observe(this);
  }

  disconnectedCallback(): void {
    this.#seen.disconnect();
  }

  async #show(): Promise<void> {
    this.#seen.disconnect();
    const { loadEngine } = await import('../engine/load');
    const engine = await loadEngine();
    this.textContent = `Engine ${engine.engine_version()}`;
  }
}
