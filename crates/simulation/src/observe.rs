//! What a step changed, as facts without sentences.
//!
//! Two worlds are compared; whatever both share by pointer is skipped, so the cost follows what a step touched. What only
//! passes by (what a client told its application) comes from the step itself.

use std::sync::Arc;

use replication::base::config::Acks;
use replication::base::config::ConfigResource;
use replication::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, ClientId, NodeId, ProducerIdAndEpoch, RecordId, TopicId, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::base::time::Micros;
use replication::base::why::Why;
use replication::log::leader_epoch_cache::EpochEndOffset;
use replication::log::metadata_record::{MetadataRecord, PartitionRegistration};
use replication::message::application::Completion;
use replication::message::{Body, Connection, Envelope, Request, Response};

use replication::node::Node;
use replication::partition::{Leader, Partition};

use crate::cluster::{End, Slot};
use crate::event::Step;
use crate::lens::{Role, replica_of};
use crate::network::{Condition, Content, Path};
use crate::world::World;

/// One fact about a step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Records came to the end of a replica's log.
    Appended {
        broker: BrokerId,
        partition: TopicPartition,
        base_offset: Offset,
        next_offset: Offset,
        /// Of the last batch.
        epoch: LeaderEpoch,
        as_leader: bool,
        /// As the replica had it after the append.
        high_watermark: Offset,
    },
    /// A broker threw its replica away: it is not among the assigned ones any more.
    ReplicaDeleted {
        broker: BrokerId,
        partition: TopicPartition,
    },
    /// The first offset of a log rose: records were deleted.
    LogStartMoved {
        broker: BrokerId,
        partition: TopicPartition,
        from: Offset,
        to: Offset,
    },
    /// The end of a log moved back.
    Truncated {
        broker: BrokerId,
        partition: TopicPartition,
        from: Offset,
        to: Offset,
    },
    HighWatermarkMoved {
        broker: BrokerId,
        partition: TopicPartition,
        from: Offset,
        to: Offset,
        is_leader: bool,
    },
    /// A replica took up a role, or the same role in another epoch.
    RoleChanged {
        broker: BrokerId,
        partition: TopicPartition,
        role: Role,
        epoch: LeaderEpoch,
        /// Whom it follows, or itself.
        leader: Option<BrokerId>,
        log_end_offset: Offset,
        high_watermark: Offset,
    },
    /// A leader gave its epoch a start offset.
    EpochAssigned {
        broker: BrokerId,
        partition: TopicPartition,
        epoch: LeaderEpoch,
        start_offset: Offset,
    },
    /// A leader learnt from a Fetch how far a follower is.
    FollowerHeard {
        leader: BrokerId,
        follower: BrokerId,
        partition: TopicPartition,
        knew: Offset,
        asked_for: Offset,
    },
    /// A leader asks the controller for another ISR.
    IsrProposed {
        broker: BrokerId,
        partition: TopicPartition,
        from: Vec<BrokerId>,
        to: Vec<BrokerId>,
    },
    /// A leader's proposal was settled; this is its committed ISR now.
    ProposalSettled {
        broker: BrokerId,
        partition: TopicPartition,
        isr: Vec<BrokerId>,
    },
    FetchParked {
        broker: BrokerId,
        key: u64,
        connection: Connection,
    },
    ProduceParked {
        broker: BrokerId,
        key: u64,
        connection: Connection,
    },
    /// A client sent a batch to a broker.
    ProduceSent {
        client: ClientId,
        to: BrokerId,
        partition: TopicPartition,
        first: RecordId,
        records: u32,
        acks: Acks,
        attempt: u32,
    },
    ProduceAnswered {
        broker: BrokerId,
        client: ClientId,
        partition: TopicPartition,
        base_offset: Offset,
        error: ErrorCode,
    },
    /// A leader has a batch already, and answers it as the first copy was answered.
    DuplicateRecognised {
        broker: BrokerId,
        partition: TopicPartition,
        producer: ProducerIdAndEpoch,
        base_sequence: i32,
        last_sequence: i32,
        /// Of the first copy.
        base_offset: Offset,
    },
    /// A broker answered a fetch, of a follower or a consumer, with records, a divergence or an error.
    FetchAnswered {
        broker: BrokerId,
        reader: NodeId,
        partition: TopicPartition,
        /// Of the first record; -1 when none comes.
        base_offset: Offset,
        records: u32,
        high_watermark: Offset,
        diverging_epoch: Option<EpochEndOffset>,
        error: ErrorCode,
    },
    MetadataApplied {
        broker: BrokerId,
        from: i64,
        to: i64,
    },
    /// A log was forced to disk up to here.
    Flushed {
        broker: BrokerId,
        partition: TopicPartition,
        to: Offset,
    },
    // The controller's record.
    IsrChanged {
        partition: TopicPartition,
        from: Vec<BrokerId>,
        to: Vec<BrokerId>,
    },
    ElrChanged {
        partition: TopicPartition,
        from: Vec<BrokerId>,
        to: Vec<BrokerId>,
    },
    LeaderChanged {
        partition: TopicPartition,
        from: Option<BrokerId>,
        to: Option<BrokerId>,
        epoch: LeaderEpoch,
        partition_epoch: PartitionEpoch,
        /// The new leader was neither in the ISR nor in the ELR.
        unclean: bool,
    },
    ReplicasChanged {
        partition: TopicPartition,
        from: Vec<BrokerId>,
        to: Vec<BrokerId>,
    },
    BrokerRegistered {
        broker: BrokerId,
        epoch: BrokerEpoch,
    },
    BrokerFenced {
        broker: BrokerId,
    },
    BrokerUnfenced {
        broker: BrokerId,
    },
    BrokerUnregistered {
        broker: BrokerId,
    },
    ControlledShutdownBegan {
        broker: BrokerId,
    },
    /// A topic that was there got more partitions, from this one on.
    PartitionsAdded {
        topic: TopicId,
        first: i32,
        count: u32,
    },
    TopicCreated {
        topic: TopicId,
        name: Arc<str>,
        partitions: u32,
    },
    TopicDeleted {
        topic: TopicId,
    },
    ConfigChanged {
        resource: ConfigResource,
        name: Arc<str>,
        value: Option<Arc<str>>,
    },
    // Clients.
    /// A producer numbers its batches anew in a later epoch; `None`: under an id that it has yet to be given.
    ProducerEpochBumped {
        client: ClientId,
        producer: Option<ProducerIdAndEpoch>,
    },
    /// A client told its application something.
    Told {
        client: ClientId,
        completion: Completion,
    },
    /// A consumer saved its position in its own store.
    Saved {
        client: ClientId,
        partition: TopicPartition,
        offset: Offset,
    },
    // The world.
    ProcessStarted {
        node: NodeId,
    },
    ProcessEnded {
        node: NodeId,
        end: End,
    },
    ProcessPaused {
        node: NodeId,
    },
    ProcessResumed {
        node: NodeId,
    },
    DiskSlowed {
        broker: BrokerId,
        per_append: Micros,
    },
    LinkChanged {
        path: Path,
        from: Condition,
        to: Condition,
    },
}

