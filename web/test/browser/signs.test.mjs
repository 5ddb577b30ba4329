// The signs of the board as they are seen: labels apart from each other, everything there in the system's own colours, on paper,
// in large text, and on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBoards } from './board_page.mjs';
import { openEmbed, openSite, shown } from './site.mjs';

let boards;
let site;

before(async () => {
  [boards, site] = await Promise.all([openBoards(), openSite()]);
});

after(() => Promise.all([boards.close(), site.close()]));

/** Boxes of the labels that are seen, in words. */
const labels = () => {
  const root = globalThis.look?.place.shadowRoot ?? document.querySelector('highwater-playground').shadowRoot;
  return [...root.querySelectorAll('.hw-token-label')]
    .filter((label) => getComputedStyle(label).display !== 'none' && label.textContent !== '')
    .map((label) => {
      const { left, right, top, bottom } = label.getBoundingClientRect();
      return { words: label.textContent, left, right, top, bottom };
    });
};

function assertApart(all) {
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // A line of text is higher than its letters.
      assert.ok(across <= 1 || down <= 3, `"${one.words}" and "${other.words}"`);
    }
  }
}

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
  [390, 844],
  [320, 640],
]) {
  test(`labels do not lie over each other when the batch is committed, ${width} px`, async () => {
    const story = '<highwater-playground story="the_life_of_a_batch" at="committed"></highwater-playground>';
    const { page, problems } = await openEmbed(site, `<style>body { margin: 0 }</style>${story}`, {
      viewport: { width, height },
    });
    await shown(page);
    const all = await page.evaluate(labels);
    assert.ok(
      all.some(({ words }) => words.includes('42')),
      'the acknowledgement is on its way',
    );
    assert.ok(all.length >= 3);
    assertApart(all);
    assert.ok(
      all.every(({ left, right }) => left >= 0 && right <= width),
      'and none is cut off',
    );
    assert.deepEqual(problems, []);
    await page.close();
  });
}

/** What each sign is known by, on boards of the story: a part of it, and the property that draws it. */
const drawn = [
  [5, '.hw-record[data-state="below"] rect', 'fill'],
  [5, '.hw-record[data-state="above"] rect', 'stroke'],
  [5, '.hw-mark path', 'stroke'],
  [5, '.hw-pennant', 'fill'],
  [5, '.hw-end path', 'stroke'],
  [5, '.hw-whisker[data-kind="follower"] .hw-whisker-line', 'stroke'],
  [5, '.hw-whisker[data-kind="disk"] .hw-whisker-line', 'stroke'],
  [5, '.hw-whisker-saved', 'stroke'],
  [5, '.hw-little', 'stroke'],
  [5, '.hw-wire', 'stroke'],
  [5, '.hw-dock-arc', 'stroke'],
  [5, '.hw-dock-glyph', 'fill'],
  [5, '.hw-token-label', 'fill'],
  [6, '[data-state="cut"] .hw-wire-sign', 'stroke'],
  [6, '[data-state="slow"] .hw-wire-sign', 'stroke'],
  [6, '.hw-token[data-glyph="error"] .hw-stroke', 'stroke'],
  [7, '.hw-record[data-doomed] .hw-strike', 'stroke'],
  [7, '.hw-record[data-state="unknown"] rect', 'stroke'],
  [8, '.hw-dock[data-kind="session"] .hw-dock-arc', 'stroke'],
];

for (const colorScheme of ['light', 'dark']) {
  test(`every sign is there in the system's colours, ${colorScheme}`, async () => {
    const { page } = await boards.open({ width: 980, height: 560, forcedColors: 'active', colorScheme });
    for (const [board, selector, property] of drawn) {
      const { colour, background } = await page.evaluate(
        ([board, selector, property]) => {
          const next = look.boards[board];
          look.show({ board: next, time: next.time + 300, diskLayer: true });
          const probe = document.createElement('span');
          probe.style.color = 'Canvas';
          document.body.append(probe);
          const background = getComputedStyle(probe).color;
          probe.remove();
          const sign = look.place.shadowRoot.querySelector(selector);
          return { colour: sign === null ? null : getComputedStyle(sign)[property], background };
        },
        [board, selector, property],
      );
      assert.ok(colour !== null, `${selector} is on board ${board}`);
      assert.notEqual(colour, background, `${selector} ${property}`);
      assert.notEqual(colour, 'none', `${selector} ${property}`);
    }
    const numbers = await page.evaluate(() => {
      const next = look.boards[5];
      look.show({ board: next, time: next.time });
      const of = (selector, property) => getComputedStyle(look.place.shadowRoot.querySelector(selector))[property];
      return [of('.hw-record[data-state="below"] rect', 'fill'), of('.hw-record[data-state="below"] text', 'fill')];
    });
    assert.notEqual(numbers[0], numbers[1], 'offsets are read in solid cells');
    await page.close();
  });
}

