//! The ledger at one moment, read off the world: what the simulation says of each record, in names and numbers.
//!
//! Bounded: rows for the newest records and for those that are lost or there twice; the others are counted. Keys and values of
//! records that no log holds come from the calls that the story made.

use std::sync::Arc;

use replication::base::id::{ClientId, NodeId, RecordId, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::base::rule::Rule;
use replication::base::set::Set;
use replication::base::time::SimTime;
use replication::message::Request;
use replication::message::application::{Command, SendError};
use replication::quorum::image::MetadataImage;
use simulation::act::{Act, Operation};
use simulation::cluster::{Cluster, End};
use simulation::ghost::{BatchGhost, LossCause as GoneBy, Outcome, Sender, Told as GhostTold, Traffic};
use simulation::history::History;
use simulation::ledger::loss::{Cause, Lost, Setting};
use simulation::ledger::{self as facts, Fate as FactFate, Ledger as Facts, Removal, places};

use crate::board::ProcessState;
use crate::ledger::*;
use crate::name;
use crate::read_board::{acks, process_state};
use crate::time::Clock;

/// Older records that are lost or there twice and get a row, at most.
const HARMED: usize = 200;
/// Replicas whose bytes are listed, at most.
const REPLICAS: usize = 100;

/// Record batches sent, by who sent them and to whom.
pub type Carried = Arc<Map<(NodeId, NodeId), Traffic>>;

/// The ledger at the history's present position, with rows for the `newest` records. `before` is what had been carried when
/// the story began.
pub fn ledger(history: &History, clock: Clock, newest: usize, before: &Carried) -> Ledger {
    let world = history.world();
    let reading = Reading {
        facts: Facts::new(world, history.track()),
        cluster: &world.cluster,
        image: world.cluster.metadata(),
        clock,
    };
    let entries = reading.entries();
    let counts = counts(&entries);
    let (mut shown, mut harmed) = (Vec::new(), 0);
    for (n, entry) in entries.iter().enumerate() {
        harmed += usize::from(n >= newest && entry.is_harmed());
        if n < newest || entry.is_harmed() && harmed <= HARMED {
            shown.push(*entry);
        }
    }
    let texts = texts(history, shown.iter().map(|entry| entry.id).collect());
    Ledger {
        position: world.cluster.steps,
        counts,
        folded: counts.sent - shown.len() as u32,
        folded_harmed: harmed.saturating_sub(HARMED) as u32,
        rows: shown
            .iter()
            .map(|entry| reading.row(entry, texts.get(&entry.id)))
            .collect(),
        costs: reading.costs(before),
    }
}

/// A record, and what is the same for all of its batch.
#[derive(Clone, Copy)]
struct Entry<'a> {
    id: RecordId,
    sent_at: SimTime,
    batch: Option<&'a BatchGhost>,
    fate: FactFate,
    /// The leader has it at more than one offset.
    is_duplicated: bool,
}

/// What the application handed to `send()`.
#[derive(Clone, Default)]
struct Text {
    topic: Option<Arc<str>>,
    key: Option<Arc<str>>,
    value: Option<Arc<str>>,
}

struct Reading<'a> {
    facts: Facts<'a>,
    cluster: &'a Cluster,
    image: Option<&'a MetadataImage>,
    clock: Clock,
}

impl Entry<'_> {
    fn is_harmed(&self) -> bool {
        self.is_duplicated || self.fate == FactFate::Lost
    }
}

