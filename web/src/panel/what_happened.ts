// The running log: the last few events, the newest in full ink; those of another partition than the one in view have its
// name at their end.

import { guard } from 'lit/directives/guard.js';
import { ref } from 'lit/directives/ref.js';
import { html, type TemplateResult } from 'lit/html.js';
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
    ${guard([shown.happened, inView], () => lines(shown, inView, send))}
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
  return html`<ol class="log" ${ref(toNewest())}>${logLines(since).map(one)}</ol>`;
}

function whyRefused(position: number, send: Send): TemplateResult {
  const ask = () => send({ want: 'ask', question: { kind: 'refusal', position } });
  return html`<button type="button" class="plain ask-here" aria-label=${page.whyRefused} @click=${ask}>${page.why}?</button>`;
}

/** The newest line stands at the foot; older ones are scrolled to. A new function each time, so that it is called each time. */
function toNewest(): (list: Element | undefined) => void {
  // The lines themselves are written after this.
  return (list) => queueMicrotask(() => list?.scrollTo({ top: list.scrollHeight }));
}
