// The board's signs as elements of a picture: strips, connections, messages, what waits. The scene says what and where, the
// shapes are those of the board.

import { type DockScene, dockLabel, remaining } from '../../scene/dock';
import { type LabelPlace, labelSize } from '../../scene/label';
import { spot, type TokenScene } from '../../scene/motion';
import { round } from '../../scene/route';
import {
  dockSigns,
  earlierSign,
  glyphShapes,
  type Look,
  linkSigns,
  pennant,
  type Shape,
  savedSign,
  whiskerDot,
} from '../../scene/sign';
import type { Flag, RecordCell, StripScene } from '../../scene/strip';
import type { Whisker } from '../../scene/whisker';
import type { WireScene } from '../../scene/wire';
import { sizes } from '../../tokens/tokens';
import { em } from './layout';
import { type Attributes, element, type Markup } from './markup';
import { font, type Palette } from './palette';

const offsets = round(sizes.offsetText * em);

export class Signs {
  readonly #colour: Palette;

  constructor(colour: Palette) {
    this.#colour = colour;
  }

  // ── connections ──

  wire({ d, state, sign }: WireScene): Markup {
    const tone = state === null ? 'wire' : state === 'cut' ? 'error' : 'warning';
    const dash = state === null ? null : { cut: '2 5', held: '8 3', slow: '1 3' }[state];
    const line = element('path', { d, fill: 'none', stroke: this.#colour(tone), 'stroke-dasharray': dash });
    if (sign === null || state === null) return line;
    const at = `translate(${round(sign.x)} ${round(sign.y)})`;
    const cross = { d: linkSigns[state], fill: 'none', stroke: this.#colour(tone), 'stroke-width': 2 };
    const label = this.#halo(sign.label, { x: 10, fill: this.#colour(tone), 'font-size': offsets }, 4);
    return element('g', {}, line, element('g', { transform: at }, element('path', cross), label));
  }

  // ── strips ──

  strip(strip: StripScene): Markup {
    const { y, cellHeight } = strip;
    const middle = y + cellHeight / 2;
    const parts = [...strip.whiskers.map((whisker) => this.#whisker(whisker))];
    for (const cell of strip.cells) parts.push(this.#record(cell, strip));
    if (strip.earlier !== null) {
      const { x, label } = strip.earlier;
      const sign = { d: earlierSign(x, y, cellHeight), stroke: this.#colour('quiet'), 'stroke-width': 1.25 };
      parts.push(element('path', { ...sign, fill: 'none' }));
      parts.push(this.#number(label, { x: round(x - 12), y: middle, fill: this.#colour('quiet') }, 'end'));
    }
    if (strip.instead !== null) {
      const { x, label } = strip.instead;
      parts.push(this.#number(label, { x: round(x), y: middle, fill: this.#colour('quiet') }));
    }
    parts.push(...this.#flag(strip.lastStable, strip, 'stable'));
    parts.push(...this.#flag(strip.end, strip, 'end'));
    parts.push(...this.#flag(strip.highWatermark, strip, 'mark'));
    return element('g', { 'font-family': font('mono'), 'font-size': offsets }, ...parts);
  }

  #record({ x, label, tone, state, fresh, selected, doomed }: RecordCell, strip: StripScene): Markup {
    const [width, height] = [strip.cellWidth, strip.cellHeight];
    const colour = this.#colour(state === 'truncated' ? 'error' : `epoch-${tone}`);
    const solid = state === 'below';
    const thin = state === 'unknown' || state === 'truncated';
    const struck = doomed || state === 'truncated';
    const box = element('rect', {
      x: 0.75,
      y: 0.75,
      width: round(width - 1.5),
      height: round(height - 1.5),
      rx: 2.5,
      fill: solid ? colour : this.#colour('paper'),
      stroke: selected ? this.#colour('ink') : colour,
      'stroke-width': fresh ? 2.5 : selected ? 2 : thin ? 1 : 1.5,
      'stroke-dasharray': struck ? '3 2' : null,
    });
    const fill = solid ? this.#colour('on-epoch') : colour;
    const number = this.#number(label, { x: round(width / 2), y: height / 2, fill, 'font-weight': 600 }, 'middle');
    const strike = {
      d: `M1 ${round(height - 2)}L${round(width - 1)} 2`,
      stroke: this.#colour('error'),
      'stroke-width': 1.5,
    };
    const parts = struck ? [box, number, element('path', strike)] : [box, number];
    return element('g', { transform: `translate(${round(x)} ${round(strip.y)})` }, ...parts);
  }

  #flag(flag: Flag | null, strip: StripScene, kind: 'mark' | 'end' | 'stable'): Markup[] {
    if (flag === null) return [];
    const top = -strip.cellHeight * 0.62;
    const isMark = kind === 'mark';
    const ink = this.#colour(isMark && flag.moved ? 'accent' : kind === 'end' ? 'quiet' : 'ink');
    const line = element('path', {
      d: `M0 ${kind === 'end' ? -3 : round(top)}V${round(flag.bottom - strip.y)}`,
      stroke: ink,
      'stroke-width': isMark ? 2 : 1,
      'stroke-dasharray': kind === 'end' ? '3 2' : null,
    });
    const cloth = { d: pennant(top, strip.cellHeight), fill: ink, stroke: ink, 'stroke-linejoin': 'round' };
    const words = this.#number(
      flag.label,
      {
        x: round(flag.labelX - flag.x),
        y: -strip.cellHeight * 0.34,
        fill: this.#colour(flag.moved ? 'accent' : kind === 'end' ? 'quiet' : 'ink'),
        'font-weight': isMark ? 600 : null,
      },
      flag.anchor,
    );
    const parts = isMark ? [line, element('path', cloth), words] : [line, words];
    return [element('g', { transform: `translate(${round(flag.x)} ${round(strip.y)})` }, ...parts)];
  }

  #whisker(whisker: Whisker): Markup {
    const [from, to, y] = [round(whisker.from), round(whisker.to), round(whisker.y)];
    const quiet = this.#colour('quiet');
    const ink = whisker.counts || whisker.kind === 'disk' ? this.#colour('ink') : quiet;
    const line = {
      d: `M${from} ${y}H${to}`,
      stroke: whisker.kind === 'disk' ? ink : whisker.counts ? quiet : this.#colour('wire'),
      'stroke-width': whisker.kind === 'disk' ? 2.5 : 1,
      'stroke-dasharray': whisker.counts || whisker.kind === 'disk' ? null : '2 3',
    };
    const dot = {
      d: whiskerDot(whisker, to, y),
      fill: whisker.counts || whisker.kind === 'disk' ? ink : this.#colour('paper'),
      stroke: ink,
      'stroke-width': 1.5,
    };
    const saved = savedSign(whisker, y);
    const small = { fill: quiet, 'font-size': round(0.8 * offsets) };
    return element(
      'g',
      {},
      element('path', line),
      ...(saved === null ? [] : [element('path', { d: saved, stroke: quiet, 'stroke-width': 2, fill: 'none' })]),
      element('path', dot),
      this.#number(whisker.name, { x: round(from - whisker.em * 0.4), y, ...small }, 'end'),
      this.#number(whisker.label, { x: round(whisker.labelX), y, ...small }),
    );
  }

  // ── what moves and what waits ──

  /** `still` puts it in the middle of its way: at the very moment of a step, what is sent stands where it starts. */
  token(token: TokenScene, time: number, still: boolean): Markup {
    const at = spot(token, time, still);
    const turns = token.glyph === 'request' || token.glyph === 'proposal';
    const colour = this.#colour(token.glyph === 'error' ? 'error' : 'accent');
    const looks: Record<Look, Attributes> = {
      solid: { fill: colour },
      stroke: {
        fill: 'none',
        stroke: colour,
        'stroke-width': 1.75,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      },
      paper: { fill: this.#colour('paper'), stroke: colour, 'stroke-width': 1.5 },
      little: { fill: this.#colour('paper'), stroke: this.#colour(`epoch-${token.tone}`), 'stroke-width': 1.75 },
    };
    const shapes = glyphShapes(token.glyph, token.records).map(({ tag, look, at }: Shape) =>
      element(tag, { ...at, ...looks[look] }),
    );
    const glyph = element('g', { transform: turns ? `rotate(${Math.round(at.turn)})` : null }, ...shapes);
    const label = token.labelShown ? [this.#beside(token.label, token.place, colour)] : [];
    return element('g', { transform: `translate(${at.x} ${at.y})` }, glyph, ...label);
  }

  dock(dock: DockScene, time: number): Markup {
    const ring = { r: 7, 'stroke-width': 2 };
    const left = Math.round(remaining(dock, time) * 100);
    const arc = { ...ring, pathLength: 100, transform: 'rotate(-90)', 'stroke-dasharray': `${left} 100` };
    const quiet = this.#colour('quiet');
    const sign = dockSigns[dock.kind];
    return element(
      'g',
      { transform: `translate(${dock.x} ${dock.y})` },
      element('circle', { ...ring, fill: this.#colour('paper'), stroke: this.#colour('line') }),
      element('circle', { ...arc, fill: 'none', stroke: this.#colour('accent') }),
      ...(sign === null ? [] : [element('path', { d: sign, fill: quiet })]),
      ...(dock.labelShown ? [this.#beside(dockLabel(dock, time), dock.place, quiet)] : []),
    );
  }

  // ── text ──

  #beside(text: string, { dx, dy, anchor }: LabelPlace, fill: string): Markup {
    const size = labelSize;
    const at = { x: dx, y: round(dy + 0.35 * size), 'text-anchor': anchor === 'start' ? null : anchor };
    return this.#halo(text, { ...at, fill, 'font-size': size }, 5);
  }

  /** Readable on whatever is behind it. */
  #halo(text: string, attributes: Attributes, width: number): Markup {
    const halo = { stroke: this.#colour('paper'), 'stroke-width': width, 'stroke-linejoin': 'round' };
    const of = { y: round(0.35 * Number(attributes['font-size'])), ...attributes };
    return element('text', { ...of, ...halo, 'paint-order': 'stroke' }, text);
  }

  /** `y` is the middle of the line. */
  #number(text: string, { y, ...attributes }: Attributes, anchor: 'start' | 'middle' | 'end' = 'start'): Markup {
    const size = Number(attributes['font-size'] ?? offsets);
    const at = { y: round(Number(y) + 0.35 * size), 'text-anchor': anchor === 'start' ? null : anchor };
    return element('text', { ...at, ...attributes }, text);
  }
}