/// Members of one list that are not in the other.
pub fn difference(from: &[BrokerId], to: &[BrokerId]) -> (Vec<BrokerId>, Vec<BrokerId>) {
    let set = |list: &[BrokerId]| list.iter().copied().collect::<Set<_>>();
    let (before, after) = (set(from), set(to));
    (
        before.difference(&after).copied().collect(),
        after.difference(&before).copied().collect(),
    )
}

/// What changed between two worlds, one step apart.
pub fn diff(before: &World, after: &World, step: &Step) -> Vec<Change> {
    let mut changes = Vec::new();
    for (id, slot) in &after.cluster.slots {
        let old = before.cluster.slots.get(id);
        if old.is_some_and(|old| Arc::ptr_eq(old, slot)) {
            continue;
        }
        let old = old.map(AsRef::as_ref);
        process_changes(*id, old, slot, &mut changes);
        if let (NodeId::Broker(broker), Some(old)) = (id, old) {
            broker_changes(*broker, old, slot, &mut changes);
        }
        if let (NodeId::Client(client), Some(old)) = (id, old) {
            saved_changes(*client, old, slot, after, &mut changes);
        }
    }
    explained_changes(step, &mut changes);
    sent_changes(before, after, step, &mut changes);
    let ends = after.ghosts.ends.iter().skip(before.ghosts.ends.len());
    changes.extend(ends.map(|ended| Change::ProcessEnded {
        node: ended.node,
        end: ended.end,
    }));
    controller_changes(before, after, &mut changes);
    link_changes(before, after, &mut changes);
    told_changes(step, &mut changes);
    changes
}

