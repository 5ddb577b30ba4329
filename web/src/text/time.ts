// What is said of time: what is passed over while playing, why playing stopped, and what is scheduled next.

import type { Scheduled } from '../engine/view';
import { duration, nodeName, plural } from './quantity';

export function folded(micros: number, backwards: boolean): string {
  return `${duration(micros)} ${backwards ? 'earlier' : 'later'}`;
}

/** 24 × connection lost, within 12.6 s */
export function crowd({ kind, count, lasts }: { kind: string; count: number; lasts: number }): string {
  const often = `${count} × ${momentName(kind)}`;
  return lasts === 0 ? often : `${often}, within ${duration(lasts)}`;
}

const momentNames: Record<string, string> = {
  'produce-sent': 'records sent',
  'produce-refused': 'refused and tried again',
  'duplicate-recognised': 'duplicate recognised',
  'producer-epoch-bumped': "producer's epoch raised",
  appended: 'appended',
  'fetch-answered': 'fetch answered',
  pulled: 'records copied',
  fetched: "follower's progress heard",
  'high-watermark-moved': 'high watermark moved',
  acknowledged: 'acknowledged',
  refused: 'failed',
  'consumer-read': 'records read',
  'consumer-saved': 'position saved',
  'isr-proposed': 'ISR proposed',
  'isr-changed': 'ISR changed',
  'elr-changed': 'ELR changed',
  'leader-changed': 'leader changed',
  'role-changed': 'role taken up',
  'broker-registered': 'broker registered',
  'broker-fenced': 'broker fenced',
  'broker-unfenced': 'broker unfenced',
  'broker-unregistered': 'broker unregistered',
  process: 'process started or ended',
  truncated: 'log truncated',
  'connection-lost': 'connection lost',
  'topic-created': 'topic created',
  'partitions-added': 'partitions added',
  'config-changed': 'config changed',
  acted: 'act',
  finding: 'rule broken',
};

function momentName(kind: string): string {
  return momentNames[kind] ?? kind;
}

interface TimerWords {
  name: string;
  /** What comes of it. */
  does: string;
}

/** Each in Kafka's terms, with the setting that says when. */
const timers: Record<string, TimerWords> = {
  'broker-heartbeat': { name: 'heartbeat', does: 'broker.heartbeat.interval.ms after the one before.' },
  'initial-registration': {
    name: 'end of initial.broker.registration.timeout.ms',
    does: 'A broker that could not register by then ends.',
  },
  'controlled-shutdown': {
    name: 'end of the controlled shutdown',
    does: "The broker stops without the controller's leave.",
  },
  'isr-expiration': {
    name: 'check of the ISR',
    does: 'Members that lag for longer than replica.lag.time.max.ms are proposed for removal.',
  },
  'delayed-produce': {
    name: 'time-out of a parked produce',
    does: 'What is not replicated by then is answered with REQUEST_TIMED_OUT.',
  },
  'delayed-delete-records': {
    name: 'time-out of a parked DeleteRecords',
    does: 'It is answered with REQUEST_TIMED_OUT if a live replica still begins below.',
  },
  'delayed-fetch': { name: 'end of a parked fetch', does: 'It is answered with what there is.' },
  'alter-partition-retry': { name: 'retry of AlterPartition', does: 'The leader proposes its ISR again.' },
  'fetch-backoff': { name: 'end of replica.fetch.backoff.ms', does: 'The follower fetches the partition again.' },
  'fetch-timeout': {
    name: 'check for an overdue fetch',
    does: 'It would be given up after replica.socket.timeout.ms.',
  },
  'high-watermark-checkpoint': {
    name: 'checkpoint of the high watermarks',
    does: 'They are written to disk: replica.high.watermark.checkpoint.interval.ms.',
  },
  'recovery-point-checkpoint': {
    name: 'checkpoint of the recovery points',
    does: 'They are written to disk: log.flush.offset.checkpoint.interval.ms.',
  },
  'request-timeout': { name: 'check for an overdue request', does: 'It would be given up after request.timeout.ms.' },
  'metadata-fetch-retry': { name: 'fetch of the metadata log', does: 'It is tried again after a lost connection.' },
  'fence-stale-broker': {
    name: 'check of the broker sessions',
    does: 'A broker not heard of for broker.session.timeout.ms would be fenced.',
  },
  'preferred-leader-check': {
    name: 'preferred-leader check',
    does: 'Leadership that has drifted goes back: leader.imbalance.check.interval.seconds.',
  },
  'unclean-election-check': {
    name: 'unclean-election check',
    does: 'Partitions without a leader get one where unclean.leader.election.enable allows it.',
  },
  'delayed-metadata-fetch': { name: 'end of a parked metadata fetch', does: 'It is answered with what there is.' },
  linger: { name: 'end of linger.ms', does: 'The batch is sent.' },
  'retry-backoff': { name: 'retry', does: 'The first batch of the partition is sent again: retry.backoff.ms.' },
  'delivery-timeout': { name: 'end of delivery.timeout.ms', does: 'Records not acknowledged by then have failed.' },
  'metadata-refresh': { name: 'request for metadata', does: 'The client asks again after retry.backoff.ms.' },
  'metadata-max-age': { name: 'refresh of old metadata', does: 'metadata.max.age.ms is over.' },
  reconnect: { name: 'reconnect', does: 'The connection is tried again: reconnect.backoff.ms.' },
  'max-block': { name: 'end of max.block.ms', does: 'A send() that still waits for metadata has failed.' },
  'producer-id-retry': { name: 'request for a producer id', does: 'The producer asks again after retry.backoff.ms.' },
  'producer-id-expiration': {
    name: 'check for producers to forget',
    does: 'Those that have not written for producer.id.expiration.ms go: producer.id.expiration.check.interval.ms.',
  },
  feed: { name: 'next record', does: 'The application hands it to its producer.' },
  message: { name: 'message', does: 'It arrives.' },
  late: { name: 'call that waited', does: 'The process gets it now that it runs again.' },
};

/** What is scheduled, whose it is and when: preferred-leader check of controller 1 in 4 min 12 s */
export function scheduledWords(
  { kind, node, partition, time }: Scheduled,
  now: number,
): { what: string; when: string; does: string } {
  const { name, does } = timers[kind] ?? { name: kind, does: '' };
  const of = partition === null ? nodeName(node) : `${nodeName(node)} for ${partition}`;
  const whose = kind === 'message' ? `message for ${of}` : `${name} of ${of}`;
  return { what: whose, when: `in ${duration(time - now)}`, does };
}

export const stoppedWords = {
  quiet: (looked: number) =>
    `Playing stopped: for the next ${duration(looked)} nothing happens that would change what you see.`,
  routine: (kinds: number) =>
    `Until then only routine: ${plural(kinds, 'kind')} of heartbeats, idle fetches and checks.`,
  next: 'Scheduled next:',
  goThere: 'Go there',
  nothingAtAll: 'Playing stopped: nothing is scheduled any more. Start a process, or produce a record.',
  atItsEnd: "Playing stopped: a run is at most an hour of the cluster's time, or a million steps, long.",
  act: 'Produce a record, or do something to the cluster, and it goes on from here.',
} as const;
