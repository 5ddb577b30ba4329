// Words in a picture: where they stand, and how long they are, about. What reads the picture has its own fonts, so lengths are
// estimated on the long side, and what may be too long is cut.

import { lengthOf } from '../../scene/length';

export interface Word {
  x: number;
  /** Of the line of text, its middle. */
  y: number;
  text: string;
  /** Name of a colour. */
  fill: string;
  size: number;
  bold?: boolean;
  mono?: boolean;
  anchor?: 'start' | 'middle' | 'end';
}

/** As much as fits, with a sign that there is more. */
export function cut(text: string, width: number, size: number, look: { bold?: boolean; mono?: boolean } = {}): string {
  if (lengthOf(text, size, look) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && lengthOf(`${letters.join('')}…`, size, look) > width) letters.pop();
  return `${letters.join('')}…`;
}

/** In lines; a word longer than a line is cut. */
export function lines(text: string, width: number, size: number, look: { bold?: boolean } = {}): string[] {
  const all: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = all.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && lengthOf(longer, size, look) <= width) all[all.length - 1] = longer;
    else all.push(cut(word, width, size, look));
  }
  return all;
}
