//! Produce: each partition of the request is checked and appended by itself; then the request is answered, parked, or, with
//! acks=0, met with silence. With acks=0 an error closes the connection, which is all a producer learns.
//!
//! Source: KafkaApis.handleProduceRequest, ReplicaManager.handleProduceAppend, appendRecords.

use std::sync::Arc;

use super::delayed::{ParkedProduce, ParkedProducePartition, Reply, Requester};
use super::{Broker, Context, surroundings};
use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::why::Why;
use crate::log::producer_state_manager::AppendOrigin;
use crate::log::record_batch::RecordBatch;
use crate::message::produce::{ProduceRequest, ProduceResponse, ProducedPartition};
use crate::message::{Connection, Response};
use crate::partition::append::Appended;

impl Broker {
    pub(super) fn handle_produce(
        &mut self,
        context: &mut Context<'_>,
        connection: Connection,
        correlation: CorrelationId,
        request: &ProduceRequest,
    ) {
        let mut partitions = Vec::with_capacity(request.batches.len());
        let mut appends = Vec::with_capacity(request.batches.len());
        for (partition, batch) in &request.batches {
            let result = self.append(context, *partition, batch, AppendOrigin::Client, request.acks);
            if let Ok(appended) = &result {
                appends.push((*partition, appended.high_watermark_rose));
            }
            partitions.push(self.produced(context, *partition, result));
        }
        let requester = Requester {
            connection,
            correlation,
            lost: false,
        };
        self.answer_produce(context, requester, request, partitions, !appends.is_empty());
        self.examine_after_appends(context, appends);
    }

    /// What waited for these partitions is looked at only after the produce is parked, and so before the fetches that its
    /// records release. Source: ReplicaManager.addCompletePurgatoryAction.
    pub(super) fn examine_after_appends(&mut self, context: &mut Context<'_>, appends: Vec<(TopicPartition, bool)>) {
        for (partition, high_watermark_rose) in appends {
            if high_watermark_rose {
                self.complete_delayed_requests(context, partition);
            } else {
                self.complete_delayed_fetches(context, partition);
            }
        }
    }

    pub(super) fn append(
        &mut self,
        context: &mut Context<'_>,
        partition: TopicPartition,
        batch: &RecordBatch,
        origin: AppendOrigin,
        acks: Acks,
    ) -> Result<Appended, ErrorCode> {
        self.check_known(partition)?;
        if matches!(acks, Acks::Invalid(_)) {
            return Err(ErrorCode::InvalidRequiredAcks);
        }
        self.hosted(partition)?;
        let around = surroundings(&self.metadata, &self.lifecycle, context.at, context.config);
        let hosted = self
            .partitions
            .get_mut(&partition)
            .ok_or(ErrorCode::NotLeaderOrFollower)?;
        let log = context.disk.log_or_new(partition);
        let appended = Arc::make_mut(hosted).append_as_leader(log, batch, origin, acks, &around);
        match (&appended, batch.producer) {
            (Ok(appended), Some(producer)) if appended.is_duplicate => context.out.explain(Why::DuplicateBatch {
                partition,
                producer,
                base_sequence: batch.base_sequence,
                last_sequence: batch.last_sequence(),
                base_offset: appended.base_offset,
            }),
            (Ok(_), _) => {}
            (Err(why), _) => context.out.explain(why.clone()),
        }
        appended.map_err(|why| match why {
            Why::NotLeader { .. } => ErrorCode::NotLeaderOrFollower,
            Why::NotEnoughReplicas { .. } => ErrorCode::NotEnoughReplicas,
            Why::ProducerRefused { because, .. } => because.error(),
            Why::Refused { error, .. } => error,
            _ => ErrorCode::UnknownServerError,
        })
    }

    pub(super) fn produced(
        &self,
        context: &Context<'_>,
        partition: TopicPartition,
        result: Result<Appended, ErrorCode>,
    ) -> ParkedProducePartition {
        let (required_offset, pending, answer) = match result {
            Ok(appended) => {
                let answer = ProducedPartition {
                    partition,
                    error: ErrorCode::None,
                    base_offset: appended.base_offset,
                    log_start_offset: appended.log_start_offset,
                    current_leader: None,
                };
                (appended.required_offset, true, answer)
            }
            Err(error) => {
                let answer = ProducedPartition {
                    partition,
                    error,
                    base_offset: Offset::UNKNOWN,
                    log_start_offset: self.log_start_after_failure(context, partition, error),
                    current_leader: self.current_leader(partition, error),
                };
                (Offset::UNKNOWN, false, answer)
            }
        };
        ParkedProducePartition {
            required_offset,
            pending,
            answer,
        }
    }

    /// Told when the log itself refused a batch, so that a producer can see whether its records were deleted meanwhile.
    /// Source: ReplicaManager.appendToLocalLog, processFailedRecord.
    fn log_start_after_failure(&self, context: &Context<'_>, partition: TopicPartition, error: ErrorCode) -> Offset {
        let is_of_the_log = matches!(
            error,
            ErrorCode::NotEnoughReplicas
                | ErrorCode::InvalidRecord
                | ErrorCode::OutOfOrderSequenceNumber
                | ErrorCode::InvalidProducerEpoch
                | ErrorCode::InvalidTxnState
                | ErrorCode::TransactionCoordinatorFenced
        );
        match context.disk.log(partition) {
            Some(log) if is_of_the_log => log.log_start_offset(),
            _ => Offset::UNKNOWN,
        }
    }

    fn answer_produce(
        &mut self,
        context: &mut Context<'_>,
        requester: Requester,
        request: &ProduceRequest,
        mut partitions: Vec<ParkedProducePartition>,
        any_appended: bool,
    ) {
        match request.acks {
            Acks::None => {
                if partitions.iter().any(|partition| partition.answer.error.is_error()) {
                    context.out.disconnect(requester.connection);
                }
            }
            Acks::All if any_appended => {
                for waiting in partitions.iter_mut().filter(|waiting| waiting.pending) {
                    waiting.answer.error = ErrorCode::RequestTimedOut;
                }
                let until = context.at + request.timeout;
                let since = context.at;
                self.park_produce(
                    context,
                    ParkedProduce {
                        requester,
                        reply: Reply::Produce,
                        since,
                        until,
                        partitions,
                    },
                );
            }
            Acks::All | Acks::Leader | Acks::Invalid(_) => {
                let partitions = partitions.into_iter().map(|partition| partition.answer).collect();
                let response = Response::Produce(ProduceResponse { partitions });
                context.out.reply(requester.connection, requester.correlation, response);
            }
        }
    }
}
