//! I-21: what was acknowledged with acks=all is on one disk at least, as long as fewer disks than min ISR lost records.

use replication::base::id::{RecordId, TopicPartition};
use replication::base::offset::Offset;

use super::acknowledged_is_kept::acknowledged;
use super::{Check, Invariant, Report, contract_is_void, deleted_below};
use crate::ghost::{Election, Term};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-21",
    statement: "what was acknowledged with acks=all is on some disk",
    source: "NoCommittedRecordLostGlobally of the TLA+ model",
    check: Check::Whole(check),
    sometimes: "acknowledged records are not on every disk",
    seen: |world, partition| {
        let logs = world.cluster.logs(partition);
        let missing = |offset| logs.iter().any(|(_, log)| log.batch_at(offset).is_none());
        acknowledged(world, partition)
            .last()
            .is_some_and(|(offset, _)| missing(*offset))
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let Some(ghost) = world.ghosts.partitions.get(&partition) else {
        return;
    };
    // A leader that misses it makes the others cut it.
    if contract_is_void(world, partition) || ghost.worst.lossy as i32 >= ghost.least_min_isr {
        return;
    }
    let last_known = |term: &Term| term.election == Election::LastKnownLeader;
    if ghost.terms.iter().any(last_known) {
        return;
    }
    let logs = world.cluster.logs(partition);
    let deleted = deleted_below(world, partition);
    let kept = |(offset, _): &(Offset, RecordId)| *offset >= deleted;
    for (offset, first) in acknowledged(world, partition).into_iter().filter(kept) {
        let holds = |batch: &replication::log::record_batch::RecordBatch| batch.records[0].id == first;
        let somewhere = logs
            .iter()
            .any(|(_, log)| log.batch_at(offset).is_some_and(|batch| holds(batch)));
        report.expect(somewhere, &[], &[("offset", offset.0), ("record", i64::from(first.n))]);
    }
}
