// The order of the brokers' columns: those of one rack stand together, so that a rack is one band over its columns.

import type { Board, BrokerView } from '../engine/view';

export interface Band {
  /** None of brokers that have no rack. */
  rack: string | null;
  columns: number;
}

export function columnsOf({ brokers }: Board): BrokerView[] {
  return brokers.toSorted((a, b) => {
    if (a.rack === b.rack) return a.id - b.id;
    if (a.rack === null || b.rack === null) return a.rack === null ? 1 : -1;
    return a.rack < b.rack ? -1 : 1;
  });
}

/** One for each rack, in the order of the columns; none when no broker has a rack. */
export function bandsOf(columns: readonly BrokerView[]): Band[] {
  const bands: Band[] = [];
  for (const { rack } of columns) {
    const last = bands.at(-1);
    if (last !== undefined && last.rack === rack) last.columns += 1;
    else bands.push({ rack, columns: 1 });
  }
  return bands.some(({ rack }) => rack !== null) ? bands : [];
}
