//! A batch while its producer has it: filled, sent, put back, sent again, done.
//!
//! Source: ProducerBatch, MemoryRecordsBuilder; KIP-951 for the leader epoch.

use std::sync::Arc;

use crate::base::epoch::LeaderEpoch;
use crate::base::id::{ProducerIdAndEpoch, RecordId, TopicPartition};
use crate::base::time::{Millis, SimTime};
use crate::log::record_batch::{BATCH_OVERHEAD, Record, RecordBatch, increment_sequence};

/// The records; closed when no more are taken, at the latest when the batch is sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Records {
    Open(Vec<Record>),
    Closed(Arc<[Record]>),
}

/// How an idempotent producer has numbered a batch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProducerState {
    pub producer: ProducerIdAndEpoch,
    pub base_sequence: i32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProducerBatch {
    /// Names the batch within its producer; given in the order of creation.
    pub number: u64,
    pub partition: TopicPartition,
    records: Records,
    /// By the v2 layout, header included.
    size_in_bytes: i64,
    /// What it may grow to: `batch.size`, or the first record if that is larger.
    capacity: i64,
    /// When its first record was appended; `delivery.timeout.ms` counts from here.
    pub created: SimTime,
    /// Times it was put back into the queue.
    pub attempts: u32,
    /// When it was put back last; when it was created before that.
    pub last_attempt: SimTime,
    /// When it was sent last.
    pub drained: Option<SimTime>,
    /// Put back, and `retry.backoff.ms` is not over.
    pub backing_off: bool,
    /// Its outcome was reported while its request was in flight; the answer changes nothing any more.
    pub is_done: bool,
    /// From the first time it is drained, if its producer is idempotent.
    producer_state: Option<ProducerState>,
    /// It was numbered anew since it was sent last.
    pub sequence_has_been_reset: bool,
    /// Came out of a split of a batch that was too large for the broker.
    pub is_split: bool,
    /// Highest leader epoch of the partition seen while this batch waited.
    leader_epoch: Option<LeaderEpoch>,
    /// `attempts` when that epoch was first seen.
    attempts_when_leader_last_changed: u32,
}

impl ProducerBatch {
    pub fn new(number: u64, partition: TopicPartition, capacity: i64, created: SimTime) -> Self {
        ProducerBatch {
            number,
            partition,
            records: Records::Open(Vec::new()),
            size_in_bytes: BATCH_OVERHEAD,
            capacity,
            created,
            attempts: 0,
            last_attempt: created,
            drained: None,
            backing_off: false,
            is_done: false,
            producer_state: None,
            sequence_has_been_reset: false,
            is_split: false,
            leader_epoch: None,
            attempts_when_leader_last_changed: 0,
        }
    }

    /// Takes the record if the batch is open and has room; the first record always has. Gives it back otherwise.
    /// Source: ProducerBatch.tryAppend; MemoryRecordsBuilder.hasRoomFor.
    pub fn try_append(&mut self, record: Record) -> Result<(), Record> {
        let size = record.size_in_bytes();
        match &mut self.records {
            Records::Open(records) if records.is_empty() || self.size_in_bytes + size <= self.capacity => {
                records.push(record);
                self.size_in_bytes += size;
                Ok(())
            }
            _ => Err(record),
        }
    }

    /// No more records. Source: ProducerBatch.closeForRecordAppends.
    pub fn close(&mut self) {
        if let Records::Open(records) = &mut self.records {
            self.records = Records::Closed(std::mem::take(records).into());
        }
    }

    /// Source: MemoryRecordsBuilder.isFull.
    pub fn is_full(&self) -> bool {
        matches!(self.records, Records::Closed(_)) || self.size_in_bytes >= self.capacity
    }

    pub fn records(&self) -> &[Record] {
        match &self.records {
            Records::Open(records) => records,
            Records::Closed(records) => records,
        }
    }

    pub fn record_ids(&self) -> Vec<RecordId> {
        self.records().iter().map(|record| record.id).collect()
    }

    pub fn size_in_bytes(&self) -> i64 {
        self.size_in_bytes
    }

    pub fn was_sent(&self) -> bool {
        self.drained.is_some()
    }

    /// Source: ProducerBatch.hasReachedDeliveryTimeout.
    pub fn has_reached_delivery_timeout(&self, delivery_timeout: Millis, at: SimTime) -> bool {
        self.created + delivery_timeout <= at
    }

    /// Source: ProducerBatch.maybeUpdateLeaderEpoch.
    pub fn maybe_update_leader_epoch(&mut self, latest: Option<LeaderEpoch>) {
        if latest > self.leader_epoch {
            self.leader_epoch = latest;
            self.attempts_when_leader_last_changed = self.attempts;
        }
    }

    /// A new leader was seen since the batch was put back, so there is no use in waiting.
    /// Source: ProducerBatch.hasLeaderChangedForTheOngoingRetry; KIP-951.
    pub fn has_leader_changed_for_the_ongoing_retry(&self) -> bool {
        self.attempts >= 1 && self.attempts == self.attempts_when_leader_last_changed
    }

    /// Whether a retry still waits. Source: RecordAccumulator.shouldBackoff.
    pub fn should_backoff(&self) -> bool {
        self.backing_off && !self.has_leader_changed_for_the_ongoing_retry()
    }

