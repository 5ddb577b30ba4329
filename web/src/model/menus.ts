// A menu as it is used: opened at a standstill, filled in, and done as a story line.

import type { Acting } from './acting';
import type { Intent } from './intent';
import { targetOf } from './menu';
import type { Playing } from './playing';
import type { Showing } from './showing';

export class Menus {
  readonly #showing: Showing;
  readonly #playing: Playing;
  readonly #acting: Acting;

  constructor(showing: Showing, playing: Playing, acting: Acting) {
    this.#showing = showing;
    this.#playing = playing;
    this.#acting = acting;
  }

  /** Time stands while a menu is open: what is done there is done at the moment one has seen. */
  open({ target, at = null }: Intent & { want: 'menu' }): void {
    if (target === null) {
      this.#showing.set({ menu: null });
      return;
    }
    if (this.#showing.state.playing !== null) this.#playing.pause();
    const { shown } = this.#showing.state;
    const about = shown === null ? target : targetOf(shown.board, target);
    this.#showing.set({
      menu: { target: about, at: at ?? this.#showing.state.menu?.at ?? null, offer: null, error: null },
    });
    if (target.kind !== 'cluster' && target.kind !== 'connection') this.#showing.select(target);
  }

  enter({ key, value }: Intent & { want: 'enter' }): void {
    const { entered, menu } = this.#showing.state;
    this.#showing.set({ entered: { ...entered, [key]: value }, menu: menu === null ? null : { ...menu, error: null } });
  }

  act(line: string): void {
    const error = this.#acting.act(line);
    const { menu } = this.#showing.state;
    if (error !== null) {
      if (menu !== null) this.#showing.set({ menu: { ...menu, error } });
      return;
    }
    this.#showing.set({ menu: null, tab: 'happened' });
    this.#playing.play('forwards');
  }

  /** Turns to one entry of the open menu; to none goes back to the list. */
  offer(key: string | null): void {
    const { menu } = this.#showing.state;
    if (menu !== null) this.#showing.set({ menu: { ...menu, offer: key, error: null } });
  }
}
