// No rule of axe is broken: in both themes, in three sizes, with every panel and dialog open.

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

const sizes = { desktop: [1280, 800], tablet: [768, 1024], phone: [390, 844] };

/** What axe finds in what has this role and name, or in the whole page. */
async function faults(page, place) {
  const node = place === undefined ? null : await place.elementHandle();
  return page.evaluate(async (node) => {
    const { violations } = await globalThis.axe.run(node ?? document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target} ${failureSummary}`).join('\n')}`,
    );
  }, node);
}

/** A button of the header; where that has no room, behind "More". */
async function inHeader(page, name) {
  const more = page.getByRole('button', { name: 'More' });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name, exact: true }).click();
}

const record = (page) =>
  page
    .getByRole('gridcell')
    .getByRole('button', { name: /^Offset 41, / })
    .first();

/** Everything that opens: how, what it is then, how it closes where it covers something. */
const openings = [
  {
    name: 'why of a record',
    open: async (page) => {
      await record(page).press('Enter');
      if (await page.getByRole('tab', { name: 'Why' }).isVisible())
        await page.getByRole('tab', { name: 'Why' }).click();
    },
    place: (page) => page.getByRole('region', { name: /^Why is offset 41 / }),
  },
  {
    name: 'inspector of the same record',
    open: async (page) => {
      const tab = page.getByRole('tab', { name: 'Inspector' });
      if (await tab.isVisible()) await tab.click();
    },
    place: (page) => page.getByRole('region', { name: /^Offset 41 of / }),
  },
  {
    name: 'menu of the cluster',
    open: (page) => inHeader(page, 'Cluster'),
    place: (page) => page.getByRole('dialog'),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'inspector of a broker with its metrics',
    open: async (page) => {
      await page.getByRole('columnheader', { name: 'broker 1' }).press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      const tab = page.getByRole('tab', { name: 'Inspector' });
      if (await tab.isVisible()) await tab.click();
      await page.getByRole('rowheader', { name: /^UnderReplicatedPartitions/ }).waitFor();
    },
    place: (page) => page.getByRole('region', { name: 'Broker 1', exact: true }),
  },
  {
    name: 'share dialog',
    open: (page) => inHeader(page, 'Share'),
    place: (page) => page.getByRole('dialog'),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'story editor',
    open: (page) => inHeader(page, 'Story text'),
    place: (page) => page.getByRole('dialog'),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'help',
    open: (page) => inHeader(page, 'Help'),
    place: (page) => page.getByRole('dialog'),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'console',
    open: (page) => inHeader(page, 'Console'),
    place: (page) => page.getByRole('region', { name: 'Console' }),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'ledger',
    open: (page) => page.getByRole('button', { name: 'Ledger' }).click(),
    place: (page) => page.getByRole('region', { name: 'Durability ledger' }),
    close: (page) => page.keyboard.press('Escape'),
  },
];

for (const colorScheme of ['light', 'dark']) {
  for (const [name, [width, height]] of Object.entries(sizes)) {
    test(`axe finds nothing, whatever is open, ${colorScheme}, ${name}`, async () => {
      await withPage(site, { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' }, async (page) => {
        page.setDefaultTimeout(10_000);
        await engineThere(page);
        await page.getByLabel('Place in the run').press('Shift+ArrowRight');
        await page.addScriptTag({ path: axe });
        assert.deepEqual(await faults(page), []);
        for (const { name, open, place, close } of openings) {
          await open(page);
          await place(page).waitFor();
          assert.deepEqual(await faults(page, place(page)), [], name);
          if (close === undefined) continue;
          await close(page);
          await place(page).waitFor({ state: 'hidden' });
        }
      });
    });
  }
}
