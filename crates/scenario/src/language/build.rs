//! Makes a command of a line's arguments, one function per entry of the registry, and declares what it declares.
//!
//! The registry has read each argument by its kind; a function here takes them by name. An argument of another kind than the
//! registry says is a mistake of ours.

use replication::base::config::{
    Acks, BrokerConfig, ConfigError, ConsumerConfig, ControllerConfig, Isolation, Kind as SettingKind, ProducerConfig,
    TopicConfig,
};
use replication::base::id::ProducerIdAndEpoch;
use replication::base::rule::Rule;
use replication::client::producer::config_rules::{ConfigException, settle};
use replication::log::record_batch::{EndTransactionMarker, TransactionResult};
use replication::message::admin::ElectionType;
use replication::message::application::StartPosition;
use simulation::invariant::INVARIANTS;

use super::command::{
    Asked, ClusterLine, Command, ConfigOf, Implicit, Numbered, Pace, Produce, RawRequest, Records, RollWait,
    TopicPlacement,
};
use super::declared::{Client, DeclaredCluster};
use super::error::{Code, StoryError, choices};
use super::limits;
use super::parse::Args;
use super::value::{At, Kind, LinksName, NodeName, PartitionName, Value, quoted};
use crate::printed::Tool;
use crate::printed::console_consumer::Formatter;
use crate::printed::offsets::{Time, Wanted};
use crate::printed::topics::{Described, Only};

type Built = Result<Command, StoryError>;

/// One taker per kind of value: the argument of this name, if it was given.
macro_rules! takers {
    ($($taker:ident: $variant:ident => $type:ty),* $(,)?) => {
        impl Args<'_> {
            $(fn $taker(&mut self, name: &str) -> Option<$type> {
                match self.take(name) {
                    Some((Value::$variant(value), _)) => Some(value),
                    Some((other, _)) => unreachable!("{} of {} was read as {other:?}", name, self.command.name),
                    None => None,
                }
            })*
        }
    };
}

takers! {
    text: Text => String,
    node: Node => NodeName,
    partition: Partition => PartitionName,
    links: Links => LinksName,
    duration: Duration => u64,
    number: Number => i64,
    headers: Headers => Vec<(String, String)>,
    acks: Acks => Acks,
    isolation: Isolation => Isolation,
    bool: Bool => bool,
    replicas: Replicas => Vec<i32>,
    start_position: StartPosition => StartPosition,
    offset_spec: OffsetSpec => replication::message::list_offsets::OffsetSpec,
}

/// The argument is there: the registry says it must be, and the parser has seen to it.
fn given<T>(value: Option<T>) -> T {
    value.expect("the parser has refused a line without a needed argument")
}

/// Kafka's bounds, as an error says them.
fn setting_kind(kind: SettingKind) -> String {
    let from = |what: &str, least: i64, most: i64| match most {
        i64::MAX => format!("{what} from {least} is right here"),
        _ => format!("{what} from {least} to {most} is right here"),
    };
    match kind {
        SettingKind::Millis { least, most } => from("a number of milliseconds", least, most),
        SettingKind::Int { least, most } => from("a whole number", least, most),
        SettingKind::Bool => "true or false is right here".into(),
        SettingKind::Acks => "0, 1 or all is right here".into(),
        SettingKind::Isolation => "read_uncommitted or read_committed is right here".into(),
        SettingKind::OffsetReset => "earliest, latest or none is right here".into(),
        SettingKind::Text => "a text is right here".into(),
    }
}

fn setting_error(error: ConfigError, name: &str, text: &str, key_at: At, text_at: At) -> StoryError {
    match error {
        ConfigError::UnknownName { known } => StoryError::new(
            Code::UnknownKey,
            key_at,
            name,
            format!("settings are {}", choices(known)),
        ),
        ConfigError::NotOfKind { kind } => {
            let written = text.parse::<i64>().is_ok();
            let code = if written { Code::OutOfBounds } else { Code::BadValue };
            StoryError::new(code, text_at, quoted(text), setting_kind(kind))
        }
    }
}

/// Sets what a line gives beyond its own arguments.
fn apply_settings(
    args: &Args<'_>,
    mut set: impl FnMut(&str, &str) -> Result<(), ConfigError>,
) -> Result<(), StoryError> {
    for (name, text, key_at, text_at) in &args.extra {
        set(name, text).map_err(|error| setting_error(error, name, text, *key_at, *text_at))?;
    }
    Ok(())
}

