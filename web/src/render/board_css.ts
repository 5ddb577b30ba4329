// The style sheet of the board. Colours come from tokens; heights that the scene computes with come from `sizes`.

import { durations, epochTones, sizes } from '../tokens/tokens';

const em = (size: number): string => `${size}em`;

const tones = Array.from(
  { length: epochTones },
  (_, tone) => `.hw-board [data-tone="${tone}"] { --tone: var(--hw-epoch-${tone}); }`,
).join('\n');

export const boardCss = `
.hw-board {
  position: relative;
  container: hw-board / inline-size;
  font: var(--hw-text)/1.4 var(--hw-font);
  color: var(--hw-ink);
  overflow-wrap: anywhere;
}
.hw-board, .hw-board * { box-sizing: border-box; }
.hw-board .hw-quiet { color: var(--hw-quiet); font-weight: 400; }
.hw-said {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.hw-board :focus { outline: none; }
.hw-board :focus-visible { outline: 2px solid var(--hw-accent); outline-offset: 2px; border-radius: 4px; }
.hw-board [role="button"], .hw-head, .hw-replica { cursor: pointer; }

.hw-table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed; }
.hw-table th, .hw-table td { padding: 0; text-align: start; vertical-align: top; font-weight: 400; }
col.hw-side { width: ${em(sizes.side)}; }
th.hw-side { color: var(--hw-quiet); }

.hw-controller-row, .hw-client-group { display: flex; align-items: baseline; }
.hw-controller-row { gap: 0 1.5em; padding-block-end: 1.2em; }
.hw-side-label { flex: none; inline-size: ${em(sizes.side)}; color: var(--hw-quiet); }
.hw-controller-row .hw-side-label { margin-inline-end: -0.6em; }
.hw-client-row { display: grid; gap: 0.3em; padding-block-end: 0.75em; }
.hw-client-row[hidden], .hw-client-group[hidden] { display: none; }
.hw-client-group .hw-side-label { margin-inline-end: 0.9em; }
.hw-client-row .hw-client-group .hw-chips { gap: 0.25em 0.35em; }
.hw-client-group[data-many] .hw-client-chip { border-color: transparent; padding-inline: 0.25em; }
.hw-client-group .hw-client-chip { cursor: pointer; flex: none; max-inline-size: 100%; overflow: hidden; padding: 0 0.55em; font-size: 0.9em; text-overflow: ellipsis; white-space: nowrap; }
@media (pointer: coarse) { .hw-client-chip { padding: 0.2em 0.7em; min-inline-size: 24px; } }
@container hw-board (max-width: 40em) {
  .hw-controller-row .hw-side-label, .hw-client-group .hw-side-label { inline-size: auto; margin-inline-end: 0; }
  .hw-client-group { gap: 0 0.75em; }
  .hw-controller-row { flex-wrap: wrap; gap: 0 0.75em; padding-block-end: 0.4em; }
  .hw-note { display: none; }
}
.hw-client-chip[aria-selected] { outline: 1.5px solid var(--hw-accent); outline-offset: 2px; }
.hw-chips { display: inline-flex; flex: 1 1 auto; flex-wrap: wrap; gap: 0 1.5em; min-inline-size: 0; }
.hw-dot {
  display: inline-block; inline-size: 0.85em; block-size: 0.85em; border: 1.5px solid var(--hw-quiet); border-radius: 50%;
  margin-inline-end: 0.5em; vertical-align: -0.08em;
}
[data-active] > span > .hw-dot { background: var(--hw-ink); border-color: var(--hw-ink); }
[data-down] > span > .hw-dot { border-style: dashed; }
.hw-note { margin-inline-start: auto; text-align: end; color: var(--hw-quiet); }

/* A rack is a band over the columns of its brokers. */
.hw-table .hw-rack { padding-inline: calc(var(--hw-space) / 2); color: var(--hw-quiet); font-size: 0.93em; }
.hw-rack > span { display: flex; align-items: center; gap: 0.6em; padding-inline: calc(0.6em + 1px) 0; overflow: hidden; white-space: nowrap; }
.hw-rack > span:not(:empty)::after { content: ""; flex: 1; border-block-start: 1px solid var(--hw-wire); }

.hw-table .hw-heads > * { padding-block-end: 0.45em; border-block-end: 1px solid var(--hw-line); }
.hw-table .hw-heads .hw-head { padding-inline: calc(var(--hw-space) / 2 + 0.6em + 1px); }
.hw-head .hw-line { display: block; }
.hw-head .hw-name { font-weight: 650; }
.hw-head .hw-state { color: var(--hw-warning); }
.hw-head[data-focus] .hw-name, [data-focus] > tr .hw-partition-name { text-decoration: underline 2px var(--hw-accent); text-underline-offset: 0.25em; }

.hw-table th.hw-heading { padding-block: 0.6em 0.35em; }
.hw-partition + .hw-partition .hw-heading { border-block-start: 1px solid var(--hw-line); }
.hw-heading-line { display: flex; align-items: baseline; gap: 0.15em 1em; flex-wrap: wrap; }
.hw-partition-name { font: 650 1em var(--hw-mono); }
.hw-warnings { color: var(--hw-warning); }
.hw-produce { margin-inline-start: auto; color: var(--hw-accent); }
.hw-produce:hover { text-decoration: underline; }

.hw-table td.hw-cell { padding-inline: calc(var(--hw-space) / 2); }
.hw-open td.hw-cell { padding-block-end: calc((${sizes.railTop} + var(--rails) * ${sizes.rail}) * 1em); }
.hw-replica {
  container: hw-replica / inline-size; padding: 0.6em 0.6em 0.35em; border-radius: 6px; border: 1px solid transparent;
}
.hw-cell[data-leads] > .hw-replica { background: var(--hw-panel); }
.hw-cell[data-believes] > .hw-replica { border: 1px dashed var(--hw-warning); }
.hw-cell[data-down] > .hw-replica {
  /* Hatched: hard stripes, so that it is not by colour alone. */
  border: 1px dashed var(--hw-wire);
  background: repeating-linear-gradient(135deg, transparent 0 7px, var(--hw-hatch) 7px 8px);
}
.hw-cell[aria-selected] > .hw-replica { border: 1px solid var(--hw-accent); }
.hw-cell:focus-visible { outline: none; }
.hw-cell:focus-visible > .hw-replica { outline: 2px solid var(--hw-accent); outline-offset: 1px; }
.hw-role { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 0.5em; align-content: flex-start; min-block-size: max(1.4em, var(--role, 0px)); }
.hw-role > * { min-inline-size: 0; }
.hw-broker-name, .hw-star, .hw-membership { white-space: nowrap; }
.hw-broker-name, .hw-broker-state, .hw-broker-rack { display: none; }
.hw-broker-name { font-weight: 650; margin-inline-end: 0.75em; }
.hw-broker-state { color: var(--hw-warning); }
.hw-broker-state:not(:empty) { margin-inline-end: 0.75em; }
.hw-cell[data-leads] .hw-role-word, .hw-cell[data-believes] .hw-role-word { font-weight: 650; }
.hw-star { color: var(--hw-accent); }
.hw-marks { color: var(--hw-quiet); }
/* The arc of a follower's time runs out here. */
.hw-cell[data-timer] .hw-marks { padding-inline-end: 1.5em; }
.hw-cell[data-out] .hw-membership { color: var(--hw-warning); }
.hw-tile-text { display: none; font-family: var(--hw-mono); font-size: 0.9em; }
.hw-slot { block-size: calc((${sizes.flagLane} + ${sizes.cellHeight} + ${sizes.whiskerTop} + var(--row-whiskers) * ${sizes.whisker}) * 1em); }
@container hw-replica (max-width: 14em) {
  .hw-role { flex-direction: column; justify-content: flex-start; min-block-size: max(2.8em, var(--role, 0px)); }
}

.hw-tile .hw-replica { padding-block: 0.3em; }
.hw-tile .hw-slot, .hw-tile .hw-marks { display: none; }
.hw-tile .hw-tile-text { display: inline; }
.hw-tile [data-out] .hw-tile-text { color: var(--hw-warning); }
.hw-tile .hw-heading { padding-block: 0.35em 0; }

/* A client stands at the height of its rail. */
.hw-table td.hw-side { padding-block-end: 0.3em; vertical-align: bottom; }
.hw-producers { padding-inline-end: 1.25em; }
.hw-table td.hw-consumers { padding-inline-start: 1.25em; padding-block-end: calc((0.3 + var(--below, 0) * ${sizes.rail}) * 1em); }
.hw-client { display: flex; flex-direction: column-reverse; align-items: flex-start; margin-block-start: 1em; }
.hw-chip {
  display: inline-block; max-inline-size: 100%; padding: 0.25em 0.7em; border: 1px solid var(--hw-quiet); border-radius: 1em; background: var(--hw-paper);
  line-height: 1.3;
}
.hw-client[aria-selected] .hw-chip, .hw-controller[aria-selected], .hw-head[aria-selected] .hw-name, .hw-partition-name[aria-selected] { outline: 1.5px solid var(--hw-accent); outline-offset: 2px; border-radius: 1em; }
.hw-head[aria-selected] .hw-name, .hw-partition-name[aria-selected] { border-radius: 2px; }
.hw-client-lines { display: block; margin-block-end: 0.4em; padding-inline-start: 0.2em; color: var(--hw-quiet); font-size: 0.93em; }
.hw-client-lines > span { display: block; }

.hw-line .hw-heading-line, .hw-line .hw-partition-name { cursor: pointer; }
.hw-line .hw-partition-name::before { content: "▸ "; content: "▸ " / ""; color: var(--hw-quiet); }

/* Narrow: one replica above the other. */
.hw-board[data-layout="narrow"] {
  .hw-table, .hw-table thead, .hw-table tbody, .hw-table tr, .hw-table th, .hw-table td { display: block; }
  colgroup { display: none; }
  .hw-heads { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .hw-chips { gap: 0 1em; }
  .hw-table td.hw-side { padding: 0.35em 0; padding-inline-end: calc((${sizes.sideRailTop} + var(--rails) * ${sizes.sideRail}) * 1em); }
  td.hw-side:empty { display: none; }
  .hw-client { flex-direction: row; inline-size: fit-content; align-items: center; gap: 0.75em; margin: 0; }
  .hw-chip { flex: none; max-inline-size: max(45%, min(8em, 33cqi)); }
  .hw-client-lines { margin: 0; }
  .hw-client-lines > span { display: inline; }
  .hw-client-lines > span + span::before { content: " · "; }
  td.hw-cell { padding: 0; padding-inline-end: calc((${sizes.sideRailTop} + var(--rails) * ${sizes.sideRail}) * 1em); margin-block-end: 0.5em; }
  .hw-open td.hw-cell { padding-block-end: 0; }
  .hw-table tr.hw-racks { display: none; }
  .hw-broker-name, .hw-broker-state, .hw-broker-rack { display: inline; }
  .hw-slot { --row-whiskers: var(--whiskers); }
  .hw-role { flex-direction: row; }
  .hw-heading { padding-block: 0.5em; }
}

/* A finger is wider than a pointer. */
@media (pointer: coarse) {
  .hw-board[data-layout="narrow"] .hw-broker-name { display: inline-block; min-inline-size: 24px; padding-block: 4px; }
  .hw-head, .hw-controller { min-block-size: 24px; padding-block: 3px; }
  .hw-chip { padding-block: 0.4em; }
  .hw-produce { display: inline-flex; align-items: center; min-block-size: 44px; min-inline-size: 44px; justify-content: flex-end; }
  .hw-line .hw-heading-line { align-items: center; min-block-size: 44px; }
}

.hw-ruler { position: absolute; visibility: hidden; font: ${em(sizes.offsetText)} var(--hw-mono); }

/* Strips */
.hw-layer { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; overflow: visible; pointer-events: none; }
.hw-layer text { font: ${em(sizes.offsetText)} var(--hw-mono); fill: var(--hw-ink); dominant-baseline: central; }
.hw-hit { pointer-events: all; cursor: pointer; }
${tones}
.hw-record rect { stroke: var(--tone); stroke-width: 1.5; fill: var(--hw-paper); }
.hw-record text { text-anchor: middle; fill: var(--tone); font-weight: 600; }
.hw-record[data-state="below"] rect { fill: var(--tone); }
.hw-record[data-state="below"] text { fill: var(--hw-on-epoch); }
.hw-record[data-state="unknown"] rect { stroke-width: 1; }
.hw-record[data-state="truncated"] { --tone: var(--hw-error); }
.hw-record[data-state="truncated"] rect { stroke-dasharray: 3 2; stroke-width: 1; }
.hw-strike { stroke: var(--hw-error); stroke-width: 1.5; }
.hw-record[data-doomed] rect { stroke-dasharray: 3 2; }
.hw-record[data-fresh] rect { stroke-width: 2.5; }
.hw-record:hover rect, .hw-record[data-selected] rect { stroke: var(--hw-ink); stroke-width: 2; }
.hw-earlier path { stroke: var(--hw-quiet); stroke-width: 1.25; fill: none; }
.hw-earlier text { text-anchor: end; fill: var(--hw-quiet); }
.hw-layer .hw-instead { fill: var(--hw-quiet); }
.hw-flag path { stroke: var(--hw-ink); stroke-width: 2; fill: none; }
.hw-flag .hw-pennant { fill: var(--hw-ink); stroke-width: 1; stroke-linejoin: round; }
.hw-mark text { font-weight: 600; }
.hw-end path { stroke: var(--hw-quiet); stroke-width: 1; stroke-dasharray: 3 2; }
.hw-end text { fill: var(--hw-quiet); }
.hw-stable path { stroke-width: 1; }
.hw-flag[data-moved] text, .hw-flag[data-moved] .hw-pennant { fill: var(--hw-accent); }
.hw-flag[data-moved].hw-mark path { stroke: var(--hw-accent); }
.hw-whisker-hit { fill: transparent; }
.hw-whisker-line { stroke: var(--hw-wire); stroke-width: 1; stroke-dasharray: 2 3; }
.hw-whisker[data-counts] .hw-whisker-line { stroke: var(--hw-quiet); stroke-dasharray: none; }
.hw-whisker-dot { fill: var(--hw-paper); stroke: var(--hw-quiet); stroke-width: 1.5; }
.hw-whisker[data-counts] .hw-whisker-dot { fill: var(--hw-ink); stroke: var(--hw-ink); }
.hw-whisker-saved { stroke: var(--hw-quiet); stroke-width: 2; fill: none; }
.hw-whisker[data-kind="disk"] .hw-whisker-line { stroke: var(--hw-ink); stroke-width: 2.5; stroke-dasharray: none; }
.hw-whisker[data-kind="disk"] .hw-whisker-dot { fill: var(--hw-ink); stroke: var(--hw-ink); }
.hw-layer .hw-whisker-name, .hw-layer .hw-whisker-label { font-size: 0.8em; fill: var(--hw-quiet); }
.hw-wire-hit { fill: none; stroke: transparent; stroke-width: 14; pointer-events: stroke; cursor: pointer; touch-action: none; }
g:hover > .hw-wire-hit { stroke: var(--hw-line); stroke-opacity: 0.7; }
.hw-wire { fill: none; stroke: var(--hw-wire); stroke-width: 1; }
[data-state="cut"] > .hw-wire { stroke: var(--hw-error); stroke-dasharray: 2 5; }
[data-state="held"] > .hw-wire { stroke: var(--hw-warning); stroke-dasharray: 8 3; }
[data-state="slow"] > .hw-wire { stroke: var(--hw-warning); stroke-dasharray: 1 3; }
.hw-wire-sign { fill: none; stroke: var(--hw-error); stroke-width: 2; }
[data-state="held"] .hw-wire-sign, [data-state="slow"] .hw-wire-sign { stroke: var(--hw-warning); }
.hw-layer .hw-wire-label { fill: var(--hw-error); font-family: var(--hw-font); stroke: var(--hw-paper); stroke-width: 4; paint-order: stroke; }
.hw-layer :is([data-state="held"], [data-state="slow"]) .hw-wire-label { fill: var(--hw-warning); }
.hw-record, .hw-flag { transition: transform ${durations.glide}ms; }
.hw-board[data-still] :is(.hw-record, .hw-flag) { transition: none; }
@media (prefers-reduced-motion: reduce) { .hw-record, .hw-flag { transition: none; } }

/* Motion */
.hw-sized { transform: scale(var(--hw-scale, 1)); }
.hw-token { --tone: var(--hw-accent); color: var(--hw-accent); }
.hw-token[data-glyph="error"] { color: var(--hw-error); }
.hw-token[data-kin] .hw-token-hit { stroke: var(--hw-accent); stroke-width: 1.5; }
.hw-token-hit { fill: transparent; }
:is(.hw-token, .hw-dock):is(:hover, [data-selected]) .hw-token-hit { stroke: var(--hw-accent); }
.hw-solid { fill: currentColor; }
.hw-stroke { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.hw-paper { fill: var(--hw-paper); stroke: currentColor; stroke-width: 1.5; }
.hw-little { fill: var(--hw-paper); stroke: var(--tone); stroke-width: 1.75; }
.hw-layer .hw-token-label {
  display: none; pointer-events: all; cursor: pointer; font: 11.7px var(--hw-font); fill: currentColor; stroke: var(--hw-paper); stroke-width: 5; stroke-linejoin: round; paint-order: stroke;
}
[data-label] > .hw-sized > .hw-token-label, :is(.hw-token, .hw-dock):hover > .hw-sized > .hw-token-label { display: inline; }
.hw-dock { color: var(--hw-quiet); }
.hw-dock-paper { fill: var(--hw-paper); }
.hw-dock-track { fill: none; stroke: var(--hw-line); stroke-width: 2; }
.hw-dock-arc { fill: none; stroke: var(--hw-accent); stroke-width: 2; }
.hw-dock-glyph { fill: currentColor; }

.hw-record[data-focused] rect, [data-focused] > .hw-sized > .hw-token-hit { stroke: var(--hw-accent); stroke-width: 3; }

.hw-tip {
  inset: 0 auto auto 0;
  position: absolute; z-index: 1; max-inline-size: 22em; padding: 0.5em 0.75em; border: 1px solid var(--hw-quiet); border-radius: 4px;
  background: var(--hw-paper); pointer-events: none; white-space: pre-line; font-size: 0.93em;
}
.hw-tip[hidden] { display: none; }

/* Colours are those of the system by way of the tokens; drawings are not adjusted by the browser, boxes are. */
@media (forced-colors: active) {
  .hw-dot { forced-color-adjust: none; border-color: CanvasText; }
  [data-active] > span > .hw-dot { background: CanvasText; border-color: CanvasText; }
  .hw-cell[data-leads] > .hw-replica { border: 2px solid CanvasText; }
  .hw-cell[data-down] > .hw-replica { forced-color-adjust: none; background-color: Canvas; }
  .hw-dock-arc { stroke: Highlight; stroke-width: 3; }
}
@media print {
  .hw-board { print-color-adjust: exact; }
  .hw-cell[data-leads] > .hw-replica { border-color: var(--hw-ink); }
  .hw-tip, .hw-produce { display: none; }
  .hw-partition { break-inside: avoid; }
}
`;