/// What the controller added to the metadata log. `known` is its record of a partition before.
pub fn metadata_changes(
    records: &[Arc<MetadataRecord>],
    known: impl Fn(TopicPartition) -> Option<Arc<PartitionRegistration>>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut written: Map<TopicPartition, Arc<PartitionRegistration>> = Map::new();
    for record in records {
        match &**record {
            MetadataRecord::RegisterBroker {
                broker, broker_epoch, ..
            } => changes.push(Change::BrokerRegistered {
                broker: *broker,
                epoch: *broker_epoch,
            }),
            MetadataRecord::BrokerRegistrationChange {
                broker,
                fenced,
                in_controlled_shutdown,
                ..
            } => {
                let broker = *broker;
                match fenced {
                    Some(true) => changes.push(Change::BrokerFenced { broker }),
                    Some(false) => changes.push(Change::BrokerUnfenced { broker }),
                    None => {}
                }
                if *in_controlled_shutdown == Some(true) {
                    changes.push(Change::ControlledShutdownBegan { broker });
                }
            }
            MetadataRecord::UnregisterBroker { broker, .. } => {
                changes.push(Change::BrokerUnregistered { broker: *broker });
            }
            MetadataRecord::Topic { topic, name } => {
                let of_topic = |record: &&Arc<MetadataRecord>| matches!(&***record, MetadataRecord::Partition { partition, .. } if partition.topic == *topic);
                changes.push(Change::TopicCreated {
                    topic: *topic,
                    name: name.clone(),
                    partitions: records.iter().filter(of_topic).count() as u32,
                });
            }
            MetadataRecord::RemoveTopic { topic } => changes.push(Change::TopicDeleted { topic: *topic }),
            MetadataRecord::Config { resource, name, value } => changes.push(Change::ConfigChanged {
                resource: resource.clone(),
                name: name.clone(),
                value: value.clone(),
            }),
            MetadataRecord::Partition {
                partition,
                registration,
            } => {
                if written.is_empty() && !is_created(records, partition.topic) {
                    changes.push(Change::PartitionsAdded {
                        topic: partition.topic,
                        first: partition.partition,
                        count: records.len() as u32,
                    });
                }
                registration_changes(*partition, None, registration, &mut changes);
                written.insert(*partition, Arc::new(registration.clone()));
            }
            MetadataRecord::PartitionChange { partition, change } => {
                let old = written.get(partition).cloned().or_else(|| known(*partition));
                let Some(old) = old else { continue };
                let new = old.merge(change);
                registration_changes(*partition, Some(&old), &new, &mut changes);
                written.insert(*partition, Arc::new(new));
            }
            _ => {}
        }
    }
    changes
}

/// The topic itself is among the records.
fn is_created(records: &[Arc<MetadataRecord>], topic: TopicId) -> bool {
    let creates =
        |record: &Arc<MetadataRecord>| matches!(&**record, MetadataRecord::Topic { topic: of, .. } if *of == topic);
    records.iter().any(creates)
}

fn registration_changes(
    partition: TopicPartition,
    old: Option<&PartitionRegistration>,
    new: &PartitionRegistration,
    changes: &mut Vec<Change>,
) {
    let list = |of: fn(&PartitionRegistration) -> &Vec<BrokerId>| old.map_or(Vec::new(), |old| of(old).clone());
    let isr = list(|r| &r.isr);
    if isr != new.isr {
        let to = new.isr.clone();
        changes.push(Change::IsrChanged {
            partition,
            from: isr.clone(),
            to,
        });
    }
    let elr = list(|r| &r.elr);
    if elr != new.elr {
        let to = new.elr.clone();
        changes.push(Change::ElrChanged {
            partition,
            from: elr.clone(),
            to,
        });
    }
    if old.is_none_or(|old| old.leader_epoch != new.leader_epoch) {
        let eligible = |leader: BrokerId| old.is_none() || isr.contains(&leader) || elr.contains(&leader);
        changes.push(Change::LeaderChanged {
            partition,
            from: old.and_then(|old| old.leader),
            to: new.leader,
            epoch: new.leader_epoch,
            partition_epoch: new.partition_epoch,
            unclean: new.leader.is_some_and(|leader| !eligible(leader)),
        });
    }
    if let Some(old) = old
        && old.replicas != new.replicas
    {
        changes.push(Change::ReplicasChanged {
            partition,
            from: old.replicas.clone(),
            to: new.replicas.clone(),
        });
    }
}

