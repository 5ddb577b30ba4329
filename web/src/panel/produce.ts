// Produce a record: key, value, partition, acks; Enter sends.

import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Acks, Draft, Send } from '../model/intent';
import { MOST_TO_CHOOSE, numbersOf, topicsOf } from '../model/partition_name';
import type { State } from '../model/state';
import { define } from '../text/glossary';
import { produceWords } from '../text/page';
import { term } from './terms';

const allAcks: readonly Acks[] = ['0', '1', 'all'];

export function produce({ shown, draft, draftError }: State, off: string, send: Send): TemplateResult {
  const change = (change: Partial<Draft>) => send({ want: 'draft', change });
  const partitions = shown?.timeline.partitions ?? [];
  const topics = topicsOf(partitions);
  if (topics.length === 0)
    return html`<section class="produce ${off}"><p class="quiet">${produceWords.noTopic}</p></section>`;
  const submit = (event: Event) => {
    event.preventDefault();
    send({ want: 'produce' });
  };
  return html`<section class="produce ${off}" part="produce" aria-labelledby="produce-title">
    <h3 id="produce-title">${produceWords.heading(draft.topic)}</h3>
    <form class=${topics.length > 1 ? 'with-topics' : ''} @submit=${submit} autocomplete="off">
      ${topics.length > 1 ? topicField(topics, draft, change) : nothing}
      <label class="field key"><span>${produceWords.key}</span>
        <input name="key" .value=${live(draft.key)} maxlength="200" spellcheck="false" enterkeyhint="send"
          @input=${(event: Event) => change({ key: entered(event) })} /></label>
      <label class="field value"><span>${produceWords.value}</span>
        <input name="value" .value=${live(draft.value)} maxlength="1000" spellcheck="false" enterkeyhint="send"
          @input=${(event: Event) => change({ value: entered(event) })} /></label>
      <fieldset class="acks" aria-describedby="acks-hint">
        <legend>${term(produceWords.acks, define('acks'))}</legend>
        ${allAcks.map(
          (acks) => html`<label><input type="radio" name="acks" value=${acks} .checked=${live(draft.acks === acks)}
            @change=${() => change({ acks })} /><span>${acks}</span></label>`,
        )}
      </fieldset>
      ${more(draft, numbersOf(partitions, draft.topic), shown?.aim ?? null, change)}
      <button type="submit" class="send">${produceWords.send}</button>
      ${draftError === null ? nothing : html`<p class="error" role="alert">${draftError.message}</p>`}
    </form>
  </section>`;
}

function topicField(topics: readonly string[], draft: Draft, change: (change: Partial<Draft>) => void): TemplateResult {
  return html`<label class="field topic"><span>${produceWords.topic}</span>
    <select name="topic" @change=${(event: Event) => change({ topic: entered(event), partition: 'auto' })}>
      ${topics.map((topic) => html`<option .selected=${topic === draft.topic}>${topic}</option>`)}
    </select></label>`;
}

/** What most records do without. */
function more(
  draft: Draft,
  numbers: readonly number[],
  aim: number | null,
  change: (change: Partial<Draft>) => void,
): TemplateResult {
  const field = (name: 'headers' | 'count' | 'rate', label: string, hint: string, mode: string) =>
    html`<label class="field ${name}"><span>${label}</span>
      <input name=${name} .value=${live(draft[name])} placeholder=${hint} maxlength="300" spellcheck="false" autocapitalize="off" inputmode=${mode}
        enterkeyhint="send" @input=${(event: Event) => change({ [name]: entered(event).trim() })} /></label>`;
  return html`<details class="more">
    <summary>${produceWords.more}</summary>
    <div>
      <p id="acks-hint" class="quiet hint">${produceWords.acksHint[draft.acks]}
        ${draft.partition === 'auto' ? produceWords.aim(draft.key, aim) : nothing}</p>
      ${partitionField(numbers, draft, aim, change)}
      ${field('count', produceWords.count, '1', 'numeric')}
      ${field('rate', produceWords.rate, produceWords.rateHint, 'numeric')}
      ${field('headers', produceWords.headers, produceWords.headersHint, 'text')}
      <p class="quiet hint">${produceWords.moreHint}</p>
    </div>
  </details>`;
}

function partitionField(
  numbers: readonly number[],
  draft: Draft,
  aim: number | null,
  change: (change: Partial<Draft>) => void,
): TemplateResult {
  const choose = (event: Event) => {
    const chosen = entered(event).trim();
    change({ partition: /^\d+$/.test(chosen) ? Number(chosen) : 'auto' });
  };
  const { partition } = draft;
  if (numbers.length > MOST_TO_CHOOSE)
    return html`<label class="field partition"><span>${produceWords.partition}</span>
      <input name="partition" list="partitions" .value=${live(partition === 'auto' ? '' : String(partition))} placeholder=${produceWords.auto(aim)}
        inputmode="numeric" enterkeyhint="send" title=${produceWords.autoHint} @change=${choose} />
      <datalist id="partitions">${numbers.map((number) => html`<option value=${number}></option>`)}</datalist></label>`;
  return html`<label class="field partition"><span>${produceWords.partition}</span>
    <select name="partition" @change=${choose} title=${produceWords.autoHint}>
      <option value="auto" .selected=${partition === 'auto'}>${produceWords.auto(aim)}</option>
      ${numbers.map((number) => html`<option value=${number} .selected=${partition === number}>${number}</option>`)}
    </select></label>`;
}

function entered(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}
