//! Produce: each partition of the request is checked and appended by itself; then the request is answered, parked, or, with
//! acks=0, met with silence. With acks=0 an error closes the connection, which is all a producer learns.
//!
//! Source: KafkaApis.handleProduceRequest, ReplicaManager.handleProduceAppend, appendRecords.

use std::sync::Arc;

use super::delayed::{ParkedProduce, ParkedProducePartition, Requester};
use super::{Broker, Context, surroundings};
use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::why::Why;
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
            let result = self.append(context, *partition, batch, request.acks);
            if let Ok(appended) = &result {
                appends.push((*partition, appended.high_watermark_rose));
            }
            partitions.push(self.produced(*partition, result));
        }
        let requester = Requester {
            connection,
            correlation,
            lost: false,
        };
        self.answer_produce(context, requester, request, partitions, !appends.is_empty());
        // Only now, so that a produce is parked before the fetches that its records release.
        for (partition, high_watermark_rose) in appends {
            if high_watermark_rose {
                self.complete_delayed_requests(context, partition);
            } else {
                self.complete_delayed_fetches(context, partition);
            }
        }
    }

    fn append(
        &mut self,
        context: &mut Context<'_>,
        partition: TopicPartition,
        batch: &RecordBatch,
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
        let appended = Arc::make_mut(hosted).append_as_leader(log, batch, acks, &around);
        appended.map_err(|why| {
            let error = match &why {
                Why::NotLeader { .. } => ErrorCode::NotLeaderOrFollower,
                Why::NotEnoughReplicas { .. } => ErrorCode::NotEnoughReplicas,
                Why::Refused { error, .. } => *error,
                _ => ErrorCode::UnknownServerError,
            };
            context.out.explain(why);
            error
        })
    }

    fn produced(&self, partition: TopicPartition, result: Result<Appended, ErrorCode>) -> ParkedProducePartition {
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
                    log_start_offset: Offset::UNKNOWN,
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
