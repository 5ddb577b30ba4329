//! What an idempotent producer does before a pass of the sender's loop looks for batches: it concludes what became of those given
//! up, ends its epoch if it must, and asks for an id while it has none.
//!
//! As long as it has none, a pass does nothing else; so nothing is sent, and nothing expires.
//!
//! Differs: Kafka's thread sleeps through `retry.backoff.ms` before it asks for an id again, and takes no answer meanwhile.
//!
//! Source: Sender.runOnce, maybeSendAndPollTransactionalRequest; TransactionManager.InitProducerIdHandler.

use super::batch::ProducerState;
use super::sender::{failed, report};
use super::transaction_manager::{IdState, TransactionManager};
use super::{Asked, Producer};
use crate::base::config::ProducerConfig;
use crate::base::error_code::ErrorCode;
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::client::settings::ClientSettings;
use crate::message::application::SendError;
use crate::message::producer_id::InitProducerIdRequest;
use crate::message::{Body, Envelope, Request, Response};
use crate::outbox::Outbox;

impl Producer {
    /// Whether the pass may go on to its batches. Source: Sender.runOnce, maybeSendAndPollTransactionalRequest.
    pub(super) fn has_what_it_needs_to_send(
        &mut self,
        at: SimTime,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) -> bool {
        let Some(transactions) = &mut self.transactions else {
            return true;
        };
        transactions.maybe_resolve_sequences();
        if let Some(error) = transactions.fatal() {
            self.abort_batches(error, at, out);
            return false;
        }
        if let Some(bump) = transactions.maybe_bump_epoch() {
            out.explain(Why::EpochBumped {
                producer: bump.producer,
                partitions: bump.partitions,
            });
            self.renumber(bump.rewritten);
        }
        match self.transactions.as_ref().map(TransactionManager::id_state) {
            Some(IdState::Wanted) => self.ask_for_id(at, settings, out),
            Some(IdState::Asked | IdState::BacksOff) => self.client.maybe_update_metadata(at, settings, out),
            Some(IdState::Known(_)) | None => return true,
        }
        false
    }

    /// Source: TransactionManager.InitProducerIdHandler; NetworkClientUtils.awaitReady.
    fn ask_for_id(&mut self, at: SimTime, settings: &ClientSettings, out: &mut Outbox) {
        self.client.maybe_update_metadata(at, settings, out);
        let (Some(node), Some(transactions)) = (
            self.client.ready_least_loaded(at, settings, out),
            &mut self.transactions,
        ) else {
            return;
        };
        transactions.id_asked();
        let request = Request::InitProducerId(InitProducerIdRequest {});
        self.client
            .send(node, request, Asked::InitProducerId, at, settings, out);
    }

    /// Source: TransactionManager.InitProducerIdHandler.handleResponse.
    pub(super) fn handle_init_producer_id_response(
        &mut self,
        envelope: &Envelope,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let (Some(transactions), Body::Response(Response::InitProducerId(response))) =
            (&mut self.transactions, &envelope.body)
        else {
            return;
        };
        match response.producer {
            Some(producer) => {
                let renumbered = transactions.id_given(producer);
                self.renumber(renumbered);
            }
            None if response.error.is_retriable() => self.producer_id_failed(config, out),
            None => transactions.failed_for_good(response.error),
        }
    }

    pub(super) fn producer_id_failed(&mut self, config: &ProducerConfig, out: &mut Outbox) {
        if let Some(transactions) = &mut self.transactions {
            transactions.id_failed();
            out.set_timer(Timer::ProducerIdRetry, config.retry_backoff);
        }
    }

    /// Wherever the batches are at present.
    fn renumber(&mut self, renumbered: Vec<(u64, ProducerState)>) {
        for (number, state) in renumbered {
            self.accumulator.renumber(number, state);
            for batch in self.client.in_flight_mut().flat_map(Asked::batches_mut) {
                if batch.number == number {
                    batch.reset_producer_state(state);
                }
            }
        }
    }

    /// Source: Sender.maybeAbortBatches.
    fn abort_batches(&mut self, error: ErrorCode, at: SimTime, out: &mut Outbox) {
        let outcome = || failed(SendError::Broker(error), at);
        for batch in self.accumulator.abort() {
            report(&batch, outcome(), out);
        }
        for batch in self.client.in_flight_mut().flat_map(Asked::batches_mut) {
            if !std::mem::replace(&mut batch.is_done, true) {
                report(batch, outcome(), out);
            }
        }
    }
}
