// What went wrong, and the way on. In place of the board when there is none, else above it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { page } from '../text/page';
import { type Trouble, troubleText, wayWords } from '../text/trouble';
import { icon } from './icon';

export function trouble(what: Trouble, onWay: () => void, onDismiss: (() => void) | null): TemplateResult {
  const { title, text, way, calm = false } = troubleText(what);
  return html`<section class="trouble ${calm ? 'calm' : ''}" role=${calm ? 'status' : 'alert'}>
    <div>
      <h2>${title}</h2>
      <p>${text}</p>
    </div>
    ${way === null ? nothing : html`<button type="button" class="primary" @click=${onWay}>${wayWords[way]}</button>`}
    ${
      onDismiss === null
        ? nothing
        : html`<button type="button" class="plain" aria-label=${page.close} @click=${onDismiss}>${icon('close')}</button>`
    }
  </section>`;
}
