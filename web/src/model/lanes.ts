// The lanes of the time line, asked of the engine for the course along which they are drawn: of the partition that is open on
// the board in full, of the others those whose rows are in sight.

import type { Lanes } from '../engine/view';
import { type Course, placeAt } from './course';
import type { Run } from './run';

/** What falls into one column of so many is not told apart … */
const COLUMNS = 640;
/** … and marks of clients not within so many. */
const PER_MARK = 4;
/** Rows of other partitions that are in sight at once, and those beside them, so that scrolling finds them there. */
export const IN_SIGHT = 3;
const BESIDE = 3;

/** Partitions by their places in the time line. */
export interface Rows {
  /** Drawn in full. */
  open: number | null;
  /** One line each, below one another; only those in sight are asked for. */
  others: readonly number[];
  /** The first of the others that is in sight. */
  first: number;
}

export function rowsOf(partitions: readonly string[], open: string | null, first: number): Rows {
  const place = open === null ? -1 : partitions.indexOf(open);
  const others = [...partitions.keys()].filter((other) => other !== place);
  const parts = partitions.map((name) => name.match(/^(.*)-(\d+)$/) ?? [name, name, '0']);
  const [topic, number] = [(i: number) => parts[i]?.[1] ?? '', (i: number) => Number(parts[i]?.[2])];
  others.sort((a, b) => topic(a).localeCompare(topic(b), 'en') || number(a) - number(b));
  return { open: place < 0 ? null : place, others, first: Math.max(0, Math.min(first, others.length - IN_SIGHT)) };
}

/** The places of the others whose lanes are drawn, with where each stands among them. */
export function drawn({ others, first }: Rows): readonly { place: number; row: number }[] {
  const from = Math.max(0, first - BESIDE);
  return others.slice(from, first + IN_SIGHT + BESIDE).map((place, i) => ({ place, row: from + i }));
}

export function lanesOf(run: Run, course: Course, rows: Rows): Lanes {
  const edges = new Float64Array(2 * (COLUMNS + 1));
  for (let column = 0; column <= COLUMNS; column++) {
    const place = placeAt(course, (column / COLUMNS) * course.length);
    edges[2 * column] = Math.floor(place?.time ?? 0);
    edges[2 * column + 1] = place?.least ?? 0;
  }
  const others = drawn(rows).map(({ place }) => place);
  return run.lanes(edges, PER_MARK, rows.open === null ? [] : [rows.open], others);
}
