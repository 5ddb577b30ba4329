// Rows of the overview: of a topic its heading, of a partition its name and one cell for each replica. What a cell says is
// kept beside it until there is time to say it.

import type { Thing } from '../model/thing';
import type { OverviewLayout, TopicBlock } from '../scene/overview';
import { type TileScene, tileRect } from '../scene/tile';
import { attribute, type Drawn, flag, html, write } from './nodes';
import type { Stops } from './stops';
import { mean } from './things';

export interface RowOfTiles {
  partition: string;
  /** px from the list's top. */
  y: number;
  /** Its number in the whole table, from 1. */
  index: number;
  tiles: TileScene[];
  isOpen: boolean;
  warnings: string;
  layout: OverviewLayout;
  columns: number;
}

export function drawRow({ partition }: RowOfTiles, stops: Stops): Drawn<RowOfTiles> {
  const thing: Thing = { kind: 'partition', name: partition };
  const name = html('span', '', shortened(partition));
  const head = html('th', 'hw-tile-name', name);
  head.setAttribute('role', 'rowheader');
  head.setAttribute('aria-label', partition);
  head.title = partition;
  const end = html('td', 'hw-tile-end hw-warnings');
  end.setAttribute('role', 'gridcell');
  const element = html('tr', 'hw-tile-row', head, end);
  element.setAttribute('role', 'row');
  stops.add(head, `row|${partition}`, { thing, opens: partition });
  const cells = new Map<number, HTMLElement>();
  const cellOf = (broker: number): HTMLElement => {
    let cell = cells.get(broker);
    if (cell === undefined) {
      cell = html('td', 'hw-tile-cell');
      cell.setAttribute('role', 'gridcell');
      cells.set(broker, cell);
      end.before(cell);
      stops.add(cell, `tile|${partition}|${broker}`, { thing: { kind: 'replica', partition, broker } });
    }
    return cell;
  };
  return {
    element,
    update: ({ y, index, tiles, isOpen, warnings, layout, columns }) => {
      move(element, y);
      attribute(element, 'aria-rowindex', index);
      attribute(head, 'aria-expanded', String(isOpen));
      flag(element, 'data-open', isOpen);
      stops.mark(head, thing);
      for (const [broker, cell] of cells) {
        if (tiles.some((tile) => tile.broker === broker)) continue;
        cell.remove();
        cells.delete(broker);
      }
      for (const tile of tiles) {
        const cell = cellOf(tile.broker);
        const { x, width } = tileRect(tile, layout.grid, 0, layout.rowHeight);
        const place = `translateX(${Math.round(x)}px)`;
        if (cell.style.transform !== place) cell.style.transform = place;
        if (cell.style.inlineSize !== `${Math.round(width)}px`) cell.style.inlineSize = `${Math.round(width)}px`;
        const meant: Thing = { kind: 'replica', partition, broker: tile.broker };
        stops.mark(cell, meant);
        if (attribute(cell, 'data-said', tile.said)) {
          mean(cell, { thing: meant, said: tile.said });
        }
        attribute(cell, 'aria-colindex', tile.column + 2);
      }
      attribute(end, 'aria-colindex', columns + 2);
      write(end, warnings);
      return false;
    },
  };
}

export interface RowOfTopic extends TopicBlock {
  /** Its number in the whole table, from 1. */
  index: number;
  said: string;
}

export function drawTopic({ topic }: RowOfTopic, stops: Stops, fold: () => void): Drawn<RowOfTopic> {
  const name = html('span', 'hw-partition-name', topic);
  const said = html('span', 'hw-quiet');
  const button = html('span', 'hw-topic', name, said);
  button.setAttribute('role', 'button');
  const head = html('th', '', button);
  head.setAttribute('role', 'rowheader');
  const element = html('tr', 'hw-topic-row', head);
  element.setAttribute('role', 'row');
  stops.add(button, `topic|${topic}`, { acts: fold });
  return {
    element,
    update: (block) => {
      move(element, block.y);
      attribute(element, 'aria-rowindex', block.index);
      attribute(button, 'aria-expanded', String(!block.folded));
      write(said, block.said);
      return false;
    },
  };
}

function move(element: HTMLElement, y: number): void {
  const place = `translateY(${y}px)`;
  if (element.style.transform !== place) element.style.transform = place;
}

/** The number is what tells partitions apart: of a long name the beginning goes. */
function shortened(partition: string): string {
  return partition.length > 15 ? `…${partition.slice(-14)}` : partition;
}
