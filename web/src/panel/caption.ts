// What is true now, why it is so, and the one button that goes on.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ActMark } from '../engine/view';
import type { Send } from '../model/intent';
import type { Shown, State } from '../model/state';
import { actsAhead, actsBeyond } from '../model/telling';
import { comingAct } from '../text/coming';
import { page, storyTitle } from '../text/page';
import { passing, stopped } from './passing';
import { withTerms } from './terms';

export function caption(state: State, send: Send): TemplateResult {
  const { shown, story, touched } = state;
  const headline = shown?.caption?.headline ?? storyTitle(story?.title ?? '');
  const text = shown?.caption?.text ?? story?.summary ?? '';
  return html`<section class="caption" part="caption" aria-labelledby="headline">
    <div class="caption-words">
      ${touched ? nothing : html`<p class="lead">${page.whatItIs}</p>`}
      <h2 id="headline">${headline}</h2>
      <p class="caption-text">${withTerms(text)}</p>
      ${suggestion(state, send)}
    </div>
    <div class="caption-way">
      ${shown === null ? nothing : primaryButton(state, send)}
      <p class="fold-note">${passing(state)}</p>
    </div>
    ${stopped(state, send)}
  </section>`;
}

export function primaryButton({ shown }: State, send: Send): TemplateResult {
  const words = { step: stepWords(shown), story: page.nextStory, 'play-on': page.playOn };
  return html`<button type="button" class="primary" @click=${() => send({ want: 'next' })}>${words[shown?.next ?? 'step']}</button>`;
}

/** What the story does on the way to where the button leads, where that is worth a name. */
function stepWords(shown: Shown | null): string {
  const act = shown === null ? undefined : named(actsAhead(shown, shown.position));
  return act === undefined ? page.nextStep : page.next(act.what);
}

/** The first thing that the story does to a process, for those who want to go there at once. */
function suggestion({ shown, playing }: State, send: Send): TemplateResult | typeof nothing {
  if (shown === null) return nothing;
  const { timeline, position } = shown;
  const done = timeline.acts.filter((act) => act.position > timeline.begin.position && act.position <= position);
  const beyond = named(actsBeyond(shown, position));
  if (beyond === undefined || named([...done, ...actsAhead(shown, position)]) !== undefined) return nothing;
  const { act, what } = beyond;
  return html`<button type="button" class="plain suggestion" ?hidden=${playing !== null}
    @click=${() => send({ want: 'go', position: act.position, time: act.time })}>${page.orNow(what)}</button>`;
}

function named(acts: readonly ActMark[]): { act: ActMark; what: string } | undefined {
  for (const act of acts) {
    const what = comingAct(act.line);
    if (what !== null) return { act, what };
  }
  return undefined;
}
