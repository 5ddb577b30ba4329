//! What an argument of a story line can be, and how it is read.
//!
//! Each kind knows how it is described, so that help, grammar and errors say the same. Names are checked against what the
//! story has declared so far (`Declared`).

use std::fmt;

use replication::base::config::{Acks, Isolation};
use replication::base::offset::Offset;
use replication::message::Purpose;
use replication::message::application::StartPosition;
use replication::message::list_offsets::OffsetSpec;

use super::declared::Declared;
use super::error::{Code, StoryError, choices};
use super::limits;

/// A place in the text: line and column, from 1.
pub type At = (u32, u32);

/// A process, as a story names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeName {
    Broker(i32),
    Controller(i32),
    Client(String),
}

/// `orders.placed-0`
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartitionName {
    pub topic: String,
    pub partition: i32,
}

/// `b3-b1` (both ways), `b2>b1` (one way), `b2>b1:fetch` (one purpose).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LinkName {
    pub from: NodeName,
    pub to: NodeName,
    pub purpose: Option<Purpose>,
    pub both_ways: bool,
}

/// Several links at once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LinksName {
    One(LinkName),
    /// Every link of this process.
    Of(NodeName),
    All,
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeName::Broker(id) => write!(f, "b{id}"),
            NodeName::Controller(id) => write!(f, "c{id}"),
            NodeName::Client(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for PartitionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.topic, self.partition)
    }
}

impl fmt::Display for LinkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = if self.both_ways { "-" } else { ">" };
        write!(f, "{}{way}{}", self.from, self.to)?;
        match self.purpose {
            Some(purpose) => write!(f, ":{}", purpose_name(purpose)),
            None => Ok(()),
        }
    }
}

/// What a connection is for, as a story writes it.
pub const PURPOSES: [(&str, Purpose); 6] = [
    ("fetch", Purpose::Fetch),
    ("heartbeat", Purpose::Heartbeat),
    ("alter-partition", Purpose::AlterPartition),
    ("metadata", Purpose::Metadata),
    ("client", Purpose::Client),
    ("forwarding", Purpose::Forwarding),
];

/// `fetch`, `alter-partition`, …
pub fn purpose_name(purpose: Purpose) -> &'static str {
    PURPOSES
        .iter()
        .find(|(_, p)| *p == purpose)
        .map_or("client", |(name, _)| name)
}

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A broker: `b1`.
    Broker,
    /// A broker or controller.
    Server,
    Topic,
    /// A topic not yet declared.
    NewTopic,
    /// `orders.placed-0`
    Partition,
    /// A client not yet declared.
    NewClient,
    Producer,
    Consumer,
    /// A label, a caption's id: a name not checked against others.
    Name,
    NewLabel,
    Links,
    /// A process, a topic or a partition.
    Thing,
    Duration,
    Count {
        least: i64,
        most: i64,
    },
    Text,
    Headers,
    Acks,
    Isolation,
    Bool,
    /// Replicas per partition: `1,2,3/2,3,1`.
    Assignment,
    /// Replicas of one partition: `1,2,3`.
    Replicas,
    /// Names separated by commas.
    Racks,
    StartPosition,
    OffsetSpec,
    /// One of these words.
    Word(&'static [&'static str]),
    /// What a condition is about.
    Subject,
}

/// An argument as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Node(NodeName),
    Text(String),
    Partition(PartitionName),
    Links(LinksName),
    /// In µs.
    Duration(u64),
    Number(i64),
    Headers(Vec<(String, String)>),
    Acks(Acks),
    Isolation(Isolation),
    Bool(bool),
    Assignment(Vec<Vec<i32>>),
    Replicas(Vec<i32>),
    Racks(Vec<String>),
    StartPosition(StartPosition),
    OffsetSpec(OffsetSpec),
}

