//! I-12: when a leader elected by the controller takes up its epoch, its log reaches to the highest high watermark ever and
//! holds every record acknowledged with acks=all.

use replication::base::id::TopicPartition;

use super::acknowledged_is_kept::acknowledged;
use super::{Check, Glance, Invariant, Report, contract_is_void, deleted_below};
use crate::lens::Role;
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-12",
    statement: "a new leader has everything that was committed",
    source: "ReplicationControlManager, PartitionChangeBuilder.electLeader; LeaderCompleteness of the TLA+ model",
    check: Check::Step(check),
    sometimes: "a leader begins above offset 0",
    seen: |world, partition| {
        let leading = world
            .cluster
            .acting_leader(partition)
            .and_then(|(b, _)| world.cluster.leading(b, partition));
        leading.is_some_and(|leading| leading.epoch_start_offset.0 > 0)
    },
};

fn check(before: &Glance, after: &World, partition: TopicPartition, report: &mut Report) {
    let Some((leader, replica)) = after.cluster.acting_leader(partition) else {
        return;
    };
    let old = before.replica(leader);
    let led = old.is_some_and(|old| old.role == Role::Leader && old.leader_epoch == replica.leader_epoch);
    if led || contract_is_void(after, partition) {
        return;
    }
    let Some(committed) = before.true_high_watermark() else {
        return;
    };
    report.expect(
        replica.log_end_offset >= committed,
        &[leader],
        &[("log_end_offset", replica.log_end_offset.0), ("committed", committed.0)],
    );
    let deleted = deleted_below(after, partition);
    for (offset, first) in acknowledged(after, partition) {
        let Some(log) = after.cluster.log(leader, partition) else {
            return;
        };
        let there = log.batch_at(offset).is_some_and(|batch| batch.records[0].id == first);
        report.expect(
            there || offset < deleted,
            &[leader],
            &[("acknowledged", offset.0), ("record", i64::from(first.n))],
        );
    }
}
