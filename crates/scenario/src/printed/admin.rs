//! What tools print about requests that a controller has answered: topics created and grown, leaders elected, partitions moved,
//! settings changed, brokers forgotten.
//!
//! A request and what stood before it are read off the run: the request is what was chosen at its position. Not printed: what
//! the tools' loggers add to an error, and the frames of stack traces, which are places in Kafka's own files. A command has no
//! `--bootstrap-server` here, not even where a tool repeats its arguments.
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
use super::reassignment::{any_under_way, json, placed_json, plural};
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
    answered(&request, &before, history.track().answer(tag, by))
}

/// The command by which a tool makes a request, when a topic has these partitions and something is being moved or not.
pub fn command(request: &Request, assigned: &[Vec<BrokerId>], under_way: bool) -> Option<String> {
    Some(match request {
        Request::CreateTopics(request) => create_command(request.topics.first()?),
        Request::CreatePartitions(request) => partitions_command(request, assigned),
        Request::ElectLeaders(request) => election_command(request),
        Request::AlterPartitionReassignments(request) => reassign_command(request, under_way),
        Request::AlterConfigs(request) => configs_command(request),
        Request::UnregisterBroker(request) => format!("kafka-cluster.sh unregister --id {}", request.broker.0),
        _ => return None,
    })
}

/// What a tool says about a request that it made of a cluster as it was before, by the answer it has so far.
pub fn answered(request: &Request, before: &Cluster, answer: Option<&Answer>) -> Option<Printout> {
    let assigned = match request {
        Request::CreatePartitions(request) => assignment(before, &request.topic),
        _ => Vec::new(),
    };
    let command = command(request, &assigned, any_under_way(before))?;
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
        Some(_) => Some((ErrorCode::RequestTimedOut, timed_out(request))),
        None => None,
    };
    let response = match answer {
        Some(Answer::Response(response)) => Some(&**response),
        _ => None,
    };
    let cause = match (answer, response) {
        (Some(_), None) => cancelled(request),
        _ => String::new(),
    };
    let output = match request {
        // Some tools say something before they ask, or do not ask at all.
        Request::CreateTopics(request) if topic_mistake(request.topics.first()?).is_some() => {
            topic_failure(&topic_mistake(request.topics.first()?)?)
        }
        Request::CreateTopics(request) => {
            let name = &request.topics.first()?.name;
            let said = match (&failure, answer) {
                (Some((_, text)), _) => topic_failure(text),
                (None, Some(_)) => format!("Created topic {name}.\n"),
                (None, None) => String::new(),
            };
            collision_warning(name).to_string() + &said
        }
        Request::ElectLeaders(elects) => match (answer, response) {
            (_, Some(Response::ElectLeaders(response))) => elected(elects, response),
            (Some(_), _) => {
                let failure = "Timeout waiting for election results";
                let exception = ErrorCode::RequestTimedOut.exception();
                format!(
                    "{failure}\n{failure}\norg.apache.kafka.tools.AdminCommandFailedException: {failure}\nCaused by: \
                     {exception}: {}\n{}\n",
                    timed_out(request),
                    cause
                )
            }
            _ => String::new(),
        },
        Request::AlterPartitionReassignments(request) => {
            let executes = executes(request);
            let mut output = if executes {
                current_assignment(request, before)
            } else {
                String::new()
            };
            match (answer, response) {
                (_, Some(Response::AlterPartitionReassignments(response))) => {
                    output.push_str(&reassigned(executes, &response.partitions));
                }
                // It is the first question that is not answered: what is being moved already.
                (Some(_), _) => {
                    let exception = ErrorCode::RequestTimedOut.exception();
                    let text = timed_out_call("listPartitionReassignments");
                    let trace = execution_failure(ErrorCode::RequestTimedOut, &text);
                    let cause = cancelled_call("listPartitionReassignments");
                    output = format!("Error: {exception}: {text}\n{trace}{cause}\n");
                }
                _ => {}
            }
            output
        }
        _ if answer.is_none() => String::new(),
        Request::CreatePartitions(request) => {
            let all: Vec<_> = assigned.iter().chain(request.assignments.iter().flatten()).collect();
            let mistake = request.assignments.as_ref().and_then(|_| assignment_mistake(&all));
            let text = mistake.or(failure.map(|(_, text)| text));
            text.map_or(String::new(), |text| topic_failure(&text))
        }
        Request::AlterConfigs(request) => match (failure, &request.resource) {
            (Some((error, text)), _) => {
                let arguments = command.split_once(' ').map_or("", |(_, arguments)| arguments);
                let trace = execution_failure(error, &text) + &cause;
                format!("Error while executing config command with args '{arguments}'\n{trace}")
            }
            (None, ConfigResource::Topic(topic)) => format!("Completed updating config for topic {topic}.\n"),
            (None, ConfigResource::Cluster) => "Completed updating default config for brokers in the cluster.\n".into(),
        },
        Request::UnregisterBroker(request) => match failure {
            Some((error, text)) => {
                let trace = execution_failure(error, &text) + &cause;
                format!("{}: {text}\n{trace}\n", error.exception())
            }
            None => format!("Broker {} is no longer registered.\n", request.broker.0),
        },
        _ => return None,
    };
    Some(Printout {
        command,
        output,
        done: answer.is_some(),
    })
}

