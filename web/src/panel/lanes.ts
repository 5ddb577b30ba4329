// The lanes of the time line: who led, who was in sync, the two offsets, what clients did, what was done by hand. They are drawn
// along the course, so that a folded wait is as short here as it is when played. Everything is in percent of the width:
// nothing is measured. The partition that is open on the board has lanes of its own, each other one a single line.

import { guard } from 'lit/directives/guard.js';
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit/html.js';
import type { Band, Lane, LaneOffsets, Mark } from '../engine/view';
import { isSameStory } from '../model/branch';
import { type Course, placeAt, wallOf } from '../model/course';
import type { Send } from '../model/intent';
import { drawn, IN_SIGHT } from '../model/lanes';
import type { Shown, State } from '../model/state';
import { runName } from '../text/branch';
import { brokers, clock, duration } from '../text/quantity';
import {
  actSaid,
  clientSaid,
  findingSaid,
  forkSaid,
  isrSaid,
  laneSaid,
  leaderBand,
  leaderSaid,
  lineWords,
  offsetsSaid,
} from '../text/time_line';
import { epochTones } from '../tokens/tokens';
import { type LineMark, marks, walk } from './marks';

/** Heights of rows in px of text at its usual size; they grow with it. */
export const heights = { leader: 18, isr: 18, offsets: 22, clients: 20, other: 16, acts: 22, axis: 16 } as const;
const BAND = 14;
/** Of the line of another partition: leader above, ISR below. */
const THIN = { leader: 6, isr: 2 } as const;
const TICKS = 6;

/** What is drawn, worked out once for as long as it stays the same. */
export interface Drawing {
  partition: string;
  lane: Lane | undefined;
  clients: readonly LineMark[];
  acts: readonly LineMark[];
  others: readonly { partition: string; row: number; lane: Lane | undefined }[];
  at: (mark: Mark) => number;
}

const drawings = new WeakMap<Shown['lanes'], { of: readonly unknown[]; drawing: Drawing }>();

export function drawingOf(shown: Shown, state: State): Drawing {
  const of = [shown.timeline, shown.course, state.branches];
  const known = drawings.get(shown.lanes);
  if (known?.of.every((one, i) => one === of[i])) return known.drawing;
  const drawing = draw(shown, state);
  drawings.set(shown.lanes, { of, drawing });
  return drawing;
}

function draw({ course, timeline, lanes, rows }: Shown, state: State): Drawing {
  const at = (mark: Mark) => (course.length === 0 ? 0 : wallOf(course, mark) / course.length);
  const laneOf = (place: number) => lanes.lanes.find((lane) => lane.partition === place);
  const name = (place: number | null) => (place === null ? '' : (timeline.partitions[place] ?? ''));
  const placed = (mark: Mark, sign: string, says: string): LineMark => {
    const { position, time } = mark;
    return { position, time, x: at(mark), sign, says };
  };
  const clients = lanes.clients.filter(({ partition }) => partition === null || partition === rows.open);
  const shownActs = timeline.acts.filter(({ position }) => position >= timeline.begin.position);
  return {
    partition: name(rows.open),
    lane: rows.open === null ? undefined : laneOf(rows.open),
    clients: clients.map((mark) => placed(mark, mark.sign, clientSaid(mark))),
    acts: [
      ...shownActs.map((act) => placed(act, act.byHand ? 'by-hand' : 'told', actSaid(act.line, act.byHand, act.time))),
      ...timeline.findings.map((finding) => placed(finding, 'finding', findingSaid(finding))),
      ...forks(state).map(({ place, name }) => placed(place, 'fork', forkSaid(name, place.time))),
    ].sort((a, b) => a.x - b.x || a.position - b.position),
    others: drawn(rows).map(({ place, row }) => ({ partition: name(place), row, lane: laneOf(place) })),
    at,
  };
}

/** Where another run parts from the one on screen, and where that one parted. */
function forks({ branches, branch, story }: State): { place: Mark; name: string }[] {
  const ofThisStory = branches.filter((one) => isSameStory(one.story, story));
  const here = ofThisStory.find(({ id }) => id === branch);
  const parent = ofThisStory.find(({ id }) => id === here?.parted?.from);
  const away = ofThisStory.flatMap((one) =>
    one.parted?.from === branch ? [{ place: one.parted, name: runName(one) }] : [],
  );
  return here?.parted == null || parent === undefined ? away : [...away, { place: here.parted, name: runName(parent) }];
}

