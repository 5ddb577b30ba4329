//! The sender's loop, and what becomes of batches whose request is answered or lost.
//!
//! Order of one pass: look which nodes have something ready, ask for metadata where a leader is not known, drain,
//! expire, send. A batch drained in the very pass in which it expires is reported as timed out and still transmitted. Before all
//! that an idempotent producer sees to its id (`identity.rs`).
//!
//! Source: Sender.runOnce, sendProducerData, handleProduceResponse, completeBatch.

use super::batch::ProducerBatch;
use super::transaction_manager::{Retry, TransactionManager};
use super::{Asked, Producer, failed_record};
use crate::base::config::{Acks, ProducerConfig};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, CorrelationId};
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
    Retry {
        /// Under another epoch.
        bump_epoch: bool,
    },
    Fail(SendError),
}

/// A partition's entry in a Produce answer, or what stands for it where none came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    pub error: ErrorCode,
    pub base_offset: Offset,
    pub log_start_offset: Offset,
}

/// The request in which a batch travelled.
#[derive(Clone, Copy)]
struct Carrier {
    correlation: CorrelationId,
    /// Whom its connection was lost to.
    disconnected_from: Option<BrokerId>,
}

impl Answer {
    fn without_offsets(error: ErrorCode) -> Self {
        Answer {
            error,
            base_offset: Offset::UNKNOWN,
            log_start_offset: Offset::UNKNOWN,
        }
    }
}

/// Source: Sender.completeBatch, canRetry. `DUPLICATE_SEQUENCE_NUMBER` counts as success, at an offset that is not
/// known.
pub fn verdict(
    batch: &ProducerBatch,
    answer: Answer,
    at: SimTime,
    config: &ProducerConfig,
    transactions: Option<&TransactionManager>,
) -> Verdict {
    let error = answer.error;
    if batch.is_done {
        return Verdict::AlreadyDone;
    }
    if error == ErrorCode::MessageTooLarge && batch.records().len() > 1 {
        return Verdict::Split;
    }
    if error == ErrorCode::None {
        return Verdict::Succeed;
    }
    let is_late = batch.has_reached_delivery_timeout(config.delivery_timeout, at);
    let retry = match transactions {
        _ if is_late || retries_used_up(batch, config) => Retry::No,
        Some(transactions) => transactions.can_retry(batch, error, answer.log_start_offset),
        None if error.is_retriable() => Retry::Yes,
        None => Retry::No,
    };
    match (retry, error) {
        (Retry::Yes, _) => Verdict::Retry { bump_epoch: false },
        (Retry::YesAndBumpEpoch, _) => Verdict::Retry { bump_epoch: true },
        (Retry::No, ErrorCode::DuplicateSequenceNumber) => Verdict::Succeed,
        (Retry::No, error) => Verdict::Fail(SendError::Broker(error)),
    }
}

fn retries_used_up(batch: &ProducerBatch, config: &ProducerConfig) -> bool {
    i64::from(batch.attempts) >= i64::from(config.retries)
}

