// The run as a text: changed, its mistakes found, run again; a text from a file.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { of, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };

const dialog = (page) => page.locator('dialog.edit');
const button = (page, name) => dialog(page).getByRole('button', { name, exact: true });
const text = (page) => dialog(page).getByRole('textbox', { name: 'Story text' });
const state = (page, words) => dialog(page).getByRole('status').getByText(words).waitFor();

test('by keyboard alone the text is changed, its mistake found and mended, and run', async () => {
  await withPage(site, desktop, async (page) => {
    const open = page.getByRole('button', { name: 'Story text', exact: true });
    await open.focus();
    await page.keyboard.press('Enter');
    await text(page).waitFor();
    assert.deepEqual(await text(page).evaluate(({ selectionStart, scrollTop }) => [selectionStart, scrollTop]), [0, 0]);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      '# Mine.\ncluster brokers=3\ntopic t assignment=1,2,3\nbegin\ncrash b9\nproduce t k1 acks=1\nrun 20ms\n',
    );
    await state(page, 'One mistake');
    await page.keyboard.press('Control+Enter');
    assert.equal(await text(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), 'b9');
    await page.keyboard.type('b');
    assert.deepEqual(await dialog(page).locator('.editor-proposals li').allTextContents(), ['b1', 'b2', 'b3']);
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.match(await text(page).inputValue(), /\ncrash b2 \n/);
    await state(page, /Nothing wrong/);
    await page.keyboard.press('Control+Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    assert.match(await of(page, 'text'), /^# Mine\.\ncluster brokers=3\ntopic t assignment=1,2,3\nbegin\ncrash b2\n/);
    await page.keyboard.press('Control+z');
    await page.locator('.past').getByText('2 runs').waitFor();
  });
});

test('a mistake that only running finds is shown at its place, and what was typed stays', async () => {
  await withPage(site, desktop, async (page) => {
    await page.getByRole('button', { name: 'Story text', exact: true }).click();
    const wrong = 'cluster brokers=1\ntopic t assignment=1\nbegin\nexpect t-0 leader=2\n';
    await text(page).fill(wrong);
    await button(page, 'Run it').click();
    await state(page, 'This came up while it was run:');
    await dialog(page).getByRole('button', { name: 'line 4, column 1' }).click();
    assert.equal(await text(page).evaluate((area) => area.selectionStart), wrong.indexOf('expect'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Story text', exact: true }).click();
    assert.equal(await text(page).inputValue(), wrong);
    await button(page, 'Back to the run you see').click();
    assert.match(await text(page).inputValue(), /^# Three records in one batch/);
  });
});

test('a file is opened, by choosing it and by dropping it; one that is too large is not read', async () => {
  await withPage(site, desktop, async (page) => {
    await page.getByRole('button', { name: 'Story text', exact: true }).click();
    const file = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    const input = dialog(page).locator('input[type=file]');
    await input.setInputFiles(file('mine.story', 'cluster brokers=2\n'));
    await state(page, 'mine.story is here as text. It is not run yet.');
    await input.setInputFiles(file('large.story', 'x'.repeat(1_048_577)));
    await state(page, /large\.story has 1,048,577 bytes; a file of up to 1,048,576 bytes is read/);
    assert.equal(await text(page).inputValue(), 'cluster brokers=2\n');
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File([`cluster brokers=2\n${'# much\n'.repeat(12_000)}`], 'dropped.story', { type: 'text/plain' }),
      );
      return transfer;
    });
    await dialog(page).locator('.editor').dispatchEvent('drop', { dataTransfer: dropped });
    await dialog(page)
      .locator('.editor-errors')
      .getByText(/the story is too long: 84018 bytes/)
      .waitFor();
  });
});
