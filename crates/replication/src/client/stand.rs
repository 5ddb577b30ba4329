//! A test stand for clients: their effects lie open, a scripted cluster answers ApiVersions and Metadata, everything
//! else is answered by the test. Timers take as long as they may.

use std::sync::Arc;

use crate::base::config::{ConsumerConfig, NodeConfig, ProcessConfig, ProducerConfig};
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, ClientId, NodeId, RecordId, TopicId, TopicPartition};
use crate::base::map::Map;
use crate::base::rule::Rules;
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::client::consumer::Consumer;
use crate::client::producer::Producer;
use crate::input::Input;
use crate::message::api_versions::ApiVersionsResponse;
use crate::message::application::{Command, Completion, RecordToSend};
use crate::message::metadata::{MetadataResponse, PartitionMetadata, TopicMetadata};
use crate::message::{Body, Connection, Envelope, Purpose, Request, Response};
use crate::outbox::{Delay, Effect, Outbox};

pub const ME: ClientId = ClientId(0);
pub const TOPIC: TopicId = TopicId(1);

pub trait Client {
    fn handle(&mut self, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox);
}

impl Client for Producer {
    fn handle(&mut self, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        Producer::handle(self, at, config, input, out);
    }
}

impl Client for Consumer {
    fn handle(&mut self, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        Consumer::handle(self, at, config, input, out);
    }
}

pub struct Stand<C> {
    pub client: C,
    pub config: NodeConfig,
    pub at: SimTime,
    /// What brokers answer to Metadata; `None` leaves such requests open.
    pub cluster: Option<MetadataResponse>,
    /// Brokers that accept connections.
    pub reachable: Vec<i32>,
    /// Requests that wait for the test's answer, oldest first.
    pub requests: Vec<Envelope>,
    pub metadata_requests: u32,
    pub timers: Map<Timer, SimTime>,
    pub completed: Vec<Completion>,
    pub explained: Vec<Why>,
    pub closed: Vec<Connection>,
    pub exited: bool,
}

impl Stand<Producer> {
    /// A producer without idempotence; the cluster has brokers 1 to 3 and no topic.
    pub fn producer(settings: &[(&str, &str)]) -> Self {
        let mut config = ProducerConfig::default();
        config.set("enable.idempotence", "false").unwrap();
        for (name, value) in settings {
            config.set(name, value).unwrap();
        }
        let config = node_config(ProcessConfig::Producer(config));
        let mut out = Outbox::default();
        let client = Producer::start(ME, vec![BrokerId(1)], SimTime::ZERO, &config, &mut out);
        let mut stand = Stand::new(client, config);
        stand.carry_out(out);
        stand
    }

    /// Sends one record per value, each to the partition given.
    pub fn send(&mut self, partition: i32, values: &[&str]) {
        let record = |(n, value): (usize, &&str)| RecordToSend {
            id: RecordId {
                producer: ME,
                n: n as u32,
            },
            key: None,
            value: Some(Arc::from(*value)),
            headers: Vec::new(),
            partition: Some(partition),
        };
        self.input(Input::Command(&Command::Send {
            topic: "t".into(),
            records: values.iter().enumerate().map(record).collect(),
        }));
    }
}

impl Stand<Consumer> {
    pub fn consumer(settings: &[(&str, &str)]) -> Self {
        let mut config = ConsumerConfig::default();
        for (name, value) in settings {
            config.set(name, value).unwrap();
        }
        let config = node_config(ProcessConfig::Consumer(config));
        let mut out = Outbox::default();
        let client = Consumer::start(ME, vec![BrokerId(1)], SimTime::ZERO, &config, &mut out);
        let mut stand = Stand::new(client, config);
        stand.carry_out(out);
        stand
    }
}

impl<C: Client> Stand<C> {
    fn new(client: C, config: NodeConfig) -> Self {
        Stand {
            client,
            config,
            at: SimTime::ZERO,
            cluster: Some(cluster(&[])),
            reachable: vec![1, 2, 3],
            requests: Vec::new(),
            metadata_requests: 0,
            timers: Map::new(),
            completed: Vec::new(),
            explained: Vec::new(),
            closed: Vec::new(),
            exited: false,
        }
    }

    pub fn input(&mut self, input: Input<'_>) {
        let mut out = Outbox::default();
        self.client.handle(self.at, &self.config, input, &mut out);
        self.carry_out(out);
    }

