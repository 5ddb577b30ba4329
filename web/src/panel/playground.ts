// The whole page as a function of the state. The board itself is not drawn here: its place is kept for the stage.

import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { lastAct } from '../model/branch';
import type { Send, Tab } from '../model/intent';
import type { State } from '../model/state';
import { page, storyTitle } from '../text/page';
import { caption } from './caption';
import { header, layers } from './header';
import { anywhereKey } from './keys';
import { notKafkaNote } from './not_kafka';
import { onDemand, panelsStyle } from './on_demand';
import { positions } from './positions';
import { produce } from './produce';
import { definitionPopover } from './terms';
import { timeBar } from './time_bar';
import { trouble } from './trouble';
import { whatHappened } from './what_happened';
import { why } from './why';

const consolePanel = onDemand('consolePanel');
const help = onDemand('help');
const inspector = onDemand('inspector');
const ledgerPanel = onDemand('ledgerPanel');
const menu = onDemand('menu');
const past = onDemand('past');
const rulePopover = onDemand('rulePopover');
const selection = onDemand('selection');

export function playground(state: State, bare: boolean, send: Send): TemplateResult {
  const { shown } = state;
  return html`<section class="playground ${bare ? 'bare' : ''}" aria-label=${page.playground(storyTitle(state.story?.title ?? ''))} @keydown=${(event: KeyboardEvent) => anywhereKey(event, state, send)}>
      ${bare ? nothing : header(state, send)}
      <div class="main">
        ${
          state.trouble === null
            ? nothing
            : trouble(
                state.trouble,
                () => send({ want: 'way-on' }),
                shown === null ? null : () => send({ want: 'dismiss' }),
                state.trouble.kind === 'engine-stopped' ? state.faultLink : null,
              )
        }
        ${state.waiting ? loading() : nothing}
        ${shown === null || shown.board.rulesOff.length === 0 ? nothing : notKafkaNote(shown.board.rulesOff, bare, send)}
        ${shown === null ? nothing : caption(state, send)}
        ${bare || shown === null ? nothing : past(state.branches.length > 1 || lastAct(shown.timeline) !== undefined, state, send)}
        ${bare ? nothing : selection(state.also.length > 0 || state.adding, state, send)}
        <div class="board" ?hidden=${shown === null}></div>
        ${bare ? nothing : consolePanel(state.console !== null, state, send)}
      </div>
      ${bare || shown === null ? nothing : side(state, send)}
      ${bare ? nothing : ledgerPanel(state.ledger !== null, state, send)}
      ${timeBar(state, send)}
    </section>
    <div class="unseen" role="status" aria-live="polite">${state.spoken}</div>
    ${definitionPopover()}
    ${bare ? nothing : rulePopover(state.rule !== null, state, send)}
    ${bare ? nothing : menu(state.menu !== null, state, send)}
    ${help(state.helpOpen, state.helpOpen, send)}`;
}

/** Something waits for the engine. */
export function loading(): TemplateResult {
  return html`<p class="loading" role="status">${page.loading}</p>`;
}

/** All at once where there is room; behind tabs where there is not. */
function side(state: State, send: Send): TemplateResult {
  const { shown, tab } = state;
  if (shown === null) return html``;
  const tabs: { tab: Tab; name: string }[] = [
    { tab: 'happened', name: page.whatHappened },
    ...(state.selected === null ? [] : [{ tab: 'inspector' as const, name: page.inspector }]),
    { tab: 'why', name: page.why },
    { tab: 'produce', name: page.produce },
  ];
  const off = (name: Tab) => (name === tab ? '' : 'off');
  return html`<section class="side ${looks(state)}" part="side" aria-label=${page.side}>
    <div class="tab-line">
    <div class="tabs" role="tablist" @keydown=${(event: KeyboardEvent) => tabKey(event, tabs, tab, send)}>
      ${tabs.map(
        (
          one,
        ) => html`<button type="button" role="tab" aria-selected=${one.tab === tab} tabindex=${one.tab === tab ? 0 : -1}
          @click=${() => send({ want: 'tab', tab: one.tab })}>${one.name}</button>`,
      )}
    </div>
    ${layers(state, send)}
    <button type="button" class="quiet-button ledger-button" @click=${() => send({ want: 'ledger', open: true })}>${page.ledger}</button>
    </div>
    <div class="side-scroll" ${ref(toTop(state))}>
      ${repeat(inOrder(tab), String, (one) => {
        if (one === 'inspector') return inspector(state.selected !== null, state, off(one), send);
        if (one === 'happened') return whatHappened(state, off(one), send);
        return why(state, off(one), send);
      })}
    </div>
    ${positions(state, off('why'))}
    ${produce(state, off('produce'), send)}
  </section>`;
}

/** What the style sheet has to know of it: a browser would look for it in all of the side, whenever something there changes. */
function looks({ tab, selected }: State): string {
  const isLong = tab === 'why' || tab === 'inspector';
  const isInspecting = selected !== null && panelsStyle() !== null;
  return `${isLong ? 'long' : ''} ${tab === 'produce' ? 'producing' : ''} ${isInspecting ? 'inspecting' : ''}`;
}

type Section = 'inspector' | 'happened' | 'why';

/** What the person has turned to comes first, where all are there at once. */
function inOrder(tab: Tab): Section[] {
  const sections: Section[] = ['inspector', 'happened', 'why'];
  return [...sections.filter((one) => one === tab), ...sections.filter((one) => one !== tab)];
}

const lookedAt = new WeakMap<Element, unknown[]>();

/** Something else is looked at: it is seen from its beginning. */
function toTop({ tab, selected, asked }: State): (element: Element | undefined) => void {
  return (element) => {
    if (element === undefined) return;
    const before = lookedAt.get(element);
    const now = [tab, selected, asked];
    lookedAt.set(element, now);
    if (before?.some((one, i) => one !== now[i])) element.scrollTop = 0;
  };
}

function tabKey(event: KeyboardEvent, tabs: { tab: Tab }[], now: Tab, send: Send): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const next = tabs[tabs.findIndex(({ tab }) => tab === now) + by];
  if (by === 0 || next === undefined) return;
  event.preventDefault();
  send({ want: 'tab', tab: next.tab });
  const bar = event.currentTarget as HTMLElement;
  (bar.children[tabs.indexOf(next)] as HTMLElement).focus();
}
