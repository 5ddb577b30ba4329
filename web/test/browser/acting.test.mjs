// Acting on what stands on the board: by keyboard alone, by pointer, by touch; and what is said of it.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { engineThere, of, openSite, withPage } from './site.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' };

const menu = (page) => page.locator('dialog.menu');
const entry = (page, name) => menu(page).getByRole('button', { name });
const log = (page, words) => page.locator('.log').getByText(words).first().waitFor({ timeout: 120_000 });
const control = (page, name) => page.getByRole('button', { name, exact: true });

/** What has the focus, in words. */
const focused = (page) =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement;
    return inner ? `${inner.className} ${inner.textContent.trim().slice(0, 60)}` : '';
  });

test('by keyboard alone the leader is crashed, the new one is seen, the old one is brought back', async () => {
  await withPage(site, desktop, async (page) => {
    for (let i = 0; i < 40 && !(await focused(page)).startsWith('hw-'); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Home');
    assert.match(await focused(page), /^hw-head broker 1/);
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    assert.match(await focused(page), /^entry Crash/);
    await page.keyboard.press('Enter');
    await menu(page).waitFor({ state: 'hidden' });
    await log(page, /Leader 1 → 2/);
    assert.match(await focused(page), /^hw-head broker 1/);
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    assert.match(await focused(page), /^entry Start/);
    await page.keyboard.press('Enter');
    await log(page, /ISR 2, 3 → .*1/);
    assert.match(await of(page, 'text'), /crash b1\n[\s\S]*start b1/);
  });
});

test('a menu is walked by arrows, and closes where it was opened', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-head').nth(1).focus();
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(page), /^entry Stop/);
    await page.keyboard.press('End');
    assert.match(await focused(page), /all its connections/);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await focused(page), /^hw-head broker 2/);
    await page.locator('td.hw-cell').first().focus();
    await page.keyboard.press('Shift+F10');
    await entry(page, /^Elect a leader: unclean/).waitFor();
  });
});

test('a mistake stands beside the form, and what was entered stays', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-head').first().click();
    await entry(page, /Slow its disk/).click();
    await page.keyboard.type('soon');
    await page.keyboard.press('Enter');
    await menu(page)
      .getByRole('alert')
      .getByText(/Cannot read soon/)
      .waitFor();
    assert.equal(await menu(page).locator('input').inputValue(), 'soon');
    await page.keyboard.press('Escape');
    await entry(page, /Slow its disk/).click();
    assert.equal(await menu(page).locator('input').inputValue(), 'soon');
    await menu(page).locator('input').fill('200ms');
    await page.keyboard.press('Enter');
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /slow-disk b1 by=200ms/);
  });
});

test('a connection is cut one way, from its own menu', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-head').nth(1).click();
    await entry(page, 'with broker 1').click();
    await menu(page).getByLabel('Which way').selectOption({ label: 'broker 2 to broker 1 only' });
    await entry(page, /^Cut/).click();
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /cut b2>b1/);
    await page.locator('.hw-wire-label').getByText('cut').first().waitFor();
  });
});

test('the second button opens the menu of a replica: of its broker and of its partition', async () => {
  await withPage(site, desktop, async (page) => {
    await page
      .locator('.hw-replica')
      .first()
      .click({ button: 'right', position: { x: 60, y: 20 } });
    await entry(page, /^Crash/).waitFor();
    await entry(page, /^Elect a leader: preferred/).click();
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /elect preferred orders\.placed-0/);
  });
});

test('by touch: a tap on a broker, a long press on a replica', async () => {
  await withPage(site, phone, async (page) => {
    await page.locator('.hw-broker-name').first().tap();
    await menu(page).getByRole('heading', { name: 'Broker 1' }).waitFor();
    for (const button of await menu(page).getByRole('button').all()) {
      const { height } = await button.boundingBox();
      assert.ok(height >= 43.5, `${await button.textContent()} is ${height} px high`);
    }
    await menu(page).getByRole('button', { name: 'Close' }).tap();
    await menu(page).waitFor({ state: 'hidden' });
    const at = { pointerType: 'touch', bubbles: true, composed: true, clientX: 100, clientY: 300 };
    const replica = page.locator('.hw-replica').nth(1);
    await replica.dispatchEvent('pointerdown', at);
    await entry(page, /^Crash/).waitFor();
    await replica.dispatchEvent('pointerup', at);
    await entry(page, /^Crash/).tap();
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /crash b2/);
  });
});

