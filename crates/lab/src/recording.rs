//! What a real Kafka cluster did in a story, as JSON lines: the format, version 3, described in `recordings/README.md`.
//!
//! A header, then acts with their results, waits, looks at the cluster at rest, and what the story expects there. A look is
//! written down as what is new since the last one (`folding`). Entries are `[offset, epoch, key, value]`, epoch entries
//! `[epoch, start offset]`, `->` is `[leader, leader epoch, partition epoch]`.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::act::Act;
use crate::expecting::Expect;
use crate::folding::{folded, unfolded};

/// The version of the format; a recording says of which it is.
pub const FORMAT: u32 = 3;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Line {
    Header(Header),
    Act(Played),
    Wait(Wait),
    Look(Box<Look>),
    Expect(Expect),
    End(End),
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Header {
    pub format: u32,
    pub story: String,
    pub summary: String,
    pub kafka: String,
    pub metadata_version: String,
    /// The day it was recorded, such as 2026-11-30.
    pub date: String,
    pub brokers: Vec<i32>,
    pub controllers: Vec<i32>,
    /// By broker.
    #[serde(deserialize_with = "by_broker")]
    pub racks: BTreeMap<i32, String>,
    /// Lines the lab left out: rules switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What brokers and controllers were started with, as far as it concerns replication.
    pub properties: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Played {
    pub n: u32,
    /// The story's line.
    pub line: u32,
    #[serde(flatten)]
    pub act: Act,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// Wall time since the recording began.
    pub ms: u64,
}

/// Until the cluster is like this.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Wait {
    pub n: u32,
    pub line: u32,
    #[serde(flatten)]
    pub want: Want,
    /// Whether it came to that.
    pub came: bool,
    pub ms: u64,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "until", rename_all = "lowercase")]
pub enum Want {
    /// The controller's record of a partition: leader, leader_epoch, partition_epoch, isr, elr, last_known_elr.
    Partition {
        partition: String,
        facts: BTreeMap<String, Value>,
    },
    /// So much later: sessions that began one after another end one after another.
    Time {
        for_ms: u32,
    },
    /// Nothing has moved for a while: before clients do what they do at rest.
    Rest,
    /// The session of a broker has ended.
    Fenced {
        broker: i32,
    },
    Unfenced {
        broker: i32,
    },
    /// A message waits at the door of a held link.
    Held {
        link: crate::act::Link,
    },
    /// A broker has asked its controller for another ISR, and waits.
    Proposed {
        broker: i32,
    },
}

/// The cluster at rest.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Look {
    pub n: u32,
    pub line: u32,
    pub partitions: BTreeMap<String, Partition>,
    /// Records of the metadata log since the last look.
    pub changes: Vec<Value>,
    /// AlterPartition requests since the last look.
    pub proposals: Vec<Value>,
    /// Fetches between brokers since the last look that told something new.
    pub fetches: Vec<Value>,
    pub ms: u64,
}

/// The controller's record, and each replica.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Partition {
    pub leader: i32,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    pub replicas: Vec<i32>,
    pub adding: Vec<i32>,
    pub removing: Vec<i32>,
    pub isr: Vec<i32>,
    pub elr: Vec<i32>,
    pub last_known_elr: Vec<i32>,
    pub recovery: i32,
    #[serde(deserialize_with = "by_broker")]
    pub on: BTreeMap<i32, Replica>,
}

/// JSON's keys are texts, and within a tagged line serde does not make numbers of them.
fn by_broker<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<BTreeMap<i32, T>, D::Error> {
    let by_text = BTreeMap::<String, T>::deserialize(from)?;
    let number = |(id, value): (String, T)| Ok((id.parse().map_err(serde::de::Error::custom)?, value));
    by_text.into_iter().map(number).collect()
}

/// Offset, epoch, key, value.
pub type Entry = (i64, i32, Option<String>, Option<String>);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Replica {
    /// `up`, `down` or `paused`.
    pub state: String,
    pub log: Vec<Entry>,
    pub leo: i64,
    /// Of a live replica: its high watermark, or the error a reader got.
    pub hw: Value,
    /// In its checkpoint file.
    pub hw_checkpoint: Option<i64>,
    pub epochs: Vec<(i32, i64)>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct End {
    pub ms: u64,
    /// The story recorded a second time, on a machine kept busy: what differed, by field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again_under_load: Option<Again>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Again {
    pub fields: u32,
    pub differed: BTreeMap<String, u32>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Recording {
    pub header: Header,
    pub lines: Vec<Line>,
}

impl Recording {
    /// Reads a recording; looks come whole.
    pub fn parse(text: &str) -> Result<Recording, serde_json::Error> {
        let mut lines = text.lines();
        let header = match lines.next().map(serde_json::from_str) {
            Some(Ok(Line::Header(header))) if header.format == FORMAT => header,
            Some(Err(error)) => return Err(error),
            _ => {
                let expected = format!("a recording begins with its header, format {FORMAT}");
                return Err(serde::de::Error::custom(expected));
            }
        };
        let mut before = Map::new();
        let mut read = |line: &str| -> Result<Line, serde_json::Error> {
            let mut line: Value = serde_json::from_str(line)?;
            if let Some(Value::Object(partitions)) = line.get_mut("partitions") {
                before = unfolded(&before, partitions);
                partitions.clone_from(&before);
            }
            serde_json::from_value(line)
        };
        let lines = lines.map(&mut read).collect::<Result<_, _>>()?;
        Ok(Recording { header, lines })
    }

    /// The recording as text; of looks what is new.
    pub fn print(&self) -> String {
        let mut before = Map::new();
        let mut text = json(&Line::Header(self.header.clone())) + "\n";
        for line in &self.lines {
            let mut line = serde_json::to_value(line).expect("a line has nothing that JSON lacks");
            if let Some(Value::Object(partitions)) = line.get_mut("partitions") {
                let told = folded(&before, partitions);
                before = std::mem::replace(partitions, told);
            }
            text.push_str(&line.to_string());
            text.push('\n');
        }
        text
    }
}

fn json(line: &Line) -> String {
    serde_json::to_string(line).expect("a line has nothing that JSON lacks")
}

/// Whether a controller's record is like this. The order of brokers means nothing.
pub fn has_facts(record: &Partition, facts: &BTreeMap<String, Value>) -> bool {
    let record = serde_json::to_value(record).unwrap_or_default();
    facts
        .iter()
        .all(|(name, wanted)| in_order(&record[name]) == in_order(wanted))
}

fn in_order(value: &Value) -> Value {
    let Some(ids) = value.as_array() else {
        return value.clone();
    };
    let mut ids: Vec<i64> = ids.iter().filter_map(Value::as_i64).collect();
    ids.sort_unstable();
    ids.into()
}
