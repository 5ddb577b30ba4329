//! The log of one replica as the file system holds it: batches in offset order, where it starts and ends, its epochs.
//!
//! This is what survives a process that dies: appends go to the page cache, and nothing here waits for a disk. What is known
//! to be flushed is `recovery_point`; only a power loss asks for it. The high watermark is not here: a broker keeps it in
//! memory and checkpoints it (`disk.rs`). Simplified: no segments, so retention and roll are by batch.
//!
//! Source: UnifiedLog, LocalLog.

use std::sync::Arc;

use super::leader_epoch_cache::LeaderEpochCache;
use super::producer_state_manager::{NOTHING_EXPIRES, ProducerStateManager};
use super::record_batch::{BATCH_OVERHEAD, RecordBatch, TransactionResult};
use super::transaction_index::TransactionIndex;
use crate::base::epoch::LeaderEpoch;
use crate::base::offset::Offset;

/// Batches that are shared between copies of a log; a copy that appends copies at most this many.
const CHUNK: usize = 32;

/// `log_start_offset <= log_end_offset`; the high watermark, kept elsewhere, lies between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Log {
    /// Full chunks of `CHUNK` batches, then at most one that is still filling.
    chunks: Vec<Arc<Vec<Arc<RecordBatch>>>>,
    log_start_offset: Offset,
    log_end_offset: Offset,
    /// Everything below it is flushed.
    recovery_point: Offset,
    pub epochs: LeaderEpochCache,
    /// In memory, but for its snapshots; a start makes it anew from what is on the disk.
    pub producers: ProducerStateManager,
    pub aborted: TransactionIndex,
}

impl Default for Log {
    fn default() -> Self {
        Log::starting_at(Offset::ZERO)
    }
}

impl Log {
    /// An empty log whose first record will get this offset.
    pub fn starting_at(offset: Offset) -> Self {
        Log {
            chunks: Vec::new(),
            log_start_offset: offset,
            log_end_offset: offset,
            recovery_point: offset,
            epochs: LeaderEpochCache::default(),
            producers: ProducerStateManager::default(),
            aborted: TransactionIndex::default(),
        }
    }

    /// First readable offset.
    pub fn log_start_offset(&self) -> Offset {
        self.log_start_offset
    }

    /// The offset the next record will get.
    pub fn log_end_offset(&self) -> Offset {
        self.log_end_offset
    }

    pub fn recovery_point(&self) -> Offset {
        self.recovery_point
    }

    /// All batches, oldest first. The first may begin below `log_start_offset`.
    pub fn batches(&self) -> impl DoubleEndedIterator<Item = &Arc<RecordBatch>> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    pub fn last_batch(&self) -> Option<&Arc<RecordBatch>> {
        self.chunks.last().and_then(|chunk| chunk.last())
    }

    /// Epoch of the newest batch, or of a leadership begun here without a record.
    pub fn latest_epoch(&self) -> Option<LeaderEpoch> {
        self.epochs.latest_epoch()
    }

