// The rails of a row: below its cells side by side, or beside them one above the other. Followers' rails come first, the
// nearest follower's on top; then the consumers', then the producers'. In this order, with the ports of `wire.ts`, no two
// lines cross.

import type { Board, PartitionView } from '../engine/view';
import type { Layout } from './geometry';

export interface Rails {
  count: number;
  consumers: number;
  producers: number;
}

export function railsOf(board: Board, partition: PartitionView, layout: Layout): Rails {
  const followers = Math.max(1, partition.assigned.length - 1);
  const read = board.consumers.some(({ partitions }) => partitions.some((at) => at.partition === partition.name));
  // In a narrow board producers come from above and consumers from below: one rail does for both.
  const apart = read && board.producers.length > 0 && layout === 'wide';
  const clients = board.producers.length + board.consumers.length > 0 ? (apart ? 2 : 1) : 0;
  return { count: followers + clients, consumers: followers, producers: followers + (apart ? 1 : 0) };
}
