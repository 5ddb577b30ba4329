// The files of the repository, as a check sees them.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../command.mjs';

/** Every file that is tracked, or would be by `git add`, below the given paths. */
export function files(...paths) {
  // A checkout that belongs to somebody else, as on some build machines, may be read all the same.
  const args = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
    '--',
    ...paths,
  ];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return listed.split('\0').filter((file) => file && existsSync(join(root, file)));
}

export const read = (file) => readFileSync(join(root, file), 'utf8');

/** The place of a match as an editor opens it. */
export const place = (file, text, index) => `${file}:${text.slice(0, index).split('\n').length}`;

/** Prints what is wrong and ends the check. */
export function report(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