impl<'a> Reading<'a> {
    /// Newest first.
    fn entries(&self) -> Vec<Entry<'a>> {
        let senders = self.facts.world.ghosts.senders.iter();
        let mut senders: Vec<Vec<Entry<'a>>> = senders
            .map(|(client, sender)| self.entries_of(*client, sender).collect())
            .collect();
        let mut entries = Vec::new();
        // Each sender's own are in order already.
        let newest = |senders: &mut Vec<Vec<Entry<'a>>>| {
            let last = |entries: &&mut Vec<Entry<'a>>| entries.last().map(|entry| (entry.sent_at, entry.id));
            senders.iter_mut().max_by_key(last)?.pop()
        };
        while let Some(entry) = newest(&mut senders) {
            entries.push(entry);
        }
        entries
    }

    fn entries_of(&self, client: ClientId, sender: &'a Sender) -> impl Iterator<Item = Entry<'a>> {
        let of_batch = |batch: &'a BatchGhost| {
            let again = !batch.copies.is_empty() && self.facts.places_at_leader(batch).count() > 1;
            (batch, self.facts.fate(batch), again)
        };
        let batches: Vec<_> = sender.batches.iter().map(of_batch).collect();
        let outside = self.facts.fate_outside_a_batch(client);
        sender.records.iter().zip(0..).map(move |(record, n)| {
            let known = record.batch.and_then(|place| batches.get(place as usize));
            Entry {
                id: RecordId { producer: client, n },
                sent_at: record.sent_at,
                batch: known.map(|(batch, ..)| *batch),
                fate: known.map_or(outside, |(_, fate, _)| *fate),
                is_duplicated: known.is_some_and(|(.., again)| *again),
            }
        })
    }

    fn row(&self, entry: &Entry<'a>, text: Option<&Text>) -> LedgerRow {
        let (world, id) = (self.facts.world, entry.id);
        let batch = entry.batch;
        let text = text.cloned().unwrap_or_default();
        let after_first = batch.map_or(0, |batch| i64::from(id.n.saturating_sub(batch.first.n)));
        let partition = batch.and_then(|batch| batch.partition);
        let written = |text: &Option<Arc<str>>| text.as_deref().map(String::from);
        LedgerRow {
            producer: name::node(self.cluster, NodeId::Client(id.producer)),
            n: id.n,
            key: written(&text.key),
            value: written(&text.value),
            topic: written(&text.topic),
            partition: partition.map(|partition| name::partition(self.image, partition)),
            acks: facts::acks(world, id.producer, batch).map_or_else(String::new, acks),
            sent_at: self.clock.time(entry.sent_at),
            attempts: batch.map_or(0, |batch| batch.attempts),
            told: self.told(batch.and_then(|batch| batch.told), entry.sent_at, after_first),
            fate: fate(entry.fate),
            places: batch.map_or_else(Vec::new, |batch| self.places(batch, after_first)),
            copies: match (batch, partition) {
                (Some(batch), Some(partition)) => self.copies(batch, partition, after_first),
                _ => Vec::new(),
            },
            committed_at: batch
                .and_then(|batch| batch.committed)
                .map(|(at, _)| self.clock.time(at)),
            readable: self.is_readable(entry.fate),
            read_by: batch.map_or_else(Vec::new, |batch| self.read_by(batch, after_first)),
            removed: match (batch, partition) {
                (Some(batch), Some(partition)) => self.removed(batch, partition),
                _ => Vec::new(),
            },
            loss: batch
                .filter(|_| entry.fate == FactFate::Lost)
                .map(|batch| self.loss(self.facts.lost(batch))),
            once_with: batch
                .filter(|_| entry.is_duplicated)
                .map(|batch| ways(&self.facts.written_once_with(batch))),
        }
    }

    /// By a consumer that reads what is not committed to a transaction as well.
    fn is_readable(&self, fate: FactFate) -> bool {
        let to_log_end = !self.cluster.rules.on(Rule::ConsumersReadCommitted);
        fate == FactFate::Committed || to_log_end && fate == FactFate::Uncommitted
    }

    fn told(&self, told: Option<GhostTold>, sent_at: SimTime, after_first: i64) -> Told {
        let Some(told) = told else { return Told::Nothing };
        let (at, after) = (self.clock.time(told.at), told.at.since(sent_at).0 as i64);
        match told.outcome {
            Outcome::Acknowledged {
                base_offset: Some(base),
            } => Told::Acknowledged {
                offset: base.0 + after_first,
                at,
                after,
            },
            Outcome::Acknowledged { base_offset: None } => Told::Unasked { at, after },
            Outcome::Failed(SendError::Timeout { ever_sent }) => Told::TimedOut { ever_sent, at, after },
            Outcome::Failed(SendError::Broker(error)) | Outcome::Refused(error) => Told::Failed {
                error: error.name().into(),
                at,
                after,
            },
            Outcome::Unknown => Told::Unknown { at, after },
        }
    }

    fn places(&self, batch: &'a BatchGhost, after_first: i64) -> Vec<LedgerPlace> {
        let here: Vec<_> = self.facts.places_at_leader(batch).map(|(place, _)| *place).collect();
        places(batch)
            .map(|place| LedgerPlace {
                offset: place.base_offset.0 + after_first,
                epoch: place.epoch.0,
                broker: place.broker.0,
                at: self.clock.time(place.at),
                holds: here.contains(place),
            })
            .collect()
    }

    fn copies(&self, batch: &'a BatchGhost, partition: TopicPartition, after_first: i64) -> Vec<LedgerCopy> {
        let leader = self.facts.acting_leader(partition).map(|(leader, _)| leader);
        let holders: Vec<_> = self.facts.holders(batch).collect();
        let registration = self.facts.registration(partition);
        let assigned = registration.map_or(&[][..], |registration| &registration.replicas);
        let mut brokers: Set<_> = assigned.iter().copied().collect();
        for (broker, ..) in &holders {
            brokers.insert(*broker);
        }
        let copy = |broker| {
            let held = holders.iter().find(|(holder, ..)| *holder == broker);
            let next = held.map(|(_, _, place)| place.base_offset + i64::from(batch.records));
            let slot = self.cluster.slot(NodeId::Broker(broker));
            LedgerCopy {
                broker: broker.0,
                process: slot.map_or(ProcessState::Down, |slot| process_state(slot, ProcessState::Running)),
                leads: leader == Some(broker),
                offset: held.map(|(_, _, place)| place.base_offset.0 + after_first),
                flushed: held.is_some_and(|(_, log, _)| next.is_some_and(|next| next <= log.recovery_point())),
            }
        };
        brokers.iter().map(|broker| copy(*broker)).collect()
    }

    fn read_by(&self, batch: &BatchGhost, after_first: i64) -> Vec<String> {
        let Some(partition) = batch.partition else {
            return Vec::new();
        };
        let mut readers = Set::new();
        for place in places(batch) {
            let offset = Offset(place.base_offset.0 + after_first);
            for reader in self.facts.readers(partition, place, offset) {
                readers.insert(reader);
            }
        }
        readers
            .iter()
            .map(|reader| name::node(self.cluster, NodeId::Client(*reader)))
            .collect()
    }

    fn removed(&self, batch: &BatchGhost, partition: TopicPartition) -> Vec<Removed> {
        let ghost = self.facts.world.ghosts.partitions.get(&partition);
        let terms = ghost.map_or(&[][..], |ghost| &ghost.terms);
        let epoch_at = |step| {
            terms
                .iter()
                .rev()
                .find(|term| term.step <= step)
                .map(|term| term.epoch.0)
        };
        let removed = |removal: &Removal| Removed {
            broker: removal.broker.0,
            by: match removal.cause {
                GoneBy::Truncation => RemovedBy::Truncation,
                GoneBy::PowerLoss => RemovedBy::PowerLoss,
                GoneBy::DiskLoss => RemovedBy::DiskLoss,
            },
            epoch: epoch_at(removal.step).filter(|_| removal.cause == GoneBy::Truncation),
            at: self.clock.time(removal.at),
        };
        self.facts.removals(batch).iter().map(removed).collect()
    }

    fn loss(&self, lost: Lost) -> LedgerLoss {
        LedgerLoss {
            cause: cause(lost.cause),
            at: self.clock.time(lost.at),
            promised: lost.promised,
            kept_with: ways(&lost.kept_with),
        }
    }

    fn costs(&self, before: &Carried) -> Costs {
        let waited = self.facts.waited(self.clock.begin);
        let on_disk = self.facts.on_disk();
        let mut brokers: Map<i32, BrokerCost> = Map::new();
        for (broker, _) in self.cluster.brokers() {
            brokers.entry(broker.0).or_default().broker = broker.0;
        }
        for log in &on_disk {
            let cost = brokers.entry(log.broker.0).or_default();
            cost.on_disk += log.bytes;
            cost.flushed += log.flushed;
        }
        for ((from, to), traffic) in self.facts.world.ghosts.traffic.iter() {
            let earlier = before.get(&(*from, *to)).map_or(0, |traffic| traffic.bytes);
            let bytes = traffic.bytes - earlier.min(traffic.bytes);
            match (from.broker(), to.broker()) {
                (Some(from), Some(to)) => {
                    brokers.entry(from.0).or_default().to_followers += bytes;
                    brokers.entry(to.0).or_default().from_leaders += bytes;
                }
                (Some(from), None) => brokers.entry(from.0).or_default().to_consumers += bytes,
                (None, Some(to)) => brokers.entry(to.0).or_default().from_producers += bytes,
                (None, None) => {}
            }
        }
        let waited = waited.iter().map(|waited| WaitedView {
            acks: acks(waited.acks),
            records: waited.records,
            least: waited.least.0 as i64,
            median: waited.median.0 as i64,
            most: waited.most.0 as i64,
        });
        Costs {
            waited: waited.collect(),
            brokers: brokers.into_values().collect(),
            replicas_folded: on_disk.len().saturating_sub(REPLICAS) as u32,
            replicas: on_disk
                .iter()
                .take(REPLICAS)
                .map(|log| ReplicaCost {
                    partition: name::partition(self.image, log.partition),
                    broker: log.broker.0,
                    bytes: log.bytes,
                    flushed: log.flushed,
                })
                .collect(),
        }
    }
}

