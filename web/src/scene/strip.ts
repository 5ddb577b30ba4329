// One log as a strip of record cells: which offsets are visible, what is solid, and where the signs stand.

import type { Happened, PartitionView, RecordView, ReplicaView } from '../engine/view';
import { sameThing } from '../model/thing';
import { boardText as text } from '../text/board';
import { epochTones, sizes } from '../tokens/tokens';
import type { Frame } from './frame';
import { type Geometry, type Rect, replicaKey } from './geometry';
import { type Whisker, whiskersOf } from './whisker';
import { scale, visibleWindow, type Window } from './window';

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
  /** Not in the log of the leader on record: it goes when this replica follows that leader. */
  doomed: boolean;
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
  const key = replicaKey(partition.name, replica.broker);
  const at = scale(window, rect);
  const y = rect.y + sizes.flagLane * em;
  const cellHeight = sizes.cellHeight * em;
  const signs = signsOf(frame.highlight, partition.name, replica.broker);
  const whiskers = whiskersOf(frame, partition, replica, geometry, rect, window);
  const shown = replica.records.filter(({ offset }) => offset >= window.first);
  const cells = shown.map((record) => ({
    key: `${key}|${record.offset}`,
    offset: record.offset,
    x: at(record.offset),
    label: String(record.offset),
    tone: record.epoch % epochTones,
    state: stateOf(record),
    fresh: signs.appended !== null && record.offset >= signs.appended,
    doomed: record.diverges,
    selected: isSelected(frame, partition.name, replica.broker, record.offset),
  }));
  const hidden = replica.logStartOffset < window.first && replica.logEndOffset > window.first;
  return {
    key,
    partition: partition.name,
    broker: replica.broker,
    y,
    cellWidth: window.cellWidth,
    cellHeight,
    cells: [...cells, ...truncatedCells(key, signs.truncated, window, at)],
    earlier: hidden ? { x: cells[0]?.x ?? at(window.first), label: String(replica.logStartOffset) } : null,
    instead: insteadOf(replica, window, at(window.first), em),
    ...flagsOf(geometry, replica, rect, window, whiskers, signs),
    whiskers,
    down: replica.role === 'offline',
  };
}

function isSelected({ selected }: Frame, partition: string, broker: number, offset: number): boolean {
  return sameThing(selected, { kind: 'record', partition, broker, offset });
}

/** The lines through a strip, with their words side by side rather than one over the other. */
function flagsOf(
  { em, digit }: Geometry,
  { logEndOffset, highWatermark, lastStableOffset }: ReplicaView,
  rect: Rect,
  window: Window,
  whiskers: readonly Whisker[],
  signs: Signs,
): Pick<StripScene, 'highWatermark' | 'lastStable' | 'end'> {
  const at = scale(window, rect);
  const width = (label: string): number => label.length * digit + 0.5 * em;
  const below = rect.y + (sizes.flagLane + sizes.cellHeight + 0.3) * em;
  const counted = whiskers.filter(({ counts }) => counts).at(-1);
  const seen = logEndOffset > window.first || logEndOffset === 0;
  const inWindow = (offset: number | null): offset is number => seen && offset !== null && offset >= window.first;
  const left = (offset: number, label: string, bottom: number): Flag => ({
    x: at(offset),
    bottom,
    label,
    labelX: at(offset) - 0.35 * em,
    anchor: 'end',
    moved: false,
  });

  const same = highWatermark === logEndOffset;
  const end = seen && !same ? left(logEndOffset, text.logEnd(logEndOffset), below) : null;
  if (end) {
    const fits = end.x - width(end.label) >= rect.x - 0.5 * em;
    end.labelX = fits ? end.x : end.x + 0.35 * em;
    end.anchor = fits ? 'end' : 'start';
    end.moved = signs.appended !== null;
  }
  if (!inWindow(highWatermark)) return { highWatermark: null, lastStable: null, end };

  const words = same ? text.logEndIsHighWatermark(highWatermark) : text.highWatermark(highWatermark);
  const mark = left(highWatermark, words, counted ? counted.y + 0.35 * em : below);
  mark.moved = signs.highWatermark;
  if (end && end.x - mark.x < width(end.label)) {
    end.labelX = mark.x + 0.75 * em;
    end.anchor = 'start';
  }
  if (mark.labelX - width(mark.label) < rect.x - 0.5 * em) {
    mark.labelX = mark.x + 0.75 * em;
    mark.anchor = 'start';
    if (end) {
      end.label = String(logEndOffset);
      end.labelX = end.x;
      end.anchor = 'end';
      if (end.x - mark.x < width(mark.label) + width(end.label)) end.label = '';
    }
  }
  const held = inWindow(lastStableOffset) && lastStableOffset !== highWatermark ? lastStableOffset : null;
  return {
    highWatermark: mark,
    lastStable: held === null ? null : left(held, text.lastStable(held), below),
    end,
  };
}

function stateOf({ committed }: RecordView): RecordCell['state'] {
  if (committed === null) return 'unknown';
  return committed ? 'below' : 'above';
}

/** What the last step cut off, in the places where it was. */
function truncatedCells(
  strip: string,
  cut: { from: number; to: number } | null,
  window: Window,
  at: (offset: number) => number,
): RecordCell[] {
  if (cut === null) return [];
  const first = Math.max(cut.to, window.first);
  const count = Math.max(0, Math.min(cut.from, window.first + window.count) - first);
  return Array.from({ length: count }, (_, index) => ({
    key: `${strip}|cut|${first + index}`,
    offset: first + index,
    x: at(first + index),
    label: String(first + index),
    tone: 0,
    state: 'truncated' as const,
    fresh: false,
    doomed: false,
    selected: false,
  }));
}

function insteadOf(replica: ReplicaView, window: Window, x: number, em: number): { x: number; label: string } | null {
  if (replica.logEndOffset === replica.logStartOffset) return { x: x + 0.75 * em, label: text.emptyLog };
  if (replica.logEndOffset <= window.first) return { x, label: text.endsBefore(replica.logEndOffset) };
  return null;
}

/** What the last step did to one replica. */
interface Signs {
  /** The first offset it appended. */
  appended: number | null;
  highWatermark: boolean;
  truncated: { from: number; to: number } | null;
}

function signsOf(happened: readonly Happened[], partition: string, broker: number): Signs {
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
