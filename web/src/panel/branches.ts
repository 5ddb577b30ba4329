// What a person did can be undone, and futures that were left by acting are kept: the way back to each.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type Branch, isSameStory, lastAct } from '../model/branch';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { branchWords } from '../text/menu';
import { page, storyTitle } from '../text/page';
import { clock } from '../text/quantity';
import { type Icon, icon } from './icon';

export function past(state: State, send: Send): TemplateResult | typeof nothing {
  const { shown, branches, undone } = state;
  const act = shown === null ? undefined : lastAct(shown.timeline);
  if (act === undefined && branches.length === 0) return nothing;
  return html`<div class="past" part="past">
    ${branches.length === 0 ? nothing : kept(state, send)}
    <div class="past-ways">
      ${act === undefined ? nothing : way('undo', branchWords.undo, act.line, 'Control+Z', () => send({ want: 'undo' }))}
      ${undone === null ? nothing : way('redo', branchWords.redo, '', 'Control+Shift+Z', () => send({ want: 'redo' }))}
    </div>
  </div>`;
}

function way(sign: Icon, name: string, line: string, keys: string, go: () => void): TemplateResult {
  return html`<button type="button" class="quiet-button with-icon" aria-keyshortcuts=${keys} title=${keys.replaceAll('+', ' ')} @click=${go}>
    ${icon(sign)}<span>${name}${line === '' ? nothing : html` <code>${line}</code>`}</span></button>`;
}

function kept({ branches, story }: State, send: Send): TemplateResult {
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