impl Producer {
    /// Passes of the loop until one sends nothing. Source: Sender.runOnce.
    pub(super) fn run_sender(&mut self, at: SimTime, config: &ProducerConfig, out: &mut Outbox) {
        let settings = ClientSettings::from(config);
        loop {
            let sent = match self.has_what_it_needs_to_send(at, &settings, out) {
                true => self.send_producer_data(at, config, &settings, out),
                false => false,
            };
            let over = self.accumulator.set_timers(at, config, self.closing, out);
            let concludes = self
                .transactions
                .as_ref()
                .is_some_and(TransactionManager::has_conclusions);
            if !sent && !over && !concludes {
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
                let snapshot = self.client.metadata.snapshot();
                let batches = self
                    .accumulator
                    .drain(node, snapshot, at, config, self.transactions.as_mut());
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
        let transactions = &mut self.transactions;
        let mut give_up = |batch: &ProducerBatch, ever_sent: bool| {
            report(batch, failed(SendError::Timeout { ever_sent }, at), out);
            if let Some(transactions) = transactions {
                transactions.failed(batch, None, false);
                if batch.attempts > 0 {
                    transactions.mark_unresolved(batch);
                }
            }
        };
        let in_flight = self.client.in_flight_mut().flat_map(Asked::batches_mut);
        for batch in in_flight.chain(drained.iter_mut().flat_map(|(_, batches)| batches)) {
            if !batch.is_done && batch.has_reached_delivery_timeout(config.delivery_timeout, at) {
                batch.is_done = true;
                give_up(batch, true);
            }
        }
        for batch in self.accumulator.expired(at, config) {
            give_up(&batch, batch.was_sent());
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
            self.client
                .send(node, request, Asked::Produce(batches), at, settings, out);
            return;
        }
        // Nobody answers: what has left is done.
        self.client.send_unanswered(node, request, out);
        for batch in batches {
            let nobody_asks = Carrier {
                correlation: CorrelationId(0),
                disconnected_from: None,
            };
            let done = Answer::without_offsets(ErrorCode::None);
            self.complete_batch(batch, done, nobody_asks, at, config, out);
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
            let answer = match answer {
                None => Answer::without_offsets(ErrorCode::UnknownServerError),
                Some(answer) => Answer {
                    error: answer.error,
                    base_offset: answer.base_offset,
                    log_start_offset: answer.log_start_offset,
                },
            };
            let carrier = Carrier {
                correlation: envelope.correlation,
                disconnected_from: None,
            };
            self.complete_batch(batch, answer, carrier, at, config, out);
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
        lost: Lost<Asked>,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let error = match lost.timed_out {
            true => ErrorCode::RequestTimedOut,
            false => ErrorCode::NetworkException,
        };
        for (correlation, asked) in lost.requests {
            let carrier = Carrier {
                correlation,
                disconnected_from: Some(lost.broker),
            };
            match asked {
                Asked::InitProducerId => self.producer_id_failed(config, out),
                Asked::Produce(batches) => {
                    for batch in batches {
                        self.complete_batch(batch, Answer::without_offsets(error), carrier, at, config, out);
                    }
                }
            }
        }
    }

    /// Source: Sender.completeBatch, failBatch.
    fn complete_batch(
        &mut self,
        batch: ProducerBatch,
        answer: Answer,
        carrier: Carrier,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let (partition, error) = (batch.partition, answer.error);
        let verdict = verdict(&batch, answer, at, config, self.transactions.as_ref());
        self.note_verdict(&batch, verdict, answer, config);
        match verdict {
            Verdict::AlreadyDone => {}
            Verdict::Split => {
                self.accumulator
                    .split_and_reenqueue(&batch, config, self.transactions.as_mut());
            }
            Verdict::Succeed => {
                let base_offset = Some(answer.base_offset).filter(|offset| *offset >= Offset::ZERO);
                report(&batch, SendOutcome::Acknowledged { base_offset }, out);
            }
            Verdict::Retry { .. } => {
                out.explain(Why::BatchRetried {
                    partition,
                    error,
                    attempts: batch.attempts + 1,
                    correlation: carrier.correlation,
                    disconnected_from: carrier.disconnected_from,
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

    /// What an idempotent producer learns about its numbers. A batch given up before may still turn out to be stored.
    fn note_verdict(&mut self, batch: &ProducerBatch, verdict: Verdict, answer: Answer, config: &ProducerConfig) {
        let Some(transactions) = &mut self.transactions else {
            return;
        };
        let is_stored = matches!(answer.error, ErrorCode::None | ErrorCode::DuplicateSequenceNumber);
        match verdict {
            Verdict::AlreadyDone if !is_stored => {}
            Verdict::AlreadyDone | Verdict::Succeed => transactions.completed(batch, answer.base_offset),
            Verdict::Split => transactions.remove_in_flight(batch),
            Verdict::Retry { bump_epoch: true } => transactions.request_epoch_bump(batch.partition),
            Verdict::Retry { bump_epoch: false } => {}
            Verdict::Fail(_) => transactions.failed(batch, Some(answer.error), !retries_used_up(batch, config)),
        }
    }
}

pub(super) fn failed(error: SendError, at: SimTime) -> SendOutcome {
    SendOutcome::Failed { error, at }
}

/// Tells the application; the records of a batch share their fate.
pub(super) fn report(batch: &ProducerBatch, outcome: SendOutcome, out: &mut Outbox) {
    out.complete(Completion::Sent {
        records: batch.record_ids(),
        partition: Some(batch.partition),
        failed: match outcome {
            SendOutcome::Acknowledged { .. } => Vec::new(),
            SendOutcome::Failed { .. } => {
                let failed = |record| failed_record(None, record, batch.created);
                batch.records().iter().map(failed).collect()
            }
        },
        outcome,
    });
}
