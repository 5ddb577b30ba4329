//! The lab's requests, asked of the engine's brokers and controller. Each comes from a client of its own, as the lab's come on
//! connections of their own.

use replication::base::config::{Acks, Isolation};
use replication::base::epoch::LeaderEpoch;
use replication::base::id::{ClientId, NodeId, ProducerIdAndEpoch, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::time::Millis;
use replication::log::record_batch::{NO_SEQUENCE, Record, RecordBatch};
use replication::message::application::{Answer, Command};
use replication::message::delete_records::DeleteRecordsRequest;
use replication::message::fetch::{FetchPartition, FetchRequest, FetchedPartition, Reader};
use replication::message::list_offsets::{ListOffsetsPartition, ListOffsetsRequest, OffsetSpec};
use replication::message::offset_for_leader_epoch::{EpochQuestion, OffsetForLeaderEpochRequest};
use replication::message::produce::ProduceRequest;
use replication::message::{Request, Response};
use scenario::printed::topics::{Described, describe};
use serde_json::{Value, json};
use simulation::act::{Act as Choice, ClientKind, Operation};

use super::{Outcome, Replay, Unsupported};
use crate::act::{Act, Numbered};
use crate::recording::Entry;
use crate::tool;

/// The lab keeps the connection of an unanswered request open for so long, to see whether the broker closes it.
const UNANSWERED: Millis = Millis(300);

fn disconnected() -> Value {
    json!({"error": "DISCONNECTED"})
}

impl Replay {
    pub(super) fn request(&mut self, n: u32, act: &Act) -> Outcome<Value> {
        match act {
            Act::Produce {
                partition,
                to,
                acks,
                records,
                timeout_ms,
                patience_ms,
                numbered,
            } => {
                let partition = self.partition(partition)?;
                let (client, before) = (self.client(), self.closed);
                let request = Request::Produce(ProduceRequest {
                    acks: acks_of(*acks),
                    timeout: Millis((*timeout_ms).into()),
                    batches: vec![(partition, self.batch(client, records, *numbered))],
                });
                let tag = self.send(client, self.node(*to), request);
                if *acks == 0 {
                    self.run_for(UNANSWERED);
                    return Ok(json!({"connection_closed": self.closed > before}));
                }
                self.run_until_answered(tag, Millis((*patience_ms).into()));
                if self.answers.contains_key(&tag) {
                    return Ok(produced(self.answers.remove(&tag)));
                }
                self.open.insert(n, tag);
                Ok(json!({"open": true}))
            }
            Act::Answer { of } => {
                let tag = self.open.remove(of);
                let tag = tag.ok_or_else(|| Unsupported(format!("request {of} is answered already")))?;
                self.run_until_answered(tag, super::PATIENCE);
                Ok(produced(self.answers.remove(&tag)))
            }
            Act::Fetch { .. } => self.fetch(act),
            Act::ListOffsets {
                partition,
                to,
                at,
                epoch,
            } => self.list_offsets(self.partition(partition)?, *to, *at, *epoch),
            Act::EpochEndOffset {
                partition,
                to,
                epoch,
                current_epoch,
            } => {
                let request = Request::OffsetForLeaderEpoch(OffsetForLeaderEpochRequest {
                    partitions: vec![EpochQuestion {
                        partition: self.partition(partition)?,
                        current_leader_epoch: Some(LeaderEpoch(*current_epoch)),
                        leader_epoch: LeaderEpoch(*epoch),
                    }],
                });
                let Some(Response::OffsetForLeaderEpoch(epochs)) = self.ask(self.node(*to), request) else {
                    return Ok(disconnected());
                };
                let part = &epochs.partitions[0];
                Ok(json!({
                    "error": part.error.name(),
                    "epoch": part.leader_epoch.0,
                    "end_offset": part.end_offset.0,
                }))
            }
            Act::DeleteRecords {
                partition,
                to,
                before,
                timeout_ms,
            } => {
                let partition = self.partition(partition)?;
                let request = Request::DeleteRecords(DeleteRecordsRequest {
                    timeout: Millis((*timeout_ms).into()),
                    partitions: vec![(partition, Offset(*before))],
                });
                let Some(Response::DeleteRecords(deleted)) = self.ask(self.node(*to), request) else {
                    return Ok(disconnected());
                };
                let part = &deleted.partitions[0];
                Ok(json!({"error": part.error.name(), "low_watermark": part.low_watermark.0}))
            }
            Act::Tool(tool) => self.tool(tool),
            Act::Describe { topic } => Ok(describe(self.cluster(), &Described::of(topic)).into()),
            _ => self.administer(act),
        }
    }

    /// What the controller is asked.
    fn administer(&mut self, act: &Act) -> Outcome<Value> {
        let request = tool::request(act).ok_or_else(|| Unsupported(act.name()))?;
        let Some(response) = self.ask(self.controller, request) else {
            return Ok(disconnected());
        };
        self.learn_partitions(act);
        let (error, message) = match response {
            Response::CreateTopics(created) => return Ok(json!({"error": created.topics[0].error.name()})),
            Response::AlterConfigs(altered) => return Ok(json!({"error": altered.error.name()})),
            Response::ElectLeaders(elected) => match elected.partitions.first() {
                Some((_, error, message)) => (*error, message.clone()),
                None => (elected.error, None),
            },
            Response::AlterPartitionReassignments(altered) if matches!(act, Act::ReassignPlan { .. }) => {
                let parts = altered.partitions.iter().map(|(of, error, message)| {
                    let name = format!("{}-{}", of.topic, of.partition);
                    (name, json!({"error": error.name(), "message": message}))
                });
                return Ok(Value::Object(parts.collect()));
            }
            Response::AlterPartitionReassignments(altered) => {
                let (_, error, message) = altered.partitions[0].clone();
                (error, message)
            }
            Response::CreatePartitions(created) => (created.error, created.message),
            // Kafka's text is never null here, but empty where there is nothing to say.
            Response::UnregisterBroker(forgotten) => (forgotten.error, forgotten.message.or(Some(String::new()))),
            _ => return Err(Unsupported(act.name())),
        };
        Ok(json!({"error": error.name(), "message": message}))
    }

    /// Names the partitions that an act has made.
    pub(super) fn learn_partitions(&mut self, act: &Act) {
        let (Act::CreateTopic { topic, .. } | Act::CreatePartitions { topic, .. }) = act else {
            return;
        };
        self.settle();
        let mut n = 0;
        while let Some(id) = self
            .cluster()
            .partition_named(topic, n)
            .filter(|id| self.cluster().registration(*id).is_some())
        {
            self.partitions.insert(format!("{topic}-{n}"), id);
            n += 1;
        }
    }

    pub(super) fn client(&mut self) -> ClientId {
        let name = format!("lab-{}", self.next_tag + 1);
        let added = self.operate(Operation::AddClient {
            name: name.as_str().into(),
            kind: ClientKind::Admin,
        });
        debug_assert!(added.is_ok());
        self.cluster().client_named(&name).expect("it was just added")
    }

    pub(super) fn send(&mut self, client: ClientId, to: NodeId, request: Request) -> u32 {
        self.next_tag += 1;
        let command = Command::Request {
            to,
            request: Box::new(request),
            tag: self.next_tag,
        };
        let step = self.world.act(&Choice::Operate(Operation::Command { client, command }));
        self.note(&step.completed);
        self.next_tag
    }

    pub(super) fn run_until_answered(&mut self, tag: u32, patience: Millis) {
        let end = self.cluster().now + patience;
        while !self.answers.contains_key(&tag) && self.advance(end) {}
    }

    pub(super) fn run_for(&mut self, time: Millis) {
        let end = self.cluster().now + time;
        while self.advance(end) {}
    }

    /// Asks and waits; None if the connection was lost.
    fn ask(&mut self, to: NodeId, request: Request) -> Option<Response> {
        let client = self.client();
        let tag = self.send(client, to, request);
        self.run_until_answered(tag, super::PATIENCE);
        match self.answers.remove(&tag)? {
            Answer::Response(response) => Some(*response),
            _ => None,
        }
    }

    fn batch(
        &mut self,
        producer: ClientId,
        records: &[(Option<String>, Option<String>)],
        numbered: Option<Numbered>,
    ) -> RecordBatch {
        let record = |(key, value): &(Option<String>, Option<String>)| {
            let n = self.records;
            self.records += 1;
            Record {
                id: RecordId { producer, n },
                key: key.as_deref().map(Into::into),
                value: value.as_deref().map(Into::into),
                headers: Vec::new(),
                timestamp: 0,
            }
        };
        let records = records.iter().map(record).collect();
        RecordBatch {
            producer: numbered.map(|numbered| ProducerIdAndEpoch {
                id: numbered.producer_id,
                epoch: numbered.producer_epoch,
            }),
            base_sequence: numbered.map_or(NO_SEQUENCE, |numbered| numbered.sequence),
            ..RecordBatch::of(records)
        }
    }

    fn fetch(&mut self, act: &Act) -> Outcome<Value> {
        let Act::Fetch {
            partition,
            to,
            offset,
            epoch,
            rack,
            max_wait_ms,
            min_bytes,
            read_committed,
        } = act
        else {
            return Err(Unsupported(act.name()));
        };
        let request = Request::Fetch(FetchRequest {
            reader: Reader::Consumer {
                isolation: match read_committed {
                    true => Isolation::ReadCommitted,
                    false => Isolation::ReadUncommitted,
                },
                rack: rack.as_deref().map(Into::into),
            },
            max_wait: Millis((*max_wait_ms).into()),
            min_bytes: *min_bytes,
            max_bytes: i32::MAX,
            begins_session: true,
            partitions: vec![FetchPartition {
                partition: self.partition(partition)?,
                fetch_offset: Offset(*offset),
                current_leader_epoch: epoch.map(LeaderEpoch),
                last_fetched_epoch: None,
                log_start_offset: Offset::UNKNOWN,
                partition_max_bytes: i32::MAX,
            }],
        });
        let asked_at = self.cluster().now;
        let Some(Response::Fetch(fetch)) = self.ask(self.node(*to), request) else {
            return Ok(disconnected());
        };
        let part = &fetch.partitions[0];
        let records: Vec<Entry> = entries(part).into_iter().filter(|entry| entry.0 >= *offset).collect();
        let mut json = json!({
            "error": part.error.name(),
            "hw": part.high_watermark.0,
            "last_stable_offset": part.last_stable_offset.0,
            "preferred_read_replica": part.preferred_read_replica.map_or(-1, |replica| replica.0),
            "records": records,
        });
        if *max_wait_ms > 0 {
            let most = asked_at + Millis(i64::from(*max_wait_ms) * 8 / 10);
            json["parked"] = json!(self.cluster().now >= most);
        }
        Ok(json)
    }

    fn list_offsets(&mut self, partition: TopicPartition, to: i32, at: i64, epoch: Option<i32>) -> Outcome<Value> {
        let request = Request::ListOffsets(ListOffsetsRequest {
            reader: Reader::Consumer {
                isolation: Isolation::ReadUncommitted,
                rack: None,
            },
            partitions: vec![ListOffsetsPartition {
                partition,
                current_leader_epoch: epoch.map(LeaderEpoch),
                spec: match at {
                    -1 => OffsetSpec::Latest,
                    -2 => OffsetSpec::Earliest,
                    -3 => OffsetSpec::MaxTimestamp,
                    time => OffsetSpec::Timestamp(time),
                },
            }],
        });
        let Some(Response::ListOffsets(list)) = self.ask(self.node(to), request) else {
            return Ok(disconnected());
        };
        let part = &list.partitions[0];
        Ok(json!({
            "error": part.error.name(),
            "timestamp": part.timestamp,
            "offset": part.offset.0,
            "epoch": part.leader_epoch.0,
        }))
    }
}

fn acks_of(acks: i16) -> Acks {
    match acks {
        -1 => Acks::All,
        0 => Acks::None,
        1 => Acks::Leader,
        other => Acks::Invalid(other),
    }
}

fn produced(answer: Option<Answer>) -> Value {
    let Some(Answer::Response(response)) = answer else {
        return disconnected();
    };
    let Response::Produce(produce) = *response else {
        return Value::Null;
    };
    let part = &produce.partitions[0];
    let mut json = json!({"error": part.error.name(), "base_offset": part.base_offset.0});
    if let Some(hint) = part.current_leader {
        json["current_leader"] = json!([hint.leader.map_or(-1, |id| id.0), hint.leader_epoch.0]);
    }
    json
}

/// The records of an answer, in the recording's words.
pub(super) fn entries(part: &FetchedPartition) -> Vec<Entry> {
    part.records.iter().flat_map(|batch| batch_entries(batch)).collect()
}

pub(super) fn batch_entries(batch: &RecordBatch) -> Vec<Entry> {
    let (base, epoch) = (batch.base_offset.0, batch.leader_epoch.0);
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(String::from);
    let entry = |(n, record): (usize, &Record)| (base + n as i64, epoch, text(&record.key), text(&record.value));
    batch.records.iter().enumerate().map(entry).collect()
}
