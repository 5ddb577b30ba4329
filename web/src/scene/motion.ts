// Messages on their way: which token, on which line, how far. Pure in the frame's time, so that seeking is exact.

import type { Board, BrokerView, MessageKind, MessagePartView, MessageView, ParkedView } from '../engine/view';
import { sameThing, type Thing } from '../model/thing';
import { boardText as text } from '../text/board';
import { epochTones } from '../tokens/tokens';
import type { Frame } from './frame';
import { type Geometry, type Layout, middle, type Point } from './geometry';
import { along, type Route, round, route } from './route';
import { type Ends, routeOf } from './wire';

export type Glyph = 'request' | 'records' | 'news' | 'done' | 'error' | 'proposal' | 'pulse' | 'question' | 'answer';

/** Where a label stands beside its token: the free side, the same for the whole way. */
export type LabelSide = 'left' | 'right';

/** One token. A message that serves several partitions has one in each of their rows, all of the same message. */
export interface TokenScene {
  /** Of the token: `message key|partition`. */
  key: string;
  message: string;
  glyph: Glyph;
  /** Record cells it carries; at most `drawnRecords` of them are drawn. */
  records: number;
  tone: number;
  label: string;
  labelShown: boolean;
  side: LabelSide;
  selected: boolean;
  held: boolean;
  idle: boolean;
  said: string;
  way: Route;
  ends: Ends;
  sentAt: number;
  deliverAt: number | null;
  /** Answers travel from the hub to the asker. */
  back: boolean;
}

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

export interface MotionScene {
  tokens: TokenScene[];
  docks: DockScene[];
  busy: Ends[];
}

export const drawnRecords = 5;

/** More labels than this at once cannot be read. */
const labelled = 12;

/** On the asker's side between replicas, on the hub's side of a client; in a narrow board left of the rails. */
function sideOf(board: Board, geometry: Geometry, ends: Ends, way: Route): LabelSide {
  const first = way.corners[0];
  const last = way.corners.at(-1);
  if (!first || !last) return 'right';
  if (geometry.layout === 'narrow') return 'left';
  const askerIsRight = first.x > last.x;
  const replica = board.brokers.some((broker) => broker.node === ends.asker);
  return askerIsRight === replica ? 'right' : 'left';
}

export function motionScene(frame: Frame, geometry: Geometry): MotionScene {
  const { board, selected } = frame;
  const ways = new Map<string, Route | null>();
  const wayOf = (ends: Ends): Route | null => {
    const key = `${ends.partition}|${ends.asker}|${ends.hub}`;
    const known = ways.get(key);
    if (known !== undefined) return known;
    const way = routeOf(board, geometry, ends);
    ways.set(key, way);
    return way;
  };
  const shown = board.messages.filter(
    (message) => frame.idleMessages || !message.idle || isSelected(frame, message.key),
  );
  const tokens = shown.flatMap((message) => tokensOf(board, message, wayOf, geometry.layout));
  for (const token of tokens) {
    token.selected = isSelected(frame, token.message);
    token.side = sideOf(board, geometry, token.ends, token.way);
    token.labelShown = token.selected || (frame.labels && !token.idle && tokens.length <= labelled);
  }
  const docks = board.parked.flatMap((parked) => docksOf(board, parked, wayOf, geometry.layout));
  for (const dock of docks) {
    dock.selected = sameThing(selected, dock.thing);
    dock.side = sideOf(board, geometry, dock.ends, dock.way);
    dock.labelShown = dock.selected || (frame.labels && docks.length <= labelled);
  }
  const sessions = board.brokers.flatMap((broker) => sessionOf(broker, geometry));
  return {
    tokens,
    docks: [...docks, ...sessions],
    busy: [...tokens.map(({ ends }) => ends), ...docks.map(({ ends }) => ends)],
  };
}

const isSelected = ({ selected }: Frame, key: string): boolean => selected?.kind === 'message' && selected.key === key;

/** How far a token is, 0 to 1 from its sender; the middle of the way when it stands still there. */
export function progress(token: TokenScene, time: number, reducedMotion: boolean): number {
  if (reducedMotion || token.held || token.deliverAt === null) return 0.5;
  const whole = token.deliverAt - token.sentAt;
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, (time - token.sentAt) / whole));
}

export interface Spot {
  x: number;
  y: number;
  /** Degrees; 0 looks right. */
  turn: number;
}

export function spot(token: TokenScene, time: number, reducedMotion: boolean): Spot {
  const done = progress(token, time, reducedMotion);
  const at = along(token.way, token.back ? 1 - done : done);
  return { x: round(at.x), y: round(at.y), turn: token.back ? at.turn + 180 : at.turn };
}

/** The share of a parked request's time that is left. */
export function remaining(dock: DockScene, time: number): number {
  const whole = dock.until - dock.since;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (dock.until - time) / whole));
}

const answers = '-answer';

