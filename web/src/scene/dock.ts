// What waits and runs out: requests parked at their broker, the session of a broker that is not heard of, and the time that a
// follower has left to catch up before it leaves the ISR.

import type { Board, BrokerView, ParkedView, PartitionView, ReplicaView } from '../engine/view';
import type { Thing } from '../model/thing';
import { duration, boardText as text } from '../text/board';
import { type Geometry, type Layout, middle, type Point, type ReplicaPlace, replicaKey, right } from './geometry';
import { beside, type LabelPlace } from './label';
import { nameOf } from './name';
import { type Route, round } from './route';
import type { Ends } from './wire';

export interface DockScene {
  key: string;
  thing: Thing;
  /** Without the time it counts: `dockLabel` adds that. */
  label: string;
  labelShown: boolean;
  place: LabelPlace;
  /** What its label counts: for how long it has waited, or what is left. */
  counts: 'waited' | 'left' | null;
  selected: boolean;
  said: string;
  x: number;
  y: number;
  kind: ParkedView['kind'] | 'session' | 'lag';
  since: number;
  until: number;
}

/** µs; less is no waiting to an eye. */
const leastWaited = 1_000;
/** Half the width of an arc, px at text of 13 px. */
export const dockHalf = 8;

/** The share of the time that is left. */
export function remaining(dock: DockScene, time: number): number {
  const whole = dock.until - dock.since;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (dock.until - time) / whole));
}

export function dockLabel({ label, counts, since, until }: DockScene, time: number): string {
  const counted = counts === 'left' ? until - time : time - since;
  if (counts === null || (counts === 'waited' && counted < leastWaited)) return label;
  return text.counted(label, duration(Math.max(0, counted)));
}

export function docksOf(
  board: Board,
  parked: ParkedView,
  wayOf: (ends: Ends) => Route | null,
  layout: Layout,
): (DockScene & { ends: Ends; way: Route })[] {
  const hub = board.brokers.find((broker) => broker.id === parked.broker)?.node;
  if (!hub) return [];
  return parked.parts.flatMap((part) => {
    const ends = { hub, asker: parked.from, partition: part.partition };
    const way = wayOf(ends);
    if (!way) return [];
    const at = dockOn(way);
    const produces = parked.kind === 'produce';
    const words = produces ? text.waitsForHighWatermark(part.offset) : text.waitsForRecord(part.offset);
    const short = produces ? text.highWatermark(part.offset) : text.at(part.offset);
    return [
      {
        key: `${parked.key}|${part.partition}`,
        thing: { kind: 'parked', key: parked.key } as const,
        label: layout === 'narrow' ? short : words,
        counts: layout === 'narrow' ? null : ('waited' as const),
        labelShown: false,
        place: beside('right', dockHalf),
        selected: false,
        said: text.parkedSaid(nameOf(board, parked.from), parked.broker, words),
        x: round(at.x),
        y: round(at.y),
        kind: parked.kind,
        since: parked.since,
        until: parked.until,
        ends,
        way,
      },
    ];
  });
}

/** On its own rail, beside where the line turns up to the hub: two that wait do not cover one another. */
function dockOn({ corners }: Route): Point {
  const turn = corners.at(-2) ?? { x: 0, y: 0 };
  const before = corners.at(-3) ?? turn;
  const length = Math.hypot(before.x - turn.x, before.y - turn.y) || 1;
  const share = Math.min(12, length / 2) / length;
  return { x: turn.x + (before.x - turn.x) * share, y: turn.y + (before.y - turn.y) * share };
}

/** A session is drawn while it matters: the broker is silent, or a third of the time is over without a heartbeat. */
const quietShare = 1 / 3;
/** So much of its time has passed before a follower's arc is drawn: every follower is behind for a moment. */
const behindShare = 0.05;

export const timersOf = (board: Board, geometry: Geometry): DockScene[] => [
  ...board.brokers.flatMap((broker) => sessionOf(board, broker, geometry)),
  ...board.partitions.flatMap((partition) => lagsOf(board, partition, geometry)),
];

export function sessionRuns({ time }: Board, { state, fenced, lastHeartbeat, sessionEnds }: BrokerView): boolean {
  if (fenced || lastHeartbeat === null || sessionEnds === null) return false;
  if (state === 'down' || state === 'paused') return true;
  return time - lastHeartbeat > (sessionEnds - lastHeartbeat) * quietShare;
}

function sessionOf(board: Board, broker: BrokerView, { heads, layout, overview, em }: Geometry): DockScene[] {
  const head = heads.get(broker.id);
  const { lastHeartbeat: since, sessionEnds: until } = broker;
  if (!head || since === null || until === null || !sessionRuns(board, broker)) return [];
  const wide = layout === 'wide' && !overview;
  // Name, state and label stand in one line where there is room for them.
  const named = wide && head.width > 13 * em;
  // One above the other, a replica's words take the whole line: it stands beside them.
  const at = overview
    ? { x: middle(head).x, y: head.y + 0.7 * em }
    : { x: wide ? right(head) - 1.4 * em : right(head) + 0.9 * em, y: wide ? head.y + 0.7 * em : middle(head).y };
  return [
    {
      ...timer({ kind: 'broker', id: broker.id }, since, until),
      key: `session|${broker.id}`,
      label: named ? text.session : '',
      labelShown: named,
      said: text.sessionEnds(duration(Math.max(0, until - board.time))),
      x: round(at.x),
      y: round(at.y),
      kind: 'session',
    },
  ];
}

/** In the ISR, and behind for long enough that one wonders for how much longer it stays. */
export function lagRuns({ time }: Board, { caughtUpAt, lagEnds }: ReplicaView): boolean {
  return caughtUpAt !== null && lagEnds !== null && time - caughtUpAt > (lagEnds - caughtUpAt) * behindShare;
}

function lagsOf(board: Board, partition: PartitionView, geometry: Geometry): DockScene[] {
  return partition.replicas.flatMap((replica) => {
    const place = geometry.replicas.get(replicaKey(partition.name, replica.broker));
    const { caughtUpAt: since, lagEnds: until } = replica;
    if (!place || since === null || until === null || !lagRuns(board, replica)) return [];
    return [
      {
        ...timer({ kind: 'replica', partition: partition.name, broker: replica.broker }, since, until),
        key: `lag|${replicaKey(partition.name, replica.broker)}`,
        said: text.lagEnds(replica.broker, duration(Math.max(0, until - board.time))),
        ...besideMembership(place, geometry.em),
        kind: 'lag' as const,
      },
    ];
  });
}

/** The style sheet keeps this room free at the end of the line that says whether it is in the ISR. */
const besideMembership = ({ panel }: ReplicaPlace, em: number): Point => ({
  x: round(right(panel) - 1.25 * em),
  y: round(panel.y + 1.3 * em),
});

function timer(thing: Thing, since: number, until: number): Omit<DockScene, 'key' | 'said' | 'x' | 'y' | 'kind'> {
  return {
    thing,
    label: '',
    labelShown: false,
    place: beside('left', dockHalf),
    counts: 'left',
    selected: false,
    since,
    until,
  };
}
