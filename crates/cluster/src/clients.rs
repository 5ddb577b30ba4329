//! The story's producers and consumers, as far as a lab can have them: each sends one request at a time and remembers what for.
//!
//! A producer's consecutive records for one partition are a batch. It goes to the leader as the controller has it; while there
//! is none that lives, it waits for the next rest, as it does after an error at which Kafka's producer would try again. With
//! acks=0 it goes to the leader the producer knows, until a broker closes the connection on it. With idempotence it is
//! numbered; after a gap that no retry can fill the producer numbers anew in the next epoch. A consumer reads at every rest up
//! to where it can.

use std::collections::{BTreeMap, VecDeque};

use lab::act::{Act, Numbered};
use lab::expecting::NotChecked;
use replication::base::config::{Acks, ConsumerConfig, Isolation, ProducerConfig};
use replication::client::partitioner::partition_for_key;
use replication::message::application::StartPosition;
use replication::message::list_offsets::OffsetSpec;
use scenario::language::command::{Numbered as ModelNumbered, Produce};
use scenario::language::condition::Found;
use serde_json::Value;

use crate::asking::{init_producer_id, partition_of};
use crate::error::{LabError, Outcome};
use crate::lab::Lab;
use crate::telling::Teller;

/// How long a request is waited for before the story goes on.
pub const PATIENCE_MS: u32 = 3_000;
/// `request.timeout.ms`: how long the broker parks acks=all.
const TIMEOUT_MS: i32 = 30_000;
/// Errors at which a Java producer tries again. Source: errors that extend RetriableException.
const RETRIABLE: [&str; 5] = [
    "NOT_LEADER_OR_FOLLOWER",
    "NOT_ENOUGH_REPLICAS",
    "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
    "REQUEST_TIMED_OUT",
    "DISCONNECTED",
];

type Record = (Option<String>, Option<String>);

#[derive(Debug)]
struct Batch {
    partition: String,
    records: Vec<Record>,
    acks: i16,
    numbered: Option<Numbered>,
    /// The act that sent it and is not answered yet.
    open: Option<u32>,
    tried: bool,
    closed: bool,
}

#[derive(Debug)]
struct Producer {
    acks: i16,
    idempotent: bool,
    /// Records handed over one after another go together.
    lingers: bool,
    retries: bool,
    id: Option<(i64, i16)>,
    next: BTreeMap<String, i32>,
    batches: VecDeque<Batch>,
    /// Records handed over, acknowledged, given up, and the last error for which.
    sent: i64,
    acknowledged: i64,
    failed: i64,
    error: Option<String>,
    /// With acks=0: the leader it believes in, by partition.
    believed: BTreeMap<String, i32>,
}

#[derive(Debug)]
struct Consumer {
    rack: Option<String>,
    read_committed: bool,
    positions: BTreeMap<String, i64>,
    /// In its own store, as the engine's consumer has one.
    saved: BTreeMap<String, i64>,
    /// The replica it was sent to.
    preferred: BTreeMap<String, i32>,
    /// As the last answer had it.
    high_watermarks: BTreeMap<String, i64>,
}

#[derive(Debug, Default)]
pub struct Clients {
    producers: BTreeMap<String, Producer>,
    consumers: BTreeMap<String, Consumer>,
}

pub fn acks_number(acks: Acks) -> i16 {
    match acks {
        Acks::All => -1,
        Acks::None => 0,
        Acks::Leader => 1,
        Acks::Invalid(other) => other,
    }
}

pub fn spec_number(at: OffsetSpec) -> i64 {
    match at {
        OffsetSpec::Latest => -1,
        OffsetSpec::Earliest => -2,
        OffsetSpec::MaxTimestamp => -3,
        OffsetSpec::Timestamp(time) => time,
    }
}

pub fn numbered(numbered: ModelNumbered) -> Numbered {
    Numbered {
        producer_id: numbered.producer.id,
        producer_epoch: numbered.producer.epoch,
        sequence: numbered.base_sequence,
    }
}

impl Clients {
    pub fn add_producer(&mut self, name: &str, config: &ProducerConfig) {
        let producer = Producer {
            acks: acks_number(config.acks),
            idempotent: config.enable_idempotence && config.acks == Acks::All && config.retries > 0,
            lingers: config.linger.0 > 0,
            retries: config.retries > 0,
            id: None,
            next: BTreeMap::new(),
            batches: VecDeque::new(),
            sent: 0,
            acknowledged: 0,
            failed: 0,
            error: None,
            believed: BTreeMap::new(),
        };
        self.producers.insert(name.into(), producer);
    }

