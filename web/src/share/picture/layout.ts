// Where the board's table would put things, computed: a picture is made without a browser. Heights are those that the style
// sheet of the board reserves; both take them from `sizes`.

import type { Board } from '../../engine/view';
import { bottom, type Geometry, type Rect, type ReplicaPlace, replicaKey, right } from '../../scene/geometry';
import { lengthOf } from '../../scene/length';
import type { CellScene, ClientCell, ControllerCell, HeadCell, RowScene, TableScene } from '../../scene/table';
import { boardText } from '../../text/board';
import { sizes } from '../../tokens/tokens';
import { cut, lines, type Word } from './words';

/** px of one em, as on the page. */
export const em = 13;
/** Where clients stand: wider than on the page, so that their names are whole. */
const side = 10 * em;
const line = 1.4 * em;
const quiet = 0.93 * em;

export interface Panel {
  rect: Rect;
  look: 'plain' | 'leads' | 'believes' | 'down';
}

export interface Layout {
  geometry: Geometry;
  words: Word[];
  panels: Panel[];
  /** Round boxes of clients. */
  chips: Rect[];
  /** Of the controllers. */
  dots: { x: number; y: number; active: boolean; down: boolean }[];
  /** Lines across the board. */
  rules: { x: number; width: number; y: number }[];
}

/** `left` and `top` are where the board begins. */
export function layoutOf(table: TableScene, board: Board, left: number, top: number): Layout {
  return new Builder(table, board, left, top).build();
}

/** A broker's column: the more there are, the narrower, as long as it can show a log. */
export function columnWidth(brokers: number): number {
  return (brokers <= 3 ? 18 : brokers <= 5 ? 15 : 12) * em;
}

export function boardWidth(board: Board): number {
  const brokers = board.brokers.length || 3;
  return 2 * side + brokers * columnWidth(brokers);
}

class Builder {
  readonly #table: TableScene;
  readonly #left: number;
  readonly #column: number;
  readonly #width: number;
  #y: number;
  readonly #words: Word[] = [];
  readonly #panels: Panel[] = [];
  readonly #chips: Rect[] = [];
  readonly #dots: Layout['dots'] = [];
  readonly #rules: Layout['rules'] = [];
  readonly #replicas = new Map<string, ReplicaPlace>();
  readonly #heads = new Map<number, Rect>();
  readonly #nodes = new Map<string, Rect>();

  constructor(table: TableScene, board: Board, left: number, top: number) {
    this.#table = table;
    this.#left = left;
    this.#y = top;
    this.#column = columnWidth(board.brokers.length);
    this.#width = boardWidth(board);
  }

