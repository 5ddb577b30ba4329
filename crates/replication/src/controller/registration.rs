//! BrokerRegistration: a broker process makes itself known and is given its broker epoch.
//!
//! A new incarnation begins fenced and in no ISR; only a heartbeat that says it has caught up with the metadata log unfences
//! it. Not modelled, because nothing here can be wrong about them: cluster ids, log directories, supported features.
//!
//! Source: ClusterControlManager.registerBroker; KIP-631, KIP-966.

use super::fencing::shut_down;
use super::{Batch, Controller, Turn};
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::rule::Rule;
use crate::base::time::SimTime;
use crate::base::why::Why;
use crate::log::metadata_record::MetadataRecord;
use crate::message::broker_lifecycle::{BrokerRegistrationRequest, BrokerRegistrationResponse};

impl Controller {
    pub(super) fn register_broker(
        &mut self,
        request: &BrokerRegistrationRequest,
        turn: &mut Turn<'_>,
    ) -> BrokerRegistrationResponse {
        if let Some(ends_after) = self.old_session(request, turn) {
            turn.out.explain(Why::OldSessionMayBeAlive {
                broker: request.broker,
                ends_after,
            });
            return BrokerRegistrationResponse {
                error: ErrorCode::DuplicateBrokerRegistration,
                broker_epoch: BrokerEpoch::UNKNOWN,
            };
        }
        let existing = self.image.brokers.get(&request.broker);
        let same = existing.filter(|known| known.incarnation == request.incarnation);
        let broker_epoch = same.map_or(BrokerEpoch(self.image.end_offset), |known| known.broker_epoch);
        let registration = MetadataRecord::RegisterBroker {
            broker: request.broker,
            incarnation: request.incarnation,
            broker_epoch,
            rack: request.rack.clone(),
            fenced: same.is_none_or(|known| known.fenced),
            in_controlled_shutdown: same.is_some_and(|known| known.in_controlled_shutdown),
        };
        let mut batch = match same {
            Some(_) => Batch::default(),
            None => {
                let clean = existing.is_some_and(|known| known.broker_epoch == request.previous_broker_epoch);
                shut_down(&self.image, turn.rules, request.broker, clean)
            }
        };
        batch.records.push(registration);
        self.write(batch, turn);
        BrokerRegistrationResponse {
            error: ErrorCode::None,
            broker_epoch,
        }
    }

    /// The end of a session that forbids this registration: another incarnation was heard of within it, whether fenced or
    /// stopping. No session is known of a broker that this controller has not heard of.
    fn old_session(&self, request: &BrokerRegistrationRequest, turn: &Turn<'_>) -> Option<SimTime> {
        let known = self.image.brokers.get(&request.broker)?;
        let session = turn.config.session_timeout;
        let alive = self
            .sessions
            .has_valid_session(request.broker, known.broker_epoch, turn.at, session);
        let refused = alive && known.incarnation != request.incarnation && turn.rules.on(Rule::OldSessionEndsFirst);
        let last_contact = self.sessions.last_contact(request.broker, known.broker_epoch)?;
        refused.then_some(last_contact + session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::BrokerId;
    use crate::controller::bench::Bench;

    #[test]
    fn a_registration_sent_again_changes_nothing_and_a_new_incarnation_gets_a_new_epoch() {
        // CT-119
        let mut bench = Bench::new(&[]);
        bench.register_as(1, 7, None);
        let first = bench.epoch(1);
        bench.unfence(1);
        assert_eq!(bench.register_as(1, 7, None), ErrorCode::None);
        assert_eq!(bench.epoch(1), first);
        assert!(bench.controller.image().is_active(BrokerId(1)));
        bench.fence(1);
        let next = bench.controller.image().end_offset;
        bench.register_as(1, 8, None);
        assert_eq!(bench.epoch(1), BrokerEpoch(next));
        assert!(!bench.controller.image().is_active(BrokerId(1)));
    }

    #[test]
    fn a_marker_of_the_registered_epoch_tells_a_clean_shutdown() {
        // CT-120: the ELR keeps a broker that stopped cleanly; the flag of controlled shutdown is gone with either.
        for (clean, elr) in [(true, "I[1] L1 E[2]"), (false, "I[1] L1")] {
            let mut bench = Bench::new(&[]);
            bench.join(&[1, 2]);
            bench.create("t", &[&[2, 1]], &[("min.insync.replicas", "2")]);
            bench.heartbeat(2, false, true);
            bench.fence(2);
            let previous = if clean {
                bench.epoch(2)
            } else {
                BrokerEpoch(bench.epoch(2).0 - 1)
            };
            bench.register(2, Some(previous));
            assert_eq!(bench.state("t-0"), elr);
            assert!(!bench.controller.image().brokers[&BrokerId(2)].in_controlled_shutdown);
        }
    }

    #[test]
    fn a_restarted_broker_waits_until_its_old_session_is_over() {
        // CT-122
        let mut bench = Bench::new(&[("broker.session.timeout.ms", "1000")]);
        bench.join(&[1]);
        bench.wait(500);
        assert_eq!(bench.register(1, None), ErrorCode::DuplicateBrokerRegistration);
        let ends_after = SimTime(1_000_000);
        assert_eq!(
            bench.reasons(),
            [Why::OldSessionMayBeAlive {
                broker: BrokerId(1),
                ends_after
            }]
        );
        bench.wait(1_000);
        assert_eq!(bench.register(1, None), ErrorCode::None);
    }

    #[test]
    fn only_the_age_of_the_last_contact_counts() {
        // CT-123: a fenced broker this controller never heard of, and one in controlled shutdown.
        let mut bench = Bench::new(&[]);
        bench.register(1, None);
        bench.restart_controller();
        assert_eq!(bench.register(1, None), ErrorCode::None);
        bench.join(&[2, 3]);
        bench.create("t", &[&[2, 3]], &[]);
        bench.heartbeat(2, false, true);
        bench.wait(500);
        assert_eq!(bench.register(2, None), ErrorCode::DuplicateBrokerRegistration);
    }

    #[test]
    fn a_clean_stop_with_a_quick_restart_is_refused_as_well() {
        // 1.8
        let mut bench = Bench::new(&[]);
        bench.join(&[1]);
        assert!(bench.heartbeat(1, false, true).should_shut_down);
        let previous = Some(bench.epoch(1));
        assert_eq!(bench.register(1, previous), ErrorCode::DuplicateBrokerRegistration);
        bench.wait(9_001);
        assert_eq!(bench.register(1, previous), ErrorCode::None);
    }

    #[test]
    fn without_its_rules_a_restarted_leader_goes_on_in_its_epoch() {
        // M-22
        let mut bench = Bench::new(&[]);
        bench.config.rules.switch_off(Rule::OldSessionEndsFirst);
        bench.config.rules.switch_off(Rule::NewIncarnationLeavesIsr);
        bench.join(&[1, 2]);
        bench.create("t", &[&[1, 2]], &[]);
        assert_eq!(bench.register(1, None), ErrorCode::None);
        bench.unfence(1);
        assert_eq!(bench.partition("t-0"), "R[1,2] I[1,2] L1 le0 pe0");
    }
}
