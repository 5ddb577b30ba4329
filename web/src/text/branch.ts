// What is said of runs that one can go to. A run is called after the act by which it parted from another one.

import { clock, plural } from './quantity';

export const branchWords = {
  runs: (count: number) => `${plural(count, 'run')} of this cluster; this one:`,
  asTold: 'as told',
  /** Its first run has no other to part from. */
  first: 'as the story tells it',
  /** Where a run parts from another. */
  parts: (from: string, time: number) => `parts from “${from}” at ${clock(time)} s`,
  more: (acts: number) => (acts === 0 ? '' : `, ${plural(acts, 'act')} more`),
  ofStory: (title: string) => `of another story: ${title}`,
  name: (name: string) => `Name of the run “${name}”`,
  here: 'on screen',
  goTo: 'Go to it',
  goToNamed: (name: string) => `Go to “${name}” at the same time`,
  compare: 'Compare with',
  compareTitle: 'Shows the other run at the same time; again, and it is this one. Key: \\ in the time bar',
  undo: 'Undo',
  redo: 'Redo',
} as const;

/** Settings that tell one act from another at a glance. */
const TELLING = /^(key|acks|partition|by|to|replicas)=/;

/** crash b1 · produce orders.placed key=ord-1045 acks=all */
export function actName(line: string): string {
  const words = line.trim().split(/\s+/);
  const short = words.filter((word) => !word.includes('=') || TELLING.test(word)).join(' ');
  return short.length <= 48 ? short : `${short.slice(0, 47)}…`;
}

/** What a run is called: by the person, else after what parted it from another. */
export function runName({ title, act }: { title: string | null; act: { line: string; time: number } | null }): string {
  if (title !== null) return title;
  return act === null ? branchWords.asTold : `${actName(act.line)}, ${clock(act.time)} s`;
}
