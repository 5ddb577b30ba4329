//! Conditions, for `expect` and `run until`: a subject and what is to be the case with it.
//!
//! `b1.orders.placed-0` is what that replica itself holds; `orders.placed-0` is the controller's record and the leader's
//! own offsets. The two may disagree, and that is often the point of a story. Which facts a subject has is one table, from
//! which reading, errors and the grammar follow.

use replication::base::set::Set;
use std::fmt;

use super::declared::{Client, Declared};
use super::error::{Code, StoryError, choices};
use super::value::{At, NodeName, PartitionName, duration, node, partition, print_duration, quoted};

/// What a condition is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    Replica {
        broker: i32,
        partition: PartitionName,
    },
    Partition(PartitionName),
    Server(NodeName),
    Producer(String),
    Position {
        consumer: String,
        partition: PartitionName,
    },
    /// A record in the log of one broker, or of the leader.
    Record {
        broker: Option<i32>,
        partition: PartitionName,
        offset: i64,
    },
    /// The answer to a raw request.
    Answer(String),
    Time,
}

/// How a fact is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactKind {
    /// A whole number, or a range such as `3..5`.
    Number,
    /// A length of time, or a range such as `30s..45s`.
    Time,
    /// A word or text.
    Text,
    /// Broker ids separated by commas, in any order; empty for none.
    Brokers,
    /// A broker id, or `none`.
    Broker,
    /// Leader epochs with the offset each begins at: `0@0,1@4`; empty for none.
    Epochs,
    Label,
}

/// One fact of a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactSpec {
    pub name: &'static str,
    pub kind: FactKind,
    pub help: &'static str,
}

const fn fact(name: &'static str, kind: FactKind, help: &'static str) -> FactSpec {
    FactSpec { name, kind, help }
}

