//! I-11: every member of the controller's ISR and ELR reaches at least to the high watermark of any leader that can still
//! commit: nobody can be elected who lacks what is committed.

use replication::base::id::{BrokerId, TopicPartition};

use super::{Check, Invariant, Report, candidates, contract_is_void, is_lossy_unknown};
use crate::lens::Role;
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-11",
    statement: "every candidate for leadership reaches to the high watermark of any leader",
    source: "Partition.maybeIncrementLeaderHW; KIP-497; ValidHighWatermark of the TLA+ model",
    check: Check::State(check),
    sometimes: "a follower in the ISR lacks records that its leader has",
    seen: |world, partition| {
        let Some((_, leader)) = world.cluster.acting_leader(partition) else {
            return false;
        };
        let Some(record) = world.cluster.registration(partition) else {
            return false;
        };
        let behind = |b: &BrokerId| {
            world
                .cluster
                .log(*b, partition)
                .is_some_and(|log| log.log_end_offset() < leader.log_end_offset)
        };
        record.isr.iter().any(behind)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let (Some(record), Some(image)) = (world.cluster.registration(partition), world.cluster.metadata()) else {
        return;
    };
    if contract_is_void(world, partition) {
        return;
    }
    for (leader, replica) in world.cluster.replicas(partition) {
        if replica.role != Role::Leader {
            continue;
        }
        let known_whole = |member: &&BrokerId| !is_lossy_unknown(world, image, **member, partition);
        for member in candidates(record).filter(known_whole) {
            let end = world
                .cluster
                .log(*member, partition)
                .map_or(0, |log| log.log_end_offset().0);
            report.expect(
                end >= replica.high_watermark.0,
                &[leader, *member],
                &[("log_end_offset", end), ("high_watermark", replica.high_watermark.0)],
            );
        }
    }
}
