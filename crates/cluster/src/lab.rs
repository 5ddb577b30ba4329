//! The lab: a cluster with its gate, acts done to it, waits, and where to look.
//!
//! Every request of the lab goes to a broker's client listener, which the gate never holds. Before a broker is killed its high
//! watermark has been written down: the lab waits longer than the checkpoint interval, so that what it restarts with is exact.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lab::act::{Act, FIRST_CONTROLLER, Link};
use lab::recording::Want;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::asking::{self, partition_of};
use crate::error::{LabError, Outcome};
use crate::gate::Gate;
use crate::kafka::Kafka;
use crate::metadata_log::MetadataLog;
use crate::observe::QUIET;
use crate::processes::{Plan, Processes};

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(40);
const POLL: Duration = Duration::from_millis(30);
/// Longer than `replica.high.watermark.checkpoint.interval.ms` below.
const CHECKPOINT: Duration = Duration::from_millis(450);

/// What every node of a lab is started with: times short enough to wait for and long enough for a busy machine, and no actor
/// but the story.
pub fn properties() -> BTreeMap<String, String> {
    let properties = [
        ("auto.create.topics.enable", "false"),
        ("auto.leader.rebalance.enable", "false"),
        ("broker.heartbeat.interval.ms", "200"),
        ("broker.session.timeout.ms", "6000"),
        ("controller.quorum.election.backoff.max.ms", "200"),
        ("controller.quorum.election.timeout.ms", "500"),
        ("controller.quorum.fetch.timeout.ms", "1000"),
        ("initial.broker.registration.timeout.ms", "60000"),
        ("log.cleaner.dedupe.buffer.size", "2100000"),
        ("log.initial.task.delay.ms", "600000"),
        ("num.io.threads", "2"),
        ("num.network.threads", "2"),
        ("num.replica.fetchers", "1"),
        ("offsets.topic.replication.factor", "1"),
        ("replica.fetch.backoff.ms", "200"),
        ("replica.fetch.wait.max.ms", "100"),
        ("replica.high.watermark.checkpoint.interval.ms", "200"),
        ("replica.lag.time.max.ms", "5000"),
        (
            "replica.selector.class",
            "org.apache.kafka.common.replica.RackAwareReplicaSelector",
        ),
        ("replica.socket.timeout.ms", "600000"),
        ("share.coordinator.state.topic.replication.factor", "1"),
        ("transaction.state.log.replication.factor", "1"),
        ("unclean.leader.election.interval.ms", "500"),
    ];
    properties.map(|(name, value)| (name.into(), value.into())).into()
}

#[derive(Debug)]
pub struct Lab {
    pub processes: Processes,
    pub gate: Gate,
    /// Partitions, by name.
    pub partitions: Vec<String>,
    /// Produce requests not answered yet, by the act's number.
    open: BTreeMap<u32, JoinHandle<Outcome<Value>>>,
    /// What has been reported of the metadata log, Fetches and proposals.
    pub(crate) seen: [usize; 3],
    /// Proposals there were before links were held the last time.
    proposals_before: usize,
    /// Brokers cut from the controllers: not to be asked for anything the controller decides.
    isolated: Vec<Link>,
}

impl Lab {
    /// Folders, ports and gate; nothing runs yet.
    pub async fn prepare(kafka: &Kafka, plan: Plan) -> Outcome<Lab> {
        let processes = Processes::prepare(kafka, plan)?;
        let gate = Gate::open(&processes).await?;
        Ok(Lab {
            processes,
            gate,
            partitions: Vec::new(),
            open: BTreeMap::new(),
            seen: [0; 3],
            proposals_before: 0,
            isolated: Vec::new(),
        })
    }

    /// A cluster whose brokers all know each other.
    pub async fn start(kafka: &Kafka, plan: Plan) -> Outcome<Lab> {
        let mut lab = Lab::prepare(kafka, plan).await?;
        for node in lab.processes.nodes() {
            lab.processes.start(node)?;
        }
        lab.ready().await?;
        Ok(lab)
    }

    pub async fn ready(&mut self) -> Outcome<()> {
        let brokers = self.processes.plan.brokers.clone();
        let begin = Instant::now();
        for node in brokers.iter().copied() {
            while !self.lists(node, &brokers).await {
                for node in self.processes.nodes() {
                    if self.processes.state(node) == "down" {
                        return Err(LabError(format!(
                            "node {node} ended{}",
                            self.processes.last_words(node)
                        )));
                    }
                }
                if begin.elapsed() > 2 * PATIENCE {
                    return Err(LabError(format!(
                        "broker {node} is not ready{}",
                        self.processes.last_words(node)
                    )));
                }
                sleep(POLL).await;
            }
        }
        Ok(())
    }

