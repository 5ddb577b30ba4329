//! What a story can ask of the world: names to ids, and the facts of each subject.
//!
//! Everything is read from the world as it stands at its moment, and through what the simulation lets anybody see.

use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, ClientId, ControllerId, NodeId, ProducerIdAndEpoch, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::client::producer::transaction_manager::TransactionManager;
use replication::log::record_batch::{NO_SEQUENCE, Record, RecordBatch, TransactionResult, increment_sequence};
use replication::message::Response;
use replication::message::admin::NamedPartition;
use replication::message::application::{Answer, SendError};
use replication::node::Node;
use simulation::cluster::Cluster;
use simulation::ghost::Outcome;
use simulation::history::{History, Position};
use simulation::lens::Role;
use simulation::world::World;

use crate::language::condition::{Condition, FactKind, Found, Subject, Wanted};
use crate::language::value::{NodeName, PartitionName};
use crate::printed::Printout;

/// A process by its name in the story.
pub fn node(cluster: &Cluster, name: &NodeName) -> Option<NodeId> {
    match name {
        NodeName::Broker(id) => Some(NodeId::Broker(BrokerId(*id))),
        NodeName::Controller(id) => Some(NodeId::Controller(ControllerId(*id))),
        NodeName::Client(name) => cluster.client_named(name).map(NodeId::Client),
    }
}

/// How a story names a process.
pub fn node_name(cluster: &Cluster, id: NodeId) -> String {
    match id {
        NodeId::Broker(id) => id.to_string(),
        NodeId::Controller(id) => id.to_string(),
        NodeId::Client(id) => cluster
            .clients
            .get(usize::from(id.0))
            .map_or("client".into(), ToString::to_string),
    }
}

/// How a story names a partition.
pub fn partition_name(cluster: &Cluster, partition: TopicPartition) -> String {
    let topic = cluster.metadata().and_then(|image| image.topic_name(partition.topic));
    format!("{}-{}", topic.map_or("?", |name| name), partition.partition)
}

pub fn partition(cluster: &Cluster, name: &PartitionName) -> Option<TopicPartition> {
    cluster.partition_named(&name.topic, name.partition)
}

/// What a run remembers besides its world.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Requests that were given a name, oldest first; a name may be given again.
    pub requests: Vec<NamedRequest>,
    /// When each label was given.
    pub labels: Map<String, u64>,
    /// Time zero, in µs of the run.
    pub zero: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRequest {
    pub name: String,
    /// The position at which it was asked.
    pub at: Position,
    /// Comes back with the answer; `None` if the tool refused to ask.
    pub tag: Option<u32>,
    /// What the tool said when it refused.
    pub refused: Option<Printout>,
}

impl Memory {
    /// The newest request of this name.
    pub fn request(&self, name: &str) -> Option<&NamedRequest> {
        self.requests.iter().rev().find(|request| request.name == name)
    }
}

/// Every fact of a condition that is not as wanted: what was found.
pub fn unmet(condition: &Condition, history: &History, memory: &Memory) -> Vec<String> {
    let mut unmet = Vec::new();
    for (spec, wanted) in &condition.facts {
        if spec.kind == FactKind::Label {
            continue;
        }
        let found = fact(&condition.subject, spec.name, condition, history, memory);
        if !wanted.is_met_by(&found) {
            unmet.push(format!("{}={found}", spec.name));
        }
    }
    unmet
}

fn fact(subject: &Subject, name: &str, condition: &Condition, history: &History, memory: &Memory) -> Found {
    let world = history.world();
    let cluster = &world.cluster;
    let found = match subject {
        Subject::Replica { broker, partition: of } => {
            partition(cluster, of).and_then(|partition| replica_fact(cluster, BrokerId(*broker), partition, name))
        }
        Subject::Partition(of) => partition(cluster, of).and_then(|partition| partition_fact(cluster, partition, name)),
        Subject::Server(server) => node(cluster, server).and_then(|id| server_fact(cluster, id, name)),
        Subject::Producer(producer) => cluster.client_named(producer).map(|id| producer_fact(world, id, name)),
        Subject::Position {
            consumer,
            partition: of,
        } => cluster
            .client_named(consumer)
            .and_then(|consumer| position_fact(world, consumer, of, name)),
        Subject::Record {
            broker,
            partition: of,
            offset,
        } => {
            let record = || {
                let partition = partition(cluster, of)?;
                let broker = broker
                    .map(BrokerId)
                    .or_else(|| cluster.registration(partition)?.leader)?;
                record_fact(cluster, broker, partition, Offset(*offset), name)
            };
            record()
        }
        Subject::Answer(request) => {
            let tag = memory.request(request).and_then(|request| request.tag);
            let answer = tag.map(|tag| history.track().answer(tag, history.position()));
            Some(match answer {
                Some(Some(answer)) => answer_fact(answer, name),
                Some(None) if name == "error" => Found::Text("waiting".into()),
                None if name == "error" => Found::Text("not-asked".into()),
                _ => Found::Nothing,
            })
        }
        Subject::Time => Some(time_fact(condition, cluster, memory)),
    };
    found.unwrap_or(Found::Nothing)
}

