//! The sender's loop, and what becomes of batches whose request is answered or lost.
//!
//! Order of one pass: look which nodes have something ready, ask for metadata where a leader is not known, drain,
//! expire, send. A batch drained in the very pass in which it expires is reported as timed out and still transmitted.
//!
//! Source: Sender.sendProducerData, handleProduceResponse, completeBatch.

use super::Producer;
use super::batch::ProducerBatch;
use crate::base::config::{Acks, ProducerConfig};
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::offset::Offset;
use crate::base::time::SimTime;
use crate::base::why::Why;
use crate::client::network::Lost;
use crate::client::settings::ClientSettings;
use crate::message::application::{Completion, SendError, SendOutcome};
use crate::message::produce::{ProduceRequest, ProducedPartition};
use crate::message::{Body, Envelope, Request, Response};
use crate::outbox::Outbox;

/// What is to be done with a batch whose request came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Its outcome was reported before; nothing.
    AlreadyDone,
    /// Too large for the broker, and not a single record: sent again in parts.
    Split,
    Succeed,
    /// Sent again after a back-off.
    Retry,
    Fail(SendError),
}

/// Source: Sender.completeBatch, canRetry. `DUPLICATE_SEQUENCE_NUMBER` counts as success, at an offset that is not
/// known.
pub fn verdict(batch: &ProducerBatch, error: ErrorCode, at: SimTime, config: &ProducerConfig) -> Verdict {
    let is_late = batch.has_reached_delivery_timeout(config.delivery_timeout, at);
    if batch.is_done {
        Verdict::AlreadyDone
    } else if error == ErrorCode::MessageTooLarge && batch.records().len() > 1 {
        Verdict::Split
    } else if error == ErrorCode::None {
        Verdict::Succeed
    } else if !is_late && i64::from(batch.attempts) < i64::from(config.retries) && error.is_retriable() {
        Verdict::Retry
    } else if error == ErrorCode::DuplicateSequenceNumber {
        Verdict::Succeed
    } else {
        Verdict::Fail(SendError::Broker(error))
    }
}

impl Producer {
    /// Passes of the loop until one sends nothing. Source: Sender.runOnce.
    pub(super) fn run_sender(&mut self, at: SimTime, config: &ProducerConfig, out: &mut Outbox) {
        let settings = ClientSettings::from(config);
        loop {
            let sent = self.send_producer_data(at, config, &settings, out);
            let over = self.accumulator.set_timers(at, config, self.closing, out);
            if !sent && !over {
                break;
            }
        }
        self.set_delivery_timer(at, config, out);
    }

