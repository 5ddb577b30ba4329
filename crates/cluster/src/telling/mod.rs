//! A story told to a real cluster: its lines in order, each as acts, with looks where the story lets time pass.
//!
//! Model time and real time have nothing to do with each other, so the lab keeps a story's order and not its times. `settle`,
//! `run` and `run until` let the cluster come to rest and look at it; `run until` something the controller knows also waits for
//! it. `run` for a shorter time than a session takes does not wait until a dead broker's session has ended, and while one is
//! running nobody looks. Clients are small ones of the lab (`clients`): one request, one answer, again at the next rest if Kafka's
//! clients would try again.

mod links;
pub mod refusing;
mod resting;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use lab::act::{Act, Link};
use lab::recording::{Line, Played, Wait, Want};
use lab::tool::Tool as LabTool;
use replication::message::admin::ElectionType;
use scenario::language::command::{Asked, Command, ConfigOf, Line as StoryLine, RawRequest, RollWait, TopicPlacement};
use scenario::language::condition::{Condition, Subject};
use scenario::language::value::{LinksName, NodeName};
use scenario::printed::Tool;
use scenario::story::Story;
use serde_json::{Value, json};

use crate::asking::partition_of;
use crate::clients::{self, Clients, acks_number};
use crate::error::{LabError, Outcome};
use crate::expecting::{Engine, Observed, judge, questions};
use crate::lab::Lab;
use crate::observe::{QUIET, QUIET_AFTER_STEP};
use crate::record::Tape;
use refusing::{is_left_out, plain, refusal};

/// Longer than Kafka's default session, in µs of the story.
const SESSION: u64 = 9_000_000;
/// What has come within so long was so already.
const AT_ONCE: Duration = Duration::from_millis(25);
/// A raw request that waits longer than this in the story waits this long in the lab.
const LONGEST_TIMEOUT_MS: i64 = 3_000;
/// Unless the story asks for more than Kafka's own default, for something that is meant to come late.
const DEFAULT_TIMEOUT_MS: i64 = 30_000;

/// A story in progress on a lab.
#[derive(Debug)]
pub struct Teller<'a> {
    pub lab: &'a mut Lab,
    pub tape: &'a mut Tape,
    clients: Clients,
    engine: Engine,
    /// Raw requests by the story's names: their act's number.
    answers: BTreeMap<String, u32>,
    /// Links that are held, cut.
    held: Vec<Link>,
    cut: Vec<Link>,
    /// Something was done since the last look.
    moved: bool,
    /// The last that was done was a step on a held link.
    stepped: bool,
    /// Links were healed since the last look.
    healed: bool,
    /// A process was started since the cluster was last at rest.
    started: bool,
    /// The line being told.
    line: u32,
    /// Names of requests whose tool's words are printed: the tool itself makes them.
    printed: BTreeSet<String>,
}

impl<'a> Teller<'a> {
    pub fn new(lab: &'a mut Lab, tape: &'a mut Tape, story: &Story) -> Self {
        Teller {
            lab,
            tape,
            engine: Engine::new(story),
            clients: Clients::default(),
            answers: BTreeMap::new(),
            held: Vec::new(),
            cut: Vec::new(),
            moved: false,
            stepped: false,
            healed: false,
            started: false,
            line: 0,
            printed: BTreeSet::new(),
        }
    }

    /// Tells the whole story, with the acts that stand in its comments.
    pub async fn tell(&mut self, story: &Story, text: &str) -> Outcome<()> {
        let in_words = |at: u32, what: &str, error: LabError| LabError(format!("line {at}, {what}: {error}"));
        let printed = story.lines.iter().filter_map(|line| match &line.command {
            Command::Print(Tool::Answer(name)) => Some(name.clone()),
            _ => None,
        });
        self.printed = printed.collect();
        for (at, text) in (1..).zip(text.lines()) {
            self.line = at;
            if let Some(done) = self.in_comment(text).await {
                done.map_err(|error| in_words(at, text, error))?;
            }
            let Some(line) = story.lines.iter().find(|line| line.at.0 == at) else {
                continue;
            };
            self.engine.follow(line);
            if is_left_out(&line.command) {
                continue;
            }
            let told = match &line.command {
                Command::Expect(condition) => self.expect((line, text), condition).await,
                command => self.command(command).await,
            };
            told.map_err(|error| in_words(at, &line.text, error))?;
        }
        self.rest().await
    }

