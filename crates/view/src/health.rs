//! How a partition is by the controller's record: whether the ISR is whole, and whether it is large enough.
//!
//! Kafka judges both on the leader; here the record is judged, which the leader follows. Replicas that a reassignment adds are
//! not missed before it is over, and `min.insync.replicas` never asks for more than are assigned.
//!
//! Source: Partition.isUnderReplicated, isUnderMinIsr, effectiveMinIsr; OngoingReassignmentState.replicationFactor.

use replication::base::config::TopicConfig;
use replication::log::metadata_record::PartitionRegistration;

/// In the order of what is worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Health {
    Well,
    UnderReplicated,
    UnderMinIsr,
    NoLeader,
}

impl Health {
    pub fn of(record: &PartitionRegistration, config: &TopicConfig) -> Health {
        if record.leader.is_none() {
            Health::NoLeader
        } else if is_under_min_isr(record, config) {
            Health::UnderMinIsr
        } else if is_under_replicated(record) {
            Health::UnderReplicated
        } else {
            Health::Well
        }
    }

    pub fn letter(self) -> char {
        match self {
            Health::Well => 'w',
            Health::UnderReplicated => 'u',
            Health::UnderMinIsr => 'm',
            Health::NoLeader => 'n',
        }
    }
}

pub fn is_under_replicated(record: &PartitionRegistration) -> bool {
    record.isr.len() + record.adding_replicas.len() < record.replicas.len()
}

pub fn effective_min_insync_replicas(record: &PartitionRegistration, config: &TopicConfig) -> i32 {
    config.min_insync_replicas.min(record.replicas.len() as i32)
}

pub fn is_under_min_isr(record: &PartitionRegistration, config: &TopicConfig) -> bool {
    (record.isr.len() as i32) < effective_min_insync_replicas(record, config)
}

#[cfg(test)]
mod tests {
    use replication::base::epoch::{LeaderEpoch, PartitionEpoch};
    use replication::base::id::BrokerId;
    use replication::log::metadata_record::LeaderRecoveryState;

    use super::*;

    fn record(replicas: &[i32], adding: &[i32], isr: &[i32]) -> PartitionRegistration {
        let brokers = |ids: &[i32]| ids.iter().copied().map(BrokerId).collect::<Vec<_>>();
        PartitionRegistration {
            replicas: brokers(replicas),
            removing_replicas: Vec::new(),
            adding_replicas: brokers(adding),
            isr: brokers(isr),
            elr: Vec::new(),
            last_known_elr: Vec::new(),
            leader: isr.first().copied().map(BrokerId),
            leader_epoch: LeaderEpoch(0),
            partition_epoch: PartitionEpoch(0),
            leader_recovery_state: LeaderRecoveryState::Recovered,
        }
    }

    /// (replicas, of these being added, ISR, min.insync.replicas) → (under-replicated, under min ISR)
    #[test]
    fn a_partition_misses_what_is_assigned_and_not_what_a_reassignment_adds() {
        for (replicas, adding, isr, min, expected) in [
            (&[1, 2, 3][..], &[][..], &[1, 2, 3][..], 2, (false, false)),
            (&[1, 2, 3], &[], &[1, 2], 2, (true, false)),
            (&[1, 2, 3], &[], &[1], 2, (true, true)),
            (&[1], &[], &[1], 2, (false, false)),
            (&[1, 2], &[], &[1], 3, (true, true)),
            (&[1, 2], &[], &[1, 2], 3, (false, false)),
            (&[1, 2, 3, 4], &[4], &[1, 2, 3], 2, (false, false)),
            (&[1, 2, 3, 4], &[4], &[1, 2], 2, (true, false)),
            (&[1, 2, 3], &[], &[], 1, (true, true)),
        ] {
            let record = record(replicas, adding, isr);
            let config = TopicConfig {
                min_insync_replicas: min,
                ..TopicConfig::default()
            };
            let found = (is_under_replicated(&record), is_under_min_isr(&record, &config));
            assert_eq!(
                found, expected,
                "{replicas:?} adding {adding:?}, ISR {isr:?}, min {min}"
            );
        }
    }
}
