// The engine's module, fetched and started once per page however many elements ask for it, and started afresh when it has
// stopped on a mistake of its own.

import init, * as glue from '../../engine/engine.js';
import type { Engine, EngineRoom } from './engine';

export type EngineLoad =
  | { room: EngineRoom }
  | { failed: { kind: 'no-webassembly' } | { kind: 'engine-did-not-load'; detail: string } };

let loading: Promise<EngineLoad> | undefined;
const listeners = new Set<() => void>();

/** Named one by one, so that the script needs no object of all that the glue has. */
const engine: Engine = {
  engineVersion: glue.engineVersion,
  stories: glue.stories,
  commands: glue.commands,
  configs: glue.configs,
  mistakes: glue.mistakes,
  withSetting: glue.withSetting,
  withoutExpectations: glue.withoutExpectations,
  purposes: glue.purposes,
  rules: glue.rules,
  eventRules: glue.eventRules,
  storyText: glue.storyText,
  open: glue.open,
};

const room: EngineRoom = {
  engine,
  restart() {
    glue.__wbg_reset_state();
    for (const rebuild of listeners) rebuild();
  },
  onRestart(rebuild) {
    listeners.add(rebuild);
    return () => listeners.delete(rebuild);
  },
  isDead(error) {
    return error instanceof WebAssembly.RuntimeError;
  },
};

/** Never rejects; after a failure the next call tries again. */
export async function loadEngine(): Promise<EngineLoad> {
  if (typeof WebAssembly !== 'object') return { failed: { kind: 'no-webassembly' } };
  loading ??= init({ module_or_path: new URL(/* @vite-ignore */ './highwater-playground.wasm', import.meta.url) }).then(
    () => ({ room }),
    (error: unknown) => {
      loading = undefined;
      return {
        failed: { kind: 'engine-did-not-load', detail: error instanceof Error ? error.message : String(error) },
      };
    },
  );
  return loading;
}
