//! Produce: a client hands record batches to the leaders of their partitions.

use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::id::TopicPartition;
use crate::base::offset::Offset;
use crate::base::time::Millis;
use crate::log::record_batch::RecordBatch;

use super::metadata::CurrentLeader;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProduceRequest {
    pub acks: Acks,
    /// How long the broker may park an acks=all request.
    pub timeout: Millis,
    /// One batch per partition.
    pub batches: Vec<(TopicPartition, RecordBatch)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProduceResponse {
    pub partitions: Vec<ProducedPartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProducedPartition {
    pub partition: TopicPartition,
    pub error: ErrorCode,
    /// Offset of the first record; -1 if nothing was appended.
    pub base_offset: Offset,
    /// -1 if nothing was appended.
    pub log_start_offset: Offset,
    /// With `NOT_LEADER_OR_FOLLOWER`, who leads as far as the answering broker knows (KIP-951).
    pub current_leader: Option<CurrentLeader>,
}
