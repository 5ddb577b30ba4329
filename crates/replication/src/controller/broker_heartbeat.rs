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

    /// Why a broker would not get what it wants if this heartbeat came now. `None`: it would, or it is not the registered
    /// incarnation.
    pub fn why_heartbeat_waits(&self, request: &BrokerHeartbeatRequest) -> Option<Why> {
        let situation = self.situation(request)?;
        let next = next_state(&situation, request);
        self.why_kept_waiting(&situation, request, next)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::epoch::BrokerEpoch;
    use crate::controller::bench::{Bench, ids};
    use BrokerControlState::{ControlledShutdown, Fenced, ShutdownNow, Unfenced};

    /// A broker registered at offset 100, and how far the slowest active one is.
    fn situation(fenced: bool, shutting_down: Option<i64>, leads: bool, lowest: i64) -> Situation {
        Situation {
            state: BrokerHeartbeatState {
                registration_offset: 100,
                metadata_offset: 99,
                controlled_shutdown_offset: shutting_down,
            },
            fenced,
            leads,
            lowest_active_offset: Some(lowest),
        }
    }

    fn request(current_metadata_offset: i64, want_fence: bool, want_shut_down: bool) -> BrokerHeartbeatRequest {
        BrokerHeartbeatRequest {
            broker: BrokerId(0),
            broker_epoch: BrokerEpoch(1),
            current_metadata_offset,
            want_fence,
            want_shut_down,
        }
    }

    #[test]
    fn a_broker_moves_between_its_states_as_its_heartbeats_ask() {
        let fenced = situation(true, None, false, 98);
        let unfenced = situation(false, None, false, 98);
        let leading = situation(false, None, true, 98);
        let stopping = |leads, lowest| situation(false, Some(99), leads, lowest);
        let alone = Situation {
            lowest_active_offset: None,
            ..stopping(false, 0)
        };
        let cases = [
            ("CT-106", fenced, request(100, false, true), ShutdownNow),
            ("CT-107", fenced, request(100, false, false), Unfenced),
            ("CT-108", fenced, request(50, false, false), Fenced),
            ("CT-109", fenced, request(100, true, false), Fenced),
            ("CT-110", leading, request(98, false, true), ControlledShutdown),
            ("CT-110", unfenced, request(98, false, true), ShutdownNow),
            (
                "CT-111",
                stopping(false, 98),
                request(99, false, true),
                ControlledShutdown,
            ),
            ("CT-112", stopping(false, 100), request(99, false, true), ShutdownNow),
            (
                "CT-113",
                stopping(true, 100),
                request(99, false, true),
                ControlledShutdown,
            ),
            ("1.4", unfenced, request(98, true, true), ShutdownNow),
            ("1.4", unfenced, request(98, true, false), Fenced),
            ("1.4", leading, request(98, false, false), Unfenced),
            ("nobody else is active", alone, request(99, false, true), ShutdownNow),
        ];
        for (id, situation, request, expected) in cases {
            assert_eq!(next_state(&situation, &request), expected, "{id} {request:?}");
        }
    }

    #[test]
    fn a_stopping_broker_exits_when_everybody_has_learnt_of_its_successors() {
        let mut bench = Bench::new(&[]);
        bench.join(&[0, 1, 2]);
        bench.create("foo", &[&[0, 1, 2]], &[]);
        let (end, last) = (bench.end(), bench.controller.image().end_offset - 1);
        let answer = bench.heartbeat(0, false, true);
        assert_eq!((answer.is_fenced, answer.should_shut_down), (false, false));
        let records = ["b0 in_controlled_shutdown:true", "foo-0 {isr [1,2] leader [1]}"];
        assert_eq!(bench.records_from(end), records, "CT-118");
        let moved = last + 2;
        let offset = |bench: &Bench| {
            bench
                .controller
                .heartbeat_state(BrokerId(0))
                .and_then(|s| s.controlled_shutdown_offset)
        };
        assert_eq!(offset(&bench), Some(moved));
        // One of the others has not applied the change yet.
        bench.heartbeat_at(1, moved, false, false);
        bench.heartbeat_at(2, moved - 1, false, false);
        assert!(!bench.heartbeat(0, false, true).should_shut_down);
        let waits = Why::ShutdownWaits {
            broker: BrokerId(0),
            leads: false,
            controlled_shutdown_offset: moved,
            behind: vec![(BrokerId(2), moved - 1)],
        };
        assert_eq!(bench.reasons(), [waits]);
        assert_eq!(offset(&bench), Some(moved), "CT-114: it is set only once");
        bench.heartbeat_at(2, moved, false, false);
        let end = bench.end();
        let answer = bench.heartbeat(0, false, true);
        assert_eq!((answer.is_fenced, answer.should_shut_down), (true, true));
        assert_eq!(bench.records_from(end), ["b0 fenced:true"]);
        assert_eq!(offset(&bench), None);
    }

    #[test]
    fn a_broker_that_leads_nothing_leaves_its_isr_and_exits_at_once() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        let end = bench.end();
        assert!(bench.heartbeat(3, false, true).should_shut_down);
        assert_eq!(bench.records_from(end), ["t-0 {isr [1,2]}", "b3 fenced:true"]);
    }

    #[test]
    fn only_a_broker_that_has_applied_its_registration_is_unfenced() {
        let mut bench = Bench::new(&[]);
        bench.register(1, None);
        let registered_at = bench.controller.image().end_offset - 1;
        let answer = bench.heartbeat_at(1, registered_at - 1, false, false);
        assert_eq!((answer.is_caught_up, answer.is_fenced), (false, true));
        let answer = bench.heartbeat_at(1, registered_at, true, false);
        assert_eq!((answer.is_caught_up, answer.is_fenced), (true, true));
        let end = bench.end();
        assert!(!bench.heartbeat_at(1, registered_at, false, false).is_fenced);
        assert_eq!(bench.records_from(end), ["b1 fenced:false"]);
        assert!(bench.controller.image().is_active(ids(&[1])[0]));
    }

    #[test]
    fn a_heartbeat_of_an_old_incarnation_is_refused() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1]);
        let old = bench.epoch(1);
        bench.fence(1);
        bench.register(1, None);
        assert!(bench.epoch(1) > old);
        let stale = BrokerHeartbeatRequest {
            broker: BrokerId(1),
            broker_epoch: old,
            ..request(100, false, false)
        };
        let refused = bench.heartbeat_of(stale.clone());
        assert_eq!((refused.error, refused.is_fenced), (ErrorCode::StaleBrokerEpoch, true));
        let unknown = BrokerHeartbeatRequest {
            broker: BrokerId(9),
            ..stale
        };
        assert_eq!(bench.heartbeat_of(unknown).error, ErrorCode::StaleBrokerEpoch);
    }
}