    pub fn add_consumer(&mut self, name: &str, config: &ConsumerConfig) {
        let consumer = Consumer {
            rack: config.rack.clone(),
            read_committed: config.isolation == Isolation::ReadCommitted,
            positions: BTreeMap::new(),
            saved: BTreeMap::new(),
            preferred: BTreeMap::new(),
            high_watermarks: BTreeMap::new(),
        };
        self.consumers.insert(name.into(), consumer);
    }

    /// A consumer saves an offset, or its position.
    pub fn commit(&mut self, by: &str, partition: &str, offset: Option<i64>) {
        let Some(consumer) = self.consumers.get_mut(by) else {
            return;
        };
        if let Some(offset) = offset.or(consumer.positions.get(partition).copied()) {
            consumer.saved.insert(partition.into(), offset);
        }
    }

    /// Hands records to a producer.
    pub fn produce(&mut self, lab: &Lab, produce: &Produce) -> Outcome<()> {
        let name = &produce.from.name;
        if !self.producers.contains_key(name) {
            self.add_producer(name, &produce.config);
        }
        let partitions = lab
            .partitions
            .iter()
            .filter(|partition| partition_of(partition).is_ok_and(|(topic, _)| topic == produce.topic));
        let count = partitions.count() as i32;
        let producer = self.producers.get_mut(name).expect("it was just added");
        for (key, value) in produce.records.texts() {
            let number = match (produce.partition, &key) {
                (Some(number), _) => number,
                (None, _) if count == 1 => 0,
                (None, Some(key)) => partition_for_key(key.as_bytes(), count),
                (None, None) => {
                    return Err(LabError(
                        "a record without key goes to a partition by chance: name one".into(),
                    ));
                }
            };
            let partition = format!("{}-{number}", produce.topic);
            producer.hand_over(partition, (key, value));
        }
        Ok(())
    }

    /// What a producer knows, as a story asks for it.
    pub fn producer_fact(&self, name: &str, fact: &str) -> Result<Found, (NotChecked, Option<&'static str>)> {
        let Some(producer) = self.producers.get(name) else {
            return Err((NotChecked::Unseen, Some("the lab has no such producer yet")));
        };
        Ok(match fact {
            "sent" => Found::Number(producer.sent),
            "acknowledged" => Found::Number(producer.acknowledged),
            "failed" => Found::Number(producer.failed),
            "error" => producer.error.clone().map_or(Found::Nothing, Found::Text),
            _ => {
                let why = "brokers hand out producer ids from blocks of their own, so they depend on who is asked";
                return Err((NotChecked::Unseen, Some(why)));
            }
        })
    }

    /// How far a consumer is.
    pub fn position_fact(
        &self,
        name: &str,
        partition: &str,
        fact: &str,
    ) -> Result<Found, (NotChecked, Option<&'static str>)> {
        if fact == "saved" {
            return Err((
                NotChecked::Unseen,
                Some("the lab's consumers save only where a story says so"),
            ));
        }
        let consumer = self.consumers.get(name);
        let Some((consumer, position)) = consumer.and_then(|known| Some((known, *known.positions.get(partition)?)))
        else {
            return Err((NotChecked::Unseen, Some("the lab has no such consumer yet")));
        };
        Ok(match (fact, consumer.high_watermarks.get(partition)) {
            ("position", _) => Found::Number(position),
            (_, Some(high_watermark)) => Found::Number(high_watermark - position),
            (_, None) => Found::Nothing,
        })
    }

    /// Whether a producer has something that is not acknowledged.
    pub fn is_waiting(&self, name: &str) -> bool {
        self.producers
            .get(name)
            .is_some_and(|producer| !producer.batches.is_empty())
    }

    pub fn have_work(&self, lab: &Lab) -> bool {
        let waiting = |producer: &Producer| producer.batches.iter().any(|batch| batch.open.is_none());
        self.producers.values().any(waiting) || lab.open().iter().any(|(_, answered)| *answered)
    }

    pub fn consume(&self) -> bool {
        self.consumers.values().any(|consumer| !consumer.positions.is_empty())
    }
}

impl Producer {
    fn hand_over(&mut self, partition: String, record: Record) {
        let acks = self.acks;
        self.sent += 1;
        match self.batches.back_mut() {
            Some(batch) if self.lingers && !batch.closed && batch.partition == partition => batch.records.push(record),
            _ => self.batches.push_back(Batch {
                partition,
                records: vec![record],
                acks,
                numbered: None,
                open: None,
                tried: false,
                closed: false,
            }),
        }
    }

