//! A recording as it is made, for somebody who watches: what was done and answered, how things stand, what the story expected.

use lab::act::{Act, FIRST_CONTROLLER, Link};
use lab::recording::{Line, Look, Partition, Want};
use serde_json::Value;

/// Where a line's text begins, under the seconds of those that have some.
const INDENT: &str = "          ";

/// One line of a recording; None for what need not be seen.
pub fn in_words(line: &Line) -> Option<String> {
    let seconds = |ms: u64| format!("{:4}.{} s  ", ms / 1000, ms % 1000 / 100);
    Some(match line {
        Line::Act(played) => {
            let result = answered(&played.result);
            format!("{}{}{result}", seconds(played.ms), done(&played.act))
        }
        Line::Wait(wait) if !wait.came => format!("{}it never came to this: {}", seconds(wait.ms), wanted(&wait.want)),
        Line::Look(look) => format!("{}{}", seconds(look.ms), looked(look)),
        Line::Expect(expect) => format!("{INDENT}{expect}"),
        _ => return None,
    })
}

fn node(id: i32) -> String {
    match id >= FIRST_CONTROLLER {
        true => format!("c{}", id - FIRST_CONTROLLER + 1),
        false => format!("b{id}"),
    }
}

fn links(links: &[Link]) -> String {
    links.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn ids(ids: &[i32]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn settings(set: &std::collections::BTreeMap<String, Option<String>>) -> String {
    let set = set.iter();
    set.map(|(name, value)| format!(" {name}={}", value.as_deref().unwrap_or_default()))
        .collect()
}

fn placed(assignment: &[Vec<i32>]) -> String {
    let assigned: Vec<String> = assignment.iter().map(|replicas| ids(replicas)).collect();
    assigned.join("/")
}

fn acks(acks: i16) -> String {
    if acks == -1 { "all".into() } else { acks.to_string() }
}

fn done(act: &Act) -> String {
    match act {
        Act::CreateTopic {
            topic,
            assignment,
            config,
            ..
        } => {
            let config = config.iter().map(|(name, value)| (name.clone(), Some(value.clone())));
            format!(
                "topic {topic} assignment={}{}",
                placed(assignment),
                settings(&config.collect())
            )
        }
        Act::CreatePartitions {
            topic,
            count,
            assignment,
        } => {
            let assigned = assignment.iter().map(|all| format!(" assignment={}", placed(all)));
            format!("{topic} gets {count} partitions{}", assigned.collect::<String>())
        }
        Act::Unregister { broker } => format!("unregister {}", node(*broker)),
        // Its command and what it printed come with the result.
        Act::Tool(_) => "a tool".into(),
        Act::Produce {
            partition,
            to,
            acks: wanted,
            records,
            ..
        } => {
            let (count, acks) = (records.len(), acks(*wanted));
            format!(
                "{} asked to append {count} record{} to {partition}, acks={acks}",
                node(*to),
                if count == 1 { "" } else { "s" }
            )
        }
        Act::Answer { of } => format!("the answer to act {of}"),
        Act::Fetch {
            partition, to, offset, ..
        } => format!("{} asked for {partition} from {offset}", node(*to)),
        Act::ListOffsets { partition, to, at, .. } => {
            let at = match at {
                -1 => "latest".into(),
                -2 => "earliest".into(),
                other => other.to_string(),
            };
            format!("{} asked for the {at} offset of {partition}", node(*to))
        }
        Act::EpochEndOffset {
            partition, to, epoch, ..
        } => format!("{} asked where epoch {epoch} of {partition} ends", node(*to)),
        Act::DeleteRecords {
            partition, to, before, ..
        } => format!("{} asked to delete records of {partition} before {before}", node(*to)),
        Act::Crash { node: of } => format!("crash {}", node(*of)),
        Act::Stop { node: of } => format!("stop {}", node(*of)),
        Act::Start { node: of } => format!("start {}", node(*of)),
        Act::Pause { node: of } => format!("pause {}", node(*of)),
        Act::Resume { node: of } => format!("resume {}", node(*of)),
        Act::Hold { links: of } => format!("hold {}", links(of)),
        Act::Release { links: of } => format!("release {}", links(of)),
        Act::Cut { links: of } => format!("cut {}", links(of)),
        Act::Heal { links: of } => format!("heal {}", links(of)),
        Act::Reset { links: of } => format!("reset {}", links(of)),
        Act::Lose { link } => format!("lose {link}"),
        Act::Step { link } => format!("step {link}"),
        Act::Elect { unclean, partition } => {
            let partition = partition.as_deref().unwrap_or("everywhere");
            format!("elect {} {partition}", if *unclean { "unclean" } else { "preferred" })
        }
        Act::Reassign { partition, replicas } => match replicas {
            Some(replicas) => format!("reassign {partition} to {}", ids(replicas)),
            None => format!("reassign {partition} cancelled"),
        },
        Act::ReassignPlan { plan, .. } => {
            let words = plan.iter().map(|(name, replicas)| match replicas {
                Some(replicas) => format!(" {name}={}", ids(replicas)),
                None => format!(" {name} cancelled"),
            });
            format!("reassign plan{}", words.collect::<String>())
        }
        Act::Config { topic, set } => format!("config {}{}", topic.as_deref().unwrap_or("cluster"), settings(set)),
        Act::Describe { topic } => format!("describe {topic}"),
    }
}

/// Fields that say nothing where they are as always.
fn is_news(name: &str, value: &Value) -> bool {
    let usual: &[(&str, i64)] = &[("preferred_read_replica", -1), ("epoch", -1), ("timestamp", -1)];
    !value.is_null() && !usual.iter().any(|(field, usual)| *field == name && value == usual)
}

fn answered(result: &Value) -> String {
    match result {
        Value::Null => String::new(),
        Value::String(text) => {
            let lines: Vec<String> = text
                .trim_end()
                .lines()
                .map(|line| format!("\n{INDENT}{line}"))
                .collect();
            lines.concat()
        }
        Value::Object(fields) if fields.contains_key("connection_closed") => match fields["connection_closed"] {
            Value::Bool(true) => " → the connection was closed".into(),
            _ => " → no answer".into(),
        },
        Value::Object(fields) if fields.contains_key("printed") => {
            let command = format!("\n{INDENT}$ {}", fields["command"].as_str().unwrap_or_default());
            let lines = fields["printed"].as_array().into_iter().flatten();
            let lines = lines.filter_map(Value::as_str).map(|line| format!("\n{INDENT}{line}"));
            command + &lines.collect::<String>()
        }
        Value::Object(fields) if fields.get("open") == Some(&Value::Bool(true)) => " → not answered yet".into(),
        Value::Object(fields) => {
            let error = fields.get("error").and_then(Value::as_str);
            let rest = fields
                .iter()
                .filter(|(name, value)| *name != "error" && is_news(name, value));
            let words =
                error
                    .map(String::from)
                    .into_iter()
                    .chain(rest.map(|(name, value)| match (name.as_str(), value) {
                        ("records", Value::Array(records)) => match records.len() {
                            1 => "1 record".into(),
                            count => format!("{count} records"),
                        },
                        (name, Value::String(text)) => format!("{}: {text}", name.replace('_', " ")),
                        (name, value) => format!("{} {}", name.replace('_', " "), short(value)),
                    }));
            format!(" → {}", words.collect::<Vec<_>>().join(", "))
        }
        other => format!(" → {}", short(other)),
    }
}

fn looked(look: &Look) -> String {
    if look.partitions.is_empty() {
        return "at rest, no topic yet".into();
    }
    let partitions = look.partitions.iter().map(|(name, partition)| stands(name, partition));
    partitions.collect::<Vec<_>>().join(&format!("\n{INDENT}"))
}

fn stands(name: &str, partition: &Partition) -> String {
    let replicas = partition
        .on
        .iter()
        .map(|(id, replica)| match (replica.state.as_str(), replica.hw.as_i64()) {
            ("up", Some(hw)) => format!("b{id} {}/{hw}", replica.leo),
            ("up", None) => format!("b{id} {}, {}", replica.leo, replica.hw.as_str().unwrap_or("no hw")),
            (state, _) => format!("b{id} {}, {state}", replica.leo),
        });
    let leader = match partition.leader {
        id if id >= 0 => id.to_string(),
        _ => "none".into(),
    };
    let set = |name: &str, of: &[i32]| match of.is_empty() {
        true => String::new(),
        false => format!(" {name}={}", ids(of)),
    };
    format!(
        "{name}: leader={leader} epoch={} isr={}{}{}; leo/hw {}",
        partition.leader_epoch,
        ids(&partition.isr),
        set("elr", &partition.elr),
        set("last-known-elr", &partition.last_known_elr),
        replicas.collect::<Vec<_>>().join(", ")
    )
}

fn wanted(want: &Want) -> String {
    match want {
        Want::Partition { partition, facts } => {
            let facts = facts
                .iter()
                .map(|(name, value)| format!(" {}={value}", name.replace('_', "-")));
            format!("{partition}{}", facts.collect::<String>())
        }
        Want::Rest => "nothing moves".into(),
        Want::Time { for_ms } => format!("{for_ms} ms have passed"),
        Want::Fenced { broker } => format!("b{broker} is fenced"),
        Want::Unfenced { broker } => format!("b{broker} is unfenced"),
        Want::Held { link } => format!("a message waits at {link}"),
        Want::Proposed { broker } => format!("b{broker} asks for another ISR"),
    }
}

fn short(value: &Value) -> String {
    const MOST: usize = 160;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(json: &str) -> String {
        in_words(&serde_json::from_str(json).expect("a line of a recording")).expect("it is shown")
    }

    #[test]
    fn an_act_is_told_with_its_answer() {
        assert_eq!(
            shown(
                r#"{"kind":"act","n":3,"line":9,"do":"produce","partition":"t-0","to":1,"acks":-1,"records":[["k","v"]],
                "timeout_ms":30000,"patience_ms":3000,"result":{"error":"NONE","base_offset":2},"ms":6230}"#
            ),
            "   6.2 s  b1 asked to append 1 record to t-0, acks=all → NONE, base offset 2"
        );
        assert_eq!(
            shown(
                r#"{"kind":"act","n":4,"line":9,"do":"hold","links":[{"from":2,"to":1,"purpose":"fetch"},{"from":1,"to":100}],"ms":80}"#
            ),
            "   0.0 s  hold b2>b1:fetch b1>c1"
        );
    }

    #[test]
    fn a_look_says_how_each_partition_stands() {
        assert_eq!(
            shown(
                r#"{"kind":"look","n":4,"line":9,"partitions":{"t-0":{"leader":-1,"leader_epoch":1,"partition_epoch":3,
                "replicas":[1,2],"adding":[],"removing":[],"isr":[],"elr":[1,2],"last_known_elr":[1],"recovery":0,
                "on":{"1":{"state":"down","log":[],"leo":3,"hw":null,"hw_checkpoint":2,"epochs":[]},
                "2":{"state":"up","log":[],"leo":3,"hw":2,"hw_checkpoint":2,"epochs":[]}}}},
                "changes":[],"proposals":[],"fetches":[],"ms":12345}"#
            ),
            "  12.3 s  t-0: leader=none epoch=1 isr= elr=1,2 last-known-elr=1; leo/hw b1 3, down, b2 3/2"
        );
    }
}
