// Messages in the overview: a mark in each row that is in sight, from tile to tile. One Fetch has one in every row it serves.

import type { Board, MessageView, PartitionView } from '../engine/view';
import { epochTones } from '../tokens/tokens';
import { columnsOf } from './columns';
import type { Frame } from './frame';
import type { Point } from './geometry';
import { type Glyph, glyphOf } from './motion';
import { type OverviewLayout, rowY, withRow } from './overview';

export interface MarkScene {
  message: string;
  glyph: Glyph;
  tone: number;
  /** Within the list. */
  y: number;
  from: number;
  to: number;
  sentAt: number;
  deliverAt: number | null;
  selected: boolean;
}

/** Of a row's height. */
const level = 0.7;

export function marksOf(frame: Frame, layout: OverviewLayout): MarkScene[] {
  const { board, selected, idleMessages } = frame;
  const rows = new Map(withRow(board).map((partition) => [partition.name, partition]));
  const columns = new Map(columnsOf(board).map(({ node }, index) => [node, index]));
  const isSelected = ({ key }: MessageView): boolean => selected?.kind === 'message' && selected.key === key;
  return board.messages.flatMap((message) => {
    if (message.idle && !idleMessages && !isSelected(message)) return [];
    return message.parts.flatMap((part) => {
      const partition = rows.get(part.partition);
      if (partition === undefined) return [];
      return [
        {
          message: message.key,
          glyph: glyphOf(message.kind, part),
          tone: Math.max(0, part.leaderEpoch ?? 0) % epochTones,
          y: rowY(layout, partition.row) + layout.rowHeight * level,
          from: place(board, partition, message.from, layout, columns),
          to: place(board, partition, message.to, layout, columns),
          sentAt: message.sentAt,
          deliverAt: message.deliverAt,
          selected: isSelected(message),
        },
      ];
    });
  });
}

/** The middle of a broker's tile; producers stand left of the tiles, all others right of them. */
function place(
  board: Board,
  { assigned }: PartitionView,
  node: string,
  { grid }: OverviewLayout,
  columns: ReadonlyMap<string, number>,
): number {
  const id = board.brokers.find((broker) => broker.node === node)?.id;
  const column = grid.kind === 'columns' ? columns.get(node) : id === undefined ? -1 : assigned.indexOf(id);
  if (column !== undefined && column >= 0) return grid.side + (column + 0.5) * grid.column;
  const count = grid.kind === 'columns' ? board.brokers.length : assigned.length;
  return board.producers.some((producer) => producer.node === node) ? grid.side : grid.side + count * grid.column;
}

export function markSpot({ from, to, y, sentAt, deliverAt }: MarkScene, time: number, still: boolean): Point {
  const whole = deliverAt === null ? 0 : deliverAt - sentAt;
  const done = still || deliverAt === null ? 0.5 : whole <= 0 ? 1 : Math.min(1, Math.max(0, (time - sentAt) / whole));
  return { x: from + (to - from) * done, y };
}
