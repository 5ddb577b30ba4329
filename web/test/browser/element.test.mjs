// The element as an embedder meets it: it loads when it is seen, many on one page share one engine, its attributes do what
// the README says, and whatever goes wrong it is never blank.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { engineThere, of, openEmbed, openPage, openSite, shown } from './site.mjs';

const budget = JSON.parse(readFileSync('web/budget.json', 'utf8'));
const element = '<highwater-playground></highwater-playground>';
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

test('the page shows the element without an error', async () => {
  const { page, problems } = await openPage(site);
  await page.goto(site.address);
  await shown(page);
  assert.deepEqual(problems, []);
  await page.close();
});

test('two elements on one page share one module', async () => {
  const { page, problems, asked } = await openEmbed(site, element.repeat(2));
  await page.locator('highwater-playground').nth(1).scrollIntoViewIfNeeded();
  await shown(page, 1);
  await Promise.all([engineThere(page, 0), engineThere(page, 1)]);
  assert.equal(asked.filter((file) => file.endsWith('.wasm')).length, 1);
  assert.deepEqual(problems, []);
  await page.close();
});

test('two elements on one page do not disturb each other', async () => {
  const { page } = await openEmbed(site, element.repeat(2));
  await page.locator('highwater-playground').nth(1).scrollIntoViewIfNeeded();
  await shown(page, 1);
  const position = (nth) =>
    page
      .locator('highwater-playground')
      .nth(nth)
      .evaluate((element) => element.position);
  const [first, second] = [await position(0), await position(1)];
  await page
    .locator('highwater-playground')
    .nth(1)
    .evaluate((element) => element.seek(element.position + 3));
  assert.deepEqual([await position(0), await position(1)], [first, second + 3]);
  await page.close();
});

test('an element that nobody has looked at loads no engine and shows its own content', async () => {
  const below = '<div style="height: 500vh"></div><highwater-playground><p>A picture.</p></highwater-playground>';
  const { page, asked } = await openEmbed(site, below);
  await page.waitForFunction(() => customElements.get('highwater-playground'));
  await page.waitForTimeout(300);
  assert.deepEqual(asked, ['embed.html', 'highwater-playground.js']);
  assert.ok(await page.getByText('A picture.').isVisible());
  await page.locator('highwater-playground').scrollIntoViewIfNeeded();
  await shown(page);
  assert.ok(!(await page.getByText('A picture.').isVisible()));
  await page.close();
});

test('the first picture stands and plays without any file that is declared to come on demand', async () => {
  const { page } = await openPage(site);
  await page.route(
    (url) => Object.keys(budget.on_demand).some((file) => url.pathname.endsWith(`/${file}`)),
    (route) => route.abort(),
  );
  await page.goto(site.address);
  await shown(page);
  const begin = await of(page, 'position');
  await page.getByRole('button', { name: 'Next step' }).first().click();
  await page.waitForFunction((begin) => document.querySelector('highwater-playground').position > begin, begin);
  await page.close();
});

test('a strict content security policy lets it run', async () => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:";
  const { page, problems } = await openEmbed(site, element, { policy });
  await shown(page);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.locator('.term').first().click();
  assert.ok(await page.locator('#definition').isVisible());
  assert.deepEqual(problems, []);
  await page.close();
});

test('the attributes choose story, place, controls and theme', async () => {
  const { page, problems } = await openEmbed(
    site,
    '<highwater-playground story="replication_factor_one" at="1ms" controls="minimal" theme="dark"></highwater-playground>',
    { colorScheme: 'light' },
  );
  await shown(page);
  const playground = page.locator('highwater-playground');
  assert.equal(
    await playground
      .locator('.clock')
      .textContent()
      .then((text) => text.slice(0, 7)),
    '0.001 s',
  );
  assert.equal(await playground.locator('header').count(), 0);
  const paper = await playground.evaluate((element) => getComputedStyle(element).backgroundColor);
  await playground.evaluate((element) => element.setAttribute('theme', 'light'));
  assert.notEqual(await playground.evaluate((element) => getComputedStyle(element).backgroundColor), paper);
  assert.deepEqual(problems, []);
  await page.close();
});

