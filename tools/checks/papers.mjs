// What the papers name exists: files and folders in backticks or links, npm scripts, crates that `cargo run` is told to
// run. A path may be written from the top, from the paper's own folder, or from the `src` of a crate; a Rust file may
// be named without its ending.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../command.mjs';
import { files, place, read, report } from './files.mjs';

const papers = files('README.md', 'crates/README.md', 'web/README.md');
const { scripts } = JSON.parse(read('package.json'));
const sources = readdirSync(join(root, 'crates'))
  .filter((crate) => existsSync(join(root, 'crates', crate, 'src')))
  .map((crate) => `crates/${crate}/src`);

report(papers.flatMap((paper) => missing(paper, read(paper))));

function missing(paper, text) {
  const found = (pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ name: match[1], at: place(paper, text, match.index) }));
  const paths = [...found(/`([\w.-]*\/[\w./-]*)`/g), ...found(/\]\((?!\w+:|#)([^)#\s]+)/g)];
  return [
    ...paths.filter(({ name }) => !exists(paper, name)).map(({ name, at }) => `${at}: there is no ${name}`),
    ...found(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)
      .filter(({ name }) => !(name in scripts))
      .map(({ name, at }) => `${at}: package.json has no script ${name}`),
    ...found(/cargo run [^`\n]*?-p ([\w-]+)/g)
      .filter(({ name }) => !existsSync(join(root, 'crates', name)))
      .map(({ name, at }) => `${at}: there is no crate ${name}`),
  ];
}

function exists(paper, name) {
  const folders = ['', dirname(paper), ...sources];
  const written = folders.flatMap((folder) => [join(folder, name), join(folder, `${name}.rs`)]);
  return written.some((path) => existsSync(join(root, path))) || isBuilt(name);
}

/** Build output is named in papers but is not there before a build: what git ignores counts as existing. */
function isBuilt(name) {
  try {
    execFileSync('git', ['-c', 'safe.directory=*', 'check-ignore', '--quiet', '--no-index', name], { cwd: root });
    return true;
  } catch {
    return false;
  }
}
