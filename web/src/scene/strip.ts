// One log as a strip of record cells: which offsets are visible, what is solid, and where the signs stand.

import type { Board, ConsumerView, Happened, PartitionView, ReplicaView } from '../engine/view';
import type { Thing } from '../model/thing';
import { duration, boardText as text } from '../text/board';
import { epochTones, sizes } from '../tokens/tokens';
import type { Frame } from './frame';
import { type Geometry, type Rect, replicaKey } from './geometry';

export interface StripScene {
  key: string;
  partition: string;
  broker: number;
  /** Top of the cells. */
  y: number;
  cellWidth: number;
  cellHeight: number;
  cells: RecordCell[];
  /** Earlier records are there and not shown: a sign, and where the log starts. */
  earlier: { x: number; label: string } | null;
  /** Instead of cells: an empty log, or one that ends before what the row shows. */
  instead: { x: number; label: string } | null;
  highWatermark: Flag | null;
  /** A thin line where transactions hold readers back; none when it is the high watermark. */
  lastStable: Flag | null;
  end: Flag | null;
  whiskers: Whisker[];
  down: boolean;
}

export interface RecordCell {
  key: string;
  offset: number;
  x: number;
  label: string;
  /** Index into the sequence of epoch colours. */
  tone: number;
  /**
   * Below the high watermark as this replica knows it; unknown when its process is down; truncated by the last step, so
   * that one sees what went.
   */
  state: 'below' | 'above' | 'unknown' | 'truncated';
  /** The last step put it here. */
  fresh: boolean;
  selected: boolean;
}

export interface Flag {
  x: number;
  /** Bottom of its line. */
  bottom: number;
  label: string;
  labelX: number;
  anchor: 'start' | 'end';
  /** The last step moved it. */
  moved: boolean;
}

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

/** The offsets a row shows: the same for all its replicas, so that one sees who is ahead. */
export interface Window {
  first: number;
  count: number;
  /** Width of the room left of the first cell. */
  gutter: number;
  cellWidth: number;
}

/** Room for the names of whiskers and for the sign of earlier records. */
const gutterText = 1.75;
/** Free at the right, in cells, so that the end of the log can be seen. */
const free = 0.75;

export function cellWidth(partition: PartitionView, geometry: Geometry): number {
  const longest = Math.max(0, ...partition.replicas.map((replica) => replica.logEndOffset - 1));
  return Math.max(sizes.cellWidth * geometry.em, String(longest).length * geometry.digit + 0.75 * geometry.em);
}

export function visibleWindow(partition: PartitionView, width: number, geometry: Geometry): Window {
  const cell = cellWidth(partition, geometry);
  const end = Math.max(0, ...partition.replicas.map((replica) => replica.logEndOffset));
  const start = Math.min(end, ...partition.replicas.map((replica) => replica.logStartOffset));
  const gutter = Math.max(gutterText * geometry.em, String(start).length * geometry.digit + 0.9 * geometry.em);
  const count = Math.max(1, Math.floor((width - gutter) / cell - free));
  return { first: Math.max(start, end - count), count, gutter, cellWidth: cell };
}

export function stripScenes(frame: Frame, geometry: Geometry): StripScene[] {
  return frame.board.partitions.flatMap((partition) => {
    const places = partition.replicas.flatMap((replica) => {
      const place = geometry.replicas.get(replicaKey(partition.name, replica.broker));
      return place ? [{ replica, rect: place.strip }] : [];
    });
    if (places.length === 0) return [];
    const width = Math.min(...places.map(({ rect }) => rect.width));
    const window = visibleWindow(partition, width, geometry);
    return places.map(({ replica, rect }) => stripScene(frame, geometry, partition, replica, rect, window));
  });
}

