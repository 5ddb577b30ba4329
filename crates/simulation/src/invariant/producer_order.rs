//! I-24: an idempotent producer's records stand in a log in the order in which its application sent them.
//!
//! Looked at within one epoch of the producer: when it begins a new one it may write again what it could not be sure of, behind
//! what was there. Nor is a copy looked at that a leader took because it had forgotten the producer. Producers without numbers promise an order only with one request in flight.

use replication::base::id::{NodeId, ProducerIdAndEpoch, RecordId, TopicPartition};
use replication::base::map::Map;
use replication::log::record_batch::NO_SEQUENCE;
use replication::node::Node;

use super::producer_sequence::{may_be_forgotten, shortest_expiration};
use super::{Check, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-24",
    statement: "an idempotent producer's records stand in the order of send()",
    source: "RecordAccumulator.insertInSequenceOrder, ProducerAppendInfo.checkSequence; KIP-98",
    check: Check::Whole(check),
    sometimes: "an idempotent producer had two batches of a partition in flight",
    seen: |world, partition| {
        let senders = world.ghosts.senders.keys();
        senders
            .filter_map(|client| world.cluster.node(NodeId::Client(*client)))
            .any(|node| has_two_in_flight(node, partition))
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let expiration = shortest_expiration(world);
    for (broker, log) in world.cluster.logs(partition) {
        // The newest record of each, and when it was sent.
        let mut last: Map<ProducerIdAndEpoch, (RecordId, i64)> = Map::new();
        for batch in log.batches() {
            let Some(producer) = batch.producer.filter(|_| batch.base_sequence != NO_SEQUENCE) else {
                continue;
            };
            let (first, newest) = (batch.records[0].id, batch.records[batch.records.len() - 1].id);
            let before = last.insert(producer, (newest, batch.max_timestamp()));
            let out_of_order = before.filter(|(before, sent)| {
                before.producer == first.producer
                    && before.n > first.n
                    && !may_be_forgotten(world, batch, *sent, expiration)
            });
            if let Some((before, _)) = out_of_order {
                let facts = [
                    ("offset", batch.base_offset.0),
                    ("record", i64::from(first.n)),
                    ("after_record", i64::from(before.n)),
                ];
                report.broken(&[broker], &facts);
                break;
            }
        }
    }
}

fn has_two_in_flight(node: &Node, partition: TopicPartition) -> bool {
    let Node::Producer(producer) = node else { return false };
    let numbering = producer.transactions().and_then(|known| known.numbering(partition));
    numbering.is_some_and(|numbering| numbering.in_flight >= 2)
}
