// The board in a browser: keys, what a frame may touch, sizes, both themes, and what axe finds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { openBoards } from './board_page.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wide = { width: 980, height: 560 };
let boards;

before(async () => {
  boards = await openBoards();
});

after(() => boards.close());

async function show(page, board, after = 0, change = {}) {
  await page.evaluate(
    ([index, after, change]) => {
      const next = look.boards[index];
      look.show({ board: next, time: next.time + after, ...change });
    },
    [board, after, change],
  );
}

const focused = (page) =>
  page.evaluate('look.place.shadowRoot.activeElement?.textContent.replace(/\\s+/g, " ").trim()');
const selections = (page) => page.evaluate('look.selections');

test('the board is one tab stop, arrows walk it, Enter selects', async () => {
  const { page, errors } = await boards.open(wide);
  await show(page, 3, 500);
  await page.keyboard.press('Tab');
  assert.match(await focused(page), /^.*orders\.placed-0 on broker 1: leader/);
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /orders\.placed-0 on broker 2: follower/);
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /on broker 3/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await selections(page), [{ kind: 'replica', partition: 'orders.placed-0', broker: 3 }]);
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /^reporting/);
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), undefined, 'a second Tab leaves the board');
  await page.keyboard.press('Shift+Tab');
  assert.match(await focused(page), /^reporting/, 'and comes back to where one was');
  assert.deepEqual(errors, []);
  await page.close();
});

test('messages and records are reached by keys', async () => {
  const { page } = await boards.open(wide);
  await show(page, 3, 500);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const [first] = await selections(page);
  assert.equal(first.kind, 'message');
  await show(page, 3, 500, { selected: { kind: 'replica', partition: 'orders.placed-0', broker: 2 } });
  await page.keyboard.press('ArrowUp');
  assert.match(await focused(page), /on broker 2/);
  await page.keyboard.press('Enter');
  assert.match(await focused(page), /^Offset 44, epoch 0, key ord-1044/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  assert.deepEqual((await selections(page)).at(-1), {
    kind: 'record',
    partition: 'orders.placed-0',
    broker: 2,
    offset: 43,
  });
  await page.keyboard.press('Escape');
  assert.match(await focused(page), /on broker 2/);
  await page.close();
});

test('the focus stays on the board when what had it is gone', async () => {
  const { page } = await boards.open(wide);
  await show(page, 3, 500);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await show(page, 8);
  assert.match(await focused(page), /on broker/);
  await page.close();
});

test('between two positions only transforms change, how much of an arc is left, and the time that is counted', async () => {
  const { page } = await boards.open(wide);
  await show(page, 4, 100);
  const touched = await page.evaluate(async () => {
    const seen = new Set();
    const observer = new MutationObserver((records) => {
      for (const { type, attributeName, target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const inMotion = element?.closest('.hw-motion') ? 'motion' : 'elsewhere';
        seen.add(`${inMotion} ${type} ${attributeName}`);
      }
    });
    observer.observe(look.place.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
    const { time } = look.frame();
    for (let step = 1; step <= 20; step += 1) look.show({ time: time + step * 40_000 });
    await Promise.resolve();
    observer.disconnect();
    return [...seen].sort();
  });
  assert.deepEqual(touched, [
    'motion attributes stroke-dasharray',
    'motion attributes style',
    'motion characterData null',
  ]);
  await page.close();
});

test('a click on what is drawn selects it', async () => {
  const { page } = await boards.open(wide);
  await show(page, 3, 500);
  await page.locator('.hw-record[data-offset="44"]').first().click();
  await page.locator('.hw-token').first().click();
  await page.locator('.hw-dock').first().click();
  await page.locator('.hw-chip').first().click();
  const kinds = (await selections(page)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['record', 'message', 'parked', 'producer']);
  await page.close();
});

for (const width of [320, 390, 768, 980]) {
  test(`nothing scrolls sideways at ${width} px, whatever has happened`, async () => {
    const { page, errors } = await boards.open({ width, height: 700 });
    for (let board = 0; board < 9; board += 1) {
      await show(page, board, 300);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `board ${board}`);
    }
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test('with reduced motion messages stand in the middle of their way', async () => {
  const { page } = await boards.open(wide);
  const place = () =>
    page
      .locator('.hw-token')
      .first()
      .evaluate((token) => token.style.transform);
  await show(page, 3, 100, { reducedMotion: true });
  const early = await place();
  await show(page, 3, 900, { reducedMotion: true });
  assert.equal(await place(), early);
  await page.close();
});

for (const colorScheme of ['light', 'dark']) {
  for (const width of [980, 360]) {
    test(`axe finds nothing, ${colorScheme}, ${width} px`, async () => {
      const { page } = await boards.open({ width, height: 700, colorScheme });
      await page.evaluate(axe);
      for (const board of [3, 6, 7]) {
        await show(page, board, 300);
        const found = await page.evaluate(async () => {
          // It reads `color`, not `fill`: the contrast of drawn text is a unit test on the tokens. The rest is the page's.
          axe.configure({ rules: [{ id: 'color-contrast', selector: '*:not(text)' }] });
          const off = ['page-has-heading-one', 'region', 'landmark-one-main'];
          const rules = Object.fromEntries(off.map((id) => [id, { enabled: false }]));
          const { violations } = await axe.run(document, { rules });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.failureSummary).join(' | ')}`);
        });
        assert.deepEqual(found, [], `board ${board}`);
      }
      await page.close();
    });
  }
}
