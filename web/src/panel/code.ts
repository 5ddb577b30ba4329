// Words in which some are code.

import { html, type TemplateResult } from 'lit/html.js';

/** What stands between two backticks is written as code. */
export function withCode(text: string): (string | TemplateResult)[] {
  return text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`));
}
