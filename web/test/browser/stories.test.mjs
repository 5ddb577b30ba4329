// Every story that comes with the page opens on it, goes to its end and comes back, without a word in the console.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, openSite, shown } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

test('every story opens, goes to its end and comes back to the same state', async () => {
  const { page, problems } = await openPage(site, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(site.address);
  await shown(page);
  const picker = page.getByRole('combobox', { name: 'Story' });
  // The page begins with the story it shows; the others are on the list once the engine has told their names.
  await picker.locator('option').nth(30).waitFor({ state: 'attached' });
  const names = await picker.locator('option').evaluateAll((options) => options.map(({ value }) => value));
  const standing = () =>
    page.locator('highwater-playground').evaluate(({ position, digest }) => ({ position, digest }));
  for (const name of names) {
    await picker.selectOption(name);
    await shown(page);
    const place = page.getByLabel('Place in the run');
    await place.press('Home');
    const begin = await standing();
    await place.press('End');
    const end = await standing();
    assert.ok(end.position > begin.position, name);
    assert.equal(await page.getByRole('alert').count(), 0, name);
    await place.press('Home');
    assert.deepEqual(await standing(), begin, name);
  }
  assert.deepEqual(problems, []);
  await page.close();
});
