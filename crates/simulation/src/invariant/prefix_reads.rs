//! I-26: a consumer goes on where it was, unless its application tells it otherwise.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report, contract_is_void};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-26",
    statement: "a consumer skips nothing and reads nothing twice by itself",
    source: "SubscriptionState, Fetcher; KIP-320",
    check: Check::Whole(check),
    sometimes: "a consumer has read ten batches",
    seen: |world, partition| {
        let reads = world.ghosts.reads.iter().filter(|(key, _)| key.1 == partition);
        reads
            .flat_map(|(_, reads)| reads.iter())
            .any(|read| read.next.0 - read.from.0 >= 10)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    if contract_is_void(world, partition) {
        return;
    }
    for jump in world.ghosts.jumps.iter().filter(|jump| jump.partition == partition) {
        report.broken(&[], &[("from", jump.from.0), ("to", jump.to.0)]);
    }
}
