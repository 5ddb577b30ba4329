//! InitProducerId: hands out producer ids from the block that the controller gave to this broker.
//!
//! Without a block the answer is `COORDINATOR_LOAD_IN_PROGRESS`, which a producer retries, and the controller is asked for one;
//! so the first producer that asks a broker waits a little longer than the others. When 90 % of a block is used up the
//! next one is asked for.
//!
//! Differs: a request for a block whose connection is lost counts as failed, where Kafka sends it again by itself; the next
//! producer that asks finds out.
//!
//! Source: TransactionCoordinator.handleInitProducerId, RPCProducerIdManager; KIP-730.

use super::{Broker, Context};
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, ProducerIdAndEpoch};
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::message::producer_id::{
    AllocateProducerIdsRequest, AllocateProducerIdsResponse, InitProducerIdResponse, ProducerIdsBlock,
};
use crate::message::{Purpose, Request};

/// Wait after a failed request for a block. Source: RPCProducerIdManager.RETRY_BACKOFF_MS.
const RETRY_BACKOFF: Millis = Millis(50);

/// A block in use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Claimed {
    block: ProducerIdsBlock,
    next: i64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProducerIdManager {
    current: Option<Claimed>,
    /// Asked for in advance.
    following: Option<ProducerIdsBlock>,
    awaited: Option<CorrelationId>,
    /// After a failure: not to be asked again before.
    backoff_until: Option<SimTime>,
}

impl ProducerIdManager {
    pub(super) fn awaits(&self, correlation: CorrelationId) -> bool {
        self.awaited == Some(correlation)
    }

    /// An id nobody has, if there is one, and whether another block should be asked for.
    /// Source: RPCProducerIdManager.generateProducerId.
    fn claim(&mut self) -> (Option<i64>, bool) {
        let used_up = self.current.is_none_or(|claimed| claimed.next >= claimed.end());
        if used_up && let Some(block) = self.following.take() {
            self.current = Some(Claimed {
                block,
                next: block.first_producer_id,
            });
        }
        match &mut self.current {
            Some(claimed) if claimed.next < claimed.end() => {
                let id = claimed.next;
                claimed.next += 1;
                (Some(id), id == claimed.prefetch_at())
            }
            _ => (None, true),
        }
    }
}

impl Claimed {
    fn end(&self) -> i64 {
        self.block.first_producer_id + i64::from(self.block.size)
    }

    /// Source: RPCProducerIdManager.PID_PREFETCH_THRESHOLD.
    fn prefetch_at(&self) -> i64 {
        self.block.first_producer_id + i64::from(self.block.size) * 9 / 10
    }
}

impl Broker {
    pub(super) fn handle_init_producer_id(&mut self, context: &mut Context<'_>) -> InitProducerIdResponse {
        let (id, wants_block) = self.producer_ids.claim();
        if wants_block {
            self.maybe_request_producer_ids(context);
        }
        InitProducerIdResponse {
            error: match id {
                Some(_) => ErrorCode::None,
                None => ErrorCode::CoordinatorLoadInProgress,
            },
            producer: id.map(|id| ProducerIdAndEpoch { id, epoch: 0 }),
        }
    }

    /// Source: RPCProducerIdManager.maybeRequestNextBlock, sendRequest.
    fn maybe_request_producer_ids(&mut self, context: &mut Context<'_>) {
        let ids = &self.producer_ids;
        let backs_off = ids.backoff_until.is_some_and(|until| context.at < until);
        if backs_off || ids.following.is_some() || ids.awaited.is_some() {
            return;
        }
        let request = Request::AllocateProducerIds(AllocateProducerIdsRequest {
            broker: self.id,
            broker_epoch: self.broker_epoch(),
        });
        let correlation = self.send_to_controller(context, Purpose::Forwarding, request);
        self.producer_ids.awaited = Some(correlation);
        self.producer_ids.backoff_until = None;
        let patience = context.config.broker().request_timeout;
        context.out.set_timer(Timer::RequestTimeout(correlation), patience);
    }

    pub(super) fn handle_allocate_producer_ids_response(
        &mut self,
        context: &mut Context<'_>,
        correlation: CorrelationId,
        response: &AllocateProducerIdsResponse,
    ) {
        if !self.producer_ids.awaits(correlation) {
            return;
        }
        match response.block {
            Some(block) => {
                self.producer_ids.awaited = None;
                self.producer_ids.following = Some(block);
                context.out.cancel_timer(Timer::RequestTimeout(correlation));
            }
            None => self.producer_ids_failed(context),
        }
    }

    /// It is asked for again when the next producer wants an id, and the back-off is over.
    /// Source: RPCProducerIdManager.handleUnsuccessfulResponse.
    pub(super) fn producer_ids_failed(&mut self, context: &mut Context<'_>) {
        if let Some(correlation) = self.producer_ids.awaited.take() {
            context.out.cancel_timer(Timer::RequestTimeout(correlation));
            self.producer_ids.backoff_until = Some(context.at + RETRY_BACKOFF);
        }
    }
}
