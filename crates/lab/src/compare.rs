//! Two recordings of one story side by side, field by field: Kafka's and the engine's, or two of Kafka's.
//!
//! What is left out is listed in `time_dependent`, and counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use replication::base::rule::Rule;
use serde_json::{Value, json};

use crate::act::Act;
use crate::expecting::{Checked, Expect};
use crate::record_order::{in_sets, without_order_of_joining, without_repeats, without_second_fencing};
use crate::recording::{Line, Look, Partition, Played, Recording};
use crate::replay::{Unsupported, replay};
use crate::time_dependent::TimeDependent;
use crate::tool_text::comparable;

/// One field that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    pub story: String,
    /// The act or look, by its number and the story's line.
    pub point: String,
    pub field: String,
    pub kafka: Value,
    pub ours: Value,
}

impl Difference {
    /// Of what the story expects, and not of what Kafka and the engine were seen to do.
    pub fn is_expected(&self) -> bool {
        self.point.starts_with("line ")
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference {
            story,
            point,
            field,
            kafka,
            ours,
        } = self;
        write!(f, "{story}, {point}, {field}: Kafka has {kafka}, ours is {ours}")
    }
}

/// What came of laying two recordings side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    pub story: String,
    /// Fields compared, by the name they have in a conformance page.
    pub compared: BTreeMap<String, u32>,
    pub left_out: BTreeMap<TimeDependent, u32>,
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// A story that pauses a process is recorded and shown, and nothing of it compared.
    pub fn is_exact(&self) -> bool {
        !self.left_out.contains_key(&TimeDependent::PausedProcess)
    }

    pub fn fields(&self) -> u32 {
        self.compared.values().sum()
    }
}

/// Plays a recording on the engine and compares all of it; without one of Kafka's rules the engine is not Kafka, and a
/// comparison worth its name says so.
pub fn with_engine(kafka: &Recording, without: Option<Rule>) -> Result<Comparison, Unsupported> {
    if pauses(kafka) {
        return Ok(compare(kafka, kafka));
    }
    Ok(compare(kafka, &replay(kafka, without)?))
}

fn pauses(recording: &Recording) -> bool {
    let pause = |line: &Line| matches!(line, Line::Act(played) if matches!(played.act, Act::Pause { .. }));
    recording.lines.iter().any(pause)
}

/// Compares two recordings.
pub fn compare(kafka: &Recording, ours: &Recording) -> Comparison {
    let mut comparing = Comparing {
        fenced: Default::default(),
        proposed: Default::default(),
        point: String::new(),
        first_look: true,
        result: Comparison {
            story: kafka.header.story.clone(),
            compared: BTreeMap::new(),
            left_out: BTreeMap::new(),
            differences: Vec::new(),
        },
    };
    if pauses(kafka) {
        for _ in &kafka.lines {
            comparing.leave_out(TimeDependent::PausedProcess);
        }
        return comparing.result;
    }
    comparing.point = "the whole".into();
    comparing.field("number of lines", &json!(kafka.lines.len()), &json!(ours.lines.len()));
    for pair in kafka.lines.iter().zip(&ours.lines) {
        comparing.leave_out(TimeDependent::WallTime);
        match pair {
            (Line::Act(kafka), Line::Act(ours)) => comparing.act(kafka, ours),
            (Line::Wait(kafka), Line::Wait(ours)) => {
                comparing.point = format!("wait {} (line {})", kafka.n, kafka.line);
                comparing.field(
                    "what was waited for",
                    &json!([kafka.want, kafka.came]),
                    &json!([ours.want, ours.came]),
                );
            }
            (Line::Look(kafka), Line::Look(ours)) => comparing.look(kafka, ours),
            (Line::Expect(kafka), Line::Expect(ours)) => comparing.expect(kafka, ours),
            (Line::End(_), Line::End(_)) => {}
            (kafka, ours) => comparing.field("kind", &json!(kafka), &json!(ours)),
        }
    }
    comparing.result
}

struct Comparing {
    /// Brokers as the records so far have them, on both sides.
    fenced: [BTreeMap<i64, bool>; 2],
    /// What each leader has proposed last, by broker and partition, on both sides.
    proposed: [BTreeMap<String, Value>; 2],
    point: String,
    first_look: bool,
    result: Comparison,
}

impl Comparing {
    fn leave_out(&mut self, kind: TimeDependent) {
        *self.result.left_out.entry(kind).or_default() += 1;
    }

    fn field(&mut self, field: &str, kafka: &Value, ours: &Value) {
        self.named(field, field, kafka, ours);
    }

    /// A field with the name under which it is counted.
    fn named(&mut self, counted: &str, field: &str, kafka: &Value, ours: &Value) {
        *self.result.compared.entry(counted.into()).or_default() += 1;
        if kafka != ours {
            self.result.differences.push(Difference {
                story: self.result.story.clone(),
                point: self.point.clone(),
                field: field.into(),
                kafka: kafka.clone(),
                ours: ours.clone(),
            });
        }
    }

