// `npm run format` writes Rust and web sources as `npm test` wants them.

import { join } from 'node:path';
import { must, root, script } from './command.mjs';
import { setup } from './setup.mjs';

await script(() => {
  setup({ tests: true });
  must('cargo', ['fmt', '--all']);
  must(join(root, 'node_modules/.bin/biome'), ['check', '--write']);
});
