// Futures that were left by acting in the past: that they are kept, and the way back to each.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type Branch, isSameStory } from '../model/branch';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { branchWords } from '../text/menu';
import { page, storyTitle } from '../text/page';
import { clock } from '../text/quantity';

export function branches({ branches, story }: State, send: Send): TemplateResult | typeof nothing {
  if (branches.length === 0) return nothing;
  const name = ({ number, time, story: other }: Branch) =>
    isSameStory(story, other)
      ? branchWords.parted(number, clock(time))
      : branchWords.ofStory(number, other?.name == null ? page.ownStory : storyTitle(other.title));
  const one = (branch: Branch) => html`<li>
    <span><strong>${name(branch)}</strong>
      <span class="quiet">${branch.lines.length === 0 ? branchWords.asTold : branchWords.withLines(branch.lines)}</span></span>
    <button type="button" class="quiet-button" aria-label="${branchWords.goBack}: ${name(branch)}"
      @click=${() => send({ want: 'return-to', branch: branch.number })}>${branchWords.goBack}</button>
  </li>`;
  return html`<details class="branches" part="branches">
    <summary>${branches.every((branch) => isSameStory(story, branch.story)) ? branchWords.kept(branches.length) : branchWords.keptRuns(branches.length)}</summary>
    <ul>${branches.toReversed().map(one)}</ul>
  </details>`;
}
