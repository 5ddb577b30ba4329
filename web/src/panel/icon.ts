// The signs on the controls, drawn: they take the colour of the text and need no font.

import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit/html.js';

const shapes: Record<string, SVGTemplateResult> = {
  start: svg`<path d="M5 5h2.4v14H5zM19 5v14L8.6 12z" />`,
  stepBack: svg`<path d="M7 5h2.4v14H7zM18 6.5v11L10.4 12z" />`,
  step: svg`<path d="M14.6 5H17v14h-2.4zM6 6.5v11l7.6-5.5z" />`,
  play: svg`<path d="M8 5v14l11-7z" />`,
  backwards: svg`<path d="M16 5v14L5 12z" />`,
  pause: svg`<path d="M7 5h3.6v14H7zM13.4 5H17v14h-3.6z" />`,
  undo: svg`<path d="M9 5v4h5.5a5 5 0 0 1 0 10H8v-2.4h6.5a2.6 2.6 0 0 0 0-5.2H9v4L3 10.2z" />`,
  redo: svg`<path d="M15 5v4H9.5a5 5 0 0 0 0 10H16v-2.4H9.5a2.6 2.6 0 0 1 0-5.2H15v4l6-5.2z" />`,
  lanes: svg`<path d="M4 5h11v3H4zM9 10.5h11v3H9zM4 16h8v3H4z" />`,
  compare: svg`<path d="M8 4v3.2h10v2.4H8v3.2L3 8.4zM16 11.2v3.2H6v2.4h10V20l5-4.4z" />`,
  more: svg`<path d="M4 10.4h3.2v3.2H4zM10.4 10.4h3.2v3.2h-3.2zM16.8 10.4H20v3.2h-3.2z" />`,
  close: svg`<path d="M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z" />`,
};

export type Icon =
  | 'start'
  | 'stepBack'
  | 'step'
  | 'play'
  | 'backwards'
  | 'pause'
  | 'close'
  | 'more'
  | 'undo'
  | 'redo'
  | 'compare'
  | 'lanes';

export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${shapes[name]}</svg>`;
}
