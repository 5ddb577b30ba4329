//! Carries a story out, line by line, on a history.
//!
//! Setting up (`cluster`, `topic`) waits until it is done, as long as the story has not begun; after `begin` every line does
//! its one thing and returns, so that what follows from it can be watched. What a line asks for and the cluster refuses
//! (starting what runs) is a mistake of the story, with its place.

use std::sync::Arc;

use replication::base::config::ConfigResource;
use replication::base::id::{BrokerId, ClientId, ControllerId, NodeId, RecordId};
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::base::time::{Micros, SimTime};
use replication::log::record_batch::Header;
use replication::message::admin::{
    AlterConfigsRequest, CreatableTopic, CreatePartitionsRequest, CreateTopicsRequest, ElectLeadersRequest,
    ElectionType, NamedPartition, Placement, UnregisterBrokerRequest,
};
use replication::message::application::{Answer, Command as ClientCommand, RecordToSend};
use replication::message::reassignment::{AlterPartitionReassignmentsRequest, ReassignablePartition};
use replication::message::{Request, Response};
use simulation::act::{Act, ClientKind, Links, Operation};
use simulation::event::{Happening, Ineffective, Step};
use simulation::feed::Feed;
use simulation::history::{History, Position};

use crate::effort::Effort;
use crate::language::command::{
    Asked, ClusterLine, Command, ConfigOf, Implicit, Line, Pace, Produce, RollWait, TopicPlacement,
};
use crate::language::condition::Condition;
use crate::language::error::{Code, StoryError};
use crate::language::limits;
use crate::language::value::{At, LinksName, NodeName, PartitionName, print_duration};
use crate::printed::admin;
use crate::printed::reassignment::{any_under_way, refused};
use crate::printed::{Printout, Tool, print};
use crate::raw_request::raw_request;
use crate::reading::{Memory, NamedRequest, node, partition, partition_name, state, told, unmet};
use crate::story::Story;
use crate::unsettled::unsettled;

/// Who sends raw requests and administers.
const ADMIN: &str = "admin";
/// Setting up may take this long, in µs.
const SET_UP: u64 = 60_000_000;

/// A place in the run: after so many steps, at this time in µs since the run began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark {
    pub position: Position,
    pub time: u64,
}

/// A caption, in force from its mark to the next one's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    pub at: Mark,
    pub id: String,
    pub headline: String,
    pub text: String,
    /// What to look at.
    pub focus: Vec<String>,
}

/// A line that was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Done {
    pub line: Line,
    pub from: Mark,
    pub to: Mark,
    /// Done by a person, not by the story.
    pub by_hand: bool,
    /// What it printed.
    pub printed: Option<String>,
}

/// A story in progress.
#[derive(Clone, Debug)]
pub struct Runner {
    pub history: History,
    pub memory: Memory,
    pub done: Vec<Done>,
    pub captions: Vec<Caption>,
    pub paces: Vec<(Mark, Pace)>,
    /// Where the story begins to be shown.
    pub begin: Option<Mark>,
    /// What may still be spent on playing.
    pub effort: Effort,
}

type Outcome = Result<(), StoryError>;

impl Runner {
    pub fn new(seed: u64) -> Self {
        Runner {
            history: History::new(seed),
            memory: Memory::default(),
            done: Vec::new(),
            captions: Vec::new(),
            paces: Vec::new(),
            begin: None,
            effort: Effort::new(None),
        }
    }

    pub fn mark(&self) -> Mark {
        Mark {
            position: self.history.position(),
            time: self.history.world().cluster.now.0,
        }
    }

    /// Carries out one line.
    pub fn line(&mut self, line: &Line, by_hand: bool) -> Outcome {
        let from = self.mark();
        let printed = self.command(line)?;
        self.done.push(Done {
            line: line.clone(),
            from,
            to: self.mark(),
            by_hand,
            printed,
        });
        Ok(())
    }

