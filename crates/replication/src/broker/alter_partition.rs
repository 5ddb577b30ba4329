//! The way of ISR proposals to the controller.
//!
//! One queue per broker, at most one proposal per partition in it, at most one request on its way; that request carries all
//! that is queued. A proposal leaves the queue only by its answer. Without a controller the ISRs stay as they are, and nothing
//! else changes.
//!
//! Source: AlterPartitionManager, NodeToControllerChannelManager.

use std::sync::Arc;

use super::lifecycle::RECONNECT;
use super::{Broker, Context, surroundings};
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, TopicPartition};
use crate::base::map::Map;
use crate::base::time::Millis;
use crate::base::timer::Timer;
use crate::message::alter_partition::{AlterPartitionRequest, AlterPartitionResponse, AlteredPartition, ProposedIsr};
use crate::message::{Purpose, Request};
use crate::partition::isr::ProposalOutcome;

/// After a refusal of the whole request. Source: AlterPartitionManager.
const RETRY: Millis = Millis(50);
/// `controller.socket.timeout.ms`.
const SOCKET_TIMEOUT: Millis = Millis(30_000);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterPartitionQueue {
    /// Not answered yet, sent or not.
    pub queued: Map<TopicPartition, ProposedIsr>,
    in_flight: Option<InFlight>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct InFlight {
    /// `None` while the connection is lost and the request waits to be sent again.
    correlation: Option<CorrelationId>,
    request: AlterPartitionRequest,
}

impl AlterPartitionQueue {
    pub(super) fn awaits(&self, correlation: CorrelationId) -> bool {
        self.in_flight
            .as_ref()
            .is_some_and(|in_flight| in_flight.correlation == Some(correlation))
    }

    /// Whether the request on its way carries this partition's proposal.
    pub fn is_in_flight(&self, partition: TopicPartition) -> bool {
        let in_flight = self.in_flight.as_ref();
        in_flight.is_some_and(|sent| {
            sent.request
                .partitions
                .iter()
                .any(|proposal| proposal.partition == partition)
        })
    }
}

impl Broker {
    /// Looks for ISR members that have fallen behind, in all partitions led here. Source: ReplicaManager.maybeShrinkIsr.
    pub(super) fn shrink_isrs(&mut self, context: &mut Context<'_>) {
        let led: Vec<TopicPartition> = self
            .partitions
            .iter()
            .filter(|(_, p)| p.as_leader().is_some())
            .map(|(id, _)| *id)
            .collect();
        for id in led {
            let around = surroundings(&self.metadata, &self.lifecycle, context.at, context.config);
            let (Some(partition), Some(log)) = (self.partitions.get_mut(&id), context.disk.log(id)) else {
                continue;
            };
            let partition = Arc::make_mut(partition);
            if let Some(proposal) = partition.maybe_shrink_isr(log.log_end_offset(), &around) {
                partition
                    .why_out_of_sync()
                    .into_iter()
                    .for_each(|why| context.out.explain(why));
                self.submit_alter_partition(context, proposal);
            }
        }
        let period = Millis(context.config.broker().replica_lag_time_max.0 / 2);
        context.out.set_timer(Timer::IsrExpiration, period);
    }

    /// Queues a proposal and sends it if nothing is on its way. With an earlier one of the partition still queued it is not
    /// even attempted. Source: AlterPartitionManager.submit.
    pub(super) fn submit_alter_partition(&mut self, context: &mut Context<'_>, proposal: ProposedIsr) {
        let id = proposal.partition;
        if self.alter_partition.queued.contains_key(&id) {
            if let Some(partition) = self.partitions.get_mut(&id) {
                Arc::make_mut(partition).proposal_not_attempted();
            }
            return;
        }
        self.alter_partition.queued.insert(id, proposal);
        self.propagate_isr_changes(context);
    }

    /// Source: AlterPartitionManager.maybePropagateIsrChanges.
    fn propagate_isr_changes(&mut self, context: &mut Context<'_>) {
        if self.alter_partition.in_flight.is_some() || self.alter_partition.queued.is_empty() {
            return;
        }
        let request = AlterPartitionRequest {
            broker: self.id,
            broker_epoch: self.broker_epoch(),
            partitions: self.alter_partition.queued.values().cloned().collect(),
        };
        self.send_alter_partition(context, request);
    }

    fn send_alter_partition(&mut self, context: &mut Context<'_>, request: AlterPartitionRequest) {
        let sent = Request::AlterPartition(request.clone());
        let correlation = self.send_to_controller(context, Purpose::AlterPartition, sent);
        context
            .out
            .set_timer(Timer::RequestTimeout(correlation), SOCKET_TIMEOUT);
        self.alter_partition.in_flight = Some(InFlight {
            correlation: Some(correlation),
            request,
        });
    }

    /// The request is kept and sent again, without end. Source: NodeToControllerRequestThread.handleResponse.
    pub(super) fn alter_partition_disconnected(&mut self, context: &mut Context<'_>) {
        let Some(in_flight) = &mut self.alter_partition.in_flight else {
            return;
        };
        if let Some(correlation) = in_flight.correlation.take() {
            context.out.cancel_timer(Timer::RequestTimeout(correlation));
            context.out.set_timer(Timer::AlterPartitionRetry, RECONNECT);
        }
    }

    pub(super) fn retry_alter_partition(&mut self, context: &mut Context<'_>) {
        match &self.alter_partition.in_flight {
            Some(lost) if lost.correlation.is_none() => {
                let request = lost.request.clone();
                self.send_alter_partition(context, request);
            }
            Some(_) => {}
            None => self.propagate_isr_changes(context),
        }
    }

    /// Source: AlterPartitionManager.handleAlterPartitionResponse.
    pub(super) fn handle_alter_partition_response(
        &mut self,
        context: &mut Context<'_>,
        correlation: CorrelationId,
        response: &AlterPartitionResponse,
    ) {
        if !self.alter_partition.awaits(correlation) {
            return;
        }
        let of_partition = |id| response.partitions.iter().find(|result| result.partition == id);
        let not_controller = response.error == ErrorCode::NotController
            || response
                .partitions
                .iter()
                .any(|result| result.error == ErrorCode::NotController);
        if not_controller {
            return self.alter_partition_disconnected(context);
        }
        context.out.cancel_timer(Timer::RequestTimeout(correlation));
        let Some(in_flight) = self.alter_partition.in_flight.take() else {
            return;
        };
        if response.error.is_error() {
            return context.out.set_timer(Timer::AlterPartitionRetry, RETRY);
        }
        for proposal in &in_flight.request.partitions {
            // What the answer leaves out stays queued and goes out again.
            if let Some(result) = of_partition(proposal.partition) {
                self.alter_partition.queued.remove(&proposal.partition);
                self.proposal_answered(context, proposal, result);
            }
        }
        self.propagate_isr_changes(context);
    }

    fn proposal_answered(&mut self, context: &mut Context<'_>, proposal: &ProposedIsr, result: &AlteredPartition) {
        let id = proposal.partition;
        let around = surroundings(&self.metadata, &self.lifecycle, context.at, context.config);
        let (Some(partition), Some(log)) = (self.partitions.get_mut(&id), context.disk.log(id)) else {
            return;
        };
        let partition = Arc::make_mut(partition);
        let before = partition.as_leader().map_or(0, |leader| leader.isr_state.isr().len());
        match partition.handle_alter_partition_result(proposal, result, log.log_end_offset(), &around) {
            ProposalOutcome::Committed { high_watermark_rose } => {
                let shrunk = proposal.new_isr.len() < before;
                self.meters.isr_shrinks += u32::from(shrunk);
                self.meters.isr_expands += u32::from(!shrunk);
                if high_watermark_rose {
                    self.complete_delayed_requests(context, id);
                }
                return;
            }
            ProposalOutcome::Resubmit(proposal) => {
                self.alter_partition.queued.insert(id, proposal);
            }
            ProposalOutcome::Ignored | ProposalOutcome::BackToCommitted | ProposalOutcome::StaysPending => {}
        }
        // Source: Partition.handleAlterPartitionError; of an answer nobody waits for only an error counts.
        self.meters.failed_isr_updates += 1;
    }
}
