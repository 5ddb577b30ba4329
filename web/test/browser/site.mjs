// The built page, served on loopback from a path that is not the top, and a Chromium to look at it.

import assert from 'node:assert/strict';
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

/** A page of somebody else with the given body beside the built script, and the names of the files it asks for. */
export async function openEmbed(site, body, { policy, ...options } = {}) {
  const { page, problems } = await openPage(site, options);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').pop()));
  await page.route('**/embed.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: policy === undefined ? {} : { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><title>Embed</title><link rel="icon" href="data:," /><script type="module" src="highwater-playground.js"></script>${body}</html>`,
    }),
  );
  await page.goto(`${site.address}embed.html`);
  return { page, problems, asked };
}

/** The page with its first story, ready to be played; everything in `work` must pass without an error in the console. */
export async function withPage(site, options, work) {
  const { page, problems } = await openPage(site, options);
  await page.goto(site.address);
  await shown(page);
  await work(page);
  assert.deepEqual(problems, []);
  await page.close();
}

/** What a property of the page's element is. */
export function of(page, what) {
  return page.locator('highwater-playground').evaluate((element, what) => element[what], what);
}

/** Until the element shows a story that can be played. */
export function shown(page, nth = 0) {
  return page.locator('highwater-playground .time-bar').nth(nth).waitFor();
}

/** Until the engine has taken over from the reel. */
export function engineThere(page, nth = 0) {
  return page.waitForFunction(
    (nth) => document.querySelectorAll('highwater-playground')[nth].digest !== undefined,
    nth,
  );
}

/** Crashes a broker by its menu, until the log tells of it. */
export async function crashBroker(page, broker) {
  await page
    .locator('.hw-head')
    .nth(broker - 1)
    .click();
  await page
    .locator('dialog.menu')
    .getByRole('button', { name: /^Crash/ })
    .click();
  await page
    .locator('.log')
    .getByText(new RegExp(`Broker ${broker} crashed`))
    .first()
    .waitFor();
}
