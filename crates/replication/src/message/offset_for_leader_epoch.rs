//! OffsetForLeaderEpoch: where an epoch ended, asked by consumers that validate their position (KIP-320).

use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::TopicPartition;
use crate::base::offset::Offset;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetForLeaderEpochRequest {
    pub partitions: Vec<EpochQuestion>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EpochQuestion {
    pub partition: TopicPartition,
    pub current_leader_epoch: Option<LeaderEpoch>,
    pub leader_epoch: LeaderEpoch,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetForLeaderEpochResponse {
    pub partitions: Vec<EpochAnswer>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EpochAnswer {
    pub partition: TopicPartition,
    pub error: ErrorCode,
    /// -1 when the epoch is newer than anything known.
    pub leader_epoch: LeaderEpoch,
    /// -1 likewise.
    pub end_offset: Offset,
}
