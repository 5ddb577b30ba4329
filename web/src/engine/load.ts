// The engine's module, fetched and started once per page however many elements ask for it.

import init, * as exports from '../../engine/engine.js';

let ready: Promise<typeof exports> | undefined;

export function loadEngine(): Promise<typeof exports> {
  ready ??= init({
    module_or_path: new URL(/* @vite-ignore */ './highwater-playground.wasm', import.meta.url),
  }).then(() => exports);
  return ready;
}