fn brokers<'a>(ids: impl IntoIterator<Item = &'a BrokerId>) -> Found {
    Found::Brokers(ids.into_iter().map(|id| id.0).collect::<Set<i32>>())
}

fn offset(offset: Offset) -> Found {
    Found::Number(offset.0)
}

fn replica_fact(cluster: &Cluster, broker: BrokerId, partition: TopicPartition, name: &str) -> Option<Found> {
    let log = cluster.log(broker, partition);
    match name {
        "leo" => return log.map(|log| offset(log.log_end_offset())),
        "log-start" => return log.map(|log| offset(log.log_start_offset())),
        "flushed" => return log.map(|log| offset(log.recovery_point())),
        "epochs" => {
            let entries = log?.epochs.entries().iter();
            return Some(Found::Epochs(
                entries.map(|entry| (entry.epoch.0, entry.start_offset.0)).collect(),
            ));
        }
        _ => {}
    }
    let replica = cluster.replica(broker, partition);
    match name {
        "role" => Some(Found::Text(
            role(replica.map_or(Role::Offline, |replica| replica.role)).into(),
        )),
        "epoch" => Some(Found::Number(i64::from(replica?.leader_epoch.0))),
        "hw" => Some(offset(replica?.high_watermark)),
        "last-stable-offset" => last_stable_offset(cluster, broker, partition).map(offset),
        "isr" => Some(brokers(&cluster.leading(broker, partition)?.isr)),
        "leader-knows" => {
            let (leader, _) = cluster.acting_leader(partition)?;
            let leading = cluster.leading(leader, partition)?;
            let known = leading.followers.iter().find(|follower| follower.broker == broker)?;
            Some(offset(known.log_end_offset))
        }
        _ => None,
    }
}

fn last_stable_offset(cluster: &Cluster, broker: BrokerId, partition: TopicPartition) -> Option<Offset> {
    let Node::Broker(process) = cluster.node(NodeId::Broker(broker))? else {
        return None;
    };
    let log = cluster.log(broker, partition)?;
    Some(process.partitions.get(&partition)?.last_stable_offset(log))
}

pub fn role(role: Role) -> &'static str {
    match role {
        Role::Leader => "leader",
        Role::Follower => "follower",
        Role::Offline => "offline",
    }
}

fn partition_fact(cluster: &Cluster, partition: TopicPartition, name: &str) -> Option<Found> {
    let registration = cluster.registration(partition)?;
    Some(match name {
        "leader" => Found::Broker(registration.leader.map(|id| id.0)),
        "epoch" => Found::Number(i64::from(registration.leader_epoch.0)),
        "partition-epoch" => Found::Number(i64::from(registration.partition_epoch.0)),
        "isr" => brokers(&registration.isr),
        "elr" => brokers(&registration.elr),
        "last-known-elr" => brokers(&registration.last_known_elr),
        "replicas" => brokers(&registration.replicas),
        "adding" => brokers(&registration.adding_replicas),
        "removing" => brokers(&registration.removing_replicas),
        "leo" => offset(cluster.acting_leader(partition)?.1.log_end_offset),
        "hw" => offset(cluster.acting_leader(partition)?.1.high_watermark),
        "last-stable-offset" => {
            let (leader, _) = cluster.acting_leader(partition)?;
            offset(last_stable_offset(cluster, leader, partition)?)
        }
        _ => return None,
    })
}

fn server_fact(cluster: &Cluster, id: NodeId, name: &str) -> Option<Found> {
    if name == "state" {
        return Some(Found::Text(state(cluster, id).into()));
    }
    let metrics = cluster.slot(id)?.metrics();
    let metric = metrics.iter().find(|metric| metric.name == name)?;
    Some(Found::Number(metric.value))
}

/// What a process is doing, as the controller and the process's own slot have it.
pub fn state(cluster: &Cluster, id: NodeId) -> &'static str {
    let Some(slot) = cluster.slots.get(&id) else {
        return "down";
    };
    if slot.process.is_none() {
        return "down";
    }
    if slot.paused {
        return "paused";
    }
    let Some(broker) = id.broker() else { return "running" };
    match cluster.metadata().and_then(|image| image.brokers.get(&broker)) {
        None => "starting",
        // Its session is that of the process before.
        Some(registration) if registration.incarnation.0 != slot.incarnation => "starting",
        Some(registration) if registration.in_controlled_shutdown => "stopping",
        Some(registration) if registration.fenced => "fenced",
        Some(_) => "running",
    }
}

