// `npm run budget` prints how the page and the engine stand to their targets; with `--check` it compares the bytes of
// the last build to web/budget.json. A new kind of figure is a file in tools/budget that exports `lines`, and one line
// in `sources`. They are loaded once the npm packages, which some of them use, are there.

import { build } from './build.mjs';
import { Stop, script } from './command.mjs';
import { setup } from './setup.mjs';

const sources = ['bytes', 'page', 'frames', 'scrub', 'engine', 'shipped'];

await script(async () => {
  if (process.argv.includes('--check')) return check();
  setup({ tests: true });
  build();
  for (const name of sources) {
    const { lines } = await import(`./budget/${name}.mjs`);
    for (const { what, now, target } of await lines())
      console.log(`${what.padEnd(62)} ${now.padStart(12)}   ${target}`);
  }
});

async function check() {
  const bytes = await import('./budget/bytes.mjs');
  const differences = await bytes.differences();
  for (const difference of differences) console.error(difference);
  if (differences.length > 0)
    throw new Stop('If the change is meant, `npm run bless` records it; the commit says why.');
}
