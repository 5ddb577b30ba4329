// The optimised module loads and answers: an optimiser that writes what no browser takes is found here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startEngine } from './shipped.mjs';

test('the shipped engine tells the version of this repository', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(startEngine().engineVersion(), version);
});
