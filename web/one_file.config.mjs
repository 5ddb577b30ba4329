// The element as one file, engine included: for tools that take scripts apart, and for pages that can have one file only.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzip } from 'pako';
import { defineConfig } from 'vite';
import { noAddressInGlue } from './vite.config.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root: top,
  publicDir: false,
  build: {
    outDir: 'dist-package',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'web/src/element/index.ts', formats: ['es'], fileName: () => 'highwater-playground.inline.js' },
    rolldownOptions: { output: { codeSplitting: false, minify: true } },
  },
  plugins: [engineWithin(), noReels(), noAddressInGlue()],
});

/** The module is a gzipped part of the script, unpacked when it is wanted. */
function engineWithin() {
  return {
    name: 'engine-within',
    load(id) {
      if (!id.endsWith('/web/src/engine/module.ts')) return undefined;
      const packed = gzip(readFileSync(`${top}web/engine/engine_bg.wasm`), { level: 9 });
      return `const packed = ${JSON.stringify(Buffer.from(packed).toString('base64'))};
        export async function engineModule() {
          const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
          const module = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
          return new Response(module, { headers: { 'content-type': 'application/wasm' } });
        }`;
    },
  };
}

/** There is nothing beside the script, and with the engine at hand a story needs no reel. */
function noReels() {
  return {
    name: 'no-reels',
    transform(code, id) {
      if (!id.endsWith('/web/src/engine/stored.ts')) return undefined;
      const without = code.replace('fetch: fetchStored', 'fetch: async () => null');
      if (without === code) throw new Error('stored.ts no longer hands out fetchStored as expected');
      return { code: without, map: null };
    },
  };
}
