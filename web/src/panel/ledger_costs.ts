// What the run cost: time until an answer, bytes on disk and on the wire.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BrokerCost, Costs } from '../engine/view';
import { whole, ledgerWords as words } from '../text/ledger';
import { duration, plural } from '../text/quantity';

export function costs(costs: Costs): TemplateResult {
  return html`<div class="costs">${waited(costs)}${bytes(costs)}${replicas(costs)}</div>`;
}

function waited({ waited }: Costs): TemplateResult {
  const row = ({ acks, records, least, median, most }: Costs['waited'][number]) => html`<tr>
    <th scope="row"><code>${acks}</code></th>
    ${[whole(records), duration(least), duration(median), duration(most)].map(number)}
  </tr>`;
  return html`<div>
    ${
      waited.length === 0
        ? html`<h4>${words.waited}</h4><p class="quiet">${words.nobodyWaited}</p>`
        : html`<table>
            <caption>${words.waited}</caption>
            <thead><tr>${[words.acks, words.counted, words.shortest, words.median, words.longest].map(column)}</tr></thead>
            <tbody>${waited.map(row)}</tbody>
          </table>
          <p class="quiet">${words.waitedNote}</p>`
    }
  </div>`;
}

function bytes({ brokers }: Costs): TemplateResult {
  const columns: [string, keyof BrokerCost][] = [
    [words.stored, 'onDisk'],
    [words.flushed, 'flushed'],
    [words.fromProducers, 'fromProducers'],
    [words.fromLeaders, 'fromLeaders'],
    [words.toFollowers, 'toFollowers'],
    [words.toConsumers, 'toConsumers'],
  ];
  return html`<div>
    <table>
      <caption>${words.bytes}</caption>
      <thead><tr>${[words.broker, ...columns.map(([name]) => name)].map(column)}</tr></thead>
      <tbody>${brokers.map((cost) => html`<tr><th scope="row">${cost.broker}</th>${columns.map(([, of]) => number(whole(cost[of])))}</tr>`)}</tbody>
    </table>
    <p class="quiet">${words.bytesNote}</p>
  </div>`;
}

function replicas({ replicas, replicasFolded }: Costs): TemplateResult {
  if (replicas.length === 0) return html``;
  return html`<details>
    <summary>${words.replicas}</summary>
    <table>
      <thead><tr>${[words.partition, words.broker, words.size, words.flushed].map(column)}</tr></thead>
      <tbody>${replicas.map(({ partition, broker, bytes, flushed }) => html`<tr><th scope="row">${partition}</th>${[String(broker), whole(bytes), whole(flushed)].map(number)}</tr>`)}</tbody>
    </table>
    ${replicasFolded === 0 ? nothing : html`<p class="quiet">+ ${plural(replicasFolded, 'replica')}</p>`}
  </details>`;
}

/** The first heads the rows, the others stand over numbers. */
function column(name: string, n: number): TemplateResult {
  return html`<th scope="col" class=${n === 0 ? '' : 'number'}>${name}</th>`;
}

function number(text: string): TemplateResult {
  return html`<td class="number">${text}</td>`;
}