pub fn cluster(args: &mut Args<'_>) -> Built {
    if args.declared.cluster.is_some() {
        return Err(StoryError::new(
            Code::ClusterTwice,
            args.at,
            "cluster",
            "a story has one, on its first line",
        ));
    }
    let brokers = given(args.number("brokers")) as i32;
    let racks_at = args.take("racks");
    let racks = match racks_at {
        Some((Value::Racks(racks), at)) if racks.len() != brokers as usize => {
            let expected = format!("one rack for each of {brokers} brokers is right here");
            return Err(StoryError::new(Code::BadValue, at, racks.join(","), expected));
        }
        Some((Value::Racks(racks), _)) => racks,
        _ => Vec::new(),
    };
    let (mut broker, mut controller) = (BrokerConfig::default(), ControllerConfig::default());
    apply_settings(args, |name, text| match name {
        "broker.rack" => Err(ConfigError::UnknownName { known: vec!["racks"] }),
        // Some settings concern both kinds of process, for example the session's length.
        _ => match (broker.set(name, text), controller.set(name, text)) {
            (Err(ConfigError::UnknownName { .. }), outcome) | (outcome, Err(ConfigError::UnknownName { .. })) => {
                outcome
            }
            (outcome, also) => outcome.and(also),
        },
    })?;
    let num_partitions = controller.num_partitions;
    args.declared.cluster = Some(DeclaredCluster {
        brokers,
        num_partitions,
    });
    Ok(Command::Cluster(Box::new(ClusterLine {
        brokers,
        racks,
        seed: args.number("seed").unwrap_or(1) as u64,
        broker,
        controller,
    })))
}

pub fn topic(args: &mut Args<'_>) -> Built {
    let name = given(args.text("name"));
    let assignment = args.take("assignment");
    let partitions = args.number("partitions");
    let replication_factor = args.take("replication-factor");
    let placement = match assignment {
        Some((Value::Assignment(assignment), at)) => {
            if partitions.is_some() || replication_factor.is_some() {
                let expected = "an assignment says already how many partitions and replicas there are";
                return Err(StoryError::new(Code::UnknownKey, at, "assignment", expected));
            }
            TopicPlacement::Assignment(assignment)
        }
        _ => {
            let factor = match replication_factor {
                Some((Value::Number(factor), at)) if !args.declared.brokers().contains(&(factor as i32)) => {
                    let expected = format!("there are {} brokers", args.declared.brokers().count());
                    return Err(StoryError::new(Code::OutOfBounds, at, factor.to_string(), expected));
                }
                Some((Value::Number(factor), _)) => factor as i32,
                _ => -1,
            };
            TopicPlacement::Automatic {
                partitions: partitions.map_or(-1, |n| n as i32),
                replication_factor: factor,
            }
        }
    };
    let mut scratch = TopicConfig::default();
    apply_settings(args, |name, text| scratch.set(name, text))?;
    let configs = args
        .extra
        .iter()
        .map(|(name, text, ..)| (name.clone(), text.clone()))
        .collect();
    let count = match &placement {
        TopicPlacement::Assignment(assignment) => assignment.len() as i32,
        TopicPlacement::Automatic { partitions: -1, .. } => args
            .declared
            .cluster
            .as_ref()
            .map_or(1, |cluster| cluster.num_partitions),
        TopicPlacement::Automatic { partitions, .. } => *partitions,
    };
    enough_partitions(args, count)?;
    args.declared.topics.insert(name.clone(), count);
    let asked = asked(args)?;
    Ok(Command::Topic {
        name,
        placement,
        configs,
        asked,
    })
}

/// The name of the controller's answer, if the line gives one.
fn asked(args: &mut Args<'_>) -> Result<Asked, StoryError> {
    let name = args.text("as");
    name.map(|name| request_name(args, name)).transpose()
}

pub fn create_partitions(args: &mut Args<'_>) -> Built {
    let (topic, count) = (given(args.text("topic")), given(args.number("count")) as i32);
    let known = args.declared.topic(&topic, args.at)?;
    enough_partitions(args, (count - known).max(0))?;
    args.declared.topics.insert(topic.clone(), count.max(known));
    let assignment = match args.take("assignment") {
        Some((Value::Assignment(assignment), _)) => Some(assignment),
        _ => None,
    };
    Ok(Command::CreatePartitions {
        topic,
        count,
        assignment,
        asked: asked(args)?,
    })
}

/// All topics together stay within their bound with so many more partitions.
fn enough_partitions(args: &Args<'_>, more: i32) -> Result<(), StoryError> {
    let counts = args.declared.topics.values().map(|count| i64::from(*count));
    let together = counts.sum::<i64>() + i64::from(more);
    if together <= limits::PARTITIONS_TOGETHER {
        return Ok(());
    }
    let expected = format!(
        "all topics together have at most {} partitions",
        limits::PARTITIONS_TOGETHER
    );
    Err(StoryError::new(
        Code::OutOfBounds,
        args.at,
        together.to_string(),
        expected,
    ))
}

/// Settles a producer's settings, or says at `at` what is wrong with them, as the Java client would.
fn settle_producer(mut config: ProducerConfig, given: &[&str], at: At) -> Result<Box<ProducerConfig>, StoryError> {
    let conflict = |exception: ConfigException| {
        let found = match exception {
            ConfigException::IdempotenceNeedsAcksAll | ConfigException::IdempotenceNeedsRetries => {
                "enable.idempotence=true".to_string()
            }
            ConfigException::IdempotenceNeedsFewInFlight { max_in_flight } => {
                format!("max.in.flight.requests.per.connection={max_in_flight}")
            }
            ConfigException::DeliveryTimeoutTooShort => "delivery.timeout.ms".to_string(),
        };
        StoryError::new(Code::ConfigConflict, at, found, exception.to_string())
    };
    settle(&mut config, |name| given.contains(&name)).map_err(conflict)?;
    Ok(Box::new(config))
}

