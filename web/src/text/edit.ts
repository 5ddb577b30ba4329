// Words of what changes the run as a whole: settings, Kafka's rules, the run as a text.

import type { ConfigListing, ConfigScope } from '../engine/view';
import { nodeName } from './quantity';

export const editWords = {
  open: 'Change the run',
  title: 'Change the run',
  close: 'Close',
  tabs: { settings: 'Settings', rules: 'Rules of Kafka', story: 'Story text' },
  changed: (title: string) => `${title === '' ? 'A story' : title}, changed`,
} as const;

export const settingWords = {
  about:
    "Every setting that the model knows, by Kafka's name. What changes while everything runs is done now, as a line of the story. What a process reads only when it starts makes the run anew, with the new value at the story's head; the run you see is kept as a branch.",
  search: 'Search settings',
  none: 'No setting has these words in its name or meaning.',
  scopes: {
    all: 'All',
    topic: 'Topic',
    broker: 'Broker',
    controller: 'Controller',
    producer: 'Producer',
    consumer: 'Consumer',
  },
  whose: 'Settings of',
  everyTopic: 'the cluster, for every topic',
  everyBroker: 'every broker',
  nobody: {
    topic: 'There is no topic.',
    broker: 'There is no broker.',
    controller: 'There is no controller.',
    producer: 'There is no producer.',
    consumer: 'There is no consumer.',
  },
  dynamic: 'Kafka changes these while everything runs.',
  atStart: 'Read when the process starts: another value makes the run anew.',
  isDefault: 'default',
  isSet: 'set',
  differ: (values: readonly string[]) => `they differ: ${values.join(', ')}`,
  defaultIs: (value: string) => (value === '' ? 'empty by default' : `default ${value}`),
  now: 'Change it now',
  again: 'Run again with it',
  fromHere: 'Only from here on',
  fromHereHint: 'Only the model can: Kafka would want a restart, or another client.',
  toDefault: 'Back to its default',
  value: (name: string) => `Value of ${name}`,
  done: (what: string) => `Done at this moment: ${what}`,
  rerun: (name: string) => `The run was made anew with another ${name}. The one you saw is kept as a branch.`,
  rerunUnchecked: (name: string) =>
    `The run was made anew with another ${name}, without what the story expects of it: some of that is not so any more. The one you saw is kept as a branch.`,
  withoutActs: 'Run it without what I did by hand',
  asText: 'Look at it as a text',
} as const;

export const ruleWords = {
  about:
    "Kafka's safety rules, each as a switch. Switching one off is a line of the story, done at this moment in every process. What you then see is what would go wrong if Kafka did not have the rule.",
  search: 'Search rules',
  none: 'No rule has these words.',
  source: (source: string, since: string) => `${source}; since ${since}`,
  off: 'off',
  on: 'on',
  state: (name: string) => `Rule ${name}`,
} as const;

export const storyWords = {
  about:
    'The run you see as a story: what it began with, what was done by hand, and when. Change it and run it again; the run you see is kept as a branch.',
  text: 'Story text',
  run: 'Run it',
  runKeys: 'Ctrl Enter',
  revert: 'Back to the run you see',
  file: 'Open a file …',
  drop: 'Let go to open the file here.',
  fine: 'Nothing wrong as far as can be told without running it.',
  mistakes: (count: number) => (count === 1 ? 'One mistake' : `${count} mistakes`),
  inRun: 'This came up while it was run:',
  place: (line: number, column: number) => `line ${line}, column ${column}`,
  newer: 'The run has gone on since you began to change its text.',
  takeRun: 'Take the text of the run',
  tooLarge: (name: string, bytes: number, most: number) =>
    `${name} has ${bytes.toLocaleString('en')} bytes; a file of up to ${most.toLocaleString('en')} bytes is read.`,
  unreadable: (name: string) => `${name} could not be read.`,
  opened: (name: string) => `${name} is here as text. It is not run yet.`,
  own: 'A story of your own',
  propose: 'May go on with',
  proposeKeys: 'Ctrl Space goes there from the text.',
  language: 'A line is a command, its words, and key=value.',
} as const;

/** Where its numbers may lie: `from 1`, `0 to 1`; nothing for what has no bounds. */
export function boundsOf({ least, most, kind }: ConfigListing): string {
  if (kind !== 'number' || least === '') return '';
  return most === '' ? `from ${least}` : `${least} to ${most}`;
}

/** Who has settings, as a choice says it. */
export function whoseName(scope: ConfigScope, of: string): string {
  if (of !== '') return nodeName(of);
  return scope === 'topic' ? settingWords.everyTopic : settingWords.everyBroker;
}
