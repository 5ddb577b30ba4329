// The run as a text: open, change, run again. Mistakes are marked where they stand and said beside the text; whatever happens,
// the text stays as it was typed.

import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { StoryError } from '../engine/view';
import type { StoryHead } from '../model/state';
import type { Store } from '../model/store';
import { storyWords as words } from '../text/edit';
import { type Help, helpFor, type Proposal } from './completion';

/** A file is not read beyond this many bytes; what a story may have, the engine says. */
const FILE_BYTES = 1_048_576;
/** After the last key mistakes are looked for (ms). */
const REST = 150;

export class StoryText {
  readonly #redraw: () => void;
  readonly #done: () => void;
  #store: Store | null = null;
  #text = '';
  /** The text of the run that was taken last. */
  #taken = '';
  #mistakes: readonly StoryError[] = [];
  /** Came up while the text was run. */
  #inRun: StoryError | null = null;
  #said = '';
  #help: Help = { command: null, proposals: [] };
  #area: HTMLTextAreaElement | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  /** `done`: it runs, and there is nothing more to do here. */
  constructor(redraw: () => void, done: () => void) {
    this.#redraw = redraw;
    this.#done = done;
  }

  /** What was typed is kept; without anything typed, the text is that of the run. */
  open(store: Store): void {
    this.#store = store;
    this.#said = '';
    if (this.#text === this.#taken) this.#take();
  }

  /** A text with a mistake in it. */
  turnTo(text: string, error: StoryError): void {
    this.#text = text;
    this.#check();
    if (this.#mistakes.length === 0) this.#inRun = error;
  }

  draw(store: Store): TemplateResult {
    const run = store.storyText ?? '';
    const isChanged = this.#text !== run;
    const errors = this.#inRun === null ? this.#mistakes : [this.#inRun];
    const drag = (over: boolean) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      this.#over = over;
      this.#redraw();
    };
    const drop = (event: DragEvent) => {
      drag(false)(event);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void this.#read(file);
    };
    return html`<p class="edit-about">${words.about}</p>
      <div class="editor ${this.#over ? 'over' : ''}" @dragover=${drag(true)} @dragleave=${drag(false)} @drop=${drop}>
        <div class="editor-lines" aria-hidden="true"><div>${this.#numbers(errors)}</div></div>
        <div class="editor-page">
          <div class="editor-marks" aria-hidden="true"><div>${errors.map((error) => this.#mark(error))}</div></div>
          <textarea aria-label=${words.text} aria-describedby="story-state" aria-invalid=${errors.length > 0}
            data-first wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off" .value=${live(this.#text)} ${ref(this.#adopt)}
            @input=${this.#typed} @scroll=${this.#scrolled} @keydown=${this.#key} @keyup=${this.#moved} @click=${this.#moved}></textarea>
          ${this.#over ? html`<p class="editor-drop">${words.drop}</p>` : nothing}
        </div>
      </div>
      ${this.#proposals()}
      <div id="story-state" class="editor-state" role="status">${this.#state(errors)}</div>
      ${this.#list(errors)}
      <div class="edit-foot">
        <button type="button" class="primary" aria-keyshortcuts="Control+Enter" title=${words.runKeys} @click=${() => this.#run()}>${words.run}</button>
        <label class="quiet-button editor-file">${words.file}<input class="unseen" type="file" accept=".story,.txt,text/plain" @change=${this.#chosen} /></label>
        ${isChanged ? html`<button type="button" class="quiet-button" @click=${this.#revert}>${this.#taken === run ? words.revert : words.takeRun}</button>` : nothing}
      </div>`;
  }

  // ── the text ──

  #numbers(errors: readonly StoryError[]): TemplateResult[] {
    const wrong = new Set(errors.map(({ line }) => line));
    const count = this.#text.split('\n').length;
    return Array.from(
      { length: count },
      (_, i) => html`<span class="editor-number ${wrong.has(i + 1) ? 'wrong' : ''}">${i + 1}</span>`,
    );
  }

  #mark({ line, column }: StoryError): TemplateResult {
    const text = this.#text.split('\n')[line - 1] ?? '';
    const word = /^\S+/.exec(text.slice(column - 1))?.[0] ?? '';
    return html`<span class="editor-mark" ${ref((element) => place(element, line, column, word.length))}></span>`;
  }

  /** Read from its beginning: a text that was put in leaves the caret at its end. */
  readonly #adopt = (element: Element | undefined): void => {
    this.#area = (element as HTMLTextAreaElement | undefined) ?? null;
    this.#area?.setSelectionRange(0, 0);
  };

  readonly #typed = (event: Event): void => {
    this.#text = (event.target as HTMLTextAreaElement).value;
    this.#inRun = null;
    this.#said = '';
    this.#propose();
    this.#redraw();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#check();
      this.#redraw();
    }, REST);
  };

  /** Numbers and marks stand still in their boxes and are moved with the text. */
  readonly #scrolled = (event: Event): void => {
    const area = event.target as HTMLTextAreaElement;
    const editor = area.closest<HTMLElement>('.editor');
    editor?.style.setProperty('--up', `${-area.scrollTop}px`);
    editor?.style.setProperty('--left', `${-area.scrollLeft}px`);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#run();
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.#area?.closest('.edit-panel')?.querySelector<HTMLElement>('.editor-proposals button')?.focus();
    }
  };

  readonly #moved = (): void => {
    this.#propose();
    this.#redraw();
  };

  #take(): void {
    this.#text = this.#store?.storyText ?? '';
    this.#taken = this.#text;
    this.#check();
    this.#propose();
  }

  readonly #revert = (): void => {
    this.#said = '';
    this.#take();
    this.#redraw();
  };

  #check(): void {
    const { engine } = this.#store ?? {};
    this.#inRun = null;
    this.#mistakes = (engine && this.#store?.read(() => engine.mistakes(this.#text))) ?? [];
  }

  #run(): void {
    const store = this.#store;
    if (store === null) return;
    clearTimeout(this.#resting);
    this.#check();
    const [first] = this.#mistakes;
    if (first === undefined) {
      const error = store.rerun({ text: this.#text, byHand: '' }, headOf(this.#text), 'begin');
      if (error === null) {
        this.#take();
        this.#done();
        return;
      }
      this.#inRun = error;
    }
    const error = first ?? this.#inRun;
    this.#redraw();
    if (error !== null) this.#goTo(error.line, error.column);
  }

  #goTo(line: number, column: number): void {
    const area = this.#area;
    if (area === null) return;
    const lines = this.#text.split('\n');
    const begin = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const word = /^\S*/.exec((lines[line - 1] ?? '').slice(column - 1))?.[0] ?? '';
    area.focus();
    area.setSelectionRange(begin + column - 1, begin + column - 1 + word.length);
    const height = area.scrollHeight / Math.max(1, lines.length);
    area.scrollTop = Math.max(0, (line - 4) * height);
  }

  // ── what is wrong with it ──

  #state(errors: readonly StoryError[]): string {
    if (this.#said !== '') return this.#said;
    if (this.#inRun !== null) return words.inRun;
    if (errors.length > 0) return words.mistakes(errors.length);
    return words.fine;
  }

  #list(errors: readonly StoryError[]): TemplateResult | typeof nothing {
    if (errors.length === 0) return nothing;
    return html`<ol class="editor-errors">${errors.map(
      ({
        line,
        column,
        message,
      }) => html`<li><button type="button" class="plain" @click=${() => this.#goTo(line, column)}>${words.place(line, column)}</button>
        <span class="error">${message.replace(/^line \d+, column \d+: /, '')}</span></li>`,
    )}</ol>`;
  }

  // ── what may come next ──

  #propose(): void {
    const { commands, shown } = this.#store?.state ?? {};
    const caret = this.#area?.selectionStart ?? 0;
    const before = this.#text.slice(0, caret);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    this.#help = commands && shown ? helpFor(line, commands, shown.board) : { command: null, proposals: [] };
  }

  #proposals(): TemplateResult {
    const { command, proposals } = this.#help;
    return html`<div class="editor-help">
      <p title=${command?.help ?? ''}>${command === null ? html`<span class="quiet">${words.language}</span>` : html`<code>${command.usage}</code> <span class="quiet">${command.help}</span>`}</p>
      <ul class="editor-proposals chips" aria-label=${words.propose} title=${words.proposeKeys}>
        ${proposals.map((one) => html`<li><button type="button" class="entry short" @click=${() => this.#insert(one)}><code>${one.text}</code></button></li>`)}
      </ul>
    </div>`;
  }

  #insert({ text, from }: Proposal): void {
    const area = this.#area;
    if (area === null) return;
    const caret = area.selectionStart;
    const begin = this.#text.lastIndexOf('\n', caret - 1) + 1 + from;
    const more = text.endsWith('=') ? text : `${text} `;
    area.focus();
    area.setSelectionRange(begin, caret);
    area.setRangeText(more, begin, caret, 'end');
    area.dispatchEvent(new Event('input'));
  }

  // ── files ──

  readonly #chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file !== undefined) void this.#read(file);
    input.value = '';
  };

  async #read(file: File): Promise<void> {
    if (file.size > FILE_BYTES) this.#said = words.tooLarge(file.name, file.size, FILE_BYTES);
    else
      try {
        this.#text = await file.text();
        this.#check();
        this.#said = this.#mistakes.length === 0 ? words.opened(file.name) : '';
      } catch {
        this.#said = words.unreadable(file.name);
      }
    this.#redraw();
    const [first] = this.#mistakes;
    if (first !== undefined) this.#goTo(first.line, first.column);
  }
}

/** By the first comment line, which says what a story shows. */
function headOf(text: string): StoryHead {
  const summary = /^\s*#\s*(.*)/.exec(text)?.[1]?.trim() ?? '';
  return { name: null, title: words.own, summary };
}

/** Custom properties are set one by one: a `style` attribute may be forbidden. */
function place(element: Element | undefined, line: number, column: number, letters: number): void {
  const { style } = (element as HTMLElement | undefined) ?? {};
  style?.setProperty('--line', String(line - 1));
  style?.setProperty('--column', String(column - 1));
  style?.setProperty('--letters', String(Math.max(1, letters)));
}
