// The engine's view types. Written by `npm run bless` from crates/view; do not edit.

export type Board = { 
/**
 * Steps applied since the run began; a position of the time line.
 */
position: number, time: number, controllers: Array<ControllerView>, brokers: Array<BrokerView>, 
/**
 * Of a small board all; of a larger one those in sight and those that are open.
 */
partitions: Array<PartitionView>, partitionCount: number, 
/**
 * Of a board whose partitions are not all given; empty else.
 */
topics: Array<TopicView>, producers: Array<ProducerView>, consumers: Array<ConsumerView>, messages: Array<MessageView>, parked: Array<ParkedView>, links: Array<LinkView>, 
/**
 * Rules of Kafka that are switched off, as a story writes them.
 */
rulesOff: Array<string>, };

export type ControllerView = { node: string, state: ProcessState, active: boolean, 
/**
 * Where its metadata log ends.
 */
metadataOffset: number, };

export type ProcessState = "starting" | "running" | "fenced" | "stopping" | "paused" | "down";

export type BrokerView = { node: string, id: number, rack: string | null, state: ProcessState, 
/**
 * As the controller has it.
 */
fenced: boolean, brokerEpoch: number, 
/**
 * Metadata records it has applied; fewer than the controller's log holds means it is behind.
 */
metadataOffset: number, metadataBehind: number, 
/**
 * How many partitions the controller says it leads.
 */
leads: number, 
/**
 * Extra time its disk takes per append, in µs.
 */
slowDisk: number, 
/**
 * Of its last heartbeat that the controller has got; none while it has no session.
 */
lastHeartbeat: number | null, 
/**
 * When its session ends if no other heartbeat arrives; none while it has none.
 */
sessionEnds: number | null, };

export type TopicView = { name: string, 
/**
 * Partitions that fit what is sought; all while nothing is.
 */
matching: number, noLeader: number, underMinIsr: number, 
/**
 * Not counting those that are under min ISR.
 */
underReplicated: number, 
/**
 * A letter for each partition: `w` well, `u` under-replicated, `m` under min ISR, `n` no leader.
 */
health: string, };

export type PartitionView = { 
/**
 * `orders.placed-0`
 */
name: string, 
/**
 * Which row it is, from 0, of those that are not folded away; none when it has no row and is only open.
 */
row: number | null, topic: string, partition: number, 
/**
 * The controller's record.
 */
leader: number | null, leaderEpoch: number, partitionEpoch: number, 
/**
 * The assignment; the first is the preferred leader.
 */
assigned: Array<number>, isr: Array<number>, elr: Array<number>, lastKnownElr: Array<number>, 
/**
 * As it is set.
 */
minInsyncReplicas: number, 
/**
 * As it counts: never more than are assigned.
 */
effectiveMinInsyncReplicas: number, 
/**
 * acks=all is refused, and the high watermark stands.
 */
underMinIsr: boolean, 
/**
 * A replica is outside the ISR; those that a reassignment adds are not missed.
 */
underReplicated: boolean, 
/**
 * In the order of the assignment.
 */
replicas: Array<ReplicaView>, };

export type ReplicaRole = "leader" | "follower" | "offline";

export type Standing = "leads" | "believes-to-lead" | "unaware" | "follows" | "follows-in-other-epoch" | "offline";

export type IsrMembership = "in" | "out" | "joining" | "leaving";

export type ReplicaView = { broker: number, 
/**
 * What this replica itself believes it is.
 */
role: ReplicaRole, standing: Standing, 
/**
 * The controller's record names it the leader, whatever it believes or whether it is up.
 */
named: boolean, 
/**
 * The leader epoch it acts in.
 */
leaderEpoch: number, membership: IsrMembership, inElr: boolean, preferred: boolean, logStartOffset: number, logEndOffset: number, 
/**
 * As this replica knows it; none when its process is down.
 */
highWatermark: number | null, lastStableOffset: number | null, 
/**
 * Records by which its log is shorter than that of the leader on record, or without one than the longest.
 */
behind: number, 
/**
 * Everything below is flushed to disk.
 */
flushed: number, 
/**
 * There is nothing above that.
 */
allFlushed: boolean, 
/**
 * From here on its log is not that of the leader on record: it will be truncated when it follows that leader.
 */
divergesAt: number | null, 
/**
 * Of an open partition the newest records, oldest first; at most as many as were asked for.
 */
records: Array<RecordView>, epochs: Array<EpochView>, 
/**
 * Of a follower: its log end offset as the leader knows it from its last fetch; -1 before the first in this epoch.
 */
leaderKnows: number | null, 
/**
 * Of a follower: the leader's high watermark waits for it.
 */
counts: boolean, 
/**
 * Of a follower: when the leader last found it caught up.
 */
caughtUpAt: number | null, 
/**
 * The same, of one that has not everything, as far as the leader knows.
 */
behindSince: number | null, 
/**
 * Of a member of the ISR that has not everything: from when on the leader's next check takes it out.
 */
lagEnds: number | null, };

