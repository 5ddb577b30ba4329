// What a menu can be opened for: a thing, several processes together, the cluster as a whole.

import type { Board } from '../engine/view';
import type { Thing } from './thing';

/** Every thing has a menu, and so have several processes together and the cluster as a whole. */
export type Target = Thing | Several | { kind: 'cluster' };

/** Brokers and controllers, by what a story calls them. */
export interface Several {
  kind: 'several';
  nodes: readonly string[];
}

/** Of a message or a waiting request it is its connection that something can be done to. */
export function targetOf(board: Board, target: Target): Target {
  if (target.kind === 'message') {
    const message = board.messages.find(({ key }) => key === target.key);
    return message === undefined ? target : { kind: 'connection', from: message.from, to: message.to };
  }
  if (target.kind !== 'parked') return target;
  const parked = board.parked.find(({ key }) => key === target.key);
  const to = board.brokers.find(({ id }) => id === parked?.broker)?.node;
  return parked === undefined || to === undefined ? target : { kind: 'connection', from: parked.from, to };
}

export function nodeOf(board: Board, target: Target): string | null {
  switch (target.kind) {
    case 'broker':
      return board.brokers.find(({ id }) => id === target.id)?.node ?? null;
    case 'controller':
    case 'producer':
    case 'consumer':
      return target.node;
    default:
      return null;
  }
}
