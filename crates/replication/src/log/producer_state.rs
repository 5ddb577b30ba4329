//! What a replica keeps of one producer, and what a leader asks of the producer's next batch.
//!
//! A producer that retries cannot know whether the first copy was stored. So it numbers its records, and a leader compares: a
//! batch with the numbers of one of the last five is answered as that one was; one that leaves a gap, or comes from an epoch
//! that is over, is refused. Nothing is kept beside the log: followers derive the same from what they copy, and a new leader
//! goes on where the old one stopped.
//!
//! Not modelled: the verification of a transaction at its coordinator (KIP-890), which comes before these checks.
//!
//! Source: ProducerStateEntry, BatchMetadata, ProducerAppendInfo; KIP-98, KIP-360.

use crate::base::error_code::ErrorCode;
use crate::base::id::ProducerIdAndEpoch;
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::base::why::ProducerFault;
use crate::log::record_batch::{EndTransactionMarker, NO_SEQUENCE, RecordBatch, increment_sequence};

/// Batches that are remembered of a producer; as many as it may have in flight. Source: ProducerStateEntry.NUM_BATCHES_TO_RETAIN.
pub const RETAINED_BATCHES: usize = 5;

/// A batch in the log, as far as a copy of it must be recognised.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BatchMetadata {
    pub base_sequence: i32,
    pub records: i32,
    pub base_offset: Offset,
}

impl BatchMetadata {
    fn of(batch: &RecordBatch) -> Self {
        BatchMetadata {
            base_sequence: batch.base_sequence,
            records: batch.records.len() as i32,
            base_offset: batch.base_offset,
        }
    }

    pub fn last_sequence(&self) -> i32 {
        increment_sequence(self.base_sequence, self.records - 1)
    }

