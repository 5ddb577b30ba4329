// What is true now, why it is so, and the one button that goes on.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
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
    </div>
    <div class="caption-way">
      ${shown === null ? nothing : primaryButton(state, send)}
      <p class="fold-note">${passing(state)}</p>
    </div>
    ${stopped(state, send)}
  </section>`;
}

export function primaryButton({ shown }: State, send: Send): TemplateResult {
  const words = { step: page.nextStep, story: page.nextStory, 'play-on': page.playOn };
  return html`<button type="button" class="primary" @click=${() => send({ want: 'next' })}>${words[shown?.next ?? 'step']}</button>`;
}
