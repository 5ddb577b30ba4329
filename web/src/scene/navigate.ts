// Where an arrow key goes on the board: to the nearest thing on that side, whatever way the board is laid out.

import { middle, type Rect } from './geometry';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The key of the nearest other stop in the direction; none at the edge. Straight ahead counts more than near by. */
export function nearest(stops: ReadonlyMap<string, Rect>, from: string, direction: Direction): string | null {
  const start = stops.get(from);
  if (!start) return null;
  const origin = middle(start);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [key, rect] of stops) {
    if (key === from) continue;
    const { x, y } = middle(rect);
    const across = direction === 'left' || direction === 'right';
    const ahead = across
      ? (x - origin.x) * (direction === 'right' ? 1 : -1)
      : (y - origin.y) * (direction === 'down' ? 1 : -1);
    if (ahead < 2) continue;
    const aside = across
      ? gap(start.y, start.height, rect.y, rect.height)
      : gap(start.x, start.width, rect.x, rect.width);
    const cost = ahead + aside * 4;
    if (cost < least) {
      least = cost;
      best = key;
    }
  }
  return best;
}

/** How far two stretches of a line are from overlapping. */
function gap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.max(0, b - (a + aLength), a - (b + bLength));
}
