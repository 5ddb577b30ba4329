//! What a leader remembers of one follower: how far it is, and when it was last caught up.
//!
//! A leader hears of a follower only by the follower's fetches. `log_end_offset` is what the last one asked for, so it is
//! behind the truth by at least one fetch, and it may go down after the follower truncated.
//!
//! Source: Replica, ReplicaState.

use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::base::time::{Millis, SimTime};

/// One remote replica. Offsets are -1 and times `None` until its first fetch from this leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Replica {
    pub broker: BrokerId,
    /// Offset of its last fetch: it has everything below.
    pub log_end_offset: Offset,
    pub log_start_offset: Offset,
    /// Where the leader's log ended at its last fetch.
    pub last_fetch_leader_log_end_offset: Offset,
    pub last_fetch_time: Option<SimTime>,
    /// The latest time at which it is known to have had everything the leader had. The time of the election for a member of the ISR.
    pub last_caught_up: Option<SimTime>,
    /// Broker epoch of its last fetch; a fetch may leave it unknown (-1).
    pub broker_epoch: Option<BrokerEpoch>,
    /// High watermark and log start in the last answer of its session. Source: FetchSession.CachedPartition.
    pub told: Option<(Offset, Offset)>,
}

/// A fetch of a follower, as far as its leader's memory of it is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FollowerFetch {
    pub fetch_offset: Offset,
    pub log_start_offset: Offset,
    pub at: SimTime,
    /// The leader's end before it read for this fetch.
    pub leader_log_end_offset: Offset,
    pub broker_epoch: BrokerEpoch,
}

impl Replica {
    pub fn new(broker: BrokerId) -> Self {
        Replica {
            broker,
            log_end_offset: Offset::UNKNOWN,
            log_start_offset: Offset::UNKNOWN,
            last_fetch_leader_log_end_offset: Offset::UNKNOWN,
            last_fetch_time: None,
            last_caught_up: None,
            broker_epoch: None,
            told: None,
        }
    }

    /// Takes note of a fetch. One sent by an earlier life of the broker is refused: the follower it speaks of is gone.
    /// `registered` is the broker's epoch as the leader's metadata has it, if the broker is not fenced.
    /// Source: Replica.updateFetchStateOrThrow; KIP-903.
    pub fn update_fetch_state(
        &mut self,
        fetch: FollowerFetch,
        registered: Option<BrokerEpoch>,
        rules: &Rules,
    ) -> Result<(), ErrorCode> {
        let stale =
            fetch.broker_epoch != BrokerEpoch::UNKNOWN && registered.is_some_and(|epoch| epoch > fetch.broker_epoch);
        if stale && rules.on(Rule::FetchFromCurrentIncarnation) {
            return Err(ErrorCode::NotLeaderOrFollower);
        }
        if fetch.fetch_offset >= fetch.leader_log_end_offset {
            self.last_caught_up = self.last_caught_up.max(Some(fetch.at));
        } else if fetch.fetch_offset >= self.last_fetch_leader_log_end_offset {
            // Under steady load it never reaches the end, but it has what was the end at its previous fetch.
            self.last_caught_up = self.last_caught_up.max(self.last_fetch_time);
        }
        self.log_end_offset = fetch.fetch_offset;
        self.log_start_offset = fetch.log_start_offset;
        self.last_fetch_leader_log_end_offset = self.last_fetch_leader_log_end_offset.max(fetch.leader_log_end_offset);
        self.last_fetch_time = Some(fetch.at);
        self.broker_epoch = Some(fetch.broker_epoch);
        Ok(())
    }

    /// A leadership begins. A new leader knows nothing yet; one elected again keeps the offsets.
    /// A follower outside the ISR counts as never caught up, so that it does not hold back the high watermark.
    /// Source: Replica.resetReplicaState.
    pub fn reset(&mut self, at: SimTime, leader_log_end_offset: Offset, is_new_leader: bool, in_isr: bool) {
        let since = in_isr.then_some(at);
        if is_new_leader {
            *self = Replica::new(self.broker);
        } else {
            self.last_fetch_leader_log_end_offset = leader_log_end_offset;
            self.last_fetch_time = since;
        }
        self.last_caught_up = since;
    }

