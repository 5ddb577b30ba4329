//! How the world reads the inside of a process: the few facts that ghosts, checkers and the page ask for.
//!
//! Only what a broker itself believes is here, next to what the controller has on record. Nothing is computed that the process
//! does not hold; decisions and their reasons are in the replication crate and are called there.

use replication::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::metric::Metric;
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::broker::fetcher::Fetcher;
use replication::broker::lifecycle::BrokerState;
use replication::log::disk::Disk;
use replication::log::log::Log;
use replication::log::metadata_record::PartitionRegistration;
use replication::message::{Connection, Purpose};
use replication::node::Node;
use replication::partition::{self, Partition};
use replication::quorum::image::MetadataImage;

use crate::cluster::{Cluster, Slot};

/// What a replica believes it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    Leader,
    Follower,
    /// Neither: no leader is known, or the process hosts no replica yet.
    Offline,
}

/// A replica as its own process holds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Replica {
    pub role: Role,
    /// Whom it follows, or itself.
    pub leader: Option<BrokerId>,
    pub leader_epoch: LeaderEpoch,
    pub partition_epoch: PartitionEpoch,
    pub log_start_offset: Offset,
    pub high_watermark: Offset,
    pub log_end_offset: Offset,
}

/// What a leader knows besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leading {
    /// As the controller confirmed it.
    pub isr: Set<BrokerId>,
    /// The larger of the committed and the proposed.
    pub maximal_isr: Set<BrokerId>,
    /// The ISR that was asked for, while the controller has not answered.
    pub proposed_isr: Option<Set<BrokerId>>,
    pub under_min_isr: bool,
    pub epoch_start_offset: Offset,
    pub followers: Vec<FollowerState>,
}

/// A follower as its leader knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FollowerState {
    pub broker: BrokerId,
    /// -1 before its first fetch in this epoch.
    pub log_end_offset: Offset,
    /// Of the process that fetched last; `None` before.
    pub broker_epoch: Option<BrokerEpoch>,
}

/// A replica in a process, if the process knows it.
pub fn replica_of(node: &Node, disk: &Disk, partition: TopicPartition) -> Option<Replica> {
    let Node::Broker(broker) = node else { return None };
    Some(replica_in(broker.partitions.get(&partition)?, disk.log(partition)?))
}

/// A replica and its log.
pub(crate) fn replica_in(held: &Partition, log: &Log) -> Replica {
    Replica {
        role: match &held.role {
            partition::Role::Leader(_) => Role::Leader,
            partition::Role::Follower(follower) if follower.leader.is_some() => Role::Follower,
            partition::Role::Follower(_) => Role::Offline,
        },
        leader: held.leader(),
        leader_epoch: held.leader_epoch,
        partition_epoch: held.partition_epoch,
        log_start_offset: log.log_start_offset(),
        high_watermark: held.high_watermark,
        log_end_offset: log.log_end_offset(),
    }
}

/// What the process knows as leader of a partition.
pub fn leading_of(node: &Node, partition: TopicPartition) -> Option<Leading> {
    let Node::Broker(broker) = node else { return None };
    leading_in(broker.partitions.get(&partition)?)
}

/// What a replica knows as leader.
pub(crate) fn leading_in(held: &Partition) -> Option<Leading> {
    let leader = held.as_leader()?;
    let follower = |replica: &partition::replica::Replica| FollowerState {
        broker: replica.broker,
        log_end_offset: replica.log_end_offset,
        broker_epoch: replica.broker_epoch.filter(|epoch| *epoch != BrokerEpoch::UNKNOWN),
    };
    Some(Leading {
        isr: leader.isr_state.isr().clone(),
        maximal_isr: leader.isr_state.maximal_isr(),
        proposed_isr: leader
            .isr_state
            .sent()
            .map(|sent| sent.new_isr.iter().map(|(broker, _)| *broker).collect()),
        under_min_isr: held.is_under_min_isr(leader),
        epoch_start_offset: leader.epoch_start_offset,
        followers: leader.remote_replicas.iter().map(follower).collect(),
    })
}

/// Whether the process leads the partition and waits to hear of a proposal.
pub fn proposes(node: &Node, partition: TopicPartition) -> bool {
    let Node::Broker(broker) = node else { return false };
    let leader = broker.partitions.get(&partition).and_then(|held| held.as_leader());
    leader.is_some_and(|leader| leader.isr_state.sent().is_some())
}

/// The brokers that this one pulls the partition from.
pub fn fetches_from(node: &Node, partition: TopicPartition) -> Vec<BrokerId> {
    let Node::Broker(broker) = node else { return Vec::new() };
    let pulls = |fetcher: &Fetcher| fetcher.state(partition).is_some();
    broker
        .fetchers
        .iter()
        .filter(|(_, fetcher)| pulls(fetcher))
        .map(|(source, _)| *source)
        .collect()
}

/// Whether a broker process considers itself running, that is registered, caught up and unfenced.
pub fn is_running(node: &Node) -> bool {
    matches!(node, Node::Broker(broker) if broker.lifecycle.state == BrokerState::Running)
}

