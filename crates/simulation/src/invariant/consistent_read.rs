//! I-25: what a consumer was given at an offset is what whoever leads later has there.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report, contract_is_void, deleted_below};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-25",
    statement: "what a consumer was given stays in the leader's log",
    source: "Partition.fetchRecords: consumers read below the high watermark",
    check: Check::Whole(check),
    sometimes: "a consumer has read records of two leader epochs",
    seen: |world, partition| {
        let of = |key: &(_, TopicPartition)| key.1 == partition;
        let epochs = |reads: &[crate::ghost::Read]| reads.windows(2).any(|pair| pair[0].epoch != pair[1].epoch);
        world.ghosts.reads.iter().any(|(key, reads)| of(key) && epochs(reads))
    },
};

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
    for read in world
        .ghosts
        .reads
        .iter()
        .filter(|(key, _)| key.1 == partition)
        .flat_map(|(_, reads)| reads.iter())
    {
        let mut held = log
            .batches_from(read.from.max(deleted))
            .take_while(|batch| batch.base_offset < read.next);
        let same = held.all(|batch| batch.leader_epoch == read.epoch);
        report.expect(
            same && log.log_end_offset() >= read.next,
            &[leader],
            &[
                ("from", read.from.0),
                ("next", read.next.0),
                ("epoch", i64::from(read.epoch.0)),
            ],
        );
    }
}