impl Kind {
    /// What belongs here, as help and errors say it.
    pub fn describe(self) -> String {
        match self {
            Kind::Broker => "a broker such as b1".into(),
            Kind::Server => "a broker or controller such as b1 or c1".into(),
            Kind::Topic => "a topic of this story".into(),
            Kind::NewTopic => "a name for the topic, such as orders.placed".into(),
            Kind::Partition => "a partition such as orders.placed-0".into(),
            Kind::NewClient => "a name for the client, such as order-service".into(),
            Kind::Producer => "a producer of this story".into(),
            Kind::Consumer => "a consumer of this story".into(),
            Kind::Name | Kind::NewLabel => "a name of small letters, digits and dashes".into(),
            Kind::Links => "a connection such as b3-b1 (both ways), b2>b1 (one way) or b2>b1:fetch (one purpose), \
                 a process (all its connections), or all"
                .into(),
            Kind::Thing => "a process, a topic or a partition".into(),
            Kind::Duration => "a time such as 60ms, 1.5s or 2min".into(),
            Kind::Count { least, most: i64::MAX } => format!("a whole number from {least}"),
            Kind::Count { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Text => "a text; within quotes if it has blanks".into(),
            Kind::Headers => "headers such as source:order-service,trace:7".into(),
            Kind::Acks => "0, 1 or all".into(),
            Kind::Isolation => "read_uncommitted or read_committed".into(),
            Kind::Bool => "true or false".into(),
            Kind::Assignment => "replicas per partition, the preferred leader first, such as 1,2,3/2,3,1".into(),
            Kind::Replicas => "broker ids, such as 2,3,4".into(),
            Kind::Racks => "a rack per broker, such as a,b,c".into(),
            Kind::StartPosition => "an offset, earliest, latest or saved".into(),
            Kind::OffsetSpec => "latest, earliest, max-timestamp or a timestamp in ms".into(),
            Kind::Word(words) => match words {
                [one] => (*one).into(),
                _ => format!("one of {}", choices(words)),
            },
            Kind::Subject => {
                "a subject: b1.orders.placed-0 (a replica), orders.placed-0 (a partition), b1 (a broker), \
                 a producer, reporting.orders.placed-0 (a consumer's position), orders.placed-0@42 (a record), \
                 a request's name, or time"
                    .into()
            }
        }
    }

    /// Reads an argument.
    pub fn read(self, text: &str, at: At, declared: &Declared) -> Result<Value, StoryError> {
        let bad = || {
            StoryError::new(
                Code::BadValue,
                at,
                quoted(text),
                format!("{} is right here", self.describe()),
            )
        };
        match self {
            Kind::Broker => Ok(Value::Node(broker(text, at, declared)?)),
            Kind::Server => Ok(Value::Node(server(text, at, declared)?)),
            Kind::Topic => declared.topic(text, at).map(|_| Value::Text(text.into())),
            Kind::NewTopic => new_topic(text, at, declared),
            Kind::Partition => partition(text, at, declared).map(Value::Partition),
            Kind::NewClient => {
                let name = name(text, at)?;
                declared.client_name_is_free(&name, at)?;
                Ok(Value::Text(name))
            }
            Kind::Producer => declared.producer(text, at).map(|_| Value::Text(text.into())),
            Kind::Consumer => declared.consumer(text, at).map(|()| Value::Text(text.into())),
            Kind::Name => name(text, at).map(Value::Text),
            Kind::NewLabel => {
                let name = name(text, at)?;
                match declared.labels.contains(&name) {
                    true => Err(StoryError::new(Code::NameTaken, at, name, "every label is given once")),
                    false => Ok(Value::Text(name)),
                }
            }
            Kind::Links => links(text, at, declared).map(Value::Links),
            Kind::Thing => thing(text, at, declared),
            Kind::Duration => duration(text).map(Value::Duration).ok_or_else(bad),
            Kind::Count { least, most } => count(text, at, least, most),
            Kind::Text | Kind::Subject => Ok(Value::Text(text.into())),
            Kind::Headers => headers(text).map(Value::Headers).ok_or_else(bad),
            Kind::Acks => match text {
                "0" => Ok(Value::Acks(Acks::None)),
                "1" => Ok(Value::Acks(Acks::Leader)),
                "all" | "-1" => Ok(Value::Acks(Acks::All)),
                _ => Err(bad()),
            },
            Kind::Isolation => match text {
                "read_uncommitted" => Ok(Value::Isolation(Isolation::ReadUncommitted)),
                "read_committed" => Ok(Value::Isolation(Isolation::ReadCommitted)),
                _ => Err(bad()),
            },
            Kind::Bool => text.parse().map(Value::Bool).map_err(|_| bad()),
            Kind::Assignment => assignment(text, at, declared),
            Kind::Replicas => replicas(text, self, at, declared).map(Value::Replicas),
            Kind::Racks => {
                let racks: Vec<String> = text.split(',').map(String::from).collect();
                match racks.iter().all(|rack| is_name(rack)) {
                    true => Ok(Value::Racks(racks)),
                    false => Err(bad()),
                }
            }
            Kind::StartPosition => match text {
                "earliest" => Ok(Value::StartPosition(StartPosition::Earliest)),
                "latest" => Ok(Value::StartPosition(StartPosition::Latest)),
                "saved" => Ok(Value::StartPosition(StartPosition::Saved)),
                _ => whole(text)
                    .map(|n| Value::StartPosition(StartPosition::Offset(Offset(n))))
                    .ok_or_else(bad),
            },
            Kind::OffsetSpec => match text {
                "latest" => Ok(Value::OffsetSpec(OffsetSpec::Latest)),
                "earliest" => Ok(Value::OffsetSpec(OffsetSpec::Earliest)),
                "max-timestamp" => Ok(Value::OffsetSpec(OffsetSpec::MaxTimestamp)),
                _ => whole(text)
                    .map(|n| Value::OffsetSpec(OffsetSpec::Timestamp(n)))
                    .ok_or_else(bad),
            },
            Kind::Word(words) => match words.contains(&text) {
                true => Ok(Value::Text(text.into())),
                false => Err(bad()),
            },
        }
    }
}

/// A word as an error shows it: within quotes where it would not be seen otherwise.
pub fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    if shown.is_empty() || shown.contains(' ') {
        format!("\"{shown}\"")
    } else {
        shown
    }
}