fn counts(entries: &[Entry<'_>]) -> LedgerCounts {
    let mut counts = LedgerCounts {
        sent: entries.len() as u32,
        ..LedgerCounts::default()
    };
    for entry in entries {
        let count = match entry.fate {
            FactFate::Waiting => &mut counts.waiting,
            FactFate::Uncommitted => &mut counts.uncommitted,
            FactFate::Committed => &mut counts.committed,
            FactFate::Undecided => &mut counts.undecided,
            FactFate::NotStored => &mut counts.not_stored,
            FactFate::Lost => &mut counts.lost,
        };
        *count += 1;
        counts.duplicated += u32::from(entry.is_duplicated);
        let told = entry.batch.and_then(|batch| batch.told);
        let promised = told.is_some_and(|told| matches!(told.outcome, Outcome::Acknowledged { .. }));
        counts.lost_though_promised += u32::from(promised && entry.fate == FactFate::Lost);
    }
    counts
}

/// What was handed over, of these records.
fn texts(history: &History, ids: Set<RecordId>) -> Map<RecordId, Text> {
    let mut texts = Map::new();
    for choice in history.choices().range(..history.position()).map(|(_, choice)| choice) {
        let Act::Operate(Operation::Command { command, .. }) = &choice.act else {
            continue;
        };
        let mut add = |id, topic: Option<&Arc<str>>, key: &Option<Arc<str>>, value: &Option<Arc<str>>| {
            if ids.contains(&id) {
                let text = Text {
                    topic: topic.cloned(),
                    key: key.clone(),
                    value: value.clone(),
                };
                texts.insert(id, text);
            }
        };
        match command {
            Command::Send { topic, records } => {
                for record in records {
                    add(record.id, Some(topic), &record.key, &record.value);
                }
            }
            Command::Request { request, .. } => {
                if let Request::Produce(produce) = &**request {
                    let records = produce.batches.iter().flat_map(|(_, batch)| batch.records.iter());
                    records.for_each(|record| add(record.id, None, &record.key, &record.value));
                }
            }
            Command::Assign { .. } | Command::Save { .. } => {}
        }
    }
    texts
}

fn fate(fate: FactFate) -> Fate {
    match fate {
        FactFate::Waiting => Fate::Waiting,
        FactFate::Uncommitted => Fate::Uncommitted,
        FactFate::Committed => Fate::Committed,
        FactFate::Undecided => Fate::Undecided,
        FactFate::NotStored => Fate::NotStored,
        FactFate::Lost => Fate::Lost,
    }
}

pub fn cause(cause: Cause) -> LossCause {
    match cause {
        Cause::NeverAppended { sent_to, turned_away } => LossCause::NeverAppended {
            sent_to: sent_to.map(|broker| broker.0),
            read_by: turned_away.map(|away| away.broker.0),
            led: turned_away.is_some_and(|away| away.led),
        },
        Cause::NotCopied {
            appended_by,
            end,
            leader,
            epoch,
        } => LossCause::NotCopied {
            appended_by: appended_by.0,
            ended: end.map(|end| match end {
                End::Stopped => ProcessEnd::Stopped,
                End::Crashed => ProcessEnd::Crashed,
                End::PowerLost => ProcessEnd::PowerLost,
                End::DiskLost => ProcessEnd::DiskLost,
            }),
            leader: leader.0,
            epoch: epoch.0,
        },
        Cause::DeposedLeader {
            appended_by,
            leader,
            epoch,
        } => LossCause::DeposedLeader {
            appended_by: appended_by.0,
            leader: leader.0,
            epoch: epoch.0,
        },
        Cause::UncleanElection { leader, epoch, asked } => LossCause::UncleanElection {
            leader: leader.0,
            epoch: epoch.0,
            asked,
        },
        Cause::LastKnownLeader { leader, epoch } => LossCause::LastKnownLeader {
            leader: leader.0,
            epoch: epoch.0,
        },
        Cause::Unflushed { brokers, elected } => LossCause::Unflushed {
            brokers: name::numbers(&brokers),
            leader: elected.map(|(leader, _)| leader.0),
            epoch: elected.map(|(_, epoch)| epoch.0),
        },
        Cause::DiskLost { brokers, elected } => LossCause::DiskLost {
            brokers: name::numbers(&brokers),
            leader: elected.map(|(leader, _)| leader.0),
            epoch: elected.map(|(_, epoch)| epoch.0),
        },
        Cause::RuleOff { leader, epoch } => LossCause::RuleOff {
            leader: leader.0,
            epoch: epoch.0,
        },
        Cause::LeaderWithout { leader, epoch } => LossCause::LeaderWithout {
            leader: leader.0,
            epoch: epoch.0,
        },
    }
}

pub fn ways(ways: &[Vec<Setting>]) -> Vec<Vec<SettingValue>> {
    ways.iter()
        .map(|together| together.iter().map(|setting| written(*setting)).collect())
        .collect()
}

fn written(setting: Setting) -> SettingValue {
    let (name, value) = match setting {
        Setting::Acks(value) => ("acks", Some(acks(value))),
        Setting::MinInsyncReplicas(members) => ("min.insync.replicas", Some(members.to_string())),
        Setting::NoUncleanElection => ("unclean.leader.election.enable", Some("false".into())),
        Setting::ReplicationFactor(copies) => ("replication.factor", Some(copies.to_string())),
        Setting::FlushEveryMessage => ("flush.messages", Some("1".into())),
        Setting::EligibleLeaderReplicas => ("eligible.leader.replicas.version", Some("1".into())),
        Setting::Idempotence => ("enable.idempotence", Some("true".into())),
        Setting::Rule(rule) => (rule.name(), None),
    };
    SettingValue {
        name: name.into(),
        value,
    }
}