static REPLICA: &[FactSpec] = &[
    fact(
        "role",
        FactKind::Text,
        "leader, follower or offline, as this replica sees itself",
    ),
    fact("epoch", FactKind::Number, "leader epoch it acts in"),
    fact("leo", FactKind::Number, "log end offset"),
    fact("hw", FactKind::Number, "high watermark as this replica knows it"),
    fact(
        "last-stable-offset",
        FactKind::Number,
        "up to where it lets read-committed consumers read",
    ),
    fact("log-start", FactKind::Number, "first offset it holds"),
    fact("flushed", FactKind::Number, "everything below is forced to disk"),
    fact("epochs", FactKind::Epochs, "leader epoch cache"),
    fact("isr", FactKind::Brokers, "committed ISR, on a leader"),
    fact(
        "leader-knows",
        FactKind::Number,
        "of a follower: its log end offset as its leader knows it; -1 before its first fetch",
    ),
];
static PARTITION: &[FactSpec] = &[
    fact("leader", FactKind::Broker, "as the controller has it"),
    fact("epoch", FactKind::Number, "leader epoch, as the controller has it"),
    fact("partition-epoch", FactKind::Number, "as the controller has it"),
    fact("isr", FactKind::Brokers, "as the controller has it"),
    fact(
        "elr",
        FactKind::Brokers,
        "eligible leader replicas, as the controller has them",
    ),
    fact(
        "last-known-elr",
        FactKind::Brokers,
        "last known leader, as the controller has it",
    ),
    fact("replicas", FactKind::Brokers, "assigned, as the controller has them"),
    fact("adding", FactKind::Brokers, "of those, the ones a reassignment adds"),
    fact(
        "removing",
        FactKind::Brokers,
        "of those, the ones a reassignment removes",
    ),
    fact("leo", FactKind::Number, "log end offset of the leader"),
    fact("hw", FactKind::Number, "high watermark of the leader"),
    fact(
        "last-stable-offset",
        FactKind::Number,
        "last stable offset of the leader",
    ),
];
static SERVER: &[FactSpec] = &[
    fact(
        "state",
        FactKind::Text,
        "starting, running, fenced, stopping, paused or down",
    ),
    // Metrics of brokers.
    fact(
        "UnderReplicatedPartitions",
        FactKind::Number,
        "led here with assigned replicas outside the ISR",
    ),
    fact(
        "UnderMinIsrPartitionCount",
        FactKind::Number,
        "led here with fewer ISR members than min.insync.replicas",
    ),
    fact(
        "AtMinIsrPartitionCount",
        FactKind::Number,
        "led here with just as many ISR members as min.insync.replicas",
    ),
    fact("LeaderCount", FactKind::Number, "partitions led here"),
    fact("PartitionCount", FactKind::Number, "replicas hosted here"),
    fact(
        "ReassigningPartitions",
        FactKind::Number,
        "led here while they are moved",
    ),
    fact(
        "IsrShrinksPerSec",
        FactKind::Number,
        "shrinks confirmed by the controller since the process started",
    ),
    fact(
        "IsrExpandsPerSec",
        FactKind::Number,
        "expansions confirmed by the controller since the process started",
    ),
    fact(
        "FailedIsrUpdatesPerSec",
        FactKind::Number,
        "AlterPartition answers that were errors",
    ),
    fact("ProducerIdCount", FactKind::Number, "producers remembered here"),
    fact(
        "MaxLag",
        FactKind::Number,
        "of the followed partitions: leader's high watermark minus own end, the largest",
    ),
    fact(
        "FailedPartitionsCount",
        FactKind::Number,
        "followed partitions that are not fetched any more",
    ),
    // Metrics of the controller.
    fact(
        "OfflinePartitionsCount",
        FactKind::Number,
        "partitions without a leader",
    ),
    fact(
        "PreferredReplicaImbalanceCount",
        FactKind::Number,
        "partitions not led by their preferred replica",
    ),
    fact("ActiveBrokerCount", FactKind::Number, "unfenced brokers"),
    fact("FencedBrokerCount", FactKind::Number, "fenced brokers"),
    fact("GlobalTopicCount", FactKind::Number, "topics"),
    fact("GlobalPartitionCount", FactKind::Number, "partitions"),
    fact(
        "UncleanLeaderElectionsPerSec",
        FactKind::Number,
        "leaders from outside ISR and ELR since the process started",
    ),
    fact(
        "ElectionFromEligibleLeaderReplicasPerSec",
        FactKind::Number,
        "leaders from the ELR since the process started",
    ),
];
static PRODUCER: &[FactSpec] = &[
    fact("sent", FactKind::Number, "records handed to send() so far"),
    fact("acknowledged", FactKind::Number, "records acknowledged so far"),
    fact("failed", FactKind::Number, "records failed for good so far"),
    fact("error", FactKind::Text, "name of the last failure, or none"),
    fact(
        "producer-id",
        FactKind::Number,
        "under which it numbers its batches; none without idempotence, or before it has one",
    ),
    fact(
        "producer-epoch",
        FactKind::Number,
        "in which it numbers batches at present",
    ),
];
static POSITION: &[FactSpec] = &[
    fact("position", FactKind::Number, "next offset it will read"),
    fact("saved", FactKind::Number, "offset in its own store"),
    fact(
        "lag",
        FactKind::Number,
        "high watermark of the last answer minus position",
    ),
];
static RECORD: &[FactSpec] = &[
    fact("key", FactKind::Text, "its key"),
    fact("value", FactKind::Text, "its value"),
    fact("epoch", FactKind::Number, "leader epoch of its batch"),
    fact("producer", FactKind::Text, "who sent it"),
    fact("batch", FactKind::Number, "offset at which its batch begins"),
    fact("producer-id", FactKind::Number, "of its batch, if that is numbered"),
    fact("producer-epoch", FactKind::Number, "of its batch, if that is numbered"),
    fact("sequence", FactKind::Number, "its own, if its batch is numbered"),
    fact(
        "control",
        FactKind::Text,
        "commit or abort, if a transaction coordinator wrote it",
    ),
];
static ANSWER: &[FactSpec] = &[
    fact(
        "error",
        FactKind::Text,
        "NONE, Kafka's name of the error, disconnected, waiting, not-expected (acks=0), or not-asked (refused by the tool)",
    ),
    fact(
        "message",
        FactKind::Text,
        "Kafka's text beside the first error of an administrator's request",
    ),
    fact("base-offset", FactKind::Number, "of a Produce"),
    fact("hw", FactKind::Number, "of a Fetch"),
    fact("last-stable-offset", FactKind::Number, "of a Fetch"),
    fact("records", FactKind::Number, "number of records of a Fetch"),
    fact(
        "aborted",
        FactKind::Number,
        "number of aborted transactions that a Fetch with read_committed names",
    ),
    fact("offset", FactKind::Number, "of a ListOffsets"),
    fact("low-watermark", FactKind::Number, "of a DeleteRecords"),
    fact(
        "leader",
        FactKind::Broker,
        "hint beside NOT_LEADER_OR_FOLLOWER or FENCED_LEADER_EPOCH",
    ),
];
static TIME: &[FactSpec] = &[
    fact("at", FactKind::Time, "since begin, or since a label"),
    fact("since", FactKind::Label, "the label from which `at` counts"),
];

