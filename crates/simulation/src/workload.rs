//! Ready-made runs to measure and to test with: a cluster that has come up, a topic, steady produce.
//!
//! *Steady produce* is the load of the budgets: 100 records a second of 100 bytes in batches of 10, acks=all and idempotent,
//! spread over the partitions in turn.

use std::sync::Arc;

use replication::base::config::{Acks, BrokerConfig, ConsumerConfig, ControllerConfig, ProducerConfig};
use replication::base::id::{BrokerId, ClientId, ControllerId, NodeId, RecordId};
use replication::base::rule::Rule;
use replication::base::time::{Micros, SimTime};
use replication::message::Request;
use replication::message::admin::{CreatableTopic, CreateTopicsRequest, Placement};
use replication::message::application::{Command, Completion, RecordToSend, SendOutcome, StartPosition};

use crate::act::{Act, ClientKind, Operation};
use crate::chooser::by_seed;
use crate::cluster::Cluster;
use crate::history::History;
use crate::watch::Notes;
use crate::world::World;

/// The one topic of these runs.
pub const TOPIC: &str = "orders.placed";

const CONTROLLER: ControllerId = ControllerId(100);

/// What to build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub seed: u64,
    pub brokers: i32,
    pub partitions: i32,
    pub replication_factor: i32,
    pub min_insync_replicas: i32,
    pub acks: Acks,
    /// Whether a consumer reads every partition along.
    pub consumer: bool,
    /// A rule that is taken away from the beginning.
    pub without: Option<Rule>,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            seed: 1,
            brokers: 3,
            partitions: 3,
            replication_factor: 3,
            min_insync_replicas: 2,
            acks: Acks::All,
            consumer: false,
            without: None,
        }
    }
}

/// A cluster with its topic and its producer, driven through a history.
#[derive(Clone, Debug)]
pub struct Workload {
    pub history: History,
    pub shape: Shape,
    pub producer: ClientId,
    pub load: SteadyProduce,
}

/// The load itself: what happens next, as long as nobody interferes.
#[derive(Clone, Debug)]
pub struct SteadyProduce {
    producer: ClientId,
    partitions: i32,
    topic: Arc<str>,
    value: Arc<str>,
    sent: u32,
    next_send: SimTime,
}

/// Records per batch, and the time from batch to batch.
const BATCH: u32 = 10;
const PERIOD: Micros = Micros(100_000);

impl SteadyProduce {
    fn new(producer: ClientId, partitions: i32, begin: SimTime) -> Self {
        SteadyProduce {
            producer,
            partitions,
            topic: TOPIC.into(),
            value: "v".repeat(100).into(),
            sent: 0,
            next_send: begin,
        }
    }

    /// The next act up to `end`; `None` when that is reached.
    pub fn next(&mut self, cluster: &Cluster, end: SimTime) -> Option<Act> {
        if cluster.now >= end {
            return None;
        }
        if cluster.now >= self.next_send {
            self.next_send = self.next_send + PERIOD;
            let partition = (self.sent / BATCH) as i32 % self.partitions;
            let client = self.producer;
            let command = self.send(partition, BATCH);
            return Some(Act::Operate(Operation::Command { client, command }));
        }
        let until = self.next_send.min(end);
        match cluster.next_due_at() {
            Some(at) if at <= until => Some(Act::Due),
            _ => Some(Act::Wait(until)),
        }
    }

    /// The call that sends this many records to one partition.
    fn send(&mut self, partition: i32, records: u32) -> Command {
        let first = self.sent;
        self.sent += records;
        let record = |n| RecordToSend {
            id: RecordId {
                producer: self.producer,
                n,
            },
            key: None,
            value: Some(self.value.clone()),
            headers: Vec::new(),
            partition: Some(partition),
        };
        Command::Send {
            topic: self.topic.clone(),
            records: (first..self.sent).map(record).collect(),
        }
    }
}

/// What a measured stretch of a run consisted of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Delivered messages and fired timers.
    pub steps: u64,
    /// Those of them in which nothing was appended, committed or told.
    pub idle_steps: u64,
    pub acknowledged: u64,
}

/// Steady produce at the speed of a seek: no history, no comparison.
pub fn fast_forward(world: &mut World, load: &mut SteadyProduce, length: Micros) -> Figures {
    let end = world.cluster.now + length;
    let mut decide = by_seed(world.cluster.seed);
    let mut notes = Notes::default();
    let mut figures = Figures::default();
    while let Some(act) = load.next(&world.cluster, end) {
        let step = world.apply(&act, &mut decide, &mut notes);
        if act == Act::Due {
            figures.steps += 1;
            figures.idle_steps += u64::from(notes.changes.is_empty() && step.completed.is_empty());
        }
        for completion in &step.completed {
            if let Completion::Sent {
                records,
                outcome: SendOutcome::Acknowledged { .. },
                ..
            } = completion
            {
                figures.acknowledged += records.len() as u64;
            }
        }
        notes.changes.clear();
    }
    figures
}

