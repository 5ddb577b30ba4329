// The dialog that changes the run as a whole: loaded when it is first asked for.

import type { EditDialog } from '../edit/edit';
import type { Editing as Asked, State } from '../model/state';
import type { Store } from '../model/store';
import { partMissing } from '../text/trouble';

export class Editing {
  readonly #root: ShadowRoot;
  #dialog: EditDialog | null = null;
  #asked: Asked | null = null;

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  shows({ editing }: State, store: Store): void {
    if (editing === this.#asked) return;
    this.#asked = editing;
    if (editing === null) this.#dialog?.close();
    else void this.#open(store, editing);
  }

  end(): void {
    this.#dialog?.end();
    this.#dialog = null;
  }

  async #open(store: Store, editing: Asked): Promise<void> {
    const edit = await import('../edit/edit').catch(() => null);
    if (edit === null) {
      store.send({ want: 'edit', editing: null });
      store.refuseLink(partMissing);
      return;
    }
    this.#dialog ??= new edit.EditDialog(this.#root);
    if (this.#asked === editing) this.#dialog.open(store, editing);
  }
}
