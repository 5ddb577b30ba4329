//! Becoming leader or follower, as metadata says.
//!
//! Neither touches a record. A new leader notes where its epoch begins and forgets what an earlier leadership knew of the
//! followers; it keeps its high watermark, which is usually behind. A follower's divergent records go later, when it fetches.
//!
//! Source: Partition.makeLeader, makeFollower.

use super::isr::IsrState;
use super::replica::Replica;
use super::{Follower, Leader, Partition, Role, Surroundings};
use crate::base::id::BrokerId;
use crate::base::set::Set;
use crate::log::log::Log;
use crate::log::metadata_record::PartitionRegistration;

/// What becoming leader did; `None` of it when the metadata was older than what the partition has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaderChange {
    pub is_new_leader: bool,
    pub is_new_epoch: bool,
    pub high_watermark_rose: bool,
}

impl Partition {
    /// Source: Partition.makeLeader.
    pub fn make_leader(
        &mut self,
        log: &mut Log,
        registration: &PartitionRegistration,
        around: &Surroundings<'_>,
    ) -> LeaderChange {
        if registration.partition_epoch < self.partition_epoch {
            return LeaderChange::default();
        }
        let was_leader = match std::mem::replace(&mut self.role, Role::Follower(Follower { leader: None })) {
            Role::Leader(leader) => Some(leader),
            Role::Follower(_) => None,
        };
        let is_new_leader = was_leader.is_none();
        let is_new_epoch = registration.leader_epoch > self.leader_epoch;
        let isr = registration.isr_set();
        let known = was_leader.as_ref().map_or(&[][..], |leader| &leader.remote_replicas);
        let mut leader = Leader {
            epoch_start_offset: was_leader
                .as_ref()
                .map_or(log.log_end_offset(), |l| l.epoch_start_offset),
            remote_replicas: self.remote_replicas(registration, known),
            isr_state: IsrState::Committed { isr },
        };
        if is_new_epoch {
            leader.epoch_start_offset = log.log_end_offset();
            log.epochs.assign(registration.leader_epoch, leader.epoch_start_offset);
            for replica in &mut leader.remote_replicas {
                let in_isr = leader.isr_state.isr().contains(&replica.broker);
                replica.reset(around.at, leader.epoch_start_offset, is_new_leader, in_isr);
            }
        }
        self.role = Role::Leader(leader);
        self.leader_epoch = registration.leader_epoch;
        self.partition_epoch = registration.partition_epoch;
        LeaderChange {
            is_new_leader,
            is_new_epoch,
            high_watermark_rose: self.maybe_increment_high_watermark(log.log_end_offset(), around),
        }
    }

    /// Followers that stay assigned keep what is known of them. Source: Partition.updateAssignmentAndIsr.
    fn remote_replicas(&self, registration: &PartitionRegistration, known: &[Replica]) -> Vec<Replica> {
        let assigned: Set<BrokerId> = registration
            .replicas
            .iter()
            .copied()
            .filter(|&b| b != self.local)
            .collect();
        let of = |broker| match known.iter().find(|replica| replica.broker == broker) {
            Some(replica) => replica.clone(),
            None => Replica::new(broker),
        };
        assigned.into_iter().map(of).collect()
    }

    /// Says whether the leader epoch is new: only then is fetching begun anew. `None` when the metadata was older.
    /// Source: Partition.makeFollower.
    pub fn make_follower(&mut self, registration: &PartitionRegistration) -> Option<bool> {
        if registration.partition_epoch < self.partition_epoch {
            return None;
        }
        let is_new_epoch = registration.leader_epoch > self.leader_epoch;
        self.role = Role::Follower(Follower {
            leader: registration.leader,
        });
        self.leader_epoch = registration.leader_epoch;
        self.partition_epoch = registration.partition_epoch;
        Some(is_new_epoch)
    }
}
