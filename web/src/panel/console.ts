// What Kafka's command line would print at this moment, letter for letter. Each field opens its meaning.

import { html, type TemplateResult } from 'lit/html.js';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { consoleMeaning, consoleWords, printed } from '../text/console';
import { page } from '../text/page';
import { icon } from './icon';

export function consolePanel({ shown, console: open }: State, send: Send): TemplateResult {
  if (shown === null || open === null) return html``;
  const output = shown.described ?? '';
  const topics = [...new Set(shown.board.partitions.map(({ topic }) => topic))];
  const says = (event: Event) => explain(event, send);
  const choose = (event: Event) => {
    const topic = (event.target as HTMLSelectElement).value;
    send({ want: 'console', topic: topic === '' ? null : topic });
  };
  return html`<section class="console" part="console" aria-labelledby="console-title">
    <div class="console-head">
      <h3 id="console-title">${page.console}</h3>
      <code class="prompt">${consoleWords.command(open.topic)}</code>
      <label class="field"><span class="unseen">${consoleWords.topic}</span>
        <select @change=${choose}>
          <option value="" .selected=${open.topic === null}>${consoleWords.everyTopic}</option>
          ${topics.map((topic) => html`<option .selected=${topic === open.topic}>${topic}</option>`)}
        </select></label>
      <button type="button" class="quiet-button" @click=${(event: Event) => copy(event, send)}>${consoleWords.copy}</button>
      <button type="button" class="plain icon-button" aria-label=${consoleWords.close} @click=${() => send({ want: 'close-console' })}>${icon('close')}</button>
    </div>
    <pre class="output" tabindex="0" role="group" aria-label=${consoleWords.output} @click=${says} @focusin=${says}>${pieces(output)}</pre>
    <p class="meaning" role="status">${open.said ?? (output === '' ? consoleWords.nothing : consoleWords.hint)}</p>
  </section>`;
}

/** Nothing may stand between the pieces: together they are the output. */
function pieces(output: string): (string | TemplateResult)[] {
  return printed(output).map((piece) =>
    piece.field === null
      ? piece.text
      : html`<button type="button" class="printed" title=${consoleMeaning(piece)} data-meaning=${consoleMeaning(piece)}>${piece.text}</button>`,
  );
}

/** What the field under a click, or with the focus, means. */
function explain(event: Event, send: Send): void {
  const { meaning } = (event.target as HTMLElement).dataset;
  if (meaning !== undefined) send({ want: 'console-says', words: meaning });
}

async function copy(event: Event, send: Send): Promise<void> {
  const output = (event.currentTarget as HTMLElement).closest('.console')?.querySelector('.output');
  if (!output) return;
  try {
    await navigator.clipboard.writeText(output.textContent ?? '');
    send({ want: 'console-says', words: consoleWords.copied });
  } catch {
    getSelection()?.selectAllChildren(output);
    send({ want: 'console-says', words: consoleWords.notCopied });
  }
}
