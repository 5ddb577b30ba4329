// An interval as a Mermaid sequence diagram: messages as arrows in the order in which they ended, notes for what happened where.

import type { Board, Event, Happened, MessageView, Travelled } from '../engine/view';
import { messageLabel } from '../scene/motion';
import { happenedSentence } from '../text/happened';
import { clock, nodeName } from '../text/quantity';
import { shareWords } from '../text/share';
import type { Interval } from './interval';
import { plain } from './picture/markup';

/** A row of the diagram, before its participants have their short names. */
interface Row {
  position: number;
  nodes: string[];
  /** `all` is everybody, from the first to the last. */
  write: (alias: (node: string) => string, all: string) => string;
}

export function mermaid({ events, travelled, to, more }: Interval, board: Board, story: string): string {
  const rows = [...travelled.map((one) => arrow(one, to)), ...events.flatMap((one) => note(one, board))];
  const sorted = rows.toSorted((a, b) => a.position - b.position);
  const used = new Set(sorted.flatMap(({ nodes }) => nodes));
  const known = participants(board);
  const order = used.size === 0 ? known : known.filter((node) => used.has(node));
  const aliases = new Map(
    [...order, ...[...used].filter((node) => !known.includes(node))].map((node, i) => [node, `n${i}`]),
  );
  const alias = (node: string): string => aliases.get(node) ?? 'n0';
  const all = over([...aliases.values()]);
  return [
    '---',
    // Written as JSON writes a text, which YAML reads as the same text.
    `title: ${JSON.stringify(plain(story))}`,
    '---',
    'sequenceDiagram',
    ...[...aliases].map(([node, short]) => `    participant ${short} as ${coded(nodeName(node))}`),
    ...sorted.map((row) => `    ${row.write(alias, all)}`),
    ...(more ? [`    Note over ${all}: ${coded(shareWords.more)}`] : []),
    '',
  ].join('\n');
}

/** As the page has them from left to right, and the controllers, which are asked seldom, beside them. */
function participants({ producers, brokers, consumers, controllers }: Board): string[] {
  return [producers, brokers, consumers, controllers].flatMap((all) => all.map(({ node }) => node));
}

function arrow({ message, ended, lost }: Travelled, to: number): Row {
  const { from, to: receiver } = message;
  const isAnswer = message.kind.endsWith('-answer');
  const line =
    ended === null ? (isAnswer ? '--)' : '-)') : lost ? (isAnswer ? '--x' : '-x') : isAnswer ? '-->>' : '->>';
  const label = `${labelOf(message)}${ended === null ? ` (${shareWords.onTheWay})` : lost ? ` (${shareWords.lost})` : ''}`;
  return {
    position: ended ?? to + 1,
    nodes: [from, receiver],
    write: (alias) => `${alias(from)}${line}${alias(receiver)}: ${coded(label)}`,
  };
}

/** With the partition where it serves only one; several say how many. */
function labelOf(message: MessageView): string {
  const [part = null] = message.parts;
  const words = messageLabel(message, part, 'wide');
  if (part === null) return words;
  return message.parts.length === 1
    ? `${words}, ${part.partition}`
    : shareWords.partitions(words, message.parts.length);
}

/** What an arrow says already is no note. */
const arrows: ReadonlySet<Event['kind']> = new Set([
  'produce-sent',
  'fetched',
  'fetch-answered',
  'acknowledged',
  'refused',
  'answered',
]);

function note({ position, time, event }: Happened, board: Board): Row[] {
  if (arrows.has(event.kind)) return [];
  const nodes = placeOf(event, board);
  const partition = 'partition' in event && event.partition !== null ? `${event.partition}: ` : '';
  const words = wrapped(`${clock(time)} ${partition}${happenedSentence(event)}`);
  return [
    {
      // After the arrow that brought it about.
      position: position + 0.5,
      nodes,
      write: (alias, all) =>
        `Note over ${nodes.length === 0 ? all : over(nodes.map(alias))}: ${words.map(coded).join('<br/>')}`,
    },
  ];
}

/** Where something happened: at one process, between two, or at the controller; nowhere in the cluster for a person's act. */
function placeOf(event: Event, board: Board): string[] {
  if (event.kind === 'acted') return [];
  const active = board.controllers.find(({ active }) => active) ?? board.controllers[0];
  const controller = active?.node ?? board.brokers[0]?.node ?? '';
  const broker = (id: number): string => board.brokers.find((one) => one.id === id)?.node ?? `b${id}`;
  if (/^broker-(un)?fenced$|^broker-unregistered$/.test(event.kind)) return [controller];
  if ('broker' in event && typeof event.broker === 'number') return [broker(event.broker)];
  if ('node' in event) return [event.node];
  if ('producer' in event) return [event.producer];
  if ('consumer' in event) return [event.consumer];
  if (/^link-/.test(event.kind) && 'from' in event && 'to' in event) {
    const ends = [event.from, event.to].filter((node): node is string => typeof node === 'string');
    if (ends.length > 0) return ends;
  }
  return [controller];
}

function over(aliases: readonly string[]): string {
  const [first = 'n0'] = aliases;
  const last = aliases.at(-1) ?? first;
  return first === last ? first : `${first},${last}`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 44) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Everything but plain words as Mermaid's own codes, so that no text can end its line or begin something else. */
function coded(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N} ,.()=→–-]/gu, (letter) => `#${letter.codePointAt(0)};`);
}
