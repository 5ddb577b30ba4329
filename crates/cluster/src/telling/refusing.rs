//! What the lab does not do of a story, with the reason: said of all lines at once, before anything is started.

use std::collections::BTreeMap;

use lab::act::Act;
use lab::recording::Want;
use replication::message::Purpose as ModelPurpose;
use scenario::language::command::{Command, ConfigOf, RawRequest, TopicPlacement};
use scenario::language::value::{LinksName, NodeName};
use scenario::printed::Tool;
use scenario::printed::topics::Described;
use scenario::story::Story;

/// The same description without filters, of which the controller is asked.
pub(super) fn plain(described: &Described) -> Described {
    Described {
        topic: described.topic.clone(),
        ..Described::default()
    }
}

/// Why the lab does not do a command, or None if it does.
pub fn refusal(command: &Command) -> Option<&'static str> {
    Some(match command {
        Command::PowerLoss(_) => "power-loss: a process can be killed, but what the page cache holds survives it",
        Command::LoseDisk(_) => "lose-disk: the lab has no disk that could fail under a running broker",
        Command::SlowDisk { .. } => "slow-disk: the lab has no disk that it could slow down",
        Command::Slow { .. } => "slow: the gate holds or passes; a latency would be real time, which is not compared",
        Command::Retention { .. } => "retention: Kafka deletes by age and size, not at a named offset",
        Command::Rate { .. } => "rate: records per second are real time, which is not compared",
        Command::RunTo { .. } => "run to: a moment of the model's time means nothing to real processes",
        Command::TraceAll => "trace all: real processes do not say what they decide",
        Command::Topic {
            placement: TopicPlacement::Automatic { .. },
            ..
        } => "topic without assignment=: the controller places replicas by chance",
        Command::Produce(produce) if produce.every.is_some() => {
            "produce rate=: records per second are real time, which is not compared"
        }
        Command::Print(Tool::ConsoleProducer(_) | Tool::ConsoleConsumer { .. }) => {
            "print: the lab's clients are small ones of its own, not Kafka's console"
        }
        Command::ExpectPrinted(_) => {
            "expect printed: topic ids, times and what else differs between clusters is part of it"
        }
        Command::Config {
            of: ConfigOf::Process(_),
            ..
        } => "config process: a real process reads its static settings when it starts",
        Command::Request { request, .. } => return refusal_of_request(request),
        Command::Cut(links)
        | Command::Heal(links)
        | Command::Hold(links)
        | Command::Release(links)
        | Command::Step { links, .. }
        | Command::Lose(links)
        | Command::Reset(links)
            if of_client(links) =>
        {
            "a client's connection: the lab's clients reach brokers directly, one connection for each request"
        }
        _ => return None,
    })
}

fn refusal_of_request(request: &RawRequest) -> Option<&'static str> {
    Some(match request {
        RawRequest::WriteTxnMarkers { .. } => {
            "request write-txn-markers: brokers take markers from a transaction coordinator only"
        }
        RawRequest::Produce { corrupt: true, .. } => "request produce corrupt=true: the lab's batches are whole",
        RawRequest::Produce {
            transactional: true, ..
        } => "request produce transactional=true: the lab has no transaction coordinator",
        RawRequest::Fetch { debugging: true, .. } => {
            "request fetch reader=debugging: brokers let no client read beyond the high watermark"
        }
        RawRequest::ListOffsets {
            isolation: replication::base::config::Isolation::ReadCommitted,
            ..
        } => "request list-offsets isolation=read_committed: the lab asks without it",
        _ => return None,
    })
}

fn of_client(links: &LinksName) -> bool {
    let client = |name: &NodeName| matches!(name, NodeName::Client(_));
    match links {
        LinksName::One(link) => client(&link.from) || client(&link.to) || link.purpose == Some(ModelPurpose::Client),
        LinksName::Of(name) => client(name),
        LinksName::All => false,
    }
}

/// A rule is switched off to show what would happen without it; the lab tells such a story with all of Kafka's rules, and says so.
pub(super) fn is_left_out(command: &Command) -> bool {
    matches!(command, Command::Rule { .. } | Command::ExpectFinding(_))
}

/// What the lab leaves out of a story.
pub fn left_out(story: &Story) -> Vec<String> {
    story
        .lines
        .iter()
        .filter(|line| is_left_out(&line.command))
        .map(|line| line.text.clone())
        .collect()
}

/// Every line of a story that the lab cannot do, with the reason.
pub fn refusals(story: &Story) -> Vec<String> {
    let mut partitions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut refused = Vec::new();
    for line in &story.lines {
        if let Command::Topic {
            name,
            placement: TopicPlacement::Assignment(assignment),
            ..
        } = &line.command
        {
            partitions.insert(name, assignment.len());
        }
        let by_chance = match &line.command {
            Command::Produce(produce) if produce.partition.is_none() && produce.records.key.is_none() => {
                let many = partitions.get(produce.topic.as_str()).is_some_and(|count| *count > 1);
                many.then_some(
                    "produce without key: the record goes to a partition by chance; name one with partition=0",
                )
            }
            _ => None,
        };
        if let Some(why) = refusal(&line.command).or(by_chance) {
            refused.push(format!("line {}, {}: {why}", line.at.0, line.text));
        }
    }
    refused
}

/// What is wrong with the acts that stand in a story's comments.
pub fn mistakes_in_comments(text: &str) -> Vec<String> {
    let mut mistakes = Vec::new();
    for (at, line) in (1..).zip(text.lines()) {
        let comment = line.trim_start().strip_prefix("# ").unwrap_or_default();
        let wrong = match (comment.strip_prefix("Act: "), comment.strip_prefix("Wait: ")) {
            (Some(json), _) => serde_json::from_str::<Act>(json).err(),
            (_, Some(json)) => serde_json::from_str::<Want>(json).err(),
            _ => None,
        };
        mistakes.extend(wrong.map(|error| format!("line {at}, {comment}: {error}")));
    }
    mistakes
}
