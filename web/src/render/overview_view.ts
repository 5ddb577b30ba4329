// The overview of many partitions: a table of which only the rows in sight are there, each cell in words, and a canvas below
// it on which the tiles are drawn. Its rows stand where `scene/overview.ts` computes, so that a frame measures nothing.

import type { Seen } from '../engine/engine';
import type { Board } from '../engine/view';
import { columnsOf } from '../scene/columns';
import { wantedOpen } from '../scene/detail';
import type { Frame } from '../scene/frame';
import { type MarkScene, markSpot, marksOf } from '../scene/mark';
import {
  mapCellAt,
  type OverviewLayout,
  type OverviewRoom,
  type OverviewState,
  overviewLayout,
  rowsInSight,
  rowY,
  scrollTo,
  withRow,
} from '../scene/overview';
import { headsOf } from '../scene/table';
import { tileRect, tilesOf } from '../scene/tile';
import { boardText as text } from '../text/board';
import { Finder } from './finder';
import { attribute, type Drawn, html, Keyed } from './nodes';
import { overviewCss } from './overview_css';
import { OverviewHeads } from './overview_heads';
import { OverviewMarks } from './overview_marks';
import { drawRow, drawTopic, type RowOfTiles, type RowOfTopic } from './overview_rows';
import { Colours } from './palette';
import type { Stops } from './stops';
import { Surface } from './surface';
import type { Meaning } from './things';
import type { Painted } from './tile_paint';

/** px around a mark at which it is meant. */
const near = 12;

export class OverviewView {
  readonly element = html('section', 'hw-overview');
  readonly css = overviewCss;
  readonly #box = html('div', 'hw-tiles-box');
  readonly #grid = html('table', 'hw-tiles');
  readonly #body = html('tbody', 'hw-list');
  readonly #still = new Surface();
  readonly #moving = new Surface();
  readonly #sizer: HTMLTableRowElement;
  readonly #heads: OverviewHeads;
  readonly #onTheWay: OverviewMarks;
  readonly #finder: Finder;
  readonly #colours: Colours;
  readonly #rows: Keyed<RowOfTiles | RowOfTopic>;
  readonly #changed: () => void;
  #unfolded: readonly string[] = [];
  #layout: OverviewLayout | null = null;
  #room: OverviewRoom | null = null;
  #frame: Frame | null = null;
  #shown: readonly RowOfTiles[] = [];
  /** What is to be drawn, and what is. */
  #painted: Painted | null = null;
  #drawn: Painted | null = null;
  #due = false;
  #marks: MarkScene[] = [];
  /** What the canvas covers: px from the list's top. */
  #from = 0;
  #tall = 0;
  #wordsDue: number | null = null;
  #time = 0;
  /** px that are in view, and from where: reading them from the page would make it compute its layout within a frame. */
  #view = { top: 0, height: 0 };
  readonly #resized = new ResizeObserver(() => this.#scrolled());

  /** `changed` is called when something else of the board is in sight. */
  constructor(stops: Stops, changed: () => void) {
    this.#changed = changed;
    this.#heads = new OverviewHeads(stops);
    this.#onTheWay = new OverviewMarks(stops);
    this.#finder = new Finder(() => this.#sought());
    this.#colours = new Colours(() => this.#repaint());
    this.#body.setAttribute('role', 'rowgroup');
    this.#sizer = html('tr', 'hw-sizer', html('td', '', this.#still.canvas, this.#moving.canvas));
    this.#sizer.setAttribute('role', 'presentation');
    this.#body.append(this.#sizer);
    this.#grid.setAttribute('role', 'grid');
    this.#grid.setAttribute('aria-label', text.overview);
    this.#grid.append(this.#heads.element, this.#body);
    this.#box.append(this.#grid, this.#onTheWay.element);
    this.element.append(this.#finder.element, this.#box, legend(), this.#colours.element);
    this.#rows = new Keyed(
      this.#body,
      (row) => ('topic' in row ? `topic ${row.topic}` : row.partition),
      (row) => this.#drawRow(row, stops),
      this.#sizer,
    );
    this.#body.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#resized.observe(this.#body);
    this.#grid.addEventListener('keydown', (event) => this.#key(event));
  }

