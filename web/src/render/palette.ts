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

const forced = matchMedia('(forced-colors: active)');

export class Colours {
  /** Never seen. Its colour has a transition, so that a change of it is an event. */
  readonly element = document.createElement('span');
  #palette: Palette | null = null;

  constructor(changed: () => void) {
    this.element.className = 'hw-probe';
    this.element.setAttribute('aria-hidden', 'true');
    const forget = () => {
      this.#palette = null;
      changed();
    };
    this.element.addEventListener('transitionend', forget);
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
    const colour = (name: string, system: string): string => {
      probe.style.color = forced.matches ? system : `var(--hw-${name})`;
      return style.color;
    };
    const palette: Palette = {
      paper: colour('paper', 'Canvas'),
      ink: colour('ink', 'CanvasText'),
      quiet: colour('quiet', 'CanvasText'),
      line: colour('line', 'GrayText'),
      wire: colour('wire', 'CanvasText'),
      accent: colour('accent', 'Highlight'),
      panel: colour('panel', 'Canvas'),
      hatch: colour('hatch', 'GrayText'),
      warning: colour('warning', 'CanvasText'),
      error: colour('error', 'CanvasText'),
      onEpoch: colour('on-epoch', 'Canvas'),
      epochs: [0, 1, 2, 3, 4, 5].map((tone) => colour(`epoch-${tone}`, 'CanvasText')),
      font: style.getPropertyValue('--hw-font'),
      mono: style.getPropertyValue('--hw-mono'),
    };
    probe.remove();
    return palette;
  }
}