    /// In the next epoch sequences begin at 0 again. Source: TransactionManager.canRetry, bumpIdempotentProducerEpoch; KIP-360.
    fn number_anew(&mut self) {
        self.id = self.id.map(|(id, epoch)| (id, epoch + 1));
        self.next.clear();
        for batch in self.batches.iter_mut().filter(|batch| batch.open.is_none()) {
            batch.numbered = None;
        }
    }

    /// Numbers a batch when it is first sent.
    fn number(&mut self, at: usize) {
        let batch = &mut self.batches[at];
        batch.closed = true;
        batch.tried = true;
        if let (Some((producer_id, producer_epoch)), None, true) = (self.id, batch.numbered, self.idempotent) {
            let next = self.next.entry(batch.partition.clone()).or_default();
            batch.numbered = Some(Numbered {
                producer_id,
                producer_epoch,
                sequence: *next,
            });
            *next += batch.records.len() as i32;
        }
    }
}

/// Sends every batch that can go now, in order; one that has to be tried again holds up the later ones of its partition, and
/// is tried only `again` if asked for, which is at rest.
pub async fn send(teller: &mut Teller<'_>, again: bool) -> Outcome<()> {
    let names: Vec<String> = teller.clients().producers.keys().cloned().collect();
    for name in names {
        let mut held_up: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(batch) = teller.clients().producers[&name].batches.get(at) {
            if batch.open.is_some() || held_up.contains(&batch.partition) || batch.tried && !again {
                held_up.extend((batch.tried && batch.open.is_none()).then(|| batch.partition.clone()));
                at += 1;
                continue;
            }
            let partition = batch.partition.clone();
            let Some(leader) = leader_for(teller, &name, &partition)? else {
                held_up.push(partition);
                at += 1;
                continue;
            };
            match send_one(teller, &name, at, leader).await? {
                true => {}
                false => {
                    if teller.clients().producers[&name].batches[at].open.is_none() {
                        held_up.push(partition);
                    }
                    at += 1;
                }
            }
        }
    }
    Ok(())
}

/// The broker that a producer sends to.
fn leader_for(teller: &mut Teller<'_>, name: &str, partition: &str) -> Outcome<Option<i32>> {
    let producer = &teller.clients().producers[name];
    let (acks, believed) = (producer.acks, producer.believed.get(partition).copied());
    if let Some(broker) = believed.filter(|broker| acks == 0 && teller.lab.processes.state(*broker) == "up") {
        return Ok(Some(broker));
    }
    let leader = leader(teller.lab, partition)?;
    if let Some(leader) = leader {
        let producer = teller.clients().producers.get_mut(name).expect("it exists");
        producer.believed.insert(partition.into(), leader);
    }
    Ok(leader)
}

/// Sends one batch; true if that is the end of it.
async fn send_one(teller: &mut Teller<'_>, name: &str, at: usize, leader: i32) -> Outcome<bool> {
    let needs_id = {
        let producer = &teller.clients().producers[name];
        producer.idempotent && producer.id.is_none()
    };
    if needs_id {
        let port = teller.lab.processes.client_port(leader);
        let id = init_producer_id(port).await?;
        teller.clients().producers.get_mut(name).expect("it exists").id = Some(id);
    }
    let producer = teller.clients().producers.get_mut(name).expect("it exists");
    producer.number(at);
    let batch = &producer.batches[at];
    let act = Act::Produce {
        partition: batch.partition.clone(),
        to: leader,
        acks: batch.acks,
        records: batch.records.clone(),
        timeout_ms: TIMEOUT_MS,
        patience_ms: PATIENCE_MS,
        numbered: batch.numbered,
    };
    let result = teller.act(act).await?;
    let n = teller.tape.number();
    Ok(settle(teller, name, at, n, &result))
}

/// What becomes of a batch by an answer; true if it is done with.
fn settle(teller: &mut Teller<'_>, name: &str, at: usize, n: u32, result: &Value) -> bool {
    let producer = teller.clients().producers.get_mut(name).expect("it exists");
    if result["open"] == true {
        producer.batches[at].open = Some(n);
        return false;
    }
    producer.batches[at].open = None;
    if result["connection_closed"] == true {
        producer.believed.clear();
    }
    if producer.id.is_some() && result["error"] == "OUT_OF_ORDER_SEQUENCE_NUMBER" && producer.retries {
        producer.number_anew();
        return false;
    }
    let again = result["error"].as_str().is_some_and(|error| RETRIABLE.contains(&error));
    if again && producer.retries && producer.batches[at].acks != 0 {
        return false;
    }
    let Some(batch) = producer.batches.remove(at) else {
        return true;
    };
    let records = batch.records.len() as i64;
    // With acks=0 a producer hears nothing and takes it for sent.
    match result["error"].as_str().filter(|error| *error != "NONE") {
        Some(error) if batch.acks != 0 => {
            producer.failed += records;
            producer.error = Some(error.into());
        }
        _ => producer.acknowledged += records,
    }
    true
}

