//! I-17: a follower enters the ISR only if, in the present epoch, it asked for an offset at or above the high watermark and
//! the start of the epoch, and only while the controller has it unfenced and not shutting down, and registered as the
//! process that fetched.

use replication::base::id::{BrokerId, TopicPartition};

use super::{Check, Glance, Invariant, Report};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-17",
    statement: "a follower joins the ISR caught up, as the process it fetched as, unfenced and not shutting down",
    source: "Partition.maybeExpandIsr, ReplicationControlManager.alterPartition; KIP-841, KIP-903",
    check: Check::Step(check),
    sometimes: "a follower is about to join the ISR",
    seen: |world, partition| {
        let leader = world.cluster.acting_leader(partition);
        let leading = leader.and_then(|(broker, _)| world.cluster.leading(broker, partition));
        leading.is_some_and(|leading| leading.maximal_isr.len() > leading.isr.len())
    },
};

fn check(before: &Glance, after: &World, partition: TopicPartition, report: &mut Report) {
    // As the leader judged it, when it made the proposal.
    if let Some((leader, replica)) = after.cluster.acting_leader(partition)
        && let Some(leading) = after.cluster.leading(leader, partition)
    {
        let known_before = before.leading(leader).map(|leading| leading.maximal_isr);
        let is_new = |joining: &&BrokerId| !known_before.as_ref().is_some_and(|members| members.contains(joining));
        for joining in leading.maximal_isr.difference(&leading.isr).filter(is_new) {
            let known = leading.followers.iter().find(|follower| follower.broker == *joining);
            let end = known.map_or(-1, |follower| follower.log_end_offset.0);
            report.expect(
                end >= replica.high_watermark.0 && end >= leading.epoch_start_offset.0,
                &[leader, *joining],
                &[
                    ("log_end_offset", end),
                    ("high_watermark", replica.high_watermark.0),
                    ("epoch_start_offset", leading.epoch_start_offset.0),
                ],
            );
        }
    }
    // As the controller decided it.
    let (Some(old), Some(image)) = (before.registration(), after.cluster.metadata()) else {
        return;
    };
    let Some(new) = image.partitions.get(&partition) else {
        return;
    };
    for member in new.isr.iter().filter(|member| !old.isr.contains(member)) {
        let epoch = ("partition_epoch", i64::from(new.partition_epoch.0));
        report.expect(image.is_active(*member), &[*member], &[epoch]);
        // The leader whose proposal it is knows as which process the member fetched.
        let registered = image.brokers.get(member).map(|registration| registration.broker_epoch);
        let leading = new.leader.and_then(|leader| before.leading(leader));
        let mut followers = leading.iter().flat_map(|leading| &leading.followers);
        let fetched = followers.find(|follower| follower.broker == *member);
        if let (Some(registered), Some(fetched)) = (registered, fetched.and_then(|follower| follower.broker_epoch)) {
            report.expect(
                fetched == registered,
                &[*member],
                &[
                    ("registered_broker_epoch", registered.0),
                    ("fetched_broker_epoch", fetched.0),
                ],
            );
        }
    }
}
