// The console: what Kafka's command line prints, and what each field or line of it means.

import type { Tool } from './tools';

export const consoleWords = {
  tool: 'Tool',
  tools: {
    describe: 'kafka-topics --describe',
    'get-offsets': 'kafka-get-offsets',
    'reassign list': 'kafka-reassign-partitions --list',
    'reassign verify': 'kafka-reassign-partitions --verify',
    'reassign generate': 'kafka-reassign-partitions --generate',
    producer: 'kafka-console-producer',
    consumer: 'kafka-console-consumer',
    ran: 'What was run so far',
  } satisfies Record<Tool, string>,
  topic: 'Topic',
  everyTopic: 'every topic',
  client: 'Client',
  option: 'Option',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page copy. The text is selected: copy it with the keyboard.',
  hint: 'Select a field to see what it means.',
  hintOf: {
    producer: 'A producer of this run, as if it were the tool. It prints nothing for records that were sent.',
    consumer: 'A consumer of this run, as if it were the tool.',
    ran: 'Each command that administrators gave, by the story or by hand, and what its tool printed.',
  } as Partial<Record<Tool, string>>,
  nothing: {
    describe: 'Nothing is printed: no partition or topic is meant.',
    'get-offsets': 'Nothing is printed: no partition has such an offset.',
    producer: 'Nothing is printed: no record has failed, none was sent again.',
    consumer: 'Nothing is printed: no record was read yet.',
    ran: 'Nobody has run a command yet. Menus do: elect a leader, move a partition, create a topic.',
  } as Partial<Record<Tool, string>>,
  nothingAtAll: 'Nothing is printed.',
  waiting: 'waits for its answer …',
  leftOut: (lines: number) => (lines === 1 ? 'One earlier line is left out.' : `${lines} earlier lines are left out.`),
  output: 'Output',
  close: 'Close the console',
} as const;

/** How an option is called: as on Kafka's command line. */
export function optionName(tool: Tool, option: string): string {
  if (option === '')
    return { describe: 'all partitions', 'get-offsets': '--time latest', consumer: 'values' }[tool as string] ?? '';
  if (tool === 'consumer')
    return option.replaceAll('print.', '').replaceAll('=true', '').split(' ').join(', ').concat(', value');
  const [name, value] = option.split('=');
  return name === 'time' ? `--time ${value}` : name === 'only' ? `--${value}` : `--${name}`;
}

/** A stretch of the output; what means something says what. */
export interface Piece {
  text: string;
  /** The name of a field. */
  field: string | null;
  meaning: string | null;
}

/** The output in pieces: put together they are the output again, letter for letter. */
export function printed(output: string): Piece[] {
  return output.split(/(\n+)/).flatMap((line): Piece[] => {
    const whole = lines.find(([form]) => form.test(line));
    if (whole !== undefined) return [{ text: line, field: null, meaning: whole[1](line.match(whole[0]) ?? []) }];
    return line.split(/(\t+)/).flatMap((text): Piece[] => {
      if (text === '') return [];
      const [, field, value] = text.match(/^([A-Z][A-Za-z ]*): ?(.*)$/) ?? [];
      const meaning = field === undefined ? undefined : meanings[field]?.(value ?? '');
      return [{ text, field: meaning === undefined ? null : (field ?? null), meaning: meaning ?? null }];
    });
  });
}

const none = 'none';

