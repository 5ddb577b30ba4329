//! What a replica keeps of all producers of a partition, and of their transactions.
//!
//! It follows from the log: every append updates it, a truncation builds it anew up to where the log now ends. So that a start
//! need not read the whole log, it is written to a snapshot file at a clean stop, after recovery and after a truncation; a
//! snapshot holds only the last batch of each producer, and what has expired by then is not loaded. After a restart
//! fewer than five batches may therefore be recognised.
//!
//! Simplified: no segments, so there is no snapshot at a roll.
//!
//! Source: ProducerStateManager, UnifiedLog.rebuildProducerState.

use std::sync::Arc;

use super::producer_state::{BatchMetadata, ProducerStateEntry, find_duplicate, may_append, may_append_marker};
use super::record_batch::{RecordBatch, TransactionResult};
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::base::why::ProducerFault;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProducerStateManager {
    producers: Map<i64, ProducerStateEntry>,
    /// Transactions that no marker has ended yet: their first offset, and whose they are.
    ongoing: Map<Offset, i64>,
    /// Transactions that were ended by a marker which was not below the high watermark when it was last looked at.
    unreplicated: Vec<CompletedTransaction>,
    /// Files on disk, by ascending offset.
    snapshots: Vec<Snapshot>,
}

/// File `<offset>.snapshot`: what is known of the producers from the log before this offset.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Snapshot {
    offset: Offset,
    producers: Arc<Map<i64, ProducerStateEntry>>,
}

/// A transaction whose marker is in the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CompletedTransaction {
    pub producer_id: i64,
    pub first_offset: Offset,
    /// Of the marker.
    pub last_offset: Offset,
    pub result: TransactionResult,
}

/// What a leader makes of a batch before it writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Examined {
    ToBeAppended,
    /// It stands in the log already, there.
    Duplicate(BatchMetadata),
    Refused(ProducerFault),
}

/// As the timestamp up to which producers are forgotten: none is.
pub const NOTHING_EXPIRES: i64 = i64::MIN;

/// Who wants a batch written. Source: AppendOrigin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AppendOrigin {
    Client,
    /// A transaction coordinator, for a transaction of this `transaction.version`.
    Coordinator {
        transaction_version: i16,
    },
}

impl ProducerStateManager {
    pub fn producers(&self) -> &Map<i64, ProducerStateEntry> {
        &self.producers
    }

    /// Source: UnifiedLog.analyzeAndValidateProducerState.
    pub fn examine(&self, batch: &RecordBatch, origin: AppendOrigin, rules: &Rules) -> Examined {
        let Some(producer) = batch.producer else {
            return Examined::ToBeAppended;
        };
        let entry = self.producers.get(&producer.id);
        let may = match (origin, batch.control) {
            (AppendOrigin::Coordinator { transaction_version }, Some(marker)) => {
                may_append_marker(entry, producer, marker, transaction_version)
            }
            _ => {
                let duplicate = entry.and_then(|entry| find_duplicate(entry, producer, batch));
                match duplicate {
                    Some(original) if rules.on(Rule::DuplicatesAreRecognised) => return Examined::Duplicate(original),
                    Some(_) => Ok(()),
                    None => may_append(entry, producer, batch, rules),
                }
            }
        };
        may.map_or_else(Examined::Refused, |()| Examined::ToBeAppended)
    }

    /// Takes over a batch that now stands in the log; no check fails. The transaction that it ended.
    /// Source: ProducerStateManager.update, completeTxn.
    pub(super) fn appended(&mut self, batch: &RecordBatch) -> Option<CompletedTransaction> {
        let producer = batch.producer?;
        let known = self.producers.get(&producer.id).copied();
        let (entry, ended) = ProducerStateEntry::appended(known, producer.epoch, batch);
        let began = entry.current_txn_first_offset;
        if began.is_some() && known.and_then(|known| known.current_txn_first_offset) != began {
            self.ongoing.insert(batch.base_offset, producer.id);
        }
        self.producers.insert(producer.id, entry);
        let first_offset = ended?;
        self.ongoing.remove(&first_offset);
        let completed = CompletedTransaction {
            producer_id: producer.id,
            first_offset,
            last_offset: batch.base_offset,
            result: batch.control?.result,
        };
        self.unreplicated.push(completed);
        Some(completed)
    }

