//! Writes down what happened in a run: what stands after `---` in a story.
//!
//! One line per act and per fact of each moment, with the time since `begin`; every step with `trace all`. It is for reading:
//! who reviews a change of the engine reads the difference. Sentences for the page are made elsewhere.

use std::fmt::Write;

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::message::application::{Answer, Completion, SendOutcome};
use simulation::act::Direction;
use simulation::cluster::{Cluster, End};
use simulation::event::{Happening, Step};
use simulation::history::{Observed, Position};
use simulation::network::{Condition, Path};
use simulation::observe::Change;

use crate::checking::found_text;
use crate::language::command::Command;
use crate::language::value::{print_duration, purpose_name};
use crate::reading::{node_name, partition_name, role, send_error};
use crate::runner::{Done, Mark, Runner};

/// The whole recording, from `begin` to the end.
pub fn recording(run: &mut Runner, trace_all: bool) -> String {
    let begin = run.begin.unwrap_or(Mark { position: 0, time: 0 });
    let mut moments: Vec<Position> = run.history.track().moments().map(|moment| moment.position).collect();
    moments.dedup();
    let mut out = Writing {
        zero: begin.time,
        out: String::new(),
    };
    let done = run.done.clone();
    for done in done.iter().filter(|done| done.from.position >= begin.position) {
        out.line(done);
        let positions = done.from.position + 1..=done.to.position;
        let shown: Vec<Position> = match trace_all {
            true => positions.collect(),
            false => moments
                .iter()
                .copied()
                .filter(|position| positions.contains(position))
                .collect(),
        };
        for position in shown {
            if let Some((observed, after)) = run.history.step_at(position) {
                let cluster = after.cluster;
                out.step(&cluster, &observed, trace_all);
                let found = run.history.track().findings().iter();
                for (_, finding) in found.filter(|(at, _)| *at == position) {
                    out.add(observed.step.at.0, &format!("! {}", found_text(&cluster, finding)));
                }
            }
        }
    }
    out.out
}

struct Writing {
    zero: u64,
    out: String,
}

impl Writing {
    fn add(&mut self, time: u64, what: &str) {
        let since = time.saturating_sub(self.zero);
        let _ = writeln!(self.out, "{:>4}.{:06}  {what}", since / 1_000_000, since % 1_000_000);
    }

    fn line(&mut self, done: &Done) {
        let text = &done.line.text;
        match &done.line.command {
            Command::Say { headline, .. } => self.add(done.from.time, &format!("  -- {headline}")),
            _ if done.line.group.acts() => self.add(done.from.time, &format!("> {text}")),
            _ => {}
        }
        if let Some(printed) = &done.printed {
            self.add(done.from.time, &format!("> {text}"));
            self.out.push_str(printed);
        }
    }

    fn step(&mut self, cluster: &Cluster, observed: &Observed, trace_all: bool) {
        let step = &observed.step;
        if trace_all {
            let happened = happening(cluster, step);
            self.add(step.at.0, &format!("[{}] {happened}", step.number));
        }
        for change in &observed.changes {
            if let Some(what) = change_text(cluster, change, trace_all) {
                self.add(step.at.0, &what);
            }
        }
    }
}

