// Serves the hand-written boards to a browser: the board by itself, without engine and page.

import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { chromium as browserPath } from '../../../tools/browser.mjs';

export async function openBoards() {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const server = await createServer({ configFile: false, root, logLevel: 'error' });
  await server.listen();
  const browser = await chromium.launch({ executablePath: browserPath() });
  return {
    /** A page that shows a board; `errors` gathers what went wrong on it. */
    async open({ width, height, ...options }) {
      const page = await browser.newPage({ viewport: { width, height }, ...options });
      const errors = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${server.resolvedUrls.local[0]}web/test/fixtures/board.html`);
      await page.waitForFunction('globalThis.look');
      await page.evaluate((pad) => look.place.style.setProperty('--pad', pad), width < 500 ? '12px' : '24px');
      return { page, errors };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
