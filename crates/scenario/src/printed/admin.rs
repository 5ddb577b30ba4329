//! What tools print about requests that a controller has answered: topics created and grown, leaders elected, partitions moved,
//! settings changed, brokers forgotten.
//!
//! A request and what stood before it are read off the run: the request is what was chosen at its position. Not printed: what
//! the tools' loggers add to an error.
//!
//! Source: TopicCommand, LeaderElectionCommand, ReassignPartitionsCommand, ConfigCommand, ClusterTool.

use std::fmt::Write;

use replication::base::config::ConfigResource;
use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, NodeId};
use replication::message::admin::{
    AlterConfigsRequest, CreatableTopic, CreatePartitionsRequest, ElectLeadersRequest, ElectLeadersResponse,
    ElectionType, NamedPartition, Placement,
};
use replication::message::application::{Answer, Command};
use replication::message::reassignment::{AlterPartitionReassignmentsRequest, ReassignablePartition};
use replication::message::{Request, Response};
use simulation::act::{Act, Operation};
use simulation::cluster::Cluster;
use simulation::history::{History, Position};

use super::Printout;
use super::reassignment::{any_under_way, json, plural};
use super::topics::ids;

/// What was asked of the controller and answered or not, up to a position: commands with what they have printed, oldest
/// first. Of a plan for `kafka-reassign-partitions` its file comes before it.
pub fn transcript(history: &mut History, to: Position) -> Vec<Printout> {
    let asked = history
        .choices()
        .iter()
        .filter(|(_, choice)| asks_controller(&choice.act));
    let tags: Vec<u32> = asked
        .map(|(at, _)| *at as u32)
        .filter(|tag| Position::from(*tag) < to)
        .collect();
    let mut printed = Vec::new();
    for tag in tags {
        if let Some(Request::AlterPartitionReassignments(moved)) = request_at(history, tag) {
            let plan = moved
                .partitions
                .iter()
                .filter_map(|of| Some((of, of.replicas.as_deref()?)));
            let plan = plan.map(|(of, replicas)| (&*of.partition.topic, of.partition.partition, replicas));
            if moved.partitions.iter().any(|of| of.replicas.is_some()) {
                printed.push(Printout::of("cat plan.json".into(), json(plan) + "\n"));
            }
        }
        printed.extend(printout(history, tag, to));
    }
    printed
}

fn asks_controller(act: &Act) -> bool {
    let Act::Operate(Operation::Command {
        command: Command::Request { to, .. },
        ..
    }) = act
    else {
        return false;
    };
    matches!(to, NodeId::Controller(_))
}

fn request_at(history: &History, tag: u32) -> Option<Request> {
    match history.act_at(Position::from(tag)) {
        Act::Operate(Operation::Command {
            command: Command::Request { request, .. },
            ..
        }) => Some(*request),
        _ => None,
    }
}

/// The command whose request was made at the position `tag`, and what it has printed by another one.
pub fn printout(history: &mut History, tag: u32, by: Position) -> Option<Printout> {
    let request = request_at(history, tag)?;
    let before = history.world_at(Position::from(tag)).cluster;
    let answer = history.track().answer(tag, by);
    let said = |error: ErrorCode, message: &Option<String>| match message {
        Some(message) => message.clone(),
        None => error.message().to_string(),
    };
    // A tool that gets no answer in time says so.
    let failure = match answer {
        Some(Answer::Response(response)) => match &**response {
            Response::CreateTopics(created) => {
                let refused = created.topics.iter().find(|topic| topic.error.is_error());
                refused.map(|topic| (topic.error, said(topic.error, &topic.message)))
            }
            Response::CreatePartitions(created) => refusal(created.error, &created.message),
            Response::AlterConfigs(altered) => refusal(altered.error, &altered.message),
            Response::UnregisterBroker(forgotten) => refusal(forgotten.error, &forgotten.message),
            _ => None,
        },
        Some(_) => Some((ErrorCode::RequestTimedOut, ErrorCode::RequestTimedOut.message().into())),
        None => None,
    };
    let response = match answer {
        Some(Answer::Response(response)) => Some(&**response),
        _ => None,
    };
    let (command, success) = match &request {
        Request::CreateTopics(request) => {
            let topic = request.topics.first()?;
            (create_command(topic), created(&topic.name))
        }
        Request::CreatePartitions(request) => (partitions_command(request, &before), String::new()),
        Request::ElectLeaders(request) => {
            let output = match (answer, response) {
                (_, Some(Response::ElectLeaders(response))) => elected(request, response),
                (Some(_), _) => "Timeout waiting for election results\n".into(),
                _ => String::new(),
            };
            return Some(Printout {
                command: election_command(request),
                output,
                done: answer.is_some(),
            });
        }
        Request::AlterPartitionReassignments(request) => {
            let executes = request.partitions.iter().any(|of| of.replicas.is_some());
            let mut output = if executes {
                current_assignment(request, &before)
            } else {
                String::new()
            };
            match (answer, response) {
                (_, Some(Response::AlterPartitionReassignments(response))) => {
                    output.push_str(&reassigned(executes, &response.partitions));
                }
                (Some(_), _) => output.push_str("The request timed out.\n"),
                _ => {}
            }
            return Some(Printout {
                command: reassign_command(request, executes, &before),
                output,
                done: answer.is_some(),
            });
        }
        Request::AlterConfigs(request) => {
            let done = match &request.resource {
                ConfigResource::Topic(topic) => format!("Completed updating config for topic {topic}.\n"),
                ConfigResource::Cluster => "Completed updating default config for brokers in the cluster.\n".into(),
            };
            (configs_command(request), done)
        }
        Request::UnregisterBroker(request) => {
            let id = request.broker.0;
            (
                format!("kafka-cluster.sh unregister --id {id}"),
                format!("Broker {id} is no longer registered.\n"),
            )
        }
        _ => return None,
    };
    let output = match (&failure, &request) {
        _ if answer.is_none() => String::new(),
        (None, _) => success,
        (Some((_, text)), Request::CreateTopics(_) | Request::CreatePartitions(_)) => {
            format!("Error while executing topic command : {text}\n")
        }
        (Some((error, text)), _) => format!("{}: {text}\n", error.exception()),
    };
    Some(Printout {
        command,
        output,
        done: answer.is_some(),
    })
}

