//! Waiting: until a condition holds, until sessions and lag times are over, until nothing moves; then somebody looks.

use std::collections::BTreeMap;
use std::time::Duration;

use lab::act::{Act, Link, Purpose};
use lab::recording::{Line, Want};
use scenario::language::condition::{Condition, Subject, Wanted};
use scenario::language::value::NodeName;
use serde_json::{Value, json};

use super::Teller;
use crate::asking::partition_of;
use crate::clients;
use crate::error::Outcome;
use crate::observe::{QUIET, QUIET_AFTER_HEAL, QUIET_AFTER_STEP};
use crate::record::NO_LAG;

impl Teller<'_> {
    pub(super) async fn run_until(&mut self, condition: &Condition) -> Outcome<()> {
        match &condition.subject {
            Subject::Partition(partition) => {
                let facts: BTreeMap<String, Value> = condition
                    .facts
                    .iter()
                    .filter_map(|(spec, wanted)| fact(spec.name, wanted))
                    .collect();
                if !facts.is_empty() {
                    let partition = partition.to_string();
                    self.wait(Want::Partition { partition, facts }).await?;
                }
            }
            Subject::Answer(name) => {
                if let Some(of) = self.answers.get(name).copied()
                    && self.lab.open().iter().any(|(open, _)| *open == of)
                {
                    self.act(Act::Answer { of }).await?;
                }
            }
            // What a replica believes is what the controller has decided, once it has heard of it.
            Subject::Replica { broker, partition } => {
                let mut facts: BTreeMap<String, Value> = condition
                    .facts
                    .iter()
                    .filter(|(spec, _)| ["isr", "epoch"].contains(&spec.name))
                    .filter_map(|(spec, wanted)| fact(spec.name, wanted))
                    .collect();
                let leads = |wanted: &Wanted| matches!(wanted, Wanted::Text(role) if role == "leader");
                if condition
                    .facts
                    .iter()
                    .any(|(spec, wanted)| spec.name == "role" && leads(wanted))
                {
                    facts.insert("leader".into(), json!(broker));
                }
                let partition = partition.to_string();
                if !facts.is_empty() && self.may_come(*broker, &partition, &facts)? {
                    self.wait(Want::Partition { partition, facts }).await?;
                }
            }
            // What a controller counts changes when sessions end.
            Subject::Server(NodeName::Controller(_)) => return self.rest().await,
            // The session of a dead broker goes on meanwhile.
            Subject::Producer(name) if self.clients.is_waiting(name) => return self.rest().await,
            _ => {}
        }
        self.pause().await
    }

    /// Whether the controller can still decide so: not what a broker believes that has not heard of a later decision.
    fn may_come(&mut self, broker: i32, partition: &str, facts: &BTreeMap<String, Value>) -> Outcome<bool> {
        let (topic, number) = partition_of(partition)?;
        let log = self.lab.metadata();
        let Some(record) = log.partitions.get(&(topic.to_string(), number)) else {
            return Ok(false);
        };
        let is_past = |epoch: &Value| epoch.as_i64().is_some_and(|epoch| epoch < record.leader_epoch.into());
        let rules = || self.cut.iter().chain(&self.held);
        let controllers = &self.lab.processes.plan.controllers;
        let hears_nothing = controllers
            .iter()
            .all(|id| rules().any(|link| link.covers(*id, broker, Purpose::Metadata)));
        Ok(!hears_nothing && !facts.get("leader_epoch").is_some_and(is_past))
    }

    /// Brokers that are down or cut from every controller, and not yet fenced.
    pub(super) fn sessions_running(&mut self) -> Vec<i32> {
        self.unnoticed(false)
    }

    /// Brokers that live and reach a controller, and are still fenced.
    fn coming_back(&mut self) -> Vec<i32> {
        self.unnoticed(true)
    }

    /// Brokers that the controller has fenced, or has not, and that are otherwise by now.
    fn unnoticed(&mut self, fenced: bool) -> Vec<i32> {
        let log = self.lab.metadata();
        let mut brokers = self.lab.processes.plan.brokers.clone();
        brokers.retain(|broker| {
            let serves = self.lab.processes.state(*broker) == "up" && !self.is_cut_off(*broker);
            log.brokers.get(broker) == Some(&fenced) && serves == fenced
        });
        brokers
    }

    /// Lets the cluster come to rest and looks, unless a session is running: then it will not come to rest.
    pub(super) async fn pause(&mut self) -> Outcome<()> {
        if !self.sessions_running().is_empty() {
            return Ok(());
        }
        self.look(QUIET).await
    }

    /// The same, when sessions have ended.
    pub(super) async fn rest(&mut self) -> Outcome<()> {
        self.send_batches().await?;
        for broker in self.sessions_running() {
            self.wait(Want::Fenced { broker }).await?;
        }
        for broker in self.coming_back() {
            self.wait(Want::Unfenced { broker }).await?;
        }
        self.lag_ends().await?;
        self.look(QUIET).await
    }

    pub(super) fn is_cut_off(&self, broker: i32) -> bool {
        let rules = || self.cut.iter().chain(&self.held);
        let lost = |controller: &i32| rules().any(|link| link.covers(broker, *controller, Purpose::Heartbeat));
        self.lab.processes.plan.controllers.iter().all(lost)
    }

    /// A follower that is behind and cannot fetch leaves the ISR after its lag time, or its leader asks for that.
    async fn lag_ends(&mut self) -> Outcome<()> {
        let lag = self.lab.processes.plan.properties.get("replica.lag.time.max.ms");
        if self.held.is_empty() && self.cut.is_empty() || lag.is_some_and(|lag| lag == NO_LAG) {
            return Ok(());
        }
        let partitions = self.lab.settle(QUIET).await?;
        for (name, partition) in partitions {
            let leader = partition.leader;
            let Some(end) = partition
                .on
                .get(&leader)
                .filter(|replica| replica.state == "up")
                .map(|replica| replica.leo)
            else {
                continue;
            };
            let behind = |id: &i32| partition.on.get(id).is_some_and(|replica| replica.leo < end);
            let isr: Vec<i32> = partition.isr.iter().copied().filter(|id| !behind(id)).collect();
            if isr.len() == partition.isr.len() || self.is_cut_off(leader) {
                continue;
            }
            let controllers = self.lab.processes.plan.controllers.clone();
            let held = |link: &Link| {
                controllers
                    .iter()
                    .any(|id| link.covers(leader, *id, Purpose::AlterPartition))
            };
            match self.held.iter().any(held) {
                true => self.wait(Want::Proposed { broker: leader }).await?,
                false => {
                    let facts = [("isr".to_string(), json!(isr))].into();
                    self.wait(Want::Partition { partition: name, facts }).await?;
                }
            }
        }
        Ok(())
    }

    pub(super) async fn send_batches(&mut self) -> Outcome<()> {
        clients::send(self, false).await
    }

    /// At rest clients do what they have to do, and then somebody looks.
    pub(super) async fn look(&mut self, quiet: Duration) -> Outcome<()> {
        if !self.moved {
            return Ok(());
        }
        let quiet = match () {
            () if self.healed => QUIET_AFTER_HEAL,
            () if self.stepped => QUIET_AFTER_STEP.min(quiet),
            () => quiet,
        };
        if self.clients.have_work(self.lab) {
            self.wait(Want::Rest).await?;
            clients::collect(self).await?;
            clients::send(self, true).await?;
        }
        if self.clients.consume() {
            self.wait(Want::Rest).await?;
            clients::read(self).await?;
        }
        let (n, line) = (self.tape.number(), self.line);
        let begun = self.tape.begun();
        let look = self
            .lab
            .look(n, line, quiet, || begun.elapsed().as_millis() as u64)
            .await?;
        self.tape.write(Line::Look(Box::new(look)));
        self.moved = false;
        self.healed = false;
        self.started = false;
        Ok(())
    }
}

/// A fact of the controller's record, in the recording's words; None for what a leader knows.
fn fact(name: &str, wanted: &Wanted) -> Option<(String, Value)> {
    let value = match wanted {
        Wanted::Numbers(from, to) if from == to => json!(from),
        Wanted::Broker(id) => json!(id.unwrap_or(-1)),
        Wanted::Brokers(ids) => json!(ids.iter().copied().collect::<Vec<i32>>()),
        _ => return None,
    };
    let name = match name {
        "leader" | "isr" | "elr" => name.to_string(),
        "epoch" => "leader_epoch".into(),
        "partition-epoch" => "partition_epoch".into(),
        "last-known-elr" => "last_known_elr".into(),
        _ => return None,
    };
    Some((name, value))
}
