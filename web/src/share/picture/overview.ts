// Many partitions in a picture, as on the page: a row of tiles for each in its brokers' columns, with the messages between them;
// of a board with topics the map of each. The scene says what and where.

import type { PartitionView } from '../../engine/view';
import { columnsOf } from '../../scene/columns';
import type { Frame } from '../../scene/frame';
import type { Rect } from '../../scene/geometry';
import { type MarkScene, markSpot, marksOf } from '../../scene/mark';
import { type OverviewLayout, overviewLayout, rowY, withRow } from '../../scene/overview';
import { round } from '../../scene/route';
import { bandWords } from '../../scene/table';
import { barShare, type TileScene, tileRect, tilesOf, tileText } from '../../scene/tile';
import { boardText } from '../../text/board';
import { em, hatch } from './layout';
import { type Attributes, element, type Markup } from './markup';
import type { Palette } from './palette';
import { cut, type Word } from './words';

export interface Overview {
  words: Word[];
  shapes: Markup[];
  height: number;
}

const line = 1.4 * em;

/** `left` and `top` are where it begins. */
export function overviewOf(frame: Frame, colour: Palette, left: number, top: number, width: number): Overview {
  return new Drawing(frame, colour, left, top, width).draw();
}

class Drawing {
  readonly #frame: Frame;
  readonly #colour: Palette;
  readonly #left: number;
  readonly #top: number;
  readonly #width: number;
  readonly #layout: OverviewLayout;
  readonly #words: Word[] = [];
  readonly #shapes: Markup[] = [];
  #y: number;

  constructor(frame: Frame, colour: Palette, left: number, top: number, width: number) {
    this.#frame = frame;
    this.#colour = colour;
    this.#left = left;
    this.#top = top;
    this.#width = width;
    this.#y = top;
    const room = { width, em, brokers: frame.board.brokers.length, coarse: false };
    // A long list has no end in a picture: of its topics there are the maps.
    this.#layout = overviewLayout(frame.board, { unfolded: [], find: '', troubled: false }, room);
  }

  draw(): Overview {
    const { board } = this.#frame;
    const isWhole = board.topics.length === 0;
    if (isWhole) this.#heads();
    const top = this.#y;
    if (isWhole) for (const partition of withRow(board)) this.#row(partition, top);
    for (const block of this.#layout.blocks) this.#topic(block, top);
    if (isWhole) for (const mark of marksOf(this.#frame, this.#layout)) this.#mark(mark, top);
    const height = top + this.#layout.height - this.#top;
    return { words: this.#words, shapes: this.#shapes, height };
  }

  #say(word: Omit<Word, 'fill' | 'size'> & Partial<Word>): void {
    if (word.text !== '') this.#words.push({ fill: 'ink', size: em, ...word });
  }

  #draw(name: string, attributes: Attributes): void {
    this.#shapes.push(element(name, attributes));
  }

  // ── heads ──

  /** Brokers by their numbers, under their racks, and a line down between racks. */
  #heads(): void {
    const { board } = this.#frame;
    const { grid } = this.#layout;
    const x = (column: number): number => this.#left + grid.side + column * grid.column;
    this.#say({ x: this.#left, y: this.#y + line / 2, text: boardText.partitions, fill: 'quiet' });
    if (grid.kind === 'chips') {
      this.#y += 1.5 * line;
      return;
    }
    const bands = bandWords(board);
    if (bands.length > 0) this.#y += line;
    const height = this.#layout.height + line + 0.45 * em;
    let first = 0;
    for (const { words, columns } of bands) {
      const room = columns * grid.column - 0.6 * em;
      this.#say({ x: x(first) + 2, y: this.#y - line / 2, text: cut(words, room, em), fill: 'quiet' });
      if (first > 0)
        this.#draw('path', {
          d: `M${round(x(first))} ${round(this.#y)}v${round(height)}`,
          stroke: this.#colour('line'),
        });
      first += columns;
    }
    columnsOf(board).forEach(({ id, state }, column) => {
      const fill = state === 'running' ? 'ink' : 'warning';
      const size = grid.column < 22 ? 0.78 * em : em;
      const at = { x: x(column) + grid.column / 2, y: this.#y + line / 2, anchor: 'middle' as const };
      this.#say({ ...at, text: String(id), bold: true, fill, size });
    });
    this.#y += line + 0.45 * em;
    this.#draw('path', { d: `M${this.#left} ${round(this.#y)}h${round(this.#width)}`, stroke: this.#colour('line') });
  }

