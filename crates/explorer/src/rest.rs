//! After all harm has stopped: does everything come to rest?
//!
//! The specification's L-1 to L-7: every broker runs and is unfenced, no proposal hangs, everybody has the newest
//! metadata, every produce is answered, every replica has everything and is back in the ISR, reassignments are done.
//! `settle` asks most of that; a reassignment that hangs, and a partition that stays without a leader though somebody could lead
//! it, are asked for here.

use replication::base::id::{BrokerId, NodeId};
use replication::log::metadata_record::PartitionRegistration;
use scenario::language::error::StoryError;
use simulation::world::World;

use crate::walk::Walk;

/// Ends all harm and waits.
pub(crate) fn repair(walk: &mut Walk) -> Result<(), StoryError> {
    walk.must("release all".into());
    walk.heal_all();
    for broker in walk.brokers() {
        walk.must(format!("slow-disk {broker} by=0ms"));
        if walk.is_paused(broker) {
            walk.must(format!("resume {broker}"));
        }
    }
    // A process that could not register for a while may yet end by itself, and one that was told to stop ends when others have
    // taken over what it leads.
    for wait in [1_000_000, 1_000_000, 20_000_000] {
        walk.run(wait);
        start_those_down(walk);
    }
    // One that was changed under way may add and remove the same broker, as in Kafka: it can only be cancelled.
    for picture in walk.pictures() {
        let record = &picture.record;
        if record
            .adding_replicas
            .iter()
            .any(|broker| record.removing_replicas.contains(broker))
        {
            walk.must(format!("reassign cancel {}", picture.name()));
        }
    }
    // Nobody is left who is known to have everything: for ever, unless an operator decides.
    for picture in walk.pictures() {
        let record = &picture.record;
        let last_known = record.elr.is_empty() && !record.last_known_elr.is_empty();
        if record.leader.is_none() && candidates(record).next().is_none() && !last_known {
            walk.must(format!("elect unclean {}", picture.name()));
        }
    }
    walk.does("settle max=5min".into())
}

/// Who may lead. The ELR can name a broker that is no replica any more: nobody waits for that one.
///
/// Source: observed on 4.3.1 (a move to fewer replicas than min.insync.replicas).
fn candidates(record: &PartitionRegistration) -> impl Iterator<Item = &BrokerId> {
    let members = record.isr.iter().chain(&record.elr);
    members.filter(|broker| record.replicas.contains(broker))
}

pub(crate) fn start_those_down(walk: &mut Walk) {
    for broker in walk.brokers_that(Walk::is_down) {
        walk.must(format!("start {broker}"));
    }
}

/// What is wrong with a world at rest.
pub(crate) fn verdict(world: &World) -> Option<String> {
    let cluster = &world.cluster;
    let down = cluster.brokers().find(|(_, slot)| slot.process.is_none());
    if let Some((broker, _)) = down {
        return Some(format!("L-1: {broker} is down though nobody ended it"));
    }
    let image = cluster.metadata()?;
    for partition in cluster.partitions() {
        let record = cluster.registration(partition)?;
        if !record.adding_replicas.is_empty() || !record.removing_replicas.is_empty() {
            return Some(format!(
                "L-6: the reassignment of partition {} hangs",
                partition.partition
            ));
        }
        let last_known = record.last_known_elr.iter().filter(|_| record.elr.is_empty());
        let mut able = candidates(record)
            .chain(last_known)
            .filter(|broker| image.is_active(**broker) && cluster.node(NodeId::Broker(**broker)).is_some());
        if let (None, Some(able)) = (record.leader, able.next()) {
            return Some(format!(
                "L-7: partition {} has no leader though {able} could lead it",
                partition.partition
            ));
        }
    }
    None
}
