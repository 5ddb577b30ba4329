//! A recording beside the engine's replay of it: every result, record and observation, field by field.
//!
//! Never compared, because it depends on real time: wall times, the high watermark checkpoint of a running broker, the raw
//! list of free-running Fetches, a second fencing of a broker that is fenced already, the order inside an ISR.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use replication::base::rule::Rule;
use serde_json::Value;

use crate::prototype::recording::{Action, Line, Observation, parse};
use crate::prototype::replay::{Replay, Unsupported};

/// One field that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    pub recording: String,
    /// The action or observation, by the recording's number.
    pub point: String,
    pub field: String,
    pub kafka: Value,
    pub ours: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference {
            recording,
            point,
            field,
            kafka,
            ours,
        } = self;
        write!(
            f,
            "{recording}, {point}, {field}: Kafka has {kafka}, the engine has {ours}"
        )
    }
}

/// What came of one recording.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    pub recording: String,
    pub compared: u32,
    pub differences: Vec<Difference>,
}

/// Plays a recording and compares all of it.
pub fn compare(name: &str, text: &str) -> Result<Comparison, Unsupported> {
    compare_without(name, text, None)
}

/// The same with one of Kafka's rules switched off: the engine is then not Kafka, and a comparison worth its name says so.
pub fn compare_without(name: &str, text: &str, rule: Option<Rule>) -> Result<Comparison, Unsupported> {
    let (header, lines) = parse(text).map_err(|error| Unsupported(error.to_string()))?;
    let mut comparing = Comparing {
        replay: Replay::new(&header, rule)?,
        fenced: BTreeMap::new(),
        fenced_ours: BTreeMap::new(),
        result: Comparison {
            recording: name.to_string(),
            compared: 0,
            differences: Vec::new(),
        },
    };
    comparing.all(&lines)?;
    Ok(comparing.result)
}

struct Comparing {
    replay: Replay,
    /// Brokers as the records so far have them, for leaving out a second fencing.
    fenced: BTreeMap<i64, bool>,
    fenced_ours: BTreeMap<i64, bool>,
    result: Comparison,
}

impl Comparing {
    fn all(&mut self, lines: &[Line]) -> Result<(), Unsupported> {
        let mut first = true;
        for (n, line) in lines.iter().enumerate() {
            match line {
                Line::Header(_) | Line::End {} => {}
                Line::Action(action) => {
                    if action.what == "start" {
                        self.replay.hold_before_start(action, &lines[n + 1..])?;
                    }
                    self.action(action)?;
                }
                Line::Await(wait) => {
                    let came = self.replay.run_until(&wait.want);
                    self.field(
                        &format!("after action {}", wait.n),
                        "await",
                        &Value::Bool(true),
                        &Value::Bool(came),
                    );
                }
                Line::Obs(observation) => {
                    self.replay.settle();
                    self.observation(observation, std::mem::take(&mut first));
                }
            }
        }
        Ok(())
    }