export function lanes(shown: Shown, state: State, send: Send): TemplateResult {
  const drawing = drawingOf(shown, state);
  return html`${guard([drawing], () => still(shown, drawing, send))}`;
}

function still({ course, timeline, rows }: Shown, drawing: Drawing, send: Send): TemplateResult {
  const { partition, lane, at } = drawing;
  const row = (kind: keyof typeof heights, name: TemplateResult | string, inner: unknown, hidden = false) =>
    html`<div class="lane ${kind}" data-lane=${kind}>
      <span class="lane-name" aria-hidden=${hidden ? 'true' : nothing}>${name}</span>
      <svg class="lane-line" height="${heights[kind] / 16}rem">${inner}</svg>
    </div>`;
  return html`<div class="lane-folds" aria-hidden="true"><svg width="100%" height="100%">${folds(course)}</svg></div>
    ${
      lane === undefined
        ? nothing
        : html`${row('leader', partitionName(partition), leaders(lane, drawing, send), true)}
          ${row('isr', lineWords.isr, inSync(lane, drawing, send), true)}
          ${row('offsets', lineWords.offsets, offsets(lane, at))}
          ${row('clients', lineWords.clients, marks(drawing.clients, lineWords.clientLane(partition), heights.clients, send), true)}`
    }
    ${rows.others.length === 0 ? nothing : others(rows.others.length, drawing, send)}
    ${row('acts', timeline.findings.length > 0 ? lineWords.actsAndFindings : lineWords.acts, marks(drawing.acts, lineWords.actLane, heights.acts, send), true)}
    ${row('axis', '', axis(course), true)}`;
}

interface Stretch<T> {
  state: T;
  from: number;
  to: number;
}

/** From each state to the next; the last one holds to the end of the course. */
function stretches<T extends Mark>(states: readonly T[], at: (mark: Mark) => number): Stretch<T>[] {
  const toNext = (next: T | undefined) => (next === undefined ? 1 : at(next));
  return states
    .map((state, i) => ({ state, from: at(state), to: toNext(states[i + 1]) }))
    .filter(({ from, to }) => to > from);
}

/** Neighbours that say the same become one band. */
function merged<T>(all: readonly Stretch<T>[], same: (a: T, b: T) => boolean): Stretch<T>[] {
  const out: Stretch<T>[] = [];
  for (const stretch of all) {
    const before = out.at(-1);
    if (before !== undefined && same(before.state, stretch.state)) before.to = stretch.to;
    else out.push({ ...stretch });
  }
  return out;
}

const sameLeader = (a: Band, b: Band) => a.leader === b.leader && a.leaderEpoch === b.leaderEpoch;
/** Its order says nothing. */
const inOrder = (isr: readonly number[]) => [...isr].sort((a, b) => a - b);
const sameIsr = (a: Band, b: Band) => brokers(inOrder(a.isr)) === brokers(inOrder(b.isr));
const tone = ({ leader, leaderEpoch }: Band) => (leader === null ? 'nobody' : `epoch-${leaderEpoch % epochTones}`);

function leaders({ bands }: Lane, { at, partition }: Drawing, send: Send): SVGTemplateResult {
  const all = merged(stretches(bands, at), sameLeader);
  return bandRow(all, lineWords.leaderLane(partition), send, ({ state }, to) => ({
    kind: tone(state),
    label: leaderBand(state.leader, state.leaderEpoch),
    says: leaderSaid(state.leader, state.leaderEpoch, { from: state.time, to }),
  }));
}

function inSync({ bands }: Lane, { at, partition }: Drawing, send: Send): SVGTemplateResult {
  const all = merged(stretches(bands, at), sameIsr);
  return bandRow(all, lineWords.isrLane(partition), send, ({ state }, to) => ({
    kind: 'isr',
    label: brokers(inOrder(state.isr)),
    says: isrSaid(inOrder(state.isr), { from: state.time, to }),
  }));
}

