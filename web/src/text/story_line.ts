// Story lines as a person's act writes them.

export interface Produced {
  topic: string;
  key: string;
  value: string;
  partition: 'auto' | number;
  acks: string;
  headers: string;
  /** How many; one when it is empty. */
  count: string;
  /** Records per second; all at once when it is empty. */
  rate: string;
  /** The producer that sends it; the story's own one when there is none. */
  from: string | null;
}

export function produceLine({ topic, key, value, partition, acks, headers, count, rate, from }: Produced): string {
  const words = ['produce', topic];
  const many = count !== '' && count !== '1';
  const [, stem, first] = (many && /^(.*?)(\d+)$/.exec(key)) || [];
  // Several records count on from a key that ends in a number.
  if (stem !== undefined) words.push(`key=${quoted(`${stem}{n}`)}`, `first=${Number(first)}`);
  else if (key !== '') words.push(`key=${quoted(key)}`);
  words.push(`value=${quoted(value)}`);
  if (headers !== '') words.push(`headers=${quoted(headers)}`);
  if (many || rate !== '') words.push(`count=${quoted(count === '' ? '1' : count)}`);
  if (rate !== '') words.push(`rate=${quoted(rate)}`);
  if (partition !== 'auto') words.push(`partition=${partition}`);
  words.push(`acks=${acks}`);
  if (from !== null) words.push(`from=${from}`);
  return words.join(' ');
}

/** As it is when it is one plain word, else in quotes. */
export function quoted(text: string): string {
  if (/^[\w.:/+,>-]+$/.test(text)) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
