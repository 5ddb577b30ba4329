//! I-14: while a leader is not stale and its committed ISR has min ISR members, its maximal ISR contains the controller's
//! ISR and ELR; without a proposal under way the maximal ISR is the committed one.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report, candidates};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-14",
    statement: "a leader waits for everybody whom the controller may elect",
    source: "PartitionState.maximalIsr; KIP-497, KIP-966; ReplicationQuorumSuperset of the TLA+ model",
    check: Check::State(check),
    sometimes: "a leader has a proposal under way",
    seen: |world, partition| {
        let leader = world.cluster.acting_leader(partition);
        leader
            .and_then(|(b, _)| world.cluster.leading(b, partition))
            .is_some_and(|leading| leading.proposed_isr.is_some())
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let Some((leader, replica)) = world.cluster.acting_leader(partition) else {
        return;
    };
    let (Some(leading), Some(record)) = (
        world.cluster.leading(leader, partition),
        world.cluster.registration(partition),
    ) else {
        return;
    };
    let epoch = ("partition_epoch", i64::from(record.partition_epoch.0));
    report.expect(
        leading.proposed_isr.is_some() || leading.maximal_isr == leading.isr,
        &[leader],
        &[epoch],
    );
    // Metadata made it forget a proposal that the controller then accepted; its next news tells it.
    let ghost = world.ghosts.partitions.get(&partition);
    let stands_at = Some((replica.leader_epoch, replica.partition_epoch));
    let overtaken = ghost.is_some_and(|ghost| ghost.overtaken == stands_at);
    if !leading.under_min_isr && !overtaken {
        for member in candidates(record) {
            report.expect(leading.maximal_isr.contains(member), &[leader, *member], &[epoch]);
        }
    }
}