test('without a theme of its own the element takes that of the page it stands in', async () => {
  const { page } = await openEmbed(site, element, { colorScheme: 'dark' });
  await shown(page);
  const paper = () =>
    page.locator('highwater-playground').evaluate((element) => getComputedStyle(element).backgroundColor);
  const scheme = (name) =>
    page.evaluate((name) => document.documentElement.style.setProperty('color-scheme', name), name);
  const light = await paper();
  await scheme('dark');
  const dark = await paper();
  assert.notEqual(dark, light);
  await scheme('light dark');
  assert.equal(await paper(), dark);
  await scheme('light');
  assert.equal(await paper(), light);
  await page.close();
});

test('a script can ask before anybody has looked, and is told what happens', async () => {
  const below = `<div style="height: 500vh"></div>${element}`;
  const { page, problems } = await openEmbed(site, below);
  await page.waitForFunction(() => customElements.get('highwater-playground'));
  await page.evaluate(() => {
    const playground = document.querySelector('highwater-playground');
    globalThis.told = [];
    for (const name of ['highwater-ready', 'highwater-position', 'highwater-trouble']) {
      playground.addEventListener(name, ({ type, detail }) => globalThis.told.push({ type, detail }));
    }
    playground.story = 'replication_factor_one';
    playground.seek('500ms');
  });
  await page.waitForFunction(() => globalThis.told.length >= 3);
  const told = await page.evaluate(() => globalThis.told);
  assert.equal(await page.locator('highwater-playground').getAttribute('story'), 'replication_factor_one');
  assert.deepEqual(
    told.map(({ type }) => type),
    ['highwater-position', 'highwater-ready', ...told.slice(2).map(() => 'highwater-position')],
  );
  const [first, , ...rest] = told;
  assert.deepEqual([first.detail.time, typeof first.detail.caption], [0, 'string']);
  assert.ok(rest[0].detail.position > first.detail.position);
  assert.ok(rest[0].detail.time > 0 && rest[0].detail.time <= 500_000);
  await page.locator('highwater-playground').evaluate((element) => element.play());
  assert.equal(await of(page, 'playing'), 'forwards');
  await page.locator('highwater-playground').evaluate((element) => element.pause());
  assert.equal(await of(page, 'playing'), undefined);
  const place = await of(page, 'position');
  await page.locator('highwater-playground').evaluate((element) => element.seek('nowhere'));
  assert.equal(await of(page, 'position'), place);
  await page.locator('highwater-playground').evaluate((element) => {
    element.story = 'no_such_story';
  });
  await page.waitForFunction(() => globalThis.told.at(-1).type === 'highwater-trouble');
  const { detail } = (await page.evaluate(() => globalThis.told)).at(-1);
  assert.equal(detail.kind, 'story-unknown');
  assert.match(detail.message, /no_such_story/);
  // There is no reel of that name.
  assert.ok(problems.every((problem) => /404|no_such_story/.test(problem)));
  await page.close();
});

test('in a plain frame the address of the page chooses the story, and the page fills the frame', async () => {
  const frame = `<iframe title="A story" width="640" height="480" src="index.html?story=replication_factor_one&controls=minimal&at=1ms&theme=dark"></iframe>`;
  const { page, problems } = await openEmbed(site, frame, { viewport: { width: 800, height: 600 } });
  const inside = page.frameLocator('iframe');
  await inside.locator('highwater-playground .time-bar').waitFor();
  assert.equal(await inside.locator('highwater-playground header').count(), 0);
  const box = await inside.locator('highwater-playground').evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { width, height, scrollWidth, scrollHeight, story: element.story, theme: element.theme };
  });
  assert.deepEqual(box, {
    width: 640,
    height: 480,
    scrollWidth: 640,
    scrollHeight: 480,
    story: 'replication_factor_one',
    theme: 'dark',
  });
  assert.deepEqual(problems, []);
  await page.close();
});

test('on paper there are the words, the board and what happened, in ink on white, and no controls', async () => {
  const { page } = await openEmbed(site, element, { colorScheme: 'dark' });
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'));
  await shown(page);
  await page.emulateMedia({ media: 'print' });
  const visible = (selector) => page.locator(`highwater-playground ${selector}`).first().isVisible();
  for (const selector of ['.caption', '.board', '.hw-record', '.happened h3', '.why']) {
    assert.ok(await visible(selector), `${selector} is printed`);
  }
  for (const selector of ['.header', '.time-bar', '.produce', '.primary', '.hw-produce']) {
    assert.ok(!(await visible(selector)), `${selector} is not printed`);
  }
  const paper = await page
    .locator('highwater-playground')
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.equal(paper, 'rgb(255, 255, 255)');
  await page.close();
});