function tokensOf(
  board: Board,
  message: MessageView,
  wayOf: (ends: Ends) => Route | null,
  layout: Layout,
): TokenScene[] {
  const back = message.kind.endsWith(answers);
  const hub = back ? message.from : message.to;
  const asker = back ? message.to : message.from;
  const inRows = message.parts.flatMap((part) => {
    const ends = { hub, asker, partition: part.partition };
    const way = wayOf(ends);
    return way ? [tokenOf(board, message, part, ends, way, layout)] : [];
  });
  if (inRows.length > 0 || (message.parts.length > 0 && carriesRecords(message.kind))) return inRows;
  const ends = { hub, asker, partition: null };
  const way = wayOf(ends);
  return way ? [tokenOf(board, message, message.parts[0] ?? null, ends, way, layout)] : [];
}

/** Of a partition whose row is not open: its tile shows the outcome. */
const carriesRecords = (kind: MessageKind): boolean => /^(produce|fetch|consumer-fetch)/.test(kind);

function tokenOf(
  board: Board,
  message: MessageView,
  part: MessagePartView | null,
  ends: Ends,
  way: Route,
  layout: Layout,
): TokenScene {
  const words = messageLabel(message, part, layout);
  const label = message.held ? `${words}, ${text.held}` : words;
  const carries = message.kind === 'produce' || message.kind.endsWith(`fetch${answers}`);
  return {
    key: `${message.key}|${part?.partition ?? ''}`,
    message: message.key,
    glyph: glyphOf(message.kind, part),
    records: carries ? (part?.records ?? 0) : 0,
    tone: Math.max(0, part?.leaderEpoch ?? 0) % epochTones,
    label,
    labelShown: false,
    side: 'right',
    selected: false,
    held: message.held,
    idle: message.idle,
    said: text.messageSaid(
      message.api,
      nameOf(board, message.from),
      nameOf(board, message.to),
      messageLabel(message, part, 'wide'),
    ),
    way: layout === 'narrow' ? railOf(way) : way,
    ends,
    sentAt: message.sentAt,
    deliverAt: message.deliverAt,
    back: message.kind.endsWith(answers),
  };
}

/** As the board's heads call it. */
export function nameOf(board: Board, node: string): string {
  const broker = board.brokers.find((candidate) => candidate.node === node);
  return broker ? text.broker(broker.id) : node;
}

/** In a narrow board a message keeps to the rail: on the short ends its label would cover the log. */
const railOf = ({ corners }: Route): Route => route(corners.slice(1, -1), 0);

function errorOf(part: MessagePartView | null): string | null {
  return part?.error && part.error !== 'NONE' ? part.error : null;
}

function glyphOf(kind: MessageKind, part: MessagePartView | null): Glyph {
  if (errorOf(part)) return 'error';
  switch (kind) {
    case 'produce':
      return 'records';
    case 'produce-answer':
      return 'done';
    case 'fetch':
    case 'consumer-fetch':
    case 'metadata-fetch':
      return 'request';
    case 'fetch-answer':
    case 'consumer-fetch-answer':
      return part && part.records > 0 ? 'records' : 'news';
    case 'alter-partition':
    case 'registration':
      return 'proposal';
    case 'alter-partition-answer':
    case 'registration-answer':
      return 'done';
    case 'heartbeat':
    case 'heartbeat-answer':
      return 'pulse';
    case 'metadata':
    case 'other':
      return 'question';
    case 'metadata-answer':
    case 'metadata-fetch-answer':
    case 'other-answer':
      return 'answer';
  }
}

/** In words; in a narrow board only what the shape of the token does not say. */
export function messageLabel(message: MessageView, part: MessagePartView | null, layout: Layout): string {
  const error = errorOf(part);
  if (error) return error;
  switch (message.kind) {
    case 'produce':
      return text.records(null, part?.records ?? 0);
    case 'produce-answer':
      return layout === 'narrow'
        ? text.offsets(part?.baseOffset ?? null, part?.records ?? 0)
        : text.writtenAt(part?.baseOffset ?? null, part?.records ?? 0);
    case 'fetch':
    case 'consumer-fetch':
      return layout === 'narrow' ? text.at(part?.fetchOffset ?? null) : text.fetchAt(part?.fetchOffset ?? null);
    case 'fetch-answer':
    case 'consumer-fetch-answer':
      if (part && part.records > 0) {
        return layout === 'narrow'
          ? text.offsets(part.baseOffset, part.records)
          : text.records(part.baseOffset, part.records);
      }
      if (part && part.highWatermark !== null && part.highWatermark >= 0) return text.highWatermark(part.highWatermark);
      return text.nothingNew;
    default:
      return message.api;
  }
}

function docksOf(
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

/** The arc of a session is full at this much or more (µs): Kafka's default `broker.session.timeout.ms`. */
const wholeSession = 9_000_000;

/** Drawn while it matters: the process is silent, and the controller does not know yet. */
function sessionOf(broker: BrokerView, { heads, em }: Geometry): DockScene[] {
  const head = heads.get(broker.id);
  const silent = broker.state === 'down' || broker.state === 'paused';
  if (!head || !silent || broker.fenced || broker.sessionEnds === null) return [];
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
      since: broker.sessionEnds - wholeSession,
      until: broker.sessionEnds,
    },
  ];
}
