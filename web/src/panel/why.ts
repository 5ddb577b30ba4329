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
    ${chain.length === 0 ? html`<p class="quiet">${page.nothingToAsk}</p>` : answer(chain)}
    ${asks(others, send)}
    ${away ? html`<button type="button" class="plain ask" @click=${() => send({ want: 'select', thing: null })}>${page.askAboutHighWatermark}</button>` : nothing}
  </section>`;
}

/** What can be asked about the selected thing, as buttons. */
export function asks(questions: readonly Question[], send: Send): TemplateResult | typeof nothing {
  if (questions.length === 0) return nothing;
  // Of one partition the thing itself says which.
  const named = new Set(questions.flatMap((one) => ('partition' in one ? one.partition : []))).size > 1;
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

/** An answer of more causes than this is folded: between where a branch begins and what it comes down to, and after some branches. */
const LONG = 8;
/** So many branches stand open. */
const BRANCHES = 3;

/** From the question to the root; where several things hold at once, each goes on by itself. */
function answer(chain: readonly Cause[]): TemplateResult {
  return links(chain, causes(chain) > LONG, new Set());
}

function causes(chain: readonly Cause[]): number {
  return chain.reduce((sum, { branches }) => branches.reduce((sum, { chain }) => sum + causes(chain), sum + 1), 0);
}

function link({ because, branches }: Cause, isLast: boolean, isLong: boolean, seen: Set<Entry>): TemplateResult {
  const isRoot = isLast && branches.length === 0;
  const shown = isLong && branches.length > BRANCHES + 1 ? BRANCHES : branches.length;
  const branch = (seen: Set<Entry>) => (one: Cause['branches'][number]) =>
    html`<li>${links(one.chain, isLong, seen)}</li>`;
  return html`<li class=${isRoot ? 'root' : ''}>
    ${isRoot ? html`<span class="unseen">${whyWords.root}: </span>` : nothing}${withTerms(becauseSentence(because), seen)}
    ${branches.length === 0 ? nothing : html`<ul class="branching" aria-label=${whyWords.severalHold}>${branches.slice(0, shown).map(branch(seen))}</ul>`}
    ${shown === branches.length ? nothing : html`<details class="between"><summary>${whyWords.branchesMore(branches.length - shown)}</summary><ul class="branching">${branches.slice(shown).map(branch(new Set(seen)))}</ul></details>`}
  </li>`;
}

/** Of a long one, where it begins and what it comes down to; one step between is no longer than what would fold it. */
function links(chain: readonly Cause[], isLong: boolean, seen: Set<Entry>): TemplateResult {
  const one = (seen: Set<Entry>) => (cause: Cause) => link(cause, cause === chain.at(-1), isLong, seen);
  if (!isLong || chain.length < 4) return html`<ol class="chain">${chain.map(one(seen))}</ol>`;
  const between = chain.slice(1, -1);
  return html`<ol class="chain">${chain.slice(0, 1).map(one(seen))}
    <li class="between"><details><summary>${whyWords.stepsBetween(between.length)}</summary><ol class="chain">${between.map(one(new Set(seen)))}</ol></details></li>
    ${chain.slice(-1).map(one(seen))}</ol>`;
}