test('a story can be written into the element', async () => {
  const { page, problems } = await openEmbed(
    site,
    `<highwater-playground><script type="text/x-highwater">
      # One broker only.
      cluster brokers=1
      topic logs assignment=1
      begin
      say one "One copy." "Nobody follows."
      produce logs k1 acks=1
      settle
    </script></highwater-playground>`,
  );
  await shown(page);
  await page.getByRole('heading', { name: 'One copy.' }).waitFor();
  assert.deepEqual(problems, []);
  await page.close();
});

test('a broken story shows where and what is wrong, and the way to another one', async () => {
  const { page, problems } = await openEmbed(
    site,
    `<highwater-playground><script type="text/x-highwater">
      cluster brokers=3
      crash b9
    </script></highwater-playground>`,
  );
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.textContent(), /line 2, column \d+: .*b9/);
  await page.getByRole('button', { name: 'Play the first story' }).click();
  await shown(page);
  assert.deepEqual(problems, []);
  await page.close();
});

test('an unknown story names those that there are', async () => {
  const { page } = await openEmbed(site, '<highwater-playground story="no_such_story"></highwater-playground>');
  const text = await page.getByRole('alert').textContent();
  assert.match(text, /no_such_story/);
  assert.match(text, /the_life_of_a_batch/);
  await page.close();
});

test('a story plays before the engine is there, which takes over where it stands', async () => {
  const { page, problems } = await openPage(site);
  let arrive;
  const arrives = new Promise((resolve) => {
    arrive = resolve;
  });
  await page.route('**/*.wasm', async (route) => {
    await arrives;
    await route.continue();
  });
  await page.goto(site.address);
  await shown(page);
  const begin = await of(page, 'position');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((begin) => document.querySelector('highwater-playground').position > begin, begin);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play backwards', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.waitForFunction((begin) => document.querySelector('highwater-playground').position === begin, begin);
  await page.getByLabel('Place in the run').press('Shift+ArrowRight');
  const place = await of(page, 'position');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Loading the engine').waitFor();
  assert.deepEqual([await of(page, 'position'), await of(page, 'digest')], [place, undefined]);
  arrive();
  await page
    .locator('.log')
    .getByText(/produced|appended/)
    .first()
    .waitFor({ timeout: 60_000 });
  assert.match(await of(page, 'text'), /key=ord-1045/);
  assert.match(await of(page, 'digest'), /^[0-9a-f]{16}$/);
  assert.deepEqual(problems, []);
  await page.close();
});

test('when the engine takes over, the picture stays as it is', async () => {
  const { page, problems } = await openPage(site, { reducedMotion: 'reduce' });
  let arrive;
  const arrives = new Promise((resolve) => {
    arrive = resolve;
  });
  await page.route('**/*.wasm', async (route) => {
    await arrives;
    await route.continue();
  });
  await page.goto(site.address);
  await shown(page);
  await page.getByLabel('Place in the run').press('Shift+ArrowRight');
  const board = () => page.locator('.board').evaluate((board) => board.shadowRoot?.innerHTML ?? board.innerHTML);
  const side = () => page.locator('.side-scroll').textContent();
  const before = [await board(), await side(), await of(page, 'position')];
  arrive();
  await engineThere(page);
  assert.deepEqual([await board(), await side(), await of(page, 'position')], before);
  assert.deepEqual(problems, []);
  await page.close();
});

test('an element with the least controls needs no engine to play its story', async () => {
  const { page, problems, asked } = await openEmbed(
    site,
    '<highwater-playground story="acks_0_1_and_all_wait_for_different_things" controls="minimal"></highwater-playground>',
  );
  await shown(page);
  const begin = await of(page, 'position');
  await page.getByRole('button', { name: 'Next step' }).first().click();
  await page.waitForFunction((begin) => document.querySelector('highwater-playground').position > begin, begin);
  await page.getByLabel('Place in the run').press('End');
  await page.getByLabel('Place in the run').press('Home');
  assert.equal(await of(page, 'position'), begin);
  assert.deepEqual(
    asked.filter((file) => file.endsWith('.wasm')),
    [],
  );
  assert.deepEqual(problems, []);
  await page.close();
});

