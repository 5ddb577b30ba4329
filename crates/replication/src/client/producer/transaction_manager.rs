//! How an idempotent producer numbers its batches, and what it concludes when an answer does not fit.
//!
//! Every batch gets its sequence number when it is first drained and keeps it through all retries, so that a leader
//! recognises a copy and refuses a gap. Up to five may be in flight; once one fails, the numbered ones are sent again one at a time, in
//! order. Where the producer cannot know what became of a number it raises its epoch and numbers anew from 0: what had been
//! stored under the old epoch may then be stored twice, which is preferred to losing it.
//!
//! Not built yet: `transactional.id`.
//!
//! Differs: when the epochs of an id are used up, batches that are to be numbered anew wait for the new id; Kafka numbers them
//! under no id first.
//!
//! Source: TransactionManager, TxnPartitionMap, TxnPartitionEntry; KIP-98, KIP-360.

use super::batch::{ProducerBatch, ProducerState};
use crate::base::error_code::ErrorCode;
use crate::base::id::{ProducerIdAndEpoch, TopicPartition};
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::set::Set;
use crate::base::why::BatchWaits;
use crate::log::record_batch::increment_sequence;

/// How the producer stands with its id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IdState {
    /// It is asked for as soon as a broker takes the request.
    Wanted,
    Asked,
    /// `Timer::ProducerIdRetry` is running.
    BacksOff,
    Known(ProducerIdAndEpoch),
}

/// A batch that was numbered and has not come to its end: on its way, or back in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct InFlight {
    producer: ProducerIdAndEpoch,
    base_sequence: i32,
    /// Of the batch within its producer.
    number: u64,
    records: i32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct PartitionEntry {
    /// Under which its batches are numbered; it changes only when none is in flight, or by rewriting those that are.
    producer: Option<ProducerIdAndEpoch>,
    /// Of the next batch.
    next_sequence: i32,
    last_acked_sequence: Option<i32>,
    last_acked_offset: Option<Offset>,
    /// By id, epoch and sequence.
    in_flight: Vec<InFlight>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TransactionManager {
    id: IdState,
    partitions: Map<TopicPartition, PartitionEntry>,
    /// Partitions with a batch that was given up after it had been sent more than once: the sequence number after it.
    unresolved: Map<TopicPartition, i32>,
    /// Partitions whose batches are to be numbered anew under the next epoch.
    to_rewrite: Set<TopicPartition>,
    /// Nothing can be sent any more.
    fatal: Option<ErrorCode>,
}

/// What an idempotent producer makes of a batch's error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Retry {
    No,
    Yes,
    /// And number the partition's batches anew under the next epoch.
    YesAndBumpEpoch,
}

/// An epoch came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bump {
    /// `None` when the id's epochs are used up.
    pub producer: Option<ProducerIdAndEpoch>,
    /// Those for which it was asked for.
    pub partitions: Vec<TopicPartition>,
    /// Batches by their number, and how they are numbered now.
    pub rewritten: Vec<(u64, ProducerState)>,
}

impl Default for TransactionManager {
    fn default() -> Self {
        TransactionManager {
            id: IdState::Wanted,
            partitions: Map::new(),
            unresolved: Map::new(),
            to_rewrite: Set::new(),
            fatal: None,
        }
    }
}

/// The id.
impl TransactionManager {
    pub fn id_state(&self) -> IdState {
        self.id
    }

    pub fn producer(&self) -> Option<ProducerIdAndEpoch> {
        match self.id {
            IdState::Known(producer) => Some(producer),
            IdState::Wanted | IdState::Asked | IdState::BacksOff => None,
        }
    }

    pub fn fatal(&self) -> Option<ErrorCode> {
        self.fatal
    }

    pub(super) fn id_asked(&mut self) {
        self.id = IdState::Asked;
    }

    pub(super) fn id_failed(&mut self) {
        self.id = IdState::BacksOff;
    }

