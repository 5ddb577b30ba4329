// The first minute of somebody who has never seen the page: only what is written on it is used, and no other reading.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineThere, openPage, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** What there is to see, in this order: the headline, and the line of what happened. */
const toSee = [
  ['The leader has the records. Nobody may read them yet.', 'Broker 1 appended offsets 42–44.'],
  [
    'Broker 2 has copied them, but broker 1 cannot know that yet.',
    'Broker 2 appended offsets 42–44, copied from broker 1.',
  ],
  ['Now all three are committed.', 'High watermark 42 → 45'],
  ['The producer is told.', 'order-service was told offsets 42–44'],
];

const headline = (page) => page.getByRole('heading', { level: 2 }).first();

for (const [name, options] of Object.entries(sizes)) {
  test(`within a minute one has seen append, pull, high watermark, acknowledgement, and may crash the leader, ${name}`, async () => {
    await withPage(site, options, async (page) => {
      await page.getByText('A simulated Apache Kafka cluster').waitFor();
      await page.getByRole('heading', { name: 'Three copies, one leader.' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Next step' }).count(), 1, 'one button goes on');
      assert.equal(await page.getByText('crash broker 1').count(), 0, 'nothing else asks for a click');
      if (name === 'desktop') await page.getByRole('heading', { name: 'Why is the high watermark 42?' }).waitFor();

      // Four words a second is slow for a headline.
      const reading = async () => (await headline(page).textContent()).split(' ').length / 4;
      const seen = [];
      let seconds = await reading();
      const suggestion = page.getByRole('button', { name: 'Or at once: crash broker 1' });
      for (let clicks = 0; !(await suggestion.isVisible()); clicks++) {
        assert.ok(clicks < 8, `after ${clicks} clicks: ${seen.join(' ')}`);
        const before = await headline(page).textContent();
        const clicked = performance.now();
        await page.getByRole('button', { name: 'Next step' }).click();
        await page.getByRole('heading', { name: before, exact: true }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
        seconds += (performance.now() - clicked) / 1000 + (await reading());
        const now = await headline(page).textContent();
        const line = toSee.find(([said]) => said === now)?.[1];
        if (line === undefined) continue;
        seen.push(now);
        await page.getByText(line).first().waitFor();
      }
      assert.deepEqual(
        seen,
        toSee.map(([said]) => said),
      );
      assert.ok(seconds < 60, `it takes ${Math.round(seconds)} s`);

      await suggestion.click();
      await page.getByRole('heading', { name: 'Nobody knows yet that broker 1 is gone.' }).waitFor();
      await page.getByText('Broker 1 crashed').first().waitFor();
    });
  });
}

test('step by step the button says when the leader is about to be crashed', async () => {
  await withPage(site, { ...sizes.desktop, reducedMotion: 'reduce' }, async (page) => {
    await page.getByLabel('Pace').selectOption('event pace 4×');
    for (let clicks = 0; !(await page.getByRole('button', { name: 'Next: crash broker 1' }).isVisible()); clicks++) {
      assert.ok(clicks < 14);
      await page.getByRole('button', { name: 'Next step' }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    }
    await page.getByRole('heading', { name: 'Three logs, one history.' }).waitFor();
    await page.getByRole('button', { name: 'Next: crash broker 1' }).click();
    await page.getByRole('heading', { name: 'Nobody knows yet that broker 1 is gone.' }).waitFor();
  });
});

test('on a phone the button is whole, however long the name of what comes next', async () => {
  const { page, problems } = await openPage(site, sizes.phone);
  await page.goto(`${site.address}?story=unclean_election_loses_committed_records&at=5s`);
  const button = page.getByRole('button', { name: 'Next: crash broker 1' });
  await button.waitFor();
  const { x, width } = await button.boundingBox();
  assert.ok(x >= 0 && x + width <= sizes.phone.viewport.width, `from ${x}, ${width} wide`);
  assert.ok(await button.evaluate((button) => button.scrollWidth <= button.clientWidth), 'nothing is cut off');
  await engineThere(page);
  assert.deepEqual(problems, []);
  await page.close();
});
