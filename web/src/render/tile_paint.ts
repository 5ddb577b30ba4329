// The overview on a canvas: tiles, maps of topics, and the marks of messages. Above so many cells nodes of their own would take
// longer than a frame has. What it shows the table says in words.

import type { Rect } from '../scene/geometry';
import { type MarkScene, markSpot } from '../scene/mark';
import { barShare, type TileScene, tileText } from '../scene/tile';
import type { Palette } from './palette';

export interface Painted {
  tiles: { tile: TileScene; rect: Rect }[];
  maps: { health: string; x: number; y: number; columns: number; cell: number }[];
  /** Lines between racks: from top to bottom. */
  seams: number[];
  height: number;
}

export class TilePaint {
  readonly #context: CanvasRenderingContext2D;
  readonly #palette: Palette;
  readonly #em: number;

  constructor(context: CanvasRenderingContext2D, palette: Palette, em: number) {
    this.#context = context;
    this.#palette = palette;
    this.#em = em;
    context.font = `600 ${Math.round(tileText * em)}px ${palette.mono}`;
    context.textBaseline = 'middle';
  }

  paint({ tiles, maps, seams, height }: Painted): void {
    const { line } = this.#palette;
    for (const x of seams) this.#stroke(line, 1, [], (path) => path.rect(x - 0.5, 0, 0, height));
    for (const { tile, rect } of tiles) this.#tile(tile, rect);
    for (const map of maps) this.#map(map);
  }

  marks(marks: readonly MarkScene[], time: number, still: boolean): void {
    for (const mark of marks) {
      const { x, y } = markSpot(mark, time, still);
      this.#mark(mark, x, y);
    }
  }

  // ── tiles ──

