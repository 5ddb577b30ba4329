// Words for a canvas, each drawn once beside the page and then copied: text drawn on a canvas that is in the page makes the
// browser bring the style of the page up to date, in the middle of a frame.

import { html } from './nodes';

interface Word {
  image: HTMLCanvasElement;
  width: number;
  height: number;
}

/** Numbers come and go. */
const most = 600;

export class Words {
  readonly #font: string;
  readonly #high: number;
  readonly #sharp: number;
  readonly #drawn = new Map<string, Word>();

  /** `sharp`: pixels of the screen for one px. */
  constructor(size: number, font: string, sharp: number) {
    this.#font = `600 ${Math.round(size * sharp)}px ${font}`;
    this.#high = Math.ceil(size * 1.4);
    this.#sharp = sharp;
  }

  /** Left end and middle of the line. */
  draw(context: CanvasRenderingContext2D, words: string, colour: string, x: number, y: number): void {
    const key = `${colour} ${words}`;
    let word = this.#drawn.get(key);
    if (word === undefined) {
      if (this.#drawn.size >= most) this.#drawn.clear();
      word = this.#make(words, colour);
      this.#drawn.set(key, word);
    }
    context.drawImage(word.image, x, Math.round(y - word.height / 2), word.width, word.height);
  }

  #make(words: string, colour: string): Word {
    const image = html('canvas', '');
    const context = image.getContext('2d');
    if (context === null) return { image, width: 1, height: 1 };
    context.font = this.#font;
    image.width = Math.max(1, Math.ceil(context.measureText(words).width));
    image.height = Math.round(this.#high * this.#sharp);
    context.font = this.#font;
    context.textBaseline = 'middle';
    context.fillStyle = colour;
    context.fillText(words, 0, image.height / 2);
    return { image, width: image.width / this.#sharp, height: this.#high };
  }
}