fn happening(cluster: &Cluster, step: &Step) -> String {
    let name = |id: NodeId| node_name(cluster, id);
    match &step.happening {
        Happening::Arrived {
            connection,
            direction,
            api,
            ..
        } => match direction {
            Direction::Request => format!(
                "{} ← {} from {}",
                name(connection.to),
                api.name(),
                name(connection.from)
            ),
            Direction::Response => {
                format!(
                    "{} ← answer to {} from {}",
                    name(connection.from),
                    api.name(),
                    name(connection.to)
                )
            }
        },
        Happening::Disconnected { connection, told, .. } => {
            let other = if *told == connection.from {
                connection.to
            } else {
                connection.from
            };
            format!(
                "{} learns that its connection with {} is gone",
                name(*told),
                name(other)
            )
        }
        Happening::Refused { connection } => format!("{} is refused by {}", name(connection.from), name(connection.to)),
        Happening::InSocket { connection, direction } => {
            let receiver = match direction {
                Direction::Request => connection.to,
                Direction::Response => connection.from,
            };
            format!("a message waits in a socket of {}", name(receiver))
        }
        Happening::Lost { connection, .. } => {
            format!(
                "a message between {} and {} is lost",
                name(connection.from),
                name(connection.to)
            )
        }
        Happening::TimerFired { node, timer, .. } => format!("{}: timer {timer:?}", name(*node)),
        Happening::TimerOverdue { node, timer } => format!("{}: timer {timer:?} is overdue", name(*node)),
        Happening::Late { node } => format!("{} gets what waited for it", name(*node)),
        Happening::Called { client } => format!("the application of {} sends", name(NodeId::Client(*client))),
        Happening::Operated => "done".into(),
        Happening::Waited => "time passes".into(),
        Happening::Ineffective(why) => format!("nothing: {why:?}"),
    }
}

fn ids(brokers: &[BrokerId]) -> String {
    if brokers.is_empty() {
        return "none".into();
    }
    let ids: Vec<String> = brokers.iter().map(|id| id.0.to_string()).collect();
    ids.join(",")
}

fn path_text(cluster: &Cluster, path: &Path) -> String {
    let purpose = path
        .purpose
        .map(|purpose| format!(":{}", purpose_name(purpose)))
        .unwrap_or_default();
    format!(
        "{}>{}{purpose}",
        node_name(cluster, path.from),
        node_name(cluster, path.to)
    )
}

fn condition_text(condition: &Condition) -> String {
    let mut words = Vec::new();
    words.extend(condition.cut.then(|| "cut".to_string()));
    words.extend(condition.held.then(|| "held".to_string()));
    words.extend(condition.lose.then(|| "about to lose the next message".to_string()));
    words.extend(condition.slow.map(|by| format!("slower by {}", print_duration(by.0))));
    if words.is_empty() {
        "whole".into()
    } else {
        words.join(", ")
    }
}

fn plural(records: u64) -> String {
    match records {
        1 => "1 record".into(),
        n => format!("{n} records"),
    }
}

