//! Records of the cluster metadata log, and the partition registration they build.
//!
//! Source: metadata/src/main/resources/common/metadata/*.json; PartitionRegistration.

use std::sync::Arc;

use crate::base::config::ConfigResource;
use crate::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use crate::base::id::{BrokerId, IncarnationId, TopicId, TopicPartition};
use crate::base::set::Set;

/// Whether the leader was elected uncleanly and nobody has joined it since.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LeaderRecoveryState {
    Recovered,
    Recovering,
}

/// What the controller knows of one partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionRegistration {
    /// The assignment; the first is the preferred leader.
    pub replicas: Vec<BrokerId>,
    pub removing_replicas: Vec<BrokerId>,
    pub adding_replicas: Vec<BrokerId>,
    pub isr: Vec<BrokerId>,
    /// Eligible leader replicas: left the ISR below min ISR, so they hold everything committed (KIP-966).
    pub elr: Vec<BrokerId>,
    /// The last leader when ISR and ELR ran empty.
    pub last_known_elr: Vec<BrokerId>,
    pub leader: Option<BrokerId>,
    pub leader_epoch: LeaderEpoch,
    pub partition_epoch: PartitionEpoch,
    pub leader_recovery_state: LeaderRecoveryState,
}

/// The fields of a partition that one record changes; `None` leaves a field alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionChange {
    pub isr: Option<Vec<BrokerId>>,
    /// `Some(None)` writes "no leader". Any leader written raises the leader epoch.
    pub leader: Option<Option<BrokerId>>,
    pub replicas: Option<Vec<BrokerId>>,
    pub removing_replicas: Option<Vec<BrokerId>>,
    pub adding_replicas: Option<Vec<BrokerId>>,
    pub elr: Option<Vec<BrokerId>>,
    pub last_known_elr: Option<Vec<BrokerId>>,
    pub leader_recovery_state: Option<LeaderRecoveryState>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MetadataRecord {
    /// A broker registered; it begins fenced.
    RegisterBroker {
        broker: BrokerId,
        incarnation: IncarnationId,
        broker_epoch: BrokerEpoch,
        rack: Option<Arc<str>>,
        fenced: bool,
        in_controlled_shutdown: bool,
    },
    UnregisterBroker {
        broker: BrokerId,
        broker_epoch: BrokerEpoch,
    },
    BrokerRegistrationChange {
        broker: BrokerId,
        broker_epoch: BrokerEpoch,
        fenced: Option<bool>,
        in_controlled_shutdown: Option<bool>,
    },
    Topic {
        topic: TopicId,
        name: Arc<str>,
    },
    Partition {
        partition: TopicPartition,
        registration: PartitionRegistration,
    },
    PartitionChange {
        partition: TopicPartition,
        change: PartitionChange,
    },
    RemoveTopic {
        topic: TopicId,
    },
    /// `value: None` removes the setting.
    Config {
        resource: ConfigResource,
        name: Arc<str>,
        value: Option<Arc<str>>,
    },
    /// A block of producer ids went to a broker; the next one begins here.
    ProducerIds {
        broker: BrokerId,
        broker_epoch: BrokerEpoch,
        next_producer_id: i64,
    },
    /// Empties the ELR of one topic, or of all; raises the partition epoch where there was one.
    ClearElr {
        topic: Option<Arc<str>>,
    },
    /// `metadata.version`, `eligible.leader.replicas.version`, …
    FeatureLevel {
        name: Arc<str>,
        level: i16,
    },
}

impl PartitionRegistration {
    /// The partition after this change. Source: PartitionRegistration.merge.
    pub fn merge(&self, change: &PartitionChange) -> PartitionRegistration {
        let mut merged = self.clone();
        let set = |field: &mut Vec<BrokerId>, new: &Option<Vec<BrokerId>>| {
            if let Some(new) = new {
                field.clone_from(new);
            }
        };
        set(&mut merged.isr, &change.isr);
        set(&mut merged.replicas, &change.replicas);
        set(&mut merged.removing_replicas, &change.removing_replicas);
        set(&mut merged.adding_replicas, &change.adding_replicas);
        set(&mut merged.elr, &change.elr);
        set(&mut merged.last_known_elr, &change.last_known_elr);
        if let Some(leader) = change.leader {
            merged.leader = leader;
            merged.leader_epoch = self.leader_epoch.next();
        }
        if let Some(state) = change.leader_recovery_state {
            merged.leader_recovery_state = state;
        }
        merged.partition_epoch = self.partition_epoch.next();
        merged
    }

    pub fn isr_set(&self) -> Set<BrokerId> {
        self.isr.iter().copied().collect()
    }

    pub fn preferred_leader(&self) -> Option<BrokerId> {
        self.replicas.first().copied()
    }
}