function stripScene(
  frame: Frame,
  geometry: Geometry,
  partition: PartitionView,
  replica: ReplicaView,
  rect: Rect,
  window: Window,
): StripScene {
  const { em } = geometry;
  const y = rect.y + sizes.flagLane * em;
  const cellHeight = sizes.cellHeight * em;
  const left = rect.x + window.gutter;
  const lastX = left + (window.count + free) * window.cellWidth;
  const at = (offset: number): number =>
    Math.min(lastX, Math.max(left, left + (offset - window.first) * window.cellWidth));
  const shown = replica.records.filter(({ offset }) => offset >= window.first);
  const signs = signsOf(frame.highlight, partition.name, replica.broker);
  const leads = replica.role === 'leader';
  const whiskers = leads
    ? whiskersOf(frame.board, partition, replica.broker, geometry, rect, window, y + cellHeight, at)
    : [];
  const below = y + cellHeight + 0.3 * em;
  const counted = whiskers.filter((whisker) => whisker.kind === 'follower' && whisker.counts).at(-1);
  const lineEnd = counted ? counted.y + 0.35 * em : below;
  const inWindow = (offset: number | null): offset is number => offset !== null && offset >= window.first;
  const highWatermark = replica.highWatermark;
  const labelWidth = (label: string): number => label.length * geometry.digit + 0.5 * em;

  const same = highWatermark === replica.logEndOffset;
  const endLabel = text.logEnd(replica.logEndOffset);
  const apart = (replica.logEndOffset - (highWatermark ?? 0)) * window.cellWidth >= labelWidth(endLabel);
  const endX = at(replica.logEndOffset);
  const visible = replica.logEndOffset > window.first || (shown.length === 0 && replica.logEndOffset === window.first);
  const end: Flag | null =
    visible && !same
      ? {
          x: endX,
          bottom: below,
          label: endLabel,
          labelX: apart || highWatermark === null ? endX : at(highWatermark) + 0.75 * em,
          anchor: apart || highWatermark === null ? 'end' : 'start',
          moved: signs.appended !== null,
        }
      : null;
  const flag: Flag | null =
    visible && inWindow(highWatermark)
      ? {
          x: at(highWatermark),
          bottom: lineEnd,
          label: same ? text.logEndIsHighWatermark(highWatermark) : text.highWatermark(highWatermark),
          labelX: at(highWatermark) - 0.35 * em,
          anchor: 'end',
          moved: signs.highWatermark,
        }
      : null;
  if (flag && flag.labelX - labelWidth(flag.label) < rect.x - 0.5 * em) {
    flag.labelX = flag.x + 0.75 * em;
    flag.anchor = 'start';
    if (end) end.label = String(replica.logEndOffset);
    if (end && end.x - flag.x < labelWidth(flag.label) + labelWidth(end.label)) end.label = '';
  }
  const stable = replica.lastStableOffset;
  return {
    key: replicaKey(partition.name, replica.broker),
    partition: partition.name,
    broker: replica.broker,
    y,
    cellWidth: window.cellWidth,
    cellHeight,
    cells: [
      ...shown.map((record) => ({
        key: `${replicaKey(partition.name, replica.broker)}|${record.offset}`,
        offset: record.offset,
        x: at(record.offset),
        label: String(record.offset),
        tone: record.epoch % epochTones,
        state: stateOf(record.offset, highWatermark),
        fresh: signs.appended !== null && record.offset >= signs.appended,
        selected:
          frame.selected?.kind === 'record' &&
          frame.selected.partition === partition.name &&
          frame.selected.offset === record.offset &&
          frame.selected.broker === replica.broker,
      })),
      ...truncatedCells(partition.name, replica, signs.truncated, window, at),
    ],
    earlier:
      replica.logStartOffset < window.first && replica.logEndOffset > window.first
        ? { x: at(shown[0]?.offset ?? window.first), label: String(replica.logStartOffset) }
        : null,
    instead: insteadOf(replica, window, left),
    highWatermark: flag,
    lastStable:
      inWindow(stable) && highWatermark !== null && stable !== highWatermark
        ? {
            x: at(stable),
            bottom: below,
            label: text.lastStable(stable),
            labelX: at(stable) - 0.3 * em,
            anchor: 'end',
            moved: false,
          }
        : null,
    end,
    whiskers,
    down: replica.role === 'offline',
  };
}

function stateOf(offset: number, highWatermark: number | null): RecordCell['state'] {
  if (highWatermark === null) return 'unknown';
  return offset < highWatermark ? 'below' : 'above';
}

