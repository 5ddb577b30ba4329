//! I-04: leader epoch and partition epoch of the controller's record never decrease, each change raises the partition epoch,
//! and a leader epoch has one leader at most.

use replication::base::id::TopicPartition;

use super::{Check, Glance, Invariant, Report};
use crate::lens::Role;
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-04",
    statement: "leader epoch and partition epoch never decrease, and a leader epoch has one leader",
    source: "PartitionRegistration.merge; KIP-101, KIP-497",
    check: Check::Step(check),
    sometimes: "a partition is in its second leader epoch",
    seen: |world, partition| {
        world
            .cluster
            .registration(partition)
            .is_some_and(|r| r.leader_epoch.0 > 0)
    },
};

fn check(before: &Glance, after: &World, partition: TopicPartition, report: &mut Report) {
    if let (Some(old), Some(new)) = (before.registration(), after.cluster.registration(partition)) {
        let epochs = [
            ("leader_epoch_before", i64::from(old.leader_epoch.0)),
            ("leader_epoch", i64::from(new.leader_epoch.0)),
            ("partition_epoch_before", i64::from(old.partition_epoch.0)),
            ("partition_epoch", i64::from(new.partition_epoch.0)),
        ];
        let risen = old.partition_epoch < new.partition_epoch && old.leader_epoch <= new.leader_epoch;
        report.expect(old == new || risen, &[], &epochs);
    }
    let terms = after
        .ghosts
        .partitions
        .get(&partition)
        .map_or(&[][..], |ghost| &ghost.terms);
    for (broker, replica) in after.cluster.replicas(partition) {
        if replica.role == Role::Leader {
            let elected = terms
                .iter()
                .any(|t| t.epoch == replica.leader_epoch && t.leader == Some(broker));
            report.expect(
                elected,
                &[broker],
                &[("leader_epoch", i64::from(replica.leader_epoch.0))],
            );
        }
    }
}
