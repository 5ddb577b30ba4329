//! What invariants read of a partition, kept from one step to the next, so that no world is copied to be compared.
//!
//! A glance shares with the world what it keeps (a replica, its log, the controller's record). The world copies what it is about
//! to write, so that another pointer tells a replica that a step wrote to. Whether it reads differently is asked then: a fetch
//! that only says that its follower is alive is nothing to look at. A step lets one process act; only that one is looked at.

use std::sync::Arc;

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::log::log::Log;
use replication::log::metadata_record::PartitionRegistration;
use replication::message::broker_lifecycle::BrokerRegistration;
use replication::node::Node;
use replication::partition::Partition;

use crate::cluster::{Cluster, Slot};
use crate::event::{Happening, Step};
use crate::lens::{Leading, Replica, leading_in, replica_in};
use crate::world::World;

/// A partition as it was before a step.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    registration: Option<Arc<PartitionRegistration>>,
    true_high_watermark: Option<Offset>,
    replicas: Vec<(BrokerId, Held)>,
}

/// A replica: on its disk, and in its process while that runs.
#[derive(Clone, Debug, Default)]
struct Held {
    log: Option<Arc<Log>>,
    replica: Option<Arc<Partition>>,
    /// The record that the process has applied.
    applied: Option<Arc<PartitionRegistration>>,
}

impl Held {
    fn of(slot: &Slot, partition: TopicPartition) -> Held {
        let Some(Node::Broker(broker)) = slot.node() else {
            return Held {
                log: slot.disk.logs.get(&partition).cloned(),
                ..Held::default()
            };
        };
        Held {
            log: slot.disk.logs.get(&partition).cloned(),
            replica: broker.partitions.get(&partition).cloned(),
            applied: broker.metadata.image.partitions.get(&partition).cloned(),
        }
    }

    /// Whether no step can have written to it since.
    fn is_still(&self, slot: &Slot, partition: TopicPartition) -> bool {
        let process = match slot.node() {
            Some(Node::Broker(broker)) => Some(broker),
            _ => None,
        };
        let applied = process.and_then(|broker| broker.metadata.image.partitions.get(&partition));
        same(self.log.as_ref(), slot.disk.logs.get(&partition))
            && same(
                self.replica.as_ref(),
                process.and_then(|broker| broker.partitions.get(&partition)),
            )
            && same(self.applied.as_ref(), applied)
    }

    /// Whether it reads as before, whoever wrote to it.
    fn reads_like(&self, old: &Held) -> bool {
        let facts = |held: &Held| (held.replica(), held.leading());
        same(self.log.as_ref(), old.log.as_ref())
            && same(self.applied.as_ref(), old.applied.as_ref())
            && facts(self) == facts(old)
    }

    fn replica(&self) -> Option<Replica> {
        Some(replica_in(self.replica.as_ref()?, self.log.as_ref()?))
    }

    fn leading(&self) -> Option<Leading> {
        leading_in(self.replica.as_ref()?)
    }
}

fn same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    one.map(Arc::as_ptr) == other.map(Arc::as_ptr)
}

impl Glance {
    pub fn of(world: &World, partition: TopicPartition) -> Glance {
        let image = world.cluster.metadata();
        let held = |(broker, slot): (BrokerId, &Slot)| (broker, Held::of(slot, partition));
        Glance {
            registration: image.and_then(|image| image.partitions.get(&partition)).cloned(),
            true_high_watermark: true_high_watermark(world, partition),
            replicas: world.cluster.brokers().map(held).collect(),
        }
    }

    pub fn registration(&self) -> Option<&PartitionRegistration> {
        self.registration.as_deref()
    }

    /// `None` before there was one.
    pub fn true_high_watermark(&self) -> Option<Offset> {
        self.true_high_watermark
    }

    /// As the broker's running process held it.
    pub fn replica(&self, broker: BrokerId) -> Option<Replica> {
        self.held(broker)?.replica()
    }

    /// What the broker knew as leader.
    pub fn leading(&self, broker: BrokerId) -> Option<Leading> {
        self.held(broker)?.leading()
    }