pub fn producer(args: &mut Args<'_>) -> Built {
    let name = given(args.text("name"));
    let mut config = ProducerConfig::default();
    apply_settings(args, |name, text| config.set(name, text))?;
    let names: Vec<&str> = args.extra.iter().map(|(name, ..)| name.as_str()).collect();
    let config = settle_producer(config, &names, args.at)?;
    args.declared
        .clients
        .insert(name.clone(), Client::Producer((*config).clone()));
    Ok(Command::Producer { name, config })
}

/// What the tool sets unless it is told otherwise. Source: ConsoleProducerOptions.
pub fn console_producer(args: &mut Args<'_>) -> Built {
    for (name, value) in [("retries", "3"), ("request.timeout.ms", "1500"), ("linger.ms", "1000")] {
        if args.extra.iter().all(|(given, ..)| given != name) {
            args.extra.push((name.into(), value.into(), args.at, args.at));
        }
    }
    producer(args)
}

pub fn consumer(args: &mut Args<'_>) -> Built {
    let name = given(args.text("name"));
    let mut config = ConsumerConfig::default();
    apply_settings(args, |name, text| config.set(name, text))?;
    args.declared.clients.insert(name.clone(), Client::Consumer);
    Ok(Command::Consumer {
        name,
        config: Box::new(config),
    })
}

/// Key, value, headers and number of the records a line asks for.
fn records(args: &mut Args<'_>) -> Result<Records, StoryError> {
    let key = args.text("key");
    let records = Records {
        value: args.text("value").or_else(|| key.clone()),
        key,
        headers: args.headers("headers").unwrap_or_default(),
        count: args.number("count").unwrap_or(1),
        first: args.number("first").unwrap_or(0),
    };
    if records.value.is_none() {
        let expected = "a record has a key or a value, such as k1 or value=v1";
        return Err(StoryError::new(
            Code::MissingArgument,
            args.at,
            args.command.name,
            expected,
        ));
    }
    if records.first.checked_add(records.count).is_none() {
        let expected = "a smaller number is right here";
        return Err(StoryError::new(
            Code::OutOfBounds,
            args.at,
            records.first.to_string(),
            expected,
        ));
    }
    let at = args.at;
    args.declared.count_records(records.count as u64, at)?;
    Ok(records)
}

pub fn produce(args: &mut Args<'_>) -> Built {
    let topic = given(args.text("topic"));
    let partition = args.take("partition");
    let partition = match partition {
        Some((Value::Number(partition), at)) => {
            let partitions = args.declared.topic(&topic, at)?;
            if partition >= i64::from(partitions) {
                let expected = format!("{topic} has partitions 0 to {}", partitions - 1);
                return Err(StoryError::new(
                    Code::UnknownPartition,
                    at,
                    partition.to_string(),
                    expected,
                ));
            }
            Some(partition as i32)
        }
        _ => None,
    };
    let (from, config) = sender(args)?;
    let records = records(args)?;
    let every = args.number("rate").map(between_records);
    Ok(Command::Produce(Produce {
        every,
        topic,
        from,
        config,
        records,
        partition,
    }))
}

/// µs from one record to the next, at so many a second.
fn between_records(rate: i64) -> u64 {
    1_000_000 / rate as u64
}

pub fn rate(args: &mut Args<'_>) -> Built {
    let rate = given(args.number("per-second"));
    Ok(Command::Rate {
        producer: given(args.text("producer")),
        every: (rate > 0).then(|| between_records(rate)),
    })
}

