//! How a follower finds where its log leaves its leader's, and cuts the rest.
//!
//! A follower fetches from its own end and names the epoch of its last record. A leader whose log does not continue that
//! answers with the largest epoch it knows up to there, and where that epoch ended. Each round goes back at least one epoch.
//!
//! Source: AbstractFetcherThread.getOffsetTruncationState; UnifiedLog.truncateTo; KIP-101, KIP-279, KIP-595.

use super::Partition;
use crate::base::epoch::LeaderEpoch;
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::log::leader_epoch_cache::EpochEndOffset;
use crate::log::log::Log;

/// Where to cut after the leader has answered with a diverging epoch.
/// Source: AbstractFetcherThread.getOffsetTruncationState.
pub fn truncation_target(log: &Log, leader: EpochEndOffset) -> Offset {
    let log_end_offset = log.log_end_offset();
    if leader.epoch == LeaderEpoch::UNDEFINED {
        return leader.end_offset.min(log_end_offset);
    }
    match log.epochs.end_offset_for(leader.epoch, log_end_offset) {
        None => leader.end_offset.min(log_end_offset),
        Some(mine) if mine.epoch == leader.epoch => mine.end_offset.min(leader.end_offset).min(log_end_offset),
        // This replica does not know the leader's epoch: back to the end of the one before, and ask again.
        Some(mine) => mine.end_offset.min(log_end_offset),
    }
}

impl Partition {
    /// Cuts the log; the high watermark goes back only if it would lie behind the end. With nothing to cut, an epoch that
    /// began at the end without a record is forgotten all the same. Producers with no record newer than `expired_until`, in
    /// ms, are forgotten as well.
    /// Source: UnifiedLog.truncateTo.
    pub fn truncate_to(&mut self, log: &mut Log, target: Offset, expired_until: i64, rules: &Rules) {
        if target >= log.log_end_offset() && !rules.on(Rule::TruncationForgetsEmptyEpochs) {
            return;
        }
        if log.batches().next().is_some_and(|first| target < first.base_offset) {
            return self.truncate_fully_and_start_at(log, target);
        }
        log.truncate_to(target, expired_until);
        self.high_watermark = self.high_watermark.min(log.log_end_offset());
    }

    /// Empties the log; the next record gets `offset`. Source: UnifiedLog.truncateFullyAndStartAt.
    pub fn truncate_fully_and_start_at(&mut self, log: &mut Log, offset: Offset) {
        log.truncate_fully_and_start_at(offset);
        self.high_watermark = offset;
    }
}