    fn act(&mut self, kafka: &Played, ours: &Played) {
        self.point = format!("act {} ({}, line {})", kafka.n, kafka.act.name(), kafka.line);
        if kafka.act != ours.act {
            self.field("act", &json!(kafka.act), &json!(ours.act));
        }
        let counted = kafka.act.name();
        match (&kafka.act, &kafka.result) {
            (Act::Step { .. }, Value::Object(partitions)) => {
                for (name, dialogue) in partitions {
                    self.step(name, dialogue, &ours.result[name]);
                }
            }
            (Act::Describe { .. }, Value::String(text)) => {
                self.leave_out(TimeDependent::TopicId);
                let ours = ours.result.as_str().map(without_topic_id);
                self.named("describe", "text", &json!(without_topic_id(text)), &json!(ours));
            }
            (Act::Tool(_), result) => self.tool(result, &ours.result),
            (_, Value::Object(_)) => {
                for name in names(&[&kafka.result, &ours.result]) {
                    if name == "timestamp" {
                        self.leave_out(TimeDependent::RecordTime);
                    } else {
                        self.named(&counted, name, &kafka.result[name], &ours.result[name]);
                    }
                }
            }
            (_, Value::Null) => {}
            (_, value) => self.named(&counted, "result", value, &ours.result),
        }
    }

    /// What a story expects: each fact as it was found, where it could be.
    fn expect(&mut self, kafka: &Expect, ours: &Expect) {
        self.point = format!("line {}, {}", kafka.line, kafka.text);
        for (kafka, ours) in kafka.facts.iter().zip(&ours.facts) {
            match &kafka.checked {
                Checked::Not { not_checked, .. } => self.leave_out(not_checked.kind()),
                Checked::Seen { found, .. } => {
                    self.named("expect", &kafka.fact, &json!(found), &json!(ours.checked.found()));
                }
            }
        }
    }

    /// What a tool printed, line by line.
    fn tool(&mut self, kafka: &Value, ours: &Value) {
        self.named("tool: command", "command", &kafka["command"], &ours["command"]);
        self.named("tool: exit status", "exit status", &kafka["exit"], &ours["exit"]);
        let command = kafka["command"].as_str().unwrap_or_default();
        let [kafka, ours] = [kafka, ours].map(|result| {
            let lines = result["printed"].as_array().into_iter().flatten();
            let lines: Vec<String> = lines.filter_map(|line| Some(line.as_str()?.to_string())).collect();
            comparable(command, &lines)
        });
        for kind in kafka.1 {
            self.leave_out(kind);
        }
        let (kafka, ours) = (kafka.0, ours.0);
        for n in 0..kafka.len().max(ours.len()) {
            let line = format!("printed line {}", n + 1);
            self.named("tool: printed line", &line, &json!(kafka.get(n)), &json!(ours.get(n)));
        }
        self.named(
            "tool: printed line",
            "lines printed",
            &json!(kafka.len()),
            &json!(ours.len()),
        );
    }

    /// A Fetch let through by hand: what was asked, and all that was answered.
    fn step(&mut self, partition: &str, kafka: &Value, ours: &Value) {
        let of = |name: &str| format!("{partition} {name}");
        self.named("step: request", &of("request"), &kafka["req"], &ours["req"]);
        // A partition without news is left out of the answer.
        if kafka["resp"].is_null() || ours["resp"].is_null() {
            self.named("step: answer", &of("answer"), &kafka["resp"], &ours["resp"]);
            return;
        }
        for name in names(&[&kafka["resp"], &ours["resp"]]) {
            self.named("step: answer", &of(name), &kafka["resp"][name], &ours["resp"][name]);
        }
    }

    fn look(&mut self, kafka: &Look, ours: &Look) {
        self.point = format!("look after {} (line {})", kafka.n, kafka.line);
        for (name, partition) in &kafka.partitions {
            match ours.partitions.get(name) {
                Some(ours) => self.partition(name, partition, ours),
                None => self.field(name, &json!(partition), &Value::Null),
            }
        }
        self.leave_out(TimeDependent::FreeFetches);
        let changes = [(&kafka.changes, 0), (&ours.changes, 1)].map(|(changes, side)| {
            let kept = without_second_fencing(changes, &mut self.fenced[side]);
            (changes.len() - kept.len(), in_sets(kept))
        });
        for _ in 0..changes[0].0 {
            self.leave_out(TimeDependent::SecondFencing);
        }
        // What the cluster was made of comes in an order of its own; a partition's first records are its own.
        let first = std::mem::take(&mut self.first_look);
        let [(_, records), (_, our_records)] = changes;
        let [(again, proposals), (_, our_proposals)] =
            [(&kafka.proposals, 0), (&ours.proposals, 1)].map(|(proposals, side)| {
                let kept = without_repeats(proposals, &mut self.proposed[side]);
                (proposals.len() - kept.len(), in_sets(kept))
            });
        for _ in 0..again {
            self.leave_out(TimeDependent::ProposedAgain);
        }
        for name in kafka.partitions.keys() {
            if kafka.partitions.len() > 1 {
                self.leave_out(TimeDependent::OrderBetweenPartitions);
            }
            let of_cluster = |record: &Value| !first && record.get("partition").is_none();
            let here = |record: &&Value| of_cluster(record) || record["partition"] == **name;
            let [kafka, ours] = [&records, &our_records].map(|records| records.iter().filter(here).cloned().collect());
            self.records("metadata record", name, kafka, ours);
            let here = |proposal: &&Value| proposal["partition"] == **name;
            let [kafka, ours] =
                [&proposals, &our_proposals].map(|proposals| proposals.iter().filter(here).cloned().collect());
            self.records("AlterPartition", name, kafka, ours);
        }
    }