export type EpochView = { epoch: number, startOffset: number, };

export type RecordView = { offset: number, epoch: number, key: string | null, value: string | null, headers: Array<HeaderView>, 
/**
 * ms since the story's begin.
 */
timestamp: number, 
/**
 * Who sent it, and which of its records it was.
 */
producer: string, n: number, 
/**
 * It is below the high watermark that this replica knows; none when its process is down.
 */
committed: boolean | null, 
/**
 * This replica's disk has it for certain.
 */
flushed: boolean, 
/**
 * The log of the leader on record does not have it: it goes when this replica follows that leader.
 */
diverges: boolean, };

export type HeaderView = { key: string, value: string, };

export type ProducerView = { node: string, 
/**
 * `0`, `1` or `all`.
 */
acks: string, 
/**
 * Records handed to send() so far.
 */
sent: number, acknowledged: number, failed: number, 
/**
 * Waiting in the accumulator (linger, metadata or back-off).
 */
waiting: number, 
/**
 * In requests without an answer yet.
 */
inFlight: number, };

export type ConsumerView = { node: string, isolation: string, partitions: Array<ConsumerPositionView>, };

export type ConsumerPositionView = { partition: string, 
/**
 * The next offset it will read; none until it is known.
 */
position: number | null, 
/**
 * Saved in the consumer's own store.
 */
saved: number | null, 
/**
 * High watermark of the last answer minus position.
 */
lag: number | null, 
/**
 * Whom it asks: the leader, or the follower that the leader has sent it to (KIP-392). Before it knows of one, the leader on
 * record.
 */
readsFrom: number | null, };

export type MessageKind = "produce" | "produce-answer" | "fetch" | "fetch-answer" | "consumer-fetch" | "consumer-fetch-answer" | "alter-partition" | "alter-partition-answer" | "heartbeat" | "heartbeat-answer" | "registration" | "registration-answer" | "metadata-fetch" | "metadata-fetch-answer" | "metadata" | "metadata-answer" | "other" | "other-answer";

export type MessageView = { 
/**
 * Stays the same while the message is on its way.
 */
key: string, kind: MessageKind, 
/**
 * Kafka's name of the API.
 */
api: string, from: string, to: string, sentAt: number, 
/**
 * None while it is held on its way.
 */
deliverAt: number | null, held: boolean, 
/**
 * What it carries, per partition.
 */
parts: Array<MessagePartView>, 
/**
 * Decoded fields, in Kafka's order and names: of a message that is not opened only the first few.
 */
fields: Array<FieldView>, 
/**
 * Nothing of it would be missed: an idle fetch, a heartbeat.
 */
idle: boolean, };

export type MessagePartView = { partition: string, 
/**
 * The offset asked for, of a Fetch.
 */
fetchOffset: number | null, 
/**
 * Offset of the first record it carries, or was given.
 */
baseOffset: number | null, records: number, leaderEpoch: number | null, 
/**
 * The high watermark an answer carries.
 */
highWatermark: number | null, 
/**
 * Of an answer with an error: Kafka's name of it.
 */
error: string | null, };

export type Travelled = { message: MessageView, 
/**
 * The position after the step in which it arrived or was lost; none while it is on its way at the end of the interval.
 */
ended: number | null, 
/**
 * It went with its connection.
 */
lost: boolean, };

export type FieldView = { name: string, value: string, };

export type ParkedKind = "produce" | "fetch" | "consumer-fetch";

export type ParkedView = { key: string, kind: ParkedKind, broker: number, from: string, since: number, until: number, parts: Array<ParkedPartView>, };

export type ParkedPartView = { partition: string, 
/**
 * A fetch waits for a record at this offset; a produce for the high watermark to reach it.
 */
offset: number, };

export type LinkView = { from: string, to: string, 
/**
 * `fetch`, `client`, …; all purposes when none.
 */
purpose: string | null, state: LinkState, };

export type LinkState = "cut" | "held" | "slow";

export type Happened = { 
/**
 * The position after the step.
 */
position: number, time: number, event: Event, 
/**
 * The name of the rule that it follows, an `EventRule`.
 */
rule: string, };