/// Which producer sends, and its settings. A Java producer has one `acks`; with another one it is another producer.
fn sender(args: &mut Args<'_>) -> Result<(Implicit, Box<ProducerConfig>), StoryError> {
    let (acks, idempotence) = (args.acks("acks"), args.bool("enable.idempotence"));
    let base = match args.take("from") {
        Some((Value::Text(name), at)) => {
            args.declared.producer(&name, at)?;
            name
        }
        _ => "producer".to_string(),
    };
    let declared = match args.declared.clients.get(&base) {
        Some(Client::Producer(config)) => Some(config.clone()),
        Some(_) => {
            return Err(StoryError::new(
                Code::NameTaken,
                args.at,
                base,
                "write from= and the name of a producer",
            ));
        }
        None => None,
    };
    let wanted = acks
        .or(declared.as_ref().map(|config| config.acks))
        .unwrap_or(Acks::All);
    if let Some(config) = declared.as_ref().filter(|config| config.acks == wanted) {
        if let Some(wanted) = idempotence.filter(|wanted| *wanted != config.enable_idempotence) {
            let found = format!("enable.idempotence={wanted}");
            let expected = format!("{base} is idempotent from its start or not at all; add another producer");
            return Err(StoryError::new(Code::ConfigConflict, args.at, found, expected));
        }
        return Ok((Implicit { name: base, new: false }, Box::new(config.clone())));
    }
    let name = match (&declared, wanted) {
        (None, _) => base,
        (Some(_), Acks::None) => format!("{base}-acks-0"),
        (Some(_), Acks::Leader) => format!("{base}-acks-1"),
        (Some(_), _) => format!("{base}-acks-all"),
    };
    if let Some(Client::Producer(config)) = args.declared.clients.get(&name) {
        return Ok((Implicit { name, new: false }, Box::new(config.clone())));
    }
    args.declared.client_name_is_free(&name, args.at)?;
    let implied_off = |config: &ProducerConfig| config.acks != Acks::All && !config.enable_idempotence;
    let mut config = declared.unwrap_or_default();
    // A sibling with acks=all does not inherit that its elder's acks implied idempotence off.
    config.enable_idempotence = idempotence.unwrap_or(config.enable_idempotence || implied_off(&config));
    config.acks = wanted;
    let written: &[&str] = if idempotence.is_some() {
        &["acks", "enable.idempotence"]
    } else {
        &["acks"]
    };
    let config = settle_producer(config, written, args.at)?;
    args.declared
        .clients
        .insert(name.clone(), Client::Producer((*config).clone()));
    Ok((Implicit { name, new: true }, config))
}

fn request(args: &mut Args<'_>, request: RawRequest) -> Built {
    let name = args.text("as").unwrap_or_else(|| "answer".into());
    let name = request_name(args, name)?;
    Ok(Command::Request {
        name,
        to: given(args.node("node")),
        partition: given(args.partition("partition")),
        request,
    })
}

/// Declares a request by its name.
fn request_name(args: &mut Args<'_>, name: String) -> Result<String, StoryError> {
    let taken = args.declared.clients.contains_key(&name) || args.declared.topics.contains_key(&name);
    if taken {
        return Err(StoryError::new(
            Code::NameTaken,
            args.at,
            name,
            "a request has a name of its own",
        ));
    }
    args.declared.requests.insert(name.clone());
    Ok(name)
}

pub fn request_produce(args: &mut Args<'_>) -> Built {
    let acks = match args.take("acks") {
        None => Acks::All,
        Some((Value::Text(text), at)) => match text.as_str() {
            "0" => Acks::None,
            "1" => Acks::Leader,
            "all" | "-1" => Acks::All,
            _ => Acks::Invalid(text.parse().map_err(|_| {
                StoryError::new(
                    Code::BadValue,
                    at,
                    quoted(&text),
                    "0, 1, all or another small number is right here",
                )
            })?),
        },
        Some((other, _)) => unreachable!("acks was read as {other:?}"),
    };
    let timeout = args
        .duration("timeout")
        .map_or(30_000, |micros| (micros / 1_000) as i64);
    let records = records(args)?;
    let (numbered, transactional) = numbered(args)?;
    let produce = RawRequest::Produce {
        acks,
        timeout,
        records,
        numbered,
        transactional,
        corrupt: args.bool("corrupt").unwrap_or(false),
    };
    request(args, produce)
}

/// How a raw batch is numbered, and whether it is part of a transaction. Nothing of it goes without a producer id.
fn numbered(args: &mut Args<'_>) -> Result<(Option<Numbered>, bool), StoryError> {
    let id = args.number("producer-id");
    let (epoch, base_sequence) = (args.number("producer-epoch"), args.number("sequence"));
    let transactional = args.bool("transactional");
    let given = [
        (epoch.is_some(), "producer-epoch"),
        (base_sequence.is_some(), "sequence"),
        (transactional == Some(true), "transactional"),
    ];
    let alone = given.iter().find(|(is_given, _)| *is_given && id.is_none());
    if let Some((_, name)) = alone {
        let expected = "it goes with producer-id=";
        return Err(StoryError::new(Code::ConfigConflict, args.at, *name, expected));
    }
    let numbered = id.map(|id| Numbered {
        producer: producer_id_and_epoch(id, epoch),
        base_sequence: base_sequence.unwrap_or(0) as i32,
    });
    Ok((numbered, transactional.unwrap_or(false)))
}

fn producer_id_and_epoch(id: i64, epoch: Option<i64>) -> ProducerIdAndEpoch {
    let epoch = epoch.unwrap_or(0) as i16;
    ProducerIdAndEpoch { id, epoch }
}

pub fn request_write_txn_markers(args: &mut Args<'_>) -> Built {
    let result = match given(args.text("result")).as_str() {
        "commit" => TransactionResult::Commit,
        _ => TransactionResult::Abort,
    };
    let write = RawRequest::WriteTxnMarkers {
        producer: producer_id_and_epoch(given(args.number("producer-id")), args.number("producer-epoch")),
        marker: EndTransactionMarker {
            result,
            coordinator_epoch: args.number("coordinator-epoch").unwrap_or(0) as i32,
        },
        transaction_version: args.number("transaction-version").unwrap_or(2) as i16,
    };
    request(args, write)
}

