// How much of each partition is drawn: its logs, one line, or a row of small tiles. The board stays readable at any number of
// partitions.

import type { Board } from '../engine/view';
import { sizes } from '../tokens/tokens';
import type { Layout } from './geometry';

/** Open: strips and wires. Tile: role and offset of each replica in its broker's column. Line: one line of text. */
export type Detail = 'open' | 'tile' | 'line';

/** Side by side as long as each broker's column can show a log. */
export function layoutFor(width: number, em: number, brokers: number): Layout {
  return (width / em - 2 * sizes.side) / Math.max(3, brokers) < sizes.column ? 'narrow' : 'wide';
}

/** Rows that are open side by side before the others become tiles. */
const openRows = 3;
/** Rows of the table itself; a board of more has the overview of small tiles, and only an open row in the table. */
const tableRows = 8;

export const hasOverview = ({ partitionCount }: Board): boolean => partitionCount > tableRows;

/** The rows of the table. One is open where not all are: the one asked for, else the one that the caption speaks of. */
export function rowDetails(
  board: Board,
  layout: Layout,
  openPartition: string | null,
  focus: readonly string[],
): Map<string, Detail> {
  const names = board.partitions.map((partition) => partition.name);
  const asked = [openPartition, ...focus].find((name) => name !== null && names.includes(name)) ?? null;
  if (hasOverview(board)) return new Map(asked === null ? [] : [[asked, 'open']]);
  const open = asked ?? names[0];
  const rest: Detail = layout === 'narrow' ? 'line' : names.length > openRows ? 'tile' : 'open';
  return new Map(names.map((name) => [name, name === open ? 'open' : rest]));
}

/** The partition whose row is to be open, also before the board has it. */
export function wantedOpen(openPartition: string | null, focus: readonly string[]): string | null {
  return openPartition ?? focus.find((name) => /-\d+$/.test(name)) ?? null;
}
