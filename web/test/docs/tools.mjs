// The documentation tools that the test builds sites with, installed once into a cache folder outside of the repository.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const cache =
  process.env.HIGHWATER_DOCS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'highwater-docs');
const vitepress = '1.6.4';
const mdbook = '0.5.4';

/** Where the programs are that were installed. */
export const programs = {
  mkdocs: join(cache, 'python/bin/mkdocs'),
  sphinx: join(cache, 'python/bin/sphinx-build'),
  vitepress: join(cache, `vitepress-${vitepress}/node_modules/.bin/vitepress`),
  mdbook: join(cache, `mdbook-${mdbook}/bin/mdbook`),
};

/** Where VitePress looks for itself and for Vue. */
export const vitepressModules = join(cache, `vitepress-${vitepress}/node_modules`);

export function must(program, args, folder, env = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? ''}\n${stdout ?? ''}\n${stderr ?? ''}`);
}

/** Installs what is not there yet, and says what it does. */
export function install() {
  mkdirSync(cache, { recursive: true });
  console.log(`Documentation tools are kept in ${cache}.`);
  installPython();
  if (!existsSync(programs.vitepress)) {
    const folder = join(cache, `vitepress-${vitepress}`);
    timed(`installing VitePress ${vitepress} by npm`, () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { vitepress } }));
      must('npm', ['install', '--no-fund', '--no-audit', '--silent'], folder);
    });
  }
  if (!existsSync(programs.mdbook)) {
    timed(`building mdBook ${mdbook} by cargo (one to three minutes)`, () =>
      must(
        'cargo',
        [
          ...['install', 'mdbook', '--version', mdbook, '--locked', '--no-default-features', '--quiet'],
          ...['--root', join(cache, `mdbook-${mdbook}`)],
        ],
        cache,
      ),
    );
  }
}

function installPython() {
  const wanted = join(here, 'requirements.txt');
  const stamp = join(cache, 'python/requirements.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(wanted, 'utf8')) return;
  timed('installing MkDocs, Material, Sphinx, furo and MyST into a Python environment', () => {
    must('python3', ['-m', 'venv', join(cache, 'python')], cache);
    must(join(cache, 'python/bin/pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', wanted], cache);
    copyFileSync(wanted, stamp);
  });
}

function timed(what, work) {
  console.log(`${what} …`);
  const begin = performance.now();
  work();
  console.log(`… took ${((performance.now() - begin) / 1000).toFixed(0)} s`);
}
