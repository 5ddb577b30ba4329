//! What a handler wants done: an append-only list. The world carries it out; a handler cannot read it back.

use crate::base::id::{CorrelationId, NodeId};
use crate::base::time::{Micros, Millis};
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::message::application::Completion;
use crate::message::{Body, Connection, Envelope, Purpose, Request, Response};

/// How long a timer runs. The world draws within a range; a handler never does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delay {
    Exactly(Micros),
    Between(Micros, Micros),
}

impl From<Millis> for Delay {
    fn from(length: Millis) -> Self {
        Delay::Exactly(length.micros())
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    Send(Envelope),
    /// Replaces a running timer of the same name.
    SetTimer {
        timer: Timer,
        delay: Delay,
    },
    CancelTimer(Timer),
    /// Closes a connection from this side: what is in flight on it is gone, the other side is told.
    Disconnect(Connection),
    /// A client tells its application how something ended.
    Complete(Completion),
    /// Why something happened, was refused or has to wait.
    Explain(Why),
    /// The process ends itself in an orderly way.
    Exit,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Outbox {
    effects: Vec<Effect>,
}

impl Outbox {
    pub fn send(&mut self, from: NodeId, to: NodeId, purpose: Purpose, correlation: CorrelationId, request: Request) {
        let connection = Connection { from, to, purpose };
        self.effects.push(Effect::Send(Envelope {
            connection,
            correlation,
            body: Body::Request(request),
        }));
    }

    /// Answers a request over the connection it came by.
    pub fn reply(&mut self, connection: Connection, correlation: CorrelationId, response: Response) {
        self.effects.push(Effect::Send(Envelope {
            connection,
            correlation,
            body: Body::Response(response),
        }));
    }

    pub fn set_timer(&mut self, timer: Timer, delay: impl Into<Delay>) {
        self.effects.push(Effect::SetTimer {
            timer,
            delay: delay.into(),
        });
    }

    pub fn cancel_timer(&mut self, timer: Timer) {
        self.effects.push(Effect::CancelTimer(timer));
    }

    pub fn disconnect(&mut self, connection: Connection) {
        self.effects.push(Effect::Disconnect(connection));
    }

    pub fn complete(&mut self, completion: Completion) {
        self.effects.push(Effect::Complete(completion));
    }

    pub fn explain(&mut self, why: Why) {
        self.effects.push(Effect::Explain(why));
    }

    pub fn exit(&mut self) {
        self.effects.push(Effect::Exit);
    }

    /// An outbox that uses the room of a list it is given.
    pub fn reusing(mut effects: Vec<Effect>) -> Self {
        effects.clear();
        Outbox { effects }
    }

    /// The world takes what was asked for, in order.
    pub fn into_effects(self) -> Vec<Effect> {
        self.effects
    }
}
