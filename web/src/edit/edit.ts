// The dialog that changes the run as a whole. It comes on demand and keeps what only it needs: what was typed and not done.

import { html, type TemplateResult } from 'lit/html.js';
import type { StoryError } from '../engine/view';
import type { Editing } from '../model/state';
import type { Store } from '../model/store';
import { TabbedDialog } from '../panel/tabbed_dialog';
import { editWords as words } from '../text/edit';
import style from './edit.css?inline';
import { Rules } from './rules';
import { Settings } from './settings';
import { StoryText } from './story';

type Tab = Editing['tab'];

const tabs = ['settings', 'rules', 'story'] as const satisfies readonly Tab[];

export class EditDialog {
  readonly #root: ShadowRoot;
  readonly #dialog: TabbedDialog<Tab>;
  readonly #settings = new Settings(
    () => this.#draw(),
    (text, error) => this.#asText(text, error),
  );
  readonly #rules = new Rules(() => this.#draw());
  readonly #story = new StoryText(
    () => this.#draw(),
    () => this.#store?.send({ want: 'edit', editing: null }),
  );
  #store: Store | null = null;
  #tab: Tab | null = null;

  constructor(root: ShadowRoot) {
    this.#root = root;
    this.#dialog = new TabbedDialog(root, {
      ...{ name: 'edit', tabs, words, style },
      turn: (tab) => this.#turn(tab),
      closed: () => this.#store?.send({ want: 'edit', editing: null }),
      panel: (tab) => this.#panel(tab),
    });
  }

  open(store: Store, { tab, of }: Editing): void {
    this.#store = store;
    if (of !== null) this.#settings.turnTo(of);
    this.#turn(tab);
    this.#root.querySelector<HTMLElement>('.edit [data-first]')?.focus();
  }

  close(): void {
    this.#tab = null;
    this.#draw();
  }

  end(): void {
    this.#dialog.end();
  }

  #turn(tab: Tab): void {
    this.#tab = tab;
    if (tab === 'story' && this.#store !== null) this.#story.open(this.#store);
    this.#draw();
  }

  #asText(text: string, error: StoryError): void {
    this.#turn('story');
    this.#story.turnTo(text, error);
    this.#draw();
  }

  #draw(): void {
    this.#dialog.draw(this.#tab);
  }

  #panel(tab: Tab): TemplateResult {
    const store = this.#store;
    if (store === null) return html``;
    switch (tab) {
      case 'settings':
        return this.#settings.draw(store);
      case 'rules':
        return this.#rules.draw(store);
      case 'story':
        return this.#story.draw(store);
    }
  }
}