    fn held(&self, broker: BrokerId) -> Option<&Held> {
        let of_broker = self.replicas.iter().find(|(other, _)| *other == broker);
        of_broker.map(|(_, held)| held)
    }

    fn reads_like(&self, old: &Glance) -> bool {
        let alike = |(new, old): (&(BrokerId, Held), &(BrokerId, Held))| new.0 == old.0 && new.1.reads_like(&old.1);
        same(self.registration.as_ref(), old.registration.as_ref())
            && self.replicas.len() == old.replicas.len()
            && self.replicas.iter().zip(&old.replicas).all(alike)
    }
}

fn true_high_watermark(world: &World, partition: TopicPartition) -> Option<Offset> {
    let ghost = world.ghosts.partitions.get(&partition);
    ghost.map(|ghost| ghost.true_high_watermark)
}

/// Partitions of which a broker, its disk or the controller's record reads differently, as they were before.
pub(super) fn touched(before: &World, after: &World) -> Vec<(TopicPartition, Glance)> {
    let of = |partition| {
        let (old, new) = (Glance::of(before, partition), Glance::of(after, partition));
        let brokers = |world: &World| registered(&world.cluster);
        (!new.reads_like(&old) || brokers(before) != brokers(after)).then_some((partition, old))
    };
    after.cluster.partitions().into_iter().filter_map(of).collect()
}

fn registered(cluster: &Cluster) -> Option<Map<BrokerId, BrokerRegistration>> {
    cluster.metadata().map(|image| image.brokers.clone())
}

/// All partitions of a run as they were after its last step.
#[derive(Clone, Debug, Default)]
pub struct Glances {
    partitions: Map<TopicPartition, Glance>,
    /// Records of the controller's metadata log.
    metadata_end: i64,
}

impl Glances {
    /// The partitions that a step touched, as they were before it.
    pub(super) fn go_on(&mut self, step: &Step, after: &World) -> Vec<(TopicPartition, Glance)> {
        match step.actor() {
            Some(NodeId::Client(_)) => Vec::new(),
            Some(NodeId::Broker(broker)) => self.broker_acted(broker, after),
            Some(NodeId::Controller(_)) if self.metadata_end == metadata_end(&after.cluster) => Vec::new(),
            Some(NodeId::Controller(_)) => self.anybody_acted(after),
            None => match step.happening {
                // On the way, or at the door of a process.
                Happening::Refused { .. }
                | Happening::InSocket { .. }
                | Happening::Lost { .. }
                | Happening::TimerOverdue { .. }
                | Happening::Waited => Vec::new(),
                _ => self.anybody_acted(after),
            },
        }
    }

    fn broker_acted(&mut self, broker: BrokerId, after: &World) -> Vec<(TopicPartition, Glance)> {
        let Some(slot) = after.cluster.slot(NodeId::Broker(broker)) else {
            return Vec::new();
        };
        let mut touched = Vec::new();
        for (partition, glance) in &mut self.partitions {
            let Some(place) = glance.replicas.iter().position(|(other, _)| *other == broker) else {
                continue;
            };
            let old = &glance.replicas[place].1;
            if old.is_still(slot, *partition) {
                continue;
            }
            let new = Held::of(slot, *partition);
            if !new.reads_like(old) {
                touched.push((*partition, glance.clone()));
                glance.true_high_watermark = true_high_watermark(after, *partition);
            }
            glance.replicas[place].1 = new;
        }
        touched
    }

    /// Who is registered, fenced or stopping concerns every partition.
    fn anybody_acted(&mut self, after: &World) -> Vec<(TopicPartition, Glance)> {
        let news = self.metadata_end != metadata_end(&after.cluster);
        self.metadata_end = metadata_end(&after.cluster);
        let mut touched = Vec::new();
        for partition in after.cluster.partitions() {
            let new = Glance::of(after, partition);
            let old = self.partitions.insert(partition, new.clone()).unwrap_or_default();
            if news || !new.reads_like(&old) {
                touched.push((partition, old));
            }
        }
        touched
    }
}

/// The end of the controller's metadata; of one that is down, no number that a running one has.
fn metadata_end(cluster: &Cluster) -> i64 {
    cluster.metadata().map_or(-1, |image| image.end_offset)
}
