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
    forms: ['LEO'],
    definition: 'Where a log ends: the offset that its next record will get. Each replica has its own.',
  },
  {
    term: 'high watermark',
    forms: ['HW'],
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
      'What a producer waits for: 0 nothing, 1 the leader’s write, all every in-sync replica. None of them waits for a disk.',
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
      'A request for records from an offset on. A follower’s fetch also tells the leader that it has everything below that offset.',
  },
  {
    term: 'parked',
    definition: 'A request that cannot be answered yet waits at its broker until it can, or until its time is up.',
  },
  {
    term: 'leader epoch',
    forms: ['epoch'],
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
      'How far behind. A consumer lags behind the high watermark, a follower behind the leader’s log end: two different things.',
  },
  {
    term: 'truncated',
    definition: 'Cut from the end: a follower gives up records that its leader does not have.',
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
    const entry = byForm.get(match[0].toLowerCase());
    if (entry === undefined || seen.has(entry)) continue;
    seen.add(entry);
    if (match.index > from) spans.push({ text: text.slice(from, match.index) });
    spans.push({ text: match[0], entry });
    from = match.index + match[0].length;
  }
  if (from < text.length) spans.push({ text: text.slice(from) });
  return spans;
}

export function define(term: string): Entry {
  const entry = byForm.get(term.toLowerCase());
  if (entry === undefined) throw new Error(`no definition of ${term}`);
  return entry;
}