    pub(super) fn id_backoff_is_over(&mut self) {
        if self.id == IdState::BacksOff {
            self.id = IdState::Wanted;
        }
    }

    /// Batches that were to be numbered under the next epoch of the id before are numbered under this one.
    pub(super) fn id_given(&mut self, producer: ProducerIdAndEpoch) -> Vec<(u64, ProducerState)> {
        self.id = IdState::Known(producer);
        self.rewrite(producer)
    }

    /// Source: TransactionManager.transitionToFatalError.
    pub(super) fn failed_for_good(&mut self, error: ErrorCode) {
        self.fatal = Some(error);
    }
}

/// Numbering.
impl TransactionManager {
    fn entry(&mut self, partition: TopicPartition) -> &mut PartitionEntry {
        self.partitions.entry(partition).or_default()
    }

    fn has_in_flight(&self, partition: TopicPartition) -> bool {
        self.first_in_flight(partition).is_some()
    }

    fn first_in_flight(&self, partition: TopicPartition) -> Option<&InFlight> {
        self.partitions.get(&partition)?.in_flight.first()
    }

    /// Why the first batch of a partition's queue, and whatever else is for the same broker, is not drained now.
    /// Source: RecordAccumulator.shouldStopDrainBatchesForPartition.
    pub fn stops(&self, batch: &ProducerBatch) -> Option<BatchWaits> {
        let partition = batch.partition;
        let Some(producer) = self.producer() else {
            return Some(BatchWaits::NoProducerId);
        };
        let first = self.first_in_flight(partition);
        let Some(numbered) = batch.producer_state() else {
            let on = self.partitions.get(&partition).and_then(|entry| entry.producer);
            return if first.is_some() && on != Some(producer) {
                Some(BatchWaits::EarlierEpochInFlight)
            } else if self.unresolved.contains_key(&partition) {
                Some(BatchWaits::UnresolvedSequence)
            } else {
                None
            };
        };
        first
            .map(|first| first.base_sequence)
            .filter(|first| *first != numbered.base_sequence)
            .map(|first| BatchWaits::EarlierSequenceInFlight { first })
    }

    /// Numbers a batch that is about to be sent for the first time. A partition comes under a new epoch only now, when none of
    /// its batches is in flight. Source: RecordAccumulator.drainBatchesForOneNode, TransactionManager.maybeUpdateProducerIdAndEpoch.
    pub(super) fn number(&mut self, batch: &mut ProducerBatch) {
        let Some(producer) = self.producer() else { return };
        let entry = self.entry(batch.partition);
        if entry.in_flight.is_empty() && entry.producer != Some(producer) {
            entry.start_at_beginning(producer);
        }
        let base_sequence = entry.next_sequence;
        entry.next_sequence = increment_sequence(base_sequence, batch.records().len() as i32);
        batch.set_producer_state(ProducerState {
            producer,
            base_sequence,
        });
        self.add_in_flight(batch);
    }

    /// Source: TransactionManager.addInFlightBatch.
    pub(super) fn add_in_flight(&mut self, batch: &ProducerBatch) {
        let Some(numbered) = batch.producer_state() else { return };
        let in_flight = InFlight {
            producer: numbered.producer,
            base_sequence: numbered.base_sequence,
            number: batch.number,
            records: batch.records().len() as i32,
        };
        let list = &mut self.entry(batch.partition).in_flight;
        let place = list.partition_point(|other| *other < in_flight);
        list.insert(place, in_flight);
    }

    /// Source: TransactionManager.removeInFlightBatch.
    pub(super) fn remove_in_flight(&mut self, batch: &ProducerBatch) {
        if let Some(entry) = self.partitions.get_mut(&batch.partition) {
            entry.in_flight.retain(|in_flight| in_flight.number != batch.number);
        }
    }

    /// `sequence` directly follows what was acknowledged last. Source: TransactionManager.isNextSequence.
    fn is_next(&self, partition: TopicPartition, sequence: i32) -> bool {
        let last = self
            .partitions
            .get(&partition)
            .and_then(|entry| entry.last_acked_sequence);
        sequence.wrapping_sub(last.unwrap_or(-1)) == 1
    }
}

