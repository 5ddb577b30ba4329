//! What playing a run costs whoever opens it, so that a run by a stranger can be held to a bound before it takes long.
//!
//! Counted and not timed: the same run costs the same on every machine. A unit is a step of a small cluster, about 10 µs in a
//! browser the first time it is played; a step of a large one is dearer, because it is looked at closely in a copy of its world.

use replication::client::producer::Producer;
use replication::node::Node;
use simulation::cluster::Cluster;

/// Connections, replicas, and records that wait in producers, that make a step dearer by one unit each.
const LINKS: u64 = 150;
const REPLICAS: u64 = 100;
const PENDING: u64 = 50;
/// After so many steps the size of the cluster is looked at again.
const LOOK: u64 = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Units that may still be spent; no bound when none.
    left: Option<u64>,
    /// Units of one step, as the cluster is now.
    step: u64,
}

impl Effort {
    pub fn new(most: Option<u64>) -> Effort {
        Effort { left: most, step: 1 }
    }

    /// Spends one step. Says how much that is when it is more than is left.
    pub fn spend(&mut self, cluster: &Cluster) -> Result<(), Exhausted> {
        let Some(left) = self.left else { return Ok(()) };
        if cluster.steps.is_multiple_of(LOOK) {
            self.step = units(cluster);
        }
        match left.checked_sub(self.step) {
            Some(left) => {
                self.left = Some(left);
                Ok(())
            }
            None => Err(Exhausted { step: self.step }),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// Units of one step.
    pub step: u64,
}

fn units(cluster: &Cluster) -> u64 {
    let links = cluster.network.links().count() as u64;
    let registrations = cluster.metadata().into_iter().flat_map(|image| &image.partitions);
    let replicas: usize = registrations.map(|(_, of)| of.replicas.len()).sum();
    let processes = cluster.slots.values().filter_map(|slot| slot.process.as_deref());
    let pending: usize = processes
        .map(|process| match process {
            Node::Producer(producer) => pending(producer),
            _ => 0,
        })
        .sum();
    1 + links / LINKS + replicas as u64 / REPLICAS + pending as u64 / PENDING
}

/// Records handed over that have not been sent.
fn pending(producer: &Producer) -> usize {
    let queues = producer.accumulator().queues().values();
    let queued: usize = queues
        .flat_map(|queue| &queue.batches)
        .map(|batch| batch.records().len())
        .sum();
    producer.calls().len() + queued
}
