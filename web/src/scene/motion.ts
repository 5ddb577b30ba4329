// Messages on their way: which token, on which line, how far. Pure in the frame's time, so that seeking is exact.

import type { Board, MessageKind, MessagePartView, MessageView } from '../engine/view';
import { sameThing } from '../model/thing';
import { boardText as text } from '../text/board';
import { epochTones } from '../tokens/tokens';
import { type DockScene, dockHalf, dockLabel, docksOf, timersOf } from './dock';
import type { Frame } from './frame';
import type { Geometry, Layout, Point } from './geometry';
import { beside, dockSide, type Labelled, type LabelPlace, placeLabels, sideOf } from './label';
import { nameOf } from './name';
import { along, type Route, round, route } from './route';
import { type Ends, routeOf } from './wire';

export type Glyph = 'request' | 'records' | 'news' | 'done' | 'error' | 'proposal' | 'pulse' | 'question' | 'answer';

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
  place: LabelPlace;
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

export interface MotionScene {
  tokens: TokenScene[];
  docks: DockScene[];
  busy: Ends[];
}

export const drawnRecords = 5;

/** More labels than this at once cannot be read. */
const labelled = 12;

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
    token.place = beside(sideOf(board, geometry, token.ends, token.way), halfOf(token));
    token.labelShown = token.selected || (frame.labels && !token.idle && tokens.length <= labelled);
  }
  const docks = board.parked.flatMap((parked) => docksOf(board, parked, wayOf, geometry.layout));
  for (const dock of docks) {
    dock.selected = sameThing(selected, dock.thing);
    dock.place = beside(dockSide(board, geometry, dock.ends, dock.way), dockHalf);
    dock.labelShown =
      dock.selected || (frame.labels && docks.length <= labelled && inFocus(frame, dock.ends.partition));
  }
  setLabels(frame, geometry, tokens, docks);
  return {
    tokens,
    docks: [...docks, ...timersOf(board, geometry)],
    busy: [...tokens.map(({ ends }) => ends), ...docks.map(({ ends }) => ends)],
  };
}

/** Moments between now and the last arrival at which labels must not lie over each other. */
const looks = 5;

/** Those that are on their way first, then what waits: that stays, and is read at leisure. */
function setLabels(
  { board, time, reducedMotion }: Frame,
  geometry: Geometry,
  tokens: readonly TokenScene[],
  docks: readonly (DockScene & { ends: Ends; way: Route })[],
): void {
  const last = Math.max(time, ...tokens.map(({ deliverAt }) => deliverAt ?? time));
  const moments = Array.from({ length: looks }, (_, index) => time + ((last - time) * index) / (looks - 1));
  const moving = tokens.map((token): [TokenScene, Labelled] => [
    token,
    {
      label: token.label,
      labelShown: token.labelShown,
      place: token.place,
      half: halfOf(token),
      side: sideOf(board, geometry, token.ends, token.way),
      spots: moments.map((moment) =>
        token.deliverAt !== null && moment > token.deliverAt ? null : spot(token, moment, reducedMotion),
      ),
    },
  ]);
  const waiting = docks.map((dock): [DockScene, Labelled] => [
    dock,
    {
      label: dockLabel(dock, time),
      labelShown: dock.labelShown,
      place: dock.place,
      half: dockHalf,
      side: dockSide(board, geometry, dock.ends, dock.way),
      spots: moments.map((): Point => dock),
    },
  ]);
  const all: [{ place: LabelPlace }, Labelled][] = [...moving, ...waiting];
  const taken = [...[...geometry.replicas.values()].map(({ panel }) => panel), ...geometry.nodes.values()];
  placeLabels(
    all.map(([, item]) => item),
    taken,
    geometry,
  );
  for (const [scene, { place }] of all) scene.place = place;
}

/** Half the width of what is drawn of it, px at text of 13 px. */
export const halfOf = ({ glyph, records }: TokenScene): number =>
  glyph === 'records' ? Math.max(1, Math.min(records, drawnRecords)) * 5 - 1 : 7;

/** What waits goes on waiting: only where the caption looks does it say what for, if the caption looks at partitions. */
function inFocus({ board, focus }: Frame, partition: string | null): boolean {
  const rows = board.partitions.filter(({ name }) => focus.includes(name));
  return rows.length === 0 || rows.some(({ name }) => name === partition);
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
    place: beside('right', 7),
    selected: false,
    held: message.held,
    idle: message.idle,
    said: text.messageSaid(
      message.api,
      nameOf(board, message.from),
      nameOf(board, message.to),
      messageLabel(message, part, 'wide'),
    ),
    way: railOf(way),
    ends,
    sentAt: message.sentAt,
    deliverAt: message.deliverAt,
    back: message.kind.endsWith(answers),
  };
}

/** A message keeps to the rail: on the short ends it would cover what stands at them. */
const railOf = ({ corners }: Route): Route => route(corners.slice(1, -1), 0);

export function glyphOf(kind: MessageKind, part: MessagePartView | null): Glyph {
  if (part?.error) return 'error';
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
  if (part?.error) return part.error;
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
      return part?.highWatermark == null ? text.nothingNew : text.highWatermark(part.highWatermark);
    default:
      return message.api;
  }
}
