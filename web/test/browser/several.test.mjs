// Acting on several processes at once, producing several records, and undoing; by pointer, by keyboard, by touch.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineThere, of, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' };

const menu = (page) => page.locator('dialog.menu');
const entry = (page, name) => menu(page).getByRole('button', { name });
const control = (page, name) => page.getByRole('button', { name, exact: true });

test('several brokers are chosen one by one, and one line acts on all of them', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-head').first().click();
    await entry(page, /^Select others as well/).click();
    await page.locator('.hw-head').nth(2).click();
    await page.locator('.selection').getByText('Broker 1 and broker 3').waitFor();
    await control(page, 'Act on all of them').click();
    await menu(page).getByRole('heading', { name: 'Broker 1 and broker 3' }).waitFor();
    await entry(page, /^Crash/).click();
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /\ncrash b1 b3\n/);
    await page.getByRole('heading', { name: 'You crashed broker 1 and broker 3.' }).waitFor();
    await control(page, 'Act on all of them').click();
    await entry(page, /^Start/).click();
    assert.match(await of(page, 'text'), /\nstart b1 b3\n/);
    await page.locator('.selection').getByRole('button', { name: 'Give up the selection' }).click();
    await page.locator('.selection').waitFor({ state: 'detached' });
  });
});

test('with shift a click, or Enter, chooses one more', async () => {
  await withPage(site, desktop, async (page) => {
    const head = (n) => page.locator('.hw-head').nth(n);
    await head(0).click({ modifiers: ['Shift'] });
    await head(2).click({ modifiers: ['Shift'] });
    await page.locator('.selection').getByText('Broker 1 and broker 3').waitFor();
    await head(1).focus();
    await page.keyboard.press('Shift+Enter');
    await page.locator('.selection').getByText('Broker 1, broker 3 and broker 2').waitFor();
    for (const n of [0, 1, 2]) assert.equal(await head(n).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Shift+Enter');
    await page.locator('.selection').getByText('Broker 1 and broker 3').waitFor();
    await head(2).click();
    await entry(page, /^Pause/).click();
    assert.match(await of(page, 'text'), /\npause b1 b3\n/);
  });
});

test('by keyboard alone two brokers are chosen and stopped', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-head').first().focus();
    await page.keyboard.press('Enter');
    await entry(page, /^Select others as well/).press('Enter');
    await page.locator('.hw-head').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await control(page, 'Act on all of them').press('Enter');
    await entry(page, /^Stop/).press('Enter');
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /\nstop b1 b2\n/);
  });
});

test('by touch two brokers are chosen and slowed', async () => {
  await withPage(site, phone, async (page) => {
    await page.locator('.hw-broker-name').first().tap();
    await entry(page, /^Select others as well/).tap();
    const second = page.locator('.hw-broker-name').nth(1);
    await second.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await second.tap();
    const act = control(page, 'Act on all of them');
    await act.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await act.tap();
    await entry(page, /^Slow its disk/).tap();
    await menu(page).getByRole('textbox', { name: /^by/ }).fill('20ms');
    await page.keyboard.press('Enter');
    await menu(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /\nslow-disk b1 b2 by=20ms\n/);
  });
});

test('the form says where the key leads, and sends many with headers at a rate', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    await page.getByText('Partition, headers, several at a rate').click();
    // Kafka's own vectors: murmur2 of 21 is -973932308, of abc 479470107; the sign goes, the rest is taken modulo 2.
    for (const [key, partition] of [
      ['21', 0],
      ['abc', 1],
    ]) {
      await page.getByRole('textbox', { name: 'Key' }).fill(key);
      await page.locator('.produce').getByText(`Partition ${partition} by the key's murmur2 hash.`).waitFor();
    }
    await page.getByRole('textbox', { name: 'Key' }).fill('ord-7');
    await page.getByRole('textbox', { name: 'How many' }).fill('3');
    await page.getByRole('textbox', { name: 'Per second' }).fill('100');
    await page.getByRole('textbox', { name: 'Headers' }).fill('source:test');
    await page.keyboard.press('Enter');
    const line =
      'produce orders.placed key="ord-{n}" first=7 value=OrderPlaced headers=source:test count=3 rate=100 acks=all';
    assert.ok((await of(page, 'text')).includes(line));
    assert.equal(await page.getByRole('textbox', { name: 'Key' }).inputValue(), 'ord-10');
    await page
      .getByRole('heading', { name: 'Your 3 records go to orders.placed with acks=all, 100 a second.' })
      .waitFor();
    await page.getByRole('textbox', { name: 'How many' }).fill('many');
    await page.keyboard.press('Enter');
    await page
      .locator('.produce')
      .getByRole('alert')
      .getByText(/cannot read many/)
      .waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'How many' }).inputValue(), 'many');
  });
});

test('undo goes to just before the last act and gives the story back; redo does it again', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    const told = await of(page, 'text');
    await page.locator('.hw-head').nth(1).click();
    await entry(page, /^Crash/).click();
    await control(page, 'Pause').click();
    const crashed = await of(page, 'text');
    await page.locator('.hw-head').first().focus();
    await page.keyboard.press('Control+z');
    await page.locator('.hw-head').nth(1).getByText('down').waitFor({ state: 'detached' });
    assert.equal(await of(page, 'text'), told);
    await page.keyboard.press('Control+Shift+Z');
    assert.ok(crashed.startsWith((await of(page, 'text')).split('crash b2')[0]));
    assert.match(await of(page, 'text'), /crash b2/);
    await page.getByRole('button', { name: 'Undo crash b2' }).click();
    assert.equal(await of(page, 'text'), told);
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.match(await of(page, 'text'), /crash b2/);
  });
});

test('a connection is dragged aside, and its messages take longer', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    const wire = page.locator('.hw-wire-hit').first();
    const from = await wire.evaluate((path) => {
      const at = path.getPointAtLength(path.getTotalLength() * 0.1).matrixTransform(path.getScreenCTM());
      return { x: at.x, y: at.y };
    });
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 5);
    await page.locator('.hw-drag').waitFor({ state: 'hidden' });
    await page.mouse.move(from.x, from.y + 100, { steps: 4 });
    await page.locator('.hw-drag').getByText('each message 100 ms longer').waitFor();
    await page.mouse.up();
    await page.waitForFunction(() =>
      /slow b[123]-b[123] by=100ms/.test(document.querySelector('highwater-playground').text),
    );
    assert.equal(await menu(page).isVisible(), false);
  });
});
