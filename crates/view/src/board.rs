//! The board at one position of a run: processes, partitions, replicas, messages on their way.

use serde::Serialize;

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// Steps applied since the run began; a position of the time line.
    pub position: u64,
    pub time: i64,
    pub controllers: Vec<ControllerView>,
    pub brokers: Vec<BrokerView>,
    /// Of a small board all; of a larger one those in sight and those that are open.
    pub partitions: Vec<PartitionView>,
    pub partition_count: u32,
    /// Of a board whose partitions are not all given; empty else.
    pub topics: Vec<TopicView>,
    pub producers: Vec<ProducerView>,
    pub consumers: Vec<ConsumerView>,
    pub messages: Vec<MessageView>,
    pub parked: Vec<ParkedView>,
    pub links: Vec<LinkView>,
    /// Rules of Kafka that are switched off, as a story writes them.
    pub rules_off: Vec<String>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ControllerView {
    pub node: String,
    pub state: ProcessState,
    pub active: bool,
    /// Where its metadata log ends.
    pub metadata_offset: i64,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProcessState {
    /// Up, and not (yet) unfenced: it serves nothing.
    Starting,
    Running,
    /// Running, and the controller has fenced it. It may not know.
    Fenced,
    /// In controlled shutdown.
    Stopping,
    Paused,
    Down,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BrokerView {
    pub node: String,
    pub id: i32,
    pub rack: Option<String>,
    pub state: ProcessState,
    /// As the controller has it.
    pub fenced: bool,
    pub broker_epoch: i64,
    /// Metadata records it has applied; fewer than the controller's log holds means it is behind.
    pub metadata_offset: i64,
    pub metadata_behind: i64,
    /// How many partitions the controller says it leads.
    pub leads: u32,
    /// Extra time its disk takes per append, in µs.
    pub slow_disk: i64,
    /// Of its last heartbeat that the controller has got; none while it has no session.
    pub last_heartbeat: Option<i64>,
    /// When its session ends if no other heartbeat arrives; none while it has none.
    pub session_ends: Option<i64>,
}

/// A topic of a large board.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TopicView {
    pub name: String,
    /// Partitions that fit what is sought; all while nothing is.
    pub matching: u32,
    pub no_leader: u32,
    pub under_min_isr: u32,
    /// Not counting those that are under min ISR.
    pub under_replicated: u32,
    /// A letter for each partition: `w` well, `u` under-replicated, `m` under min ISR, `n` no leader.
    pub health: String,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PartitionView {
    /// `orders.placed-0`
    pub name: String,
    /// Which row it is, from 0, of those that are not folded away; none when it has no row and is only open.
    pub row: Option<u32>,
    pub topic: String,
    pub partition: i32,
    /// The controller's record.
    pub leader: Option<i32>,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    /// The assignment; the first is the preferred leader.
    pub assigned: Vec<i32>,
    pub isr: Vec<i32>,
    pub elr: Vec<i32>,
    pub last_known_elr: Vec<i32>,
    /// As it is set.
    pub min_insync_replicas: i32,
    /// As it counts: never more than are assigned.
    pub effective_min_insync_replicas: i32,
    /// acks=all is refused, and the high watermark stands.
    pub under_min_isr: bool,
    /// A replica is outside the ISR; those that a reassignment adds are not missed.
    pub under_replicated: bool,
    /// In the order of the assignment.
    pub replicas: Vec<ReplicaView>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReplicaRole {
    Leader,
    Follower,
    /// Its process is down, or it hosts no replica yet. The log is what lies on its disk.
    Offline,
}

/// What a replica believes itself, next to what the controller has on record.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Standing {
    /// It acts as leader in the epoch on record.
    Leads,
    /// It acts as leader, and the record names another one or another epoch.
    BelievesToLead,
    /// The record names it leader; it does not act as one yet.
    Unaware,
    Follows,
    /// It follows in another epoch than that on record.
    FollowsInOtherEpoch,
    Offline,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum IsrMembership {
    In,
    Out,
    /// Proposed by the leader, not yet confirmed by the controller; counts for the high watermark already.
    Joining,
    /// Proposed for removal; counts for the high watermark still.
    Leaving,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplicaView {
    pub broker: i32,
    /// What this replica itself believes it is.
    pub role: ReplicaRole,
    pub standing: Standing,
    /// The controller's record names it the leader, whatever it believes or whether it is up.
    pub named: bool,
    /// The leader epoch it acts in.
    pub leader_epoch: i32,
    pub membership: IsrMembership,
    pub in_elr: bool,
    pub preferred: bool,
    pub log_start_offset: i64,
    pub log_end_offset: i64,
    /// As this replica knows it; none when its process is down.
    pub high_watermark: Option<i64>,
    pub last_stable_offset: Option<i64>,
    /// Records by which its log is shorter than that of the leader on record, or without one than the longest.
    pub behind: i64,
    /// Everything below is flushed to disk.
    pub flushed: i64,
    /// There is nothing above that.
    pub all_flushed: bool,
    /// From here on its log is not that of the leader on record: it will be truncated when it follows that leader.
    pub diverges_at: Option<i64>,
    /// Of an open partition the newest records, oldest first; at most as many as were asked for.
    pub records: Vec<RecordView>,
    pub epochs: Vec<EpochView>,
    /// Of a follower: its log end offset as the leader knows it from its last fetch; -1 before the first in this epoch.
    pub leader_knows: Option<i64>,
    /// Of a follower: the leader's high watermark waits for it.
    pub counts: bool,
    /// Of a follower: when the leader last found it caught up.
    pub caught_up_at: Option<i64>,
    /// The same, of one that has not everything, as far as the leader knows.
    pub behind_since: Option<i64>,
    /// Of a member of the ISR that has not everything: from when on the leader's next check takes it out.
    pub lag_ends: Option<i64>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EpochView {
    pub epoch: i32,
    pub start_offset: i64,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordView {
    pub offset: i64,
    pub epoch: i32,
    pub key: Option<String>,
    pub value: Option<String>,
    pub headers: Vec<HeaderView>,
    /// ms since the story's begin.
    pub timestamp: i64,
    /// Who sent it, and which of its records it was.
    pub producer: String,
    pub n: u32,
    /// It is below the high watermark that this replica knows; none when its process is down.
    pub committed: Option<bool>,
    /// This replica's disk has it for certain.
    pub flushed: bool,
    /// The log of the leader on record does not have it: it goes when this replica follows that leader.
    pub diverges: bool,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeaderView {
    pub key: String,
    pub value: String,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProducerView {
    pub node: String,
    /// `0`, `1` or `all`.
    pub acks: String,
    /// Records handed to send() so far.
    pub sent: u32,
    pub acknowledged: u32,
    pub failed: u32,
    /// Waiting in the accumulator (linger, metadata or back-off).
    pub waiting: u32,
    /// In requests without an answer yet.
    pub in_flight: u32,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConsumerView {
    pub node: String,
    pub isolation: String,
    pub partitions: Vec<ConsumerPositionView>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConsumerPositionView {
    pub partition: String,
    /// The next offset it will read; none until it is known.
    pub position: Option<i64>,
    /// Saved in the consumer's own store.
    pub saved: Option<i64>,
    /// High watermark of the last answer minus position.
    pub lag: Option<i64>,
    /// Whom it asks: the leader, or the follower that the leader has sent it to (KIP-392). Before it knows of one, the leader on
    /// record.
    pub reads_from: Option<i32>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MessageKind {
    Produce,
    ProduceAnswer,
    /// A follower's fetch.
    Fetch,
    FetchAnswer,
    ConsumerFetch,
    ConsumerFetchAnswer,
    AlterPartition,
    AlterPartitionAnswer,
    Heartbeat,
    HeartbeatAnswer,
    Registration,
    RegistrationAnswer,
    /// A broker pulls the metadata log.
    MetadataFetch,
    MetadataFetchAnswer,
    /// A client asks who leads what.
    Metadata,
    MetadataAnswer,
    /// Everything else, by its API's name.
    Other,
    OtherAnswer,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MessageView {
    /// Stays the same while the message is on its way.
    pub key: String,
    pub kind: MessageKind,
    /// Kafka's name of the API.
    pub api: String,
    pub from: String,
    pub to: String,
    pub sent_at: i64,
    /// None while it is held on its way.
    pub deliver_at: Option<i64>,
    pub held: bool,
    /// What it carries, per partition.
    pub parts: Vec<MessagePartView>,
    /// Decoded fields, in Kafka's order and names: of a message that is not opened only the first few.
    pub fields: Vec<FieldView>,
    /// Nothing of it would be missed: an idle fetch, a heartbeat.
    pub idle: bool,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MessagePartView {
    pub partition: String,
    /// The offset asked for, of a Fetch.
    pub fetch_offset: Option<i64>,
    /// Offset of the first record it carries, or was given.
    pub base_offset: Option<i64>,
    pub records: u32,
    pub leader_epoch: Option<i32>,
    /// The high watermark an answer carries.
    pub high_watermark: Option<i64>,
    /// Of an answer with an error: Kafka's name of it.
    pub error: Option<String>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FieldView {
    pub name: String,
    pub value: String,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ParkedKind {
    Produce,
    Fetch,
    ConsumerFetch,
}

/// A request that waits at its broker.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParkedView {
    pub key: String,
    pub kind: ParkedKind,
    pub broker: i32,
    pub from: String,
    pub since: i64,
    pub until: i64,
    pub parts: Vec<ParkedPartView>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParkedPartView {
    pub partition: String,
    /// A fetch waits for a record at this offset; a produce for the high watermark to reach it.
    pub offset: i64,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkView {
    pub from: String,
    pub to: String,
    /// `fetch`, `client`, …; all purposes when none.
    pub purpose: Option<String>,
    pub state: LinkState,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LinkState {
    Cut,
    Held,
    Slow,
}
