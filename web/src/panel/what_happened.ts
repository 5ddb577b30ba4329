// The running log: the last few events, the newest in full ink; those of another partition than the one in view have its
// name at their end.

import { guard } from 'lit/directives/guard.js';
import { ref } from 'lit/directives/ref.js';
import { html, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import { partitionInView } from '../model/question';
import type { Shown, State } from '../model/state';
import { logLines } from '../text/happened';
import { page } from '../text/page';
import { clock } from '../text/quantity';

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
  return html`<ol class="log" ${ref(toNewest())}>
    ${logLines(since).map(
      ({ position: at, time, text, partition }) => html`<li class=${at === newest && at === position ? 'newest' : ''}>
        <button type="button" class="plain at" @click=${() => send({ want: 'go', position: at, time })}>${clock(time)}</button>
        <span>${text}${partition === null || partition === inView ? '' : html` <code>${partition}</code>`}</span>
      </li>`,
    )}
  </ol>`;
}

/** The newest line stands at the foot; older ones are scrolled to. A new function each time, so that it is called each time. */
function toNewest(): (list: Element | undefined) => void {
  // The lines themselves are written after this.
  return (list) => queueMicrotask(() => list?.scrollTo({ top: list.scrollHeight }));
}
