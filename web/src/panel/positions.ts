// How far each copy is: by its own log, as the leader knows it, and up to where it may be read.

import { html, type TemplateResult } from 'lit/html.js';
import { partitionInView } from '../model/question';
import type { State } from '../model/state';
import { define } from '../text/glossary';
import { page, positionWords } from '../text/page';
import { term } from './terms';

export function positions({ shown, selected, openPartition }: State, off: string): TemplateResult {
  if (shown === null) return html``;
  const partition = partitionInView(shown.board, selected, openPartition, shown.focus);
  if (partition === null) return html``;
  return html`<section class="positions ${off}" part="positions">
    <table>
      <caption>${page.positions} <code>${partition.name}</code></caption>
      <thead>
        <tr>
          <th scope="col">${positionWords.who}</th>
          <th scope="col">${term(positionWords.leo, define('LEO'))}</th>
          <th scope="col">${positionWords.leaderKnows}</th>
          <th scope="col">${term(positionWords.hw, define('HW'))}</th>
        </tr>
      </thead>
      <tbody>
        ${partition.replicas.map(({ broker, role, logEndOffset, leaderKnows, highWatermark }) => {
          const knows =
            leaderKnows === null ? positionWords.itself : leaderKnows < 0 ? positionWords.unknown : leaderKnows;
          return html`<tr class=${role}>
            <th scope="row">broker ${broker} <span class="quiet">${role}</span></th>
            <td>${logEndOffset}</td>
            <td class=${role === 'follower' && leaderKnows !== logEndOffset ? 'behind' : ''}>${knows}</td>
            <td>${highWatermark ?? positionWords.itself}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}
