// The overview of many partitions in a browser: what of it is there, keys, finding, what a frame may touch, sizes, axe.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { openBoards } from './board_page.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wide = { width: 1000, height: 700 };
let boards;

before(async () => {
  boards = await openBoards();
});

after(() => boards.close());

async function openMany(options, brokers = 32, partitions = 1024) {
  const { page, errors } = await boards.open(options);
  await page.evaluate(([brokers, partitions]) => look.showMany(brokers, partitions), [brokers, partitions]);
  await page.locator('.hw-tile-row').first().waitFor();
  return { page, errors };
}

const focused = (page) =>
  page.evaluate(() => {
    const active = look.place.shadowRoot.activeElement;
    return active?.getAttribute('aria-label') ?? active?.dataset.said ?? active?.textContent;
  });
const rows = (page) =>
  page.locator('.hw-tile-row .hw-tile-name').evaluateAll((names) => names.map(({ ariaLabel }) => ariaLabel));

test('of 1,024 partitions only the rows in sight are there, and the table says how many there are', async () => {
  const { page, errors } = await openMany(wide);
  const grid = page.locator('.hw-tiles');
  // Its heads, four topics, and the 256 partitions of the one that is unfolded.
  assert.equal(await grid.getAttribute('aria-rowcount'), '261');
  assert.equal(await grid.getAttribute('aria-colcount'), '34');
  assert.ok((await page.locator('.hw-tile-row').count()) < 80);
  assert.ok((await page.evaluate(() => look.place.shadowRoot.querySelectorAll('*').length)) < 1500);
  assert.equal(await page.locator('.hw-tile-row').first().getAttribute('aria-rowindex'), '3');
  await page.evaluate(() => {
    look.place.shadowRoot.querySelector('.hw-list').scrollTop = 2000;
  });
  await page.locator('[aria-label="audit-150"]').waitFor();
  const there = (await rows(page)).map((name) => Number(name.split('-')[1]));
  assert.deepEqual(
    there,
    there.toSorted((a, b) => a - b),
    'in their order',
  );
  const index = await page.locator('.hw-tile-row:has([aria-label="audit-150"])').getAttribute('aria-rowindex');
  assert.equal(index, '153');
  assert.ok(there.length < 80 && !there.includes(0));
  assert.deepEqual(errors, []);
  await page.close();
});

test('every replica in sight is a cell that says role and offset, in its column', async () => {
  const { page } = await openMany(wide);
  const cell = page.locator('.hw-tile-cell[aria-label^="audit-3 on broker 5"]');
  await cell.waitFor({ state: 'attached' });
  assert.equal(
    await cell.getAttribute('aria-label'),
    'audit-3 on broker 5: follower, in ISR, log end offset 1000, 3 behind',
  );
  const column = await cell.getAttribute('aria-colindex');
  const head = await page
    .locator('.hw-tile-head')
    .nth(Number(column) - 2)
    .locator('.hw-name')
    .textContent();
  assert.equal(head, '5');
  await cell.hover();
  assert.match(await page.locator('.hw-tip').textContent(), /3 behind/);
  await page.close();
});

test('arrows go from row to row, also beyond what is in sight; Enter opens a row and closes it', async () => {
  const { page } = await openMany(wide);
  await page.locator('[aria-label="audit-0"]').focus();
  for (let step = 0; step < 45; step += 1) await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'audit-45');
  const inSight = await page.evaluate(() => {
    const list = look.place.shadowRoot.querySelector('.hw-list').getBoundingClientRect();
    const { top, bottom } = look.place.shadowRoot.activeElement.getBoundingClientRect();
    return top >= list.top - 1 && bottom <= list.bottom + 1;
  });
  assert.ok(inSight, 'what has the focus is seen');
  await page.keyboard.press('PageDown');
  const after = await focused(page);
  assert.match(after, /^audit-\d+$/);
  assert.ok(Number(after.split('-')[1]) > 50, after);
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), new RegExp(`^${after} on broker \\d+: `));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.locator('.hw-open').waitFor();
  assert.match(await page.locator('.hw-open').textContent(), new RegExp(`^${after}`));
  assert.ok((await page.locator('.hw-strip').count()) === 3);
  await page.locator(`.hw-tile-name[aria-label="${after}"]`).focus();
  await page.keyboard.press('Enter');
  await page.locator('.hw-open').waitFor({ state: 'detached' });
  await page.close();
});

