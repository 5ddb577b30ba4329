// The colours of the page as a canvas needs them: read from the style sheet, again whenever one of them changes, be it the
// theme of the element, of the page around it, or the system's own colours.

export interface Palette {
  paper: string;
  ink: string;
  quiet: string;
  line: string;
  wire: string;
  accent: string;
  panel: string;
  hatch: string;
  warning: string;
  error: string;
  onEpoch: string;
  epochs: string[];
  font: string;
  mono: string;
}

export class Colours {
  /** Never seen. Its colour has a transition, so that a change of it is an event. */
  readonly element = document.createElement('span');
  readonly #gone = new AbortController();
  #palette: Palette | null = null;

  constructor(changed: () => void) {
    this.element.className = 'hw-probe';
    this.element.setAttribute('aria-hidden', 'true');
    const forget = () => {
      this.#palette = null;
      changed();
    };
    this.element.addEventListener('transitionend', forget);
    // The system's own colours, and paper, come without a transition.
    for (const media of ['(forced-colors: active)', 'print']) {
      matchMedia(media).addEventListener('change', forget, { signal: this.#gone.signal });
    }
  }

  end(): void {
    this.#gone.abort();
  }

  get palette(): Palette {
    this.#palette ??= this.#read();
    return this.#palette;
  }

  #read(): Palette {
    const probe = document.createElement('span');
    probe.style.cssText = 'forced-color-adjust: none';
    this.element.append(probe);
    const style = getComputedStyle(probe);
    const colour = (name: string): string => {
      probe.style.color = `var(--hw-${name})`;
      return style.color;
    };
    const palette: Palette = {
      paper: colour('paper'),
      ink: colour('ink'),
      quiet: colour('quiet'),
      line: colour('line'),
      wire: colour('wire'),
      accent: colour('accent'),
      panel: colour('panel'),
      hatch: colour('hatch'),
      warning: colour('warning'),
      error: colour('error'),
      onEpoch: colour('on-epoch'),
      epochs: [0, 1, 2, 3, 4, 5].map((tone) => colour(`epoch-${tone}`)),
      font: style.getPropertyValue('--hw-font'),
      mono: style.getPropertyValue('--hw-mono'),
    };
    probe.remove();
    return palette;
  }
}
