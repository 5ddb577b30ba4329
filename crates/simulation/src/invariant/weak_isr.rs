//! I-09: for every broker that believes it leads, each member of the ISR it believes in holds the same records below that
//! leader's high watermark.
//!
//! A member that a reassignment has removed, or removed and added anew, has deleted its log by decision; the leader hears of it
//! later.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::quorum::image::MetadataImage;

use super::{Check, Invariant, Report, contract_is_void, first_difference, is_lossy_unknown};
use crate::lens::{Role, image_of};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-09",
    statement: "each member of the ISR that a leader believes in holds what lies below its high watermark",
    source: "Partition.maybeIncrementLeaderHW; WeakIsr of the TLA+ model",
    check: Check::State(check),
    sometimes: "a leader has committed records",
    seen: |world, partition| {
        world
            .cluster
            .acting_leader(partition)
            .is_some_and(|(_, replica)| replica.high_watermark > Offset::ZERO)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    if contract_is_void(world, partition) {
        return;
    }
    for (leader, replica) in world.cluster.replicas(partition) {
        if replica.role == Role::Leader
            && let Some(leading) = world.cluster.leading(leader, partition)
            && let Some(image) = world.cluster.node(NodeId::Broker(leader)).and_then(image_of)
        {
            let record = world.cluster.registration(partition);
            let stays = |member: &BrokerId| {
                record
                    .is_some_and(|record| record.replicas.contains(member) && !record.adding_replicas.contains(member))
            };
            let members = leading.isr.iter().copied().filter(stays);
            holds_committed(
                world,
                image,
                partition,
                (leader, replica.high_watermark),
                members,
                report,
            );
        }
    }
}

/// Reports members that do not hold what the leader holds below its high watermark, as far as who believes in them knows.
pub fn holds_committed(
    world: &World,
    known: &MetadataImage,
    partition: TopicPartition,
    (leader, high_watermark): (BrokerId, Offset),
    members: impl Iterator<Item = BrokerId>,
    report: &mut Report,
) {
    let Some(of_leader) = world.cluster.log(leader, partition) else {
        return;
    };
    for member in members.filter(|member| *member != leader && !is_lossy_unknown(world, known, *member, partition)) {
        let missing = match world.cluster.log(member, partition) {
            None => (high_watermark > Offset::ZERO).then_some(Offset::ZERO),
            Some(log) => first_difference(of_leader, log, high_watermark),
        };
        if let Some(offset) = missing {
            report.broken(
                &[leader, member],
                &[("offset", offset.0), ("high_watermark", high_watermark.0)],
            );
        }
    }
}
