// Every setting with its value at the moment that is shown, and the ways to another one. What is entered stays until it is
// done or given up; a mistake stands beside it.

import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isStoryError } from '../engine/engine';
import type { ConfigListing, ConfigScope, ConfigView, StoryError } from '../engine/view';
import type { Written } from '../model/run';
import type { ConfigOf, StoryHead } from '../model/state';
import type { Store } from '../model/store';
import { boundsOf, editWords, settingWords, whoseName } from '../text/edit';
import { mistake } from '../text/menu';
import { sentenceCase } from '../text/quantity';
import { isFixed, isSet, lineNow, matches, owners, scopes, starterOf, valuesOf, type Whose } from './changes';

/** What is wrong with a value; and where the story could not be played with it, what was played. */
interface Fault {
  error: StoryError;
  written: Written | null;
}

export class Settings {
  readonly #redraw: () => void;
  readonly #asText: (text: string, error: StoryError) => void;
  #listings: readonly ConfigListing[] = [];
  #words = '';
  #scope: ConfigScope | 'all' = 'all';
  #whose: Partial<Whose> = {};
  /** What was entered and is not done, by setting and owner. */
  #entered = new Map<string, string>();
  #faults = new Map<string, Fault>();
  #said = '';

  constructor(redraw: () => void, asText: (text: string, error: StoryError) => void) {
    this.#redraw = redraw;
    this.#asText = asText;
  }

  /** Turns to one owner's settings. */
  turnTo({ scope, of }: ConfigOf): void {
    this.#scope = scope;
    this.#whose = { ...this.#whose, [scope]: of };
    this.#words = '';
    this.#said = '';
  }

