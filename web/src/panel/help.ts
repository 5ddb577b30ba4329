// What one sees, the keys, the terms.

import { ref } from 'lit/directives/ref.js';
import { html, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import { glossary } from '../text/glossary';
import { type HelpRow, helpKeys, helpWords, page } from '../text/page';
import { icon } from './icon';
import { leftOutPart } from './left_out';

export function help(open: boolean, send: Send): TemplateResult {
  const show = (element: Element | undefined) => {
    const dialog = element as HTMLDialogElement | undefined;
    if (dialog === undefined || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  };
  return html`<dialog class="help" ${ref(show)} aria-labelledby="help-title" @close=${() => send({ want: 'help', open: false })}>
    ${open ? content(send) : ''}
  </dialog>`;
}

function content(send: Send): TemplateResult {
  return html`<div class="help-head">
      <h2 id="help-title" tabindex="-1" autofocus>${helpWords.title}</h2>
      <button type="button" class="plain" aria-label=${page.close} @click=${() => send({ want: 'help', open: false })}>${icon('close')}</button>
    </div>
    <p>${page.whatItIs}</p>
    <p>${helpWords.intro}</p>
    <p><a href=${new URL('./conformance.html', import.meta.url).href} target="_blank" rel="noopener">${helpWords.conformance}</a></p>
    <h3>${helpWords.everywhere}</h3>
    ${keys(helpKeys.everywhere)}
    <h3>${helpWords.onBoard}</h3>
    ${keys(helpKeys.onBoard)}
    <h3>${helpWords.inTimeBar}</h3>
    ${keys(helpKeys.inTimeBar)}
    <h3>${helpWords.terms}</h3>
    <dl class="terms">${glossary.map(({ term, definition }) => html`<dt>${term}</dt><dd>${definition}</dd>`)}</dl>
    ${leftOutPart()}`;
}

function keys(rows: readonly HelpRow[]): TemplateResult {
  return html`<dl class="keys">
    ${rows.map(({ keys, does }) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd>`)}
  </dl>`;
}
