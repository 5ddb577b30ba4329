// `npm run bless` records what is compared later: what stories print, their grammar, the view's TypeScript types, the bytes
// of the page, its pictures. Read the difference before you commit it.

import { build } from './build.mjs';
import { must, script } from './command.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  setup({ tests: true });
  // What these use, the npm packages, is there only now.
  const { blessPictures } = await import('../web/test/golden/bless.mjs');
  const { bless } = await import('./budget/bytes.mjs');
  must('cargo', ['run', '--quiet', '-p', 'cli', '--', 'bless']);
  must('cargo', ['test', '--quiet', '-p', 'view', '--lib'], { BLESS: '1' });
  build();
  await bless();
  await blessPictures();
  console.log('Recorded. `git diff` shows what changed: read it before you commit it.');
});
