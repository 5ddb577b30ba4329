//! `kafka-console-producer`: nothing at all for records that were sent, and what its loggers write about the others.
//!
//! Any producer of a run is looked at as if it were the tool's. Printed are a batch that is sent again and a record that
//! failed for good. Not printed: warnings of the network client, and that metadata was found wrong.
//!
//! Source: ConsoleProducer, ErrorLoggingCallback, Sender.completeBatch.

use replication::base::config::{ProcessConfig, ProducerConfig};
use replication::base::error_code::ErrorCode;
use replication::base::id::{NodeId, TopicPartition};
use replication::base::why::Why;
use replication::message::application::{Completion, FailedRecord, SendError, SendOutcome};
use simulation::event::{Happening, Step};
use simulation::world::World;

use super::log_line::{Level, log_line};
use crate::reading::partition_name;

/// With the topic of the newest record that it sent; `TOPIC` before the first one.
pub fn command(world: &World, name: &str) -> String {
    let topic = || {
        let id = world.cluster.client_named(name)?;
        let batches = &world.ghosts.senders.get(&id)?.batches;
        let last = batches.len().checked_sub(1).and_then(|place| batches.get(place))?;
        let image = world.cluster.metadata()?;
        image.topic_name(last.partition?.topic).map(|topic| topic.to_string())
    };
    let topic = topic().unwrap_or_else(|| "TOPIC".into());
    format!("kafka-console-producer.sh --topic {topic}")
}

/// What one step made it print.
pub fn lines(step: &Step, world: &World, name: &str) -> String {
    let Some(id) = world.cluster.client_named(name) else {
        return String::new();
    };
    if acted(step) != Some(NodeId::Client(id)) {
        return String::new();
    }
    let Some(config) = config(world, NodeId::Client(id)) else {
        return String::new();
    };
    let mut out = String::new();
    for why in &step.explained {
        if let Why::BatchRetried {
            partition,
            error,
            attempts,
            correlation,
            disconnected_from,
        } = why
        {
            let left = i64::from(config.retries) - i64::from(*attempts);
            let lost = disconnected_from.map_or(String::new(), |broker| disconnection(broker.0, *error));
            let lost = if lost.is_empty() {
                lost
            } else {
                format!(". Error Message: {lost}")
            };
            let message = format!(
                "[Producer clientId={name}] Got error produce response with correlation id {} on topic-partition {}, \
                 retrying ({left} attempts left). Error: {}{lost}",
                correlation.0,
                partition_name(&world.cluster, *partition),
                error.name(),
            );
            let logger = "org.apache.kafka.clients.producer.internals.Sender";
            out.push_str(&log_line(step.at, Level::Warn, &message, logger));
        }
    }
    for completion in &step.completed {
        if let Completion::Sent {
            partition,
            outcome: SendOutcome::Failed { error, .. },
            failed,
            ..
        } = completion
        {
            for record in failed {
                out.push_str(&log_failure(
                    step,
                    world,
                    config,
                    record,
                    failed.len(),
                    *partition,
                    *error,
                ));
            }
        }
    }
    out
}

fn disconnection(broker: i32, error: ErrorCode) -> String {
    let how = if error == ErrorCode::RequestTimedOut {
        " due to timeout"
    } else {
        ""
    };
    format!("Disconnected from node {broker}{how}")
}

/// The exception of a client has no stack trace.
fn log_failure(
    step: &Step,
    world: &World,
    config: &ProducerConfig,
    record: &FailedRecord,
    records: usize,
    partition: Option<TopicPartition>,
    error: SendError,
) -> String {
    let image = world.cluster.metadata();
    let of_partition = partition.zip(image).and_then(|(of, image)| image.topic_name(of.topic));
    let topic = record.topic.as_ref().or(of_partition).map_or("", |topic| topic);
    let bytes = |size: Option<u32>| size.map_or("null".to_string(), |size| format!("{size} bytes"));
    let message = format!(
        "Error when sending message to topic {topic} with key: {}, value: {} with error:",
        bytes(record.key),
        bytes(record.value)
    );
    let text = match (error, partition) {
        (SendError::Timeout { .. }, None) => {
            format!("Topic {topic} not present in metadata after {} ms.", config.max_block.0)
        }
        (SendError::Timeout { .. }, Some(partition)) => format!(
            "Expiring {records} record(s) for {}:{} ms has passed since batch creation. The request has not been sent, or no \
             server response has been received yet.",
            partition_name(&world.cluster, partition),
            step.at.since(record.created).0 / 1_000,
        ),
        (SendError::Broker(code), _) => code.message().into(),
    };
    let class = match error {
        SendError::Timeout { .. } => ErrorCode::RequestTimedOut.exception(),
        SendError::Broker(code) => code.exception(),
    };
    let colon = if text.is_empty() { "" } else { ": " };
    let logger = "org.apache.kafka.clients.producer.internals.ErrorLoggingCallback";
    log_line(step.at, Level::Error, &message, logger) + &format!("{class}{colon}{text}\n")
}

fn config(world: &World, id: NodeId) -> Option<&ProducerConfig> {
    match &world.cluster.slot(id)?.config.process {
        ProcessConfig::Producer(config) => Some(config),
        _ => None,
    }
}

/// The process that acted in a step.
pub(super) fn acted(step: &Step) -> Option<NodeId> {
    match &step.happening {
        Happening::Arrived {
            connection, direction, ..
        } => Some(match direction {
            simulation::act::Direction::Request => connection.to,
            simulation::act::Direction::Response => connection.from,
        }),
        Happening::Disconnected { told, .. } => Some(*told),
        Happening::TimerFired { node, .. } | Happening::Late { node } => Some(*node),
        Happening::Called { client } => Some(NodeId::Client(*client)),
        _ => None,
    }
}
