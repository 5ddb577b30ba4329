// How long a text is, about, and on the long side: where labels stand is decided before anything is drawn.

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
