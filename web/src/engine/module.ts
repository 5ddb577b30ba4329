// The engine's module as it comes over the network: a file beside the script. In the form of the script that is one file it is
// within (web/one_file.config.mjs).

export function engineModule(): Promise<Response> {
  return fetch(new URL(/* @vite-ignore */ './highwater-playground.wasm', import.meta.url));
}
