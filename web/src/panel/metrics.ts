// What a broker or controller reports to JMX, as a table below what else is known of it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MetricView } from '../engine/view';
import { metricMeaning, metricWords } from '../text/metrics';

export function metrics(reported: readonly MetricView[]): TemplateResult | typeof nothing {
  if (reported.length === 0) return nothing;
  const beans = [...new Set(reported.map(({ mbean }) => mbean))];
  return html`<h4 id="metrics-title" class="metrics-title">${metricWords.title}</h4>
    <p class="quiet">${metricWords.note}</p>
    <table class="metrics" aria-labelledby="metrics-title">
      ${beans.map(
        (bean) => html`<tbody>
          <tr><th scope="rowgroup" colspan="2"><code>${broken(bean, /(?<=[:=,.])/)}</code></th></tr>
          ${reported.filter(({ mbean }) => mbean === bean).map(row)}
        </tbody>`,
      )}
    </table>`;
}

function row({ mbean, name, value }: MetricView): TemplateResult {
  return html`<tr>
    <th scope="row"><code>${broken(name, /(?<=[a-z])(?=[A-Z])/)}</code><span class="quiet">${metricMeaning(mbean, name)}</span></th>
    <td>${value}</td>
  </tr>`;
}

/** A long name may be broken there and nowhere else. */
function broken(name: string, at: RegExp): TemplateResult[] {
  return name.split(at).map((part) => html`${part}<wbr />`);
}