test('a partition is found by its name, and those in trouble by a switch', async () => {
  const { page } = await openMany(wide);
  await page.getByRole('searchbox', { name: 'find a partition' }).fill('payments-25');
  await page.locator('[aria-label="payments-255"]').waitFor();
  assert.deepEqual(await rows(page), [
    'payments-25',
    'payments-250',
    'payments-251',
    'payments-252',
    'payments-253',
    'payments-254',
    'payments-255',
  ]);
  assert.match(await page.locator('.hw-counts').textContent(), /^7 of 1024 partitions · 20 under-replicated$/);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('checkbox', { name: 'only those in trouble' }).check();
  await page.locator('[aria-label="shipments-7"]').waitFor();
  assert.equal((await rows(page)).length, 20);
  await page.close();
});

test('a topic unfolds by a click, and a cell of its map opens its partition', async () => {
  const { page } = await openMany(wide);
  const audit = page.getByRole('button', { name: /^audit/ });
  assert.equal(await audit.getAttribute('aria-expanded'), 'true');
  await audit.click();
  assert.equal(await page.locator('.hw-tile-row').count(), 0);
  await page.getByRole('button', { name: /^orders/ }).click();
  await page.locator('[aria-label="orders-0"]').waitFor();
  const heading = await page.getByRole('button', { name: /^orders/ }).boundingBox();
  await page.mouse.move(heading.x + 40, heading.y + heading.height + 5);
  assert.match(await page.locator('.hw-tip').textContent(), /^orders-\d+: all replicas in sync$/);
  await page.mouse.click(heading.x + 40, heading.y + heading.height + 5);
  await page.locator('.hw-open').waitFor();
  await page.close();
});

test('between two positions nothing but the canvas changes', async () => {
  const { page } = await boards.open(wide);
  await page.evaluate(() => look.show({ board: look.large(32, 32, 32), time: 0 }));
  await page.locator('.hw-tile-row').first().waitFor();
  await page.waitForTimeout(400);
  const { touched, drawn } = await page.evaluate(async () => {
    const root = look.place.shadowRoot;
    const canvas = root.querySelector('canvas:last-of-type');
    const seen = new Set();
    const observer = new MutationObserver((records) => {
      for (const { type, attributeName, target } of records) seen.add(`${target.className} ${type} ${attributeName}`);
    });
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    const before = canvas.toDataURL();
    for (let step = 1; step <= 20; step += 1) look.show({ time: step * 30 });
    const after = canvas.toDataURL();
    await Promise.resolve();
    observer.disconnect();
    return { touched: [...seen], drawn: before !== after };
  });
  assert.deepEqual(touched, []);
  assert.ok(drawn, 'messages have moved');
  await page.close();
});

test('a message of the overview is pointed at and selected where it is', async () => {
  const { page } = await boards.open(wide);
  await page.evaluate(() => look.show({ board: look.large(5, 12, 1), time: 500 }));
  await page.locator('.hw-tile-row').first().waitFor();
  const places = await page.evaluate(() => {
    const rect = look.place.shadowRoot.querySelector('.hw-tile-row').getBoundingClientRect();
    const [one, two] = [...look.place.shadowRoot.querySelectorAll('.hw-tile-cell')]
      .slice(0, 2)
      .map((cell) => cell.getBoundingClientRect());
    return { x: (one.left + one.right + two.left + two.right) / 4, y: rect.top + rect.height * 0.7 };
  });
  await page.mouse.click(places.x, places.y);
  const [selected] = await page.evaluate('look.selections');
  assert.equal(selected?.kind, 'message');
  await page.close();
});

