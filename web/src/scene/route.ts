// The way of a message: a line with rounded corners, and the point at any fraction of its length.

import type { Point } from './geometry';

export interface Route {
  corners: readonly Point[];
  /** The corners rounded: short straight pieces. */
  points: Point[];
  /** Length up to each point. */
  lengths: number[];
}

/** Straight pieces through the corners, each corner rounded. */
export function route(corners: readonly Point[], radius: number): Route {
  const points: Point[] = [];
  const push = (point: Point): void => {
    const last = points.at(-1);
    if (!last || Math.abs(last.x - point.x) + Math.abs(last.y - point.y) > 0.01) points.push(point);
  };
  corners.forEach((corner, index) => {
    const before = corners[index - 1];
    const after = corners[index + 1];
    if (!before || !after) {
      push(corner);
      return;
    }
    const reach = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const from = towards(corner, before, reach);
    const to = towards(corner, after, reach);
    for (let step = 0; step <= 4; step += 1) push(bend(from, corner, to, step / 4));
  });
  const lengths = [0];
  for (let index = 1; index < points.length; index += 1) {
    lengths.push((lengths[index - 1] ?? 0) + distance(points[index - 1] as Point, points[index] as Point));
  }
  return { corners, points, lengths };
}

/** Where one is after a fraction of the way, 0 to 1, and which way one looks: degrees, 0 to the right. */
export function along({ points, lengths }: Route, fraction: number): Point & { turn: number } {
  const total = lengths.at(-1) ?? 0;
  const target = Math.min(1, Math.max(0, fraction)) * total;
  let index = lengths.findIndex((length) => length >= target);
  if (index < 1) index = Math.min(1, points.length - 1);
  const from = points[index - 1] ?? points[0] ?? { x: 0, y: 0 };
  const to = points[index] ?? from;
  const start = lengths[index - 1] ?? 0;
  const piece = (lengths[index] ?? 0) - start;
  const share = piece > 0 ? (target - start) / piece : 0;
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    turn: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
  };
}

export function path({ points }: Route): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** To a tenth of a pixel: finer cannot be seen, and equal values are not written again. */
export const round = (value: number): number => Math.round(value * 10) / 10;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  const share = whole === 0 ? 0 : length / whole;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function bend(a: Point, corner: Point, b: Point, t: number): Point {
  const u = 1 - t;
  return {
    x: u * u * a.x + 2 * u * t * corner.x + t * t * b.x,
    y: u * u * a.y + 2 * u * t * corner.y + t * t * b.y,
  };
}
