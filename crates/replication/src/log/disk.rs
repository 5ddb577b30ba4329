//! Everything a process leaves behind when it stops: logs, checkpoints, the clean-shutdown marker, the metadata log.
//!
//! A process reads and writes only its own disk. The kinds of harm differ in what they do to it: a crash nothing, a power
//! loss takes what was not flushed, a lost disk takes all. Simplified: one log directory per broker.
//!
//! Source: LogManager, OffsetCheckpointFile, CleanShutdownFileHandler.

use std::sync::Arc;

use super::log::Log;
use crate::base::epoch::BrokerEpoch;
use crate::base::id::TopicPartition;
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::log::metadata_record::MetadataRecord;

/// What one process has on disk. Brokers use all of it but `metadata_log`; controllers only that.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Disk {
    pub logs: Map<TopicPartition, Arc<Log>>,
    /// File `replication-offset-checkpoint`: high watermarks as last written.
    pub high_watermark_checkpoint: Map<TopicPartition, Offset>,
    /// File `recovery-point-offset-checkpoint`.
    pub recovery_point_checkpoint: Map<TopicPartition, Offset>,
    /// File `log-start-offset-checkpoint`.
    pub log_start_offset_checkpoint: Map<TopicPartition, Offset>,
    /// File `.kafka_cleanshutdown`: the broker epoch of the run that ended orderly. Taken away at start.
    pub clean_shutdown: Option<BrokerEpoch>,
    /// The controller's `__cluster_metadata-0`. Entry n has offset n.
    pub metadata_log: Arc<Vec<Arc<MetadataRecord>>>,
}

impl Disk {
    pub fn log(&self, partition: TopicPartition) -> Option<&Log> {
        self.logs.get(&partition).map(Arc::as_ref)
    }

    /// The log for writing; a shared one is copied first.
    pub fn log_mut(&mut self, partition: TopicPartition) -> Option<&mut Log> {
        self.logs.get_mut(&partition).map(Arc::make_mut)
    }

    /// The log, made empty if there is none.
    pub fn log_or_new(&mut self, partition: TopicPartition) -> &mut Log {
        Arc::make_mut(self.logs.entry(partition).or_default())
    }
}
