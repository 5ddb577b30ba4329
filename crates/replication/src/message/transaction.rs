//! WriteTxnMarkers: a transaction coordinator has every partition of a transaction write how it ended.

use crate::base::error_code::ErrorCode;
use crate::base::id::{ProducerIdAndEpoch, TopicPartition};
use crate::log::record_batch::EndTransactionMarker;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WriteTxnMarkersRequest {
    pub markers: Vec<WritableTxnMarker>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WritableTxnMarker {
    pub producer: ProducerIdAndEpoch,
    pub marker: EndTransactionMarker,
    /// `transaction.version` of the transaction. With 2 the coordinator has raised the epoch before it writes (KIP-890).
    pub transaction_version: i16,
    pub partitions: Vec<TopicPartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WriteTxnMarkersResponse {
    pub markers: Vec<WrittenTxnMarker>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WrittenTxnMarker {
    pub producer_id: i64,
    pub partitions: Vec<(TopicPartition, ErrorCode)>,
}