test('on paper the board is black on white, whatever the theme', async () => {
  const { page } = await boards.open({ width: 980, height: 560, colorScheme: 'dark' });
  await page.evaluate(() => look.show({ board: look.boards[7], time: look.boards[7].time }));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const seen = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(look.place.shadowRoot.querySelector(selector));
    return {
      ink: style('.hw-role-word').color,
      paper: getComputedStyle(look.place).backgroundColor,
      flag: style('.hw-mark path').stroke,
      solid: style('.hw-record[data-state="below"] rect').fill,
      kept: style('.hw-board').printColorAdjust,
    };
  });
  assert.deepEqual(
    { ...seen, solid: seen.solid !== 'rgb(255, 255, 255)' },
    { ink: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)', flag: 'rgb(0, 0, 0)', solid: true, kept: 'exact' },
  );
  await page.close();
});

test('at 320 px the open row has the logs of all its replicas, one above the other, with their flags', async () => {
  const { page } = await boards.open({ width: 320, height: 700 });
  await page.evaluate(() => look.show({ board: look.boards[3], time: look.boards[3].time + 500 }));
  const strips = await page.evaluate(() =>
    [...look.place.shadowRoot.querySelectorAll('.hw-strip')].map((strip) => ({
      cells: strip.querySelectorAll('.hw-record').length,
      flag: strip.querySelector('.hw-mark text').textContent,
      top: strip.getBoundingClientRect().top,
      right: strip.getBoundingClientRect().right,
    })),
  );
  assert.equal(strips.length, 3);
  assert.deepEqual(
    strips.map(({ cells }) => cells >= 3),
    [true, true, true],
  );
  assert.ok(strips[0].cells >= 5);
  assert.deepEqual(
    strips.map(({ flag }) => flag),
    ['HW 42', 'HW 42', 'HW = LEO 42'],
  );
  assert.ok(strips.every(({ right }) => right <= 320));
  const tops = strips.map(({ top }) => top);
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  );
  assertApart(await page.evaluate(labels));
  await page.close();
});

for (const width of [390, 1280]) {
  test(`text of twice the size is whole, ${width} px`, async () => {
    const { page } = await boards.open({ width, height: 900 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const board of [3, 5, 6, 7]) {
      await page.evaluate(
        (board) => look.show({ board: look.boards[board], time: look.boards[board].time + 300 }),
        board,
      );
      await page.waitForTimeout(100);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `board ${board}`);
      assertApart(await page.evaluate(labels));
      const cut = await page.evaluate(() =>
        [...look.place.shadowRoot.querySelectorAll('.hw-role, .hw-heading-line, .hw-client, .hw-controller')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 0)
          .map(({ textContent }) => textContent),
      );
      assert.deepEqual(cut, [], `board ${board}`);
    }
    await page.close();
  });
}

test('on a phone fingers hit brokers, cells, and what acts', async () => {
  const { page } = await boards.open({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.evaluate(() => look.show({ board: look.boards[3], time: look.boards[3].time + 500 }));
  const least = (selector) =>
    page.locator(selector).evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ width, height }) => Math.min(width, height))
        .reduce((a, b) => Math.min(a, b), 1000),
    );
  for (const selector of ['.hw-broker-name', '.hw-controller', '.hw-token-hit', '.hw-chip']) {
    assert.ok((await least(selector)) >= 23.5, `${selector}: ${await least(selector)} px`);
  }
  const [one, other] = await page
    .locator('.hw-record')
    .evaluateAll((all) => all.slice(0, 2).map((cell) => cell.getBoundingClientRect().left));
  assert.ok(other - one >= 24, 'records are as far apart as a finger is wide');
  for (const selector of ['.hw-produce', '.hw-line .hw-heading-line']) {
    const { height } = await page.locator(selector).first().boundingBox();
    assert.ok(height >= 44, `${selector}: ${height} px`);
  }
  await page.close();
});

test('pointing at one part of a message marks all its parts', async () => {
  const { page } = await boards.open({ width: 980, height: 560 });
  await page.evaluate(() => {
    const [board] = look.boards;
    const part = {
      partition: 'orders.placed-0',
      fetchOffset: 42,
      baseOffset: null,
      records: 0,
      leaderEpoch: 0,
      highWatermark: null,
      error: null,
    };
    const fetch = {
      ...look.boards[3].messages[0],
      key: 'b3>b1',
      from: 'b3',
      to: 'b1',
      sentAt: 0,
      deliverAt: 1000,
      parts: [part, { ...part, partition: 'orders.placed-1' }],
    };
    const other = { ...fetch, key: 'b2>b1', from: 'b2', parts: [part] };
    look.show({ board: { ...board, messages: [fetch, other], parked: [] }, time: 400 });
  });
  // Broker 1 does not lead partition 1: the row has no such connection, and the other part is all the same message.
  const tokens = page.locator('.hw-token');
  assert.equal(await tokens.count(), 3);
  await tokens.first().hover();
  assert.equal(await page.locator('.hw-token[data-kin]').count(), 2);
  await page.mouse.move(5, 5);
  assert.equal(await page.locator('.hw-token[data-kin]').count(), 0);
  await page.close();
});
