//! What a broker writes to its disk beside the logs, and how it finds it again.
//!
//! High watermarks are written every five seconds, so a crashed broker starts with older ones; that costs no record, since
//! truncation does not use them. A clean stop writes everything and leaves a marker; the start takes the marker away.
//!
//! Differs: what is flushed is the log's own `recovery_point`, which a restart does not forget; Kafka goes back to the
//! checkpointed one, because it only decides how much is scanned.
//!
//! Source: LogManager, ReplicaManager.checkpointHighWatermarks, CleanShutdownFileHandler.

use std::sync::Arc;

use super::{Broker, Context};
use crate::base::epoch::BrokerEpoch;
use crate::base::offset::Offset;
use crate::base::timer::Timer;
use crate::log::disk::Disk;

/// The broker epoch that the last run left in its marker; unknown (-1) after an unclean stop.
/// Source: LogManager.readBrokerEpochFromCleanShutdownFiles.
pub(super) fn previous_broker_epoch(disk: &Disk) -> BrokerEpoch {
    disk.clean_shutdown.unwrap_or(BrokerEpoch::UNKNOWN)
}

/// Opens every log, and takes the marker away, so that a crash from now on counts as unclean. It happens with the first image
/// of the metadata. Source: LogManager.startup, loadLogs.
pub(super) fn load(context: &mut Context<'_>) {
    let expired_until = context.producers_expired_until();
    let disk = &mut *context.disk;
    let marker = disk.clean_shutdown.take();
    for (partition, log) in &mut disk.logs {
        let start = disk.log_start_offset_checkpoint.get(partition).copied();
        Arc::make_mut(log).load(marker.is_some(), start.unwrap_or(Offset::ZERO), expired_until);
    }
}

impl Broker {
    /// The background tasks begin with the first image. Source: ReplicaManager.startup, LogManager.startup.
    pub(super) fn start_background_tasks(&mut self, context: &mut Context<'_>) {
        self.shrink_isrs(context);
        self.checkpoint_high_watermarks(context);
        let delay = context.config.broker().initial_task_delay;
        context.out.set_timer(Timer::RecoveryPointCheckpoint, delay);
        let interval = context.config.broker().producer_id_expiration_check_interval;
        context.out.set_timer(Timer::ProducerIdExpiration, interval);
    }

    /// Differs: Kafka looks at each log by itself, counting from when it was opened.
    /// Source: UnifiedLog.removeExpiredProducers.
    pub(super) fn remove_expired_producers(&mut self, context: &mut Context<'_>) {
        let expired_until = context.producers_expired_until();
        for log in context.disk.logs.values_mut() {
            if log.producers.has_expired(expired_until) {
                Arc::make_mut(log).producers.remove_expired(expired_until);
            }
        }
        let interval = context.config.broker().producer_id_expiration_check_interval;
        context.out.set_timer(Timer::ProducerIdExpiration, interval);
    }

    pub(super) fn checkpoint_high_watermarks(&mut self, context: &mut Context<'_>) {
        self.write_high_watermarks(context.disk);
        let interval = context.config.broker().high_watermark_checkpoint_interval;
        context.out.set_timer(Timer::HighWatermarkCheckpoint, interval);
    }

    fn write_high_watermarks(&self, disk: &mut Disk) {
        let of = |(id, partition): (&_, &Arc<crate::partition::Partition>)| (*id, partition.high_watermark);
        if !self
            .partitions
            .iter()
            .map(of)
            .eq(disk.high_watermark_checkpoint.iter().map(|(id, hw)| (*id, *hw)))
        {
            disk.high_watermark_checkpoint = self.partitions.iter().map(of).collect();
        }
    }

    /// Both run with the same default interval; one timer serves them. Source: LogManager.checkpointLogRecoveryOffsets,
    /// checkpointLogStartOffsets.
    pub(super) fn checkpoint_recovery_points(&mut self, context: &mut Context<'_>) {
        write_recovery_points(context.disk);
        write_log_starts(context.disk);
        let interval = context.config.broker().flush_offset_checkpoint_interval;
        context.out.set_timer(Timer::RecoveryPointCheckpoint, interval);
    }

    /// Logs that were never opened are left as they are. Source: ReplicaManager.shutdown, LogManager.shutdown.
    pub(super) fn close_logs(&mut self, disk: &mut Disk) {
        if !self.metadata.published {
            return;
        }
        self.write_high_watermarks(disk);
        for log in disk.logs.values_mut() {
            Arc::make_mut(log).close();
        }
        write_recovery_points(disk);
        write_log_starts(disk);
        disk.clean_shutdown = Some(self.broker_epoch());
    }
}

pub(super) fn write_recovery_points(disk: &mut Disk) {
    disk.recovery_point_checkpoint = disk.logs.iter().map(|(id, log)| (*id, log.recovery_point())).collect();
}

fn write_log_starts(disk: &mut Disk) {
    let raised = disk
        .logs
        .iter()
        .filter(|(_, log)| log.log_start_offset() > Offset::ZERO);
    disk.log_start_offset_checkpoint = raised.map(|(id, log)| (*id, log.log_start_offset())).collect();
}
