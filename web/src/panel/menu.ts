// The action menu of a thing: a list of what can be done to it, and for what needs more than a word, a form. The entries
// come from the engine. A mistake stands beside the form and what was entered stays.

import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { closedBefore, type OpenConsole } from '../model/console';
import type { Place, Send } from '../model/intent';
import {
  enteredKey,
  enteredOr,
  type Field,
  initialSetting,
  isPlain,
  lineOf,
  type Menu,
  menuOf,
  type Offer,
  own,
  type Section,
} from '../model/menu';
import { MOST_TO_CHOOSE } from '../model/partition_name';
import { isServer } from '../model/showing';
import type { ConfigOf, Editing, OpenMenu, State } from '../model/state';
import type { Target } from '../model/target';
import type { Thing } from '../model/thing';
import { menuWords, mistake, offerLabel, sectionTitle } from '../text/menu';
import { page } from '../text/page';
import { sentenceCase, titleName } from '../text/quantity';
import { withCode } from './code';
import { icon } from './icon';

export function menu(state: State, send: Send): TemplateResult {
  const { menu: open, shown } = state;
  const close = () => send({ want: 'menu', target: null });
  const back = (event: Event) => {
    if (open?.offer === null || open === null) return;
    event.preventDefault();
    send({ want: 'offer', key: null });
  };
  return html`<dialog class="menu" aria-labelledby="menu-title" ${ref(shows(open))}
    @cancel=${back} @close=${() => open !== null && close()}
    @keydown=${walk} @click=${(event: Event) => event.target === event.currentTarget && close()}>
    ${open === null || shown === null ? nothing : content(state, open, send)}
  </dialog>`;
}

/** Opens and closes the dialog, puts it beside the thing, and the focus on what comes first when its content changes. */
function shows(open: OpenMenu | null) {
  const view = open === null ? '' : JSON.stringify([open.target, open.offer]);
  return (element: Element | undefined) => {
    const dialog = element as HTMLDialogElement | undefined;
    if (dialog === undefined) return;
    // After the content has been drawn.
    queueMicrotask(() => {
      if (open === null) {
        if (dialog.open) dialog.close();
        delete dialog.dataset.view;
        return;
      }
      if (!dialog.open) dialog.showModal();
      if (dialog.dataset.view === view) return;
      dialog.dataset.view = view;
      put(dialog, open.at);
      dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    });
  };
}

/** Below the thing, above it, or at its side. A narrow window has it at its foot, by the style sheet. */
function put(dialog: HTMLElement, at: Place | null): void {
  const { width, height } = dialog.getBoundingClientRect();
  const place = at ?? { left: innerWidth / 2 - width / 2, right: 0, top: 0, bottom: innerHeight / 4 };
  const below = place.bottom + 4 + height <= innerHeight - 8;
  const above = place.top - 4 - height;
  const top = below ? place.bottom + 4 : above >= 8 ? above : Math.max(8, innerHeight - height - 8);
  const beside = below || above >= 8 ? place.left : place.right + 8;
  dialog.style.setProperty('--left', `${Math.max(8, Math.min(beside, innerWidth - width - 8))}px`);
  dialog.style.setProperty('--top', `${top}px`);
}

/** Arrows walk through a list of entries; fields keep theirs. */
function walk(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const dialog = event.currentTarget as HTMLElement;
  if (!target.matches('.entry')) return;
  const all = [...dialog.querySelectorAll<HTMLElement>('.entry')];
  const at = all.indexOf(target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length]?.focus();
}

