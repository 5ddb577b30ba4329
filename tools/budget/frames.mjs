// What a frame costs while a large cluster plays: the engine's board, the scene, and the page that shows them, in headless
// Chromium, which draws in software. Time of the page's thread is the sum of what a frame does there (script, style, layout,
// paint, commit) and does not depend on what else the machine does; time on the clock does.

import { chromium } from 'playwright-core';
import { chromium as executable } from '../browser.mjs';
import { serveBuilt } from './served.mjs';

/** ms of wall time, which are as many µs of model time; and where it begins. */
const lasts = 5_000;
const begins = 5_000;
/** Model time runs at a thousandth: several steps a frame, and messages are seen to travel. */
const pace = 'steady 0.001';

/** So many partitions of each topic; a producer for each of the first 32, at a rate at which at least 32 messages are on their way. */
function story(brokers, topics, partitions, rate) {
  const racks = Array.from({ length: brokers }, (_, index) => 'abcd'[index % 4]).join(',');
  const names = Array.from({ length: topics }, (_, index) => `load-${index}`);
  const producers = Array.from({ length: Math.min(32, partitions) }, (_, index) => index);
  return [
    `cluster brokers=${brokers} racks=${racks}`,
    ...names.map((name) => `topic ${name} partitions=${partitions} replication-factor=3`),
    ...producers.map((index) => `producer p${index} acks=all enable.idempotence=false linger.ms=0`),
    'settle',
    'begin',
    ...producers.map((index) => `produce load-0 k{n} partition=${index} count=400 rate=${rate} from=p${index}`),
    'run 40ms',
  ].join('\n');
}

const loads = [
  { name: '32 brokers × 32 partitions', text: story(32, 1, 32, 850), target: '≤ 16.7 ms' },
  { name: '32 brokers × 32 partitions, a row open', text: story(32, 1, 32, 850), target: '≤ 16.7 ms', open: 5 },
  { name: '32 brokers × 1,024 partitions', text: story(32, 4, 256, 850), target: '' },
];

const page = (text) =>
  `<!doctype html><html lang="en"><title>Measured</title><link rel="icon" href="data:,"><script type="module" src="highwater-playground.js"></script><body style="margin:0"><highwater-playground at="5ms" style="display:block;height:100vh"><script type="text/x-highwater">${text}</script></highwater-playground></body></html>`;

const ms = (time) => `${time.toFixed(1)} ms`;

export async function lines() {
  const pages = Object.fromEntries(loads.map(({ text }, index) => [`/frames-${index}.html`, page(text)]));
  const server = await serveBuilt(pages);
  const browser = await chromium.launch({
    executablePath: executable(),
    args: ['--disable-frame-rate-limit', '--disable-gpu-vsync'],
  });
  try {
    const all = [];
    for (const [index, load] of loads.entries()) {
      all.push(...(await measure(browser, `${server.address}frames-${index}.html`, load)));
    }
    return all;
  } finally {
    await browser.close();
    server.close();
  }
}

/** Messages on their way at moments of what is played, fewest and median, as the engine counts them. */
async function onTheWay(text) {
  // The module is there only after a build.
  const { nothingSeen, startEngine } = await import('../../web/test/engine/shipped.mjs');
  const session = startEngine().open(text, '');
  const [first, last] = [begins, begins + lasts].map((micros) => session.positionAt(micros).position);
  const counts = Array.from({ length: 60 }, (_, index) => Math.round(first + ((last - first) * index) / 59))
    .map((position) => session.board(position, { ...nothingSeen, whole: 2000 }).messages.length)
    .toSorted((a, b) => a - b);
  session.free();
  return `${counts[0]} to ${counts.at(-1)}`;
}

async function measure(browser, address, { name, text, target, open }) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(address);
  await tab.locator('highwater-playground .hw-tile-row').first().waitFor({ timeout: 120_000 });
  if (open !== undefined) {
    await tab.locator('highwater-playground .hw-tile-row .hw-tile-name').nth(open).click();
    await tab.locator('highwater-playground .hw-strip').first().waitFor();
  }
  await tab.waitForTimeout(1000);
  await browser.startTracing(tab, { categories: ['toplevel', 'cc', 'blink'] });
  const seen = await tab.evaluate(play, { lasts, pace });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await tab.close();
  const frames = traceEvents.filter(({ name, ph }) => name === 'ProxyMain::BeginMainFrame' && ph === 'X');
  const thread = frames.map(({ tdur }) => (tdur ?? 0) / 1000).toSorted((a, b) => a - b);
  const at = (times, share) => times[Math.floor(times.length * share)] ?? 0;
  return [
    { what: `frame, ${name}, RF 3, thread time p95`, now: ms(at(thread, 0.95)), target },
    {
      what: `  its p50; on the clock p50, with other work on the machine`,
      now: `${ms(at(thread, 0.5))}; ${ms(seen.p50)}`,
      target: '',
    },
    {
      what: '  frames; positions shown; nodes of the board',
      now: [frames.length, seen.positions, seen.nodes].join('; '),
      target: '',
    },
    { what: '  messages on their way', now: await onTheWay(text), target: '≥ 32' },
  ];
}

/** In the page: plays for a while, and says how long frames took on the clock and what was shown. */
async function play({ lasts, pace }) {
  const playground = document.querySelector('highwater-playground');
  const root = playground.shadowRoot;
  const select = root.querySelector('.time-bar select');
  select.value = pace;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  root.querySelector('.time-bar button[aria-label="Play"]').click();
  const [took, positions] = [[], new Set()];
  const begin = performance.now();
  let last = begin;
  await new Promise((done) => {
    const frame = () => {
      const now = performance.now();
      took.push(now - last);
      last = now;
      positions.add(playground.position);
      if (now - begin < lasts) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
  playground.pause();
  const sorted = took.toSorted((a, b) => a - b);
  return {
    p50: sorted[sorted.length >> 1],
    positions: positions.size,
    nodes: root.querySelectorAll('.hw-board *').length,
  };
}