  // ── rows ──

  #row(partition: PartitionView & { row: number }, top: number): void {
    const { grid, rowHeight } = this.#layout;
    const y = rowY(this.#layout, partition.row);
    const middle = top + y + rowHeight / 2;
    const isOpen = partition.name === this.#frame.openPartition;
    const size = 0.85 * em;
    const name = cut(partition.name, grid.side - 0.6 * em, size, { mono: true });
    this.#say({ x: this.#left, y: middle, text: name, size, mono: true, bold: isOpen });
    for (const tile of tilesOf(this.#frame.board, partition, grid, em)) {
      const rect = tileRect(tile, grid, y, rowHeight);
      this.#tile(tile, { ...rect, x: rect.x + this.#left, y: rect.y + top });
    }
    const warned = cut(warningOf(partition), grid.end - em, size);
    this.#say({ x: this.#left + this.#width - grid.end + 0.75 * em, y: middle, text: warned, size, fill: 'warning' });
  }

  #tile(tile: TileScene, rect: Rect): void {
    const { x, y, width, height } = rect;
    const tone = this.#colour(`epoch-${tile.tone}`);
    const box = { x: round(x), y: round(y), width: round(width), height: round(height) };
    if (tile.role === 'leader') this.#draw('rect', { ...box, fill: tone });
    else this.#body(tile, rect, tone);
    const frame = {
      x: round(x + 0.5),
      y: round(y + 0.5),
      width: round(width - 1),
      height: round(height - 1),
      fill: 'none',
    };
    const [stroke, dash] =
      tile.role === 'believes' || tile.out
        ? ['warning', '3 2']
        : tile.role === 'leader'
          ? [null, null]
          : ['wire', tile.role === 'offline' ? '2 2' : null];
    if (stroke !== null) this.#draw('rect', { ...frame, stroke: this.#colour(stroke), 'stroke-dasharray': dash });
    if (tile.diverges) {
      const d = `M${round(x + 1)} ${round(y + height - 1)}L${round(x + width - 1)} ${round(y + 1)}`;
      this.#draw('path', { d, stroke: this.#colour('error'), 'stroke-width': 1.5 });
    }
    this.#signs(tile, rect);
  }

