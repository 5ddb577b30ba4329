//! Whether a run has come to rest: nothing is under way that will change anything by itself, apart from what recurs for ever.
//!
//! Heartbeats, idle long polls, checkpoints and periodic checks go on; a dead broker's session, a record nobody was told
//! about, a follower behind its leader are not rest.

use replication::base::id::{BrokerId, ClientId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::timer::Timer;
use replication::message::admin::NamedPartition;
use replication::node::Node;
use replication::quorum::image::MetadataImage;

use crate::lens::{Role, image_of};
use crate::network::Link;
use crate::world::World;

/// Something that is still under way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NotSettled {
    /// A producer's application waits to hear of so many records.
    RecordsUntold {
        client: ClientId,
        records: u32,
    },
    /// Its application goes on sending.
    RecordsToSend {
        client: ClientId,
        records: u64,
    },
    /// A raw request waits for its answer, or a producer's request has not arrived.
    RequestOpen(ClientId),
    /// A consumer has not read to the high watermark.
    ConsumerBehind {
        client: ClientId,
        partition: TopicPartition,
        next: Offset,
        high_watermark: Offset,
    },
    TimerRuns(NodeId, Timer),
    /// The controller still counts on a broker that is down.
    SessionRuns(BrokerId),
    /// A broker is up, and the controller has not let it in yet.
    NotUnfenced(BrokerId),
    MetadataBehind {
        broker: BrokerId,
        applied: i64,
        end: i64,
    },
    /// The controller names a leader that does not act as one yet.
    LeaderNotActing(TopicPartition),
    ProposalPending(TopicPartition),
    /// The ISR has min ISR members and the high watermark is not at the leader's log end.
    HighWatermarkBehind {
        partition: TopicPartition,
        high_watermark: Offset,
        log_end_offset: Offset,
    },
    ReplicaBehind {
        broker: BrokerId,
        partition: TopicPartition,
        log_end_offset: Offset,
        high_watermark: Offset,
    },
    /// A live replica has all its leader has and is not in the ISR.
    NotInIsr {
        broker: BrokerId,
        partition: TopicPartition,
    },
}

/// `Ok` if the world is at rest, else everything that is not.
pub fn settled(world: &World) -> Result<(), Vec<NotSettled>> {
    let mut open = Vec::new();
    clients(world, &mut open);
    timers(world, &mut open);
    brokers(world, &mut open);
    for partition in world.cluster.partitions() {
        partition_settled(world, partition, &mut open);
    }
    if open.is_empty() { Ok(()) } else { Err(open) }
}

fn clients(world: &World, open: &mut Vec<NotSettled>) {
    for (client, sender) in &world.ghosts.senders {
        let records = (sender.records.len() as u32).saturating_sub(sender.told);
        if records > 0 && world.cluster.node(NodeId::Client(*client)).is_some() {
            let client = *client;
            open.push(NotSettled::RecordsUntold { client, records });
        }
    }
    for feeding in world
        .cluster
        .feeds
        .values()
        .filter(|feeding| feeding.feed.every.is_some())
    {
        open.push(NotSettled::RecordsToSend {
            client: feeding.client,
            records: feeding.feed.left,
        });
    }
    for link in world.cluster.network.links() {
        if let Some(client) = link.connection.from.client()
            && (asks(link) || sends(world, client, link))
        {
            open.push(NotSettled::RequestOpen(client));
        }
    }
}

/// A raw request has no answer yet.
fn asks(link: &Link) -> bool {
    !link.one_at_a_time && !link.unanswered.is_empty()
}

/// A producer's request is on its way. With acks=0 its records are told before, and no answer will come.
fn sends(world: &World, client: ClientId, link: &Link) -> bool {
    world.ghosts.senders.contains_key(&client) && !link.requests.parcels.is_empty()
}

fn timers(world: &World, open: &mut Vec<NotSettled>) {
    for (node, slot) in &world.cluster.slots {
        let consequential = slot.timers.keys().filter(|timer| is_consequential(**timer));
        open.extend(consequential.map(|timer| NotSettled::TimerRuns(*node, *timer)));
    }
}

