//! AlterPartition: a leader proposes an ISR; the controller is the one who decides.
//!
//! The checks tell an outdated leader from one that is merely late, and refuse members that the leader cannot know to be
//! gone. Partitions of one request succeed or fail each for itself. An accepted ISR may complete a reassignment, and with
//! it take the leadership from the sender: then the change is written although the answer is an error.
//!
//! Source: ReplicationControlManager.alterPartition, validateAlterPartitionData; KIP-497, KIP-841, KIP-903.

use super::fencing::{change_rules, election_allowed};
use super::partition_change::{AcceptableLeaders, PartitionChangeBuilder};
use super::{Batch, Controller, Turn};
use crate::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::rule::{Rule, Rules};
use crate::base::why::{ProposalFault, Why};
use crate::message::alter_partition::{AlterPartitionRequest, AlterPartitionResponse, AlteredPartition, ProposedIsr};
use crate::message::metadata_record::{LeaderRecoveryState, PartitionRegistration};
use crate::quorum::image::MetadataImage;

impl Controller {
    pub(super) fn alter_partition(
        &mut self,
        request: &AlterPartitionRequest,
        turn: &mut Turn<'_>,
    ) -> AlterPartitionResponse {
        let registered = self.image.brokers.get(&request.broker).map(|r| r.broker_epoch);
        if registered != Some(request.broker_epoch) {
            return AlterPartitionResponse {
                error: ErrorCode::StaleBrokerEpoch,
                partitions: Vec::new(),
            };
        }
        let mut batch = Batch::default();
        let partitions = request
            .partitions
            .iter()
            .map(|proposal| apply(&self.image, turn.rules, request.broker, proposal, &mut batch))
            .collect();
        self.write(batch, turn);
        AlterPartitionResponse {
            error: ErrorCode::None,
            partitions,
        }
    }
}

/// Decides on one proposal: adds to the batch what is to be written, returns what is to be answered.
fn apply(
    image: &MetadataImage,
    rules: &Rules,
    sender: BrokerId,
    proposal: &ProposedIsr,
    batch: &mut Batch,
) -> AlteredPartition {
    let id = proposal.partition;
    let mut refuse = |error: ErrorCode, because: ProposalFault| {
        batch.reasons.push(Why::IsrProposalRefused {
            partition: id,
            leader: sender,
            error,
            because,
        });
        refused(proposal, error)
    };
    let current = match validate(image, rules, sender, proposal) {
        Ok(current) => current,
        Err((error, fault)) => return refuse(error, fault),
    };
    let acceptable = AcceptableLeaders {
        brokers: &image.brokers,
        arriving: None,
        leaving: None,
    };
    let election = election_allowed(image, rules, id.topic);
    let mut builder = PartitionChangeBuilder::new(current, acceptable, change_rules(image, rules, id.topic), election);
    builder.target.isr = proposal.new_isr.iter().map(|(member, _)| *member).collect();
    builder.target_leader_recovery_state = proposal.leader_recovery_state;
    let built = builder.build();
    let answer = match &built.change {
        None => altered(proposal, current),
        Some(change) => {
            let merged = current.merge(change);
            match change.leader {
                Some(leader) if leader != Some(sender) => {
                    refuse(ErrorCode::NewLeaderElected, ProposalFault::NewLeader(leader))
                }
                _ => altered(proposal, &merged),
            }
        }
    };
    batch.change(id, built);
    answer
}

/// The checks of one proposal, in Kafka's order. Source: ReplicationControlManager.validateAlterPartitionData.
fn validate<'a>(
    image: &'a MetadataImage,
    rules: &Rules,
    sender: BrokerId,
    proposal: &ProposedIsr,
) -> Result<&'a PartitionRegistration, (ErrorCode, ProposalFault)> {
    if image.topic_name(proposal.partition.topic).is_none() {
        return Err((ErrorCode::UnknownTopicId, ProposalFault::UnknownTopic));
    }
    let Some(current) = image.partitions.get(&proposal.partition) else {
        return Err((ErrorCode::UnknownTopicOrPartition, ProposalFault::UnknownPartition));
    };
    validate_epochs(current, sender, proposal)?;
    validate_isr(current, sender, proposal)?;
    match ineligible(image, rules, &proposal.new_isr) {
        Some(fault) => Err((ErrorCode::IneligibleReplica, fault)),
        None => Ok(current),
    }
}

