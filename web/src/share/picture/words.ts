// Words in a picture: where they stand, and how long they are, about. What reads the picture has its own fonts, so lengths are
// estimated on the long side, and what may be too long is cut.

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

const narrow = /[iIjlt.,;:'|!()[\] f·]/;
const wide = /[mwMW@%—…★☆]/;
const tall = /[A-Z0-9]/;

/** In px, of text of a size. */
export function lengthOf(text: string, size: number, { bold = false, mono = false } = {}): number {
  let ems = 0;
  for (const letter of text) {
    if (letter >= '\u2e80') ems += 1.05;
    else if (mono) ems += 0.61;
    else ems += narrow.test(letter) ? 0.32 : wide.test(letter) ? 0.92 : tall.test(letter) ? 0.66 : 0.56;
  }
  return ems * size * (bold ? 1.05 : 1);
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
