//! BrokerRegistration and BrokerHeartbeat: how a broker joins, stays and leaves.

use std::sync::Arc;

use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, IncarnationId};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerRegistrationRequest {
    pub broker: BrokerId,
    pub incarnation: IncarnationId,
    pub rack: Option<Arc<str>>,
    /// Broker epoch in the clean-shutdown marker; unknown (-1) when there was none.
    pub previous_broker_epoch: BrokerEpoch,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerRegistrationResponse {
    pub error: ErrorCode,
    pub broker_epoch: BrokerEpoch,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerHeartbeatRequest {
    pub broker: BrokerId,
    pub broker_epoch: BrokerEpoch,
    /// Highest metadata offset the broker has applied; -1 before the first.
    pub current_metadata_offset: i64,
    pub want_fence: bool,
    pub want_shut_down: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerHeartbeatResponse {
    pub error: ErrorCode,
    /// The broker has applied its own registration.
    pub is_caught_up: bool,
    pub is_fenced: bool,
    pub should_shut_down: bool,
}

/// What the metadata log says of a broker.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerRegistration {
    pub incarnation: IncarnationId,
    pub broker_epoch: BrokerEpoch,
    pub rack: Option<Arc<str>>,
    pub fenced: bool,
    pub in_controlled_shutdown: bool,
}

impl BrokerRegistration {
    /// Electable, placeable, allowed into an ISR.
    pub fn is_active(&self) -> bool {
        !self.fenced && !self.in_controlled_shutdown
    }
}
