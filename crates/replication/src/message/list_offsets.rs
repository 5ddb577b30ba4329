//! ListOffsets: where a log begins or ends, or which record a time falls on.

use super::fetch::Reader;
use super::metadata::CurrentLeader;
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::TopicPartition;
use crate::base::offset::Offset;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OffsetSpec {
    /// -1: the end as the reader may see it.
    Latest,
    /// -2: the log start.
    Earliest,
    /// -3: the record with the largest timestamp.
    MaxTimestamp,
    /// The first record with at least this timestamp, in ms.
    Timestamp(i64),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListOffsetsRequest {
    pub reader: Reader,
    pub partitions: Vec<ListOffsetsPartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListOffsetsPartition {
    pub partition: TopicPartition,
    pub current_leader_epoch: Option<LeaderEpoch>,
    pub spec: OffsetSpec,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListOffsetsResponse {
    pub partitions: Vec<ListedOffset>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListedOffset {
    pub partition: TopicPartition,
    pub error: ErrorCode,
    /// -1 when there is none, or with an error.
    pub offset: Offset,
    pub timestamp: i64,
    pub leader_epoch: LeaderEpoch,
    pub current_leader: Option<CurrentLeader>,
}