fn refusal(error: ErrorCode, message: &Option<String>) -> Option<(ErrorCode, String)> {
    let text = message.clone().unwrap_or_else(|| error.message().into());
    error.is_error().then_some((error, text))
}

/// Source: Topic.hasCollisionChars, TopicCommand.createTopic.
fn created(topic: &str) -> String {
    let warning = match topic.contains(['.', '_']) {
        true => {
            "WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_') could collide. To avoid \
             issues it is best to use either, but not both.\n"
        }
        false => "",
    };
    format!("{warning}Created topic {topic}.\n")
}

fn create_command(topic: &CreatableTopic) -> String {
    let mut command = format!("kafka-topics.sh --create --topic {}", topic.name);
    match &topic.placement {
        Placement::Assignment(assignment) => {
            let _ = write!(command, " --replica-assignment {}", assignment_text(assignment));
        }
        Placement::Automatic {
            partitions,
            replication_factor,
        } => {
            for (option, number) in [("partitions", partitions), ("replication-factor", replication_factor)] {
                if *number != -1 {
                    let _ = write!(command, " --{option} {number}");
                }
            }
        }
    }
    for (name, value) in &topic.configs {
        let _ = write!(command, " --config {name}={value}");
    }
    command
}

/// `1:2:3,2:3:1`
fn assignment_text(assignment: &[Vec<BrokerId>]) -> String {
    let one = |replicas: &Vec<BrokerId>| ids(replicas).replace(',', ":");
    assignment.iter().map(one).collect::<Vec<_>>().join(",")
}

/// An assignment is given for all partitions, those that are there among them.
fn partitions_command(request: &CreatePartitionsRequest, before: &Cluster) -> String {
    let CreatePartitionsRequest {
        topic,
        count,
        assignments,
    } = request;
    let mut command = format!("kafka-topics.sh --alter --topic {topic} --partitions {count}");
    if let Some(new) = assignments {
        let image = before.metadata();
        let id = image.and_then(|image| image.topic_ids.get(topic)).copied();
        let known = image.into_iter().flat_map(|image| &image.partitions);
        let known = known.filter(|(partition, _)| Some(partition.topic) == id);
        let mut all: Vec<Vec<BrokerId>> = known.map(|(_, partition)| partition.replicas.clone()).collect();
        all.extend(new.iter().cloned());
        let _ = write!(command, " --replica-assignment {}", assignment_text(&all));
    }
    command
}

fn configs_command(request: &AlterConfigsRequest) -> String {
    let mut command = String::from("kafka-configs.sh --alter");
    match &request.resource {
        ConfigResource::Topic(topic) => {
            let _ = write!(command, " --entity-type topics --entity-name {topic}");
        }
        ConfigResource::Cluster => command += " --entity-type brokers --entity-default",
    }
    let joined = |of: &mut dyn Iterator<Item = String>| of.collect::<Vec<_>>().join(",");
    let set = request
        .configs
        .iter()
        .filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
    let set = joined(&mut { set });
    let deleted = request.configs.iter().filter(|(_, value)| value.is_none());
    let deleted = joined(&mut deleted.map(|(name, _)| name.to_string()));
    for (option, list) in [("add-config", set), ("delete-config", deleted)] {
        if !list.is_empty() {
            let _ = write!(command, " --{option} {list}");
        }
    }
    command
}

fn election_name(election: ElectionType) -> (&'static str, &'static str) {
    match election {
        ElectionType::Preferred => ("preferred", "PREFERRED"),
        ElectionType::Unclean => ("unclean", "UNCLEAN"),
    }
}

