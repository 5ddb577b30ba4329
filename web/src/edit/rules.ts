// Kafka's rules as switches. Switching is a line of the story at the moment that is shown.

import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RuleListing, StoryError } from '../engine/view';
import type { Store } from '../model/store';
import { ruleWords } from '../text/edit';
import { mistake } from '../text/menu';
import { matches } from './changes';

export class Rules {
  readonly #redraw: () => void;
  #listings: readonly RuleListing[] = [];
  #words = '';
  #fault: { rule: string; error: StoryError } | null = null;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  draw(store: Store): TemplateResult {
    if (this.#listings.length === 0) this.#listings = store.engine.rules();
    const off = store.state.shown?.board.rulesOff ?? [];
    const found = this.#listings.filter(({ name, says, without, source }) =>
      matches(this.#words, name, says, without, source),
    );
    const search = (event: Event) => {
      this.#words = (event.target as HTMLInputElement).value;
      this.#redraw();
    };
    return html`<p class="edit-about">${ruleWords.about}</p>
      <div class="edit-ways">
        <label class="field edit-search"><span>${ruleWords.search}</span>
          <input type="search" .value=${live(this.#words)} maxlength="80" spellcheck="false" autocapitalize="off" data-first @input=${search} /></label>
      </div>
      ${found.length === 0 ? html`<p class="quiet">${ruleWords.none}</p>` : nothing}
      <ul class="edit-rules">${found.map((rule) => this.#rule(rule, !off.includes(rule.name), store))}</ul>`;
  }

  #rule({ name, says, without, source, since }: RuleListing, isOn: boolean, store: Store): TemplateResult {
    const fault = this.#fault?.rule === name ? this.#fault.error : null;
    const turn = () => {
      const error = store.act(`rule ${name} ${isOn ? 'off' : 'on'}`);
      this.#fault = error === null ? null : { rule: name, error };
      this.#redraw();
    };
    return html`<li class=${isOn ? '' : 'off'}>
      <button type="button" class="switch" role="switch" aria-checked=${isOn} aria-label=${ruleWords.state(name)} aria-describedby="rule-${name}" @click=${turn}>
        <span class="knob" aria-hidden="true">${isOn ? ruleWords.on : ruleWords.off}</span></button>
      <div id="rule-${name}">
        <p><code class="edit-rule">${name}</code></p>
        <p>${says}</p>
        <p class="quiet">${without}</p>
        <p class="quiet"><small>${ruleWords.source(source, since)}</small></p>
        ${fault === null ? nothing : html`<p class="error" role="alert">${mistake(fault.message)}</p>`}
      </div>
    </li>`;
  }
}
