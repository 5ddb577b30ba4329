// The durability ledger: a row per record, which opens to the chain of what became of it; and what the run cost.

import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { Ledger, LedgerCopy, LedgerRow, SettingValue } from '../engine/view';
import type { Send } from '../model/intent';
import { type OpenLedger, recordOf, rowName } from '../model/ledger';
import type { State } from '../model/state';
import type { Entry } from '../text/glossary';
import {
  chainOf,
  copyTitle,
  type FateSign,
  fateSign,
  fateWord,
  foldedRows,
  lossSentence,
  placeOf,
  recordName,
  summary,
  toldWord,
  twiceSentence,
  ledgerWords as words,
} from '../text/ledger';
import { settingReason, settingsTitle, settingText } from '../text/loss';
import { page } from '../text/page';
import { icon } from './icon';
import { costs } from './ledger_costs';
import { withTerms } from './terms';

export function ledgerPanel({ shown, ledger: open, diskLayer }: State, send: Send): TemplateResult {
  const ledger = shown?.ledger ?? null;
  if (open === null || ledger === null) return html``;
  return html`<section class="ledger" part="ledger" aria-labelledby="ledger-title">
    ${head(ledger, open, send)}
    <div class="ledger-scroll">
      ${guard([ledger, open, diskLayer], () => (open.part === 'costs' ? costs(ledger.costs) : records(ledger, open, diskLayer, send)))}
    </div>
  </section>`;
}

function head({ counts }: Ledger, open: OpenLedger, send: Send): TemplateResult {
  const part = (part: OpenLedger['part'], name: string) =>
    html`<button type="button" class="quiet-button" aria-pressed=${open.part === part} @click=${() => send({ want: 'ledger-part', part })}>${name}</button>`;
  return html`<div class="ledger-head">
    <h3 id="ledger-title" tabindex="-1" ${ref(takeFocus)}>${words.title}</h3>
    <p class="quiet ledger-summary">${summary(counts)}</p>
    <div class="ledger-parts" role="group" aria-label=${words.part}>
      ${part('records', words.records)}${part('costs', words.costs)}
    </div>
    <button type="button" class="plain icon-button" aria-label=${words.close} @click=${(event: Event) => close(event, send)}>${icon('close')}</button>
  </div>`;
}

/** Where there is little room the ledger takes the place of the button that opened it, and its focus with it. */
function takeFocus(title: Element | undefined): void {
  requestAnimationFrame(() => {
    if (!(title instanceof HTMLElement)) return;
    const { activeElement } = title.getRootNode() as ShadowRoot;
    if (!activeElement?.checkVisibility()) title.focus({ preventScroll: true });
  });
}

function close(event: Event, send: Send): void {
  const root = (event.currentTarget as Element).getRootNode() as ShadowRoot;
  send({ want: 'ledger', open: false });
  const buttons = [...root.querySelectorAll<HTMLElement>('.ledger-button')];
  requestAnimationFrame(() => buttons.find((button) => button.checkVisibility())?.focus());
}

function records(ledger: Ledger, open: OpenLedger, diskLayer: boolean, send: Send): TemplateResult {
  if (ledger.rows.length === 0) return html`<p class="quiet ledger-note">${words.noneYet}</p>`;
  const head = (name: string, column: string) => html`<th scope="col" class=${column}>${name}</th>`;
  return html`<table class="ledger-table">
      <caption class="unseen">${words.caption}</caption>
      <thead>
        <tr>
          ${head(words.record, 'record')}${head(words.producer, 'producer')}${head(words.acks, 'with')}
          ${head(words.place, 'place')}${head(words.told, 'told')}${head(words.copies, 'copies')}${head(words.fate, 'fate')}
        </tr>
      </thead>
      <tbody>${ledger.rows.map((row) => record(row, open, send))}</tbody>
    </table>
    ${ledger.folded === 0 ? nothing : html`<p class="quiet ledger-note">${foldedRows(ledger.folded, ledger.foldedHarmed)}</p>`}
    ${legend(diskLayer, send)}`;
}

function record(row: LedgerRow, open: OpenLedger, send: Send): TemplateResult {
  const name = rowName(row);
  const isOpen = open.row === name;
  const toggle = () => send({ want: 'ledger-row', row: isOpen ? null : name, record: isOpen ? null : recordOf(row) });
  return html`<tr class="ledger-row ${row.fate} ${isOpen ? 'open' : ''}" @click=${toggle}>
      <th scope="row" class="record"><button type="button" class="plain" aria-expanded=${isOpen}>${opener}${recordName(row)}</button></th>
      <td class="producer">${row.producer}</td>
      <td class="with">${row.acks}</td>
      <td class="place">${placeOf(row)}</td>
      <td class="told">${toldWord(row)}</td>
      <td class="copies">${row.copies.map(copy)}</td>
      <td class="fate">${sign(fateSign(row))} ${fateWord(row)}</td>
    </tr>
    ${isOpen ? html`<tr class="ledger-chain"><td class="text" colspan="7">${chain(row)}</td></tr>` : nothing}`;
}

