//! WriteTxnMarkers: writes how transactions ended into partitions led here, as an acks=all produce of the coordinator.
//!
//! Simplified: there is no transaction coordinator yet; whoever sends this request is taken for one.
//!
//! Source: KafkaApis.handleWriteTxnMarkersRequest.

use super::delayed::{ParkedProduce, Reply, Requester};
use super::{Broker, Context};
use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::id::CorrelationId;
use crate::log::producer_state_manager::AppendOrigin;
use crate::log::record_batch::RecordBatch;
use crate::message::Connection;
use crate::message::transaction::WriteTxnMarkersRequest;

impl Broker {
    pub(super) fn handle_write_txn_markers(
        &mut self,
        context: &mut Context<'_>,
        connection: Connection,
        correlation: CorrelationId,
        request: &WriteTxnMarkersRequest,
    ) {
        let (mut producer_ids, mut partitions, mut appends) = (Vec::new(), Vec::new(), Vec::new());
        for marker in &request.markers {
            let batch = RecordBatch::end_transaction(marker.producer, marker.marker, context.at.as_millis());
            let origin = AppendOrigin::Coordinator {
                transaction_version: marker.transaction_version,
            };
            for partition in &marker.partitions {
                let result = self.append(context, *partition, &batch, origin, Acks::All);
                if let Ok(appended) = &result {
                    appends.push((*partition, appended.high_watermark_rose));
                }
                let mut waiting = self.produced(context, *partition, result);
                if waiting.pending {
                    waiting.answer.error = ErrorCode::RequestTimedOut;
                }
                producer_ids.push(marker.producer.id);
                partitions.push(waiting);
            }
        }
        let requester = Requester {
            connection,
            correlation,
            lost: false,
        };
        let reply = Reply::WriteTxnMarkers(producer_ids);
        if appends.is_empty() {
            let answers = partitions.into_iter().map(|waiting| waiting.answer).collect();
            return context.out.reply(connection, correlation, reply.response(answers));
        }
        self.park_produce(
            context,
            ParkedProduce {
                requester,
                reply,
                since: context.at,
                until: context.at + context.config.broker().request_timeout,
                partitions,
            },
        );
        self.examine_after_appends(context, appends);
    }
}
