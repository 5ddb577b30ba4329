//! A look at the cluster at rest: the controller's record of each partition and what each replica has.
//!
//! Logs and epochs are read from disk, also of dead brokers; the high watermark of a live replica is what it tells a consumer,
//! which followers do as well (KIP-392).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lab::recording::{Look, Partition, Replica};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::asking::{Reading, fetch, list_offsets, partition_of};
use crate::disk;
use crate::error::{LabError, Outcome};
use crate::gate::dialogue::Exchange;
use crate::lab::Lab;

/// Nothing may move for so long before the cluster counts as at rest.
pub const QUIET: Duration = Duration::from_millis(500);
/// After links were healed: longer than the longest wait of a node for another attempt to connect, 500 ms and a fifth.
pub const QUIET_AFTER_HEAL: Duration = Duration::from_millis(1_000);
/// After a step on held links nothing moves by itself.
pub const QUIET_AFTER_STEP: Duration = Duration::from_millis(150);
const POLL: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(30);
/// Of the Fetches kept with one look.
const FETCHES: usize = 40;

const LATEST: i64 = -1;
const EARLIEST: i64 = -2;

impl Lab {
    /// Waits until nothing has moved for a while, and says how things stand.
    pub async fn settle(&mut self, quiet: Duration) -> Outcome<BTreeMap<String, Partition>> {
        let begin = Instant::now();
        let mut last = self.snapshot().await?;
        let mut since = Instant::now();
        while since.elapsed() < quiet {
            sleep(POLL).await;
            let now = self.snapshot().await?;
            let (before, after) = (without_checkpoints(&last), without_checkpoints(&now));
            if before != after {
                since = Instant::now();
                if begin.elapsed() > PATIENCE {
                    return Err(LabError(format!(
                        "the cluster does not come to rest: {before:?} became {after:?}"
                    )));
                }
            }
            last = now;
        }
        Ok(last)
    }

    async fn snapshot(&mut self) -> Outcome<BTreeMap<String, Partition>> {
        let log = self.metadata();
        let mut partitions = BTreeMap::new();
        for name in self.partitions.clone() {
            let (topic, number) = partition_of(&name)?;
            let Some(record) = log.partitions.get(&(topic.to_string(), number)) else {
                continue;
            };
            let mut record = record.clone();
            for broker in record.replicas.clone() {
                record.on.insert(broker, self.replica(broker, &name).await?);
            }
            partitions.insert(name, record);
        }
        Ok(partitions)
    }

    async fn replica(&mut self, broker: i32, partition: &str) -> Outcome<Replica> {
        let (topic, number) = partition_of(partition)?;
        let folder = self.processes.replica(broker, topic, number);
        let records = disk::records(&folder);
        let state = self.processes.state(broker);
        let mut replica = Replica {
            state: state.into(),
            leo: records.last().map_or(0, |record| record.offset + 1),
            log: Vec::new(),
            hw: Value::Null,
            hw_checkpoint: disk::checkpoint(&self.processes.data(broker), topic, number),
            epochs: disk::epochs(&folder),
        };
        let mut start_offset = None;
        if state == "up" {
            let port = self.processes.client_port(broker);
            let live = list_offsets(port, partition, crate::asking::DEBUGGING, LATEST, None).await;
            if let Ok(live) = live
                && live["error"] == "NONE"
            {
                replica.leo = live["offset"].as_i64().unwrap_or(replica.leo);
            }
            let start = list_offsets(port, partition, crate::asking::DEBUGGING, EARLIEST, None).await;
            start_offset = start
                .ok()
                .and_then(|start| start["offset"].as_i64())
                .filter(|start| *start > 0);
            replica.hw = high_watermark(port, partition, start_offset.unwrap_or(0)).await;
        }
        // A segment is deleted as a whole, some time after its records are gone for everybody.
        let start = start_offset
            .or_else(|| disk::log_start(&self.processes.data(broker), topic, number))
            .unwrap_or(0);
        replica.log = records
            .iter()
            .map(disk::entry)
            .filter(|entry| entry.0 >= start)
            .collect();
        Ok(replica)
    }

    /// What a recording keeps of a moment of rest: how things stand, and what has happened since the last one.
    pub async fn look(&mut self, n: u32, line: u32, quiet: Duration, ms: impl Fn() -> u64) -> Outcome<Look> {
        let partitions = self.settle(quiet).await?;
        let log = self.metadata();
        let (exchanges, proposals) = (self.gate.exchanges(), self.gate.proposals());
        let [changes, fetches, proposed] = self.seen;
        self.seen = [log.changes.len(), exchanges.len(), proposals.len()];
        let news = news(&exchanges);
        Ok(Look {
            n,
            line,
            partitions,
            changes: log.changes[changes..].to_vec(),
            proposals: proposals[proposed..]
                .iter()
                .map(|proposal| proposal.json.clone())
                .collect(),
            fetches: news
                .into_iter()
                .filter(|(at, _)| *at >= fetches)
                .map(|(_, json)| json)
                .take(FETCHES)
                .collect(),
            ms: ms(),
        })
    }
}

fn without_checkpoints(partitions: &BTreeMap<String, Partition>) -> BTreeMap<String, Partition> {
    let mut partitions = partitions.clone();
    for replica in partitions.values_mut().flat_map(|partition| partition.on.values_mut()) {
        replica.hw_checkpoint = None;
    }
    partitions
}

/// As a consumer at the log's start is told; or why it is told nothing.
async fn high_watermark(port: u16, partition: &str, start: i64) -> Value {
    let told = fetch(port, partition, Reading::at(start)).await;
    match told {
        Ok(answer) if answer["error"] == "NONE" => answer["hw"].clone(),
        Ok(answer) => answer["error"].clone(),
        Err(_) => "DISCONNECTED".into(),
    }
}

/// Fetches that brought records, a divergence, an error or another high watermark, each with its place among all.
fn news(exchanges: &[Exchange]) -> Vec<(usize, Value)> {
    let mut told: BTreeMap<(i32, i32, &str), i64> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, exchange) in exchanges.iter().enumerate() {
        for (name, (asked, answered)) in &exchange.partitions {
            if answered.is_null() {
                continue;
            }
            let hw = answered["hw"].as_i64().unwrap_or(-1);
            let moved = told.insert((exchange.from, exchange.to, name), hw) != Some(hw);
            let records = answered["records"]
                .as_array()
                .is_some_and(|records| !records.is_empty());
            if moved || records || answered["error"] != "NONE" || !answered["diverging"].is_null() {
                let mut answered = answered.clone();
                if let Some(records) = answered["records"].as_array() {
                    let offsets: Vec<Value> = records.iter().map(|record| record[0].clone()).collect();
                    answered["records"] = offsets.into();
                }
                found.push((
                    at,
                    json!({"from": exchange.from, "to": exchange.to, "partition": name, "req": asked, "resp": answered}),
                ));
            }
        }
    }
    found
}
