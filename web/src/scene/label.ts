// Where the label of something on a wire stands.

import type { Board } from '../engine/view';
import type { Geometry } from './geometry';
import type { Route } from './route';
import type { Ends } from './wire';

/** Where a label stands beside its token: the free side, the same for the whole way. */
export type LabelSide = 'left' | 'right';

/** On the asker's side between replicas, on the hub's side of a client; in a narrow board left of the rails. */
export function sideOf(board: Board, geometry: Geometry, ends: Ends, way: Route): LabelSide {
  const first = way.corners[0];
  const last = way.corners.at(-1);
  if (!first || !last) return 'right';
  if (geometry.layout === 'narrow') return 'left';
  const askerIsRight = first.x > last.x;
  const replica = board.brokers.some((broker) => broker.node === ends.asker);
  return askerIsRight === replica ? 'right' : 'left';
}
