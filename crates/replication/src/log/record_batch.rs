//! Records and the batches they travel in.
//!
//! A batch is written by the producer, given its base offset and leader epoch by the leader, and copied unchanged by the
//! followers. Simplified: bytes are counted by Kafka's v2 layout without compression or varint savings; checksums are not
//! modelled, since nothing in the model corrupts a byte.
//!
//! Source: DefaultRecordBatch, DefaultRecord.

use std::sync::Arc;

use crate::base::epoch::LeaderEpoch;
use crate::base::id::RecordId;
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
    /// -1 without idempotence.
    pub producer_id: i64,
    pub producer_epoch: i16,
    /// -1 without idempotence.
    pub base_sequence: i32,
    /// How many times the producer had sent this batch before. No rule reads it.
    pub attempt: u32,
    /// Never empty.
    pub records: Arc<[Record]>,
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
    pub fn last_offset(&self) -> Offset {
        self.base_offset + (self.records.len() as i64 - 1)
    }

    pub fn next_offset(&self) -> Offset {
        self.base_offset + self.records.len() as i64
    }

    pub fn size_in_bytes(&self) -> i64 {
        BATCH_OVERHEAD + self.records.iter().map(Record::size_in_bytes).sum::<i64>()
    }

    pub fn has_producer_id(&self) -> bool {
        self.producer_id >= 0
    }
}