    /// Has everything, or had it not too long ago. Source: ReplicaState.isCaughtUp.
    pub fn is_caught_up(&self, leader_log_end_offset: Offset, at: SimTime, lag_time_max: Millis) -> bool {
        self.log_end_offset == leader_log_end_offset
            || self
                .last_caught_up
                .is_some_and(|caught_up| at.since(caught_up) <= lag_time_max.micros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> SimTime {
        SimTime(ms * 1_000)
    }

    fn fetch(replica: &mut Replica, at: SimTime, offset: i64, leader_end: i64) {
        let fetch = FollowerFetch {
            fetch_offset: Offset(offset),
            log_start_offset: Offset(1),
            at,
            leader_log_end_offset: Offset(leader_end),
            broker_epoch: BrokerEpoch(2),
        };
        assert_eq!(
            replica.update_fetch_state(fetch, Some(BrokerEpoch(2)), &Rules::default()),
            Ok(())
        );
    }

    /// BR-31
    #[test]
    fn reaching_the_end_of_the_previous_fetch_counts_as_caught_up_then() {
        let mut replica = Replica::new(BrokerId(2));
        fetch(&mut replica, ms(10), 5, 10);
        assert_eq!(replica.last_caught_up, None);
        assert_eq!(replica.last_fetch_leader_log_end_offset, Offset(10));
        fetch(&mut replica, ms(20), 10, 15);
        assert_eq!(replica.last_caught_up, Some(ms(10)));
        assert_eq!(replica.last_fetch_leader_log_end_offset, Offset(15));
        fetch(&mut replica, ms(30), 15, 15);
        assert_eq!(replica.last_caught_up, Some(ms(30)));
        assert_eq!(replica.last_fetch_leader_log_end_offset, Offset(15));
    }

    /// BR-30
    #[test]
    fn a_fetch_of_an_earlier_life_of_the_broker_is_refused() {
        let mut replica = Replica::new(BrokerId(2));
        fetch(&mut replica, ms(10), 5, 10);
        let before = replica.clone();
        let with_epoch = |epoch| FollowerFetch {
            fetch_offset: Offset(7),
            log_start_offset: Offset(0),
            at: ms(20),
            leader_log_end_offset: Offset(10),
            broker_epoch: BrokerEpoch(epoch),
        };
        assert_eq!(
            replica.update_fetch_state(with_epoch(1), Some(BrokerEpoch(2)), &Rules::default()),
            Err(ErrorCode::NotLeaderOrFollower)
        );
        assert_eq!(replica, before);
        assert_eq!(
            replica.update_fetch_state(with_epoch(-1), Some(BrokerEpoch(2)), &Rules::default()),
            Ok(())
        );
        assert_eq!(replica.log_end_offset, Offset(7));
    }

    /// BR-58: leo 10, log start 1, the leader's end at the election 11.
    #[test]
    fn a_leader_elected_again_remembers_its_followers() {
        for in_isr in [true, false] {
            let mut replica = Replica::new(BrokerId(2));
            fetch(&mut replica, ms(10), 10, 10);
            replica.reset(ms(50), Offset(11), false, in_isr);
            assert_eq!(
                (replica.log_end_offset, replica.log_start_offset),
                (Offset(10), Offset(1))
            );
            assert_eq!(replica.last_fetch_leader_log_end_offset, Offset(11));
            let expected = in_isr.then_some(ms(50));
            assert_eq!((replica.last_caught_up, replica.last_fetch_time), (expected, expected));
        }
    }

    /// BR-59
    #[test]
    fn a_new_leader_knows_nothing_of_its_followers() {
        for in_isr in [true, false] {
            let mut replica = Replica::new(BrokerId(2));
            fetch(&mut replica, ms(10), 10, 10);
            replica.reset(ms(50), Offset(11), true, in_isr);
            let mut expected = Replica::new(BrokerId(2));
            expected.last_caught_up = in_isr.then_some(ms(50));
            assert_eq!(replica, expected);
        }
    }

    /// BR-35, BR-36, BR-37, BR-38: lag limit 100 ms, the leader's end is 20.
    #[test]
    fn a_follower_is_out_of_sync_by_time_not_by_number_of_records() {
        let in_sync = |fetches: &[(u64, i64)], at| {
            let mut replica = Replica::new(BrokerId(2));
            replica.reset(ms(0), Offset(20), true, true);
            for &(when, offset) in fetches {
                fetch(&mut replica, ms(when), offset, 20);
            }
            replica.is_caught_up(Offset(20), ms(at), Millis(100))
        };
        assert!(!in_sync(&[(0, 19)], 150), "stuck one record behind");
        assert!(!in_sync(&[], 150), "never fetched");
        assert!(in_sync(&[(0, 18), (75, 19)], 75), "slow, still within the limit");
        assert!(!in_sync(&[(0, 18), (75, 19)], 150), "slow, over the limit");
        assert!(in_sync(&[(0, 18), (75, 19), (150, 20)], 150), "slow, then at the end");
        assert!(in_sync(&[(0, 20)], 150), "silent, but has everything");
    }
}
