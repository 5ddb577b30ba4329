// The board's structure: an HTML table whose cells say everything in words. Strips and motion are drawn over it.

import { sameThing, type Thing } from '../model/thing';
import { replicaKey } from '../scene/geometry';
import type { CellScene, ClientCell, ControllerCell, HeadCell, RowScene, TableScene } from '../scene/table';
import { boardText as text } from '../text/board';
import { attribute, custom, type Drawn, flag, html, Keyed, write } from './nodes';
import { mean } from './things';

export class TableView {
  readonly element: HTMLTableElement;
  /** What the arrow keys reach, by key. */
  readonly stops = new Map<string, HTMLElement>();
  /** The room for each replica's strip, and the replica's own box. */
  readonly slots = new Map<string, { panel: HTMLElement; slot: HTMLElement; name: HTMLElement; broker: number }>();
  /** Heads of brokers' columns. */
  readonly heads = new Map<number, HTMLElement>();
  /** Controllers, producers and consumers. */
  readonly nodes = new Map<string, HTMLElement>();
  readonly controllerRow: HTMLElement;
  readonly #columns = html('colgroup', '');
  readonly #controllerCell = html('td', 'hw-controllers');
  readonly #racks = row('hw-racks');
  readonly #note = html('span', 'hw-note');
  readonly #controllers: Keyed<ControllerCell>;
  readonly #heads: Keyed<HeadCell>;
  readonly #rows: Keyed<RowScene>;
  #selected: Thing | null = null;
  #bands = '';

  constructor() {
    const chips = html('span', 'hw-chips');
    this.#controllerCell.append(chips, this.#note);
    this.#controllerCell.setAttribute('role', 'gridcell');
    const label = header('row', 'hw-side', text.controllers);
    const producers = header('col', 'hw-side', text.producers);
    const consumers = header('col', 'hw-side', text.consumers);
    this.controllerRow = row('hw-controller-row', label, this.#controllerCell);
    const brokers = row('hw-heads', producers, consumers);
    const head = html('thead', '', this.controllerRow, this.#racks, brokers);
    head.setAttribute('role', 'rowgroup');
    this.element = html('table', 'hw-table', this.#columns, head);
    this.element.setAttribute('role', 'grid');
    this.element.setAttribute('aria-label', text.board);
    this.#controllers = new Keyed(
      chips,
      (scene) => scene.node,
      (scene) => this.#controller(scene),
    );
    this.#heads = new Keyed(
      brokers,
      (scene) => String(scene.id),
      (scene) => this.#head(scene),
      producers,
    );
    const rowKey = (scene: RowScene): string => `${scene.partition}|${scene.detail}`;
    this.#rows = new Keyed(this.element, rowKey, (scene) => this.#row(scene), head);
  }

  /** Says whether the layout may have changed. */
  update(scene: TableScene, selected: Thing | null): boolean {
    this.#selected = selected;
    const count = scene.heads.length;
    let changed = false;
    if (this.#columns.childElementCount !== count + 2) {
      const columns = scene.heads.map(() => html('col', ''));
      this.#columns.replaceChildren(html('col', 'hw-side'), ...columns, html('col', 'hw-side'));
      this.#controllerCell.colSpan = count + 1;
      changed = true;
    }
    changed = this.#controllers.sync(scene.controllers) || changed;
    changed = write(this.#note, scene.metadata) || changed;
    changed = this.#showBands(scene.bands) || changed;
    changed = this.#heads.sync(scene.heads) || changed;
    changed = this.#rows.sync(scene.rows) || changed;
    for (const map of [this.stops, this.nodes]) forget(map, (element) => !element.isConnected);
    forget(this.heads, (element) => !element.isConnected);
    forget(this.slots, ({ panel }) => !panel.isConnected);
    return changed;
  }

  /** Racks seldom change: their row is made anew when they do. */
  #showBands(bands: TableScene['bands']): boolean {
    const shown = bands.map(({ words, columns }) => `${columns} ${words}`).join('|');
    if (this.#bands === shown) return false;
    this.#bands = shown;
    const cells = bands.map(({ words, columns }) => {
      const cell = header('colgroup', 'hw-rack', html('span', '', words));
      cell.colSpan = columns;
      return cell;
    });
    const side = () => html('td', '');
    this.#racks.replaceChildren(...(cells.length === 0 ? [] : [side(), ...cells, side()]));
    return true;
  }

  #stop(element: HTMLElement, key: string, thing: Thing): void {
    element.tabIndex = -1;
    this.stops.set(key, element);
    mean(element, { thing });
  }

  #mark(element: HTMLElement, thing: Thing): void {
    attribute(element, 'aria-selected', sameThing(this.#selected, thing) ? 'true' : null);
  }

  #controller({ node }: ControllerCell): Drawn<ControllerCell> {
    const thing: Thing = { kind: 'controller', node };
    const dot = html('span', 'hw-dot');
    const words = html('span', 'hw-quiet');
    const said = html('span', 'hw-said');
    const seen = html('span', '', dot, html('span', '', node), words);
    seen.setAttribute('aria-hidden', 'true');
    const element = html('span', 'hw-controller', seen, said);
    element.setAttribute('role', 'button');
    this.#stop(element, `controller|${node}`, thing);
    this.nodes.set(node, element);
    return {
      element,
      update: (scene) => {
        this.#mark(element, thing);
        flag(element, 'data-active', scene.active);
        flag(element, 'data-down', scene.down);
        write(said, scene.said);
        return write(words, scene.words ? ` ${scene.words}` : '');
      },
    };
  }

  #head({ id }: HeadCell): Drawn<HeadCell> {
    const thing: Thing = { kind: 'broker', id };
    const name = html('span', 'hw-name');
    const state = html('span', 'hw-state');
    const behind = html('span', 'hw-quiet');
    const said = html('span', 'hw-said');
    const element = header('col', 'hw-head', html('span', 'hw-line', name, ' ', state, ' ', behind));
    element.append(said);
    this.#stop(element, `broker|${id}`, thing);
    this.heads.set(id, element);
    return {
      element,
      update: (scene) => {
        this.#mark(element, thing);
        flag(element, 'data-down', scene.down);
        flag(element, 'data-focus', scene.focus);
        write(said, scene.said);
        const changed = [write(name, scene.name), write(state, scene.state), write(behind, scene.behind)];
        return changed.includes(true);
      },
    };
  }