/// A fact as one line; none if it is not worth one outside a full trace.
fn change_text(cluster: &Cluster, change: &Change, trace_all: bool) -> Option<String> {
    let of = |partition: &TopicPartition| partition_name(cluster, *partition);
    let some_leader = |id: &Option<BrokerId>| id.map_or("none".into(), |id| id.to_string());
    Some(match change {
        Change::Appended {
            broker,
            partition,
            base_offset,
            next_offset,
            epoch,
            as_leader,
            high_watermark,
        } => {
            let verb = if *as_leader { "appends" } else { "copies" };
            let offsets = match next_offset.0 - 1 {
                last if last == base_offset.0 => last.to_string(),
                last => format!("{base_offset}..{last}"),
            };
            format!(
                "{broker} {verb} {offsets} of {}: leo {next_offset}, hw {high_watermark}, epoch {epoch}",
                of(partition)
            )
        }
        Change::ReplicaDeleted { broker, partition } => format!("{broker} deletes its replica of {}", of(partition)),
        Change::LogStartMoved {
            broker,
            partition,
            from,
            to,
        } => format!("{broker} deletes of {}: log start {from} → {to}", of(partition)),
        Change::Truncated {
            broker,
            partition,
            from,
            to,
        } => format!("{broker} truncates {}: leo {from} → {to}", of(partition)),
        Change::HighWatermarkMoved {
            broker,
            partition,
            from,
            to,
            is_leader,
        } => {
            let whose = if *is_leader { "leader" } else { "follower" };
            format!("{broker} ({whose}) {}: hw {from} → {to}", of(partition))
        }
        Change::RoleChanged {
            broker,
            partition,
            role: new,
            epoch,
            log_end_offset,
            high_watermark,
            ..
        } => format!(
            "{broker} is {} of {} in epoch {epoch}: leo {log_end_offset}, hw {high_watermark}",
            role(*new),
            of(partition)
        ),
        Change::FollowerHeard {
            leader,
            follower,
            partition,
            knew,
            asked_for,
        } => {
            format!(
                "{leader} hears that {follower} is at {asked_for} of {} (knew {knew})",
                of(partition)
            )
        }
        Change::IsrProposed {
            broker,
            partition,
            from,
            to,
        } => {
            format!("{broker} asks for isr {} → {} of {}", ids(from), ids(to), of(partition))
        }
        Change::ProposalSettled { broker, partition, isr } => {
            format!("{broker} has isr {} of {}", ids(isr), of(partition))
        }
        Change::ProduceAnswered {
            broker,
            client,
            partition,
            error,
            ..
        } => {
            format!(
                "{broker} answers the produce of {} to {}: {}",
                node_name(cluster, NodeId::Client(*client)),
                of(partition),
                error.name()
            )
        }
        Change::DuplicateRecognised {
            broker,
            partition,
            producer,
            base_sequence,
            last_sequence,
            base_offset,
        } => {
            let sequences = match base_sequence == last_sequence {
                true => base_sequence.to_string(),
                false => format!("{base_sequence}..{last_sequence}"),
            };
            format!(
                "{broker} has {sequences} of producer {}, epoch {}, already: at {base_offset} of {}",
                producer.id,
                producer.epoch,
                of(partition)
            )
        }
        Change::ProducerEpochBumped { client, producer } => {
            let client = node_name(cluster, NodeId::Client(*client));
            match producer {
                Some(producer) => format!("{client} begins epoch {} of producer {}", producer.epoch, producer.id),
                None => format!("{client} needs a new producer id"),
            }
        }
        Change::IsrChanged { partition, from, to } => format!("c1 {}: isr {} → {}", of(partition), ids(from), ids(to)),
        Change::ElrChanged { partition, from, to } => format!("c1 {}: elr {} → {}", of(partition), ids(from), ids(to)),
        Change::LeaderChanged {
            partition,
            from,
            to,
            epoch,
            partition_epoch,
            unclean,
        } => {
            let how = if *unclean { ", unclean" } else { "" };
            format!(
                "c1 {}: leader {} → {} in epoch {epoch}, partition epoch {}{how}",
                of(partition),
                some_leader(from),
                some_leader(to),
                partition_epoch.0
            )
        }
        Change::ReplicasChanged { partition, from, to } => {
            format!("c1 {}: replicas {} → {}", of(partition), ids(from), ids(to))
        }
        Change::BrokerRegistered { broker, epoch } => format!("c1 registers {broker}, broker epoch {}", epoch.0),
        Change::BrokerFenced { broker } => format!("c1 fences {broker}"),
        Change::BrokerUnfenced { broker } => format!("c1 unfences {broker}"),
        Change::ControlledShutdownBegan { broker } => format!("c1 lets {broker} shut down"),
        Change::BrokerUnregistered { broker } => format!("c1 forgets {broker}"),
        Change::PartitionsAdded { topic, first, count } => {
            let name = cluster.metadata().and_then(|image| image.topic_name(*topic));
            format!(
                "c1 adds {count} partitions to {}, from {first} on",
                name.map_or("?", |name| name)
            )
        }
        Change::TopicCreated { name, partitions, .. } => format!("c1 creates {name} with {partitions} partitions"),
        Change::TopicDeleted { .. } => "c1 deletes a topic".into(),
        Change::ConfigChanged { name, value, .. } => {
            format!("c1 sets {name}={}", value.as_deref().unwrap_or_default())
        }
        Change::Told { client, completion } => {
            format!(
                "{} {}",
                node_name(cluster, NodeId::Client(*client)),
                completion_text(cluster, completion)
            )
        }
        Change::Saved {
            client,
            partition,
            offset,
        } => {
            format!(
                "{} saves {offset} of {}",
                node_name(cluster, NodeId::Client(*client)),
                of(partition)
            )
        }
        Change::ProcessStarted { node, .. } => format!("{} starts", node_name(cluster, *node)),
        Change::ProcessEnded { node, end } => {
            let how = match end {
                End::Stopped => "stops",
                End::Crashed => "crashes",
                End::PowerLost => "loses power",
                End::DiskLost => "loses its disk",
            };
            format!("{} {how}", node_name(cluster, *node))
        }
        Change::ProcessPaused { node } => format!("{} is paused", node_name(cluster, *node)),
        Change::ProcessResumed { node } => format!("{} goes on", node_name(cluster, *node)),
        Change::DiskSlowed { broker, per_append } => {
            format!("{broker}: {} more per append", print_duration(per_append.0))
        }
        Change::LinkChanged { path, to, .. } => format!("{} is {}", path_text(cluster, path), condition_text(to)),
        Change::EpochAssigned {
            broker,
            partition,
            epoch,
            start_offset,
        } if trace_all => {
            format!(
                "{broker} notes that epoch {epoch} of {} begins at {start_offset}",
                of(partition)
            )
        }
        Change::FetchParked { broker, connection, .. } if trace_all => {
            format!("{broker} parks the fetch of {}", node_name(cluster, connection.from))
        }
        Change::FetchAnswered {
            broker,
            reader,
            partition,
            records,
            ..
        } if trace_all => {
            format!(
                "{broker} answers the fetch of {} with {} of {}",
                node_name(cluster, *reader),
                plural(u64::from(*records)),
                of(partition)
            )
        }
        Change::ProduceSent {
            client,
            to,
            partition,
            records,
            ..
        } => {
            format!(
                "{} sends {} of {} to {to}",
                node_name(cluster, NodeId::Client(*client)),
                plural(u64::from(*records)),
                of(partition)
            )
        }
        Change::ProduceParked { broker, connection, .. } if trace_all => {
            format!("{broker} parks the produce of {}", node_name(cluster, connection.from))
        }
        Change::MetadataApplied { broker, from, to } if trace_all => format!("{broker} applies metadata {from} → {to}"),
        Change::Flushed { broker, partition, to } if trace_all => {
            format!("{broker} flushes {} up to {to}", of(partition))
        }
        Change::EpochAssigned { .. }
        | Change::FetchParked { .. }
        | Change::FetchAnswered { .. }
        | Change::ProduceParked { .. }
        | Change::MetadataApplied { .. }
        | Change::Flushed { .. } => return None,
    })
}