/// Who proposes, and on which state of the partition. A sender that is ahead means that this controller is behind.
fn validate_epochs(
    current: &PartitionRegistration,
    sender: BrokerId,
    proposal: &ProposedIsr,
) -> Result<(), (ErrorCode, ProposalFault)> {
    let (known, known_partition) = (current.leader_epoch, current.partition_epoch);
    if proposal.leader_epoch > known {
        return Err((ErrorCode::NotController, ProposalFault::LeaderEpochAhead { known }));
    }
    if proposal.partition_epoch > known_partition {
        let fault = ProposalFault::PartitionEpochAhead { known: known_partition };
        return Err((ErrorCode::NotController, fault));
    }
    if proposal.leader_epoch < known {
        return Err((ErrorCode::FencedLeaderEpoch, ProposalFault::LeaderEpochBehind { known }));
    }
    if current.leader != Some(sender) {
        let fault = ProposalFault::SenderDoesNotLead { leader: current.leader };
        return Err((ErrorCode::InvalidRequest, fault));
    }
    if proposal.partition_epoch < known_partition {
        let fault = ProposalFault::PartitionEpochBehind { known: known_partition };
        return Err((ErrorCode::InvalidUpdateVersion, fault));
    }
    Ok(())
}

/// Whether the proposed list makes sense at all.
fn validate_isr(
    current: &PartitionRegistration,
    sender: BrokerId,
    proposal: &ProposedIsr,
) -> Result<(), (ErrorCode, ProposalFault)> {
    let invalid = |fault| Err((ErrorCode::InvalidRequest, fault));
    let mut members: Vec<BrokerId> = proposal.new_isr.iter().map(|(member, _)| *member).collect();
    let proposed = members.len();
    members.sort();
    members.dedup();
    if members.len() != proposed || members.iter().any(|member| !current.replicas.contains(member)) {
        return invalid(ProposalFault::NotReplicas);
    }
    if !members.contains(&sender) {
        return invalid(ProposalFault::LeaderMissing);
    }
    if proposal.leader_recovery_state == LeaderRecoveryState::Recovering {
        if proposed > 1 {
            return invalid(ProposalFault::RecoveringWithFollowers);
        }
        if current.leader_recovery_state == LeaderRecoveryState::Recovered {
            return invalid(ProposalFault::RecoveredAlready);
        }
    }
    Ok(())
}

/// The first proposed member that may not be in any ISR. The leader may not know yet; the controller does.
/// Source: ReplicationControlManager.ineligibleReplicasForIsr; KIP-841, KIP-903.
fn ineligible(image: &MetadataImage, rules: &Rules, new_isr: &[(BrokerId, BrokerEpoch)]) -> Option<ProposalFault> {
    let must_be_active = rules.on(Rule::IsrMembersAreActive);
    let must_be_current = rules.on(Rule::IsrMembersAreCurrent);
    new_isr.iter().find_map(|(member, epoch)| {
        let Some(known) = image.brokers.get(member) else {
            return Some(ProposalFault::MemberNotRegistered(*member));
        };
        if must_be_active && known.in_controlled_shutdown {
            return Some(ProposalFault::MemberShuttingDown(*member));
        }
        if must_be_active && known.fenced {
            return Some(ProposalFault::MemberFenced(*member));
        }
        let restarted = *epoch != BrokerEpoch::UNKNOWN && *epoch != known.broker_epoch;
        (must_be_current && restarted).then_some(ProposalFault::MemberRestarted {
            broker: *member,
            registered: known.broker_epoch,
        })
    })
}

fn altered(proposal: &ProposedIsr, now: &PartitionRegistration) -> AlteredPartition {
    AlteredPartition {
        partition: proposal.partition,
        error: ErrorCode::None,
        leader: now.leader,
        leader_epoch: now.leader_epoch,
        partition_epoch: now.partition_epoch,
        isr: now.isr.clone(),
        leader_recovery_state: now.leader_recovery_state,
    }
}

/// An answer with an error has the protocol's defaults beside it.
fn refused(proposal: &ProposedIsr, error: ErrorCode) -> AlteredPartition {
    AlteredPartition {
        partition: proposal.partition,
        error,
        leader: None,
        leader_epoch: LeaderEpoch::ZERO,
        partition_epoch: PartitionEpoch(0),
        isr: Vec::new(),
        leader_recovery_state: LeaderRecoveryState::Recovered,
    }
}
