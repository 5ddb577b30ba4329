// The packed element in documentation tools: its page loads, the element is upgraded, a story is played, and going to another
// page and back leaves it working, also where the tool does that without loading a page.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { chromium as executable } from '../../../tools/browser.mjs';
import { buildSite, serve, tools } from './sites.mjs';

const packed = process.env.HIGHWATER_PACKED;
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: executable() });
});
after(() => browser.close());

/** A page of which every console error and every request that fails or leaves the machine is a problem. */
async function openPage(options) {
  const page = await browser.newPage(options);
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') problems.push(`${request.url()} leaves the machine`);
  });
  return { page, problems };
}

const playground = (page) => page.locator('highwater-playground');
const position = (page) => playground(page).evaluate((element) => element.position);

/** Scrolls to the element and plays a step of its story, forwards and back. */
async function playsAStep(page) {
  await playground(page).scrollIntoViewIfNeeded();
  await playground(page).locator('.time-bar').waitFor();
  const begin = await position(page);
  await playground(page).getByRole('button', { name: 'Step', exact: true }).click();
  await page.waitForFunction((begin) => document.querySelector('highwater-playground').position === begin + 1, begin);
  await playground(page).getByRole('button', { name: 'Step back', exact: true }).click();
  assert.equal(await position(page), begin);
}

for (const [tool, { second }] of Object.entries(tools)) {
  test(tool, async () => {
    const site = buildSite(tool, packed);
    // MkDocs goes from page to page by itself only at the address that its configuration names.
    const server = await serve(site.folder, tool === 'MkDocs' ? { port: 4380 } : {});
    const { page, problems } = await openPage({ viewport: { width: 1100, height: 900 } });
    try {
      await page.goto(server.address);
      await playsAStep(page);
      assert.ok(!(await page.getByText('What is seen before.').isVisible()));
      await page.evaluate(() => {
        globalThis.sameDocument = true;
      });
      await page.locator('p').getByRole('link', { name: 'Second page' }).click();
      await page.waitForURL((url) => url.href.endsWith(second) || url.href.endsWith(second.replace('.html', '')));
      await playground(page).getByRole('heading', { name: 'One copy.' }).waitFor();
      await playsAStep(page);
      const isSame = await page.evaluate(() => globalThis.sameDocument === true);
      assert.equal(isSame, ['MkDocs', 'VitePress'].includes(tool), 'client-side navigation');
      await page.goBack();
      await playground(page).getByRole('heading', { name: 'One copy.' }).waitFor({ state: 'detached' });
      await playsAStep(page);
      await page.locator('p').getByRole('link', { name: 'Second page' }).click();
      await playground(page).getByRole('heading', { name: 'One copy.' }).waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
      server.close();
      site.remove();
    }
  });
}

for (const form of ['highwater-playground.js', 'highwater-playground.inline.js']) {
  test(`a page with a strict content security policy, ${form}`, async () => {
    const site = buildSite('plain HTML', packed);
    const policy = [
      ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'"],
      ...['img-src data:', "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"],
    ].join('; ');
    const server = await serve(site.folder, { headers: { 'content-security-policy': policy } });
    const { page, problems } = await openPage({ viewport: { width: 1100, height: 900 } });
    await page.route('**/highwater-playground.js', (route) =>
      route.continue({ url: route.request().url().replace('highwater-playground.js', form) }),
    );
    try {
      await page.goto(server.address);
      await playsAStep(page);
      await page.goto(`${server.address}second.html`);
      await playsAStep(page);
      await playground(page).getByRole('tab', { name: 'Produce' }).click();
      await playground(page).getByRole('button', { name: 'Send' }).click();
      await playground(page)
        .locator('.log')
        .getByText(/appended/)
        .first()
        .waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
      server.close();
      site.remove();
    }
  });
}

test('the element from another origin, which has no type for its module', async () => {
  const site = buildSite('plain HTML', packed);
  const headers = { 'access-control-allow-origin': '*' };
  const scripts = await serve(site.folder, { headers, wasm: 'application/octet-stream' });
  const server = await serve(site.folder);
  const { page } = await openPage();
  const asked = [];
  page.on('requestfailed', (request) => asked.push(`${request.url()} failed`));
  page.on('response', (response) => asked.push(response.url().replace(scripts.address, '')));
  const elsewhere = readFileSync(join(site.folder, 'second.html'), 'utf8').replace('src="', `src="${scripts.address}`);
  writeFileSync(join(site.folder, 'elsewhere.html'), elsewhere);
  try {
    await page.goto(`${server.address}elsewhere.html`);
    await playsAStep(page);
    assert.ok(asked.includes('highwater/highwater-playground.wasm'));
    assert.deepEqual(
      asked.filter((one) => one.endsWith('failed')),
      [],
    );
  } finally {
    await page.close();
    server.close();
    scripts.close();
    site.remove();
  }
});
