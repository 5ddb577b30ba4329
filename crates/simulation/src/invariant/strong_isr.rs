//! I-10: for every broker that believes it leads, each member of the controller's ISR holds the same records below that
//! leader's high watermark.

use replication::base::id::TopicPartition;

use super::weak_isr::holds_committed;
use super::{Check, Invariant, Report, contract_is_void};
use crate::lens::Role;
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-10",
    statement: "each member of the controller's ISR holds what lies below any leader's high watermark",
    source: "KIP-320; StrongIsr of the TLA+ model",
    check: Check::State(check),
    sometimes: "two brokers believe that they lead",
    seen: |world, partition| {
        let replicas = world.cluster.replicas(partition);
        replicas
            .iter()
            .filter(|(_, replica)| replica.role == Role::Leader)
            .count()
            > 1
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
        if replica.role == Role::Leader {
            let members = record.isr.iter().copied();
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
