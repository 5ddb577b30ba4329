// Brings everything that a build or a test needs, and says what it does. Nothing to do: it is silent and takes well
// under a second. It runs before the npm packages are there, so it uses only what comes with Node.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromedriver, chromium } from './browser.mjs';
import { must, output, root, run, Stop } from './command.mjs';

const target = 'wasm32-unknown-unknown';
const read = (file) => readFileSync(join(root, file), 'utf8');
const say = (text) => console.log(`setup: ${text}`);

/** The folder of wasm-bindgen, wasm-bindgen-test-runner and wasm-pack. */
export const wasmTools = join(root, 'tools/wasm/target/release');

/** Makes the machine ready to build, and with `tests` also to test. */
export function setup({ tests = false } = {}) {
  checkNode();
  checkRust();
  bringWasmTarget();
  if (tests) bringRustComponents();
  checkWasmBindgenVersions();
  bringNpmPackages();
  bringWasmTools();
  if (tests) bringBrowser();
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const good = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (good) return;
  throw new Stop(
    `Node 20.19 or newer, or 22.12 or newer, is needed; this is ${process.versions.node}. See https://nodejs.org.`,
  );
}

function checkRust() {
  const wanted = read('Cargo.toml').match(/^rust-version = "(\d+)\.(\d+)/m);
  const least = `${wanted[1]}.${wanted[2]}`;
  const rustc = output('rustc', ['--version']);
  if (!rustc || !output('cargo', ['--version'])) {
    throw new Stop(
      `Rust is needed, ${least} or newer: rustc or cargo is missing or does not run. Install both from https://rustup.rs.`,
    );
  }
  const [, major, minor] = rustc.match(/(\d+)\.(\d+)/).map(Number);
  if (major === Number(wanted[1]) && minor >= Number(wanted[2])) return;
  throw new Stop(`Rust ${least} or newer is needed; this is ${rustc}. \`rustup update stable\` brings it.`);
}

function bringWasmTarget() {
  const folder = output('rustc', ['--print', 'target-libdir', '--target', target]);
  if (folder && existsSync(folder)) return;
  say(`adding Rust's target ${target}`);
  if (run('rustup', ['target', 'add', target])) return;
  throw new Stop(
    `Rust's target ${target} is missing and rustup could not add it. Without rustup, install the package of your system that holds Rust's standard library for WebAssembly.`,
  );
}

function bringRustComponents() {
  if (output('cargo', ['fmt', '--version']) && output('cargo', ['clippy', '--version'])) return;
  say('adding rustfmt and clippy');
  if (run('rustup', ['component', 'add', 'rustfmt', 'clippy'])) return;
  throw new Stop('The tests need rustfmt and clippy, and rustup could not add them.');
}

/** The glue between Rust and JavaScript has a format that changes with every version: both ends must be the same. */
function checkWasmBindgenVersions() {
  const locked = (file, name) => read(file).match(new RegExp(`name = "${name}"\nversion = "(.+)"`))?.[1];
  const crate = locked('Cargo.lock', 'wasm-bindgen');
  const tool = locked('tools/wasm/Cargo.lock', 'wasm-bindgen-cli');
  if (crate === tool) return;
  throw new Stop(
    `Cargo.lock has wasm-bindgen ${crate}, tools/wasm/Cargo.lock has wasm-bindgen-cli ${tool}: give both the same version, in Cargo.toml and in tools/wasm/Cargo.toml.`,
  );
}

function bringNpmPackages() {
  once('node_modules/.setup', ['package.json', 'package-lock.json', '.npmrc'], () => {
    say('installing npm packages');
    must('npm', ['ci']);
  });
}

function bringWasmTools() {
  const sources = readdirSync(join(root, 'tools/wasm/src/bin')).map((file) => `tools/wasm/src/bin/${file}`);
  once('tools/wasm/target/.setup', ['tools/wasm/Cargo.toml', 'tools/wasm/Cargo.lock', ...sources], () => {
    say('building wasm-bindgen and wasm-pack (once, one to three minutes)');
    must('cargo', [
      ...['build', '--release', '--locked', '--quiet'],
      ...['--manifest-path', 'tools/wasm/Cargo.toml', '--target-dir', 'tools/wasm/target'],
    ]);
  });
}

/** Does the work unless it was done before with the same files; the stamp remembers their hash. */
function once(stamp, files, work) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(read(file));
  const now = hash.digest('hex');
  const path = join(root, stamp);
  if (existsSync(path) && readFileSync(path, 'utf8') === now) return;
  work();
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, now);
}

function bringBrowser() {
  if (chromium() && chromedriver()) return;
  const packages = ['chromium', 'chromium-driver'];
  if (process.getuid?.() === 0 && output('apt-get', ['--version'])) {
    say('installing Chromium and its driver with apt-get');
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], quiet);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages, 'fonts-dejavu-core'], quiet);
    if (chromium() && chromedriver()) return;
  }
  throw new Stop(
    `The tests need Chromium and the chromedriver of the same version. On Debian: sudo apt-get install ${packages.join(' ')}. Elsewhere: put both on PATH, or set CHROMIUM and CHROMEDRIVER to their paths.`,
  );
}