export type Event = { "kind": "acted", line: string, } | { "kind": "produce-sent", producer: string, to: number, partition: string, records: number, acks: string, } | { "kind": "appended", broker: number, partition: string, baseOffset: number, logEndOffset: number, highWatermark: number, epoch: number, } | { "kind": "copied", broker: number, partition: string, leader: number, baseOffset: number, logEndOffset: number, } | { "kind": "fetched", broker: number, leader: number, partition: string, fetchOffset: number, knew: number, learnt: Learnt, } | { "kind": "fetch-answered", broker: number, leader: number, partition: string, baseOffset: number, records: number, highWatermark: number, } | { "kind": "high-watermark-moved", broker: number, partition: string, from: number, to: number, leader: boolean, 
/**
 * Of a leader: records that it passed, which are committed now.
 */
committed: number, } | { "kind": "acknowledged", producer: string, partition: string | null, baseOffset: number | null, records: number, acks: string, after: number, } | { "kind": "send-failed", producer: string, partition: string | null, records: number, error: string, everSent: boolean, } | { "kind": "duplicate-recognised", broker: number, partition: string, producerId: number, epoch: number, sequence: number, lastSequence: number, baseOffset: number, } | { "kind": "producer-epoch-bumped", producer: string, epoch: number | null, } | { "kind": "refused", broker: number, api: string, from: string, partition: string | null, error: string, } | { "kind": "answered", client: string, api: string, from: string, 
/**
 * None when it was not refused.
 */
error: string | null, fields: Array<FieldView>, } | { "kind": "consumer-read", consumer: string, partition: string, from: number, position: number, } | { "kind": "consumer-saved", consumer: string, partition: string, offset: number, } | { "kind": "isr-changed", partition: string, from: Array<number>, to: Array<number>, 
/**
 * As it counts: never more than are assigned.
 */
minInsyncReplicas: number, underMinIsr: boolean, } | { "kind": "isr-proposed", broker: number, partition: string, from: Array<number>, to: Array<number>, outOfSync: Array<OutOfSyncView>, 
/**
 * Who is to come in.
 */
caughtUp: Array<number>, } | { "kind": "elr-changed", partition: string, from: Array<number>, to: Array<number>, } | { "kind": "leader-elected", partition: string, from: number | null, to: number | null, epoch: number, unclean: boolean, } | { "kind": "became-leader", broker: number, partition: string, epoch: number, logEndOffset: number, highWatermark: number, } | { "kind": "became-follower", broker: number, partition: string, leader: number | null, epoch: number, } | { "kind": "replicas-changed", partition: string, from: Array<number>, to: Array<number>, } | { "kind": "replica-deleted", broker: number, partition: string, } | { "kind": "log-start-moved", broker: number, partition: string, from: number, to: number, } | { "kind": "truncated", broker: number, partition: string, from: number, to: number, } | { "kind": "broker-registered", broker: number, epoch: number, } | { "kind": "broker-fenced", broker: number, } | { "kind": "broker-unfenced", broker: number, } | { "kind": "controlled-shutdown-began", broker: number, } | { "kind": "process-started", node: string, } | { "kind": "process-crashed", node: string, } | { "kind": "process-stopped", node: string, } | { "kind": "process-paused", node: string, } | { "kind": "process-resumed", node: string, } | { "kind": "broker-unregistered", broker: number, } | { "kind": "partitions-added", topic: string, first: number, count: number, } | { "kind": "topic-created", topic: string, partitions: number, } | { "kind": "config-changed", resource: string, name: string, value: string | null, } | { "kind": "link-cut", from: string, to: string, } | { "kind": "link-healed", from: string, to: string, } | { "kind": "link-held", from: string, to: string, } | { "kind": "link-slowed", from: string, to: string, latency: number, } | { "kind": "finding", invariant: string, partition: string | null, text: string, };

export type Learnt = "first" | "more" | "less";

export type OutOfSyncView = { broker: number, logEndOffset: number, 
/**
 * µs since the leader last found it caught up.
 */
behindFor: number, };

export type Ledger = { position: number, counts: LedgerCounts, 
/**
 * Newest first: the newest, then of the older ones those that are lost or there twice.
 */
rows: Array<LedgerRow>, 
/**
 * Records without a row.
 */
folded: number, 
/**
 * Of these, lost or there twice.
 */
foldedHarmed: number, costs: Costs, };

export type LedgerCounts = { sent: number, waiting: number, uncommitted: number, committed: number, undecided: number, notStored: number, lost: number, 
/**
 * Lost although the producer had been told, or with acks=0 took it, that they are stored.
 */
lostThoughPromised: number, duplicated: number, };