    /// Source: Sender.sendProducerData.
    fn send_producer_data(
        &mut self,
        at: SimTime,
        config: &ProducerConfig,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> bool {
        let check = self
            .accumulator
            .ready(self.client.metadata.snapshot(), at, config, self.closing);
        for topic in check.unknown_leader_topics {
            if let Some(name) = self.client.metadata.snapshot().names.get(&topic).cloned() {
                self.client.metadata.add_topic(&name, at);
            }
            self.client.metadata.request_update(false);
        }
        self.client.maybe_update_metadata(at, settings, out);
        let mut drained: Vec<(BrokerId, Vec<ProducerBatch>)> = Vec::new();
        for node in check.nodes {
            if self.client.ready(node, at, settings, out).is_ok() {
                let batches = self
                    .accumulator
                    .drain(node, self.client.metadata.snapshot(), at, config);
                if !batches.is_empty() {
                    drained.push((node, batches));
                }
            }
        }
        self.expire_batches(&mut drained, at, config, out);
        let sent = !drained.is_empty();
        for (node, batches) in drained {
            self.send_produce_request(node, batches, at, config, settings, out);
        }
        sent
    }

    /// Reports every batch that has waited for `delivery.timeout.ms`, queued, in flight or just drained. Only an answer
    /// unmutes the partition of one in flight. Source: Sender.getExpiredInflightBatches;
    /// RecordAccumulator.expiredBatches.
    fn expire_batches(
        &mut self,
        drained: &mut [(BrokerId, Vec<ProducerBatch>)],
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let in_flight = self.client.in_flight_mut().flatten();
        for batch in in_flight.chain(drained.iter_mut().flat_map(|(_, batches)| batches)) {
            if !batch.is_done && batch.has_reached_delivery_timeout(config.delivery_timeout, at) {
                batch.is_done = true;
                report(batch, failed(SendError::Timeout { ever_sent: true }, at), out);
            }
        }
        for batch in self.accumulator.expired(at, config) {
            let ever_sent = batch.was_sent();
            report(&batch, failed(SendError::Timeout { ever_sent }, at), out);
        }
    }

    /// Source: Sender.sendProduceRequest.
    fn send_produce_request(
        &mut self,
        node: BrokerId,
        mut batches: Vec<ProducerBatch>,
        at: SimTime,
        config: &ProducerConfig,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) {
        let request = Request::Produce(ProduceRequest {
            acks: config.acks,
            timeout: config.request_timeout,
            batches: batches
                .iter_mut()
                .map(|batch| (batch.partition, batch.to_record_batch()))
                .collect(),
        });
        if config.acks != Acks::None {
            self.client.send(node, request, batches, at, settings, out);
            return;
        }
        // Nobody answers: what has left is done.
        self.client.send_unanswered(node, request, out);
        for batch in batches {
            self.complete_batch(batch, ErrorCode::None, Offset::UNKNOWN, at, config, out);
        }
    }

    /// Source: Sender.handleProduceResponse.
    pub(super) fn handle_produce_response(
        &mut self,
        batches: Vec<ProducerBatch>,
        envelope: &Envelope,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let answers: &[ProducedPartition] = match &envelope.body {
            Body::Response(Response::Produce(response)) => &response.partitions,
            _ => &[],
        };
        for batch in batches {
            let partition = batch.partition;
            let answer = answers.iter().find(|answer| answer.partition == partition);
            // An answer that leaves a partition out says nothing about it.
            let error = answer.map_or(ErrorCode::UnknownServerError, |answer| answer.error);
            let base_offset = answer.map_or(Offset::UNKNOWN, |answer| answer.base_offset);
            self.complete_batch(batch, error, base_offset, at, config, out);
        }
        for answer in answers {
            let refused = matches!(
                answer.error,
                ErrorCode::NotLeaderOrFollower | ErrorCode::FencedLeaderEpoch
            );
            if let (true, Some(hint)) = (refused, answer.current_leader) {
                self.client.metadata.apply_leader_hint(answer.partition, hint);
            }
        }
    }

    /// The connection is gone, and with it what was unanswered, oldest first. Source: Sender.handleProduceResponse.
    pub(super) fn handle_lost_requests(
        &mut self,
        lost: Lost<Vec<ProducerBatch>>,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let error = match lost.timed_out {
            true => ErrorCode::RequestTimedOut,
            false => ErrorCode::NetworkException,
        };
        for batch in lost.requests.into_iter().flatten() {
            self.complete_batch(batch, error, Offset::UNKNOWN, at, config, out);
        }
    }

    /// Source: Sender.completeBatch.
    fn complete_batch(
        &mut self,
        batch: ProducerBatch,
        error: ErrorCode,
        base_offset: Offset,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let partition = batch.partition;
        match verdict(&batch, error, at, config) {
            Verdict::AlreadyDone => {}
            Verdict::Split => self.accumulator.split_and_reenqueue(&batch, config),
            Verdict::Succeed => {
                let base_offset = Some(base_offset).filter(|offset| *offset >= Offset::ZERO);
                report(&batch, SendOutcome::Acknowledged { base_offset }, out);
            }
            Verdict::Retry => {
                out.explain(Why::BatchRetried {
                    partition,
                    error,
                    attempts: batch.attempts + 1,
                });
                self.accumulator.reenqueue(batch, at);
            }
            Verdict::Fail(error) => report(&batch, failed(error, at), out),
        }
        if error.is_invalid_metadata() {
            self.client.metadata.request_update(false);
        }
        self.accumulator.unmute(partition);
    }
}

fn failed(error: SendError, at: SimTime) -> SendOutcome {
    SendOutcome::Failed { error, at }
}

/// Tells the application; the records of a batch share their fate.
fn report(batch: &ProducerBatch, outcome: SendOutcome, out: &mut Outbox) {
    out.complete(Completion::Sent {
        records: batch.record_ids(),
        partition: Some(batch.partition),
        outcome,
    });
}
