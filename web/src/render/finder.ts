// Above the overview of a large board: how many partitions there are and how they are, a field to find some, and a switch to
// see only those that are in trouble.

import type { Board } from '../engine/view';
import { boardText as text } from '../text/board';
import { html, write } from './nodes';

export class Finder {
  readonly element = html('div', 'hw-finder');
  readonly #field = html('input', '');
  readonly #troubled = html('input', '');
  readonly #counts = html('span', 'hw-counts hw-quiet');

  constructor(changed: () => void) {
    this.#field.type = 'search';
    this.#field.placeholder = text.find;
    this.#field.setAttribute('aria-label', text.find);
    this.#troubled.type = 'checkbox';
    this.#field.addEventListener('input', changed);
    this.#troubled.addEventListener('change', changed);
    // Keys of the board and of the page are letters here.
    this.#field.addEventListener('keydown', (event) => event.stopPropagation());
    this.#counts.setAttribute('role', 'status');
    const only = html('label', '', this.#troubled, ` ${text.onlyTroubled}`);
    this.element.append(this.#field, only, this.#counts);
  }

  get find(): string {
    return this.#field.value.trim();
  }

  get troubled(): boolean {
    return this.#troubled.checked;
  }

  update({ partitionCount, topics }: Board): void {
    const sum = (count: (topic: Board['topics'][number]) => number): number =>
      topics.reduce((all, topic) => all + count(topic), 0);
    const found = this.find !== '' || this.troubled ? sum(({ matching }) => matching) : null;
    const counts = {
      noLeader: sum(({ noLeader }) => noLeader),
      underMinIsr: sum(({ underMinIsr }) => underMinIsr),
      underReplicated: sum(({ underReplicated }) => underReplicated),
    };
    write(this.#counts, text.counts(partitionCount, found, counts));
  }
}
