// What a menu offers for a thing of the board, and the story line an entry becomes. All entries come from the engine's list
// of commands; here they are only matched with what they can be done to.

import type { ArgListing, Board, CommandListing, ProcessState, SettingListing } from '../engine/view';
import { quoted } from '../text/story_line';
import { topicsOf } from './partition_name';
import { nodeOf, type Several, type Target } from './target';
import type { Thing } from './thing';

/** What a menu of a given kind is about: broker b1, topic orders.placed. */
interface Subject {
  of: string;
  name: string;
}

export interface Field {
  name: string;
  /** What belongs there. */
  describe: string;
  help: string;
  choices: readonly string[];
  must: boolean;
  /** What it holds before anything is entered. */
  initial: string;
}

export interface Offer {
  /** The same for the same command on the same subject. */
  key: string;
  label: string;
  /** The choice that is part of the entry, when one entry stands for each: `preferred`. */
  choice: string;
  command: CommandListing;
  subject: Subject;
  /** Of several subjects those that it makes sense for; none where there is one subject. */
  only: readonly string[];
  /** What the subject, or the choice, settles. */
  filled: Readonly<Record<string, string>>;
  fields: readonly Field[];
  settings: readonly SettingListing[];
}

export interface Section {
  subject: Subject;
  offers: readonly Offer[];
}

/** A board, which has the partitions in sight only, and the names of all of them. */
export interface Known {
  board: Board;
  partitions: readonly string[];
}

export interface Menu {
  sections: readonly Section[];
  /** Menus one gets to from here. */
  connections: readonly Connection[];
}

/**
 * Names of form fields that are no argument: which setting, and its value; which way, and what travels there. `asked` is an
 * argument that only a story has use for.
 */
export const own = { setting: 'setting', value: 'setting value', way: 'way', purpose: 'purpose', asked: 'as' } as const;

export type Way = 'both' | 'there' | 'back';

export function menuOf(known: Known, commands: readonly CommandListing[], target: Target, entered: Entered): Menu {
  const { board } = known;
  const sections = subjectsOf(board, target, entered)
    .map((subject) => ({
      subject,
      offers: target.kind === 'several' ? offersOfSeveral(known, commands, target) : offersOf(known, commands, subject),
    }))
    .filter(({ offers }) => offers.length > 0);
  return { sections, connections: connectionsOf(board, target) };
}

/** What the person has put into the forms of menus, by offer and field. */
export type Entered = Readonly<Record<string, string>>;

export const enteredKey = (offer: string, field: string): string => `${offer} | ${field}`;

export function enteredOr(entered: Entered, offer: Offer, field: Field): string {
  return entered[enteredKey(offer.key, field.name)] ?? field.initial;
}

/** The line of a story that does it. */
export function lineOf({ key, command, filled, fields, settings }: Offer, entered: Entered): string {
  const given = (name: string) => entered[enteredKey(key, name)];
  const value = ({ name }: ArgListing) =>
    (filled[name] ?? given(name) ?? fields.find((field) => field.name === name)?.initial ?? '').trim();
  // What may be written either way is written as a key.
  const only = command.words.filter(({ name }) => !command.keys.some((key) => key.name === name));
  const words = only.flatMap((arg) => (arg.many ? value(arg).split(' ') : value(arg))).filter((word) => word !== '');
  const keys = command.keys.filter((arg) => value(arg) !== '').map((arg) => `${arg.name}=${quoted(value(arg))}`);
  const setting = given(own.setting) ?? initialSetting(command, settings);
  const change = setting === '' ? [] : [`${setting}=${quoted((given(own.value) ?? '').trim())}`];
  return [command.name, ...words.map(quoted), ...keys, ...change].join(' ');
}

/** A command that is about settings alone begins with the first one; elsewhere none need be given. */
export function initialSetting(command: CommandListing, settings: readonly SettingListing[]): string {
  const alone =
    command.keys.every(({ name }) => name === own.asked) && !command.words.some(({ name }) => name === 'name');
  return alone ? (settings[0]?.name ?? '') : '';
}

