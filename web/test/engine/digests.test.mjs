// Same inputs, same run: every story ends in the same state natively and in the shipped module.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, test } from 'node:test';
import { nothingSeen, startEngine } from './shipped.mjs';

const native = new Map();
let engine;

before(() => {
  const printed = execFileSync('cargo', ['run', '--quiet', '--locked', '-p', 'cli', '--', 'digests'], {
    encoding: 'utf8',
  });
  for (const line of printed.trim().split('\n')) {
    const [name, state] = line.split(' ');
    native.set(name, state);
  }
  engine = startEngine();
});

function end(story) {
  const session = engine.open(engine.storyText(story));
  const { begin, end } = session.timeline(0);
  return { session, begin, end };
}

test('every story ends in the same state natively and in WebAssembly', () => {
  const names = engine.stories().map(({ name }) => name);
  assert.deepEqual(names, [...native.keys()]);
  for (const name of names) {
    const run = end(name);
    run.session.board(run.end.position, nothingSeen);
    assert.equal(run.session.digest(), native.get(name), name);
    run.session.free();
  }
});

test('going back and forth changes no state', () => {
  const { session, begin, end: last } = end('the_life_of_a_batch');
  const digestAt = (position) => {
    session.board(position, nothingSeen);
    return session.digest();
  };
  const first = digestAt(begin.position);
  for (let position = begin.position; position <= last.position; position += 7) digestAt(position);
  assert.equal(digestAt(last.position), native.get('the_life_of_a_batch'));
  assert.equal(digestAt(begin.position), first);
  session.free();
});
