//! In-sync replicas: a leader proposes who is in sync, the controller decides.
//!
//! While a proposal is under way the leader takes the stricter view of it: a follower to be added counts for the high
//! watermark at once, one to be removed counts until the controller has agreed. One proposal at a time per partition.
//!
//! Source: Partition, PartitionState (CommittedPartitionState, PendingExpandIsr, PendingShrinkIsr); KIP-497, KIP-841, KIP-903.

use super::replica::Replica;
use super::{Leader, Partition, Role, Surroundings};
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::offset::Offset;
use crate::base::rule::Rule;
use crate::base::set::Set;
use crate::base::why::{NotInSync, Why};
use crate::log::metadata_record::LeaderRecoveryState;
use crate::message::alter_partition::{AlteredPartition, ProposedIsr};

/// A leader's view of its ISR. `isr` is always the one the controller last confirmed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum IsrState {
    Committed {
        isr: Set<BrokerId>,
    },
    PendingExpand {
        isr: Set<BrokerId>,
        new_in_sync_replica: BrokerId,
        sent: ProposedIsr,
    },
    PendingShrink {
        isr: Set<BrokerId>,
        out_of_sync_replicas: Set<BrokerId>,
        sent: ProposedIsr,
    },
}

/// What the answer to a proposal did.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ProposalOutcome {
    /// The partition has moved on since; the answer says nothing any more.
    Ignored,
    /// The new ISR is in force; whether the high watermark rose with it.
    Committed { high_watermark_rose: bool },
    /// Back to the ISR before the proposal; a later fetch or check may propose again.
    BackToCommitted,
    /// Refused in a way that leaves open whether it was applied: metadata will tell.
    StaysPending,
    /// To be sent again as it was.
    Resubmit(ProposedIsr),
}

impl IsrState {
    /// The ISR the controller last confirmed. Used for min ISR.
    pub fn isr(&self) -> &Set<BrokerId> {
        match self {
            IsrState::Committed { isr } | IsrState::PendingExpand { isr, .. } | IsrState::PendingShrink { isr, .. } => {
                isr
            }
        }
    }

    /// Whether the high watermark waits for this replica whatever its lag. Source: PartitionState.maximalIsr.
    pub fn in_maximal_isr(&self, broker: BrokerId) -> bool {
        self.is_joining(broker) || self.isr().contains(&broker)
    }

    /// Proposed to be added.
    pub fn is_joining(&self, broker: BrokerId) -> bool {
        matches!(self, IsrState::PendingExpand { new_in_sync_replica, .. } if *new_in_sync_replica == broker)
    }

    /// Proposed to be removed.
    pub fn is_leaving(&self, broker: BrokerId) -> bool {
        matches!(self, IsrState::PendingShrink { out_of_sync_replicas, .. } if out_of_sync_replicas.contains(&broker))
    }

    /// The larger of the committed and the proposed ISR.
    pub fn maximal_isr(&self) -> Set<BrokerId> {
        let mut maximal = self.isr().clone();
        if let IsrState::PendingExpand {
            new_in_sync_replica, ..
        } = self
        {
            maximal.insert(*new_in_sync_replica);
        }
        maximal
    }

    fn maximal_isr_size(&self) -> i32 {
        self.isr().len() as i32 + i32::from(matches!(self, IsrState::PendingExpand { .. }))
    }

    /// The proposal under way.
    pub fn sent(&self) -> Option<&ProposedIsr> {
        match self {
            IsrState::Committed { .. } => None,
            IsrState::PendingExpand { sent, .. } | IsrState::PendingShrink { sent, .. } => Some(sent),
        }
    }

    fn back_to_committed(&mut self) {
        let isr = self.isr().clone();
        *self = IsrState::Committed { isr };
    }
}

/// Whether a broker may be in an ISR at all, as this leader's metadata has it.
/// Source: Partition.isReplicaIsrEligible; KIP-841, KIP-903.
pub fn eligible(replica: &Replica, around: &Surroundings<'_>) -> Result<(), NotInSync> {
    let Some(fetched_with) = replica.broker_epoch else {
        return Err(NotInSync::NeverFetched);
    };
    let Some(registration) = around.brokers.get(&replica.broker) else {
        return Err(NotInSync::StaleBrokerEpoch);
    };
    if registration.fenced {
        return Err(NotInSync::Fenced);
    }
    if registration.in_controlled_shutdown {
        return Err(NotInSync::ShuttingDown);
    }
    let stale = fetched_with != BrokerEpoch::UNKNOWN && fetched_with != registration.broker_epoch;
    if stale && around.config.rules.on(Rule::ProposesCurrentIncarnation) {
        return Err(NotInSync::StaleBrokerEpoch);
    }
    Ok(())
}

