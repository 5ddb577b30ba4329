//! Records and the batches they travel in.
//!
//! A batch is written by the producer, given its base offset and leader epoch by the leader, and copied unchanged by the
//! followers. A control batch is written by a transaction coordinator: it ends a transaction, and no application sees it.
//! Simplified: bytes are counted by Kafka's v2 layout without compression or varint savings; checksums are not
//! modelled, since nothing in the model corrupts a byte.
//!
//! Source: DefaultRecordBatch, DefaultRecord, EndTransactionMarker.

use std::sync::Arc;

use crate::base::epoch::LeaderEpoch;
use crate::base::id::{ProducerIdAndEpoch, RecordId};
use crate::base::offset::Offset;

/// One header of a record.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Header {
    pub key: Arc<str>,
    pub value: Arc<str>,
}

/// What an application sends. Keys and values are text here; Kafka sees bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    pub id: RecordId,
    pub key: Option<Arc<str>>,
    /// `None` is a tombstone.
    pub value: Option<Arc<str>>,
    pub headers: Vec<Header>,
    /// CreateTime, in ms since the run began.
    pub timestamp: i64,
}

/// A batch: the unit of append, copy and truncation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordBatch {
    /// Offset of the first record: 0 as the producer sends it, given by the leader at the append.
    pub base_offset: Offset,
    /// Epoch of the leader that appended it; undefined as the producer sends it.
    pub leader_epoch: LeaderEpoch,
    /// Who numbered it; nobody without idempotence.
    pub producer: Option<ProducerIdAndEpoch>,
    /// Sequence number of its first record; -1 without idempotence, and in a control batch.
    pub base_sequence: i32,
    /// Part of a transaction.
    pub is_transactional: bool,
    /// What a control batch says; it has exactly one record, for which no client called `send()`.
    pub control: Option<EndTransactionMarker>,
    /// How many times the producer had sent this batch before. No rule reads it.
    pub attempt: u32,
    /// Bits of it have changed since it was made, so that its checksum does not match. Who writes it down looks; who reads it
    /// off a log and sends it on does not.
    pub is_corrupt: bool,
    /// Never empty.
    pub records: Arc<[Record]>,
}

/// How a transaction ended, as its coordinator writes it into every partition that took part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndTransactionMarker {
    pub result: TransactionResult,
    /// Epoch of the coordinator's own partition of `__transaction_state`.
    pub coordinator_epoch: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TransactionResult {
    Commit,
    Abort,
}

/// `base_sequence` of a batch that nobody numbered. Source: RecordBatch.NO_SEQUENCE.
pub const NO_SEQUENCE: i32 = -1;

/// The sequence number so many records later: after the largest comes 0. Source: DefaultRecordBatch.incrementSequence.
pub fn increment_sequence(sequence: i32, by: i32) -> i32 {
    match sequence.checked_add(by) {
        Some(next) => next,
        None => by - (i32::MAX - sequence) - 1,
    }
}

/// Size of a v2 batch header, in bytes. Source: DefaultRecordBatch.RECORD_BATCH_OVERHEAD.
pub const BATCH_OVERHEAD: i64 = 61;
/// Upper bound of what a v2 record adds to its key, value and headers, in bytes. Source: DefaultRecord.MAX_RECORD_OVERHEAD.
pub const RECORD_OVERHEAD: i64 = 21;

impl Record {
    pub fn size_in_bytes(&self) -> i64 {
        let text = |t: &Option<Arc<str>>| t.as_ref().map_or(0, |t| t.len() as i64);
        let headers: i64 = self
            .headers
            .iter()
            .map(|h| (h.key.len() + h.value.len()) as i64 + 2)
            .sum();
        RECORD_OVERHEAD + text(&self.key) + text(&self.value) + headers
    }
}

impl RecordBatch {
    /// A batch as a producer without idempotence sends it first.
    pub fn of(records: Arc<[Record]>) -> Self {
        RecordBatch {
            base_offset: Offset::ZERO,
            leader_epoch: LeaderEpoch::UNDEFINED,
            producer: None,
            base_sequence: NO_SEQUENCE,
            is_transactional: false,
            control: None,
            attempt: 0,
            is_corrupt: false,
            records,
        }
    }

    /// Source: EndTransactionMarker, MemoryRecords.withEndTransactionMarker.
    pub fn end_transaction(producer: ProducerIdAndEpoch, marker: EndTransactionMarker, timestamp: i64) -> Self {
        let record = Record {
            id: RecordId::CONTROL,
            key: None,
            value: None,
            headers: Vec::new(),
            timestamp,
        };
        RecordBatch {
            producer: Some(producer),
            is_transactional: true,
            control: Some(marker),
            ..RecordBatch::of([record].into())
        }
    }

    pub fn last_offset(&self) -> Offset {
        self.base_offset + (self.records.len() as i64 - 1)
    }

    pub fn next_offset(&self) -> Offset {
        self.base_offset + self.records.len() as i64
    }

    pub fn size_in_bytes(&self) -> i64 {
        BATCH_OVERHEAD + self.records.iter().map(Record::size_in_bytes).sum::<i64>()
    }

    /// -1 without idempotence.
    pub fn last_sequence(&self) -> i32 {
        match self.base_sequence {
            NO_SEQUENCE => NO_SEQUENCE,
            first => increment_sequence(first, self.records.len() as i32 - 1),
        }
    }

    /// Source: RecordBatch.maxTimestamp.
    pub fn max_timestamp(&self) -> i64 {
        self.records.iter().map(|record| record.timestamp).max().unwrap_or(-1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cl_63_after_the_largest_sequence_number_comes_0() {
        for (from, by, to) in [
            (0, i32::MAX, i32::MAX),
            (i32::MAX, 100, 99),
            (i32::MAX, i32::MAX, i32::MAX - 1),
        ] {
            assert_eq!(increment_sequence(from, by), to, "{from} + {by}");
        }
    }
}
