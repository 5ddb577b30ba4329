// Builds the engine as WebAssembly into web/engine and the page into dist, a static site that works from any path.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { must, root, script } from './command.mjs';
import { setup, wasmTools } from './setup.mjs';

const node = process.execPath;
const compiled = 'target/wasm32-unknown-unknown/release/bindings.wasm';

/** What every browser of the last years has. `--all-features` would write modules that do not load. */
const features = [
  '--enable-bulk-memory',
  '--enable-nontrapping-float-to-int',
  '--enable-sign-ext',
  '--enable-mutable-globals',
  '--enable-reference-types',
  '--enable-multivalue',
];

/** What is called from many places stays a call: a tenth less module for a tenth of the speed. */
const inlining = '-Cllvm-args=-inline-threshold=40';

export function buildEngine() {
  must('cargo', ['build', '--release', '--lib', '-p', 'bindings', '--target', 'wasm32-unknown-unknown'], {
    CARGO_TARGET_DIR: join(root, 'target'),
    CARGO_ENCODED_RUSTFLAGS: [...remapped(), inlining].join('\x1f'),
  });
  const wasm = readFileSync(join(root, compiled));
  const hash = createHash('sha256')
    .update(wasm)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'web/engine/.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;

  rmSync(join(root, 'web/engine'), { recursive: true, force: true });
  mkdirSync(join(root, 'web/engine'));
  must(join(wasmTools, 'wasm-bindgen'), [
    '--target',
    'web',
    // The page starts a fresh instance with it when one has stopped on a mistake of ours.
    '--experimental-reset-state-function',
    '--out-dir',
    'web/engine',
    '--out-name',
    'engine',
    compiled,
  ]);
  const module = 'web/engine/engine_bg.wasm';
  must(node, ['node_modules/binaryen/bin/wasm-opt', '-O3', '--low-memory-unused', ...features, module, '-o', module]);
  writeFileSync(stamp, hash);
}

/** Names that do not depend on where this machine keeps things, so that everybody gets the same bytes. */
function remapped() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  return [`--remap-path-prefix=${join(cargo, 'registry/src')}=/crates`, `--remap-path-prefix=${root}=/highwater/`];
}

export function buildPage() {
  must(node, ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.mjs', '--logLevel', 'warn']);
}

export function build() {
  buildEngine();
  buildPage();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await script(() => {
    setup();
    build();
    console.log('Built dist: copy it to any path of any web server.');
  });
}
