//! I-05: a broker that is fenced or shutting down is not in an ISR and leads nothing.
//!
//! Without ELR the last member of an ISR stays in it when it is fenced, so that it can lead again; then nobody leads.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-05",
    statement: "a fenced or stopping broker is in no ISR and leads nothing",
    source: "ReplicationControlManager.handleBrokerFenced, handleBrokerInControlledShutdown; KIP-841",
    check: Check::State(check),
    sometimes: "a broker is fenced",
    seen: |world, _| {
        let fenced = |image: &replication::quorum::image::MetadataImage| image.brokers.values().any(|b| b.fenced);
        world.cluster.metadata().is_some_and(fenced)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let Some(image) = world.cluster.metadata() else { return };
    let Some(record) = image.partitions.get(&partition) else {
        return;
    };
    let epoch = ("partition_epoch", i64::from(record.partition_epoch.0));
    if let Some(leader) = record.leader {
        report.expect(image.is_active(leader), &[leader], &[epoch]);
    }
    let last_one_kept = !image.elr_enabled() && record.isr.len() == 1 && record.leader.is_none();
    for member in record.isr.iter().filter(|_| !last_one_kept) {
        report.expect(image.is_active(*member), &[*member], &[epoch]);
    }
}