    fn command(&mut self, line: &Line) -> Result<Option<String>, StoryError> {
        let at = line.at;
        match &line.command {
            Command::Cluster(cluster) => self.cluster(cluster, at),
            Command::Topic {
                name,
                placement,
                configs,
                asked,
            } => self.topic(name, placement, configs, asked, at),
            Command::Producer { name, config } => self.add_client(name, ClientKind::Producer((**config).clone()), at),
            Command::Consumer { name, config } => self.add_client(name, ClientKind::Consumer((**config).clone()), at),
            Command::Produce(produce) => self.produce(produce, at),
            Command::Rate { producer, every } => {
                let (client, every) = (self.client(producer, at)?, every.map(Micros));
                self.operate(Operation::Rate { client, every }, at)
            }
            Command::Request {
                name,
                to,
                partition: of,
                request,
            } => {
                let Some(of) = partition(&self.history.world().cluster, of) else {
                    return Err(StoryError::new(
                        Code::NotPossible,
                        at,
                        line.text.clone(),
                        "the controller does not know this partition yet",
                    ));
                };
                let (to, name) = (self.node(to, at)?, name.clone());
                let admin = self.admin(at)?;
                let request = raw_request(self.history.world(), admin, of, request);
                self.ask(Some(&name), to, request, at).map(drop)
            }
            Command::Consume { partition, by, from } => {
                let id = self.implicit(by, ClientKind::Consumer(Default::default()), at)?;
                let command = ClientCommand::Assign {
                    topic: partition.topic.as_str().into(),
                    partition: partition.partition,
                    from: *from,
                };
                self.call(id, command, at)
            }
            Command::Commit { partition, by, offset } => {
                let id = self.client(by, at)?;
                let command = ClientCommand::Save {
                    topic: partition.topic.as_str().into(),
                    partition: partition.partition,
                    offset: offset.map(Offset),
                };
                self.call(id, command, at)
            }
            Command::Run(time) => {
                let until = self.mark().time.saturating_add(*time);
                self.run_to(until, None, at)
            }
            Command::RunTo { time, steps } => {
                let until = self.memory.zero.saturating_add(*time);
                self.run_to(until, *steps, at)
            }
            Command::RunUntil { condition, max } => self.run_until(condition, *max, at),
            Command::Settle { max } => self.settle(*max, at),
            Command::Begin => {
                self.begin = Some(self.mark());
                self.memory.zero = self.mark().time;
                self.history.set_begin(self.mark().position);
                Ok(())
            }
            Command::Say { id, headline, text } => {
                self.captions.push(Caption {
                    at: self.mark(),
                    id: id.clone(),
                    headline: headline.clone(),
                    text: text.clone(),
                    focus: Vec::new(),
                });
                Ok(())
            }
            Command::Focus(things) => {
                if let Some(caption) = self.captions.last_mut() {
                    caption.focus.clone_from(things);
                }
                Ok(())
            }
            Command::Pace(pace) => {
                self.paces.push((self.mark(), *pace));
                Ok(())
            }
            Command::Label(name) => {
                self.memory.labels.insert(name.clone(), self.mark().time);
                Ok(())
            }
            Command::Expect(condition) => self.expect(condition, at),
            Command::ExpectFinding(invariants) => self.expect_finding(invariants, at),
            Command::ExpectPrinted(lines) => self.expect_printed(lines, at),
            Command::Print(tool) => return Ok(Some(self.print(tool).output)),
            Command::TraceAll => Ok(()),
            _ => self.harm(&line.command, at),
        }?;
        Ok(None)
    }

