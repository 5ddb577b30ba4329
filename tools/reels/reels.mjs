// What is known of a built engine's stories without it, kept in its folder: recorded once for each engine.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { record } from './record.mjs';

/** Names of files and what is in them. */
export async function reels(engineFolder) {
  const module = readFileSync(join(engineFolder, 'engine_bg.wasm'));
  const recorders = ['record.mjs', 'change.mjs'].map((file) =>
    readFileSync(fileURLToPath(new URL(file, import.meta.url))),
  );
  const hash = [module, ...recorders].reduce((sum, part) => sum.update(part), createHash('sha256')).digest('hex');
  const folder = join(engineFolder, 'reels');
  const stamp = join(folder, '.recorded-from');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const engine = await import(pathToFileURL(join(engineFolder, 'engine.js')));
    engine.initSync({ module });
    for (const [file, packed] of record(engine)) writeFileSync(join(folder, file), packed);
    writeFileSync(stamp, hash);
  }
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  return files.map((file) => [file, readFileSync(join(folder, file))]);
}
