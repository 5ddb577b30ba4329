// Where an arrow key goes on the board: to the nearest thing on that side, whatever way the board is laid out.

import { middle, type Rect } from './geometry';

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * The key of the nearest other stop in the direction; none at the edge. Left and right keep to what is straight ahead as
 * long as anything is; up and down also find what lies between two rows.
 */
export function nearest(stops: ReadonlyMap<string, Rect>, from: string, direction: Direction): string | null {
  const start = stops.get(from);
  if (!start) return null;
  const origin = middle(start);
  const across = direction === 'left' || direction === 'right';
  const forward = direction === 'right' || direction === 'down' ? 1 : -1;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [key, rect] of stops) {
    if (key === from) continue;
    const { x, y } = middle(rect);
    const ahead = (across ? x - origin.x : y - origin.y) * forward;
    if (ahead < 2) continue;
    const aside = across ? outside(origin.y, rect.y, rect.height) : outside(origin.x, rect.x, rect.width);
    const cost = ahead + (across && aside > 0 ? far : 0) + aside * 1.5;
    if (cost < least) {
      least = cost;
      best = key;
    }
  }
  return best;
}

/**
 * In a table of rows: up and down the nearest cell of the next row, left and right the next cell of this one; none at the
 * edge.
 */
export function inRows(cells: ReadonlyMap<string, Rect>, from: string, direction: Direction): string | null {
  const start = cells.get(from);
  if (!start) return null;
  const origin = middle(start);
  const across = direction === 'left' || direction === 'right';
  const forward = direction === 'right' || direction === 'down' ? 1 : -1;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [key, rect] of cells) {
    const { x, y } = middle(rect);
    const [ahead, aside] = across ? [x - origin.x, y - origin.y] : [y - origin.y, rect.x - start.x];
    if (ahead * forward < 2 || (across && Math.abs(aside) > 2)) continue;
    // The next row comes before any column.
    const cost = across ? ahead * forward : ahead * forward * far + Math.abs(aside);
    if (cost < least) {
      least = cost;
      best = key;
    }
  }
  return best;
}

/** More than any board is wide. */
const far = 100_000;

/** How far a point is from a stretch of a line. */
const outside = (point: number, start: number, length: number): number =>
  Math.max(0, start - point, point - (start + length));