    /// Commands that are one operation, or one per link.
    fn harm(&mut self, command: &Command, at: At) -> Outcome {
        let operations = match command {
            Command::Crash(names) => self.each(names, at, Operation::Crash)?,
            Command::Stop(names) => self.each(names, at, Operation::Stop)?,
            Command::Start(names) => self.each(names, at, Operation::Start)?,
            Command::Pause(names) => self.each(names, at, Operation::Pause)?,
            Command::Resume(names) => self.each(names, at, Operation::Resume)?,
            Command::PowerLoss(names) => self.each(names, at, |id| Operation::PowerLoss(broker(id)))?,
            Command::LoseDisk(names) => self.each(names, at, |id| Operation::LoseDisk(broker(id)))?,
            Command::SlowDisk { brokers, per_append } => self.each(brokers, at, |id| Operation::SlowDisk {
                broker: broker(id),
                per_append: Micros(*per_append),
            })?,
            Command::Retention {
                broker: name,
                partition: of,
                below,
            } => {
                let Some(partition) = partition(&self.history.world().cluster, of) else {
                    return Err(StoryError::new(
                        Code::NotPossible,
                        at,
                        format!("{}-{}", of.topic, of.partition),
                        "the controller does not know this partition yet",
                    ));
                };
                vec![Operation::Retention {
                    broker: broker(self.node(name, at)?),
                    partition,
                    below: Offset(*below),
                }]
            }
            Command::Isolate(names) => {
                let ids = self.each(names, at, |id| id)?;
                let links = ids.into_iter().flat_map(|id| self.servers_around(id));
                links.map(Operation::Cut).collect()
            }
            Command::Cut(links) => self.links(links, at)?.into_iter().map(Operation::Cut).collect(),
            Command::Heal(links) => self.links(links, at)?.into_iter().map(Operation::Heal).collect(),
            Command::Slow { links, by } => {
                let latency = Micros(*by);
                self.links(links, at)?
                    .into_iter()
                    .map(|links| Operation::Slow { links, latency })
                    .collect()
            }
            Command::Hold(links) => self.links(links, at)?.into_iter().map(Operation::Hold).collect(),
            Command::Release(links) => self.links(links, at)?.into_iter().map(Operation::Release).collect(),
            Command::Lose(links) => self.links(links, at)?.into_iter().map(Operation::Lose).collect(),
            Command::Reset(links) => self.links(links, at)?.into_iter().map(Operation::Reset).collect(),
            Command::Roll { brokers, wait, max } => {
                return brokers.iter().try_for_each(|name| self.restart(name, *wait, *max, at));
            }
            Command::Step { links, count } => return self.step(links, *count, at),
            Command::Elect {
                election,
                partition: of,
                asked,
            } => return self.elect(*election, of.as_ref(), asked, at),
            Command::CreatePartitions {
                topic,
                count,
                assignment,
                asked,
            } => return self.create_partitions(topic, *count, assignment.as_deref(), asked, at),
            Command::Reassign {
                plan,
                additional,
                allow_replication_factor_change,
                asked,
            } => {
                let allow = *allow_replication_factor_change;
                return self.reassign(plan, *additional, allow, asked, at);
            }
            Command::Unregister { broker: name, asked } => {
                let broker = broker(self.node(name, at)?);
                let request = Request::UnregisterBroker(UnregisterBrokerRequest { broker });
                return self.administer("unregistering the broker", asked, request, at);
            }
            Command::Config { of, settings, asked } => return self.config(of, settings, asked, at),
            Command::Rule { rule, on } => vec![Operation::SwitchRule { rule: *rule, on: *on }],
            other => unreachable!("{other:?} is carried out elsewhere"),
        };
        operations
            .into_iter()
            .try_for_each(|operation| self.operate(operation, at))
    }

    /// One step. Every step of a run comes by here.
    pub fn advance(&mut self, act: &Act, at: At) -> Result<Step, StoryError> {
        let world = self.history.world();
        if world.cluster.steps >= limits::STEPS || world.cluster.now.0 > limits::MODEL_TIME {
            let found = format!("{} steps, {}", world.cluster.steps, print_duration(world.cluster.now.0));
            let expected = format!(
                "a run has at most {} steps and {} s",
                limits::STEPS,
                limits::MODEL_TIME / 1_000_000
            );
            return Err(StoryError::new(Code::RunTooLong, at, found, expected));
        }
        if let Err(spent) = self.effort.spend(&world.cluster) {
            let found = format!("{} steps of {} units", world.cluster.steps, spent.step);
            let expected = "it is more than is played without being asked for";
            return Err(StoryError::new(Code::TooMuchWork, at, found, expected));
        }
        Ok(self.history.advance(act))
    }

    fn operate(&mut self, operation: Operation, at: At) -> Outcome {
        let step = self.advance(&Act::Operate(operation.clone()), at)?;
        match step.happening {
            Happening::Ineffective(why) => Err(not_possible(&operation, &why, at)),
            _ => Ok(()),
        }
    }

