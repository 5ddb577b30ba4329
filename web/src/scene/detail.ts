// How much of each partition is drawn: its logs, or one line. The whole board stays readable at any number of partitions.

import type { Board } from '../engine/view';
import { sizes } from '../tokens/tokens';
import type { Layout } from './geometry';

/** Open: strips and wires. Tile: role and offset of each replica in its broker's column. Line: one line of text. */
export type Detail = 'open' | 'tile' | 'line';

/** Side by side as long as each broker's column can show a log. */
export function layoutFor(width: number, em: number, brokers: number): Layout {
  return (width / em - 2 * sizes.side) / Math.max(3, brokers) < sizes.column ? 'narrow' : 'wide';
}

/** Rows that are open side by side before the others become tiles, and tiles before they become lines. */
const openRows = 3;
const tileRows = 40;

export function rowDetails(board: Board, layout: Layout, openPartition: string | null): Map<string, Detail> {
  const names = board.partitions.map((partition) => partition.name);
  const open = openPartition !== null && names.includes(openPartition) ? openPartition : names[0];
  const rest: Detail =
    layout === 'narrow' || names.length > tileRows ? 'line' : names.length > openRows ? 'tile' : 'open';
  return new Map(names.map((name) => [name, name === open ? 'open' : rest]));
}
