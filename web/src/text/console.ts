// The console: what Kafka's command line prints, and what each field of it means.

export const consoleWords = {
  command: (topic: string | null) =>
    topic === null ? 'kafka-topics.sh --describe' : `kafka-topics.sh --describe --topic ${topic}`,
  topic: 'Topic',
  everyTopic: 'every topic',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page copy. The text is selected: copy it with the keyboard.',
  hint: 'Select a field to see what it means.',
  nothing: 'There is no topic yet: kafka-topics prints nothing.',
  output: 'Output',
  close: 'Close the console',
} as const;

/** A stretch of the output; a field has a name, the blanks between fields have none. */
export interface Printed {
  text: string;
  field: string | null;
  value: string;
}

/** The output in pieces: put together they are the output again, letter for letter. */
export function printed(output: string): Printed[] {
  return output.split(/([\t\n]+)/).flatMap((text): Printed[] => {
    if (text === '') return [];
    const [, field, value] = text.match(/^([A-Z][A-Za-z ]*): ?(.*)$/) ?? [];
    if (field === undefined || meanings[field] === undefined) return [{ text, field: null, value: '' }];
    return [{ text, field, value: value ?? '' }];
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
      ? 'No setting of this topic differs from Kafka’s defaults.'
      : 'Settings that differ from Kafka’s defaults: those of the topic, and those set for the whole cluster.',
  Partition: (value) => `Partition ${value} of the topic: one log, with an order of its own.`,
  Leader: (value) =>
    value === none
      ? 'No broker leads: the partition is offline. Nobody can write to it or read from it until a replica that may lead is back.'
      : `Broker ${value} leads: it takes the writes. It is the controller’s word; a broker may learn of it later.`,
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

export function consoleMeaning({ field, value }: Printed): string {
  return field === null ? '' : (meanings[field]?.(value) ?? '');
}
