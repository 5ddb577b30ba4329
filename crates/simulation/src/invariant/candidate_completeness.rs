//! I-13: every running member of the controller's ISR and ELR reaches to the highest high watermark ever.

use replication::base::id::{NodeId, TopicPartition};

use super::{Check, Invariant, Report, candidates, contract_is_void, is_lossy_unknown};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-13",
    statement: "every running candidate for leadership has everything that was committed",
    source: "KIP-966; LeaderCandidateCompleteness of the TLA+ model",
    check: Check::State(check),
    sometimes: "a partition has eligible leader replicas",
    seen: |world, partition| {
        world
            .cluster
            .registration(partition)
            .is_some_and(|record| !record.elr.is_empty())
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    if contract_is_void(world, partition) {
        return;
    }
    let (Some(record), Some(image), Some(ghost)) = (
        world.cluster.registration(partition),
        world.cluster.metadata(),
        world.ghosts.partitions.get(&partition),
    ) else {
        return;
    };
    for member in candidates(record) {
        if world.cluster.node(NodeId::Broker(*member)).is_some() && !is_lossy_unknown(world, image, *member, partition)
        {
            let end = world
                .cluster
                .log(*member, partition)
                .map_or(0, |log| log.log_end_offset().0);
            let committed = ghost.true_high_watermark.0;
            report.expect(
                end >= committed,
                &[*member],
                &[("log_end_offset", end), ("committed", committed)],
            );
        }
    }
}