/// What the tool does not even ask for. Source: TopicCommandOptions.checkArgs; observed on 4.3.1.
fn topic_mistake(topic: &CreatableTopic) -> Option<String> {
    match &topic.placement {
        Placement::Assignment(assignment) => assignment_mistake(&assignment.iter().collect::<Vec<_>>()),
        Placement::Automatic { partitions, .. } if *partitions != -1 && *partitions < 1 => {
            Some("The partitions must be greater than 0".into())
        }
        Placement::Automatic { .. } => None,
    }
}

/// Source: TopicCommand.parseReplicaAssignment; observed on 4.3.1.
fn assignment_mistake(assignment: &[&Vec<BrokerId>]) -> Option<String> {
    for (n, replicas) in assignment.iter().enumerate() {
        let twice = (1..replicas.len()).find(|at| replicas[..*at].contains(&replicas[*at]));
        if let Some(at) = twice {
            let id = replicas[at].0;
            return Some(format!(
                "Partition replica lists may not contain duplicate entries: {id}"
            ));
        }
        if replicas.len() != assignment[0].len() {
            let ids = ids(replicas).replace(',', ", ");
            return Some(format!("Partition {n} has different replication factor: [{ids}]"));
        }
    }
    None
}

fn topic_failure(text: &str) -> String {
    format!("Error while executing topic command : {text}\n")
}

/// An exception of the controller's, as it comes out of a future: without the frames of its trace.
fn execution_failure(error: ErrorCode, text: &str) -> String {
    let exception = error.exception();
    format!("java.util.concurrent.ExecutionException: {exception}: {text}\nCaused by: {exception}: {text}\n")
}

/// A call that got no answer in time. When, and how often it was tried, is left out. Source: Call.handleTimeoutFailure;
/// observed on 4.3.1, with a controller that does not answer.
fn timed_out_call(name: &str) -> String {
    format!("Call(callName={name}, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)")
}

fn cancelled_call(name: &str) -> String {
    format!(
        "Caused by: org.apache.kafka.common.errors.DisconnectException: Cancelled {name} request with correlation id … due to \
         node … being disconnected\n"
    )
}

fn timed_out(request: &Request) -> String {
    timed_out_call(call_name(request))
}

fn cancelled(request: &Request) -> String {
    cancelled_call(call_name(request))
}

