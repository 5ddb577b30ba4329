// The built page in Chromium: how soon it can be used, how soon it answers, how much memory it takes. Each figure says what it
// is of; how other playgrounds were measured is how this one is (cold profile, local server, 1280 × 800).

import { chromium } from 'playwright-core';
import { chromium as executable } from '../browser.mjs';
import { serveBuilt } from './served.mjs';
import { steady } from './steady.mjs';

const size = { width: 1280, height: 800 };
/** A slow network and a slow processor: 1.6 Mbit/s, 150 ms there and back, a quarter of the speed. */
const slow = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000, offline: false };
const slowdown = 4;

const embed = '<highwater-playground></highwater-playground>';
const stories = [
  'the_life_of_a_batch',
  'acks_0_1_and_all_wait_for_different_things',
  'high_watermark_waits_for_the_slowest_in_sync_replica',
  'followers_learn_the_high_watermark_one_fetch_later',
  'min_isr_refuses_before_the_append',
  'one_broker_leads_and_follows',
  'two_producers_one_order',
  'replication_factor_one',
  'consumer_lag_is_not_replication_lag',
  'a_slow_disk_makes_a_follower_lag',
];
const page = (body) =>
  `<!doctype html><html lang="en"><title>Measured</title><link rel="icon" href="data:,"><script type="module" src="highwater-playground.js"></script><body style="margin:0">${body}</body></html>`;
const pages = {
  '/unseen.html': page(`<div style="height:300vh"></div>${embed}`),
  '/ten.html': page(stories.map((story) => `<highwater-playground story="${story}"></highwater-playground>`).join('')),
  '/steady.html': page(
    `<highwater-playground><script type="text/x-highwater">${steady}</script></highwater-playground>`,
  ),
};

const ms = (time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const median = (numbers) => sorted(numbers)[numbers.length >> 1];

export async function lines() {
  const server = await serveBuilt(pages);
  const browser = await chromium.launch({
    executablePath: executable(),
    // Memory is measured when it is asked for, not at the next collection.
    args: ['--enable-blink-features=ForceEagerMeasureMemory', '--js-flags=--expose-gc'],
  });
  const at = { browser, address: server.address };
  try {
    return [
      ...(await interactive(at)),
      ...(await unseen(at)),
      ...(await answers(at)),
      ...(await tenElements(at)),
      ...(await tenMinutes(at)),
    ];
  } finally {
    await browser.close();
    server.close();
  }
}

async function interactive({ browser, address }) {
  const [quick, throttled] = [[], []];
  for (let i = 0; i < 5; i++) quick.push(await timeToInteractive(browser, address, false));
  for (let i = 0; i < 3; i++) throttled.push(await timeToInteractive(browser, address, true));
  const of = (what, all) => all.map((one) => one[what]);
  return [
    { what: 'time to interactive, page, median of 5', now: ms(median(of('clock', quick))), target: '≤ 350 ms' },
    { what: '  the least of them', now: ms(Math.min(...of('clock', quick))), target: '' },
    { what: "  of it time of the page's thread, median", now: ms(median(of('thread', quick))), target: '' },
    {
      what: 'time to interactive, 4× CPU, 1.6 Mbit/s, median of 3',
      now: ms(median(of('clock', throttled))),
      target: '≤ 1,250 ms',
    },
    { what: '  the least of them', now: ms(Math.min(...of('clock', throttled))), target: '' },
  ];
}

/** Until the story can be played and is on screen. */
async function timeToInteractive(browser, address, isSlow) {
  const context = await browser.newContext({ viewport: size });
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (isSlow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  await tab.addInitScript(() => {
    addEventListener(
      'highwater-ready',
      () =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            globalThis.interactive = performance.now();
          };
          port2.postMessage(null);
        }),
      { capture: true, once: true },
    );
  });
  await tab.goto(address, { waitUntil: 'commit' });
  const time = await tab.waitForFunction(() => globalThis.interactive, null, { timeout: 60_000 });
  const { metrics } = await session.send('Performance.getMetrics');
  const thread = metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const clock = await time.jsonValue();
  await context.close();
  return { clock, thread };
}

async function unseen({ browser, address }) {
  const tab = await browser.newPage({ viewport: size });
  let modules = 0;
  tab.on('request', (request) => {
    if (request.url().endsWith('.wasm')) modules += 1;
  });
  await tab.goto(`${address}unseen.html`);
  await tab.waitForFunction(() => customElements.get('highwater-playground'));
  await tab.waitForTimeout(1000);
  await tab.close();
  return [{ what: 'modules fetched for an element not yet looked at', now: String(modules), target: '0' }];
}

/**
 * From what a person does to the picture of it. The time of the page's thread is printed because it does not depend on what
 * else the machine does; the time on the clock includes the wait for the next frame.
 */
