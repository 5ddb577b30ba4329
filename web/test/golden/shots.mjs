// What is photographed: the first story at five moments in three sizes and both themes, and what else a page may show.

import { engineThere, openEmbed, openPage, shown } from '../browser/site.mjs';

const sizes = { desktop: [1280, 800], tablet: [768, 1024], phone: [390, 844] };
const moments = ['start', 'appended', 'committed', 'crash', 'elected'];

async function settled(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}

async function open(site, [width, height], colorScheme) {
  const { page } = await openPage(site, { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(site.address);
  await shown(page);
  await engineThere(page);
  return page;
}

const at = (page, place) =>
  page.locator('highwater-playground').evaluate((element, place) => element.setAttribute('at', place), place);

/** Calls `shot(name, bytes)` for one picture after the other. */
export async function takeAll(site, shot) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, size] of Object.entries(sizes)) {
      const page = await open(site, size, colorScheme);
      for (const moment of moments) {
        await at(page, moment);
        await page.waitForFunction(() => document.querySelector('highwater-playground').playing === undefined);
        await settled(page);
        await shot(`${name}-${colorScheme}-${moment}`, await page.screenshot());
      }
      await page.close();
    }
  }
  await shot('embed-320', await embed(site));
  await shot('many-partitions', await manyPartitions(site));
  await shot('ledger', await ledger(site));
  await shot('why', await why(site));
}

async function embed(site) {
  const { page } = await openEmbed(
    site,
    '<body style="margin:0"><highwater-playground at="appended" controls="minimal" style="height:640px"></highwater-playground>',
    { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' },
  );
  await shown(page);
  await settled(page);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function manyPartitions(site) {
  const story = `cluster brokers=32
topic events partitions=32 replication-factor=3
produce events key=k0 value=v enable.idempotence=false
run 1s
begin
say many "Thirty-two brokers, thirty-two partitions." "Each partition has three replicas."
run 1s`;
  const { page } = await openEmbed(
    site,
    `<body style="margin:0"><highwater-playground style="height:800px"><script type="text/x-highwater">${story}</script></highwater-playground>`,
    { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' },
  );
  await shown(page);
  await settled(page);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function ledger(site) {
  const page = await open(site, sizes.desktop, 'light');
  await page
    .getByRole('combobox', { name: 'Story' })
    .selectOption({ label: 'acks=1 record is lost when its leader dies' });
  await page.getByRole('button', { name: 'Ledger' }).click();
  await page.getByLabel('Place in the run').press('End');
  await page.getByRole('region', { name: 'Durability ledger' }).getByRole('button', { name: 'm1' }).click();
  await page.getByText('This would have changed it:').waitFor();
  await settled(page);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function why(site) {
  const page = await open(site, sizes.desktop, 'light');
  await at(page, 'one-of-two');
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /^Offset 44, / })
    .first()
    .press('Enter');
  await page.getByRole('region', { name: /^Why is offset 44 / }).waitFor();
  await page.getByRole('region', { name: /^Why is offset 44 / }).scrollIntoViewIfNeeded();
  await settled(page);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