    /// `# Act: {…}` and `# Wait: {…}`: what only the lab can do, in a recording's words. None for any other line.
    async fn in_comment(&mut self, text: &str) -> Option<Outcome<()>> {
        let comment = text.trim_start().strip_prefix("# ")?;
        let acting = comment.strip_prefix("Act: ");
        let json = acting.or_else(|| comment.strip_prefix("Wait: "))?;
        if let Err(error) = self.send_batches().await {
            return Some(Err(error));
        }
        Some(match acting {
            Some(_) => match serde_json::from_str::<Act>(json) {
                Ok(act) => self.act(act).await.map(|_| ()),
                Err(error) => Err(LabError(error.to_string())),
            },
            None => match serde_json::from_str::<Want>(json) {
                Ok(want) => self.wait(want).await,
                Err(error) => Err(LabError(error.to_string())),
            },
        })
    }

    /// Does an act and writes it down.
    pub async fn act(&mut self, act: Act) -> Outcome<Value> {
        let n = self.tape.count_on();
        let result = self.lab.act(n, &act).await?;
        self.stepped = matches!(act, Act::Step { .. });
        let looks = match &act {
            Act::Tool(tool) => !matches!(tool, LabTool::Ask { .. }),
            _ => matches!(act, Act::Describe { .. } | Act::Fetch { .. } | Act::ListOffsets { .. }),
        };
        self.moved |= !looks;
        self.healed |= matches!(act, Act::Heal { .. });
        self.started |= matches!(act, Act::Start { .. });
        let ms = self.tape.ms();
        self.tape.write(Line::Act(Played {
            n,
            line: self.line,
            act,
            result: result.clone(),
            ms,
        }));
        Ok(result)
    }

    /// Asks for something: by the tool for it, if what the tool says about it is printed.
    async fn operate(&mut self, act: Act, asked: &Asked) -> Outcome<()> {
        let is_printed = asked.as_ref().is_some_and(|name| self.printed.contains(name));
        let act = match is_printed {
            true => Act::Tool(LabTool::Ask { act: Box::new(act) }),
            false => {
                self.name_answer(asked);
                act
            }
        };
        self.act(act).await.map(|_| ())
    }

    async fn wait(&mut self, want: Want) -> Outcome<()> {
        let begun = Instant::now();
        let came = self.lab.wait(&want).await?;
        self.started &= want != Want::Rest;
        let (n, ms) = (self.tape.count_on(), self.tape.ms());
        // What was so already is no news.
        self.moved |= begun.elapsed() > AT_ONCE;
        self.tape.write(Line::Wait(Wait {
            n,
            line: self.line,
            want,
            came,
            ms,
        }));
        Ok(())
    }

    /// Judges an `expect` line by what was last seen; afresh, if something moved and the cluster is at rest.
    async fn expect(&mut self, line: (&StoryLine, &str), condition: &Condition) -> Outcome<()> {
        if condition.subject != Subject::Time {
            self.send_batches().await?;
            let running = self.sessions_running();
            match running.iter().all(|broker| self.engine.has_fenced(*broker)) && !running.is_empty() {
                true => self.rest().await?,
                false => self.pause().await?,
            }
        }
        if let Subject::Answer(name) = &condition.subject
            && let Some(of) = self.answers.get(name).copied()
            && self.lab.open().contains(&(of, true))
        {
            self.act(Act::Answer { of }).await?;
        }
        let moved = self.moved;
        if !moved {
            for act in questions(condition, self.tape.lines()) {
                self.act(act).await?;
            }
            self.moved = false;
        }
        let observed = Observed {
            lines: self.tape.lines(),
            answers: &self.answers,
            clients: &self.clients,
            controllers: self.lab.processes.plan.controllers.len(),
            moved,
        };
        let expect = judge(line, condition, &observed, &self.engine, self.tape.number());
        self.tape.write(Line::Expect(expect));
        Ok(())
    }