export type LedgerRow = { producer: string, 
/**
 * Which of its records; counted from 0.
 */
n: number, key: string | null, value: string | null, 
/**
 * None as long as it is not known.
 */
topic: string | null, partition: string | null, 
/**
 * `0`, `1` or `all`.
 */
acks: string, sentAt: number, 
/**
 * Produce requests that carried it.
 */
attempts: number, told: Told, fate: Fate, 
/**
 * Where it lies, or lay, in the log of a leader; several when it was appended again.
 */
places: Array<LedgerPlace>, 
/**
 * Of the replicas the partition has now, and of others that hold it.
 */
copies: Array<LedgerCopy>, 
/**
 * When a leader's high watermark first passed it.
 */
committedAt: number | null, 
/**
 * A consumer that asks the leader for it gets it.
 */
readable: boolean, readBy: Array<string>, 
/**
 * Logs it went from, oldest first.
 */
removed: Array<Removed>, loss: LedgerLoss | null, 
/**
 * What would have kept it from being there twice; none when it is there once.
 */
onceWith: Array<Array<SettingValue>> | null, };

export type Fate = "waiting" | "uncommitted" | "committed" | "undecided" | "not-stored" | "lost";

export type Told = { "kind": "nothing" } | { "kind": "acknowledged", offset: number, at: number, after: number, } | { "kind": "unasked", at: number, after: number, } | { "kind": "failed", error: string, at: number, after: number, } | { "kind": "timed-out", everSent: boolean, at: number, after: number, } | { "kind": "unknown", at: number, after: number, };

export type LedgerPlace = { offset: number, epoch: number, 
/**
 * The leader that appended it, and when.
 */
broker: number, at: number, 
/**
 * The acting leader's log holds it there.
 */
holds: boolean, };

export type LedgerCopy = { broker: number, process: ProcessState, 
/**
 * The partition's acting leader.
 */
leads: boolean, 
/**
 * Where its log holds the record; none when it does not.
 */
offset: number | null, 
/**
 * Forced to disk; if not, it is in the page cache only.
 */
flushed: boolean, };

export type RemovedBy = "truncation" | "power-loss" | "disk-loss";

export type Removed = { broker: number, by: RemovedBy, 
/**
 * Of a truncation: the epoch that it was about to follow, as the controller had it.
 */
epoch: number | null, at: number, };

export type LedgerLoss = { cause: LossCause, 
/**
 * When that was settled; the last copy may go later.
 */
at: number, 
/**
 * Its producer had been told, or with acks=0 took it, that it is stored.
 */
promised: boolean, 
/**
 * Each entry would have changed it, settings of one entry together. Empty: none would.
 */
keptWith: Array<Array<SettingValue>>, };

export type LossCause = { "kind": "never-appended", sentTo: number | null, readBy: number | null, led: boolean, } | { "kind": "not-copied", appendedBy: number, ended: ProcessEnd | null, leader: number, epoch: number, } | { "kind": "deposed-leader", appendedBy: number, leader: number, epoch: number, } | { "kind": "unclean-election", leader: number, epoch: number, asked: boolean, } | { "kind": "last-known-leader", leader: number, epoch: number, } | { "kind": "unflushed", brokers: Array<number>, leader: number | null, epoch: number | null, } | { "kind": "disk-lost", brokers: Array<number>, leader: number | null, epoch: number | null, } | { "kind": "rule-off", leader: number, epoch: number, } | { "kind": "leader-without", leader: number, epoch: number, };

export type ProcessEnd = "stopped" | "crashed" | "power-lost" | "disk-lost";

export type SettingValue = { name: string, value: string | null, };

export type Costs = { waited: Array<WaitedView>, brokers: Array<BrokerCost>, replicas: Array<ReplicaCost>, 
/**
 * Replicas that hold records and are not listed.
 */
replicasFolded: number, };

export type WaitedView = { acks: string, records: number, least: number, median: number, most: number, };

export type BrokerCost = { broker: number, onDisk: number, flushed: number, 
/**
 * Sent to it by producers.
 */
fromProducers: number, 
/**
 * Sent by it to its followers.
 */
toFollowers: number, 
/**
 * Sent to it by its leaders.
 */
fromLeaders: number, toConsumers: number, };

export type ReplicaCost = { partition: string, broker: number, bytes: number, flushed: number, };

export type MetricView = { 
/**
 * `kafka.server:type=ReplicaManager`
 */
mbean: string, name: string, 
/**
 * A gauge as it stands; of a meter, how often it was marked since the process started.
 */
value: number, };

