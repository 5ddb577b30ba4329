//! The engine under a recording: built as the recorded cluster was, given the recorded acts, looked at where the cluster was.
//!
//! What comes of it is a recording too, to be laid beside Kafka's. Sessions, lag checks, checkpoints and elections come from
//! the engine's own timers, set as the recorded brokers had theirs; so that they happen, and in which order, is compared as
//! well. Where the lab waited, the engine runs until the same is so; where it let things settle, until nothing has moved for a
//! while.
//!
//! Differs: several controllers are one here, because the engine has one; a crash of one of several changes nothing.

mod asking;
mod looking;
mod metadata;
mod printing;
mod setup;
mod stepping;

use std::collections::BTreeMap;

use replication::base::id::{BrokerId, ControllerId, NodeId, TopicPartition};
use replication::base::rule::Rule;
use replication::base::time::{Millis, SimTime};
use replication::message::alter_partition::ProposedIsr;
use replication::message::application::{Answer, Completion};
use replication::message::{Envelope, Purpose as ModelPurpose};
use serde_json::Value;
use simulation::act::{Act as Choice, Links, Operation};
use simulation::cluster::Cluster;
use simulation::event::Happening;
use simulation::world::World;

use crate::act::{Act, FIRST_CONTROLLER, Link, Purpose};
use crate::recording::{Header, Line, Look, Played, Recording, Wait, Want, has_facts};

/// How long nothing may move before the cluster counts as at rest: longer than the longest wait for another attempt to connect.
const QUIET: Millis = Millis(600);
/// The lab looks so often; what it waited for is as old by then, and brokers have heard of it.
const POLL: Millis = Millis(30);
/// How long the lab waits for anything.
const PATIENCE: Millis = Millis(40_000);

/// Something the engine cannot be given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

type Outcome<T> = Result<T, Unsupported>;

/// A run in progress.
#[derive(Debug)]
pub struct Replay {
    world: World,
    controller: NodeId,
    /// Several controllers were recorded.
    quorum: bool,
    /// Partitions by name.
    partitions: BTreeMap<String, TopicPartition>,
    next_tag: u32,
    answers: BTreeMap<u32, Answer>,
    /// Tags of requests left open, by the act's number.
    open: BTreeMap<u32, u32>,
    /// Metadata records already reported.
    seen: usize,
    /// A Fetch let through, and what it was answered with.
    stepped: Option<(Envelope, Option<Envelope>)>,
    /// AlterPartition requests sent since the last look.
    proposals: Vec<(BrokerId, ProposedIsr)>,
    /// Of each broker, how many it has sent; and had, when links were held the last time.
    proposed: BTreeMap<i32, u32>,
    proposed_before: BTreeMap<i32, u32>,
    /// Connections that brokers have closed on the lab.
    closed: u32,
    records: u32,
}

/// Plays a recording; without one of Kafka's rules, if so asked.
pub fn replay(recording: &Recording, without: Option<Rule>) -> Outcome<Recording> {
    let mut replay = Replay::new(&recording.header, without)?;
    let mut lines = Vec::new();
    for line in &recording.lines {
        lines.push(match line {
            Line::Act(played) => Line::Act(Played {
                result: replay.act(played.n, &played.act)?,
                ..played.clone()
            }),
            Line::Wait(wait) => {
                let came = replay.wait(&wait.want)?;
                replay.run_for(POLL);
                Line::Wait(Wait { came, ..wait.clone() })
            }
            Line::Look(look) => Line::Look(Box::new(replay.look(look))),
            Line::Expect(expect) => Line::Expect(expect.of_the_engine()),
            other => other.clone(),
        });
    }
    Ok(Recording {
        header: recording.header.clone(),
        lines,
    })
}

