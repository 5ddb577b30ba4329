// What the stage is asked to show: a board, a moment of time on it, and what the person looks at.

import type { Board, Happened } from '../engine/view';
import type { Shown, State } from '../model/state';
import type { Thing } from '../model/thing';

export interface Frame {
  /** The same object until the position (or the branch) changes: only a new one is compared and redrawn. */
  board: Board;
  /** µs; moves on between two positions, so that messages travel. */
  time: number;
  /** Partitions and processes the caption speaks of. */
  focus: string[];
  selected: Thing | null;
  /** Selected together with it, to act on all. */
  also: readonly Thing[];
  /** The partition whose row is open where only one can be; the first one if none. */
  openPartition: string | null;
  /** Messages stand still in the middle of their way. */
  reducedMotion: boolean;
  /** What the last step did; its signs are marked. */
  highlight: Happened[];
  /** Every message has its label: when paused, and at a pace at which one can read. Else on hover only. */
  labels: boolean;
  /** Idle fetches and heartbeats are drawn too. */
  idleMessages: boolean;
  /** How far each log is flushed to disk is shown. */
  diskLayer: boolean;
}

export function frameOf(state: State, shown: Shown): Frame {
  const { selected, also, openPartition, reducedMotion, idleMessages, diskLayer, playing, pace } = state;
  return {
    board: shown.board,
    time: shown.time,
    focus: shown.focus,
    selected,
    also,
    openPartition,
    reducedMotion,
    highlight: shown.happened.filter(({ position }) => position === shown.position),
    labels: playing === null || (pace.kind === 'event' && pace.speed <= 1),
    idleMessages,
    diskLayer,
  };
}