interface Said {
  kind: string;
  label: string;
  says: string;
}

/** Bands are reached like marks, and lead to where they begin. */
function bandRow(
  all: readonly Stretch<Band>[],
  name: string,
  send: Send,
  said: (stretch: Stretch<Band>, to: number | null) => Said,
): SVGTemplateResult {
  const states = all.map(({ state }) => state);
  return svg`<g class="bands" role="toolbar" aria-label=${name} @keydown=${(event: KeyboardEvent) => walk(event, states, send)}>
    ${all.map((stretch, i) => {
      const { kind, label, says } = said(stretch, states[i + 1]?.time ?? null);
      // A nested svg cuts off what does not fit.
      return svg`<svg class="band ${kind}" role="button" aria-label=${says} tabindex=${i === 0 ? 0 : -1}
        x=${percent(stretch.from)} width=${percent(stretch.to - stretch.from)} y="${(heights.leader - BAND) / 2 / 16}rem" height="${BAND / 16}rem">
        <rect width="100%" height="100%" rx="2" />
        <text x="0.375rem" y="${(BAND - 3.5) / 16}rem" aria-hidden="true">${label}</text>
        <title>${says}</title>
      </svg>`;
    })}
  </g>`;
}

function offsets({ offsets }: Lane, at: (mark: Mark) => number): SVGTemplateResult {
  const all = stretches<LaneOffsets>(offsets, at);
  const low = Math.min(...all.map(({ state }) => state.highWatermark));
  const high = Math.max(...all.map(({ state }) => state.logEndOffset));
  const [top, swing] = [3, heights.offsets - 6];
  const y = (offset: number) =>
    `${(top + (high === low ? swing : (1 - (offset - low) / (high - low)) * swing)) / 16}rem`;
  const line = (kind: string, of: (state: LaneOffsets) => number) =>
    all.map(({ state, from, to }, i) => {
      const here = y(of(state));
      const before = all[i - 1];
      const rise = before === undefined ? here : y(of(before.state));
      return svg`<line class=${kind} x1=${percent(from)} x2=${percent(to)} y1=${here} y2=${here} />
        ${rise === here ? '' : svg`<line class=${kind} x1=${percent(from)} x2=${percent(from)} y1=${rise} y2=${here} />`}`;
    });
  return svg`<g role="img" aria-label=${offsetsSaid(offsets)}>
    ${line('log-end', (state) => state.logEndOffset)}${line('high-watermark', (state) => state.highWatermark)}
    <title>${offsetsSaid(offsets)}</title>
  </g>`;
}

/** One line for each other partition. Only those in sight are there; a scroll asks for the next ones. */
function others(count: number, { others, at }: Drawing, send: Send): TemplateResult {
  const scrolled = (event: Event) => {
    const box = event.currentTarget as HTMLElement;
    send({ want: 'lane-rows', first: Math.floor(box.scrollTop / (box.scrollHeight / count)) });
  };
  const first = others[0]?.row ?? 0;
  return html`<div class="other-lanes" role="group" aria-label=${lineWords.others} .style=${`--rows: ${Math.min(IN_SIGHT + 0.5, count)}`} @scroll=${scrolled}>
    <div .style=${`height: ${(count * heights.other) / 16}rem`}>
      ${others.map(
        ({
          partition,
          row,
          lane,
        }) => html`<div class="lane other" data-lane="other" data-partition=${partition} .style=${`top: ${(row * heights.other) / 16}rem`}>
          <button type="button" class="lane-name" title=${partition} aria-label=${lineWords.open(partition)} tabindex=${row === first ? 0 : -1}
            @keydown=${walkOthers} @click=${() => send({ want: 'open-partition', partition })}>${partitionName(partition)}</button>
          <svg class="lane-line" height="${heights.other / 16}rem" role="img" aria-label=${laneSaid(partition, lane?.bands ?? [])}>
            ${lane === undefined ? '' : thin(lane, at)}
          </svg>
        </div>`,
      )}
    </div>
  </div>`;
}

/** Where there is no room for all of it, the number stays. */
function partitionName(partition: string): TemplateResult {
  const dash = partition.lastIndexOf('-');
  return html`<span class="partition" title=${partition}><span>${partition.slice(0, dash)}</span><span>${partition.slice(dash)}</span></span>`;
}