test('acting in the past keeps the future, and one can go back to it', async () => {
  await withPage(site, desktop, async (page) => {
    const bar = page.getByLabel('Place in the run');
    await bar.press('End');
    const told = await of(page, 'text');
    await bar.press('Home');
    await page.locator('.hw-head').nth(2).click();
    await entry(page, /^Crash/).click();
    await page.locator('.branches summary').getByText('crash b3').click();
    const away = await of(page, 'text');
    assert.match(away, /crash b3/);
    await page.getByRole('button', { name: 'Go to “as told” at the same time' }).click();
    assert.equal(await of(page, 'text'), told);
    await page.getByRole('button', { name: 'Compare with crash b3, 0.000 s' }).click();
    assert.match(await of(page, 'text'), /crash b3/);
    const name = page.getByLabel(/^Name of the run “crash b3/);
    await name.fill('Without broker 3');
    await name.press('Enter');
    await page.locator('.branches summary').getByText('Without broker 3').waitFor();
  });
});

test('the console prints what kafka-topics prints, explains each field, and copies it', async () => {
  await withPage(site, { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await control(page, 'Console').click();
    const output = await page.locator('.output').textContent();
    assert.match(
      output,
      /^Topic: orders\.placed\tTopicId: [\w-]{22}\tPartitionCount: 2\tReplicationFactor: 3\tConfigs: \S+\n\tTopic: orders\.placed\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\tElr: \tLastKnownElr: \n/,
    );
    await page.locator('.printed').getByText('Isr: 1,2,3').first().focus();
    await page
      .locator('.meaning')
      .getByText(/acks=all waits for these/)
      .waitFor();
    await control(page, 'Copy').click();
    await page.locator('.meaning').getByText('Copied.').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), output);
  });
});

test('the console shows other tools, and what was run by hand with the answer', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    await page.getByLabel('Place in the run').press('End');
    await control(page, 'Console').click();
    const choose = (label, option) => page.locator('.console').getByLabel(label, { exact: true }).selectOption(option);
    const output = page.locator('.output');
    const shows = (text) =>
      page.waitForFunction(
        (text) =>
          document.querySelector('highwater-playground').shadowRoot.querySelector('.output')?.textContent === text,
        text,
      );
    await choose('Tool', 'kafka-reassign-partitions --list');
    await shows('No partition reassignments found.\n');
    await choose('Tool', 'kafka-get-offsets');
    assert.match(await output.textContent(), /^orders\.placed:0:\d+\norders\.placed:1:\d+\n$/);
    await choose('Option', '--time earliest');
    await shows('orders.placed:0:0\norders.placed:1:0\n');
    await choose('Tool', 'What was run so far');
    await page.locator('.hw-partition-name').first().click();
    await entry(page, /Elect a leader: unclean/).click();
    await page.getByLabel('Place in the run').press('End');
    await output
      .getByText('kafka-leader-election.sh --election-type unclean --topic orders.placed --partition 0')
      .waitFor();
    await output.getByText(/^Valid replica already elected for partitions orders\.placed-0$/).waitFor();
  });
});

test('what is selected is inspected: broker, controller, replica, record, waiting request', async () => {
  await withPage(site, desktop, async (page) => {
    const inspector = page.locator('.inspector');
    await page
      .locator('.hw-replica')
      .first()
      .click({ position: { x: 60, y: 15 } });
    await inspector.getByText('leader-epoch-checkpoint').waitFor();
    // Until the engine has taken over from the reel, which does not know.
    await page
      .locator('.why h3')
      .getByText(/Why does broker 1 lead/)
      .waitFor();
    await page
      .locator('.inspector')
      .getByRole('button', { name: /Is broker 1 in the ISR/ })
      .click();
    await page
      .locator('.why h3')
      .getByText(/Why is broker 1 in the ISR/)
      .waitFor();
    await page.locator('.hw-record').last().click();
    await inspector.getByText('partitionLeaderEpoch').waitFor();
    await page.locator('.hw-controller').first().click();
    await page.keyboard.press('Escape');
    await inspector.getByText(/leads no partition by that/).waitFor();
    await page.locator('.hw-head').first().click();
    await page.keyboard.press('Escape');
    await inspector.getByText('It does not lead orders.placed-1, which broker 2 leads.').waitFor();
  });
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing serious to say of menu, form, inspector and console, ${colorScheme}`, async () => {
    await withPage(site, { ...desktop, colorScheme }, async (page) => {
      await page.addScriptTag({ path: axe });
      await control(page, 'Console').click();
      const check = async (where) => {
        const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const said = serious.map(
          ({ id, help, nodes }) =>
            `${where}: ${id}: ${help}\n${nodes.map(({ failureSummary }) => failureSummary).join('\n')}`,
        );
        assert.equal(said.join('\n'), '');
      };
      await page.locator('.hw-head').first().click();
      await check('menu');
      await entry(page, /Slow its disk/).click();
      await check('form');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await check('inspector and console');
    });
  });
}