/// Whether a timer that runs means that something is under way. The others recur for ever, or guard something that is
/// looked at by itself.
fn is_consequential(timer: Timer) -> bool {
    matches!(
        timer,
        Timer::ControlledShutdown
            | Timer::DelayedProduce(_)
            | Timer::AlterPartitionRetry
            | Timer::Linger(_)
            | Timer::RetryBackoff(_)
            | Timer::MetadataRefresh
            | Timer::ProducerIdRetry
            | Timer::MetadataFetchRetry
    )
}

fn brokers(world: &World, open: &mut Vec<NotSettled>) {
    let Some(image) = world.cluster.metadata() else { return };
    for (broker, slot) in world.cluster.brokers() {
        let registration = image.brokers.get(&broker);
        let unfenced = registration.is_some_and(|registration| !registration.fenced);
        match slot.node() {
            None if unfenced => open.push(NotSettled::SessionRuns(broker)),
            Some(_) if slot.paused && unfenced => open.push(NotSettled::SessionRuns(broker)),
            None => {}
            Some(_) if slot.paused => {}
            Some(node) => {
                if !unfenced {
                    open.push(NotSettled::NotUnfenced(broker));
                }
                let applied = image_of(node).map_or(0, |image| image.end_offset);
                if applied < image.end_offset {
                    let end = image.end_offset;
                    open.push(NotSettled::MetadataBehind { broker, applied, end });
                }
            }
        }
    }
}

fn partition_settled(world: &World, partition: TopicPartition, open: &mut Vec<NotSettled>) {
    let Some(image) = world.cluster.metadata() else { return };
    let Some(record) = image.partitions.get(&partition) else {
        return;
    };
    let Some(named) = record.leader else { return };
    let Some((_, leader)) = world.cluster.acting_leader(partition) else {
        open.push(NotSettled::LeaderNotActing(partition));
        return;
    };
    let leading = world.cluster.leading(named, partition);
    if leading.as_ref().is_some_and(|leading| leading.proposed_isr.is_some()) {
        open.push(NotSettled::ProposalPending(partition));
    }
    let may_move = leading.is_some_and(|leading| !leading.under_min_isr);
    if may_move && leader.high_watermark < leader.log_end_offset {
        open.push(NotSettled::HighWatermarkBehind {
            partition,
            high_watermark: leader.high_watermark,
            log_end_offset: leader.log_end_offset,
        });
    }
    for broker in record.replicas.iter().copied().filter(|broker| *broker != named) {
        let slot = world.cluster.slots.get(&NodeId::Broker(broker));
        let live = slot.is_some_and(|slot| slot.process.is_some() && !slot.paused);
        if !live {
            continue;
        }
        let replica = world.cluster.replica(broker, partition);
        let caught_up = replica.is_some_and(|replica| {
            replica.role == Role::Follower
                && replica.log_end_offset == leader.log_end_offset
                && (replica.high_watermark == leader.high_watermark
                    || world.cluster.is_told_no_more(named, broker, partition))
        });
        if !caught_up {
            open.push(NotSettled::ReplicaBehind {
                broker,
                partition,
                log_end_offset: replica.map_or(Offset::ZERO, |replica| replica.log_end_offset),
                high_watermark: replica.map_or(Offset::ZERO, |replica| replica.high_watermark),
            });
        } else if image.is_active(broker) && !record.isr.contains(&broker) {
            open.push(NotSettled::NotInIsr { broker, partition });
        }
    }
    for ((client, of), reads) in &world.ghosts.reads {
        let next = reads.last().map_or(Offset::ZERO, |read| read.next);
        let node = world.cluster.node(NodeId::Client(*client));
        // It may have been sent on beyond what was deleted.
        let next = next.max(node.and_then(|node| position(node, image, partition)).unwrap_or(next));
        if *of == partition && node.is_some() && next < leader.high_watermark {
            open.push(NotSettled::ConsumerBehind {
                client: *client,
                partition,
                next,
                high_watermark: leader.high_watermark,
            });
        }
    }
}

/// Where a consumer will read on.
fn position(node: &Node, image: &MetadataImage, partition: TopicPartition) -> Option<Offset> {
    let Node::Consumer(consumer) = node else { return None };
    let named = NamedPartition {
        topic: image.topics.get(&partition.topic)?.clone(),
        partition: partition.partition,
    };
    let assigned = consumer.assigned().get(&named)?;
    assigned.position().map(|position| position.offset)
}
