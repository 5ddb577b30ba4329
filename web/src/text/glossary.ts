// Every term of the page with one sentence that says what it is, and where in a text it stands.

export interface Entry {
  term: string;
  /** How it may stand in a text, besides the term itself. */
  forms?: readonly string[];
  definition: string;
}

export const glossary: readonly Entry[] = [
  {
    term: 'broker',
    forms: ['brokers'],
    definition: 'A server of the cluster. It stores replicas: it leads some partitions and follows others.',
  },
  {
    term: 'controller',
    forms: ['controllers'],
    definition:
      'Keeps the metadata of the cluster: who is alive, who leads, who is in the ISR. Records never pass through it.',
  },
  {
    term: 'partition',
    forms: ['partitions'],
    definition: 'One ordered log of a topic. Order and offsets hold within one partition only.',
  },
  {
    term: 'replica',
    forms: ['replicas', 'copies'],
    definition: "One broker's copy of a partition's log. One replica leads, the others follow.",
  },
  {
    term: 'leader',
    forms: ['leads'],
    definition: 'The one replica that takes writes. All others copy from it, and consumers read from it by default.',
  },
  {
    term: 'follower',
    forms: ['followers'],
    definition: "A replica that pulls the leader's records in the leader's order. It never takes writes of a client.",
  },
  {
    term: 'offset',
    forms: ['offsets'],
    definition: "A record's number within its partition, given by the leader and the same on every replica.",
  },
  {
    term: 'log end offset',
    forms: ['LEO', 'logEndOffset'],
    definition: 'Where a log ends: the offset that its next record will get. Each replica has its own.',
  },
  {
    term: 'high watermark',
    forms: ['HW', 'highWatermark'],
    definition:
      'The offset below which records are replicated to every in-sync replica, so that consumers may read them.',
  },
  {
    term: 'ISR',
    forms: ['in-sync replicas', 'in-sync replica', 'in-sync'],
    definition:
      'In-sync replicas: the leader and the followers that have caught up with it in the last 30 seconds. It goes by time, not by number of records.',
  },
  {
    term: 'ELR',
    forms: ['eligible leader replicas'],
    definition:
      'Eligible leader replicas: out of the ISR, but known to hold every committed record. They may lead when nobody of the ISR can.',
  },
  {
    term: 'committed',
    definition:
      'Below the high watermark: every in-sync replica has it, and no election from the ISR can lose it. Not the same as the offset a consumer saves.',
  },
  {
    term: 'acks',
    forms: ['acks=all', 'acks=1', 'acks=0'],
    definition:
      "What a producer waits for: 0 nothing, 1 the leader's write, all every in-sync replica. None of them waits for a disk.",
  },
  {
    term: 'batch',
    forms: ['batches'],
    definition: 'Records of one partition that travel and are stored together.',
  },
  {
    term: 'fetch',
    forms: ['fetches'],
    definition:
      "A request for records from an offset on. A follower's fetch also tells the leader that it has everything below that offset.",
  },
  {
    term: 'parked',
    definition: 'A request that cannot be answered yet waits at its broker until it can, or until its time is up.',
  },
  {
    term: 'leader epoch',
    forms: ['epoch', 'leaderEpoch', 'currentLeaderEpoch', 'partitionLeaderEpoch'],
    definition:
      'Counts the leaders of a partition. Every record carries the epoch of the leader that took it; a request of an older epoch is refused.',
  },
  {
    term: 'min.insync.replicas',
    definition:
      'With fewer ISR members than this, acks=all is refused and the high watermark stands. It says nothing about how many are waited for.',
  },
  {
    term: 'replica.lag.time.max.ms',
    definition: 'How long a follower may fail to catch up before the leader takes it out of the ISR: 30 s by default.',
  },
  {
    term: 'preferred leader',
    forms: ['preferred'],
    definition: 'The first replica of the assignment. Leadership goes back to it when a rebalance asks for it.',
  },
  {
    term: 'fenced',
    definition: 'A broker from which the controller hears no heartbeats: it may not lead and is in no ISR.',
  },
  {
    term: 'metadata',
    definition:
      'What the cluster knows about itself. Brokers pull it from the controller, so each may be a little behind.',
  },
  {
    term: 'position',
    definition: 'The next offset a consumer will read. It moves by reading, whether or not it is saved.',
  },
  {
    term: 'lag',
    definition:
      "How far behind. A consumer lags behind the high watermark, a follower behind the leader's log end: two different things.",
  },
  {
    term: 'truncated',
    definition: 'Cut from the end: a follower gives up records that its leader does not have.',
  },
  {
    term: 'last known ELR',
    forms: ['lastKnownElr', 'last known leader'],
    definition:
      'Who led last when ISR and ELR became empty. It leads again once it is back, although it may lack records.',
  },
  {
    term: 'unclean election',
    forms: ['unclean'],
    definition:
      'Chooses a leader that may lack committed records, because nobody else is there. What it lacks is lost. Off by default.',
  },
  {
    term: 'partition epoch',
    forms: ['partitionEpoch'],
    definition:
      "Counts the changes of a partition's record at the controller. A proposal of a leader that knows an older one is refused.",
  },
  {
    term: 'broker epoch',
    forms: ['brokerEpoch'],
    definition: 'Tells one life of a broker from the next: the controller gives a higher one at each registration.',
  },
  {
    term: 'assignment',
    definition: 'The brokers that are to hold a partition, in order. The first is the preferred leader.',
  },
  {
    term: 'session',
    forms: ['sessions', 'broker.session.timeout.ms'],
    definition:
      'As long as heartbeats of a broker reach the controller, its session goes on: it ends 9 s after the last one, and the broker is fenced.',
  },
  {
    term: 'heartbeat',
    forms: ['heartbeats'],
    definition:
      'What a broker sends to the controller every 2 s, to say that it lives and how much metadata it has read.',
  },
  {
    term: 'controlled shutdown',
    definition: 'A broker that is to stop asks the controller first, which moves its leaderships to others.',
  },
  {
    term: 'log start offset',
    forms: ['logStartOffset'],
    definition: 'The first offset still in a log. What came before was deleted, by retention or on request.',
  },
  {
    term: 'recovery point',
    forms: ['recoveryPoint'],
    definition:
      'Up to here a log is flushed to its disk. A process that crashes loses nothing above it; a machine that loses power may.',
  },
  {
    term: 'linger.ms',
    definition: 'How long a producer holds a batch back for more records to go along: 5 ms by default.',
  },
  {
    term: 'accumulator',
    definition: 'Where a producer keeps records until they are sent. No broker knows of them yet.',
  },
  {
    term: 'idempotent',
    definition:
      'An idempotent producer numbers its batches, so that a leader recognises a copy and refuses a gap. It is the default.',
  },
  {
    term: 'producer id',
    forms: ['producer ids', 'producerId'],
    definition: 'What brokers know an idempotent producer by. A broker hands it out when the producer starts.',
  },
  {
    term: 'producer epoch',
    forms: ['producerEpoch'],
    definition:
      'Counts the beginnings of a producer id. In a new epoch the numbers of its batches begin at 0; batches of an older one are refused.',
  },
  {
    term: 'sequence number',
    forms: ['sequence numbers', 'baseSequence'],
    definition:
      'Numbers the records of one producer in one partition. A leader takes the next one only; one that it has is a copy, any other a gap.',
  },
  {
    term: 'transaction',
    forms: ['transactions', 'transactional'],
    definition:
      'Records in several partitions that are committed or aborted together; a marker in each log says which.',
  },
  {
    term: 'last stable offset',
    forms: ['lastStableOffset'],
    definition:
      'Below it every transaction is decided. Consumers with isolation.level=read_committed stop there, others at the high watermark.',
  },
];