  draw(store: Store): TemplateResult {
    if (this.#listings.length === 0) this.#listings = store.engine.configs();
    const views = store.read((run) => run.configs()) ?? [];
    const shown = scopes.filter((scope) => this.#scope === 'all' || this.#scope === scope);
    const found = this.#listings.filter(({ name, meaning }) => matches(this.#words, name, meaning));
    const groups = shown.map((scope) => ({ scope, listings: found.filter((listing) => listing.scope === scope) }));
    return html`<p class="edit-about">${settingWords.about}</p>
      <div class="edit-ways">
        <label class="field edit-search"><span>${settingWords.search}</span>
          <input type="search" .value=${live(this.#words)} maxlength="80" spellcheck="false" autocapitalize="off" data-first
            @input=${(event: Event) =>
              this.#change(() => {
                this.#words = entered(event);
              })} /></label>
        <div class="edit-scopes" role="group" aria-label=${settingWords.whose}>
          ${(['all', ...scopes] as const).map(
            (scope) => html`<button type="button" class="quiet-button" aria-pressed=${scope === this.#scope}
              @click=${() =>
                this.#change(() => {
                  this.#scope = scope;
                })}>${settingWords.scopes[scope]}</button>`,
          )}
        </div>
      </div>
      <p class="edit-said" role="status">${this.#said}</p>
      ${found.length === 0 ? html`<p class="quiet">${settingWords.none}</p>` : nothing}
      ${groups.map(({ scope, listings }) => (listings.length === 0 ? nothing : this.#group(scope, listings, views, store)))}`;
  }

  #group(
    scope: ConfigScope,
    listings: readonly ConfigListing[],
    views: readonly ConfigView[],
    store: Store,
  ): TemplateResult {
    const all = owners(views, scope);
    const wanted = this.#whose[scope];
    const of = wanted !== undefined && all.includes(wanted) ? wanted : this.#usual(scope, all);
    const choose = (event: Event) =>
      this.#change(() => {
        this.#whose = { ...this.#whose, [scope]: entered(event) };
      });
    return html`<section class="edit-group" aria-labelledby="settings-${scope}">
      <div class="edit-group-head">
        <h3 id="settings-${scope}">${settingWords.scopes[scope]}</h3>
        ${
          of === undefined
            ? html`<p class="quiet">${settingWords.nobody[scope]}</p>`
            : html`<label class="field"><span class="unseen">${settingWords.whose}</span>
                <select class="edit-whose" @change=${choose}>
                  ${all.map((one) => html`<option value=${one} .selected=${one === of}>${whoseName(scope, one)}</option>`)}
                </select></label>
              <p class="quiet">${scope === 'topic' ? settingWords.dynamic : settingWords.atStart}</p>`
        }
      </div>
      ${of === undefined ? nothing : html`<ul class="edit-settings">${listings.map((listing) => this.#setting(listing, of, views, store))}</ul>`}
    </section>`;
  }

  /** A topic of the story rather than the cluster's default; all brokers rather than one. */
  #usual(scope: ConfigScope, all: readonly string[]): string | undefined {
    return scope === 'topic' ? (all.find((of) => of !== '') ?? all[0]) : all[0];
  }

  #setting(listing: ConfigListing, of: string, views: readonly ConfigView[], store: Store): TemplateResult {
    const { scope, name, default: initial, unit } = listing;
    const key = `${scope} ${of} ${name}`;
    const values = valuesOf(views, listing, of);
    const [only] = values.length === 1 ? values : [];
    const value = this.#entered.get(key) ?? only ?? '';
    const isOther = this.#entered.has(key) && this.#entered.get(key) !== (only ?? '');
    const fault = this.#faults.get(key);
    const id = `setting-${key.replaceAll(' ', '-')}`;
    const enter = (text: string) =>
      this.#change(() => {
        this.#entered.set(key, text);
        this.#faults.delete(key);
      });
    const submit = (event: Event) => {
      event.preventDefault();
      if (isOther) this.#do(listing, of, value, key, store);
    };
    return html`<li><form class="edit-setting ${isOther ? 'other' : ''}" autocomplete="off" @submit=${submit}>
      <div class="edit-what"><label for=${id}><code class="edit-name">${name}</code></label>
        ${isSet(views, listing, of) ? html`<span class="edit-mark">${settingWords.isSet}</span>` : nothing}</div>
      <div class="edit-value">${this.#control(listing, id, value, only === undefined, isFixed(listing, of), enter)}
        <span class="quiet">${unit}</span></div>
      <div class="edit-meaning">${listing.meaning}
        <span class="quiet">${sentenceCase([boundsOf(listing), settingWords.defaultIs(initial)].filter(Boolean).join(', '))}.
          ${only === undefined ? settingWords.differ(values) : nothing}</span></div>
      ${this.#ways(listing, of, value, isOther, isSet(views, listing, of) && scope === 'topic', key, store)}
      ${
        fault === undefined
          ? nothing
          : html`<div class="edit-fault"><p class="error" role="alert">${mistake(fault.error.message)}</p>${this.#waysOn(fault, name, key, store)}</div>`
      }
    </form></li>`;
  }

  #control(
    { kind, choices, default: initial }: ConfigListing,
    id: string,
    value: string,
    differ: boolean,
    fixed: boolean,
    enter: (text: string) => void,
  ): TemplateResult {
    if (kind === 'choice')
      return html`<select id=${id} @change=${(event: Event) => enter(entered(event))}>
        ${differ ? html`<option value="" .selected=${value === ''}></option>` : nothing}
        ${choices.map((choice) => html`<option .selected=${choice === value}>${choice}</option>`)}
      </select>`;
    return html`<input id=${id} .value=${live(value)} placeholder=${initial} maxlength="200" spellcheck="false" autocapitalize="off"
      inputmode=${kind === 'number' ? 'numeric' : 'text'} enterkeyhint="done" ?readonly=${fixed}
      @input=${(event: Event) => enter(entered(event))} />`;
  }

  #ways(
    listing: ConfigListing,
    of: string,
    value: string,
    isOther: boolean,
    mayGo: boolean,
    key: string,
    store: Store,
  ): TemplateResult | typeof nothing {
    const line = lineNow(listing, of, value);
    const button = (name: string, go: () => void, hint = '') =>
      html`<button type="button" class="quiet-button" title=${hint} @click=${go}>${name}</button>`;
    if (!isOther)
      return mayGo
        ? html`<div class="edit-done">${button(settingWords.toDefault, () => this.#now(lineNow(listing, of, '') ?? '', key, store))}</div>`
        : nothing;
    return html`<div class="edit-done">
      <button type="submit" class="primary">${listing.dynamic ? settingWords.now : settingWords.again}</button>
      ${listing.dynamic || line === null ? nothing : button(settingWords.fromHere, () => this.#now(line, key, store), settingWords.fromHereHint)}
    </div>`;
  }

  #do(listing: ConfigListing, of: string, value: string, key: string, store: Store): void {
    if (listing.dynamic) this.#now(lineNow(listing, of, value) ?? '', key, store);
    else this.#again(listing, of, value, key, store);
  }

  #now(line: string, key: string, store: Store): void {
    const error = store.act(line);
    this.#change(() => {
      if (error !== null) this.#faults.set(key, { error, written: null });
      else this.#forget(key, settingWords.done(line));
    });
  }

  /** The run is made anew from a text with the value at its head. What the story expects of the run may not be so any more. */
  #again(listing: ConfigListing, of: string, value: string, key: string, store: Store): void {
    const written = store.read((run) => run.written());
    if (written === null) return;
    try {
      const text = store.read(() =>
        store.engine.withSetting(written.text, starterOf(listing, of), listing.name, value),
      );
      if (text !== null) this.#rerun({ ...written, text }, listing.name, key, store);
    } catch (error) {
      if (!isStoryError(error)) throw error;
      this.#change(() => this.#faults.set(key, { error, written: null }));
    }
  }

  #rerun(written: Written, name: string, key: string, store: Store): void {
    const head = changedHead(store.state.story);
    let error = store.rerun(written, head, 'here');
    let said = settingWords.rerun(name);
    if (error?.code === 'expectation-failed') {
      const text = store.read(() => store.engine.withoutExpectations(written.text)) ?? written.text;
      error = store.rerun({ ...written, text }, head, 'here');
      said = settingWords.rerunUnchecked(name);
    }
    this.#change(() => {
      if (error === null) this.#forget(key, said);
      else this.#faults.set(key, { error, written });
    });
  }

  /** Where the story could not be played so: what a person did in it may be what does not fit. */
  #waysOn({ error, written }: Fault, name: string, key: string, store: Store): TemplateResult | typeof nothing {
    if (written === null) return nothing;
    const alone = () => this.#rerun({ text: written.text, byHand: '' }, name, key, store);
    return html`${
      written.byHand === ''
        ? html`<button type="button" class="quiet-button" @click=${() => this.#asText(written.text, error)}>${settingWords.asText}</button>`
        : html`<button type="button" class="quiet-button" @click=${alone}>${settingWords.withoutActs}</button>`
    }`;
  }

  #forget(key: string, said: string): void {
    this.#entered.delete(key);
    this.#faults.delete(key);
    this.#said = said;
  }

  #change(change: () => void): void {
    this.#said = '';
    change();
    this.#redraw();
  }
}

/** The story of a run whose text is another one than the shipped one. */
export function changedHead(story: StoryHead | null): StoryHead {
  if (story !== null && story.name === null) return { ...story };
  return { name: null, title: editWords.changed(story?.title ?? ''), summary: story?.summary ?? '' };
}

function entered(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}
