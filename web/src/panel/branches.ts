// Futures that were left by acting in the past: that they are kept, and the way back to each.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { branchWords } from '../text/menu';
import { clock } from '../text/quantity';

export function branches({ branches }: State, send: Send): TemplateResult | typeof nothing {
  const newest = branches.at(-1);
  if (newest === undefined) return nothing;
  const one = ({ number, time, lines }: typeof newest) => html`<li>
    <span><strong>${branchWords.parted(number, clock(time))}</strong>
      <span class="quiet">${lines.length === 0 ? branchWords.asTold : branchWords.withLines(lines)}</span></span>
    <button type="button" class="quiet-button" aria-label="${branchWords.goBack}: ${branchWords.parted(number, clock(time))}"
      @click=${() => send({ want: 'return-to', branch: number })}>${branchWords.goBack}</button>
  </li>`;
  return html`<details class="branches" part="branches">
    <summary>${branchWords.kept(branches.length)}</summary>
    <ul>${branches.toReversed().map(one)}</ul>
  </details>`;
}
