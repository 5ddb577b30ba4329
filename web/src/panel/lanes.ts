// The lanes of the time bar: who led, who was in sync, the two offsets, what clients did, what was done by hand. Drawn
// along the course, so that a folded wait is as short here as it is when played. Everything is in percent of the width:
// nothing is measured. Where there is no room for lanes, one rail stands for all of them.

import { guard } from 'lit/directives/guard.js';
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit/html.js';
import type { ActMark, Band, ClientMark, Lane, LaneOffsets, Mark } from '../engine/view';
import { type Course, placeAt, wallOf } from '../model/course';
import type { Send } from '../model/intent';
import { partitionInView } from '../model/question';
import type { Shown, State } from '../model/state';
import { leaderBand, timeWords } from '../text/page';
import { brokers, clock, duration } from '../text/quantity';
import { epochTones } from '../tokens/tokens';

/** Heights in px of text at its usual size; they grow with it. */
const rows = { leader: 10, isr: 30, offsets: 50, clients: 70, acts: 90, axis: 112 } as const;
const BAND = 14;
const HEIGHT = 118;
/** Half of the height that the lines of high watermark and log end may take. */
const SWING = 8;
const TICKS = 6;

export function lanes(shown: Shown, { selected, openPartition }: State, send: Send): TemplateResult {
  const partition = partitionInView(shown.board, selected, openPartition, shown.focus)?.name ?? '';
  const { course, timeline } = shown;
  const x = percent(course.length === 0 ? 0 : shown.wall / course.length);
  return html`<div class="lanes">
    <ul class="lane-names" aria-hidden="true">
      <li>${timeWords.leader}</li><li>${timeWords.isr}</li><li>${timeWords.offsets}</li><li>${timeWords.clients}</li><li>${timeWords.acts}</li>
    </ul>
    <svg class="lane-lines" aria-hidden="true" height=${rem(HEIGHT)}>
      ${guard([course, timeline, partition], () => still(shown, partition, send))}
      <line class="playhead" x1=${x} x2=${x} y1=${rem(6)} y2=${rem(rows.acts + 10)} />
      <circle class="playhead-knob" cx=${x} cy=${rem(6)} r=${rem(6)} />
    </svg>
    <svg class="rail" aria-hidden="true" height=${rem(32)}>
      <line class="rail-all" x2="100%" y1=${rem(16)} y2=${rem(16)} />
      <line class="rail-done" x2=${x} y1=${rem(16)} y2=${rem(16)} />
      <circle class="playhead-knob" cx=${x} cy=${rem(16)} r=${rem(9)} />
    </svg>
  </div>`;
}

