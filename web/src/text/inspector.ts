// The inspector: every fact of a selected thing by Kafka's name, with its unit, and a line of what it means here. Brokers
// and controllers also say what they are not.

import type {
  Board,
  BrokerView,
  ConsumerView,
  ControllerView,
  LinkView,
  MessageView,
  ParkedView,
  PartitionView,
  ProcessState,
  ProducerView,
  RecordView,
  ReplicaView,
} from '../engine/view';
import { brokers, clock, duration, nodeName, plural, titleName } from './quantity';

export interface Fact {
  name: string;
  value: string;
  meaning: string;
}

export interface Inspection {
  title: string;
  /** What it is, and what it is not. */
  notes: readonly string[];
  facts: readonly Fact[];
  /** Facts that belong together under a heading of their own, such as those of one partition in a message. */
  parts: readonly { title: string; facts: readonly Fact[] }[];
}

export const inspectorWords = {
  actions: 'Actions',
  close: 'Give up the selection',
  gone: 'This is not on the board at this moment. Step to a moment when it is.',
} as const;

const fact = (name: string, value: string | number | boolean, meaning: string): Fact => ({
  name,
  value: String(value),
  meaning,
});

export const stateMeaning: Record<ProcessState, string> = {
  starting: 'It is up, and the controller has not unfenced it yet: it serves nothing.',
  running: 'It runs, and the controller hears its heartbeats.',
  fenced: 'It runs, but the controller has fenced it: it leads nothing. It may not know.',
  stopping: 'It is in controlled shutdown: the controller moves its leaderships away first.',
  paused: 'The process stands still: memory and connections are kept, and nobody is told.',
  down: 'The process is gone. What is on its disk is what it will start from.',
};

export function inspectBroker(board: Board, broker: BrokerView): Inspection {
  const { id, state } = broker;
  const session =
    broker.sessionEnds === null
      ? fact('broker.session.timeout.ms', 'no session', 'It is not registered with the controller.')
      : fact(
          'broker.session.timeout.ms',
          broker.sessionEnds > board.time ? `ends in ${duration(broker.sessionEnds - board.time)}` : 'ended',
          'When the controller fences it if no heartbeat arrives: 9 s after the last one by default.',
        );
  return {
    title: `Broker ${id}`,
    notes: leadershipOf(board, id),
    facts: [
      fact('state', state, stateMeaning[state]),
      fact('fenced', broker.fenced, 'As the controller has it. A fenced broker may neither lead nor join an ISR.'),
      session,
      fact('brokerEpoch', broker.brokerEpoch, 'Given at registration; a new life of the broker gets a higher one.'),
      fact(
        'metadata offset',
        broker.metadataBehind > 0 ? `${broker.metadataOffset}, ${broker.metadataBehind} behind` : broker.metadataOffset,
        'How far it has applied the metadata log. While it is behind, it acts on older news.',
      ),
      ...(broker.rack === null ? [] : [fact('broker.rack', broker.rack, 'Where it stands, for placing replicas.')]),
      ...(broker.slowDisk === 0
        ? []
        : [fact('slow disk', `+${duration(broker.slowDisk)}`, 'So much longer each of its appends takes.')]),
    ],
    parts: [],
  };
}

/** `Broker 1 leads a-0; it follows a-1, which broker 2 leads.` */
export function leadershipOf(board: Board, id: number): string[] {
  const hosted = board.partitions.filter(({ assigned }) => assigned.includes(id));
  const named = ({ replicas }: PartitionView): boolean => replicas.some((one) => one.broker === id && one.named);
  const leads = hosted.filter(named).map(({ name }) => name);
  const others = hosted.filter((partition) => !named(partition));
  const elsewhere = board.partitions.filter(({ assigned }) => !assigned.includes(id)).map(({ name }) => name);
  const behind = others
    .slice(0, few)
    .map(({ name, leader }) =>
      leader === null ? `${name}, which nobody leads` : `${name}, which broker ${leader} leads`,
    );
  // A large board has only those of its partitions that are in sight.
  const all = board.brokers.find((broker) => broker.id === id)?.leads ?? leads.length;
  const first = all === 0 ? `Broker ${id} leads nothing.` : `Broker ${id} leads ${listed(leads, all)}.`;
  const rest = others.length > few ? ` and ${others.length - few} more` : '';
  return [
    first,
    ...(behind.length === 0 ? [] : [`It does not lead ${behind.join('; ')}${rest}.`]),
    ...(elsewhere.length === 0 ? [] : [`It has no replica of ${listed(elsewhere)}.`]),
    ...believes(board, id),
  ];
}

