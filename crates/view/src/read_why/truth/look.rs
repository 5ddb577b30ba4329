//! A state as one finds it: who acts as leader, what each leader has heard, what lies where, what is on its way.

use std::collections::BTreeSet;

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::time::SimTime;
use replication::broker::Broker;
use replication::log::metadata_record::PartitionRegistration;
use replication::partition::isr::IsrState;
use replication::partition::replica::Replica;
use replication::partition::{Leader, Partition, Role};
use simulation::cluster::{Cluster, Slot};
use simulation::network::{Content, Link};
use simulation::world::World;

use crate::board::{LinkState, ProcessState};
use crate::metadata::metadata;
use crate::name;
use crate::read_board::as_broker;

/// A state, to be looked at.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub cluster: &'a Cluster,
}

/// A replica whose process acts as leader.
pub struct Acts<'a> {
    pub broker: BrokerId,
    pub slot: &'a Slot,
    pub process: &'a Broker,
    pub held: &'a Partition,
    pub leader: &'a Leader,
}

impl<'a> Look<'a> {
    pub fn at(world: &'a World) -> Self {
        Look {
            cluster: &world.cluster,
        }
    }

    pub fn partition(self, name: &str) -> TopicPartition {
        name::find_partition(&metadata(self.cluster).unwrap(), name).unwrap()
    }

    pub fn record(self, id: TopicPartition) -> PartitionRegistration {
        let image = metadata(self.cluster).unwrap();
        PartitionRegistration::clone(&image.partitions[&id])
    }

    pub fn ids(self) -> Vec<TopicPartition> {
        metadata(self.cluster).unwrap().partitions.keys().copied().collect()
    }

    pub fn held(self, broker: i32, id: TopicPartition) -> Option<&'a Partition> {
        let slot = self.cluster.slots.get(&NodeId::Broker(BrokerId(broker)))?;
        Some(&**as_broker(slot)?.partitions.get(&id)?)
    }

    pub fn end(self, broker: i32, id: TopicPartition) -> i64 {
        let log = self.cluster.log(BrokerId(broker), id);
        log.map_or(0, |log| log.log_end_offset().0)
    }

    /// Everybody who acts as leader of a partition.
    pub fn acting(self, id: TopicPartition) -> Vec<Acts<'a>> {
        let mut all = Vec::new();
        for (broker, slot) in self.cluster.brokers() {
            let Some(process) = as_broker(slot) else { continue };
            let Some(held) = process.partitions.get(&id) else {
                continue;
            };
            if let Role::Leader(leader) = &held.role {
                all.push(Acts {
                    broker,
                    slot,
                    process,
                    held,
                    leader,
                });
            }
        }
        all
    }

    /// Of these the one that the answers speak of: on record, or else the first of the assignment.
    pub fn leader(self, id: TopicPartition) -> Option<Acts<'a>> {
        let record = self.record(id);
        let mut acting = self.acting(id);
        acting.retain(|one| record.replicas.contains(&one.broker));
        acting.sort_by_key(|one| {
            let place = record.replicas.iter().position(|replica| *replica == one.broker);
            (record.leader != Some(one.broker), place)
        });
        acting.into_iter().next()
    }

    pub fn some_leader(self, wanted: impl Fn(TopicPartition, &Acts<'a>) -> bool) -> bool {
        let mut ids = self.ids().into_iter();
        ids.any(|id| self.acting(id).iter().any(|acts| wanted(id, acts)))
    }

    pub fn node(self, name: &str) -> NodeId {
        let mut nodes = self.cluster.slots.keys().copied();
        nodes.find(|id| name::node(self.cluster, *id) == name).unwrap()
    }

    pub fn process(self, broker: i32) -> Option<&'a Broker> {
        as_broker(self.cluster.slots.get(&NodeId::Broker(BrokerId(broker)))?)
    }

    pub fn down(self, node: &str) -> Option<ProcessState> {
        let slot = &self.cluster.slots[&self.node(node)];
        match (&slot.process, slot.paused) {
            (None, _) => Some(ProcessState::Down),
            (Some(_), true) => Some(ProcessState::Paused),
            _ => None,
        }
    }

    pub fn is_blocked(self, from: &str, to: &str, state: LinkState) -> bool {
        let conditions = self.cluster.network.conditions().iter();
        conditions.into_iter().any(|(path, condition)| {
            let ends = (path.from, path.to) == (self.node(from), self.node(to));
            ends && match state {
                LinkState::Cut => condition.cut,
                LinkState::Held => condition.held,
                LinkState::Slow => condition.slow.is_some(),
            }
        })
    }

    /// Parcels on the lanes between two processes, one way: what they carry and when they arrive.
    pub fn on_the_way(self, from: &str, to: &str) -> Vec<(&'static str, SimTime)> {
        let (from, to) = (self.node(from), self.node(to));
        let mut all = Vec::new();
        let mut take = |link: &Link, requests: bool| {
            let lane = if requests { &link.requests } else { &link.responses };
            for parcel in &lane.parcels {
                if let Content::Message(envelope) = &parcel.content {
                    all.push((envelope.body.api().name(), parcel.arrives_at));
                }
            }
        };
        for link in self.cluster.network.links() {
            if (link.connection.from, link.connection.to) == (from, to) {
                take(link, true);
            }
            if (link.connection.to, link.connection.from) == (from, to) {
                take(link, false);
            }
        }
        all
    }

    pub fn in_time(self, at: SimTime, ends_in: i64) -> bool {
        at.0.saturating_sub(self.cluster.now.0) as i64 == ends_in
    }
}

