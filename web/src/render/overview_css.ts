// The style sheet of the overview. Rows and cells stand where `scene/overview.ts` says: the style sheet only moves them there.

import { sizes } from '../tokens/tokens';

export const overviewCss = `
.hw-overview { position: relative; margin-block-end: 0.75em; }
.hw-overview[hidden] { display: none; }
/* The heads of the overview stand over the open row as well. */
.hw-board[data-overview] .hw-table > thead { display: none; }
.hw-probe { position: absolute; inline-size: 0; block-size: 0; overflow: hidden; color: var(--hw-ink); transition: color 1ms; }
.hw-finder { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25em 1.25em; padding-block-end: 0.6em; }
.hw-finder[hidden] { display: none; }
.hw-finder input[type="search"] {
  min-block-size: 2.2em; inline-size: 15em; max-inline-size: 100%; padding: 0.25em 0.6em; border: 1px solid var(--hw-quiet); border-radius: 4px;
  background: var(--hw-paper); color: inherit; font: inherit;
}
.hw-finder label { display: inline-flex; align-items: center; gap: 0.4em; min-block-size: 2.2em; cursor: pointer; }
.hw-finder input[type="checkbox"] { inline-size: 1.1em; block-size: 1.1em; accent-color: var(--hw-accent); }

.hw-tiles, .hw-tiles thead, .hw-tiles tr { display: block; }
.hw-tiles th, .hw-tiles td { padding: 0; text-align: start; font-weight: 400; }
.hw-tile-heads { border-block-end: 1px solid var(--hw-line); }
.hw-tile-heads tr { position: relative; }
.hw-rack-row > td { display: block; }
.hw-tile-racks { position: relative; block-size: 1.4em; font-size: 0.93em; color: var(--hw-quiet); }
.hw-tile-racks[hidden] { display: none; }
.hw-tile-rack {
  position: absolute; inset-block: 0; inset-inline-start: calc(var(--tile-side) + var(--column) * var(--tile-column));
  inline-size: calc(var(--columns) * var(--tile-column)); padding-inline: 2px;
  display: flex; align-items: center; gap: 0.5em; white-space: nowrap; overflow: hidden;
}
.hw-tile-rack::after { content: ""; flex: 1; min-inline-size: 0.5em; border-block-start: 1px solid var(--hw-wire); }
.hw-tile-heads > tr:last-child { block-size: 2.9em; }
.hw-tile-head, .hw-tile-heads .hw-tile-name { position: absolute; inset-block-end: 0.25em; }
.hw-tile-head {
  inset-inline-start: calc(var(--tile-side) + var(--column) * var(--tile-column)); inline-size: var(--tile-column); min-block-size: 1.4em;
  padding-inline: 1px; text-align: center; overflow: hidden; white-space: nowrap; text-overflow: clip;
}
.hw-tile-heads:not([data-tight]) .hw-tile-head { text-overflow: ellipsis; }
.hw-tile-heads[data-tight] .hw-tile-head { font-size: 0.78em; letter-spacing: -0.03em; min-block-size: 1.8em; }
.hw-tile-head .hw-name { font-weight: 650; }
.hw-tile-head[data-down] .hw-name { text-decoration: line-through; color: var(--hw-warning); }
.hw-tile-head[data-unusual]:not([data-down]) .hw-name { color: var(--hw-warning); text-decoration: underline dotted; }
.hw-tile-head[aria-selected] { outline: 1.5px solid var(--hw-accent); outline-offset: -1px; border-radius: 4px; }

.hw-list { display: block; position: relative; overflow: hidden auto; contain: strict; block-size: min(var(--list), 36em); }
.hw-board[data-opened] .hw-list { block-size: min(var(--list), 17em); }
.hw-tiles .hw-sizer { position: absolute; inset: 0 0 auto; block-size: var(--list); pointer-events: none; }
.hw-tiles-box { position: relative; }
.hw-mark-stops {
  position: absolute; inset: auto 0 0; block-size: min(var(--list), 36em); margin: 0; padding: 0; overflow: hidden; list-style: none; pointer-events: none;
}
.hw-board[data-opened] .hw-mark-stops { block-size: min(var(--list), 17em); }
.hw-mark-stop { position: absolute; inset: 0 auto auto 0; inline-size: 24px; block-size: 24px; border-radius: 50%; }
.hw-sizer canvas { position: absolute; inset: 0 auto auto 0; }
.hw-tile-row, .hw-topic-row { position: absolute; inset: 0 0 auto; }
.hw-tile-row { block-size: var(--tile-row); }
.hw-tile-row[data-open] { box-shadow: inset 2px 0 0 var(--hw-accent); }
.hw-tile-row:hover .hw-tile-name { color: var(--hw-accent); }
.hw-tile-row .hw-tile-name {
  position: absolute; inset: 0 auto 0 0; inline-size: var(--tile-side); padding-inline: 0.5em 0.35em; display: flex; align-items: center;
  overflow: hidden; white-space: nowrap; font: 0.85em var(--hw-mono); cursor: pointer;
}
.hw-tile-row[data-open] .hw-tile-name { font-weight: 700; }
.hw-tile-cell { position: absolute; inset: 0 auto 0 0; cursor: pointer; }
.hw-tile-cell[aria-selected] { outline: 2px solid var(--hw-accent); outline-offset: -1px; }
.hw-tile-end {
  position: absolute; inset: 0 0 0 auto; inline-size: var(--tile-end); padding-inline: 0.75em 1.25em; display: flex; align-items: center;
  overflow: hidden; white-space: nowrap; font-size: 0.85em;
}
.hw-board[dir="rtl"] .hw-tiles { direction: ltr; }
.hw-topic-row { block-size: ${sizes.topicRow}em; }
.hw-topic-row > th { display: block; block-size: 100%; }
.hw-topic { display: flex; align-items: center; gap: 1em; block-size: 100%; cursor: pointer; overflow: hidden; white-space: nowrap; }
.hw-topic::before { content: "▸"; content: "▸" / ""; inline-size: 0.8em; margin-inline-end: -0.6em; color: var(--hw-quiet); }
.hw-topic[aria-expanded="true"]::before { content: "▾"; content: "▾" / ""; }

/* Where brokers have no columns, their heads are a line. */
.hw-overview[data-grid="chips"] .hw-tile-heads > tr:last-child { display: flex; flex-wrap: wrap; gap: 0.15em; block-size: auto; padding-block: 1em 0.35em; }
.hw-overview[data-grid="chips"] .hw-tile-heads .hw-tile-name { position: static; padding-inline-end: 0.75em; line-height: 1.9em; }
.hw-overview[data-grid="chips"] .hw-tile-head { position: relative; inset: auto; inline-size: 2.1em; min-block-size: 1.9em; line-height: 1.9em; }
.hw-overview[data-grid="chips"] .hw-rack-row { display: none; }

.hw-legend { display: flex; flex-wrap: wrap; gap: 0.2em 1.4em; margin: 0.5em 0 0; padding: 0; list-style: none; font-size: 0.9em; }
.hw-legend li { display: inline-flex; align-items: center; gap: 0.5em; }
.hw-key { position: relative; display: inline-block; inline-size: 1.6em; block-size: 0.95em; border: 1px solid var(--hw-wire); }
.hw-key-leader { background: var(--hw-epoch-0); border-color: var(--hw-epoch-0); }
.hw-key-leader::after { content: "★"; position: absolute; inset: 0; display: grid; place-items: center; font-size: 0.75em; color: var(--hw-on-epoch); }
.hw-key-follower { background: color-mix(in srgb, var(--hw-epoch-0) 24%, transparent); }
.hw-key-behind { background: linear-gradient(90deg, color-mix(in srgb, var(--hw-warning) 60%, transparent) 55%, transparent 55%); }
.hw-key-out { border: 1.5px dashed var(--hw-warning); }
.hw-key-offline { border-style: dashed; background: repeating-linear-gradient(135deg, transparent 0 3px, var(--hw-wire) 3px 4px); }
.hw-key-preferred::after { content: ""; position: absolute; inset: 0 auto auto 0; border: 0.22em solid; border-color: var(--hw-ink) transparent transparent var(--hw-ink); }

@media (pointer: coarse) {
  .hw-finder input[type="search"], .hw-finder label { min-block-size: 44px; }
  .hw-topic-row .hw-topic { min-block-size: 24px; }
}
@media (forced-colors: active) {
  .hw-key { forced-color-adjust: none; border-color: CanvasText; background: Canvas; }
  .hw-key-leader { background: CanvasText; }
  .hw-key-leader::after { color: Canvas; }
  .hw-key-follower, .hw-key-behind { background: linear-gradient(90deg, GrayText 100%, Canvas 100%); }
  .hw-key-behind { background: linear-gradient(90deg, GrayText 55%, Canvas 55%); }
  .hw-key-offline { background: repeating-linear-gradient(135deg, Canvas 0 3px, CanvasText 3px 4px); }
}
@media print {
  .hw-finder { display: none; }
  .hw-list { block-size: auto; max-block-size: none; contain: none; min-block-size: var(--list); }
}
`;
