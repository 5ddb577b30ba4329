// What is said beside the caption while time is passed over, and when playing has stopped because nothing happens.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { crowd, folded, scheduledWords, stoppedWords } from '../text/time';

export function passing({ passing, playing }: State): string {
  if (passing === null) return '';
  if (passing.fold !== null) return folded(passing.fold, playing === 'backwards');
  return passing.crowd === null ? '' : crowd(passing.crowd);
}

/** Why playing stopped, and the way to what is scheduled next: what is no routine if there is any, else what is. */
export function stopped({ stopped }: State, send: Send): TemplateResult | typeof nothing {
  if (stopped === null) return nothing;
  const { scheduled, looked, at } = stopped;
  const next = scheduled.find(({ routine }) => !routine) ?? scheduled[0];
  if (next === undefined) return html`<p class="note">${stoppedWords.nothingAtAll}</p>`;
  if (looked === null) return html`<p class="note">${stoppedWords.atItsEnd}</p>`;
  const { what, when, does } = scheduledWords(next, at);
  return html`<div class="note stopped">
    <p>${stoppedWords.quiet(looked)}</p>
    <p>${stoppedWords.next} <strong>${what} ${when}</strong>. <span class="quiet">${does}</span>
      <button type="button" class="quiet-button" @click=${() => send({ want: 'go-ahead', time: next.time })}>${stoppedWords.goThere}</button></p>
  </div>`;
}