function content(state: State, open: OpenMenu, send: Send): TemplateResult {
  if (state.shown === null) return html``;
  const { board, timeline } = state.shown;
  const menu = menuOf({ board, partitions: timeline.partitions }, state.commands, open.target, state.entered);
  const chosen = menu.sections.flatMap(({ offers }) => offers).find(({ key }) => key === open.offer);
  const title = chosen === undefined ? titleOf(open.target, menu) : offerLabel(chosen.label, chosen.choice);
  return html`<div class="menu-head">
      ${
        chosen === undefined
          ? nothing
          : html`<button type="button" class="plain icon-button" aria-label=${menuWords.back} title=${menuWords.back} @click=${() => send({ want: 'offer', key: null })}>${icon('backwards')}</button>`
      }
      <h2 id="menu-title">${title}</h2>
      <button type="button" class="plain icon-button" aria-label=${menuWords.close} @click=${() => send({ want: 'menu', target: null })}>${icon('close')}</button>
    </div>
    ${chosen === undefined ? list(state, open, menu, send) : form(state, open, chosen, send)}`;
}

function titleOf(target: Target, { sections }: Menu): string {
  switch (target.kind) {
    case 'cluster':
      return page.cluster;
    case 'connection':
      return connectionTitle(target);
    case 'several':
      return menuWords.several(target.nodes);
    case 'broker':
      return titleName(`b${target.id}`);
    case 'controller':
    case 'producer':
    case 'consumer':
      return titleName(target.node);
    default:
      return sections.map(({ subject }) => titleName(subject.name))[0] ?? menuWords.actions;
  }
}

function connectionTitle({ from, to }: { from: string; to: string | null }): string {
  return to === null ? menuWords.allOf(from) : menuWords.connection(from, to);
}

// ── the list ──

function list(state: State, { target, error }: OpenMenu, { sections, connections }: Menu, send: Send): TemplateResult {
  const empty = sections.length === 0 && connections.length === 0;
  let first = true;
  const mark = () => {
    const was = first;
    first = false;
    return was;
  };
  return html`${target.kind === 'connection' && target.to !== null ? ways(state, target, send) : nothing}
    ${target.kind === 'cluster' ? whole(send, mark) : nothing}
    ${error === null ? nothing : html`<p class="error" role="alert">${mistake(error.message)}</p>`}
    ${empty ? html`<p class="quiet">${menuWords.nothingToDo}</p>` : nothing}
    ${sections.map((section, i) => sectionOf(state, section, i > 0 || sections.length > 2, send, mark))}
    ${
      isServer(target)
        ? html`<ul class="entries"><li><button type="button" class="entry" @click=${() => send({ want: 'select-more' })}>
          <span>${menuWords.selectMore} …</span><span class="quiet">${menuWords.selectMoreHelp}</span></button></li></ul>`
        : nothing
    }
    ${
      connections.length === 0
        ? nothing
        : html`<h3>${menuWords.connections}</h3>
      <ul class="chips">${connections.map((connection) => connectionEntry(connection, send, mark()))}</ul>`
    }`;
}

/** What changes the run as a whole. */
function whole(send: Send, mark: () => boolean): TemplateResult {
  const entry = (tab: Editing['tab'], name: string, help: string) =>
    html`<li><button type="button" class="entry" ?data-first=${mark()} @click=${() => send({ want: 'edit', editing: { tab, of: null } })}>
      <span>${name} …</span><span class="quiet">${help}</span></button></li>`;
  return html`<ul class="entries">
    ${entry('settings', menuWords.settings, menuWords.settingsHelp)}
    ${entry('rules', menuWords.rules, menuWords.rulesHelp)}
    ${entry('story', menuWords.storyText, menuWords.storyTextHelp)}
  </ul>`;
}

function sectionOf(
  state: State,
  { subject, offers }: Section,
  titled: boolean,
  send: Send,
  mark: () => boolean,
): TemplateResult {
  return html`${titled ? html`<h3>${sectionTitle(subject.of, subject.name)}</h3>` : nothing}
    <ul class="entries">
      ${offers.map(
        (
          offer,
        ) => html`<li><button type="button" class="entry" ?data-first=${mark()} @click=${() => choose(state, offer, send)}>
          <span>${offerLabel(offer.label, offer.choice)}${isPlain(offer) ? '' : ' …'}${
            offer.only.length === 0 ? nothing : html` <span class="quiet">${menuWords.only(offer.only)}</span>`
          }</span>
          <span class="quiet">${withCode(offer.command.help)}</span>
        </button></li>`,
      )}
    </ul>`;
}

