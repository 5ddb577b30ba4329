// The heads of the overview: a number for each broker, under its rack; where brokers have no columns, a line of them.

import type { Board } from '../engine/view';
import type { Thing } from '../model/thing';
import type { OverviewLayout } from '../scene/overview';
import { bandWords, type HeadCell } from '../scene/table';
import { boardText as text } from '../text/board';
import { custom, type Drawn, flag, html, Keyed, write } from './nodes';
import type { Stops } from './stops';
import { mean } from './things';

export class OverviewHeads {
  readonly element = html('thead', 'hw-tile-heads');
  readonly #racks = html('div', 'hw-tile-racks');
  readonly #row = html('tr', '');
  readonly #heads: Keyed<HeadCell>;
  readonly #stops: Stops;
  #bands = '';
  #long = false;
  readonly #corner = html('span', '');

  constructor(stops: Stops) {
    this.#stops = stops;
    this.element.setAttribute('role', 'rowgroup');
    this.#row.setAttribute('role', 'row');
    this.#row.setAttribute('aria-rowindex', '1');
    this.#racks.setAttribute('aria-hidden', 'true');
    const partition = html('th', 'hw-tile-name hw-quiet', this.#corner);
    partition.setAttribute('role', 'columnheader');
    this.#row.append(partition);
    this.element.append(html('tr', 'hw-rack-row', html('td', '', this.#racks)), this.#row);
    this.element.firstElementChild?.setAttribute('role', 'presentation');
    this.#heads = new Keyed(
      this.#row,
      ({ id }) => String(id),
      (scene) => this.#draw(scene),
      partition,
    );
  }

  update(heads: readonly HeadCell[], board: Board, { grid }: OverviewLayout): void {
    write(this.#corner, grid.kind === 'columns' ? text.partitions : text.brokers);
    flag(this.element, 'data-tight', grid.kind === 'columns' && grid.column < 22);
    this.#long = grid.kind === 'columns' && grid.column > 70;
    this.#showBands(grid.kind === 'columns' ? bandWords(board) : []);
    this.#heads.sync(heads);
    heads.forEach(({ id }, column) => {
      const element = this.#heads.get(String(id));
      if (element instanceof HTMLElement) custom(element, '--column', column);
    });
  }

  #showBands(bands: ReturnType<typeof bandWords>): void {
    const shown = bands.map(({ words, columns }) => `${columns} ${words}`).join('|');
    if (this.#bands === shown) return;
    this.#bands = shown;
    let first = 0;
    this.#racks.replaceChildren(
      ...bands.map(({ words, columns }) => {
        const band = html('span', 'hw-tile-rack', html('span', '', words));
        custom(band, '--column', first);
        custom(band, '--columns', columns);
        first += columns;
        return band;
      }),
    );
    this.#racks.hidden = bands.length === 0;
  }

  #draw({ id }: HeadCell): Drawn<HeadCell> {
    const thing: Thing = { kind: 'broker', id };
    const name = html('span', 'hw-name');
    const state = html('span', 'hw-state');
    const said = html('span', 'hw-said');
    const element = html('th', 'hw-tile-head hw-head', name, state, said);
    element.setAttribute('role', 'columnheader');
    this.#stops.add(element, `broker|${id}`, { thing });
    this.#stops.heads.set(id, element);
    return {
      element,
      update: (scene) => {
        this.#stops.mark(element, thing);
        flag(element, 'data-down', scene.down);
        flag(element, 'data-focus', scene.focus);
        flag(element, 'data-unusual', scene.state !== '');
        const words = [scene.name, scene.state, scene.behind, scene.said].filter(Boolean).join(', ');
        mean(element, { thing, said: words });
        write(name, this.#long ? scene.name : String(scene.id));
        write(state, this.#long ? ` ${scene.state}` : '');
        write(said, this.#long ? scene.said : words);
        return false;
      },
    };
  }
}