    /// Does everything a handler asked for before anybody answers.
    fn carry_out(&mut self, out: Outbox) {
        let mut sent = Vec::new();
        for effect in out.into_effects() {
            match effect {
                Effect::Send(envelope) => sent.push(envelope),
                Effect::SetTimer { timer, delay } => {
                    let (Delay::Exactly(length) | Delay::Between(_, length)) = delay;
                    self.timers.insert(timer, self.at + length);
                }
                Effect::CancelTimer(timer) => {
                    self.timers.remove(&timer);
                }
                Effect::Disconnect(connection) => self.closed.push(connection),
                Effect::Complete(completion) => self.completed.push(completion),
                Effect::Explain(why) => self.explained.push(why),
                Effect::Exit => self.exited = true,
            }
        }
        for envelope in sent {
            self.deliver(envelope);
        }
    }

    fn deliver(&mut self, envelope: Envelope) {
        let broker = envelope.connection.to.broker().unwrap();
        match &envelope.body {
            Body::Request(Request::ApiVersions(_)) if self.reachable.contains(&broker.0) => {
                self.answer(&envelope, Response::ApiVersions(ApiVersionsResponse {}));
            }
            Body::Request(Request::ApiVersions(_)) => self.input(Input::Disconnected(envelope.connection)),
            Body::Request(Request::Metadata(_)) => {
                self.metadata_requests += 1;
                match self.cluster.clone() {
                    Some(cluster) => self.answer(&envelope, Response::Metadata(cluster)),
                    None => self.requests.push(envelope),
                }
            }
            _ => self.requests.push(envelope),
        }
    }

    pub fn answer(&mut self, request: &Envelope, response: Response) {
        let envelope = Envelope {
            body: Body::Response(response),
            ..request.clone()
        };
        self.input(Input::Message(&envelope));
    }

    pub fn disconnect(&mut self, broker: i32) {
        self.requests.retain(|request| request.connection != to(broker));
        self.input(Input::Disconnected(to(broker)));
    }

    /// Lets time pass; timers that fall due fire in order.
    pub fn advance(&mut self, ms: i64) {
        let end = self.at + Millis(ms);
        let first = |timers: &Map<Timer, SimTime>| timers.iter().map(|(timer, at)| (*at, *timer)).min();
        while let Some((at, timer)) = first(&self.timers).filter(|(at, _)| *at <= end) {
            self.at = at;
            self.timers.remove(&timer);
            self.input(Input::Timer(timer));
        }
        self.at = end;
    }

    /// The oldest request that waits for an answer.
    pub fn next_request(&mut self) -> Option<Envelope> {
        (!self.requests.is_empty()).then(|| self.requests.remove(0))
    }
}

fn node_config(process: ProcessConfig) -> NodeConfig {
    NodeConfig {
        process,
        rules: Rules::default(),
    }
}

pub fn to(broker: i32) -> Connection {
    Connection {
        from: NodeId::Client(ME),
        to: NodeId::Broker(BrokerId(broker)),
        purpose: Purpose::Client,
    }
}

pub fn partition(index: i32) -> TopicPartition {
    TopicPartition::new(TOPIC, index)
}

/// Brokers 1 to 3 and topic `t`: leader (0 for none) and leader epoch of each partition; no partitions, no topic.
pub fn cluster(partitions: &[(i32, i32)]) -> MetadataResponse {
    let entry = |(index, (leader, epoch)): (usize, &(i32, i32))| PartitionMetadata {
        partition: index as i32,
        error: match leader {
            0 => ErrorCode::LeaderNotAvailable,
            _ => ErrorCode::None,
        },
        leader: (*leader != 0).then_some(BrokerId(*leader)),
        leader_epoch: LeaderEpoch(*epoch),
        replicas: brokers(),
        isr: brokers(),
        offline_replicas: Vec::new(),
    };
    let known = !partitions.is_empty();
    MetadataResponse {
        brokers: brokers(),
        controller: None,
        topics: vec![TopicMetadata {
            name: "t".into(),
            error: match known {
                true => ErrorCode::None,
                false => ErrorCode::UnknownTopicOrPartition,
            },
            id: known.then_some(TOPIC),
            partitions: partitions.iter().enumerate().map(entry).collect(),
        }],
    }
}

fn brokers() -> Vec<BrokerId> {
    vec![BrokerId(1), BrokerId(2), BrokerId(3)]
}
