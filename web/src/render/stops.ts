// What the arrow keys reach on the board, and where processes stand on it. Every view of the board adds its own.

import { sameThing, type Thing } from '../model/thing';
import { attribute } from './nodes';
import { type Meaning, mean } from './things';

export class Stops {
  readonly byKey = new Map<string, HTMLElement>();
  /** Controllers, producers and consumers. */
  readonly nodes = new Map<string, HTMLElement>();
  /** Heads of brokers' columns. */
  readonly heads = new Map<number, HTMLElement>();
  selected: Thing | null = null;
  /** Selected together with it. */
  also: readonly Thing[] = [];

  add(element: HTMLElement, key: string, meaning: Meaning): void {
    element.tabIndex = -1;
    this.byKey.set(key, element);
    mean(element, meaning);
  }

  mark(element: HTMLElement, thing: Thing): void {
    const isSelected = sameThing(this.selected, thing) || this.also.some((other) => sameThing(other, thing));
    attribute(element, 'aria-selected', isSelected ? 'true' : null);
  }

  /** What is no longer there. */
  forget(): void {
    for (const map of [this.byKey, this.nodes, this.heads] as Map<unknown, HTMLElement>[]) {
      for (const [key, element] of map) if (!element.isConnected) map.delete(key);
    }
  }
}
