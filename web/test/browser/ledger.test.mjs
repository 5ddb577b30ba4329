// The durability ledger: what was lost, why, and what would have kept it, found by the words on the page.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { engineThere, openSite, withPage } from './site.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const ledger = (page) => page.getByRole('region', { name: 'Durability ledger' });
const row = (page, record) => ledger(page).getByRole('row').filter({ hasText: record }).first();
const place = (page) => page.getByLabel('Place in the run');

async function openStory(page, title) {
  await engineThere(page);
  await page.getByRole('combobox', { name: 'Story' }).selectOption({ label: title });
  await page.getByRole('button', { name: 'Ledger' }).click();
  await ledger(page).waitFor();
}

/** Rules broken by the ledger, as axe sees it. */
async function faults(page) {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { shadowRoot } = document.querySelector('highwater-playground');
    const { violations } = await globalThis.axe.run(shadowRoot.querySelector('.ledger'));
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  });
}

test('a lost record is found with its cause and the setting that would have kept it', async () => {
  const options = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
  await withPage(site, options, async (page) => {
    await openStory(page, 'acks=1 record is lost when its leader dies');
    await ledger(page).getByText('1 record: 1 committed').waitFor();
    await place(page).press('End');
    await ledger(page).getByText('3 records: 2 committed, 1 lost').waitFor();
    assert.match(
      await row(page, 'm1').textContent(),
      /order-service\s*1\s*orders.placed-0, was @ 1\s*success, after 5\.7 ms.*lost/s,
    );

    await ledger(page).getByRole('button', { name: 'm1' }).click();
    await ledger(page)
      .getByText(/Broker 1 crashed before broker 2 had copied it.*Its producer was told success/)
      .waitFor();
    await ledger(page).getByText('This would have changed it:').waitFor();
    await ledger(page).locator('code', { hasText: 'acks=all' }).waitFor();
    await ledger(page)
      .getByText(/Broker 1 cut it from its log at 11\.248 s, when it followed epoch 1/)
      .waitFor();
    assert.deepEqual(await faults(page), []);

    await ledger(page).getByRole('button', { name: 'm2' }).click();
    await page.getByText('Offset 1 of orders.placed-0').waitFor();
    await ledger(page)
      .getByText(/Committed at .* Read by reporting\./)
      .waitFor();

    await place(page).press('Home');
    await ledger(page).getByText('1 record: 1 committed').waitFor();
    assert.equal(await row(page, 'm1').count(), 0, 'it follows the time backwards');
    await place(page).press('End');
    await row(page, 'm1').waitFor();

    await ledger(page).getByRole('button', { name: 'Costs' }).click();
    const waited = ledger(page).getByRole('table', { name: 'From send() to the answer' });
    assert.deepEqual(await waited.getByRole('rowheader').allInnerTexts(), ['1', 'all']);
    const bytes = ledger(page).getByRole('table', { name: 'Record batches, in bytes' });
    assert.equal(await bytes.getByRole('row').count(), 4);
    await ledger(page).getByRole('button', { name: 'Close the ledger' }).click();
    await ledger(page).waitFor({ state: 'hidden' });
  });
});

test('on a phone the ledger takes the place of the tabs, with time in reach', async () => {
  const options = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  };
  await withPage(site, options, async (page) => {
    await openStory(page, 'Unclean election loses committed records');
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.id === 'ledger-title');
    await place(page).press('End');
    await ledger(page).getByRole('button', { name: 'b2' }).tap();
    await ledger(page)
      .getByText(/somebody asked for an unclean election/)
      .waitFor();
    await ledger(page).locator('code', { hasText: 'min.insync.replicas=2' }).waitFor();
    assert.ok(await place(page).isVisible());
    const wide = await ledger(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    assert.equal(wide, 0, 'nothing scrolls sideways');
    assert.deepEqual(await faults(page), []);
    await ledger(page).getByRole('button', { name: 'Close the ledger' }).tap();
    await page.getByRole('tab', { name: 'What happened' }).waitFor();
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.textContent === 'Ledger');
  });
});
