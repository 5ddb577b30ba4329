//! I-27, as far as a broker answers for it: the last stable offset is neither above the high watermark nor beyond the first
//! offset of a transaction that is open.
//!
//! Compared with a plain walk over the log. Transactions that ended above the high watermark hold it back too, but a restart
//! forgets those, in Kafka as here. That a consumer leaves aborted records out is the consumer's part.

use replication::base::id::{NodeId, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::log::log::Log;
use replication::node::Node;

use super::{Check, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-27",
    statement: "read-committed readers are let no further than the first open transaction",
    source: "UnifiedLog.lastStableOffset, ProducerStateManager.firstUnstableOffset; KIP-98",
    check: Check::Whole(check),
    sometimes: "a transaction is open below the high watermark",
    seen: |world, partition| {
        let replicas = world.cluster.replicas(partition);
        replicas.iter().any(|(broker, replica)| {
            let log = world.cluster.log(*broker, partition);
            log.and_then(first_open)
                .is_some_and(|first| first < replica.high_watermark)
        })
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    for (broker, replica) in world.cluster.replicas(partition) {
        let process = world.cluster.node(NodeId::Broker(broker));
        let (Some(Node::Broker(process)), Some(log)) = (process, world.cluster.log(broker, partition)) else {
            continue;
        };
        let Some(held) = process.partitions.get(&partition) else {
            continue;
        };
        let last_stable_offset = held.last_stable_offset(log);
        // What began before the log start can hold back no further than that.
        let open = first_open(log).map(|first| first.max(log.log_start_offset()));
        let bound = open.map_or(replica.high_watermark, |first| first.min(replica.high_watermark));
        report.expect(
            last_stable_offset <= bound,
            &[broker],
            &[
                ("last_stable_offset", last_stable_offset.0),
                ("high_watermark", replica.high_watermark.0),
                ("first_open", open.map_or(-1, |first| first.0)),
            ],
        );
    }
}

/// Where the first transaction began that no marker in the log has ended.
fn first_open(log: &Log) -> Option<Offset> {
    let mut open: Map<i64, Offset> = Map::new();
    for batch in log.batches() {
        let Some(producer) = batch.producer.filter(|_| batch.is_transactional) else {
            continue;
        };
        if batch.control.is_some() {
            open.remove(&producer.id);
        } else {
            open.entry(producer.id).or_insert_with(|| batch.base_offset);
        }
    }
    open.values().copied().min()
}