impl Partition {
    /// Proposes to add this follower, if it has caught up. Called on every successful fetch of a follower, so that what is
    /// judged was said in the present epoch.
    /// Source: Partition.maybeExpandIsr.
    pub fn maybe_expand_isr(&mut self, follower: BrokerId, around: &Surroundings<'_>) -> Option<ProposedIsr> {
        let leader = self.as_leader()?;
        if leader.isr_state.isr().contains(&follower) || self.may_join_isr(follower, around).is_err() {
            return None;
        }
        let isr = leader.isr_state.isr().clone();
        let mut members = isr.clone();
        members.insert(follower);
        let sent = self.proposal(&members, around);
        self.set_isr_state(IsrState::PendingExpand {
            isr,
            new_in_sync_replica: follower,
            sent: sent.clone(),
        });
        Some(sent)
    }

    /// What a follower outside the ISR lacks to be proposed. It need not have reached the leader's end: the high watermark is
    /// enough, and the offset at which the leader's epoch began, because a fresh leader's high watermark may be too low.
    /// Source: Partition.needsExpandIsr, isFollowerInSync; KIP-497, KAFKA-7128.
    pub fn may_join_isr(&self, follower: BrokerId, around: &Surroundings<'_>) -> Result<(), NotInSync> {
        let Some(leader) = self.as_leader() else {
            return Err(NotInSync::NotAssigned);
        };
        let Some(replica) = leader.replica(follower) else {
            return Err(NotInSync::NotAssigned);
        };
        if leader.isr_state.sent().is_some() {
            return Err(NotInSync::ProposalPending);
        }
        eligible(replica, around)?;
        let log_end_offset = replica.log_end_offset;
        let rules = &around.config.rules;
        if log_end_offset < self.high_watermark && rules.on(Rule::JoinsFromHighWatermark) {
            return Err(NotInSync::BelowHighWatermark {
                log_end_offset,
                high_watermark: self.high_watermark,
            });
        }
        if log_end_offset < leader.epoch_start_offset && rules.on(Rule::JoinsFromEpochStart) {
            return Err(NotInSync::BelowEpochStart {
                log_end_offset,
                epoch_start_offset: leader.epoch_start_offset,
            });
        }
        Ok(())
    }

    /// Proposes to remove all members that have not been caught up for `replica.lag.time.max.ms`. The leader stays.
    /// Source: Partition.maybeShrinkIsr.
    pub fn maybe_shrink_isr(&mut self, log_end_offset: Offset, around: &Surroundings<'_>) -> Option<ProposedIsr> {
        let leader = self.as_leader()?;
        if leader.isr_state.sent().is_some() {
            return None;
        }
        let out_of_sync_replicas: Set<BrokerId> = leader
            .isr_state
            .isr()
            .iter()
            .copied()
            .filter(|&member| member != self.local && self.out_of_sync(leader, member, log_end_offset, around))
            .collect();
        if out_of_sync_replicas.is_empty() {
            return None;
        }
        let isr = leader.isr_state.isr().clone();
        let members: Set<BrokerId> = isr.difference(&out_of_sync_replicas).copied().collect();
        let sent = self.proposal(&members, around);
        self.set_isr_state(IsrState::PendingShrink {
            isr,
            out_of_sync_replicas,
            sent: sent.clone(),
        });
        Some(sent)
    }

    /// A member that is not even known as a replica counts as out of sync. Source: Partition.isFollowerOutOfSync.
    fn out_of_sync(&self, leader: &Leader, member: BrokerId, end: Offset, around: &Surroundings<'_>) -> bool {
        let lag_time_max = around.config.broker().replica_lag_time_max;
        leader
            .replica(member)
            .is_none_or(|replica| !replica.is_caught_up(end, around.at, lag_time_max))
    }

