// The built page, served on loopback from a path that is not the top, and a Chromium to look at it.

import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { chromium as executable } from '../../../tools/browser.mjs';

/** Serves dist and opens a browser; `close` ends both. */
export async function openSite() {
  const server = await preview({
    configFile: 'web/vite.config.mjs',
    logLevel: 'warn',
    base: '/some/where/',
    preview: { host: '127.0.0.1', port: 4300, strictPort: false },
  });
  const browser = await chromium.launch({ executablePath: executable() });
  return {
    address: server.resolvedUrls.local[0],
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A page that fails its test when the console has an error or a request fails. */
export async function openPage({ browser }, options) {
  const page = await browser.newPage(options);
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  return { page, problems };
}
