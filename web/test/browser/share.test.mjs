// The dialog that shares: what it gives is what is on screen, for whoever opens it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { crashBroker, of, openEmbed, openPage, openSite, shown, withPage } from './site.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const clipboard = { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] };
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const dialog = (page) => page.locator('dialog.share');
const tab = (page, name) => dialog(page).getByRole('tab', { name, exact: true });
const content = (page) => dialog(page).locator('textarea');
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

async function share(page, name) {
  if ((await dialog(page).count()) === 0 || !(await dialog(page).isVisible())) {
    const more = page.locator('.more-button');
    if (await more.isVisible()) await more.click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog(page).waitFor();
  }
  await tab(page, name).click();
}

async function copy(page, name) {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).getByText('Copied.').waitFor();
  return copied(page);
}

/** A few moments into the story, after something a person did. */
async function act(page) {
  await page.getByLabel('Place in the run').press('Shift+ArrowRight');
  await crashBroker(page, 3);
}

test('a copied link opens in another page at the same moment, with the same digest', async () => {
  await withPage(site, clipboard, async (page) => {
    await act(page);
    await share(page, 'Link');
    const link = await copy(page, 'Copy link');
    assert.ok(link.startsWith(`${site.address}#v1.`), link);
    assert.equal(page.url(), link, 'the address is the link that was taken');
    const here = [await of(page, 'position'), await of(page, 'digest')];
    const { page: other, problems } = await openPage(site, desktop);
    await other.goto(link);
    await shown(other);
    assert.deepEqual([await of(other, 'position'), await of(other, 'digest')], here);
    assert.match(await of(other, 'text'), /crash b3/);
    assert.deepEqual(problems, []);
    await other.close();
  });
});

test('without leave to copy, the text is selected and one is told how', async () => {
  await withPage(site, desktop, async (page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await share(page, 'Link');
    await dialog(page).getByRole('button', { name: 'Copy link' }).click();
    await dialog(page)
      .getByText(/It is selected: press Ctrl\+C/)
      .waitFor();
    const selected = await content(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.match(selected, /#v1\.[\w-]+$/);
    assert.equal(await content(page).evaluate((area) => area.getRootNode().activeElement === area), true);
  });
});

test('a pasted embed shows picture and words without script, and the same moment with it', async () => {
  await withPage(site, clipboard, async (page) => {
    await act(page);
    const here = [await of(page, 'position'), await of(page, 'digest')];
    await share(page, 'Embed');
    await dialog(page).locator('highwater-playground .hw-board').first().waitFor();
    const inPreview = await dialog(page)
      .locator('highwater-playground')
      .evaluate((element) => element.position);
    assert.equal(inPreview, here[0], 'the preview is at the moment');
    const markup = await copy(page, 'Copy embed');
    const body = markup.replace(/^<script[^>]*><\/script>/, '');

    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.setContent(`<!doctype html><html lang="en"><title>x</title>${markup}</html>`);
    assert.ok(await still.locator('highwater-playground svg text').getByText('orders.placed-0').isVisible());
    const { width } = await still.locator('highwater-playground svg').boundingBox();
    assert.ok(width > 600, `${width} px`);
    assert.ok(await still.locator('highwater-playground p').isVisible());
    assert.match(await still.locator('highwater-playground a').getAttribute('href'), /#v1\./);
    await context.close();

    const { page: other, problems } = await openEmbed(site, body, {
      policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:",
    });
    await shown(other);
    assert.deepEqual([await of(other, 'position'), await of(other, 'digest')], here);
    assert.deepEqual(problems, []);
    await other.close();
  });
});

test('the story, the picture, the text and the diagram are those of the run', async () => {
  await withPage(site, { ...clipboard, acceptDownloads: true }, async (page) => {
    await act(page);
    await share(page, 'Story');
    assert.equal(await copy(page, 'Copy story'), await of(page, 'text'));

    await share(page, 'Picture');
    await dialog(page).locator('.share-preview svg').waitFor();
    const svg = await copy(page, 'Copy SVG');
    const found = await page.evaluate((svg) => {
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      const texts = [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent);
      return { wrong: parsed.querySelectorAll('parsererror').length, texts };
    }, svg);
    assert.equal(found.wrong, 0);
    for (const words of ['broker 1', 'orders.placed-0', 'order-service']) assert.ok(found.texts.includes(words), words);
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Download SVG' }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'the-life-of-a-batch.svg');
    assert.equal(readFileSync(await file.path(), 'utf8'), svg);

    await share(page, 'Text');
    await dialog(page).getByRole('button', { name: 'The whole run' }).click();
    assert.match(await copy(page, 'Copy text'), /\d+\.\d{3} {2}Broker 3 crashed\./);
    await dialog(page).getByLabel('To').fill('0');
    await dialog(page).getByLabel('To').press('Tab');
    assert.doesNotMatch(await content(page).inputValue(), /crashed/);

    await share(page, 'Sequence');
    await dialog(page).getByRole('button', { name: 'The whole run' }).click();
    assert.match(await copy(page, 'Copy diagram'), /^---\ntitle: "The life of a batch"\n---\nsequenceDiagram\n/);
  });
});

test('nothing of it is loaded before it is asked for', async () => {
  const { page } = await openPage(site, desktop);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(site.address);
  await shown(page);
  assert.ok(!asked.some((url) => /dialog/.test(url)), asked.join('\n'));
  await share(page, 'Link');
  assert.ok(asked.some((url) => /dialog/.test(url)));
  await page.close();
});

test('a part that cannot be loaded is said to be missing, and the run goes on', async () => {
  const { page } = await openPage(site, desktop);
  await page.route(/dialog/, (route) => route.abort());
  await page.goto(site.address);
  await shown(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('A part of this page could not be loaded.').waitFor();
  await page.getByLabel('Place in the run').press('ArrowRight');
  await page.close();
});

test('by keyboard: tabs by arrows, Escape closes and gives the focus back', async () => {
  await withPage(site, desktop, async (page) => {
    await page.getByRole('button', { name: 'Share', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await tab(page, 'Link').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await tab(page, 'Story').getAttribute('aria-selected'), 'true');
    const before = await of(page, 'position');
    await page.keyboard.press('.');
    assert.equal(await of(page, 'position'), before, 'keys of the page wait while the dialog is open');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.textContent.trim() === 'Share');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
  });
});

for (const [name, options] of [
  ['light', { ...desktop, colorScheme: 'light' }],
  ['dark, on a phone', { ...desktop, viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
]) {
  test(`axe has nothing serious to say of any tab, ${name}; and nothing is cut off`, async () => {
    await withPage(site, options, async (page) => {
      await page.addScriptTag({ path: axe });
      for (const name of ['Link', 'Embed', 'Story', 'Picture', 'Text', 'Sequence']) {
        await share(page, name);
        const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const said = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
        assert.equal(said.join('\n'), '', name);
        const sideways = await dialog(page).evaluate((dialog) =>
          [dialog, ...dialog.querySelectorAll('.share-scroll, .share-ways')].some(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
          ),
        );
        assert.equal(sideways, false, `${name} scrolls sideways`);
      }
    });
  });
}
