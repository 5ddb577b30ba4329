// Words of the page itself: names of controls, headings, help, what is said when there is nothing to say.

export const page = {
  name: 'Highwater',
  playground: (story: string) => `Highwater: ${story}`,
  whatItIs: 'A simulated Apache Kafka cluster: play it, step back, produce records of your own, ask why.',
  loading: 'Loading the engine …',
  story: 'Story',
  ownStory: 'A story of this page',
  storyText: 'Story text',
  idleMessages: 'heartbeats and idle fetches',
  diskLayer: 'what is flushed to disk',
  layers: 'Also on the board',
  help: 'Help',
  share: 'Share',
  cluster: 'Cluster',
  openCluster: 'Actions on the cluster',
  console: 'Console',
  ledger: 'Ledger',
  inspector: 'Inspector',
  nextStep: 'Next step',
  next: (what: string) => `Next: ${what}`,
  orNow: (what: string) => `Or at once: ${what}`,
  more: 'More',
  nextStory: 'Next story',
  playOn: 'Play on',
  board: 'The cluster',
  side: 'Explanation and actions',
  whatHappened: 'What happened',
  earlier: (lines: number) => (lines === 1 ? '1 line before' : `${lines} lines before`),
  nothingYet: 'Nothing yet. The story begins here.',
  why: 'Why',
  whyRefused: 'Why was this refused?',
  nothingToAsk: 'Select a record, a replica or a waiting request to ask about it.',
  askAboutHighWatermark: 'Ask about the high watermark',
  askAlso: 'Other questions',
  positions: 'Positions',
  produce: 'Produce',
  close: 'Close',
} as const;

export const timeWords = {
  group: 'Time',
  start: 'To the start',
  stepBack: 'Step back',
  playBackwards: 'Play backwards',
  play: 'Play',
  pause: 'Pause',
  step: 'Step',
  pace: 'Pace',
  eventPace: 'event pace',
  scrubber: 'Place in the run',
  steadyPace: 'steady pace',
  stepNumber: (steps: number) => `step ${steps}`,
} as const;

/** The engine makes a title of the file's name, which has small letters and no signs. */
export function storyTitle(title: string): string {
  return title
    .replace(/\b(?:isr|elr)\b/gi, (name) => name.toUpperCase())
    .replace('in sync replica', 'in-sync replica')
    .replace('Acks 0 1 and all', 'acks=0, 1 and all')
    .replace(/^Acks (?=\d)/, 'acks=');
}

export function paceName(kind: 'event' | 'steady', number: number): string {
  return kind === 'event' ? `${timeWords.eventPace} ${number}×` : `${number} s per second`;
}

export const produceWords = {
  heading: (topic: string) => `Produce to ${topic}`,
  topic: 'Topic',
  key: 'Key',
  value: 'Value',
  partition: 'Partition',
  auto: (aim: number | null) => (aim === null ? 'auto' : `auto ${aim}`),
  autoHint: 'the key chooses',
  aim: (key: string, aim: number | null) =>
    key === ''
      ? "Without a key the producer stays with one partition for a batch's worth of bytes."
      : aim === null
        ? ''
        : `Partition ${aim} by the key's murmur2 hash.`,
  more: 'Partition, headers, several at a rate',
  count: 'How many',
  rate: 'Per second',
  rateHint: 'all at once',
  headers: 'Headers',
  headersHint: 'source:order-service,trace:7',
  moreHint: 'A key that ends in a number counts on; {n} in the value is the number of each.',
  acks: 'acks',
  acksHint: {
    '0': 'Waits for nothing, learns nothing.',
    '1': "Waits for the leader's write only.",
    all: 'Waits for every in-sync replica.',
  },
  send: 'Send',
  noTopic: 'This cluster has no topic to produce to.',
} as const;

export const positionWords = {
  who: 'Replica',
  leo: 'LEO',
  leaderKnows: 'leader knows',
  hw: 'HW',
  unknown: 'not yet',
  itself: '–',
} as const;

export interface HelpRow {
  keys: readonly string[];
  does: string;
}

export const helpWords = {
  title: 'Help',
  intro:
    "Rows are partitions, columns are brokers. Each cell is one copy of the partition's log, a box per record: filled boxes are committed, outlined ones are not. The flag is the high watermark, the end of the strip is the log end offset. The thin lines under the leader's log say how far it knows each follower and reader to be.",
  conformance: 'How far this is Kafka: compared with a real cluster, story by story',
  everywhere: 'Anywhere in the playground',
  onBoard: 'On the board',
  inTimeBar: 'In the time bar',
  terms: 'Terms',
} as const;

export const helpKeys: Record<'everywhere' | 'onBoard' | 'inTimeBar', readonly HelpRow[]> = {
  everywhere: [
    { keys: [','], does: 'one step back' },
    { keys: ['.'], does: 'one step on' },
    { keys: ['Ctrl Z'], does: 'to just before your last act; what it brought is kept' },
    { keys: ['Ctrl Shift Z'], does: 'what was undone, once more' },
    { keys: ['?'], does: 'this help' },
    { keys: ['Esc'], does: 'close what is open, give up the selection' },
  ],
  onBoard: [
    { keys: ['←', '→', '↑', '↓'], does: 'to the thing beside' },
    { keys: ['Home', 'End'], does: 'to the first broker, to the last replica' },
    {
      keys: ['Enter'],
      does: 'what can be done to a broker, a partition or a client; inspects a replica, then goes in among its records',
    },
    {
      keys: ['Shift Enter'],
      does: 'selects a broker beside those that are selected, to act on all of them; so does a shift click',
    },
    { keys: ['Drag'], does: 'a connection aside: the further, the longer its messages take' },
    {
      keys: ['Shift F10'],
      does: 'what can be done, of anything: the same as the second button of a pointer, or a long press',
    },
  ],
  inTimeBar: [
    { keys: ['Space'], does: 'play, pause' },
    { keys: ['←', '→'], does: 'one step back or on' },
    { keys: ['Shift ←', 'Shift →'], does: 'to the moment before or after' },
    { keys: ['[', ']'], does: 'slower, faster' },
    { keys: ['\\'], does: 'the run that was on screen last, at the same time; again, and it is this one' },
    { keys: ['Tab', '←', '→', 'Enter'], does: 'on a lane: to the mark or band beside, and to its place in the run' },
    { keys: ['Home', 'End'], does: 'to the start, to the end of what was played' },
  ],
};