    /// Appends a batch that already has its offset and epoch, and notes its epoch, its producer and what it ends.
    /// Source: UnifiedLog.append.
    pub fn append(&mut self, batch: Arc<RecordBatch>) {
        assert!(
            batch.base_offset >= self.log_end_offset,
            "offsets only rise along a log"
        );
        assert!(!batch.records.is_empty(), "a batch holds at least one record");
        self.epochs.assign(batch.leader_epoch, batch.base_offset);
        self.log_end_offset = batch.next_offset();
        self.note_producer(&batch, true);
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => Arc::make_mut(chunk).push(batch),
            _ => self.chunks.push(Arc::new(vec![batch])),
        }
    }

    /// Source: UnifiedLog.updateProducers, LogSegment.updateTxnIndex.
    fn note_producer(&mut self, batch: &RecordBatch, with_index: bool) {
        if let Some(completed) = self.producers.appended(batch)
            && with_index
            && completed.result == TransactionResult::Abort
        {
            let last_stable_offset = self.producers.last_stable_offset(&completed);
            self.aborted.append(&completed, last_stable_offset);
        }
    }

    /// Whole batches from the one that contains `from`, ending before `bound`, of at most `max_bytes` in all; one batch comes
    /// even if it is larger, when `at_least_one` says so. Nothing when `from` is outside the log.
    /// Source: LocalLog.read, FileRecords.slice.
    pub fn read(&self, from: Offset, bound: Offset, max_bytes: i64, at_least_one: bool) -> Vec<Arc<RecordBatch>> {
        let mut found = Vec::new();
        let mut left = max_bytes;
        for batch in self.batches_from(from).take_while(|batch| batch.base_offset < bound) {
            left -= batch.size_in_bytes();
            if left < 0 && !(found.is_empty() && at_least_one) {
                break;
            }
            found.push(batch.clone());
        }
        found
    }

    /// Bytes of the batches from the one that contains `from`, ending before `bound`; stops counting where it is sure to reach
    /// `enough`, and says that.
    pub fn readable_bytes(&self, from: Offset, bound: Offset, enough: i64) -> i64 {
        let mut bytes = 0;
        for batch in self.batches_from(from).take_while(|batch| batch.base_offset < bound) {
            if bytes + BATCH_OVERHEAD >= enough {
                return enough;
            }
            bytes += batch.size_in_bytes();
        }
        bytes.min(enough)
    }

    /// Batches from the one that contains `offset` on.
    pub fn batches_from(&self, offset: Offset) -> impl Iterator<Item = &Arc<RecordBatch>> {
        let first = self
            .chunks
            .partition_point(|chunk| chunk.last().is_some_and(|batch| batch.last_offset() < offset));
        self.chunks[first..]
            .iter()
            .flat_map(|chunk| chunk.iter())
            .skip_while(move |batch| batch.last_offset() < offset)
    }

    /// The batch that holds this offset.
    pub fn batch_at(&self, offset: Offset) -> Option<&Arc<RecordBatch>> {
        self.batches_from(offset)
            .next()
            .filter(|batch| batch.base_offset <= offset)
    }

    /// Cuts the log before the first batch that reaches `target`, and forgets the epochs that began there or later. With
    /// `target` at or above the end no record goes, but an epoch without records does. Producers are known as the rest of the
    /// log says; those with no record newer than `expired_until`, in ms, are not loaded.
    /// Source: UnifiedLog.truncateTo.
    pub fn truncate_to(&mut self, target: Offset, expired_until: i64) {
        if target < self.log_end_offset {
            while let Some(chunk) = self.chunks.last_mut() {
                if chunk.first().is_some_and(|batch| batch.last_offset() >= target) {
                    self.chunks.pop();
                    continue;
                }
                let keep = chunk.partition_point(|batch| batch.last_offset() < target);
                if keep < chunk.len() {
                    Arc::make_mut(chunk).truncate(keep);
                }
                break;
            }
            self.log_end_offset = target;
            self.log_start_offset = self.log_start_offset.min(target);
            self.recovery_point = self.recovery_point.min(target);
            self.aborted.truncate_to(target);
            // Nothing is looked for where nothing was known; so what had expired at the start does not come back.
            let nothing_known = self.producers.is_empty();
            let from = self
                .producers
                .truncate_and_reload(self.log_start_offset, target, expired_until);
            if !nothing_known {
                self.replay_producers(from, false);
            }
            self.producers.take_snapshot(target, self.log_start_offset);
        }
        self.epochs.truncate_from_end(target.min(self.log_end_offset));
    }

    /// Opens the log after a restart. Epochs that began at or behind the end are dropped, whatever the stop was like. After an
    /// unclean stop the batches above the flushed part are gone through: the log is cut at the first corrupt one, and epochs
    /// are found that the cache does not know. A log that then ends below the checkpointed start begins anew there.
    /// Source: LogLoader.load, UnifiedLog.initializeLeaderEpochCache.
    pub fn load(&mut self, clean: bool, checkpointed_start: Offset, expired_until: i64) {
        if !clean {
            let corrupt = self.batches_from(self.recovery_point).find(|batch| batch.is_corrupt);
            if let Some(cut) = corrupt.map(|batch| batch.base_offset) {
                self.truncate_to(cut, NOTHING_EXPIRES);
            }
            if self.log_end_offset < checkpointed_start {
                self.truncate_fully_and_start_at(checkpointed_start);
            }
            let unflushed: Vec<(LeaderEpoch, Offset)> = self
                .batches_from(self.recovery_point)
                .map(|batch| (batch.leader_epoch, batch.base_offset))
                .collect();
            for (epoch, base_offset) in unflushed {
                if self.latest_epoch().is_none_or(|latest| epoch > latest) {
                    self.epochs.assign(epoch, base_offset);
                }
            }
        }
        self.epochs.truncate_from_end(self.log_end_offset);
        self.epochs.truncate_from_start(self.log_start_offset);
        self.load_producers(clean, expired_until);
    }

    /// After an unclean stop the whole log says who wrote what; it is put into a snapshot, and from that it is loaded.
    /// Source: LogLoader.recoverSegment, UnifiedLog.rebuildProducerState.
    fn load_producers(&mut self, clean: bool, expired_until: i64) {
        let (start, end) = (self.log_start_offset, self.log_end_offset);
        self.producers.remove_stray_snapshots(clean);
        if !clean {
            self.producers.truncate_and_reload(start, end, NOTHING_EXPIRES);
            self.aborted.clear();
            self.replay_producers(Offset::ZERO, true);
            self.producers.take_snapshot(end, start);
        }
        let from = self.producers.truncate_and_reload(start, end, expired_until);
        if from > start {
            self.replay_producers(from, false);
        }
    }

    /// Source: UnifiedLog.loadProducersFromRecords.
    fn replay_producers(&mut self, from: Offset, with_index: bool) {
        let batches: Vec<Arc<RecordBatch>> = self.batches_from(from).cloned().collect();
        for batch in batches
            .iter()
            .filter(|batch| batch.producer.is_some() && batch.base_offset >= from)
        {
            self.note_producer(batch, with_index);
        }
    }

    /// Source: UnifiedLog.close.
    pub fn close(&mut self) {
        self.flush();
        self.producers.take_snapshot(self.log_end_offset, self.log_start_offset);
    }

    /// Empties the log; the next record gets `offset`.
    /// Source: UnifiedLog.truncateFullyAndStartAt.
    pub fn truncate_fully_and_start_at(&mut self, offset: Offset) {
        *self = Log::starting_at(offset);
    }

    /// Raises the first readable offset; whole batches below it go. Source: UnifiedLog.maybeIncrementLogStartOffset.
    pub fn maybe_increment_log_start_offset(&mut self, offset: Offset) {
        if offset <= self.log_start_offset {
            return;
        }
        self.log_start_offset = offset;
        self.epochs.truncate_from_start(offset);
        self.producers.high_watermark_updated(offset);
        while let Some(chunk) = self.chunks.first_mut() {
            if chunk.last().is_some_and(|batch| batch.last_offset() < offset) {
                self.chunks.remove(0);
                continue;
            }
            let drop = chunk.partition_point(|batch| batch.last_offset() < offset);
            if drop > 0 {
                Arc::make_mut(chunk).drain(..drop);
            }
            break;
        }
    }

    /// Forces everything to disk. Source: UnifiedLog.flush.
    pub fn flush(&mut self) {
        self.recovery_point = self.log_end_offset;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::{ClientId, RecordId};
    use crate::log::record_batch::Record;

    fn batch(base: i64, records: u32, epoch: i32) -> Arc<RecordBatch> {
        let record = |n| Record {
            id: RecordId {
                producer: ClientId(0),
                n,
            },
            key: None,
            value: Some("v".into()),
            headers: Vec::new(),
            timestamp: 0,
        };
        Arc::new(RecordBatch {
            base_offset: Offset(base),
            leader_epoch: LeaderEpoch(epoch),
            ..RecordBatch::of((0..records).map(record).collect())
        })
    }

    /// A log of `batches` batches of two records each.
    fn log(batches: i64) -> Log {
        let mut log = Log::default();
        for n in 0..batches {
            log.append(batch(2 * n, 2, 0));
        }
        log
    }

    #[test]
    fn reading_starts_with_the_batch_that_contains_the_offset() {
        let log = log(100);
        let bases = |from, bound| {
            log.read(Offset(from), Offset(bound), i64::MAX, true)
                .iter()
                .map(|b| b.base_offset.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(bases(131, 136), [130, 132, 134]);
        assert_eq!(bases(200, 200), [0i64; 0]);
        assert_eq!(log.read(Offset(0), Offset(200), 1, true).len(), 1);
        assert_eq!(log.read(Offset(0), Offset(200), 1, false).len(), 0);
    }

    #[test]
    fn truncation_cuts_whole_batches_and_epochs_that_began_there() {
        let mut log = log(100);
        log.append(batch(200, 1, 3));
        log.truncate_to(Offset(130), NOTHING_EXPIRES);
        assert_eq!(log.log_end_offset(), Offset(130));
        assert_eq!(log.last_batch().unwrap().last_offset(), Offset(129));
        assert_eq!(log.latest_epoch(), Some(LeaderEpoch(0)));
    }

    #[test]
    fn an_empty_epoch_goes_although_no_record_does() {
        let mut log = log(1);
        log.epochs.assign(LeaderEpoch(7), Offset(2));
        log.truncate_to(Offset(2), NOTHING_EXPIRES);
        assert_eq!(log.latest_epoch(), Some(LeaderEpoch(0)));
        assert_eq!(log.log_end_offset(), Offset(2));
    }

    /// BR-70: epochs 19@27, LEO 29; leader epoch 20 begins at 29 without a record.
    #[test]
    fn truncating_to_or_past_the_end_forgets_an_epoch_without_records() {
        for target in [29, 30] {
            let mut log = Log::starting_at(Offset(27));
            log.append(batch(27, 2, 19));
            log.epochs.assign(LeaderEpoch(20), Offset(29));
            log.truncate_to(Offset(target), NOTHING_EXPIRES);
            assert_eq!(log.latest_epoch(), Some(LeaderEpoch(19)));
            assert_eq!(log.log_end_offset(), Offset(29));
        }
    }

    /// BR-103: batches of epochs 1, 2, 2, 3; the cache has lost what is above 2@1.
    #[test]
    fn loading_after_an_unclean_stop_learns_epochs_from_the_batches() {
        let mut log = Log::default();
        for (base, epoch) in [(0, 1), (1, 2), (2, 2), (3, 3)] {
            log.append(batch(base, 1, epoch));
        }
        log.epochs.truncate_from_end(Offset(3));
        log.load(false, Offset(0), NOTHING_EXPIRES);
        let epochs: Vec<_> = log
            .epochs
            .entries()
            .iter()
            .map(|e| (e.epoch.0, e.start_offset.0))
            .collect();
        assert_eq!(epochs, [(1, 0), (2, 1), (3, 3)]);
    }

    #[test]
    fn br_71_an_empty_log_learns_the_epoch_of_what_it_copies() {
        let mut log = Log::default();
        log.append(batch(0, 2, 42));
        assert_eq!(log.latest_epoch(), Some(LeaderEpoch(42)));
    }

    /// BR-101: the recovery point moves with the flush, not with the loading.
    #[test]
    fn br_101_an_unclean_start_loads_every_record_and_flushes_none() {
        for recovery_point in [10, 100] {
            let mut log = Log::default();
            for offset in 0..100 {
                log.append(batch(offset, 1, 0));
                if offset + 1 == recovery_point {
                    log.flush();
                }
            }
            log.load(false, Offset(0), NOTHING_EXPIRES);
            assert_eq!(
                (log.log_end_offset(), log.recovery_point()),
                (Offset(100), Offset(recovery_point))
            );
            log.flush();
            assert_eq!(log.recovery_point(), Offset(100));
        }
    }

    #[test]
    fn a_log_that_ends_below_its_checkpointed_start_begins_anew_there() {
        let mut log = log(1);
        log.load(false, Offset(4), NOTHING_EXPIRES);
        assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(4), Offset(4)));
    }

    #[test]
    fn raising_the_start_drops_whole_batches_below_it() {
        let mut log = log(100);
        log.maybe_increment_log_start_offset(Offset(131));
        assert_eq!(log.log_start_offset(), Offset(131));
        assert_eq!(log.batches().next().unwrap().base_offset, Offset(130));
    }
}
