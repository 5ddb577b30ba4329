//! The board at one moment, read off the cluster.
//!
//! What a replica says of itself comes from its own process; leader, ISR and ELR of a partition from the controller's record;
//! log contents from the disk, which is there also while the process is not.

use replication::base::config::{Acks, Isolation, ProcessConfig};
use replication::base::epoch::LeaderEpoch;
use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::time::{Millis, SimTime};
use replication::broker::Broker;
use replication::broker::delayed::Requester;
use replication::broker::lifecycle::BrokerState;
use replication::client::consumer::Consumer;
use replication::log::log::Log;
use replication::log::metadata_record::PartitionRegistration;
use replication::log::record_batch::RecordBatch;
use replication::message::Purpose;
use replication::message::admin::NamedPartition;
use replication::node::Node;
use replication::partition::isr::IsrState;
use replication::partition::replica::Replica;
use replication::partition::{Leader, Partition, Role};
use replication::quorum::image::MetadataImage;
use simulation::cluster::{Cluster, Slot};
use simulation::ghost::{Ghosts, Outcome};
use simulation::network::{Condition, Path};

use crate::board::*;
use crate::health;
use crate::metadata::metadata;
use crate::name::{self, numbers};
use crate::read_message::messages;
use crate::seen::{Seen, Shown, ShownPartition};
use crate::time::Clock;

/// The board at the cluster's present step: as much of it as is asked for.
pub fn board(cluster: &Cluster, ghosts: &Ghosts, clock: Clock, seen: &Seen) -> Board {
    let image = metadata(cluster);
    let image = image.as_deref();
    let mut shown = image.map(|image| Shown::choose(image, seen)).unwrap_or_default();
    let topics = std::mem::take(&mut shown.topics);
    let reading = Reading {
        cluster,
        image,
        clock,
        seen,
        shown,
    };
    Board {
        position: cluster.steps,
        time: clock.time(cluster.now),
        controllers: reading.controllers(),
        brokers: cluster.brokers().map(|(id, slot)| reading.broker(id, slot)).collect(),
        partitions: reading.partitions(),
        partition_count: reading.shown.partition_count,
        topics,
        producers: reading.producers(ghosts),
        consumers: reading.consumers(),
        messages: messages(cluster, clock, seen, &reading.shown),
        parked: reading.parked(),
        links: reading.links(),
        rules_off: cluster.rules.off().map(|rule| rule.name().to_string()).collect(),
    }
}

struct Reading<'a> {
    cluster: &'a Cluster,
    image: Option<&'a MetadataImage>,
    clock: Clock,
    seen: &'a Seen,
    shown: Shown<'a>,
}

