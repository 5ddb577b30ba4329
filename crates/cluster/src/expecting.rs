//! A story's `expect` lines on a real cluster: each fact is looked for in what the lab wrote down last.
//!
//! The controller's record, logs, high watermarks and leader epochs come from the last look; answers from the act that asked; what
//! producers and consumers know from the lab's own. Two things are asked for at the line itself: whether a replica leads, by
//! ListOffsets, which only a leader answers, and which leader epoch it is in, by a Fetch that names one. The engine
//! is played along, so that a line it does not meet is told apart from one that Kafka does not meet.

use std::collections::BTreeMap;

use lab::act::{Act, FIRST_CONTROLLER};
use lab::expecting::{Checked, Expect, Fact, NotChecked};
use lab::recording::{Entry, Line, Partition, Played, Replica};
use replication::base::id::BrokerId;
use replication::base::set::Set;
use scenario::language::command::{Command, Line as StoryLine};
use scenario::language::condition::{Condition, FactKind, Found, Subject, Wanted};
use scenario::language::value::NodeName;
use scenario::reading::unmet;
use scenario::runner::Runner;
use scenario::story::Story;
use serde_json::Value;

use crate::clients::Clients;

/// What is on its way has arrived by then, and neither a session nor a lag time is over, in µs.
const ARRIVAL: u64 = 3_000_000;
/// Sessions and lag times are over by then: so many seconds of the story.
const AHEAD: u64 = 60;

/// The engine, told the same story beside the cluster.
#[derive(Debug)]
pub struct Engine {
    /// None from the line on at which the story stops on it.
    runner: Option<Runner>,
    rules_off: bool,
}

impl Engine {
    pub fn new(story: &Story) -> Self {
        let seed = story.lines.iter().find_map(|line| match &line.command {
            Command::Cluster(cluster) => Some(cluster.seed),
            _ => None,
        });
        Engine {
            runner: Some(Runner::new(seed.unwrap_or(1))),
            rules_off: false,
        }
    }

    /// Carries a line out. What a line expects is asked for separately.
    pub fn follow(&mut self, line: &StoryLine) {
        if let Command::Rule { on, .. } = &line.command {
            self.rules_off |= !on;
        }
        let expects = matches!(
            line.command,
            Command::Expect(_) | Command::ExpectFinding(_) | Command::ExpectPrinted(_)
        );
        if !expects
            && self
                .runner
                .as_mut()
                .is_some_and(|runner| runner.line(line, false).is_err())
        {
            self.runner = None;
        }
    }

    /// Whether the session of a broker has ended there.
    pub fn has_fenced(&self, broker: i32) -> bool {
        let image = self.runner.as_ref().and_then(|runner| {
            let cluster = &runner.history.world().cluster;
            cluster
                .metadata()?
                .brokers
                .get(&BrokerId(broker))
                .map(|known| known.fenced)
        });
        image == Some(true)
    }

    /// What a line expects and is not so: now, and after all that is on its way has arrived.
    fn unmet(&self, line: &StoryLine, condition: &Condition) -> [BTreeMap<String, String>; 2] {
        let Some(runner) = &self.runner else {
            return Default::default();
        };
        let mut later = runner.clone();
        let settle = StoryLine {
            command: Command::Settle { max: ARRIVAL },
            ..line.clone()
        };
        // What does not come to rest by then is looked at as it is.
        let _ = later.line(&settle, false);
        [by_name(condition, runner), by_name(condition, &later)]
    }

    /// Whether a fact becomes what Kafka has by itself, when a session or a lag time is over that the lab has shortened.
    fn comes_to(&self, line: &StoryLine, condition: &Condition, name: &str, found: &str) -> bool {
        let Some(mut later) = self.runner.clone() else {
            return false;
        };
        let second = StoryLine {
            command: Command::Run(1_000_000),
            ..line.clone()
        };
        (0..AHEAD).any(|_| {
            later.line(&second, false).is_ok()
                && by_name(condition, &later).get(name).is_some_and(|there| there == found)
        })
    }
}