/// Each kind of subject, how it is written, and what can be asked about it.
pub static SUBJECTS: &[(&str, &str, &[FactSpec])] = &[
    ("a replica", "b1.orders.placed-0", REPLICA),
    ("a partition", "orders.placed-0", PARTITION),
    ("a broker or controller", "b1", SERVER),
    ("a producer", "order-service", PRODUCER),
    ("a consumer's position", "reporting.orders.placed-0", POSITION),
    (
        "a record, on the leader or on one broker",
        "orders.placed-0@42, b2.orders.placed-0@42",
        RECORD,
    ),
    (
        "the answer to a raw request, or to an administrator",
        "answer, or its name",
        ANSWER,
    ),
    ("time", "time", TIME),
];

impl Subject {
    pub fn facts(&self) -> &'static [FactSpec] {
        match self {
            Subject::Replica { .. } => REPLICA,
            Subject::Partition(_) => PARTITION,
            Subject::Server(_) => SERVER,
            Subject::Producer(_) => PRODUCER,
            Subject::Position { .. } => POSITION,
            Subject::Record { .. } => RECORD,
            Subject::Answer(_) => ANSWER,
            Subject::Time => TIME,
        }
    }

    /// Reads a subject.
    pub fn read(text: &str, at: At, declared: &Declared) -> Result<Subject, StoryError> {
        if text == "time" {
            return Ok(Subject::Time);
        }
        if let Some(server @ (NodeName::Broker(_) | NodeName::Controller(_))) = node(text, declared) {
            return Ok(Subject::Server(server));
        }
        if matches!(declared.clients.get(text), Some(Client::Producer(_))) {
            return Ok(Subject::Producer(text.into()));
        }
        if declared.requests.contains(text) {
            return Ok(Subject::Answer(text.into()));
        }
        if let Some((replica, offset)) = text.split_once('@') {
            let offset = offset.parse().map_err(|_| unknown(text, at, declared))?;
            return match Subject::read(replica, at, declared)? {
                Subject::Replica { broker, partition } => Ok(Subject::Record {
                    broker: Some(broker),
                    partition,
                    offset,
                }),
                Subject::Partition(partition) => Ok(Subject::Record {
                    broker: None,
                    partition,
                    offset,
                }),
                _ => Err(unknown(text, at, declared)),
            };
        }
        let Some((head, rest)) = text.split_once('.') else {
            return match partition(text, at, declared) {
                Ok(partition) => Ok(Subject::Partition(partition)),
                Err(error) if text.contains('-') && error.code == Code::UnknownPartition => Err(error),
                Err(_) => Err(unknown(text, at, declared)),
            };
        };
        match node(head, declared) {
            Some(NodeName::Broker(broker)) => Ok(Subject::Replica {
                broker,
                partition: partition(rest, at, declared)?,
            }),
            Some(NodeName::Client(consumer)) if declared.consumer(&consumer, at).is_ok() => Ok(Subject::Position {
                consumer,
                partition: partition(rest, at, declared)?,
            }),
            _ if super::value::is_server_name(head) => Err(StoryError::new(
                Code::UnknownBroker,
                at,
                head,
                declared.brokers_sentence(),
            )),
            _ => partition(text, at, declared).map(Subject::Partition),
        }
    }
}

