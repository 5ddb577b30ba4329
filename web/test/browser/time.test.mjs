// Time as a person goes through it: playing to where nothing happens and on from there, steady pace both ways, the lanes and their
// marks, the way from one run to another; by pointer and by keyboard alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { of, openEmbed, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' };

const control = (page, name) => page.getByRole('button', { name, exact: true });
const stopped = (page) => control(page, 'Play').waitFor({ timeout: 120_000 });
const seconds = async (page) => Number.parseFloat(await page.locator('.clock').textContent());
const slider = (page) => page.getByLabel('Place in the run');

/** A page of somebody else with one story of its own, ready to be played. */
async function withStory(lines, work, options = desktop) {
  const story = `# A story of this test.\n# Source: none.\ncluster brokers=3\ntopic t assignment=1,2,3/2,3,1 min.insync.replicas=2\nproducer p acks=all enable.idempotence=false retries=0\nbegin\n${lines}`;
  const body = `<highwater-playground style="display:block;height:780px"><script type="text/x-highwater">${story}</script></highwater-playground>`;
  const { page, problems } = await openEmbed(site, body, options);
  await page.locator('highwater-playground .time-bar').waitFor({ timeout: 60_000 });
  await work(page);
  assert.deepEqual(problems, []);
  await page.close();
}

test('where nothing happens for six minutes playing stops, says what is scheduled next, and leads there', async () => {
  await withStory('run 1s\n', async (page) => {
    const text = await of(page, 'text');
    await control(page, 'Play').click();
    await stopped(page);
    const note = page.locator('.stopped');
    await note.getByText('for the next 6 min nothing happens').waitFor();
    const told = await note.textContent();
    const [, minutes, rest = 0] = told.match(/preferred-leader check of controller 1 in (\d) min(?: (\d+) s)?/) ?? [];
    assert.ok(minutes !== undefined, told);
    assert.equal(await of(page, 'text'), text, 'looking ahead leaves the run as it is');
    const stood = await seconds(page);
    await page.getByRole('button', { name: 'Go there' }).click();
    const there = await seconds(page);
    assert.ok(Math.abs(there - stood - 60 * Number(minutes) - Number(rest)) <= 1, `${stood} ${told} ${there}`);
    assert.equal(await note.count(), 0);
    // The wait is on the time line now, and one can go back through it.
    await slider(page).press('Home');
    assert.ok((await seconds(page)) < 1);
    await slider(page).press('End');
    assert.equal(await seconds(page), there);
  });
});

test('a run may be played on at steady pace, and back again to its very beginning', async () => {
  await withStory('run 1s\n', async (page) => {
    const [position, digest] = [await of(page, 'position'), await of(page, 'digest')];
    await page.getByLabel('Pace').selectOption('steady 100');
    await control(page, 'Play').click();
    await page.waitForFunction(() => {
      const clock = document.querySelector('highwater-playground').shadowRoot.querySelector('.clock');
      return Number.parseFloat(clock.textContent) > 60;
    });
    await control(page, 'Pause').click();
    assert.ok((await seconds(page)) > 60);
    await page.getByLabel('Pace').selectOption('steady 1000');
    await control(page, 'Play backwards').click();
    await page.waitForFunction((begin) => document.querySelector('highwater-playground').position === begin, position);
    assert.equal(await of(page, 'digest'), digest);
    await page.getByLabel('Pace').selectOption('steady 0.001');
    await control(page, 'Play').click();
    await page.waitForTimeout(300);
    await control(page, 'Pause').click();
    assert.ok((await seconds(page)) <= 0.01);
  });
});

const eventful = `produce t key=one partition=0 from=p
run 200ms
crash b2
crash b3
run 40s
produce t key=two partition=0 from=p
run 200ms
start b2
run 3s
`;