  build(): Layout {
    this.#controllers();
    const bandY = this.#y - 0.5 * em;
    if (this.#table.rows.length > 0) {
      this.#racks();
      this.#headsRow();
    }
    this.#table.rows.forEach((row, index) => {
      this.#row(row, index === 0);
    });
    const geometry: Geometry = {
      layout: 'wide',
      overview: false,
      width: this.#left + this.#width,
      height: this.#y,
      em,
      digit: 0.61 * sizes.offsetText * em,
      replicas: this.#replicas,
      heads: this.#heads,
      nodes: this.#nodes,
      bandY,
    };
    return {
      geometry,
      words: this.#words,
      panels: this.#panels,
      chips: this.#chips,
      dots: this.#dots,
      rules: this.#rules,
    };
  }

  #columnX(index: number): number {
    return this.#left + side + index * this.#column;
  }

  #say(word: Omit<Word, 'fill' | 'size'> & Partial<Word>): void {
    if (word.text !== '') this.#words.push({ fill: 'ink', size: em, ...word });
  }

  // ── above the rows ──

  #controllers(): void {
    const y = this.#y + line / 2;
    this.#say({ x: this.#left, y, text: boardText.controllers, fill: 'quiet' });
    let x = this.#columnX(0) + 0.9 * em;
    for (const controller of this.#table.controllers) x = this.#controller(controller, x, y);
    const note = this.#table.metadata;
    const end = this.#left + this.#width;
    if (x + lengthOf(note, em) < end) this.#say({ x: end, y, text: note, fill: 'quiet', anchor: 'end' });
    this.#y += line + 1.2 * em;
  }

  #racks(): void {
    const { bands } = this.#table;
    if (bands.length === 0) return;
    const y = this.#y + line / 2;
    let first = 0;
    for (const { words, columns } of bands) {
      const x = this.#columnX(first) + 0.9 * em;
      const end = this.#columnX(first + columns) - 0.3 * em;
      const said = cut(words, end - x, quiet);
      const after = x + lengthOf(said, quiet) + 0.6 * em;
      this.#say({ x, y, text: said, fill: 'quiet', size: quiet });
      if (words !== '' && after < end) this.#rules.push({ x: after, width: end - after, y });
      first += columns;
    }
    this.#y += line;
  }

  #controller({ node, words, active, down }: ControllerCell, x: number, y: number): number {
    const name = cut(node, 8 * em, em);
    const length = lengthOf(name, em);
    this.#dots.push({ x: x + 0.425 * em, y, active, down });
    this.#say({ x: x + 1.35 * em, y, text: name });
    this.#say({ x: x + 1.75 * em + length, y, text: words, fill: 'quiet' });
    const end = x + 1.75 * em + length + lengthOf(words, em);
    this.#nodes.set(node, { x, y: y - line / 2, width: end - x, height: line });
    return end + 1.5 * em;
  }

  #headsRow(): void {
    const y = this.#y + line / 2;
    this.#say({ x: this.#left, y, text: boardText.producers, fill: 'quiet' });
    this.#table.heads.forEach((head, index) => {
      this.#head(head, this.#columnX(index), y);
    });
    this.#say({ x: this.#columnX(this.#table.heads.length), y, text: boardText.consumers, fill: 'quiet' });
    this.#y += line + 0.45 * em;
    this.#rules.push({ x: this.#left, width: this.#width, y: this.#y });
  }

  #head({ id, name, state }: HeadCell, x: number, y: number): void {
    const inset = 0.9 * em;
    const room = this.#column - 2 * inset;
    this.#heads.set(id, { x, y: y - line / 2, width: this.#column, height: line + 0.45 * em });
    this.#say({ x: x + inset, y, text: name, bold: true });
    const after = lengthOf(name, em, { bold: true }) + 0.4 * em;
    this.#say({ x: x + inset + after, y, text: cut(state, room - after, em), fill: 'warning' });
  }

  // ── rows ──

  #row(row: RowScene, isFirst: boolean): void {
    if (!isFirst) this.#rules.push({ x: this.#left, width: this.#width, y: this.#y });
    this.#heading(row);
    if (row.detail === 'line') return;
    const top = this.#y;
    const rails = row.detail === 'open' ? (sizes.railTop + row.rails.count * sizes.rail) * em : 0;
    const cells = Math.max(...row.cells.map((cell, index) => this.#cell(row, cell, this.#columnX(index), top)));
    const clients = Math.max(clientsHeight(row.producers), clientsHeight(row.consumers));
    const below = (row.rails.producers - row.rails.consumers) * sizes.rail * em;
    this.#y = top + Math.max(cells + rails, clients + below + 1.6 * em);
    this.#clients(row.producers, this.#left, this.#y - 0.3 * em);
    const right = this.#columnX(row.cells.length) + 1.25 * em;
    this.#clients(row.consumers, right, this.#y - 0.3 * em - below);
  }

  #heading({ partition, detail, facts, warnings, focus }: RowScene): void {
    const [above, under] = detail === 'tile' ? [0.35, 0] : [0.6, 0.35];
    const y = this.#y + above * em + line / 2;
    const look = { bold: true, mono: true };
    const name = cut(partition, this.#width / 2, em, look);
    const length = lengthOf(name, em, look);
    let x = this.#left;
    this.#say({ x, y, text: name, ...look });
    if (focus) this.#rules.push({ x, width: length, y: y + 0.75 * em });
    x += length + em;
    const said = cut(facts.join(' · '), this.#left + this.#width - x, em);
    this.#say({ x, y, text: said, fill: 'quiet' });
    x += lengthOf(said, em) + em;
    const warned = warnings.join(', ');
    if (x + lengthOf(warned, em) <= this.#left + this.#width) this.#say({ x, y, text: warned, fill: 'warning' });
    this.#y += (above + under) * em + line;
  }

  /** Gives its height. */
  #cell(row: RowScene, cell: CellScene, x: number, top: number): number {
    if (!cell.present) return 0;
    const isOpen = row.detail === 'open';
    const [above, under, inset] = isOpen ? [0.6, 0.35, 0.6] : [0.3, 0.35, 0.6];
    const panelX = x + 4;
    const width = this.#column - 8;
    const textX = panelX + inset * em;
    const room = width - 2 * inset * em;
    const head = this.#cellWords(cell, textX, top + above * em, room, isOpen);
    const slot = isOpen
      ? (sizes.flagLane + sizes.cellHeight + sizes.whiskerTop + row.whiskers * sizes.whisker) * em
      : 0;
    const panel = { x: panelX, y: top, width, height: above * em + head + slot + under * em };
    const look = cell.star === 'leads' ? 'leads' : cell.star === 'believes' ? 'believes' : cell.down ? 'down' : 'plain';
    this.#panels.push({ rect: panel, look });
    if (isOpen) {
      const strip = { x: textX, y: top + above * em + head, width: room, height: slot };
      this.#replicas.set(replicaKey(row.partition, cell.broker), { panel, strip });
    }
    return panel.height;
  }

  #cellWords(cell: CellScene, x: number, top: number, room: number, isOpen: boolean): number {
    const bold = cell.star !== 'none';
    const star = { leads: '★ ', believes: '☆ ', none: '' }[cell.star];
    const starLength = star === '' ? 0 : 1.35 * em;
    const y = top + line / 2;
    this.#say({ x, y, text: star.trim(), fill: 'accent' });
    const role = cut(cell.role, room - starLength, em, { bold });
    this.#say({ x: x + starLength, y, text: role, bold });
    const taken = starLength + lengthOf(role, em, { bold }) + 0.5 * em;
    const fill = cell.out ? 'warning' : 'quiet';
    if (!isOpen) {
      const tile = cut(cell.tile, room - taken, 0.9 * em, { mono: true });
      const look = { size: 0.9 * em, mono: true, fill: cell.out ? 'warning' : 'ink' };
      this.#say({ x: x + room, y, text: tile, anchor: 'end', ...look });
      return line;
    }
    const marks = [...cell.marks, cell.membership].filter(Boolean).join(' · ');
    if (taken + lengthOf(marks, em) <= room && room >= 14 * em) {
      this.#say({ x: x + room, y, text: marks, anchor: 'end', fill });
      return line;
    }
    this.#say({ x, y: y + line, text: cut(marks, room, em), fill });
    return 2 * line;
  }

  /** One above the other, ending at `end`; the chip of each is below its lines. */
  #clients(clients: readonly ClientCell[], x: number, end: number): void {
    let y = end;
    for (const client of clients.toReversed()) {
      y -= chipHeight;
      const name = cut(client.node, clientRoom - 1.4 * em, em);
      const chip = { x, y, width: lengthOf(name, em) + 1.4 * em, height: chipHeight };
      this.#chips.push(chip);
      this.#nodes.set(client.node, chip);
      this.#say({ x: chip.x + 0.7 * em, y: y + chipHeight / 2, text: name });
      y -= 0.4 * em;
      for (const text of clientLines(client).toReversed()) {
        y -= clientLine;
        this.#say({ x: x + 0.2 * em, y: y + clientLine / 2, text, fill: 'quiet', size: quiet });
      }
      y -= em;
    }
  }
}