impl Acts<'_> {
    pub fn known(&self, broker: i32) -> Option<&Replica> {
        let mut replicas = self.leader.remote_replicas.iter();
        replicas.find(|replica| replica.broker.0 == broker)
    }

    pub fn knows(&self, broker: i32) -> Option<i64> {
        self.known(broker).map(|replica| replica.log_end_offset.0)
    }

    pub fn high_watermark(&self) -> i64 {
        self.held.high_watermark.0
    }

    pub fn end(&self, id: TopicPartition) -> i64 {
        self.slot.disk.log(id).unwrap().log_end_offset().0
    }

    pub fn isr(&self) -> BTreeSet<i32> {
        match &self.leader.isr_state {
            IsrState::Committed { isr } | IsrState::PendingExpand { isr, .. } | IsrState::PendingShrink { isr, .. } => {
                isr.iter().map(|broker| broker.0).collect()
            }
        }
    }

    pub fn joining(&self) -> Option<i32> {
        match &self.leader.isr_state {
            IsrState::PendingExpand {
                new_in_sync_replica, ..
            } => Some(new_in_sync_replica.0),
            _ => None,
        }
    }

    pub fn leaving(&self) -> BTreeSet<i32> {
        match &self.leader.isr_state {
            IsrState::PendingShrink {
                out_of_sync_replicas, ..
            } => out_of_sync_replicas.iter().map(|broker| broker.0).collect(),
            _ => BTreeSet::new(),
        }
    }

    /// Outside the ISR, but it may come in: it lately had all there was, and this leader takes it for alive.
    pub fn caught_up_lately(&self, look: Look<'_>, id: TopicPartition, broker: i32) -> bool {
        let Some(known) = self.known(broker) else { return false };
        let limit = self.slot.config.broker().replica_lag_time_max.micros().0;
        let lately = known
            .last_caught_up
            .is_some_and(|at| look.cluster.now.0.saturating_sub(at.0) <= limit);
        let registered = self.process.metadata.image.brokers.get(&BrokerId(broker));
        let alive = registered.is_some_and(|registration| {
            let same_life = known
                .broker_epoch
                .is_some_and(|epoch| epoch.0 < 0 || epoch == registration.broker_epoch);
            !registration.fenced && !registration.in_controlled_shutdown && same_life
        });
        alive && (known.log_end_offset.0 == self.end(id) || lately)
    }

    /// Whom the high watermark waits for: members, who is about to become one, and who may.
    pub fn counted(&self, look: Look<'_>, id: TopicPartition) -> BTreeSet<(i32, i64)> {
        let isr = self.isr();
        let counts = |replica: &&Replica| {
            let broker = replica.broker.0;
            isr.contains(&broker) || self.joining() == Some(broker) || self.caught_up_lately(look, id, broker)
        };
        let replicas = self.leader.remote_replicas.iter().filter(counts);
        replicas
            .map(|replica| (replica.broker.0, replica.log_end_offset.0))
            .collect()
    }

    pub fn min_isr(&self) -> i32 {
        let assigned = self.leader.remote_replicas.len() as i32 + 1;
        self.held.topic_config.min_insync_replicas.min(assigned)
    }
}