  #tile(tile: TileScene, rect: Rect): void {
    const { epochs, wire, warning, onEpoch, ink, error } = this.#palette;
    const tone = epochs[tile.tone] ?? ink;
    if (tile.role === 'leader') this.#fill(tone, 1, rect, 1);
    else this.#body(tile, rect, tone);
    if (tile.role === 'believes') this.#frame(rect, warning, 1.5, [3, 2]);
    else if (tile.out) this.#frame(rect, warning, 1.25, [2, 2]);
    else if (tile.role !== 'leader') this.#frame(rect, wire, 1, tile.role === 'offline' ? [2, 2] : []);
    if (tile.diverges) {
      this.#stroke(error, 1.5, [], (path) => {
        path.moveTo(rect.x + 1, rect.y + rect.height - 1);
        path.lineTo(rect.x + rect.width - 1, rect.y + 1);
      });
    }
    this.#corner(tile, rect, tile.role === 'leader' ? onEpoch : ink);
    this.#words(tile, rect, tile.role === 'leader' ? onEpoch : tile.out ? warning : ink);
  }

  /** The bar of a follower: the shorter and the hotter, the farther it is behind. Of a broker that is down hatched. */
  #body(tile: TileScene, rect: Rect, tone: string): void {
    const { warning, wire } = this.#palette;
    if (tile.role === 'offline') {
      this.#hatch(rect, wire);
      return;
    }
    const hot = tile.heat > 0;
    this.#fill(hot ? warning : tone, hot ? 0.2 + 0.15 * tile.heat : 0.24, rect, barShare[tile.heat]);
  }

  /** The preferred leader has a corner; one that joins a plus; an eligible one a ring. */
  #corner({ preferred, joining, elr }: TileScene, { x, y, width, height }: Rect, colour: string): void {
    const context = this.#context;
    if (preferred) {
      const size = Math.min(5, height * 0.35);
      context.fillStyle = colour;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + size, y);
      context.lineTo(x, y + size);
      context.fill();
    }
    const [cx, cy] = [x + width - 5, y + height / 2];
    if (joining) {
      this.#stroke(colour, 1.5, [], (path) => {
        path.moveTo(cx - 3, cy);
        path.lineTo(cx + 3, cy);
        path.moveTo(cx, cy - 3);
        path.lineTo(cx, cy + 3);
      });
    } else if (elr) this.#stroke(colour, 1.5, [], (path) => path.arc(cx, cy, 2.5, 0, 2 * Math.PI));
  }

  #words({ role, words, heat }: TileScene, { x, y, width, height }: Rect, colour: string): void {
    const context = this.#context;
    const middle = y + height / 2 + 0.5;
    const star = role === 'leader' ? '★' : role === 'believes' ? '☆' : '';
    context.fillStyle = colour;
    if (words === '') {
      context.textAlign = 'center';
      if (star !== '') context.fillText(star, x + width / 2, middle);
      return;
    }
    context.textAlign = 'left';
    const inset = 0.45 * this.#em;
    if (star !== '') context.fillText(star, x + inset, middle);
    const after = star === '' ? inset : inset + 1.05 * this.#em;
    context.globalAlpha = heat > 0 || role === 'leader' ? 1 : 0.85;
    context.fillText(words, x + after, middle);
    context.globalAlpha = 1;
  }

  // ── maps ──

  /** Well: quiet. Under-replicated: half full. Under min ISR: full. No leader: a cross. */
  #map({ health, x, y, columns, cell }: Painted['maps'][number]): void {
    const { epochs, warning, error, ink } = this.#palette;
    const size = cell - 2;
    for (let index = 0; index < health.length; index += 1) {
      const rect = {
        x: x + (index % columns) * cell,
        y: y + Math.floor(index / columns) * cell,
        width: size,
        height: size,
      };
      switch (health[index]) {
        case 'w':
          this.#fill(epochs[0] ?? ink, 0.3, rect, 1);
          break;
        case 'u':
          this.#fill(warning, 1, { ...rect, y: rect.y + size / 2, height: size / 2 }, 1);
          this.#frame(rect, warning, 1, []);
          break;
        case 'm':
          this.#fill(warning, 1, rect, 1);
          break;
        default:
          this.#frame(rect, error, 1, []);
          this.#stroke(error, 1.5, [], (path) => {
            path.moveTo(rect.x, rect.y);
            path.lineTo(rect.x + size, rect.y + size);
            path.moveTo(rect.x + size, rect.y);
            path.lineTo(rect.x, rect.y + size);
          });
      }
    }
  }

  // ── messages ──

  #mark({ glyph, from, to, tone, selected }: MarkScene, x: number, y: number): void {
    const { paper, accent, error, epochs } = this.#palette;
    const context = this.#context;
    const colour = glyph === 'error' ? error : accent;
    const toRight = to >= from ? 1 : -1;
    context.fillStyle = colour;
    context.strokeStyle = paper;
    context.lineWidth = 2;
    context.beginPath();
    if (glyph === 'request') {
      context.moveTo(x + 5 * toRight, y);
      context.lineTo(x - 4 * toRight, y - 4);
      context.lineTo(x - 4 * toRight, y + 4);
      context.closePath();
    } else if (glyph === 'records') context.rect(x - 3.5, y - 3.5, 7, 7);
    else if (glyph === 'error') {
      context.moveTo(x - 3, y - 3);
      context.lineTo(x + 3, y + 3);
      context.moveTo(x + 3, y - 3);
      context.lineTo(x - 3, y + 3);
    } else context.arc(x, y, 3, 0, 2 * Math.PI);
    if (glyph === 'error') {
      context.strokeStyle = colour;
      context.stroke();
      return;
    }
    context.stroke();
    context.fill();
    if (glyph === 'records')
      this.#frame({ x: x - 3.5, y: y - 3.5, width: 7, height: 7 }, epochs[tone] ?? accent, 1.5, []);
    if (selected) this.#stroke(accent, 1.5, [], (path) => path.arc(x, y, 8, 0, 2 * Math.PI));
  }

  // ── shapes ──

  #fill(colour: string, alpha: number, { x, y, width, height }: Rect, share: number): void {
    const context = this.#context;
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fillRect(x, y, width * share, height);
    context.globalAlpha = 1;
  }

  #frame({ x, y, width, height }: Rect, colour: string, line: number, dash: number[]): void {
    this.#stroke(colour, line, dash, (path) => path.rect(x + 0.5, y + 0.5, width - 1, height - 1));
  }

  #hatch({ x, y, width, height }: Rect, colour: string): void {
    this.#stroke(colour, 1, [], (path) => {
      for (let at = 4; at < width + height; at += 5) {
        path.moveTo(x + Math.max(0, at - height), y + Math.min(height, at));
        path.lineTo(x + Math.min(width, at), y + Math.max(0, at - width));
      }
    });
  }

  #stroke(colour: string, line: number, dash: number[], draw: (path: CanvasRenderingContext2D) => void): void {
    const context = this.#context;
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.setLineDash(dash);
    context.beginPath();
    draw(context);
    context.stroke();
    context.setLineDash([]);
  }
}
