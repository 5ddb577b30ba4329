// Several processes are selected: a line that says so, with one menu for all of them. A finger gets to it without a keyboard.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { nodeOf } from '../model/target';
import { menuWords } from '../text/menu';

export function selection({ shown, selected, also, adding }: State, send: Send): TemplateResult | typeof nothing {
  if (shown === null || selected === null || (also.length === 0 && !adding)) return nothing;
  const nodes = [selected, ...also].flatMap((thing) => nodeOf(shown.board, thing) ?? []);
  const act = (event: Event) => {
    const { left, top, right, bottom } = (event.currentTarget as Element).getBoundingClientRect();
    send({ want: 'menu', target: { kind: 'several', nodes }, at: { left, top, right, bottom } });
  };
  return html`<div class="selection" part="selection" role="group" aria-label=${menuWords.several(nodes)}>
    <p role="status"><strong>${menuWords.several(nodes)}</strong> ${adding ? menuWords.chooseMore : nothing}</p>
    ${
      also.length === 0
        ? nothing
        : html`<button type="button" class="primary" aria-haspopup="dialog" @click=${act}>${menuWords.actOnAll}</button>`
    }
    <button type="button" class="quiet-button" @click=${() => send({ want: 'select', thing: null })}>${menuWords.giveUp}</button>
  </div>`;
}