impl Replay {
    fn new(header: &Header, without: Option<Rule>) -> Outcome<Self> {
        let mut replay = Replay {
            world: World::new(1),
            controller: NodeId::Controller(ControllerId(FIRST_CONTROLLER)),
            quorum: header.controllers.len() > 1,
            partitions: BTreeMap::new(),
            next_tag: 0,
            answers: BTreeMap::new(),
            open: BTreeMap::new(),
            seen: 0,
            stepped: None,
            proposals: Vec::new(),
            proposed: BTreeMap::new(),
            proposed_before: BTreeMap::new(),
            closed: 0,
            records: 0,
        };
        if let Some(rule) = without {
            replay.operate(Operation::SwitchRule { rule, on: false })?;
        }
        setup::cluster(&mut replay, header)?;
        replay.settle();
        Ok(replay)
    }

    fn cluster(&self) -> &Cluster {
        &self.world.cluster
    }

    fn node(&self, id: i32) -> NodeId {
        match id >= FIRST_CONTROLLER {
            true => self.controller,
            false => NodeId::Broker(BrokerId(id)),
        }
    }

    /// The engine's links; of several controllers one stands for all.
    fn links(&self, links: &[Link]) -> Vec<Links> {
        let mut found: Vec<Links> = Vec::new();
        for link in links {
            let links = Links {
                from: self.node(link.from),
                to: self.node(link.to),
                purpose: link.purpose.map(purpose),
                both_ways: link.both_ways,
            };
            if links.from != links.to && !found.contains(&links) {
                found.push(links);
            }
        }
        found
    }

    /// Does what the lab did, and gives what came of it in the recording's words.
    fn act(&mut self, n: u32, act: &Act) -> Outcome<Value> {
        match act {
            Act::Crash { node } | Act::Stop { node } | Act::Start { node }
                if *node >= FIRST_CONTROLLER && self.quorum => {}
            Act::Crash { node } => self.operate(Operation::Crash(self.node(*node)))?,
            Act::Stop { node } => self.stop(*node)?,
            Act::Start { node } => self.start(*node)?,
            Act::Pause { node } => self.operate(Operation::Pause(self.node(*node)))?,
            Act::Resume { node } => self.operate(Operation::Resume(self.node(*node)))?,
            Act::Hold { links } => {
                self.proposed_before.clone_from(&self.proposed);
                self.each(links, &[Operation::Hold])?;
            }
            Act::Release { links } => self.each(links, &[Operation::Release])?,
            // A gate closes connections at once, and so does the engine here, rather than let requests time out.
            Act::Cut { links } => self.each(links, &[Operation::Reset, Operation::Cut])?,
            Act::Heal { links } => self.each(links, &[Operation::Heal, Operation::Reset])?,
            Act::Reset { links } => self.each(links, &[Operation::Reset])?,
            Act::Lose { link } => self.each(&[*link], &[Operation::Lose])?,
            Act::Step { link } => return self.step(*link),
            _ => return self.request(n, act),
        }
        Ok(Value::Null)
    }

    fn each(&mut self, links: &[Link], operations: &[fn(Links) -> Operation]) -> Outcome<()> {
        for links in self.links(links) {
            for operation in operations {
                self.operate(operation(links))?;
            }
        }
        Ok(())
    }

    fn operate(&mut self, operation: Operation) -> Outcome<()> {
        let step = self.world.act(&Choice::Operate(operation));
        self.note(&step.completed);
        match step.happening {
            Happening::Ineffective(why) => Err(Unsupported(format!("{why:?}"))),
            _ => Ok(()),
        }
    }

    fn stop(&mut self, node: i32) -> Outcome<()> {
        let node = self.node(node);
        self.operate(Operation::Stop(node))?;
        self.until(|replay| replay.cluster().slots[&node].process.is_none());
        Ok(())
    }

    /// Starts a broker and waits, as the lab does, until its new incarnation is registered and unfenced.
    fn start(&mut self, id: i32) -> Outcome<()> {
        let node = self.node(id);
        self.operate(Operation::Start(node))?;
        if id >= FIRST_CONTROLLER {
            return Ok(());
        }
        let incarnation = self.cluster().slots[&node].incarnation;
        self.until(|replay| {
            let image = replay.cluster().metadata();
            let registration = image.and_then(|image| image.brokers.get(&BrokerId(id)));
            registration.is_some_and(|registration| registration.incarnation.0 == incarnation && !registration.fenced)
        });
        Ok(())
    }

