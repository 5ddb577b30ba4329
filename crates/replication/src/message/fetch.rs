//! Fetch: followers and consumers pull records.
//!
//! Simplified: of incremental fetch sessions (KIP-227) there is what they change for a follower: a leader does not say again
//! what it said before (`FetchedPartition::told_before`). Requests name every partition, consumers have no sessions, and a leader
//! that forgot a session begins another without asking for it.

use std::sync::Arc;

use crate::base::config::Isolation;
use crate::base::epoch::{BrokerEpoch, LeaderEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::time::Millis;
use crate::log::leader_epoch_cache::EpochEndOffset;
use crate::log::record_batch::RecordBatch;

use super::metadata::CurrentLeader;

/// On whose behalf a Fetch or ListOffsets is sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reader {
    /// A follower replica, with its current broker epoch (KIP-903).
    Replica {
        broker: BrokerId,
        broker_epoch: BrokerEpoch,
    },
    /// A consumer (replica id -1).
    Consumer {
        isolation: Isolation,
        rack: Option<Arc<str>>,
    },
    /// A debugging reader (replica id -2): reads to the log end, from any replica.
    Debugging,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchRequest {
    pub reader: Reader,
    pub max_wait: Millis,
    pub min_bytes: i32,
    pub max_bytes: i32,
    /// The first of a follower's session, or one after a failure: whatever the leader told before, it tells again.
    pub begins_session: bool,
    pub partitions: Vec<FetchPartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchPartition {
    pub partition: TopicPartition,
    pub fetch_offset: Offset,
    pub current_leader_epoch: Option<LeaderEpoch>,
    /// Epoch of the last record the reader holds. Followers give it; the Java consumer does not.
    pub last_fetched_epoch: Option<LeaderEpoch>,
    /// The follower's own; -1 from a consumer.
    pub log_start_offset: Offset,
    pub partition_max_bytes: i32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchResponse {
    pub partitions: Vec<FetchedPartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchedPartition {
    pub partition: TopicPartition,
    pub error: ErrorCode,
    /// -1 with an error.
    pub high_watermark: Offset,
    /// -1 with an error.
    pub last_stable_offset: Offset,
    /// -1 with an error.
    pub log_start_offset: Offset,
    /// The reader's log does not continue this one; no records come with it.
    pub diverging_epoch: Option<EpochEndOffset>,
    pub preferred_read_replica: Option<BrokerId>,
    /// With `NOT_LEADER_OR_FOLLOWER` and `FENCED_LEADER_EPOCH` (KIP-951).
    pub current_leader: Option<CurrentLeader>,
    /// With read_committed: transactions that were aborted among these records. The reader leaves theirs out.
    pub aborted_transactions: Vec<AbortedTransaction>,
    /// Whole batches; the first may begin below the offset asked for.
    pub records: Vec<Arc<RecordBatch>>,
    /// Kafka leaves such a partition out of the answer: no records, no error, and high watermark and log start are as in the
    /// answer before, even if the follower could make nothing of that one. Source: FetchSession.CachedPartition.maybeUpdateResponseData.
    pub told_before: bool,
}

/// A producer's transactional batches from here to its next marker were aborted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AbortedTransaction {
    pub producer_id: i64,
    pub first_offset: Offset,
}

impl FetchResponse {
    pub fn records(&self) -> usize {
        self.partitions
            .iter()
            .flat_map(|p| &p.records)
            .map(|batch| batch.records.len())
            .sum()
    }
}
