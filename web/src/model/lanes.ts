// The lanes of the time line, asked of the engine for the course along which they are drawn.

import type { Lanes } from '../engine/view';
import { type Course, placeAt } from './course';
import type { Run } from './run';

/** What falls into one column of so many is not told apart … */
const COLUMNS = 640;
/** … and marks of clients not within so many. */
const PER_MARK = 4;

/** The lanes of some partitions, each by its place in the time line. */
export function lanesOf(run: Run, course: Course, partitions: readonly number[]): Lanes {
  const edges = new Float64Array(2 * (COLUMNS + 1));
  for (let column = 0; column <= COLUMNS; column++) {
    const place = placeAt(course, (column / COLUMNS) * course.length);
    edges[2 * column] = Math.floor(place?.time ?? 0);
    edges[2 * column + 1] = place?.least ?? 0;
  }
  return run.lanes(edges, PER_MARK, partitions);
}
