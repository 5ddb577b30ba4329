// `npm run bless` records what is compared later: the bytes of the page. Read the difference before you commit it.

import { bless } from './budget/bytes.mjs';
import { build } from './build.mjs';
import { must, script } from './command.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  setup();
  build();
  must('cargo', ['run', '--release', '-p', 'cli', '--', 'bless']);
  await bless();
  console.log('Recorded. `git diff` shows what changed: read it before you commit it.');
});
