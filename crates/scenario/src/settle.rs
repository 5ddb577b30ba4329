//! Whether a cluster has come to rest: what is still under way, each thing as a phrase.
//!
//! At rest: no client waits for an answer, no broker's session is running out, every broker that runs has applied all
//! metadata and is unfenced, no leader waits for the controller, and every live replica has its leader's log end and high
//! watermark. Heartbeats, idle fetches and checkpoints go on at rest.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::timer::Timer;
use simulation::cluster::Cluster;
use simulation::lens::image_of;
use simulation::world::World;

use crate::reading::{Memory, node_name, partition_name, state};

/// Everything that is still under way.
pub fn unsettled(world: &World, memory: &Memory) -> Vec<String> {
    let cluster = &world.cluster;
    let mut under_way = Vec::new();
    clients(world, memory, &mut under_way);
    brokers(cluster, &mut under_way);
    let Some(image) = cluster.metadata() else {
        return under_way;
    };
    for partition in image.partitions.keys() {
        replicas(cluster, *partition, &mut under_way);
    }
    under_way
}

fn clients(world: &World, memory: &Memory, under_way: &mut Vec<String>) {
    for (id, sender) in &world.ghosts.senders {
        let told: u32 = sender
            .batches
            .iter()
            .filter(|batch| batch.told.is_some())
            .map(|batch| batch.records)
            .sum();
        if (told as usize) < sender.records.len() && world.cluster.node(NodeId::Client(*id)).is_some() {
            under_way.push(format!(
                "{} waits for an answer",
                node_name(&world.cluster, NodeId::Client(*id))
            ));
        }
    }
    for name in memory
        .answers
        .iter()
        .filter(|(_, answer)| answer.is_none())
        .map(|(name, _)| name)
    {
        under_way.push(format!("the request {name} has no answer"));
    }
}

fn brokers(cluster: &Cluster, under_way: &mut Vec<String>) {
    let Some(image) = cluster.metadata() else { return };
    for (id, slot) in &cluster.slots {
        let Some(broker) = id.broker() else { continue };
        match (state(cluster, *id), slot.node()) {
            ("running", Some(node)) => {
                if image_of(node).map(|image| image.end_offset) != Some(image.end_offset) {
                    under_way.push(format!("{broker} has not applied all metadata"));
                }
            }
            ("down", _) => {
                if image
                    .brokers
                    .get(&broker)
                    .is_some_and(|registration| !registration.fenced)
                {
                    under_way.push(format!("the session of {broker} is not over"));
                }
            }
            ("paused", _) => {}
            (state, _) => under_way.push(format!("{broker} is {state}")),
        }
        let backs_off = |timer: &Timer| {
            matches!(
                timer,
                Timer::FetchBackoff(_) | Timer::AlterPartitionRetry | Timer::MetadataFetchRetry
            )
        };
        if slot.timers.keys().any(backs_off) {
            under_way.push(format!("{broker} backs off"));
        }
    }
}

fn replicas(cluster: &Cluster, partition: TopicPartition, under_way: &mut Vec<String>) {
    let Some(registration) = cluster.registration(partition) else {
        return;
    };
    let Some((leader, leading)) = cluster.acting_leader(partition) else {
        if registration
            .leader
            .is_some_and(|leader| state(cluster, NodeId::Broker(leader)) == "running")
        {
            under_way.push(format!("{} has no acting leader", partition_name(cluster, partition)));
        }
        return;
    };
    let lives = |broker: BrokerId| state(cluster, NodeId::Broker(broker)) == "running";
    let mut behind = |what: String| under_way.push(format!("{} of {what}", partition_name(cluster, partition)));
    if let Some(own) = cluster.leading(leader, partition) {
        let same = |a: &[BrokerId], b: &[BrokerId]| a.iter().all(|id| b.contains(id)) && a.len() == b.len();
        if own.proposal_pending || !same(&own.isr, &registration.isr) {
            behind(format!("{leader} waits for the controller"));
        }
    }
    let minimum = cluster
        .metadata()
        .map_or(1, |image| image.effective_min_insync_replicas(partition));
    let may_move = registration.isr.len() as i64 >= i64::from(minimum);
    if may_move && leading.high_watermark != leading.log_end_offset {
        behind(format!("{leader} has high watermark {}", leading.high_watermark));
    }
    for follower in registration.replicas.iter().filter(|id| **id != leader && lives(**id)) {
        match cluster.replica(*follower, partition) {
            Some(replica)
                if replica.log_end_offset == leading.log_end_offset
                    && replica.high_watermark == leading.high_watermark => {}
            _ => behind(format!("{follower} is not where its leader is")),
        }
    }
}
