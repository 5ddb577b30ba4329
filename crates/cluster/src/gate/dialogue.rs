//! Understands what followers ask their leaders and what leaders ask the controller.
//!
//! Followers fetch in incremental sessions: a request names only what has changed, and an answer only what has news. So the
//! last known offset of each partition is kept with the connection; a session begins anew with epoch 0 or -1.

use std::collections::BTreeMap;

use bytes::Bytes;
use kafka_protocol::messages::{AlterPartitionRequest, FetchRequest, FetchResponse, ResponseHeader};
use kafka_protocol::protocol::{Decodable, HeaderVersion};
use serde_json::{Value, json};

use crate::disk;
use crate::request::{Heading, error_name};

/// Topics by id.
pub type Names = BTreeMap<u128, String>;

/// A follower's Fetch with its answer, by partition.
#[derive(Clone, PartialEq, Debug)]
pub struct Exchange {
    pub from: i32,
    pub to: i32,
    /// What was asked, and what was answered if there was news.
    pub partitions: BTreeMap<String, (Value, Value)>,
}

impl Exchange {
    pub fn partitions_json(&self) -> Value {
        let each = self.partitions.iter();
        each.map(|(name, (asked, answered))| (name.clone(), json!({"req": asked, "resp": answered})))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

/// An AlterPartition request, one partition of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    pub broker: i32,
    pub json: Value,
}

#[derive(Debug, Default)]
pub struct Session {
    asked: BTreeMap<(u128, i32), Value>,
}

impl Session {
    pub fn asked(&mut self, heading: &Heading) {
        let Ok(fetch) = FetchRequest::decode(&mut heading.body.clone(), heading.version) else {
            return;
        };
        if fetch.session_epoch <= 0 {
            self.asked.clear();
        }
        for topic in &fetch.topics {
            for partition in &topic.partitions {
                let asked = json!({
                    "cur_epoch": partition.current_leader_epoch,
                    "offset": partition.fetch_offset,
                    "last_epoch": partition.last_fetched_epoch,
                });
                self.asked
                    .insert((topic.topic_id.as_u128(), partition.partition), asked);
            }
        }
        for topic in &fetch.forgotten_topics_data {
            for partition in &topic.partitions {
                self.asked.remove(&(topic.topic_id.as_u128(), *partition));
            }
        }
    }

    pub fn answered(&self, heading: &Heading, from: i32, to: i32, frame: &Bytes, names: &Names) -> Option<Exchange> {
        let mut body = frame.clone();
        ResponseHeader::decode(&mut body, FetchResponse::header_version(heading.version)).ok()?;
        let fetch = FetchResponse::decode(&mut body, heading.version).ok()?;
        let mut answers = BTreeMap::new();
        for topic in &fetch.responses {
            for partition in &topic.partitions {
                let records = partition.records.clone().unwrap_or_default();
                let records = disk::batches(&records);
                let records: Vec<Value> = records
                    .iter()
                    .flatten()
                    .map(|record| json!(disk::entry(record)))
                    .collect();
                let mut answer = json!({
                    "error": error_name(partition.error_code),
                    "hw": partition.high_watermark,
                    "log_start": partition.log_start_offset,
                    "records": records,
                });
                if partition.diverging_epoch.end_offset >= 0 {
                    answer["diverging"] =
                        json!([partition.diverging_epoch.epoch, partition.diverging_epoch.end_offset]);
                }
                if partition.current_leader.leader_epoch >= 0 {
                    let leader = &partition.current_leader;
                    answer["current_leader"] = json!([*leader.leader_id, leader.leader_epoch]);
                }
                answers.insert((topic.topic_id.as_u128(), partition.partition_index), answer);
            }
        }
        let partitions = self.asked.iter().filter_map(|(id, asked)| {
            let name = format!("{}-{}", names.get(&id.0)?, id.1);
            Some((name, (asked.clone(), answers.get(id).cloned().unwrap_or(Value::Null))))
        });
        Some(Exchange {
            from,
            to,
            partitions: partitions.collect(),
        })
    }
}

/// The partitions of an AlterPartition request.
pub fn proposals(heading: &Heading, names: &Names) -> Vec<Proposal> {
    let Ok(alter) = AlterPartitionRequest::decode(&mut heading.body.clone(), heading.version) else {
        return Vec::new();
    };
    let broker = *alter.broker_id;
    let mut found = Vec::new();
    for topic in &alter.topics {
        let Some(name) = names.get(&topic.topic_id.as_u128()) else {
            continue;
        };
        for partition in &topic.partitions {
            let with_epochs = partition.new_isr_with_epochs.iter().map(|member| *member.broker_id);
            let mut isr: Vec<i32> = with_epochs.chain(partition.new_isr.iter().map(|id| **id)).collect();
            isr.sort_unstable();
            found.push(Proposal {
                broker,
                json: json!({
                    "broker": broker,
                    "partition": format!("{name}-{}", partition.partition_index),
                    "leader_epoch": partition.leader_epoch,
                    "partition_epoch": partition.partition_epoch,
                    "new_isr": isr,
                    "recovery": partition.leader_recovery_state,
                }),
            });
        }
    }
    found
}
