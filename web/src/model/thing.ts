// What can be selected on the board and asked about.

export type Thing =
  | { kind: 'broker'; id: number }
  | { kind: 'controller'; node: string }
  | { kind: 'replica'; partition: string; broker: number }
  | { kind: 'record'; partition: string; broker: number; offset: number }
  | { kind: 'message'; key: string }
  | { kind: 'parked'; key: string }
  | { kind: 'producer'; node: string }
  | { kind: 'consumer'; node: string }
  | { kind: 'partition'; name: string }
  /** Between two processes; all connections of the one when there is no other. */
  | { kind: 'connection'; from: string; to: string | null };

export function sameThing(a: Thing | null, b: Thing | null): boolean {
  if (a === null || b === null) return a === b;
  const fields = Object.entries(a);
  return fields.every(([name, value]) => (b as unknown as Record<string, unknown>)[name] === value);
}