  /** The bar of a follower: the shorter and the darker, the farther it is behind; hatched while its broker is down. */
  #body({ role, heat }: TileScene, rect: Rect, tone: string): void {
    if (role === 'offline') {
      this.#draw('path', { d: hatch(rect), stroke: this.#colour('wire') });
      return;
    }
    this.#draw('rect', {
      ...{ x: round(rect.x), y: round(rect.y), width: round(rect.width * barShare[heat]), height: round(rect.height) },
      fill: heat > 0 ? this.#colour('warning') : tone,
      'fill-opacity': (heat > 0 ? 0.2 + 0.15 * heat : 0.24).toFixed(2),
    });
  }

  #signs(tile: TileScene, { x, y, width, height }: Rect): void {
    const ink = tile.role === 'leader' ? 'on-epoch' : 'ink';
    if (tile.preferred) {
      const size = round(Math.min(5, height * 0.35));
      this.#draw('path', { d: `M${round(x)} ${round(y)}h${size}l${-size} ${size}z`, fill: this.#colour(ink) });
    }
    const [cx, cy] = [round(x + width - 5), round(y + height / 2)];
    const sign = { stroke: this.#colour(ink), 'stroke-width': 1.5, fill: 'none' };
    if (tile.joining) this.#draw('path', { d: `M${cx - 3} ${cy}h6M${cx} ${cy - 3}v6`, ...sign });
    else if (tile.elr) this.#draw('circle', { cx, cy, r: 2.5, ...sign });
    const star = { leader: '★', believes: '☆', follower: '', offline: '' }[tile.role];
    const inset = 0.45 * em;
    const size = tileText * em;
    const middle = y + height / 2;
    if (tile.words === '') {
      this.#say({ x: x + width / 2, y: middle, text: star, size, fill: ink, anchor: 'middle' });
      return;
    }
    this.#say({ x: x + inset, y: middle, text: star, size, fill: ink });
    const after = star === '' ? inset : inset + 1.05 * em;
    const fill = tile.role !== 'leader' && tile.out ? 'warning' : ink;
    this.#say({ x: x + after, y: middle, text: tile.words, size, mono: true, fill });
  }

  #mark(mark: MarkScene, top: number): void {
    const { time, board, reducedMotion } = this.#frame;
    const spot = markSpot(mark, time, reducedMotion || time === board.time);
    const [x, y] = [round(this.#left + spot.x), round(top + spot.y)];
    const by = mark.to >= mark.from ? 1 : -1;
    const accent = this.#colour('accent');
    const edge = { stroke: this.#colour('paper'), 'stroke-width': 2, 'paint-order': 'stroke' };
    switch (mark.glyph) {
      case 'request':
        this.#draw('path', { d: `M${x + 5 * by} ${y}l${-9 * by} -4v8z`, fill: accent, ...edge });
        return;
      case 'records':
        this.#draw('rect', {
          ...{ x: round(x - 3.5), y: round(y - 3.5), width: 7, height: 7, fill: accent },
          stroke: this.#colour(`epoch-${mark.tone}`),
          'stroke-width': 1.5,
        });
        return;
      case 'error': {
        const cross = `M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`;
        this.#draw('path', { d: cross, stroke: this.#colour('error'), 'stroke-width': 2 });
        return;
      }
      default:
        this.#draw('circle', { cx: x, cy: y, r: 3, fill: accent, ...edge });
    }
  }

  // ── topics ──

  #topic({ topic, y, mapY, mapColumns }: OverviewLayout['blocks'][number], top: number): void {
    const found = this.#frame.board.topics.find(({ name }) => name === topic);
    if (found === undefined) return;
    const name = cut(topic, this.#width / 2, em, { bold: true, mono: true });
    const middle = top + (y + mapY) / 2;
    this.#say({ x: this.#left, y: middle, text: name, bold: true, mono: true });
    this.#say({
      x: this.#left + this.#width,
      y: middle,
      text: boardText.topicSaid(found),
      fill: 'quiet',
      anchor: 'end',
    });
    const { cell } = this.#layout;
    const size = cell - 2;
    const looks = { w: '', u: '', m: '', n: '' };
    [...found.health].forEach((health, index) => {
      const x = round(this.#left + (index % mapColumns) * cell);
      const at = round(top + mapY + Math.floor(index / mapColumns) * cell);
      if (health in looks) looks[health as keyof typeof looks] += cellPath[health as keyof typeof looks](x, at, size);
    });
    const { w, u, m, n } = looks;
    if (w !== '') this.#draw('path', { d: w, fill: this.#colour('epoch-0'), 'fill-opacity': 0.3 });
    const warning = this.#colour('warning');
    if (u !== '') this.#draw('path', { d: u, fill: warning, stroke: warning });
    if (m !== '') this.#draw('path', { d: m, fill: warning });
    if (n !== '') this.#draw('path', { d: n, fill: 'none', stroke: this.#colour('error'), 'stroke-width': 1.5 });
  }
}

/** All well: full and pale. Under-replicated: half full. Under min ISR: full. Nobody leads: a cross. */
const cellPath = {
  w: (x: number, y: number, size: number) => `M${x} ${y}h${size}v${size}h${-size}z`,
  u: (x: number, y: number, size: number) =>
    `M${x} ${round(y + size / 2)}h${size}v${round(size / 2)}h${-size}zM${x} ${y}h${size}M${x} ${y}v${size}M${x + size} ${y}v${size}`,
  m: (x: number, y: number, size: number) => `M${x} ${y}h${size}v${size}h${-size}z`,
  n: (x: number, y: number, size: number) => `M${x} ${y}l${size} ${size}m0 ${-size}l${-size} ${size}`,
};

function warningOf({ leader, isr, assigned, underMinIsr, underReplicated }: PartitionView): string {
  if (leader === null) return boardText.noLeader;
  if (underMinIsr) return boardText.underMinIsr;
  return underReplicated ? boardText.inSync(isr.length, assigned.length) : '';
}