/** What the last step cut off, in the places where it was. */
function truncatedCells(
  partition: string,
  replica: ReplicaView,
  cut: { from: number; to: number } | null,
  window: Window,
  at: (offset: number) => number,
): RecordCell[] {
  if (cut === null) return [];
  const first = Math.max(cut.to, window.first);
  const count = Math.max(0, Math.min(cut.from, window.first + window.count) - first);
  return Array.from({ length: count }, (_, index) => ({
    key: `${replicaKey(partition, replica.broker)}|cut|${first + index}`,
    offset: first + index,
    x: at(first + index),
    label: String(first + index),
    tone: 0,
    state: 'truncated' as const,
    fresh: false,
    selected: false,
  }));
}

function insteadOf(replica: ReplicaView, window: Window, x: number): { x: number; label: string } | null {
  if (replica.logEndOffset === replica.logStartOffset) return { x, label: text.emptyLog };
  if (replica.logEndOffset <= window.first) return { x, label: text.endsBefore(replica.logEndOffset) };
  return null;
}

/** What the last step did to one replica. */
function signsOf(happened: readonly Happened[], partition: string, broker: number) {
  let appended: number | null = null;
  let highWatermark = false;
  let truncated: { from: number; to: number } | null = null;
  for (const { event } of happened) {
    if (event.kind === 'appended' || event.kind === 'copied') {
      if (event.partition === partition && event.broker === broker) appended = event.baseOffset;
    } else if (event.kind === 'high-watermark-moved') {
      if (event.partition === partition && event.broker === broker) highWatermark = true;
    } else if (event.kind === 'truncated') {
      if (event.partition === partition && event.broker === broker) truncated = event;
    }
  }
  return { appended, highWatermark, truncated };
}

function whiskersOf(
  board: Board,
  partition: PartitionView,
  leader: number,
  geometry: Geometry,
  rect: Rect,
  window: Window,
  top: number,
  at: (offset: number) => number,
): Whisker[] {
  const { em } = geometry;
  const lineAt = (index: number): number => top + (sizes.whiskerTop + 0.5 + index * sizes.whisker) * em;
  const from = rect.x + window.gutter - 0.35 * em;
  const right = rect.x + rect.width;
  const place = (offset: number, label: string) => {
    const to = at(Math.max(offset, window.first));
    const after = to + 0.55 * em;
    return { to, labelX: after, beyond: offset < window.first, fits: after + label.length * geometry.digit <= right };
  };
  const followers = partition.replicas.flatMap((replica) =>
    replica.leaderKnows === null ? [] : [{ replica, offset: replica.leaderKnows }],
  );
  const lines: Whisker[] = followers.map(({ replica, offset }, index) => {
    const late = replica.caughtUpAt === null ? 0 : board.time - replica.caughtUpAt;
    const number = offset < 0 ? text.notHeardYet : String(offset);
    const more = late >= 1e6 && offset >= 0 ? text.behindFor(duration(late)) : text.broker(replica.broker);
    const label = `${number} ${more}`;
    const placed = place(offset, label);
    return {
      key: `${partition.name}|b${replica.broker}`,
      kind: 'follower',
      thing: { kind: 'replica', partition: partition.name, broker: replica.broker },
      said: text.known(leader, replica.broker, offset),
      name: String(replica.broker),
      y: lineAt(index),
      from,
      to: placed.to,
      label: placed.fits ? label : number,
      labelX: placed.labelX,
      counts: replica.membership !== 'out',
      beyond: placed.beyond,
      saved: null,
      em,
    };
  });
  for (const consumer of board.consumers) {
    const position = positionIn(consumer, partition.name);
    if (!position || position.position === null) continue;
    const label = `${position.position} ${consumer.node}`;
    const placed = place(position.position, label);
    const saved = position.saved !== null && position.saved >= window.first ? at(position.saved) : null;
    lines.push({
      key: `${partition.name}|${consumer.node}`,
      kind: 'consumer',
      thing: { kind: 'consumer', node: consumer.node },
      said: text.consumerAt(consumer.node, position.position, position.saved),
      name: placed.fits ? '' : consumer.node.slice(0, 1),
      y: lineAt(lines.length),
      from,
      to: placed.to,
      label: placed.fits ? label : String(position.position),
      labelX: placed.labelX,
      counts: false,
      beyond: placed.beyond,
      saved,
      em,
    });
  }
  return lines;
}

function positionIn(consumer: ConsumerView, partition: string) {
  return consumer.partitions.find((position) => position.partition === partition);
}
