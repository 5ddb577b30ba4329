// The signs of the board as shapes around a point: what the board draws as nodes and a picture writes as text.

import type { LinkState, ParkedView } from '../engine/view';
import { drawnRecords, type Glyph } from './motion';
import { round } from './route';
import type { Whisker } from './whisker';

/** How a shape is filled and stroked. */
export type Look = 'solid' | 'stroke' | 'paper' | 'little';

export interface Shape {
  tag: 'path' | 'rect' | 'circle';
  look: Look;
  at: Record<string, string | number>;
}

const path = (look: Look, d: string): Shape => ({ tag: 'path', look, at: { d } });
const circle = (look: Look, r: number): Shape => ({ tag: 'circle', look, at: { r } });

const little = { size: 8, step: 10 };

const recordsWidth = (records: number): number => Math.max(1, Math.min(records, drawnRecords)) * little.step - 2;

/** A message; requests and proposals look to the right. */
export function glyphShapes(glyph: Glyph, records: number): Shape[] {
  switch (glyph) {
    case 'request':
      return [path('solid', 'M7 0L-5 -6V6Z')];
    case 'records': {
      const { size, step } = little;
      const left = -recordsWidth(records) / 2;
      return Array.from({ length: Math.max(1, Math.min(records, drawnRecords)) }, (_, index) => ({
        tag: 'rect',
        look: 'little',
        at: { x: left + index * step, y: -size / 2, width: size, height: size, rx: 1.5 },
      }));
    }
    case 'news':
      return [path('stroke', 'M-3 7V-7'), path('solid', 'M-3 -7L6 -3L-3 1Z')];
    case 'done':
      return [circle('paper', 7), path('stroke', 'M-3.5 0L-1 3L4 -3')];
    case 'error':
      return [circle('paper', 7), path('stroke', 'M-3-3L3 3M-3 3L3-3')];
    case 'proposal':
      return [path('paper', 'M-7 0L0 -6L7 0L0 6Z')];
    case 'pulse':
      return [circle('solid', 3)];
    case 'question':
      return [circle('paper', 5)];
    case 'answer':
      return [circle('solid', 5)];
  }
}

/** Inside the arc of what waits. */
export const dockSigns: Record<ParkedView['kind'] | 'session' | 'lag', string | null> = {
  produce: 'M-2.5-2.5h5v5h-5z',
  fetch: 'M-3 0l5-3v6z',
  'consumer-fetch': 'M-3 0l3-3l3 3l-3 3z',
  session: null,
  lag: null,
};

export const linkSigns: Record<LinkState, string> = {
  cut: 'M-5-5L5 5M-5 5L5-5',
  held: 'M-3-5V5M3-5V5',
  slow: 'M-6 0H-2M0 0H2M4 0H5',
};

/** The flag of the high watermark, from the top of its line. */
export function pennant(top: number, cellHeight: number): string {
  const [long, half] = [round(cellHeight * 0.27), round(cellHeight * 0.155)];
  return `M0 ${round(top)}l${long} ${half}l${-long} ${half}z`;
}

/** Earlier records are there: two strokes before the first cell that is shown. */
export function earlierSign(x: number, y: number, cellHeight: number): string {
  const stroke = (right: number): string =>
    `M${round(x - right - 3)} ${round(y + cellHeight * 0.8)}L${round(x - right + 1)} ${round(y + cellHeight * 0.2)}`;
  return stroke(3) + stroke(6.5);
}

/** What a consumer has saved: a stroke at its place, or an arrow at the beginning of the line. */
export function savedSign({ saved, savedBeyond, from, em }: Whisker, y: number): string | null {
  if (saved === null) return null;
  const tall = round(em * 0.3);
  if (savedBeyond) return `M${round(from + tall)} ${y - tall}l${-tall} ${tall}l${tall} ${tall}`;
  return `M${round(saved)} ${y - tall}v${2 * tall}`;
}

/** Followers a disc, consumers a diamond, the disk a square; an arrow to the left when the place is not shown. */
export function whiskerDot({ beyond, kind, em }: Whisker, x: number, y: number): string {
  const size = round(em * (kind === 'consumer' ? 0.35 : 0.27));
  if (kind === 'disk') return beyond ? '' : `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}z`;
  if (beyond) return `M${x + size / 2} ${y - size}l${-size} ${size}l${size} ${size}`;
  if (kind === 'consumer') return `M${x - size} ${y}l${size}${-size}l${size} ${size}l${-size} ${size}z`;
  return `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0${-2 * size} 0z`;
}
