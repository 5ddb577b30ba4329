//! What a step changed, as facts without sentences.
//!
//! Two worlds are compared; whatever both share by pointer is skipped, so the cost follows what a step touched. What only
//! passes by (what a client told its application) comes from the step itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use replication::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, ClientId, NodeId, TopicId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::time::Micros;
use replication::message::Connection;
use replication::message::admin::ConfigResource;
use replication::message::application::Completion;
use replication::message::metadata_record::{MetadataRecord, PartitionRegistration};

use crate::act::Direction;
use crate::cluster::{End, Slot};
use crate::event::{Happening, Step};
use crate::lens::Role;
use crate::network::{Condition, Path};
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
        connection: Connection,
    },
    FetchAnswered {
        broker: BrokerId,
        connection: Connection,
        records: u32,
    },
    ProduceParked {
        broker: BrokerId,
        connection: Connection,
    },
    ProduceAnswered {
        broker: BrokerId,
        connection: Connection,
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
    ControlledShutdownBegan {
        broker: BrokerId,
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
    let set = |list: &[BrokerId]| list.iter().copied().collect::<BTreeSet<_>>();
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
        process_changes(*id, old, slot, &mut changes);
    }
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
    let mut written: BTreeMap<TopicPartition, Arc<PartitionRegistration>> = BTreeMap::new();
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

/// What a client told its application.
fn told_changes(step: &Step, changes: &mut Vec<Change>) {
    let client = match &step.happening {
        Happening::Arrived {
            connection, direction, ..
        } => match direction {
            Direction::Request => connection.to,
            Direction::Response => connection.from,
        },
        Happening::TimerFired { node, .. } | Happening::Late { node } => *node,
        Happening::Disconnected { told, .. } => *told,
        _ => return,
    };
    let Some(client) = client.client() else { return };
    for completion in &step.completed {
        changes.push(Change::Told {
            client,
            completion: completion.clone(),
        });
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
    let paths: BTreeSet<&Path> = old.keys().chain(new.keys()).collect();
    for path in paths {
        let of = |conditions: &BTreeMap<Path, Condition>| conditions.get(path).copied().unwrap_or_default();
        let (from, to) = (of(old), of(new));
        if from != to {
            changes.push(Change::LinkChanged { path: *path, from, to });
        }
    }
}
