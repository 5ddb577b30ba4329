// What a line of a story may go on with at the caret, read off the engine's list of commands and what is on the board.

import type { ArgListing, Board, CommandListing } from '../engine/view';

export interface Proposal {
  /** What stands there from `from` up to the caret is replaced by this. */
  text: string;
  from: number;
}

export interface Help {
  command: CommandListing | null;
  proposals: readonly Proposal[];
}

const MOST = 12;

/** `line` up to the caret. */
export function helpFor(line: string, commands: readonly CommandListing[], board: Board): Help {
  const words = line.split(/\s+/).filter(Boolean);
  const isBetween = line === '' || /\s$/.test(line);
  const word = isBetween ? '' : (words.at(-1) ?? '');
  const from = line.length - word.length;
  const command = commandOf(words, commands);
  const propose = (texts: readonly string[], begin = word, place = from): Proposal[] =>
    texts
      .filter((text) => text.startsWith(begin) && text !== begin)
      .slice(0, MOST)
      .map((text) => ({ text, from: place }));
  if (/^\s*#/.test(line)) return { command: null, proposals: [] };
  if (command === null) {
    const begin = line.trimStart();
    return {
      command,
      proposals: propose(
        commands.map(({ name }) => name),
        begin,
        line.length - begin.length,
      ),
    };
  }
  const given = words.slice(command.name.split(' ').length);
  const before = isBetween ? given : given.slice(0, -1);
  const isName = !isBetween && given.length === 0;
  if (isName)
    return {
      command,
      proposals: propose(
        commands.map(({ name }) => name),
        line.trimStart(),
        line.length - line.trimStart().length,
      ),
    };
  const [key, value] = word.includes('=')
    ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
    : ['', ''];
  if (key !== '') {
    const arg = command.keys.find(({ name }) => name === key);
    const choices =
      arg === undefined ? command.settings.find(({ name }) => name === key)?.choices : choicesOf(arg, board);
    return { command, proposals: propose(choices ?? [], value, line.length - value.length) };
  }
  const isKey = (text: string) => text.includes('=');
  const place = before.filter((text) => !isKey(text)).length;
  const arg = command.words[place] ?? command.words.findLast(({ many }) => many);
  const open = [...command.keys, ...command.settings].filter(
    ({ name }) => !before.some((text) => text.startsWith(`${name}=`)),
  );
  const keys = open.map(({ name }) => `${name}=`);
  return { command, proposals: propose([...(arg === undefined ? [] : choicesOf(arg, board)), ...keys]) };
}

/** By its first two words, or the first. */
function commandOf(words: readonly string[], commands: readonly CommandListing[]): CommandListing | null {
  const named = (name: string) => commands.find((command) => command.name === name);
  return named(words.slice(0, 2).join(' ')) ?? named(words[0] ?? '') ?? null;
}

function choicesOf({ kind, choices }: ArgListing, board: Board): readonly string[] {
  const brokers = board.brokers.map(({ node }) => node);
  const servers = [...brokers, ...board.controllers.map(({ node }) => node)];
  switch (kind) {
    case 'broker':
      return brokers;
    case 'server':
      return servers;
    case 'topic':
      return [...new Set(board.partitions.map(({ topic }) => topic))];
    case 'partition':
      return board.partitions.map(({ name }) => name);
    case 'producer':
      return board.producers.map(({ node }) => node);
    case 'consumer':
      return board.consumers.map(({ node }) => node);
    case 'connection':
      return brokers.flatMap((one) => brokers.filter((other) => other > one).map((other) => `${one}-${other}`));
    default:
      return choices;
  }
}