  #row({ partition, detail }: RowScene): Drawn<RowScene> {
    const element = html('tbody', `hw-partition hw-${detail}`);
    element.setAttribute('role', 'rowgroup');
    const heading = this.#heading(partition, detail);
    const producers = html('td', 'hw-side hw-producers');
    const consumers = html('td', 'hw-side hw-consumers');
    const cells = row('hw-replicas', producers, consumers);
    for (const side of [producers, consumers]) side.setAttribute('role', 'gridcell');
    const keyed = new Keyed<CellScene>(
      cells,
      (scene) => String(scene.broker),
      (scene) => this.#cell(partition, scene),
      producers,
    );
    const byNode = (scene: ClientCell): string => scene.node;
    const producing = new Keyed<ClientCell>(producers, byNode, (scene) => this.#client('producer', scene));
    const consuming = new Keyed<ClientCell>(consumers, byNode, (scene) => this.#client('consumer', scene));
    element.append(heading.element);
    if (detail !== 'line') element.append(cells);
    return {
      element,
      update: (scene) => {
        flag(element, 'data-focus', scene.focus);
        const room = [
          custom(cells, '--rails', scene.rails.count),
          custom(consumers, '--below', scene.rails.producers - scene.rails.consumers),
          custom(cells, '--row-whiskers', scene.whiskers),
        ];
        const changed = heading.update(scene);
        if (detail === 'line') return changed;
        const inside = [
          ...room,
          keyed.sync(scene.cells),
          producing.sync(scene.producers),
          consuming.sync(scene.consumers),
        ];
        return changed || inside.includes(true);
      },
    };
  }

  #heading(partition: string, detail: RowScene['detail']): Drawn<RowScene> {
    const thing: Thing = { kind: 'partition', name: partition };
    const name = html('span', 'hw-partition-name', partition);
    name.setAttribute('role', 'button');
    this.#stop(name, `partition|${partition}`, thing);
    if (detail !== 'open') {
      mean(name, { thing, opens: partition });
      name.setAttribute('aria-expanded', 'false');
    }
    const facts = html('span', 'hw-facts hw-quiet');
    const warnings = html('span', 'hw-warnings');
    const line = html('span', 'hw-heading-line', name, facts, warnings);
    if (detail === 'open') {
      const produce = html('span', 'hw-produce', text.produce);
      produce.setAttribute('role', 'button');
      produce.setAttribute('aria-label', text.produceTo(partition));
      this.#stop(produce, `produce|${partition}`, thing);
      mean(produce, { thing, produces: partition });
      line.append(produce);
    }
    const cell = header('rowgroup', 'hw-heading', line);
    const element = row('', cell);
    return {
      element,
      update: (scene) => {
        cell.colSpan = scene.cells.length + 2;
        this.#mark(name, thing);
        const changed = [write(facts, scene.facts.join(' · ')), write(warnings, scene.warnings.join(', '))];
        return changed.includes(true);
      },
    };
  }