    /// Why each member that a shrink under way removes is out of sync.
    pub fn why_out_of_sync(&self) -> Vec<Why> {
        let Role::Leader(leader) = &self.role else {
            return Vec::new();
        };
        let IsrState::PendingShrink {
            out_of_sync_replicas, ..
        } = &leader.isr_state
        else {
            return Vec::new();
        };
        let why = |&member: &BrokerId| Why::OutOfSync {
            partition: self.id,
            replica: member,
            log_end_offset: leader.replica(member).map_or(Offset::UNKNOWN, |r| r.log_end_offset),
            last_caught_up: leader.replica(member).and_then(|r| r.last_caught_up),
        };
        out_of_sync_replicas.iter().map(why).collect()
    }

    /// Source: Partition.prepareIsrExpand, prepareIsrShrink, addBrokerEpochToIsr.
    fn proposal(&self, members: &Set<BrokerId>, around: &Surroundings<'_>) -> ProposedIsr {
        let heard_with = |member: BrokerId| {
            if member == self.local {
                return around.broker_epoch;
            }
            let replica = self.as_leader().and_then(|leader| leader.replica(member));
            replica.and_then(|r| r.broker_epoch).unwrap_or(BrokerEpoch::UNKNOWN)
        };
        ProposedIsr {
            partition: self.id,
            leader_epoch: self.leader_epoch,
            partition_epoch: self.partition_epoch,
            new_isr: members.iter().map(|&member| (member, heard_with(member))).collect(),
            // An unclean election is over for its leader as soon as it leads: no recovery work exists in 4.3.
            leader_recovery_state: LeaderRecoveryState::Recovered,
        }
    }

    /// The controller, or the queue to it, has answered a proposal.
    /// Source: Partition.submitAlterPartition, handleAlterPartitionUpdate, handleAlterPartitionError.
    pub fn handle_alter_partition_result(
        &mut self,
        sent: &ProposedIsr,
        result: &AlteredPartition,
        log_end_offset: Offset,
        around: &Surroundings<'_>,
    ) -> ProposalOutcome {
        let Role::Leader(leader) = &mut self.role else {
            return ProposalOutcome::Ignored;
        };
        if leader.isr_state.sent() != Some(sent) {
            return ProposalOutcome::Ignored;
        }
        use ErrorCode::*;
        match result.error {
            None => {
                if result.leader_epoch != self.leader_epoch || result.partition_epoch < self.partition_epoch {
                    return ProposalOutcome::StaysPending;
                }
                self.partition_epoch = result.partition_epoch;
                let isr = result.isr.iter().copied().collect();
                leader.isr_state = IsrState::Committed { isr };
                let high_watermark_rose = self.maybe_increment_high_watermark(log_end_offset, around);
                ProposalOutcome::Committed { high_watermark_rose }
            }
            OperationNotAttempted | IneligibleReplica => {
                leader.isr_state.back_to_committed();
                ProposalOutcome::BackToCommitted
            }
            InvalidUpdateVersion if !around.config.rules.on(Rule::RefusedProposalStaysPending) => {
                let isr = sent.new_isr.iter().map(|(broker, _)| *broker).collect();
                leader.isr_state = IsrState::Committed { isr };
                let high_watermark_rose = self.maybe_increment_high_watermark(log_end_offset, around);
                ProposalOutcome::Committed { high_watermark_rose }
            }
            UnknownTopicOrPartition
            | UnknownTopicId
            | FencedLeaderEpoch
            | InvalidUpdateVersion
            | InvalidRequest
            | NewLeaderElected => ProposalOutcome::StaysPending,
            _ => ProposalOutcome::Resubmit(sent.clone()),
        }
    }

    /// The queue to the controller still holds an earlier proposal for this partition, so this one was not sent.
    pub fn proposal_not_attempted(&mut self) {
        if let Role::Leader(leader) = &mut self.role {
            leader.isr_state.back_to_committed();
        }
    }

    /// Whether an acks=all produce that the high watermark has passed is fully acknowledged: judged by the maximal ISR.
    /// Source: Partition.checkEnoughReplicasReachOffset.
    pub fn enough_replicas_after_append(&self, leader: &Leader) -> bool {
        leader.isr_state.maximal_isr_size() >= self.effective_min_insync_replicas(leader)
    }

    fn set_isr_state(&mut self, state: IsrState) {
        if let Role::Leader(leader) = &mut self.role {
            leader.isr_state = state;
        }
    }
}
