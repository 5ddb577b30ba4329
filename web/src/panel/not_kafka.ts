// Stands over everything while a rule of Kafka is switched off: what is seen then is not Kafka.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import { notKafka } from '../text/not_kafka';

export function notKafkaNote(off: readonly string[], bare: boolean, send: Send): TemplateResult {
  const look = () => send({ want: 'edit', editing: { tab: 'rules', of: null } });
  return html`<div class="not-kafka" part="not-kafka" role="status">
    <p><strong>${notKafka.title}</strong> ${notKafka.rules(off)}</p>
    ${bare ? nothing : html`<button type="button" class="quiet-button" aria-haspopup="dialog" @click=${look}>${notKafka.look}</button>`}
  </div>`;
}
