// Start, step, play, pace and the scrubber over the lanes. Its keys act while the focus is in it.

import { html, type TemplateResult } from 'lit/html.js';
import type { Intent, Send } from '../model/intent';
import { eventSpeeds, steadyRates } from '../model/pacing';
import type { State } from '../model/state';
import { paceName, timeWords } from '../text/page';
import { clock } from '../text/quantity';
import { lineWords } from '../text/time_line';
import { primaryButton } from './caption';
import { type Icon, icon } from './icon';
import { timeLine } from './time_line';

export function timeBar(state: State, send: Send): TemplateResult {
  const { shown, playing } = state;
  if (shown === null) return html``;
  const button = (name: Icon, label: string, intent: Intent, more = '') =>
    html`<button type="button" class="control ${more}" aria-label=${label} title=${label} @click=${() => send(intent)}>${icon(name)}</button>`;
  return html`<section class="time-bar ${state.lanesOpen ? 'lanes-open' : ''}" part="time-bar" aria-label=${timeWords.group} @keydown=${(event: KeyboardEvent) => timeKey(event, state, send)}>
    <div class="controls">
      ${button('start', timeWords.start, { want: 'start' }, 'start')}
      ${button('stepBack', timeWords.stepBack, { want: 'step', by: -1 })}
      ${
        playing === 'backwards'
          ? button('pause', timeWords.pause, { want: 'pause' }, 'backwards')
          : button('backwards', timeWords.playBackwards, { want: 'play', direction: 'backwards' }, 'backwards')
      }
      ${
        playing === 'forwards'
          ? button('pause', timeWords.pause, { want: 'pause' }, 'play')
          : button('play', timeWords.play, { want: 'play', direction: 'forwards' }, 'play')
      }
      ${button('step', timeWords.step, { want: 'step', by: 1 })}
      ${pace(state, send)}
      <output class="clock" aria-live="off">${clock(shown.time)} s<span class="quiet"> ${timeWords.stepNumber(shown.position - shown.timeline.begin.position)}</span></output>
      <button type="button" class="control lanes-button" aria-expanded=${state.lanesOpen} aria-label=${state.lanesOpen ? lineWords.hide : lineWords.show} @click=${() => send({ want: 'lanes', open: !state.lanesOpen })}>${icon('lanes')}</button>
      <div class="time-way">${primaryButton(state, send)}</div>
    </div>
    ${timeLine(shown, state, send)}
  </section>`;
}

/** Event pace and its speeds, steady pace and its rates, in one list. */
function pace({ pace }: State, send: Send): TemplateResult {
  const choose = (event: Event) => {
    const [kind, number] = (event.target as HTMLSelectElement).value.split(' ');
    send({
      want: 'pace',
      pace: kind === 'event' ? { kind, speed: Number(number) } : { kind: 'steady', rate: Number(number) },
    });
  };
  const option = (kind: 'event' | 'steady', number: number) => {
    const chosen = pace.kind === kind && number === (pace.kind === 'event' ? pace.speed : pace.rate);
    return html`<option value="${kind} ${number}" .selected=${chosen}>${paceName(kind, number)}</option>`;
  };
  return html`<label class="pace"><span class="unseen">${timeWords.pace}</span>
    <select @change=${choose}>
      <optgroup label=${timeWords.eventPace}>${eventSpeeds.map((speed) => option('event', speed))}</optgroup>
      <optgroup label=${timeWords.steadyPace}>${steadyRates.map((rate) => option('steady', rate))}</optgroup>
    </select></label>`;
}

function timeKey(event: KeyboardEvent, { playing, compared }: State, send: Send): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A list keeps its arrows; a button keeps its space, which is the same as a click.
  const isList = target.localName === 'select';
  const intent = intentOfKey(event, playing !== null, compared);
  if (intent === null || isList || (event.key === ' ' && target.localName === 'button')) return;
  event.preventDefault();
  send(intent);
}

function intentOfKey({ key, shiftKey }: KeyboardEvent, playing: boolean, compared: number | null): Intent | null {
  switch (key) {
    case ' ':
      return playing ? { want: 'pause' } : { want: 'play', direction: 'forwards' };
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = key === 'ArrowLeft' ? -1 : 1;
      return shiftKey ? { want: 'moment', by } : { want: 'step', by };
    }
    case '[':
      return { want: 'slower' };
    case ']':
      return { want: 'faster' };
    case '\\':
      return compared === null ? null : { want: 'return-to', branch: compared };
    case 'Home':
      return { want: 'start' };
    case 'End':
      return { want: 'end' };
    default:
      return null;
  }
}
