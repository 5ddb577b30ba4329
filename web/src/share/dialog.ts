// The dialog that shares. It comes on demand and keeps what only it needs: which tab is open, and what was chosen there.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Store } from '../model/store';
import { TabbedDialog } from '../panel/tabbed_dialog';
import { shareWords as words } from '../text/share';
import { pageAddress, scriptAddress } from './address';
import style from './dialog.css?inline';
import { embedMarkup } from './embed';
import { Subject } from './subject';

const tabs = ['link', 'embed', 'story', 'picture', 'text', 'diagram'] as const;
type Tab = (typeof tabs)[number];

interface Chosen {
  tab: Tab;
  bare: boolean;
  dark: boolean;
  idle: boolean;
  /** µs of the run. */
  from: number;
  to: number;
  /** What came of copying. */
  said: string;
}

export class ShareDialog {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #copied: (link: string) => void;
  readonly #dialog: TabbedDialog<Tab>;
  #store: Store | null = null;
  #subject: Subject | null = null;
  #link: string | null = null;
  #chosen: Chosen = { tab: 'link', bare: true, dark: false, idle: false, from: 0, to: 0, said: '' };
  /** The markup and what it was made of: an interval is told once. */
  #content = { of: '', text: '' };

  constructor(host: HTMLElement, root: ShadowRoot, copied: (link: string) => void) {
    this.#host = host;
    this.#root = root;
    this.#copied = copied;
    this.#dialog = new TabbedDialog(root, {
      ...{ name: 'share', tabs, words, style },
      turn: (tab) => this.#choose({ tab }),
      closed: () => this.#store?.send({ want: 'share', open: false }),
      panel: () => this.#panel(),
    });
  }

  open(store: Store): void {
    const subject = Subject.of(store);
    if (subject === null) return;
    this.#store = store;
    this.#subject = subject;
    this.#link = null;
    this.#content = { of: '', text: '' };
    const dark = getComputedStyle(this.#host).colorScheme.includes('dark') && isDark(this.#host);
    this.#choose({ from: subject.caption, to: subject.now, said: '', dark });
    void subject.link.then((link) => {
      if (this.#subject !== subject) return;
      this.#link = link ?? '';
      this.#content.of = '';
      this.#draw();
    });
  }

  close(): void {
    this.#subject = null;
    this.#draw();
  }

  end(): void {
    this.#dialog.end();
  }

  #choose(change: Partial<Chosen>): void {
    this.#chosen = { ...this.#chosen, said: '', ...change };
    this.#draw();
  }

  #draw(): void {
    this.#dialog.draw(this.#subject === null ? null : this.#chosen.tab);
  }

  // ── one tab ──

  #panel(): TemplateResult {
    const { tab, said } = this.#chosen;
    const text = this.#text();
    const missing = this.#missing(text);
    return html`<div class="share-scroll"><p class="share-about">${words.about[tab]}</p>
      ${this.#choices()}
      ${missing === null ? this.#preview(text) : nothing}
      ${
        missing === null
          ? html`<label class="share-content ${tab}"><span class="unseen">${words.content[tab]}</span>
              <textarea readonly spellcheck="false" rows=${tab === 'link' ? 3 : 6} .value=${text} @focus=${selectAll}></textarea></label>`
          : html`<p>${missing}</p>`
      }</div>
      <div class="share-ways">
        <button type="button" class="primary" ?disabled=${missing !== null || text === ''} @click=${() => this.#copy(text)}>${words.copy[tab]}</button>
        ${tab === 'picture' ? html`<button type="button" class="quiet-button" @click=${() => this.#download(text)}>${words.download}</button>` : nothing}
        <span class="share-said" role="status">${said}</span>
        ${tab === 'link' && this.#link ? html`<span class="quiet share-length">${words.length(text.length)}</span>` : nothing}
      </div>`;
  }

  #missing(text: string): string | null {
    const { tab } = this.#chosen;
    if ((tab === 'link' || tab === 'embed') && this.#link === '') return words.tooLong;
    return (tab === 'text' || tab === 'diagram') && text === '' ? words.nothing : null;
  }

  #text(): string {
    const { tab, bare, dark, idle, from, to } = this.#chosen;
    const of = JSON.stringify([tab, bare, dark, idle, from, to, this.#link]);
    if (this.#content.of !== of) this.#content = { of, text: this.#made() };
    return this.#content.text;
  }

  #made(): string {
    const { tab, bare, dark, idle, from, to } = this.#chosen;
    const subject = this.#subject;
    if (subject === null) return '';
    const page = pageAddress(this.#host);
    switch (tab) {
      case 'link':
        return this.#link ? page + this.#link : '';
      case 'embed':
        if (!this.#link) return '';
        return embedMarkup({
          ...{ script: scriptAddress(), page, link: this.#link, bare },
          picture: subject.picture('light'),
          words: subject.words,
        });
      case 'story':
        return subject.story;
      case 'picture':
        return subject.picture(dark ? 'dark' : 'light');
      case 'text':
        return subject.text(from, to);
      case 'diagram':
        return subject.diagram(from, to, idle);
    }
  }

  #preview(text: string): TemplateResult | typeof nothing {
    const { tab, bare } = this.#chosen;
    if (tab === 'picture') return html`<div class="share-preview">${picture(text)}</div>`;
    if (tab !== 'embed' || !this.#link) return nothing;
    return html`<div class="share-preview embed" role="group" aria-label=${words.preview}>
      <highwater-playground link=${this.#link} controls=${bare ? 'minimal' : nothing}></highwater-playground>
    </div>`;
  }

  #choices(): TemplateResult | typeof nothing {
    const { tab, bare, dark, idle } = this.#chosen;
    switch (tab) {
      case 'embed':
        return html`<div class="share-choices">${check(words.bare, bare, () => this.#choose({ bare: !bare }))}</div>`;
      case 'picture':
        return html`<div class="share-choices">${check(words.dark, dark, () => this.#choose({ dark: !dark }))}</div>`;
      case 'text':
        return html`<div class="share-choices">${this.#interval()}</div>`;
      case 'diagram':
        return html`<div class="share-choices">${this.#interval()}${check(words.idle, idle, () => this.#choose({ idle: !idle }))}</div>`;
      default:
        return nothing;
    }
  }

  #interval(): TemplateResult | typeof nothing {
    const { from, to } = this.#chosen;
    const subject = this.#subject;
    if (subject === null) return nothing;
    const { begin, end, caption, now } = subject;
    const time = (label: string, value: number, set: (micros: number) => void) => {
      const changed = (event: Event) => {
        const seconds = (event.target as HTMLInputElement).valueAsNumber;
        if (Number.isFinite(seconds)) set(Math.min(end, Math.max(begin, Math.round(seconds * 1e6))));
      };
      return html`<label class="share-time">${label}
        <input type="number" step="any" min=${begin / 1e6} max=${end / 1e6} .value=${String(value / 1e6)} @change=${changed} /> ${words.seconds}</label>`;
    };
    return html`${time(words.from, from, (micros) => this.#choose({ from: micros }))}
      ${time(words.to, to, (micros) => this.#choose({ to: micros }))}
      <button type="button" class="quiet-button" @click=${() => this.#choose({ from: caption, to: now })}>${words.sinceCaption}</button>
      <button type="button" class="quiet-button" @click=${() => this.#choose({ from: begin, to: end })}>${words.wholeRun}</button>`;
  }

  // ── what is done with it ──

  async #copy(text: string): Promise<void> {
    const { tab } = this.#chosen;
    let said: string = words.copied;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = this.#root.querySelector<HTMLTextAreaElement>('.share textarea');
      area?.focus();
      area?.select();
      said = words.notCopied;
    }
    if (tab === 'link' && this.#link) this.#copied(this.#link);
    this.#choose({ said });
  }

  #download(text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = words.fileName(this.#subject?.title ?? '');
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.#choose({ said: words.downloaded });
  }
}

function selectAll(event: Event): void {
  (event.target as HTMLTextAreaElement).select();
}

function check(name: string, is: boolean, toggle: () => void): TemplateResult {
  return html`<label class="share-check"><input type="checkbox" .checked=${is} @change=${toggle} /> ${name}</label>`;
}

/** Parsed as the file will be: what is not well formed would show here. */
function picture(svg: string): Element {
  return document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
}

/** Which of the two the page shows: the paper says it. */
function isDark(host: HTMLElement): boolean {
  const [, red = '255'] = getComputedStyle(host).backgroundColor.match(/(\d+)/) ?? [];
  return Number(red) < 128;
}
