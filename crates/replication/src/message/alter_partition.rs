//! AlterPartition: a leader proposes a new ISR to the controller.

use crate::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicPartition};
use crate::log::metadata_record::LeaderRecoveryState;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionRequest {
    pub broker: BrokerId,
    pub broker_epoch: BrokerEpoch,
    pub partitions: Vec<ProposedIsr>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProposedIsr {
    pub partition: TopicPartition,
    pub leader_epoch: LeaderEpoch,
    pub partition_epoch: PartitionEpoch,
    /// With the broker epoch of each member as its leader last heard it; unknown skips the controller's check.
    pub new_isr: Vec<(BrokerId, BrokerEpoch)>,
    pub leader_recovery_state: LeaderRecoveryState,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionResponse {
    /// Top-level: the whole request was refused.
    pub error: ErrorCode,
    pub partitions: Vec<AlteredPartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlteredPartition {
    pub partition: TopicPartition,
    pub error: ErrorCode,
    pub leader: Option<BrokerId>,
    pub leader_epoch: LeaderEpoch,
    pub partition_epoch: PartitionEpoch,
    pub isr: Vec<BrokerId>,
    pub leader_recovery_state: LeaderRecoveryState,
}
