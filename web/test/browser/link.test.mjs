// Links on the page: opened at the moment they mean, and when they cannot be, with a message and nothing lost.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { loadShare } from '../engine/share.mjs';
import { crashBroker, engineThere, of, openEmbed, openPage, openSite, shown, withPage } from './site.mjs';

const golden = JSON.parse(readFileSync('web/test/fixtures/golden_links.json', 'utf8'));
const byAbout = (words) => golden.find(({ about }) => about.includes(words));
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
let site;
let share;

before(async () => {
  site = await openSite();
  share = await loadShare();
});
after(async () => {
  await share.close();
  await site.close();
});

/** A page opened at a fragment. */
async function at(fragment, work) {
  const { page, problems } = await openPage(site, desktop);
  await page.goto(site.address + fragment);
  await work(page);
  // A story that is not there has no reel either.
  assert.deepEqual(
    problems.filter((problem) => !/no_such_story\.reel|404 \(Not Found\)/.test(problem)),
    [],
  );
  await page.close();
}

const trouble = (page) => page.locator('.trouble');
const go = (page, fragment) => page.evaluate((fragment) => location.assign(fragment), fragment);

/** A link that the page itself makes, at a caption of its first story, and the position it means. */
async function fresh() {
  const { page } = await openPage(site, desktop);
  await page.goto(site.address);
  await engineThere(page);
  await page.locator('highwater-playground').evaluate((element) => element.setAttribute('at', 'appended'));
  const position = await of(page, 'position');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const text = page.locator('.share textarea');
  await text.waitFor();
  let link = '';
  while (!link.includes('#v1.')) link = await text.inputValue();
  await page.close();
  return { link: link.slice(link.indexOf('#v1.')), position };
}

async function changed(link, change) {
  const { linked } = await share.readLink(link);
  return share.writeLink({ ...linked, ...change });
}

test('a link opens at its moment, with what was done and what was selected', async () => {
  const acted = byAbout('several acts');
  await at(acted.link, async (page) => {
    await shown(page);
    assert.equal(await of(page, 'position'), acted.position);
    assert.match(await of(page, 'text'), /cut b3-b1\n[\s\S]*heal b3-b1\nproduce orders\.placed key=k9/);
    await page.getByRole('button', { name: /You did: cut b3-b1/ }).waitFor();
    assert.equal(await trouble(page).count(), 0);
  });
  const selected = byAbout('selected record');
  await at(selected.link, async (page) => {
    await page.locator('.inspector').getByText('partitionLeaderEpoch').waitFor();
    assert.equal(await of(page, 'position'), selected.position);
    assert.ok(await page.locator('.header').getByLabel('what is flushed to disk').isChecked());
  });
});

