// Words of the action menus. What an entry does is said by the engine's own list of commands.

import { listed, nodeName, sentenceCase, titleName } from './quantity';

export const menuWords = {
  actions: 'Actions',
  settings: 'Settings',
  settingsHelp: "Every setting by Kafka's name: its value, default, bounds, and what it does.",
  rules: 'Rules of Kafka',
  rulesHelp: 'What goes wrong without each of them: switch one off and see.',
  storyText: 'Story text',
  storyTextHelp: 'The run as a text: change it, run it again, open one of your own.',
  connections: 'Connections',
  allConnections: 'all its connections',
  toOther: (node: string) => `with ${nodeName(node)}`,
  connection: (from: string, to: string) => `Connection of ${nodeName(from)} and ${nodeName(to)}`,
  allOf: (node: string) => `All connections of ${nodeName(node)}`,
  several: (nodes: readonly string[]) => listed(nodes.map(titleOrName)),
  only: (nodes: readonly string[]) => `${listed(nodes.map(titleOrName))} only`,
  selectMore: 'Select others as well',
  selectMoreHelp: 'What is done next is done to all of them, in one line.',
  chooseMore: 'Choose the others on the board.',
  actOnAll: 'Act on all of them',
  giveUp: 'Give up the selection',
  nothingToDo: 'Nothing can be done to this one.',
  back: 'Back',
  close: 'Close',
  lineIs: 'As a line of the story:',
  needed: 'needed',
  leftOut: 'left out',
  setting: 'Setting',
  noSetting: 'none',
  value: 'Value',
  defaultIs: (value: string) => (value === '' ? "Kafka's default is empty." : `Kafka's default is ${value}.`),
  way: 'Which way',
  ways: (from: string, to: string) => ({
    both: 'both ways',
    there: `${nodeName(from)} to ${nodeName(to)} only`,
    back: `${nodeName(to)} to ${nodeName(from)} only`,
  }),
  purpose: 'What travels there',
  everything: 'everything',
} as const;

/** Broker 1, broker 2 and broker 3: the first with a capital. */
function titleOrName(node: string, i: number): string {
  return i === 0 ? titleName(node) : nodeName(node);
}

/** Over the entries of one of several subjects: `Topic orders.placed`. */
export function sectionTitle(of: string, name: string): string {
  return of === 'broker' || of === 'connection' ? titleName(name) : `${sentenceCase(of)} ${name}`;
}

export function offerLabel(label: string, choice: string): string {
  return choice === '' ? label : `${label}: ${choice}`;
}

/** A story's mistake beside a form: the line is the one that was just written, so its number says nothing. */
export function mistake(message: string): string {
  const said = message.replace(/^line \d+, column \d+: /, '');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.!?]$/.test(said) ? '' : '.'}`;
}
