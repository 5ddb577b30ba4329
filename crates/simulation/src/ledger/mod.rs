//! The durability ledger: what became of every record that was handed to `send()`, at one moment of a run.
//!
//! Nothing is kept for it beyond the ghosts: where a record lies is looked up in the logs, why it is gone is worked out from
//! what the ghosts saw (`loss.rs`). A batch is the unit of append, copy and truncation, so its records share their fate.
//!
//! *Lost* is said of a record that once was in a log, or that its producer was told is sent, as soon as a leader has taken up
//! its role without it. As long as nobody has, and some disk still holds it, its fate is undecided.

pub mod cost;
pub mod loss;

use replication::base::config::{Acks, ProcessConfig};
use replication::base::id::{BrokerId, ClientId, NodeId, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::base::time::SimTime;
use replication::log::log::Log;
use replication::log::metadata_record::PartitionRegistration;
use replication::message::{Body, Request};

use crate::act::Direction;
use crate::ghost::{Append, BatchGhost, LossCause, Outcome, PartitionGhost};
use crate::lens::{Replica, Role};
use crate::network::Content;
use crate::track::Track;
use crate::world::World;

/// What became of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// The leader does not have it; its producer still does, or it is on its way.
    Waiting,
    /// It is in the leader's log, at or above the high watermark.
    Uncommitted,
    /// It is in the leader's log, below the high watermark.
    Committed,
    /// Nobody leads. It lies on some disk; who leads next decides.
    Undecided,
    /// No log ever held it, and nobody said otherwise.
    NotStored,
    Lost,
}

/// Records went from a replica's log, these among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Removal {
    pub broker: BrokerId,
    pub cause: LossCause,
    pub at: SimTime,
    pub step: u64,
}

/// A world whose records are looked up.
#[derive(Debug)]
pub struct Ledger<'a> {
    pub world: &'a World,
    track: &'a Track,
    /// First records of batches that travel to a broker.
    on_the_way: Set<RecordId>,
}

impl<'a> Ledger<'a> {
    /// `track` is that of the run; what it holds of later steps is not looked at.
    pub fn new(world: &'a World, track: &'a Track) -> Self {
        Ledger {
            world,
            track,
            on_the_way: on_the_way(world),
        }
    }

    /// Of a record that is in no batch yet.
    pub fn fate_outside_a_batch(&self, sender: ClientId) -> Fate {
        if self.still_tries(sender) {
            Fate::Waiting
        } else {
            Fate::NotStored
        }
    }

    pub fn fate(&self, batch: &BatchGhost) -> Fate {
        if let Some((place, high_watermark)) = self.places_at_leader(batch).next() {
            let next = place.base_offset + i64::from(batch.records);
            return if next <= high_watermark {
                Fate::Committed
            } else {
                Fate::Uncommitted
            };
        }
        if self.is_undecided(batch) {
            return Fate::Undecided;
        }
        let told_nothing = batch.told.is_none() && self.still_tries(batch.first.producer);
        if told_nothing || self.on_the_way.contains(&batch.first) {
            return Fate::Waiting;
        }
        match batch.append {
            None if !self.is_acknowledged(batch) => Fate::NotStored,
            _ => Fate::Lost,
        }
    }

    /// Whether the producer called it done, with acks=0 on its own account.
    pub fn is_acknowledged(&self, batch: &BatchGhost) -> bool {
        let acknowledged = |outcome| matches!(outcome, Outcome::Acknowledged { .. });
        batch.told.is_some_and(|told| acknowledged(told.outcome))
    }

    /// Where the log of the acting leader holds a batch, with its high watermark.
    pub fn places_at_leader(&self, batch: &'a BatchGhost) -> impl Iterator<Item = (&'a Append, Offset)> {
        let leader = batch.partition.and_then(|partition| {
            let (broker, replica) = self.acting_leader(partition)?;
            Some((self.world.cluster.log(broker, partition)?, replica.high_watermark))
        });
        leader.into_iter().flat_map(move |(log, high_watermark)| {
            let here = places(batch).filter(move |place| lies_in(log, batch.first, place));
            here.map(move |place| (place, high_watermark))
        })
    }