    fn action(&mut self, action: &Action) -> Result<(), Unsupported> {
        let ours = self.replay.play(action)?;
        let (Some(kafka), Some(mut ours)) = (&action.result, ours) else {
            return Ok(());
        };
        let point = format!("action {} ({})", action.n, action.what);
        match kafka {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match name.as_str() {
                        // A broker's own words for a refused read: how many bytes it would have sent.
                        "bytes" => {
                            let empty = ours["empty"].take();
                            self.field(&point, "no bytes", &Value::Bool(value == 0), &empty);
                        }
                        "top_error" => {}
                        // The recorder's Fetch is of a version before the hint (KIP-951).
                        "current_leader" if action.what == "fetch" => {}
                        "resp" => self.answer(&point, value, &ours["resp"]),
                        _ => self.field(&point, name, value, &ours[name]),
                    }
                }
            }
            value => self.field(&point, "result", value, &ours),
        }
        Ok(())
    }

    /// A Fetch answer. In an incremental session a partition without news is left out, which the engine never does.
    fn answer(&mut self, point: &str, kafka: &Value, ours: &Value) {
        let Value::Object(fields) = kafka else {
            self.field(point, "resp.records", &Value::Array(Vec::new()), &ours["records"]);
            return;
        };
        for (name, value) in fields {
            if name != "part" {
                self.field(point, &format!("resp.{name}"), value, &ours[name]);
            }
        }
        self.field(
            point,
            "resp.diverging",
            kafka.get("diverging").unwrap_or(&Value::Null),
            &ours["diverging"],
        );
    }

    fn observation(&mut self, observed: &Observation, first: bool) {
        let point = format!("observation after action {}", observed.n);
        let record = self.replay.record();
        let kafka = [
            ("leader", observed.leader),
            ("leader_epoch", observed.leader_epoch),
            ("partition_epoch", observed.partition_epoch),
            ("recovery", observed.recovery),
        ];
        for (name, value) in kafka {
            self.field(&point, name, &value.into(), &record[name]);
        }
        let sets = [
            ("isr", &observed.isr),
            ("elr", &observed.elr),
            ("last_known_elr", &observed.last_known_elr),
        ];
        for (name, value) in sets {
            self.field(&point, name, &set_of(&value.clone().into()), &set_of(&record[name]));
        }
        for (broker, replica) in &observed.replicas {
            let ours = self
                .replay
                .replica(replication::base::id::BrokerId(broker.parse().unwrap_or(-1)));
            let log: Vec<Value> = replica.log.iter().map(|entry| serde_json::json!(entry)).collect();
            let epochs: Vec<Value> = replica.epochs.iter().map(|entry| serde_json::json!(entry)).collect();
            self.field(
                &point,
                &format!("b{broker}.state"),
                &replica.state.clone().into(),
                &ours["state"],
            );
            self.field(&point, &format!("b{broker}.log"), &log.into(), &ours["log"]);
            self.field(&point, &format!("b{broker}.leo"), &replica.leo.into(), &ours["leo"]);
            self.field(&point, &format!("b{broker}.epochs"), &epochs.into(), &ours["epochs"]);
            if replica.hw.is_number() {
                self.field(&point, &format!("b{broker}.hw"), &replica.hw, &ours["hw"]);
            }
        }
        if let Some(describe) = &observed.describe {
            self.field(
                &point,
                "describe",
                &describe.clone().into(),
                &self.replay.describe().into(),
            );
        }
        let ours = without_second_fencing(self.replay.new_changes(), &mut self.fenced_ours);
        let kafka = without_second_fencing(observed.changes.clone(), &mut self.fenced);
        // What the cluster was made of is not part of the first observation.
        if !first {
            self.field(&point, "changes", &in_sets(kafka), &in_sets(ours));
        }
        let proposals = self.replay.new_proposals();
        if let Some(kafka) = &observed.alter_partition {
            self.field(&point, "alter_partition", &in_sets(kafka.clone()), &in_sets(proposals));
        }
    }

    fn field(&mut self, point: &str, field: &str, kafka: &Value, ours: &Value) {
        self.result.compared += 1;
        if kafka != ours {
            self.result.differences.push(Difference {
                recording: self.result.recording.clone(),
                point: point.to_string(),
                field: field.to_string(),
                kafka: kafka.clone(),
                ours: ours.clone(),
            });
        }
    }
}

/// A broker that is fenced already may be fenced again when its old session ends, whenever that is.
fn without_second_fencing(changes: Vec<Value>, fenced: &mut BTreeMap<i64, bool>) -> Vec<Value> {
    let mut kept = Vec::new();
    for change in changes {
        let broker = change["broker"].as_i64();
        if let Some(broker) = broker {
            if change["rec"] == "RegisterBrokerRecord" {
                fenced.insert(broker, true);
            } else if let Some(now) = change["fenced"].as_bool()
                && fenced.insert(broker, now).unwrap_or(false) == now
            {
                continue;
            }
        }
        kept.push(change);
    }
    kept
}

/// ISR, ELR and their kin without their order.
fn in_sets(changes: Vec<Value>) -> Value {
    let in_sets = |change: Value| match change {
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| match name.as_str() {
                "isr" | "elr" | "last_known_elr" | "new_isr" => (name, set_of(&value)),
                _ => (name, value),
            })
            .collect(),
        other => other,
    };
    changes.into_iter().map(in_sets).collect()
}

fn set_of(value: &Value) -> Value {
    let Value::Array(members) = value else {
        return value.clone();
    };
    let set: BTreeSet<i64> = members.iter().filter_map(Value::as_i64).collect();
    set.into_iter().collect::<Vec<_>>().into()
}