fn completion_text(cluster: &Cluster, completion: &Completion) -> String {
    let of =
        |partition: &Option<TopicPartition>| partition.map_or("no partition".into(), |p| partition_name(cluster, p));
    match completion {
        Completion::Sent {
            records,
            partition,
            outcome,
            ..
        } => {
            let count = plural(records.len() as u64);
            match outcome {
                SendOutcome::Acknowledged {
                    base_offset: Some(base),
                } => {
                    format!("is told: {count} acknowledged, from {base} of {}", of(partition))
                }
                SendOutcome::Acknowledged { base_offset: None } => {
                    format!("calls {count} sent to {} done", of(partition))
                }
                SendOutcome::Failed { error, .. } => {
                    format!("is told: {count} to {} failed, {}", of(partition), send_error(*error))
                }
            }
        }
        Completion::Received {
            partition, from, next, ..
        } => {
            format!(
                "reads {} from {from}, position {next}",
                partition_name(cluster, *partition)
            )
        }
        Completion::ReadFailed { partition, .. } => format!("cannot read {}", partition_name(cluster, *partition)),
        Completion::Answered {
            answer: Answer::NotExpected,
            ..
        } => "expects no answer".into(),
        Completion::Answered {
            answer: Answer::Disconnected,
            ..
        } => "loses the connection of its request".into(),
        Completion::Answered {
            answer: Answer::Response(response),
            ..
        } => {
            format!("has the answer to {}", response.api().name())
        }
    }
}