fn epoch(args: &mut Args<'_>) -> Option<i32> {
    args.number("epoch").map(|epoch| epoch as i32)
}

pub fn request_fetch(args: &mut Args<'_>) -> Built {
    let fetch = RawRequest::Fetch {
        offset: given(args.number("offset")),
        epoch: epoch(args),
        isolation: args.isolation("isolation").unwrap_or(Isolation::ReadUncommitted),
        debugging: args.text("reader").as_deref() == Some("debugging"),
        max_wait: args.duration("wait").map_or(0, |micros| (micros / 1_000) as i64),
        min_bytes: args.number("min-bytes").unwrap_or(1),
    };
    request(args, fetch)
}

pub fn request_delete_records(args: &mut Args<'_>) -> Built {
    let delete = RawRequest::DeleteRecords {
        before: args.number("before").unwrap_or(-1),
        timeout: args
            .duration("timeout")
            .map_or(30_000, |micros| (micros / 1_000) as i64),
    };
    request(args, delete)
}

pub fn request_list_offsets(args: &mut Args<'_>) -> Built {
    let list = RawRequest::ListOffsets {
        at: given(args.offset_spec("at")),
        epoch: epoch(args),
        isolation: args.isolation("isolation").unwrap_or(Isolation::ReadUncommitted),
    };
    request(args, list)
}

pub fn consume(args: &mut Args<'_>) -> Built {
    let by = match args.take("by") {
        Some((Value::Text(name), at)) => {
            args.declared.consumer(&name, at)?;
            Implicit { name, new: false }
        }
        _ => match args.declared.clients.get("consumer") {
            Some(Client::Consumer) => Implicit {
                name: "consumer".into(),
                new: false,
            },
            Some(_) => {
                return Err(StoryError::new(
                    Code::NameTaken,
                    args.at,
                    "consumer",
                    "write by= and a consumer's name",
                ));
            }
            None => {
                args.declared.client_name_is_free("consumer", args.at)?;
                args.declared.clients.insert("consumer".into(), Client::Consumer);
                Implicit {
                    name: "consumer".into(),
                    new: true,
                }
            }
        },
    };
    Ok(Command::Consume {
        partition: given(args.partition("partition")),
        by,
        from: args.start_position("from").unwrap_or(StartPosition::Earliest),
    })
}

pub fn commit(args: &mut Args<'_>) -> Built {
    let by = args.text("by").unwrap_or_else(|| "consumer".into());
    args.declared.consumer(&by, args.at)?;
    Ok(Command::Commit {
        partition: given(args.partition("partition")),
        by,
        offset: args.number("offset"),
    })
}

/// All processes that a line names, in its order.
fn nodes(args: &mut Args<'_>, name: &str) -> Vec<NodeName> {
    std::iter::from_fn(|| args.node(name)).collect()
}

/// Commands that are some processes.
macro_rules! of_processes {
    ($($function:ident: $argument:literal => $variant:ident),* $(,)?) => {
        $(pub fn $function(args: &mut Args<'_>) -> Built {
            Ok(Command::$variant(nodes(args, $argument)))
        })*
    };
}

of_processes! {
    crash: "process" => Crash,
    stop: "process" => Stop,
    start: "broker" => Start,
    pause: "process" => Pause,
    resume: "process" => Resume,
    power_loss: "broker" => PowerLoss,
    lose_disk: "broker" => LoseDisk,
    isolate: "broker" => Isolate,
}

pub fn roll(args: &mut Args<'_>) -> Built {
    let wait = match args.text("wait").as_deref() {
        Some("unfenced") => RollWait::Unfenced,
        _ => RollWait::Isr,
    };
    let max = within_run(args, "max")?;
    let brokers = nodes(args, "broker");
    Ok(Command::Roll { brokers, wait, max })
}

/// Commands that are some connections.
macro_rules! of_links {
    ($($function:ident => $variant:ident),* $(,)?) => {
        $(pub fn $function(args: &mut Args<'_>) -> Built {
            Ok(Command::$variant(given(args.links("connection"))))
        })*
    };
}

of_links! {
    cut => Cut,
    heal => Heal,
    hold => Hold,
    release => Release,
    lose => Lose,
    reset => Reset,
}

pub fn slow_disk(args: &mut Args<'_>) -> Built {
    Ok(Command::SlowDisk {
        brokers: nodes(args, "broker"),
        per_append: within_run(args, "by")?,
    })
}

pub fn retention(args: &mut Args<'_>) -> Built {
    Ok(Command::Retention {
        broker: given(args.node("broker")),
        partition: given(args.partition("partition")),
        below: given(args.number("below")),
    })
}

