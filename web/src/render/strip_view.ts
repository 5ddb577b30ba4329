// Strips, their flags and the wires between them: SVG nodes that change when the board's position does.

import { replicaKey } from '../scene/geometry';
import { round } from '../scene/route';
import { earlierSign, linkSigns, pennant, savedSign, whiskerDot } from '../scene/sign';
import type { Flag, RecordCell, StripScene } from '../scene/strip';
import type { Whisker } from '../scene/whisker';
import type { WireScene } from '../scene/wire';
import { boardText } from '../text/board';
import { attribute, type Drawn, flag, Keyed, place, svg, write } from './nodes';
import { mean } from './things';

export class StripView {
  readonly element = svg('g', { class: 'hw-strips' });
  readonly #wires: Keyed<WireScene>;
  readonly #strips: Keyed<StripScene>;

  constructor() {
    const wires = svg('g', {});
    const strips = svg('g', {});
    this.element.append(wires, strips);
    this.#wires = new Keyed<WireScene>(wires, ({ key }) => key, drawWire);
    this.#strips = new Keyed<StripScene>(strips, ({ key }) => key, drawStrip);
  }

  /** The drawn record, to show the focus on it. */
  record(partition: string, broker: number, offset: number): Element | null {
    return this.#strips.get(replicaKey(partition, broker))?.querySelector(`[data-offset="${offset}"]`) ?? null;
  }

  update(strips: readonly StripScene[], wires: readonly WireScene[]): void {
    this.#wires.sync(wires);
    this.#strips.sync(strips);
  }
}

function drawWire({ ends: { asker, hub } }: WireScene): Drawn<WireScene> {
  const line = svg('path', { class: 'hw-wire' });
  const cross = svg('path', { class: 'hw-wire-sign' });
  const label = svg('text', { class: 'hw-wire-label', x: 10, y: 0 });
  const sign = svg('g', {}, cross, label);
  // Wide enough for a finger, and not seen.
  const hit = svg('path', { class: 'hw-wire-hit' });
  const element = svg('g', {}, line, hit, sign);
  mean(element, { thing: { kind: 'connection', from: asker, to: hub }, said: boardText.between(asker, hub) });
  return {
    element,
    update: (scene) => {
      attribute(line, 'd', scene.d);
      attribute(hit, 'd', scene.d);
      attribute(element, 'data-state', scene.state);
      attribute(cross, 'd', scene.state ? linkSigns[scene.state] : null);
      if (scene.sign) place(sign, round(scene.sign.x), round(scene.sign.y));
      write(label, scene.sign?.label ?? '');
      return false;
    },
  };
}

function drawStrip({ partition, broker }: StripScene): Drawn<StripScene> {
  const element = svg('g', { class: 'hw-strip' });
  const whiskers = svg('g', {});
  const cells = svg('g', {});
  const earlier = svg('g', { class: 'hw-earlier' }, svg('path', {}), svg('text', {}));
  const instead = svg('text', { class: 'hw-instead' });
  element.append(whiskers, cells, earlier, instead);
  const lines = new Keyed<Whisker>(whiskers, ({ key }) => key, drawWhisker);
  let scene: StripScene;
  const records = new Keyed<RecordCell>(
    cells,
    ({ key }) => key,
    (cell) => drawRecord(cell, partition, broker, () => scene),
  );
  const flags = {
    lastStable: drawFlag('hw-stable'),
    end: drawFlag('hw-end'),
    highWatermark: drawFlag('hw-mark'),
  };
  element.append(flags.lastStable.element, flags.end.element, flags.highWatermark.element);
  return {
    element,
    update: (next) => {
      scene = next;
      flag(element, 'data-down', scene.down);
      lines.sync(scene.whiskers);
      records.sync(scene.cells);
      const [sign, start] = earlier.children;
      attribute(earlier, 'visibility', scene.earlier ? null : 'hidden');
      if (scene.earlier && sign && start) {
        const { x, label } = scene.earlier;
        const { y, cellHeight: height } = scene;
        attribute(sign, 'd', earlierSign(x, y, height));
        attribute(start, 'x', round(x - 12));
        attribute(start, 'y', round(y + height * 0.5));
        write(start, label);
      }
      attribute(instead, 'x', scene.instead ? round(scene.instead.x) : null);
      attribute(instead, 'y', round(scene.y + scene.cellHeight / 2));
      write(instead, scene.instead?.label ?? '');
      flags.highWatermark.update(scene.highWatermark, scene);
      flags.end.update(scene.end, scene);
      flags.lastStable.update(scene.lastStable, scene);
      return false;
    },
  };
}

