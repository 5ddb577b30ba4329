//! AlterPartitionReassignments and ListPartitionReassignments: moving a partition to other brokers.

use super::admin::NamedPartition;
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionReassignmentsRequest {
    /// Whether a target may be longer or shorter than the assignment (KIP-860).
    pub allow_replication_factor_change: bool,
    pub partitions: Vec<ReassignablePartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReassignablePartition {
    pub partition: NamedPartition,
    /// The target, the preferred leader first; `None` cancels what is under way.
    pub replicas: Option<Vec<BrokerId>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionReassignmentsResponse {
    pub partitions: Vec<(NamedPartition, ErrorCode, Option<String>)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListPartitionReassignmentsRequest {
    /// `None` asks for all that are under way.
    pub partitions: Option<Vec<NamedPartition>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListPartitionReassignmentsResponse {
    pub partitions: Vec<OngoingReassignment>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OngoingReassignment {
    pub partition: NamedPartition,
    /// Target and removed ones together.
    pub replicas: Vec<BrokerId>,
    pub adding_replicas: Vec<BrokerId>,
    pub removing_replicas: Vec<BrokerId>,
}
