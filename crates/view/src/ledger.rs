//! The durability ledger at one position of a run: one row per record that was handed to `send()`, and what it cost.

use serde::Serialize;

use crate::board::ProcessState;

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ledger {
    pub position: u64,
    pub counts: LedgerCounts,
    /// Newest first: the newest, then of the older ones those that are lost or there twice.
    pub rows: Vec<LedgerRow>,
    /// Records without a row.
    pub folded: u32,
    /// Of these, lost or there twice.
    pub folded_harmed: u32,
    pub costs: Costs,
}

/// Of all records, those without a row among them.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LedgerCounts {
    pub sent: u32,
    pub waiting: u32,
    pub uncommitted: u32,
    pub committed: u32,
    pub undecided: u32,
    pub not_stored: u32,
    pub lost: u32,
    /// Lost although the producer had been told, or with acks=0 took it, that they are stored.
    pub lost_though_promised: u32,
    pub duplicated: u32,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LedgerRow {
    pub producer: String,
    /// Which of its records; counted from 0.
    pub n: u32,
    pub key: Option<String>,
    pub value: Option<String>,
    /// None as long as it is not known.
    pub topic: Option<String>,
    pub partition: Option<String>,
    /// `0`, `1` or `all`.
    pub acks: String,
    pub sent_at: i64,
    /// Produce requests that carried it.
    pub attempts: u32,
    pub told: Told,
    pub fate: Fate,
    /// Where it lies, or lay, in the log of a leader; several when it was appended again.
    pub places: Vec<LedgerPlace>,
    /// Of the replicas the partition has now, and of others that hold it.
    pub copies: Vec<LedgerCopy>,
    /// When a leader's high watermark first passed it.
    pub committed_at: Option<i64>,
    /// A consumer that asks the leader for it gets it.
    pub readable: bool,
    pub read_by: Vec<String>,
    /// Logs it went from, oldest first.
    pub removed: Vec<Removed>,
    pub loss: Option<LedgerLoss>,
    /// What would have kept it from being there twice; none when it is there once.
    pub once_with: Option<Vec<Vec<SettingValue>>>,
}

/// What became of a record.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Fate {
    /// Its producer still has it, or it is on its way.
    Waiting,
    /// In the leader's log, at or above the high watermark.
    Uncommitted,
    /// In the leader's log, below the high watermark.
    Committed,
    /// Nobody leads; it lies on some disk, and who leads next decides.
    Undecided,
    /// No log ever held it, and its producer was not told that one does.
    NotStored,
    Lost,
}

/// What a producer told its application. Times are when, and how long after `send()`.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Told {
    Nothing,
    Acknowledged {
        offset: i64,
        at: i64,
        after: i64,
    },
    /// acks=0: done when it was sent, told by nobody.
    Unasked {
        at: i64,
        after: i64,
    },
    /// By Kafka's name.
    Failed {
        error: String,
        at: i64,
        after: i64,
    },
    /// `delivery.timeout.ms` or `max.block.ms` was over.
    TimedOut {
        ever_sent: bool,
        at: i64,
        after: i64,
    },
    /// The connection was lost; nobody tries again.
    Unknown {
        at: i64,
        after: i64,
    },
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LedgerPlace {
    pub offset: i64,
    pub epoch: i32,
    /// The leader that appended it, and when.
    pub broker: i32,
    pub at: i64,
    /// The acting leader's log holds it there.
    pub holds: bool,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LedgerCopy {
    pub broker: i32,
    pub process: ProcessState,
    /// The partition's acting leader.
    pub leads: bool,
    /// Where its log holds the record; none when it does not.
    pub offset: Option<i64>,
    /// Forced to disk; if not, it is in the page cache only.
    pub flushed: bool,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RemovedBy {
    /// The replica cut its log to match its leader's.
    Truncation,
    PowerLoss,
    DiskLoss,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Removed {
    pub broker: i32,
    pub by: RemovedBy,
    /// Of a truncation: the epoch that it was about to follow, as the controller had it.
    pub epoch: Option<i32>,
    pub at: i64,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LedgerLoss {
    pub cause: LossCause,
    /// When that was settled; the last copy may go later.
    pub at: i64,
    /// Its producer had been told, or with acks=0 took it, that it is stored.
    pub promised: bool,
    /// Each entry would have changed it, settings of one entry together. Empty: none would.
    pub kept_with: Vec<Vec<SettingValue>>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LossCause {
    /// acks=0, and no leader appended it. `readBy` read it and wrote nothing; none: it reached nobody.
    NeverAppended {
        sent_to: Option<i32>,
        read_by: Option<i32>,
        led: bool,
    },
    /// The leader was replaced before the next one had copied it. `ended` says how its process ended, if it did.
    NotCopied {
        appended_by: i32,
        ended: Option<ProcessEnd>,
        leader: i32,
        epoch: i32,
    },
    /// A broker appended it that did not lead any more.
    DeposedLeader {
        appended_by: i32,
        leader: i32,
        epoch: i32,
    },
    /// `asked`: by kafka-leader-election, and not because the topic allows it.
    UncleanElection {
        leader: i32,
        epoch: i32,
        asked: bool,
    },
    LastKnownLeader {
        leader: i32,
        epoch: i32,
    },
    /// These lost power and had not flushed it. Then one of them led; none: nobody leads yet.
    Unflushed {
        brokers: Vec<i32>,
        leader: Option<i32>,
        epoch: Option<i32>,
    },
    DiskLost {
        brokers: Vec<i32>,
        leader: Option<i32>,
        epoch: Option<i32>,
    },
    /// Kafka would have kept it; a rule of it is switched off in this run.
    RuleOff {
        leader: i32,
        epoch: i32,
    },
    LeaderWithout {
        leader: i32,
        epoch: i32,
    },
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProcessEnd {
    Stopped,
    Crashed,
    PowerLost,
    DiskLost,
}

/// `acks` and `all`; of a rule of Kafka its name and nothing.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingValue {
    pub name: String,
    pub value: Option<String>,
}

/// Since the story's begin, except for what lies on disk. Bytes are those of record batches.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Costs {
    pub waited: Vec<WaitedView>,
    pub brokers: Vec<BrokerCost>,
    pub replicas: Vec<ReplicaCost>,
    /// Replicas that hold records and are not listed.
    pub replicas_folded: u32,
}

/// From `send()` to the acknowledgement, in µs.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaitedView {
    pub acks: String,
    pub records: u32,
    pub least: i64,
    pub median: i64,
    pub most: i64,
}

/// In bytes.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BrokerCost {
    pub broker: i32,
    pub on_disk: u64,
    pub flushed: u64,
    /// Sent to it by producers.
    pub from_producers: u64,
    /// Sent by it to its followers.
    pub to_followers: u64,
    /// Sent to it by its leaders.
    pub from_leaders: u64,
    pub to_consumers: u64,
}

/// In bytes.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplicaCost {
    pub partition: String,
    pub broker: i32,
    pub bytes: u64,
    pub flushed: u64,
}
