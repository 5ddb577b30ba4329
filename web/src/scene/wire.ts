// Connections: where the line between two processes runs. Side by side, the replicas of a row are joined by rails below
// their cells; one above the other, the rails stand beside them.

import type { Board, LinkState, PartitionView } from '../engine/view';
import { boardText as text } from '../text/board';
import { sizes } from '../tokens/tokens';
import { columnsOf } from './columns';
import { bottom, type Geometry, middle, type Point, type Rect, replicaKey, right } from './geometry';
import { railsOf } from './rails';
import { along, path, type Route, route } from './route';

export interface WireScene {
  key: string;
  ends: Ends;
  d: string;
  state: LinkState | null;
  /** Where its sign stands. */
  sign: { x: number; y: number; label: string } | null;
  /** A follower's connection to the leader; others are drawn while something is on them. */
  quiet: boolean;
}

/** A connection as the person sees it: between two processes, in one partition's row or above all rows. */
export interface Ends {
  /** Who answers: the leader of a fetch, the broker of a client. */
  hub: string;
  /** Who asked. */
  asker: string;
  partition: string | null;
}

const corner = 0.55;
/** Between the band and what stands below it. */
const bandRoom = 0.5;

/** The line from the asker to the hub; none when one of them is nowhere on the board. */
export function routeOf(board: Board, geometry: Geometry, ends: Ends): Route | null {
  // Over an overview clients stand in a line: one along it would run through their names.
  if (ends.partition === null && geometry.overview && [ends.asker, ends.hub].some((end) => isClient(board, end)))
    return null;
  const corners = ends.partition === null ? aboveRows(board, geometry, ends) : inRow(board, geometry, ends);
  return corners ? route(corners, corner * geometry.em) : null;
}

const brokerOf = (board: Board, node: string): number | null =>
  board.brokers.find((broker) => broker.node === node)?.id ?? null;

const isClient = (board: Board, node: string): boolean =>
  [...board.producers, ...board.consumers].some((client) => client.node === node);

function inRow(board: Board, geometry: Geometry, { hub, asker, partition: name }: Ends): Point[] | null {
  const partition = board.partitions.find((candidate) => candidate.name === name);
  const hubId = brokerOf(board, hub);
  if (!partition || hubId === null) return null;
  const hubPlace = geometry.replicas.get(replicaKey(partition.name, hubId));
  if (!hubPlace) return null;
  const askerId = brokerOf(board, asker);
  const askerPlace = askerId === null ? undefined : geometry.replicas.get(replicaKey(partition.name, askerId));
  const consumes = board.consumers.some((consumer) => consumer.node === asker);
  const client = askerId === null ? clientPlace(geometry, asker, consumes, hubPlace.panel) : undefined;
  if (!askerPlace && !client) return null;
  if (geometry.layout === 'narrow') {
    return besideRows(
      board,
      geometry,
      partition,
      hubId,
      askerId,
      hubPlace.panel,
      askerPlace?.panel ?? (client as Rect),
    );
  }
  const { em } = geometry;
  const columns = columnsOf(board).map((broker) => broker.id);
  const rails = railsOf(board, partition, 'wide');
  const floor = Math.max(bottom(hubPlace.panel), askerPlace ? bottom(askerPlace.panel) : 0);
  const railAt = (index: number): number => floor + (sizes.railTop + index * sizes.rail) * em;
  const ports = portsOf(columns, partition, hubId);
  const port = (key: string): number => {
    const index = Math.max(0, ports.indexOf(key));
    return hubPlace.panel.x + (hubPlace.panel.width * (index + 1)) / (ports.length + 1);
  };
  if (askerPlace && askerId !== null) {
    const y = railAt(levelOf(columns, partition, hubId, askerId));
    const x =
      askerPlace.panel.x +
      askerPlace.panel.width / 2 +
      (columns.indexOf(askerId) < columns.indexOf(hubId) ? -1 : 1) * em;
    const hubX = port(String(askerId));
    return [
      { x, y: floor },
      { x, y },
      { x: hubX, y },
      { x: hubX, y: bottom(hubPlace.panel) },
    ];
  }
  const place = client as Rect;
  const y = railAt(consumes ? rails.consumers : rails.producers);
  const hubX = port(consumes ? 'consumer' : 'producer');
  const gutterX = consumes ? place.x - 0.75 * em : right(place) + 0.75 * em;
  // A client of this row stands at the height of its rail, give or take the rounding of a line of text.
  const level = Math.abs(middle(place).y - y) < em;
  const start = { x: consumes ? place.x : right(place), y: level ? y : middle(place).y };
  return [start, { x: gutterX, y: start.y }, { x: gutterX, y }, { x: hubX, y }, { x: hubX, y: bottom(hubPlace.panel) }];
}

