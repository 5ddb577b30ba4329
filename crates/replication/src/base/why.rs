//! Named reasons: why something happened, was refused, or has to wait.
//!
//! A decision that a learner may ask about is a pure function that returns one of these. The handler calls it to act; the
//! same function answers the question later, from the state alone. Sentences are made elsewhere: here are facts.

use super::config::Acks;
use super::epoch::LeaderEpoch;
use super::error_code::ErrorCode;
use super::id::{BrokerId, TopicPartition};
use super::offset::Offset;
use super::time::SimTime;

/// Each variant says in its first line what is the case, and names the Kafka method that decides it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The high watermark waits for a replica that it counts. Source: Partition.maybeIncrementLeaderHW.
    HighWatermarkHeldBack {
        partition: TopicPartition,
        high_watermark: Offset,
        /// Who holds it back, and how far each is as the leader knows; -1 before its first fetch in this epoch.
        by: Vec<(BrokerId, Offset)>,
        /// Everybody counted: the maximal ISR and caught-up followers about to join it.
        counted: Vec<(BrokerId, Offset)>,
    },
    /// The high watermark does not move while the ISR is below min ISR. Source: Partition.isUnderMinIsr; KIP-966.
    HighWatermarkFrozen {
        partition: TopicPartition,
        high_watermark: Offset,
        isr: Vec<BrokerId>,
        min_insync_replicas: i32,
    },
    /// Everything in the leader's log is below the high watermark already.
    HighWatermarkAtLogEnd {
        partition: TopicPartition,
        high_watermark: Offset,
    },
    /// An acks=all produce was refused before anything was written. Source: Partition.appendRecordsToLeader.
    NotEnoughReplicas {
        partition: TopicPartition,
        isr: Vec<BrokerId>,
        min_insync_replicas: i32,
    },
    /// A produce or fetch came to a broker that does not lead the partition. Source: Partition.localLogWithEpochOrThrow.
    NotLeader {
        partition: TopicPartition,
        broker: BrokerId,
        leader: Option<BrokerId>,
        leader_epoch: LeaderEpoch,
    },
    /// A request was refused. For refusals without facts of their own.
    Refused {
        partition: TopicPartition,
        error: ErrorCode,
    },
    /// An acks=all produce waits. Source: DelayedProduce.tryComplete.
    ProduceWaits {
        partition: TopicPartition,
        acks: Acks,
        required_offset: Offset,
        high_watermark: Offset,
        until: SimTime,
    },
    /// A fetch waits for records. Source: DelayedFetch.tryComplete.
    FetchWaits {
        partition: TopicPartition,
        fetch_offset: Offset,
        until: SimTime,
    },
    /// A member is about to be taken out of the ISR. Source: Partition.maybeShrinkIsr.
    OutOfSync {
        partition: TopicPartition,
        replica: BrokerId,
        log_end_offset: Offset,
        last_caught_up: SimTime,
    },
    /// A follower may not join the ISR yet. Source: Partition.maybeExpandIsr, isReplicaIsrEligible.
    NotYetInSync {
        partition: TopicPartition,
        replica: BrokerId,
        because: NotInSync,
    },
}

/// What a follower lacks to join the ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotInSync {
    /// It has not fetched from this leader in this epoch.
    NeverFetched,
    /// It is below the high watermark.
    BelowHighWatermark {
        log_end_offset: Offset,
        high_watermark: Offset,
    },
    /// It is below the offset at which the leader's epoch began.
    BelowEpochStart {
        log_end_offset: Offset,
        epoch_start_offset: Offset,
    },
    /// Its broker is fenced, as far as this leader knows.
    Fenced,
    /// Its broker is shutting down.
    ShuttingDown,
    /// The broker epoch it fetched with is not the registered one.
    StaleBrokerEpoch,
    /// A proposal is on its way to the controller.
    ProposalPending,
}
