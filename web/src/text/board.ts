// What the board says, in its signs and to those who hear it read.

const list = (items: readonly (string | number)[]): string => items.join(', ');

export const boardText = {
  board: 'The cluster: a row for each partition, a column for each broker',
  controllers: 'controllers',
  producers: 'producers',
  consumers: 'consumers',
  onTheWay: 'On their way',
  broker: (id: number) => `broker ${id}`,
  rack: (rack: string) => `rack ${rack}`,
  active: 'active',
  metadataOffset: (offset: number) => `metadata offset ${offset}`,
  metadataBehind: (count: number) => `metadata −${count}`,
  everyBrokerHasMetadata: 'every broker has the newest metadata',
  brokersBehind: (ids: readonly number[]) =>
    ids.length === 1
      ? `broker ${ids[0]} does not have the newest metadata`
      : `brokers ${list(ids)} do not have the newest metadata`,
  controllerState: (node: string, active: boolean, state: string | null) =>
    [node, active ? 'the active controller' : 'a controller', state].filter(Boolean).join(', '),
  state: {
    starting: 'starting',
    running: '',
    fenced: 'fenced',
    stopping: 'shutting down',
    paused: 'paused',
    down: 'down',
  },
  slowDisk: 'slow disk',
  fencedByController: 'fenced',
  session: 'session',
  sessionEnds: (seconds: string) => `session ends in ${seconds} unless the controller hears from it`,
  lagEnds: (broker: number, seconds: string) =>
    `Unless broker ${broker} catches up, the leader takes it out of the ISR at its first check after ${seconds}`,
  counted: (what: string, duration: string) => (what === '' ? duration : `${what} ${duration}`),

  epoch: (epoch: number) => `epoch ${epoch}`,
  isr: (isr: readonly number[]) => `ISR ${isr.length ? list(isr) : 'empty'}`,
  elr: (elr: readonly number[]) => `ELR ${list(elr)}`,
  minInsync: (count: number) => `min.insync.replicas ${count}`,
  leads: (leader: number) => `leader ${leader}`,
  noLeader: 'no leader',
  underReplicated: 'under-replicated',
  underMinIsr: 'under min ISR',
  produce: 'Produce',
  produceTo: (partition: string) => `Produce to ${partition}`,
  openRow: (partition: string) => `Show ${partition} in full`,

  leader: 'leader',
  believesToLead: (epoch: number) => `believes it leads, epoch ${epoch}`,
  notYetLeader: 'named leader, unaware',
  follower: 'follower',
  followerInEpoch: (epoch: number) => `follower, epoch ${epoch}`,
  logOnDisk: 'log on disk',
  offline: 'offline',
  noReplica: 'no replica',
  membership: { in: 'in ISR', out: 'out of ISR', joining: 'joining ISR', leaving: 'leaving ISR' },
  preferred: 'preferred',
  inElr: 'ELR',
  highWatermark: (offset: number) => `HW ${offset}`,
  logEnd: (offset: number) => `LEO ${offset}`,
  logEndIsHighWatermark: (offset: number) => `HW = LEO ${offset}`,
  lastStable: (offset: number) => `LSO ${offset}`,
  emptyLog: 'empty log',
  endsBefore: (offset: number) => `ends at ${offset}`,
  notHeardYet: 'not heard yet',
  behindFor: (duration: string) => `late ${duration}`,
  saved: (offset: number) => `saved ${offset}`,
  flushed: (offset: number) => `${offset} flushed`,
  nothingFlushed: 'nothing flushed',
  flushedSaid: (broker: number, flushed: number, all: boolean) =>
    all
      ? `Broker ${broker} has flushed its whole log to disk`
      : flushed === 0
        ? `Broker ${broker} has flushed nothing: its records are in the page cache, and a power loss takes them`
        : `Broker ${broker} has flushed everything below ${flushed}; a power loss takes the rest`,
  behind: (count: number) => `−${count}`,
  tileRole: {
    leader: 'leader',
    believes: 'believes it leads',
    follower: 'follower',
    offline: 'offline',
  },
  tileSaid: (of: {
    partition: string;
    broker: number;
    role: string;
    marks: readonly string[];
    logEnd: number;
    behind: number;
  }) =>
    `${of.partition} on broker ${of.broker}: ${[of.role, ...of.marks].join(', ')}, log end offset ${of.logEnd}${of.behind > 0 ? `, ${of.behind} behind` : ''}`,
  overview: 'All partitions: a row for each, with a tile for each of its replicas',
  partitions: 'partitions',
  brokers: 'brokers',
  find: 'find a partition',
  onlyTroubled: 'only those in trouble',
  counts: (
    all: number,
    found: number | null,
    { noLeader, underMinIsr, underReplicated }: { noLeader: number; underMinIsr: number; underReplicated: number },
  ) =>
    [
      found === null ? `${all} partitions` : `${found} of ${all} partitions`,
      ...(noLeader > 0 ? [`${noLeader} without a leader`] : []),
      ...(underMinIsr > 0 ? [`${underMinIsr} under min ISR`] : []),
      ...(underReplicated > 0 ? [`${underReplicated} under-replicated`] : []),
    ].join(' · '),
  topicSaid: (of: { health: string; noLeader: number; underMinIsr: number; underReplicated: number }) =>
    [
      of.health.length === 1 ? '1 partition' : `${of.health.length} partitions`,
      ...(of.noLeader > 0 ? [`${of.noLeader} without a leader`] : []),
      ...(of.underMinIsr > 0 ? [`${of.underMinIsr} under min ISR`] : []),
      ...(of.underReplicated > 0 ? [`${of.underReplicated} under-replicated`] : []),
    ].join(' · '),
  health: { w: 'all replicas in sync', u: 'under-replicated', m: 'under min ISR', n: 'no leader' },
  mapCell: (partition: string, health: string) => `${partition}: ${health}`,
  inSync: (count: number, of: number) => `${count} of ${of} in sync`,
  legend: [
    ['leader', 'leader, in the colour of its epoch'],
    ['follower', 'follower that has everything'],
    ['behind', 'behind: shorter and darker'],
    ['out', 'out of the ISR'],
    ['offline', 'offline'],
    ['preferred', 'preferred leader, does not lead'],
  ] as const,
  tile: (offset: number, behind: number) => (behind > 0 ? `${offset} (${behind} behind)` : `${offset}`),

  known: (leader: number, follower: number, offset: number) =>
    offset < 0
      ? `Broker ${leader} has not heard from broker ${follower} in this epoch`
      : `Broker ${follower}'s last fetch told broker ${leader} that it has everything below ${offset}`,
  consumerAt: (node: string, position: number, saved: number | null) =>
    `${node} reads offset ${position} next${saved === null ? '' : `; it has saved ${saved}`}`,

  replicaSaid: (of: {
    partition: string;
    broker: number;
    role: string;
    epoch: number;
    marks: readonly string[];
    logStart: number;
    highWatermark: number | null;
    logEnd: number;
    leaderKnows: readonly { broker: number; offset: number }[];
    consumers: readonly { node: string; position: number | null }[];
    divergesAt: number | null;
    flushed: number | null;
  }) =>
    [
      `${of.partition} on broker ${of.broker}: ${[of.role, `epoch ${of.epoch}`, ...of.marks].join(', ')}.`,
      `Log start offset ${of.logStart},`,
      of.highWatermark === null ? 'high watermark not known,' : `high watermark ${of.highWatermark},`,
      `log end offset ${of.logEnd}.`,
      of.flushed === null ? '' : `Flushed to disk below ${of.flushed}.`,
      of.divergesAt === null ? '' : `From ${of.divergesAt} on its log is not the leader's.`,
      ...of.leaderKnows.map(({ broker, offset }) =>
        offset < 0
          ? `It has not heard from broker ${broker} in this epoch.`
          : `It knows that broker ${broker} is at ${offset}.`,
      ),
      ...of.consumers.map(({ node, position }) => (position === null ? '' : `Consumer ${node} is at ${position}.`)),
    ]
      .filter(Boolean)
      .join(' '),
  recordSaid: (of: {
    offset: number;
    epoch: number;
    key: string | null;
    value: string | null;
    committed: boolean | null;
  }) =>
    [
      `Offset ${of.offset}, epoch ${of.epoch}`,
      of.key === null ? 'no key' : `key ${of.key}`,
      of.value === null ? 'no value' : `value ${of.value}`,
      of.committed === null ? '' : of.committed ? 'below the high watermark' : 'not below the high watermark',
    ]
      .filter(Boolean)
      .join(', '),

  recordLines: (of: {
    offset: number;
    epoch: number;
    key: string | null;
    value: string | null;
    producer: string;
    committed: boolean | null;
  }) => [
    `offset ${of.offset}, epoch ${of.epoch}`,
    ...(of.key === null ? [] : [`key ${of.key}`]),
    ...(of.value === null ? [] : [`value ${of.value}`]),
    ...(of.producer === '' ? [] : [`from ${of.producer}`]),
    ...(of.committed === null ? [] : [of.committed ? 'below the high watermark' : 'not below the high watermark yet']),
  ],

  acks: (acks: string) => `acks=${acks}`,
  sent: (count: number) => `sent ${count}`,
  acknowledged: (count: number) => `acked ${count}`,
  failed: (count: number) => `failed ${count}`,
  waiting: (count: number) => `${count} in accumulator`,
  inFlight: (count: number) => `${count} in flight`,
  position: (offset: number | null) => (offset === null ? 'position unknown' : `position ${offset}`),
  lag: (lag: number) => `lag ${lag}`,
  isolation: (level: string) => level,

  fetchAt: (offset: number | null) => (offset === null ? 'fetch' : `fetch at ${offset}`),
  at: (offset: number | null) => (offset === null ? '' : `at ${offset}`),
  offsets: (first: number | null, count: number) =>
    first === null ? `${count}` : count > 1 ? `${first}–${first + count - 1}` : `${first}`,
  records: (first: number | null, count: number) =>
    first === null
      ? count === 1
        ? '1 record'
        : `${count} records`
      : count === 1
        ? `record ${first}`
        : `records ${first}–${first + count - 1}`,
  nothingNew: 'nothing new',
  writtenAt: (first: number | null, count: number) =>
    first === null
      ? 'acknowledged'
      : count > 1
        ? `acknowledged ${first}–${first + count - 1}`
        : `acknowledged ${first}`,
  held: 'held',
  link: { cut: 'cut', held: 'held', slow: 'slow' },
  from: (from: string, to: string) => `${from} → ${to}`,
  slowedBy: (one: string, other: string, ms: number) => `${one} to ${other} and back: each message ${ms} ms longer`,
  between: (one: string, other: string) => `Connection of ${one} and ${other}`,
  waitsForRecord: (offset: number) => `fetch at ${offset} waits`,
  waitsForHighWatermark: (offset: number) => `waits for HW ${offset}`,
  parkedFrom: (from: string) => `parked, from ${from}`,
  endsIn: (micros: number) => `at most ${duration(micros)} more`,
  parkedSaid: (from: string, broker: number, what: string) => `Parked on broker ${broker}, from ${from}: ${what}`,
  messageSaid: (api: string, from: string, to: string, what: string) => `${api} from ${from} to ${to}: ${what}`,
};

/** A length of time with two or three digits. */
export function duration(micros: number): string {
  const units: [string, number][] = [
    ['h', 3600e6],
    ['min', 60e6],
    ['s', 1e6],
    ['ms', 1e3],
  ];
  for (const [unit, size] of units) {
    const amount = micros / size;
    if (amount >= 1) return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
  }
  return `${Math.round(micros)} µs`;
}