pub fn slow(args: &mut Args<'_>) -> Built {
    Ok(Command::Slow {
        links: given(args.links("connection")),
        by: within_run(args, "by")?,
    })
}

pub fn step(args: &mut Args<'_>) -> Built {
    Ok(Command::Step {
        links: given(args.links("connection")),
        count: args.number("count").unwrap_or(1),
    })
}

pub fn elect(args: &mut Args<'_>) -> Built {
    let election = match given(args.text("election")).as_str() {
        "unclean" => ElectionType::Unclean,
        _ => ElectionType::Preferred,
    };
    Ok(Command::Elect {
        election,
        partition: args.partition("partition"),
        asked: asked(args)?,
    })
}

pub fn reassign(args: &mut Args<'_>) -> Built {
    let plan = vec![(given(args.partition("partition")), args.replicas("replicas"))];
    reassigned(args, plan)
}

pub fn reassign_plan(args: &mut Args<'_>) -> Built {
    let plan = plan(args)?;
    let plan = plan.into_iter().map(|(name, replicas)| (name, Some(replicas)));
    reassigned(args, plan.collect())
}

pub fn reassign_cancel(args: &mut Args<'_>) -> Built {
    let plan = std::iter::from_fn(|| args.partition("partition"));
    let plan = plan.map(|name| (name, None)).collect();
    reassigned(args, plan)
}

fn reassigned(args: &mut Args<'_>, plan: Vec<(PartitionName, Option<Vec<i32>>)>) -> Built {
    Ok(Command::Reassign {
        plan,
        additional: args.bool("additional").unwrap_or(true),
        allow_replication_factor_change: args.bool("allow-replication-factor-change").unwrap_or(true),
        asked: asked(args)?,
    })
}

/// The `partition=replicas` of a line, of which it needs one at least.
fn plan(args: &mut Args<'_>) -> Result<Vec<(PartitionName, Vec<i32>)>, StoryError> {
    let mut plan = Vec::new();
    for (key, text, key_at, text_at) in &args.extra {
        let partition = Kind::Partition.read(key, *key_at, args.declared)?;
        let replicas = Kind::Replicas.read(text, *text_at, args.declared)?;
        if let (Value::Partition(partition), Value::Replicas(replicas)) = (partition, replicas) {
            plan.push((partition, replicas));
        }
    }
    if plan.is_empty() {
        let expected = "partitions with their replicas follow, such as orders-0=4,2,3";
        return Err(StoryError::new(
            Code::MissingArgument,
            args.at,
            args.command.name,
            expected,
        ));
    }
    Ok(plan)
}

pub fn unregister(args: &mut Args<'_>) -> Built {
    Ok(Command::Unregister {
        broker: given(args.node("broker")),
        asked: asked(args)?,
    })
}

/// The settings that a line gives, of which it needs one at least.
fn config_of(args: &mut Args<'_>, of: ConfigOf) -> Built {
    if args.extra.is_empty() {
        let known = args.command.extra.settings();
        let names = choices(known.iter().map(|setting| setting.name));
        let example = format!("a setting=value is needed; settings are {names}");
        return Err(StoryError::new(
            Code::MissingArgument,
            args.at,
            args.command.name,
            example,
        ));
    }
    let settings = args
        .extra
        .iter()
        .map(|(name, text, ..)| (name.clone(), text.clone()))
        .collect();
    let asked = asked(args)?;
    Ok(Command::Config { of, settings, asked })
}

/// A topic setting may be empty: that deletes it.
fn topic_setting(name: &str, text: &str) -> Result<(), ConfigError> {
    match text {
        "" => Ok(()),
        _ => TopicConfig::default().set(name, text),
    }
}

pub fn config_topic(args: &mut Args<'_>) -> Built {
    apply_settings(args, topic_setting)?;
    let topic = given(args.text("topic"));
    config_of(args, ConfigOf::Topic(topic))
}

pub fn config_cluster(args: &mut Args<'_>) -> Built {
    apply_settings(args, topic_setting)?;
    config_of(args, ConfigOf::Cluster)
}

pub fn config_process(args: &mut Args<'_>) -> Built {
    let process = given(args.node("process"));
    apply_settings(args, |name, text| match process {
        NodeName::Controller(_) => ControllerConfig::default().set(name, text),
        _ => BrokerConfig::default().set(name, text),
    })?;
    config_of(args, ConfigOf::Process(process))
}