/// What a process did that leaves no trace in its state, and of which it said why.
fn explained_changes(step: &Step, changes: &mut Vec<Change>) {
    if step.explained.is_empty() {
        return;
    }
    let change = |why: &Why| match (why, step.actor()?) {
        (
            Why::DuplicateBatch {
                partition,
                producer,
                base_sequence,
                last_sequence,
                base_offset,
            },
            NodeId::Broker(broker),
        ) => Some(Change::DuplicateRecognised {
            broker,
            partition: *partition,
            producer: *producer,
            base_sequence: *base_sequence,
            last_sequence: *last_sequence,
            base_offset: *base_offset,
        }),
        (Why::EpochBumped { producer, .. }, NodeId::Client(client)) => Some(Change::ProducerEpochBumped {
            client,
            producer: *producer,
        }),
        _ => None,
    };
    changes.extend(step.explained.iter().filter_map(change));
}

/// What a client told its application.
fn told_changes(step: &Step, changes: &mut Vec<Change>) {
    let Some(client) = step.actor().and_then(NodeId::client) else {
        return;
    };
    for completion in &step.completed {
        changes.push(Change::Told {
            client,
            completion: completion.clone(),
        });
    }
}

/// What a broker's process and disk show that they did not show before.
fn broker_changes(broker: BrokerId, old: &Slot, new: &Slot, changes: &mut Vec<Change>) {
    let same_process = old.process.as_ref().map(Arc::as_ptr) == new.process.as_ref().map(Arc::as_ptr);
    if same_process && Arc::ptr_eq(&old.disk, &new.disk) {
        return;
    }
    for partition in old.disk.logs.keys().chain(new.disk.logs.keys()).collect::<Set<_>>() {
        log_changes(broker, *partition, old, new, changes);
    }
    let Some(Node::Broker(is)) = new.node() else { return };
    let was = match old.node() {
        Some(Node::Broker(was)) if old.incarnation == new.incarnation => Some(was),
        _ => None,
    };
    for (partition, held) in &is.partitions {
        let before = was.and_then(|was| was.partitions.get(partition));
        if before.is_none_or(|before| !Arc::ptr_eq(before, held)) {
            partition_changes(broker, before.map(AsRef::as_ref), held, new, changes);
        }
    }
    let applied = was.map_or(0, |was| was.metadata.image.end_offset);
    if applied < is.metadata.image.end_offset {
        changes.push(Change::MetadataApplied {
            broker,
            from: applied,
            to: is.metadata.image.end_offset,
        });
    }
    for (key, parked) in is.produces.iter() {
        if was.is_none_or(|was| was.produces.get(key).is_none()) {
            let connection = parked.requester.connection;
            changes.push(Change::ProduceParked {
                broker,
                key,
                connection,
            });
        }
    }
    for (key, parked) in is.fetches.iter() {
        if was.is_none_or(|was| was.fetches.get(key).is_none()) {
            let connection = parked.requester.connection;
            changes.push(Change::FetchParked {
                broker,
                key,
                connection,
            });
        }
    }
}

/// The end of a log, and how far it is flushed.
fn log_changes(broker: BrokerId, partition: TopicPartition, old: &Slot, new: &Slot, changes: &mut Vec<Change>) {
    let (before, after) = (old.disk.logs.get(&partition), new.disk.logs.get(&partition));
    if let (Some(before), Some(after)) = (before, after)
        && Arc::ptr_eq(before, after)
    {
        return;
    }
    if before.is_some() && after.is_none() && new.process.is_some() {
        changes.push(Change::ReplicaDeleted { broker, partition });
        return;
    }
    let from = before.map_or(Offset::ZERO, |log| log.log_end_offset());
    let to = after.map_or(Offset::ZERO, |log| log.log_end_offset());
    if to < from {
        changes.push(Change::Truncated {
            broker,
            partition,
            from,
            to,
        });
    }
    let replica = new.node().and_then(|node| replica_of(node, &new.disk, partition));
    let Some(log) = after else { return };
    if let Some(before) = before
        && before.log_start_offset() < log.log_start_offset()
    {
        changes.push(Change::LogStartMoved {
            broker,
            partition,
            from: before.log_start_offset(),
            to: log.log_start_offset(),
        });
    }
    // A log that lagged behind its leader's start begins anew there: nothing was copied up to it.
    let from = from.max(log.log_start_offset());
    if to > from {
        changes.push(Change::Appended {
            broker,
            partition,
            base_offset: from,
            next_offset: to,
            epoch: log.latest_epoch().unwrap_or(LeaderEpoch::UNDEFINED),
            as_leader: replica.is_some_and(|replica| replica.role == Role::Leader),
            high_watermark: replica.map_or(Offset::ZERO, |replica| replica.high_watermark),
        });
    }
    let flushed = before.map_or(Offset::ZERO, |log| log.recovery_point());
    if log.recovery_point() > flushed {
        changes.push(Change::Flushed {
            broker,
            partition,
            to: log.recovery_point(),
        });
    }
    let epoch = before.and_then(|log| log.epochs.entries().last());
    if let Some(entry) = log.epochs.entries().last()
        && replica.is_some_and(|replica| replica.role == Role::Leader && replica.leader_epoch == entry.epoch)
        && epoch.is_none_or(|before| before.epoch < entry.epoch)
    {
        changes.push(Change::EpochAssigned {
            broker,
            partition,
            epoch: entry.epoch,
            start_offset: entry.start_offset,
        });
    }
}

