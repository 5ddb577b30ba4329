//! I-02: the leader epoch cache rises strictly in both columns, has an entry for each epoch in the log where its first record
//! is, and none beyond the log end. An entry at the log end belongs to a leader that has appended nothing.

use replication::base::id::TopicPartition;

use super::{Check, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-02",
    statement: "the leader epoch cache rises strictly and names the first offset of each epoch in the log",
    source: "LeaderEpochFileCache.assign, truncateFromEndAsyncFlush; KIP-101",
    check: Check::State(check),
    sometimes: "an epoch begins above offset 0",
    seen: |world, partition| {
        let later = |entry: &replication::log::leader_epoch_cache::EpochEntry| entry.start_offset.0 > 0;
        world
            .cluster
            .logs(partition)
            .iter()
            .any(|(_, log)| log.epochs.entries().iter().any(later))
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    for (broker, log) in world.cluster.logs(partition) {
        let entries = log.epochs.entries();
        for pair in entries.windows(2) {
            report.expect(
                pair[0].epoch < pair[1].epoch && pair[0].start_offset < pair[1].start_offset,
                &[broker],
                &[
                    ("epoch", i64::from(pair[1].epoch.0)),
                    ("start_offset", pair[1].start_offset.0),
                ],
            );
        }
        if let Some(last) = entries.last() {
            let end = log.log_end_offset();
            report.expect(
                last.start_offset <= end,
                &[broker],
                &[("start_offset", last.start_offset.0), ("log_end_offset", end.0)],
            );
        }
        let mut previous = None;
        for batch in log.batches() {
            if previous != Some(batch.leader_epoch) {
                let first = batch.base_offset.max(log.log_start_offset());
                let entry = entries.iter().find(|entry| entry.epoch == batch.leader_epoch);
                // Where the log start has moved, the entry of the epoch in force there moves with it.
                let fits = entry
                    .is_some_and(|entry| entry.start_offset == first || entry.start_offset < log.log_start_offset());
                report.expect(
                    fits,
                    &[broker],
                    &[("epoch", i64::from(batch.leader_epoch.0)), ("first_offset", first.0)],
                );
            }
            previous = Some(batch.leader_epoch);
        }
    }
}