    async fn command(&mut self, command: &Command) -> Outcome<()> {
        if let Some(why) = refusal(command) {
            return Err(LabError(why.into()));
        }
        if !matches!(
            command,
            Command::Produce(_) | Command::Say { .. } | Command::Focus(_) | Command::Label(_)
        ) {
            self.send_batches().await?;
        }
        match command {
            Command::Topic {
                name,
                placement,
                configs,
                asked,
            } => self.topic(name, placement, configs, asked).await,
            Command::Producer { name, config } => {
                self.clients.add_producer(name, config);
                Ok(())
            }
            Command::Consumer { name, config } => {
                self.clients.add_consumer(name, config);
                Ok(())
            }
            Command::Produce(produce) => self.clients.produce(self.lab, produce),
            Command::Request {
                name,
                to,
                partition,
                request,
            } => self.request(name, to, &partition.to_string(), request).await,
            Command::Consume { partition, by, from } => {
                let partition = partition.to_string();
                clients::consume(self, &by.name, &partition, *from).await
            }
            Command::Commit { partition, by, offset } => {
                self.clients.commit(by, &partition.to_string(), *offset);
                Ok(())
            }
            Command::Crash(names) => self.each(names, |node| Act::Crash { node }).await,
            Command::Stop(names) => self.each(names, |node| Act::Stop { node }).await,
            Command::Start(names) => self.each(names, |node| Act::Start { node }).await,
            Command::Pause(names) => self.each(names, |node| Act::Pause { node }).await,
            Command::Resume(names) => self.each(names, |node| Act::Resume { node }).await,
            Command::Roll { brokers, wait, .. } => self.roll(brokers, *wait).await,
            Command::Isolate(names) => {
                let mut links = Vec::new();
                for name in names {
                    links.extend(self.around(self.node(name).await?));
                }
                self.cut(links).await
            }
            Command::Cut(name) => {
                let links = self.links(name).await?;
                self.cut(links).await
            }
            Command::Heal(name) => {
                let links = self.links(name).await?;
                self.heal(links).await
            }
            Command::Hold(name) => {
                let links = self.links(name).await?;
                self.held.extend(&links);
                self.act(Act::Hold { links }).await.map(|_| ())
            }
            Command::Release(name) => {
                let links = match name {
                    LinksName::All => std::mem::take(&mut self.held),
                    _ => self.links(name).await?,
                };
                self.held.retain(|link| !links.contains(link));
                self.act(Act::Release { links }).await.map(|_| ())
            }
            Command::Reset(name) => {
                let links = self.links(name).await?;
                self.act(Act::Reset { links }).await.map(|_| ())
            }
            Command::Lose(name) => {
                for link in self.links(name).await? {
                    self.act(Act::Lose { link }).await?;
                }
                Ok(())
            }
            Command::Step { links, count } => {
                for link in self.links(links).await? {
                    for _ in 0..*count {
                        self.act(Act::Step { link }).await?;
                        self.look(QUIET_AFTER_STEP).await?;
                    }
                }
                Ok(())
            }
            Command::Elect {
                election,
                partition,
                asked,
            } => {
                self.elect(*election, partition.as_ref().map(ToString::to_string), asked)
                    .await
            }
            Command::CreatePartitions {
                topic,
                count,
                assignment,
                asked,
            } => {
                let act = Act::CreatePartitions {
                    topic: topic.clone(),
                    count: *count,
                    assignment: assignment.clone(),
                };
                self.operate(act, asked).await?;
                self.pause().await
            }
            Command::Unregister { broker, asked } => {
                let broker = self.node(broker).await?;
                self.operate(Act::Unregister { broker }, asked).await
            }
            Command::Reassign {
                plan,
                additional,
                allow_replication_factor_change: allow,
                asked,
            } => {
                let is_printed = asked.as_ref().is_some_and(|name| self.printed.contains(name));
                if let [(partition, replicas)] = plan.as_slice()
                    && !is_printed
                    && *additional
                    && *allow
                {
                    let act = Act::Reassign {
                        partition: partition.to_string(),
                        replicas: replicas.clone(),
                    };
                    self.name_answer(asked);
                    return self.act(act).await.map(|_| ());
                }
                let plan = plan.iter().map(|(of, replicas)| (of.to_string(), replicas.clone()));
                let act = Act::ReassignPlan {
                    plan: plan.collect(),
                    additional: *additional,
                    allow_replication_factor_change: *allow,
                };
                match is_printed || *additional {
                    true => self.operate(act, asked).await,
                    // It is the tool that refuses this while something is being moved.
                    false => self
                        .act(Act::Tool(LabTool::Ask { act: Box::new(act) }))
                        .await
                        .map(|_| ()),
                }
            }
            Command::Config { of, settings, asked } => self.config(of, settings, asked).await,
            // The tool that made the request has been run, and has said what it says.
            Command::Print(Tool::Answer(_)) => Ok(()),
            Command::Print(Tool::Describe(described)) if *described == plain(described) => {
                self.describe(described.topic.as_deref()).await
            }
            Command::Print(tool) => match LabTool::looking(tool) {
                Some(tool) => {
                    self.pause().await?;
                    self.act(Act::Tool(tool)).await.map(|_| ())
                }
                None => Ok(()),
            },
            Command::Run(time) => match *time >= SESSION {
                true => self.rest().await,
                false => self.pause().await,
            },
            Command::RunUntil { condition, .. } => self.run_until(condition).await,
            Command::Settle { .. } => self.rest().await,
            // The cluster has been made of it.
            Command::Cluster(_) => Ok(()),
            // For those who watch; a cluster has nothing to do.
            Command::Begin
            | Command::Say { .. }
            | Command::Focus(_)
            | Command::Pace(_)
            | Command::Label(_)
            | Command::Expect(_) => Ok(()),
            Command::Rule { .. }
            | Command::ExpectFinding(_)
            | Command::ExpectPrinted(_)
            | Command::Rate { .. }
            | Command::PowerLoss(_)
            | Command::LoseDisk(_)
            | Command::Retention { .. }
            | Command::SlowDisk { .. }
            | Command::Slow { .. }
            | Command::RunTo { .. }
            | Command::TraceAll => Err(LabError("the lab does not do this".into())),
        }
    }

