// Above the rows: the controllers, how far the metadata is, and on a board of many partitions the clients, which have no row
// of their own to stand in.

import type { Thing } from '../model/thing';
import type { ClientCell, ControllerCell, TableScene } from '../scene/table';
import { boardText as text } from '../text/board';
import { type Drawn, flag, html, Keyed, write } from './nodes';
import type { Stops } from './stops';
import { mean } from './things';

/** More clients than this have no frames, so that they take little room. */
const many = 12;

export class ProcessesView {
  readonly element = html('div', 'hw-processes');
  readonly controllers = html('div', 'hw-controller-row');
  readonly #note = html('span', 'hw-note');
  readonly #clients = html('div', 'hw-client-row');
  readonly #stops: Stops;
  readonly #controller: Keyed<ControllerCell>;
  readonly #producers: Keyed<ClientCell>;
  readonly #consumers: Keyed<ClientCell>;

  constructor(stops: Stops) {
    this.#stops = stops;
    const chips = html('span', 'hw-chips');
    this.#controller = new Keyed(
      chips,
      ({ node }) => node,
      (scene) => this.#drawController(scene),
    );
    this.controllers.append(label(text.controllers), chips, this.#note);
    const list = (name: string, kind: 'producer' | 'consumer') => {
      const row = html('span', 'hw-chips');
      const group = html('span', 'hw-client-group', label(name), row);
      this.#clients.append(group);
      return new Keyed<ClientCell>(
        row,
        ({ node }) => node,
        (scene) => this.#drawClient(kind, scene),
      );
    };
    this.#producers = list(text.producers, 'producer');
    this.#consumers = list(text.consumers, 'consumer');
    this.element.append(this.controllers, this.#clients);
  }

  /** Says whether the layout may have changed. */
  update({ controllers, metadata, apart }: TableScene): boolean {
    const lists = [apart.producers, apart.consumers];
    this.#clients.hidden = lists.every(({ length }) => length === 0);
    [...this.#clients.children].forEach((group, index) => {
      const count = lists[index]?.length ?? 0;
      flag(group, 'hidden', count === 0);
      flag(group, 'data-many', count > many);
    });
    const changed = [
      this.#controller.sync(controllers),
      write(this.#note, metadata),
      this.#producers.sync(apart.producers),
      this.#consumers.sync(apart.consumers),
    ];
    return changed.includes(true);
  }

  #drawController({ node }: ControllerCell): Drawn<ControllerCell> {
    const thing: Thing = { kind: 'controller', node };
    const words = html('span', 'hw-quiet');
    const said = html('span', 'hw-said');
    const seen = html('span', '', html('span', 'hw-dot'), html('span', '', node), words);
    seen.setAttribute('aria-hidden', 'true');
    const element = html('span', 'hw-controller', seen, said);
    element.setAttribute('role', 'button');
    this.#stops.add(element, `controller|${node}`, { thing });
    this.#stops.nodes.set(node, element);
    return {
      element,
      update: (scene) => {
        this.#stops.mark(element, thing);
        flag(element, 'data-active', scene.active);
        flag(element, 'data-down', scene.down);
        write(said, scene.said);
        return write(words, scene.words ? ` ${scene.words}` : '');
      },
    };
  }

  #drawClient(kind: 'producer' | 'consumer', { node }: ClientCell): Drawn<ClientCell> {
    const thing: Thing = { kind, node };
    const facts = html('span', 'hw-said');
    const element = html('span', 'hw-chip hw-client-chip', html('span', '', node), facts);
    element.setAttribute('role', 'button');
    this.#stops.add(element, `${kind}|${node}`, { thing });
    this.#stops.nodes.set(node, element);
    return {
      element,
      update: (scene) => {
        this.#stops.mark(element, thing);
        const said = scene.lines.join(', ');
        mean(element, { thing, said: said === '' ? node : `${node}: ${said}` });
        write(facts, `, ${said}`);
        return false;
      },
    };
  }
}

const label = (words: string): HTMLElement => html('span', 'hw-side-label', words);
