// The question asked for the person, and the chain that answers it, down to its root.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Cause } from '../engine/view';
import type { Send } from '../model/intent';
import { questionsAbout, sameQuestion } from '../model/question';
import type { State } from '../model/state';
import { becauseSentence } from '../text/because';
import type { Entry } from '../text/glossary';
import { page } from '../text/page';
import { questionTitle, whyTitle, whyWords } from '../text/why';
import { withTerms } from './terms';

export function why({ shown, selected, asked }: State, off: string, send: Send): TemplateResult {
  const { question = null, chain = [], board } = shown ?? {};
  const askable = selected === null || board === undefined ? [] : questionsAbout(board, selected);
  const others = askable.filter((other) => question === null || !sameQuestion(other, question));
  const many = (board?.partitions.length ?? 0) > 1;
  const named = question !== null && 'partition' in question && many;
  const partition = named ? question.partition : null;
  return html`<section class="why ${off}" part="why" aria-labelledby="why-title">
    <h3 id="why-title">${question === null ? page.why : whyTitle(question, chain[0]?.because ?? null)}</h3>
    ${partition === null ? nothing : html`<p class="quiet about"><code>${partition}</code></p>`}
    ${chain.length === 0 ? html`<p class="quiet">${page.nothingToAsk}</p>` : links(chain, new Set())}
    ${others.length === 0 ? nothing : html`<ul class="asks" aria-label=${page.askAlso}>${others.map((other) => html`<li><button type="button" class="plain ask" @click=${() => send({ want: 'ask', question: other })}>${questionTitle(other, many)}</button></li>`)}</ul>`}
    ${
      (selected === null && asked === null) || [question, ...others].some((one) => one?.kind === 'high-watermark')
        ? nothing
        : html`<button type="button" class="plain ask" @click=${() => send({ want: 'select', thing: null })}>${page.askAboutHighWatermark}</button>`
    }
  </section>`;
}

/** From the question to the root; where several things hold at once, each goes on by itself. */
function links(chain: readonly Cause[], seen: Set<Entry>): TemplateResult {
  return html`<ol class="chain">${chain.map(({ because, branches }, i) => {
    const isRoot = i === chain.length - 1 && branches.length === 0;
    const sentence = withTerms(becauseSentence(because), seen);
    return html`<li class=${isRoot ? 'root' : ''}>
      ${isRoot ? html`<span class="unseen">${whyWords.root}: </span>` : nothing}${sentence}
      ${
        branches.length === 0
          ? nothing
          : html`<ul class="branching" aria-label=${whyWords.severalHold}>${branches.map(({ chain }) => html`<li>${links(chain, seen)}</li>`)}</ul>`
      }
    </li>`;
  })}</ol>`;
}
