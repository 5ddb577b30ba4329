//! What an application and its client say to each other: calls, and how they ended.

use std::sync::Arc;

use super::{Request, Response};
use crate::base::error_code::ErrorCode;
use crate::base::id::{NodeId, RecordId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::time::SimTime;
use crate::log::record_batch::{Header, RecordBatch};

/// What an application asks of its client.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// To a producer: `send()` once per record, in this order.
    Send {
        topic: Arc<str>,
        records: Vec<RecordToSend>,
    },
    /// To a consumer: `assign()` this partition as well, and read on from there.
    Assign {
        topic: Arc<str>,
        partition: i32,
        from: StartPosition,
    },
    /// To a consumer: save a position in its own store; `None` saves where it is now.
    Save {
        topic: Arc<str>,
        partition: i32,
        offset: Option<Offset>,
    },
    /// To an admin client: one request to one node, one answer, no retry. `tag` comes back with the answer.
    Request {
        to: NodeId,
        request: Box<Request>,
        tag: u32,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordToSend {
    pub id: RecordId,
    pub key: Option<Arc<str>>,
    pub value: Option<Arc<str>>,
    pub headers: Vec<Header>,
    /// `None` lets the partitioner choose.
    pub partition: Option<i32>,
}

/// Where a consumer begins to read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartPosition {
    Offset(Offset),
    Earliest,
    Latest,
    /// Where it saved its position, else the earliest.
    Saved,
}

/// What a client tells its application.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Completion {
    /// A `send()` ended. One per batch; the records share their fate.
    Sent {
        records: Vec<RecordId>,
        partition: Option<TopicPartition>,
        outcome: SendOutcome,
        /// If it failed: what the callback of each record is given besides the exception.
        failed: Vec<FailedRecord>,
    },
    /// Records reached the application, or were left out and gone past.
    Received {
        partition: TopicPartition,
        batches: Vec<Arc<RecordBatch>>,
        /// Base offsets of those that the application does not see: markers, and with read_committed what was aborted.
        left_out: Vec<Offset>,
        from: Offset,
        next: Offset,
    },
    /// `poll()` threw: this partition is not read until it is assigned anew.
    ReadFailed {
        partition: TopicPartition,
        error: ReadError,
    },
    /// A raw request was answered, or its connection was lost.
    Answered { tag: u32, answer: Answer },
}

/// A record that failed, as far as a callback that logs it cares. Source: ErrorLoggingCallback.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FailedRecord {
    /// Of one that never got as far as a partition.
    pub topic: Option<Arc<str>>,
    /// Bytes; `None` = null.
    pub key: Option<u32>,
    pub value: Option<u32>,
    /// When its batch was begun; when it failed if it never got into one.
    pub created: SimTime,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SendOutcome {
    /// Acknowledged as `acks` asks. `None` with acks=0: nobody knows the offset.
    Acknowledged { base_offset: Option<Offset> },
    /// Failed for good.
    Failed { error: SendError, at: SimTime },
}

/// What a Java consumer's `poll()` throws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReadError {
    /// `OffsetOutOfRangeException`, with `auto.offset.reset=none`.
    OffsetOutOfRange { position: Offset },
    /// `LogTruncationException`, with `auto.offset.reset=none`: what was read is not in the leader's log any more.
    LogTruncation {
        position: Offset,
        /// Where the logs part, if the leader knows.
        divergent_offset: Option<Offset>,
    },
    /// Any other answer that is not tried again.
    Broker(ErrorCode),
}

/// What a Java producer's callback is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SendError {
    /// The exception of this code: it is not retriable, or retries ran out. `REQUEST_TIMED_OUT` and `NETWORK_EXCEPTION`
    /// can be the client's own; `MESSAGE_TOO_LARGE` without a partition is.
    Broker(ErrorCode),
    /// `TimeoutException`: `delivery.timeout.ms` or `max.block.ms` is over. Whether it is stored is not known if it was ever sent.
    Timeout { ever_sent: bool },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    Response(Box<Response>),
    /// A produce with acks=0 was sent: brokers do not answer it.
    NotExpected,
    /// The connection was lost, or no answer came in time.
    Disconnected,
}
