// Where the label of something on a wire stands: beside its sign, where it covers nothing for as long as it moves. Labels of
// messages that set out together from one place go apart; one that stands where it is gets out of the way of those that move.

import type { Board } from '../engine/view';
import type { Geometry, Point, Rect } from './geometry';
import { lengthOf } from './length';
import type { Route } from './route';
import type { Ends } from './wire';

/** From the sign, px of text of 13 px: it grows with the text. `dy` is to the middle of the line. */
export interface LabelPlace {
  dx: number;
  dy: number;
  anchor: 'start' | 'middle' | 'end';
}

export interface Labelled {
  label: string;
  labelShown: boolean;
  place: LabelPlace;
  /** Half the width of its sign. */
  half: number;
  /** Where it is at each of the moments looked at; none once it has arrived. */
  spots: readonly (Point | null)[];
  /** The free side, for its whole way. */
  side: LabelSide;
}

export type LabelSide = 'left' | 'right';

/** Of labels' text, where the board's is 13 px. */
export const labelSize = 11.7;
const high = 15;
/** Between a sign and its label. */
const gap = 6;

/** On the asker's side between replicas, on the hub's side of a client; in a narrow board left of the rails. */
export function sideOf(board: Board, geometry: Geometry, ends: Ends, way: Route): LabelSide {
  if (geometry.layout === 'narrow') return 'left';
  return askerIsRight(way) === isBroker(board, ends.asker) ? 'right' : 'left';
}

/** What waits stands at the hub: towards the asker there is room, and right of a client's place. */
export function dockSide(board: Board, geometry: Geometry, ends: Ends, way: Route): LabelSide {
  if (geometry.layout === 'narrow') return 'left';
  return askerIsRight(way) || !isBroker(board, ends.asker) ? 'right' : 'left';
}

const askerIsRight = ({ corners }: Route): boolean => (corners[0]?.x ?? 0) > (corners.at(-1)?.x ?? 0);

const isBroker = (board: Board, node: string): boolean => board.brokers.some((broker) => broker.node === node);

export const beside = (side: LabelSide, half: number): LabelPlace =>
  side === 'right' ? { dx: half + gap, dy: 0, anchor: 'start' } : { dx: -half - gap, dy: 0, anchor: 'end' };

/** In the order in which they are tried: beside it, above and below, and above and below to one side. */
function candidates({ side, half }: Labelled, narrow: boolean): LabelPlace[] {
  const other: LabelSide = side === 'right' ? 'left' : 'right';
  const over: LabelPlace[] = [-high, high].map((dy) => ({ dx: 0, dy, anchor: 'middle' }));
  const apart = [side, other].flatMap((one): LabelPlace[] => [-high, high].map((dy) => ({ ...beside(one, half), dy })));
  const level = [beside(side, half), beside(other, half)];
  return narrow ? [...over, ...level, ...apart] : [...level, ...over, ...apart];
}

/** Sets the place of each label that is shown, one after the other. `taken` is what is better not covered. */
export function placeLabels(items: readonly Labelled[], taken: readonly Rect[], geometry: Geometry): void {
  const unit = geometry.em / 13;
  const shown = items
    .filter(({ labelShown }) => labelShown)
    .map((item) => ({ item, width: lengthOf(item.label, labelSize) * unit, place: item.place, isPlaced: false }));
  // Once more for all, now that each knows where the others are.
  for (const one of [...shown, ...shown]) {
    const { item, width } = one;
    const costOf = (place: LabelPlace): number => {
      let cost = 0;
      item.spots.forEach((spot, moment) => {
        if (spot === null) return;
        const box = boxOf(spot, place, width, unit);
        // Where it is now counts most: one may have paused here.
        const weight = moment === 0 ? 3 : 1;
        cost += weight * 400 * outside(box, geometry);
        for (const rect of taken) cost += weight * 0.6 * overlap(box, rect);
        for (const other of items) {
          const at = other.spots[moment];
          if (at != null && other !== item) cost += weight * overlap(box, signBox(at, other.half * unit, unit));
        }
        for (const other of shown) {
          const at = other.isPlaced && other !== one ? other.item.spots[moment] : null;
          if (at != null) cost += weight * 30 * overlap(box, boxOf(at, other.place, other.width, unit));
        }
      });
      return cost;
    };
    const costs = candidates(item, geometry.layout === 'narrow').map((place, index) => ({
      place,
      cost: costOf(place) + index * 12 * unit,
    }));
    one.place = costs.reduce((a, b) => (b.cost < a.cost ? b : a)).place;
    one.isPlaced = true;
  }
  for (const { item, place } of shown) item.place = place;
}

export function boxOf({ x, y }: Point, { dx, dy, anchor }: LabelPlace, width: number, unit: number): Rect {
  const left = anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2;
  return { x: x + dx * unit - left, y: y + (dy - high / 2) * unit, width, height: high * unit };
}

const signBox = ({ x, y }: Point, half: number, unit: number): Rect => ({
  x: x - half,
  y: y - 7 * unit,
  width: 2 * half,
  height: 14 * unit,
});

/** px² that two have in common. */
export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

const outside = (box: Rect, { width }: Geometry): number =>
  Math.max(0, -box.x) + Math.max(0, box.x + box.width - width);
