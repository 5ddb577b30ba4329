// The engine's module and its glue, fetched and started once per page however many elements ask for it, and started afresh
// when it has stopped on a mistake of its own.

import type { Engine, EngineRoom } from './engine';
import { engineModule } from './module';

export type EngineLoad =
  | { room: EngineRoom }
  | { failed: { kind: 'no-webassembly' } | { kind: 'engine-did-not-load'; detail: string } };

let loading: Promise<EngineLoad> | undefined;
const listeners = new Set<() => void>();

/** Never rejects; after a failure the next call tries again. */
export async function loadEngine(): Promise<EngineLoad> {
  if (typeof WebAssembly !== 'object') return { failed: { kind: 'no-webassembly' } };
  loading ??= start().then(
    (room) => ({ room }),
    (error: unknown) => {
      loading = undefined;
      return {
        failed: { kind: 'engine-did-not-load', detail: error instanceof Error ? error.message : String(error) },
      };
    },
  );
  return loading;
}

async function start(): Promise<EngineRoom> {
  // Both are on their way at once; the glue takes the answer.
  const answer = engineModule();
  answer.catch(() => {});
  const glue = await import('../../engine/engine.js');
  await glue.default({ module_or_path: answer });
  return {
    engine: glue as unknown as Engine,
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
}
