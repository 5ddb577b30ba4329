// A menu as it is used: opened at a standstill, filled in, and done as a story line.

import type { Acting } from './acting';
import type { Intent } from './intent';
import type { Playing } from './playing';
import { isServer, type Showing } from './showing';
import { nodeOf, type Target, targetOf } from './target';
import { sameThing, type Thing } from './thing';

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
    if (this.#showing.state.adding && isServer(target)) {
      this.#showing.selectAlso(target as Thing);
      return;
    }
    if (this.#showing.state.playing !== null) this.#playing.pause();
    const { shown } = this.#showing.state;
    const about = this.#several(target) ?? (shown === null ? target : targetOf(shown.board, target));
    this.#showing.set({
      menu: { target: about, at: at ?? this.#showing.state.menu?.at ?? null, offer: null, error: null },
    });
    if (about.kind !== 'cluster' && about.kind !== 'connection' && about.kind !== 'several')
      this.#showing.select(about);
  }

  /** The menu of one of several that are selected is that of all of them. */
  #several(target: Target): Target | null {
    const { selected, also, shown } = this.#showing.state;
    if (selected === null || also.length === 0 || shown === null) return null;
    const all = [selected, ...also];
    if (target.kind === 'cluster' || target.kind === 'several' || !all.some((one) => sameThing(one, target)))
      return null;
    return { kind: 'several', nodes: all.flatMap((one) => nodeOf(shown.board, one) ?? []) };
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
    this.#showing.set({ menu: null, tab: 'happened', adding: false });
    this.#playing.play('forwards');
  }

  /** Turns to one entry of the open menu; to none goes back to the list. */
  offer(key: string | null): void {
    const { menu } = this.#showing.state;
    if (menu !== null) this.#showing.set({ menu: { ...menu, offer: key, error: null } });
  }
}
