// The element as an embedder meets it: it loads when it is seen, and many on one page share one engine.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, openSite } from './site.mjs';

const budget = JSON.parse(readFileSync('web/budget.json', 'utf8'));
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Opens a page with the given body beside the built script and collects the names of the files it asks for. */
async function embed(body) {
  const { page, problems } = await openPage(site);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').pop()));
  await page.route('**/embed.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<link rel="icon" href="data:," /><script type="module" src="highwater-playground.js"></script>${body}`,
    }),
  );
  await page.goto(`${site.address}embed.html`);
  return { page, problems, asked };
}

test('the page shows the element without an error', async () => {
  const { page, problems } = await openPage(site);
  await page.goto(site.address);
  await page.locator('highwater-playground').getByText('Engine').waitFor();
  assert.deepEqual(problems, []);
  await page.close();
});

test('two elements on one page share one module', async () => {
  const { page, problems, asked } = await embed('<highwater-playground></highwater-playground>'.repeat(2));
  await page.getByText('Engine').nth(1).waitFor();
  assert.equal(asked.filter((file) => file.endsWith('.wasm')).length, 1);
  assert.deepEqual(problems, []);
  await page.close();
});

test('an element that nobody has looked at loads no engine', async () => {
  const below = '<div style="height: 500vh"></div><highwater-playground></highwater-playground>';
  const { page, asked } = await embed(below);
  await page.waitForFunction(() => customElements.get('highwater-playground'));
  await page.waitForTimeout(300);
  assert.deepEqual(asked, ['embed.html', 'highwater-playground.js']);
  await page.locator('highwater-playground').scrollIntoViewIfNeeded();
  await page.getByText('Engine').waitFor();
  await page.close();
});

test('the first picture needs no file that is declared to come on demand', async () => {
  const { page, asked } = await embed('<highwater-playground></highwater-playground>');
  await page.getByText('Engine').waitFor();
  assert.deepEqual(
    asked.filter((file) => file in budget.on_demand),
    [],
  );
  await page.close();
});
