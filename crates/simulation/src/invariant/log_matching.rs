//! I-08: below the lesser of two replicas' high watermarks their records are the same.
//!
//! Not expected of a partition whose lineage was broken off: a replica that returns keeps its old high watermark until its
//! first fetch.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report, contract_is_void, first_difference};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-08",
    statement: "records below two replicas' high watermarks are the same",
    source: "KIP-101, KIP-279, KIP-320; LogMatching of the TLA+ model",
    check: Check::State(check),
    sometimes: "two replicas have different high watermarks",
    seen: |world, partition| {
        let replicas = world.cluster.replicas(partition);
        replicas
            .windows(2)
            .any(|pair| pair[0].1.high_watermark != pair[1].1.high_watermark)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    if contract_is_void(world, partition) {
        return;
    }
    let replicas = world.cluster.replicas(partition);
    for (n, (one, a)) in replicas.iter().enumerate() {
        for (other, b) in &replicas[n + 1..] {
            let logs = (world.cluster.log(*one, partition), world.cluster.log(*other, partition));
            let (Some(x), Some(y)) = logs else { continue };
            let bound = a.high_watermark.min(b.high_watermark);
            if let Some(offset) = first_difference(x, y, bound) {
                report.broken(&[*one, *other], &[("offset", offset.0), ("below", bound.0)]);
            }
        }
    }
}