const chipHeight = 1.8 * em;
const clientLine = 1.4 * quiet;
const clientRoom = side - 1.25 * em;

function clientLines({ lines: facts }: ClientCell): string[] {
  return facts.flatMap((fact) => lines(fact, clientRoom - 0.2 * em, quiet));
}

function clientsHeight(clients: readonly ClientCell[]): number {
  const height = (client: ClientCell): number => chipHeight + 0.4 * em + clientLines(client).length * clientLine + em;
  return clients.reduce((whole, client) => whole + height(client), 0);
}

/** Diagonal lines inside a rectangle, as on the board: down is not told by colour alone. */
export function hatch(rect: Rect): string {
  const step = 8 * Math.SQRT2;
  let path = '';
  for (let at = step; at < rect.width + rect.height; at += step) {
    const from = { x: rect.x + Math.min(at, rect.width), y: rect.y + Math.max(0, at - rect.width) };
    const to = { x: rect.x + Math.max(0, at - rect.height), y: rect.y + Math.min(at, rect.height) };
    path += `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
  }
  return path;
}

export const inside = (rect: Rect, by: number): Rect => ({
  x: rect.x + by,
  y: rect.y + by,
  width: right(rect) - rect.x - 2 * by,
  height: bottom(rect) - rect.y - 2 * by,
});
