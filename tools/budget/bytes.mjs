// The bytes of the built page, gzipped, as web/budget.json has them.
//
// - idle: what an element costs before anybody looks at it, the script and what it imports at once
// - first_picture: the reel of the first story, and the scripts that it needs
// - largest_reel: what the first picture of another story costs at most in the place of the first one's reel
// - on_demand: one line for each file that comes after that; a browser test shows that the first picture does without them
//
// Reels are gzipped files; each counts as it is.
//
// gzip is pako's, in plain JavaScript: Node's own gives other bytes on another processor or in another version.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, root } from '../command.mjs';

const budgetFile = join(root, 'web/budget.json');
const dist = (file) => readFileSync(join(root, 'dist', file));
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

/** The reel that an element asks for by itself. */
const firstStory = 'the_life_of_a_batch';

export const budget = () => JSON.parse(readFileSync(budgetFile, 'utf8'));

/** Exact bytes are promised for one compiler: another one makes another module. */
const compiler = () => output('rustc', ['--version']).split(' ')[1];

export async function measure() {
  const { gzip } = await import('pako');
  const size = (files) => ({ gzip: files.reduce((sum, file) => sum + gzip(dist(file), { level: 9 }).length, 0) });
  const first = [...importedAtOnce('highwater-playground.js'), ...importedAtOnce('highwater-playground.mounted.js')];
  const reels = readdirSync(join(root, 'dist/stories')).filter((file) => file.endsWith('.reel'));
  const bytesOf = (reel) => dist(`stories/${reel}`).length;
  const shipped = readdirSync(join(root, 'dist')).filter((file) => /\.(js|css|wasm)$/.test(file));
  return {
    rustc: compiler(),
    first_picture: {
      gzip: size(first).gzip + bytesOf(`${firstStory}.reel`),
    },
    idle: size(importedAtOnce('highwater-playground.js')),
    largest_reel: { gzip: Math.max(...reels.map(bytesOf)) },
    on_demand: Object.fromEntries(shipped.filter((file) => !first.includes(file)).map((file) => [file, size([file])])),
  };
}

function importedAtOnce(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = [
    ...dist(file)
      .toString()
      .matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g),
  ];
  return [file, ...imports.flatMap(([, next]) => importedAtOnce(next, seen))];
}

export async function lines() {
  const { first_picture, idle, largest_reel, on_demand } = await measure();
  return [
    { what: 'bytes to the first playable picture, gzip', now: kib(first_picture.gzip), target: '≤ 150 KiB' },
    { what: 'bytes, element not yet looked at, gzip', now: kib(idle.gzip), target: '≤ 5 KiB' },
    { what: "largest story's reel, gzip", now: kib(largest_reel.gzip), target: '≤ 30 KiB' },
    ...Object.entries(on_demand).map(([file, { gzip }]) => ({
      what: `on demand: ${file}, gzip`,
      now: kib(gzip),
      target: '',
    })),
  ];
}

/** What differs from web/budget.json, in words. */
export async function differences() {
  const recorded = budget();
  const now = await measure();
  if (now.rustc !== recorded.rustc) {
    console.log(`web/budget.json is for rustc ${recorded.rustc}; this is ${now.rustc}, whose bytes are not compared.`);
    return [];
  }
  const flat = ({ first_picture, idle, largest_reel, on_demand }) => ({
    first_picture,
    idle,
    largest_reel,
    ...on_demand,
  });
  const before = flat(recorded);
  const gone = Object.keys(before).filter((name) => flat(now)[name] === undefined);
  const changed = Object.entries(flat(now))
    .filter(([name, { gzip }]) => gzip !== before[name]?.gzip)
    .map(([name, { gzip }]) => `${name}: ${gzip} bytes, web/budget.json says ${before[name]?.gzip}`);
  return [...changed, ...gone.map((name) => `${name}: is in web/budget.json, and is no longer built`)];
}

export async function bless() {
  writeFileSync(budgetFile, `${JSON.stringify(await measure(), null, 2)}\n`);
}
