// The panels that the first picture does not show: where the script begins that `on_demand.ts` fetches.

export { past } from './branches';
export { consolePanel } from './console';
export { help } from './help';
export { inspector } from './inspector';
export { ledgerPanel } from './ledger';
export { menu } from './menu';
export { default as style } from './panels.css?inline';
export { rulePopover } from './rule';
export { selection } from './selection';
