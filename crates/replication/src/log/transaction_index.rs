//! Which transactions of a partition were aborted, for readers that are to leave them out.
//!
//! A follower writes the same entries from the markers it copies. Simplified: one index instead of one file a segment.
//!
//! Source: TransactionIndex, AbortedTxn.

use super::producer_state_manager::CompletedTransaction;
use crate::base::offset::Offset;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AbortedTxn {
    pub producer_id: i64,
    pub first_offset: Offset,
    /// Of the marker.
    pub last_offset: Offset,
    /// Up to where every transaction was decided by this marker: nothing aborted later reaches back before it.
    pub last_stable_offset: Offset,
}

/// In the order of their markers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TransactionIndex {
    aborted: Vec<AbortedTxn>,
}

impl TransactionIndex {
    pub fn aborted(&self) -> &[AbortedTxn] {
        &self.aborted
    }

    /// Source: LogSegment.updateTxnIndex.
    pub(super) fn append(&mut self, completed: &CompletedTransaction, last_stable_offset: Offset) {
        self.aborted.push(AbortedTxn {
            producer_id: completed.producer_id,
            first_offset: completed.first_offset,
            last_offset: completed.last_offset,
            last_stable_offset,
        });
    }

    /// Those of which something lies between two offsets, the second exclusive.
    /// Source: TransactionIndex.collectAbortedTxns.
    pub fn collect(&self, from: Offset, until: Offset) -> Vec<AbortedTxn> {
        let first = self.aborted.partition_point(|txn| txn.last_offset < from);
        let mut found = Vec::new();
        for txn in &self.aborted[first..] {
            if txn.first_offset < until {
                found.push(*txn);
            }
            if txn.last_stable_offset >= until {
                break;
            }
        }
        found
    }

    pub(super) fn truncate_to(&mut self, end: Offset) {
        let kept = self.aborted.partition_point(|txn| txn.last_offset < end);
        self.aborted.truncate(kept);
    }

    pub(super) fn clear(&mut self) {
        self.aborted.clear();
    }
}