async function answers({ browser, address }) {
  const context = await browser.newContext({ viewport: size });
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const threadTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  await tab.goto(address);
  await tab.waitForFunction(() => document.querySelector('highwater-playground').digest !== undefined);
  await tab.waitForTimeout(1000);
  await tab.evaluate(() => {
    const playground = document.querySelector('highwater-playground');
    const root = playground.shadowRoot;
    const press = (key, shiftKey) =>
      root
        .querySelector('.scrubber')
        .dispatchEvent(
          new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, composed: true, cancelable: true }),
        );
    const click = (selector, nth) => {
      const found = root.querySelectorAll(selector)[nth];
      for (const type of ['pointerdown', 'pointerup', 'click']) {
        found.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, cancelable: true, button: 0 }));
      }
    };
    const painted = () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        }),
      );
    globalThis.measured = async ([kind, what, more]) => {
      await painted();
      const begin = performance.now();
      if (kind === 'press') press(what, more === 'shift');
      else if (kind === 'click') click(what, more);
      const took = (await painted()) - begin;
      playground.pause();
      return took;
    };
  });
  const actions = [
    ...Array.from({ length: 12 }, () => ['press', 'ArrowRight', 'shift']),
    ...Array.from({ length: 12 }, () => ['press', 'ArrowLeft']),
    ...Array.from({ length: 5 }, () => [
      ['press', 'End'],
      ['press', 'Home'],
    ]).flat(),
    ...[0, 1, 2, 0, 1, 2].map((nth) => ['click', '.hw-replica', nth]),
    ['click', '.send', 0],
    ...[0, 1, 2].map((nth) => ['click', '.hw-replica', nth]),
  ];
  const measured = async (action) => {
    const before = await threadTime();
    const painted = await tab.evaluate((action) => globalThis.measured(action), action);
    return { thread: (await threadTime()) - before, painted };
  };
  // What asking costs by itself.
  const idle = [];
  for (let i = 0; i < 8; i++) idle.push((await measured(['nothing'])).thread);
  const results = [];
  for (const action of actions) {
    const { thread, painted } = await measured(action);
    results.push({ thread: thread - median(idle), painted });
  }
  await context.close();
  const of = (what) => results.map((result) => result[what]);
  return [
    {
      what: `user action → picture, thread time, p50 of ${results.length}`,
      now: ms(median(of('thread'))),
      target: '≤ 8 ms',
    },
    { what: '  the worst of them', now: ms(Math.max(...of('thread'))), target: '≤ 100 ms' },
    { what: '  by the clock until painted, p50', now: ms(median(of('painted'))), target: '' },
    { what: '  by the clock until painted, the worst', now: ms(Math.max(...of('painted'))), target: '≤ 100 ms' },
  ];
}

async function tenElements({ browser, address }) {
  const tab = await browser.newPage({ viewport: size });
  let modules = 0;
  tab.on('request', (request) => {
    if (request.url().endsWith('.wasm')) modules += 1;
  });
  await keepEngineMemory(tab);
  await tab.goto(`${address}ten.html`);
  for (let nth = 0; nth < stories.length; nth++) {
    const element = tab.locator('highwater-playground').nth(nth);
    await element.scrollIntoViewIfNeeded();
    await tab.waitForFunction(
      (nth) => document.querySelectorAll('highwater-playground')[nth].digest !== undefined,
      nth,
    );
  }
  const memory = await memoryOf(tab);
  await tab.close();
  return [
    { what: 'ten elements on a page, engine in all of them: modules', now: String(modules), target: '1' },
    { what: '  memory of the page, engine included', now: mb(memory.all + memory.engine), target: '< 60 MB' },
  ];
}

async function tenMinutes({ browser, address }) {
  const tab = await browser.newPage({ viewport: size });
  await keepEngineMemory(tab);
  await tab.goto(`${address}steady.html`);
  const element = tab.locator('highwater-playground');
  await tab.waitForFunction(() => document.querySelector('highwater-playground').digest !== undefined, null, {
    timeout: 120_000,
  });
  await element.evaluate(async (element) => {
    for (const second of [60, 600, 300, 599, 1]) {
      element.seek(`${second}s`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  const memory = await memoryOf(tab);
  await tab.close();
  return [
    {
      what: 'memory after ten model minutes of steady produce',
      now: mb(memory.scripts + memory.engine),
      target: '≤ 32 MB',
    },
    { what: '  of it WebAssembly', now: mb(memory.engine), target: '' },
  ];
}

/**
 * Bytes of the page, of its scripts, and of the engine, after what is no longer used has been collected. The browser does not
 * count the engine's with the page's.
 */
function memoryOf(tab) {
  return tab.evaluate(async () => {
    globalThis.gc?.();
    const { bytes, breakdown } = await performance.measureUserAgentSpecificMemory();
    const scripts = breakdown.find(({ types }) => types.includes('JavaScript'))?.bytes ?? 0;
    return { all: bytes, scripts, engine: globalThis.engineMemory.buffer.byteLength };
  });
}

/** Keeps the engine's memory at hand. */
function keepEngineMemory(tab) {
  return tab.addInitScript(() => {
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...args) => {
      const result = await instantiate(...args);
      globalThis.engineMemory = result.instance.exports.memory;
      return result;
    };
  });
}
