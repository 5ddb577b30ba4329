// Name, story picker, and what can be done with the run as a whole; where there is no room for that, it is behind one button.

import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { StoryListing } from '../engine/view';
import { closedBefore } from '../model/console';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { page, storyTitle } from '../text/page';
import { icon } from './icon';

export function header(state: State, send: Send): TemplateResult {
  const { stories, story, shown } = state;
  const choose = (event: Event) => {
    const listing = stories[(event.target as HTMLSelectElement).selectedIndex - (isOwn ? 1 : 0)];
    if (listing !== undefined) send({ want: 'story', listing });
  };
  const isOwn = story !== null && !stories.some(({ name }) => name === story.name);
  const groups = [...new Set(stories.flatMap(({ group }) => group ?? []))];
  const option = ({ name, title }: StoryListing) =>
    html`<option ?selected=${name === story?.name} .selected=${name === story?.name}>${storyTitle(title)}</option>`;
  return html`<div class="header" part="header">
    <h1>${page.name}</h1>
    <label class="story">
      <span class="unseen">${page.story}</span>
      <select @change=${choose} title=${story?.summary ?? ''}>
        ${isOwn ? html`<option selected>${story.title === '' ? page.ownStory : storyTitle(story.title)}</option>` : nothing}
        ${stories.filter(({ group }) => group === null).map(option)}
        ${groups.map((heading) => html`<optgroup label=${heading}>${stories.filter(({ group }) => group === heading).map(option)}</optgroup>`)}
      </select>
    </label>
    <button type="button" class="plain icon-button more-button" popovertarget="overall" aria-label=${page.more} title=${page.more}>${icon('more')}</button>
    <div id="overall" class="overall" popover @beforetoggle=${placeOverall} @click=${closing}>
      ${layers(state, send)}
      ${shown === null ? nothing : [clusterButtons(state, send), storyButton(send), shareButton(send)]}
      <button type="button" class="plain help-button" aria-label=${page.help} title="${page.help} (?)" @click=${() => send({ want: 'help', open: true })}>?<span class="help-name"> ${page.help}</span></button>
    </div>
  </div>`;
}

/** Below its button, at the end of the line. */
function placeOverall(event: Event): void {
  const overall = event.currentTarget as HTMLElement;
  const { right, bottom } = besideItsButton(overall);
  overall.style.setProperty('--right', `${Math.max(0, document.documentElement.clientWidth - right)}px`);
  overall.style.setProperty('--top', `${bottom}px`);
}

/** Before a button does what it does, so that what it opens gives the focus back to a button that is seen. */
const closing = {
  capture: true,
  handleEvent(event: Event): void {
    const overall = event.currentTarget as HTMLElement;
    if ((event.target as Element).closest('button') === null || !overall.matches(':popover-open')) return;
    overall.hidePopover();
    buttonOf(overall)?.focus();
  },
};

function buttonOf(within: Element): HTMLElement | null {
  return within.closest('.header')?.querySelector('.more-button') ?? null;
}

function besideItsButton(within: Element): DOMRect {
  return (buttonOf(within) ?? within).getBoundingClientRect();
}

function shareButton(send: Send): TemplateResult {
  return html`<button type="button" class="quiet-button share-button" aria-haspopup="dialog" @click=${() => send({ want: 'share', open: true })}>${page.share}</button>`;
}

/** What the board shows when asked to. Where the header has no room they stand beside the tabs. */
export function layers({ idleMessages, diskLayer }: State, send: Send): TemplateResult {
  return html`<div class="layers" role="group" aria-label=${page.layers}>
    ${layer(page.idleMessages, idleMessages, () => send({ want: 'idle-messages', shown: !idleMessages }))}
    ${layer(page.diskLayer, diskLayer, () => send({ want: 'disk-layer', shown: !diskLayer }))}
  </div>`;
}

function storyButton(send: Send): TemplateResult {
  return html`<button type="button" class="quiet-button console-button" aria-haspopup="dialog"
    @click=${() => send({ want: 'edit', editing: { tab: 'story', of: null } })}>${page.storyText}</button>`;
}

/** Something that the board shows when asked to. */
function layer(name: string, isShown: boolean, toggle: () => void): TemplateResult {
  return html`<label class="layer"><input type="checkbox" .checked=${live(isShown)} @change=${toggle} /> ${name}</label>`;
}

/** The button that opens the menu of the whole cluster, those of its console and of its ledger. */
function clusterButtons({ console: open, ledger }: State, send: Send): TemplateResult {
  const at = (event: Event) => {
    const button = event.currentTarget as Element;
    const { left, top, right, bottom } = button.checkVisibility()
      ? button.getBoundingClientRect()
      : besideItsButton(button);
    return { left, top, right, bottom };
  };
  return html`<button type="button" class="quiet-button cluster-button" aria-haspopup="dialog" title=${page.openCluster}
      @click=${(event: Event) => send({ want: 'menu', target: { kind: 'cluster' }, at: at(event) })}>${page.cluster}</button>
    <button type="button" class="quiet-button console-button" aria-pressed=${open !== null}
      @click=${() => send(open === null ? { want: 'console', of: closedBefore } : { want: 'close-console' })}>${page.console}</button>
    <button type="button" class="quiet-button ledger-button" aria-pressed=${ledger !== null}
      @click=${() => send({ want: 'ledger', open: ledger === null })}>${page.ledger}</button>`;
}
