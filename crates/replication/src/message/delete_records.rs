//! DeleteRecords: `kafka-delete-records`, sent to the leader of each partition.

use crate::base::error_code::ErrorCode;
use crate::base::id::TopicPartition;
use crate::base::offset::Offset;
use crate::base::time::Millis;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeleteRecordsRequest {
    /// How long the leader may wait for the other replicas.
    pub timeout: Millis,
    /// Everything below the offset goes; -1 = everything below the high watermark.
    pub partitions: Vec<(TopicPartition, Offset)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeleteRecordsResponse {
    pub partitions: Vec<DeletedRecords>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeletedRecords {
    pub partition: TopicPartition,
    pub error: ErrorCode,
    /// The least log start offset of all live replicas; -1 with an error.
    pub low_watermark: Offset,
}