    /// Whether a broker answers and lists these brokers as alive.
    async fn lists(&self, broker: i32, wanted: &[i32]) -> bool {
        let asking = asking::metadata(self.processes.client_port(broker));
        match timeout(Duration::from_secs(5), asking).await {
            Ok(Ok(metadata)) => {
                let listed: Vec<i32> = metadata.brokers.iter().map(|broker| *broker.node_id).collect();
                wanted.iter().all(|id| listed.contains(id))
            }
            _ => false,
        }
    }

    /// The log of the live controller that has most of it.
    pub fn metadata(&mut self) -> MetadataLog {
        let controllers = self.processes.plan.controllers.clone();
        let live = self.processes.live(&controllers);
        let asked = if live.is_empty() { controllers } else { live };
        let logs = asked.iter().map(|node| MetadataLog::read(&self.processes.data(*node)));
        let log = logs.max_by_key(|log| log.length).unwrap_or_default();
        self.gate.name_topics(&log.topics);
        log
    }

    /// A live broker that hears of the controllers.
    fn any(&mut self) -> Outcome<i32> {
        let brokers = self.processes.plan.brokers.clone();
        let live = self.processes.live(&brokers);
        let isolated = |id: &i32| {
            let of = |end: i32| end == *id;
            self.isolated.iter().any(|link| {
                (of(link.from) && link.to >= FIRST_CONTROLLER) || (of(link.to) && link.from >= FIRST_CONTROLLER)
            })
        };
        let found = live.iter().find(|id| !isolated(id)).or(live.first());
        found.copied().ok_or_else(|| LabError("no broker lives".into()))
    }

    /// The controller that leads the quorum, as the others say.
    pub async fn active_controller(&mut self) -> Outcome<i32> {
        let port = self.any_port()?;
        let arguments = [
            "--bootstrap-server",
            &format!("127.0.0.1:{port}"),
            "describe",
            "--status",
        ]
        .map(String::from);
        let said = self
            .processes
            .tool("org.apache.kafka.tools.MetadataQuorumCommand", &arguments)
            .await?;
        let line = said.lines().find_map(|line| line.strip_prefix("LeaderId:"));
        let id = line.and_then(|id| id.trim().parse().ok());
        id.ok_or_else(|| LabError(format!("the quorum says:\n{said}")))
    }

    /// Does an act and gives what a recording keeps of it.
    pub async fn act(&mut self, n: u32, act: &Act) -> Outcome<Value> {
        let port = |lab: &Self, broker: &i32| lab.processes.client_port(*broker);
        match act {
            Act::Produce {
                partition,
                to,
                acks,
                records,
                timeout_ms,
                patience_ms,
                numbered,
            } => {
                let (port, partition, records) = (port(self, to), partition.clone(), records.clone());
                let (acks, limit, numbered) = (*acks, *timeout_ms, *numbered);
                let mut asking =
                    tokio::spawn(
                        async move { asking::produce(port, &partition, acks, &records, limit, numbered).await },
                    );
                let patience = Duration::from_millis((*patience_ms).into());
                match timeout(patience, &mut asking).await {
                    Ok(answer) => return answer.map_err(|error| LabError(error.to_string()))?,
                    Err(_) => self.open.insert(n, asking),
                };
                return Ok(json!({"open": true}));
            }
            Act::Answer { of } => {
                let asking = self
                    .open
                    .remove(of)
                    .ok_or_else(|| LabError(format!("no request {of} is open")))?;
                return asking.await.map_err(|error| LabError(error.to_string()))?;
            }
            Act::Fetch { to, .. }
            | Act::ListOffsets { to, .. }
            | Act::EpochEndOffset { to, .. }
            | Act::DeleteRecords { to, .. } => {
                let answer = asking::answer(port(self, to), act).await?;
                return Ok(answer.unwrap_or_default());
            }
            Act::CreateTopic { .. }
            | Act::CreatePartitions { .. }
            | Act::Elect { .. }
            | Act::Reassign { .. }
            | Act::ReassignPlan { .. }
            | Act::Unregister { .. }
            | Act::Config { .. } => {
                let answer = asking::answer(self.any_port()?, act).await?;
                self.learn_partitions(act).await?;
                return answer.ok_or_else(|| LabError(format!("the lab does not ask for {act:?}")));
            }
            Act::Tool(tool) => return self.run_tool(tool).await,
            Act::Describe { topic } => return self.describe(topic).await,
            Act::Crash { node } => {
                sleep(CHECKPOINT).await;
                self.processes.crash(*node)?;
            }
            Act::Stop { node } => self.processes.stop(*node).await?,
            Act::Start { node } => self.start_node(*node).await?,
            Act::Pause { node } => self.processes.pause(*node, true)?,
            Act::Resume { node } => self.processes.pause(*node, false)?,
            Act::Hold { links } => {
                self.proposals_before = self.gate.proposals().len();
                self.gate.hold(links);
            }
            Act::Release { links } => self.gate.release(links),
            Act::Cut { links } => {
                self.isolated.extend(links);
                self.gate.cut(links);
            }
            Act::Heal { links } => {
                let covers = |a: &Link, b: &Link| (a.from, a.to) == (b.from, b.to) || (a.from, a.to) == (b.to, b.from);
                self.isolated.retain(|cut| !links.iter().any(|link| covers(link, cut)));
                self.gate.heal(links);
            }
            Act::Reset { links } => self.gate.reset(links),
            Act::Lose { link } => self.gate.lose(*link),
            Act::Step { link } => return self.gate.step(*link).await,
        }
        Ok(Value::Null)
    }