/** What changes settings, and whose. */
const configOf: Readonly<Record<string, (name: string) => ConfigOf>> = {
  'config topic': (of) => ({ scope: 'topic', of }),
  'config cluster': () => ({ scope: 'topic', of: '' }),
  'config process': (of) => ({ scope: of.startsWith('c') ? 'controller' : 'broker', of }),
  'config producer': (of) => ({ scope: 'producer', of }),
  'config consumer': (of) => ({ scope: 'consumer', of }),
};

/** The console that a line which only prints opens. */
function printed({ command: { name }, subject }: Offer): OpenConsole | null {
  const topic = subject.of === 'topic' ? subject.name : null;
  if (name === 'describe' || name === 'get-offsets' || name === 'reassign list')
    return { ...closedBefore, tool: name, topic };
  const client = subject.of === 'producer' || subject.of === 'consumer' ? subject.of : null;
  return name === 'print' && client !== null ? { ...closedBefore, tool: client, client: subject.name } : null;
}

function choose(state: State, offer: Offer, send: Send): void {
  const { command, subject } = offer;
  // These have a place of their own on the page.
  const printing = printed(offer);
  if (printing !== null) send({ want: 'console', of: printing });
  else if (command.name === 'produce' && subject.of === 'partition')
    send({ want: 'produce-to', partition: subject.name });
  else if (configOf[command.name] !== undefined)
    send({ want: 'edit', editing: { tab: 'settings', of: configOf[command.name]?.(subject.name) ?? null } });
  else if (isPlain(offer)) send({ want: 'act', line: lineOf(offer, state.entered) });
  else send({ want: 'offer', key: offer.key });
}

function connectionEntry(connection: Thing & { kind: 'connection' }, send: Send, first: boolean): TemplateResult {
  const { to } = connection;
  return html`<li><button type="button" class="entry short" ?data-first=${first} @click=${() => send({ want: 'menu', target: connection })}>
    <span>${to === null ? menuWords.allConnections : menuWords.toOther(to)}</span></button></li>`;
}

function ways({ entered, purposes }: State, { from, to }: Thing & { kind: 'connection' }, send: Send): TemplateResult {
  const enter = (key: string) => (event: Event) =>
    send({ want: 'enter', key, value: (event.target as HTMLSelectElement).value });
  const option = (key: string, value: string, label: string, first: string) =>
    html`<option value=${value} .selected=${(entered[key] ?? first) === value}>${label}</option>`;
  return html`<div class="ways">
    <label class="field"><span>${menuWords.way}</span>
      <select @change=${enter(own.way)}>
        ${Object.entries(menuWords.ways(from, to ?? '')).map(([way, label]) => option(own.way, way, label, 'both'))}
      </select></label>
    <label class="field"><span>${menuWords.purpose}</span>
      <select @change=${enter(own.purpose)}>
        ${option(own.purpose, '', menuWords.everything, '')}
        ${purposes.map((purpose) => option(own.purpose, purpose, purpose, ''))}
      </select></label>
  </div>`;
}

// ── a form ──

function form(state: State, { error }: OpenMenu, offer: Offer, send: Send): TemplateResult {
  const line = lineOf(offer, state.entered);
  const submit = (event: Event) => {
    event.preventDefault();
    send({ want: 'act', line });
  };
  const hasFields = offer.fields.length > 0;
  return html`<form @submit=${submit} autocomplete="off">
    <p class="quiet">${withCode(offer.command.help)}</p>
    ${offer.fields.map((field, i) => fieldOf(state, offer, field, i === 0, send))}
    ${offer.settings.length === 0 ? nothing : settingOf(state, offer, !hasFields, send)}
    <p class="line"><span class="quiet">${menuWords.lineIs}</span> <code>${line}</code></p>
    ${error === null ? nothing : html`<p class="error" role="alert">${mistake(error.message)}</p>`}
    <button type="submit" class="primary" ?data-first=${!hasFields && offer.settings.length === 0}>${offer.label}</button>
  </form>`;
}

