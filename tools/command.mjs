// Programs run with our terminal as theirs, from the top of the repository.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Stops a script with one plain message; what went wrong is the user's to mend, so no stack is printed. */
export class Stop extends Error {}

/** Runs a program to its end and tells whether it succeeded. */
export function run(program, args, env = {}) {
  const { error, status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  return status === 0;
}

/** Runs a program to its end and stops the script when it fails. */
export function must(program, args, env) {
  if (!run(program, args, env)) throw new Stop(`This failed: ${program} ${args.join(' ')}`);
}

/** What a program prints, or nothing when it is missing or fails. */
export function output(program, args) {
  const { status, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs the work of a script. A `Stop` ends it with its message and status 1. */
export async function script(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
