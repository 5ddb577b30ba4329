//! Answers to "why": a chain of facts from the question to its root, ending in what will change it.

use serde::Serialize;

/// What can be asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Why is the record at this offset (not) committed?
    Record {
        partition: String,
        offset: i64,
    },
    HighWatermark {
        partition: String,
    },
    /// Why does this broker lead, or nobody?
    Leadership {
        partition: String,
    },
    /// Why is this broker in or out of the ISR?
    Membership {
        partition: String,
        broker: i32,
    },
    /// Why does this parked request wait?
    Parked {
        key: String,
    },
}

/// One link of the chain.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Because {
    RecordCommitted {
        partition: String,
        offset: i64,
        high_watermark: i64,
    },
    RecordNotCommitted {
        partition: String,
        offset: i64,
        high_watermark: i64,
    },
    /// No replica holds this offset.
    RecordNotThere {
        partition: String,
        offset: i64,
        log_end_offset: i64,
    },
    /// The smallest position the leader knows among those it counts.
    HighWatermarkIsSmallest {
        partition: String,
        high_watermark: i64,
        counted: Vec<Position>,
    },
    HighWatermarkAtLogEnd {
        partition: String,
        high_watermark: i64,
    },
    HighWatermarkFrozen {
        partition: String,
        high_watermark: i64,
        isr: Vec<i32>,
        min_insync_replicas: i32,
    },
    /// The replica that holds it back, and what it last asked for.
    HeldBackBy {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        last_fetch_ago: Option<i64>,
    },
    /// Its log holds more than the leader has heard.
    HasMoreThanLeaderKnows {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        leader_knows: i64,
    },
    /// A message of it is on its way.
    OnItsWay {
        api: String,
        from: String,
        to: String,
        arrives_in: Option<i64>,
    },
    /// Its fetch is parked at the leader until then.
    FetchParked {
        broker: i32,
        leader: i32,
        fetch_offset: i64,
        ends_in: i64,
    },
    LinkIs {
        from: String,
        to: String,
        state: crate::board::LinkState,
    },
    ProcessIs {
        node: String,
        state: crate::board::ProcessState,
    },
    /// It leaves the ISR between these two times if it stays so; then the high watermark can move to `to`.
    WillLeaveIsr {
        broker: i32,
        partition: String,
        earliest_in: i64,
        latest_in: i64,
        to: i64,
    },
    InIsr {
        broker: i32,
        partition: String,
        log_end_offset: i64,
        caught_up_ago: Option<i64>,
    },
    NotInIsr {
        broker: i32,
        partition: String,
    },
    NeedsHighWatermark {
        broker: i32,
        log_end_offset: i64,
        high_watermark: i64,
    },
    NeedsEpochStart {
        broker: i32,
        log_end_offset: i64,
        epoch_start_offset: i64,
    },
    NeverFetchedInEpoch {
        broker: i32,
        epoch: i32,
    },
    BrokerIsFenced {
        broker: i32,
    },
    BrokerIsShuttingDown {
        broker: i32,
    },
    ProposalPending {
        partition: String,
    },
    Leads {
        broker: i32,
        partition: String,
        epoch: i32,
        preferred: bool,
    },
    NoLeader {
        partition: String,
        isr: Vec<i32>,
        elr: Vec<i32>,
    },
    NotElected {
        broker: i32,
        partition: String,
        because: String,
    },
    ProduceWaits {
        partition: String,
        required_offset: i64,
        high_watermark: i64,
        ends_in: i64,
    },
    FetchWaits {
        partition: String,
        fetch_offset: i64,
        ends_in: i64,
    },
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    pub broker: i32,
    /// As the leader knows it; -1 before the first fetch in this epoch.
    pub log_end_offset: i64,
}
