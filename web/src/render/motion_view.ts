// The layer that moves: a token for each message on its way and an arc for each request that waits. A frame changes only
// transforms here (and how much of an arc is left, in whole steps); nodes come and go with the position.

import { type DockScene, dockLabel, remaining } from '../scene/dock';
import type { LabelPlace } from '../scene/label';
import { type MotionScene, spot, type TokenScene } from '../scene/motion';
import { dockSigns, glyphShapes, type Shape } from '../scene/sign';
import { attribute, type Drawn, flag, Keyed, place, svg, write } from './nodes';
import { mean } from './things';

interface Mover {
  token: TokenScene;
  element: SVGElement;
  glyph: SVGElement;
}

export class MotionView {
  readonly element = svg('g', { class: 'hw-motion' });
  readonly #tokens: Keyed<TokenScene>;
  readonly #docks: Keyed<DockScene>;
  #pointed: string | null = null;
  readonly #movers = new Map<string, Mover>();
  readonly #arcs = new Map<string, { dock: DockScene; arc: SVGElement; words: Text }>();

  constructor() {
    const docks = svg('g', {});
    const tokens = svg('g', {});
    this.element.append(docks, tokens);
    this.#tokens = new Keyed<TokenScene>(
      tokens,
      ({ key }) => key,
      (scene) => this.#token(scene),
    );
    this.#docks = new Keyed<DockScene>(
      docks,
      ({ key }) => key,
      (scene) => this.#dock(scene),
    );
  }

  /** The token or dock of a key, to show the focus on it. */
  sign(key: string): Element | null {
    return this.#tokens.get(key) ?? this.#docks.get(key) ?? null;
  }

  /** Marks all parts of a message, in whatever rows they are; none when there is none. */
  point(message: string | null): void {
    if (this.#pointed === message) return;
    this.#pointed = message;
    for (const { token, element } of this.#movers.values()) flag(element, 'data-kin', token.message === message);
  }

  /** The position changed: other messages, other docks. */
  update(scene: MotionScene): void {
    this.#movers.clear();
    this.#arcs.clear();
    this.#tokens.sync(scene.tokens);
    this.#docks.sync(scene.docks);
  }

  /** Time went on. */
  move(time: number, reducedMotion: boolean): void {
    for (const { token, element, glyph } of this.#movers.values()) {
      const at = spot(token, time, reducedMotion);
      place(element, at.x, at.y);
      if (token.glyph === 'request' || token.glyph === 'proposal') place(glyph, 0, 0, Math.round(at.turn));
    }
    for (const { dock, arc, words } of this.#arcs.values()) {
      const said = dockLabel(dock, time);
      if (words.data !== said) words.data = said;
      const left = Math.round(remaining(dock, time) * 100);
      attribute(arc, 'stroke-dasharray', `${left} 100`);
    }
  }

  #token({ key, message }: TokenScene): Drawn<TokenScene> {
    const hit = svg('rect', { class: 'hw-hit hw-token-hit', x: -16, y: -12, width: 32, height: 24, rx: 4 });
    const glyph = svg('g', { class: 'hw-glyph' });
    const label = svg('text', { class: 'hw-token-label' });
    const element = svg('g', { class: 'hw-token' }, sized(hit, glyph, label));
    mean(element, { thing: { kind: 'message', key: message } });
    let drawn = '';
    return {
      element,
      update: (scene) => {
        const shape = `${scene.glyph}|${scene.records}`;
        if (shape !== drawn) {
          glyph.replaceChildren(...glyphShapes(scene.glyph, scene.records).map(shapeNode));
          drawn = shape;
        }
        attribute(element, 'data-tone', scene.tone);
        attribute(element, 'data-glyph', scene.glyph);
        flag(element, 'data-selected', scene.selected);
        flag(element, 'data-held', scene.held);
        flag(element, 'data-label', scene.labelShown);
        write(label, scene.label);
        placeLabel(label, scene.place);
        flag(element, 'data-kin', scene.message === this.#pointed);
        this.#movers.set(key, { token: scene, element, glyph });
        return false;
      },
    };
  }

  #dock({ key, thing }: DockScene): Drawn<DockScene> {
    const hit = svg('rect', { class: 'hw-hit hw-token-hit', x: -12, y: -12, width: 24, height: 24, rx: 4 });
    const paper = svg('circle', { class: 'hw-dock-paper', r: 7 });
    const track = svg('circle', { class: 'hw-dock-track', r: 7 });
    const arc = svg('circle', { class: 'hw-dock-arc', r: 7, pathLength: 100, transform: 'rotate(-90)' });
    const glyph = svg('path', { class: 'hw-dock-glyph' });
    const label = svg('text', { class: 'hw-token-label' });
    const element = svg('g', { class: 'hw-dock' }, sized(hit, paper, track, arc, glyph, label));
    const words = document.createTextNode('');
    label.append(words);
    return {
      element,
      update: (scene) => {
        attribute(element, 'data-kind', scene.kind);
        attribute(glyph, 'd', dockSigns[scene.kind]);
        flag(element, 'data-selected', scene.selected);
        flag(element, 'data-label', scene.labelShown);
        placeLabel(label, scene.place);
        mean(element, scene.kind === 'session' || scene.kind === 'lag' ? { thing, said: scene.said } : { thing });
        place(element, scene.x, scene.y);
        this.#arcs.set(key, { dock: scene, arc, words });
        return false;
      },
    };
  }
}

/** Grows with the text of the page. */
const sized = (...nodes: SVGElement[]): SVGElement => svg('g', { class: 'hw-sized' }, ...nodes);

function placeLabel(label: SVGElement, { dx, dy, anchor }: LabelPlace): void {
  attribute(label, 'x', dx);
  attribute(label, 'y', dy);
  attribute(label, 'text-anchor', anchor);
}

const shapeNode = ({ tag, look, at }: Shape): SVGElement => svg(tag, { class: `hw-${look}`, ...at });
