// What Kafka's command line would print at this moment, letter for letter. Each field opens its meaning.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { clientsOf, type OpenConsole, options, toolsOf } from '../model/console';
import type { Send } from '../model/intent';
import type { State } from '../model/state';
import { consoleWords, optionName, printed } from '../text/console';
import { page } from '../text/page';
import type { Tool } from '../text/tools';
import { icon } from './icon';

export function consolePanel({ shown, console: open }: State, send: Send): TemplateResult {
  if (shown === null || open === null) return html``;
  const runs = shown.printed ?? [];
  const isTranscript = open.tool === 'ran';
  const says = (event: Event) => explain(event, send);
  const isEmpty = runs.every(({ output }) => output === '') && !(isTranscript && runs.length > 0);
  const hint = isEmpty
    ? (consoleWords.nothing[open.tool] ?? consoleWords.nothingAtAll)
    : (consoleWords.hintOf[open.tool] ?? consoleWords.hint);
  return html`<section class="console" part="console" aria-labelledby="console-title">
    <div class="console-head">
      <h3 id="console-title">${page.console}</h3>
      ${choices(open, shown, send)}
      <button type="button" class="quiet-button" @click=${(event: Event) => copy(event, send)}>${consoleWords.copy}</button>
      <button type="button" class="plain icon-button" aria-label=${consoleWords.close} @click=${() => send({ want: 'close-console' })}>${icon('close')}</button>
    </div>
    ${isTranscript ? nothing : html`<code class="prompt">${runs[0]?.command ?? ''}</code>`}
    <pre class="output" tabindex="0" role="group" aria-label=${consoleWords.output} @click=${says} @focusin=${says}>${runs.map(
      ({ command, output, done }) => [
        isTranscript ? html`<b class="ran">${command}</b>${'\n'}` : nothing,
        ...pieces(output),
        isTranscript && !done ? html`<i class="quiet">${consoleWords.waiting}</i>${'\n'}` : nothing,
      ],
    )}</pre>
    <p class="meaning" role="status">${open.said ?? [hint, ...runs.filter(({ leftOut }) => leftOut > 0).map(({ leftOut }) => consoleWords.leftOut(leftOut))].join(' ')}</p>
  </section>`;
}

function choices(open: OpenConsole, { board, timeline, position }: NonNullable<State['shown']>, send: Send) {
  const acts = timeline.acts.filter((act) => act.position <= position);
  const ask = (change: Partial<OpenConsole>) => send({ want: 'console', of: { ...open, ...change, said: null } });
  const topics = [...new Set(board.partitions.map(({ topic }) => topic))];
  const clients = clientsOf(board, open.tool);
  const ofTool = options[open.tool];
  return html`${select(
    consoleWords.tool,
    toolsOf(board, acts).map((tool) => [tool, consoleWords.tools[tool]]),
    open.tool,
    (tool) => ask({ tool: tool as Tool, option: '', client: null }),
  )}${
    open.tool === 'describe' || open.tool === 'get-offsets' || open.tool === 'reassign generate'
      ? select(
          consoleWords.topic,
          [['', consoleWords.everyTopic], ...topics.map((topic): [string, string] => [topic, topic])],
          open.topic ?? '',
          (topic) => ask({ topic: topic === '' ? null : topic }),
        )
      : nothing
  }${
    clients.length > 0
      ? select(
          consoleWords.client,
          clients.map((name) => [name, name]),
          open.client ?? clients[0] ?? '',
          (client) => ask({ client }),
        )
      : nothing
  }${
    ofTool.length > 0
      ? select(
          consoleWords.option,
          ofTool.map((option) => [option, optionName(open.tool, option)]),
          open.option,
          (option) => ask({ option }),
        )
      : nothing
  }`;
}

function select(
  label: string,
  entries: readonly (readonly [string, string])[],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  return html`<span class="field"><select aria-label=${label}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${entries.map(([value, name]) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`)}
    </select></span>`;
}

/** Nothing may stand between the pieces: together they are the output. */
function pieces(output: string): (string | TemplateResult)[] {
  return printed(output).map(({ text, meaning }) =>
    meaning === null
      ? text
      : html`<button type="button" class="printed" title=${meaning} data-meaning=${meaning}>${text}</button>`,
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
