// Numbers as people read them: times with the unit that keeps two or three digits, offsets as ranges, brokers by name.

/** 450 µs · 1.2 ms · 31.2 s · 4 min 12 s */
export function duration(micros: number): string {
  const of = Math.abs(micros);
  if (of < 1000) return `${Math.round(of)} µs`;
  if (of < 999_950) return `${threeDigits(of / 1000)} ms`;
  if (of < 119_950_000) return `${threeDigits(of / 1_000_000)} s`;
  const seconds = Math.round(of / 1_000_000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

function threeDigits(value: number): string {
  if (value >= 99.95) return String(Math.round(value));
  return String(Math.round(value * 10) / 10);
}

/** A moment of the run, in seconds since its begin: 0.006 · 12.500 */
export function clock(micros: number): string {
  return (micros / 1_000_000).toFixed(3);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** offset 42 · offsets 42–44 */
export function offsets(base: number, count: number): string {
  return count === 1 ? `offset ${base}` : `offsets ${base}–${base + count - 1}`;
}

/** `none` stands for an empty set of brokers. */
export function brokers(ids: readonly number[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ');
}

/** b1 → broker 1, c1 → controller 1; a client keeps its name. */
export function nodeName(node: string): string {
  const [, letter, number] = node.match(/^([bc])(\d+)$/) ?? [];
  if (letter === undefined) return node;
  return `${letter === 'b' ? 'broker' : 'controller'} ${number}`;
}

/** Over a panel: `Broker 1`; what has a name of its own keeps it. */
export function titleName(node: string): string {
  const name = nodeName(node);
  return name === node ? node : sentenceCase(name);
}

/** one · one and two · one, two and three */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