fn election_command(request: &ElectLeadersRequest) -> String {
    let (election, _) = election_name(request.election);
    let mut command = format!("kafka-leader-election.sh --election-type {election}");
    match request.partitions.as_deref() {
        Some([one]) => {
            let _ = write!(command, " --topic {} --partition {}", one.topic, one.partition);
        }
        Some(_) => command += " --path-to-json-file partitions.json",
        None => command += " --all-topic-partitions",
    }
    command
}

/// Source: LeaderElectionCommand.electLeaders. Partitions come in their order here, in Kafka in that of a hash map.
fn elected(request: &ElectLeadersRequest, response: &ElectLeadersResponse) -> String {
    let (_, election) = election_name(request.election);
    let named = |wanted: ErrorCode| {
        let partitions = response.partitions.iter().filter(move |(_, error, _)| *error == wanted);
        partitions.map(|(name, ..)| partition_text(name)).collect::<Vec<_>>()
    };
    let (succeeded, needless) = (named(ErrorCode::None), named(ErrorCode::ElectionNotNeeded));
    let mut out = String::new();
    if !succeeded.is_empty() {
        let names = succeeded.join(", ");
        let _ = writeln!(
            out,
            "Successfully completed leader election ({election}) for partitions {names}"
        );
    }
    if !needless.is_empty() {
        let _ = writeln!(
            out,
            "Valid replica already elected for partitions {}",
            needless.join(", ")
        );
    }
    let mut failed = 0;
    for (name, error, message) in &response.partitions {
        if matches!(error, ErrorCode::None | ErrorCode::ElectionNotNeeded) {
            continue;
        }
        failed += 1;
        let _ = writeln!(
            out,
            "Error completing leader election ({election}) for partition: {}: {}: {}",
            partition_text(name),
            error.exception(),
            message.as_deref().unwrap_or(error.message())
        );
    }
    if failed > 0 {
        let _ = writeln!(out, "{failed} replica(s) could not be elected");
    }
    out
}

fn partition_text(name: &NamedPartition) -> String {
    format!("{}-{}", name.topic, name.partition)
}

fn reassign_command(request: &AlterPartitionReassignmentsRequest, executes: bool, before: &Cluster) -> String {
    let mut command = String::from("kafka-reassign-partitions.sh ");
    command += if executes {
        "--execute"
    } else {
        "--cancel --preserve-throttles"
    };
    command += " --reassignment-json-file plan.json";
    if executes && any_under_way(before) {
        command += " --additional";
    }
    if executes && !request.allow_replication_factor_change {
        command += " --disallow-replication-factor-change";
    }
    command
}

fn current_assignment(request: &AlterPartitionReassignmentsRequest, before: &Cluster) -> String {
    let current = |of: &ReassignablePartition| {
        let NamedPartition { topic, partition } = &of.partition;
        let id = before.partition_named(topic, *partition)?;
        Some((topic.clone(), *partition, before.registration(id)?.replicas.clone()))
    };
    let mut current: Vec<_> = request.partitions.iter().filter_map(current).collect();
    current.sort();
    let current = current
        .iter()
        .map(|(topic, partition, replicas)| (&**topic, *partition, &**replicas));
    format!(
        "Current partition replica assignment\n\n{}\n\nSave this to use as the --reassignment-json-file option during rollback\n",
        json(current)
    )
}

/// Source: ReassignPartitionsCommand.executeAssignment, cancelAssignment.
fn reassigned(executes: bool, partitions: &[(NamedPartition, ErrorCode, Option<String>)]) -> String {
    let names = |of: &[&(NamedPartition, ErrorCode, Option<String>)]| {
        let mut names: Vec<&NamedPartition> = of.iter().map(|(name, ..)| name).collect();
        names.sort();
        names.into_iter().map(partition_text).collect::<Vec<_>>().join(",")
    };
    // To cancel what is not under way is not asked for by the tool, which looks first.
    let idle = |error: ErrorCode| !executes && error == ErrorCode::NoReassignmentInProgress;
    let (done, refused): (Vec<_>, Vec<_>) = partitions.iter().partition(|(_, error, _)| !error.is_error());
    let refused: Vec<_> = refused.into_iter().filter(|(_, error, _)| !idle(*error)).collect();
    if !refused.is_empty() {
        let mut out = match executes {
            true => "Error reassigning partition(s):\n".to_string(),
            false => format!(
                "Error cancelling partition reassignment{} for:\n",
                plural(refused.len())
            ),
        };
        for (name, error, message) in refused {
            let text = message.as_deref().unwrap_or(error.message());
            let _ = writeln!(out, "{}: {text}", partition_text(name));
        }
        return out;
    }
    match (executes, done.len()) {
        (true, count) => format!(
            "Successfully started partition reassignment{} for {}\n",
            plural(count),
            names(&done)
        ),
        (false, 0) => "None of the specified partition reassignments are active.\n".into(),
        (false, count) => format!(
            "Successfully cancelled partition reassignment{} for: {}\n",
            plural(count),
            names(&done)
        ),
    }
}
