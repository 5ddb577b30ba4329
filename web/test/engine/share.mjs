// The share room in Node, from its sources: the store that opens links, and what reads and writes them.

import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** The modules by the names of their files; `close` ends what loads them. */
export async function loadShare() {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const server = await createServer({
    ...{ configFile: false, root, logLevel: 'error', appType: 'custom' },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const load = (file) => server.ssrLoadModule(`/web/src/${file}`);
  const [link, open, packed, make, links, store] = await Promise.all(
    ['share/link.ts', 'share/open.ts', 'share/packed.ts', 'share/make.ts', 'model/links.ts', 'model/store.ts'].map(
      load,
    ),
  );
  // As in the page, where they are fetched along with the engine.
  const words = await load('text/beyond.ts');
  await words.fetchBeyond();
  return { ...link, ...open, ...packed, ...make, ...links, ...store, close: () => server.close() };
}

/** A room around an engine that is never started afresh: a test sees for itself that it stopped. */
export function roomOf(engine) {
  return { engine, restart() {}, onRestart: () => () => {}, isDead: () => false };
}