/** Nothing to enter and nothing to choose: done at once. */
export function isPlain({ fields, settings }: Offer): boolean {
  return fields.length === 0 && settings.length === 0;
}

// ── who is asked ──

function subjectsOf(board: Board, target: Target, entered: Entered): Subject[] {
  const broker = (id: number): Subject[] => named('broker', board.brokers.find((broker) => broker.id === id)?.node);
  const partition = (name: string): Subject[] => [
    ...named('partition', name),
    ...named('topic', board.partitions.find((partition) => partition.name === name)?.topic),
  ];
  switch (target.kind) {
    case 'cluster':
      return [{ of: 'cluster', name: '' }];
    case 'several':
      return [{ of: 'several', name: target.nodes.join(' ') }];
    case 'broker':
      return broker(target.id);
    case 'controller':
      return [{ of: 'broker', name: target.node }];
    case 'producer':
    case 'consumer':
      return [{ of: target.kind, name: target.node }];
    case 'partition':
      return partition(target.name);
    case 'record':
    case 'replica':
      return [...broker(target.broker), ...partition(target.partition)];
    case 'connection':
      return [{ of: 'connection', name: connectionName(target, entered) }];
    case 'message':
    case 'parked':
      return [];
  }
}

function named(of: string, name: string | undefined): Subject[] {
  return name === undefined ? [] : [{ of, name }];
}

/** `b1-b2`, `b1>b2`, `b1>b2:fetch`, or the process alone for all its connections. */
export function connectionName({ from, to }: { from: string; to: string | null }, entered: Entered): string {
  if (to === null) return from;
  const way = entered[own.way] ?? 'both';
  const purpose = entered[own.purpose] ?? '';
  const ends = way === 'both' ? `${from}-${to}` : way === 'there' ? `${from}>${to}` : `${to}>${from}`;
  return purpose === '' ? ends : `${ends}:${purpose}`;
}

type Connection = Thing & { kind: 'connection' };

/** With every process it may talk to, and at last all of them at once. */
function connectionsOf(board: Board, target: Target): Connection[] {
  const node = nodeOf(board, target);
  if (node === null) return [];
  const nodes = (views: readonly { node: string }[]) => views.map(({ node }) => node);
  const clients = nodes([...board.producers, ...board.consumers]);
  const brokers = nodes(board.brokers);
  const others = clients.includes(node) ? brokers : [...brokers, ...nodes(board.controllers), ...clients];
  const ends = [...others.filter((to) => to !== node), null];
  return ends.map((to): Connection => ({ kind: 'connection', from: node, to }));
}

// ── what can be done to it ──

function offersOf(known: Known, commands: readonly CommandListing[], subject: Subject): Offer[] {
  const { board } = known;
  return commands
    .flatMap((command) => {
      const label = command.menus.find(({ of }) => of === subject.of)?.label;
      return label === undefined || !makesSense(board, command, subject) ? [] : offers(known, command, label, subject);
    })
    .filter(({ command, subject }) => accepts(board, command, subject));
}

/** What can be done to several in one line, to all of them or to those for which it makes sense. */
function offersOfSeveral(known: Known, commands: readonly CommandListing[], { nodes }: Several): Offer[] {
  const { board } = known;
  return commands.flatMap((command) => {
    const label = command.menus.find(({ of }) => of === 'broker')?.label;
    const word = command.words.find(({ kind, many }) => many && (kind === 'broker' || kind === 'server'));
    if (label === undefined || word === undefined) return [];
    const those = nodes.filter((name) => {
      const subject = { of: 'broker', name };
      return makesSense(board, command, subject) && accepts(board, command, subject);
    });
    if (those.length === 0) return [];
    const subject = { of: 'several', name: those.join(' ') };
    const only = those.length < nodes.length ? those : [];
    const open = [...command.words, ...command.keys].filter((arg) => arg !== word);
    const filled = { [word.name]: subject.name };
    const fields = open.map((arg) => field(known, arg));
    return [
      { key: `${command.name} several`, label, choice: '', only, command, subject, filled, fields, settings: [] },
    ];
  });
}

