// `npm run test:docs` packs the element and tries the package in MkDocs, Sphinx, VitePress, mdBook and plain pages. It is not
// part of `npm test` because the tools have to be installed first, once, into a cache folder outside of the repository.

import { build } from './build.mjs';
import { run, Stop, script } from './command.mjs';
import { packElement } from './package.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  setup({ tests: true });
  const { install } = await import('../web/test/docs/tools.mjs');
  install();
  build();
  const packed = packElement();
  const tests = ['--test', '--test-reporter=spec', 'web/test/docs/docs.test.mjs'];
  if (!run(process.execPath, tests, { HIGHWATER_PACKED: packed }))
    throw new Stop('The package does not work in every tool.');
});
