// What changed from one value to the next, applied. tools/reels/change.mjs writes it, and says how.

export interface Clock {
  /** Fields that hold a moment of model time, written as how long it lies after `now`. */
  names: readonly string[];
  now: number;
}

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
type Fields = { [name: string]: Value };

/** What came into arrays so far; what is like something before it is written as a change to that. */
export type Slots = Value[];

/** The value after a change. What did not change is the same object as before. */
export function changed<T>(before: T, change: unknown, clock: Clock, slots: Slots): T {
  return after(before as Value, change as Value, clock, slots) as T;
}

function after(before: Value, change: Value, clock: Clock, slots: Slots): Value {
  if (change === null || typeof change !== 'object') return change;
  if (Array.isArray(before)) {
    if (Array.isArray(change)) return arrayAfter(before, change, clock, slots);
    const places = [...before];
    for (const [place, one] of Object.entries(change)) {
      places[Number(place)] = after(before[Number(place)] as Value, one, clock, slots);
    }
    return places;
  }
  if (before === null || typeof before !== 'object') return read(change, clock);
  if (Array.isArray(change)) return read(change[0] as Value, clock);
  const fields: Fields = { ...before };
  for (const [name, one] of Object.entries(change)) {
    fields[name] = moment(name, one, clock) ?? after(before[name] as Value, one, clock, slots);
  }
  return fields;
}

function arrayAfter(before: Value[], [went, ...came]: Value[], clock: Clock, slots: Slots): Value[] {
  const gone = new Set(went as number[]);
  return [...before.filter((_, place) => !gone.has(place)), ...came.map((one) => arrived(one, clock, slots))];
}

function arrived(one: Value, clock: Clock, slots: Slots): Value {
  if (one === null || typeof one !== 'object') return one;
  if (Array.isArray(one)) {
    const [slot, change] = one as [number, Value];
    slots[slot] = after(slots[slot] as Value, change, clock, slots);
    return slots[slot] as Value;
  }
  const value = read(one, clock);
  slots.push(value);
  return value;
}

function read(value: Value, clock: Clock): Value {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => read(one, clock));
  const fields: Fields = {};
  for (const [name, one] of Object.entries(value)) fields[name] = moment(name, one, clock) ?? read(one, clock);
  return fields;
}

function moment(name: string, value: Value, { names, now }: Clock): number | undefined {
  return typeof value === 'number' && names.includes(name) ? now + value : undefined;
}
