// As much of WebDriver as the test needs, spoken to geckodriver: a browser, scripts in its page, keys, errors of its console.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const named = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts the driver and a headless Firefox; `close` ends both. */
export async function openFirefox() {
  const port = 4444 + (process.pid % 1000);
  const driver = spawn(process.env.GECKODRIVER, ['--port', String(port), '--log', 'fatal'], { stdio: 'ignore' });
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  process.once('exit', () => driver.kill());
  driver.unref();
  await until(async () => (await call('GET', '/status')).ready, 'the driver is ready');
  const options = { binary: process.env.FIREFOX, args: ['-headless', '--width=1280', '--height=800'] };
  const { sessionId } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'firefox', 'moz:firefoxOptions': options } },
  });
  const session = `/session/${sessionId}`;
  return {
    goto: (url) => call('POST', `${session}/url`, { url }),
    run: (script, ...args) =>
      call('POST', `${session}/execute/sync`, { script: `return (${script})(...arguments)`, args }),
    async press(script, keys) {
      const element = await call('POST', `${session}/execute/sync`, { script: `return (${script})()`, args: [] });
      await call('POST', `${session}/element/${element[named]}/value`, { text: keys });
    },
    async click(script) {
      const element = await call('POST', `${session}/execute/sync`, { script: `return (${script})()`, args: [] });
      await call('POST', `${session}/element/${element[named]}/click`, {});
    },
    async close() {
      await call('DELETE', session);
      driver.kill();
    },
  };
}

/** Asks again until it is so. */
export async function until(ask, what, longest = 60_000) {
  const end = Date.now() + longest;
  for (;;) {
    const is = await ask().catch(() => false);
    if (is) return is;
    if (Date.now() > end) throw new Error(`not within ${longest / 1000} s: ${what}`);
    await sleep(100);
  }
}
