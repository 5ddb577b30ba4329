//! How a broker joins the cluster, stays in it and leaves.
//!
//! STARTING: registers, then waits to have read its own registration in the metadata log. RECOVERY: asks to be unfenced.
//! RUNNING. PENDING_CONTROLLED_SHUTDOWN: asks to be relieved of its leaderships and goes when the controller says so.
//! One request to the controller at a time. A broker opens its port once it has caught up with the metadata.
//!
//! Source: BrokerLifecycleManager, BrokerServer.startup, BrokerServer.shutdown, NodeToControllerChannelManager.

use super::{Broker, Context};
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::CorrelationId;
use crate::base::id::IncarnationId;
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::message::broker_lifecycle::{
    BrokerHeartbeatRequest, BrokerHeartbeatResponse, BrokerRegistrationRequest, BrokerRegistrationResponse,
};
use crate::message::{Purpose, Request};
use crate::outbox::Delay;

/// While it waits to have caught up a broker asks again this soon. Source: BrokerLifecycleManager.
const CATCH_UP_HEARTBEAT: Millis = Millis(10);
/// After the first answer to a broker that wants to go. Source: BrokerLifecycleManager.
const FIRST_SHUTDOWN_HEARTBEAT: Millis = Millis(50);
/// How long a stopping broker waits for the controller. Source: KafkaRaftServer.shutdown.
const CONTROLLED_SHUTDOWN_TIMEOUT: Millis = Millis(300_000);
/// A broker that lost its connection to the controller tries again after this. Source: NodeToControllerRequestThread.
pub const RECONNECT: Millis = Millis(100);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BrokerState {
    Starting,
    Recovery,
    Running,
    PendingControlledShutdown,
    ShuttingDown,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lifecycle {
    pub state: BrokerState,
    pub incarnation: IncarnationId,
    /// `None` until registered.
    pub broker_epoch: Option<BrokerEpoch>,
    /// Found in the clean-shutdown marker; unknown (-1) without one.
    pub previous_broker_epoch: BrokerEpoch,
    /// The port is open.
    pub accepts_requests: bool,
    /// A stop was asked for: replicas that lost their place are not fetched for any more.
    pub in_controlled_shutdown: bool,
    in_flight: Option<InFlight>,
    /// The next request goes out as soon as the one in flight is answered.
    next_at_once: bool,
    got_controlled_shutdown_response: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct InFlight {
    /// `None` while the connection is lost and the request waits to be sent again.
    correlation: Option<CorrelationId>,
    /// When it was first sent; it is given up after half a session.
    since: SimTime,
}

impl Lifecycle {
    pub fn new(incarnation: IncarnationId, previous_broker_epoch: BrokerEpoch) -> Self {
        Lifecycle {
            state: BrokerState::Starting,
            incarnation,
            broker_epoch: None,
            previous_broker_epoch,
            accepts_requests: false,
            in_controlled_shutdown: false,
            in_flight: None,
            next_at_once: false,
            got_controlled_shutdown_response: false,
        }
    }

    pub(super) fn awaits(&self, correlation: CorrelationId) -> bool {
        self.in_flight
            .is_some_and(|in_flight| in_flight.correlation == Some(correlation))
    }
}

impl Broker {
    /// Registers, or sends a heartbeat once registered. Source: BrokerLifecycleManager.CommunicationEvent.
    pub(super) fn send_lifecycle_request(&mut self, context: &mut Context<'_>) {
        if self
            .lifecycle
            .in_flight
            .is_some_and(|in_flight| in_flight.correlation.is_some())
        {
            self.lifecycle.next_at_once = true;
            return;
        }
        let request = match self.heartbeat() {
            Some(heartbeat) => Request::BrokerHeartbeat(heartbeat),
            None => Request::BrokerRegistration(BrokerRegistrationRequest {
                broker: self.id,
                incarnation: self.lifecycle.incarnation,
                rack: context.config.broker().rack.as_deref().map(Into::into),
                previous_broker_epoch: self.lifecycle.previous_broker_epoch,
            }),
        };
        let correlation = self.send_to_controller(context, Purpose::Heartbeat, request);
        let since = self.lifecycle.in_flight.map_or(context.at, |in_flight| in_flight.since);
        self.lifecycle.in_flight = Some(InFlight {
            correlation: Some(correlation),
            since,
        });
        let patience = Millis(context.config.broker().session_timeout.0 / 2);
        context.out.set_timer(Timer::RequestTimeout(correlation), patience);
    }

    /// What a heartbeat of this moment says. `None` until registered.
    pub fn heartbeat(&self) -> Option<BrokerHeartbeatRequest> {
        Some(BrokerHeartbeatRequest {
            broker: self.id,
            broker_epoch: self.lifecycle.broker_epoch?,
            current_metadata_offset: self.metadata.image.end_offset - 1,
            want_fence: !self.lifecycle.accepts_requests,
            want_shut_down: self.lifecycle.state == BrokerState::PendingControlledShutdown,
        })
    }

    pub(super) fn handle_registration_response(
        &mut self,
        context: &mut Context<'_>,
        correlation: CorrelationId,
        response: &BrokerRegistrationResponse,
    ) {
        if !self.answered(context, correlation) {
            return;
        }
        if response.error.is_error() {
            return self.schedule_heartbeat(context, context.config.broker().heartbeat_interval);
        }
        self.lifecycle.broker_epoch = Some(response.broker_epoch);
        context.out.cancel_timer(Timer::InitialRegistration);
        self.send_lifecycle_request(context);
    }

    pub(super) fn handle_heartbeat_response(
        &mut self,
        context: &mut Context<'_>,
        correlation: CorrelationId,
        response: &BrokerHeartbeatResponse,
    ) {
        if !self.answered(context, correlation) {
            return;
        }
        let interval = context.config.broker().heartbeat_interval;
        if response.error != ErrorCode::None {
            return self.schedule_heartbeat(context, interval);
        }
        match self.lifecycle.state {
            BrokerState::Starting => {
                if response.is_caught_up {
                    self.lifecycle.state = BrokerState::Recovery;
                    self.publish_first(context);
                    self.lifecycle.accepts_requests = true;
                    self.lifecycle.next_at_once = true;
                }
                self.schedule_heartbeat(context, CATCH_UP_HEARTBEAT);
            }
            BrokerState::Recovery => {
                if !response.is_fenced {
                    self.lifecycle.state = BrokerState::Running;
                }
                self.schedule_heartbeat(context, interval);
            }
            BrokerState::Running => self.schedule_heartbeat(context, interval),
            BrokerState::PendingControlledShutdown => {
                if response.should_shut_down {
                    return self.shut_down(context);
                }
                let first = !self.lifecycle.got_controlled_shutdown_response;
                self.lifecycle.got_controlled_shutdown_response = true;
                self.schedule_heartbeat(context, if first { FIRST_SHUTDOWN_HEARTBEAT } else { interval });
            }
            BrokerState::ShuttingDown => {}
        }
    }

    /// Whether this is the answer waited for.
    fn answered(&mut self, context: &mut Context<'_>, correlation: CorrelationId) -> bool {
        let awaited = self.lifecycle.awaits(correlation);
        if awaited {
            self.lifecycle.in_flight = None;
            context.out.cancel_timer(Timer::RequestTimeout(correlation));
        }
        awaited
    }

    fn schedule_heartbeat(&mut self, context: &mut Context<'_>, delay: Millis) {
        if std::mem::take(&mut self.lifecycle.next_at_once) {
            context.out.cancel_timer(Timer::BrokerHeartbeat);
            return self.send_lifecycle_request(context);
        }
        context.out.set_timer(Timer::BrokerHeartbeat, Delay::from(delay));
    }

    /// The same request goes out again over a new connection; after half a session it is given up, and a new one follows at the
    /// usual interval. Source: NodeToControllerRequestThread.handleResponse.
    pub(super) fn lifecycle_disconnected(&mut self, context: &mut Context<'_>) {
        let Some(in_flight) = &mut self.lifecycle.in_flight else {
            return;
        };
        let Some(correlation) = in_flight.correlation.take() else {
            return;
        };
        context.out.cancel_timer(Timer::RequestTimeout(correlation));
        let config = context.config.broker();
        if context.at.since(in_flight.since) >= Millis(config.session_timeout.0 / 2).micros() {
            self.lifecycle.in_flight = None;
            return self.schedule_heartbeat(context, config.heartbeat_interval);
        }
        context.out.set_timer(Timer::BrokerHeartbeat, RECONNECT);
    }

    /// SIGTERM. Source: BrokerServer.shutdown, BrokerLifecycleManager.beginControlledShutdown.
    pub(super) fn begin_controlled_shutdown(&mut self, context: &mut Context<'_>) {
        self.lifecycle.in_controlled_shutdown = true;
        match self.lifecycle.state {
            BrokerState::Running => {
                self.lifecycle.state = BrokerState::PendingControlledShutdown;
                context
                    .out
                    .set_timer(Timer::ControlledShutdown, CONTROLLED_SHUTDOWN_TIMEOUT);
                context.out.cancel_timer(Timer::BrokerHeartbeat);
                self.send_lifecycle_request(context);
            }
            BrokerState::PendingControlledShutdown => {}
            _ => self.shut_down(context),
        }
    }

    /// Leaves everything on disk as a clean stop does, and ends. Source: BrokerServer.shutdown, LogManager.shutdown.
    pub(super) fn shut_down(&mut self, context: &mut Context<'_>) {
        self.lifecycle.state = BrokerState::ShuttingDown;
        self.close_logs(context.disk);
        context.out.exit();
    }
}