/** By the names that Kafka prints. */
const meanings: Record<string, (value: string) => string> = {
  Topic: (value) => `The name of the topic, ${value}.`,
  TopicId: () =>
    'Given when the topic was created and never used again: a topic deleted and created anew under the same name has another. Kafka draws it at random.',
  PartitionCount: (value) => `The topic has ${value} ${value === '1' ? 'partition' : 'partitions'}, numbered from 0.`,
  ReplicationFactor: (value) =>
    `How many replicas the first partition is assigned: ${value}. Replicas that are only being added do not count.`,
  Configs: (value) =>
    value === ''
      ? "No setting of this topic differs from Kafka's defaults."
      : "Settings that differ from Kafka's defaults: those of the topic, and those set for the whole cluster.",
  Partition: (value) => `Partition ${value} of the topic: one log, with an order of its own.`,
  Leader: (value) =>
    value === none
      ? 'No broker leads: the partition is offline. Nobody can write to it or read from it until a replica that may lead is back.'
      : `Broker ${value} leads: it takes the writes. It is the controller's word; a broker may learn of it later.`,
  Replicas: (value) =>
    `The brokers the partition is assigned to: ${value}. The first, ${value.split(',')[0]}, is the preferred leader. The list does not say who is alive.`,
  Isr: (value) =>
    value === ''
      ? 'Nobody is in sync.'
      : `In-sync replicas: ${value}. acks=all waits for these, and the next leader comes from them. A replica that lags less than replica.lag.time.max.ms is among them.`,
  Elr: (value) =>
    value === ''
      ? 'No eligible leader replicas: nobody outside the ISR is known to hold every committed record.'
      : `Eligible leader replicas: ${value}. Each left the ISR when that took it below min.insync.replicas. They hold every committed record, and one of them may lead when nobody of the ISR can.`,
  LastKnownElr: (value) =>
    value === ''
      ? 'No broker is remembered as the last one that led.'
      : `Who led when the partition was left without a leader: broker ${value}. When ISR and ELR are both empty it is the one that may lead again. It may lack committed records.`,
  'Adding Replicas': (value) => `A reassignment is adding: ${value}. They join once they have caught up.`,
  'Removing Replicas': (value) => `A reassignment is removing: ${value}. They go once the added ones are in the ISR.`,
};

export const consoleFields: readonly string[] = Object.keys(meanings);

/** Lines that mean something as a whole. */
const lines: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [
    /^([\w.-]+):(\d+):(\d+)$/,
    ([, topic, partition, offset]) =>
      `Offset ${offset} in partition ${partition} of ${topic}. With --time latest it is the high watermark: what is below it can be read. With --time earliest it is where the log starts.`,
  ],
  [
    /^Skip getting offsets/,
    () => 'The leader gave no offset, or there is none. The tool says so and goes on with the other partitions.',
  ],
  [
    /^Successfully completed leader election/,
    () => 'The controller has written another leader for these. Brokers learn of it as they read the metadata log.',
  ],
  [
    /^Valid replica already elected/,
    () => 'Nothing was to be done: the leader these have is the one that was asked for.',
  ],
  [/^Error completing leader election/, () => 'The controller found nobody that it may make the leader.'],
  [
    /^\t?(?:Suppressed: |Caused by: )?(?:org|java)\.[\w.]+Exception: /,
    () => 'The same once more: the head of a stack trace, of which the places in Kafka’s own files are left out here.',
  ],
  [/replica\(s\) could not be elected$/, () => 'The tool ends with an error when at least one election failed.'],
  [
    /^\{"version":1/,
    () =>
      'A plan: partitions with the brokers that shall hold them, the preferred leader first. “any” leaves the directory to the broker.',
  ],
  [/^Save this to use/, () => 'What stands above is where the partitions are now: executing it would move them back.'],
  [
    /^Successfully started partition reassignment/,
    () =>
      'The controller has noted the new replicas. They fetch like any follower; old ones go when all new ones are in the ISR.',
  ],
  [
    /^Successfully cancelled/,
    () => 'Added replicas go again. The others stay, in the order the reassignment gave them.',
  ],
  [/is still in progress\.$/, () => 'Some added replica is not in the ISR yet.'],
  [/^Reassignment of partition .* is completed\.$/, () => 'The replicas are those of the plan, in its order.'],
  [/^There is no active reassignment/, () => 'Nothing moves, and the replicas are not those of the plan.'],
  [
    /^Clearing (broker|topic)-level throttles/,
    () => 'A limit set for the move is taken away again. There are no throttles in this model.',
  ],
  [
    /: replicas: .*\.$/,
    () =>
      'A partition on the move: all who hold it or will, who is being added, who will be removed once these are in the ISR.',
  ],
  [/^Created topic /, () => 'The controller has written the topic. Brokers learn of it as they read the metadata log.'],
  [/^WARNING: Due to limitations in metric names/, () => 'Names of metrics write both characters as underscores.'],
  [
    /^\[[\d :,-]+\] WARN /,
    () => 'A batch is sent again. Its records are not lost, and the application hears nothing of it.',
  ],
  [/^\[[\d :,-]+\] ERROR /, () => 'A record failed for good, and the tool goes on. It may be stored all the same.'],
  [
    /^Error: Unknown broker id/,
    () => 'The tool asked for nothing: it knows of no such broker among those that are alive.',
  ],
  [
    /^None of the specified partition moves/,
    () => 'Between the directories of one broker nothing is being moved. In this model nothing ever is.',
  ],
  [/^Error /, () => 'The controller refused, and has changed nothing.'],
];
