// The library's entry: loading this script makes the element known to the page.

import { HighwaterPlayground } from './highwater_playground';

export { HighwaterPlayground };

if (globalThis.customElements !== undefined && !customElements.get('highwater-playground')) {
  customElements.define('highwater-playground', HighwaterPlayground);
}
