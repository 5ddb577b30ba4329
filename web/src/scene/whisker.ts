// Thin lines below a strip, on the scale of its offsets: what the leader knows of its followers, so that the high watermark is
// seen to be the smallest position that counts; where consumers are, at the replica they read from; what is flushed to disk.

import type { Board, PartitionView, ReplicaView } from '../engine/view';
import type { Thing } from '../model/thing';
import { duration, boardText as text } from '../text/board';
import { sizes } from '../tokens/tokens';
import type { Frame } from './frame';
import type { Geometry, Rect } from './geometry';
import { scale, type Window } from './window';

export interface Whisker {
  key: string;
  kind: 'follower' | 'consumer' | 'disk';
  /** Whose place it is. */
  thing: Thing;
  name: string;
  /** Beside the pointer. */
  said: string;
  y: number;
  from: number;
  to: number;
  label: string;
  labelX: number;
  /** A follower that counts for the high watermark. */
  counts: boolean;
  /** Its place is left of what is shown. */
  beyond: boolean;
  /** Of a consumer: what it has saved; at the beginning of the line, with `savedBeyond`, when that is left of what is shown. */
  saved: number | null;
  savedBeyond: boolean;
  /** px of one em: its signs grow with the text. */
  em: number;
}

interface Reader {
  node: string;
  position: number | null;
  saved: number | null;
}

/** Consumers that read from this replica. */
export function readersOf(board: Board, { name }: PartitionView, { broker }: ReplicaView): Reader[] {
  return board.consumers.flatMap(({ node, partitions }) =>
    partitions
      .filter(({ partition, readsFrom }) => partition === name && readsFrom === broker)
      .map(({ position, saved }) => ({ node, position, saved })),
  );
}

/** Room is kept for a follower also before the leader knows of it, so that nothing moves when it does. */
export function whiskerCount({ board, diskLayer }: Frame, partition: PartitionView, replica: ReplicaView): number {
  const followers = replica.named ? partition.assigned.length - 1 : 0;
  return followers + readersOf(board, partition, replica).length + (diskLayer ? 1 : 0);
}

export function whiskersOf(
  { board, diskLayer }: Frame,
  partition: PartitionView,
  replica: ReplicaView,
  geometry: Geometry,
  strip: Rect,
  window: Window,
): Whisker[] {
  const known =
    replica.named && replica.role === 'leader'
      ? partition.replicas.filter(({ leaderKnows }) => leaderKnows !== null)
      : [];
  const lines = [
    ...(diskLayer ? [diskLine(partition, replica)] : []),
    ...known.map((follower) => followerLine(board, partition, replica, follower)),
    ...readersOf(board, partition, replica).flatMap((reader) => readerLine(partition, reader)),
  ];
  const { em, digit } = geometry;
  const at = scale(window, strip);
  const top = strip.y + (sizes.flagLane + sizes.cellHeight + sizes.whiskerTop + 0.5) * em;
  const lastCounting = lines.findLastIndex(({ counts }) => counts);
  const mark = replica.highWatermark === null ? Number.NaN : at(Math.max(replica.highWatermark, window.first));
  return lines.map(({ offset, saved, short, long, initial, ...line }, index) => {
    const to = at(Math.max(offset, window.first));
    const beside = to + 0.55 * em;
    // The line of the high watermark goes down to the last follower that counts: no label across it.
    const isCrossed = index <= lastCounting && beside < mark && beside + short.length * digit * 0.8 > mark;
    const labelX = isCrossed ? mark + 0.4 * em : beside;
    // One above the other, the name left of the line says whose it is: labels of messages need the room.
    const isRoomy = geometry.layout === 'wide' || line.kind === 'disk';
    const fits = isRoomy && labelX + long.length * digit * 0.8 <= strip.x + strip.width;
    return {
      ...line,
      name: fits && line.kind === 'consumer' ? '' : initial,
      y: top + index * sizes.whisker * em,
      from: strip.x + window.gutter - 0.35 * em,
      to,
      label: fits ? long : short,
      labelX,
      beyond: offset < window.first,
      saved: saved === null ? null : at(Math.max(saved, window.first)),
      savedBeyond: saved !== null && saved < window.first,
      em,
    };
  });
}

/** A line before it has a place. */
interface Line extends Pick<Whisker, 'key' | 'kind' | 'thing' | 'said' | 'counts'> {
  offset: number;
  saved: number | null;
  initial: string;
  short: string;
  long: string;
}

function followerLine(board: Board, { name }: PartitionView, leader: ReplicaView, follower: ReplicaView): Line {
  const offset = follower.leaderKnows ?? -1;
  const short = offset < 0 ? text.notHeardYet : String(offset);
  const more = offset < 0 ? [] : [lateness(board, follower) ?? text.broker(follower.broker)];
  return {
    key: `${name}|b${follower.broker}`,
    kind: 'follower',
    thing: { kind: 'replica', partition: name, broker: follower.broker },
    said: text.known(leader.broker, follower.broker, offset),
    counts: follower.counts,
    offset,
    saved: null,
    initial: String(follower.broker),
    short,
    long: [short, ...more].join(' '),
  };
}

function readerLine({ name }: PartitionView, { node, position, saved }: Reader): Line[] {
  if (position === null) return [];
  return [
    {
      key: `${name}|${node}`,
      kind: 'consumer',
      thing: { kind: 'consumer', node },
      said: text.consumerAt(node, position, saved),
      counts: false,
      offset: position,
      saved,
      initial: node.slice(0, 1),
      short: String(position),
      long: `${position} ${node}`,
    },
  ];
}

/** Everything left of it survives a power loss. */
function diskLine({ name }: PartitionView, { broker, flushed, allFlushed }: ReplicaView): Line {
  const words = flushed === 0 ? text.nothingFlushed : text.flushed(flushed);
  return {
    key: `${name}|disk`,
    kind: 'disk',
    thing: { kind: 'replica', partition: name, broker },
    said: text.flushedSaid(broker, flushed, allFlushed),
    counts: false,
    offset: flushed,
    saved: null,
    initial: '',
    short: words,
    long: words,
  };
}

/** For how long a follower that has not everything has been behind; none when it is too short to matter to an eye. */
function lateness(board: Board, { behindSince }: ReplicaView): string | null {
  if (behindSince === null) return null;
  const late = board.time - behindSince;
  return late >= 1e6 ? text.behindFor(duration(late)) : null;
}
