// What goes wrong is told, with a way on, and nothing that was done is lost. Links are in `link.test.mjs`, stories and the
// engine that does not load in `element.test.mjs`.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineThere, of, openPage, openSite, shown } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Once it is armed, the first instance of the engine traps as a panic does when it is asked for this; the next one is sound. */
async function trapWhenArmed(page, what = 'session_runOn') {
  await page.addInitScript((what) => {
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...args) => {
      const { module, instance } = await instantiate(...args);
      const trapping = (...args) => {
        if (globalThis.armed) throw new WebAssembly.RuntimeError('unreachable');
        return instance.exports[what](...args);
      };
      return { module, instance: { exports: { ...instance.exports, [what]: trapping } } };
    };
  }, what);
}

/** What a link leads to in a page whose engine is sound: the text of the run, and the time at which it is shown. */
async function opened(link) {
  const { page, problems } = await openPage(site, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(link);
  await shown(page);
  await engineThere(page);
  const text = await of(page, 'text');
  const seconds = Number.parseFloat(await page.locator('.clock').first().textContent());
  assert.deepEqual(problems, []);
  await page.close();
  return { text, seconds };
}

test('a panic of the engine: three elements are built again, each with its acts and at its place', async () => {
  const { page, problems } = await openPage(site, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await trapWhenArmed(page);
  await page.route('**/three.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><title>Three</title><script type="module" src="highwater-playground.js"></script>${'<highwater-playground></highwater-playground>'.repeat(3)}`,
    }),
  );
  await page.goto(`${site.address}three.html`);
  const all = [0, 1, 2].map((nth) => page.locator('highwater-playground').nth(nth));
  for (const [nth, element] of all.entries()) {
    await element.scrollIntoViewIfNeeded();
    await shown(page, nth);
    await engineThere(page, nth);
  }
  const [broken, acted, sought] = all;
  const crash = async (element, broker) => {
    await element.getByRole('columnheader', { name: broker }).press('Enter');
    await element
      .getByRole('dialog')
      .getByRole('button', { name: /^Crash/ })
      .click();
    await element.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  await crash(acted, 'broker 3');
  await sought.evaluate((element) => element.seek(element.position + 5));
  const state = (element) => element.evaluate(({ position, digest }) => [position, digest]);
  const before = [await state(acted), await state(sought)];

  await page.evaluate(() => {
    globalThis.armed = true;
  });
  await broken.locator('[name=key]').fill('ord-7');
  await broken.getByRole('button', { name: 'Send' }).click();
  await broken.getByText(/^The engine stopped on a mistake of ours at step [\d,]+\.$/).waitFor();
  await broken.getByText(/^Your run was rebuilt up to step [\d,]+, with what you did before\.$/).waitFor();
  assert.match(await broken.evaluate((element) => element.text), /key=ord-7/);
  // It stopped when it was to play on after that.
  const link = await broken.getByRole('textbox', { name: 'This link reproduces it:' }).inputValue();
  assert.match(link, /#v1\.[\w-]+$/);
  const again = await opened(link);
  assert.match(again.text, /key=ord-7/);
  assert.ok(again.seconds >= 5, `played on to ${again.seconds} s`);
  assert.deepEqual([await state(acted), await state(sought)], before);
  assert.match(await acted.evaluate((element) => element.text), /\ncrash b3\n/);

  // All three go on in the fresh engine.
  await crash(sought, 'broker 2');
  assert.match(await sought.evaluate((element) => element.text), /\ncrash b2\n/);
  await broken.getByRole('button', { name: 'Close' }).first().click();
  await broken.getByRole('button', { name: 'Play', exact: true }).click();
  await broken
    .locator('.log')
    .getByText(/because every in-sync replica has it/)
    .waitFor();
  assert.deepEqual(problems, []);
  await page.close();
});

test('a panic at a line: the run is as it was before it, and a link to copy has the line in it', async () => {
  const { page, problems } = await openPage(site, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await trapWhenArmed(page, 'session_act');
  await page.goto(site.address);
  await shown(page);
  await engineThere(page);
  await page.getByLabel('Place in the run').press('Shift+ArrowRight');
  const before = await of(page, 'text');
  const seconds = Number.parseFloat(await page.locator('.clock').first().textContent());
  await page.evaluate(() => {
    globalThis.armed = true;
  });
  await page.locator('[name=key]').fill('ord-8');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/^The engine stopped on a mistake of ours at step [\d,]+\.$/).waitFor();
  assert.equal(await of(page, 'text'), before);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied.').waitFor();
  const again = await opened(await page.evaluate(() => navigator.clipboard.readText()));
  assert.match(again.text, /\nproduce orders\.placed key=ord-8 [^\n]*\n/);
  assert.equal(again.seconds, seconds);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a panel that does not load is told in its place, and comes when it can; the run is as it was', async () => {
  const { page } = await openPage(site, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.route('**/*.panels.js', (route) => route.abort());
  await page.goto(site.address);
  await shown(page);
  await page.getByLabel('Place in the run').press('Shift+ArrowRight');
  const position = await of(page, 'position');
  await page.getByRole('columnheader', { name: 'broker 1' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('This part of the page could not be loaded.').waitFor();
  assert.ok(await page.getByRole('heading', { level: 2 }).first().isVisible());
  await page.unroute('**/*.panels.js');
  await page.getByRole('region', { name: 'orders.placed-0 on broker 1' }).waitFor();
  assert.equal(await page.getByText('This part of the page could not be loaded.').count(), 0);
  assert.equal(await of(page, 'position'), position);
  await page.close();
});

for (const [file, button, dialog] of [
  ['dialog', 'Share', /Share/],
  ['edit', 'Story text', /./],
]) {
  test(`what ${button} needs does not load: it is told, and asking again brings it`, async () => {
    const { page } = await openPage(site, { viewport: { width: 1280, height: 800 } });
    await page.route(`**/*.${file}.js`, (route) => route.abort());
    await page.goto(site.address);
    await shown(page);
    await engineThere(page);
    const text = await of(page, 'text');
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await page.unroute(`**/*.${file}.js`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog', { name: dialog }).first().waitFor();
    assert.equal(await of(page, 'text'), text);
    await page.close();
  });
}
