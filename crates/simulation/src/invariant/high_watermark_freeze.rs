//! I-15: a leader's high watermark does not change while its committed ISR is below min ISR.

use replication::base::id::TopicPartition;

use super::{Check, Glance, Invariant, Report};
use crate::lens::{Leading, Role};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-15",
    statement: "a high watermark does not move while the ISR is below min ISR",
    source: "Partition.maybeIncrementLeaderHW, isUnderMinIsr; KIP-966",
    check: Check::Step(check),
    sometimes: "a leader below min ISR has records above its high watermark",
    seen: |world, partition| {
        world.cluster.acting_leader(partition).is_some_and(|(broker, replica)| {
            let leading = world.cluster.leading(broker, partition);
            replica.high_watermark < replica.log_end_offset && leading.is_some_and(|leading| leading.under_min_isr)
        })
    },
};

fn check(before: &Glance, after: &World, partition: TopicPartition, report: &mut Report) {
    for (broker, new) in after.cluster.replicas(partition) {
        let Some(old) = before.replica(broker) else {
            continue;
        };
        let frozen = |leading: Option<Leading>| leading.is_some_and(|leading| leading.under_min_isr);
        let same_term = old.role == Role::Leader && new.role == Role::Leader && old.leader_epoch == new.leader_epoch;
        if same_term && frozen(before.leading(broker)) && frozen(after.cluster.leading(broker, partition)) {
            report.expect(
                old.high_watermark == new.high_watermark,
                &[broker],
                &[("from", old.high_watermark.0), ("to", new.high_watermark.0)],
            );
        }
    }
}