/// Role, high watermark, and what a leader knows of its followers.
fn partition_changes(
    broker: BrokerId,
    before: Option<&Partition>,
    after: &Partition,
    slot: &Slot,
    changes: &mut Vec<Change>,
) {
    let partition = after.id;
    let Some(replica) = slot.node().and_then(|node| replica_of(node, &slot.disk, partition)) else {
        return;
    };
    let is_leader = replica.role == Role::Leader;
    let same_term = before.is_some_and(|before| {
        before.leader_epoch == after.leader_epoch && before.as_leader().is_some() == after.as_leader().is_some()
    });
    if !same_term {
        changes.push(Change::RoleChanged {
            broker,
            partition,
            role: replica.role,
            epoch: replica.leader_epoch,
            leader: after.leader(),
            log_end_offset: replica.log_end_offset,
            high_watermark: replica.high_watermark,
        });
    }
    if let (Some(was), Some(is)) = (before.and_then(Partition::as_leader), after.as_leader()) {
        leader_changes(broker, partition, was, is, changes);
    }
    // After what moved it: a fetch, or a change of the ISR.
    let from = before.map_or(Offset::ZERO, |before| before.high_watermark);
    if from != after.high_watermark {
        changes.push(Change::HighWatermarkMoved {
            broker,
            partition,
            from,
            to: after.high_watermark,
            is_leader,
        });
    }
}

/// What a leader heard of its followers, and what it proposed.
fn leader_changes(broker: BrokerId, partition: TopicPartition, was: &Leader, is: &Leader, changes: &mut Vec<Change>) {
    for follower in &is.remote_replicas {
        let known = was.replica(follower.broker);
        if known.is_some_and(|known| known.last_fetch_time != follower.last_fetch_time) {
            changes.push(Change::FollowerHeard {
                leader: broker,
                follower: follower.broker,
                partition,
                knew: known.map_or(Offset::UNKNOWN, |known| known.log_end_offset),
                asked_for: follower.log_end_offset,
            });
        }
    }
    match (was.isr_state.sent(), is.isr_state.sent()) {
        (was_sent, Some(sent)) if was_sent != Some(sent) => changes.push(Change::IsrProposed {
            broker,
            partition,
            from: is.isr_state.isr().iter().copied().collect(),
            to: sent.new_isr.iter().map(|(member, _)| *member).collect(),
        }),
        (Some(_), None) => changes.push(Change::ProposalSettled {
            broker,
            partition,
            isr: is.isr_state.isr().iter().copied().collect(),
        }),
        _ => {}
    }
}

/// Messages that set out in this step and are worth a word.
fn sent_changes(before: &World, after: &World, step: &Step, changes: &mut Vec<Change>) {
    for link in after.cluster.network.links_since(&before.cluster.network) {
        for lane in [&link.requests, &link.responses] {
            let sent = lane
                .parcels
                .iter()
                .rev()
                .take_while(|parcel| parcel.because == step.number);
            for parcel in sent {
                if let Content::Message(envelope) = &parcel.content {
                    message_changes(envelope, changes);
                }
            }
        }
    }
}

