//! What administrators ask of the controller: topics, partitions, elections, configs, to forget a broker.
//!
//! Differs: an admin client asks the controller itself here; in Kafka any broker forwards to it.

use std::sync::Arc;

use crate::base::config::ConfigResource;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicId};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreateTopicsRequest {
    pub topics: Vec<CreatableTopic>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatableTopic {
    pub name: Arc<str>,
    pub placement: Placement,
    pub configs: Vec<(Arc<str>, Arc<str>)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// Replicas of each partition, the preferred leader first.
    Assignment(Vec<Vec<BrokerId>>),
    /// Left to the controller's placer; -1 is the configured default.
    Automatic { partitions: i32, replication_factor: i32 },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreateTopicsResponse {
    pub topics: Vec<CreatedTopic>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatedTopic {
    pub name: Arc<str>,
    pub error: ErrorCode,
    /// Kafka's text beside the code.
    pub message: Option<String>,
    pub id: Option<TopicId>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatePartitionsRequest {
    pub topic: Arc<str>,
    /// How many the topic is to have, those it has included.
    pub count: i32,
    /// Replicas of each new partition, the preferred leader first; `None` leaves them to the controller's placer.
    pub assignments: Option<Vec<Vec<BrokerId>>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatePartitionsResponse {
    pub topic: Arc<str>,
    pub error: ErrorCode,
    /// Kafka's text beside the code.
    pub message: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnregisterBrokerRequest {
    pub broker: BrokerId,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnregisterBrokerResponse {
    pub broker: BrokerId,
    pub error: ErrorCode,
    /// Kafka's text beside the code.
    pub message: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ElectionType {
    Preferred,
    Unclean,
}

/// A partition of a topic that goes by its name, where topic ids are not known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamedPartition {
    pub topic: Arc<str>,
    pub partition: i32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ElectLeadersRequest {
    pub election: ElectionType,
    /// `None` means every partition.
    pub partitions: Option<Vec<NamedPartition>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ElectLeadersResponse {
    pub error: ErrorCode,
    pub partitions: Vec<(NamedPartition, ErrorCode, Option<String>)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterConfigsRequest {
    pub resource: ConfigResource,
    /// `None` deletes the value.
    pub configs: Vec<(Arc<str>, Option<Arc<str>>)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterConfigsResponse {
    pub error: ErrorCode,
    pub message: Option<String>,
}
