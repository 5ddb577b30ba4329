// The console: which of Kafka's tools is looked at and with what, and the story line that prints it.

import type { ActMark, Board } from '../engine/view';
import { quoted } from '../text/story_line';
import { type Tool, tools } from '../text/tools';

export interface OpenConsole {
  tool: Tool;
  /** Every topic when there is none. */
  topic: string | null;
  /** The producer or consumer that stands for the tool; the first one when there is none. */
  client: string | null;
  /** The choice among those of the tool; the first when it is empty. */
  option: string;
  said: string | null;
}

/** What each tool may be asked for besides, as the story line writes it; the first is its default. */
export const options: Readonly<Record<Tool, readonly string[]>> = {
  describe: [
    '',
    'only=under-replicated-partitions',
    'only=unavailable-partitions',
    'only=under-min-isr-partitions',
    'only=at-min-isr-partitions',
    'only=topics-with-overrides',
    'exclude-internal=true',
  ],
  'get-offsets': ['', 'time=earliest', 'time=max-timestamp', 'time=earliest-local', 'time=latest-tiered'],
  'reassign list': [],
  'reassign verify': [],
  'reassign generate': [],
  producer: [],
  consumer: [
    '',
    'print.key=true',
    'print.partition=true print.offset=true print.key=true',
    'print.timestamp=true print.partition=true print.offset=true print.epoch=true print.headers=true print.key=true',
  ],
  ran: [],
};

export const closedBefore: OpenConsole = { tool: 'describe', topic: null, client: null, option: '', said: null };

/** Tools that there is anything for: clients to look at, a plan to verify. */
export function toolsOf(board: Board, acts: readonly ActMark[]): readonly Tool[] {
  const there: Partial<Record<Tool, boolean>> = {
    'reassign verify': planOf(acts) !== '',
    producer: board.producers.length > 0,
    consumer: board.consumers.length > 0,
  };
  return tools.filter((tool) => there[tool] ?? true);
}

export function clientsOf(board: Board, tool: Tool): readonly string[] {
  const clients = tool === 'producer' ? board.producers : tool === 'consumer' ? board.consumers : [];
  return clients.map(({ node }) => node);
}

/** The line that prints it; an empty one prints what was run so far, none at all nothing. */
export function printingLine(
  { tool, topic, client, option }: OpenConsole,
  board: Board,
  acts: readonly ActMark[],
): string | null {
  const words = (...some: (string | null)[]) => some.filter((word) => word !== null && word !== '').join(' ');
  const name = client ?? clientsOf(board, tool)[0];
  switch (tool) {
    case 'describe':
    case 'get-offsets':
      return words(tool, topic === null ? null : quoted(topic), option);
    case 'reassign list':
      return tool;
    case 'reassign verify':
      return planOf(acts) === '' ? null : words(tool, planOf(acts));
    case 'reassign generate': {
      const topics = topic === null ? [...new Set(board.partitions.map(({ topic }) => topic))] : [topic];
      const brokers = board.brokers.map(({ id }) => id).join(',');
      return topics.length === 0 ? null : words(tool, topics.map(quoted).join(' '), `brokers=${brokers}`);
    }
    case 'producer':
    case 'consumer':
      return name === undefined ? null : words('print', name, option);
    case 'ran':
      return '';
  }
}

/** Where partitions were to go by the acts so far, the last word on each: `orders-0=4,2,3 orders-1=2,3`. */
function planOf(acts: readonly ActMark[]): string {
  const plan = new Map<string, string>();
  for (const { line } of acts) {
    const [, one, replicas] = /^reassign (\S+) .*?replicas=(\S+)/.exec(line) ?? [];
    if (one !== undefined && replicas !== undefined) plan.set(one, replicas);
    if (!line.startsWith('reassign plan ')) continue;
    for (const [, partition, replicas] of line.matchAll(/(\S+-\d+)=([\d,]+)/g))
      if (partition !== undefined && replicas !== undefined) plan.set(partition, replicas);
  }
  return [...plan].map(([partition, replicas]) => `${partition}=${replicas}`).join(' ');
}
