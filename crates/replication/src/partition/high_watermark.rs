//! How far a leader may say that records are committed.
//!
//! The candidate is the least log end offset among the leader, the maximal ISR, and followers outside the ISR that are caught
//! up and may join it. The high watermark moves up to it, never back; not at all while the committed ISR is below min ISR.
//!
//! Source: Partition.maybeIncrementLeaderHW; KIP-497, KIP-966.

use super::replica::Replica;
use super::{Leader, Partition, Role, Surroundings};
use crate::base::id::BrokerId;
use crate::base::offset::Offset;
use crate::base::rule::Rule;
use crate::base::why::Why;

impl Partition {
    /// Moves the high watermark up if it may, and says whether it did.
    /// Source: Partition.maybeIncrementLeaderHW.
    pub fn maybe_increment_high_watermark(&mut self, log_end_offset: Offset, around: &Surroundings<'_>) -> bool {
        let Some(candidate) = self.high_watermark_candidate(log_end_offset, around) else {
            return false;
        };
        if candidate <= self.high_watermark {
            return false;
        }
        self.high_watermark = candidate;
        true
    }

    /// Where the high watermark may be. `None` on a follower, and while the ISR is below min ISR.
    fn high_watermark_candidate(&self, log_end_offset: Offset, around: &Surroundings<'_>) -> Option<Offset> {
        let leader = self.as_leader()?;
        let rules = &around.config.rules;
        if self.is_under_min_isr(leader) && rules.on(Rule::MinIsrHoldsHighWatermark) {
            return None;
        }
        let mut candidate = log_end_offset;
        for replica in &leader.remote_replicas {
            // A follower that has not fetched yet (-1) blocks, if it counts.
            if replica.log_end_offset < candidate && counts(leader, replica, log_end_offset, around) {
                candidate = replica.log_end_offset;
            }
        }
        Some(candidate)
    }

    /// Whether the high watermark waits for a follower. Never on a follower.
    pub fn high_watermark_waits_for(
        &self,
        follower: BrokerId,
        log_end_offset: Offset,
        around: &Surroundings<'_>,
    ) -> bool {
        let Some(leader) = self.as_leader() else { return false };
        let replica = leader.replica(follower);
        replica.is_some_and(|replica| counts(leader, replica, log_end_offset, around))
    }

    /// Why the high watermark is where it is. `None` on a follower, whose high watermark is what its leader told it.
    pub fn why_high_watermark(&self, log_end_offset: Offset, around: &Surroundings<'_>) -> Option<Why> {
        let Role::Leader(leader) = &self.role else { return None };
        let (partition, high_watermark) = (self.id, self.high_watermark);
        if high_watermark == log_end_offset {
            return Some(Why::HighWatermarkAtLogEnd {
                partition,
                high_watermark,
            });
        }
        let Some(candidate) = self.high_watermark_candidate(log_end_offset, around) else {
            return Some(Why::HighWatermarkFrozen {
                partition,
                high_watermark,
                isr: leader.isr_state.isr().iter().copied().collect(),
                min_insync_replicas: self.effective_min_insync_replicas(leader),
            });
        };
        let counted: Vec<_> = leader
            .remote_replicas
            .iter()
            .filter(|replica| counts(leader, replica, log_end_offset, around))
            .map(|replica| (replica.broker, replica.log_end_offset))
            .collect();
        Some(Why::HighWatermarkHeldBack {
            partition,
            high_watermark,
            by: counted.iter().copied().filter(|&(_, end)| end == candidate).collect(),
            counted,
        })
    }
}

/// Whether the high watermark waits for this follower.
fn counts(leader: &Leader, replica: &Replica, leader_log_end_offset: Offset, around: &Surroundings<'_>) -> bool {
    let (rules, broker) = (&around.config.rules, replica.broker);
    if replica.log_end_offset == Offset::UNKNOWN && !rules.on(Rule::UnknownFollowerHoldsHighWatermark) {
        return false;
    }
    if leader.isr_state.is_leaving(broker) && !rules.on(Rule::LeavingMemberHoldsHighWatermark) {
        return false;
    }
    if leader.isr_state.is_joining(broker) && !rules.on(Rule::JoiningMemberHoldsHighWatermark) {
        return false;
    }
    leader.isr_state.in_maximal_isr(broker)
        || (replica.is_caught_up(
            leader_log_end_offset,
            around.at,
            around.config.broker().replica_lag_time_max,
        ) && super::isr::eligible(replica, around).is_ok())
}