export type Printed = { 
/**
 * As one would type it, without where the cluster is.
 */
command: string, 
/**
 * Each line ends with a line feed.
 */
output: string, 
/**
 * Earlier lines that are left out.
 */
leftOut: number, 
/**
 * It has ended; one that has not waits, or runs on.
 */
done: boolean, };

export type EventRule = { 
/**
 * Stays the same in every language.
 */
name: string, says: string, 
/**
 * `Partition.maybeIncrementLeaderHW; KIP-497`. Empty where it is no rule of Kafka.
 */
source: string, 
/**
 * Names of the rules that have a part in it and can be switched off.
 */
switches: Array<string>, };

export type RuleListing = { 
/**
 * As a story writes it: `rule NAME off`.
 */
name: string, 
/**
 * What it demands, in one sentence.
 */
says: string, 
/**
 * What goes wrong when it is switched off.
 */
without: string, 
/**
 * Where Kafka decides it, and the KIP or issue that brought it: `Partition.isUnderMinIsr; KIP-966`.
 */
source: string, 
/**
 * The first version of Kafka that has it.
 */
since: string, };

export type Cause = { because: Because, 
/**
 * Several that hold at once; only at the end of a chain.
 */
branches: Array<Branch>, };

export type Branch = { chain: Array<Cause>, };

