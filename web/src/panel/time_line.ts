// The time line: the lanes, over them the place that is shown, and under the pointer what was so there. A press goes to the mark
// that lies next to it, else to the place, and drags it along. The slider is for keys and for those who do not see it.

import { live } from 'lit/directives/live.js';
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit/html.js';
import { placeAt } from '../model/course';
import type { Send } from '../model/intent';
import type { Shown, State } from '../model/state';
import { timeWords } from '../text/page';
import { clock } from '../text/quantity';
import { legend, lineWords, readout } from '../text/time_line';
import { type Drawing, drawingOf, lanes } from './lanes';
import { type LineMark, shape } from './marks';

/** Of the slider; a course has some ten thousand ms. */
const NOTCHES = 10_000;
/** A press this near a mark means the mark (px); a finger is less exact. */
const NEAR = 8;
const NEAR_TOUCH = 16;

export function timeLine(shown: Shown, state: State, send: Send): TemplateResult {
  const drawing = drawingOf(shown, state);
  const { course, wall } = shown;
  const x = course.length === 0 ? 0 : wall / course.length;
  return html`<div class="track ${state.lanesOpen ? 'open' : ''}" @pointerdown=${(event: PointerEvent) => press(event, shown, drawing, send)}
      @pointermove=${(event: PointerEvent) => peek(event, shown, drawing)} @pointerleave=${unpeek}>
    <div class="lanes">${lanes(shown, state, send)}</div>
    <div class="rail" aria-hidden="true">
      <svg width="100%" height="100%">
        <rect class="rail-all" width="100%" y="0.875rem" height="0.25rem" rx="2" />
        <rect class="rail-done" width="${x * 100}%" y="0.875rem" height="0.25rem" rx="2" />
        ${[...drawing.acts, ...drawing.clients.filter(({ sign }) => sign === 'failed' || sign === 'refused')].map(railMark)}
      </svg>
    </div>
    <div class="over">
      ${slider(shown, send)}
      <div class="playhead" .style=${`transform: translateX(${x * 100}%)`} aria-hidden="true"></div>
      <div class="peek" aria-hidden="true" hidden></div>
    </div>
    <button type="button" class="legend-button" popovertarget="legend">${lineWords.legend}</button>
    ${legendPopover()}
  </div>`;
}

function railMark({ x, sign }: LineMark): SVGTemplateResult {
  return svg`<svg class="mark ${sign}" x="${x * 100}%" y="1rem" overflow="visible">${shape(sign)}</svg>`;
}

function slider({ course, wall, time, caption }: Shown, send: Send): TemplateResult {
  const scrub = (event: Event) =>
    send({ want: 'scrub', wall: (Number((event.target as HTMLInputElement).value) / NOTCHES) * course.length });
  const at = course.length === 0 ? 0 : Math.round((wall / course.length) * NOTCHES);
  const spoken = [`${clock(time)} s`, caption?.headline].filter(Boolean).join(', ');
  return html`<input type="range" class="scrubber" min="0" max=${NOTCHES} step="1" .value=${live(String(at))}
    aria-label=${timeWords.scrubber} aria-valuetext=${spoken} @input=${scrub} />`;
}

/** Of the width over which time runs. */
function share(event: PointerEvent, over: Element): number {
  const { left, width } = over.getBoundingClientRect();
  return width === 0 ? 0 : Math.min(1, Math.max(0, (event.clientX - left) / width));
}

function press(event: PointerEvent, shown: Shown, drawing: Drawing, send: Send): void {
  const target = event.target as Element;
  const track = event.currentTarget as HTMLElement;
  const over = track.querySelector('.over');
  if (event.button !== 0 || over === null || target.closest('button, .legend') !== null) return;
  const { left, width } = over.getBoundingClientRect();
  if (event.clientX < left - NEAR) return;
  const kind = target.closest<HTMLElement>('[data-lane]')?.dataset.lane;
  const near = event.pointerType === 'touch' ? NEAR_TOUCH : NEAR;
  const mark = nearest(marksOf(kind, drawing), (event.clientX - left) / width, near / width);
  (over.querySelector('.scrubber') as HTMLElement).focus({ preventScroll: true });
  // The slider keeps the focus: a press on what cannot have it would take it away.
  event.preventDefault();
  if (mark !== null) {
    send({ want: 'go', position: mark.position, time: mark.time });
    return;
  }
  const scrub = (moved: PointerEvent) => send({ want: 'scrub', wall: share(moved, over) * shown.course.length });
  scrub(event);
  track.setPointerCapture(event.pointerId);
  const stop = () => {
    track.removeEventListener('pointermove', scrub);
    track.removeEventListener('pointerup', stop);
    track.removeEventListener('pointercancel', stop);
  };
  track.addEventListener('pointermove', scrub);
  track.addEventListener('pointerup', stop);
  track.addEventListener('pointercancel', stop);
}

