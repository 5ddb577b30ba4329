//! What a real Kafka cluster did, as JSON lines: a header, then actions with their results, waits and observations.
//!
//! A recording's actions drive the engine; its results and observations are what the engine has to reproduce. Log entries are
//! `[offset, epoch, value]`, epoch entries `[epoch, start offset]`, `->` is `[leader, leader epoch, partition epoch]`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Line {
    Header(Header),
    Action(Action),
    Await(Await),
    Obs(Box<Observation>),
    End {},
}

#[derive(Deserialize, Debug)]
pub struct Header {
    pub scenario: String,
    pub kafka: String,
    pub brokers: Vec<i32>,
    pub controllers: Vec<i32>,
    pub topic: Topic,
    /// Broker configuration of this scenario, over `base_props`.
    pub props: BTreeMap<String, Value>,
    pub base_props: BTreeMap<String, String>,
}

#[derive(Deserialize, Debug)]
pub struct Topic {
    pub replicas: Vec<i32>,
    pub config: BTreeMap<String, Value>,
}

#[derive(Deserialize, Debug)]
pub struct Action {
    pub n: u32,
    #[serde(rename = "do")]
    pub what: String,
    pub result: Option<Value>,
    #[serde(flatten)]
    pub arguments: BTreeMap<String, Value>,
}

/// Wait until the controller's record of the partition is like this.
#[derive(Deserialize, Debug)]
pub struct Await {
    pub n: u32,
    pub want: BTreeMap<String, Value>,
}

/// The cluster at rest.
#[derive(Deserialize, Debug)]
pub struct Observation {
    pub n: u32,
    pub leader: i32,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    pub isr: Vec<i32>,
    pub elr: Vec<i32>,
    pub last_known_elr: Vec<i32>,
    pub recovery: i32,
    pub replicas: BTreeMap<String, Replica>,
    /// Records of the metadata log since the last observation.
    pub changes: Vec<Value>,
    /// AlterPartition requests since the last observation; recorded where brokers were gated.
    pub alter_partition: Option<Vec<Value>>,
    /// `kafka-topics --describe`, its outer blanks stripped.
    pub describe: Option<String>,
}

#[derive(Deserialize, Debug)]
pub struct Replica {
    /// `up`, `down` or `paused`.
    pub state: String,
    pub log: Vec<(i64, i32, String)>,
    pub leo: i64,
    /// Of a live replica: its high watermark, or the error a reader got.
    pub hw: Value,
    /// The high watermark in its checkpoint file.
    pub hw_ckpt: Option<i64>,
    pub epochs: Vec<(i32, i64)>,
}

/// Reads one recording.
pub fn parse(text: &str) -> Result<(Header, Vec<Line>), serde_json::Error> {
    let mut lines = text.lines().map(serde_json::from_str);
    let header = match lines.next() {
        Some(Ok(Line::Header(header))) => header,
        Some(Err(error)) => return Err(error),
        _ => return Err(serde::de::Error::custom("a recording begins with its header")),
    };
    Ok((header, lines.collect::<Result<_, _>>()?))
}