/** A command of brokers alone is not offered for a controller. */
function accepts(board: Board, command: CommandListing, { of, name }: Subject): boolean {
  if (of !== 'broker' || board.brokers.some(({ node }) => node === name)) return true;
  return command.words.some(({ kind }) => kind === 'server');
}

const needs: Readonly<Record<string, (state: ProcessState) => boolean>> = {
  start: (state) => state === 'down',
  resume: (state) => state === 'paused',
  pause: (state) => state !== 'down' && state !== 'paused',
  crash: (state) => state !== 'down',
  stop: (state) => state !== 'down',
  roll: (state) => state !== 'down',
  'power-loss': (state) => state !== 'down',
  'lose-disk': (state) => state !== 'down',
};

/** Start what is down, crash what is up. What else is possible or not, the engine says. */
function makesSense(board: Board, command: CommandListing, { of, name }: Subject): boolean {
  const state = [...board.brokers, ...board.controllers].find(({ node }) => node === name)?.state;
  if (of !== 'broker' || state === undefined) return true;
  return needs[command.name]?.(state) ?? true;
}

function offers(known: Known, command: CommandListing, label: string, subject: Subject): Offer[] {
  const filled = filledBy(known.board, command, subject);
  const open = [...command.words, ...command.keys].filter(
    ({ name }, i, all) =>
      name !== own.asked && filled[name] === undefined && all.findIndex((arg) => arg.name === name) === i,
  );
  const offer = { label, only: [], command, subject, filled, settings: command.settings };
  const key = `${command.name} ${subject.of} ${subject.of === 'connection' ? '' : subject.name}`;
  const [only] = open;
  if (open.length === 1 && only?.must && only.choices.length > 0) {
    return only.choices.map((choice) => ({
      ...offer,
      key: `${key} ${choice}`,
      choice,
      filled: { ...filled, [only.name]: choice },
      fields: [],
    }));
  }
  return [{ ...offer, key, choice: '', fields: open.map((arg) => field(known, arg)) }];
}

/** Which arguments the subject settles: by what they are, and of clients by the name of the argument. */
function filledBy(board: Board, command: CommandListing, { of, name }: Subject): Record<string, string> {
  const partition = of === 'partition' ? board.partitions.find((partition) => partition.name === name) : undefined;
  const filled: Record<string, string> = {};
  for (const arg of [...command.words, ...command.keys]) {
    if (of === 'broker' && (arg.kind === 'broker' || arg.kind === 'server')) filled[arg.name] = name;
    if (of === 'connection' && arg.kind === 'connection') filled[arg.name] = name;
    if (of === 'topic' && arg.kind === 'topic') filled[arg.name] = name;
    if (of === 'producer' && arg.name === 'from') filled[arg.name] = name;
    if (of === 'consumer' && arg.name === 'by') filled[arg.name] = name;
    if (partition === undefined) continue;
    if (arg.kind === 'partition') filled[arg.name] = name;
    else if (arg.kind === 'topic') filled[arg.name] = partition.topic;
    else if (arg.name === 'partition') filled[arg.name] = String(partition.partition);
  }
  // The whole cluster's describe names no topic.
  if (of === 'cluster')
    for (const { name, kind, must } of command.words) if (kind === 'topic' && !must) filled[name] = '';
  return filled;
}

function field({ board, partitions }: Known, { name, kind, describe, help, choices, must }: ArgListing): Field {
  const there = {
    broker: () => board.brokers.map(({ node }) => node),
    topic: () => topicsOf(partitions),
    partition: () => [...partitions],
    producer: () => board.producers.map(({ node }) => node),
    consumer: () => board.consumers.map(({ node }) => node),
  }[kind as string];
  const all = there?.() ?? choices;
  return { name, describe, help, choices: all, must, initial: must ? (all[0] ?? '') : '' };
}
