// What is selected, by Kafka's names, and the way to what can be done to it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Board } from '../engine/view';
import type { Send } from '../model/intent';
import { questionsAbout } from '../model/question';
import type { State } from '../model/state';
import type { Thing } from '../model/thing';
import { definitionOf, type Entry } from '../text/glossary';
import {
  type Fact,
  type Inspection,
  inspectBroker,
  inspectConnection,
  inspectConsumer,
  inspectController,
  inspectMessage,
  inspectorWords,
  inspectParked,
  inspectPartition,
  inspectProducer,
  inspectRecord,
  inspectReplica,
} from '../text/inspector';
import { page } from '../text/page';
import { icon } from './icon';
import { metrics } from './metrics';
import { term, withTerms } from './terms';
import { asks } from './why';

export function inspector({ shown, selected }: State, off: string, send: Send): TemplateResult | typeof nothing {
  if (shown === null || selected === null) return nothing;
  const inspection = inspect(shown.board, selected);
  const actions = (event: Event) => {
    const { left, top, right, bottom } = (event.currentTarget as Element).getBoundingClientRect();
    send({ want: 'menu', target: selected, at: { left, top, right, bottom } });
  };
  return html`<section class="inspector ${off}" part="inspector" aria-labelledby="inspector-title">
    <div class="inspector-head">
      <h3 id="inspector-title">${inspection?.title ?? page.inspector}</h3>
      ${
        inspection === null
          ? nothing
          : html`<button type="button" class="quiet-button" aria-haspopup="dialog" @click=${actions}>${inspectorWords.actions}</button>`
      }
      <button type="button" class="plain icon-button" aria-label=${inspectorWords.close} title=${inspectorWords.close}
        @click=${() => send({ want: 'select', thing: null })}>${icon('close')}</button>
    </div>
    ${inspection === null ? html`<p class="quiet">${inspectorWords.gone}</p>` : [asks(questionsAbout(shown.board, selected), send), content(inspection), metrics(shown.metrics)]}
  </section>`;
}

/** Names that are terms open their definition; so does the first place of a term in a line of meaning. */
function content({ notes, facts: own, parts }: Inspection): TemplateResult {
  const all = [...own, ...parts.flatMap(({ facts }) => facts)];
  const seen = new Set(all.flatMap(({ name }) => definitionOf(name) ?? []));
  return html`${notes.map((note) => html`<p class="inspector-note">${withTerms(note, seen)}</p>`)}
    ${facts(own, seen)}
    ${parts.map(({ title, facts: of }) => html`<h4>${title}</h4>${facts(of, seen)}`)}`;
}

function facts(list: readonly Fact[], seen: Set<Entry>): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<dl class="facts">
    ${list.map(({ name, value, meaning }) => html`<div><dt><code>${named(name)}</code></dt><dd><code>${value}</code>${meaning === '' ? nothing : html`<span class="quiet">${withTerms(meaning, seen)}</span>`}</dd></div>`)}
  </dl>`;
}

function named(name: string): TemplateResult | (string | TemplateResult)[] {
  const entry = definitionOf(name);
  return entry === undefined ? breakable(name) : term(name, entry);
}

/** A long name may be broken after its dots, and nowhere else. */
function breakable(name: string): (string | TemplateResult)[] {
  return name.split(/(?<=\.)/).map((part) => html`${part}<wbr />`);
}

/** None when it is not there at this moment. */
export function inspect(board: Board, thing: Thing): Inspection | null {
  const found = <One>(one: One | undefined, say: (one: One) => Inspection) => (one === undefined ? null : say(one));
  const replicaOf = (name: string, id: number) => {
    const partition = board.partitions.find((partition) => partition.name === name);
    const replica = partition?.replicas.find(({ broker }) => broker === id);
    return partition === undefined || replica === undefined ? undefined : { partition, replica };
  };
  switch (thing.kind) {
    case 'broker':
      return found(
        board.brokers.find(({ id }) => id === thing.id),
        (broker) => inspectBroker(board, broker),
      );
    case 'controller':
      return found(
        board.controllers.find(({ node }) => node === thing.node),
        inspectController,
      );
    case 'partition':
      return found(
        board.partitions.find(({ name }) => name === thing.name),
        inspectPartition,
      );
    case 'replica':
      return found(replicaOf(thing.partition, thing.broker), ({ partition, replica }) =>
        inspectReplica(board, partition, replica),
      );
    case 'record': {
      const place = replicaOf(thing.partition, thing.broker);
      const record = place?.replica.records.find(({ offset }) => offset === thing.offset);
      return place === undefined || record === undefined ? null : inspectRecord(place.partition, place.replica, record);
    }
    case 'message':
      return found(
        board.messages.find(({ key }) => key === thing.key),
        (message) => inspectMessage(board, message),
      );
    case 'parked':
      return found(
        board.parked.find(({ key }) => key === thing.key),
        (parked) => inspectParked(board, parked),
      );
    case 'producer':
      return found(
        board.producers.find(({ node }) => node === thing.node),
        inspectProducer,
      );
    case 'consumer':
      return found(
        board.consumers.find(({ node }) => node === thing.node),
        inspectConsumer,
      );
    case 'connection':
      return inspectConnection(board.links, thing.from, thing.to);
  }
}