function walkOthers(event: KeyboardEvent): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = (event.currentTarget as HTMLElement).parentElement;
  if (by === undefined || row === null) return;
  const next = (by < 0 ? row.previousElementSibling : row.nextElementSibling)?.querySelector('button');
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}

/** Leader above, ISR below: broken where it is smaller than it has been. */
function thin({ bands }: Lane, at: (mark: Mark) => number): SVGTemplateResult[] {
  const all = stretches(bands, at);
  const whole = Math.max(...bands.map(({ isr }) => isr.length));
  const top = (heights.other - THIN.leader - THIN.isr - 1) / 2;
  const bar = ({ state, from, to }: Stretch<Band>) =>
    svg`<rect class="thin ${tone(state)}" x=${percent(from)} width=${percent(to - from)} y="${top / 16}rem" height="${THIN.leader / 16}rem" />`;
  const under = ({ state, from, to }: Stretch<Band>) =>
    svg`<line class="thin-isr ${state.isr.length < whole ? 'shrunk' : ''}" x1=${percent(from)} x2=${percent(to)} y1="${(top + THIN.leader + 2) / 16}rem" y2="${(top + THIN.leader + 2) / 16}rem" />`;
  return [...merged(all, sameLeader).map(bar), ...merged(all, sameIsr).map(under)];
}

/** A wait that is passed over: shaded over all lanes. */
function folds(course: Course): SVGTemplateResult[] {
  return course.legs
    .filter(({ gait }) => gait === 'fold')
    .map(({ starts, ends }) => {
      const [x, width] = [percent(starts / course.length), percent((ends - starts) / course.length)];
      return svg`<rect class="fold" x=${x} width=${width} height="100%" />`;
    });
}

/** Of the width that a label of the axis takes, where there is room and where there is little. */
const LABEL = { roomy: 0.075, narrow: 0.17 } as const;

interface AxisLabel {
  /** Where its middle is, as a share of the width. */
  at: number;
  text: string;
}

/** The lengths of the longest waits and, where there is room between them, times. */
function axis(course: Course): SVGTemplateResult[] {
  const waits = course.legs
    .filter(({ gait }) => gait === 'fold')
    .sort((a, b) => b.to.time - b.from.time - (a.to.time - a.from.time))
    .slice(0, 40)
    .map(({ starts, ends, from, to }) => ({
      at: (starts + ends) / 2 / course.length,
      text: duration(to.time - from.time),
    }));
  const times = Array.from({ length: TICKS }, (_, i) => {
    const place = placeAt(course, (i / TICKS) * course.length);
    const text = place === undefined ? '' : `${clock(place.time)}${i === 0 ? ' s' : ''}`;
    return { at: i === 0 ? 0 : i / TICKS + LABEL.roomy / 2, text };
  });
  const wanted = [...times.slice(0, 1), ...waits, ...times.slice(1)];
  const narrow = thatFit(wanted, [], LABEL.narrow);
  const all = thatFit(wanted, narrow, LABEL.roomy);
  return all.map(({ at, text }) => {
    const kind = [at === 0 ? 'first' : '', narrow.some((label) => label.at === at) ? '' : 'roomy'];
    return svg`<text class="tick ${kind.join(' ')}" x=${percent(at)} y="0.75rem">${text}</text>`;
  });
}

/** Those that stand clear of each other and of the ends, the first ones first; the first of all stands at the very begin. */
function thatFit(wanted: readonly AxisLabel[], there: readonly AxisLabel[], width: number): AxisLabel[] {
  const shown = [...there];
  for (const label of wanted) {
    const hasRoom = label.at === 0 || (label.at > width / 2 && label.at < 1 - width / 2 + 0.02);
    const middle = (one: AxisLabel) => (one.at === 0 ? width / 2 : one.at);
    const isNew = shown.every((one) => Math.abs(middle(one) - middle(label)) >= width && one.text !== label.text);
    if (hasRoom && isNew) shown.push(label);
  }
  return shown;
}

function percent(share: number): string {
  return `${Math.round(share * 100_000) / 1000}%`;
}
