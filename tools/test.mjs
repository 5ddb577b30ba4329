// `npm test`: every check, in order, and one line with the outcome. `npm run test:PART` runs one part, `npm run check`
// the quick steps of all parts.

import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromedriver } from './browser.mjs';
import { build } from './build.mjs';
import { root, run, Stop, script } from './command.mjs';
import { setup, wasmTools } from './setup.mjs';

/** Runs the test files of a folder one after another: each browser test has the machine to itself. */
function nodeTests(folder) {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.test.mjs'));
  const paths = files.map((file) => `${folder}/${file}`).join(' ');
  return `node --test --test-reporter=spec --test-concurrency=1 ${paths}`;
}

/** `built` steps look at what a build wrote, so a build comes before them. */
const steps = [
  { part: 'rust', name: 'Rust is formatted', command: 'cargo fmt --all --check', quick: true },
  { part: 'rust', name: 'Clippy', command: clippy('--workspace --features cli/lab'), quick: true },
  { part: 'rust', name: 'Clippy for WebAssembly', command: clippy('-p bindings --target wasm32-unknown-unknown') },
  { part: 'rust', name: 'Rust tests', command: 'cargo test --locked --workspace' },
  {
    part: 'wasm',
    name: 'Bindings in Chromium',
    command: 'wasm-pack test --headless --chrome --mode no-install crates/bindings',
  },
  { part: 'wasm', name: 'The shipped engine in Node', command: nodeTests('web/test/engine'), built: true },
  { part: 'web', name: 'Web format and lint', command: 'biome check --error-on-warnings', quick: true },
  { part: 'web', name: 'Web types', command: 'tsc --project web', quick: true, built: true },
  { part: 'web', name: 'Web unit tests', command: 'vitest run --config web/vite.config.mjs', built: true },
  { part: 'browser', name: 'The built page in Chromium', command: nodeTests('web/test/browser'), built: true },
  { part: 'repo', name: 'Rooms use only rooms before them', command: 'node tools/checks/rooms.mjs', quick: true },
  { part: 'repo', name: 'What the papers name exists', command: 'node tools/checks/papers.mjs', quick: true },
  { part: 'repo', name: 'No text of the page decides a fact', command: 'node tools/checks/facts.mjs', quick: true },
  {
    part: 'repo',
    name: 'No file names a machine or a registry',
    command: 'node tools/checks/machines.mjs',
    quick: true,
  },
  { part: 'repo', name: 'Bytes are those of web/budget.json', command: 'node tools/budget.mjs --check', built: true },
];

function clippy(what) {
  return `cargo clippy --locked ${what} --all-targets -- -D warnings`;
}

function chosen(names) {
  if (names.length === 0) return steps;
  const unknown = names.filter((name) => name !== 'check' && !steps.some(({ part }) => part === name));
  if (unknown.length > 0) throw new Stop(`There is no part called ${unknown.join(', ')}.`);
  return steps.filter(({ part, quick }) => names.includes(part) || (quick && names.includes('check')));
}

await script(() => {
  const todo = chosen(process.argv.slice(2));
  setup({ tests: true });
  const env = {
    PATH: [join(root, 'node_modules/.bin'), wasmTools, process.env.PATH].join(delimiter),
    CHROMEDRIVER: chromedriver(),
    // In seconds: for all tests of one file, and for the driver to start on a busy machine.
    WASM_BINDGEN_TEST_TIMEOUT: '300',
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: '60',
  };

  const failed = [];
  let built;
  for (const { name, command, built: needsBuild } of todo) {
    console.log(`\n── ${name} ──`);
    if (needsBuild) built ??= builds();
    const [program, ...args] = command.split(' ');
    const passed = needsBuild && !built ? console.error('Not run: the build failed.') : run(program, args, env);
    if (!passed) failed.push(name);
  }

  console.log('');
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`${todo.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
});

function builds() {
  try {
    build();
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return false;
  }
}