    fn node(&self, name: &NodeName, at: At) -> Result<NodeId, StoryError> {
        node(&self.history.world().cluster, name)
            .ok_or_else(|| StoryError::new(Code::UnknownNode, at, name.to_string(), "it has not been started yet"))
    }

    fn each<T>(&self, names: &[NodeName], at: At, make: impl Fn(NodeId) -> T) -> Result<Vec<T>, StoryError> {
        names.iter().map(|name| self.node(name, at).map(&make)).collect()
    }

    fn client(&self, name: &str, at: At) -> Result<ClientId, StoryError> {
        self.history
            .world()
            .cluster
            .client_named(name)
            .ok_or_else(|| StoryError::new(Code::UnknownClient, at, name, "it has not been started yet"))
    }

    fn add_client(&mut self, name: &str, kind: ClientKind, at: At) -> Outcome {
        self.operate(
            Operation::AddClient {
                name: name.into(),
                kind,
            },
            at,
        )
    }

    fn implicit(&mut self, by: &Implicit, kind: ClientKind, at: At) -> Result<ClientId, StoryError> {
        if by.new {
            self.add_client(&by.name, kind, at)?;
        }
        self.client(&by.name, at)
    }

    fn call(&mut self, client: ClientId, command: ClientCommand, at: At) -> Outcome {
        self.operate(Operation::Command { client, command }, at)
    }

    fn admin(&mut self, at: At) -> Result<ClientId, StoryError> {
        if self.history.world().cluster.client_named(ADMIN).is_none() {
            self.add_client(ADMIN, ClientKind::Admin, at)?;
        }
        self.client(ADMIN, at)
    }

    /// Sends a raw request; its answer will be found by its tag, and under its name.
    fn ask(&mut self, name: Option<&String>, to: NodeId, request: Request, at: At) -> Result<u32, StoryError> {
        let admin = self.admin(at)?;
        let position = self.history.position();
        let tag = position as u32;
        self.name_request(name, Some(tag), None);
        let request = Box::new(request);
        self.call(admin, ClientCommand::Request { to, request, tag }, at)?;
        Ok(tag)
    }

    fn name_request(&mut self, name: Option<&String>, tag: Option<u32>, refused: Option<Printout>) {
        let at = self.history.position();
        let named = name.map(|name| NamedRequest {
            name: name.clone(),
            at,
            tag,
            refused,
        });
        self.memory.requests.extend(named);
    }

    /// Asks the controller for something, and while setting up waits for the answer. Only a request with a name may be refused.
    fn administer(&mut self, what: &str, asked: &Asked, request: Request, at: At) -> Outcome {
        let to = NodeId::Controller(ControllerId(1));
        let tag = self.ask(asked.as_ref(), to, request, at)?;
        if self.begin.is_some() {
            return Ok(());
        }
        let answer = |runner: &Self| {
            let history = &runner.history;
            history.track().answer(tag, history.position()).cloned()
        };
        let unanswered = |runner: &Self| match answer(runner) {
            None => vec![format!("no answer to {what}")],
            Some(_) => Vec::new(),
        };
        self.wait(unanswered, SET_UP, Code::NotSettled, at)?;
        match answer(self).as_ref().and_then(refusal) {
            Some(found) if asked.is_none() => Err(StoryError::new(Code::NotPossible, at, what, found)),
            _ => Ok(()),
        }
    }

    /// What a tool prints now.
    pub fn print(&mut self, tool: &Tool) -> Printout {
        let named = &self.memory;
        let answer = |name: &str| named.request(name).and_then(|request| request.tag);
        let refused = match tool {
            Tool::Answer(name) => named.request(name).and_then(|request| request.refused.clone()),
            _ => None,
        };
        refused.unwrap_or_else(|| print(&mut self.history, tool, answer))
    }

