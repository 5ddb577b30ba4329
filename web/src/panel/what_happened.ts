// The running log: the last few events, the newest in full ink, those before them folded; those of another partition than the one
// in view have its name at their end.

import { guard } from 'lit/directives/guard.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import { partitionInView } from '../model/question';
import type { Shown, State } from '../model/state';
import type { Entry } from '../text/glossary';
import { type LogLine, logLines } from '../text/happened';
import { page } from '../text/page';
import { clock } from '../text/quantity';
import { ruleSign } from './rule_sign';
import { withTerms } from './terms';

export function whatHappened({ shown, selected, openPartition }: State, off: string, send: Send): TemplateResult {
  if (shown === null) return html``;
  const inView = partitionInView(shown.board, selected, openPartition, shown.focus)?.name ?? '';
  return html`<section class="happened ${off}" part="what-happened" aria-labelledby="happened-title">
    <h3 id="happened-title">${page.whatHappened}</h3>
    <div class="log">${guard([shown.happened, inView], () => lines(shown, inView, send))}</div>
  </section>`;
}

function lines({ happened, position, timeline }: Shown, inView: string, send: Send): TemplateResult {
  const since = happened.filter((line) => line.position > timeline.begin.position);
  if (since.length === 0) return html`<p class="quiet">${page.nothingYet}</p>`;
  const newest = since.at(-1)?.position;
  const seen = new Set<Entry>();
  const one = (
    line: LogLine,
  ) => html`<li class=${line.position === newest && line.position === position ? 'newest' : ''}>
    <button type="button" class="plain at" @click=${() => send({ want: 'go', position: line.position, time: line.time })}>${clock(line.time)}</button>
    <span>${withTerms(line.text, seen)} ${ruleSign(line.rule, send)}${
      line.refused ? whyRefused(line.position, send) : ''
    }${line.partition === null || line.partition === inView ? '' : html` <code>${line.partition}</code>`}</span>
  </li>`;
  const all = logLines(since);
  const from = firstInSight(all);
  const earlier = all.slice(0, from);
  return html`${earlier.length === 0 ? nothing : html`<details class="earlier"><summary>${page.earlier(earlier.length)}</summary><ol class="log-lines">${earlier.map(one)}</ol></details>`}
    <ol class="log-lines">${all.slice(from).map(one)}</ol>`;
}

/** What happened at the newest moment is seen whole; of what came before it as much as leaves room for the rest. */
function firstInSight(all: readonly LogLine[]): number {
  const newest = all.findIndex(({ position }) => position === all.at(-1)?.position);
  return Math.max(0, Math.min(newest, all.length - LINES));
}

const LINES = 2;

function whyRefused(position: number, send: Send): TemplateResult {
  const ask = () => send({ want: 'ask', question: { kind: 'refusal', position } });
  return html`<button type="button" class="plain ask-here" aria-label=${page.whyRefused} @click=${ask}>${page.why}?</button>`;
}
