//! BrokerHeartbeat: a broker says it is alive, how far it is with the metadata log, and what it wants next.
//!
//! The controller moves the broker between fenced, unfenced, controlled shutdown and "may exit", and answers which it is. A
//! broker in controlled shutdown may exit only when it leads nothing and every other active broker has applied the records
//! that took its leaderships away. Log directories are not modelled.
//!
//! Source: ReplicationControlManager.processBrokerHeartbeat, BrokerHeartbeatManager, BrokerControlState; KIP-631.

use super::fencing::{begin_controlled_shutdown, fence, unfence};
use super::{Batch, Controller, Turn};
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::why::Why;
use crate::message::broker_lifecycle::{BrokerHeartbeatRequest, BrokerHeartbeatResponse};

/// What heartbeats told of a registered broker, beyond what stands in the metadata log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BrokerHeartbeatState {
    /// Offset of the registration record; the broker has to have applied it before it is unfenced.
    pub registration_offset: i64,
    /// Highest metadata offset the broker said it had applied; -1 before its first heartbeat.
    pub metadata_offset: i64,
    /// Last offset of the batch that put it into controlled shutdown. Set once; forgotten when it is fenced.
    pub controlled_shutdown_offset: Option<i64>,
}

/// Source: BrokerControlState.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BrokerControlState {
    Fenced,
    Unfenced,
    ControlledShutdown,
    /// Fenced, and told to exit.
    ShutdownNow,
}

impl BrokerControlState {
    fn is_fenced(self) -> bool {
        matches!(self, BrokerControlState::Fenced | BrokerControlState::ShutdownNow)
    }
}

impl BrokerHeartbeatState {
    pub(super) fn registered_at(offset: i64) -> Self {
        BrokerHeartbeatState {
            registration_offset: offset,
            metadata_offset: -1,
            controlled_shutdown_offset: None,
        }
    }

    pub fn is_shutting_down(&self) -> bool {
        self.controlled_shutdown_offset.is_some()
    }

    /// Source: BrokerHeartbeatManager.currentBrokerState.
    fn current(&self, fenced: bool) -> BrokerControlState {
        if self.is_shutting_down() {
            BrokerControlState::ControlledShutdown
        } else if fenced {
            BrokerControlState::Fenced
        } else {
            BrokerControlState::Unfenced
        }
    }
}

/// What the next state of a broker depends on, besides its heartbeat.
#[derive(Clone, Copy, Debug)]
struct Situation {
    state: BrokerHeartbeatState,
    fenced: bool,
    leads: bool,
    /// Smallest metadata offset reported by an active broker; none when there is no active broker.
    lowest_active_offset: Option<i64>,
}

/// Source: BrokerHeartbeatManager.calculateNextBrokerState.
fn next_state(situation: &Situation, request: &BrokerHeartbeatRequest) -> BrokerControlState {
    use BrokerControlState::{ControlledShutdown, Fenced, ShutdownNow, Unfenced};
    let state = &situation.state;
    match state.current(situation.fenced) {
        Fenced if request.want_shut_down => ShutdownNow,
        Fenced if !request.want_fence && request.current_metadata_offset >= state.registration_offset => Unfenced,
        Fenced => Fenced,
        Unfenced if request.want_fence && request.want_shut_down => ShutdownNow,
        Unfenced if request.want_fence => Fenced,
        Unfenced if request.want_shut_down && situation.leads => ControlledShutdown,
        Unfenced if request.want_shut_down => ShutdownNow,
        Unfenced => Unfenced,
        ControlledShutdown | ShutdownNow => {
            let everybody_knows = match (state.controlled_shutdown_offset, situation.lowest_active_offset) {
                (Some(moved), Some(lowest)) => moved <= lowest,
                (_, None) => true,
                (None, Some(_)) => false,
            };
            if !situation.leads && everybody_knows {
                ShutdownNow
            } else {
                ControlledShutdown
            }
        }
    }
}