test('outcomes, acts and bands are marks that lead to their places', async () => {
  await withStory(eventful, async (page) => {
    const mark = (name) => page.getByRole('button', { name }).first();
    const go = async (name) => {
      await mark(name).click({ force: true });
      return seconds(page);
    };
    const told = await go(/^A producer was told that 1 record is stored, 0\.\d+ s\.$/);
    assert.ok(told > 0 && told < 0.2, String(told));
    await page
      .locator('.log')
      .getByText(/was told offset 0/)
      .waitFor();
    const refused = await go(/^A broker refused records/);
    assert.ok(refused > 40, String(refused));
    await page
      .locator('.log')
      .getByText(/NOT_ENOUGH_REPLICAS/)
      .first()
      .waitFor();
    const failed = await go(/^A call failed for good, 1 record/);
    assert.ok(failed >= refused);
    const act = await go(/^The story did: crash b2/);
    assert.ok(act < refused && act > told);
    // A band is clicked like the place under the pointer, and by keyboard leads to where it begins.
    const band = page.getByRole('button', { name: /^ISR 1, from/ });
    await band.focus();
    await page.keyboard.press('Enter');
    const shrunk = await seconds(page);
    assert.ok(shrunk > act && shrunk < refused, String(shrunk));
    await page.locator('.log').getByText(/ISR/).filter({ visible: true }).first().waitFor();
  });
});

test('a finding is a flag, and what is done by hand a pin, with the place where another run parts', async () => {
  await withPage(site, desktop, async (page) => {
    const name = 'without_the_epoch_in_the_answer_a_fork_stays_in_the_logs';
    await page.locator('highwater-playground').evaluate((element, name) => element.setAttribute('story', name), name);
    await page.getByRole('button', { name: /^I-07 does not hold in orders\.placed-0: / }).click({ force: true });
    await page
      .locator('.log')
      .getByText(/I-07|must hold/)
      .first()
      .waitFor();
    await slider(page).press('Home');
    await page.locator('.hw-head').nth(1).click();
    await page
      .locator('dialog.menu')
      .getByRole('button', { name: /^Crash/ })
      .click();
    await page.locator('dialog.menu').waitFor({ state: 'hidden' });
    await control(page, 'Pause').click();
    await slider(page).press('End');
    await page.getByRole('button', { name: /^You did: crash b2, 0\.000 s\.$/ }).click({ force: true });
    assert.equal(await seconds(page), 0);
    await page.getByRole('button', { name: 'Here “as told” parts, 0.000 s.' }).waitFor({ state: 'attached' });
  });
});

test('under the pointer one reads what was so there; a press goes there, and drags the place along', async () => {
  await withStory(eventful, async (page) => {
    const lane = await page.locator('.lane.offsets .lane-line').boundingBox();
    const at = (share) => [lane.x + lane.width * share, lane.y + lane.height / 2];
    await page.mouse.move(...at(0.5));
    const words = await page.locator('.peek').textContent();
    assert.match(words, /^\d+\.\d{3} s · broker 1, epoch 0 · ISR [\d, ]+ · HW \d+ · LEO \d+$/);
    await page.mouse.down();
    assert.equal(await seconds(page), Number.parseFloat(words));
    await page.mouse.move(...at(0.9));
    const later = await seconds(page);
    await page.mouse.move(...at(0.02));
    await page.mouse.up();
    assert.ok((await seconds(page)) < later);
    await page.mouse.move(...at(0.9));
    assert.ok((await seconds(page)) < later, 'it is dragged only while it is pressed');
  });
});

test('each other partition has a line; its name opens it in full', async () => {
  await withStory(eventful, async (page) => {
    const other = page.getByRole('button', { name: 'Show t-1 in full' });
    const line = page.getByRole('img', { name: /^t-1, led by broker 2, from .* by/ });
    await line.waitFor();
    await other.click();
    await page.getByRole('toolbar', { name: 'Who leads t-1' }).waitFor();
    await page.getByRole('button', { name: 'Show t-0 in full' }).waitFor();
  });
});

