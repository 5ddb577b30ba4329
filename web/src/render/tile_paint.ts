// The overview on a canvas: tiles, maps of topics, and the marks of messages. Above so many cells nodes of their own would take
// longer than a frame has. What it shows the table says in words.

import type { Rect } from '../scene/geometry';
import { type MarkScene, markSpot } from '../scene/mark';
import { barShare, type TileScene, tileText } from '../scene/tile';
import type { Palette } from './palette';
import { Words } from './words';

export interface Painted {
  tiles: { tile: TileScene; rect: Rect }[];
  maps: { health: string; x: number; y: number; columns: number; cell: number }[];
  /** Lines between racks, as long as what is drawn. */
  seams: number[];
  width: number;
  from: number;
  height: number;
}

/** Of the same rows and topics, in the same places. */
function isAlike(a: Painted, b: Painted): boolean {
  return (
    a.width === b.width &&
    a.from === b.from &&
    a.height === b.height &&
    a.tiles.length === b.tiles.length &&
    a.seams.join() === b.seams.join() &&
    a.tiles.every(({ tile, rect }, index) => {
      const other = b.tiles[index];
      return (
        other !== undefined &&
        tile.partition === other.tile.partition &&
        tile.broker === other.tile.broker &&
        rect.x === other.rect.x &&
        rect.y === other.rect.y &&
        rect.width === other.rect.width &&
        rect.height === other.rect.height
      );
    }) &&
    a.maps.length === b.maps.length &&
    a.maps.every(({ health, y, columns }, index) => {
      const other = b.maps[index];
      return health === other?.health && y === other.y && columns === other.columns;
    })
  );
}

const looksAlike = (a: TileScene, b: TileScene): boolean =>
  a.role === b.role &&
  a.tone === b.tone &&
  a.heat === b.heat &&
  a.out === b.out &&
  a.joining === b.joining &&
  a.elr === b.elr &&
  a.preferred === b.preferred &&
  a.diverges === b.diverges &&
  a.words === b.words;

export class TilePaint {
  readonly #context: CanvasRenderingContext2D;
  readonly #palette: Palette;
  readonly #em: number;
  readonly #text: Words;

  /** `sharp`: pixels of the screen for one px. */
  constructor(context: CanvasRenderingContext2D, palette: Palette, em: number, sharp: number) {
    this.#context = context;
    this.#palette = palette;
    this.#em = em;
    this.#text = new Words(tileText * em, palette.mono, sharp);
  }

  /** Where the same is drawn as before, apart from some tiles, only those. */
  paint(next: Painted, before: Painted | null): void {
    const { tiles, maps, seams, from, height, width } = next;
    if (before !== null && isAlike(before, next)) {
      tiles.forEach(({ tile, rect }, index) => {
        const old = before.tiles[index]?.tile;
        if (old !== undefined && looksAlike(old, tile)) return;
        this.#context.clearRect(rect.x - 0.5, rect.y - 0.5, rect.width + 1, rect.height + 1);
        this.#tile(tile, rect);
      });
      return;
    }
    this.#context.clearRect(0, from, width, height);
    for (const x of seams) this.#stroke(this.#palette.line, 1, [], (path) => path.rect(x - 0.5, from, 0, height));
    for (const { tile, rect } of tiles) this.#tile(tile, rect);
    for (const map of maps) if (map.y < from + height) this.#map(map);
  }

  clear({ width, from, height }: Pick<Painted, 'width' | 'from' | 'height'>): void {
    this.#context.clearRect(0, from, width, height);
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
    const inset = 0.45 * this.#em;
    const starred = role === 'leader' || role === 'believes';
    if (starred) {
      const size = Math.min(0.36 * this.#em, height * 0.4);
      this.#star(words === '' ? x + width / 2 : x + inset + size, y + height / 2, size, colour, role === 'leader');
    }
    if (words === '') return;
    context.globalAlpha = heat > 0 || role === 'leader' ? 1 : 0.85;
    this.#text.draw(context, words, colour, x + (starred ? inset + 1.05 * this.#em : inset), y + height / 2 + 0.5);
    context.globalAlpha = 1;
  }

  #star(x: number, y: number, size: number, colour: string, isSolid: boolean): void {
    const context = this.#context;
    context.beginPath();
    for (let point = 0; point < 10; point += 1) {
      const angle = (point * Math.PI) / 5 - Math.PI / 2;
      const out = point % 2 === 0 ? size : size * 0.42;
      context.lineTo(x + out * Math.cos(angle), y + out * Math.sin(angle));
    }
    context.closePath();
    if (isSolid) {
      context.fillStyle = colour;
      context.fill();
      return;
    }
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.stroke();
  }

  // ── maps ──

  /** Well: quiet. Under-replicated: half full. Under min ISR: full. No leader: a cross. */
  #map({ health, x, y, columns, cell }: Painted['maps'][number]): void {
    const { epochs, warning, error, ink } = this.#palette;
    const size = cell - 2;
    const rectOf = (index: number): Rect => ({
      x: x + (index % columns) * cell,
      y: y + Math.floor(index / columns) * cell,
      width: size,
      height: size,
    });
    // Nearly all of them: in one colour, set once.
    const context = this.#context;
    context.globalAlpha = 0.3;
    context.fillStyle = epochs[0] ?? ink;
    for (let index = 0; index < health.length; index += 1) {
      if (health[index] !== 'w') continue;
      const { x, y } = rectOf(index);
      context.fillRect(x, y, size, size);
    }
    context.globalAlpha = 1;
    for (let index = 0; index < health.length; index += 1) {
      if (health[index] === 'w') continue;
      const rect = rectOf(index);
      switch (health[index]) {
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