/// What is not as a condition wants it, on the engine.
fn by_name(condition: &Condition, runner: &Runner) -> BTreeMap<String, String> {
    let unmet = unmet(condition, &runner.history, &runner.memory);
    let named = unmet.iter().filter_map(|fact| fact.split_once('='));
    named.map(|(name, found)| (name.into(), found.into())).collect()
}

/// What the lab knows at a line.
#[derive(Debug)]
pub struct Observed<'a> {
    /// Written down so far.
    pub lines: &'a [Line],
    /// Raw requests by the story's names: their act's number.
    pub answers: &'a BTreeMap<String, u32>,
    pub clients: &'a Clients,
    pub controllers: usize,
    /// Something was done since the last look and the cluster is not at rest: a session is running.
    pub moved: bool,
}

type Seen = Result<Found, (NotChecked, Option<&'static str>)>;

fn unseen<T>(why: &'static str) -> Result<T, (NotChecked, Option<&'static str>)> {
    Err((NotChecked::Unseen, Some(why)))
}

/// What has to be asked for before a line can be judged: requests that change nothing.
pub fn questions(condition: &Condition, lines: &[Line]) -> Vec<Act> {
    let Subject::Replica { broker, partition } = &condition.subject else {
        return Vec::new();
    };
    let name = partition.to_string();
    let Some(replica) = last_look(lines, &name).and_then(|partition| partition.on.get(broker)) else {
        return Vec::new();
    };
    if replica.state != "up" {
        return Vec::new();
    }
    let asks = condition
        .facts
        .iter()
        .filter_map(|(spec, wanted)| match (spec.name, wanted) {
            ("role", _) => Some(Act::ListOffsets {
                partition: name.clone(),
                to: *broker,
                at: -1,
                epoch: None,
            }),
            ("epoch", Wanted::Numbers(from, to)) if from == to => Some(Act::Fetch {
                partition: name.clone(),
                to: *broker,
                offset: replica.leo,
                epoch: i32::try_from(*from).ok(),
                rack: None,
                max_wait_ms: 0,
                min_bytes: 0,
                read_committed: false,
            }),
            _ => None,
        });
    asks.collect()
}

/// Why a line is not for the lab, if its comment says so: `expect t-0 hw=2  # Lab: …`.
pub fn not_for_the_lab(text: &str) -> Option<&str> {
    text.rsplit_once("# Lab: ").map(|(_, why)| why.trim())
}

/// What became of a line; `text` is the story's, with its comment.
pub fn judge(
    (line, text): (&StoryLine, &str),
    condition: &Condition,
    observed: &Observed<'_>,
    engine: &Engine,
    n: u32,
) -> Expect {
    let seen: Vec<(&str, &Wanted, Seen)> = condition
        .facts
        .iter()
        .map(|(spec, wanted)| {
            (
                spec.name,
                wanted,
                observed.see(&condition.subject, spec.name, spec.kind, wanted),
            )
        })
        .collect();
    let met = |wanted: &Wanted, found: &Seen| found.as_ref().is_ok_and(|found| wanted.is_met_by(found));
    let all_met = seen
        .iter()
        .all(|(_, wanted, found)| found.is_err() || met(wanted, found));
    let [now, later] = match all_met {
        true => Default::default(),
        false => engine.unmet(line, condition),
    };
    let facts = seen.into_iter().map(|(name, wanted, seen)| Fact {
        fact: name.into(),
        wanted: wanted.to_string(),
        checked: match seen {
            Err((not_checked, why)) => Checked::Not {
                not_checked,
                why: why.map(String::from),
            },
            Ok(found) if wanted.is_met_by(&found) => Checked::Seen {
                so: true,
                found: found.to_string(),
                engine: None,
            },
            Ok(found) if not_for_the_lab(text).is_some() => Checked::Not {
                not_checked: NotChecked::PassingMoment,
                why: not_for_the_lab(text).map(|why| format!("{why}; it is {}", shown(&found))),
            },
            Ok(found) if engine.rules_off => Checked::Not {
                not_checked: NotChecked::WithoutRule,
                why: Some(format!("it is {}; told with all of Kafka's rules", shown(&found))),
            },
            Ok(found) if !now.contains_key(name) && later.contains_key(name) => Checked::Not {
                not_checked: NotChecked::PassingMoment,
                why: Some(passing(&shown(&found), &later[name])),
            },
            Ok(found)
                if !now.contains_key(name) && engine.comes_to(line, condition, name, &found.to_string()) =>
            {
                Checked::Not {
                    not_checked: NotChecked::RunningSession,
                    why: Some(format!(
                        "Kafka is ahead, the lab's sessions and lag times are short; it is {}, later in the playground too",
                        shown(&found)
                    )),
                }
            }
            Ok(found) => Checked::Seen {
                so: false,
                found: found.to_string(),
                engine: now.get(name).cloned(),
            },
        },
    });
    Expect {
        n,
        line: line.at.0,
        text: line.text.clone(),
        facts: facts.collect(),
    }
}

fn passing(found: &str, engine: &str) -> String {
    let engine = if engine.is_empty() { "empty" } else { engine };
    match found == engine {
        true => format!("the moment passes; at rest it is {found}, in the playground too"),
        false => format!("the moment passes; at rest it is {found}, in the playground {engine}"),
    }
}

fn shown(found: &Found) -> String {
    let text = found.to_string();
    if text.is_empty() { "empty".into() } else { text }
}

fn last_look<'a>(lines: &'a [Line], partition: &str) -> Option<&'a Partition> {
    lines.iter().rev().find_map(|line| match line {
        Line::Look(look) => look.partitions.get(partition),
        _ => None,
    })
}

