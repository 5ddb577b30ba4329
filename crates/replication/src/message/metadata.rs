//! Metadata: which broker leads what, as the answering broker's metadata image has it.

use std::sync::Arc;

use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, ControllerId, TopicId};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataRequest {
    /// `None` asks for all topics.
    pub topics: Option<Vec<Arc<str>>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataResponse {
    /// Live brokers (registered, not fenced).
    pub brokers: Vec<BrokerId>,
    pub controller: Option<ControllerId>,
    pub topics: Vec<TopicMetadata>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopicMetadata {
    pub name: Arc<str>,
    pub error: ErrorCode,
    /// `None` with an error.
    pub id: Option<TopicId>,
    pub partitions: Vec<PartitionMetadata>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionMetadata {
    pub partition: i32,
    /// `LEADER_NOT_AVAILABLE` when there is no leader.
    pub error: ErrorCode,
    pub leader: Option<BrokerId>,
    pub leader_epoch: LeaderEpoch,
    pub replicas: Vec<BrokerId>,
    pub isr: Vec<BrokerId>,
    pub offline_replicas: Vec<BrokerId>,
}

/// A hint that spares the client a metadata request (KIP-951).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CurrentLeader {
    pub leader: Option<BrokerId>,
    pub leader_epoch: LeaderEpoch,
}
