// Why: the rule behind a sentence, the reason of a refusal, the chain down to its root, the meaning of a term.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineThere, of, openEmbed, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' };
const focused = (page) =>
  page.locator('highwater-playground').evaluate((element) => element.shadowRoot.activeElement?.className);

/** To the last moment of the story whose line says this. */
async function goTo(page, words) {
  const lines = page.locator('.happened');
  const slider = page.getByLabel('Place in the run');
  await slider.press('End');
  for (let i = 0; i < 80; i++) {
    if ((await lines.textContent()).match(words)) {
      // Older lines are folded.
      const folded = lines.locator('.earlier:not([open]) summary');
      if ((await folded.count()) > 0) await folded.click();
      return;
    }
    await slider.press('Shift+ArrowLeft');
  }
  assert.fail(`no line says ${words}`);
}

test('a sentence of what happened opens its rule by key, with what goes wrong without it', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    await goTo(page, /High watermark 42 → 45/);
    const line = page.locator('.log li', { hasText: 'High watermark 42 → 45' });
    await line.getByRole('button', { name: 'The rule behind this' }).press('Enter');
    const rule = page.getByRole('dialog', { name: 'The rule' });
    await rule.getByText(/the smallest log end offset, as the leader knows it/).waitFor();
    await rule.getByText(/Partition\.maybeIncrementLeaderHW/).waitFor();
    await rule.getByText('min-isr-holds-high-watermark').waitFor();
    await rule.getByText(/Without it a record is committed on fewer replicas than asked for\./).waitFor();
    await page.keyboard.press('Escape');
    await rule.waitFor({ state: 'hidden' });
    assert.match(await focused(page), /rule-sign/);
  });
});

test('on a phone a tap opens the rule and a tap beside it closes it', async () => {
  await withPage(site, phone, async (page) => {
    await engineThere(page);
    await goTo(page, /High watermark 42 → 45/);
    await page.getByRole('button', { name: 'The rule behind this' }).last().tap();
    const rule = page.getByRole('dialog', { name: 'The rule' });
    await rule.waitFor();
    const box = await rule.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
    await page.locator('#headline').tap();
    await rule.waitFor({ state: 'hidden' });
  });
});

test('a refused produce is asked about where it is told', async () => {
  const story = '<highwater-playground story="min_isr_refuses_before_the_append"></highwater-playground>';
  const { page, problems } = await openEmbed(site, story, desktop);
  await engineThere(page);
  await goTo(page, /NOT_ENOUGH_REPLICAS/);
  await page.getByRole('button', { name: 'Why was this refused?' }).last().click();
  const why = page.locator('.why');
  await why.getByText(/asks for 2\. Nothing was written/).waitFor();
  assert.match(await why.locator('.chain .root').last().textContent(), /\S/);
  assert.equal(await focused(page), '', 'the answer has the focus');
  assert.deepEqual(problems, []);
  await page.close();
});

test('on a phone a long answer is part of the page: one thing scrolls, and every root can be seen', async () => {
  const story = '<highwater-playground story="every_replica_down_then_back"></highwater-playground>';
  const { page } = await openEmbed(site, story, phone);
  await engineThere(page);
  await goTo(page, /none in epoch/);
  await page.getByRole('tab', { name: 'Why' }).tap();
  const chain = page.locator('.why');
  await chain.getByText(/Nobody leads orders\.placed-0/).waitFor();
  const scrollers = await page.locator('.side-scroll').evaluate((side) => {
    const within = [side, ...side.querySelectorAll('*')];
    return within.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.offsetParent !== null)
      .length;
  });
  assert.equal(scrollers, 0);
  for (const root of await chain.locator('.root').all()) {
    await root.scrollIntoViewIfNeeded();
    assert.ok((await root.boundingBox()).y < 844);
  }
  await page.close();
});

test('a term opens its meaning by key, and is read with its line', async () => {
  await withPage(site, desktop, async (page) => {
    const term = page.locator('.caption .term').first();
    const word = await term.textContent();
    assert.equal(await page.getByRole('button', { name: word, exact: true }).first().textContent(), word);
    await term.press('Enter');
    await page.locator('#definition').getByText(word, { exact: false }).first().waitFor();
    assert.ok((await of(page, 'position')) >= 0);
  });
});

test('beside the board a long answer stands first, folded between where it begins and what it comes down to', async () => {
  const story =
    '<body style="margin:0"><highwater-playground style="height:800px" at="real" story="isolated_leader_is_a_zombie_until_it_learns"></highwater-playground></body>';
  const { page, problems } = await openEmbed(site, story, desktop);
  await engineThere(page);
  await page
    .getByRole('button', { name: /^Offset 3, / })
    .first()
    .press('Enter');
  const inspector = page.getByRole('region', { name: 'Offset 3 of orders.placed-0' });
  await inspector.getByRole('button', { name: 'What was its producer told, and why?' }).click();
  const why = page.getByRole('region', { name: 'Why has the producer heard nothing yet?' });
  // Both wait at the same root; what lies before it is there for who opens it.
  for (const broker of [2, 3]) await why.getByText(new RegExp(`Broker ${broker} last asked for offset 2`)).waitFor();
  assert.equal(await why.locator('.root:visible').count(), 2);
  const behind = why.getByText(/Broker 1 has read the metadata up to/).first();
  assert.ok(!(await behind.isVisible()));
  const scrollers = await why.evaluate((why) =>
    [...why.querySelectorAll('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)).map(String),
  );
  assert.deepEqual(scrollers, []);
  const [side, answer] = await Promise.all([page.locator('.side').boundingBox(), why.boundingBox()]);
  assert.ok(answer.y - side.y < 20, 'it is seen from its beginning');
  await why
    .getByText(/^\d+ steps between$/)
    .nth(1)
    .click();
  assert.ok(await behind.isVisible());
  assert.deepEqual(problems, []);
  await page.close();
});
