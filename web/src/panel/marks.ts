// Marks of the time line: what clients did, what was done, what parted, what was broken. Each can be clicked, or reached by
// keyboard: a row of marks is one stop of the Tab key, and arrows go from mark to mark.

import { type SVGTemplateResult, svg, type TemplateResult } from 'lit/html.js';
import type { Mark } from '../engine/view';
import type { Send } from '../model/intent';

export interface LineMark extends Mark {
  /** Its place as a share of the width. */
  x: number;
  sign: string;
  says: string;
}

/** Shapes around the origin, in px of text at its usual size. */
const shapes: Record<string, SVGTemplateResult> = {
  sent: svg`<circle class="hollow" r="3.4" />`,
  acknowledged: svg`<circle r="4" />`,
  read: svg`<path class="hollow" d="M0-4.6 4.6 0 0 4.6-4.6 0z" />`,
  refused: svg`<circle class="hollow" r="4.4" /><path class="line" d="M-2 0h4" />`,
  failed: svg`<path class="line" d="M-3.8-3.8 3.8 3.8M3.8-3.8-3.8 3.8" />`,
  'by-hand': svg`<path d="M-4.5-5.5h9L0 5.5z" />`,
  told: svg`<path d="M0-4.5 4 0 0 4.5-4 0z" />`,
  fork: svg`<path class="line" d="M0 5.5V0M0 0-4-5M0 0 4-5" />`,
  finding: svg`<path class="line" d="M-3.5 6V-6" /><path d="M-3.5-6 5-2.6-3.5.8z" />`,
};

export function shape(sign: string): SVGTemplateResult | '' {
  return shapes[sign] ?? '';
}

/** A row of them. `name` says what the row holds. */
export function marks(
  all: readonly LineMark[],
  name: string,
  height: number,
  send: Send,
): TemplateResult | SVGTemplateResult | '' {
  if (all.length === 0) return '';
  return svg`<g class="marks" role="toolbar" aria-label=${name} @keydown=${(event: KeyboardEvent) => walk(event, all, send)}>
    ${all.map((mark, i) => one(mark, i === 0, height))}
  </g>`;
}

function one({ x, sign, says }: LineMark, isFirst: boolean, height: number): SVGTemplateResult {
  // A nested svg stands at a percentage; the shape in it is in px.
  return svg`<svg class="mark ${sign}" role="button" aria-label=${says} tabindex=${isFirst ? 0 : -1} x="${x * 100}%" y="${height / 2 / 16}rem" overflow="visible">
    <circle class="ring" r="9" />${shape(sign)}<title>${says}</title>
  </svg>`;
}

/** Arrows go to the mark beside, Enter and the space bar to its place in the run. */
export function walk(event: KeyboardEvent, all: readonly Mark[], send: Send): void {
  const toolbar = event.currentTarget as Element;
  const items = [...toolbar.querySelectorAll<SVGElement>('[role=button]')];
  const here = items.indexOf((event.target as Element).closest('[role=button]') as SVGElement);
  if (here < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const mark = all[here];
  if ((event.key === 'Enter' || event.key === ' ') && mark !== undefined) {
    send({ want: 'go', position: mark.position, time: mark.time });
  } else {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const next = items[here + by];
    if (next !== undefined) {
      items[here]?.setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    }
  }
  event.preventDefault();
  event.stopPropagation();
}