    fn expect_printed(&self, lines: &[String], at: At) -> Outcome {
        let last = self.done.iter().rev().find_map(|done| done.printed.as_deref());
        let Some(printed) = last else {
            let expected = "a line such as describe comes before it";
            return Err(StoryError::new(Code::NotPossible, at, "expect printed", expected));
        };
        if printed.lines().eq(lines.iter().map(String::as_str)) {
            return Ok(());
        }
        let quoted = |lines: &mut dyn Iterator<Item = &str>| {
            let quoted = lines.map(|line| format!("\"{}\"", line.replace('\t', "\\t")));
            quoted.collect::<Vec<_>>().join(" ")
        };
        let found = format!("printed {}", quoted(&mut printed.lines()));
        let expected = format!("expected {}", quoted(&mut lines.iter().map(String::as_str)));
        Err(StoryError::new(Code::ExpectationFailed, at, found, expected))
    }

    /// Starts controller and brokers, and waits until all brokers are unfenced and know each other.
    fn cluster(&mut self, line: &ClusterLine, at: At) -> Outcome {
        let id = ControllerId(1);
        self.operate(
            Operation::AddController {
                id,
                config: line.controller.clone(),
            },
            at,
        )?;
        for n in 1..=line.brokers {
            let mut config = line.broker.clone();
            config.rack = line.racks.get(n as usize - 1).cloned();
            self.operate(
                Operation::AddBroker {
                    id: BrokerId(n),
                    config,
                },
                at,
            )?;
        }
        self.wait(|runner| unsettled(runner.history.world()), SET_UP, Code::NotSettled, at)
    }

    fn topic(
        &mut self,
        name: &str,
        placement: &TopicPlacement,
        configs: &[(String, String)],
        asked: &Asked,
        at: At,
    ) -> Outcome {
        let placement = match placement {
            TopicPlacement::Assignment(assignment) => {
                let ids = |replicas: &Vec<i32>| replicas.iter().copied().map(BrokerId).collect();
                Placement::Assignment(assignment.iter().map(ids).collect())
            }
            TopicPlacement::Automatic {
                partitions,
                replication_factor,
            } => Placement::Automatic {
                partitions: *partitions,
                replication_factor: *replication_factor,
            },
        };
        let configs = configs
            .iter()
            .map(|(name, value)| (name.as_str().into(), value.as_str().into()));
        let topic = CreatableTopic {
            name: name.into(),
            placement,
            configs: configs.collect(),
        };
        self.administer(
            "creating the topic",
            asked,
            Request::CreateTopics(CreateTopicsRequest { topics: vec![topic] }),
            at,
        )?;
        if self.begin.is_some() {
            return Ok(());
        }
        self.wait(|runner| unsettled(runner.history.world()), SET_UP, Code::NotSettled, at)
    }

    fn produce(&mut self, produce: &Produce, at: At) -> Outcome {
        let kind = ClientKind::Producer((*produce.config).clone());
        let id = self.implicit(&produce.from, kind, at)?;
        let text = |text: Option<String>| text.map(Arc::from);
        let topic: Arc<str> = produce.topic.as_str().into();
        let headers = produce.records.headers.iter().map(|(key, value)| Header {
            key: key.as_str().into(),
            value: value.as_str().into(),
        });
        let headers: Vec<Header> = headers.collect();
        if let Some(every) = produce.every {
            let records = &produce.records;
            let feed = Feed {
                topic,
                key: text(records.key.clone()),
                value: text(records.value.clone()),
                headers,
                partition: produce.partition,
                next: records.first,
                left: records.count as u64,
                every: Some(Micros(every)),
            };
            return self.operate(Operation::Feed { client: id, feed }, at);
        }
        let sent = self.history.world().cluster.sent_by(id);
        let records = (sent..)
            .zip(produce.records.texts())
            .map(|(n, (key, value))| RecordToSend {
                id: RecordId { producer: id, n },
                key: text(key),
                value: text(value),
                headers: headers.clone(),
                partition: produce.partition,
            });
        let records = records.collect();
        self.call(id, ClientCommand::Send { topic, records }, at)
    }

    fn create_partitions(
        &mut self,
        topic: &str,
        count: i32,
        assignment: Option<&[Vec<i32>]>,
        asked: &Asked,
        at: At,
    ) -> Outcome {
        let ids = |replicas: &Vec<i32>| replicas.iter().copied().map(BrokerId).collect();
        let request = CreatePartitionsRequest {
            topic: topic.into(),
            count,
            assignments: assignment.map(|all| all.iter().map(ids).collect()),
        };
        self.administer("adding partitions", asked, Request::CreatePartitions(request), at)
    }

