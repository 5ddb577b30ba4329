//! Raw requests: one request to one broker or controller, one answer, no retry.
//!
//! What an admin tool or a test speaks when it wants to see exactly what one process answers. It opens no connection
//! beforehand, keeps no metadata and tries nothing twice; a lost connection, or no answer within the default
//! `request.timeout.ms`, is reported as such.
//!
//! Source: NetworkClient.handleTimedOutRequests for the time-out.

use crate::base::config::{Acks, NodeConfig};
use crate::base::id::{BrokerId, ClientId, CorrelationId, NodeId};
use crate::base::map::Map;
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::input::Input;
use crate::message::application::{Answer, Command, Completion};
use crate::message::{Body, Connection, Purpose, Request};
use crate::outbox::Outbox;

/// `request.timeout.ms` of an admin client. Source: AdminClientConfig.
const REQUEST_TIMEOUT: Millis = Millis(30_000);

/// A request whose answer has not come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenRequest {
    pub to: NodeId,
    /// Given by the application; comes back with the answer.
    pub tag: u32,
    pub sent_at: SimTime,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Admin {
    id: ClientId,
    next_correlation: u64,
    open: Map<CorrelationId, OpenRequest>,
}

impl Admin {
    /// An admin client names the node itself, so it needs no bootstrap brokers.
    pub fn start(
        id: ClientId,
        _bootstrap: Vec<BrokerId>,
        _at: SimTime,
        _config: &NodeConfig,
        _out: &mut Outbox,
    ) -> Self {
        Admin {
            id,
            next_correlation: 0,
            open: Map::new(),
        }
    }

    /// Requests whose answer has not come, in the order sent.
    pub fn open_requests(&self) -> impl Iterator<Item = &OpenRequest> {
        self.open.values()
    }

    pub fn handle(&mut self, at: SimTime, _config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        match input {
            Input::Command(Command::Request { to, request, tag }) => self.send(*to, request, *tag, at, out),
            Input::Message(envelope) => {
                if let Body::Response(response) = &envelope.body
                    && let Some(open) = self.open.remove(&envelope.correlation)
                {
                    out.cancel_timer(Timer::RequestTimeout(envelope.correlation));
                    let answer = Answer::Response(Box::new(response.clone()));
                    out.complete(Completion::Answered { tag: open.tag, answer });
                }
            }
            Input::Timer(Timer::RequestTimeout(correlation)) => {
                if let Some(open) = self.open.get(&correlation) {
                    let connection = self.connection_to(open.to);
                    out.disconnect(connection);
                    self.lose(connection, out);
                }
            }
            Input::Disconnected(connection) => self.lose(connection, out),
            Input::Stop => out.exit(),
            _ => {}
        }
    }

    fn send(&mut self, to: NodeId, request: &Request, tag: u32, at: SimTime, out: &mut Outbox) {
        let correlation = CorrelationId(self.next_correlation);
        self.next_correlation += 1;
        let connection = self.connection_to(to);
        out.send(connection.from, to, connection.purpose, correlation, request.clone());
        if matches!(request, Request::Produce(produce) if produce.acks == Acks::None) {
            let answer = Answer::NotExpected;
            out.complete(Completion::Answered { tag, answer });
            return;
        }
        out.set_timer(Timer::RequestTimeout(correlation), REQUEST_TIMEOUT);
        self.open.insert(correlation, OpenRequest { to, tag, sent_at: at });
    }

    /// Everything open on this connection ends without an answer, oldest first.
    fn lose(&mut self, connection: Connection, out: &mut Outbox) {
        self.open.retain(|correlation, open| {
            if open.to != connection.to {
                return true;
            }
            out.cancel_timer(Timer::RequestTimeout(*correlation));
            let answer = Answer::Disconnected;
            out.complete(Completion::Answered { tag: open.tag, answer });
            false
        });
    }

    fn connection_to(&self, to: NodeId) -> Connection {
        Connection {
            from: NodeId::Client(self.id),
            to,
            purpose: Purpose::Client,
        }
    }
}
