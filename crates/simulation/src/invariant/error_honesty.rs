//! I-22: an answer that says "refused before anything was written" is true of that attempt.
//!
//! Looked at where there was one attempt only: after a time-out or a lost connection nobody can know.

use replication::base::error_code::ErrorCode;
use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report};
use crate::ghost::{BatchGhost, Outcome};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-22",
    statement: "a batch refused before the append is in no log",
    source: "ReplicaManager.appendRecords, Partition.appendRecordsToLeader",
    check: Check::Whole(check),
    sometimes: "a batch was refused before the append",
    seen: |world, partition| batches(world, partition).any(refused_before_append),
};

fn batches(world: &World, partition: TopicPartition) -> impl Iterator<Item = &BatchGhost> {
    let senders = world.ghosts.senders.values();
    senders
        .flat_map(|sender| sender.batches.iter())
        .filter(move |batch| batch.partition == Some(partition))
}

fn refused_before_append(batch: &BatchGhost) -> bool {
    let Some(told) = batch.told else { return false };
    let Outcome::Refused(error) = told.outcome else {
        return false;
    };
    let before = matches!(
        error,
        ErrorCode::NotEnoughReplicas | ErrorCode::OutOfOrderSequenceNumber | ErrorCode::InvalidProducerEpoch
    );
    before && batch.attempts == 1
}

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    for batch in batches(world, partition).filter(|batch| refused_before_append(batch)) {
        let brokers: Vec<_> = batch.append.iter().map(|append| append.broker).collect();
        report.expect(
            batch.append.is_none(),
            &brokers,
            &[("record", i64::from(batch.first.n))],
        );
    }
}