function drawRecord(
  { offset }: RecordCell,
  partition: string,
  broker: number,
  strip: () => StripScene,
): Drawn<RecordCell> {
  const box = svg('rect', { x: 0.75, y: 0.75, rx: 2.5 });
  const label = svg('text', {});
  const strike = svg('path', { class: 'hw-strike' });
  const element = svg('g', { class: 'hw-record hw-hit', 'data-offset': offset }, box, label, strike);
  mean(element, { thing: { kind: 'record', partition, broker, offset } });
  return {
    element,
    update: (cell) => {
      const { y, cellWidth: width, cellHeight: height } = strip();
      attribute(element, 'data-state', cell.state);
      attribute(element, 'data-tone', cell.tone);
      flag(element, 'data-fresh', cell.fresh);
      flag(element, 'data-selected', cell.selected);
      attribute(box, 'width', round(width - 1.5));
      attribute(box, 'height', round(height - 1.5));
      attribute(label, 'x', round(width / 2));
      attribute(label, 'y', round(height / 2));
      flag(element, 'data-doomed', cell.doomed);
      const struck = cell.doomed || cell.state === 'truncated';
      attribute(strike, 'd', struck ? `M1 ${round(height - 2)}L${round(width - 1)} 2` : null);
      write(label, cell.label);
      place(element, round(cell.x), round(y));
      return false;
    },
  };
}

/** A line through the strip with its words above. Their places are relative to the line, which glides. */
function drawFlag(className: string) {
  const line = svg('path', {});
  const mark = svg('path', { class: 'hw-pennant' });
  const label = svg('text', {});
  const element = svg('g', { class: `hw-flag ${className}` }, line, mark, label);
  return {
    element,
    update: (scene: Flag | null, strip: StripScene): void => {
      attribute(element, 'visibility', scene ? null : 'hidden');
      if (!scene) return;
      const top = -strip.cellHeight * 0.62;
      flag(element, 'data-moved', scene.moved);
      attribute(line, 'd', `M0 ${className === 'hw-end' ? -3 : round(top)}V${round(scene.bottom - strip.y)}`);
      attribute(mark, 'd', className === 'hw-mark' ? pennant(top, strip.cellHeight) : null);
      attribute(label, 'x', round(scene.labelX - scene.x));
      attribute(label, 'y', round(-strip.cellHeight * 0.34));
      attribute(label, 'text-anchor', scene.anchor);
      write(label, scene.label);
      place(element, round(scene.x), round(strip.y));
    },
  };
}

function drawWhisker(): Drawn<Whisker> {
  const line = svg('path', { class: 'hw-whisker-line' });
  const dot = svg('path', { class: 'hw-whisker-dot' });
  const saved = svg('path', { class: 'hw-whisker-saved' });
  const name = svg('text', { class: 'hw-whisker-name', 'text-anchor': 'end' });
  const label = svg('text', { class: 'hw-whisker-label' });
  const hit = svg('rect', { class: 'hw-hit hw-whisker-hit' });
  const element = svg('g', { class: 'hw-whisker' }, hit, line, saved, dot, name, label);
  return {
    element,
    update: (scene) => {
      attribute(element, 'data-kind', scene.kind);
      mean(element, { thing: scene.thing, said: scene.said });
      flag(element, 'data-counts', scene.counts);
      const [from, to, y] = [round(scene.from), round(scene.to), round(scene.y)];
      attribute(hit, 'x', round(from - scene.em * 1.5));
      attribute(hit, 'y', round(y - scene.em * 0.5));
      attribute(hit, 'width', round(to - from + scene.em * 2));
      attribute(hit, 'height', round(scene.em));
      attribute(line, 'd', `M${from} ${y}H${to}`);
      attribute(dot, 'd', whiskerDot(scene, to, y));
      attribute(saved, 'd', savedSign(scene, y));
      attribute(name, 'x', round(from - scene.em * 0.4));
      attribute(label, 'x', round(scene.labelX));
      attribute(name, 'y', y);
      attribute(label, 'y', y);
      write(name, scene.name);
      write(label, scene.label);
      return false;
    },
  };
}
