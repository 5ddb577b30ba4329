// Stands after a sentence and opens the rule behind it.

import { html, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import { ruleWords } from '../text/rule';

export function ruleSign(name: string, send: Send): TemplateResult {
  const open = (event: Event) => {
    const { left, top, right, bottom } = (event.currentTarget as Element).getBoundingClientRect();
    send({ want: 'rule', rule: { name, at: { left, top, right, bottom } } });
  };
  return html`<button type="button" class="plain rule-sign" aria-haspopup="dialog" aria-label=${ruleWords.open} title=${ruleWords.open} @click=${open}>§</button>`;
}