test('messages of the overview are on a list for those who hear it, each once, where it is seen', async () => {
  const { page } = await boards.open(wide);
  await page.evaluate(() => look.show({ board: look.large(5, 12, 3), time: 500 }));
  const stops = page.locator('.hw-mark-stop');
  await stops.first().waitFor({ state: 'attached' });
  assert.deepEqual(await stops.allTextContents(), [
    'Fetch from broker 2 to broker 1: fetch at 1000',
    'Fetch from broker 3 to broker 2: fetch at 1000',
    'Fetch from broker 4 to broker 3: fetch at 1000',
  ]);
  const [stop, row] = await Promise.all([
    stops.first().boundingBox(),
    page.locator('.hw-tile-row').first().boundingBox(),
  ]);
  assert.ok(stop.y + 12 > row.y && stop.y + 12 < row.y + row.height);
  await stops.first().focus();
  await page.keyboard.press('Enter');
  assert.equal((await page.evaluate('look.selections'))[0]?.kind, 'message');
  await page.close();
});

for (const [width, brokers] of [
  [320, 32],
  [390, 32],
  [390, 5],
  [768, 32],
  [1000, 32],
]) {
  test(`nothing scrolls sideways at ${width} px with ${brokers} brokers, and an open row is whole`, async () => {
    const { page, errors } = await openMany({ width, height: 800 }, brokers, 1024);
    await page.evaluate(() => look.show({ openPartition: 'audit-3' }));
    await page.locator('.hw-strip').first().waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    const list = await page.locator('.hw-list').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.ok(list <= 0, `${list} px too wide`);
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test('fingers hit rows, brokers and controls', async () => {
  const { page } = await openMany({ width: 390, height: 844, hasTouch: true, isMobile: true }, 32, 1024);
  const least = (selector, what) =>
    page
      .locator(selector)
      .evaluateAll((all, what) => Math.min(...all.map((one) => one.getBoundingClientRect()[what])), what);
  assert.ok((await least('.hw-tile-row', 'height')) >= 24);
  assert.ok((await least('.hw-tile-cell', 'width')) >= 24);
  assert.ok((await least('.hw-tile-head', 'width')) >= 24);
  assert.ok((await least('.hw-tile-head', 'height')) >= 24);
  assert.ok((await least('.hw-finder input[type="search"], .hw-finder label', 'height')) >= 44);
  await page.close();
});

test('tiles are drawn in the colours of the theme, and again when it changes', async () => {
  const { page } = await openMany({ ...wide, colorScheme: 'light' }, 5, 1024);
  const paint = () => page.evaluate(() => look.place.shadowRoot.querySelector('canvas').toDataURL());
  const light = await paint();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction((light) => look.place.shadowRoot.querySelector('canvas').toDataURL() !== light, light, {
    timeout: 5000,
  });
  const dark = await paint();
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await page.waitForFunction((dark) => look.place.shadowRoot.querySelector('canvas').toDataURL() !== dark, dark, {
    timeout: 5000,
  });
  await page.close();
});

for (const [colorScheme, width] of [
  ['light', 1000],
  ['dark', 390],
]) {
  test(`axe finds nothing in the overview, ${colorScheme}, ${width} px`, async () => {
    const { page } = await openMany({ width, height: 800, colorScheme }, 32, 1024);
    await page.evaluate(axe);
    await page.waitForTimeout(400);
    const found = await page.evaluate(async () => {
      const off = ['page-has-heading-one', 'region', 'landmark-one-main'];
      const rules = Object.fromEntries(off.map((id) => [id, { enabled: false }]));
      const { violations } = await axe.run(document, { rules });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
      );
    });
    assert.deepEqual(found, []);
    await page.close();
  });
}
