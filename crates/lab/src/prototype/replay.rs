//! The engine under a recording: it is built as the recorded cluster was, given the recorded actions, and looked at where
//! the cluster was looked at.
//!
//! Sessions, lag checks, checkpoints and elections come from the engine's own timers, set as the recorded brokers had theirs;
//! so what is compared includes that they happen, and in which order. Where the recorder waited, the engine runs until the
//! same condition holds; where it let things settle, until nothing has moved for a while.

use std::collections::BTreeMap;

use replication::base::config::ConfigResource;
use replication::base::config::{Acks, BrokerConfig, ControllerConfig, Isolation};
use replication::base::epoch::LeaderEpoch;
use replication::base::id::{BrokerId, ClientId, ControllerId, NodeId, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::rule::Rule;
use replication::base::time::{Millis, SimTime};
use replication::log::metadata_record::{LeaderRecoveryState, MetadataRecord};
use replication::log::record_batch::{Record, RecordBatch};
use replication::message::admin::{
    AlterConfigsRequest, CreatableTopic, CreateTopicsRequest, ElectLeadersRequest, ElectionType, NamedPartition,
    Placement,
};
use replication::message::alter_partition::ProposedIsr;
use replication::message::application::{Answer, Command, Completion};
use replication::message::fetch::{FetchPartition, FetchRequest, Reader};
use replication::message::list_offsets::{ListOffsetsPartition, ListOffsetsRequest, OffsetSpec};
use replication::message::offset_for_leader_epoch::{EpochQuestion, OffsetForLeaderEpochRequest};
use replication::message::produce::ProduceRequest;
use replication::message::reassignment::{AlterPartitionReassignmentsRequest, ReassignablePartition};
use replication::message::{Body, Connection, Envelope, Purpose, Request, Response};
use replication::node::Node;
use scenario::printed::topics::{Described, describe};
use serde_json::{Value, json};
use simulation::act::{Act, ClientKind, Direction, Links, Operation};
use simulation::cluster::Cluster;
use simulation::event::Happening;
use simulation::network::Content;
use simulation::world::World;

use crate::prototype::recording::{Action, Header, Line};

/// How long nothing may move before the cluster counts as at rest.
const QUIET: Millis = Millis(500);
/// How long the recorder waited for anything.
const PATIENCE: Millis = Millis(40_000);

/// A run in progress.
#[derive(Debug)]
pub struct Replay {
    world: World,
    partition: TopicPartition,
    admin: ClientId,
    next_tag: u32,
    /// Completions by tag.
    answers: BTreeMap<u32, Answer>,
    /// Requests in the background, by the action that began them.
    background: Option<u32>,
    /// Metadata records already reported.
    seen: usize,
    /// Fetches let through, and what they were answered with.
    fetches: Vec<(Envelope, Option<Envelope>)>,
    /// AlterPartition requests sent since the last observation.
    proposals: Vec<(BrokerId, ProposedIsr)>,
    /// How many of all AlterPartition requests were sent before they were held.
    before_hold: usize,
    proposed: usize,
    /// Connections that brokers have closed on the recorder.
    closed: u32,
    values: u32,
}

/// Something the engine cannot be given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

type Played = Result<Option<Value>, Unsupported>;

impl Replay {
    /// A cluster as the header describes it, its topic created and at rest; without one of Kafka's rules, if so asked.
    pub fn new(header: &Header, without: Option<Rule>) -> Result<Self, Unsupported> {
        let mut world = World::new(1);
        if let Some(rule) = without {
            world.act(&Act::Operate(Operation::SwitchRule { rule, on: false }));
        }
        let (controller, broker) = configs(header)?;
        let [controller_id] = header.controllers[..] else {
            return Err(Unsupported("several controllers".into()));
        };
        world.act(&Act::Operate(Operation::AddController {
            id: ControllerId(controller_id),
            config: controller,
        }));
        for &id in &header.brokers {
            let config = BrokerConfig {
                rack: Some(format!("r{id}")),
                ..broker.clone()
            };
            let id = BrokerId(id);
            world.act(&Act::Operate(Operation::AddBroker { id, config }));
        }
        world.act(&Act::Operate(Operation::AddClient {
            name: "recorder".into(),
            kind: ClientKind::Admin,
        }));
        let mut replay = Replay {
            world,
            partition: TopicPartition::new(replication::base::id::TopicId(0), 0),
            admin: ClientId(0),
            next_tag: 0,
            answers: BTreeMap::new(),
            background: None,
            seen: 0,
            fetches: Vec::new(),
            proposals: Vec::new(),
            before_hold: 0,
            proposed: 0,
            closed: 0,
            values: 0,
        };
        replay.settle();
        let topic = CreatableTopic {
            name: "t".into(),
            placement: Placement::Assignment(vec![header.topic.replicas.iter().map(|id| BrokerId(*id)).collect()]),
            configs: header
                .topic
                .config
                .iter()
                .map(|(name, value)| (name.as_str().into(), plain(value).into()))
                .collect(),
        };
        let request = Request::CreateTopics(CreateTopicsRequest { topics: vec![topic] });
        replay.ask(NodeId::Controller(ControllerId(controller_id)), request);
        replay.settle();
        Ok(replay)
    }

    /// Does what the recorder did, and returns what came of it in the recording's words.
    pub fn play(&mut self, action: &Action) -> Played {
        let broker = |name: &str| integer(action, name).map(|id| BrokerId(id as i32));
        match action.what.as_str() {
            "produce" => self.produce(action),
            "produce_async" => {
                let (to, request) = self.produce_request(action)?;
                self.background = Some(self.send(to, request));
                Ok(None)
            }
            "produce_result" => {
                let tag = self
                    .background
                    .take()
                    .ok_or(Unsupported("no produce in the background".into()))?;
                Ok(Some(produced(self.await_answer(tag))))
            }
            "fetch" => self.fetch(action),
            "list_offsets" => self.list_offsets(action),
            "offset_for_leader_epoch" => self.offset_for_leader_epoch(action),
            "kill" => self.kill(NodeId::Broker(broker("b")?)),
            "stop" => self.stop(broker("b")?),
            "start" => self.start(broker("b")?),
            "pause" => self.operate(Operation::Pause(NodeId::Broker(broker("b")?))),
            "resume" => self.operate(Operation::Resume(NodeId::Broker(broker("b")?))),
            "hold" => self.hold(&links(action)?),
            "open" => {
                for link in links(action)? {
                    self.operate(Operation::Release(link))?;
                }
                Ok(None)
            }
            "fetch_step" => self.fetch_step(action),
            "cut_controller" => self.controller_link(broker("b")?, None, Operation::Cut, true),
            "heal_controller" => self.controller_link(broker("b")?, None, Operation::Heal, false),
            "hold_alter" => {
                self.before_hold = self.proposed;
                self.controller_link(broker("b")?, Some(Purpose::AlterPartition), Operation::Hold, false)
            }
            "open_alter" => {
                self.controller_link(broker("b")?, Some(Purpose::AlterPartition), Operation::Release, false)
            }
            "alter_partition_seen" => self.alter_partition_seen(),
            "elect" => self.elect(action),
            "config" => self.config(action),
            "reassign" => self.reassign(action),
            "note" => Ok(None),
            other => Err(Unsupported(other.to_string())),
        }
    }

    /// Runs until the controller's record is as wanted; says whether it came to that.
    pub fn run_until(&mut self, want: &BTreeMap<String, Value>) -> bool {
        let end = self.cluster().now + PATIENCE;
        loop {
            if self.record_is(want) {
                return true;
            }
            if !self.advance(end) {
                return false;
            }
        }
    }

    fn record_is(&self, want: &BTreeMap<String, Value>) -> bool {
        let record = self.record();
        want.iter().all(|(name, value)| match (value, &record[name]) {
            (Value::Array(wanted), Value::Array(found)) => sorted(wanted) == sorted(found),
            (wanted, found) => wanted == found,
        })
    }

    /// The controller's record of the partition, in the recording's words.
    pub fn record(&self) -> Value {
        let Some(record) = self.cluster().registration(self.partition) else {
            return Value::Null;
        };
        json!({
            "leader": record.leader.map_or(-1, |leader| leader.0),
            "leader_epoch": record.leader_epoch.0,
            "partition_epoch": record.partition_epoch.0,
            "isr": ids(&record.isr),
            "elr": ids(&record.elr),
            "last_known_elr": ids(&record.last_known_elr),
            "replicas": ids(&record.replicas),
            "removing": ids(&record.removing_replicas),
            "adding": ids(&record.adding_replicas),
            "recovery": i32::from(record.leader_recovery_state == LeaderRecoveryState::Recovering),
        })
    }

    /// Runs until nothing that is compared has moved for a while.
    pub fn settle(&mut self) {
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

    fn snapshot(&self) -> Vec<Value> {
        let brokers = self
            .cluster()
            .registration(self.partition)
            .map(|record| record.replicas.clone());
        let replicas = brokers
            .unwrap_or_default()
            .into_iter()
            .map(|broker| self.replica(broker));
        std::iter::once(self.record()).chain(replicas).collect()
    }

    /// One replica in the recording's words.
    pub fn replica(&self, broker: BrokerId) -> Value {
        let cluster = self.cluster();
        let slot = &cluster.slots[&NodeId::Broker(broker)];
        let state = match (&slot.process, slot.paused) {
            (None, _) => "down",
            (Some(_), true) => "paused",
            (Some(_), false) => "up",
        };
        let log = cluster.log(broker, self.partition);
        let records = |batch: &RecordBatch| {
            let base = batch.base_offset;
            let epoch = batch.leader_epoch.0;
            let entry = |(n, record): (usize, &Record)| json!([base.0 + n as i64, epoch, record.value.as_deref()]);
            batch.records.iter().enumerate().map(entry).collect::<Vec<_>>()
        };
        let entries: Vec<Value> = log
            .into_iter()
            .flat_map(|log| log.batches())
            .flat_map(|b| records(b))
            .collect();
        let epochs: Vec<Value> = log
            .into_iter()
            .flat_map(|log| log.epochs.entries())
            .map(|entry| json!([entry.epoch.0, entry.start_offset.0]))
            .collect();
        let held = match slot.node() {
            Some(Node::Broker(process)) => process.partitions.get(&self.partition),
            _ => None,
        };
        let high_watermark = held
            .filter(|_| state == "up")
            .map(|partition| partition.high_watermark.0);
        json!({
            "state": state,
            "log": entries,
            "leo": log.map_or(0, |log| log.log_end_offset().0),
            "hw": high_watermark,
            "epochs": epochs,
        })
    }

    /// Records of the metadata log since the last call that concern the partition or a broker, in the recording's words.
    pub fn new_changes(&mut self) -> Vec<Value> {
        let controller = self.controller();
        let log = self.cluster().slots[&controller].disk.metadata_log.clone();
        let mut state: Option<replication::log::metadata_record::PartitionRegistration> = None;
        let mut changes = Vec::new();
        for (n, record) in log.iter().enumerate() {
            let change = describe_record(record, &mut state);
            if n >= self.seen {
                changes.extend(change);
            }
        }
        self.seen = log.len();
        changes
    }

    /// AlterPartition requests since the last call.
    pub fn new_proposals(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.proposals)
            .into_iter()
            .map(|(broker, proposal)| {
                let isr: Vec<BrokerId> = proposal.new_isr.iter().map(|(member, _)| *member).collect();
                json!({
                    "broker": broker.0,
                    "leader_epoch": proposal.leader_epoch.0,
                    "partition_epoch": proposal.partition_epoch.0,
                    "new_isr": ids(&isr),
                    "recovery": i32::from(proposal.leader_recovery_state == LeaderRecoveryState::Recovering),
                })
            })
            .collect()
    }

    pub fn cluster(&self) -> &Cluster {
        &self.world.cluster
    }

    fn controller(&self) -> NodeId {
        let mut ids = self.cluster().slots.keys();
        *ids.find(|id| matches!(id, NodeId::Controller(_)))
            .expect("a replay has a controller")
    }

    /// One step, if it is due by `end`.
    fn advance(&mut self, end: SimTime) -> bool {
        if self.cluster().next_due_at().is_none_or(|at| at > end) {
            self.world.cluster.now = self.world.cluster.now.max(end);
            return false;
        }
        let step = self.world.act(&Act::Due);
        let recorder = NodeId::Client(self.admin);
        self.closed += u32::from(matches!(step.happening, Happening::Disconnected { told, .. } if told == recorder));
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

    /// Notes what a step sent: Fetches of the partition, their answers, and proposals.
    fn note_sent(&mut self, step: u64) {
        let mut sent = Vec::new();
        for link in self.world.cluster.network.links() {
            for lane in [&link.requests, &link.responses] {
                for parcel in lane.parcels.iter().rev().take_while(|parcel| parcel.because == step) {
                    if let Content::Message(envelope) = &parcel.content {
                        sent.push(envelope.clone());
                    }
                }
            }
        }
        for envelope in sent {
            match &envelope.body {
                Body::Request(Request::AlterPartition(alter)) => {
                    let proposals = alter.partitions.iter().map(|proposal| (alter.broker, proposal.clone()));
                    self.proposals.extend(proposals);
                    self.proposed += 1;
                }
                Body::Response(Response::Fetch(_)) if envelope.connection.purpose == Purpose::Fetch => {
                    let asked = self.fetches.iter_mut().rev().find(|(request, answer)| {
                        answer.is_none()
                            && request.connection == envelope.connection
                            && request.correlation == envelope.correlation
                    });
                    if let Some((_, answer)) = asked {
                        *answer = Some(envelope);
                    }
                }
                _ => {}
            }
        }
    }

    fn operate(&mut self, operation: Operation) -> Played {
        let step = self.world.act(&Act::Operate(operation));
        self.note(&step.completed);
        match step.happening {
            Happening::Ineffective(why) => Err(Unsupported(format!("{why:?}"))),
            _ => Ok(None),
        }
    }

    /// Sends a raw request and returns its tag.
    fn send(&mut self, to: NodeId, request: Request) -> u32 {
        self.next_tag += 1;
        let command = Command::Request {
            to,
            request: Box::new(request),
            tag: self.next_tag,
        };
        let client = self.admin;
        let step = self.world.act(&Act::Operate(Operation::Command { client, command }));
        self.note(&step.completed);
        self.next_tag
    }

    fn await_answer(&mut self, tag: u32) -> Option<Answer> {
        let end = self.cluster().now + PATIENCE;
        while !self.answers.contains_key(&tag) && self.advance(end) {}
        self.answers.remove(&tag)
    }

    fn ask(&mut self, to: NodeId, request: Request) -> Option<Answer> {
        let tag = self.send(to, request);
        self.await_answer(tag)
    }

    fn produce_request(&mut self, action: &Action) -> Result<(NodeId, Request), Unsupported> {
        let acks = match integer(action, "acks")? {
            -1 => Acks::All,
            0 => Acks::None,
            1 => Acks::Leader,
            other => Acks::Invalid(other as i16),
        };
        let values = array(action, "values")?;
        let record = |value: &Value| {
            let n = self.values;
            self.values += 1;
            Record {
                id: RecordId {
                    producer: self.admin,
                    n,
                },
                key: None,
                value: value.as_str().map(Into::into),
                headers: Vec::new(),
                timestamp: 0,
            }
        };
        let batch = RecordBatch::of(values.iter().map(record).collect());
        let request = Request::Produce(ProduceRequest {
            acks,
            timeout: Millis(integer(action, "timeout_ms")?),
            batches: vec![(self.partition, batch)],
        });
        Ok((NodeId::Broker(BrokerId(integer(action, "to")? as i32)), request))
    }

    fn produce(&mut self, action: &Action) -> Played {
        let unanswered = integer(action, "acks")? == 0;
        let (to, request) = self.produce_request(action)?;
        let closed = self.closed;
        let tag = self.send(to, request);
        if unanswered {
            // The recorder keeps the socket open for a while, to see whether the broker closes it.
            let end = self.cluster().now + Millis(300);
            while self.advance(end) {}
            self.answers.remove(&tag);
            let closed = self.closed > closed;
            return Ok(Some(
                json!({"error": null, "base_offset": null, "connection_closed": closed}),
            ));
        }
        Ok(Some(produced(self.await_answer(tag))))
    }

    fn fetch(&mut self, action: &Action) -> Played {
        let to = NodeId::Broker(BrokerId(integer(action, "to")? as i32));
        let rack = action.arguments.get("rack").and_then(Value::as_str).map(Into::into);
        let epoch = integer(action, "current_leader_epoch")
            .ok()
            .map(|epoch| LeaderEpoch(epoch as i32));
        let request = Request::Fetch(FetchRequest {
            reader: Reader::Consumer {
                isolation: Isolation::ReadUncommitted,
                rack,
            },
            max_wait: Millis(0),
            min_bytes: 0,
            max_bytes: i32::MAX,
            partitions: vec![FetchPartition {
                partition: self.partition,
                fetch_offset: Offset(integer(action, "offset")?),
                current_leader_epoch: epoch,
                last_fetched_epoch: None,
                log_start_offset: Offset::UNKNOWN,
                partition_max_bytes: i32::MAX,
            }],
        });
        let Some(Answer::Response(response)) = self.ask(to, request) else {
            return Ok(Some(json!({"error": "CONNECTION"})));
        };
        let Response::Fetch(fetch) = *response else {
            return Ok(None);
        };
        let part = &fetch.partitions[0];
        let bytes: usize = part.records.len();
        Ok(Some(json!({
            "error": part.error.name(),
            "hw": part.high_watermark.0,
            "current_leader": part.current_leader.map(|hint| json!([hint.leader.map_or(-1, |id| id.0), hint.leader_epoch.0])),
            "preferred": part.preferred_read_replica.map_or(-1, |replica| replica.0),
            "empty": bytes == 0,
        })))
    }

    fn list_offsets(&mut self, action: &Action) -> Played {
        let to = NodeId::Broker(BrokerId(integer(action, "to")? as i32));
        let request = Request::ListOffsets(ListOffsetsRequest {
            reader: Reader::Consumer {
                isolation: Isolation::ReadUncommitted,
                rack: None,
            },
            partitions: vec![ListOffsetsPartition {
                partition: self.partition,
                current_leader_epoch: None,
                spec: OffsetSpec::Latest,
            }],
        });
        let Some(Answer::Response(response)) = self.ask(to, request) else {
            return Ok(Some(json!({"error": "CONNECTION"})));
        };
        let Response::ListOffsets(list) = *response else {
            return Ok(None);
        };
        let part = &list.partitions[0];
        Ok(Some(json!({
            "index": 0,
            "error": part.error.name(),
            "ts": part.timestamp,
            "offset": part.offset.0,
            "epoch": part.leader_epoch.0,
        })))
    }

    fn offset_for_leader_epoch(&mut self, action: &Action) -> Played {
        let to = NodeId::Broker(BrokerId(integer(action, "to")? as i32));
        let request = Request::OffsetForLeaderEpoch(OffsetForLeaderEpochRequest {
            partitions: vec![EpochQuestion {
                partition: self.partition,
                current_leader_epoch: Some(LeaderEpoch(integer(action, "current_leader_epoch")? as i32)),
                leader_epoch: LeaderEpoch(integer(action, "epoch")? as i32),
            }],
        });
        let Some(Answer::Response(response)) = self.ask(to, request) else {
            return Ok(Some(json!({"error": "CONNECTION"})));
        };
        let Response::OffsetForLeaderEpoch(epochs) = *response else {
            return Ok(None);
        };
        let part = &epochs.partitions[0];
        Ok(Some(json!({
            "error": part.error.name(),
            "index": 0,
            "epoch": part.leader_epoch.0,
            "end": part.end_offset.0,
        })))
    }

    /// Crashes a broker. The recorder's gate holds requests only: none waits at the door of a broker that is gone, and what
    /// others ask it later comes by its own answers.
    fn kill(&mut self, node: NodeId) -> Played {
        let held = self
            .cluster()
            .network
            .conditions()
            .iter()
            .filter(|(_, condition)| condition.held);
        let links: Vec<Links> = held
            .filter(|(path, _)| path.to == node)
            .map(|(path, _)| (*path).into())
            .collect();
        self.operate(Operation::Crash(node))?;
        for link in links {
            self.operate(Operation::Release(link))?;
        }
        Ok(None)
    }

    fn stop(&mut self, broker: BrokerId) -> Played {
        let node = NodeId::Broker(broker);
        self.operate(Operation::Stop(node))?;
        let end = self.cluster().now + PATIENCE;
        while self.cluster().slots[&node].process.is_some() && self.advance(end) {}
        Ok(None)
    }

    /// Starts a broker and waits, as the recorder did, until a live broker lists it.
    fn start(&mut self, broker: BrokerId) -> Played {
        self.operate(Operation::Start(NodeId::Broker(broker)))?;
        let end = self.cluster().now + PATIENCE;
        let unfenced = |replay: &Replay| {
            let image = replay.cluster().metadata();
            let up = image.and_then(|image| image.brokers.get(&broker));
            up.is_some_and(|registration| !registration.fenced)
        };
        // The old registration may still be unfenced: what counts is the new incarnation's.
        let incarnation = self.cluster().slots[&NodeId::Broker(broker)].incarnation;
        let registered = |replay: &Replay| {
            let image = replay.cluster().metadata();
            let up = image.and_then(|image| image.brokers.get(&broker));
            up.is_some_and(|registration| registration.incarnation.0 == incarnation)
        };
        while !(registered(self) && unfenced(self)) && self.advance(end) {}
        Ok(None)
    }

    /// Holds links, and waits until each holds a Fetch if one is coming.
    fn hold(&mut self, links: &[Links]) -> Played {
        for link in links {
            self.operate(Operation::Hold(*link))?;
        }
        let end = self.cluster().now + QUIET;
        while links.iter().any(|link| self.held(*link).is_none()) && self.advance(end) {}
        Ok(None)
    }

    /// The recorder held a starting broker's links before it started it, and wrote that down afterwards or not at all: what
    /// it then steps through, or says it holds next, is held from the start.
    pub fn hold_before_start(&mut self, start: &Action, ahead: &[Line]) -> Played {
        let broker = integer(start, "b")?;
        let actions = ahead.iter().filter_map(|line| match line {
            Line::Action(action) => Some(action),
            _ => None,
        });
        for action in actions.take_while(|action| !["start", "open"].contains(&action.what.as_str())) {
            let links = match action.what.as_str() {
                "hold" => links(action)?,
                "fetch_step" => vec![stepped(action)?],
                _ => continue,
            };
            let from = NodeId::Broker(BrokerId(broker as i32));
            for link in links.into_iter().filter(|link| link.from == from) {
                self.operate(Operation::Hold(link))?;
            }
        }
        Ok(None)
    }

    fn await_held(&mut self, link: Links) -> Option<Envelope> {
        let end = self.cluster().now + PATIENCE;
        loop {
            if let Some(envelope) = self.held(link) {
                return Some(envelope);
            }
            if !self.advance(end) {
                return None;
            }
        }
    }

    /// The Fetch that waits at the door of a held link.
    fn held(&self, link: Links) -> Option<Envelope> {
        let connection = Connection {
            from: link.from,
            to: link.to,
            purpose: Purpose::Fetch,
        };
        let head = self.cluster().head(connection, Direction::Request)?;
        match &head.content {
            Content::Message(envelope) if head.arrives_at <= self.cluster().now => Some(envelope.clone()),
            _ => None,
        }
    }

    fn fetch_step(&mut self, action: &Action) -> Played {
        let link = stepped(action)?;
        let lose = action.arguments.get("lose_response") == Some(&Value::Bool(true));
        let Some(envelope) = self.await_held(link) else {
            return Err(Unsupported(format!(
                "no fetch came to be stepped in action {}",
                action.n
            )));
        };
        self.fetches = vec![(envelope, None)];
        if lose {
            let back = Links::one_way(link.to, link.from).only(Purpose::Fetch);
            self.operate(Operation::Lose(back))?;
        }
        self.operate(Operation::StepLink(link))?;
        self.note_sent(self.cluster().steps);
        let end = self.cluster().now + PATIENCE;
        while self.fetches[0].1.is_none() && self.advance(end) {}
        self.await_held(link);
        let (request, answer) = self.fetches.remove(0);
        Ok(Some(
            json!({"req": self.fetch_asked(&request), "resp": answer.map(|answer| self.fetch_answered(&answer))}),
        ))
    }

    fn fetch_asked(&self, envelope: &Envelope) -> Value {
        let Body::Request(Request::Fetch(fetch)) = &envelope.body else {
            return Value::Null;
        };
        let Some(part) = fetch.partitions.iter().find(|part| part.partition == self.partition) else {
            return Value::Null;
        };
        let number = |epoch: Option<LeaderEpoch>| epoch.map_or(-1, |epoch| epoch.0);
        json!({
            "cur_epoch": number(part.current_leader_epoch),
            "offset": part.fetch_offset.0,
            "last_epoch": number(part.last_fetched_epoch),
        })
    }

    fn fetch_answered(&self, envelope: &Envelope) -> Value {
        let Body::Response(Response::Fetch(fetch)) = &envelope.body else {
            return Value::Null;
        };
        let Some(part) = fetch.partitions.iter().find(|part| part.partition == self.partition) else {
            return Value::Null;
        };
        let mut records = Vec::new();
        for batch in &part.records {
            for (n, record) in batch.records.iter().enumerate() {
                records.push(json!([
                    batch.base_offset.0 + n as i64,
                    batch.leader_epoch.0,
                    record.value.as_deref()
                ]));
            }
        }
        let mut answer = json!({
            "error": part.error.name(),
            "hw": part.high_watermark.0,
            "log_start": part.log_start_offset.0,
            "records": records,
        });
        if let Some(end) = part.diverging_epoch {
            answer["diverging"] = json!([end.epoch.0, end.end_offset.0]);
        }
        if let Some(hint) = part.current_leader {
            answer["current_leader"] = json!([hint.leader.map_or(-1, |id| id.0), hint.leader_epoch.0]);
        }
        answer
    }

    /// Does something to the ways between a broker and the controller.
    fn controller_link(
        &mut self,
        broker: BrokerId,
        purpose: Option<Purpose>,
        operation: fn(Links) -> Operation,
        reset: bool,
    ) -> Played {
        let mut links = Links::both(NodeId::Broker(broker), self.controller());
        if let Some(purpose) = purpose {
            links = Links::one_way(links.from, links.to).only(purpose);
        }
        if reset {
            self.operate(Operation::Reset(links))?;
        }
        self.operate(operation(links))
    }

    /// Waits until a proposal is held, and counts those sent since they are.
    fn alter_partition_seen(&mut self) -> Played {
        let end = self.cluster().now + PATIENCE;
        while self.proposed == self.before_hold && self.advance(end) {}
        Ok(Some(json!({"count": self.proposed - self.before_hold})))
    }

    fn elect(&mut self, action: &Action) -> Played {
        let election = match action.arguments.get("type").and_then(Value::as_str) {
            Some("unclean") => ElectionType::Unclean,
            _ => ElectionType::Preferred,
        };
        let request = Request::ElectLeaders(ElectLeadersRequest {
            election,
            partitions: Some(vec![NamedPartition {
                topic: "t".into(),
                partition: 0,
            }]),
        });
        let Some(Answer::Response(response)) = self.ask(self.controller(), request) else {
            return Ok(None);
        };
        let Response::ElectLeaders(elected) = *response else {
            return Ok(None);
        };
        let (error, message) = match elected.partitions.first() {
            Some((_, error, message)) => (*error, message.clone()),
            None => (elected.error, None),
        };
        Ok(Some(json!({"error": error.name(), "message": message})))
    }

    fn reassign(&mut self, action: &Action) -> Played {
        let replicas = array(action, "replicas")?;
        let replicas = replicas.iter().filter_map(Value::as_i64).map(|id| BrokerId(id as i32));
        let partition = NamedPartition {
            topic: "t".into(),
            partition: 0,
        };
        let request = Request::AlterPartitionReassignments(AlterPartitionReassignmentsRequest {
            allow_replication_factor_change: true,
            partitions: vec![ReassignablePartition {
                partition,
                replicas: Some(replicas.collect()),
            }],
        });
        let Some(Answer::Response(response)) = self.ask(self.controller(), request) else {
            return Ok(None);
        };
        let Response::AlterPartitionReassignments(altered) = *response else {
            return Ok(None);
        };
        let (_, error, message) = &altered.partitions[0];
        Ok(Some(json!({"error": error.name(), "message": message})))
    }

    /// What `kafka-topics --describe` prints of the partition, its outer blanks stripped.
    pub fn describe(&self) -> String {
        let printed = describe(self.cluster(), &Described::of("t"));
        printed.lines().last().unwrap_or_default().trim().to_string()
    }

    fn config(&mut self, action: &Action) -> Played {
        let Some(Value::Object(set)) = action.arguments.get("set") else {
            return Err(Unsupported("a config without values".into()));
        };
        let configs = set
            .iter()
            .map(|(name, value)| (name.replace('_', ".").into(), Some(plain(value).into())))
            .collect();
        let request = Request::AlterConfigs(AlterConfigsRequest {
            resource: ConfigResource::Topic("t".into()),
            configs,
        });
        let Some(Answer::Response(response)) = self.ask(self.controller(), request) else {
            return Ok(None);
        };
        let Response::AlterConfigs(altered) = *response else {
            return Ok(None);
        };
        Ok(Some(json!(altered.error.name())))
    }
}

/// What a recorded cluster was configured with, as far as the engine has it.
fn configs(header: &Header) -> Result<(ControllerConfig, BrokerConfig), Unsupported> {
    let mut controller = ControllerConfig::default();
    let mut broker = BrokerConfig::default();
    let mut settings: BTreeMap<String, String> = header.base_props.clone();
    settings.extend(header.props.iter().map(|(name, value)| (name.clone(), plain(value))));
    for (name, value) in &settings {
        let taken = broker.set(name, value).is_ok() | controller.set(name, value).is_ok();
        if !taken && name != "replica.selector.class" {
            return Err(Unsupported(format!("{name}={value}")));
        }
    }
    Ok((controller, broker))
}

/// A metadata record in the recording's words; `state` follows the partition.
fn describe_record(
    record: &MetadataRecord,
    state: &mut Option<replication::log::metadata_record::PartitionRegistration>,
) -> Option<Value> {
    let after = |state: &Option<replication::log::metadata_record::PartitionRegistration>| {
        state
            .as_ref()
            .map(|s| json!([s.leader.map_or(-1, |id| id.0), s.leader_epoch.0, s.partition_epoch.0]))
    };
    Some(match record {
        MetadataRecord::Partition { registration, .. } => {
            *state = Some(registration.clone());
            json!({"rec": "PartitionRecord", "->": after(state)})
        }
        MetadataRecord::PartitionChange { change, .. } => {
            *state = state.as_ref().map(|registration| registration.merge(change));
            let mut json = json!({"rec": "PartitionChangeRecord", "->": after(state)});
            let mut list = |name: &str, field: &Option<Vec<BrokerId>>| {
                if let Some(field) = field {
                    json[name] = json!(ids(field));
                }
            };
            list("isr", &change.isr);
            list("replicas", &change.replicas);
            list("removing", &change.removing_replicas);
            list("adding", &change.adding_replicas);
            list("elr", &change.elr);
            list("last_known_elr", &change.last_known_elr);
            if let Some(leader) = change.leader {
                json["leader"] = json!(leader.map_or(-1, |id| id.0));
            }
            if let Some(recovery) = change.leader_recovery_state {
                json["recovery"] = json!(i32::from(recovery == LeaderRecoveryState::Recovering));
            }
            json
        }
        MetadataRecord::RegisterBroker { broker, .. } => json!({"rec": "RegisterBrokerRecord", "broker": broker.0}),
        MetadataRecord::BrokerRegistrationChange {
            broker,
            fenced,
            in_controlled_shutdown,
            ..
        } => {
            let mut json = json!({"rec": "BrokerRegistrationChangeRecord", "broker": broker.0});
            if let Some(fenced) = fenced {
                json["fenced"] = json!(fenced);
            }
            if let Some(shutting_down) = in_controlled_shutdown {
                json["in_controlled_shutdown"] = json!(shutting_down);
            }
            json
        }
        MetadataRecord::ClearElr { .. } => {
            if let Some(registration) = state
                && !(registration.elr.is_empty() && registration.last_known_elr.is_empty())
            {
                registration.elr.clear();
                registration.last_known_elr.clear();
                registration.partition_epoch = registration.partition_epoch.next();
            }
            json!({"rec": "ClearElrRecord", "->": after(state)})
        }
        _ => return None,
    })
}

fn produced(answer: Option<Answer>) -> Value {
    let Some(Answer::Response(response)) = answer else {
        return json!({"error": "CONNECTION", "base_offset": null});
    };
    let Response::Produce(produce) = *response else {
        return Value::Null;
    };
    let part = &produce.partitions[0];
    let mut json = json!({"error": part.error.name(), "base_offset": part.base_offset.0});
    if let Some(hint) = part.current_leader {
        json["current_leader"] = json!([hint.leader.map_or(-1, |id| id.0), hint.leader_epoch.0]);
    }
    json
}

/// The link of a step.
fn stepped(action: &Action) -> Result<Links, Unsupported> {
    let node = |name: &str| integer(action, name).map(|id| NodeId::Broker(BrokerId(id as i32)));
    Ok(Links::one_way(node("src")?, node("dst")?).only(Purpose::Fetch))
}

fn links(action: &Action) -> Result<Vec<Links>, Unsupported> {
    let end = |pair: &Value, n: usize| pair[n].as_i64().map(|id| NodeId::Broker(BrokerId(id as i32)));
    array(action, "links")?
        .iter()
        .map(|pair| match (end(pair, 0), end(pair, 1)) {
            (Some(from), Some(to)) => Ok(Links::one_way(from, to).only(Purpose::Fetch)),
            _ => Err(Unsupported(format!("link {pair}"))),
        })
        .collect()
}

fn integer(action: &Action, name: &str) -> Result<i64, Unsupported> {
    let found = action.arguments.get(name).and_then(Value::as_i64);
    found.ok_or_else(|| Unsupported(format!("{} without {name}", action.what)))
}

fn array<'a>(action: &'a Action, name: &str) -> Result<&'a Vec<Value>, Unsupported> {
    let found = action.arguments.get(name).and_then(Value::as_array);
    found.ok_or_else(|| Unsupported(format!("{} without {name}", action.what)))
}

/// A value without JSON's quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn ids(brokers: &[BrokerId]) -> Vec<i32> {
    brokers.iter().map(|broker| broker.0).collect()
}

fn sorted(values: &[Value]) -> Vec<i64> {
    let mut numbers: Vec<i64> = values.iter().filter_map(Value::as_i64).collect();
    numbers.sort_unstable();
    numbers
}
