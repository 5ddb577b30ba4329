// The overview of many partitions: a list of rows, of which only those in sight are there. The partitions of a large board
// stand under their topics; a topic has a map with one cell for each of its partitions, and may be folded. All heights are
// known, so that where a row stands is computed and nothing is measured.

import type { Board, PartitionView } from '../engine/view';
import { sizes } from '../tokens/tokens';
import { layoutFor } from './detail';

/** What a person has made of the overview. */
export interface OverviewState {
  /** Topics whose partitions have rows. */
  unfolded: readonly string[];
  find: string;
  troubled: boolean;
}

/** The room there is, in px. */
export interface OverviewRoom {
  width: number;
  em: number;
  brokers: number;
  /** A finger needs more room than a pointer. */
  coarse: boolean;
}

/** Columns: a tile stands in its broker's column. Chips: a row has one tile for each of its replicas, with the broker's number. */
export interface TileGrid {
  kind: 'columns' | 'chips';
  /** Room for the names of partitions, left of the tiles. */
  side: number;
  column: number;
  /** Room for words, right of the tiles. */
  end: number;
}

export interface TopicBlock {
  topic: string;
  folded: boolean;
  /** px from the list's top: of its heading, its map and its first row. */
  y: number;
  mapY: number;
  rowsY: number;
  mapColumns: number;
  /** Number of its first row, and how many rows it has. */
  first: number;
  rows: number;
}

export interface OverviewLayout {
  grid: TileGrid;
  rowHeight: number;
  /** Of a board that is given whole one without a heading. */
  blocks: TopicBlock[];
  rows: number;
  height: number;
  /** A cell of a topic's map. */
  cell: number;
}

/** A board that is given whole has rows close together from so many on. */
const denseFrom = 16;

export function tileGrid({ width, em, brokers, coarse }: OverviewRoom): TileGrid {
  const abreast = layoutFor(width, em, brokers) === 'wide';
  const side = Math.min(sizes.tileSide * em, width * 0.36);
  // Under the table's own columns where it has some.
  const end = abreast ? sizes.side * em : Math.min(sizes.tileEnd * em, width * 0.25);
  const column = (width - side - end) / brokers;
  if (column >= (coarse ? sizes.chip : sizes.tileColumn) * em) return { kind: 'columns', side, column, end };
  return { kind: 'chips', side, column: sizes.chip * em, end };
}

export function overviewLayout(
  board: Board,
  { unfolded, find, troubled }: OverviewState,
  room: OverviewRoom,
): OverviewLayout {
  const { em, coarse, width } = room;
  const whole = board.topics.length === 0;
  const dense = !coarse && (!whole || board.partitionCount > denseFrom);
  const rowHeight = Math.round((coarse ? sizes.tileRowTouch : dense ? sizes.tileRowDense : sizes.tileRow) * em);
  const cell = Math.round((coarse ? sizes.mapCellTouch : sizes.mapCell) * em);
  const grid = tileGrid(room);
  const layout = { grid, rowHeight, cell };
  if (whole) {
    const rows = board.partitionCount;
    const block = { topic: '', folded: false, y: 0, mapY: 0, rowsY: 0, mapColumns: 0, first: 0, rows };
    return { ...layout, blocks: [block], rows, height: rows * rowHeight };
  }
  const head = Math.round(sizes.topicRow * em);
  const mapColumns = Math.max(1, Math.floor((width - em) / cell));
  const seeking = find !== '' || troubled;
  const blocks: TopicBlock[] = [];
  let [y, first] = [0, 0];
  for (const { name, health, matching } of board.topics) {
    if (seeking && matching === 0) continue;
    const folded = !seeking && !unfolded.includes(name);
    const rows = folded ? 0 : matching;
    const mapY = y + head;
    const mapHeight = seeking ? 0 : Math.ceil(health.length / mapColumns) * cell + Math.round(0.5 * em);
    const rowsY = mapY + mapHeight;
    blocks.push({ topic: name, folded, y, mapY, rowsY, mapColumns: seeking ? 0 : mapColumns, first, rows });
    y = rowsY + rows * rowHeight;
    first += rows;
  }
  return { ...layout, blocks, rows: first, height: y };
}

/** Rows in sight, and some above and below, so that one does not scroll into nothing. In steps, so that it seldom changes. */
export function rowsInSight(layout: OverviewLayout, scroll: number, height: number): { first: number; count: number } {
  const before = rowAt(layout, scroll - overscan * layout.rowHeight);
  const after = rowAt(layout, scroll + height + overscan * layout.rowHeight);
  const first = Math.floor(before / step) * step;
  const last = Math.min(layout.rows, Math.ceil((after + 1) / step) * step);
  return { first, count: Math.max(0, last - first) };
}

const step = 8;
/** Rows above and below those in sight that are there too. */
const overscan = 6;

/** The row at a height, or the nearest one below it. */
function rowAt({ blocks, rowHeight, rows }: OverviewLayout, y: number): number {
  for (const { first, rows: count, rowsY } of blocks) {
    if (y < rowsY + count * rowHeight) return first + Math.max(0, Math.floor((y - rowsY) / rowHeight));
  }
  return Math.max(0, rows - 1);
}

/** px from the list's top. */
export function rowY({ blocks, rowHeight }: OverviewLayout, row: number): number {
  const block = blocks.find(({ first, rows }) => row >= first && row < first + rows);
  return block === undefined ? 0 : block.rowsY + (row - block.first) * rowHeight;
}

/** Which partition of its topic a cell of its map stands for. */
export function mapCellAt(
  layout: OverviewLayout,
  board: Board,
  x: number,
  y: number,
): { topic: string; partition: number } | null {
  for (const { topic, mapY, mapColumns } of layout.blocks) {
    const [column, line] = [Math.floor(x / layout.cell), Math.floor((y - mapY) / layout.cell)];
    if (mapColumns === 0 || column < 0 || column >= mapColumns || line < 0) continue;
    const partition = line * mapColumns + column;
    const count = board.topics.find(({ name }) => name === topic)?.health.length ?? 0;
    if (partition < count && y < mapY + Math.ceil(count / mapColumns) * layout.cell) return { topic, partition };
  }
  return null;
}

/** How to scroll so that a row is in sight; as it is when it is. */
export function scrollTo(layout: OverviewLayout, row: number, scroll: number, height: number): number {
  const y = rowY(layout, row);
  return Math.max(Math.min(scroll, y), y + layout.rowHeight - height);
}

/** Partitions of a board that have a row, in its order. */
export const withRow = ({ partitions }: Board): (PartitionView & { row: number })[] =>
  partitions.filter((partition): partition is PartitionView & { row: number } => partition.row !== null);