/** Number of the broker and whether it is there, on disk or in the page cache. */
function copy(one: LedgerCopy): TemplateResult {
  const title = copyTitle(one);
  return html`<span class="copy ${one.process === 'down' ? 'down' : ''}" title=${title}><span aria-hidden="true"><span class="broker">${one.broker}</span>${disk(one)}</span><span class="unseen">${title}; </span></span>`;
}

/** Why it is not as it should be stands first; what became of it follows. */
function chain(row: LedgerRow): TemplateResult {
  const seen = new Set<Entry>();
  const lost = lossSentence(row);
  const chain = chainOf(row);
  return html`<div class="became" role="group" aria-label=${words.chain(recordName(row))}>
    ${
      row.loss === null || lost === null
        ? nothing
        : verdict(lost, row.loss.keptWith, settingsTitle(row.loss.keptWith, 'loss', row.loss.promised), seen)
    }
    ${row.onceWith === null ? nothing : verdict(twiceSentence(row), row.onceWith, settingsTitle(row.onceWith, 'twice', true), seen)}
    <ol class="chain">${chain.map((sentence) => html`<li>${withTerms(sentence, seen)}</li>`)}</ol>
  </div>`;
}

function verdict(sentence: string, ways: readonly SettingValue[][], title: string, seen: Set<Entry>): TemplateResult {
  return html`<div class="verdict"><p>${withTerms(sentence, seen)}</p>${settings(ways, title)}</div>`;
}

function settings(ways: readonly SettingValue[][], title: string): TemplateResult {
  return html`<p class="kept-with">${title}</p>
    ${
      ways.length === 0
        ? nothing
        : html`<ul class="settings">${ways.map(
            (way) =>
              html`<li>${way.map((setting, n) => html`${n === 0 ? '' : ' '}<code>${settingText(setting)}</code>`)}: ${settingReason(way)}</li>`,
          )}</ul>`
    }`;
}

function legend(diskLayer: boolean, send: Send): TemplateResult {
  const sample = (copy: Pick<LedgerCopy, 'offset' | 'flushed'>, name: string) =>
    html`<span class="sample"><span aria-hidden="true">${disk(copy)}</span> ${name}</span>`;
  return html`<div class="ledger-legend quiet">
    ${sample({ offset: 0, flushed: true }, words.onDisk)}
    ${sample({ offset: 0, flushed: false }, words.inPageCache)}
    ${sample({ offset: null, flushed: false }, words.onNone)}
    <span class="sample copy down"><span class="broker" aria-hidden="true">1</span> ${words.down}</span>
    <label class="layer"><input type="checkbox" .checked=${live(diskLayer)} @change=${() => send({ want: 'disk-layer', shown: !diskLayer })} />
      ${page.diskLayer}: ${words.alsoOnBoard}</label>
  </div>`;
}

/** A disc: full when forced to disk, a ring in the page cache; a dash where it is not. */
function disk({ offset, flushed }: Pick<LedgerCopy, 'offset' | 'flushed'>): TemplateResult {
  const shape =
    offset === null
      ? svg`<path d="M3 6h6" />`
      : svg`<circle cx="6" cy="6" r="3.75" fill=${flushed ? 'currentColor' : 'none'} />`;
  return html`<svg class="sign" viewBox="0 0 12 12">${shape}</svg>`;
}

/** As on the board: full is committed, an outline is not; what is gone is struck. */
function sign(fate: FateSign): TemplateResult {
  return html`<svg class="sign" viewBox="0 0 12 12" aria-hidden="true">${shapes[fate]}</svg>`;
}

const opener = html`<svg class="sign opener" viewBox="0 0 12 12" aria-hidden="true"><path d="M4 2l4 4-4 4" /></svg>`;

const shapes: Record<FateSign, TemplateResult<2>> = {
  committed: svg`<rect x="1.5" y="1.5" width="9" height="9" fill="currentColor" />`,
  twice: svg`<rect x="1.5" y="1.5" width="6.5" height="6.5" fill="currentColor" /><path d="M10.5 4.5v6h-6" />`,
  uncommitted: svg`<rect x="1.5" y="1.5" width="9" height="9" />`,
  undecided: svg`<rect x="1.5" y="1.5" width="9" height="9" stroke-dasharray="2.2 1.5" />`,
  waiting: svg`<path d="M1 6h9M7 2.8 10.2 6 7 9.2" />`,
  'not-stored': svg`<path d="M2 6h8" />`,
  lost: svg`<path d="M2 2l8 8M10 2l-8 8" />`,
};
