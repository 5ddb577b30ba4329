//! I-07: if two replicas hold a record of the same epoch at the same offset, it is the same record, and everything before it
//! is the same. Holds in every configuration of brokers, also after unclean elections and lost disks.

use replication::base::id::TopicPartition;
use replication::base::offset::Offset;
use replication::log::log::Log;

use super::{Check, Invariant, Report, first_difference};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-07",
    statement: "the same epoch at the same offset is the same record, and what comes before it is the same",
    source: "follows from KIP-101, KIP-279, KIP-320 and I-04",
    check: Check::State(check),
    sometimes: "two logs hold different records at one offset",
    seen: |world, partition| {
        let logs = world.cluster.logs(partition);
        let differ = |a: &Log, b: &Log| {
            let bound = a.log_end_offset().min(b.log_end_offset());
            first_difference(a, b, bound).is_some()
        };
        logs.iter()
            .enumerate()
            .any(|(n, (_, a))| logs[n + 1..].iter().any(|(_, b)| differ(a, b)))
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let logs = world.cluster.logs(partition);
    for (n, (one, a)) in logs.iter().enumerate() {
        for (other, b) in &logs[n + 1..] {
            let agreed = last_common(a, b);
            if let Some(offset) = agreed.and_then(|end| first_difference(a, b, end)) {
                report.broken(&[*one, *other], &[("offset", offset.0)]);
            }
        }
    }
}

/// The end of the last stretch in which both logs have the same epoch at the same offset.
fn last_common(a: &Log, b: &Log) -> Option<Offset> {
    let (mut left, mut right) = (a.batches().rev().peekable(), b.batches().rev().peekable());
    loop {
        let (x, y) = (*left.peek()?, *right.peek()?);
        let overlap = x.base_offset < y.next_offset() && y.base_offset < x.next_offset();
        if overlap && x.leader_epoch == y.leader_epoch {
            return Some(x.next_offset().min(y.next_offset()));
        }
        if x.base_offset >= y.base_offset {
            left.next();
        } else {
            right.next();
        }
    }
}
