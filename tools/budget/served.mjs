// The built page as a web server of today would serve it: gzipped, on loopback, with the headers that let a page measure its own
// memory.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../command.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
const isolating = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** `pages` are further pages by their path. */
export async function serveBuilt(pages = {}) {
  const answers = new Map();
  const answerTo = (path) => {
    const file = join(root, 'dist', path);
    const page = pages[path];
    if (page === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
    const type = types[page === undefined ? extname(path) : '.html'] ?? 'application/octet-stream';
    const body = page === undefined ? readFileSync(file) : Buffer.from(page);
    const isPacked = type !== 'application/octet-stream';
    const headers = { 'content-type': type, ...(isPacked ? { 'content-encoding': 'gzip' } : {}), ...isolating };
    return { headers, body: isPacked ? gzipSync(body, { level: 9 }) : body };
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    if (!answers.has(path)) answers.set(path, answerTo(path));
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, answer.headers).end(answer.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
