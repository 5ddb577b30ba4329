//! What happened, one fact each, for the running log, the time line and the pacing.

use serde::Serialize;

/// Something that happened at one step.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Happened {
    /// The position after the step.
    pub position: u64,
    pub time: i64,
    pub event: Event,
    /// The name of the rule that it follows, an `EventRule`.
    pub rule: &'static str,
}

/// Brokers by number, partitions by name, offsets as numbers.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Event {
    /// A person or the story did this; the line as one would write it.
    Acted {
        line: String,
    },
    /// A producer handed records to its client, or the client sent them.
    ProduceSent {
        producer: String,
        to: i32,
        partition: String,
        records: u32,
        acks: String,
    },
    /// A leader wrote records of a producer. The high watermark it had then stands beside it.
    Appended {
        broker: i32,
        partition: String,
        base_offset: i64,
        log_end_offset: i64,
        high_watermark: i64,
        epoch: i32,
    },
    /// A follower wrote records of its leader.
    Copied {
        broker: i32,
        partition: String,
        leader: i32,
        base_offset: i64,
        log_end_offset: i64,
    },
    /// A leader took a follower's fetch; what it learned by it.
    Fetched {
        broker: i32,
        leader: i32,
        partition: String,
        fetch_offset: i64,
        knew: i64,
        learnt: Learnt,
    },
    /// A leader answered a follower with records.
    FetchAnswered {
        broker: i32,
        leader: i32,
        partition: String,
        base_offset: i64,
        records: u32,
        high_watermark: i64,
    },
    HighWatermarkMoved {
        broker: i32,
        partition: String,
        from: i64,
        to: i64,
        leader: bool,
        /// Of a leader: records that it passed, which are committed now.
        committed: u32,
    },
    /// A producer was told.
    Acknowledged {
        producer: String,
        partition: Option<String>,
        base_offset: Option<i64>,
        records: u32,
        acks: String,
        after: i64,
    },
    SendFailed {
        producer: String,
        partition: Option<String>,
        records: u32,
        error: String,
        ever_sent: bool,
    },
    /// A leader had these records already, and wrote nothing.
    DuplicateRecognised {
        broker: i32,
        partition: String,
        producer_id: i64,
        epoch: i32,
        sequence: i32,
        last_sequence: i32,
        base_offset: i64,
    },
    /// A producer numbers its batches anew; no epoch while it waits for a new producer id.
    ProducerEpochBumped {
        producer: String,
        epoch: Option<i32>,
    },
    /// A broker refused a request.
    Refused {
        broker: i32,
        api: String,
        from: String,
        partition: Option<String>,
        error: String,
    },
    /// A raw request was answered.
    Answered {
        client: String,
        api: String,
        from: String,
        /// None when it was not refused.
        error: Option<String>,
        fields: Vec<crate::board::FieldView>,
    },
    ConsumerRead {
        consumer: String,
        partition: String,
        from: i64,
        position: i64,
    },
    ConsumerSaved {
        consumer: String,
        partition: String,
        offset: i64,
    },
    IsrChanged {
        partition: String,
        from: Vec<i32>,
        to: Vec<i32>,
        /// As it counts: never more than are assigned.
        min_insync_replicas: i32,
        under_min_isr: bool,
    },
    IsrProposed {
        broker: i32,
        partition: String,
        from: Vec<i32>,
        to: Vec<i32>,
        out_of_sync: Vec<OutOfSyncView>,
        /// Who is to come in.
        caught_up: Vec<i32>,
    },
    ElrChanged {
        partition: String,
        from: Vec<i32>,
        to: Vec<i32>,
    },
    LeaderElected {
        partition: String,
        from: Option<i32>,
        to: Option<i32>,
        epoch: i32,
        unclean: bool,
    },
    BecameLeader {
        broker: i32,
        partition: String,
        epoch: i32,
        log_end_offset: i64,
        high_watermark: i64,
    },
    BecameFollower {
        broker: i32,
        partition: String,
        leader: Option<i32>,
        epoch: i32,
    },
    /// The controller wrote other replicas down; while a reassignment is under way, both the new and the old.
    ReplicasChanged {
        partition: String,
        from: Vec<i32>,
        to: Vec<i32>,
    },
    /// A broker threw away a replica that it is not to have any more.
    ReplicaDeleted {
        broker: i32,
        partition: String,
    },
    /// A replica deleted records at the start of its log.
    LogStartMoved {
        broker: i32,
        partition: String,
        from: i64,
        to: i64,
    },
    /// A follower found that its log is not a prefix of its leader's, and cut it.
    Truncated {
        broker: i32,
        partition: String,
        from: i64,
        to: i64,
    },
    BrokerRegistered {
        broker: i32,
        epoch: i64,
    },
    BrokerFenced {
        broker: i32,
    },
    BrokerUnfenced {
        broker: i32,
    },
    ControlledShutdownBegan {
        broker: i32,
    },
    ProcessStarted {
        node: String,
    },
    ProcessCrashed {
        node: String,
    },
    ProcessStopped {
        node: String,
    },
    ProcessPaused {
        node: String,
    },
    ProcessResumed {
        node: String,
    },
    BrokerUnregistered {
        broker: i32,
    },
    PartitionsAdded {
        topic: String,
        first: i32,
        count: u32,
    },
    TopicCreated {
        topic: String,
        partitions: u32,
    },
    ConfigChanged {
        resource: String,
        name: String,
        value: Option<String>,
    },
    LinkCut {
        from: String,
        to: String,
    },
    LinkHealed {
        from: String,
        to: String,
    },
    LinkHeld {
        from: String,
        to: String,
    },
    LinkSlowed {
        from: String,
        to: String,
        latency: i64,
    },
    /// A rule that must hold did not.
    Finding {
        invariant: String,
        partition: Option<String>,
        text: String,
    },
}

/// What a follower's fetch told its leader of how far it is.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Learnt {
    /// The first thing in this epoch.
    First,
    /// It has more than was known.
    More,
    /// It has less: it cut its log, or lost it.
    Less,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutOfSyncView {
    pub broker: i32,
    pub log_end_offset: i64,
    /// µs since the leader last found it caught up.
    pub behind_for: i64,
}
