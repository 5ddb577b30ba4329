// The board's structure: an HTML table whose cells say everything in words. Strips and motion are drawn over it.

import type { Thing } from '../model/thing';
import { replicaKey } from '../scene/geometry';
import type { CellScene, ClientCell, HeadCell, RowScene, TableScene } from '../scene/table';
import { boardText as text } from '../text/board';
import { custom, type Drawn, flag, html, Keyed, write } from './nodes';
import type { Stops } from './stops';
import { mean } from './things';

export class TableView {
  readonly element: HTMLTableElement;
  readonly #stops: Stops;
  /** The room for each replica's strip, and the replica's own box. */
  readonly slots = new Map<
    string,
    { partition: string; panel: HTMLElement; slot: HTMLElement; role: HTMLElement; name: HTMLElement; broker: number }
  >();
  readonly #columns = html('colgroup', '');
  readonly #racks = row('hw-racks');
  readonly #heads: Keyed<HeadCell>;
  readonly #rows: Keyed<RowScene>;
  #bands = '';

  constructor(stops: Stops) {
    this.#stops = stops;
    const producers = header('col', 'hw-side', text.producers);
    const consumers = header('col', 'hw-side', text.consumers);
    const brokers = row('hw-heads', producers, consumers);
    const head = html('thead', '', this.#racks, brokers);
    head.setAttribute('role', 'rowgroup');
    this.element = html('table', 'hw-table', this.#columns, head);
    this.element.setAttribute('role', 'grid');
    this.element.setAttribute('aria-label', text.board);
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
  update(scene: TableScene): boolean {
    const count = scene.columns;
    let changed = false;
    if (this.#columns.childElementCount !== count + 2) {
      const columns = Array.from({ length: count }, () => html('col', ''));
      this.#columns.replaceChildren(html('col', 'hw-side'), ...columns, html('col', 'hw-side'));
      changed = true;
    }
    this.element.hidden = scene.rows.length === 0;
    changed = this.#showBands(scene.bands) || changed;
    changed = this.#heads.sync(scene.heads) || changed;
    changed = this.#rows.sync(scene.rows) || changed;
    for (const [key, { panel }] of this.slots) if (!panel.isConnected) this.slots.delete(key);
    return changed;
  }

  /** Where a role takes more lines than its neighbours', their logs would stand higher: all take as many. */
  level(): void {
    const cells = [...this.slots.values()];
    for (const { panel } of cells) panel.style.removeProperty('--role');
    const heights = cells.map(({ role }) => role.getBoundingClientRect().height);
    const most = new Map<string, number>();
    cells.forEach(({ partition }, index) => {
      most.set(partition, Math.max(most.get(partition) ?? 0, heights[index] ?? 0));
    });
    cells.forEach(({ partition, panel }, index) => {
      const height = most.get(partition) ?? 0;
      if ((heights[index] ?? 0) < height - 1) panel.style.setProperty('--role', `${height}px`);
    });
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

  #head({ id }: HeadCell): Drawn<HeadCell> {
    const thing: Thing = { kind: 'broker', id };
    const name = html('span', 'hw-name');
    const state = html('span', 'hw-state');
    const behind = html('span', 'hw-quiet');
    const said = html('span', 'hw-said');
    const element = header('col', 'hw-head', html('span', 'hw-line', name, ' ', state, ' ', behind));
    element.append(said);
    this.#stops.add(element, `broker|${id}`, { thing });
    this.#stops.heads.set(id, element);
    return {
      element,
      update: (scene) => {
        this.#stops.mark(element, thing);
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
    this.#stops.add(name, `partition|${partition}`, { thing });
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
      this.#stops.add(produce, `produce|${partition}`, { thing });
      mean(produce, { thing, produces: partition });
      line.append(produce);
    }
    const cell = header('rowgroup', 'hw-heading', line);
    const element = row('', cell);
    return {
      element,
      update: (scene) => {
        cell.colSpan = scene.cells.length + 2;
        this.#stops.mark(name, thing);
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
    this.#stops.add(element, `replica|${key}`, { thing });
    this.slots.set(key, { partition, panel, slot, role: line, name, broker });
    const each = new Keyed<CellScene['records'][number]>(
      records,
      ({ offset }) => String(offset),
      ({ offset }) => recordNode({ kind: 'record', partition, broker, offset }),
    );
    return {
      element,
      update: (scene) => {
        this.#stops.mark(element, thing);
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
    this.#stops.add(element, `${kind}|${node}`, { thing });
    this.#stops.nodes.set(node, chip);
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
        this.#stops.mark(element, thing);
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
