// The question asked for the person, and the chain that answers it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import type { Entry } from '../text/glossary';
import { page } from '../text/page';
import { becauseSentence, whyTitle } from '../text/why';
import { withTerms } from './terms';

export function why({ shown, selected }: State, off: string, send: Send): TemplateResult {
  const { question = null, chain = [], board } = shown ?? {};
  const seen = new Set<Entry>();
  const named = question !== null && 'partition' in question && (board?.partitions.length ?? 0) > 1;
  return html`<section class="why ${off}" part="why" aria-labelledby="why-title">
    <h3 id="why-title">${question === null ? page.why : whyTitle(question, chain)}</h3>
    ${named ? html`<p class="quiet about"><code>${question.partition}</code></p>` : nothing}
    ${
      chain.length === 0
        ? html`<p class="quiet">${page.nothingToAsk}</p>`
        : html`<ol class="chain">${chain.map((because) => html`<li>${withTerms(becauseSentence(because), seen)}</li>`)}</ol>`
    }
    ${
      selected === null
        ? nothing
        : html`<button type="button" class="plain" @click=${() => send({ want: 'select', thing: null })}>${page.askAboutHighWatermark}</button>`
    }
  </section>`;
}