/// A producer that is idempotent stays so, and one that is not does not become so: it numbers its records from its start.
pub fn config_producer(args: &mut Args<'_>) -> Built {
    let name = given(args.text("producer"));
    let before = args.declared.producer(&name, args.at)?.clone();
    let mut config = before.clone();
    apply_settings(args, |name, text| config.set(name, text))?;
    let names: Vec<&str> = args.extra.iter().map(|(name, ..)| name.as_str()).collect();
    let after = settle_producer(config, &names, args.at)?;
    if after.enable_idempotence != before.enable_idempotence {
        let found = format!("enable.idempotence={}", after.enable_idempotence);
        let expected = "a producer is idempotent from its start or not at all; add another producer";
        return Err(StoryError::new(Code::ConfigConflict, args.at, found, expected));
    }
    let mut command = config_of(args, ConfigOf::Process(NodeName::Client(name.clone())))?;
    if let Command::Config { settings, .. } = &mut command {
        let settled = ProducerConfig::SETTINGS.iter().filter(|setting| {
            let written = settings.iter().any(|(name, _)| name == setting.name);
            !written && after.get(setting.name) != before.get(setting.name)
        });
        let settled: Vec<_> = settled
            .filter_map(|setting| Some((setting.name.to_string(), after.get(setting.name)?)))
            .collect();
        settings.extend(settled);
    }
    args.declared.clients.insert(name, Client::Producer(*after));
    Ok(command)
}

pub fn config_consumer(args: &mut Args<'_>) -> Built {
    let name = given(args.text("consumer"));
    apply_settings(args, |name, text| ConsumerConfig::default().set(name, text))?;
    config_of(args, ConfigOf::Process(NodeName::Client(name)))
}

pub fn rule(args: &mut Args<'_>) -> Built {
    let Some((Value::Text(name), at)) = args.take("rule") else {
        unreachable!("a rule is a word");
    };
    let on = given(args.text("state")) == "on";
    match Rule::ALL.iter().copied().find(|rule| rule.name() == name) {
        Some(rule) => Ok(Command::Rule { rule, on }),
        None => {
            let expected = format!(
                "rules that can be switched off are {}",
                Rule::ALL.iter().map(|rule| rule.name()).collect::<Vec<_>>().join(", ")
            );
            Err(StoryError::new(Code::UnknownRule, at, quoted(&name), expected))
        }
    }
}

/// A time that fits into a run.
fn within_run(args: &mut Args<'_>, name: &str) -> Result<u64, StoryError> {
    match args.take(name) {
        Some((Value::Duration(micros), _)) if micros <= limits::MODEL_TIME => Ok(micros),
        Some((Value::Duration(micros), at)) => {
            let expected = format!("a run lasts at most {} s", limits::MODEL_TIME / 1_000_000);
            let found = super::value::print_duration(micros);
            Err(StoryError::new(Code::OutOfBounds, at, found, expected))
        }
        _ => Ok(limits::DEFAULT_WAIT),
    }
}

pub fn run(args: &mut Args<'_>) -> Built {
    Ok(Command::Run(within_run(args, "time")?))
}

pub fn run_to(args: &mut Args<'_>) -> Built {
    Ok(Command::RunTo {
        time: within_run(args, "time")?,
        steps: args.number("steps").map(|steps| steps as u64),
    })
}

pub fn run_until(args: &mut Args<'_>) -> Built {
    let max = within_run(args, "max")?;
    Ok(Command::RunUntil {
        condition: args.condition()?,
        max,
    })
}

pub fn settle_cluster(args: &mut Args<'_>) -> Built {
    Ok(Command::Settle {
        max: within_run(args, "max")?,
    })
}

pub fn begin(args: &mut Args<'_>) -> Built {
    if std::mem::replace(&mut args.declared.begun, true) {
        return Err(StoryError::new(
            Code::NotPossible,
            args.at,
            "begin",
            "a story begins once",
        ));
    }
    Ok(Command::Begin)
}

pub fn say(args: &mut Args<'_>) -> Built {
    let Some((Value::Text(id), at)) = args.take("id") else {
        unreachable!("an id is a word");
    };
    if !args.declared.captions.insert(id.clone()) {
        return Err(StoryError::new(
            Code::NameTaken,
            at,
            id,
            "every caption has an id of its own",
        ));
    }
    Ok(Command::Say {
        id,
        headline: given(args.text("headline")),
        text: args.text("text").unwrap_or_default(),
    })
}

pub fn focus(args: &mut Args<'_>) -> Built {
    if args.declared.captions.is_empty() {
        let expected = "it belongs to the `say` before it";
        return Err(StoryError::new(Code::NotPossible, args.at, "focus", expected));
    }
    let things = std::iter::from_fn(|| args.text("thing")).collect();
    Ok(Command::Focus(things))
}

pub fn pace(args: &mut Args<'_>) -> Built {
    let rate = args.take("per-second");
    match (given(args.text("pace")).as_str(), rate) {
        ("steady", rate) => Ok(Command::Pace(Pace::Steady(match rate {
            Some((Value::Duration(micros), _)) => micros.max(1),
            _ => 1_000_000,
        }))),
        (_, None) => Ok(Command::Pace(Pace::Event)),
        (_, Some((_, at))) => Err(StoryError::new(
            Code::UnknownKey,
            at,
            "per-second",
            "event pace has no rate; steady pace has one",
        )),
    }
}

pub fn label(args: &mut Args<'_>) -> Built {
    let name = given(args.text("name"));
    args.declared.labels.insert(name.clone());
    Ok(Command::Label(name))
}

