//! What is on the schedule, and what came of a step.

use std::sync::Arc;

use replication::base::config::ConfigError;
use replication::base::id::{ClientId, CorrelationId, NodeId};
use replication::base::time::SimTime;
use replication::base::timer::Timer;
use replication::base::why::Why;
use replication::message::application::{Command, Completion};
use replication::message::{Api, Connection};

use crate::act::Direction;
use crate::network::LinkId;

/// Something that happens by itself when its time has come.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The head of a lane arrives.
    Arrival(LinkId, Direction),
    Timer(NodeId, Timer),
    /// What waited while a process was paused, other than messages.
    Late(NodeId, Late),
    /// An application hands over the next record of this feed.
    Feed(u64),
}

/// A call or signal that a paused process gets when it runs again.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Late {
    Command(Arc<Command>),
    Stop,
}

/// What one act did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// From 1; the state after it is position `number`.
    pub number: u64,
    pub at: SimTime,
    pub happening: Happening,
    /// Reasons given by the process that acted.
    pub explained: Vec<Why>,
    /// What a client told its application.
    pub completed: Vec<Completion>,
}

impl Step {
    /// The process that acted, if it was a single one.
    pub fn actor(&self) -> Option<NodeId> {
        Some(match &self.happening {
            Happening::Arrived {
                connection, direction, ..
            } => match direction {
                Direction::Request => connection.to,
                Direction::Response => connection.from,
            },
            Happening::TimerFired { node, .. } | Happening::Late { node } => *node,
            Happening::Called { client } => NodeId::Client(*client),
            Happening::Disconnected { told, .. } => *told,
            _ => return None,
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// A message reached a process, which acted on it.
    Arrived {
        connection: Connection,
        direction: Direction,
        correlation: CorrelationId,
        api: Api,
        /// The step that sent it.
        because: u64,
    },
    /// A process learnt that a connection is gone.
    Disconnected {
        connection: Connection,
        told: NodeId,
        because: u64,
    },
    /// A request came to a process that is down; the connection is refused.
    Refused {
        connection: Connection,
    },
    /// Something reached a paused process and waits in its socket.
    InSocket {
        connection: Connection,
        direction: Direction,
    },
    /// A message was dropped on arrival and its connection reset.
    Lost {
        connection: Connection,
        direction: Direction,
        correlation: Option<CorrelationId>,
    },
    TimerFired {
        node: NodeId,
        timer: Timer,
        because: u64,
    },
    /// A timer ran out in a paused process; it fires when the process runs again.
    TimerOverdue {
        node: NodeId,
        timer: Timer,
    },
    /// A call or signal given to a process while it was paused.
    Late {
        node: NodeId,
    },
    /// An application called its client by itself.
    Called {
        client: ClientId,
    },
    /// An operation was carried out.
    Operated,
    /// Time passed.
    Waited,
    /// The act changed nothing.
    Ineffective(Ineffective),
}

/// Why an act changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ineffective {
    /// Nothing is on the schedule, or nothing on that lane may arrive.
    NothingDue,
    /// There is no such process.
    Unknown(NodeId),
    /// It was introduced before.
    AlreadyThere(NodeId),
    AlreadyRunning(NodeId),
    NotRunning(NodeId),
    AlreadyPaused(NodeId),
    NotPaused(NodeId),
    /// A broker or client needs a controller or broker to talk to.
    NobodyToTalkTo,
    Config(ConfigError),
}