export type Because = { "kind": "record-committed", partition: string, offset: number, highWatermark: number, } | { "kind": "record-not-committed", partition: string, offset: number, highWatermark: number, } | { "kind": "record-not-there", partition: string, offset: number, logEndOffset: number, } | { "kind": "record-deleted", partition: string, offset: number, logStartOffset: number, } | { "kind": "record-not-stable", consumer: string, offset: number, lastStableOffset: number, } | { "kind": "record-undecided", partition: string, offset: number, } | { "kind": "record-not-readable", consumer: string, offset: number, highWatermark: number, } | { "kind": "record-readable", consumer: string, offset: number, highWatermark: number, position: number | null, } | { "kind": "not-told-yet", producer: string, acks: string, sentAgo: number, } | { "kind": "told-failed", producer: string, error: string, everSent: boolean, after: number, } | { "kind": "stored-by", broker: number, partition: string, offset: number, epoch: number, ago: number, again: number, } | { "kind": "lost-from", broker: number, cause: LostBy, ago: number, } | { "kind": "lost", cause: LossCause, 
/**
 * A high watermark had passed it before.
 */
committed: boolean, ago: number, } | { "kind": "kept-with", ways: Array<Array<SettingValue>>, 
/**
 * Its producer had been told, or with acks=0 took it, that it is stored.
 */
promised: boolean, } | { "kind": "high-watermark-is-smallest", partition: string, highWatermark: number, counted: Array<Position>, } | { "kind": "high-watermark-does-not-go-back", partition: string, highWatermark: number, counted: Array<Position>, } | { "kind": "high-watermark-frozen", partition: string, highWatermark: number, isr: Array<number>, minInsyncReplicas: number, } | { "kind": "held-back-by", broker: number, partition: string, logEndOffset: number, lastFetchAgo: number | null, } | { "kind": "counted-though", broker: number, because: CountedAs, } | { "kind": "has-more-than-leader-knows", broker: number, partition: string, logEndOffset: number, leaderKnows: number, } | { "kind": "follower-high-watermark", broker: number, partition: string, highWatermark: number, leader: number, leaders: number, } | { "kind": "fetch-without-it", broker: number, leader: number, partition: string, } | { "kind": "not-arrived", api: string, answer: boolean, from: string, to: string, ago: number, } | { "kind": "asked", api: string, from: string, to: string, ago: number, } | { "kind": "waits-in-socket", api: string, node: string, } | { "kind": "behind", api: string, before: number, } | { "kind": "answers-one-at-a-time", node: string, api: string, answersFirst: string, } | { "kind": "link-slow", from: string, to: string, by: number, } | { "kind": "in-isr", broker: number, partition: string, logEndOffset: number, 
/**
 * `None`: not since the leader was elected.
 */
caughtUpAgo: number | null, } | { "kind": "not-in-isr", broker: number, partition: string, } | { "kind": "joining", broker: number, partition: string, } | { "kind": "leaving", broker: number, partition: string, logEndOffset: number, caughtUpAgo: number | null, } | { "kind": "needs-high-watermark", broker: number, logEndOffset: number, highWatermark: number, } | { "kind": "needs-epoch-start", broker: number, logEndOffset: number, epochStartOffset: number, } | { "kind": "never-fetched-in-epoch", broker: number, epoch: number, } | { "kind": "fetched-as-former", broker: number, } | { "kind": "isr-needs-controller", leader: number, partition: string, } | { "kind": "proposal-pending", partition: string, leader: number, } | { "kind": "leader-has-other-isr", leader: number, isr: Array<number>, onRecord: Array<number>, } | { "kind": "acts-in-epoch", broker: number, partition: string, epoch: number, onRecord: number, } | { "kind": "leads", broker: number, partition: string, epoch: number, preferred: boolean, } | { "kind": "elected", broker: number, epoch: number, ground: Ground, ago: number, 
/**
 * Who led before it, if somebody did.
 */
before: number | null, } | { "kind": "does-not-act-yet", broker: number, partition: string, epoch: number, } | { "kind": "still-acts", broker: number, partition: string, epoch: number, } | { "kind": "no-leader", partition: string, isr: Array<number>, elr: Array<number>, lastKnown: number | null, } | { "kind": "not-elected", broker: number, partition: string, because: Unelected, } | { "kind": "broker-is-fenced", broker: number, 
/**
 * `None`: not within a session.
 */
lastContactAgo: number | null, 
/**
 * This incarnation sent a heartbeat, however long ago.
 */
wasHeard: boolean, } | { "kind": "broker-not-registered", broker: number, } | { "kind": "broker-is-shutting-down", broker: number, } | { "kind": "shutdown-waits", broker: number, leads: boolean, behind: Array<number>, } | { "kind": "broker-is-unfenced", broker: number, lastContactAgo: number, sessionEndsIn: number, } | { "kind": "needs-own-registration", broker: number, metadataOffset: number, registrationOffset: number, } | { "kind": "metadata-behind", broker: number, metadataOffset: number, newest: number, 
/**
 * Records it has not read; none while it waits to be told that it has caught up.
 */
behind: number, } | { "kind": "producer-has", producer: string, waiting: number, inFlight: number, } | { "kind": "consumer-assigned", consumer: string, partitions: number, } | { "kind": "send-waits-for-metadata", producer: string, topic: string, endsIn: number, behind: number, } | { "kind": "batch-queued", partition: string, records: number, attempts: number, } | { "kind": "batch-behind-another", partition: string, numbered: boolean, } | { "kind": "no-producer-id", node: string, } | { "kind": "in-flight-limit", node: string, broker: number, limit: number, } | { "kind": "knows-no-leader", node: string, partition: string, } | { "kind": "metadata-first", node: string, } | { "kind": "position-unsettled", consumer: string, partition: string, 
/**
 * It asks where the log begins or ends, else whether its position is still there.
 */
resets: boolean, } | { "kind": "produce-waits", partition: string, requiredOffset: number, highWatermark: number, endsIn: number, } | { "kind": "refused", broker: number, api: string, from: string, partition: string | null, error: string, } | { "kind": "not-enough-replicas", partition: string, isr: Array<number>, minInsyncReplicas: number, } | { "kind": "producer-fault", partition: string, producerId: number, epoch: number, 
/**
 * -1 of a marker.
 */
sequence: number, fault: ProducerFaultView, } | { "kind": "does-not-lead", broker: number, partition: string, 
/**
 * As it believes itself.
 */
leader: number | null, epoch: number, 
/**
 * It acted as leader, and still did not take the request as one to it.
 */
leads: boolean, } | { "kind": "spoke-of-epoch", node: string, partition: string, epoch: number, broker: number, brokers: number, } | { "kind": "high-watermark-too-late", partition: string, offset: number, highWatermark: number, } | { "kind": "lies-on", brokers: Array<number>, 
/**
 * Of these, those whose disk has it for certain.
 */
flushed: Array<number>, allFlushed: boolean, } | { "kind": "lies-nowhere", partition: string, offset: number, } | { "kind": "never-stored", producer: string, } | { "kind": "sender-gone", producer: string, } | { "kind": "promised", acks: string, } | { "kind": "acknowledged", producer: string, acks: string, partition: string | null, baseOffset: number | null, after: number, } | { "kind": "consumer-has-read", consumer: string, offset: number, position: number, } | { "kind": "consumer-passed-over", consumer: string, offset: number, position: number, } | { "kind": "not-assigned", consumer: string, partition: string, } | { "kind": "high-watermark-at-log-end", partition: string, highWatermark: number, } | { "kind": "high-watermark-may-move", partition: string, to: number, } | { "kind": "told-with-divergence", broker: number, partition: string, leader: number, highWatermark: number, } | { "kind": "follower-has-high-watermark", broker: number, partition: string, highWatermark: number, } | { "kind": "on-its-way", api: string, from: string, to: string, arrivesIn: number, } | { "kind": "link-is", from: string, to: string, state: LinkState, } | { "kind": "process-is", node: string, state: ProcessState, } | { "kind": "gives-up", node: string, setting: string, endsIn: number, } | { "kind": "tries-again", node: string, setting: string, endsIn: number, } | { "kind": "fetch-waits-for-bytes", node: string, setting: string, minBytes: number, endsIn: number, } | { "kind": "fetch-parked", broker: number, leader: number, partition: string, fetchOffset: number, endsIn: number, } | { "kind": "fetch-waits", partition: string, fetchOffset: number, endsIn: number, } | { "kind": "fetching-stopped", broker: number, partition: string, } | { "kind": "will-leave-isr", broker: number, partition: string, lagEndsIn: number, checkedIn: number, 
/**
 * Where the high watermark moves then, if nothing else changes; none when it stays.
 */
to: number | null, 
/**
 * The ISR has fewer members then than `min.insync.replicas` asks for.
 */
underMinIsr: boolean, } | { "kind": "may-lag", broker: number, limit: number, endsIn: number, } | { "kind": "at-leaders-end", broker: number, limit: number, } | { "kind": "leader-is-in-isr", broker: number, partition: string, } | { "kind": "joins-with-next-fetch", broker: number, partition: string, } | { "kind": "not-a-replica", broker: number, partition: string, assigned: Array<number>, } | { "kind": "leads-until", broker: number, sessionEndsIn: number, } | { "kind": "preferred-check", broker: number, endsIn: number | null, } | { "kind": "unclean-election", allowed: boolean, endsIn: number | null, } | { "kind": "session-ends", broker: number, endsIn: number, every: number, } | { "kind": "next-heartbeat", broker: number, endsIn: number, } | { "kind": "old-session", broker: number, endsIn: number, } | { "kind": "metadata-up-to-date", broker: number, metadataOffset: number, } | { "kind": "lingers", partition: string, endsIn: number, } | { "kind": "nothing-waits", node: string, } | { "kind": "read-failed", consumer: string, partition: string, } | { "kind": "none-refused", node: string, } | { "kind": "asks-for-metadata", node: string, leader: number | null, };