test('by keyboard alone: a mark, a band, the legend, the other run at the same time', async () => {
  await withPage(site, desktop, async (page) => {
    const focused = () =>
      page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement;
        return inner?.getAttribute('aria-label') ?? inner?.textContent.trim() ?? '';
      });
    const tabTo = async (wanted, key = 'Tab') => {
      for (let i = 0; i < 40 && !wanted.test(await focused()); i++) await page.keyboard.press(key);
      assert.match(await focused(), wanted);
    };
    await slider(page).focus();
    const begin = await of(page, 'position');
    await tabTo(/leads from 0\.000 s to/, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^broker 2, epoch 1, leads from/);
    assert.equal(await of(page, 'position'), begin, 'an arrow on a lane goes from mark to mark');
    await page.keyboard.press('Enter');
    await page
      .locator('.log')
      .getByText(/Leader 1 → 2/)
      .waitFor();
    await tabTo(/^A producer sent 3 records/);
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^A producer was told that 3 records are stored/);
    await page.keyboard.press(' ');
    await page
      .locator('.log')
      .getByText(/was told offsets 42–44/)
      .waitFor();
    // Time keys work from a mark as well.
    const told = await of(page, 'position');
    await page.keyboard.press('Shift+ArrowLeft');
    assert.ok((await of(page, 'position')) < told);
    await page.keyboard.press('[');
    assert.equal(await page.getByLabel('Pace').inputValue(), 'event 0.5');
    await tabTo(/^Legend$/);
    await page.keyboard.press('Enter');
    await page.getByText('acknowledged to the producer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('acknowledged to the producer').waitFor({ state: 'hidden' });
    // Act in the past, and compare.
    await page.locator('.hw-head').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('dialog.menu').waitFor({ state: 'hidden' });
    await slider(page).focus();
    await page.keyboard.press(' ');
    const [time, crashed] = [await seconds(page), await of(page, 'text')];
    assert.match(crashed, /crash b1\n$|crash b1\nrun to/);
    await page.keyboard.press('\\');
    assert.equal(await seconds(page), time);
    assert.notEqual(await of(page, 'text'), crashed);
    await page.locator('.branches summary').getByText('as told').waitFor();
    await page.keyboard.press('\\');
    assert.equal(await of(page, 'text'), crashed);
    assert.equal(await seconds(page), time);
  });
});

test('a run that was left is there again when another story was opened in between', async () => {
  await withPage(site, desktop, async (page) => {
    await page.locator('.hw-head').nth(2).click();
    await page
      .locator('dialog.menu')
      .getByRole('button', { name: /^Crash/ })
      .click();
    await page.locator('dialog.menu').waitFor({ state: 'hidden' });
    const crashed = await of(page, 'text');
    const element = page.locator('highwater-playground');
    await element.evaluate((element) => element.setAttribute('story', 'replication_factor_one'));
    await page.waitForFunction((text) => document.querySelector('highwater-playground').text !== text, crashed);
    await element.evaluate((element) => element.setAttribute('story', 'the_life_of_a_batch'));
    await page.locator('.branches summary').getByText('as told').click();
    await page.getByRole('button', { name: /^Go to “crash b3/ }).click();
    assert.ok((await of(page, 'text')).startsWith(crashed.split('\nrun to')[0]));
  });
});

test('on a phone the lanes open over the rail, and a tap on the rail goes there', async () => {
  await withPage(site, phone, async (page) => {
    assert.ok(!(await page.locator('.lane.leader').isVisible()));
    const rail = await page.locator('.rail').boundingBox();
    await page.touchscreen.tap(rail.x + rail.width * 0.75, rail.y + rail.height / 2);
    assert.ok((await seconds(page)) > 0.01);
    await control(page, 'Show the lanes').tap();
    assert.ok(await page.locator('.lane.leader').isVisible());
    assert.ok(await page.getByLabel('Pace').isVisible());
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0);
    await control(page, 'Hide the lanes').tap();
    assert.ok(!(await page.locator('.lane.leader').isVisible()));
  });
});
