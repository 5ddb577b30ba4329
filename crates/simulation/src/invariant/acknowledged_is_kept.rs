//! I-20: what was acknowledged with acks=all is in the log of whoever leads, at the offset that was told.
//!
//! As far as the contract goes: see `contract_is_void`.

use replication::base::config::Acks;
use replication::base::id::{RecordId, TopicPartition};
use replication::base::offset::Offset;

use super::{Check, Invariant, Report, contract_is_void, deleted_below};
use crate::ghost::Outcome;
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-20",
    statement: "what was acknowledged with acks=all is in the leader's log",
    source: "the contract of acks=all, min.insync.replicas and KIP-966",
    check: Check::Whole(check),
    sometimes: "records were acknowledged with acks=all",
    seen: |world, partition| !acknowledged(world, partition).is_empty(),
};

/// Offset and first record of each batch that was acknowledged with acks=all.
pub fn acknowledged(world: &World, partition: TopicPartition) -> Vec<(Offset, RecordId)> {
    let mut acknowledged = Vec::new();
    for batch in world.ghosts.senders.values().flat_map(|sender| sender.batches.iter()) {
        if batch.partition == Some(partition)
            && batch.acks == Some(Acks::All)
            && let Some(told) = batch.told
            && let Outcome::Acknowledged {
                base_offset: Some(offset),
            } = told.outcome
        {
            acknowledged.push((offset, batch.first));
        }
    }
    acknowledged
}

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let Some((leader, _)) = world.cluster.acting_leader(partition) else {
        return;
    };
    let Some(log) = world.cluster.log(leader, partition) else {
        return;
    };
    if contract_is_void(world, partition) {
        return;
    }
    let deleted = deleted_below(world, partition);
    let kept = |(offset, _): &(Offset, RecordId)| *offset >= deleted;
    for (offset, first) in acknowledged(world, partition).into_iter().filter(kept) {
        let there = log.batch_at(offset).is_some_and(|batch| batch.records[0].id == first);
        report.expect(
            there,
            &[leader],
            &[("offset", offset.0), ("record", i64::from(first.n))],
        );
    }
}
