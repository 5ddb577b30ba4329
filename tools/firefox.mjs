// `npm run test:firefox` runs the bindings' tests and the page's main path in headless Firefox. It is not part of `npm test`
// because Firefox and its driver have to be brought first: Firefox by apt where it may, the driver by cargo into a cache folder
// outside of the repository.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onPath } from './browser.mjs';
import { build } from './build.mjs';
import { must, output, run, Stop, script } from './command.mjs';
import { setup, wasmTools } from './setup.mjs';

const version = '0.37.1';
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `highwater-firefox/geckodriver-${version}`);

const firefox = () => process.env.FIREFOX ?? onPath(['firefox', 'firefox-esr']);

function bringFirefox() {
  if (firefox()) return firefox();
  if (process.getuid?.() === 0 && output('apt-get', ['--version'])) {
    console.log('installing Firefox with apt-get');
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], quiet);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], quiet);
    if (firefox()) return firefox();
  }
  throw new Stop('Firefox is needed. On Debian: sudo apt-get install firefox-esr. Elsewhere: set FIREFOX to its path.');
}

function bringDriver() {
  const given = process.env.GECKODRIVER ?? onPath(['geckodriver']);
  if (given) return given;
  const driver = join(cache, 'bin/geckodriver');
  if (!existsSync(driver)) {
    console.log(`building geckodriver ${version} by cargo into ${cache} (two minutes, once)`);
    must('cargo', ['install', 'geckodriver', '--version', version, '--locked', '--quiet', '--root', cache]);
  }
  return driver;
}

await script(async () => {
  setup({ tests: true });
  const [browser, driver] = [bringFirefox(), bringDriver()];
  const env = {
    PATH: [join(process.cwd(), 'node_modules/.bin'), wasmTools, dirname(driver), process.env.PATH].join(delimiter),
    GECKODRIVER: driver,
    FIREFOX: browser,
    // In seconds: for all tests of one file, and for the driver to start on a busy machine.
    WASM_BINDGEN_TEST_TIMEOUT: '300',
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: '60',
  };
  const failed = [];
  console.log('\n── Bindings in Firefox ──');
  const bindings = ['test', '--headless', '--firefox', '--mode', 'no-install', 'crates/bindings'];
  if (!run(join(wasmTools, 'wasm-pack'), bindings, env)) failed.push('Bindings in Firefox');
  console.log('\n── The built page in Firefox ──');
  build();
  const page = ['--test', '--test-reporter=spec', 'web/test/firefox/page.test.mjs'];
  if (!run(process.execPath, page, env)) failed.push('The built page in Firefox');
  if (failed.length > 0) throw new Stop(`failed: ${failed.join(', ')}`);
});