export type Position = { broker: number, 
/**
 * As the leader knows it; -1 before the first fetch in this epoch.
 */
logEndOffset: number, };

export type ProducerFaultView = { "kind": "old-epoch", known: number, } | { "kind": "new-epoch-begins-at-zero", known: number, } | { "kind": "not-next", expected: number, } | { "kind": "transaction-open", since: number, } | { "kind": "old-coordinator-epoch", known: number, };

export type LostBy = "truncation" | "power-loss" | "disk-loss";

export type CountedAs = "joining" | "leaving" | "caught-up";

export type Ground = "led-already" | "preferred" | "first-in-isr" | "first-in-elr" | "last-known-leader" | "unclean" | "without-consent";

export type Unelected = "not-registered" | "fenced" | "shutting-down" | "leaving" | "unclean-shutdown" | "not-in-isr" | "in-elr-but-isr-not-empty" | "last-known-but-elr-not-empty" | "eligible";

export type TimelinePart = { 
/**
 * Position and time at which the story begins to be shown.
 */
begin: Mark, 
/**
 * Where what has been played so far ends. One can go on from there.
 */
end: Mark, 
/**
 * Names of partitions. Moments and lanes speak of a partition by its place here, which it keeps.
 */
partitions: Array<string>, 
/**
 * What is worth an eye, four numbers each: position, time, place of the kind in the list of kinds, place of the partition
 * or -1. Plain numbers, because a long run has tens of thousands.
 */
moments: Array<number>, captions: Array<Caption>, 
/**
 * What the story and the person did.
 */
acts: Array<ActMark>, findings: Array<FindingMark>, };

export type Mark = { position: number, time: number, };

export type MomentKindView = { name: string, 
/**
 * 1 barely worth an eye, 10 above all.
 */
weight: number, };

export type FindingMark = { position: number, time: number, invariant: string, statement: string, partition: string, };

export type PlayedOn = { end: Mark, 
/**
 * Up to here nothing more happens than was played.
 */
time: number, 
/**
 * Nothing is scheduled, or a run may not be longer.
 */
over: boolean, };

export type Scheduled = { time: number, 
/**
 * Which timer runs out, or `message` for one that arrives.
 */
kind: string, 
/**
 * Whose timer it is, or who gets the message.
 */
node: string, partition: string | null, 
/**
 * It comes again and again, whatever happens.
 */
routine: boolean, };

export type Lanes = { lanes: Array<Lane>, 
/**
 * Of those partitions that are asked for in full.
 */
clients: Array<ClientMark>, };