/// What answers mean.
impl TransactionManager {
    /// Source: TransactionManager.canRetry.
    pub fn can_retry(&self, batch: &ProducerBatch, error: ErrorCode, log_start_offset: Offset) -> Retry {
        let partition = batch.partition;
        let sequence = batch.producer_state().map_or(-1, |numbered| numbered.base_sequence);
        match (error, self.unresolved.get(&partition)) {
            (ErrorCode::OutOfOrderSequenceNumber, None) => {
                // Not the next one: an earlier batch has to be sent again first.
                match batch.sequence_has_been_reset || !self.is_next(partition, sequence) {
                    true => Retry::Yes,
                    false => Retry::YesAndBumpEpoch,
                }
            }
            // It directly follows what was given up: there is a gap. Otherwise that may still show.
            (ErrorCode::OutOfOrderSequenceNumber, Some(after)) => match sequence == *after {
                true => Retry::YesAndBumpEpoch,
                false => Retry::Yes,
            },
            (ErrorCode::UnknownProducerId, _) => {
                match batch.sequence_has_been_reset || log_start_offset == Offset::UNKNOWN {
                    true => Retry::Yes,
                    false => Retry::YesAndBumpEpoch,
                }
            }
            _ if error.is_retriable() => Retry::Yes,
            _ => Retry::No,
        }
    }

    /// Also of a batch that was given up before. Source: TransactionManager.handleCompletedBatch.
    pub(super) fn completed(&mut self, batch: &ProducerBatch, base_offset: Offset) {
        let records = batch.records().len() as i64;
        let entry = self.entry(batch.partition);
        if let Some(numbered) = batch.producer_state() {
            let last = increment_sequence(numbered.base_sequence, records as i32 - 1);
            entry.last_acked_sequence = entry.last_acked_sequence.max(Some(last));
        }
        if base_offset != Offset::UNKNOWN {
            entry.last_acked_offset = entry.last_acked_offset.max(Some(base_offset + (records - 1)));
        }
        self.remove_in_flight(batch);
    }

    /// A batch is given up. With `adjust` the broker has refused its number, so that later ones would be refused as well; a batch
    /// that ran out of retries or time may have been accepted. Source: TransactionManager.handleFailedBatch.
    pub(super) fn failed(&mut self, batch: &ProducerBatch, error: Option<ErrorCode>, adjust: bool) {
        self.remove_in_flight(batch);
        if let Some(error) = error.filter(|error| is_fatal(*error)) {
            return self.failed_for_good(error);
        }
        if error == Some(ErrorCode::UnknownProducerId) {
            // The broker knows nothing of the producer: it will take a batch that begins at 0.
            self.partitions.remove(&batch.partition);
            self.unresolved.remove(&batch.partition);
        } else if adjust || error == Some(ErrorCode::OutOfOrderSequenceNumber) {
            self.request_epoch_bump(batch.partition);
        }
    }

    /// Source: TransactionManager.requestIdempotentEpochBumpForPartition.
    pub(super) fn request_epoch_bump(&mut self, partition: TopicPartition) {
        self.to_rewrite.insert(partition);
    }

    /// A batch that was sent more than once has run out of time. Source: TransactionManager.markSequenceUnresolved.
    pub(super) fn mark_unresolved(&mut self, batch: &ProducerBatch) {
        let Some(numbered) = batch.producer_state() else { return };
        let after = increment_sequence(numbered.base_sequence, batch.records().len() as i32);
        let known = self.unresolved.get(&batch.partition).copied();
        self.unresolved
            .insert(batch.partition, known.map_or(after, |known| known.max(after)));
    }