impl Controller {
    /// Source: QuorumController.processBrokerHeartbeat, ReplicationControlManager.processBrokerHeartbeat.
    pub(super) fn process_broker_heartbeat(
        &mut self,
        request: &BrokerHeartbeatRequest,
        turn: &mut Turn<'_>,
    ) -> BrokerHeartbeatResponse {
        let broker = request.broker;
        self.sessions.touch(broker, request.broker_epoch, turn.at);
        let Some(situation) = self.situation(request) else {
            return BrokerHeartbeatResponse {
                error: ErrorCode::StaleBrokerEpoch,
                is_caught_up: false,
                is_fenced: true,
                should_shut_down: false,
            };
        };
        let current = situation.state.current(situation.fenced);
        let next = next_state(&situation, request);
        if let Some(why) = self.why_kept_waiting(&situation, request, next) {
            turn.out.explain(why);
        }
        if next != current {
            let batch = self.transition(broker, next, turn);
            self.write(batch, turn);
        }
        self.note_heartbeat(request, next);
        BrokerHeartbeatResponse {
            error: ErrorCode::None,
            is_caught_up: request.current_metadata_offset >= situation.state.registration_offset,
            is_fenced: next.is_fenced(),
            should_shut_down: next == BrokerControlState::ShutdownNow,
        }
    }

    /// `None` when the sender is not the registered incarnation.
    fn situation(&self, request: &BrokerHeartbeatRequest) -> Option<Situation> {
        let broker = request.broker;
        let registration = self.image.brokers.get(&broker)?;
        let state = *self.heartbeats.get(&broker)?;
        if registration.broker_epoch != request.broker_epoch {
            return None;
        }
        // Only a broker that wants to stop makes the controller look at every partition.
        let leads = request.want_shut_down && self.image.partitions.values().any(|p| p.leader == Some(broker));
        Some(Situation {
            state,
            fenced: registration.fenced,
            leads,
            lowest_active_offset: self.active_offsets().map(|(_, offset)| offset).min(),
        })
    }

    /// How far each broker is that is unfenced and not shutting down. Source: BrokerHeartbeatManager.lowestActiveOffset.
    fn active_offsets(&self) -> impl Iterator<Item = (BrokerId, i64)> + '_ {
        self.heartbeats.iter().filter_map(|(broker, state)| {
            let unfenced = self.image.brokers.get(broker).is_some_and(|r| !r.fenced);
            (unfenced && !state.is_shutting_down()).then_some((*broker, state.metadata_offset))
        })
    }

    fn transition(&self, broker: BrokerId, next: BrokerControlState, turn: &Turn<'_>) -> Batch {
        match next {
            BrokerControlState::Fenced | BrokerControlState::ShutdownNow => fence(&self.image, turn.rules, broker),
            BrokerControlState::Unfenced => unfence(&self.image, turn.rules, broker),
            BrokerControlState::ControlledShutdown => begin_controlled_shutdown(&self.image, turn.rules, broker),
        }
    }

    /// Source: BrokerHeartbeatManager.touch, maybeUpdateControlledShutdownOffset.
    fn note_heartbeat(&mut self, request: &BrokerHeartbeatRequest, next: BrokerControlState) {
        let last_offset = self.image.end_offset - 1;
        let Some(state) = self.heartbeats.get_mut(&request.broker) else {
            return;
        };
        state.metadata_offset = request.current_metadata_offset;
        if next.is_fenced() {
            state.controlled_shutdown_offset = None;
        } else if next == BrokerControlState::ControlledShutdown {
            state.controlled_shutdown_offset.get_or_insert(last_offset);
        }
    }

    /// Why a broker does not get what it is waiting for.
    fn why_kept_waiting(
        &self,
        situation: &Situation,
        request: &BrokerHeartbeatRequest,
        next: BrokerControlState,
    ) -> Option<Why> {
        let state = &situation.state;
        match next {
            BrokerControlState::Fenced => Some(Why::StaysFenced {
                broker: request.broker,
                wants_fence: request.want_fence,
                metadata_offset: request.current_metadata_offset,
                registration_offset: state.registration_offset,
            }),
            BrokerControlState::ControlledShutdown => {
                let moved = state.controlled_shutdown_offset?;
                Some(Why::ShutdownWaits {
                    broker: request.broker,
                    leads: situation.leads,
                    controlled_shutdown_offset: moved,
                    behind: self.active_offsets().filter(|(_, offset)| *offset < moved).collect(),
                })
            }
            BrokerControlState::Unfenced | BrokerControlState::ShutdownNow => None,
        }
    }
}