export type Lane = { 
/**
 * Its place among the partitions of the time line.
 */
partition: number, 
/**
 * Who led and who was in sync: each holds to the next one. Of several in one column the worst comes first.
 */
bands: Array<Band>, 
/**
 * The leader's offsets: each holds to the next one. None of a partition that is not asked for in full.
 */
offsets: Array<LaneOffsets>, };

export type Band = { position: number, time: number, leader: number | null, leaderEpoch: number, isr: Array<number>, };

export type LaneOffsets = { position: number, time: number, highWatermark: number, logEndOffset: number, };

export type ClientMark = { 
/**
 * `sent`, `refused`, `acknowledged`, `failed` or `read`.
 */
sign: string, 
/**
 * None for records that never got as far as a partition.
 */
partition: number | null, count: number, records: number, 
/**
 * Of the first one.
 */
position: number, time: number, };

export type Caption = { id: string, position: number, time: number, headline: string, text: string, 
/**
 * What to look at: partitions, processes.
 */
focus: Array<string>, };

export type ActMark = { position: number, time: number, line: string, 
/**
 * Done by the person at the page, not by the story.
 */
byHand: boolean, };

export type CommandListing = { 
/**
 * How a line begins: `crash`, `config topic`.
 */
name: string, 
/**
 * Chapter of the language: `Processes and disks`.
 */
chapter: string, 
/**
 * Empty where no menu offers it.
 */
menus: Array<MenuListing>, help: string, 
/**
 * `crash PROCESS`
 */
usage: string, 
/**
 * In their order, after the name.
 */
words: Array<ArgListing>, 
/**
 * `key=value`s in any order.
 */
keys: Array<ArgListing>, 
/**
 * Kafka settings it takes as `key=value`s.
 */
settings: Array<SettingListing>, };

export type MenuListing = { 
/**
 * `broker`, `connection`, `partition`, `topic`, `producer`, `consumer` or `cluster`.
 */
of: string, label: string, };

export type ArgListing = { name: string, kind: ArgKind, must: boolean, 
/**
 * One or more, to the end of the words.
 */
many: boolean, 
/**
 * What belongs there, in words.
 */
describe: string, 
/**
 * More about it; may be empty.
 */
help: string, 
/**
 * All there is to choose from, where that is a fixed set.
 */
choices: Array<string>, };

export type ArgKind = "broker" | "server" | "topic" | "partition" | "producer" | "consumer" | "connection" | "duration" | "count" | "choice" | "text";

export type SettingListing = { 
/**
 * Kafka's name.
 */
name: string, 
/**
 * Kafka's default; may be empty.
 */
default: string, meaning: string, 
/**
 * All there is to choose from, where that is a fixed set.
 */
choices: Array<string>, };

export type ConfigScope = "topic" | "broker" | "controller" | "producer" | "consumer";

export type ConfigKind = "number" | "choice" | "text";

export type ConfigListing = { scope: ConfigScope, 
/**
 * Kafka's name.
 */
name: string, kind: ConfigKind, 
/**
 * `ms`, `s`, `bytes`; empty for a bare number.
 */
unit: string, 
/**
 * Bounds of a number; empty where Kafka has none but those of its type.
 */
least: string, most: string, choices: Array<string>, 
/**
 * Kafka's default; may be empty.
 */
default: string, meaning: string, 
/**
 * Kafka 4.3 changes it while everything runs. Otherwise a process reads it when it starts.
 */
dynamic: boolean, };

export type ConfigView = { scope: ConfigScope, 
/**
 * `b1`, `orders.placed`, `order-service`; empty for the cluster-wide default of topic settings.
 */
of: string, 
/**
 * What is not Kafka's default, and of topics what is set on them.
 */
values: Array<ConfigValueView>, };

export type ConfigValueView = { name: string, value: string, };

export type StoryListing = { 
/**
 * File name without its ending: `the_life_of_a_batch`.
 */
name: string, 
/**
 * The name as a sentence: "The life of a batch".
 */
title: string, 
/**
 * The first comment line of the file.
 */
summary: string, 
/**
 * The heading under which it is offered; none for how Kafka is.
 */
group: string | null, };

export type StoryError = { 
/**
 * Stays the same in every language, e.g. `unknown-broker`.
 */
code: string, 
/**
 * From 1.
 */
line: number, 
/**
 * From 1, in characters.
 */
column: number, found: string, expected: string, 
/**
 * The sentence in English: "line 7, column 12: unknown broker b9; this cluster has b1, b2, b3".
 */
message: string, };
