// What the leader knows of its followers and where consumers are: thin lines below its strip, on the scale of its offsets,
// so that the high watermark is seen to be the smallest position that counts.

import type { Board, PartitionView, ReplicaView } from '../engine/view';
import type { Thing } from '../model/thing';
import { duration, boardText as text } from '../text/board';
import { sizes } from '../tokens/tokens';
import type { Geometry, Rect } from './geometry';
import { scale, type Window } from './window';

/** A thin line below the leader's strip: how far somebody is, on the scale of the offsets above it. */
export interface Whisker {
  key: string;
  kind: 'follower' | 'consumer';
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
  saved: number | null;
  /** px of one em: its signs grow with the text. */
  em: number;
}

export function whiskersOf(
  board: Board,
  partition: PartitionView,
  leader: ReplicaView,
  geometry: Geometry,
  strip: Rect,
  window: Window,
): Whisker[] {
  const { em } = geometry;
  const at = scale(window, strip);
  const top = strip.y + (sizes.flagLane + sizes.cellHeight + sizes.whiskerTop + 0.5) * em;
  const line = (index: number, offset: number, label: string) => {
    const to = at(Math.max(offset, window.first));
    const labelX = to + 0.55 * em;
    const fits = labelX + label.length * geometry.digit <= strip.x + strip.width;
    const y = top + index * sizes.whisker * em;
    return {
      fits,
      at: { y, from: strip.x + window.gutter - 0.35 * em, to, labelX, beyond: offset < window.first, em },
    };
  };
  const known = partition.replicas.filter(({ leaderKnows }) => leaderKnows !== null);
  const lines = known.map((replica, index): Whisker => {
    const offset = replica.leaderKnows ?? -1;
    const number = offset < 0 ? text.notHeardYet : String(offset);
    const more = offset < 0 ? '' : ` ${lateness(board, replica, leader) ?? text.broker(replica.broker)}`;
    const label = `${number}${more}`;
    const placed = line(index, offset, label);
    return {
      ...placed.at,
      key: `${partition.name}|b${replica.broker}`,
      kind: 'follower',
      thing: { kind: 'replica', partition: partition.name, broker: replica.broker },
      said: text.known(leader.broker, replica.broker, offset),
      name: String(replica.broker),
      label: placed.fits ? label : number,
      counts: replica.membership !== 'out',
      saved: null,
    };
  });
  for (const consumer of board.consumers) {
    const { position, saved } = consumer.partitions.find((one) => one.partition === partition.name) ?? noPosition;
    if (position === null) continue;
    const label = `${position} ${consumer.node}`;
    const placed = line(lines.length, position, label);
    lines.push({
      ...placed.at,
      key: `${partition.name}|${consumer.node}`,
      kind: 'consumer',
      thing: { kind: 'consumer', node: consumer.node },
      said: text.consumerAt(consumer.node, position, saved),
      name: placed.fits ? '' : consumer.node.slice(0, 1),
      label: placed.fits ? label : String(position),
      counts: false,
      saved: saved !== null && saved >= window.first ? at(saved) : null,
    });
  }
  return lines;
}

const noPosition = { position: null, saved: null };

/** For how long a follower that has not everything has been behind; none when it is too short to matter to an eye. */
function lateness(board: Board, { leaderKnows, caughtUpAt }: ReplicaView, leader: ReplicaView): string | null {
  if (caughtUpAt === null || leaderKnows === null || leaderKnows < 0 || leaderKnows >= leader.logEndOffset) return null;
  const late = board.time - caughtUpAt;
  return late >= 1e6 ? text.behindFor(duration(late)) : null;
}
