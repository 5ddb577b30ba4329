// Changing the run as a whole: settings and Kafka's rules, and all of it by touch and for axe.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { of, openSite, withPage } from './site.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' };

const dialog = (page) => page.locator('dialog.edit');
const button = (page, name) => dialog(page).getByRole('button', { name, exact: true });
const text = (page) => dialog(page).getByRole('textbox', { name: 'Story text' });
const state = (page, words) => dialog(page).getByRole('status').getByText(words).waitFor();

async function fromCluster(page, what) {
  await page.getByRole('button', { name: 'Cluster', exact: true }).click();
  await page.locator('dialog.menu').getByRole('button', { name: what }).click();
  await dialog(page).waitFor();
}

test('a setting of a topic is changed at the moment one sees, and goes back to its default', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-partition-name').first().click();
    await page
      .locator('dialog.menu')
      .getByRole('button', { name: /^Change a setting/ })
      .click();
    const min = dialog(page).getByLabel('min.insync.replicas');
    assert.equal(await min.inputValue(), '1');
    await min.fill('2');
    await button(page, 'Change it now').click();
    await state(page, 'Done at this moment: config topic orders.placed min.insync.replicas=2');
    assert.match(await of(page, 'text'), /\nbegin\n[\s\S]*config topic orders\.placed min\.insync\.replicas=2\n/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.hw-heading').getByText('min.insync.replicas 2').first().waitFor();
    await page.locator('.hw-partition-name').first().click();
    await page
      .locator('dialog.menu')
      .getByRole('button', { name: /^Change a setting/ })
      .click();
    await button(page, 'Back to its default').click();
    assert.match(await of(page, 'text'), /config topic orders\.placed min\.insync\.replicas=\n/);
  });
});

test('a setting that is read at the start makes the run anew, at the same time; the one before is kept', async () => {
  await withPage(site, desktop, async (page) => {
    await page.getByLabel('Place in the run').press('Shift+ArrowRight');
    const clock = await page.locator('.clock').textContent();
    const told = await of(page, 'text');
    await fromCluster(page, /^Settings/);
    await dialog(page).getByLabel('Search settings').fill('lag time');
    assert.equal(await dialog(page).locator('.edit-setting').count(), 1);
    const lag = dialog(page).getByLabel('replica.lag.time.max.ms');
    await lag.fill('0');
    await lag.press('Enter');
    await dialog(page)
      .getByRole('alert')
      .getByText('0 is out of bounds; a number of milliseconds from 1 is right here.')
      .waitFor();
    assert.equal(await lag.inputValue(), '0');
    await lag.fill('10000');
    await button(page, 'Run again with it').click();
    await state(page, /The run was made anew with another replica\.lag\.time\.max\.ms/);
    assert.match(await of(page, 'text'), /^cluster brokers=3 racks=a,b,c seed=10 replica\.lag\.time\.max\.ms=10000/m);
    await page.keyboard.press('Escape');
    assert.equal((await page.locator('.clock').textContent()).split(' ')[0], clock.split(' ')[0]);
    await page.locator('.branches summary').click();
    await page.getByRole('button', { name: /^Go to “as told”/ }).click();
    assert.equal(await of(page, 'text'), told);
  });
});

test('what the story expects of its run does not stand in the way of another setting', async () => {
  await withPage(site, desktop, async (page) => {
    await fromCluster(page, /^Settings/);
    await dialog(page).getByLabel('linger.ms').fill('50');
    await button(page, 'Run again with it').click();
    await state(page, /without what the story expects of it/);
    assert.match(await of(page, 'text'), /^producer order-service .*linger\.ms=50/m);
  });
});

test('a consumer reads on with another isolation, which only the model can', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-consumer').first().click();
    await page
      .locator('dialog.menu')
      .getByRole('button', { name: /^Change a setting/ })
      .click();
    await dialog(page).getByLabel('isolation.level').selectOption('read_committed');
    await button(page, 'Only from here on').click();
    await state(page, /config consumer reporting isolation\.level=read_committed/);
    await dialog(page)
      .locator('.edit-setting', { hasText: 'isolation.level' })
      .getByText('set', { exact: true })
      .waitFor();
  });
});

test('a rule of Kafka is switched off and on; a note stands over everything meanwhile', async () => {
  await withPage(site, desktop, async (page) => {
    await fromCluster(page, /^Rules of Kafka/);
    await dialog(page).getByLabel('Search rules').fill('101');
    const rule = dialog(page).getByRole('switch', { name: 'Rule truncation-by-epoch' });
    assert.equal(await dialog(page).getByRole('switch').count(), 1);
    await rule.click();
    await dialog(page).locator('[role=switch][aria-checked=false]').waitFor();
    await page.keyboard.press('Escape');
    const note = page.locator('.not-kafka');
    await note.getByText('The rule truncation-by-epoch is switched off.').waitFor();
    await note.getByRole('button', { name: 'Rules' }).click();
    await dialog(page).getByRole('switch', { name: 'Rule truncation-by-epoch' }).click();
    await note.waitFor({ state: 'detached' });
    assert.match(await of(page, 'text'), /rule truncation-by-epoch off\nrule truncation-by-epoch on\n/);
  });
});

test('by touch: settings, rules and the text on a phone, each control large enough', async () => {
  await withPage(site, phone, async (page) => {
    await page.locator('.more-button').tap();
    await page.getByRole('button', { name: 'Cluster', exact: true }).tap();
    await page
      .locator('dialog.menu')
      .getByRole('button', { name: /^Settings/ })
      .tap();
    await dialog(page).getByRole('button', { name: 'Producer', exact: true }).tap();
    await dialog(page).getByLabel('retries').fill('7');
    await button(page, 'Only from here on').tap();
    await state(page, /config producer order-service retries=7/);
    await dialog(page).getByRole('tab', { name: 'Rules of Kafka' }).tap();
    const rule = dialog(page).getByRole('switch').first();
    assert.ok((await rule.boundingBox()).height >= 43.5);
    await rule.tap();
    await dialog(page).getByRole('tab', { name: 'Story text' }).tap();
    const { width } = await text(page).boundingBox();
    assert.ok(width <= 390 && width > 250);
    await text(page).fill('cluster brokers=1\ntopic t assignment=1\nbegin\n');
    await button(page, 'Run it').tap();
    await dialog(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /^cluster brokers=1\n/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing serious to say of settings, rules and text, ${colorScheme}`, async () => {
    await withPage(site, { ...desktop, colorScheme }, async (page) => {
      await page.addScriptTag({ path: axe });
      const check = async (where) => {
        const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const said = serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html).join('\n')}`);
        assert.equal(said.join('\n'), '');
      };
      await fromCluster(page, /^Settings/);
      await dialog(page).getByLabel('min.insync.replicas').fill('0');
      await button(page, 'Change it now').click();
      await dialog(page).getByRole('alert').waitFor();
      await check('settings');
      await dialog(page).getByRole('tab', { name: 'Rules of Kafka' }).click();
      await dialog(page).getByRole('switch').first().click();
      await check('rules');
      await dialog(page).getByRole('tab', { name: 'Story text' }).click();
      await text(page).fill('cluster brokers=0');
      await state(page, 'One mistake');
      await check('text');
      await page.keyboard.press('Escape');
      await check('the note');
    });
  });
}
