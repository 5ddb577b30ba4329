// The question asked for the person, and the chain that answers it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import { questionsAbout, sameQuestion } from '../model/question';
import type { State } from '../model/state';
import type { Entry } from '../text/glossary';
import { page } from '../text/page';
import { becauseSentence, questionTitle, whyTitle } from '../text/why';
import { withTerms } from './terms';

export function why({ shown, selected, asked }: State, off: string, send: Send): TemplateResult {
  const { question = null, chain = [], board } = shown ?? {};
  const askable = selected === null || board === undefined ? [] : questionsAbout(board, selected);
  const others = askable.filter((other) => question === null || !sameQuestion(other, question));
  const many = (board?.partitions.length ?? 0) > 1;
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
    ${others.length === 0 ? nothing : html`<ul class="asks" aria-label=${page.askAlso}>${others.map((other) => html`<li><button type="button" class="plain ask" @click=${() => send({ want: 'ask', question: other })}>${questionTitle(other, many)}</button></li>`)}</ul>`}
    ${
      (selected === null && asked === null) || [question, ...others].some((one) => one?.kind === 'high-watermark')
        ? nothing
        : html`<button type="button" class="plain ask" @click=${() => send({ want: 'select', thing: null })}>${page.askAboutHighWatermark}</button>`
    }
  </section>`;
}
