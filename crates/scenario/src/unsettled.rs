//! What is still under way, as phrases for an error.

use replication::base::id::NodeId;
use simulation::settle::{NotSettled, settled};
use simulation::world::World;

use crate::reading::{node_name, partition_name};

/// Everything that keeps a world from being at rest.
pub fn unsettled(world: &World) -> Vec<String> {
    match settled(world) {
        Ok(()) => Vec::new(),
        Err(open) => open.iter().map(|what| phrase(world, what)).collect(),
    }
}

fn phrase(world: &World, what: &NotSettled) -> String {
    let cluster = &world.cluster;
    let client = |id| node_name(cluster, NodeId::Client(id));
    let of = |partition| partition_name(cluster, partition);
    match *what {
        NotSettled::RecordsUntold { client: id, records } => {
            format!("{} waits to hear of {records} records", client(id))
        }
        NotSettled::RecordsToSend { client: id, records } => {
            format!("the application of {} has {records} records to send", client(id))
        }
        NotSettled::RequestOpen(id) => format!("a request of {} is under way", client(id)),
        NotSettled::ConsumerBehind {
            client: id,
            partition,
            next,
            high_watermark,
        } => {
            format!(
                "{} is at {next} of {}, high watermark {high_watermark}",
                client(id),
                of(partition)
            )
        }
        NotSettled::TimerRuns(node, timer) => format!("{} waits: {timer:?}", node_name(cluster, node)),
        NotSettled::SessionRuns(broker) => format!("the session of {broker} is not over"),
        NotSettled::NotUnfenced(broker) => format!("{broker} is not unfenced"),
        NotSettled::MetadataBehind { broker, applied, end } => {
            format!("{broker} has applied metadata up to {applied} of {end}")
        }
        NotSettled::LeaderNotActing(partition) => format!("nobody acts as leader of {}", of(partition)),
        NotSettled::ProposalPending(partition) => format!("an isr of {} is not confirmed", of(partition)),
        NotSettled::HighWatermarkBehind {
            partition,
            high_watermark,
            log_end_offset,
        } => {
            format!("{} has leo {log_end_offset} and hw {high_watermark}", of(partition))
        }
        NotSettled::ReplicaBehind {
            broker,
            partition,
            log_end_offset,
            high_watermark,
        } => {
            format!(
                "{broker} has leo {log_end_offset} and hw {high_watermark} of {}",
                of(partition)
            )
        }
        NotSettled::NotInIsr { broker, partition } => format!("{broker} is not in the isr of {}", of(partition)),
    }
}