  #cell(partition: string, { broker, present }: CellScene): Drawn<CellScene> {
    const element = html('td', 'hw-cell');
    element.setAttribute('role', 'gridcell');
    const said = html('span', 'hw-said');
    if (!present) {
      element.append(said);
      return { element, update: (scene) => !scene.present && write(said, scene.said) };
    }
    const thing: Thing = { kind: 'replica', partition, broker };
    const star = html('span', 'hw-star');
    const role = html('span', 'hw-role-word');
    const marks = html('span', '');
    const membership = html('span', 'hw-membership');
    const name = html('span', 'hw-broker-name', text.broker(broker));
    const state = html('span', 'hw-broker-state');
    const rack = html('span', 'hw-broker-rack');
    mean(name, { thing: { kind: 'broker', id: broker } });
    const tile = html('span', 'hw-tile-text');
    const line = html(
      'div',
      'hw-role',
      html('span', 'hw-who', name, state, html('span', '', star, role)),
      html('span', 'hw-marks', marks, membership, rack),
      tile,
    );
    line.setAttribute('aria-hidden', 'true');
    const slot = html('div', 'hw-slot');
    const records = html('span', 'hw-said');
    const panel = html('div', 'hw-replica', line, slot, said, records);
    element.append(panel);
    const key = replicaKey(partition, broker);
    this.#stop(element, `replica|${key}`, thing);
    this.slots.set(key, { panel, slot, name, broker });
    const each = new Keyed<CellScene['records'][number]>(
      records,
      ({ offset }) => String(offset),
      ({ offset }) => recordNode({ kind: 'record', partition, broker, offset }),
    );
    return {
      element,
      update: (scene) => {
        this.#mark(element, thing);
        for (const name of ['leads', 'believes'] as const) flag(element, `data-${name}`, scene.star === name);
        flag(element, 'data-down', scene.down);
        flag(element, 'data-out', scene.out);
        write(said, scene.said);
        each.sync(scene.records);
        const changed = [
          write(star, { leads: '★ ', believes: '☆ ', none: '' }[scene.star]),
          write(role, scene.role),
          write(marks, scene.marks.map((mark) => `${mark} · `).join('')),
          write(membership, scene.membership),
          write(tile, scene.tile),
          write(state, scene.state),
          write(rack, scene.rack === '' ? '' : ` · ${scene.rack}`),
          flag(element, 'data-timer', scene.timer),
          custom(element, '--whiskers', scene.whiskers),
        ];
        return changed.includes(true);
      },
    };
  }

  #client(kind: 'producer' | 'consumer', { node }: ClientCell): Drawn<ClientCell> {
    const thing: Thing = { kind, node };
    const chip = html('span', 'hw-chip', node);
    const lines = html('span', 'hw-client-lines');
    const element = html('div', `hw-client hw-${kind}`, chip, lines);
    element.setAttribute('role', 'button');
    this.#stop(element, `${kind}|${node}`, thing);
    this.nodes.set(node, chip);
    const facts = new Keyed<string>(
      lines,
      (line) => line.replace(/\d+/g, '#'),
      () => {
        const line = html('span', '');
        return { element: line, update: (words) => write(line, words) };
      },
    );
    return {
      element,
      update: (scene) => {
        this.#mark(element, thing);
        return facts.sync(scene.lines);
      },
    };
  }
}

/** Not seen: the drawn record shows the focus for it. */
function recordNode(thing: Thing & { kind: 'record' }): Drawn<CellScene['records'][number]> {
  const element = html('span', 'hw-record-stop');
  element.setAttribute('role', 'button');
  element.tabIndex = -1;
  mean(element, { thing });
  return {
    element,
    update: ({ said }) => {
      write(element, said);
      return false;
    },
  };
}

function header(scope: 'row' | 'col' | 'rowgroup' | 'colgroup', className: string, content: string | HTMLElement) {
  const element = html('th', className, content);
  element.scope = scope;
  element.setAttribute('role', scope.startsWith('col') ? 'columnheader' : 'rowheader');
  return element;
}

function row(className: string, ...cells: HTMLElement[]): HTMLTableRowElement {
  const element = html('tr', className, ...cells);
  element.setAttribute('role', 'row');
  return element;
}

function forget<Key, Value>(map: Map<Key, Value>, gone: (value: Value) => boolean): void {
  for (const [key, value] of map) if (gone(value)) map.delete(key);
}