fn producer_fact(world: &World, id: ClientId, name: &str) -> Found {
    if let Some(fact) = numbering_fact(&world.cluster, id, name) {
        return fact;
    }
    let Some(sender) = world.ghosts.senders.get(&id) else {
        return if name == "error" {
            Found::Nothing
        } else {
            Found::Number(0)
        };
    };
    let told = || {
        sender
            .batches
            .iter()
            .filter_map(|batch| Some((batch, batch.told?.outcome)))
    };
    let records = |wanted: fn(&Outcome) -> bool| {
        Found::Number(
            told()
                .filter(|(_, outcome)| wanted(outcome))
                .map(|(batch, _)| i64::from(batch.records))
                .sum(),
        )
    };
    match name {
        "sent" => Found::Number(sender.records.len() as i64),
        "acknowledged" => records(|outcome| matches!(outcome, Outcome::Acknowledged { .. })),
        "failed" => records(|outcome| matches!(outcome, Outcome::Failed(_))),
        _ => {
            let last = told().filter_map(|(batch, outcome)| match outcome {
                Outcome::Failed(error) => Some((batch.told.map(|told| told.step), error)),
                _ => None,
            });
            last.max_by_key(|(step, _)| *step)
                .map_or(Found::Nothing, |(_, error)| Found::Text(send_error(error).into()))
        }
    }
}

fn numbering_fact(cluster: &Cluster, id: ClientId, name: &str) -> Option<Found> {
    let of: fn(ProducerIdAndEpoch) -> i64 = match name {
        "producer-id" => |producer| producer.id,
        "producer-epoch" => |producer| producer.epoch.into(),
        _ => return None,
    };
    let producer = match cluster.node(NodeId::Client(id)) {
        Some(Node::Producer(producer)) => producer.transactions().and_then(TransactionManager::producer),
        _ => None,
    };
    Some(producer.map_or(Found::Nothing, |producer| Found::Number(of(producer))))
}

/// What a Java application sees: Kafka's error, or the client's own time-out.
pub fn send_error(error: SendError) -> &'static str {
    match error {
        SendError::Broker(code) => code.name(),
        SendError::Timeout { .. } => "TimeoutException",
    }
}

fn position_fact(world: &World, id: ClientId, partition: &PartitionName, name: &str) -> Option<Found> {
    let Node::Consumer(consumer) = world.cluster.node(NodeId::Client(id))? else {
        return None;
    };
    let named = NamedPartition {
        topic: partition.topic.as_str().into(),
        partition: partition.partition,
    };
    let assigned = consumer.assigned().get(&named)?;
    let position = assigned.position().map(|position| position.offset);
    match name {
        "position" => position.map(offset),
        "saved" => consumer.saved().get(&named).map(|saved| offset(saved.offset)),
        _ => Some(Found::Number(assigned.high_watermark?.0 - position?.0)),
    }
}

/// The batch that holds an offset, and the record.
pub fn record_at(
    cluster: &Cluster,
    broker: BrokerId,
    partition: TopicPartition,
    wanted: Offset,
) -> Option<(&RecordBatch, &Record)> {
    let log = cluster.log(broker, partition)?;
    let batch = log
        .batches_from(wanted)
        .next()
        .filter(|batch| batch.base_offset <= wanted)?;
    let record = batch
        .records
        .get(usize::try_from(wanted.0 - batch.base_offset.0).ok()?)?;
    Some((batch, record))
}

fn record_fact(
    cluster: &Cluster,
    broker: BrokerId,
    partition: TopicPartition,
    wanted: Offset,
    name: &str,
) -> Option<Found> {
    let (batch, record) = record_at(cluster, broker, partition, wanted)?;
    let text = |text: &Option<std::sync::Arc<str>>| text.as_ref().map(|text| Found::Text(text.to_string()));
    match name {
        "key" => text(&record.key),
        "value" => text(&record.value),
        "epoch" => Some(Found::Number(i64::from(batch.leader_epoch.0))),
        "producer" => Some(Found::Text(node_name(cluster, NodeId::Client(record.id.producer)))),
        "batch" => Some(offset(batch.base_offset)),
        "producer-id" => Some(Found::Number(batch.producer?.id)),
        "producer-epoch" => Some(Found::Number(batch.producer?.epoch.into())),
        "sequence" if batch.base_sequence != NO_SEQUENCE => {
            let place = (wanted.0 - batch.base_offset.0) as i32;
            Some(Found::Number(increment_sequence(batch.base_sequence, place).into()))
        }
        "control" => Some(Found::Text(transaction_result(batch.control?.result).into())),
        _ => None,
    }
}