impl Reading<'_> {
    fn controllers(&self) -> Vec<ControllerView> {
        let is_controller = |id: &NodeId| matches!(id, NodeId::Controller(_));
        self.cluster
            .slots
            .iter()
            .filter(|(id, _)| is_controller(id))
            .map(|(id, slot)| ControllerView {
                node: name::node(self.cluster, *id),
                state: process_state(slot, ProcessState::Running),
                active: slot.node().is_some(),
                metadata_offset: slot.disk.metadata_log.len() as i64,
            })
            .collect()
    }

    fn broker(&self, id: BrokerId, slot: &Slot) -> BrokerView {
        let registration = self.image.and_then(|image| image.brokers.get(&id));
        let fenced = registration.is_none_or(|registration| registration.fenced);
        let process = as_broker(slot);
        let running = match process.map(|broker| broker.lifecycle.state) {
            Some(BrokerState::Running) if fenced => ProcessState::Fenced,
            Some(BrokerState::Running) => ProcessState::Running,
            Some(BrokerState::PendingControlledShutdown | BrokerState::ShuttingDown) => ProcessState::Stopping,
            Some(BrokerState::Starting | BrokerState::Recovery) | None => ProcessState::Starting,
        };
        let applied = process.map_or(0, |broker| broker.metadata.image.end_offset);
        let newest = self.image.map_or(0, |image| image.end_offset);
        let session = self.session(id);
        let leads = self.image.into_iter().flat_map(|image| &image.partitions);
        BrokerView {
            node: name::node(self.cluster, NodeId::Broker(id)),
            id: id.0,
            rack: match &slot.config.process {
                ProcessConfig::Broker(config) => config.rack.clone(),
                _ => None,
            },
            state: process_state(slot, running),
            fenced,
            broker_epoch: registration.map_or(-1, |registration| registration.broker_epoch.0),
            metadata_offset: applied,
            metadata_behind: newest - applied,
            leads: leads.filter(|(_, record)| record.leader == Some(id)).count() as u32,
            slow_disk: slot.slow_disk.0 as i64,
            last_heartbeat: session.map(|(last_heartbeat, _)| self.clock.time(last_heartbeat)),
            session_ends: session.map(|(last_heartbeat, length)| self.clock.time(last_heartbeat + length)),
        }
    }

    /// When the active controller last heard of a broker, and how long that holds.
    fn session(&self, id: BrokerId) -> Option<(SimTime, Millis)> {
        let epoch = self.image?.brokers.get(&id)?.broker_epoch;
        let slots = self.cluster.slots.values();
        let (controller, config) =
            slots
                .filter_map(|slot| Some((slot.node()?, &slot.config)))
                .find_map(|(node, config)| match node {
                    Node::Controller(controller) => Some((controller, config)),
                    _ => None,
                })?;
        let last_contact = controller.sessions().last_contact(id, epoch)?;
        Some((last_contact, config.controller().session_timeout))
    }

    fn partitions(&self) -> Vec<PartitionView> {
        let Some(image) = self.image else {
            return Vec::new();
        };
        let view = |ShownPartition { id, record, row, open }: &ShownPartition<'_>| {
            let config = image.topic_config(id.topic);
            let ends = |broker: &BrokerId| self.cluster.log(*broker, *id).map(Log::log_end_offset);
            let end = match &record.leader {
                Some(leader) => ends(leader),
                None => record.replicas.iter().filter_map(ends).max(),
            };
            PartitionView {
                name: name::partition(self.image, *id),
                row: *row,
                topic: image.topic_name(id.topic).map(ToString::to_string).unwrap_or_default(),
                partition: id.partition,
                leader: record.leader.map(|leader| leader.0),
                leader_epoch: record.leader_epoch.0,
                partition_epoch: record.partition_epoch.0,
                assigned: numbers(&record.replicas),
                isr: numbers(&record.isr),
                elr: numbers(&record.elr),
                last_known_elr: numbers(&record.last_known_elr),
                min_insync_replicas: config.min_insync_replicas,
                effective_min_insync_replicas: health::effective_min_insync_replicas(record, &config),
                under_min_isr: health::is_under_min_isr(record, &config),
                under_replicated: health::is_under_replicated(record),
                replicas: record
                    .replicas
                    .iter()
                    .map(|broker| {
                        self.replica(
                            *id,
                            record,
                            *broker,
                            end.unwrap_or_default(),
                            if *open { self.seen.records } else { 0 },
                        )
                    })
                    .collect(),
            }
        };
        self.shown.partitions.iter().map(view).collect()
    }

    fn replica(
        &self,
        id: TopicPartition,
        record: &PartitionRegistration,
        broker: BrokerId,
        end: Offset,
        records: usize,
    ) -> ReplicaView {
        let slot = self.cluster.slot(NodeId::Broker(broker));
        let held = slot
            .and_then(as_broker)
            .and_then(|broker| broker.partitions.get(&id))
            .map(AsRef::as_ref);
        let empty = Log::default();
        let log = self.cluster.log(broker, id).unwrap_or(&empty);
        let leading = self.leading(id, record);
        let known = leading.and_then(|leader| leader.replica(broker));
        let diverges_at = self.diverges_at(id, record, broker, log);
        let caught_up = known.and_then(|replica| replica.last_caught_up);
        ReplicaView {
            broker: broker.0,
            standing: standing(record, held, broker),
            named: record.leader == Some(broker),
            role: match held.map(|partition| &partition.role) {
                Some(Role::Leader(_)) => ReplicaRole::Leader,
                Some(Role::Follower(_)) => ReplicaRole::Follower,
                None => ReplicaRole::Offline,
            },
            leader_epoch: held.map_or(-1, |partition| partition.leader_epoch.0),
            membership: membership(record, leading, broker),
            in_elr: record.elr.contains(&broker),
            preferred: record.preferred_leader() == Some(broker),
            log_start_offset: log.log_start_offset().0,
            log_end_offset: log.log_end_offset().0,
            high_watermark: held.map(|partition| partition.high_watermark.0),
            last_stable_offset: held.map(|partition| partition.last_stable_offset(log).0),
            behind: (end.0 - log.log_end_offset().0).max(0),
            flushed: log.recovery_point().0,
            all_flushed: log.recovery_point() >= log.log_end_offset(),
            diverges_at,
            records: self.newest_records(log, held, diverges_at, records),
            epochs: log
                .epochs
                .entries()
                .iter()
                .map(|entry| EpochView {
                    epoch: entry.epoch.0,
                    start_offset: entry.start_offset.0,
                })
                .collect(),
            leader_knows: known.map(|replica| replica.log_end_offset.0),
            counts: known.is_some() && self.counts(id, record, broker),
            caught_up_at: caught_up.map(|at| self.clock.time(at)),
            behind_since: caught_up
                .filter(|_| known.is_some_and(|replica| replica.log_end_offset < end))
                .map(|at| self.clock.time(at)),
            lag_ends: known.and_then(|replica| self.lag_ends(id, record, replica)),
        }
    }

    /// Where a log leaves that of the leader on record. One epoch has one history, so their epochs tell.
    fn diverges_at(
        &self,
        id: TopicPartition,
        record: &PartitionRegistration,
        broker: BrokerId,
        log: &Log,
    ) -> Option<i64> {
        let leader = record.leader.filter(|leader| *leader != broker)?;
        let other = self.cluster.log(leader, id)?;
        diverges_at(log, other).map(|offset| offset.0)
    }

    /// Source: Partition.isFollowerOutOfSync.
    fn lag_ends(&self, id: TopicPartition, record: &PartitionRegistration, known: &Replica) -> Option<i64> {
        let leader = record.leader?;
        let end = self.cluster.log(leader, id)?.log_end_offset();
        if !record.isr.contains(&known.broker) || known.log_end_offset == end {
            return None;
        }
        let config = self.cluster.slot(NodeId::Broker(leader))?.config.broker();
        let since = known.last_caught_up?;
        Some(self.clock.time(since + config.replica_lag_time_max))
    }

    /// What the leader on record knows, if it has taken up the role.
    fn leading(&self, id: TopicPartition, record: &PartitionRegistration) -> Option<&Leader> {
        let slot = self.cluster.slots.get(&NodeId::Broker(record.leader?))?;
        as_broker(slot)?.partitions.get(&id)?.as_leader()
    }

    /// Whether the high watermark of the leader on record waits for a follower.
    fn counts(&self, id: TopicPartition, record: &PartitionRegistration, follower: BrokerId) -> bool {
        let slot = record
            .leader
            .and_then(|leader| self.cluster.slot(NodeId::Broker(leader)));
        let leads = slot.and_then(|slot| Some((as_broker(slot)?, slot)));
        leads.is_some_and(|(broker, slot)| {
            broker.high_watermark_waits_for(&slot.disk, id, follower, self.cluster.now, &slot.config)
        })
    }

    fn newest_records(
        &self,
        log: &Log,
        held: Option<&Partition>,
        diverges_at: Option<i64>,
        count: usize,
    ) -> Vec<RecordView> {
        let from = Offset((log.log_end_offset().0 - count as i64).max(log.log_start_offset().0));
        let of_batch = |batch: &std::sync::Arc<RecordBatch>| {
            let batch = batch.clone();
            let count = batch.records.len();
            (0..count).map(move |n| (batch.clone(), n))
        };
        log.batches_from(from)
            .flat_map(of_batch)
            .map(|(batch, n)| self.record(&batch, n))
            .filter(|record| record.offset >= from.0)
            .map(|record| RecordView {
                committed: held.map(|held| record.offset < held.high_watermark.0),
                flushed: record.offset < log.recovery_point().0,
                diverges: diverges_at.is_some_and(|first| record.offset >= first),
                ..record
            })
            .collect()
    }

    fn record(&self, batch: &RecordBatch, n: usize) -> RecordView {
        let record = &batch.records[n];
        RecordView {
            offset: batch.base_offset.0 + n as i64,
            committed: None,
            flushed: false,
            diverges: false,
            epoch: batch.leader_epoch.0,
            key: record.key.as_ref().map(ToString::to_string),
            value: record.value.as_ref().map(ToString::to_string),
            headers: record
                .headers
                .iter()
                .map(|header| HeaderView {
                    key: header.key.to_string(),
                    value: header.value.to_string(),
                })
                .collect(),
            timestamp: record.timestamp - self.clock.begin.as_millis(),
            producer: name::node(self.cluster, NodeId::Client(record.id.producer)),
            n: record.id.n,
        }
    }

    fn producers(&self, ghosts: &Ghosts) -> Vec<ProducerView> {
        let mut views = Vec::new();
        for (id, slot) in &self.cluster.slots {
            let (Some(client), Some(Node::Producer(producer)), ProcessConfig::Producer(config)) =
                (id.client(), slot.node(), &slot.config.process)
            else {
                continue;
            };
            let mut view = ProducerView {
                node: name::node(self.cluster, *id),
                acks: acks(config.acks),
                sent: 0,
                acknowledged: 0,
                failed: 0,
                waiting: 0,
                in_flight: producer
                    .in_flight()
                    .flat_map(|(_, _, batches)| batches)
                    .map(|batch| batch.records().len() as u32)
                    .sum(),
            };
            if let Some(sender) = ghosts.senders.get(&client) {
                view.sent = sender.records.len() as u32;
                for batch in sender.batches.iter() {
                    match batch.told.map(|told| told.outcome) {
                        Some(Outcome::Acknowledged { .. }) => view.acknowledged += batch.records,
                        Some(_) => view.failed += batch.records,
                        None => {}
                    }
                }
            }
            view.waiting = view
                .sent
                .saturating_sub(view.acknowledged + view.failed + view.in_flight);
            views.push(view);
        }
        views
    }

    fn consumers(&self) -> Vec<ConsumerView> {
        let mut views = Vec::new();
        for (id, slot) in &self.cluster.slots {
            let (Some(Node::Consumer(consumer)), ProcessConfig::Consumer(config)) = (slot.node(), &slot.config.process)
            else {
                continue;
            };
            let partitions = consumer
                .assigned()
                .iter()
                .map(|(partition, assigned)| ConsumerPositionView {
                    partition: format!("{}-{}", partition.topic, partition.partition),
                    position: assigned.position().map(|position| position.offset.0),
                    saved: consumer.saved().get(partition).map(|saved| saved.offset.0),
                    lag: consumer.records_lag(partition, config.isolation),
                    reads_from: self.reads_from(consumer, partition),
                });
            views.push(ConsumerView {
                node: name::node(self.cluster, *id),
                isolation: match config.isolation {
                    Isolation::ReadUncommitted => "read_uncommitted".into(),
                    Isolation::ReadCommitted => "read_committed".into(),
                },
                partitions: partitions.collect(),
            });
        }
        views
    }

    fn reads_from(&self, consumer: &Consumer, partition: &NamedPartition) -> Option<i32> {
        let on_record = || {
            let name = format!("{}-{}", partition.topic, partition.partition);
            let id = name::find_partition(self.image?, &name)?;
            self.image?.partitions.get(&id)?.leader
        };
        let asks = consumer.reads_from(partition, self.cluster.now);
        asks.or_else(on_record).map(|broker| broker.0)
    }

    fn parked(&self) -> Vec<ParkedView> {
        let mut views = Vec::new();
        for (id, slot) in self.cluster.brokers() {
            let Some(broker) = as_broker(slot) else { continue };
            for (key, produce) in broker.produces.iter() {
                let waiting = produce.partitions.iter().filter(|waiting| waiting.pending);
                let shown = waiting.filter(|waiting| self.shown.has(waiting.answer.partition));
                views.push(ParkedView {
                    key: format!("{id}:produce:{key}"),
                    kind: ParkedKind::Produce,
                    broker: id.0,
                    from: self.requester(produce.requester),
                    since: self.clock.time(produce.since),
                    until: self.clock.time(produce.until),
                    parts: shown
                        .map(|waiting| ParkedPartView {
                            partition: name::partition(self.image, waiting.answer.partition),
                            offset: waiting.required_offset.0,
                        })
                        .collect(),
                });
            }
            for (key, fetch) in broker.fetches.iter() {
                let of_replica = fetch.requester.connection.purpose == Purpose::Fetch;
                views.push(ParkedView {
                    key: format!("{id}:fetch:{key}"),
                    kind: if of_replica {
                        ParkedKind::Fetch
                    } else {
                        ParkedKind::ConsumerFetch
                    },
                    broker: id.0,
                    from: self.requester(fetch.requester),
                    since: self.clock.time(fetch.since),
                    until: self.clock.time(fetch.until),
                    parts: fetch
                        .request
                        .partitions
                        .iter()
                        .filter(|asked| self.shown.has(asked.partition))
                        .map(|asked| ParkedPartView {
                            partition: name::partition(self.image, asked.partition),
                            offset: asked.fetch_offset.0,
                        })
                        .collect(),
                });
            }
        }
        views.retain(|parked| !parked.parts.is_empty() || self.seen.message.as_ref() == Some(&parked.key));
        views
    }

    fn requester(&self, requester: Requester) -> String {
        name::node(self.cluster, requester.connection.from)
    }

    fn links(&self) -> Vec<LinkView> {
        let view = |(path, condition): (&Path, &Condition)| {
            let state = match condition {
                Condition { cut: true, .. } => LinkState::Cut,
                Condition { held: true, .. } => LinkState::Held,
                Condition { slow: Some(_), .. } => LinkState::Slow,
                _ => return None,
            };
            Some(LinkView {
                from: name::node(self.cluster, path.from),
                to: name::node(self.cluster, path.to),
                purpose: path.purpose.map(|purpose| name::purpose(purpose).to_string()),
                state,
            })
        };
        self.cluster.network.conditions().iter().filter_map(view).collect()
    }
}

