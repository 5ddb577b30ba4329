// A dialog of tabs over the page: its head, its tabs, gone through by arrows, and one panel. What stands in the panel, and what
// a tab or its end means, is its owner's.

import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { icon } from './icon';
import style from './tabbed_dialog.css?inline';

export interface TabbedDialogOwner<Tab extends string> {
  /** Begins the class and the ids of its parts. */
  name: string;
  /** In the order they stand in. */
  tabs: readonly Tab[];
  words: { title: string; close: string; tabs: Readonly<Record<Tab, string>> };
  /** On top of the dialog's own. */
  style: string;
  turn(tab: Tab): void;
  closed(): void;
  panel(tab: Tab): TemplateResult;
}

export class TabbedDialog<Tab extends string> {
  readonly #root: ShadowRoot;
  readonly #owner: TabbedDialogOwner<Tab>;
  readonly #place = document.createElement('div');
  #tab: Tab | null = null;

  constructor(root: ShadowRoot, owner: TabbedDialogOwner<Tab>) {
    this.#root = root;
    this.#owner = owner;
    root.adoptedStyleSheets.push(sheet(style), sheet(owner.style));
    root.append(this.#place);
  }

  /** Shows the tab as it is now; null closes. */
  draw(tab: Tab | null): void {
    this.#tab = tab;
    const { name } = this.#owner;
    const closed = () => {
      if (this.#tab !== null) this.#owner.closed();
    };
    render(
      html`<dialog class="tabbed ${name}" aria-labelledby="${name}-title" @close=${closed} @keydown=${inDialog}>
        ${tab === null ? nothing : this.#content(tab, closed)}
      </dialog>`,
      this.#place,
    );
    const dialog = this.#place.querySelector('dialog');
    if (dialog === null || dialog.open === (tab !== null)) return;
    if (tab === null) dialog.close();
    else dialog.showModal();
  }

  end(): void {
    render(nothing, this.#place);
    this.#place.remove();
  }

  #content(tab: Tab, closed: () => void): TemplateResult {
    const { name, tabs, words, panel } = this.#owner;
    return html`<div class="tabbed-head">
        <h2 id="${name}-title">${words.title}</h2>
        <button type="button" class="plain icon-button" aria-label=${words.close} @click=${closed}>${icon('close')}</button>
      </div>
      <div class="tabbed-tabs" role="tablist" aria-labelledby="${name}-title" @keydown=${(event: KeyboardEvent) => this.#tabKey(event)}>
        ${tabs.map((one) => this.#tabButton(one))}
      </div>
      <div class="${name}-panel ${tab}" role="tabpanel" id="${name}-panel" aria-labelledby="${name}-tab-${tab}">${panel(tab)}</div>`;
  }

  #tabButton(tab: Tab): TemplateResult {
    const { name, words, turn } = this.#owner;
    const isOpen = tab === this.#tab;
    return html`<button type="button" role="tab" id="${name}-tab-${tab}" aria-controls="${name}-panel" aria-selected=${isOpen}
      tabindex=${isOpen ? 0 : -1} data-name=${words.tabs[tab]} @click=${() => turn(tab)}>${words.tabs[tab]}</button>`;
  }

  #tabKey(event: KeyboardEvent): void {
    const { name, tabs, turn } = this.#owner;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = this.#tab === null ? undefined : tabs[tabs.indexOf(this.#tab) + (by ?? 0)];
    if (by === undefined || next === undefined) return;
    event.preventDefault();
    turn(next);
    this.#root.querySelector<HTMLElement>(`#${name}-tab-${next}`)?.focus();
  }
}

/** Keys of the page, such as those that step, do not count in here. */
function inDialog(event: KeyboardEvent): void {
  event.stopPropagation();
}

const sheets = new Map<string, CSSStyleSheet>();

/** One for all elements of a page. */
function sheet(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known !== undefined) return known;
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  sheets.set(text, made);
  return made;
}
