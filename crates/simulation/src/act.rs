//! What may happen next: the choices of a run, and the things a person can do to a cluster.
//!
//! `Act::Due` is what happens by itself: the earliest thing on the schedule. Everything else is a departure from it, and is
//! all that a history has to remember. Operations are named as people who run Kafka name them; a crash is `kill -9`, a stop
//! is SIGTERM, a pause is a long GC or SIGSTOP. Nothing here decides whether an operation makes sense at the moment: one
//! that does not (starting what runs, crashing what is down) changes nothing and says so in its step.

use std::sync::Arc;

use replication::base::config::{BrokerConfig, ConsumerConfig, ControllerConfig, ProducerConfig};
use replication::base::id::{BrokerId, ClientId, ControllerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::rule::Rule;
use replication::base::time::{Micros, SimTime};
use replication::message::application::Command;
use replication::message::{Connection, Purpose};

use crate::feed::Feed;

/// One choice. The cluster changes by applying one, and in no other way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// What is next on the schedule.
    Due,
    /// The head of this direction of a connection arrives now, ahead of its turn.
    Deliver(Connection, Direction),
    /// Somebody does something.
    Operate(Operation),
    /// Nobody does anything: the clock moves on to this moment, but never past what is due.
    Wait(SimTime),
}

/// Which way a message travels on a connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From the side that connected.
    Request,
    /// Back to it.
    Response,
}

/// What a person, a story or a search can do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Introduces a controller process and starts it.
    AddController {
        id: ControllerId,
        config: ControllerConfig,
    },
    /// Introduces a broker with an empty disk and starts it.
    AddBroker {
        id: BrokerId,
        config: BrokerConfig,
    },
    /// Introduces a client and starts it. Its `ClientId` is its place in the order of introduction, from 0.
    AddClient {
        name: Arc<str>,
        kind: ClientKind,
    },
    /// A client's application calls its client.
    Command {
        client: ClientId,
        command: Command,
    },
    /// A client's application goes on handing it records, one after another.
    Feed {
        client: ClientId,
        feed: Feed,
    },
    /// All that a client's application still has to send goes on at another rate: so long from one record to the next, or
    /// not at all.
    Rate {
        client: ClientId,
        every: Option<Micros>,
    },
    /// Starts a process that is down, on the disk it left.
    Start(NodeId),
    /// SIGTERM.
    Stop(NodeId),
    /// SIGKILL: the process is gone, its files and the page cache stay.
    Crash(NodeId),
    /// The process stops running but keeps its memory and its connections.
    Pause(NodeId),
    Resume(NodeId),
    /// As a crash, and what was not flushed is gone. By default each log ends at its recovery point; a chooser may let more
    /// of it survive, by whole batches.
    PowerLoss(BrokerId),
    /// As a crash, and nothing is left on the disk.
    LoseDisk(BrokerId),
    /// The retention task of a broker finds that everything of one replica below this offset is old enough.
    Retention {
        broker: BrokerId,
        partition: TopicPartition,
        below: Offset,
    },
    /// Each message that makes this broker append takes this much longer. Zero ends it.
    SlowDisk {
        broker: BrokerId,
        per_append: Micros,
    },
    /// Nothing gets through, nobody is told; what is sent waits for `Heal` unless its connection is closed before.
    Cut(Links),
    /// Ends a cut and a slowness of these links.
    Heal(Links),
    /// Messages take this much longer, one way. Zero ends it.
    Slow {
        links: Links,
        latency: Micros,
    },
    /// Messages wait at the receiver's door.
    Hold(Links),
    /// Held messages go on, and later ones are not held.
    Release(Links),
    /// One held message is let through on each of these links that holds one.
    StepLink(Links),
    /// The next message that would arrive is dropped, and its connection is reset.
    Lose(Links),
    /// Resets the connections: what is in flight is gone, both sides are told. The next message connects again.
    Reset(Links),
    /// Sets a static setting of a process, by Kafka's name. It counts the next time the process reads it.
    Configure {
        node: NodeId,
        name: Arc<str>,
        value: Arc<str>,
    },
    /// Takes one of Kafka's safety rules away from everybody, or gives it back.
    SwitchRule {
        rule: Rule,
        on: bool,
    },
}

/// What a client is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ClientKind {
    Producer(ProducerConfig),
    Consumer(ConsumerConfig),
    Admin,
}

/// Messages that travel from one process to another, whichever of the two opened the connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Links {
    pub from: NodeId,
    pub to: NodeId,
    /// `None` means every purpose.
    pub purpose: Option<Purpose>,
    /// Also what travels back.
    pub both_ways: bool,
}

impl Links {
    pub fn both(a: NodeId, b: NodeId) -> Self {
        Links {
            from: a,
            to: b,
            purpose: None,
            both_ways: true,
        }
    }

    pub fn one_way(from: NodeId, to: NodeId) -> Self {
        Links {
            from,
            to,
            purpose: None,
            both_ways: false,
        }
    }

    #[must_use]
    pub fn only(self, purpose: Purpose) -> Self {
        Links {
            purpose: Some(purpose),
            ..self
        }
    }
}
