// The page as a person meets it: playing, stepping, producing, asking; by pointer, by keyboard, in every size and theme.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineThere, of, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const control = (page, name) => page.getByRole('button', { name, exact: true });
/** Until playing has stopped by itself. */
const stopped = (page) => control(page, 'Play').waitFor({ timeout: 120_000 });

test('the first story plays to its end and back to its beginning, to the same state', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    const [position, digest] = [await of(page, 'position'), await of(page, 'digest')];
    await page.getByLabel('Pace').selectOption('event 4');
    await control(page, 'Play').click();
    await control(page, 'Pause').waitFor();
    await stopped(page);
    const end = [await of(page, 'position'), await of(page, 'digest')];
    assert.ok(end[0] > position);
    assert.notEqual(end[1], digest);
    await page.getByLabel('Pace').selectOption('steady 1');
    await control(page, 'Play backwards').click();
    await control(page, 'Play backwards').waitFor({ state: 'detached' });
    await control(page, 'Play backwards').waitFor({ timeout: 120_000 });
    assert.deepEqual([await of(page, 'position'), await of(page, 'digest')], [position, digest]);
    await page.getByLabel('Pace').selectOption('event 1');
    await page.getByLabel('Place in the run').press('End');
    assert.deepEqual([await of(page, 'position'), await of(page, 'digest')], end);
  });
});

test('"Next step" leads through the first story, caption by caption, to the acknowledgement', async () => {
  await withPage(site, { ...desktop, reducedMotion: 'reduce' }, async (page) => {
    await page.getByLabel('Pace').selectOption('event 4');
    const next = control(page, 'Next step').first();
    const headline = page.locator('#headline');
    const seen = [await headline.textContent()];
    let told = '';
    for (let i = 0; i < 40 && (await next.isVisible()); i++) {
      await next.click();
      await stopped(page);
      seen.push(await headline.textContent());
      told += await page.locator('.happened').textContent();
    }
    assert.ok(new Set(seen).size >= 6, seen.join('\n'));
    assert.match(told, /was told offsets 42–44, .* because every in-sync replica has them \(acks=all\)/);
  });
});

for (const [acks, told] of [
  ['0', /With acks=0 no broker ever answers/],
  ['1', /because the leader wrote it \(acks=1\)/],
  ['all', /because every in-sync replica has it \(acks=all\)/],
]) {
  test(`a record produced with acks=${acks} is appended, and its producer is told what acks=${acks} promises`, async () => {
    await withPage(site, desktop, async (page) => {
      await page.locator('[name=key]').fill('ord-7');
      await page.locator('[name=value]').fill('a "quoted" value');
      await page.getByText('Partition, headers, several at a rate').click();
      await page.locator('select[name=partition]').selectOption('0');
      await page.getByRole('radio', { name: acks, exact: true }).check({ force: true });
      await page.locator('[name=value]').press('Enter');
      await page.locator('.log').getByText(told).waitFor({ timeout: 60_000 });
      await page
        .locator('.log')
        .getByText(/appended offset 42\./)
        .waitFor({ state: 'attached' });
      assert.equal(await page.locator('[name=key]').inputValue(), 'ord-8');
      assert.match(await of(page, 'text'), /produce orders\.placed key=ord-7 value="a \\"quoted\\" value" partition=0/);
    });
  });
}

test('everything is reached and done by keyboard alone', async () => {
  await withPage(site, desktop, async (page) => {
    const focused = () =>
      page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement;
        return inner === null || inner === undefined
          ? ''
          : `${inner.localName}.${inner.className} ${inner.getAttribute('aria-label') ?? inner.getAttribute('name') ?? ''}`;
      });
    const reached = [];
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const now = await focused();
      if (now === '') break;
      reached.push(now);
    }
    for (const wanted of [
      /^select/,
      /help-button/,
      /primary/,
      /term/,
      /input.* key/,
      /input.* value/,
      /input.* acks/,
      /send/,
      /control play/,
      /scrubber/,
    ]) {
      assert.ok(
        reached.some((one) => wanted.test(one)),
        `${wanted} in\n${reached.join('\n')}`,
      );
    }
    const bar = page.getByLabel('Place in the run');
    await bar.focus();
    const begin = await of(page, 'position');
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(700);
    assert.equal(await of(page, 'position'), begin + 1);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await of(page, 'position'), begin);
    await page.keyboard.press('Shift+ArrowRight');
    const moment = await of(page, 'position');
    assert.ok(moment > begin);
    assert.match(await page.locator('[role=status]').textContent(), /\d\.\d{3} s\./);
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await control(page, 'Pause').waitFor();
    await page.keyboard.press(' ');
    await control(page, 'Play').waitFor();
    await page.keyboard.press(']');
    assert.equal(await page.getByLabel('Pace').inputValue(), 'event 2');
    await page.keyboard.press('End');
    assert.ok((await of(page, 'position')) >= moment);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Home');
    await page.locator('[name=key]').focus();
    await page.keyboard.type('.,?');
    assert.equal(await of(page, 'position'), begin);
  });
});

test('with reduced motion nothing is drawn between two moments', async () => {
  await withPage(site, { ...desktop, reducedMotion: 'reduce' }, async (page) => {
    await page.evaluate(() => {
      const clock = document.querySelector('highwater-playground').shadowRoot.querySelector('.clock');
      globalThis.times = [];
      new MutationObserver(() => globalThis.times.push(clock.textContent)).observe(clock, {
        subtree: true,
        characterData: true,
        childList: true,
      });
    });
    await control(page, 'Next step').first().click();
    await stopped(page);
    const times = new Set(await page.evaluate(() => globalThis.times));
    assert.ok(times.size > 0 && times.size < 12, [...times].join(' '));
  });
});

for (const width of [320, 390, 768, 1280]) {
  test(`nothing scrolls sideways at ${width} px, nor with text of twice the size`, async () => {
    await withPage(site, { viewport: { width, height: 844 } }, async (page) => {
      const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok((await wider()) <= 0);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await page.waitForTimeout(100);
      assert.ok((await wider()) <= 0);
    });
  });
}

test('on a phone the tabs show one panel at a time, and produce sends', async () => {
  await withPage(site, phone, async (page) => {
    assert.ok(!(await page.locator('[name=key]').isVisible()));
    await page.getByRole('tab', { name: 'Why' }).tap();
    assert.ok(await page.locator('.chain').isVisible());
    await page.getByRole('tab', { name: 'Produce' }).tap();
    assert.ok(await page.locator('[name=key]').isVisible());
    await page.getByRole('button', { name: 'Send' }).tap();
    await page
      .locator('.log')
      .getByText(/because every in-sync replica has it/)
      .waitFor({ timeout: 60_000 });
  });
});
