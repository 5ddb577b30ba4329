// Where the label of something on a wire stands.

import type { Board } from '../engine/view';
import type { Geometry } from './geometry';
import type { Route } from './route';
import type { Ends } from './wire';

/** Where a label stands beside its token: the free side, the same for the whole way. */
export type LabelSide = 'left' | 'right';

/** On the asker's side between replicas, on the hub's side of a client; in a narrow board left of the rails. */
export function tokenSide(board: Board, geometry: Geometry, ends: Ends, way: Route): LabelSide {
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
