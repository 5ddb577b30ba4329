// Elements of a picture as text. Whatever is not an element made here is escaped: keys and values of records, names of topics
// and clients may hold anything.

/** Text that is already markup. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Attributes = Record<string, string | number | null>;

/** Attributes that are null are left out. */
export function element(name: string, attributes: Attributes, ...children: (Markup | string)[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : child.text)).join('');
  return new Markup(inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** As it may stand in a text or an attribute, of XML and of HTML. */
export function escaped(text: string): string {
  return plain(text).replace(/[&<>"']/g, (letter) => entities[letter] as string);
}

/**
 * What cannot stand in a document, and what would turn the direction of what stands beside it, becomes U+FFFD: control
 * characters, halves of surrogate pairs, marks and overrides of direction.
 */
export function plain(text: string): string {
  const wrong = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
  return text.replace(wrong, (letter) => (letter === '\n' || letter === '\t' ? ' ' : '\ufffd'));
}
