// `npm start`: brings what is missing, builds, serves dist and prints the address.

import { build } from './build.mjs';
import { script } from './command.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  setup();
  build();
  const { preview } = await import('vite');
  const server = await preview({
    configFile: 'web/vite.config.mjs',
    logLevel: 'warn',
    // A port that is taken is no reason to stop: the next free one is used and printed.
    preview: { host: process.env.HOST ?? 'localhost', port: Number(process.env.PORT ?? 4173), strictPort: false },
  });
  console.log('\nHighwater is open at');
  for (const address of [...server.resolvedUrls.local, ...server.resolvedUrls.network]) console.log(`  ${address}`);
  console.log('Stop it with Ctrl+C.');
});