/// Takes the answers that have come to requests left open.
pub async fn collect(teller: &mut Teller<'_>) -> Outcome<()> {
    let answered = teller
        .lab
        .open()
        .into_iter()
        .filter(|(_, answered)| *answered)
        .map(|(n, _)| n);
    for of in answered.collect::<Vec<_>>() {
        let owner = teller.clients().producers.iter().find_map(|(name, producer)| {
            let at = producer.batches.iter().position(|batch| batch.open == Some(of))?;
            Some((name.clone(), at))
        });
        // A raw request's answer is taken when the story asks for it.
        if let Some((name, at)) = owner {
            let result = teller.act(Act::Answer { of }).await?;
            settle(teller, &name, at, of, &result);
        }
    }
    Ok(())
}

/// The leader as the controller has it, if it lives.
fn leader(lab: &mut Lab, partition: &str) -> Outcome<Option<i32>> {
    let (topic, number) = partition_of(partition)?;
    let log = lab.metadata();
    let record = log.partitions.get(&(topic.to_string(), number));
    let leader = record.map(|record| record.leader).filter(|leader| *leader > 0);
    Ok(leader.filter(|leader| lab.processes.state(*leader) == "up"))
}

/// A consumer begins to read a partition.
pub async fn consume(teller: &mut Teller<'_>, name: &str, partition: &str, from: StartPosition) -> Outcome<()> {
    if !teller.clients().consumers.contains_key(name) {
        teller.clients().add_consumer(name, &ConsumerConfig::default());
    }
    let position = match from {
        StartPosition::Offset(offset) => offset.0,
        StartPosition::Saved => teller.clients().consumers[name]
            .saved
            .get(partition)
            .copied()
            .unwrap_or(0),
        StartPosition::Earliest => 0,
        StartPosition::Latest => {
            let to = leader(teller.lab, partition)?.ok_or_else(|| LabError(format!("{partition} has no leader")))?;
            let act = Act::ListOffsets {
                partition: partition.into(),
                to,
                at: -1,
                epoch: None,
            };
            teller.act(act).await?["offset"].as_i64().unwrap_or(0)
        }
    };
    let consumer = teller.clients().consumers.get_mut(name).expect("it was just added");
    consumer.positions.insert(partition.into(), position);
    Ok(())
}

/// Every consumer reads on, as far as it is let.
pub async fn read(teller: &mut Teller<'_>) -> Outcome<()> {
    let positions: Vec<(String, String)> = teller
        .clients()
        .consumers
        .iter()
        .flat_map(|(name, consumer)| {
            consumer
                .positions
                .keys()
                .map(|partition| (name.clone(), partition.clone()))
        })
        .collect();
    for (name, partition) in positions {
        // Once to be sent to another replica, once to read, once to find that there is no more.
        for _ in 0..3 {
            if !read_once(teller, &name, &partition).await? {
                break;
            }
        }
    }
    Ok(())
}

async fn read_once(teller: &mut Teller<'_>, name: &str, partition: &str) -> Outcome<bool> {
    let leader = leader(teller.lab, partition)?;
    let consumer = &teller.clients().consumers[name];
    let (rack, read_committed) = (consumer.rack.clone(), consumer.read_committed);
    let (offset, preferred) = (
        consumer.positions[partition],
        consumer.preferred.get(partition).copied(),
    );
    let Some(to) = preferred
        .filter(|id| teller.lab.processes.state(*id) == "up")
        .or(leader)
    else {
        return Ok(false);
    };
    let act = Act::Fetch {
        partition: partition.into(),
        to,
        offset,
        epoch: None,
        rack,
        max_wait_ms: 0,
        min_bytes: 0,
        read_committed,
    };
    let answer = teller.act(act).await?;
    let consumer = teller.clients().consumers.get_mut(name).expect("it reads");
    if let Some(replica) = answer["preferred_read_replica"].as_i64().filter(|id| *id > 0) {
        consumer.preferred.insert(partition.into(), replica as i32);
        return Ok(true);
    }
    if answer["error"] != "NONE" {
        consumer.preferred.remove(partition);
        return Ok(false);
    }
    if let Some(high_watermark) = answer["hw"].as_i64() {
        consumer.high_watermarks.insert(partition.into(), high_watermark);
    }
    let last = answer["records"]
        .as_array()
        .and_then(|records| records.last()?[0].as_i64());
    match last {
        Some(last) => {
            consumer.positions.insert(partition.into(), last + 1);
            Ok(true)
        }
        None => Ok(false),
    }
}
