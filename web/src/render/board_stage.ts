// The stage: keeps the board's DOM in step with the frames it is given.

import type { Thing } from '../model/thing';
import type { Frame } from '../scene/frame';

export interface BoardIntents {
  select(thing: Thing): void;
  /** The partition's row is asked to open (where only one can be). */
  open(partition: string): void;
  produceTo(partition: string): void;
}

export class BoardStage {
  readonly #root = document.createElement('div');

  /** `host` must be in the page already: the board's style sheet goes to its root. */
  constructor(host: HTMLElement | ShadowRoot, _intents: BoardIntents) {
    host.append(this.#root);
  }

  /** How many record cells per replica the board can show now: the `records` to ask the session for. */
  get records(): number {
    return 16;
  }

  update(frame: Frame): void {
    this.#root.textContent = `Position ${frame.board.position}`;
  }

  /** Removes the board and its observers. */
  destroy(): void {
    this.#root.remove();
  }
}