fn unknown(text: &str, at: At, declared: &Declared) -> StoryError {
    let topics = declared.topics.keys().map(|topic| format!("{topic}-0"));
    let names = topics
        .chain(declared.clients.keys().cloned())
        .chain(declared.requests.iter().cloned());
    let expected = format!("one can ask about {}", choices(names.chain(["time".into()])));
    StoryError::new(Code::UnknownSubject, at, quoted(text), expected)
}

/// What a fact is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Both ends count.
    Numbers(i64, i64),
    /// In µs; both ends count.
    Times(u64, u64),
    Text(String),
    Brokers(Set<i32>),
    Broker(Option<i32>),
    Epochs(Vec<(i32, i64)>),
    Label(String),
}

/// What a fact is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    Number(i64),
    Time(u64),
    Text(String),
    Brokers(Set<i32>),
    Broker(Option<i32>),
    Epochs(Vec<(i32, i64)>),
    /// The subject has no such thing at the moment, for example a process that is down.
    Nothing,
}

impl Wanted {
    fn read(kind: FactKind, text: &str, at: At, declared: &Declared) -> Result<Wanted, StoryError> {
        let bad = |expected: &str| StoryError::new(Code::BadValue, at, quoted(text), expected);
        let number = |text: &str| text.parse::<i64>().ok();
        match kind {
            FactKind::Number => {
                let (from, to) = text.split_once("..").unwrap_or((text, text));
                let range = number(from).zip(number(to)).filter(|(from, to)| from <= to);
                range
                    .map(|(a, b)| Wanted::Numbers(a, b))
                    .ok_or_else(|| bad("a number or a range such as 3..5 is right here"))
            }
            FactKind::Time => {
                let (from, to) = text.split_once("..").unwrap_or((text, text));
                let range = duration(from).zip(duration(to)).filter(|(from, to)| from <= to);
                range
                    .map(|(a, b)| Wanted::Times(a, b))
                    .ok_or_else(|| bad("a time or a range such as 30s..45s is right here"))
            }
            FactKind::Text => Ok(Wanted::Text(text.into())),
            FactKind::Brokers if text.is_empty() => Ok(Wanted::Brokers(Set::new())),
            FactKind::Brokers => {
                let ids: Option<Set<i32>> = text.split(',').map(|id| id.parse().ok()).collect();
                ids.map(Wanted::Brokers)
                    .ok_or_else(|| bad("broker ids such as 1,2,3 are right here"))
            }
            FactKind::Broker if text == "none" => Ok(Wanted::Broker(None)),
            FactKind::Broker => {
                let id = text.parse().ok();
                id.map(|id| Wanted::Broker(Some(id)))
                    .ok_or_else(|| bad("a broker id or none is right here"))
            }
            FactKind::Epochs if text.is_empty() => Ok(Wanted::Epochs(Vec::new())),
            FactKind::Epochs => {
                let entry = |entry: &str| {
                    let (epoch, start) = entry.split_once('@')?;
                    Some((epoch.parse().ok()?, start.parse().ok()?))
                };
                let entries: Option<Vec<(i32, i64)>> = text.split(',').map(entry).collect();
                entries
                    .map(Wanted::Epochs)
                    .ok_or_else(|| bad("epochs with their start offsets such as 0@0,1@4 are right here"))
            }
            FactKind::Label => match declared.labels.contains(text) {
                true => Ok(Wanted::Label(text.into())),
                false => {
                    let expected = format!("labels so far are {}", choices(&declared.labels));
                    Err(StoryError::new(Code::UnknownLabel, at, quoted(text), expected))
                }
            },
        }
    }