    fn reassign(
        &mut self,
        plan: &[(PartitionName, Option<Vec<i32>>)],
        additional: bool,
        allow_replication_factor_change: bool,
        asked: &Asked,
        at: At,
    ) -> Outcome {
        let what = "moving the partition";
        let wanted = |(of, replicas): &(PartitionName, Option<Vec<i32>>)| ReassignablePartition {
            partition: named(of),
            replicas: replicas.as_ref().map(|ids| ids.iter().copied().map(BrokerId).collect()),
        };
        let request = AlterPartitionReassignmentsRequest {
            allow_replication_factor_change,
            partitions: plan.iter().map(wanted).collect(),
        };
        let cluster = &self.history.world().cluster;
        // Without a name it is an Admin client that asks: to that a broker that is down is a broker, to the tool it is none.
        let targets = plan.iter().filter(|_| asked.is_some());
        let targets = targets.flat_map(|(_, replicas)| replicas.iter().flatten());
        let refused = refused(cluster, targets.copied().map(BrokerId), additional);
        let under_way = additional && any_under_way(cluster);
        let request = Request::AlterPartitionReassignments(request);
        match (refused, asked) {
            (None, _) => self.administer(what, asked, request, at),
            (Some(output), Some(_)) => {
                let command = admin::command(&request, &[], under_way).unwrap_or_default();
                self.name_request(asked.as_ref(), None, Some(Printout::of(command, output)));
                Ok(())
            }
            (Some(output), None) => {
                let first = output.lines().next().unwrap_or_default().to_string();
                Err(StoryError::new(Code::NotPossible, at, what, first))
            }
        }
    }

    fn elect(&mut self, election: ElectionType, of: Option<&PartitionName>, asked: &Asked, at: At) -> Outcome {
        let partitions = of.map(|name| vec![named(name)]);
        let request = Request::ElectLeaders(ElectLeadersRequest { election, partitions });
        self.administer("electing leaders", asked, request, at)
    }

    fn config(&mut self, of: &ConfigOf, settings: &[(String, String)], asked: &Asked, at: At) -> Outcome {
        let resource = match of {
            ConfigOf::Topic(topic) => ConfigResource::Topic(topic.as_str().into()),
            ConfigOf::Cluster => ConfigResource::Cluster,
            ConfigOf::Process(name) => {
                let node = self.node(name, at)?;
                return settings.iter().try_for_each(|(name, value)| {
                    let (name, value) = (name.as_str().into(), value.as_str().into());
                    self.operate(Operation::Configure { node, name, value }, at)
                });
            }
        };
        let configs = settings.iter().map(|(name, value)| {
            let value = (!value.is_empty()).then(|| value.as_str().into());
            (name.as_str().into(), value)
        });
        let request = AlterConfigsRequest {
            resource,
            configs: configs.collect(),
        };
        self.administer("changing the settings", asked, Request::AlterConfigs(request), at)
    }

    /// Every way between this process and the brokers and the controller.
    fn servers_around(&self, id: NodeId) -> impl Iterator<Item = Links> {
        let slots = self.history.world().cluster.slots.keys();
        let others: Vec<NodeId> = slots
            .copied()
            .filter(|other| *other != id && other.client().is_none())
            .collect();
        others.into_iter().map(move |other| Links::both(id, other))
    }

    fn links(&self, name: &LinksName, at: At) -> Result<Vec<Links>, StoryError> {
        let all: Vec<NodeId> = self.history.world().cluster.slots.keys().copied().collect();
        Ok(match name {
            LinksName::One(link) => vec![Links {
                from: self.node(&link.from, at)?,
                to: self.node(&link.to, at)?,
                purpose: link.purpose,
                both_ways: link.both_ways,
            }],
            LinksName::Of(name) => {
                let id = self.node(name, at)?;
                all.into_iter()
                    .filter(|other| *other != id)
                    .map(|other| Links::both(id, other))
                    .collect()
            }
            LinksName::All => {
                let pairs = all.iter().enumerate();
                pairs
                    .flat_map(|(n, a)| all[n + 1..].iter().map(|b| Links::both(*a, *b)))
                    .collect()
            }
        })
    }