function still({ course, timeline, lanes }: Shown, partition: string, send: Send): SVGTemplateResult {
  const at = (mark: Mark) => (course.length === 0 ? 0 : wallOf(course, mark) / course.length);
  const place = timeline.partitions.indexOf(partition);
  const lane = lanes.lanes.find((lane) => lane.partition === place);
  const clients = lanes.clients.filter((mark) => mark.partition === null || mark.partition === place);
  return svg`
    ${folds(course)}
    ${axis(course)}
    ${lane === undefined ? '' : [bands(lane, at), offsets(lane, at)]}
    ${clients.map((mark) => clientSign(mark, at, send))}
    ${timeline.acts.filter(({ position }) => position >= timeline.begin.position).map((act) => actSign(act, at, send))}`;
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
function merged<T>(all: Stretch<T>[], same: (a: T, b: T) => boolean): Stretch<T>[] {
  const out: Stretch<T>[] = [];
  for (const stretch of all) {
    const before = out.at(-1);
    if (before !== undefined && same(before.state, stretch.state)) before.to = stretch.to;
    else out.push({ ...stretch });
  }
  return out;
}

function bands(lane: Lane, at: (mark: Mark) => number): SVGTemplateResult[] {
  const all = stretches<Band>(lane.bands, at);
  const led = merged(all, (a, b) => a.leader === b.leader && a.leaderEpoch === b.leaderEpoch);
  const inSync = merged(all, (a, b) => brokers(a.isr) === brokers(b.isr));
  return [
    ...led.map(({ state: { leader, leaderEpoch }, from, to }) =>
      band(
        leader === null ? 'nobody' : `epoch-${leaderEpoch % epochTones}`,
        rows.leader,
        from,
        to,
        leaderBand(leader, leaderEpoch),
      ),
    ),
    ...inSync.map(({ state: { isr }, from, to }) => band('isr', rows.isr, from, to, brokers(isr))),
  ];
}

function band(kind: string, y: number, from: number, to: number, label: string): SVGTemplateResult {
  // A nested svg cuts off what does not fit.
  return svg`<svg class="band ${kind}" x=${percent(from)} width=${percent(to - from)} y=${rem(y - BAND / 2)} height=${rem(BAND)}>
    <rect width="100%" height="100%" rx="2" />
    <text x=${rem(6)} y=${rem(BAND - 3.5)}>${label}</text>
    <title>${label}</title>
  </svg>`;
}

function offsets(lane: Lane, at: (mark: Mark) => number): SVGTemplateResult[] {
  const all = stretches<LaneOffsets>(lane.offsets, at);
  const low = Math.min(...all.map(({ state }) => state.highWatermark));
  const high = Math.max(...all.map(({ state }) => state.logEndOffset));
  const y = (offset: number) =>
    rows.offsets + SWING - (high === low ? SWING : ((offset - low) / (high - low)) * 2 * SWING);
  const line = (kind: string, of: (state: LaneOffsets) => number) =>
    all.map(({ state, from, to }, i) => {
      const here = y(of(state));
      const before = all[i - 1];
      const rise = before === undefined ? here : y(of(before.state));
      return svg`<line class=${kind} x1=${percent(from)} x2=${percent(to)} y1=${rem(here)} y2=${rem(here)} />
        <line class=${kind} x1=${percent(from)} x2=${percent(from)} y1=${rem(rise)} y2=${rem(here)} />`;
    });
  return [...line('log-end', (state) => state.logEndOffset), ...line('high-watermark', (state) => state.highWatermark)];
}

function clientSign({ sign, position, time }: ClientMark, at: (mark: Mark) => number, send: Send): SVGTemplateResult {
  const x = percent(at({ position, time }));
  return svg`<circle class="sign ${sign}" cx=${x} cy=${rem(rows.clients)} r=${rem(4)} @click=${() => send({ want: 'go', position, time })}>
    <title>${timeWords.clientSign(sign)} ${clock(time)} s</title>
  </circle>`;
}

function actSign(act: ActMark, at: (mark: Mark) => number, send: Send): SVGTemplateResult {
  // A nested svg stands at a percentage; the diamond in it is in px.
  return svg`<svg class="act ${act.byHand ? 'by-hand' : ''}" x=${percent(at(act))} y=${rem(rows.acts)} overflow="visible"
      @click=${() => send({ want: 'go', position: act.position, time: act.time })}>
    <path d="M0-6 5 0 0 6-5 0z" />
    <title>${act.line} ${clock(act.time)} s</title>
  </svg>`;
}

/** A wait that is passed over: shaded over all lanes. */
function folds(course: Course): SVGTemplateResult[] {
  return course.legs
    .filter(({ gait }) => gait === 'fold')
    .map(({ starts, ends }) => {
      const [x, width] = [percent(starts / course.length), percent((ends - starts) / course.length)];
      return svg`<rect class="fold" x=${x} width=${width} y="0" height=${rem(rows.acts + 10)} />`;
    });
}

/** Of the width that a label of the axis takes. */
const LABEL = 0.075;

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
    .map(({ starts, ends, from, to }) => ({
      at: (starts + ends) / 2 / course.length,
      text: duration(to.time - from.time),
    }));
  const times = Array.from({ length: TICKS }, (_, i) => {
    const place = placeAt(course, (i / TICKS) * course.length);
    return { at: i / TICKS + LABEL / 2, text: place === undefined ? '' : `${clock(place.time)}${i === 0 ? ' s' : ''}` };
  });
  const shown: AxisLabel[] = [];
  for (const label of [...times.slice(0, 1), ...waits, ...times.slice(1)]) {
    const hasRoom = label.at > LABEL / 2 - 0.01 && label.at < 1 - LABEL / 2 + 0.02;
    const isNew = shown.every(({ at, text }) => Math.abs(at - label.at) >= LABEL && text !== label.text);
    if (hasRoom && isNew) shown.push(label);
  }
  return shown.map(({ at, text }) => svg`<text class="tick" x=${percent(at)} y=${rem(rows.axis)}>${text}</text>`);
}

function percent(share: number): string {
  return `${Math.round(share * 100_000) / 1000}%`;
}

function rem(px: number): string {
  return `${px / 16}rem`;
}
