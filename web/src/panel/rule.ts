// The rule that something followed: what it says, where Kafka decides it, and what goes wrong without it where it can be
// switched off.

import { ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { EventRule, RuleListing } from '../engine/view';
import type { Place, Send } from '../model/intent';
import type { State } from '../model/state';
import { page } from '../text/page';
import { ruleWords } from '../text/rule';
import { icon } from './icon';

/** The one place where a rule opens; it stands at the end of the page's root. */
export function rulePopover(state: State, send: Send): TemplateResult {
  const { rule: open, rules } = state;
  const rule = open === null ? undefined : rules.statement.find(({ name }) => name === open.name);
  const closed = (event: ToggleEvent) => {
    if (event.newState === 'closed') send({ want: 'rule', rule: null });
  };
  return html`<div class="definition rule" popover role="dialog" aria-label=${ruleWords.title} @toggle=${closed}
    ${ref(showAt(open?.at ?? null))}>${rule === undefined ? nothing : content(rule, state)}</div>`;
}

function content(rule: EventRule, { rules, shown }: State): TemplateResult {
  const parts = rule.switches.flatMap((name) => rules.switches.find((listing) => listing.name === name) ?? []);
  const close = (event: Event) => ((event.currentTarget as Element).closest('[popover]') as HTMLElement).hidePopover();
  return html`<div class="rule-head"><strong>${ruleWords.title}</strong>
      <button type="button" class="plain icon-button" aria-label=${page.close} @click=${close}>${icon('close')}</button></div>
    ${says(rule)}
    ${
      parts.length === 0
        ? nothing
        : html`<p class="quiet">${ruleWords.without}</p>
      <ul>${parts.map((part) => withoutIt(part, shown?.board.rulesOff.includes(part.name) ?? false))}</ul>`
    }`;
}

function says({ says, source }: EventRule): TemplateResult {
  return html`<p>${says}</p>
    ${source === '' ? nothing : html`<p class="quiet">${ruleWords.source} <code>${source}</code></p>`}`;
}

function withoutIt({ name, says, without, since }: RuleListing, isOff: boolean): TemplateResult {
  return html`<li><code>${name}</code> <span class="quiet">${ruleWords.since(since)}</span>
    <p>${says} ${without}${isOff ? html` <strong>${ruleWords.isOff}</strong>` : nothing}</p></li>`;
}

/** Beside what was activated, once it stands in the page. A new function for each drawing, so that it is called for each. */
function showAt(place: Place | null): (element: Element | undefined) => void {
  return (element) => {
    if (element !== undefined && place !== null) queueMicrotask(() => show(element as HTMLElement, place));
  };
}

function show(popover: HTMLElement, { left, top, bottom }: Place): void {
  if (!popover.isConnected || popover.matches(':popover-open')) return;
  popover.showPopover();
  const size = popover.getBoundingClientRect();
  const x = Math.max(8, Math.min(left, innerWidth - size.width - 8));
  const y = bottom + size.height + 8 <= innerHeight ? bottom + 4 : top - size.height - 4;
  popover.style.setProperty('left', `${x}px`);
  popover.style.setProperty('top', `${Math.max(8, y)}px`);
  const root = popover.getRootNode() as ShadowRoot;
  const opener = root.activeElement as HTMLElement | null;
  popover.querySelector('button')?.focus({ preventScroll: true });
  // Browsers do not give the focus back by themselves within a shadow root.
  const back = () => {
    if (popover.contains(root.activeElement)) opener?.focus({ preventScroll: true });
  };
  popover.addEventListener('beforetoggle', back, { once: true });
}
