//! `kafka-console-consumer`: a line for each record it was given.
//!
//! Any consumer of a run is looked at as if it were the tool's. Not printed: the exception with which reading ended.
//!
//! Source: ConsoleConsumer, DefaultMessageFormatter.

use std::fmt::Write;

use replication::base::id::{ClientId, NodeId};
use replication::base::offset::Offset;
use replication::log::record_batch::{Record, RecordBatch};
use replication::message::application::Completion;
use replication::node::Node;
use simulation::cluster::Cluster;
use simulation::event::Step;
use simulation::world::World;

use super::console_producer::acted;

/// `--formatter-property`s, and `--max-messages`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formatter {
    pub timestamp: bool,
    pub partition: bool,
    pub offset: bool,
    pub epoch: bool,
    pub headers: bool,
    pub key: bool,
    pub value: bool,
    pub max_messages: Option<u64>,
}

impl Default for Formatter {
    /// Only the value.
    fn default() -> Self {
        Formatter {
            timestamp: false,
            partition: false,
            offset: false,
            epoch: false,
            headers: false,
            key: false,
            value: true,
            max_messages: None,
        }
    }
}

/// How many records it has printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    pub messages: u64,
    /// It has ended, having printed as many as it was to.
    pub is_over: bool,
}

pub fn command(cluster: &Cluster, name: &str, formatter: &Formatter) -> String {
    let mut command = String::from("kafka-console-consumer.sh");
    let node = cluster
        .client_named(name)
        .and_then(|id| cluster.node(NodeId::Client(id)));
    if let Some(Node::Consumer(consumer)) = node
        && let Some(first) = consumer.assigned().keys().next()
    {
        let _ = write!(command, " --topic {} --partition {}", first.topic, first.partition);
    }
    for (property, printed) in [
        ("timestamp", formatter.timestamp),
        ("partition", formatter.partition),
        ("offset", formatter.offset),
        ("epoch", formatter.epoch),
        ("headers", formatter.headers),
        ("key", formatter.key),
    ] {
        if printed {
            let _ = write!(command, " --formatter-property print.{property}=true");
        }
    }
    if !formatter.value {
        command += " --formatter-property print.value=false";
    }
    if let Some(most) = formatter.max_messages {
        let _ = write!(command, " --max-messages {most}");
    }
    command
}

/// What one step made it print.
pub fn lines(step: &Step, world: &World, name: &str, formatter: &Formatter, count: &mut Count) -> String {
    let mut out = String::new();
    let id: Option<ClientId> = world.cluster.client_named(name);
    if count.is_over || id.is_none() || acted(step) != id.map(NodeId::Client) {
        return out;
    }
    for completion in &step.completed {
        let Completion::Received {
            partition,
            batches,
            left_out,
            from,
            next,
        } = completion
        else {
            continue;
        };
        for batch in batches.iter().filter(|batch| !left_out.contains(&batch.base_offset)) {
            for (offset, record) in (batch.base_offset.0..).zip(batch.records.iter()) {
                if !(from.0..next.0).contains(&offset) || count.is_over {
                    continue;
                }
                line(&mut out, formatter, partition.partition, Offset(offset), batch, record);
                count.messages += 1;
                if formatter.max_messages == Some(count.messages) {
                    count.is_over = true;
                    let _ = writeln!(out, "Processed a total of {} messages", count.messages);
                }
            }
        }
    }
    out
}

/// Fields are separated by tabs. Source: DefaultMessageFormatter.writeTo.
fn line(out: &mut String, formatter: &Formatter, partition: i32, offset: Offset, batch: &RecordBatch, record: &Record) {
    let mut fields: Vec<String> = Vec::new();
    if formatter.timestamp {
        fields.push(format!("CreateTime:{}", record.timestamp));
    }
    if formatter.partition {
        fields.push(format!("Partition:{partition}"));
    }
    if formatter.offset {
        fields.push(format!("Offset:{}", offset.0));
    }
    if formatter.epoch {
        fields.push(format!("Epoch:{}", batch.leader_epoch.0));
    }
    if formatter.headers {
        let headers = record
            .headers
            .iter()
            .map(|header| format!("{}:{}", header.key, header.value));
        let headers: Vec<String> = headers.collect();
        fields.push(match headers.is_empty() {
            true => "NO_HEADERS".into(),
            false => headers.join(","),
        });
    }
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().unwrap_or("null").to_string();
    if formatter.key {
        fields.push(text(&record.key));
    }
    if formatter.value {
        fields.push(text(&record.value));
    }
    out.push_str(&fields.join("\t"));
    out.push('\n');
}