/** Leadership is per partition and per epoch, and a broker may be the last to hear that it is over. */
function believes(board: Board, id: number): string[] {
  const stale = board.partitions.filter(({ replicas }) =>
    replicas.some(({ broker, standing, named }) => broker === id && standing === 'believes-to-lead' && !named),
  );
  return stale.map(({ name }) => `It still believes that it leads ${name}: the news has not reached it.`);
}

const few = 4;

function listed(names: readonly string[], all = names.length): string {
  const shown = names.slice(0, few);
  const more = all - shown.length;
  if (shown.length === 0) return plural(more, 'partition');
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

export function inspectController(controller: ControllerView): Inspection {
  const { node, active, state } = controller;
  return {
    title: titleName(node),
    notes: [
      active
        ? 'It is the active controller. It leads no partition by that: leaders of partitions are brokers, and records never pass through it.'
        : 'It is not the active controller: it follows the metadata log and would take over.',
    ],
    facts: [
      fact('state', state, controllerState[state]),
      fact('active', active, 'The one that decides: registrations, fencing, elections, the ISR.'),
      fact('metadata offset', controller.metadataOffset, 'Where its metadata log ends. Brokers pull it from there.'),
    ],
    parts: [],
  };
}

const controllerState: Record<ProcessState, string> = {
  ...stateMeaning,
  running: 'It runs and answers brokers.',
  paused: 'It stands still: no broker is fenced, nobody elected. Leaders go on without it.',
  down: 'It is gone: no broker is fenced, nobody elected. Leaders go on without it.',
};

export function inspectPartition(partition: PartitionView): Inspection {
  const { name, leader, assigned, minInsyncReplicas, effectiveMinInsyncReplicas: effective } = partition;
  const preferred = partition.replicas.find((replica) => replica.preferred)?.broker;
  return {
    title: name,
    notes: [
      leader === null
        ? 'Nobody leads it: it is offline. Neither writes nor reads are served.'
        : `Broker ${leader} leads it. This is the controller's record; a broker may hear of it later.`,
    ],
    facts: [
      fact('leader', leader ?? 'none', 'The one replica that takes writes.'),
      fact('leaderEpoch', partition.leaderEpoch, 'Grows with every change of leader. Older epochs are refused.'),
      fact(
        'partitionEpoch',
        partition.partitionEpoch,
        'Grows with every change of this record; a proposal for an older one is refused.',
      ),
      fact('replicas', brokers(assigned), `The assignment. The first, broker ${preferred}, is the preferred leader.`),
      fact(
        'isr',
        brokers(partition.isr),
        'In-sync replicas: acks=all waits for these, and the next leader is one of them.',
      ),
      fact(
        'elr',
        brokers(partition.elr),
        'Eligible leader replicas: out of the ISR, yet known to hold every committed record.',
      ),
      fact('lastKnownElr', brokers(partition.lastKnownElr), 'Who led when the partition lost its last leader.'),
      fact(
        'min.insync.replicas',
        effective === minInsyncReplicas
          ? minInsyncReplicas
          : `${minInsyncReplicas}, which counts as ${effective}: no more are assigned`,
        partition.underMinIsr
          ? `The ISR has ${plural(partition.isr.length, 'member')}: acks=all is refused, and the high watermark stands.`
          : 'With fewer in the ISR, acks=all is refused and the high watermark stands.',
      ),
    ],
    parts: [],
  };
}

const membership = {
  in: 'It is in the ISR.',
  out: 'It is not in the ISR: acks=all does not wait for it.',
  joining: 'The leader has asked the controller to take it in, and counts it already.',
  leaving: 'The leader has asked the controller to take it out, and counts it until that is confirmed.',
};

const roles = {
  leader: 'What it believes itself: it takes writes.',
  follower: 'What it believes itself: it fetches from the leader.',
  offline: 'Its process is down, or it hosts nothing yet. The log is what lies on its disk.',
};

export function inspectReplica(board: Board, partition: PartitionView, replica: ReplicaView): Inspection {
  const { broker, role } = replica;
  const leads = replica.named;
  const knows = replica.leaderKnows;
  return {
    title: `${partition.name} on broker ${broker}`,
    notes: [
      leads
        ? `Broker ${broker} leads this partition in epoch ${partition.leaderEpoch}.`
        : partition.leader === null
          ? 'Nobody leads this partition.'
          : `It is not the leader: broker ${partition.leader} is, in epoch ${partition.leaderEpoch}.`,
      ...(role === 'leader' && !leads ? ['It still believes that it leads.'] : []),
    ],
    facts: [
      fact('role', role, roles[role]),
      fact('leaderEpoch', replica.leaderEpoch, 'The epoch it acts in, as it knows it.'),
      fact('isr', replica.membership, membership[replica.membership]),
      ...(replica.inElr
        ? [fact('elr', 'member', 'It holds every committed record, and may lead when nobody of the ISR can.')]
        : []),
      ...(replica.preferred ? [fact('preferred', 'yes', 'It stands first in the assignment.')] : []),
      fact('logStartOffset', replica.logStartOffset, 'The first offset still in its log.'),
      fact('logEndOffset', replica.logEndOffset, 'The offset its next record will get.'),
      fact(
        'highWatermark',
        replica.highWatermark ?? 'not known',
        'As this replica knows it. A follower hears of it one fetch late.',
      ),
      ...(replica.lastStableOffset === null
        ? []
        : [fact('lastStableOffset', replica.lastStableOffset, 'Where readers of committed transactions stop.')]),
      fact('recoveryPoint', replica.flushed, 'Below it all is flushed to disk. acks waits for copies, not for this.'),
      ...(knows === null
        ? []
        : [
            fact(
              'logEndOffset at the leader',
              knows < 0 ? 'not heard yet' : knows,
              'How far the leader believes it is: what its last fetch asked for.',
            ),
          ]),
      ...(replica.caughtUpAt === null
        ? []
        : [
            fact(
              'lastCaughtUpTimeMs',
              `${duration(board.time - replica.caughtUpAt)} ago`,
              'When the leader last found it caught up. After replica.lag.time.max.ms it leaves the ISR.',
            ),
          ]),
      fact(
        'leader-epoch-checkpoint',
        replica.epochs.map(({ epoch, startOffset }) => `${epoch} from ${startOffset}`).join(', ') || 'empty',
        "Where each leader's records begin in this log. Two logs are compared by it.",
      ),
    ],
    parts: [],
  };
}

export function inspectRecord(partition: PartitionView, replica: ReplicaView, record: RecordView): Inspection {
  const { offset } = record;
  const mark = replica.highWatermark;
  const copy = `The copy on broker ${replica.broker}`;
  return {
    title: `Offset ${offset} of ${partition.name}`,
    notes: [
      record.committed === null
        ? `${copy}, whose process is down.`
        : record.committed
          ? `${copy}. It is below the high watermark this replica knows, ${mark}: committed.`
          : `${copy}. It is not below the high watermark this replica knows, ${mark}.`,
    ],
    facts: [
      fact('offset', offset, 'Given by the leader, the same on every replica.'),
      fact('partitionLeaderEpoch', record.epoch, 'The epoch of the leader that took it.'),
      fact('key', record.key ?? 'null', 'Records of one key go to one partition.'),
      fact('value', record.value ?? 'null', 'What is said.'),
      ...record.headers.map(({ key, value }) =>
        fact(`header ${key}`, value, 'Beside the value; brokers do not read it.'),
      ),
      fact('timestamp', `${record.timestamp} ms`, 'When the producer made it, since the story began.'),
      fact('flushed', record.flushed ? 'yes' : 'no', 'On this disk, or only in the page cache of this broker.'),
      ...(record.producer === ''
        ? []
        : [fact('producer', `${record.producer}, record ${record.n}`, 'Who sent it. The log itself does not say.')]),
    ],
    parts: [],
  };
}

/** By the names of the protocol. A name means the same in every API, as far as these go. */
export const fieldMeanings: Record<string, string> = {
  acks: 'Who has to have the records before the answer: 0 nobody, 1 the leader, -1 (all) every in-sync replica.',
  timeoutMs: 'How long the leader may wait for the followers.',
  records: 'What it carries.',
  sizeInBytes: 'Of the batch.',
  producerId: 'Names an idempotent producer to the broker.',
  producerEpoch: 'Of the producer id; an older one is refused.',
  isTransactional: 'The batch belongs to a transaction.',
  transactionResult: 'How a transaction ended, as its marker in the log says.',
  coordinatorEpoch: 'Of the transaction coordinator that had the marker written.',
  abortedTransaction: 'A transaction whose records the reader has to leave out: its producer id and first offset.',
  producerIdStart: 'The first producer id of the block that the broker may hand out.',
  producerIdLen: 'How many producer ids the block has.',
  baseSequence: 'Number of the first record among those of this producer, by which a repeated batch is seen.',
  replicaId: "Who asks: the broker's id of a follower, -1 for a consumer, -2 for debugging.",
  replicaEpoch: 'Broker epoch of the follower: which life of it asks.',
  rackId: 'Where the consumer stands; it may be sent to a replica nearby.',
  maxWaitMs: 'How long the answer may wait for records.',
  minBytes: 'The answer waits until there is so much to give.',
  maxBytes: 'No more than this in the answer.',
  partition: 'What the fields below are about.',
  currentLeaderEpoch: 'The leader epoch the sender believes in; -1 is not checked.',
  fetchOffset: 'From where it wants to go on. Of a follower: it has everything below.',
  lastFetchedEpoch: "Epoch of the last record it has. If the leader's log disagrees, the answer says where they part.",
  logStartOffset: "The first offset still in the sender's log.",
  brokerId: 'Who speaks.',
  brokerEpoch: 'Which life of the broker speaks; given at registration.',
  previousBrokerEpoch: 'From its clean shutdown; -1 when there was none.',
  newIsr: 'The in-sync replicas the leader asks for.',
  partitionEpoch: "Which version of the partition's record it is about.",
  leaderEpoch: 'Which leadership it is about.',
  currentMetadataOffset: 'How far the broker has applied the metadata log.',
  wantFence: 'The broker asks to be fenced.',
  wantShutDown: 'The broker asks to go: its leaderships are moved first.',
  topics: 'What the client asks about.',
  errorCode: 'NONE, or why it was refused.',
  baseOffset: 'Offset of the first record.',
  currentLeader: 'Who leads, for a client that asked the wrong broker.',
  highWatermark: 'As the leader has it now; a follower takes it over.',
  lastStableOffset: 'Where readers of committed transactions stop.',
  divergingEpoch: 'The logs part: the follower truncates to there before it fetches again.',
  preferredReadReplica: 'Read from this replica instead.',
  offset: 'What was asked for.',
  lowWatermark: 'The least log start offset of all live replicas.',
  leaderId: 'Who leads; -1 is nobody.',
  isr: "The in-sync replicas on the controller's record.",
  isCaughtUp: 'The broker has applied enough of the metadata log.',
  isFenced: 'The controller has fenced it, or not yet unfenced it.',
  shouldShutDown: 'All leaderships are moved: it may go.',
  brokers: 'The live brokers.',
  topic: 'What the fields below are about.',
  partitionIndex: 'What the fields below are about.',
  isrNodes: 'The in-sync replicas, as this broker knows them.',
  endOffset: 'Where that epoch ends in this log.',
};

const heads = new Set(['partition', 'topic', 'partitionIndex']);

export function inspectMessage(board: Board, message: MessageView): Inspection {
  const { api, kind, from, to, held, deliverAt } = message;
  const isAnswer = kind.endsWith('answer');
  const parts: { title: string; facts: Fact[] }[] = [];
  const facts: Fact[] = [
    fact('sent at', `${clock(message.sentAt)} s`, 'Model time.'),
    held || deliverAt === null
      ? fact('arrives', 'held', "It waits at the receiver's door until it is let through.")
      : fact('arrives', `in ${duration(Math.max(0, deliverAt - board.time))}`, 'Model time.'),
  ];
  for (const { name, value } of message.fields) {
    const one = fact(name, value, fieldMeanings[name] ?? '');
    if (heads.has(name)) parts.push({ title: name === 'partition' ? value : `${name} ${value}`, facts: [] });
    else (parts.at(-1)?.facts ?? facts).push(one);
  }
  return {
    title: `${api} ${isAnswer ? 'response' : 'request'}`,
    notes: [`From ${nodeName(from)} to ${nodeName(to)}.`],
    facts,
    parts,
  };
}

const waits = {
  produce: 'The records are written; the answer waits until every in-sync replica has them.',
  fetch: "A follower's fetch waits for records. Its position is known to the leader already.",
  'consumer-fetch': "A consumer's fetch waits for records it may read.",
};

export function inspectParked(board: Board, parked: ParkedView): Inspection {
  const wanted = parked.kind === 'produce' ? 'required offset' : 'fetchOffset';
  const meaning =
    parked.kind === 'produce' ? 'The high watermark has to reach it.' : 'It waits for a record at this offset.';
  return {
    title: `${parked.kind === 'produce' ? 'Produce' : 'Fetch'} parked on broker ${parked.broker}`,
    notes: [`From ${nodeName(parked.from)}. ${waits[parked.kind]}`],
    facts: [
      fact('waits since', duration(Math.max(0, board.time - parked.since)), 'Model time.'),
      fact(
        'ends in',
        duration(Math.max(0, parked.until - board.time)),
        parked.kind === 'produce'
          ? 'Then the answer is REQUEST_TIMED_OUT; what was written stays written.'
          : 'Then the answer goes out with what there is.',
      ),
    ],
    parts: parked.parts.map(({ partition, offset }) => ({ title: partition, facts: [fact(wanted, offset, meaning)] })),
  };
}

const acksMeaning: Record<string, string> = {
  '0': 'It waits for no answer and never learns what became of its records.',
  '1': 'The leader answers once it has written them itself.',
  all: 'The leader answers once every in-sync replica has them.',
};

export function inspectProducer(producer: ProducerView): Inspection {
  return {
    title: producer.node,
    notes: ['A Java producer: it batches, retries, and knows offsets only from answers.'],
    facts: [
      fact('acks', producer.acks, acksMeaning[producer.acks] ?? ''),
      fact('sent', plural(producer.sent, 'record'), 'Handed to send() so far.'),
      fact('acknowledged', plural(producer.acknowledged, 'record'), 'It was told that they are stored.'),
      fact(
        'failed',
        plural(producer.failed, 'record'),
        'It was told an error, or delivery.timeout.ms ran out. Some may be stored nevertheless.',
      ),
      fact(
        'in the accumulator',
        plural(producer.waiting, 'record'),
        'Waiting to be sent: linger.ms, metadata or back-off.',
      ),
      fact('in flight', plural(producer.inFlight, 'record'), 'Sent, without an answer yet.'),
    ],
    parts: [],
  };
}

export function inspectConsumer(consumer: ConsumerView): Inspection {
  return {
    title: consumer.node,
    notes: [
      'A Java consumer. It reads below the high watermark only. That it has read a record, or saved an offset, replicates nothing.',
    ],
    facts: [fact('isolation.level', consumer.isolation, isolationMeaning[consumer.isolation] ?? '')],
    parts: consumer.partitions.map(({ partition, position, saved, lag }) => ({
      title: partition,
      facts: [
        fact('position', position ?? 'not known', 'The next offset it will read.'),
        fact('saved', saved ?? 'nothing', 'The offset it would go on from after a restart.'),
        fact(
          'records-lag',
          lag ?? 'not known',
          'The high watermark of its last answer minus its position: not replication lag.',
        ),
      ],
    })),
  };
}

const isolationMeaning: Record<string, string> = {
  read_uncommitted: 'It reads up to the high watermark, transactions that may yet be aborted included.',
  read_committed: 'It reads up to the last stable offset.',
};

const linkMeaning = {
  cut: 'Nothing gets through, and nobody is told.',
  held: "Messages wait at the receiver's door.",
  slow: 'Each message takes longer.',
};

export function inspectConnection(links: readonly LinkView[], from: string, to: string | null): Inspection {
  const between = links.filter((link) =>
    to === null
      ? link.from === from || link.to === from
      : (link.from === from && link.to === to) || (link.from === to && link.to === from),
  );
  return {
    title: to === null ? `Connections of ${nodeName(from)}` : `${titleName(from)} and ${nodeName(to)}`,
    notes: [between.length === 0 ? 'Messages pass as usual.' : 'Something is done to it:'],
    facts: between.map((link) =>
      fact(
        `${link.from} → ${link.to}${link.purpose === null ? '' : `, ${link.purpose}`}`,
        link.state,
        linkMeaning[link.state],
      ),
    ),
    parts: [],
  };
}