    pub fn next_offset(&self) -> Offset {
        self.base_offset + i64::from(self.records)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProducerStateEntry {
    pub producer_epoch: i16,
    /// Of the coordinator that wrote the last marker; -1 before the first.
    pub coordinator_epoch: i32,
    /// Largest timestamp in the newest batch. It expires by this one, not by when it was appended.
    pub last_timestamp: i64,
    /// Where the transaction began that the producer has open here.
    pub current_txn_first_offset: Option<Offset>,
    /// The newest of the present epoch, oldest first; the rest is unused.
    retained: [BatchMetadata; RETAINED_BATCHES],
    count: u8,
}

impl ProducerStateEntry {
    fn new(producer_epoch: i16) -> Self {
        ProducerStateEntry {
            producer_epoch,
            coordinator_epoch: -1,
            last_timestamp: -1,
            current_txn_first_offset: None,
            retained: Default::default(),
            count: 0,
        }
    }

    pub fn batches(&self) -> &[BatchMetadata] {
        &self.retained[..usize::from(self.count)]
    }

    /// -1 when nothing was written in this epoch.
    pub fn last_sequence(&self) -> i32 {
        self.batches().last().map_or(NO_SEQUENCE, BatchMetadata::last_sequence)
    }

    /// What a snapshot file keeps: of the batches only the last. Source: ProducerStateManager.writeSnapshot.
    pub(super) fn as_in_snapshot(&self) -> Self {
        let mut kept = ProducerStateEntry {
            retained: Default::default(),
            count: 0,
            ..*self
        };
        if let Some(last) = self.batches().last() {
            kept.retained[0] = *last;
            kept.count = 1;
        }
        kept
    }

    /// Source: ProducerStateEntry.maybeUpdateProducerEpoch.
    fn maybe_update_producer_epoch(&mut self, producer_epoch: i16) {
        if self.producer_epoch != producer_epoch {
            self.producer_epoch = producer_epoch;
            self.retained = Default::default();
            self.count = 0;
        }
    }

    /// Source: ProducerStateEntry.addBatch.
    fn add_batch(&mut self, batch: BatchMetadata) {
        let count = usize::from(self.count);
        if count == RETAINED_BATCHES {
            self.retained.copy_within(1.., 0);
            self.retained[RETAINED_BATCHES - 1] = batch;
        } else {
            self.retained[count] = batch;
            self.count += 1;
        }
    }

    /// Takes over what a batch says that now stands in the log, whatever it is. The offset at which the transaction began
    /// that a marker ended, if it had one here. Source: ProducerAppendInfo.appendDataBatch, appendEndTxnMarker.
    pub(super) fn appended(known: Option<Self>, producer_epoch: i16, batch: &RecordBatch) -> (Self, Option<Offset>) {
        let mut entry = known.unwrap_or(ProducerStateEntry::new(producer_epoch));
        entry.maybe_update_producer_epoch(producer_epoch);
        entry.last_timestamp = batch.max_timestamp();
        let mut ended = None;
        match batch.control {
            Some(marker) => {
                entry.coordinator_epoch = marker.coordinator_epoch;
                ended = entry.current_txn_first_offset.take();
            }
            None => {
                entry.add_batch(BatchMetadata::of(batch));
                if batch.is_transactional {
                    entry.current_txn_first_offset.get_or_insert(batch.base_offset);
                }
            }
        }
        (entry, ended)
    }
}

/// The batch in the log that this one is a copy of: of the same epoch, with exactly the same numbers, and among the last five.
/// Source: ProducerStateEntry.findDuplicateBatch.
pub fn find_duplicate(
    entry: &ProducerStateEntry,
    producer: ProducerIdAndEpoch,
    batch: &RecordBatch,
) -> Option<BatchMetadata> {
    let same = |known: &&BatchMetadata| {
        known.base_sequence == batch.base_sequence && known.last_sequence() == batch.last_sequence()
    };
    let retained = entry.batches().iter();
    retained
        .copied()
        .find(|known| producer.epoch == entry.producer_epoch && same(&known))
}

/// Whether a leader takes a client's batch that is no copy. `entry`: what is known of its producer.
/// A producer of which nothing is known may begin with any number: its state may have expired, or its records have been deleted.
/// Source: ProducerAppendInfo.checkProducerEpoch, checkSequence, appendDataBatch.
pub fn may_append(
    entry: Option<&ProducerStateEntry>,
    producer: ProducerIdAndEpoch,
    batch: &RecordBatch,
    rules: &Rules,
) -> Result<(), ProducerFault> {
    let Some(entry) = entry else { return Ok(()) };
    let known = entry.producer_epoch;
    if producer.epoch < known {
        return Err(ProducerFault::OldEpoch { known });
    }
    if rules.on(Rule::SequencesHaveNoGaps) {
        check_sequence(entry, producer.epoch, batch.base_sequence)?;
    }
    match entry.current_txn_first_offset {
        Some(since) if !batch.is_transactional => Err(ProducerFault::TransactionOpen { since }),
        _ => Ok(()),
    }
}

fn check_sequence(entry: &ProducerStateEntry, producer_epoch: i16, base_sequence: i32) -> Result<(), ProducerFault> {
    let known = entry.producer_epoch;
    let expected = increment_sequence(entry.last_sequence(), 1);
    match producer_epoch > known {
        true if base_sequence != 0 => Err(ProducerFault::NewEpochBeginsAtZero { known }),
        false if base_sequence != expected => Err(ProducerFault::NotNext { expected }),
        _ => Ok(()),
    }
}

/// Whether a leader takes a marker. Under version 2 of transactions the coordinator has raised the epoch before it writes.
/// Source: ProducerAppendInfo.checkProducerEpoch, checkCoordinatorEpoch; KIP-890.
pub fn may_append_marker(
    entry: Option<&ProducerStateEntry>,
    producer: ProducerIdAndEpoch,
    marker: EndTransactionMarker,
    transaction_version: i16,
) -> Result<(), ProducerFault> {
    let Some(entry) = entry else { return Ok(()) };
    let known = entry.producer_epoch;
    let least = if transaction_version >= 2 { known + 1 } else { known };
    if producer.epoch < least {
        return Err(ProducerFault::OldEpoch { known });
    }
    match entry.coordinator_epoch {
        known if known > marker.coordinator_epoch => Err(ProducerFault::OldCoordinatorEpoch { known }),
        _ => Ok(()),
    }
}

impl ProducerFault {
    pub fn error(self) -> ErrorCode {
        match self {
            ProducerFault::OldEpoch { .. } => ErrorCode::InvalidProducerEpoch,
            ProducerFault::NewEpochBeginsAtZero { .. } | ProducerFault::NotNext { .. } => {
                ErrorCode::OutOfOrderSequenceNumber
            }
            ProducerFault::TransactionOpen { .. } => ErrorCode::InvalidTxnState,
            ProducerFault::OldCoordinatorEpoch { .. } => ErrorCode::TransactionCoordinatorFenced,
        }
    }
}