    /// Where the earliest transaction began that is still open, or whose marker is not below the high watermark.
    /// Source: ProducerStateManager.firstUnstableOffset.
    pub fn first_unstable_offset(&self, high_watermark: Offset) -> Option<Offset> {
        let undecided = self.ongoing.keys().next().copied();
        let above = self.unreplicated.iter().filter(|txn| txn.last_offset >= high_watermark);
        above.map(|txn| txn.first_offset).chain(undecided).min()
    }

    /// Up to where every transaction is decided once this one is; entered into the transaction index.
    /// Source: ProducerStateManager.lastStableOffset.
    pub(super) fn last_stable_offset(&self, completed: &CompletedTransaction) -> Offset {
        self.ongoing.keys().next().copied().unwrap_or(completed.last_offset + 1)
    }

    /// Transactions with markers below it are visible from now on. Source: ProducerStateManager.onHighWatermarkUpdated.
    pub fn high_watermark_updated(&mut self, high_watermark: Offset) {
        self.unreplicated.retain(|txn| txn.last_offset >= high_watermark);
    }

    /// Whether `high_watermark_updated` has something to do.
    pub fn has_unreplicated(&self) -> bool {
        !self.unreplicated.is_empty()
    }

    /// Whether a read has to look for transactions at all.
    pub fn has_transactions(&self) -> bool {
        !(self.ongoing.is_empty() && self.unreplicated.is_empty())
    }

    /// Forgets producers whose newest record has this timestamp or an older one, unless a transaction of theirs is open.
    /// Source: ProducerStateManager.removeExpiredProducers.
    pub fn remove_expired(&mut self, expired_until: i64) {
        self.producers.retain(|_, entry| !is_expired(entry, expired_until));
    }

    pub fn has_expired(&self, expired_until: i64) -> bool {
        self.producers.values().any(|entry| is_expired(entry, expired_until))
    }

    /// Writes a snapshot of what the log before `offset` says. Source: ProducerStateManager.takeSnapshot.
    pub(super) fn take_snapshot(&mut self, offset: Offset, log_start_offset: Offset) {
        let newest = self
            .snapshots
            .last()
            .map_or(log_start_offset, |snapshot| snapshot.offset);
        if offset > newest {
            let producers = self.producers.iter().map(|(id, entry)| (*id, entry.as_in_snapshot()));
            self.snapshots.push(Snapshot {
                offset,
                producers: Arc::new(producers.collect()),
            });
        }
    }

    /// Goes back to the newest snapshot that a log of these bounds leaves, and says from which offset on the log has to be
    /// gone through. Source: ProducerStateManager.truncateAndReload, loadFromSnapshot.
    pub(super) fn truncate_and_reload(&mut self, log_start_offset: Offset, end: Offset, expired_until: i64) -> Offset {
        self.snapshots
            .retain(|snapshot| snapshot.offset > log_start_offset && snapshot.offset <= end);
        self.producers.clear();
        self.ongoing.clear();
        self.unreplicated.clear();
        let Some(snapshot) = self.snapshots.last() else {
            return log_start_offset;
        };
        let kept = snapshot
            .producers
            .iter()
            .filter(|(_, entry)| !is_expired(entry, expired_until));
        self.producers = kept.map(|(id, entry)| (*id, *entry)).collect();
        let open = |(id, entry): (&i64, &ProducerStateEntry)| Some((entry.current_txn_first_offset?, *id));
        self.ongoing = self.producers.iter().filter_map(open).collect();
        snapshot.offset
    }

    /// Nothing is known and nothing can be missing. Source: ProducerStateManager.isEmpty.
    pub(super) fn is_empty(&self) -> bool {
        self.producers.is_empty() && self.unreplicated.is_empty()
    }

    /// Only the newest snapshot file outlives a start; none that was written before an unclean stop.
    /// Source: ProducerStateManager.removeStraySnapshots; LogLoader.recoverSegment.
    pub(super) fn remove_stray_snapshots(&mut self, clean: bool) {
        let kept = usize::from(clean).min(self.snapshots.len());
        self.snapshots.drain(..self.snapshots.len() - kept);
    }
}

/// Source: ProducerStateManager.isProducerExpired.
fn is_expired(entry: &ProducerStateEntry, expired_until: i64) -> bool {
    entry.current_txn_first_offset.is_none() && entry.last_timestamp <= expired_until
}
