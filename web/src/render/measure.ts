// Reads from the page where the table has put things. Only after the structure or the size changed.

import type { Geometry, Layout, Rect, ReplicaPlace } from '../scene/geometry';
import type { Stops } from './stops';
import type { TableView } from './table_view';

export const emOf = (root: HTMLElement): number => Number.parseFloat(getComputedStyle(root).fontSize) || 13;

export interface Measured {
  table: TableView;
  stops: Stops;
  /** Stands above the free band. */
  band: HTMLElement;
  ruler: HTMLElement;
}

export function measure(
  root: HTMLElement,
  { table, stops, band, ruler }: Measured,
  { layout, overview }: { layout: Layout; overview: boolean },
  em: number,
): Geometry {
  const origin = root.getBoundingClientRect();
  const rect = (element: Element): Rect => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left - origin.left, y: top - origin.top, width, height };
  };
  const replicas = new Map<string, ReplicaPlace>();
  const heads = new Map<number, Rect>();
  for (const [key, { panel, slot, name, broker }] of table.slots) {
    const strip = rect(slot);
    if (strip.height === 0) continue;
    replicas.set(key, { panel: rect(panel), strip });
    if (layout === 'narrow' && !overview)
      heads.set(broker, { ...rect(panel), y: rect(name).y, height: rect(name).height });
  }
  if (layout === 'wide' || overview) for (const [id, element] of stops.heads) heads.set(id, rect(element));
  const above = rect(band);
  return {
    layout,
    overview,
    width: origin.width,
    height: origin.height,
    em,
    digit: ruler.getBoundingClientRect().width / 10 || 0.52 * em,
    replicas,
    heads,
    nodes: new Map(
      [...stops.nodes].map(([node, element]) => [node, rect(layout === 'narrow' ? whole(element) : element)]),
    ),
    bandY: above.y + above.height - 0.5 * em,
  };
}

/** One above the other, a client takes the whole line: its wire starts at the line's end. */
const whole = (element: HTMLElement): HTMLElement => element.closest<HTMLElement>('.hw-client') ?? element;
