//! A client's connections: one per broker, opened when first needed, with its unanswered requests in order.
//!
//! A connection is ready once ApiVersions is answered; until then nothing else is sent over it, so what cannot be sent stays
//! where it was. A request that is not answered in time closes its whole connection: all its requests are lost together,
//! oldest first. Each loss waits `reconnect.backoff.ms`, growing, and makes the client ask for metadata again; metadata goes
//! before anything else, to the least loaded broker.
//!
//! Differs: where Kafka scans brokers from a random start, the lowest id wins among equals, because a run must be
//! repeatable. TCP's own handshake takes no time; `socket.connection.setup.timeout.ms` covers ApiVersions too, which tells a
//! paused broker from an unreachable one no better than Kafka's does. Idle connections are not closed.
//!
//! Source: NetworkClient, ClusterConnectionStates, InFlightRequests; KIP-899, KIP-1102.

use std::collections::{BTreeMap, VecDeque};

use super::backoff::exponential_backoff;
use super::metadata::Metadata;
use super::settings::ClientSettings;
use crate::base::id::{BrokerId, ClientId, CorrelationId, NodeId};
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::NodeNotReady;
use crate::message::api_versions::ApiVersionsRequest;
use crate::message::{Body, Connection, Envelope, Purpose, Request, Response};
use crate::outbox::{Delay, Outbox};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConnectionState {
    /// May be opened.
    Disconnected,
    /// Lost; `Timer::Reconnect` is running.
    BackingOff,
    /// ApiVersions is on its way.
    Connecting,
    Ready,
}

