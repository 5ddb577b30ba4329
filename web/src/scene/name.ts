// What a process is called on the board.

import type { Board } from '../engine/view';
import { boardText as text } from '../text/board';

/** As the board's heads call it. */
export function nameOf(board: Board, node: string): string {
  const broker = board.brokers.find((candidate) => candidate.node === node);
  return broker ? text.broker(broker.id) : node;
}
