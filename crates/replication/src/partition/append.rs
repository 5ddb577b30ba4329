//! Appending: what a leader checks before it writes a producer's batch, and how a follower copies what it fetched.
//!
//! A leader gives the batch its offset and stamps its own epoch on it; a follower changes nothing. A batch that an idempotent
//! producer sent before is not written again: it is answered as if it had been.
//!
//! Source: Partition.appendRecordsToLeader, appendRecordsToFollowerOrFutureReplica; UnifiedLog.append.

use std::sync::Arc;

use super::{Partition, Surroundings};
use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::base::why::{ProducerFault, Why};
use crate::log::log::Log;
use crate::log::producer_state_manager::{AppendOrigin, Examined};
use crate::log::record_batch::{NO_SEQUENCE, RecordBatch};

/// A batch that a leader has written, or had already.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Appended {
    /// Nothing was written: offsets are those of the first copy.
    pub is_duplicate: bool,
    pub base_offset: Offset,
    /// What the high watermark has to reach for acks=all.
    pub required_offset: Offset,
    pub log_start_offset: Offset,
    pub high_watermark_rose: bool,
}

impl Partition {
    /// Writes a producer's batch or a coordinator's marker, or says why not; then nothing is written.
    /// Source: Partition.appendRecordsToLeader.
    pub fn append_as_leader(
        &mut self,
        log: &mut Log,
        batch: &RecordBatch,
        origin: AppendOrigin,
        acks: Acks,
        around: &Surroundings<'_>,
    ) -> Result<Appended, Why> {
        self.may_append(batch, origin, acks)?;
        let duplicate = match log.producers.examine(batch, origin, &around.config.rules) {
            Examined::ToBeAppended => None,
            Examined::Duplicate(original) => Some(original),
            Examined::Refused(because) => return Err(self.producer_refused(batch, because)),
        };
        let base_offset = duplicate.map_or(log.log_end_offset(), |original| original.base_offset);
        if duplicate.is_none() {
            log.append(Arc::new(RecordBatch {
                base_offset,
                leader_epoch: self.leader_epoch,
                ..batch.clone()
            }));
            self.maybe_flush(log);
        }
        Ok(Appended {
            is_duplicate: duplicate.is_some(),
            base_offset,
            required_offset: base_offset + batch.records.len() as i64,
            log_start_offset: log.log_start_offset(),
            high_watermark_rose: self.maybe_increment_high_watermark(log.log_end_offset(), around),
        })
    }

    fn producer_refused(&self, batch: &RecordBatch, because: ProducerFault) -> Why {
        match batch.producer {
            Some(producer) => Why::ProducerRefused {
                partition: self.id,
                producer,
                base_sequence: batch.base_sequence,
                because,
            },
            None => Why::Refused {
                partition: self.id,
                error: because.error(),
            },
        }
    }

    /// The checks before the log is touched, in Kafka's order. Only acks=all asks for min ISR, and by the committed ISR.
    /// Source: Partition.appendRecordsToLeader; UnifiedLog.analyzeAndValidateRecords; LogValidator.validateBatch.
    pub fn may_append(&self, batch: &RecordBatch, origin: AppendOrigin, acks: Acks) -> Result<(), Why> {
        let partition = self.id;
        let Some(leader) = self.as_leader() else {
            return Err(self.not_leader());
        };
        if acks == Acks::All && self.is_under_min_isr(leader) {
            return Err(Why::NotEnoughReplicas {
                partition,
                isr: leader.isr_state.isr().iter().copied().collect(),
                min_insync_replicas: self.effective_min_insync_replicas(leader),
            });
        }
        let is_malformed = match batch.control {
            Some(_) => origin == AppendOrigin::Client,
            None => batch.producer.is_some() && batch.base_sequence == NO_SEQUENCE,
        };
        let error = if batch.base_offset != Offset::ZERO || batch.records.is_empty() || is_malformed {
            ErrorCode::InvalidRecord
        } else if batch.size_in_bytes() > i64::from(self.topic_config.max_message_bytes) {
            ErrorCode::MessageTooLarge
        } else if batch.is_corrupt {
            ErrorCode::CorruptMessage
        } else {
            return Ok(());
        };
        Err(Why::Refused { partition, error })
    }

    /// Copies fetched batches as they are. Those from the first one on that carries a higher epoch than this follower knows
    /// are left: it could not tell that they belong to its leader's log (KAFKA-18723). `Err`, and nothing is written, when one of
    /// the others is corrupt; `Err` when they do not continue the log.
    /// Source: Partition.appendRecordsToFollowerOrFutureReplica, UnifiedLog.appendAsFollower.
    pub fn append_as_follower(
        &mut self,
        log: &mut Log,
        batches: &[Arc<RecordBatch>],
        rules: &Rules,
    ) -> Result<(), ErrorCode> {
        let known = |batch: &&Arc<RecordBatch>| {
            batch.leader_epoch <= self.leader_epoch || !rules.on(Rule::RecordsOfKnownEpochs)
        };
        if batches.iter().take_while(known).any(|batch| batch.is_corrupt) {
            return Err(ErrorCode::CorruptMessage);
        }
        for batch in batches {
            if batch.leader_epoch > self.leader_epoch && rules.on(Rule::RecordsOfKnownEpochs) {
                break;
            }
            if batch.base_offset < log.log_end_offset() {
                let empty = log.log_start_offset() == log.log_end_offset();
                if !empty || batch.last_offset() < log.log_end_offset() {
                    return Err(ErrorCode::UnknownServerError);
                }
                // The leader's log starts in the middle of this batch.
                self.truncate_fully_and_start_at(log, batch.base_offset);
            }
            log.append(batch.clone());
        }
        self.maybe_flush(log);
        Ok(())
    }

    /// What the leader's answer says of the high watermark, within what this replica has; it may go back.
    /// Source: UnifiedLog.maybeUpdateHighWatermark.
    pub fn bounded_high_watermark(&self, log: &Log, of_leader: Offset) -> Offset {
        of_leader.clamp(log.log_start_offset(), log.log_end_offset())
    }

    /// Forces the log to disk once `flush.messages` records wait for it; by default never. Source: UnifiedLog.append.
    fn maybe_flush(&self, log: &mut Log) {
        if log.log_end_offset().0 - log.recovery_point().0 >= self.topic_config.flush_messages {
            log.flush();
        }
    }
}