/// What an unanswered request was for: the client's own, or the application's `A`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Asked<A> {
    ApiVersions,
    Metadata,
    Application(A),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InFlightRequest<A> {
    pub correlation: CorrelationId,
    pub sent_at: SimTime,
    pub asked: Asked<A>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerConnection<A> {
    pub state: ConnectionState,
    /// Losses in a row since it was last ready.
    failed_attempts: u32,
    /// Of these, losses before it became ready.
    failed_connects: u32,
    /// When it was last opened or lost.
    last_attempt: SimTime,
    /// In the order sent; answers come in the same order.
    pub in_flight: VecDeque<InFlightRequest<A>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NetworkClient<A> {
    id: ClientId,
    pub metadata: Metadata,
    connections: BTreeMap<BrokerId, BrokerConnection<A>>,
    next_correlation: u64,
    /// Since when metadata has been asked for without success; see `metadata.recovery.rebootstrap.trigger.ms`.
    metadata_attempt_since: Option<SimTime>,
}

/// The application's request that a response answers.
#[derive(Debug)]
pub struct Answered<A> {
    pub broker: BrokerId,
    pub asked: A,
}

/// The application's requests that a lost connection took with it, oldest first.
#[derive(Debug)]
pub struct Lost<A> {
    pub requests: Vec<A>,
    /// Closed by this client because an answer did not come in time.
    pub timed_out: bool,
}

enum LeastLoaded {
    Ready(BrokerId),
    Connecting,
    Connectable(BrokerId),
    None,
}

impl<A> NetworkClient<A> {
    pub fn new(id: ClientId, metadata: Metadata) -> Self {
        NetworkClient {
            id,
            metadata,
            connections: BTreeMap::new(),
            next_correlation: 0,
            metadata_attempt_since: None,
        }
    }

    pub fn connections(&self) -> &BTreeMap<BrokerId, BrokerConnection<A>> {
        &self.connections
    }

    /// The application's unanswered requests, by broker and then in the order sent.
    pub fn in_flight(&self) -> impl Iterator<Item = (BrokerId, SimTime, &A)> {
        self.connections.iter().flat_map(|(broker, connection)| {
            connection.in_flight.iter().filter_map(|request| match &request.asked {
                Asked::Application(asked) => Some((*broker, request.sent_at, asked)),
                Asked::ApiVersions | Asked::Metadata => None,
            })
        })
    }

    /// The same, to be changed in place.
    pub fn in_flight_mut(&mut self) -> impl Iterator<Item = &mut A> {
        self.connections.values_mut().flat_map(|connection| {
            connection
                .in_flight
                .iter_mut()
                .filter_map(|request| match &mut request.asked {
                    Asked::Application(asked) => Some(asked),
                    Asked::ApiVersions | Asked::Metadata => None,
                })
        })
    }

    /// Whether a broker takes a new request of the application. Source: NetworkClient.isReady, canSendRequest.
    pub fn readiness(&self, broker: BrokerId, settings: &ClientSettings) -> Result<(), NodeNotReady> {
        if self.metadata.update_due() {
            return Err(NodeNotReady::MetadataFirst);
        }
        self.can_send(broker, settings)
    }

    fn can_send(&self, broker: BrokerId, settings: &ClientSettings) -> Result<(), NodeNotReady> {
        let Some(connection) = self.connections.get(&broker) else {
            return Err(NodeNotReady::NotConnected);
        };
        match connection.state {
            ConnectionState::Disconnected => Err(NodeNotReady::NotConnected),
            ConnectionState::BackingOff => Err(NodeNotReady::ReconnectBackoff),
            ConnectionState::Connecting => Err(NodeNotReady::Connecting),
            ConnectionState::Ready if connection.in_flight.len() as i64 >= i64::from(settings.max_in_flight) => {
                Err(NodeNotReady::InFlightLimit)
            }
            ConnectionState::Ready => Ok(()),
        }
    }

    /// The same, and opens the connection if that is what is missing. Source: NetworkClient.ready.
    pub fn ready(
        &mut self,
        broker: BrokerId,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> Result<(), NodeNotReady> {
        let readiness = self.readiness(broker, settings);
        if self.can_send(broker, settings) == Err(NodeNotReady::NotConnected) {
            self.connect(broker, at, settings, out);
        }
        readiness
    }

    /// Sends a request of the application, which `readiness` must allow.
    pub fn send(
        &mut self,
        broker: BrokerId,
        request: Request,
        asked: A,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) {
        let timeout = Delay::from(settings.request_timeout);
        self.transmit(broker, request, Asked::Application(asked), at, timeout, out);
    }

    /// Sends a request that is not answered (acks=0): it is complete when it has left.
    pub fn send_unanswered(&mut self, broker: BrokerId, request: Request, out: &mut Outbox) {
        let correlation = self.next_correlation();
        out.send(
            NodeId::Client(self.id),
            NodeId::Broker(broker),
            Purpose::Client,
            correlation,
            request,
        );
    }

    fn transmit(
        &mut self,
        broker: BrokerId,
        request: Request,
        asked: Asked<A>,
        at: SimTime,
        timeout: Delay,
        out: &mut Outbox,
    ) {
        let correlation = self.next_correlation();
        out.send(
            NodeId::Client(self.id),
            NodeId::Broker(broker),
            Purpose::Client,
            correlation,
            request,
        );
        out.set_timer(Timer::RequestTimeout(correlation), timeout);
        self.connection_mut(broker).in_flight.push_back(InFlightRequest {
            correlation,
            sent_at: at,
            asked,
        });
    }

    fn next_correlation(&mut self) -> CorrelationId {
        self.next_correlation += 1;
        CorrelationId(self.next_correlation - 1)
    }

    fn connection_mut(&mut self, broker: BrokerId) -> &mut BrokerConnection<A> {
        self.connections.entry(broker).or_insert_with(|| BrokerConnection {
            state: ConnectionState::Disconnected,
            failed_attempts: 0,
            failed_connects: 0,
            last_attempt: SimTime::ZERO,
            in_flight: VecDeque::new(),
        })
    }

    /// Source: NetworkClient.initiateConnect; ClusterConnectionStates.connectionSetupTimeoutMs.
    fn connect(&mut self, broker: BrokerId, at: SimTime, settings: &ClientSettings, out: &mut Outbox) {
        let connection = self.connection_mut(broker);
        connection.state = ConnectionState::Connecting;
        connection.last_attempt = at;
        let timeout = exponential_backoff(
            settings.connection_setup_timeout,
            settings.connection_setup_timeout_max,
            connection.failed_connects,
        );
        let request = Request::ApiVersions(ApiVersionsRequest {});
        self.transmit(broker, request, Asked::ApiVersions, at, timeout.into(), out);
    }

    /// Asks for metadata if that is due and possible. Source: NetworkClient.DefaultMetadataUpdater.maybeUpdate.
    pub fn maybe_update_metadata(&mut self, at: SimTime, settings: &ClientSettings, out: &mut Outbox) {
        self.metadata.start_wait(at, settings, out);
        if !self.metadata.update_due() {
            return;
        }
        let since = *self.metadata_attempt_since.get_or_insert(at);
        let starved = at.since(since) > settings.rebootstrap_trigger.micros();
        if starved || (matches!(self.least_loaded(settings), LeastLoaded::None) && !self.any_ready()) {
            self.rebootstrap(at);
        }
        match self.least_loaded(settings) {
            LeastLoaded::Ready(broker) => {
                let request = Request::Metadata(self.metadata.new_request());
                self.transmit(
                    broker,
                    request,
                    Asked::Metadata,
                    at,
                    settings.request_timeout.into(),
                    out,
                );
            }
            LeastLoaded::Connectable(broker) if !self.any_connecting() => self.connect(broker, at, settings, out),
            LeastLoaded::Connectable(_) | LeastLoaded::Connecting | LeastLoaded::None => {}
        }
    }

    /// Source: NetworkClient.rebootstrap; KIP-899, KIP-1102.
    fn rebootstrap(&mut self, at: SimTime) {
        self.metadata_attempt_since = Some(at);
        if !self.metadata.snapshot().is_bootstrap {
            self.metadata.rebootstrap();
        }
    }

    fn known(&self) -> impl Iterator<Item = (BrokerId, Option<&BrokerConnection<A>>)> {
        let nodes = &self.metadata.snapshot().nodes;
        nodes.iter().map(|broker| (*broker, self.connections.get(broker)))
    }

    fn any_connecting(&self) -> bool {
        self.known()
            .any(|(_, connection)| connection.is_some_and(|c| c.state == ConnectionState::Connecting))
    }

    fn any_ready(&self) -> bool {
        self.known()
            .any(|(_, connection)| connection.is_some_and(|c| c.state == ConnectionState::Ready))
    }

    /// Source: NetworkClient.leastLoadedNode.
    fn least_loaded(&self, settings: &ClientSettings) -> LeastLoaded {
        let ready = self
            .known()
            .filter(|(broker, _)| self.can_send(*broker, settings).is_ok())
            .min_by_key(|(broker, connection)| (connection.map_or(0, |c| c.in_flight.len()), *broker));
        if let Some((broker, _)) = ready {
            return LeastLoaded::Ready(broker);
        }
        if self.any_connecting() {
            return LeastLoaded::Connecting;
        }
        self.known()
            .filter(|(_, connection)| connection.is_none_or(|c| c.state == ConnectionState::Disconnected))
            .min_by_key(|(broker, connection)| (connection.map(|c| c.last_attempt), *broker))
            .map_or(LeastLoaded::None, |(broker, _)| LeastLoaded::Connectable(broker))
    }

    /// Takes an answer; the application's own is handed on. Source: NetworkClient.handleCompletedReceives.
    pub fn receive(
        &mut self,
        envelope: &Envelope,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> Option<Answered<A>> {
        let (Some(broker), Body::Response(response)) = (envelope.connection.to.broker(), &envelope.body) else {
            return None;
        };
        let connection = self.connections.get_mut(&broker)?;
        let place = connection
            .in_flight
            .iter()
            .position(|request| request.correlation == envelope.correlation)?;
        let request = connection.in_flight.remove(place)?;
        out.cancel_timer(Timer::RequestTimeout(request.correlation));
        match request.asked {
            Asked::ApiVersions => {
                connection.state = ConnectionState::Ready;
                connection.failed_attempts = 0;
                connection.failed_connects = 0;
                None
            }
            Asked::Metadata => {
                match response {
                    Response::Metadata(metadata) => self.metadata.accept(metadata, at, settings, out),
                    _ => self.metadata.failed(at),
                }
                if !self.metadata.snapshot().is_bootstrap {
                    self.metadata_attempt_since = None;
                }
                None
            }
            Asked::Application(asked) => Some(Answered { broker, asked }),
        }
    }

    /// An answer did not come in time: the connection is closed. Source: NetworkClient.handleTimedOutRequests.
    pub fn request_timed_out(
        &mut self,
        correlation: CorrelationId,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> Option<Lost<A>> {
        let waits = |c: &BrokerConnection<A>| c.in_flight.iter().any(|request| request.correlation == correlation);
        let broker = *self.connections.iter().find(|(_, connection)| waits(connection))?.0;
        out.disconnect(Connection {
            from: NodeId::Client(self.id),
            to: NodeId::Broker(broker),
            purpose: Purpose::Client,
        });
        self.lose(broker, true, at, settings, out)
    }

    /// The other side closed the connection, or died. Source: NetworkClient.handleDisconnections.
    pub fn disconnected(
        &mut self,
        connection: Connection,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> Option<Lost<A>> {
        self.lose(connection.to.broker()?, false, at, settings, out)
    }

    /// Source: NetworkClient.processDisconnection, cancelInFlightRequests; ClusterConnectionStates.disconnected.
    fn lose(
        &mut self,
        broker: BrokerId,
        timed_out: bool,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> Option<Lost<A>> {
        let connection = self.connections.get_mut(&broker)?;
        if !matches!(connection.state, ConnectionState::Connecting | ConnectionState::Ready) {
            return None;
        }
        let backoff = exponential_backoff(
            settings.reconnect_backoff,
            settings.reconnect_backoff_max,
            connection.failed_attempts,
        );
        out.set_timer(Timer::Reconnect(broker), backoff);
        if connection.state == ConnectionState::Connecting {
            connection.failed_connects += 1;
        }
        connection.failed_attempts += 1;
        connection.state = ConnectionState::BackingOff;
        connection.last_attempt = at;
        let mut requests = Vec::new();
        let mut metadata_failed = self.metadata.update_due();
        for request in connection.in_flight.drain(..) {
            out.cancel_timer(Timer::RequestTimeout(request.correlation));
            match request.asked {
                Asked::ApiVersions => {}
                Asked::Metadata => metadata_failed = true,
                Asked::Application(asked) => requests.push(asked),
            }
        }
        if metadata_failed {
            self.metadata.failed(at);
        }
        self.metadata.request_update(false);
        Some(Lost { requests, timed_out })
    }

    /// `Timer::Reconnect` fired: the broker may be connected to again.
    pub fn reconnect_backoff_is_over(&mut self, broker: BrokerId) {
        if let Some(connection) = self.connections.get_mut(&broker)
            && connection.state == ConnectionState::BackingOff
        {
            connection.state = ConnectionState::Disconnected;
        }
    }
}