/// The metadata that a process has applied: the controller's own, or a broker's copy.
pub fn image_of(node: &Node) -> Option<&MetadataImage> {
    match node {
        Node::Controller(controller) => Some(controller.image()),
        Node::Broker(broker) => Some(&broker.metadata.image),
        Node::Producer(_) | Node::Consumer(_) | Node::Admin(_) => None,
    }
}

impl Slot {
    /// What the process reports to JMX; nothing while it is down.
    pub fn metrics(&self) -> Vec<Metric> {
        match self.node() {
            Some(Node::Broker(broker)) => broker.metrics(&self.disk),
            Some(Node::Controller(controller)) => controller.metrics(),
            _ => Vec::new(),
        }
    }

    /// The process, if it is up, paused or not.
    pub fn node(&self) -> Option<&Node> {
        self.process.as_deref()
    }
}

impl Cluster {
    pub fn slot(&self, id: NodeId) -> Option<&Slot> {
        self.slots.get(&id).map(AsRef::as_ref)
    }

    /// The process of this name, if it is up.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.slots.get(&id)?.node()
    }

    /// A broker's replica as its running process holds it.
    pub fn replica(&self, broker: BrokerId, partition: TopicPartition) -> Option<Replica> {
        let slot = self.slots.get(&NodeId::Broker(broker))?;
        replica_of(slot.node()?, &slot.disk, partition)
    }

    pub fn leading(&self, broker: BrokerId, partition: TopicPartition) -> Option<Leading> {
        leading_of(self.node(NodeId::Broker(broker))?, partition)
    }

    /// Whether a follower has been told the leader's high watermark and log start, could make nothing of the answer, and will not
    /// be told again until one of them moves or records come.
    pub fn is_told_no_more(&self, leader: BrokerId, follower: BrokerId, partition: TopicPartition) -> bool {
        let broker = |id| match self.node(NodeId::Broker(id)) {
            Some(Node::Broker(broker)) => Some(broker),
            _ => None,
        };
        // A session that begins is told all anew.
        let fetcher = broker(follower).and_then(|broker| broker.fetchers.get(&leader));
        let held = broker(leader).and_then(|broker| broker.partitions.get(&partition));
        let (Some(held), Some(log), true) = (
            held,
            self.log(leader, partition),
            fetcher.is_some_and(|fetcher| fetcher.in_session),
        ) else {
            return false;
        };
        let told = held.as_leader().and_then(|led| led.replica(follower)?.told);
        let link = self.network.find(Connection {
            from: NodeId::Broker(follower),
            to: NodeId::Broker(leader),
            purpose: Purpose::Fetch,
        });
        let is_on_its_way = link.is_some_and(|link| !self.network.link(link).responses.parcels.is_empty());
        told == Some((held.high_watermark, log.log_start_offset())) && !is_on_its_way
    }

    /// A replica's log as it lies on the disk, whether or not its process is up.
    pub fn log(&self, broker: BrokerId, partition: TopicPartition) -> Option<&Log> {
        self.slots.get(&NodeId::Broker(broker))?.disk.log(partition)
    }

    /// The newest metadata: the controller's.
    pub fn metadata(&self) -> Option<&MetadataImage> {
        let controllers = self.slots.iter().filter(|(id, _)| matches!(id, NodeId::Controller(_)));
        controllers.filter_map(|(_, slot)| slot.node()).find_map(image_of)
    }

    /// The controller's record of a partition.
    pub fn registration(&self, partition: TopicPartition) -> Option<&PartitionRegistration> {
        self.metadata()?.partitions.get(&partition).map(AsRef::as_ref)
    }

    /// The partitions that the controller has on record.
    pub fn partitions(&self) -> Vec<TopicPartition> {
        self.metadata()
            .map_or(Vec::new(), |image| image.partitions.keys().copied().collect())
    }

    /// Every replica of a partition that a running process holds.
    pub fn replicas(&self, partition: TopicPartition) -> Vec<(BrokerId, Replica)> {
        let replica = |broker| self.replica(broker, partition).map(|replica| (broker, replica));
        self.brokers().filter_map(|(broker, _)| replica(broker)).collect()
    }

    /// Every log of a partition, whether or not its process is up.
    pub fn logs(&self, partition: TopicPartition) -> Vec<(BrokerId, &Log)> {
        let mut logs = Vec::new();
        for (broker, slot) in self.brokers() {
            logs.extend(slot.disk.log(partition).map(|log| (broker, log)));
        }
        logs
    }

    /// The broker that acts as leader in the epoch that the controller has on record.
    pub fn acting_leader(&self, partition: TopicPartition) -> Option<(BrokerId, Replica)> {
        let registration = self.registration(partition)?;
        let broker = registration.leader?;
        let replica = self.replica(broker, partition)?;
        let acts = replica.role == Role::Leader && replica.leader_epoch == registration.leader_epoch;
        acts.then_some((broker, replica))
    }

    /// The partition of this name and number.
    pub fn partition_named(&self, topic: &str, partition: i32) -> Option<TopicPartition> {
        let id = self.metadata()?.topic_ids.get(topic)?;
        Some(TopicPartition::new(*id, partition))
    }
}
