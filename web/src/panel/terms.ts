// Texts in which each term stands over a dotted line and opens its definition.

import { html, type TemplateResult } from 'lit/html.js';
import { type Entry, markTerms } from '../text/glossary';

export function withTerms(text: string, seen?: Set<Entry>): (string | TemplateResult)[] {
  return markTerms(text, seen).map(({ text, entry }) => (entry === undefined ? text : term(text, entry)));
}

export function term(text: string, entry: Entry): TemplateResult {
  const opens = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open(event, entry);
  };
  // A button element would not break within a line, and would let its line break before a comma.
  return html`<span class="term" role="button" tabindex="0" title=${entry.definition} @click=${opens} @keydown=${opens}>${text}</span>`;
}

/** The one place where a definition opens; it stands at the end of the page's root. */
export function definitionPopover(): TemplateResult {
  return html`<div id="definition" class="definition" popover role="note"><strong></strong><p></p></div>`;
}

function open(event: Event, entry: Entry): void {
  const button = event.currentTarget as HTMLElement;
  const root = button.getRootNode() as ShadowRoot;
  const popover = root.getElementById('definition');
  if (popover === null) return;
  (popover.querySelector('strong') as HTMLElement).textContent = entry.term;
  (popover.querySelector('p') as HTMLElement).textContent = entry.definition;
  popover.showPopover();
  const at = button.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
  const top = at.bottom + size.height + 8 > innerHeight ? at.top - size.height - 4 : at.bottom + 4;
  popover.style.setProperty('left', `${left}px`);
  popover.style.setProperty('top', `${Math.max(8, top)}px`);
}
