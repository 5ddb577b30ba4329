// Small sites, each built by one documentation tool around the packed element, and a server that serves one of them.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { must, programs, vitepressModules } from './tools.mjs';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

/**
 * By tool: where its static files are, and how it builds. Gives the folder of the built site. `second` is how the second
 * page is called there.
 */
export const tools = {
  'plain HTML': { source: 'html', files: '.', second: 'second.html', build: (folder) => folder },
  MkDocs: {
    source: 'mkdocs',
    files: 'docs',
    second: 'second/',
    build(folder) {
      // The theme's announcement of another product is not ours to check.
      must(programs.mkdocs, ['build', '--strict', '--quiet'], folder, { NO_MKDOCS_2_WARNING: 'true' });
      return join(folder, 'site');
    },
  },
  Sphinx: {
    source: 'sphinx',
    files: '_static',
    second: 'second.html',
    build(folder) {
      must(programs.sphinx, ['-q', '-W', '.', '_site'], folder);
      return join(folder, '_site');
    },
  },
  VitePress: {
    source: 'vitepress',
    files: 'public',
    second: 'second.html',
    build(folder) {
      symlinkSync(vitepressModules, join(folder, 'node_modules'));
      must(programs.vitepress, ['build'], folder);
      return join(folder, '.vitepress/dist');
    },
  },
  mdBook: {
    source: 'mdbook',
    files: 'src',
    second: 'second.html',
    build(folder) {
      must(programs.mdbook, ['build'], folder);
      return join(folder, 'book');
    },
  },
};

/** Builds a site with the packed element in its static files. */
export function buildSite(tool, packed) {
  const { source, files, build } = tools[tool];
  const folder = mkdtempSync(join(tmpdir(), 'highwater-docs-'));
  cpSync(join(here, source), folder, { recursive: true });
  const place = join(folder, files);
  mkdirSync(place, { recursive: true });
  must('tar', ['-xzf', packed, '-C', place], folder);
  cpSync(join(place, 'package'), join(place, 'highwater'), { recursive: true });
  rmSync(join(place, 'package'), { recursive: true });
  return { folder: build(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.wasm': 'application/wasm',
};

/** Serves a folder on loopback. */
export async function serve(folder, { port = 0, headers = {}, wasm = types['.wasm'] } = {}) {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const candidates = [path, `${path}/index.html`, `${path}.html`].map((one) => join(folder, one));
    const file = candidates.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
    if (file === undefined) {
      // Browsers ask for a picture of the site that most sites do not have.
      answer.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    const type = { ...types, '.wasm': wasm }[extname(file)] ?? 'application/octet-stream';
    answer.writeHead(200, { 'content-type': type, ...headers });
    answer.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
