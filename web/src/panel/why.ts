// The question asked for the person, and the chain that answers it, down to its root.

import { ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Question } from '../engine/engine';
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
  const partition = question !== null && 'partition' in question && many ? question.partition : null;
  const away = (selected !== null || asked !== null) && [question, ...others].every((one) => !isPlain(one));
  return html`<section class="why ${off}" part="why" aria-labelledby="why-title">
    <h3 id="why-title" tabindex="-1" ${ref(focusWhenAsked(asked))}>${question === null ? page.why : whyTitle(question, chain[0]?.because ?? null)}</h3>
    ${partition === null ? nothing : html`<p class="quiet about"><code>${partition}</code></p>`}
    ${chain.length === 0 ? html`<p class="quiet">${page.nothingToAsk}</p>` : links(chain, new Set())}
    ${asks(others, many, send)}
    ${away ? html`<button type="button" class="plain ask" @click=${() => send({ want: 'select', thing: null })}>${page.askAboutHighWatermark}</button>` : nothing}
  </section>`;
}

/** What can be asked about the selected thing, as buttons. */
export function asks(questions: readonly Question[], named: boolean, send: Send): TemplateResult | typeof nothing {
  if (questions.length === 0) return nothing;
  const one = (question: Question) =>
    html`<li><button type="button" class="plain ask" @click=${() => send({ want: 'ask', question })}>${questionTitle(question, named)}</button></li>`;
  return html`<ul class="asks" aria-label=${page.askAlso}>${questions.map(one)}</ul>`;
}

/** What the page asks by itself. */
function isPlain(question: Question | null): boolean {
  return question?.kind === 'high-watermark' && question.broker === undefined;
}

const answered = new WeakMap<Element, Question | null>();

/** An answer to what the person asked is where the focus goes. */
function focusWhenAsked(asked: Question | null): (element: Element | undefined) => void {
  return (element) => {
    if (element === undefined) return;
    const isNew = asked !== null && answered.get(element) !== asked;
    answered.set(element, asked);
    if (isNew) queueMicrotask(() => (element as HTMLElement).focus());
  };
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