/// As a story writes it.
pub fn transaction_result(result: TransactionResult) -> &'static str {
    match result {
        TransactionResult::Commit => "commit",
        TransactionResult::Abort => "abort",
    }
}

fn answer_fact(answer: &Answer, name: &str) -> Found {
    let without = |what: &str| {
        if name == "error" {
            Found::Text(what.into())
        } else {
            Found::Nothing
        }
    };
    let response = match answer {
        Answer::Response(response) => response,
        Answer::Disconnected => return without("disconnected"),
        Answer::NotExpected => return without("not-expected"),
    };
    let (error, hint) = match &**response {
        Response::Produce(response) => response.partitions.first().map(|p| (p.error, p.current_leader)),
        Response::Fetch(response) => response.partitions.first().map(|p| (p.error, p.current_leader)),
        Response::ListOffsets(response) => response.partitions.first().map(|p| (p.error, p.current_leader)),
        Response::DeleteRecords(response) => response.partitions.first().map(|p| (p.error, None)),
        Response::WriteTxnMarkers(response) => {
            let marker = response.markers.first();
            marker
                .and_then(|marker| marker.partitions.first())
                .map(|(_, error)| (*error, None))
        }
        _ => told(response).first().map(|(error, _)| (*error, None)),
    }
    .unzip();
    match (name, &**response) {
        ("message", response) => {
            let mut refusals = told(response).into_iter().filter(|(error, _)| error.is_error());
            let text = refusals.next().and_then(|(_, text)| text);
            text.map_or(Found::Nothing, |text| Found::Text(text.into()))
        }
        ("error", _) => error.map_or(Found::Nothing, |error| Found::Text(error.name().into())),
        ("leader", _) => Found::Broker(hint.flatten().and_then(|hint| hint.leader).map(|id| id.0)),
        ("base-offset", Response::Produce(response)) => response
            .partitions
            .first()
            .map_or(Found::Nothing, |p| offset(p.base_offset)),
        ("hw", Response::Fetch(response)) => response
            .partitions
            .first()
            .map_or(Found::Nothing, |p| offset(p.high_watermark)),
        ("last-stable-offset", Response::Fetch(response)) => response
            .partitions
            .first()
            .map_or(Found::Nothing, |p| offset(p.last_stable_offset)),
        ("aborted", Response::Fetch(response)) => response
            .partitions
            .first()
            .map_or(Found::Nothing, |p| Found::Number(p.aborted_transactions.len() as i64)),
        ("records", Response::Fetch(response)) => Found::Number(response.records() as i64),
        ("low-watermark", Response::DeleteRecords(response)) => response
            .partitions
            .first()
            .map_or(Found::Nothing, |p| offset(p.low_watermark)),
        ("offset", Response::ListOffsets(response)) => {
            response.partitions.first().map_or(Found::Nothing, |p| offset(p.offset))
        }
        _ => Found::Nothing,
    }
}

/// What an administrator is told: each error with Kafka's text, those that are none behind the others.
pub fn told(response: &Response) -> Vec<(ErrorCode, Option<&str>)> {
    fn one<'a>(error: &ErrorCode, text: &'a Option<String>) -> (ErrorCode, Option<&'a str>) {
        (*error, text.as_deref())
    }
    let mut told: Vec<_> = match response {
        Response::CreateTopics(response) => {
            let topics = response.topics.iter();
            topics.map(|topic| one(&topic.error, &topic.message)).collect()
        }
        Response::CreatePartitions(response) => vec![one(&response.error, &response.message)],
        Response::UnregisterBroker(response) => vec![one(&response.error, &response.message)],
        Response::AlterConfigs(response) => vec![one(&response.error, &response.message)],
        Response::ElectLeaders(response) => {
            let partitions = response.partitions.iter();
            let partitions = partitions.map(|(_, error, text)| one(error, text));
            partitions.chain([(response.error, None)]).collect()
        }
        Response::AlterPartitionReassignments(response) => {
            let partitions = response.partitions.iter();
            partitions.map(|(_, error, text)| one(error, text)).collect()
        }
        _ => Vec::new(),
    };
    told.sort_by_key(|(error, _)| !error.is_error());
    told
}

fn time_fact(condition: &Condition, cluster: &Cluster, memory: &Memory) -> Found {
    let since = condition.facts.iter().find_map(|(_, wanted)| match wanted {
        Wanted::Label(label) => memory.labels.get(label).copied(),
        _ => None,
    });
    Found::Time(cluster.now.0.saturating_sub(since.unwrap_or(memory.zero)))
}