/// The first offset from which on a log is not a part of the other one.
fn diverges_at(log: &Log, other: &Log) -> Option<Offset> {
    let (end, common_end) = (log.log_end_offset(), log.log_end_offset().min(other.log_end_offset()));
    let start = log.log_start_offset().max(other.log_start_offset());
    let begins = |log: &Log| {
        log.epochs
            .entries()
            .iter()
            .map(|entry| entry.start_offset)
            .collect::<Vec<_>>()
    };
    let mut changes: Vec<Offset> = begins(log).into_iter().chain(begins(other)).collect();
    changes.push(start);
    changes.sort_unstable();
    let mut compared = changes
        .into_iter()
        .filter(|offset| (start..common_end).contains(offset));
    compared
        .find(|offset| epoch_at(log, *offset) != epoch_at(other, *offset))
        .or_else(|| (end > common_end).then_some(common_end))
}

fn epoch_at(log: &Log, offset: Offset) -> Option<LeaderEpoch> {
    let entries = log.epochs.entries();
    let above = entries.partition_point(|entry| entry.start_offset <= offset);
    above.checked_sub(1).map(|at| entries[at].epoch)
}

/// A broker's process, if it is up.
pub fn as_broker(slot: &Slot) -> Option<&Broker> {
    match slot.node()? {
        Node::Broker(broker) => Some(broker),
        _ => None,
    }
}

