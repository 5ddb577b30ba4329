//! I-16: what a client can be told is the latest offset never goes back: once a leader's high watermark has reached the start
//! of its epoch, it is at least the highest one that any leader of this lineage ever reached.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-16",
    statement: "the latest offset that a leader may give out never goes back",
    source: "Partition.fetchOffsetForTimestamp; KIP-207",
    check: Check::State(check),
    sometimes: "a new leader's high watermark is below the one its predecessor had reached",
    seen: |world, partition| {
        let reached = world
            .ghosts
            .partitions
            .get(&partition)
            .map(|ghost| ghost.true_high_watermark);
        let leader = world.cluster.acting_leader(partition);
        leader
            .zip(reached)
            .is_some_and(|((_, replica), reached)| replica.high_watermark < reached)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let Some((leader, replica)) = world.cluster.acting_leader(partition) else {
        return;
    };
    let Some(leading) = world.cluster.leading(leader, partition) else {
        return;
    };
    let Some(ghost) = world.ghosts.partitions.get(&partition) else {
        return;
    };
    if replica.high_watermark >= leading.epoch_start_offset && !super::contract_is_void(world, partition) {
        report.expect(
            replica.high_watermark >= ghost.true_high_watermark,
            &[leader],
            &[
                ("high_watermark", replica.high_watermark.0),
                ("reached_before", ghost.true_high_watermark.0),
            ],
        );
    }
}