fn number(value: &Value) -> Found {
    value.as_i64().map_or(Found::Nothing, Found::Number)
}

fn brokers(ids: &[i32]) -> Found {
    Found::Brokers(ids.iter().copied().collect::<Set<i32>>())
}

impl Observed<'_> {
    fn see(&self, subject: &Subject, name: &str, kind: FactKind, wanted: &Wanted) -> Seen {
        let in_session = || match self.moved {
            true => Err((NotChecked::RunningSession, None)),
            false => Ok(()),
        };
        match subject {
            Subject::Time => Err((NotChecked::ModelTime, None)),
            _ if matches!(kind, FactKind::Time | FactKind::Label) => Err((NotChecked::ModelTime, None)),
            Subject::Answer(request) => self.answer(request, name),
            Subject::Producer(producer) => {
                in_session()?;
                self.clients.producer_fact(producer, name)
            }
            Subject::Position { consumer, partition } => {
                in_session()?;
                self.clients.position_fact(consumer, &partition.to_string(), name)
            }
            Subject::Partition(partition) => {
                in_session()?;
                match last_look(self.lines, &partition.to_string()) {
                    Some(record) => record_of_controller(record, name),
                    None => Ok(Found::Nothing),
                }
            }
            Subject::Replica { broker, partition } => {
                in_session()?;
                self.replica(*broker, &partition.to_string(), name, wanted)
            }
            Subject::Record {
                broker,
                partition,
                offset,
            } => {
                in_session()?;
                let record = last_look(self.lines, &partition.to_string());
                let held = record.and_then(|record| record.on.get(&broker.unwrap_or(record.leader)));
                let entry = held.and_then(|replica| replica.log.iter().find(|entry| entry.0 == *offset));
                record_fact(entry, name)
            }
            Subject::Server(server) if name == "state" => {
                in_session()?;
                self.state(server)
            }
            Subject::Server(_) => unseen("the lab reads no metrics of a broker"),
        }
    }

    fn replica(&self, broker: i32, partition: &str, name: &str, wanted: &Wanted) -> Seen {
        let record = last_look(self.lines, partition);
        let replica = record.and_then(|record| record.on.get(&broker));
        let up = replica.is_some_and(|replica| replica.state == "up");
        let asked = |wanted: &dyn Fn(&Act) -> bool| {
            let since_look = self
                .lines
                .iter()
                .rev()
                .take_while(|line| !matches!(line, Line::Look(_)));
            let mut acts = since_look.filter_map(|line| match line {
                Line::Act(played) if wanted(&played.act) => played.result["error"].as_str(),
                _ => None,
            });
            acts.next()
        };
        match name {
            "role" if !up => Ok(Found::Text("offline".into())),
            "role" => {
                let ours = |act: &Act| matches!(act, Act::ListOffsets { partition: of, to, at: -1, epoch: None } if of == partition && *to == broker);
                match asked(&ours) {
                    None => unseen("nobody asked the broker"),
                    Some("NOT_LEADER_OR_FOLLOWER") if record.is_some_and(|record| record.leader < 0) => {
                        unseen("a broker says the same whether it follows or knows no leader")
                    }
                    Some("NOT_LEADER_OR_FOLLOWER") => Ok(Found::Text("follower".into())),
                    Some("NONE" | "OFFSET_NOT_AVAILABLE") => Ok(Found::Text("leader".into())),
                    Some(_) => Ok(Found::Text("offline".into())),
                }
            }
            "epoch" if !up => Ok(Found::Nothing),
            "epoch" => {
                let Wanted::Numbers(from, _) = wanted else {
                    return unseen("nobody asked the broker");
                };
                let named = i32::try_from(*from).ok();
                let ours = |act: &Act| matches!(act, Act::Fetch { partition: of, to, epoch, .. } if of == partition && *to == broker && *epoch == named);
                match asked(&ours) {
                    None => unseen("a broker's leader epoch is found out by naming one, not a range of them"),
                    Some("FENCED_LEADER_EPOCH") => Ok(Found::Text(format!("above {from}"))),
                    Some("UNKNOWN_LEADER_EPOCH") => Ok(Found::Text(format!("below {from}"))),
                    Some("DISCONNECTED" | "UNKNOWN_TOPIC_OR_PARTITION") => Ok(Found::Nothing),
                    Some(_) => Ok(Found::Number(*from)),
                }
            }
            "flushed" => unseen("what a broker has forced to its disk shows only when the power fails"),
            "leader-knows" => unseen("what a leader knows of a follower is in its memory only"),
            "isr" => unseen("a leader's own ISR is in its memory only; ask for the partition's"),
            "last-stable-offset" => unseen("it was not asked for; a raw Fetch says it"),
            _ => replica.map_or(Ok(Found::Nothing), |replica| on_disk(replica, name)),
        }
    }

    /// Of a process: what was done to it, and what the controller wrote of it.
    fn state(&self, server: &NodeName) -> Seen {
        let node = match server {
            NodeName::Broker(id) => *id,
            NodeName::Controller(_) if self.controllers > 1 => {
                return unseen("c1 is whichever controller leads the quorum");
            }
            _ => FIRST_CONTROLLER,
        };
        let (mut process, mut registered, mut fenced, mut stopping) = ("up", true, false, false);
        for line in self.lines {
            match line {
                Line::Act(Played { act, .. }) => match act {
                    Act::Crash { node: of } | Act::Stop { node: of } if *of == node => process = "down",
                    Act::Start { node: of } if *of == node => (process, registered) = ("up", false),
                    Act::Pause { node: of } if *of == node => process = "paused",
                    Act::Resume { node: of } if *of == node => process = "up",
                    _ => {}
                },
                Line::Look(look) => {
                    for change in look.changes.iter().filter(|change| change["broker"] == node) {
                        if change["rec"] == "RegisterBrokerRecord" {
                            (registered, fenced, stopping) = (true, true, false);
                        }
                        fenced = change["fenced"].as_bool().unwrap_or(fenced);
                        stopping = change["in_controlled_shutdown"].as_bool().unwrap_or(stopping);
                    }
                }
                _ => {}
            }
        }
        let state = match process {
            "up" if node >= FIRST_CONTROLLER => "running",
            "up" if !registered => "starting",
            "up" if stopping => "stopping",
            "up" if fenced => "fenced",
            "up" => "running",
            other => other,
        };
        Ok(Found::Text(state.into()))
    }

    fn answer(&self, request: &str, name: &str) -> Seen {
        let Some(n) = self.answers.get(request) else {
            return unseen("the lab keeps no answer of this name");
        };
        let result = self.lines.iter().rev().find_map(|line| match line {
            Line::Act(played) if played.n == *n => Some(&played.result),
            Line::Act(played) if matches!(played.act, Act::Answer { of } if of == *n) => Some(&played.result),
            _ => None,
        });
        let Some(result) = result else {
            return unseen("the lab keeps no answer of this name");
        };
        if result["open"] == true {
            return match name {
                "error" => Ok(Found::Text("waiting".into())),
                _ => Ok(Found::Nothing),
            };
        }
        Ok(match name {
            "error" => match (result["error"].as_str(), result["connection_closed"].as_bool()) {
                (Some("DISCONNECTED"), _) | (_, Some(true)) => Found::Text("disconnected".into()),
                (Some(error), _) => Found::Text(error.into()),
                (None, _) => Found::Text("not-expected".into()),
            },
            "message" if result["error"] == "NONE" => Found::Nothing,
            "message" if result.get("message").is_none() => return unseen("the lab does not keep this message"),
            "message" => result["message"]
                .as_str()
                .map_or(Found::Nothing, |text| Found::Text(text.into())),
            "base-offset" => number(&result["base_offset"]),
            "low-watermark" => number(&result["low_watermark"]),
            "last-stable-offset" => number(&result["last_stable_offset"]),
            "records" => result["records"]
                .as_array()
                .map_or(Found::Nothing, |records| Found::Number(records.len() as i64)),
            "leader" => {
                let hint = result["current_leader"][0].as_i64();
                Found::Broker(hint.and_then(|id| i32::try_from(id).ok()).filter(|id| *id >= 0))
            }
            "hw" | "offset" => number(&result[name]),
            _ => return unseen("the lab has no transactions"),
        })
    }
}