/// A replica as its own process holds it.
pub fn held(cluster: &Cluster, broker: BrokerId, id: TopicPartition) -> Option<&Partition> {
    let slot = cluster.slots.get(&NodeId::Broker(broker))?;
    as_broker(slot)?.partitions.get(&id).map(AsRef::as_ref)
}

pub fn process_state(slot: &Slot, running: ProcessState) -> ProcessState {
    match (slot.node(), slot.paused) {
        (None, _) => ProcessState::Down,
        (Some(_), true) => ProcessState::Paused,
        (Some(_), false) => running,
    }
}

fn standing(record: &PartitionRegistration, held: Option<&Partition>, broker: BrokerId) -> Standing {
    let Some(held) = held else { return Standing::Offline };
    let named = record.leader == Some(broker);
    let in_epoch = held.leader_epoch == record.leader_epoch;
    match (&held.role, named, in_epoch) {
        (Role::Leader(_), true, true) => Standing::Leads,
        (Role::Leader(_), ..) => Standing::BelievesToLead,
        (Role::Follower(_), true, _) => Standing::Unaware,
        (Role::Follower(_), false, true) => Standing::Follows,
        (Role::Follower(_), false, false) => Standing::FollowsInOtherEpoch,
    }
}

fn membership(record: &PartitionRegistration, leading: Option<&Leader>, broker: BrokerId) -> IsrMembership {
    match leading.map(|leader| &leader.isr_state) {
        Some(IsrState::PendingExpand {
            new_in_sync_replica, ..
        }) if *new_in_sync_replica == broker => IsrMembership::Joining,
        Some(IsrState::PendingShrink {
            out_of_sync_replicas, ..
        }) if out_of_sync_replicas.contains(&broker) => IsrMembership::Leaving,
        _ if record.isr.contains(&broker) => IsrMembership::In,
        _ => IsrMembership::Out,
    }
}

pub fn acks(acks: Acks) -> String {
    match acks {
        Acks::None => "0".into(),
        Acks::Leader => "1".into(),
        Acks::All => "all".into(),
        Acks::Invalid(number) => number.to_string(),
    }
}
