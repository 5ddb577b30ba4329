//! I-01: offsets in a log are contiguous from its start, leader epochs never decrease along it, and
//! `log_start_offset <= high_watermark <= log_end_offset`.
//!
//! A follower that cuts its log within a batch, because its leader's begins there, loses the batch as a whole and goes on from
//! where it cut (LogSegment.truncateTo): below the latest log start there may be a gap.

use replication::base::id::TopicPartition;
use replication::base::offset::Offset;

use super::{Check, Invariant, Report, deleted_below};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-01",
    statement: "offsets in a log are contiguous, epochs never decrease along it, log start <= high watermark <= log end",
    source: "UnifiedLog.append, UnifiedLog.updateHighWatermark",
    check: Check::State(check),
    sometimes: "a log holds two leader epochs",
    seen: |world, partition| {
        world
            .cluster
            .logs(partition)
            .iter()
            .any(|(_, log)| log.epochs.entries().len() > 1)
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    let logs = world.cluster.logs(partition);
    let deleted = deleted_below(world, partition);
    let follows = |next: Option<Offset>, offset: Offset| {
        next.is_none_or(|next| next == offset || next < offset && offset <= deleted)
    };
    for (broker, log) in logs {
        let mut next: Option<Offset> = None;
        let mut epoch = None;
        for batch in log.batches() {
            report.expect(
                follows(next, batch.base_offset),
                &[broker],
                &[
                    ("base_offset", batch.base_offset.0),
                    ("expected", next.map_or(-1, |n| n.0)),
                ],
            );
            report.expect(
                epoch.is_none_or(|epoch| epoch <= batch.leader_epoch),
                &[broker],
                &[
                    ("base_offset", batch.base_offset.0),
                    ("leader_epoch", i64::from(batch.leader_epoch.0)),
                ],
            );
            next = Some(batch.next_offset());
            epoch = Some(batch.leader_epoch);
        }
        let end = log.log_end_offset();
        report.expect(
            follows(next, end) && log.log_start_offset() <= end,
            &[broker],
            &[
                ("log_start_offset", log.log_start_offset().0),
                ("log_end_offset", end.0),
            ],
        );
    }
    for (broker, replica) in world.cluster.replicas(partition) {
        report.expect(
            replica.log_start_offset <= replica.high_watermark && replica.high_watermark <= replica.log_end_offset,
            &[broker],
            &[
                ("log_start_offset", replica.log_start_offset.0),
                ("high_watermark", replica.high_watermark.0),
                ("log_end_offset", replica.log_end_offset.0),
            ],
        );
    }
}