/** Below an overview clients are far above the row: their lines come from its edge. */
function clientPlace(geometry: Geometry, node: string, consumes: boolean, hub: Rect): Rect | undefined {
  const place = geometry.nodes.get(node);
  if (!place || !geometry.overview) return place;
  const { em, layout, width, height } = geometry;
  if (layout === 'narrow') return { x: width, y: consumes ? height - em : hub.y - em, width: 0, height: 0 };
  return { x: consumes ? width - 0.5 * em : 0, y: bottom(hub), width: 0.5 * em, height: em };
}

/** Which rail: the nearest replica on each side has the first, so that stubs do not cross rails. */
function levelOf(columns: number[], partition: PartitionView, hub: number, asker: number): number {
  const side = Math.sign(columns.indexOf(asker) - columns.indexOf(hub));
  const nearer = partition.assigned.filter((id) => {
    const offset = columns.indexOf(id) - columns.indexOf(hub);
    return Math.sign(offset) === side && Math.abs(offset) < Math.abs(columns.indexOf(asker) - columns.indexOf(hub));
  });
  return nearer.length;
}

/** Where lines arrive at the hub, from left to right. */
function portsOf(columns: number[], partition: PartitionView, hub: number): string[] {
  const at = (id: number): number => columns.indexOf(id) - columns.indexOf(hub);
  const others = partition.assigned.filter((id) => id !== hub).sort((a, b) => at(a) - at(b));
  // Nearest outermost: on the left the nearest comes first, on the right it comes last.
  const left = others.filter((id) => at(id) < 0).reverse();
  const rightOnes = others.filter((id) => at(id) > 0).reverse();
  return [...left.map(String), 'producer', 'consumer', ...rightOnes.map(String)];
}

/** One above the other, from top to bottom: the farthest from above and from below meet in the middle. */
function portsBeside(columns: number[], partition: PartitionView, hub: number): string[] {
  const at = (id: number): number => columns.indexOf(id) - columns.indexOf(hub);
  const others = partition.assigned.filter((id) => id !== hub).sort((a, b) => at(a) - at(b));
  const above = others.filter((id) => at(id) < 0).reverse();
  const below = others.filter((id) => at(id) > 0).reverse();
  return [...above.map(String), 'producer', 'consumer', ...below.map(String)];
}

function besideRows(
  board: Board,
  geometry: Geometry,
  partition: PartitionView,
  hub: number,
  asker: number | null,
  hubPanel: Rect,
  askerRect: Rect,
): Point[] {
  const { em } = geometry;
  const columns = columnsOf(board).map((broker) => broker.id);
  const level =
    asker === null ? railsOf(board, partition, 'narrow').producers : levelOf(columns, partition, hub, asker);
  const x = right(hubPanel) + (sizes.sideRailTop + (level + 0.5) * sizes.sideRail) * em;
  const ports = portsBeside(columns, partition, hub);
  const fromBelow = askerRect.y > hubPanel.y;
  const port = ports.indexOf(asker === null ? (fromBelow ? 'consumer' : 'producer') : String(asker));
  const hubY = hubPanel.y + (hubPanel.height * (port + 1)) / (ports.length + 1);
  const fromY = middle(askerRect).y;
  const edge = Math.min(right(askerRect), x);
  return [
    { x: edge, y: fromY },
    { x, y: fromY },
    { x, y: hubY },
    { x: right(hubPanel), y: hubY },
  ];
}

