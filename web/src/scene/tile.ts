// A replica in the overview: its role, how far it is behind as heat and as length, and what else is not as usual. Numbers
// where there is room for them, and in words for those who point at it or hear it.

import type { Board, PartitionView, ReplicaView, Standing } from '../engine/view';
import { boardText as text } from '../text/board';
import { epochTones } from '../tokens/tokens';
import { columnsOf } from './columns';
import type { Rect } from './geometry';
import { lengthOf } from './length';
import type { TileGrid } from './overview';

export type TileRole = 'leader' | 'believes' | 'follower' | 'offline';

export interface TileScene {
  partition: string;
  broker: number;
  /** Its column, from 0; of chips its place in the assignment. */
  column: number;
  role: TileRole;
  /** Index into the sequence of epoch colours. */
  tone: number;
  /** 0: has everything; to 4: far behind. */
  heat: Heat;
  out: boolean;
  joining: boolean;
  elr: boolean;
  /** First in the assignment, and does not lead. */
  preferred: boolean;
  /** Its log is not that of the leader on record. */
  diverges: boolean;
  words: string;
  said: string;
}

export type Heat = 0 | 1 | 2 | 3 | 4;

/** By offsets behind, on a scale that tells one from none and many from some. */
export function heatOf(behind: number): Heat {
  if (behind <= 0) return 0;
  if (behind <= 2) return 1;
  if (behind <= 10) return 2;
  return behind <= 100 ? 3 : 4;
}

/** How much of a tile its bar takes: less, the farther it is behind. */
export const barShare: Record<Heat, number> = { 0: 1, 1: 0.84, 2: 0.66, 3: 0.46, 4: 0.26 };

/** Of text in tiles, in em. */
export const tileText = 0.78;

export function tilesOf(board: Board, partition: PartitionView, grid: TileGrid, em: number): TileScene[] {
  const columns = new Map(columnsOf(board).map(({ id }, index) => [id, index]));
  return partition.replicas.map((replica, place) => {
    const { behind } = replica;
    const role = roles[replica.standing];
    return {
      partition: partition.name,
      broker: replica.broker,
      column: grid.kind === 'columns' ? (columns.get(replica.broker) ?? 0) : place,
      role,
      tone: Math.max(0, replica.leaderEpoch, role === 'leader' ? partition.leaderEpoch : 0) % epochTones,
      heat: heatOf(behind),
      out: replica.membership === 'out' || replica.membership === 'leaving',
      joining: replica.membership === 'joining',
      elr: replica.inElr,
      preferred: replica.preferred && role !== 'leader',
      diverges: replica.divergesAt !== null,
      words: wordsOf(replica, role, behind, grid, em),
      said: text.tileSaid({
        partition: partition.name,
        broker: replica.broker,
        role: text.tileRole[role],
        marks: [
          ...(replica.preferred ? [text.preferred] : []),
          text.membership[replica.membership],
          ...(replica.inElr ? [text.inElr] : []),
        ],
        logEnd: replica.logEndOffset,
        behind,
      }),
    };
  });
}

const roles: Record<Standing, TileRole> = {
  leads: 'leader',
  'believes-to-lead': 'believes',
  unaware: 'follower',
  follows: 'follower',
  'follows-in-other-epoch': 'follower',
  offline: 'offline',
};

/** What fits: of a chip the number of its broker; in a column where the log ends, or how far it is behind. */
function wordsOf(
  { broker, logEndOffset }: ReplicaView,
  role: TileRole,
  behind: number,
  grid: TileGrid,
  em: number,
): string {
  if (grid.kind === 'chips') return String(broker);
  const star = role === 'leader' || role === 'believes' ? 1.3 * em : 0;
  const room = grid.column - star - 0.8 * em;
  const fits = (words: string): boolean => lengthOf(words, tileText * em, { mono: true }) <= room;
  const whole = behind > 0 ? text.tile(logEndOffset, behind) : String(logEndOffset);
  const short = behind > 0 ? text.behind(behind) : String(logEndOffset);
  return [whole, short].find(fits) ?? '';
}

/** Within the list. */
export function tileRect({ column }: Pick<TileScene, 'column'>, grid: TileGrid, y: number, rowHeight: number): Rect {
  const gap = grid.column < 40 ? 1 : 3;
  return {
    x: grid.side + column * grid.column + gap,
    y: y + 1,
    width: grid.column - 2 * gap,
    height: rowHeight - 2,
  };
}