fn is_name(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    text.len() <= limits::NAME_CHARACTERS
        && text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && text.chars().all(inner)
}

/// Whether a word would be read as a broker or controller.
pub fn is_server_name(text: &str) -> bool {
    text.strip_prefix(['b', 'c'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn name(text: &str, at: At) -> Result<String, StoryError> {
    match is_name(text) {
        true => Ok(text.into()),
        false => {
            let expected = format!("{} is right here", Kind::Name.describe());
            Err(StoryError::new(Code::BadValue, at, quoted(text), expected))
        }
    }
}

/// A topic's name as Kafka admits it, as far as a story needs: letters, digits, dots, dashes, underscores.
fn new_topic(text: &str, at: At, declared: &Declared) -> Result<Value, StoryError> {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let head = text.split('.').next().unwrap_or_default();
    if text.is_empty() || text.len() > limits::NAME_CHARACTERS || !text.chars().all(legal) || is_server_name(head) {
        let expected =
            "letters, digits, dots, dashes and underscores are right here, not beginning like a broker's name";
        return Err(StoryError::new(Code::BadValue, at, quoted(text), expected));
    }
    if declared.topics.contains_key(text) {
        return Err(StoryError::new(
            Code::NameTaken,
            at,
            text,
            "every topic is created once",
        ));
    }
    if declared.topics.len() >= limits::TOPICS {
        let expected = format!("a story has at most {} topics", limits::TOPICS);
        return Err(StoryError::new(Code::OutOfBounds, at, text, expected));
    }
    Ok(Value::Text(text.into()))
}

fn broker(text: &str, at: At, declared: &Declared) -> Result<NodeName, StoryError> {
    let id = text
        .strip_prefix('b')
        .and_then(whole)
        .and_then(|id| i32::try_from(id).ok());
    match id.filter(|id| declared.brokers().contains(id)) {
        Some(id) => Ok(NodeName::Broker(id)),
        None => Err(StoryError::new(
            Code::UnknownBroker,
            at,
            quoted(text),
            declared.brokers_sentence(),
        )),
    }
}

fn server(text: &str, at: At, declared: &Declared) -> Result<NodeName, StoryError> {
    match text.strip_prefix('c').and_then(whole) {
        Some(1) if declared.cluster.is_some() => Ok(NodeName::Controller(1)),
        Some(_) => {
            let expected = "this cluster has one controller, c1";
            Err(StoryError::new(Code::UnknownNode, at, quoted(text), expected))
        }
        None => broker(text, at, declared),
    }
}

/// Any process by its name.
pub fn node(text: &str, declared: &Declared) -> Option<NodeName> {
    server(text, (0, 0), declared).ok().or_else(|| {
        declared
            .clients
            .contains_key(text)
            .then(|| NodeName::Client(text.into()))
    })
}

pub fn partition(text: &str, at: At, declared: &Declared) -> Result<PartitionName, StoryError> {
    let parts = text
        .rsplit_once('-')
        .and_then(|(topic, index)| Some((topic, whole(index)?)));
    let Some((topic, index)) = parts else {
        let expected = format!("{} is right here", Kind::Partition.describe());
        return Err(StoryError::new(Code::UnknownPartition, at, quoted(text), expected));
    };
    let partitions = declared.topic(topic, at)?;
    match i32::try_from(index).ok().filter(|index| *index < partitions) {
        Some(partition) => Ok(PartitionName {
            topic: topic.into(),
            partition,
        }),
        None => {
            let expected = format!(
                "{topic} has {}",
                choices((0..partitions).map(|p| format!("{topic}-{p}")))
            );
            Err(StoryError::new(Code::UnknownPartition, at, quoted(text), expected))
        }
    }
}

fn thing(text: &str, at: At, declared: &Declared) -> Result<Value, StoryError> {
    let known = node(text, declared).is_some() || declared.topics.contains_key(text);
    if known || partition(text, at, declared).is_ok() {
        return Ok(Value::Text(text.into()));
    }
    let expected = format!("{} is right here", Kind::Thing.describe());
    Err(StoryError::new(Code::UnknownSubject, at, quoted(text), expected))
}

fn links(text: &str, at: At, declared: &Declared) -> Result<LinksName, StoryError> {
    if text == "all" {
        return Ok(LinksName::All);
    }
    if let Some(node) = node(text, declared) {
        return Ok(LinksName::Of(node));
    }
    let unknown = |expected: String| StoryError::new(Code::UnknownConnection, at, quoted(text), expected);
    let (ends, purpose) = match text.split_once(':') {
        None => (text, None),
        Some((ends, purpose)) => match PURPOSES.iter().find(|(name, _)| *name == purpose) {
            Some((_, purpose)) => (ends, Some(*purpose)),
            None => {
                return Err(unknown(format!(
                    "a purpose is one of {}",
                    choices(PURPOSES.map(|p| p.0))
                )));
            }
        },
    };
    // A client's name may hold dashes: the right dash is the one with a process on either side.
    let found = ends
        .char_indices()
        .filter(|(_, c)| matches!(c, '-' | '>'))
        .find_map(|(place, c)| {
            let (from, to) = (node(&ends[..place], declared)?, node(&ends[place + 1..], declared)?);
            (from != to).then_some(LinkName {
                from,
                to,
                purpose,
                both_ways: c == '-',
            })
        });
    found.map(LinksName::One).ok_or_else(|| {
        let processes = declared.brokers().map(|id| format!("b{id}")).chain(["c1".to_string()]);
        let clients = declared.clients.keys().cloned();
        unknown(format!(
            "write b3-b1, b2>b1 or b2>b1:fetch; the processes are {}",
            choices(processes.chain(clients))
        ))
    })
}

fn count(text: &str, at: At, least: i64, most: i64) -> Result<Value, StoryError> {
    let kind = Kind::Count { least, most };
    let expected = format!("{} is right here", kind.describe());
    match text.parse::<i64>() {
        Ok(n) if (least..=most).contains(&n) => Ok(Value::Number(n)),
        Ok(_) => Err(StoryError::new(Code::OutOfBounds, at, text, expected)),
        Err(_) => Err(StoryError::new(Code::BadValue, at, quoted(text), expected)),
    }
}

fn whole(text: &str) -> Option<i64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

/// `60ms`, `1.5s`, `200us`, `2min`, in µs.
pub fn duration(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit {
        "us" => 1,
        "ms" => 1_000,
        "s" => 1_000_000,
        "min" => 60_000_000,
        _ => return None,
    };
    let (units, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut micros = u64::try_from(whole(units)?).ok()?.checked_mul(unit)?;
    let mut scale = unit;
    for digit in fraction.bytes() {
        if !scale.is_multiple_of(10) {
            return None;
        }
        scale /= 10;
        micros = micros.checked_add(u64::from(digit.checked_sub(b'0').filter(|d| *d < 10)?) * scale)?;
    }
    (!number.ends_with('.')).then_some(micros)
}

/// A length of time as `duration` reads it: exact, in the largest unit that needs at most three digits before the point.
pub fn print_duration(micros: u64) -> String {
    let (unit, name) = match micros {
        0..1_000 => (1, "us"),
        1_000..1_000_000 => (1_000, "ms"),
        _ => (1_000_000, "s"),
    };
    let fraction = format!("{:06}", micros % unit * (1_000_000 / unit));
    let fraction = fraction.trim_end_matches('0');
    match fraction {
        "" => format!("{}{name}", micros / unit),
        _ => format!("{}.{fraction}{name}", micros / unit),
    }
}

fn headers(text: &str) -> Option<Vec<(String, String)>> {
    let pairs = text
        .split(',')
        .map(|pair| pair.split_once(':').filter(|(key, _)| !key.is_empty()));
    pairs
        .map(|pair| pair.map(|(key, value)| (key.into(), value.into())))
        .collect()
}

/// The replicas of one partition: `1,2,3`.
fn replicas(list: &str, kind: Kind, at: At, declared: &Declared) -> Result<Vec<i32>, StoryError> {
    let bad = |expected: String| StoryError::new(Code::BadValue, at, quoted(list), expected);
    let mut replicas = Vec::new();
    for id in list.split(',') {
        let id = whole(id.trim()).and_then(|id| i32::try_from(id).ok());
        let id = id.ok_or_else(|| bad(format!("{} is right here", kind.describe())))?;
        if !declared.brokers().contains(&id) {
            let expected = declared.brokers_sentence();
            return Err(StoryError::new(Code::UnknownBroker, at, format!("b{id}"), expected));
        }
        if replicas.contains(&id) {
            return Err(bad("a broker holds one replica of a partition".into()));
        }
        replicas.push(id);
    }
    Ok(replicas)
}

fn assignment(text: &str, at: At, declared: &Declared) -> Result<Value, StoryError> {
    let lists = text.split('/');
    let partitions: Result<Vec<_>, _> = lists
        .map(|list| replicas(list, Kind::Assignment, at, declared))
        .collect();
    let partitions = partitions?;
    let same_length = partitions.iter().all(|replicas| replicas.len() == partitions[0].len());
    if !same_length {
        return Err(StoryError::new(
            Code::BadValue,
            at,
            quoted(text),
            "every partition has the same number of replicas",
        ));
    }
    if partitions.len() as i64 > limits::PARTITIONS {
        let expected = format!("a topic has at most {} partitions", limits::PARTITIONS);
        return Err(StoryError::new(Code::OutOfBounds, at, quoted(text), expected));
    }
    Ok(Value::Assignment(partitions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_exactly() {
        let table = [
            ("0us", Some(0), "0us"),
            ("60ms", Some(60_000), "60ms"),
            ("1.5s", Some(1_500_000), "1.5s"),
            ("1500ms", Some(1_500_000), "1.5s"),
            ("3.204118s", Some(3_204_118), "3.204118s"),
            ("200us", Some(200), "200us"),
            ("2min", Some(120_000_000), "120s"),
            ("1.5min", Some(90_000_000), "90s"),
            ("1.5us", None, ""),
            ("3.2041187s", None, ""),
            ("1.s", None, ""),
            (".5s", None, ""),
            ("5", None, ""),
            ("s", None, ""),
            ("5 s", None, ""),
            ("-5s", None, ""),
            ("99999999999999999999s", None, ""),
        ];
        for (text, micros, printed) in table {
            assert_eq!(duration(text), micros, "{text}");
            if let Some(micros) = micros {
                assert_eq!(print_duration(micros), printed);
                assert_eq!(duration(printed), Some(micros));
            }
        }
    }
}