test('the element opens the link in its attribute, beside a strict content security policy', async () => {
  const { link, position } = byAbout('at a caption');
  const { page, problems } = await openEmbed(site, `<highwater-playground link="${link}"></highwater-playground>`, {
    policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:",
  });
  await shown(page);
  assert.equal(await of(page, 'position'), position);
  const later = byAbout('at its end');
  await page
    .locator('highwater-playground')
    .evaluate((element, link) => element.setAttribute('link', link), later.link);
  await page.waitForFunction((to) => document.querySelector('highwater-playground').position === to, later.position);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a link to a moment of a shipped story is shown from its reel: without controls no engine is fetched', async () => {
  const { link, position } = await fresh();
  const { page, problems, asked } = await openEmbed(
    site,
    `<highwater-playground controls="minimal" link="${link}"></highwater-playground>`,
  );
  await shown(page);
  assert.equal(await of(page, 'position'), position);
  await page.getByRole('button', { name: 'Step', exact: true }).waitFor();
  await page.waitForTimeout(300);
  assert.deepEqual(
    asked.filter((file) => /wasm|engine/.test(file)),
    [],
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('what came of a link that was shown from a reel is said once the engine is there', async () => {
  const { link } = await fresh();
  await at(await changed(link, { outcome: 'f'.repeat(16) }), async (page) => {
    await trouble(page).getByText('This link does not come out as it says.').waitFor();
    await page.locator('.time-bar').waitFor();
  });
});

test('a link from another version says so, and whether it came out the same', async () => {
  const { link } = byAbout('at a caption');
  await at(await changed(link, { engine: '0.0.1' }), async (page) => {
    await shown(page);
    await trouble(page).getByText('This link is from another version, and comes out the same.').waitFor();
    await trouble(page).getByText('It was made with engine 0.0.1;').waitFor();
    await trouble(page).getByRole('button', { name: 'Close' }).click();
    await trouble(page).waitFor({ state: 'detached' });
  });
  await at(await changed(link, { engine: '0.0.1', outcome: 'f'.repeat(16) }), async (page) => {
    await trouble(page).getByText('comes out otherwise').waitFor();
    await page.locator('.time-bar').waitFor();
  });
});

test('a bad link says what is wrong and leads to the first story', async () => {
  const { link } = byAbout('at a caption');
  for (const [fragment, words] of [
    [link.slice(0, -9), 'This link is damaged.'],
    ['#v1.', 'This link is damaged.'],
    ['#v9.AAAA', 'This link is newer than this page.'],
    [
      await changed(link, { story: { name: 'no_such_story', hash: '0'.repeat(16) } }),
      'There is no story called no_such_story',
    ],
    [await changed(link, { story: { text: 'cluster brokers=3\ncrash b9' } }), 'unknown broker b9'],
    [await changed(link, { byHand: 'crash b9' }), 'The story of this link cannot be played.'],
  ]) {
    await at(fragment, async (page) => {
      await trouble(page).getByText(words).first().waitFor();
      await page.getByRole('button', { name: 'Play the first story' }).click();
      await page.locator('.hw-board').waitFor();
      assert.equal(await trouble(page).count(), 0);
    });
  }
});

test('a run that takes long is played when one has agreed to it', async () => {
  const text = 'cluster brokers=32\ntopic t partitions=64 replication-factor=3\nbegin\nrun 120s\n';
  const link = await changed(byAbout('at its begin').link, { story: { text } });
  await at(link, async (page) => {
    await trouble(page).getByText('This link takes long to play.').waitFor();
    await page.getByRole('button', { name: 'Play it anyway' }).click();
    await page.locator('.hw-board').waitFor();
  });
});

test('another link while working keeps what was done, and the way back', async () => {
  await withPage(site, desktop, async (page) => {
    await crashBroker(page, 3);
    const done = await of(page, 'text');
    const { link, position } = byAbout('a story of somebody, acted in');
    await go(page, link);
    await page.waitForFunction((to) => document.querySelector('highwater-playground').position === to, position);
    assert.match(await of(page, 'text'), /brokers=2 racks=a,b/);

    await go(page, '#v1.damaged');
    await trouble(page).getByText('This link is damaged.').waitFor();
    assert.equal(await of(page, 'position'), position, 'a bad link ends nothing');

    await page.locator('.branches summary').click();
    await page.getByRole('button', { name: /Go to “crash b3/ }).click();
    await page.waitForFunction(() => document.querySelector('highwater-playground').text.includes('crash b3'));
    assert.equal(await of(page, 'text'), done);
  });
});

test('the address is a link to what is on screen once that rests, and loads again as it was', async () => {
  await withPage(site, desktop, async (page) => {
    const entries = await page.evaluate(() => history.length);
    await crashBroker(page, 2);
    await page
      .getByRole('button', { name: 'Pause' })
      .click({ timeout: 2000 })
      .catch(() => {});
    await page.waitForFunction(() => /^#v1\./.test(location.hash), null, { timeout: 60_000 });
    await page.waitForTimeout(900);
    const before = [await of(page, 'position'), await of(page, 'digest')];
    assert.equal(await page.evaluate(() => history.length), entries, 'no entry of its own');
    await page.reload();
    await shown(page);
    assert.deepEqual([await of(page, 'position'), await of(page, 'digest')], before);
    assert.match(await of(page, 'text'), /crash b2\n/);
  });
});

test('other fragments, and other elements, are left alone', async () => {
  await at('#some-heading', async (page) => {
    await shown(page);
    await page.getByLabel('Place in the run').press('End');
    await page.waitForTimeout(50);
    assert.equal(await trouble(page).count(), 0);
  });
  const { link } = byAbout('at a caption');
  const { page } = await openEmbed(site, '<highwater-playground></highwater-playground>');
  await go(page, link);
  await shown(page);
  assert.equal(await page.evaluate(() => location.hash), link);
  assert.doesNotMatch(await page.locator('highwater-playground .caption h2').textContent(), /acks/);
  await page.close();
});
