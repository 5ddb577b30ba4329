// One script that defines the element, with the engine's WebAssembly and the page beside it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { reels } from '../tools/reels/reels.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root: top,
  base: './',
  publicDir: false,
  appType: 'mpa',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'web/src/element/index.ts', formats: ['es'], fileName: () => 'highwater-playground.js' },
    // Vite leaves the blanks of a library's modules alone; ours is loaded by pages as it is.
    rolldownOptions: {
      output: {
        chunkFileNames: 'highwater-playground.[name].js',
        minify: true,
        codeSplitting: { groups: [{ name: firstPicture }, { name: beyond }] },
      },
    },
  },
  plugins: [filesBesideTheScript(), noAddressInGlue(), runtimeWithin(), compiledOnArrival()],
  test: { include: ['web/test/unit/**/*.test.ts'] },
});

function filesBesideTheScript() {
  return {
    name: 'files-beside-the-script',
    apply: 'build',
    async generateBundle() {
      const beside = {
        'index.html': 'index.html',
        'conformance.html': 'web/conformance.html',
        'highwater-playground.wasm': 'web/engine/engine_bg.wasm',
      };
      for (const [fileName, from] of Object.entries(beside)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(`${top}${from}`) });
      }
      for (const [file, source] of await reels(`${top}web/engine/`)) {
        this.emitFile({ type: 'asset', fileName: `stories/${file}`, source });
      }
    },
  };
}

/** The bundler puts 150 bytes of its own into a file that the first picture would wait for; they go where they are used. */
function runtimeWithin() {
  return {
    name: 'runtime-within',
    generateBundle(_, bundle) {
      const runtime = Object.values(bundle).find(({ fileName }) => fileName.includes('rolldown-runtime'));
      if (runtime === undefined) return;
      const [, code, local] = runtime.code.match(/^(.*);export\{(\w+)(?: as \w+)?\};?\s*$/s) ?? [];
      const imported = new RegExp(`import\\{\\w+ as (\\w+)\\}from"\\./${runtime.fileName}";`, 'g');
      for (const chunk of Object.values(bundle)) {
        chunk.code = chunk.code?.replace(imported, (_, name) => `const ${name}=(()=>{${code};return ${local}})();`);
        if (chunk.code?.includes(runtime.fileName))
          throw new Error(`${chunk.fileName} uses the runtime in another way`);
      }
      delete bundle[runtime.fileName];
    },
  };
}

/**
 * Nearly every function of the first picture's script is called for it. A browser that knows the remark compiles them all beside the
 * page's thread while the bytes come in, instead of one by one on that thread.
 */
function compiledOnArrival() {
  return {
    name: 'compiled-on-arrival',
    generateBundle(_, bundle) {
      const script = Object.values(bundle).find(({ name }) => name === 'mounted');
      script.code = `//# allFunctionsCalledOnLoad\n${script.code}`;
    },
  };
}

/** The glue has a default address for the module that Vite would take into the script; `load.ts` always passes ours. */
export function noAddressInGlue() {
  return {
    name: 'no-address-in-glue',
    transform(code, id) {
      if (!id.endsWith('/web/engine/engine.js')) return undefined;
      const without = code.replace(/new URL\('engine_bg\.wasm', import\.meta\.url\)/, 'undefined');
      if (without === code) throw new Error('wasm-bindgen no longer writes its default address as expected');
      return { code: without, map: null };
    },
  };
}

/** What the first picture needs is one file; otherwise what panels on demand share with it would be a second one. */
function firstPicture(id, bundle) {
  const seen = new Set();
  const isNeeded = (id) => {
    if (id.endsWith('/web/src/element/mounted.ts')) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return bundle.getModuleInfo(id).importers.some(isNeeded);
  };
  return isNeeded(id) ? 'mounted' : null;
}

/** The words that come with the engine are one file. */
function beyond(id) {
  return /\/web\/src\/text\/(because_beyond|acted)\.ts$/.test(id) ? 'beyond' : null;
}
