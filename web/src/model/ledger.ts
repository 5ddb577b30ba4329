// The ledger while it is open: which part of it is shown, which of its rows is open to its chain.

import type { LedgerRow } from '../engine/view';
import type { Thing } from './thing';

export interface OpenLedger {
  part: 'records' | 'costs';
  /** Of the row that is open. */
  row: string | null;
}

/** The newest records that have a row. */
export const ROWS = 200;

/** The same record has the same name at every moment of a run. */
export function rowName({ producer, n }: LedgerRow): string {
  return `${producer} ${n}`;
}

/** The record on the board: in the leader's log, or else wherever it lies. */
export function recordOf({ partition, copies }: LedgerRow): Thing | null {
  const held = copies.filter(({ offset }) => offset !== null);
  const copy = held.find(({ leads }) => leads) ?? held[0];
  if (partition === null || copy === undefined || copy.offset === null) return null;
  return { kind: 'record', partition, broker: copy.broker, offset: copy.offset };
}