pub fn expect(args: &mut Args<'_>) -> Built {
    Ok(Command::Expect(args.condition()?))
}

pub fn expect_finding(args: &mut Args<'_>) -> Built {
    let mut expected = Vec::new();
    while let Some((Value::Text(code), at)) = args.take("invariant") {
        let Some(invariant) = INVARIANTS.iter().find(|invariant| invariant.code == code) else {
            let codes: Vec<&str> = INVARIANTS.iter().map(|invariant| invariant.code).collect();
            let right = format!("invariants that are watched are {}", codes.join(", "));
            return Err(StoryError::new(Code::UnknownInvariant, at, quoted(&code), right));
        };
        expected.push(invariant.code);
    }
    Ok(Command::ExpectFinding(expected))
}

pub fn expect_printed(args: &mut Args<'_>) -> Built {
    let mut lines: Vec<String> = std::iter::from_fn(|| args.text("line")).collect();
    if lines == [""] {
        lines.clear();
    }
    Ok(Command::ExpectPrinted(lines))
}

pub fn describe(args: &mut Args<'_>) -> Built {
    Ok(Command::Print(Tool::Describe(Described {
        topic: args.text("topic"),
        only: args.text("only").as_deref().and_then(Only::named),
        exclude_internal: args.bool("exclude-internal").unwrap_or(false),
        from: args.node("from").and_then(|name| match name {
            NodeName::Broker(id) => Some(id),
            _ => None,
        }),
    })))
}

pub fn get_offsets(args: &mut Args<'_>) -> Built {
    let (mut topic, mut partition) = (None, None);
    if let Some((Value::Text(of), at)) = args.take("of") {
        match args.declared.topics.contains_key(&of) {
            true => topic = Some(of),
            false => {
                if let Value::Partition(name) = Kind::Partition.read(&of, at, args.declared)? {
                    (topic, partition) = (Some(name.topic), Some(name.partition));
                }
            }
        }
    }
    let time = match args.take("time") {
        Some((Value::Text(text), at)) => Time::read(&text).ok_or_else(|| {
            let expected = "latest, earliest, max-timestamp, earliest-local, latest-tiered, earliest-pending-upload or a \
                            timestamp in ms is right here";
            StoryError::new(Code::BadValue, at, quoted(&text), expected)
        })?,
        _ => Time::Latest,
    };
    Ok(Command::Print(Tool::GetOffsets(Wanted {
        topic,
        partition,
        time,
        exclude_internal: args.bool("exclude-internal").unwrap_or(false),
    })))
}

pub fn reassign_list(_: &mut Args<'_>) -> Built {
    Ok(Command::Print(Tool::ReassignmentList))
}

pub fn reassign_generate(args: &mut Args<'_>) -> Built {
    Ok(Command::Print(Tool::ReassignmentGenerate {
        topics: std::iter::from_fn(|| args.text("topic")).collect(),
        brokers: args.replicas("brokers").unwrap_or_default(),
    }))
}

pub fn reassign_verify(args: &mut Args<'_>) -> Built {
    Ok(Command::Print(Tool::ReassignmentVerify(plan(args)?)))
}

pub fn print(args: &mut Args<'_>) -> Built {
    let Some((Value::Text(name), at)) = args.take("name") else {
        unreachable!("a name is a word");
    };
    let mut on = |property: &str| args.bool(property);
    let formatter = Formatter {
        timestamp: on("print.timestamp").unwrap_or(false),
        partition: on("print.partition").unwrap_or(false),
        offset: on("print.offset").unwrap_or(false),
        epoch: on("print.epoch").unwrap_or(false),
        headers: on("print.headers").unwrap_or(false),
        key: on("print.key").unwrap_or(false),
        value: on("print.value").unwrap_or(true),
        max_messages: None,
    };
    let formatter = Formatter {
        max_messages: args.number("max-messages").map(|n| n as u64),
        ..formatter
    };
    let is_consumer = matches!(args.declared.clients.get(&name), Some(Client::Consumer));
    if !is_consumer && formatter != Formatter::default() {
        let expected = "only a consumer has a formatter and a number of messages";
        return Err(StoryError::new(Code::ConfigConflict, at, name, expected));
    }
    match args.declared.clients.get(&name) {
        Some(Client::Producer(_)) => Ok(Command::Print(Tool::ConsoleProducer(name))),
        Some(Client::Consumer) => Ok(Command::Print(Tool::ConsoleConsumer { name, formatter })),
        _ if args.declared.requests.contains(&name) => Ok(Command::Print(Tool::Answer(name))),
        _ => {
            let clients = args.declared.clients.iter();
            let clients = clients.filter(|(_, client)| **client != Client::Admin);
            let names = clients.map(|(name, _)| name).chain(&args.declared.requests);
            let expected = format!("one can print {}", choices(names));
            Err(StoryError::new(Code::UnknownSubject, at, quoted(&name), expected))
        }
    }
}

pub fn trace_all(_: &mut Args<'_>) -> Built {
    Ok(Command::TraceAll)
}
