// Which offsets a row shows, and where on a strip an offset stands.

import type { PartitionView } from '../engine/view';
import { sizes } from '../tokens/tokens';
import type { Geometry, Rect } from './geometry';

/** The offsets a row shows: the same for all its replicas, so that one sees who is ahead. */
export interface Window {
  first: number;
  count: number;
  /** Width of the room left of the first cell. */
  gutter: number;
  cellWidth: number;
}

/** Room for the names of whiskers and for the sign of earlier records. */
const gutterText = 1.75;
/** Free at the right, in cells, so that the end of the log can be seen. */
const free = 0.75;

export function cellWidth(partition: PartitionView, geometry: Geometry): number {
  const longest = Math.max(0, ...partition.replicas.map((replica) => replica.logEndOffset - 1));
  return Math.max(sizes.cellWidth * geometry.em, String(longest).length * geometry.digit + 0.75 * geometry.em);
}

export function visibleWindow(partition: PartitionView, width: number, geometry: Geometry): Window {
  const cell = cellWidth(partition, geometry);
  const end = Math.max(0, ...partition.replicas.map((replica) => replica.logEndOffset));
  const start = Math.min(end, ...partition.replicas.map((replica) => replica.logStartOffset));
  const gutter = Math.max(gutterText * geometry.em, String(start).length * geometry.digit + 0.9 * geometry.em);
  const count = Math.max(1, Math.floor((width - gutter) / cell - free));
  return { first: Math.max(start, end - count), count, gutter, cellWidth: cell };
}

/** Where an offset begins on a strip, in px; kept within the strip. */
export function scale(window: Window, strip: Rect): (offset: number) => number {
  const left = strip.x + window.gutter;
  const last = left + (window.count + free) * window.cellWidth;
  return (offset) => Math.min(last, Math.max(left, left + (offset - window.first) * window.cellWidth));
}
