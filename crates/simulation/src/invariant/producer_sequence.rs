//! I-23: no number of a producer stands in a log twice, and within an epoch its numbers follow each other without a gap.
//!
//! Legitimately broken where the contract of acks=all does not cover the partition any more, and where a leader had forgotten
//! the producer: by Kafka's own rule it then takes any number, also one that it had. A batch that is written again in a later
//! epoch is another number.

use replication::base::id::{ProducerIdAndEpoch, TopicPartition};
use replication::base::map::Map;
use replication::base::time::{Millis, SimTime};
use replication::log::log::Log;
use replication::log::record_batch::{NO_SEQUENCE, RecordBatch, increment_sequence};

use super::{Check, Invariant, Report, contract_is_void};
use crate::ghost::{BatchGhost, Outcome};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-23",
    statement: "a producer's numbers stand in a log once, and without a gap",
    source: "ProducerAppendInfo.checkSequence, UnifiedLog.analyzeAndValidateProducerState; KIP-98",
    check: Check::Whole(check),
    sometimes: "a numbered batch was sent twice and stands in the log once",
    seen: |world, partition| {
        let logs = world.cluster.logs(partition);
        logs.iter()
            .flat_map(|(_, log)| log.batches())
            .filter(|batch| batch.producer.is_some())
            .any(|batch| ghost_of(world, batch).is_some_and(was_recognised))
    },
};

/// The last batch of a producer and epoch: the number after it, and its newest timestamp.
#[derive(Clone, Copy)]
struct Last {
    next: i32,
    timestamp: i64,
}

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    if contract_is_void(world, partition) {
        return;
    }
    let expiration = shortest_expiration(world);
    for (broker, log) in world.cluster.logs(partition) {
        if let Some(broken) = first_break(world, log, expiration) {
            let producer = broken.producer.map_or(-1, |producer| producer.id);
            let facts = [
                ("offset", broken.base_offset.0),
                ("producer_id", producer),
                ("sequence", i64::from(broken.base_sequence)),
            ];
            report.broken(&[broker], &facts);
        }
    }
}

fn first_break<'a>(world: &World, log: &'a Log, expiration: Millis) -> Option<&'a RecordBatch> {
    let mut known: Map<ProducerIdAndEpoch, Last> = Map::new();
    for batch in log.batches() {
        let Some(producer) = batch.producer.filter(|_| batch.base_sequence != NO_SEQUENCE) else {
            continue;
        };
        let follows = |last: &Last| {
            batch.base_sequence == last.next || may_be_forgotten(world, batch, last.timestamp, expiration)
        };
        if !known.get(&producer).is_none_or(follows) {
            return Some(batch);
        }
        let last = Last {
            next: increment_sequence(batch.base_sequence, batch.records.len() as i32),
            timestamp: batch.max_timestamp(),
        };
        known.insert(producer, last);
    }
    None
}

/// Whether what the leader knew of the producer had expired by the time it wrote this batch.
pub(super) fn may_be_forgotten(world: &World, batch: &RecordBatch, newest: i64, expiration: Millis) -> bool {
    let Some(ghost) = ghost_of(world, batch) else {
        return false;
    };
    let appends = ghost.append.iter().chain(&ghost.copies);
    let here = appends.filter(|append| append.base_offset == batch.base_offset);
    let latest: Option<SimTime> = here.map(|append| append.at).max();
    latest.is_some_and(|at| newest.saturating_add(expiration.0) <= at.as_millis())
}

pub(super) fn shortest_expiration(world: &World) -> Millis {
    let brokers = world.cluster.brokers();
    let configured = brokers.map(|(_, slot)| slot.config.broker().producer_id_expiration);
    configured.min().unwrap_or(Millis(i64::MAX))
}

fn ghost_of<'a>(world: &'a World, batch: &RecordBatch) -> Option<&'a BatchGhost> {
    world.ghosts.record(batch.records.first()?.id)?.1
}

fn was_recognised(ghost: &BatchGhost) -> bool {
    let acknowledged = ghost
        .told
        .is_some_and(|told| matches!(told.outcome, Outcome::Acknowledged { .. }));
    ghost.attempts >= 2 && acknowledged && ghost.append.is_some() && ghost.copies.is_empty()
}