    pub(crate) fn any_port(&mut self) -> Outcome<u16> {
        let broker = self.any()?;
        Ok(self.processes.client_port(broker))
    }

    /// Requests that are open, and whether each is answered by now.
    pub fn open(&self) -> Vec<(u32, bool)> {
        self.open.iter().map(|(n, asking)| (*n, asking.is_finished())).collect()
    }

    /// Until every live replica has been made.
    pub(crate) async fn topic_is_known(&mut self, topic: &str, assignment: &[Vec<i32>]) -> Outcome<()> {
        let begin = Instant::now();
        for (n, brokers) in assignment.iter().enumerate() {
            for broker in self.processes.live(brokers) {
                while !self.processes.replica(broker, topic, n as i32).exists() {
                    if begin.elapsed() > PATIENCE {
                        return Err(LabError(format!("broker {broker} does not make {topic}-{n}")));
                    }
                    sleep(POLL).await;
                }
            }
        }
        self.metadata();
        Ok(())
    }

    /// Starts a node; a broker is waited for until its new incarnation is unfenced and all it can talk to list it.
    async fn start_node(&mut self, node: i32) -> Outcome<()> {
        let registered = |log: &MetadataLog| {
            let of = |change: &&Value| change["broker"] == node && change["rec"] == "RegisterBrokerRecord";
            log.changes.iter().filter(of).count()
        };
        let before = registered(&self.metadata());
        self.processes.start(node)?;
        if node >= FIRST_CONTROLLER {
            return Ok(());
        }
        let begin = Instant::now();
        loop {
            let log = self.metadata();
            let unfenced = registered(&log) > before && log.brokers.get(&node) == Some(&false);
            if unfenced && self.lists(node, &[node]).await {
                return Ok(());
            }
            if begin.elapsed() > PATIENCE || self.processes.state(node) == "down" {
                return Err(LabError(format!(
                    "broker {node} does not come back{}",
                    self.processes.last_words(node)
                )));
            }
            sleep(POLL).await;
        }
    }

    /// What a broker's clients are shown; nothing, if no broker lives to be asked.
    async fn describe(&mut self, topic: &str) -> Outcome<Value> {
        let brokers = self.processes.plan.brokers.clone();
        if self.processes.live(&brokers).is_empty() {
            return Ok(Value::Null);
        }
        let port = self.any_port()?;
        let server = format!("127.0.0.1:{port}");
        let arguments = ["--bootstrap-server", &server, "--describe", "--topic", topic].map(String::from);
        let said = self
            .processes
            .tool("org.apache.kafka.tools.TopicCommand", &arguments)
            .await?;
        Ok(said.into())
    }

    /// Waits; says whether it came to that.
    pub async fn wait(&mut self, want: &Want) -> Outcome<bool> {
        match want {
            Want::Held { link } => return Ok(self.gate.held(*link, PATIENCE).await),
            Want::Proposed { broker } => {
                return Ok(self.gate.proposed(*broker, self.proposals_before, PATIENCE).await);
            }
            Want::Rest => {
                self.settle(QUIET).await?;
                return Ok(true);
            }
            Want::Time { for_ms } => {
                sleep(Duration::from_millis((*for_ms).into())).await;
                return Ok(true);
            }
            _ => {}
        }
        let begin = Instant::now();
        loop {
            let log = self.metadata();
            let is_so = match want {
                Want::Partition { partition, facts } => {
                    let (topic, number) = partition_of(partition)?;
                    let record = log.partitions.get(&(topic.to_string(), number));
                    record.is_some_and(|record| lab::recording::has_facts(record, facts))
                }
                Want::Fenced { broker } => log.brokers.get(broker) == Some(&true),
                Want::Unfenced { broker } => log.brokers.get(broker) == Some(&false),
                Want::Rest | Want::Time { .. } | Want::Held { .. } | Want::Proposed { .. } => true,
            };
            if is_so || begin.elapsed() > PATIENCE {
                return Ok(is_so);
            }
            sleep(POLL).await;
        }
    }
}