    /// Source: ProducerBatch.reenqueued.
    pub fn reenqueued(&mut self, at: SimTime) {
        self.attempts += 1;
        self.last_attempt = at;
        self.backing_off = true;
    }

    pub fn producer_state(&self) -> Option<ProducerState> {
        self.producer_state
    }

    /// Source: ProducerBatch.setProducerState.
    pub fn set_producer_state(&mut self, state: ProducerState) {
        self.producer_state = Some(state);
    }

    /// Source: ProducerBatch.resetProducerState.
    pub fn reset_producer_state(&mut self, state: ProducerState) {
        self.producer_state = Some(state);
        self.sequence_has_been_reset = true;
    }

    /// What goes on the wire. Source: ProducerBatch.close, records.
    pub fn to_record_batch(&mut self) -> RecordBatch {
        self.close();
        let records = match &self.records {
            Records::Closed(records) => records.clone(),
            Records::Open(records) => records.as_slice().into(),
        };
        let batch = RecordBatch {
            attempt: self.attempts,
            ..RecordBatch::of(records)
        };
        match self.producer_state {
            None => batch,
            Some(state) => RecordBatch {
                producer: Some(state.producer),
                base_sequence: state.base_sequence,
                ..batch
            },
        }
    }

    /// Batches of at most `batch_size` bytes with the same records in the same order; they count as new, but as old as
    /// this one. What came out of a split before is halved, so that splitting ends. `number` is that of the first. Sequence
    /// numbers are those the records had.
    /// Source: ProducerBatch.split; RecordAccumulator.splitAndReenqueue.
    pub fn split(&self, batch_size: i64, mut number: u64) -> Vec<ProducerBatch> {
        let largest = self
            .records()
            .iter()
            .map(|record| BATCH_OVERHEAD + record.size_in_bytes())
            .max();
        let target = match self.is_split {
            true => (self.size_in_bytes / 2).max(largest.unwrap_or(0)),
            false => batch_size,
        };
        let mut parts: Vec<ProducerBatch> = Vec::new();
        for record in self.records() {
            let record = match parts.last_mut() {
                Some(part) => match part.try_append(record.clone()) {
                    Ok(()) => continue,
                    Err(record) => record,
                },
                None => record.clone(),
            };
            let capacity = target.max(BATCH_OVERHEAD + record.size_in_bytes());
            let mut part = ProducerBatch::new(number, self.partition, capacity, self.created);
            part.is_split = true;
            part.drained = self.drained;
            number += 1;
            // An empty batch takes any record.
            let _ = part.try_append(record);
            parts.push(part);
        }
        let mut state = self.producer_state;
        for part in &mut parts {
            part.close();
            part.producer_state = state;
            if let Some(next) = &mut state {
                next.base_sequence = increment_sequence(next.base_sequence, part.records().len() as i32);
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::{ClientId, TopicId};

    fn batch_of(values: &[&str]) -> ProducerBatch {
        let mut batch = ProducerBatch::new(0, TopicPartition::new(TopicId(1), 0), 16_384, SimTime::ZERO);
        for (n, value) in values.iter().enumerate() {
            let record = Record {
                id: RecordId {
                    producer: ClientId(0),
                    n: n as u32,
                },
                key: None,
                value: Some(Arc::from(*value)),
                headers: Vec::new(),
                timestamp: 0,
            };
            batch.try_append(record).expect("room for the record");
        }
        batch
    }

    /// CL-32, CL-33.
    #[test]
    fn cl_32_33_only_an_epoch_that_rose_during_this_retry_counts_as_a_new_leader() {
        let mut batch = batch_of(&["a"]);
        let sees = |batch: &mut ProducerBatch, retry: bool, epoch: Option<i32>| {
            if retry {
                batch.reenqueued(SimTime::ZERO);
            }
            batch.maybe_update_leader_epoch(epoch.map(LeaderEpoch));
            batch.has_leader_changed_for_the_ongoing_retry()
        };
        assert!(!sees(&mut batch, false, Some(100)));
        assert!(sees(&mut batch, true, Some(101)));
        assert!(sees(&mut batch, false, Some(101)));
        assert_eq!(batch.attempts_when_leader_last_changed, 1);
        assert!(!sees(&mut batch, true, Some(101)));
        assert_eq!(batch.attempts_when_leader_last_changed, 1);
        assert!(sees(&mut batch, true, Some(102)));
        assert_eq!(batch.attempts_when_leader_last_changed, 3);
        assert!(!sees(&mut batch, true, Some(100)));
        assert!(!sees(&mut batch, false, None));
    }

    /// S14: 61 bytes of header, 22 of each record.
    #[test]
    fn a_split_ends_even_if_the_parts_are_still_too_large() {
        let values = |parts: &[ProducerBatch]| parts.iter().map(|part| part.records().len()).collect::<Vec<_>>();
        let batch = batch_of(&["a", "b", "c", "d"]);
        let parts = batch.split(105, 10);
        assert_eq!(values(&parts), [2, 2]);
        assert_eq!(parts.iter().map(|part| part.number).collect::<Vec<_>>(), [10, 11]);
        // A batch size that splits nothing: what is a part already is halved.
        let whole = batch.split(16_384, 10);
        assert_eq!(values(&whole), [4]);
        assert_eq!(values(&whole[0].split(16_384, 20)), [1, 1, 1, 1]);
    }
}