    /// Nothing of the partition is in flight any more: either a later batch was acknowledged, which shows that the one given up
    /// was stored, or nobody knows. Source: TransactionManager.maybeResolveSequences.
    pub(super) fn maybe_resolve_sequences(&mut self) {
        let drained = |partition: &&TopicPartition| !self.has_in_flight(**partition);
        let resolved: Vec<TopicPartition> = self.unresolved.keys().filter(drained).copied().collect();
        for partition in resolved {
            self.unresolved.remove(&partition);
            let next = self.entry(partition).next_sequence;
            if !self.is_next(partition, next) {
                self.request_epoch_bump(partition);
            }
        }
    }

    /// Whether the next pass of the loop has something to conclude.
    pub(super) fn has_conclusions(&self) -> bool {
        let bumps = !self.to_rewrite.is_empty() && self.producer().is_some();
        bumps || self.unresolved.keys().any(|partition| !self.has_in_flight(*partition))
    }

    /// Ends the epoch if that was asked for. Batches in flight of the partitions for which it was are numbered anew; others keep
    /// their numbers. Source: TransactionManager.bumpIdempotentEpochAndResetIdIfNeeded, bumpIdempotentProducerEpoch.
    pub(super) fn maybe_bump_epoch(&mut self) -> Option<Bump> {
        let IdState::Known(old) = self.id else { return None };
        if self.to_rewrite.is_empty() {
            return None;
        }
        let partitions = self.to_rewrite.iter().copied().collect();
        let epoch = old.epoch.checked_add(1);
        let producer = epoch.map(|epoch| ProducerIdAndEpoch { epoch, ..old });
        self.id = producer.map_or(IdState::Wanted, IdState::Known);
        let rewritten = producer.map_or(Vec::new(), |producer| self.rewrite(producer));
        Some(Bump {
            producer,
            partitions,
            rewritten,
        })
    }

    /// Source: TxnPartitionMap.startSequencesAtBeginning.
    fn rewrite(&mut self, producer: ProducerIdAndEpoch) -> Vec<(u64, ProducerState)> {
        let mut rewritten = Vec::new();
        for partition in std::mem::take(&mut self.to_rewrite).iter().copied() {
            self.unresolved.remove(&partition);
            let entry = self.entry(partition);
            entry.start_at_beginning(producer);
            let in_flight = entry.in_flight.iter();
            rewritten.extend(in_flight.map(|in_flight| (in_flight.number, in_flight.producer_state())));
        }
        rewritten
    }
}

impl PartitionEntry {
    fn start_at_beginning(&mut self, producer: ProducerIdAndEpoch) {
        let mut next = 0;
        for in_flight in &mut self.in_flight {
            (in_flight.producer, in_flight.base_sequence) = (producer, next);
            next += in_flight.records;
        }
        self.producer = Some(producer);
        self.next_sequence = next;
        self.last_acked_sequence = None;
    }
}

impl InFlight {
    fn producer_state(&self) -> ProducerState {
        ProducerState {
            producer: self.producer,
            base_sequence: self.base_sequence,
        }
    }
}

/// Source: TransactionManager.maybeTransitionToErrorState.
fn is_fatal(error: ErrorCode) -> bool {
    matches!(
        error,
        ErrorCode::UnsupportedVersion | ErrorCode::ProducerFenced | ErrorCode::InvalidProducerIdMapping
    )
}

/// What the outside may see of one partition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    pub producer: Option<ProducerIdAndEpoch>,
    pub next_sequence: i32,
    pub last_acked_sequence: Option<i32>,
    pub last_acked_offset: Option<Offset>,
    pub in_flight: u32,
    /// The sequence number after a batch of which nobody knows.
    pub unresolved: Option<i32>,
}

impl TransactionManager {
    pub fn numbering(&self, partition: TopicPartition) -> Option<Numbering> {
        let entry = self.partitions.get(&partition)?;
        Some(Numbering {
            producer: entry.producer,
            next_sequence: entry.next_sequence,
            last_acked_sequence: entry.last_acked_sequence,
            last_acked_offset: entry.last_acked_offset,
            in_flight: entry.in_flight.len() as u32,
            unresolved: self.unresolved.get(&partition).copied(),
        })
    }
}