    /// The record of a partition as a controller wrote it last.
    pub fn registration(&self, partition: TopicPartition) -> Option<&'a PartitionRegistration> {
        Some(&self.ghost(partition)?.registration)
    }

    /// Who acts as leader in the epoch on record, also while no controller is there to be asked.
    pub fn acting_leader(&self, partition: TopicPartition) -> Option<(BrokerId, Replica)> {
        let record = self.registration(partition)?;
        let leader = record.leader?;
        let replica = self.world.cluster.replica(leader, partition)?;
        let acts = replica.role == Role::Leader && replica.leader_epoch == record.leader_epoch;
        acts.then_some((leader, replica))
    }

    /// Brokers whose disks hold a batch, with the place.
    pub fn holders(&self, batch: &'a BatchGhost) -> impl Iterator<Item = (BrokerId, &'a Log, &'a Append)> {
        let partition = batch.partition;
        self.world.cluster.brokers().filter_map(move |(broker, slot)| {
            let log = slot.disk.log(partition?)?;
            let place = places(batch).find(|place| lies_in(log, batch.first, place))?;
            Some((broker, log, place))
        })
    }

    /// Every time a batch went from a log, oldest first.
    pub fn removals(&self, batch: &BatchGhost) -> Vec<Removal> {
        let of_partition = self.world.ghosts.losses.iter();
        let of_partition = of_partition.filter(|loss| Some(loss.partition) == batch.partition);
        let with_it = of_partition.filter(|loss| {
            let among = |place: &Append| {
                let at = loss
                    .batches
                    .partition_point(|lost| lost.base_offset < place.base_offset);
                loss.batches
                    .get(at)
                    .is_some_and(|lost| lost.records[0].id == batch.first && lost.leader_epoch == place.epoch)
            };
            places(batch).any(among)
        });
        let removal = |loss: &std::sync::Arc<crate::ghost::Loss>| Removal {
            broker: loss.broker,
            cause: loss.cause,
            at: loss.at,
            step: loss.step,
        };
        with_it.map(removal).collect()
    }

    /// Consumers that were given a record.
    pub fn readers(&self, partition: TopicPartition, place: &Append, offset: Offset) -> Vec<ClientId> {
        let here = self.world.ghosts.reads.iter().filter(|(key, _)| key.1 == partition);
        let got = here.filter(|(_, reads)| {
            let covers =
                |read: &crate::ghost::Read| read.epoch == place.epoch && (read.from..read.next).contains(&offset);
            reads.iter().any(covers)
        });
        got.map(|(key, _)| key.0).collect()
    }

    fn ghost(&self, partition: TopicPartition) -> Option<&'a PartitionGhost> {
        self.world.ghosts.partitions.get(&partition).map(AsRef::as_ref)
    }

    /// Nobody leads, somebody holds it, and the last leader did not go on without it.
    fn is_undecided(&self, batch: &BatchGhost) -> bool {
        let Some(partition) = batch.partition else { return false };
        if self.acting_leader(partition).is_some() {
            return false;
        }
        let held_by = |broker| {
            let log = self.world.cluster.log(broker, partition);
            log.is_some_and(|log| places(batch).any(|place| lies_in(log, batch.first, place)))
        };
        if !self.world.cluster.brokers().any(|(broker, _)| held_by(broker)) {
            return false;
        }
        let terms = self.ghost(partition).map_or(&[][..], |ghost| &ghost.terms);
        let last = terms.iter().rev().find(|term| term.start_offset.is_some());
        let passed_over = last.is_some_and(|term| {
            let later = batch.append.is_some_and(|append| append.epoch < term.epoch);
            let without = term.leader.is_some_and(|leader| !held_by(leader));
            let had_it = |removal: &Removal| Some(removal.broker) == term.leader && removal.step > term.step;
            later && without && !self.removals(batch).iter().any(had_it)
        });
        !passed_over
    }

    /// A producer that runs goes on until it can tell its application something. A raw request is sent once.
    fn still_tries(&self, sender: ClientId) -> bool {
        let slot = self.world.cluster.slots.get(&NodeId::Client(sender));
        slot.is_some_and(|slot| slot.process.is_some() && matches!(slot.config.process, ProcessConfig::Producer(_)))
    }
}

/// Where leaders appended a batch, the first time and again.
pub fn places(batch: &BatchGhost) -> impl DoubleEndedIterator<Item = &Append> + Clone {
    batch.append.iter().chain(&batch.copies)
}

fn lies_in(log: &Log, first: RecordId, place: &Append) -> bool {
    let there = log.batch_at(place.base_offset);
    there.is_some_and(|batch| batch.records[0].id == first && batch.leader_epoch == place.epoch)
}

fn on_the_way(world: &World) -> Set<RecordId> {
    let mut first = Set::new();
    for link in world.cluster.network.links() {
        for parcel in &link.lane(Direction::Request).parcels {
            if let Content::Message(envelope) = &parcel.content
                && let Body::Request(Request::Produce(produce)) = &envelope.body
            {
                for (_, batch) in &produce.batches {
                    first.insert(batch.records[0].id);
                }
            }
        }
    }
    first
}

/// The acks a record is or will be sent with.
pub fn acks(world: &World, sender: ClientId, batch: Option<&BatchGhost>) -> Option<Acks> {
    let configured = || match &world.cluster.slots.get(&NodeId::Client(sender))?.config.process {
        ProcessConfig::Producer(config) => Some(config.acks),
        _ => None,
    };
    batch.and_then(|batch| batch.acks).or_else(configured)
}