    /// Stops a broker, starts it when its process has ended, and waits for it.
    fn restart(&mut self, name: &NodeName, wait: RollWait, max: u64, at: At) -> Outcome {
        let id = self.node(name, at)?;
        let now = |runner: &Self| state(&runner.history.world().cluster, id);
        let is_not = |wanted: &str, found: &str| match found == wanted {
            true => Vec::new(),
            false => vec![format!("{name} is {found}")],
        };
        self.operate(Operation::Stop(id), at)?;
        self.wait(|runner| is_not("down", now(runner)), max, Code::NotSettled, at)?;
        self.operate(Operation::Start(id), at)?;
        self.wait(|runner| is_not("running", now(runner)), max, Code::NotSettled, at)?;
        if wait == RollWait::Isr {
            self.wait(|runner| runner.out_of_sync(id), max, Code::NotSettled, at)?;
        }
        Ok(())
    }

    /// The replicas of a broker that are not in the ISR, as phrases.
    fn out_of_sync(&self, id: NodeId) -> Vec<String> {
        let cluster = &self.history.world().cluster;
        let broker = id.broker();
        let out = cluster.partitions().into_iter().filter(|partition| {
            let of = cluster.registration(*partition);
            of.zip(broker)
                .is_some_and(|(of, broker)| of.replicas.contains(&broker) && !of.isr.contains(&broker))
        });
        out.map(|partition| {
            let name = partition_name(cluster, partition);
            format!("the replica of {name} is not in the isr")
        })
        .collect()
    }

    /// Lets held messages through, one after the other, each on its way before the next.
    fn step(&mut self, name: &LinksName, count: i64, at: At) -> Outcome {
        for _ in 0..count {
            let mut any = false;
            for links in self.links(name, at)? {
                let step = self.advance(&Act::Operate(Operation::StepLink(links)), at)?;
                any |= !matches!(step.happening, Happening::Ineffective(_));
            }
            if !any {
                return Err(StoryError::new(
                    Code::NotPossible,
                    at,
                    "step",
                    "a message is held on this connection",
                ));
            }
        }
        Ok(())
    }

    /// Goes on to a time. With `steps`, only so many of what is due at that very moment.
    fn run_to(&mut self, until: u64, steps: Option<u64>, at: At) -> Outcome {
        let due = |runner: &Self| runner.history.world().cluster.next_due_at().map(|at| at.0);
        let last_before = if steps.is_some() {
            until.saturating_sub(1)
        } else {
            until
        };
        while due(self).is_some_and(|due| due <= last_before) {
            self.advance(&Act::Due, at)?;
        }
        match steps {
            Some(steps) => {
                for _ in 0..steps {
                    self.advance(&Act::Due, at)?;
                }
            }
            None if self.mark().time < until => {
                self.advance(&Act::Wait(SimTime(until)), at)?;
            }
            None => {}
        }
        Ok(())
    }

    /// Goes on until nothing is left of what `left` lists, or it takes too long.
    fn wait(&mut self, left: impl Fn(&Self) -> Vec<String>, max: u64, code: Code, at: At) -> Outcome {
        let until = self.mark().time.saturating_add(max);
        loop {
            let what = left(self);
            if what.is_empty() {
                return Ok(());
            }
            let due = self.history.world().cluster.next_due_at();
            if due.is_none_or(|due| due.0 > until) {
                let expected = format!("it was waited for during {}", print_duration(max));
                return Err(StoryError::new(code, at, what.join(", "), expected));
            }
            self.advance(&Act::Due, at)?;
        }
    }

    fn settle(&mut self, max: u64, at: At) -> Outcome {
        self.wait(|runner| unsettled(runner.history.world()), max, Code::NotSettled, at)
    }

    fn run_until(&mut self, condition: &Condition, max: u64, at: At) -> Outcome {
        let left = |runner: &Self| unmet(condition, &runner.history, &runner.memory);
        self.wait(left, max, Code::NeverHappened, at)
            .map_err(|error| match error.code {
                Code::NeverHappened => {
                    let expected = format!("at the end of {} it was {}", print_duration(max), error.found);
                    StoryError::new(Code::NeverHappened, at, condition.to_string(), expected)
                }
                _ => error,
            })
    }

