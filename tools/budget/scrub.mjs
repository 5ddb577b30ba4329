// A run of ten minutes of steady produce in Chromium: how long the page's thread is busy with one place of the scrubber, and with
// one step there. It is all the work of that place: the seek, the view, the time line, the render. Thread time does not depend on
// what else the machine does.

import { chromium } from 'playwright-core';
import { chromium as executable } from '../browser.mjs';
import { serveBuilt } from './served.mjs';
import { steady } from './steady.mjs';

const page = `<!doctype html><html lang="en"><title>Scrubbed</title><link rel="icon" href="data:,"><script type="module" src="highwater-playground.js"></script><body style="margin:0"><highwater-playground style="height:800px"><script type="text/x-highwater">${steady}</script></highwater-playground></body></html>`;
const places = 200;

const ms = (time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const at = (share) => (numbers) => ms(numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)]);
const [median, p99, worst] = [at(0.5), at(0.99), at(1)];

export async function lines() {
  const server = await serveBuilt({ '/steady.html': page });
  const browser = await chromium.launch({ executablePath: executable() });
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await tab.goto(`${server.address}steady.html`);
    const open = () => document.querySelector('highwater-playground').digest !== undefined;
    await tab.waitForFunction(open, null, { timeout: 120_000 });
    const act = await actions(tab);
    for (let i = 0; i < 20; i++) await act('scrub', i / 20);
    const [scrubs, drags, steps] = [[], [], []];
    for (let i = 0; i < places; i++) scrubs.push(await act('scrub', ((i * 7919) % places) / places));
    for (let i = 0; i < places; i++) drags.push(await act('scrub', 0.3 + (0.4 * i) / places));
    for (let i = 0; i < 20; i++) {
      await act('scrub', ((i * 7) % 20) / 20 + 0.01);
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight']) steps.push(await act('press', key));
    }
    return [
      {
        what: `scrub ten model minutes, far apart, thread time, p50 of ${places}`,
        now: median(scrubs),
        target: '≤ 17 ms',
      },
      { what: '  p99', now: p99(scrubs), target: '≤ 33 ms' },
      { what: `drag along ten model minutes, thread time, p50 of ${places}`, now: median(drags), target: '≤ 17 ms' },
      { what: '  p99', now: p99(drags), target: '≤ 33 ms' },
      {
        what: `step back and on there, thread time, the worst of ${steps.length}`,
        now: worst(steps),
        target: '≤ 100 ms',
      },
    ];
  } finally {
    await browser.close();
    server.close();
  }
}

/** Does something to the slider, and gives how long the page's thread was busy with it until the picture, but for the asking. */
async function actions(tab) {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  await tab.evaluate(() => {
    const slider = document.querySelector('highwater-playground').shadowRoot.querySelector('.scrubber');
    const does = {
      scrub(share) {
        slider.value = String(Math.round(share * Number(slider.max)));
        slider.dispatchEvent(new Event('input'));
      },
      press(key) {
        slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
      },
      nothing() {},
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    globalThis.act = async (what, how) => {
      await frame();
      does[what](how);
      await frame();
      await frame();
    };
  });
  const timed = async (what, how) => {
    const before = await busy();
    await tab.evaluate(([what, how]) => globalThis.act(what, how), [what, how]);
    return (await busy()) - before;
  };
  const idle = [];
  for (let i = 0; i < 15; i++) idle.push(await timed('nothing'));
  const asking = idle.toSorted((a, b) => a - b)[7];
  return async (what, how) => Math.max(0, (await timed(what, how)) - asking);
}