    /// The next act's answer has a name.
    fn name_answer(&mut self, name: &Asked) {
        self.answers
            .extend(name.clone().map(|name| (name, self.tape.number() + 1)));
    }

    async fn topic(
        &mut self,
        name: &str,
        placement: &TopicPlacement,
        configs: &[(String, String)],
        asked: &Asked,
    ) -> Outcome<()> {
        let is_printed = asked.as_ref().is_some_and(|name| self.printed.contains(name));
        let (assignment, partitions, replication_factor) = match placement {
            TopicPlacement::Assignment(assignment) => (assignment.clone(), None, None),
            TopicPlacement::Automatic {
                partitions,
                replication_factor,
            } => (Vec::new(), Some(*partitions), Some(*replication_factor)),
        };
        if assignment.is_empty() && !is_printed {
            return Err(LabError(
                "the controller places replicas by chance; the lab needs assignment= to compare".into(),
            ));
        }
        let act = Act::CreateTopic {
            topic: name.into(),
            assignment,
            partitions,
            replication_factor,
            config: configs.iter().cloned().collect(),
        };
        self.operate(act, asked).await?;
        self.look(QUIET).await
    }

    async fn request(&mut self, name: &str, to: &NodeName, partition: &str, request: &RawRequest) -> Outcome<()> {
        let (to, partition) = (self.node(to).await?, partition.to_string());
        let act = match request {
            RawRequest::Produce {
                acks,
                timeout,
                records,
                numbered,
                ..
            } => Act::Produce {
                partition,
                to,
                acks: acks_number(*acks),
                records: records.texts().collect(),
                timeout_ms: timeout_ms(*timeout),
                patience_ms: clients::PATIENCE_MS,
                numbered: numbered.map(clients::numbered),
            },
            RawRequest::Fetch {
                offset,
                epoch,
                isolation,
                max_wait,
                min_bytes,
                ..
            } => Act::Fetch {
                partition,
                to,
                offset: *offset,
                epoch: *epoch,
                rack: None,
                max_wait_ms: timeout_ms(*max_wait),
                min_bytes: *min_bytes as i32,
                read_committed: *isolation == replication::base::config::Isolation::ReadCommitted,
            },
            RawRequest::ListOffsets { at, epoch, .. } => Act::ListOffsets {
                partition,
                to,
                at: clients::spec_number(*at),
                epoch: *epoch,
            },
            RawRequest::DeleteRecords { before, timeout } => Act::DeleteRecords {
                partition,
                to,
                before: *before,
                timeout_ms: timeout_ms(*timeout),
            },
            RawRequest::WriteTxnMarkers { .. } => return Err(LabError("the lab does not send this".into())),
        };
        self.answers.insert(name.into(), self.tape.number() + 1);
        self.act(act).await.map(|_| ())
    }

