// What waits and runs out: requests parked at their broker, and the session of a broker that is silent.

import type { Board, BrokerView, ParkedView } from '../engine/view';
import type { Thing } from '../model/thing';
import { boardText as text } from '../text/board';
import { type Geometry, type Layout, middle, type Point } from './geometry';
import type { LabelSide } from './label';
import { nameOf } from './name';
import { type Route, round } from './route';
import type { Ends } from './wire';

/** Something that runs out: a request that waits at its broker, or the session of a broker that has gone silent. */
export interface DockScene {
  key: string;
  thing: Thing;
  label: string;
  labelShown: boolean;
  side: LabelSide;
  selected: boolean;
  said: string;
  x: number;
  y: number;
  kind: ParkedView['kind'] | 'session';
  since: number;
  until: number;
}

/** The share of a parked request's time that is left. */
export function remaining(dock: DockScene, time: number): number {
  const whole = dock.until - dock.since;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (dock.until - time) / whole));
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
        labelShown: false,
        side: 'right' as const,
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

export const sessionsOf = (board: Board, geometry: Geometry): DockScene[] =>
  board.brokers.flatMap((broker) => sessionOf(broker, geometry));

/** Drawn while it matters: the process is silent, and the controller does not know yet. */
function sessionOf(broker: BrokerView, { heads, em }: Geometry): DockScene[] {
  const head = heads.get(broker.id);
  const silent = broker.state === 'down' || broker.state === 'paused';
  if (!head || !silent || broker.fenced || broker.sessionEnds === null || broker.lastHeartbeat === null) return [];
  return [
    {
      key: `session|${broker.id}`,
      thing: { kind: 'broker', id: broker.id },
      label: '',
      labelShown: false,
      side: 'right',
      selected: false,
      said: '',
      x: round(head.x + 0.1 * em),
      y: round(Math.min(middle(head).y, head.y + 0.7 * em)),
      kind: 'session',
      since: broker.lastHeartbeat,
      until: broker.sessionEnds,
    },
  ];
}
