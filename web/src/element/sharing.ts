// The dialog that shares: loaded when it is first asked for.

import type { State } from '../model/state';
import type { Store } from '../model/store';
import type { ShareDialog } from '../share/dialog';
import { partMissing } from '../text/trouble';

export class Sharing {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #copied: (link: string) => void;
  #dialog: ShareDialog | null = null;
  #isOpen = false;

  /** `copied` is told of a link that the person has taken. */
  constructor(host: HTMLElement, root: ShadowRoot, copied: (link: string) => void) {
    this.#host = host;
    this.#root = root;
    this.#copied = copied;
  }

  shows({ sharing }: State, store: Store): void {
    if (sharing === this.#isOpen) return;
    this.#isOpen = sharing;
    if (sharing) void this.#open(store);
    else this.#dialog?.close();
  }

  end(): void {
    this.#dialog?.end();
    this.#dialog = null;
  }

  async #open(store: Store): Promise<void> {
    const share = await import('../share/dialog').catch(() => null);
    if (share === null) {
      store.send({ want: 'share', open: false });
      store.refuseLink(partMissing);
      return;
    }
    this.#dialog ??= new share.ShareDialog(this.#host, this.#root, this.#copied);
    if (this.#isOpen) this.#dialog.open(store);
  }
}