    async fn elect(&mut self, election: ElectionType, partition: Option<String>, asked: &Asked) -> Outcome<()> {
        let unclean = election == ElectionType::Unclean;
        if asked.as_ref().is_some_and(|name| self.printed.contains(name)) {
            return self.operate(Act::Elect { unclean, partition }, asked).await;
        }
        self.name_answer(asked);
        let all = match partition {
            Some(one) => vec![one],
            None => self.lab.partitions.clone(),
        };
        for partition in all {
            let partition = Some(partition);
            self.act(Act::Elect { unclean, partition }).await?;
        }
        Ok(())
    }

    async fn config(&mut self, of: &ConfigOf, settings: &[(String, String)], asked: &Asked) -> Outcome<()> {
        let topic = match of {
            ConfigOf::Topic(name) => Some(name.clone()),
            _ => None,
        };
        let value = |value: &String| (!value.is_empty()).then(|| value.clone());
        let set = settings
            .iter()
            .map(|(name, text)| (name.clone(), value(text)))
            .collect();
        self.operate(Act::Config { topic, set }, asked).await
    }

    async fn describe(&mut self, topic: Option<&str>) -> Outcome<()> {
        self.pause().await?;
        let topics: std::collections::BTreeSet<String> = match topic {
            Some(one) => [one.to_string()].into(),
            None => self
                .lab
                .partitions
                .iter()
                .filter_map(|name| Some(partition_of(name).ok()?.0.to_string()))
                .collect(),
        };
        for topic in topics {
            self.act(Act::Describe { topic }).await?;
        }
        Ok(())
    }

    /// Restarts brokers one after another.
    async fn roll(&mut self, brokers: &[NodeName], wait: RollWait) -> Outcome<()> {
        for name in brokers {
            let node = self.node(name).await?;
            self.act(Act::Stop { node }).await?;
            self.pause().await?;
            self.act(Act::Start { node }).await?;
            if wait == RollWait::Isr {
                for partition in self.lab.partitions.clone() {
                    let (topic, number) = partition_of(&partition)?;
                    let key = (topic.to_string(), number);
                    let replicas = self
                        .lab
                        .metadata()
                        .partitions
                        .get(&key)
                        .map(|record| record.replicas.clone());
                    if let Some(replicas) = replicas.filter(|replicas| replicas.contains(&node)) {
                        let facts = [("isr".to_string(), json!(replicas))].into();
                        self.wait(Want::Partition { partition, facts }).await?;
                    }
                }
            }
            self.rest().await?;
        }
        Ok(())
    }

    pub(crate) fn clients(&mut self) -> &mut Clients {
        &mut self.clients
    }
}

fn timeout_ms(of_story: i64) -> i32 {
    match of_story > DEFAULT_TIMEOUT_MS {
        true => i32::try_from(of_story).unwrap_or(i32::MAX),
        false => of_story.min(LONGEST_TIMEOUT_MS) as i32,
    }
}
