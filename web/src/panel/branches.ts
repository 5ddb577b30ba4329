// What a person did can be undone, and runs that were left by acting are kept: their names, and the way to each.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type Branch, isSameStory, lastAct } from '../model/branch';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { actName, branchWords, runName } from '../text/branch';
import { page, storyTitle } from '../text/page';
import { type Icon, icon } from './icon';

export function past(state: State, send: Send): TemplateResult | typeof nothing {
  const { shown, branches, branch, undone, story } = state;
  const act = shown === null ? undefined : lastAct(shown.timeline);
  const other = branches.find(({ id }) => id === state.compared);
  if (act === undefined && branches.length < 2) return nothing;
  const canCompare = other !== undefined && other.id !== branch && isSameStory(other.story, story);
  return html`<div class="past" part="past">
    ${branches.length < 2 ? nothing : kept(state, send)}
    <div class="past-ways">
      ${canCompare ? way('compare', branchWords.compare, runName(other), '', branchWords.compareTitle, () => send({ want: 'return-to', branch: other.id })) : nothing}
      ${act === undefined ? nothing : way('undo', branchWords.undo, actName(act.line), 'Control+Z', 'Control Z', () => send({ want: 'undo' }))}
      ${undone === null ? nothing : way('redo', branchWords.redo, '', 'Control+Shift+Z', 'Control Shift Z', () => send({ want: 'redo' }))}
    </div>
  </div>`;
}

function way(sign: Icon, name: string, what: string, keys: string, title: string, go: () => void): TemplateResult {
  return html`<button type="button" class="quiet-button with-icon" aria-keyshortcuts=${keys || nothing} title=${title} @click=${go}>
    ${icon(sign)}<span>${name}${what === '' ? nothing : html` <code>${what}</code>`}</span></button>`;
}

function kept({ branches, branch, story }: State, send: Send): TemplateResult {
  const here = branches.find(({ id }) => id === branch);
  const ofThisStory = branches.filter((one) => isSameStory(one.story, story));
  const elsewhere = branches.filter((one) => !ofThisStory.includes(one));
  return html`<details class="branches" part="branches">
    <summary><span>${branchWords.runs(branches.length)} <strong>${here === undefined ? '' : runName(here)}</strong></span></summary>
    <ul>${[...ofThisStory, ...elsewhere].map((one) => run(one, branches, one.id === branch, ofThisStory.includes(one), send))}</ul>
  </details>`;
}

function run(one: Branch, all: readonly Branch[], isHere: boolean, isOfThisStory: boolean, send: Send): TemplateResult {
  const name = runName(one);
  const parent = all.find(({ id }) => id === one.parted?.from);
  const parts =
    one.parted === null
      ? branchWords.first
      : branchWords.parts(parent === undefined ? branchWords.asTold : runName(parent), one.parted.time);
  const of = isOfThisStory
    ? ''
    : `${branchWords.ofStory(one.story === null || one.story.title === '' ? page.ownStory : storyTitle(one.story.title))}, `;
  const rename = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    send({ want: 'rename', branch: one.id, title: value === name ? (one.title ?? '') : value });
  };
  return html`<li class=${isHere ? 'here' : ''}>
    <span class="branch-words"><input class="branch-name" aria-label=${branchWords.name(name)} .value=${name} maxlength="80" size=${Math.max(8, name.length)} @change=${rename} />
      <span class="quiet">${of}${parts}${branchWords.more(one.more)}</span></span>
    ${
      isHere
        ? html`<span class="quiet">${branchWords.here}</span>`
        : html`<button type="button" class="quiet-button" aria-label=${branchWords.goToNamed(name)} @click=${() => send({ want: 'return-to', branch: one.id })}>${branchWords.goTo}</button>`
    }
  </li>`;
}
