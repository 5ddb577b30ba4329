//! How a broker pulls the cluster metadata log from the active controller.
//!
//! In Kafka this is the raft Fetch, of the same API key as a data Fetch. Brokers are observers: they apply only committed
//! records. With one controller a record is committed as soon as it is written.

use std::sync::Arc;

use crate::base::id::BrokerId;
use crate::base::time::Millis;
use crate::log::metadata_record::MetadataRecord;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataFetchRequest {
    pub broker: BrokerId,
    /// Next metadata offset wanted.
    pub fetch_offset: i64,
    pub max_wait: Millis,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataFetchResponse {
    /// Offset of the first record below.
    pub base_offset: i64,
    pub records: Vec<Arc<MetadataRecord>>,
    /// Committed records end here, exclusive.
    pub high_watermark: i64,
}
