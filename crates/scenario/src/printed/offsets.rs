//! `kafka-get-offsets`: one line per partition, `topic:partition:offset`.
//!
//! Differs: of a partition without a leader, or whose leader is down or paused, the tool asks for metadata for a minute
//! (`default.api.timeout.ms`) before it says so; here it says so at once, and without the times and how often it tried.
//!
//! Source: GetOffsetShell.

use std::fmt::Write;

use replication::base::config::Isolation;
use replication::base::error_code::ErrorCode;
use replication::base::id::{NodeId, TopicPartition};
use replication::message::fetch::Reader;
use replication::message::list_offsets::OffsetSpec;
use replication::node::Node;
use simulation::cluster::Cluster;

use super::topics::is_internal;

/// Without any broker to ask, after a minute. Source: GetOffsetShell.mainNoExit; observed on 4.3.1.
const NOBODY: &str = "Error occurred: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: \
                      listTopics\n\
                      java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for \
                      a node assignment. Call: listTopics\n\
                      Caused by: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: \
                      listTopics\n\n";

/// Source: Call.handleTimeoutFailure; observed on 4.3.1.
const NO_LEADER: &str = "Call(callName=listOffsets(api=METADATA), deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … \
                         attempt(s)";

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Every topic when `None`.
    pub topic: Option<String>,
    /// Every partition when `None`.
    pub partition: Option<i32>,
    pub time: Time,
    pub exclude_internal: bool,
}

/// `--time`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Time {
    #[default]
    Latest,
    Earliest,
    MaxTimestamp,
    /// Without tiered storage the log start.
    EarliestLocal,
    /// Without tiered storage there is none.
    LatestTiered,
    EarliestPendingUpload,
    /// In ms.
    At(i64),
}

/// As Kafka writes them, by name and by number.
const NAMED: [(&str, &str, Time); 6] = [
    ("latest", "-1", Time::Latest),
    ("earliest", "-2", Time::Earliest),
    ("max-timestamp", "-3", Time::MaxTimestamp),
    ("earliest-local", "-4", Time::EarliestLocal),
    ("latest-tiered", "-5", Time::LatestTiered),
    ("earliest-pending-upload", "-6", Time::EarliestPendingUpload),
];

impl Time {
    pub fn read(text: &str) -> Option<Time> {
        let named = NAMED.iter().find(|(name, number, _)| text == *name || text == *number);
        match named {
            Some((.., time)) => Some(*time),
            None => text.parse().ok().filter(|ms| *ms >= 0).map(Time::At),
        }
    }

    /// As `--time` has it.
    pub fn text(self) -> String {
        match (self, NAMED.iter().find(|(.., time)| *time == self)) {
            (_, Some((name, ..))) => (*name).into(),
            (Time::At(ms), None) => ms.to_string(),
            _ => String::new(),
        }
    }

    fn spec(self) -> Option<OffsetSpec> {
        Some(match self {
            Time::Latest => OffsetSpec::Latest,
            Time::Earliest | Time::EarliestLocal => OffsetSpec::Earliest,
            Time::MaxTimestamp => OffsetSpec::MaxTimestamp,
            Time::At(ms) => OffsetSpec::Timestamp(ms),
            Time::LatestTiered | Time::EarliestPendingUpload => return None,
        })
    }
}

pub fn command(wanted: &Wanted) -> String {
    let mut command = String::from("kafka-get-offsets.sh");
    match (&wanted.topic, wanted.partition) {
        (Some(topic), Some(partition)) => {
            let _ = write!(command, " --topic-partitions {topic}:{partition}");
        }
        (Some(topic), None) => command = command + " --topic " + topic,
        (None, _) => {}
    }
    if wanted.time != Time::Latest {
        command = command + " --time " + &wanted.time.text();
    }
    if wanted.exclude_internal {
        command += " --exclude-internal-topics";
    }
    command
}

/// Each line ends with a line feed. Partitions come in the order of their names as texts, so that 10 comes before 2.
pub fn get_offsets(cluster: &Cluster, wanted: &Wanted) -> String {
    let runs = |id: &NodeId| matches!(id, NodeId::Broker(_)) && cluster.node(*id).is_some();
    if !cluster.slots.keys().any(runs) {
        return NOBODY.into();
    }
    let mut found = Vec::new();
    let image = cluster.metadata();
    for id in image.iter().flat_map(|image| image.partitions.keys()) {
        let Some(topic) = image.and_then(|image| image.topic_name(id.topic)) else {
            continue;
        };
        let is_wanted = wanted.topic.as_deref().is_none_or(|wanted| wanted == &**topic)
            && wanted.partition.is_none_or(|wanted| wanted == id.partition)
            && !(wanted.exclude_internal && is_internal(topic));
        if is_wanted {
            found.push((format!("{topic}-{}", id.partition), topic, *id));
        }
    }
    if found.is_empty() {
        return "Error occurred: Could not match any topic-partitions with the specified filters\n".into();
    }
    found.sort();
    let mut out = String::new();
    for (name, topic, id) in found {
        match offset(cluster, id, wanted.time) {
            Ok(Some(offset)) => {
                let _ = writeln!(out, "{topic}:{}:{offset}", id.partition);
            }
            Ok(None) => {}
            Err(error) => {
                let exception = ErrorCode::RequestTimedOut.exception();
                let text = match error {
                    ErrorCode::LeaderNotAvailable | ErrorCode::RequestTimedOut => format!("{exception}: {NO_LEADER}"),
                    other => format!("{}: {}", other.exception(), other.message()),
                };
                let _ = writeln!(
                    out,
                    "Skip getting offsets for topic-partition {name} due to error: {text}"
                );
            }
        }
    }
    out
}

/// As the leader answers an application that reads uncommitted.
fn offset(cluster: &Cluster, id: TopicPartition, time: Time) -> Result<Option<i64>, ErrorCode> {
    let registration = cluster.registration(id).ok_or(ErrorCode::UnknownTopicOrPartition)?;
    let leader = registration.leader.ok_or(ErrorCode::LeaderNotAvailable)?;
    let Some(spec) = time.spec() else {
        return Ok(None);
    };
    let is_up = cluster.slot(NodeId::Broker(leader)).is_some_and(|slot| !slot.paused);
    let Some(Node::Broker(broker)) = cluster.node(NodeId::Broker(leader)).filter(|_| is_up) else {
        return Err(ErrorCode::RequestTimedOut);
    };
    let hosted = broker.partitions.get(&id).zip(cluster.log(leader, id));
    let (partition, log) = hosted.ok_or(ErrorCode::UnknownTopicOrPartition)?;
    let reader = Reader::Consumer {
        isolation: Isolation::ReadUncommitted,
        rack: None,
    };
    let found = partition.find_offset(log, &reader, None, spec, &cluster.rules)?;
    Ok(found.map(|found| found.offset.0).filter(|offset| *offset >= 0))
}
