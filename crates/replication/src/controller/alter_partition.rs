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
use crate::log::metadata_record::{LeaderRecoveryState, PartitionRegistration};
use crate::message::alter_partition::{AlterPartitionRequest, AlterPartitionResponse, AlteredPartition, ProposedIsr};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::{TopicId, TopicPartition};
    use crate::controller::bench::Bench;
    use crate::log::metadata_record::{MetadataRecord, PartitionChange};
    use crate::message::{Purpose, Request, Response};

    fn led_by_0() -> Bench {
        let mut bench = Bench::new(&[]);
        bench.join(&[0, 1, 2, 3]);
        bench.create("foo", &[&[0, 1, 2]], &[]);
        bench
    }

    #[test]
    fn a_proposal_is_checked_in_kafkas_order() {
        let mut bench = led_by_0();
        let good = |bench: &Bench, isr: &[i32]| bench.proposal("foo-0", isr);
        let ahead = LeaderEpoch(500);
        let recovering = |proposal: ProposedIsr| ProposedIsr {
            leader_recovery_state: LeaderRecoveryState::Recovering,
            ..proposal
        };
        let unknown_topic = TopicPartition::new(TopicId(99), 0);
        let unknown_partition = TopicPartition::new(bench.partition_id("foo-0").topic, 9);
        let at = |partition, bench: &Bench| ProposedIsr {
            partition,
            ..good(bench, &[0, 1])
        };
        let cases = [
            ("CT-66", 1, good(&bench, &[0, 1]), ErrorCode::InvalidRequest),
            (
                "CT-68",
                0,
                ProposedIsr {
                    leader_epoch: ahead,
                    ..good(&bench, &[0, 1])
                },
                ErrorCode::NotController,
            ),
            (
                "CT-68",
                0,
                ProposedIsr {
                    partition_epoch: PartitionEpoch(500),
                    ..good(&bench, &[0, 1])
                },
                ErrorCode::NotController,
            ),
            ("CT-69", 0, good(&bench, &[0, 1, 3]), ErrorCode::InvalidRequest),
            ("CT-69", 0, good(&bench, &[1, 2]), ErrorCode::InvalidRequest),
            ("twice the same", 0, good(&bench, &[0, 1, 1]), ErrorCode::InvalidRequest),
            ("CT-70", 0, recovering(good(&bench, &[0, 1])), ErrorCode::InvalidRequest),
            ("CT-70", 0, recovering(good(&bench, &[0])), ErrorCode::InvalidRequest),
            ("CT-74", 0, at(unknown_topic, &bench), ErrorCode::UnknownTopicId),
            (
                "3.1",
                0,
                at(unknown_partition, &bench),
                ErrorCode::UnknownTopicOrPartition,
            ),
        ];
        for (id, sender, proposal, expected) in cases {
            let end = bench.end();
            let answer = bench.propose(sender, proposal.clone());
            assert_eq!(answer.error, expected, "{id} {proposal:?}");
            assert_eq!(bench.end(), end, "{id}");
            assert!(matches!(bench.reasons()[..], [Why::IsrProposalRefused { .. }]), "{id}");
        }
    }

    #[test]
    fn a_late_leader_is_told_apart_from_a_deposed_one() {
        let mut bench = led_by_0();
        let old = bench.proposal("foo-0", &[0, 1]);
        bench.alter("foo-0", &[0, 1]);
        assert_eq!(bench.propose(0, old.clone()).error, ErrorCode::InvalidUpdateVersion);
        bench.fence(0);
        assert_eq!(bench.propose(0, old).error, ErrorCode::FencedLeaderEpoch);
    }

    #[test]
    fn a_sender_that_registered_anew_is_refused_as_a_whole() {
        // CT-67
        let mut bench = led_by_0();
        let request = AlterPartitionRequest {
            broker: BrokerId(0),
            broker_epoch: BrokerEpoch(bench.epoch(0).0 - 1),
            partitions: vec![bench.proposal("foo-0", &[0, 1])],
        };
        bench.send(
            Bench::connection(0, Purpose::AlterPartition),
            Request::AlterPartition(request),
        );
        let refused = AlterPartitionResponse {
            error: ErrorCode::StaleBrokerEpoch,
            partitions: Vec::new(),
        };
        assert_eq!(bench.responses(), [Response::AlterPartition(refused)]);
    }

    #[test]
    fn members_that_are_fenced_stopping_or_restarted_are_not_let_in() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3, 4]);
        bench.create("foo", &[&[1, 2, 3, 4]], &[]);
        bench.fence(3);
        assert_eq!(bench.partition("foo-0"), "R[1,2,3,4] I[1,2,4] L1 le0 pe1");
        let all = bench.proposal("foo-0", &[1, 2, 3, 4]);
        assert_eq!(
            bench.propose(1, all.clone()).error,
            ErrorCode::IneligibleReplica,
            "CT-71"
        );
        bench.unfence(3);
        let answer = bench.propose(1, all);
        let epochs = (answer.error, answer.leader_epoch, answer.partition_epoch);
        assert_eq!(epochs, (ErrorCode::None, LeaderEpoch(0), PartitionEpoch(2)), "CT-71");
        assert_eq!(bench.partition("foo-0"), "R[1,2,3,4] I[1,2,3,4] L1 le0 pe2", "CT-71");
        // Broker 4 restarts between the leader's fetches and the proposal.
        bench.fence(4);
        let stale = bench.proposal("foo-0", &[1, 2, 3, 4]);
        bench.register(4, None);
        bench.unfence(4);
        assert_eq!(
            bench.propose(1, stale.clone()).error,
            ErrorCode::IneligibleReplica,
            "CT-72"
        );
        let unknown = ProposedIsr {
            new_isr: stale
                .new_isr
                .iter()
                .map(|(id, _)| (*id, BrokerEpoch::UNKNOWN))
                .collect(),
            ..stale
        };
        assert_eq!(bench.propose(1, unknown).error, ErrorCode::None, "CT-72");
        bench.create("bar", &[&[4, 1]], &[]);
        bench.heartbeat(4, false, true);
        let with_4 = bench.proposal("foo-0", &[1, 2, 3, 4]);
        assert_eq!(bench.propose(1, with_4).error, ErrorCode::IneligibleReplica, "CT-73");
    }

    #[test]
    fn without_their_rules_they_are_let_in() {
        // M-09, I-17
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2]);
        bench.create("foo", &[&[1, 2]], &[]);
        bench.fence(2);
        let stale = bench.proposal("foo-0", &[1, 2]);
        bench.register(2, None);
        bench.config.rules.switch_off(Rule::IsrMembersAreActive);
        assert_eq!(bench.propose(1, stale.clone()).error, ErrorCode::IneligibleReplica);
        bench.config.rules.switch_off(Rule::IsrMembersAreCurrent);
        assert_eq!(bench.propose(1, stale).error, ErrorCode::None);
    }

    #[test]
    fn the_isr_shrinks_and_expands_under_the_same_leader() {
        // CT-75
        let mut bench = led_by_0();
        bench.alter("foo-0", &[0, 1]);
        bench.alter("foo-0", &[0, 1, 2]);
        assert_eq!(bench.partition("foo-0"), "R[0,1,2] I[0,1,2] L0 le0 pe2");
    }

    #[test]
    fn a_proposal_of_what_holds_already_is_answered_without_a_record() {
        let mut bench = led_by_0();
        let end = bench.end();
        let answer = bench.propose(0, bench.proposal("foo-0", &[0, 1, 2]));
        assert_eq!(
            (answer.error, answer.partition_epoch),
            (ErrorCode::None, PartitionEpoch(0))
        );
        assert_eq!(bench.end(), end);
    }

    #[test]
    fn a_proposal_that_completes_a_reassignment_can_cost_the_sender_its_leadership() {
        // Golden trace D, CT-82; record by record as in recording r.
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3, 4]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        let id = bench.partition_id("t-0");
        let started = PartitionChange {
            replicas: Some([4, 2, 3, 1].map(BrokerId).to_vec()),
            removing_replicas: Some(vec![BrokerId(1)]),
            adding_replicas: Some(vec![BrokerId(4)]),
            ..Default::default()
        };
        bench.write(vec![MetadataRecord::PartitionChange {
            partition: id,
            change: started,
        }]);
        let end = bench.end();
        let answer = bench.propose(1, bench.proposal("t-0", &[1, 2, 3, 4]));
        assert_eq!(answer.error, ErrorCode::NewLeaderElected);
        let record = "t-0 {isr [2,3,4] leader [4] replicas [4,2,3] removing [] adding []}";
        assert_eq!(bench.records_from(end), [record]);
        assert_eq!(bench.partition("t-0"), "R[4,2,3] I[2,3,4] L4 le1 pe2");
    }
}