    fn wait(&mut self, want: &Want) -> Outcome<bool> {
        Ok(match want {
            Want::Partition { partition, facts } => {
                let id = self.partition(partition)?;
                self.until(|replay| replay.record(id).is_some_and(|record| has_facts(&record, facts)))
            }
            Want::Rest => {
                self.settle();
                true
            }
            Want::Time { for_ms } => {
                self.run_for(Millis((*for_ms).into()));
                true
            }
            Want::Fenced { broker } => self.until(|replay| replay.is_fenced(*broker) == Some(true)),
            Want::Unfenced { broker } => self.until(|replay| replay.is_fenced(*broker) == Some(false)),
            Want::Held { link } => {
                let links = self.links(&[*link]);
                self.until(|replay| links.iter().any(|link| replay.held(*link).is_some()))
            }
            Want::Proposed { broker } => {
                self.until(|replay| replay.proposed.get(broker) > replay.proposed_before.get(broker))
            }
        })
    }

    fn is_fenced(&self, broker: i32) -> Option<bool> {
        let registration = self.cluster().metadata()?.brokers.get(&BrokerId(broker))?;
        Some(registration.fenced)
    }

    fn partition(&self, name: &str) -> Outcome<TopicPartition> {
        let found = self.partitions.get(name).copied();
        found.ok_or_else(|| Unsupported(format!("{name} does not exist")))
    }

    /// Runs until something is so; false if it does not come to that.
    fn until(&mut self, mut is_so: impl FnMut(&Self) -> bool) -> bool {
        let end = self.cluster().now + PATIENCE;
        loop {
            if is_so(self) {
                return true;
            }
            if !self.advance(end) {
                return false;
            }
        }
    }

    /// One step, if it is due by `end`.
    fn advance(&mut self, end: SimTime) -> bool {
        if self.cluster().next_due_at().is_none_or(|at| at > end) {
            self.world.cluster.now = self.world.cluster.now.max(end);
            return false;
        }
        let step = self.world.act(&Choice::Due);
        if let Happening::Disconnected { told, .. } = step.happening
            && matches!(told, NodeId::Client(_))
        {
            self.closed += 1;
        }
        self.note(&step.completed);
        self.note_sent(step.number);
        true
    }

    fn note(&mut self, completed: &[Completion]) {
        for completion in completed {
            if let Completion::Answered { tag, answer } = completion {
                self.answers.insert(*tag, answer.clone());
            }
        }
    }

    /// Runs until nothing that is compared has moved for a while.
    fn settle(&mut self) {
        let mut last = self.snapshot();
        let mut since = self.cluster().now;
        let end = since + PATIENCE;
        while self.cluster().now < end {
            let until = self.cluster().now + Millis(20);
            while self.advance(until) {}
            let now = self.snapshot();
            if now != last {
                (last, since) = (now, self.cluster().now);
            } else if self.cluster().now >= since + QUIET {
                return;
            }
        }
    }

    fn look(&mut self, kafka: &Look) -> Look {
        self.settle();
        Look {
            n: kafka.n,
            line: kafka.line,
            partitions: self.snapshot(),
            changes: self.new_changes(),
            proposals: self.new_proposals(),
            fetches: Vec::new(),
            ms: kafka.ms,
        }
    }
}

fn purpose(purpose: Purpose) -> ModelPurpose {
    match purpose {
        Purpose::Fetch => ModelPurpose::Fetch,
        Purpose::Heartbeat => ModelPurpose::Heartbeat,
        Purpose::AlterPartition => ModelPurpose::AlterPartition,
        Purpose::Metadata => ModelPurpose::Metadata,
        Purpose::Forwarding => ModelPurpose::Forwarding,
    }
}
