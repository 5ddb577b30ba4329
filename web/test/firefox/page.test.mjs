// The page's main path in Firefox: the first story stands, plays forwards and backwards before and after the engine is there, a
// record is produced, a broker is crashed by its menu, and the reason is asked for.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { preview } from 'vite';
import { openFirefox, until } from './driver.mjs';

let server;
let firefox;

before(async () => {
  server = await preview({
    configFile: 'web/vite.config.mjs',
    logLevel: 'warn',
    base: '/some/where/',
    preview: { host: '127.0.0.1', port: 4390, strictPort: false },
  });
  firefox = await openFirefox();
});
after(async () => {
  await firefox?.close();
  await server.close();
});

const of = (what) => firefox.run((what) => document.querySelector('highwater-playground')[what], what);
const text = (selector) =>
  firefox.run(
    (selector) => document.querySelector('highwater-playground').shadowRoot?.querySelector(selector)?.textContent ?? '',
    selector,
  );
/** A script that finds the button whose name is as the pattern says. */
const button = (name) =>
  `() => [...document.querySelector('highwater-playground').shadowRoot.querySelectorAll('button, [role=button], [role=tab]')].find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().match(/^${name}$/) && one.checkVisibility())`;
const within = (selector) =>
  `() => document.querySelector('highwater-playground').shadowRoot.querySelector('${selector}')`;

test('the main path of the page', async () => {
  await firefox.goto(server.resolvedUrls.local[0]);
  await firefox.run(() => {
    // The driver's scripts have a window of their own; the document is the same.
    const { dataset } = document.documentElement;
    dataset.problems = '';
    const add = (problem) => {
      dataset.problems += `${problem}\n`;
    };
    addEventListener('error', ({ message }) => add(message));
    addEventListener('unhandledrejection', ({ reason }) => add(reason));
  });
  await until(() => of('position'), 'a story stands');
  const begin = await of('position');
  await firefox.click(button('Next step'));
  await until(async () => (await of('position')) > begin, 'it plays');
  await until(async () => (await of('playing')) === null, 'it stops at the next caption');
  await until(() => of('digest'), 'the engine is there');

  const [position, digest] = [await of('position'), await of('digest')];
  await firefox.click(button('Step'));
  await until(async () => (await of('position')) === position + 1, 'one step on');
  await firefox.click(button('Step back'));
  await until(async () => (await of('position')) === position, 'one step back');
  assert.equal(await of('digest'), digest);

  await firefox.press(within('[name=key]'), 'x');
  await firefox.click(button('Send'));
  await until(
    async () => /because every in-sync replica has it/.test(await text('.log')),
    'the record is acknowledged',
  );
  assert.match(await of('text'), /produce orders\.placed key=ord-1045x/);
  assert.match(await text('.why'), /orders\.placed-0/);

  await firefox.click(within('.hw-head'));
  await until(async () => /Crash/.test(await text('dialog.menu')), 'the menu of broker 1');
  await firefox.click(button('Crash[^]*'));
  await until(async () => /Leader 1 → 2/.test(await text('.log')), 'another leader is elected', 120_000);
  await firefox.run(() => document.querySelector('highwater-playground').pause());
  assert.equal(await firefox.run(() => document.documentElement.dataset.problems), '');
});

test('an embed in a narrow place plays from its reel', async () => {
  await firefox.goto(
    `${server.resolvedUrls.local[0]}index.html?story=replication_factor_one&controls=minimal&theme=dark`,
  );
  await until(() => of('position'), 'a story stands');
  const begin = await of('position');
  await firefox.run(() => document.querySelector('highwater-playground').play());
  await until(async () => (await of('position')) > begin + 5, 'it plays');
  assert.equal(await of('digest'), null);
});
