// The table of positions: whole and in one place beside the board, whatever else is told; below the answer on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { of, openPage, openSite, shown } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Where the table of three replicas begins and ends, and between what it is seen. */
const places = (page) =>
  page.locator('.positions table').evaluate((table) => {
    const { top, bottom } = table.getBoundingClientRect();
    const side = table.closest('.side').getBoundingClientRect();
    return { top, bottom, from: side.top, to: side.bottom, rows: table.tBodies[0].rows.length };
  });

test('beside the board it is whole and stays in its place at every moment of a story', async () => {
  const { page, problems } = await openPage(site, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await page.goto(`${site.address}?story=unclean_election_loses_committed_records`);
  await shown(page);
  const slider = page.getByLabel('Place in the run');
  const tops = new Set();
  let [moments, before] = [0, -1];
  while ((await of(page, 'position')) !== before) {
    before = await of(page, 'position');
    const { top, bottom, from, to, rows } = await places(page);
    const where = `at position ${before}`;
    assert.equal(rows, 3, where);
    assert.ok(top >= from && bottom <= to, `${where}: ${top} to ${bottom}, seen from ${from} to ${to}`);
    tops.add(Math.round(to - top));
    moments += 1;
    await slider.press('Shift+ArrowRight');
  }
  assert.ok(moments > 15, `${moments} moments`);
  assert.equal(tops.size, 1, [...tops].join(', '));
  assert.deepEqual(problems, []);
  await page.close();
});

test('on a phone it follows the answer, and can be scrolled to above the controls', async () => {
  const { page } = await openPage(site, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  await page.goto(`${site.address}?story=every_replica_down_then_back`);
  await shown(page);
  const slider = page.getByLabel('Place in the run');
  for (let i = 0; i < 30; i++) await slider.press('Shift+ArrowRight');
  await page.getByRole('tab', { name: 'Why' }).tap();
  const answer = await page.locator('.why').boundingBox();
  const table = await page.locator('.positions').boundingBox();
  assert.ok(answer.y + answer.height <= table.y, 'one over the other');
  await page.locator('.playground').evaluate((playground) => playground.scrollTo(0, playground.scrollHeight));
  const { bottom } = await places(page);
  const controls = await page.locator('.time-bar').boundingBox();
  assert.ok(bottom <= controls.y, `${bottom}, and the controls begin at ${controls.y}`);
  await page.close();
});
