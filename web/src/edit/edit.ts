// The dialog that changes the run as a whole. It comes on demand and keeps what only it needs: what was typed and not done.

import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { StoryError } from '../engine/view';
import type { Editing } from '../model/state';
import type { Store } from '../model/store';
import { icon } from '../panel/icon';
import { editWords as words } from '../text/edit';
import style from './edit.css?inline';
import { Rules } from './rules';
import { Settings } from './settings';
import { StoryText } from './story';

type Tab = Editing['tab'];

const tabs = ['settings', 'rules', 'story'] as const satisfies readonly Tab[];

export class EditDialog {
  readonly #root: ShadowRoot;
  readonly #place = document.createElement('div');
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
    root.adoptedStyleSheets.push(sheet());
    root.append(this.#place);
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
    render(nothing, this.#place);
    this.#place.remove();
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
    const [store, tab] = [this.#store, this.#tab];
    const closed = () => {
      if (this.#tab !== null) store?.send({ want: 'edit', editing: null });
    };
    render(
      html`<dialog class="edit" aria-labelledby="edit-title" @close=${closed} @keydown=${inDialog}>
        ${
          store === null || tab === null
            ? nothing
            : html`<div class="edit-head">
                <h2 id="edit-title">${words.title}</h2>
                <button type="button" class="plain icon-button" aria-label=${words.close} @click=${closed}>${icon('close')}</button>
              </div>
              <div class="edit-tabs" role="tablist" aria-labelledby="edit-title" @keydown=${(event: KeyboardEvent) => this.#tabKey(event)}>
                ${tabs.map((one) => this.#tabButton(one))}
              </div>
              <div class="edit-panel ${tab}" role="tabpanel" id="edit-panel" aria-labelledby="edit-tab-${tab}">${this.#panel(store, tab)}</div>`
        }
      </dialog>`,
      this.#place,
    );
    const dialog = this.#place.querySelector('dialog');
    if (dialog === null || dialog.open === (tab !== null)) return;
    if (tab === null) dialog.close();
    else dialog.showModal();
  }

  #panel(store: Store, tab: Tab): TemplateResult {
    switch (tab) {
      case 'settings':
        return this.#settings.draw(store);
      case 'rules':
        return this.#rules.draw(store);
      case 'story':
        return this.#story.draw(store);
    }
  }

  #tabButton(tab: Tab): TemplateResult {
    const isOpen = tab === this.#tab;
    return html`<button type="button" role="tab" id="edit-tab-${tab}" aria-controls="edit-panel" aria-selected=${isOpen}
      tabindex=${isOpen ? 0 : -1} @click=${() => this.#turn(tab)}>${words.tabs[tab]}</button>`;
  }

  #tabKey(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = this.#tab === null ? undefined : tabs[tabs.indexOf(this.#tab) + (by ?? 0)];
    if (by === undefined || next === undefined) return;
    event.preventDefault();
    this.#turn(next);
    this.#root.querySelector<HTMLElement>(`#edit-tab-${next}`)?.focus();
  }
}

/** Keys of the page, such as those that step, do not count in here. */
function inDialog(event: KeyboardEvent): void {
  event.stopPropagation();
}

let shared: CSSStyleSheet | undefined;

function sheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(style);
  }
  return shared;
}
