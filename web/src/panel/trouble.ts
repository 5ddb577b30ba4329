// What went wrong, and the way on. In place of the board when there is none, else above it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { page } from '../text/page';
import { faultWords, type Trouble, troubleText, wayWords } from '../text/trouble';
import { icon } from './icon';

export function trouble(
  what: Trouble,
  onWay: () => void,
  onDismiss: (() => void) | null,
  faultLink: string | null = null,
): TemplateResult {
  const { title, text, way, calm = false } = troubleText(what);
  return html`<section class="trouble ${calm ? 'calm' : ''}" role=${calm ? 'status' : 'alert'}>
    <div>
      <h2>${title}</h2>
      <p>${text}</p>
      ${faultLink === null ? nothing : reproduces(faultLink)}
    </div>
    ${way === null ? nothing : html`<button type="button" class="primary" @click=${onWay}>${wayWords[way]}</button>`}
    ${
      onDismiss === null
        ? nothing
        : html`<button type="button" class="plain" aria-label=${page.close} @click=${onDismiss}>${icon('close')}</button>`
    }
  </section>`;
}

/** A link to copy; where the page may not write to the clipboard, it is selected. */
function reproduces(link: string): TemplateResult {
  const copy = async (event: Event) => {
    const place = (event.currentTarget as HTMLElement).parentElement as HTMLElement;
    const field = place.querySelector('input') as HTMLInputElement;
    const said = place.querySelector('[role="status"]') as HTMLElement;
    field.select();
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    said.textContent = isCopied ? faultWords.copied : faultWords.notCopied;
  };
  return html`<div class="fault-link">
    <label><span>${faultWords.reproduces}</span>
      <input readonly .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></label>
    <button type="button" class="quiet-button" @click=${copy}>${faultWords.copy}</button>
    <span class="quiet" role="status"></span>
  </div>`;
}