    /// One by one where there are as many, else as a whole.
    fn records(&mut self, counted: &str, partition: &str, mut kafka: Vec<Value>, mut ours: Vec<Value>) {
        for _ in 0..without_order_of_joining(&mut kafka, &mut ours) {
            self.leave_out(TimeDependent::OrderOfJoining);
        }
        if kafka.len() != ours.len() {
            self.named(counted, &format!("{partition} {counted}s"), &json!(kafka), &json!(ours));
            return;
        }
        for (n, (kafka, ours)) in kafka.iter().zip(&ours).enumerate() {
            self.named(counted, &format!("{partition} {counted} {n}"), kafka, ours);
        }
    }

    fn partition(&mut self, name: &str, kafka: &Partition, ours: &Partition) {
        let numbers = [
            ("leader", kafka.leader, ours.leader),
            ("leader epoch", kafka.leader_epoch, ours.leader_epoch),
            ("partition epoch", kafka.partition_epoch, ours.partition_epoch),
            ("leader recovery state", kafka.recovery, ours.recovery),
        ];
        for (field, kafka, ours) in numbers {
            self.named(field, &format!("{name} {field}"), &kafka.into(), &ours.into());
        }
        self.leave_out(TimeDependent::OrderInSets);
        let sets = [
            ("ISR", &kafka.isr, &ours.isr),
            ("ELR", &kafka.elr, &ours.elr),
            ("last known ELR", &kafka.last_known_elr, &ours.last_known_elr),
            ("adding replicas", &kafka.adding, &ours.adding),
            ("removing replicas", &kafka.removing, &ours.removing),
        ];
        for (field, kafka, ours) in sets {
            let set = |ids: &Vec<i32>| json!(ids.iter().collect::<BTreeSet<_>>());
            self.named(field, &format!("{name} {field}"), &set(kafka), &set(ours));
        }
        let order = format!("{name} replicas");
        self.named("replicas", &order, &json!(kafka.replicas), &json!(ours.replicas));
        for (broker, kafka) in &kafka.on {
            let Some(ours) = ours.on.get(broker) else {
                self.named("replica", &format!("{name} on b{broker}"), &json!(kafka), &Value::Null);
                continue;
            };
            let of = |field: &str| format!("{name} on b{broker}, {field}");
            self.named("process state", &of("state"), &json!(kafka.state), &json!(ours.state));
            self.named("log", &of("log"), &json!(kafka.log), &json!(ours.log));
            self.named(
                "log end offset",
                &of("log end offset"),
                &json!(kafka.leo),
                &json!(ours.leo),
            );
            self.named(
                "leader epochs",
                &of("leader epochs"),
                &json!(kafka.epochs),
                &json!(ours.epochs),
            );
            self.leave_out(TimeDependent::HighWatermarkCheckpoint);
            if kafka.hw.is_number() {
                self.named("high watermark", &of("high watermark"), &kafka.hw, &ours.hw);
            }
        }
    }
}

/// The fields that any of these objects has.
fn names<'a>(objects: &[&'a Value]) -> BTreeSet<&'a str> {
    let fields = objects.iter().filter_map(|object| object.as_object());
    fields.flat_map(|fields| fields.keys().map(String::as_str)).collect()
}

/// What `kafka-topics --describe` printed, without the topic's id and the outer blanks.
fn without_topic_id(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let columns = line
            .trim()
            .split('\t')
            .filter(|column| !column.starts_with("TopicId: "));
        columns.collect::<Vec<_>>().join("\t")
    };
    text.trim().lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_a_second_time_of_a_broker_is_left_out() {
        let fenced = |fenced: bool| json!({"rec": "BrokerRegistrationChangeRecord", "broker": 2, "fenced": fenced});
        let registered = || json!({"rec": "RegisterBrokerRecord", "broker": 2});
        let left = |changes: &[Value]| without_second_fencing(changes, &mut BTreeMap::new());
        assert_eq!(
            left(&[registered(), registered(), fenced(false)]),
            [registered(), fenced(false)]
        );
        let twice = [registered(), fenced(false), fenced(true), registered(), fenced(false)];
        assert_eq!(left(&twice), twice);
        assert_eq!(left(&[fenced(true), fenced(true)]), [fenced(true)]);
    }
}