/** Between brokers' heads, controllers and clients: along the band above the rows. */
function aboveRows(board: Board, geometry: Geometry, { hub, asker }: Ends): Point[] | null {
  const from = standing(board, geometry, asker);
  const to = standing(board, geometry, hub);
  if (!from || !to) return null;
  if (geometry.layout === 'narrow') {
    const x = geometry.width - 0.5 * geometry.em;
    return [
      { x: right(from), y: middle(from).y },
      { x, y: middle(from).y },
      { x, y: middle(to).y },
      { x: right(to), y: middle(to).y },
    ];
  }
  return [...toBand(board, geometry, asker, from), ...toBand(board, geometry, hub, to).reverse()];
}

function standing(board: Board, geometry: Geometry, node: string): Rect | undefined {
  const id = brokerOf(board, node);
  return id === null ? geometry.nodes.get(node) : geometry.heads.get(id);
}

function toBand(board: Board, geometry: Geometry, node: string, rect: Rect): Point[] {
  const { em, bandY: y } = geometry;
  const x = middle(rect).x;
  if (brokerOf(board, node) !== null)
    return [
      { x, y: y + bandRoom * em },
      { x, y },
    ];
  if (board.controllers.some((controller) => controller.node === node))
    return [
      { x, y: bottom(rect) },
      { x, y },
    ];
  const consumes = board.consumers.some((consumer) => consumer.node === node);
  const side = consumes ? rect.x : right(rect);
  const gutter = side + (consumes ? -1 : 1) * 0.75 * em;
  return [
    { x: side, y: middle(rect).y },
    { x: gutter, y: middle(rect).y },
    { x: gutter, y },
  ];
}

/** Every follower's connection in the open rows, and every connection that is cut, held or slow. */
export function wireScenes(board: Board, geometry: Geometry, busy: readonly Ends[]): WireScene[] {
  const wires = new Map<string, WireScene>();
  const add = (ends: Ends, quiet: boolean): void => {
    const key = wireKey(ends);
    if (wires.has(key)) return;
    const way = routeOf(board, geometry, ends);
    if (!way) return;
    const state = linkState(board, ends);
    const spot = along(way, 0.5);
    const sign = state ? { x: spot.x, y: spot.y, label: text.link[state] } : null;
    wires.set(key, { key, ends, d: path(way), state, sign, quiet });
  };
  for (const ends of followerEnds(board)) add(ends, true);
  for (const ends of busy) add(ends, false);
  for (const link of board.links) {
    const ids = [brokerOf(board, link.from), brokerOf(board, link.to)];
    if (ids.every((id) => id !== null)) continue;
    add({ hub: link.to, asker: link.from, partition: null }, false);
  }
  return [...wires.values()];
}

export const wireKey = ({ hub, asker, partition }: Ends): string => `${partition ?? ''}|${asker}|${hub}`;

/** A process that is down has no connections. */
function followerEnds(board: Board): Ends[] {
  const live = board.brokers.filter(({ state }) => state !== 'down');
  const name = (id: number): string | undefined => live.find((broker) => broker.id === id)?.node;
  return board.partitions.flatMap((partition) =>
    partition.replicas.flatMap(({ broker, named }) => {
      const hub = partition.leader === null ? undefined : name(partition.leader);
      const asker = name(broker);
      return named || !hub || !asker ? [] : [{ hub, asker, partition: partition.name }];
    }),
  );
}

/** Of the worst link between the two, either way, that carries what this line shows. */
function linkState(board: Board, { hub, asker, partition }: Ends): LinkState | null {
  const brokers = brokerOf(board, hub) !== null && brokerOf(board, asker) !== null;
  const states = board.links
    .filter(({ from, to }) => (from === hub && to === asker) || (from === asker && to === hub))
    .filter(({ purpose }) => purpose === null || !brokers || partition === null || purpose === 'fetch')
    .map(({ state }) => state);
  return (['cut', 'held', 'slow'] as const).find((state) => states.includes(state)) ?? null;
}
