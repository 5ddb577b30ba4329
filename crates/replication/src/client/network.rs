//! A client's connections: one per broker, opened when first needed, with its unanswered requests in order.
//!
//! A connection is ready once ApiVersions is answered; until then nothing else is sent over it, so what cannot be sent
//! stays where it was. A request that is not answered in time closes its whole connection: all its requests are lost
//! together, oldest first. Each loss waits `reconnect.backoff.ms`, growing, and makes the client ask for metadata
//! again; metadata goes before anything else, to the least loaded broker.
//!
//! Differs: where Kafka scans brokers from a random start, the lowest id wins among equals, because a run must be
//! repeatable. TCP's own handshake takes no time; `socket.connection.setup.timeout.ms` covers ApiVersions too, which
//! tells a paused broker from an unreachable one no better than Kafka's does. Idle connections are not closed.
//!
//! Source: NetworkClient, ClusterConnectionStates, InFlightRequests; KIP-899, KIP-1102.

use std::collections::VecDeque;

use super::backoff::exponential_backoff;
use super::metadata::Metadata;
use super::settings::ClientSettings;
use crate::base::id::{BrokerId, ClientId, CorrelationId, NodeId};
use crate::base::map::Map;
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
    connections: Map<BrokerId, BrokerConnection<A>>,
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
    pub broker: BrokerId,
    pub requests: Vec<(CorrelationId, A)>,
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
            connections: Map::new(),
            next_correlation: 0,
            metadata_attempt_since: None,
        }
    }

    pub fn connections(&self) -> &Map<BrokerId, BrokerConnection<A>> {
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

    /// The broker that a request for any broker would go to, once it takes one; it is connected to if that is what is missing.
    /// Source: Sender.awaitNodeReady.
    pub fn ready_least_loaded(&mut self, at: SimTime, settings: &ClientSettings, out: &mut Outbox) -> Option<BrokerId> {
        if self.metadata.update_due() {
            return None;
        }
        match self.least_loaded(settings) {
            LeastLoaded::Ready(broker) => return Some(broker),
            LeastLoaded::Connectable(broker) => self.connect(broker, at, settings, out),
            LeastLoaded::Connecting | LeastLoaded::None => {}
        }
        None
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
                Asked::Application(asked) => requests.push((request.correlation, asked)),
            }
        }
        if metadata_failed {
            self.metadata.failed(at);
        }
        self.metadata.request_update(false);
        Some(Lost {
            broker,
            requests,
            timed_out,
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::ProducerConfig;
    use crate::base::time::{Micros, Millis};
    use crate::client::stand::{ME, cluster, to};
    use crate::message::api_versions::ApiVersionsResponse;
    use crate::message::metadata::MetadataRequest;
    use crate::outbox::Effect;

    const B1: BrokerId = BrokerId(1);

    fn settings() -> ClientSettings {
        ClientSettings::from(&ProducerConfig::default())
    }

    fn client(bootstrap: &[i32]) -> NetworkClient<&'static str> {
        let bootstrap = bootstrap.iter().copied().map(BrokerId).collect();
        NetworkClient::new(ME, Metadata::new(bootstrap, true))
    }

    fn sends(out: Outbox) -> Vec<Envelope> {
        let sent = |effect| match effect {
            Effect::Send(envelope) => Some(envelope),
            _ => None,
        };
        out.into_effects().into_iter().filter_map(sent).collect()
    }

    fn timer(out: Outbox, wanted: Timer) -> Option<Delay> {
        out.into_effects().into_iter().find_map(|effect| match effect {
            Effect::SetTimer { timer, delay } if timer == wanted => Some(delay),
            _ => None,
        })
    }

    fn between(least_ms: u64, most_ms: u64) -> Option<Delay> {
        Some(Delay::Between(Micros(least_ms * 1_000), Micros(most_ms * 1_000)))
    }

    fn answer(client: &mut NetworkClient<&'static str>, request: &Envelope, response: Response, at: SimTime) -> Outbox {
        let mut out = Outbox::default();
        let body = Body::Response(response);
        client.receive(
            &Envelope {
                body,
                ..request.clone()
            },
            at,
            &settings(),
            &mut out,
        );
        out
    }

    /// A client whose connection to broker 1 is ready and whose metadata request is answered.
    fn connected() -> NetworkClient<&'static str> {
        let mut client = client(&[1]);
        for response in [
            Response::ApiVersions(ApiVersionsResponse {}),
            Response::Metadata(cluster(&[])),
        ] {
            let mut out = Outbox::default();
            client.maybe_update_metadata(SimTime::ZERO, &settings(), &mut out);
            let request = sends(out).remove(0);
            answer(&mut client, &request, response, SimTime::ZERO);
        }
        client
    }

    fn send(client: &mut NetworkClient<&'static str>, asked: &'static str) {
        let request = Request::Metadata(MetadataRequest { topics: None });
        client.send(B1, request, asked, SimTime::ZERO, &settings(), &mut Outbox::default());
    }

    #[test]
    fn a_connection_is_opened_before_anything_else_is_sent() {
        let mut client = client(&[1]);
        let mut out = Outbox::default();
        client.maybe_update_metadata(SimTime::ZERO, &settings(), &mut out);
        client.maybe_update_metadata(SimTime::ZERO, &settings(), &mut out);
        let sent = sends(out);
        assert_eq!(sent.len(), 1);
        assert!(matches!(sent[0].body, Body::Request(Request::ApiVersions(_))));
        assert_eq!(client.readiness(B1, &settings()), Err(NodeNotReady::MetadataFirst));
    }

    /// CL-19.
    #[test]
    fn cl_19_a_lost_connection_takes_its_requests_with_it_oldest_first() {
        let mut client = connected();
        send(&mut client, "first");
        send(&mut client, "second");
        let lost = client
            .disconnected(to(1), SimTime(1), &settings(), &mut Outbox::default())
            .unwrap();
        let asked: Vec<_> = lost.requests.iter().map(|(_, asked)| *asked).collect();
        assert_eq!(asked, ["first", "second"]);
        assert!(!lost.timed_out);
        assert_eq!(client.in_flight().count(), 0);
        assert!(client.metadata.update_requested());
        // Nobody is told twice.
        assert!(
            client
                .disconnected(to(1), SimTime(2), &settings(), &mut Outbox::default())
                .is_none()
        );
    }

    /// CL-20.
    #[test]
    fn cl_20_a_request_that_times_out_closes_its_connection() {
        let mut client = connected();
        send(&mut client, "first");
        assert!(!client.metadata.update_requested());
        let mut out = Outbox::default();
        let correlation = client.connections[&B1].in_flight[0].correlation;
        let lost = client
            .request_timed_out(correlation, SimTime(30_000_000), &settings(), &mut out)
            .unwrap();
        assert!(lost.timed_out);
        assert!(out.into_effects().contains(&Effect::Disconnect(to(1))));
        assert!(client.metadata.update_requested());
    }

    /// CL-23, CL-22, M20, M21: the wait doubles with every loss, the time to connect with every failed attempt; both
    /// begin anew once the connection was ready.
    #[test]
    fn cl_22_23_reconnecting_waits_longer_each_time() {
        let mut client = connected();
        let waits = [(40, 60), (80, 120), (160, 240), (320, 480), (640, 960), (800, 1_000)];
        let setups = [
            (8_000, 12_000),
            (16_000, 24_000),
            (24_000, 30_000),
            (24_000, 30_000),
            (24_000, 30_000),
        ];
        let mut setups = setups.into_iter();
        for (least, most) in waits {
            let mut out = Outbox::default();
            client.disconnected(to(1), SimTime::ZERO, &settings(), &mut out);
            assert_eq!(timer(out, Timer::Reconnect(B1)), between(least, most));
            assert_eq!(client.can_send(B1, &settings()), Err(NodeNotReady::ReconnectBackoff));
            client.reconnect_backoff_is_over(B1);
            let mut out = Outbox::default();
            let _ = client.ready(B1, SimTime::ZERO, &settings(), &mut out);
            let correlation = client.connections[&B1].in_flight[0].correlation;
            if let Some((least, most)) = setups.next() {
                assert_eq!(timer(out, Timer::RequestTimeout(correlation)), between(least, most));
            }
        }
        let request = Envelope {
            connection: to(1),
            correlation: client.connections[&B1].in_flight[0].correlation,
            body: Body::Request(Request::ApiVersions(ApiVersionsRequest {})),
        };
        let response = Response::ApiVersions(ApiVersionsResponse {});
        answer(&mut client, &request, response, SimTime::ZERO);
        let mut out = Outbox::default();
        client.disconnected(to(1), SimTime::ZERO, &settings(), &mut out);
        assert_eq!(timer(out, Timer::Reconnect(B1)), between(40, 60));
    }

    /// CL-24, M25.
    #[test]
    fn cl_24_the_least_loaded_broker_is_asked() {
        let chosen = |client: &NetworkClient<_>| match client.least_loaded(&settings()) {
            LeastLoaded::Ready(broker) | LeastLoaded::Connectable(broker) => Some(broker.0),
            LeastLoaded::Connecting => Some(0),
            LeastLoaded::None => None,
        };
        let mut one = client(&[1]);
        assert_eq!(chosen(&one), Some(1));
        one.connect(B1, SimTime::ZERO, &settings(), &mut Outbox::default());
        assert_eq!(chosen(&one), Some(0));
        one.disconnected(to(1), SimTime::ZERO, &settings(), &mut Outbox::default());
        assert_eq!(chosen(&one), None);

        let mut three = connected();
        assert_eq!(chosen(&three), Some(1));
        three.connection_mut(BrokerId(2)).state = ConnectionState::Ready;
        send(&mut three, "busy");
        assert_eq!(chosen(&three), Some(2));
    }

    /// CL-21, M29: without any broker to turn to, or without an answer for too long, the client starts anew.
    #[test]
    fn cl_21_a_client_that_knows_no_way_starts_again_from_its_bootstrap_brokers() {
        let mut client = connected();
        assert!(!client.metadata.snapshot().is_bootstrap);
        for broker in 1..=3 {
            client.connection_mut(BrokerId(broker)).state = ConnectionState::Connecting;
            client.disconnected(to(broker), SimTime::ZERO, &settings(), &mut Outbox::default());
        }
        client.metadata.request_update(false);
        client.maybe_update_metadata(SimTime(1_000_000), &settings(), &mut Outbox::default());
        assert!(client.metadata.snapshot().is_bootstrap);

        let mut client = connected();
        let trigger = ClientSettings {
            rebootstrap_trigger: Millis(1_000),
            ..settings()
        };
        client.connection_mut(B1).state = ConnectionState::Connecting;
        for (at, is_bootstrap) in [(1_000, false), (1_001_000, false), (2_001_001, true)] {
            client.metadata.request_update(false);
            client.maybe_update_metadata(SimTime(1_000_000 + at), &trigger, &mut Outbox::default());
            assert_eq!(client.metadata.snapshot().is_bootstrap, is_bootstrap, "{at}");
        }
    }
}