/// As KafkaAdminClient calls what it asks.
fn call_name(request: &Request) -> &'static str {
    match request {
        Request::CreateTopics(_) => "createTopics",
        Request::CreatePartitions(_) => "createPartitions",
        Request::ElectLeaders(_) => "electLeaders",
        Request::AlterConfigs(_) => "incrementalAlterConfigs",
        Request::UnregisterBroker(_) => "unregisterBroker",
        _ => "alterPartitionReassignments",
    }
}

fn executes(request: &AlterPartitionReassignmentsRequest) -> bool {
    request.partitions.iter().any(|of| of.replicas.is_some())
}

fn refusal(error: ErrorCode, message: &Option<String>) -> Option<(ErrorCode, String)> {
    let text = message.clone().unwrap_or_else(|| error.message().into());
    error.is_error().then_some((error, text))
}

/// Said before anything is asked, whatever comes of it. Source: Topic.hasCollisionChars, TopicCommand.createTopic; observed on 4.3.1.
fn collision_warning(topic: &str) -> &'static str {
    match topic.contains(['.', '_']) {
        true => {
            "WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_') could collide. To avoid \
             issues it is best to use either, but not both.\n"
        }
        false => "",
    }
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
fn partitions_command(request: &CreatePartitionsRequest, assigned: &[Vec<BrokerId>]) -> String {
    let CreatePartitionsRequest {
        topic,
        count,
        assignments,
    } = request;
    let mut command = format!("kafka-topics.sh --alter --topic {topic} --partitions {count}");
    if let Some(new) = assignments {
        let all: Vec<Vec<BrokerId>> = assigned.iter().chain(new).cloned().collect();
        let _ = write!(command, " --replica-assignment {}", assignment_text(&all));
    }
    command
}

/// Replicas of each partition of a topic.
fn assignment(cluster: &Cluster, topic: &str) -> Vec<Vec<BrokerId>> {
    let image = cluster.metadata();
    let id = image.and_then(|image| image.topic_ids.get(topic)).copied();
    let known = image.into_iter().flat_map(|image| &image.partitions);
    let known = known.filter(|(partition, _)| Some(partition.topic) == id);
    known.map(|(_, partition)| partition.replicas.clone()).collect()
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
    let mut suppressed = Vec::new();
    for (name, error, message) in &response.partitions {
        if matches!(error, ErrorCode::None | ErrorCode::ElectionNotNeeded) {
            continue;
        }
        let exception = format!(
            "{}: {}",
            error.exception(),
            message.as_deref().unwrap_or(error.message())
        );
        let _ = writeln!(
            out,
            "Error completing leader election ({election}) for partition: {}: {exception}",
            partition_text(name),
        );
        suppressed.push(exception);
    }
    if !suppressed.is_empty() {
        let failure = format!("{} replica(s) could not be elected", suppressed.len());
        let _ = writeln!(
            out,
            "{failure}\norg.apache.kafka.tools.AdminCommandFailedException: {failure}"
        );
        for exception in suppressed {
            let _ = writeln!(out, "\tSuppressed: {exception}");
        }
        out.push('\n');
    }
    out
}

fn partition_text(name: &NamedPartition) -> String {
    format!("{}-{}", name.topic, name.partition)
}

fn reassign_command(request: &AlterPartitionReassignmentsRequest, under_way: bool) -> String {
    let executes = executes(request);
    let mut command = String::from("kafka-reassign-partitions.sh ");
    command += if executes {
        "--execute"
    } else {
        "--cancel --preserve-throttles"
    };
    command += " --reassignment-json-file plan.json";
    if executes && under_way {
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
        placed_json(before, current)
    )
}

/// Between log directories nothing is ever moved here. Kafka ends without a line feed. Source: observed on 4.3.1.
const NO_MOVES: &str = "None of the specified partition moves are active.";

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
        (false, 0) => format!("None of the specified partition reassignments are active.\n{NO_MOVES}"),
        (false, count) => format!(
            "Successfully cancelled partition reassignment{} for: {}\n{NO_MOVES}",
            plural(count),
            names(&done)
        ),
    }
}