function fieldOf(state: State, offer: Offer, field: Field, first: boolean, send: Send): TemplateResult {
  const value = enteredOr(state.entered, offer, field);
  const enter = (event: Event) =>
    send({
      want: 'enter',
      key: enteredKey(offer.key, field.name),
      value: (event.target as HTMLInputElement | HTMLSelectElement).value,
    });
  const hint = [field.describe, field.help].filter(Boolean).join('; ');
  return html`<label class="field"><span><code>${field.name}</code>${field.must ? html` · <em>${menuWords.needed}</em>` : nothing}</span>
    ${entry(field, value, first, enter)}
    <small class="quiet">${sentenceCase(hint)}.</small></label>`;
}

function entry(field: Field, value: string, first: boolean, enter: (event: Event) => void): TemplateResult {
  const { name, choices, must } = field;
  const isChosen = choices.length > 0 && choices.length <= MOST_TO_CHOOSE;
  if (isChosen)
    return html`<select @change=${enter} ?data-first=${first}>
      ${must ? nothing : html`<option value="" .selected=${value === ''}>${menuWords.leftOut}</option>`}
      ${choices.map((choice) => html`<option value=${choice} .selected=${choice === value}>${choice}</option>`)}
    </select>`;
  const list = `choices-${name}`;
  return html`<input .value=${live(value)} ?required=${must} ?data-first=${first} maxlength="1000" spellcheck="false"
      autocapitalize="off" enterkeyhint="done" list=${choices.length === 0 ? nothing : list} @input=${enter} />
    ${choices.length === 0 ? nothing : html`<datalist id=${list}>${choices.map((choice) => html`<option value=${choice}></option>`)}</datalist>`}`;
}

function settingOf({ entered }: State, offer: Offer, first: boolean, send: Send): TemplateResult {
  const key = enteredKey(offer.key, own.setting);
  const valueKey = enteredKey(offer.key, own.value);
  const begin = initialSetting(offer.command, offer.settings);
  const name = entered[key] ?? begin;
  const setting = offer.settings.find((setting) => setting.name === name);
  const enter = (key: string) => (event: Event) =>
    send({ want: 'enter', key, value: (event.target as HTMLInputElement | HTMLSelectElement).value });
  const choose = (event: Event) => {
    enter(key)(event);
    send({ want: 'enter', key: valueKey, value: '' });
  };
  return html`<label class="field"><span>${menuWords.setting}</span>
      <select @change=${choose} ?data-first=${first}>
        ${begin === '' ? html`<option value="" .selected=${name === ''}>${menuWords.noSetting}</option>` : nothing}
        ${offer.settings.map((one) => html`<option .selected=${one.name === name}>${one.name}</option>`)}
      </select>
      ${setting === undefined ? nothing : html`<small class="quiet">${setting.meaning} ${menuWords.defaultIs(setting.default)}</small>`}
    </label>
    ${
      setting === undefined
        ? nothing
        : html`<label class="field"><span>${menuWords.value}</span>
          ${
            setting.choices.length > 0
              ? html`<select @change=${enter(valueKey)}>
                  ${['', ...setting.choices].map((choice) => html`<option value=${choice} .selected=${choice === (entered[valueKey] ?? '')}>${choice}</option>`)}
                </select>`
              : html`<input .value=${live(entered[valueKey] ?? '')} placeholder=${setting.default} maxlength="200" spellcheck="false"
                  autocapitalize="off" enterkeyhint="done" @input=${enter(valueKey)} />`
          }</label>`
    }`;
}
