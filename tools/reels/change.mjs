// What changed from one value to the next, as short as gzip likes it. web/src/engine/change.ts applies it; both say the same
// thing:
//
// - of an object, the fields that changed, each with its own change; one of another shape is `[now]`
// - of an array as long as before, the places that changed: `{ "3": change }`; else `[[places that went], ...what came]`
// - what comes into an array is itself, or `[slot, change]` from the last thing in that slot; each that comes as itself
//   takes the next slot
// - a number under one of `clock.names` is how long it lies after `clock.now`
// - all else is the value itself

/** What came into arrays, by likeness: how it is written when something like it comes. */
export class Slots {
  #slots = new Map();

  /** The slot of the last thing like this one; none when there is none. */
  last(value) {
    return this.#slots.get(likeness(value));
  }

  /** Puts a thing in the place of the last one like it, or into a new slot. Things inside it came before. */
  put(value) {
    this.#slots.set(likeness(value), { slot: this.last(value)?.slot ?? this.#slots.size, value });
  }
}

const likeness = (value) => JSON.stringify([Object.keys(value), value.kind, value.from, value.to, value.api]);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export function change(before, now, clock, slots) {
  if (Array.isArray(before) && Array.isArray(now)) return changeOfArray(before, now, clock, slots);
  if (!isObject(before)) return written(now, clock);
  if (!isObject(now)) return now === null || typeof now !== 'object' ? now : [written(now, clock)];
  if (!same(Object.keys(before), Object.keys(now)) || before.kind !== now.kind) return [written(now, clock)];
  const changed = Object.keys(now).filter((name) => !same(before[name], now[name]));
  return Object.fromEntries(
    changed.map((name) => [name, timed(name, now[name], clock) ?? change(before[name], now[name], clock, slots)]),
  );
}

function changeOfArray(before, now, clock, slots) {
  const [a, b] = [before, now].map((array) => array.map((value) => JSON.stringify(value)));
  if (a.length === b.length && now.every((value, place) => !isObject(value) || value.key === before[place].key)) {
    const places = now.map((_, place) => place).filter((place) => a[place] !== b[place]);
    return Object.fromEntries(places.map((place) => [place, change(before[place], now[place], clock, slots)]));
  }
  const went = [];
  let kept = 0;
  a.forEach((value, place) => {
    if (value === b[kept]) kept += 1;
    else went.push(place);
  });
  return [went, ...now.slice(kept).map((value) => came(value, clock, slots))];
}

function came(value, clock, slots) {
  if (!isObject(value)) return value;
  const last = slots.last(value);
  const brief = last === undefined ? written(value, clock) : [last.slot, change(last.value, value, clock, slots)];
  slots.put(value);
  return brief;
}

function written(value, clock) {
  if (Array.isArray(value)) return value.map((one) => written(one, clock));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, timed(name, field, clock) ?? written(field, clock)]),
  );
}

function timed(name, value, { names, now }) {
  return typeof value === 'number' && names.includes(name) ? value - now : undefined;
}