    /// Whether what was found is what is wanted.
    pub fn is_met_by(&self, found: &Found) -> bool {
        match (self, found) {
            (Wanted::Numbers(from, to), Found::Number(n)) => (from..=to).contains(&n),
            (Wanted::Times(from, to), Found::Time(t)) => (from..=to).contains(&t),
            (Wanted::Text(wanted), Found::Text(found)) => wanted == found,
            (Wanted::Brokers(wanted), Found::Brokers(found)) => wanted == found,
            (Wanted::Broker(wanted), Found::Broker(found)) => wanted == found,
            (Wanted::Epochs(wanted), Found::Epochs(found)) => wanted == found,
            (Wanted::Text(wanted), Found::Nothing) => wanted == "none",
            _ => false,
        }
    }
}

fn join<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(",")
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Numbers(from, to) if from == to => write!(f, "{from}"),
            Wanted::Numbers(from, to) => write!(f, "{from}..{to}"),
            Wanted::Times(from, to) if from == to => f.write_str(&print_duration(*from)),
            Wanted::Times(from, to) => write!(f, "{}..{}", print_duration(*from), print_duration(*to)),
            Wanted::Text(text) | Wanted::Label(text) => f.write_str(text),
            Wanted::Brokers(ids) => f.write_str(&join(ids)),
            Wanted::Broker(id) => f.write_str(&id.map_or("none".into(), |id| id.to_string())),
            Wanted::Epochs(entries) => f.write_str(&join(entries.iter().map(|(e, o)| format!("{e}@{o}")))),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Number(n) => write!(f, "{n}"),
            Found::Time(t) => f.write_str(&print_duration(*t)),
            Found::Text(text) => f.write_str(text),
            Found::Brokers(ids) => f.write_str(&join(ids)),
            Found::Broker(id) => f.write_str(&id.map_or("none".into(), |id| id.to_string())),
            Found::Epochs(entries) => f.write_str(&join(entries.iter().map(|(e, o)| format!("{e}@{o}")))),
            Found::Nothing => f.write_str("none"),
        }
    }
}

/// A subject and what is to be the case with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub subject: Subject,
    /// As the story writes it.
    pub subject_text: String,
    pub facts: Vec<(&'static FactSpec, Wanted)>,
}

impl Condition {
    /// Reads a condition from its subject and its `key=value`s, each with its place.
    pub fn read(
        subject: (&str, At),
        facts: &[(String, String, At, At)],
        declared: &Declared,
    ) -> Result<Self, StoryError> {
        let about = Subject::read(subject.0, subject.1, declared)?;
        let known = about.facts();
        if facts.is_empty() {
            let expected = format!(
                "what to expect follows, such as {}",
                choices(known.iter().map(|f| format!("{}=…", f.name)))
            );
            return Err(StoryError::new(Code::MissingArgument, subject.1, subject.0, expected));
        }
        let mut read = Vec::new();
        for (key, text, key_at, text_at) in facts {
            let Some(spec) = known.iter().find(|spec| spec.name == key) else {
                let expected = format!(
                    "one can ask {} about {}",
                    choices(known.iter().map(|f| f.name)),
                    subject.0
                );
                return Err(StoryError::new(Code::UnknownFact, *key_at, key, expected));
            };
            read.push((spec, Wanted::read(spec.kind, text, *text_at, declared)?));
        }
        Ok(Condition {
            subject: about,
            subject_text: subject.0.into(),
            facts: read,
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.subject_text)?;
        for (spec, wanted) in &self.facts {
            write!(f, " {}={wanted}", spec.name)?;
        }
        Ok(())
    }
}
