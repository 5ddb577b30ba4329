//! I-09: for every broker that believes it leads, each member of the ISR it believes in holds the same records below that
//! leader's high watermark.

use replication::base::id::{BrokerId, TopicPartition};
use replication::base::offset::Offset;

use super::{Check, Invariant, Report, contract_is_void, first_difference, is_lossy_unknown};
use crate::lens::Role;
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
        {
            holds_committed(
                world,
                partition,
                leader,
                replica.high_watermark,
                leading.isr.iter().copied(),
                report,
            );
        }
    }
}

/// Reports members that do not hold what the leader holds below its high watermark.
pub fn holds_committed(
    world: &World,
    partition: TopicPartition,
    leader: BrokerId,
    high_watermark: Offset,
    members: impl Iterator<Item = BrokerId>,
    report: &mut Report,
) {
    let Some(of_leader) = world.cluster.log(leader, partition) else {
        return;
    };
    for member in members.filter(|member| *member != leader && !is_lossy_unknown(world, *member)) {
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