const byForm = new Map<string, Entry>(
  glossary.flatMap((entry) => [entry.term, ...(entry.forms ?? [])].map((form) => [form.toLowerCase(), entry] as const)),
);

const anyForm = new RegExp(
  `(?<![\\w.-])(${[...byForm.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')})(?![\\w-]|\\.\\w)`,
  'gi',
);

export type Span = { text: string; entry?: Entry };

/** A text in spans, with the first place of each term marked. `seen` remembers terms over several texts of a panel. */
export function markTerms(text: string, seen = new Set<Entry>()): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(anyForm)) {
    const entry = entryOf(match[0].toLowerCase(), text);
    if (entry === undefined || seen.has(entry)) continue;
    seen.add(entry);
    if (match.index > from) spans.push({ text: text.slice(from, match.index) });
    spans.push({ text: match[0], entry });
    from = match.index + match[0].length;
  }
  if (from < text.length) spans.push({ text: text.slice(from) });
  return spans;
}

/** An epoch is a leader's, unless the text is about a producer's batches or a transaction's coordinator. */
function entryOf(form: string, text: string): Entry | undefined {
  if (form !== 'epoch') return byForm.get(form);
  if (text.includes('coordinator')) return undefined;
  return byForm.get(/sequence number|producer \d|its epoch/i.test(text) ? 'producer epoch' : form);
}

/** None for a name that needs no definition beside its own line of meaning. */
export function definitionOf(name: string): Entry | undefined {
  return byForm.get(name.toLowerCase());
}

export function define(term: string): Entry {
  const entry = byForm.get(term.toLowerCase());
  if (entry === undefined) throw new Error(`no definition of ${term}`);
  return entry;
}
