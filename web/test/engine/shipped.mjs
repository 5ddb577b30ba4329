// The engine as it is shipped, optimised module included, started in Node.

import { readFileSync } from 'node:fs';
import * as engine from '../../engine/engine.js';

/** A board of which as little as possible is read, for who only wants to be at a position. */
export const nothingSeen = {
  records: 0,
  whole: 0,
  first: 0,
  count: 0,
  open: [],
  unfolded: [],
  find: '',
  troubled: false,
  idle: false,
  fields: 0,
  message: null,
};

/** Instantiates the module of the last build; the exports are then ready to be called. */
export function startEngine() {
  engine.initSync({ module: readFileSync('dist/highwater-playground.wasm') });
  return engine;
}
