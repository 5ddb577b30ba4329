//! Who was heard of when: one entry per incarnation of a broker that has sent a heartbeat.
//!
//! An entry belongs to a broker id with a broker epoch, so a restarted broker does not live on its former self's heartbeats.
//! Any heartbeat refreshes its entry, also one that is then refused. An entry goes when it has expired; a broker that
//! stopped in order keeps its entry until then, which is why its quick restart is refused for a while.
//!
//! Differs: expired entries go in the order of broker ids; in Kafka in that of a hash map, because any order will do.
//!
//! Source: BrokerHeartbeatTracker; KIP-631, KAFKA-18062.

use crate::base::epoch::BrokerEpoch;
use crate::base::id::BrokerId;
use crate::base::map::Map;
use crate::base::time::{Millis, SimTime};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BrokerHeartbeatTracker {
    last_contacts: Map<(BrokerId, BrokerEpoch), SimTime>,
}

impl BrokerHeartbeatTracker {
    /// Source: BrokerHeartbeatTracker.touch.
    pub fn touch(&mut self, broker: BrokerId, epoch: BrokerEpoch, at: SimTime) {
        self.last_contacts.insert((broker, epoch), at);
    }

    pub fn last_contact(&self, broker: BrokerId, epoch: BrokerEpoch) -> Option<SimTime> {
        self.last_contacts.get(&(broker, epoch)).copied()
    }

    /// Heard of, and not longer ago than a session. Source: BrokerHeartbeatTracker.hasValidSession.
    pub fn has_valid_session(&self, broker: BrokerId, epoch: BrokerEpoch, at: SimTime, session: Millis) -> bool {
        self.last_contact(broker, epoch)
            .is_some_and(|last| !is_expired(last, at, session))
    }

    /// Removes one entry whose session is over. Source: BrokerHeartbeatTracker.maybeRemoveExpired.
    pub fn maybe_remove_expired(&mut self, at: SimTime, session: Millis) -> Option<(BrokerId, BrokerEpoch, SimTime)> {
        let ((broker, epoch), last) = self
            .last_contacts
            .iter()
            .find(|(_, last)| is_expired(**last, at, session))
            .map(|(key, last)| (*key, *last))?;
        self.last_contacts.remove(&(broker, epoch));
        Some((broker, epoch, last))
    }
}

/// Only after the whole session has passed. Source: BrokerHeartbeatTracker.isExpired.
fn is_expired(last_contact: SimTime, at: SimTime, session: Millis) -> bool {
    last_contact + session < at
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: Millis = Millis(10);

    fn heard_of(brokers: &[(i32, i64)]) -> BrokerHeartbeatTracker {
        let mut tracker = BrokerHeartbeatTracker::default();
        for (broker, epoch) in brokers {
            tracker.touch(BrokerId(*broker), BrokerEpoch(*epoch), SimTime(50_000));
        }
        tracker
    }

    #[test]
    fn a_session_is_over_only_after_its_whole_length() {
        // CT-115; in µs since the contact, the last case before it.
        let cases = [(0, false), (1, false), (10_000, false), (10_001, true)];
        for (since, expected) in cases {
            assert_eq!(
                is_expired(SimTime(50_000), SimTime(50_000 + since), SESSION),
                expected,
                "{since}"
            );
        }
        assert!(!is_expired(SimTime(50_000), SimTime(49_000), SESSION));
    }

    #[test]
    fn expired_entries_go_one_at_a_time() {
        // CT-116
        let mut tracker = heard_of(&[(0, 1), (1, 2), (2, 3)]);
        let later = SimTime(61_000);
        let mut gone = || {
            tracker
                .maybe_remove_expired(later, SESSION)
                .map(|(broker, ..)| broker.0)
        };
        assert_eq!([gone(), gone(), gone(), gone()], [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn a_session_belongs_to_one_broker_epoch() {
        // CT-117
        let tracker = heard_of(&[(2, 200)]);
        let valid = |epoch| tracker.has_valid_session(BrokerId(2), BrokerEpoch(epoch), SimTime(51_000), SESSION);
        assert_eq!((valid(200), valid(100)), (true, false));
    }
}
