// Which node stands for which thing, so that one listener serves the whole board.

import type { Thing } from '../model/thing';

/** What a click, Enter or the pointer finds. */
export interface Meaning {
  thing?: Thing;
  /** Clicking it opens the partition's row, or asks to produce to it, instead of selecting. */
  opens?: string;
  produces?: string;
  /** Something of the board itself, such as folding a topic. */
  acts?: () => void;
  /** Shown beside the pointer, instead of what the thing says of itself. */
  said?: string;
}

const meanings = new WeakMap<Element, Meaning>();

export function mean(element: Element, meaning: Meaning): void {
  meanings.set(element, meaning);
}

/** The innermost meaning among the elements of an event's path. */
export function meaningOf(path: readonly EventTarget[]): { meaning: Meaning; element: Element } | null {
  for (const target of path) {
    if (!(target instanceof Element)) continue;
    const meaning = meanings.get(target);
    if (meaning) return { meaning, element: target };
  }
  return null;
}
