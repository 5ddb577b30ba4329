// The engine as it is shipped, optimised module included, started in Node.

import { readFileSync } from 'node:fs';
import * as engine from '../../engine/engine.js';

/** Instantiates the module of the last build; the exports are then ready to be called. */
export function startEngine() {
  engine.initSync({ module: readFileSync('dist/highwater-playground.wasm') });
  return engine;
}