  /** What of the board it shows. */
  get sight(): Pick<Seen, 'first' | 'count' | 'unfolded' | 'find' | 'troubled'> {
    const { unfolded, find, troubled } = this.#state;
    const rows = this.#layout === null ? { first: 0, count: 0 } : this.#inSight(this.#layout);
    return { ...rows, unfolded, find, troubled };
  }

  get #state(): OverviewState {
    const { find, troubled } = this.#finder;
    return { unfolded: this.#unfolded, find, troubled };
  }

  update(frame: Frame, room: Omit<OverviewRoom, 'coarse' | 'brokers'>): void {
    const { board } = frame;
    const isFirst = this.#frame === null;
    this.#frame = frame;
    this.#room = { ...room, brokers: board.brokers.length, coarse: matchMedia('(pointer: coarse)').matches };
    if (isFirst) this.#unfolded = firstUnfolded(frame);
    const layout = overviewLayout(board, this.#state, this.#room);
    this.#layout = layout;
    this.#finder.element.hidden = board.topics.length === 0;
    this.#finder.update(board);
    this.#heads.update(headsOf(frame), board, layout);
    attribute(this.#grid, 'aria-rowcount', layout.rows + layout.blocks.length + 1);
    attribute(this.#grid, 'aria-colcount', board.brokers.length + 2);
    attribute(this.element, 'data-grid', layout.grid.kind);
    this.#place(layout);
    const rows = this.#fill(frame, layout);
    if (isFirst && frame.openPartition !== null) this.#show(frame.openPartition);
    this.#paint(frame, layout, rows);
  }

  /** Between two positions only the marks move. */
  move(time: number, reducedMotion: boolean): void {
    if (!this.#due && (this.#marks.length === 0 || time === this.#time)) return;
    this.#draw(time, reducedMotion);
  }

  /** What the pointer is at, where nothing but the canvas shows it. */
  meaningAt({ clientX, clientY }: { clientX: number; clientY: number }): { meaning: Meaning; at: DOMRect } | null {
    if (this.#layout === null || this.#frame === null) return null;
    const list = this.#body.getBoundingClientRect();
    const [x, inView] = [clientX - list.left, clientY - list.top];
    if (inView < 0 || inView > list.height || x < 0 || x > list.width) return null;
    const y = inView + this.#view.top;
    const at = new DOMRect(clientX, clientY);
    const still = this.#frame.reducedMotion;
    const nearest = this.#marks
      .map((mark) => ({ mark, spot: markSpot(mark, this.#time, still) }))
      .map(({ mark, spot }) => ({ mark, far: Math.hypot(spot.x - x, spot.y - y) }))
      .filter(({ far }) => far <= near)
      .reduce<{ mark: MarkScene; far: number } | null>((a, b) => (a === null || b.far < a.far ? b : a), null);
    if (nearest !== null) return { meaning: { thing: { kind: 'message', key: nearest.mark.message } }, at };
    const cell = mapCellAt(this.#layout, this.#frame.board, x - 0.5 * this.#layout.cell, y);
    if (cell === null) return null;
    const name = `${cell.topic}-${cell.partition}`;
    const health = this.#frame.board.topics.find((topic) => topic.name === cell.topic)?.health[cell.partition];
    const said = text.mapCell(name, text.health[health as 'w'] ?? '');
    return { meaning: { thing: { kind: 'partition', name }, opens: name, said }, at };
  }

  destroy(): void {
    this.#resized.disconnect();
    this.#colours.end();
  }

  // ── what is in sight ──

  #inSight(layout: OverviewLayout): { first: number; count: number } {
    const height = this.#view.height || (this.#room?.em ?? 13) * 36;
    return rowsInSight(layout, this.#view.top, height);
  }

  #sought(): void {
    this.#body.scrollTop = 0;
    this.#view.top = 0;
    this.#changed();
  }

  #fold(topic: string): void {
    const folded = !this.#unfolded.includes(topic);
    this.#unfolded = folded ? [...this.#unfolded, topic] : this.#unfolded.filter((other) => other !== topic);
    this.#changed();
  }

  #scrolled(): void {
    this.#view = { top: this.#body.scrollTop, height: this.#body.clientHeight };
    const { top, height } = this.#view;
    const covered = top >= this.#from && Math.min(top + height, this.#layout?.height ?? 0) <= this.#from + this.#tall;
    if (this.#layout === null) return;
    if (!covered) this.#changed();
    this.#sayLater();
  }

  /** Scrolls to a partition's row, where it has one. */
  #show(name: string): void {
    const row = this.#frame?.board.partitions.find((partition) => partition.name === name)?.row;
    if (row == null || this.#layout === null) return;
    const { top, height } = this.#view;
    this.#body.scrollTop = scrollTo(this.#layout, row, top, height);
  }

  #key(event: KeyboardEvent): void {
    if (this.#layout === null || (event.key !== 'PageDown' && event.key !== 'PageUp')) return;
    const focused = event.target;
    if (!(focused instanceof HTMLElement) || !this.#body.contains(focused)) return;
    event.preventDefault();
    event.stopPropagation();
    const before = focused.getBoundingClientRect();
    const by = Math.max(this.#layout.rowHeight, this.#view.height - 2 * this.#layout.rowHeight);
    this.#body.scrollTop += event.key === 'PageDown' ? by : -by;
    this.#scrolled();
    const cells = [...this.#body.querySelectorAll<HTMLElement>('[tabindex]')];
    const far = (cell: HTMLElement): number => {
      const { left, top } = cell.getBoundingClientRect();
      return Math.abs(top - before.top) * 4 + Math.abs(left - before.left);
    };
    const next = cells.reduce<HTMLElement | null>((a, b) => (a === null || far(b) < far(a) ? b : a), null);
    next?.focus();
  }

  // ── the table ──

  #place({ height, grid, rowHeight }: OverviewLayout): void {
    const set = (name: string, px: number): void => {
      const value = `${px}px`;
      if (this.#box.style.getPropertyValue(name) !== value) this.#box.style.setProperty(name, value);
    };
    set('--tile-side', grid.side);
    set('--tile-column', grid.column);
    set('--tile-end', grid.end);
    set('--tile-row', rowHeight);
    set('--list', height);
  }

  #drawRow(row: RowOfTiles | RowOfTopic, stops: Stops): Drawn<RowOfTiles | RowOfTopic> {
    // A key stands for a row of one kind: its node is never given the other.
    const drawn = 'topic' in row ? drawTopic(row, stops, () => this.#fold(row.topic)) : drawRow(row, stops);
    return drawn as Drawn<RowOfTiles | RowOfTopic>;
  }

  /** Topics and the partitions in sight, in the order in which they stand. */
  #fill(frame: Frame, layout: OverviewLayout): RowOfTiles[] {
    const { board } = frame;
    const open = wantedOpen(frame.openPartition, frame.focus);
    const { first, count } = this.#inSight(layout);
    const inSight = withRow(board).filter(({ row }) => row >= first && row < first + count);
    const shown: RowOfTiles[] = [];
    const rows = layout.blocks.flatMap((block, place): (RowOfTiles | RowOfTopic)[] => {
      const topic = board.topics.find(({ name }) => name === block.topic);
      const heading =
        topic === undefined ? [] : [{ ...block, index: block.first + place + 2, said: text.topicSaid(topic) }];
      const partitions = inSight.filter(({ row }) => row >= block.first && row < block.first + block.rows);
      const below = partitions.map(
        (partition): RowOfTiles => ({
          partition: partition.name,
          y: rowY(layout, partition.row),
          index: partition.row + (topic === undefined ? 0 : place + 1) + 2,
          tiles: tilesOf(board, partition, layout.grid, this.#room?.em ?? 13),
          isOpen: partition.name === open,
          warnings: warningsOf(partition),
          layout,
          columns: board.brokers.length,
        }),
      );
      shown.push(...below);
      return [...heading, ...below];
    });
    this.#rows.sync(rows);
    this.#sayLater();
    return shown;
  }

  /** What cells say to those who hear them is brought up to date when there is time: no ear follows a frame. */
  #sayLater(): void {
    if (this.#wordsDue !== null) return;
    const say = () => {
      this.#wordsDue = null;
      for (const cell of this.#body.querySelectorAll<HTMLElement>('[data-said]')) {
        attribute(cell, 'aria-label', cell.getAttribute('data-said'));
      }
      if (this.#frame !== null) {
        this.#onTheWay.update(this.#frame.board, this.#marks, this.#view.top, this.#time, this.#frame.reducedMotion);
      }
    };
    this.#wordsDue =
      'requestIdleCallback' in window ? requestIdleCallback(say, { timeout: 300 }) : setTimeout(say, 100);
  }

  // ── the canvas ──

  #paint(frame: Frame, layout: OverviewLayout, rows: readonly RowOfTiles[]): void {
    const { board } = frame;
    this.#shown = rows;
    const { top, height } = this.#view;
    const margin = Math.round(height / 4);
    this.#from = Math.max(0, Math.round(top - margin));
    this.#tall = Math.max(0, Math.min(layout.height, Math.round(top + height + margin)) - this.#from);
    const isSeen = (y: number, height: number): boolean => y + height > this.#from && y < this.#from + this.#tall;
    const columns = columnsOf(board);
    this.#due = true;
    this.#painted = {
      tiles: rows
        .filter(({ y }) => isSeen(y, layout.rowHeight))
        .flatMap(({ tiles, y }) =>
          tiles.map((tile) => ({ tile, rect: tileRect(tile, layout.grid, y, layout.rowHeight) })),
        ),
      maps: layout.blocks.flatMap(({ topic, mapColumns, mapY }) => {
        const health = board.topics.find(({ name }) => name === topic)?.health;
        if (health === undefined || mapColumns === 0) return [];
        return [{ health, x: 0.5 * layout.cell, y: mapY, columns: mapColumns, cell: layout.cell }];
      }),
      seams:
        layout.grid.kind === 'chips'
          ? []
          : columns.flatMap(({ rack }, index) =>
              index > 0 && rack !== columns[index - 1]?.rack ? [layout.grid.side + index * layout.grid.column] : [],
            ),
      width: this.#room?.width ?? 0,
      from: this.#from,
      height: this.#tall,
    };
    this.#marks = marksOf(frame, layout).filter(({ y }) => isSeen(y, 0));
  }

  /** Tiles and maps when the board has changed, marks in each frame. */
  #draw(time: number, reducedMotion: boolean): void {
    this.#time = time;
    const cover = { width: this.#room?.width ?? 0, from: this.#from, height: this.#tall };
    const style = { palette: this.#colours.palette, em: this.#room?.em ?? 13 };
    if (this.#due) {
      this.#due = false;
      const still = this.#still.begin(cover, style);
      if (this.#painted !== null) still?.paint.paint(this.#painted, still.isKept ? this.#drawn : null);
      this.#drawn = this.#painted;
    }
    const moving = this.#moving.begin(cover, style)?.paint;
    moving?.clear(cover);
    moving?.marks(this.#marks, time, reducedMotion);
  }

  #repaint(): void {
    if (this.#frame === null || this.#layout === null) return;
    this.#paint(this.#frame, this.#layout, this.#shown);
    this.move(this.#time, this.#frame.reducedMotion);
  }
}

/** The topic one looks at, or the first. */
function firstUnfolded({ board, openPartition, focus }: Frame): string[] {
  const open = wantedOpen(openPartition, focus);
  const topic = board.topics.find(({ name }) => open?.startsWith(`${name}-`)) ?? board.topics[0];
  return topic === undefined ? [] : [topic.name];
}

function warningsOf(partition: Board['partitions'][number]): string {
  const { leader, isr, assigned, underMinIsr, underReplicated } = partition;
  if (leader === null) return text.noLeader;
  if (underMinIsr) return text.underMinIsr;
  return underReplicated ? text.inSync(isr.length, assigned.length) : '';
}

/** What the signs stand for. */
function legend(): HTMLElement {
  const items = text.legend.map(([sign, words]) => {
    const mark = html('span', `hw-key hw-key-${sign}`);
    mark.setAttribute('aria-hidden', 'true');
    return html('li', '', mark, words);
  });
  return html('ul', 'hw-legend hw-quiet', ...items);
}