for (const [what, files] of [
  ['an engine', '**/*.wasm'],
  ['the words that come with it', '**/*.beyond.js'],
]) {
  test(`without ${what} the story plays; what needs it says so, and can be tried again`, async () => {
    const { page } = await openPage(site);
    await page.route(files, (route) => route.abort());
    await page.goto(site.address);
    await shown(page);
    await page.getByLabel('Place in the run').press('Shift+ArrowRight');
    const place = await of(page, 'position');
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('The engine could not be loaded.').waitFor();
    assert.equal(await of(page, 'position'), place);
    await page.unroute(files);
    await page.getByRole('button', { name: 'Try again' }).click();
    await engineThere(page);
    assert.equal(await of(page, 'position'), place);
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.close();
  });
}

test('a story of the page itself needs the engine: when that does not load it is told, and can be tried again', async () => {
  const own = `<highwater-playground><script type="text/x-highwater">
    cluster brokers=1
    topic logs assignment=1
  </script><p>A picture.</p></highwater-playground>`;
  const page = (await openPage(site)).page;
  await page.route('**/own.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><script type="module" src="highwater-playground.js"></script>${own}`,
    }),
  );
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(`${site.address}own.html`);
  await page.getByRole('alert').waitFor();
  assert.ok(await page.getByText('A picture.').isVisible());
  await page.unroute('**/*.wasm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await shown(page);
  await page.close();
});

test('a browser without WebAssembly plays the stories, and is told what it cannot do', async () => {
  const { page } = await openPage(site);
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(site.address);
  await shown(page);
  await page.getByLabel('Place in the run').press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Send' }).click();
  assert.match(await page.getByRole('alert').textContent(), /does not run WebAssembly/);
  await page.getByRole('button', { name: 'Close' }).click();
  const picker = page.getByRole('combobox', { name: 'Story' });
  await picker.selectOption('Unclean election loses committed records');
  await page.getByLabel('Place in the run').press('End');
  assert.match(await of(page, 'text'), /elect unclean/);
  await page.close();
});

test('an element that is taken out and put in again shows its story again', async () => {
  const { page, problems } = await openEmbed(site, element);
  await shown(page);
  await page.locator('highwater-playground').evaluate((element) => {
    const parent = element.parentNode;
    element.remove();
    parent.append(element);
  });
  await shown(page);
  assert.deepEqual(problems, []);
  await page.close();
});

test('when the engine stops on a mistake of ours, every element of the page is built again in a fresh one', async () => {
  const { page, problems } = await openPage(site);
  // The first instance traps as a panic does when it is asked to play on; the next one is sound.
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...args) => {
      const { module, instance } = await instantiate(...args);
      const session_runOn = () => {
        throw new WebAssembly.RuntimeError('unreachable');
      };
      return { module, instance: { exports: { ...instance.exports, session_runOn } } };
    };
  });
  await page.route('**/embed.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><script type="module" src="highwater-playground.js"></script>${element.repeat(2)}`,
    }),
  );
  await page.goto(`${site.address}embed.html`);
  const [first, second] = [0, 1].map((nth) => page.locator('highwater-playground').nth(nth));
  await second.scrollIntoViewIfNeeded();
  await shown(page, 1);
  await engineThere(page, 1);
  await second.evaluate((element) => element.seek(element.position + 5));
  const before = await second.evaluate(({ position, digest }) => [position, digest]);
  await first.locator('[name=key]').fill('ord-7');
  await first.getByRole('button', { name: 'Send' }).click();
  await first.getByText('The engine stopped on a mistake of ours').waitFor({ timeout: 30_000 });
  assert.match(await first.evaluate((element) => element.text), /key=ord-7/);
  assert.deepEqual(await second.evaluate(({ position, digest }) => [position, digest]), before);
  await first.getByRole('button', { name: 'Play', exact: true }).click();
  await first
    .locator('.log')
    .getByText(/because every in-sync replica has it/)
    .waitFor({ timeout: 30_000 });
  assert.deepEqual(problems, []);
  await page.close();
});
