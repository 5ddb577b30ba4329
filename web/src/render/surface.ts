// A canvas over a part of a list: as sharp as the screen, moved to where it belongs, and cleared before it is drawn on.

import { html } from './nodes';
import type { Palette } from './palette';
import { TilePaint } from './tile_paint';

/** What of the list it covers, in px. */
export interface Cover {
  width: number;
  from: number;
  height: number;
}

/** More than this no eye sees on small tiles, and every pixel is drawn in software somewhere. */
const sharpest = 2;

export class Surface {
  readonly canvas = html('canvas', '');
  readonly #context = this.canvas.getContext('2d');
  #paint: TilePaint | null = null;
  #from = 0;
  #style: { palette: Palette; em: number } | null = null;

  constructor() {
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  /** What draws on it, in px of the list; what was drawn before stays, if it is in its place. */
  begin(
    { width, from, height }: Cover,
    style: { palette: Palette; em: number },
  ): { paint: TilePaint; isKept: boolean } | null {
    const context = this.#context;
    if (context === null) return null;
    const sharp = Math.min(sharpest, devicePixelRatio);
    const [across, down] = [Math.round(width * sharp), Math.round(height * sharp)];
    const { canvas } = this;
    let isKept = this.#paint !== null && from === this.#from;
    this.#from = from;
    if (canvas.width !== across || canvas.height !== down) {
      isKept = false;
      canvas.width = across;
      canvas.height = down;
      canvas.style.inlineSize = `${width}px`;
      canvas.style.blockSize = `${height}px`;
      this.#paint = null;
    }
    const place = `translateY(${from}px)`;
    if (canvas.style.transform !== place) canvas.style.transform = place;
    context.setTransform(sharp, 0, 0, sharp, 0, -from * sharp);
    if (this.#paint === null || this.#style?.palette !== style.palette || this.#style.em !== style.em) {
      this.#paint = new TilePaint(context, style.palette, style.em, sharp);
      this.#style = style;
      isKept = false;
    }
    return { paint: this.#paint, isKept };
  }
}