    fn expect(&self, condition: &Condition, at: At) -> Outcome {
        let found = unmet(condition, &self.history, &self.memory);
        if found.is_empty() {
            return Ok(());
        }
        let found = format!("{} {}", condition.subject_text, found.join(" "));
        Err(StoryError::new(
            Code::ExpectationFailed,
            at,
            found,
            format!("expected {condition}"),
        ))
    }

    fn expect_finding(&self, invariants: &[&str], at: At) -> Outcome {
        let position = self.history.position();
        let known = self.history.track().findings().iter();
        let known = known.filter(|(found_at, _)| *found_at <= position);
        let found: Set<&str> = known.map(|(_, finding)| finding.invariant).collect();
        let missing = invariants.iter().filter(|invariant| !found.contains(*invariant));
        let missing: Vec<&str> = missing.copied().collect();
        if missing.is_empty() {
            return Ok(());
        }
        let found = match found.is_empty() {
            true => "no finding".to_string(),
            false => format!("findings of {}", Vec::from_iter(found).join(", ")),
        };
        let expected = format!("expected findings of {}", missing.join(", "));
        Err(StoryError::new(Code::ExpectationFailed, at, found, expected))
    }
}

/// Carries a story out to its end.
pub fn run(story: &Story) -> Result<Runner, StoryError> {
    run_within(story, Effort::new(None))
}

/// The same, as long as it costs no more.
pub fn run_within(story: &Story, effort: Effort) -> Result<Runner, StoryError> {
    let seed = story.lines.iter().find_map(|line| match &line.command {
        Command::Cluster(cluster) => Some(cluster.seed),
        _ => None,
    });
    let mut runner = Runner::new(seed.unwrap_or(1));
    runner.effort = effort;
    story.lines.iter().try_for_each(|line| runner.line(line, false))?;
    Ok(runner)
}

/// Of a process that a line may name only as a broker.
fn broker(id: NodeId) -> BrokerId {
    id.broker().expect("it was read as a broker")
}

fn named(name: &PartitionName) -> NamedPartition {
    NamedPartition {
        topic: name.topic.as_str().into(),
        partition: name.partition,
    }
}

/// What a controller's answer says against a request.
fn refusal(answer: &Answer) -> Option<String> {
    let Answer::Response(response) = answer else {
        return Some("the connection was lost".into());
    };
    // Who asks for an election that is not needed, or not possible now, has made no mistake.
    let told = match &**response {
        Response::ElectLeaders(elected) => vec![(elected.error, None)],
        response => told(response),
    };
    let (error, message) = told.first().filter(|(error, _)| error.is_error())?;
    Some(match message {
        Some(message) => format!("{}: {message}", error.name()),
        None => error.name().to_string(),
    })
}

fn not_possible(operation: &Operation, why: &Ineffective, at: At) -> StoryError {
    let what = match operation {
        Operation::Crash(_) | Operation::PowerLoss(_) | Operation::LoseDisk(_) => "ending it",
        Operation::Stop(_) => "stopping it",
        Operation::Start(_) => "starting it",
        Operation::Pause(_) => "pausing it",
        Operation::Resume(_) => "resuming it",
        Operation::Command { .. } | Operation::Feed { .. } => "asking this client",
        Operation::Rate { .. } => "another rate",
        _ => "this",
    };
    let expected = match why {
        Ineffective::NothingDue if matches!(operation, Operation::Rate { .. }) => {
            "its application sends nothing by itself"
        }
        Ineffective::AlreadyRunning(_) => "it runs already",
        Ineffective::NotRunning(_) => "it is down",
        Ineffective::AlreadyPaused(_) => "it is paused already",
        Ineffective::NotPaused(_) => "it is not paused",
        Ineffective::Unknown(_) => "it has not been started yet",
        Ineffective::AlreadyThere(_) => "it is there already",
        Ineffective::NobodyToTalkTo => "there is no controller yet",
        Ineffective::NothingDue => "there is nothing to do it to",
        Ineffective::Config(_) => "the process has no such setting",
    };
    StoryError::new(Code::NotPossible, at, what, expected)
}
