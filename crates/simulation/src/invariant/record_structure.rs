//! I-03: the controller's record of a partition is consistent: ISR and ELR are replicas and share nobody, a leader is in the
//! ISR, the ELR is empty while the ISR has min ISR members, and an empty ISR means that ELR is on and nobody leads.
//!
//! Legitimately broken in one way, seen on 4.3.1: a reassignment of a partition without a leader leaves a removed replica in
//! the ELR. Such a member is not a replica any more; it is left out here.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-03",
    statement: "ISR and ELR are disjoint sets of replicas, and a leader is in the ISR",
    source: "PartitionChangeBuilder.build, PartitionRegistration; KIP-966",
    check: Check::State(check),
    sometimes: "a partition has an ISR smaller than its assignment",
    seen: |world, partition| {
        world
            .cluster
            .registration(partition)
            .is_some_and(|r| r.isr.len() < r.replicas.len())
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let Some(image) = world.cluster.metadata() else { return };
    let Some(record) = image.partitions.get(&partition) else {
        return;
    };
    let epoch = ("partition_epoch", i64::from(record.partition_epoch.0));
    for member in &record.isr {
        report.expect(record.replicas.contains(member), &[*member], &[epoch]);
        report.expect(!record.elr.contains(member), &[*member], &[epoch]);
    }
    if let Some(leader) = record.leader {
        report.expect(record.isr.contains(&leader), &[leader], &[epoch]);
    }
    let min_isr = image.effective_min_insync_replicas(partition);
    let real_elr = record
        .elr
        .iter()
        .filter(|member| record.replicas.contains(member))
        .count();
    let enough = record.isr.len() as i32 >= min_isr;
    report.expect(
        !enough || real_elr == 0,
        &record.elr,
        &[epoch, ("min_isr", i64::from(min_isr))],
    );
    let empty = record.isr.is_empty();
    report.expect(
        !empty || (image.elr_enabled() && record.leader.is_none()),
        &[],
        &[epoch],
    );
}
