// What the model leaves out, folded: the part of the help that says what one will not see.

import { html, type TemplateResult } from 'lit/html.js';
import { leftOut, leftOutWords } from '../text/left_out';
import { withCode } from './code';

export function leftOutPart(): TemplateResult {
  const count = leftOut.reduce((sum, { points }) => sum + points.length, 0);
  return html`<h3>${leftOutWords.title}</h3>
    <p>${leftOutWords.intro}</p>
    <details class="left-out">
      <summary>${leftOutWords.show(count)}</summary>
      ${leftOut.map(
        ({ chapter, points }) => html`<h4>${chapter}</h4>
          <dl>${points.map(({ title, text }) => html`<dt>${title}</dt><dd>${withCode(text)}</dd>`)}</dl>`,
      )}
    </details>`;
}