/** The marks of the row under the pointer; of the rail those that it shows. */
function marksOf(kind: string | undefined, { clients, acts }: Drawing): readonly LineMark[] {
  return kind === 'clients' ? clients : kind === 'acts' || kind === undefined ? acts : [];
}

function nearest(marks: readonly LineMark[], x: number, within: number): LineMark | null {
  let best: LineMark | null = null;
  for (const mark of marks) {
    const apart = Math.abs(mark.x - x);
    if (apart <= within && apart < Math.abs((best?.x ?? Number.POSITIVE_INFINITY) - x)) best = mark;
  }
  return best;
}

/** What was so at the place under the pointer: written by hand, because it changes with every move and nothing else does. */
function peek(event: PointerEvent, { course }: Shown, { lane, others }: Drawing): void {
  const track = event.currentTarget as HTMLElement;
  const over = track.querySelector('.over');
  const tip = track.querySelector<HTMLElement>('.peek');
  if (event.pointerType === 'touch' || over === null || tip === null) return;
  const row = (event.target as Element).closest<HTMLElement>('[data-lane]');
  const at = share(event, over);
  const place = placeAt(course, at * course.length);
  const { left } = over.getBoundingClientRect();
  tip.hidden = place === undefined || event.clientX < left;
  if (place === undefined) return;
  const other = row?.dataset.partition;
  const under = other === undefined ? lane : others.find(({ partition }) => partition === other)?.lane;
  const before = <T extends { time: number; position: number }>(states: readonly T[] | undefined) =>
    states?.findLast(({ time, position }) => time < place.time || (time === place.time && position <= place.most));
  const words = readout(
    place.time,
    before(under?.bands) ?? under?.bands[0],
    before(under?.offsets) ?? under?.offsets[0],
  );
  tip.textContent = other === undefined ? words : `${other} · ${words}`;
  tip.style.setProperty('left', `${at * 100}%`);
  tip.style.setProperty('--back', `${-at * 100}%`);
}

function unpeek(event: PointerEvent): void {
  const tip = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('.peek');
  if (tip !== null) tip.hidden = true;
}

function legendPopover(): TemplateResult {
  return html`<div id="legend" class="legend" popover role="note" aria-label=${lineWords.legendTitle}>
    <strong>${lineWords.legendTitle}</strong>
    <ul>${legend.map(
      ({ sign, says }) => html`<li>
        <svg class="sample ${sign}" width="36" height="18" viewBox="0 0 36 18" aria-hidden="true">${sample(sign)}</svg>
        <span>${says}</span>
      </li>`,
    )}</ul>
  </div>`;
}

/** As it looks in its lane. */
function sample(sign: string): SVGTemplateResult {
  switch (sign) {
    case 'offsets':
      return svg`<path class="log-end" d="M10 13V4h26" /><path class="high-watermark" d="M0 13h22V4h14" />`;
    case 'shrunk':
      return svg`<rect class="thin epoch-0" y="4" width="36" height="6" /><path class="thin-isr" d="M0 13h16" /><path class="thin-isr shrunk" d="M16 13h20" />`;
    case 'wait':
      return svg`<rect x="12" width="12" height="18" />`;
    case 'leader':
    case 'nobody':
    case 'isr':
      return svg`<rect y="3" width="36" height="12" rx="2" />`;
    default:
      return svg`<g class="mark ${sign}" transform="translate(18 9)">${shape(sign)}</g>`;
  }
}