fn message_changes(envelope: &Envelope, changes: &mut Vec<Change>) {
    let (from, to) = (envelope.sender(), envelope.receiver());
    match (&envelope.body, from, to) {
        (Body::Request(Request::Produce(produce)), NodeId::Client(client), NodeId::Broker(to)) => {
            for (partition, batch) in &produce.batches {
                changes.push(Change::ProduceSent {
                    client,
                    to,
                    partition: *partition,
                    first: batch.records[0].id,
                    records: batch.records.len() as u32,
                    acks: produce.acks,
                    attempt: batch.attempt,
                });
            }
        }
        (Body::Response(Response::Produce(produce)), NodeId::Broker(broker), NodeId::Client(client)) => {
            for answer in &produce.partitions {
                changes.push(Change::ProduceAnswered {
                    broker,
                    client,
                    partition: answer.partition,
                    base_offset: answer.base_offset,
                    error: answer.error,
                });
            }
        }
        (Body::Response(Response::Fetch(fetch)), NodeId::Broker(broker), reader) => {
            for answer in &fetch.partitions {
                if answer.records.is_empty() && answer.diverging_epoch.is_none() && !answer.error.is_error() {
                    continue;
                }
                changes.push(Change::FetchAnswered {
                    broker,
                    reader,
                    partition: answer.partition,
                    base_offset: answer
                        .records
                        .first()
                        .map_or(Offset::UNKNOWN, |batch| batch.base_offset),
                    records: answer.records.iter().map(|batch| batch.records.len() as u32).sum(),
                    high_watermark: answer.high_watermark,
                    diverging_epoch: answer.diverging_epoch,
                    error: answer.error,
                });
            }
        }
        _ => {}
    }
}

/// Positions that a consumer put into its own store.
fn saved_changes(client: ClientId, old: &Slot, new: &Slot, after: &World, changes: &mut Vec<Change>) {
    let (Some(Node::Consumer(was)), Some(Node::Consumer(is))) = (old.node(), new.node()) else {
        return;
    };
    for (name, saved) in is.saved() {
        if was.saved().get(name) != Some(saved)
            && let Some(partition) = after.cluster.partition_named(&name.topic, name.partition)
        {
            changes.push(Change::Saved {
                client,
                partition,
                offset: saved.offset,
            });
        }
    }
}

fn controller_changes(before: &World, after: &World, changes: &mut Vec<Change>) {
    for (id, slot) in &after.cluster.slots {
        let old = before.cluster.slots.get(id);
        let old_log = old.map(|old| &old.disk.metadata_log);
        if !matches!(id, NodeId::Controller(_)) || old_log.is_some_and(|old| Arc::ptr_eq(old, &slot.disk.metadata_log))
        {
            continue;
        }
        let end = old_log.map_or(0, |old| old.len());
        let records = slot.disk.metadata_log.get(end..).unwrap_or_default();
        let known = |partition| {
            before
                .ghosts
                .partitions
                .get(&partition)
                .map(|ghost| ghost.registration.clone())
        };
        changes.extend(metadata_changes(records, known));
    }
}

/// Starts, pauses, slowness of the disk.
fn process_changes(node: NodeId, old: Option<&Slot>, new: &Slot, changes: &mut Vec<Change>) {
    let ran = old.is_some_and(|slot| slot.process.is_some());
    let runs = new.process.is_some();
    let incarnation = old.map_or(0, |slot| slot.incarnation);
    if runs && (!ran || new.incarnation != incarnation) {
        changes.push(Change::ProcessStarted { node });
    }
    match (old.is_some_and(|slot| slot.paused), new.paused) {
        (false, true) => changes.push(Change::ProcessPaused { node }),
        (true, false) if runs => changes.push(Change::ProcessResumed { node }),
        _ => {}
    }
    if let (NodeId::Broker(broker), Some(old)) = (node, old)
        && old.slow_disk != new.slow_disk
    {
        let per_append = new.slow_disk;
        changes.push(Change::DiskSlowed { broker, per_append });
    }
}

fn link_changes(before: &World, after: &World, changes: &mut Vec<Change>) {
    let (old, new) = (before.cluster.network.conditions(), after.cluster.network.conditions());
    let paths: Set<&Path> = old.keys().chain(new.keys()).collect();
    for path in paths {
        let of = |conditions: &Map<Path, Condition>| conditions.get(path).copied().unwrap_or_default();
        let (from, to) = (of(old), of(new));
        if from != to {
            changes.push(Change::LinkChanged { path: *path, from, to });
        }
    }
}
