// What a story is about to do, for the button that goes there.

import { listed, nodeName } from './quantity';

/** What the story is about to do to a process: none for all else that it does. */
export function comingAct(line: string): string | null {
  const [command = '', ...rest] = line.split(/\s+/);
  const verb = coming[command];
  const names = rest.filter((word) => !word.includes('=')).map(nodeName);
  return verb === undefined || names.length === 0 ? null : `${verb} ${listed(names)}`;
}

const coming: Record<string, string> = {
  crash: 'crash',
  stop: 'stop',
  start: 'start',
  pause: 'pause',
  resume: 'resume',
  isolate: 'isolate',
  roll: 'restart',
  'power-loss': 'power loss of',
  'lose-disk': 'lose the disk of',
};