fn record_of_controller(record: &Partition, name: &str) -> Seen {
    let on_leader = || record.on.get(&record.leader);
    Ok(match name {
        "leader" => Found::Broker(Some(record.leader).filter(|id| *id >= 0)),
        "epoch" => Found::Number(record.leader_epoch.into()),
        "partition-epoch" => Found::Number(record.partition_epoch.into()),
        "isr" => brokers(&record.isr),
        "elr" => brokers(&record.elr),
        "last-known-elr" => brokers(&record.last_known_elr),
        "replicas" => brokers(&record.replicas),
        "adding" => brokers(&record.adding),
        "removing" => brokers(&record.removing),
        "leo" => on_leader().map_or(Found::Nothing, |replica| Found::Number(replica.leo)),
        "hw" => on_leader().map_or(Found::Nothing, |replica| number(&replica.hw)),
        _ => return unseen("it was not asked for; a raw Fetch says it"),
    })
}

fn on_disk(replica: &Replica, name: &str) -> Seen {
    Ok(match name {
        "leo" => Found::Number(replica.leo),
        "hw" => number(&replica.hw),
        "log-start" => Found::Number(replica.log.first().map_or(replica.leo, |entry| entry.0)),
        "epochs" => Found::Epochs(replica.epochs.clone()),
        _ => return unseen("no file of a broker has it"),
    })
}

fn record_fact(entry: Option<&Entry>, name: &str) -> Seen {
    let Some((_, epoch, key, value)) = entry else {
        return Ok(Found::Nothing);
    };
    let text = |text: &Option<String>| text.clone().map_or(Found::Nothing, Found::Text);
    match name {
        "key" => Ok(text(key)),
        "value" => Ok(text(value)),
        "epoch" => Ok(Found::Number((*epoch).into())),
        "producer" => unseen("Kafka does not write down who sent a record"),
        _ => unseen("a look keeps of a record its offset, epoch, key and value"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_s_comment_says_that_it_is_not_for_the_lab() {
        assert_eq!(
            not_for_the_lab("expect t-0 hw=2   # Lab: a step ends first"),
            Some("a step ends first")
        );
        assert_eq!(not_for_the_lab("expect t-0 hw=2   # the second"), None);
    }
}