impl Workload {
    /// Starts everything and waits until the brokers are in and the topic is led.
    pub fn start(shape: Shape) -> Self {
        let mut history = History::new(shape.seed);
        let operate = |history: &mut History, operation| history.advance(&Act::Operate(operation));
        if let Some(rule) = shape.without {
            operate(&mut history, Operation::SwitchRule { rule, on: false });
        }
        operate(
            &mut history,
            Operation::AddController {
                id: CONTROLLER,
                config: ControllerConfig::default(),
            },
        );
        for n in 1..=shape.brokers {
            let config = BrokerConfig::default();
            operate(
                &mut history,
                Operation::AddBroker {
                    id: BrokerId(n),
                    config,
                },
            );
        }
        let producer = ProducerConfig {
            acks: shape.acks,
            enable_idempotence: shape.acks == Acks::All,
            ..ProducerConfig::default()
        };
        let mut kinds = vec![
            ("admin", ClientKind::Admin),
            ("producer", ClientKind::Producer(producer)),
        ];
        if shape.consumer {
            kinds.push(("consumer", ClientKind::Consumer(ConsumerConfig::default())));
        }
        for (name, kind) in kinds {
            let name = name.into();
            operate(&mut history, Operation::AddClient { name, kind });
        }
        let unfenced = |image: &replication::quorum::image::MetadataImage| {
            image.brokers.len() as i32 == shape.brokers && image.brokers.values().all(|broker| broker.is_active())
        };
        history.run_until(|world| world.cluster.metadata().is_some_and(unfenced));
        let mut workload = Workload {
            history,
            shape,
            producer: ClientId(1),
            load: SteadyProduce::new(ClientId(1), shape.partitions, SimTime::ZERO),
        };
        workload.create_topic();
        workload.load.next_send = workload.now();
        workload
    }

    fn create_topic(&mut self) {
        let topic = CreatableTopic {
            name: TOPIC.into(),
            placement: Placement::Automatic {
                partitions: self.shape.partitions,
                replication_factor: self.shape.replication_factor,
            },
            configs: vec![(
                "min.insync.replicas".into(),
                self.shape.min_insync_replicas.to_string().into(),
            )],
        };
        let request = Request::CreateTopics(CreateTopicsRequest { topics: vec![topic] });
        self.command(
            ClientId(0),
            Command::Request {
                to: NodeId::Controller(CONTROLLER),
                request: Box::new(request),
                tag: 0,
            },
        );
        self.history.run_until(|world| {
            let partitions = world.cluster.partitions();
            !partitions.is_empty() && partitions.iter().all(|p| world.cluster.acting_leader(*p).is_some())
        });
        if self.shape.consumer {
            for partition in 0..self.shape.partitions {
                let topic = TOPIC.into();
                let from = StartPosition::Earliest;
                self.command(ClientId(2), Command::Assign { topic, partition, from });
            }
        }
    }

    pub fn command(&mut self, client: ClientId, command: Command) {
        self.history
            .advance(&Act::Operate(Operation::Command { client, command }));
    }

    pub fn operate(&mut self, operation: Operation) {
        self.history.advance(&Act::Operate(operation));
    }

    pub fn now(&self) -> SimTime {
        self.history.world().cluster.now
    }

    /// Sends this many records to one partition.
    pub fn send(&mut self, partition: i32, records: u32) {
        let command = self.load.send(partition, records);
        self.command(self.producer, command);
    }

    /// Lets model time pass without sending.
    pub fn run_for(&mut self, length: Micros) {
        let end = self.now() + length;
        while self.history.world().cluster.next_due_at().is_some_and(|at| at <= end) {
            self.history.advance(&Act::Due);
        }
        self.history.advance(&Act::Wait(end));
    }

    /// Steady produce for this long.
    pub fn produce_for(&mut self, length: Micros) {
        let end = self.now() + length;
        while let Some(act) = self.load.next(&self.history.world().cluster, end) {
            self.history.advance(&act);
        }
    }

    /// Records acknowledged so far, for a figure beside the steps.
    pub fn acknowledged(&self) -> u64 {
        let senders = self.history.world().ghosts.senders.values();
        let told = |batch: &&crate::ghost::BatchGhost| matches!(batch.told, Some(told) if matches!(told.outcome, crate::ghost::Outcome::Acknowledged { .. }));
        senders
            .flat_map(|sender| sender.batches.iter().filter(told))
            .map(|batch| u64::from(batch.records))
            .sum()
    }
}
