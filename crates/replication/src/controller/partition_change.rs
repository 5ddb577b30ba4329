//! The one function by which a partition's leader, ISR, ELR or assignment changes.
//!
//! It is pure: from the partition as it stands, who may lead, and what the caller wants, it makes at most one record, and
//! says who leads on what ground and why the others do not. The controller knows no log: the order of preference is the
//! order of the assignment, never the length of a log. The steps and their order are Kafka's; each sees what the one
//! before it left. Log directories are not modelled: each broker has one, and it is online while the broker is.
//!
//! Source: PartitionChangeBuilder of 4.3; KIP-966 for ELR and last known leader.

use std::collections::{BTreeMap, BTreeSet};

use super::reassignment::{Replicas, contains_all};
use crate::base::id::BrokerId;
use crate::base::rule::{Rule, Rules};
use crate::base::why::{ElectionGround, NotElected};
use crate::message::metadata_record::{LeaderRecoveryState, PartitionChange, PartitionRegistration};
use crate::quorum::image::BrokerRegistration;

/// How hard an election tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Election {
    /// The first of the assignment, if it is eligible; else as `Online`.
    Preferred,
    /// Keep the leader, else find one that has everything committed.
    Online,
    /// As `Online`, but rather an active replica that may lack records than nobody.
    Unclean,
}

/// `metadata.version` 3.6-IV0: from here on a shrinking ISR no longer raises the leader epoch.
const LEADER_EPOCH_KEPT_ON_ISR_SHRINK: i16 = 12;

/// Which brokers may lead at all: the active ones, with the exceptions of the change at hand, which the registrations do
/// not show yet. Source: ReplicationControlManager.generateLeaderAndIsrUpdates, LeaderAcceptor.
#[derive(Clone, Copy, Debug)]
pub struct AcceptableLeaders<'a> {
    pub brokers: &'a BTreeMap<BrokerId, BrokerRegistration>,
    /// Being unfenced.
    pub arriving: Option<BrokerId>,
    /// Being fenced, stopped or registered anew, and which of these.
    pub leaving: Option<(BrokerId, NotElected)>,
}

impl AcceptableLeaders<'_> {
    /// What keeps this broker from leading anything, if something does.
    pub fn obstacle(&self, broker: BrokerId) -> Option<NotElected> {
        if let Some((leaving, because)) = self.leaving
            && leaving == broker
        {
            return Some(because);
        }
        if self.arriving == Some(broker) {
            return None;
        }
        match self.brokers.get(&broker) {
            None => Some(NotElected::NotRegistered),
            Some(registration) if registration.fenced => Some(NotElected::Fenced),
            Some(registration) if registration.in_controlled_shutdown => Some(NotElected::ShuttingDown),
            Some(_) => None,
        }
    }

    fn accept(&self, broker: BrokerId) -> bool {
        self.obstacle(broker).is_none()
    }
}

/// What holds for the cluster or the topic.
#[derive(Clone, Copy, Debug)]
pub struct ChangeRules<'a> {
    pub metadata_version: i16,
    pub elr_enabled: bool,
    /// The topic's effective min ISR.
    pub min_insync_replicas: i32,
    pub rules: &'a Rules,
}

/// A wanted change; what the caller leaves alone stays as the partition has it.
#[derive(Clone, Debug)]
pub struct PartitionChangeBuilder<'a> {
    partition: &'a PartitionRegistration,
    acceptable: AcceptableLeaders<'a>,
    rules: ChangeRules<'a>,
    pub election: Election,
    pub target: Replicas,
    pub target_leader_recovery_state: LeaderRecoveryState,
    /// Found to have stopped uncleanly: neither kept in the ELR nor let into it.
    pub unclean_shutdown_replicas: Vec<BrokerId>,
    target_elr: Vec<BrokerId>,
}

/// Who is to lead, and why not the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Elected {
    pub leader: Option<BrokerId>,
    pub ground: ElectionGround,
    pub others: Vec<(BrokerId, NotElected)>,
}

impl Elected {
    /// Whether the leader may lack committed records.
    pub fn is_unclean(&self) -> bool {
        matches!(self.ground, ElectionGround::LastKnownLeader | ElectionGround::Unclean)
    }
}

/// What came out: nothing to write, or one record's fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    pub change: Option<PartitionChange>,
    pub elected: Elected,
}

impl<'a> PartitionChangeBuilder<'a> {
    pub fn new(
        partition: &'a PartitionRegistration,
        acceptable: AcceptableLeaders<'a>,
        rules: ChangeRules<'a>,
        election: Election,
    ) -> Self {
        PartitionChangeBuilder {
            partition,
            acceptable,
            rules,
            election,
            target: Replicas {
                assigned: partition.replicas.clone(),
                removing: partition.removing_replicas.clone(),
                adding: partition.adding_replicas.clone(),
                isr: partition.isr.clone(),
            },
            target_leader_recovery_state: partition.leader_recovery_state,
            unclean_shutdown_replicas: Vec::new(),
            target_elr: partition.elr.clone(),
        }
    }

    /// Source: PartitionChangeBuilder.build.
    pub fn build(mut self) -> Built {
        let mut change = PartitionChange::default();
        if let Some(completed) = self.target.completed() {
            self.target = completed;
        }
        self.populate_target_elr();
        let elected = self.elect();
        self.set_leader(&elected, &mut change);
        self.bump_epoch_for_dropped_replicas(&mut change);
        self.set_elr(&elected, &mut change);
        self.set_isr(&mut change);
        self.bump_epoch_for_shrunk_isr(&mut change);
        self.set_last_known_leader(&mut change);
        self.set_assignment(&mut change);
        if self.target_leader_recovery_state != self.partition.leader_recovery_state {
            change.leader_recovery_state = Some(self.target_leader_recovery_state);
        }
        let is_no_op = change == PartitionChange::default();
        Built {
            change: (!is_no_op).then_some(change),
            elected,
        }
    }

    /// Who leads when everything stays as it is.
    pub fn standing(mut self) -> Elected {
        self.populate_target_elr();
        self.elect()
    }

    /// Who leaves the ISR for below min ISR, or while it is below, still has everything committed: the high watermark
    /// stands still meanwhile.
    /// Source: PartitionChangeBuilder.maybePopulateTargetElr; KIP-966.
    fn populate_target_elr(&mut self) {
        if !self.rules.elr_enabled {
            return;
        }
        if self.target.isr.len() as i64 >= i64::from(self.rules.min_insync_replicas) {
            let emptied = self.rules.rules.on(Rule::FullIsrEmptiesElr);
            self.target_elr.retain(|id| !emptied && !self.target.isr.contains(id));
            return;
        }
        let candidates: BTreeSet<BrokerId> = self.target_elr.iter().chain(&self.partition.isr).copied().collect();
        self.target_elr = candidates
            .into_iter()
            .filter(|id| !self.target.isr.contains(id) && !self.unclean_shutdown_replicas.contains(id))
            .collect();
    }

    /// In the target ISR, or in the ELR when that ISR is empty.
    fn is_in_reach(&self, broker: BrokerId) -> bool {
        self.target.isr.contains(&broker) || (self.target.isr.is_empty() && self.target_elr.contains(&broker))
    }

    /// Source: PartitionChangeBuilder.isValidNewLeader.
    fn is_valid_leader(&self, broker: BrokerId) -> bool {
        self.is_in_reach(broker) && self.acceptable.accept(broker)
    }

    /// Source: PartitionChangeBuilder.electLeader.
    fn elect(&self) -> Elected {
        let (leader, ground) = self.choose();
        let others = self.target.assigned.iter().filter(|id| Some(**id) != leader);
        Elected {
            leader,
            ground,
            others: others.map(|id| (*id, self.standing_of(*id))).collect(),
        }
    }

    /// Source: PartitionChangeBuilder.electPreferredLeader, electAnyLeader.
    fn choose(&self) -> (Option<BrokerId>, ElectionGround) {
        let assigned = &self.target.assigned;
        let preferred = assigned.first().copied();
        if self.election == Election::Preferred && preferred.is_some_and(|id| self.is_valid_leader(id)) {
            return (preferred, ElectionGround::Preferred);
        }
        if self.partition.leader.is_some_and(|id| self.is_valid_leader(id)) {
            return (self.partition.leader, ElectionGround::LeadsAlready);
        }
        if let Some(first) = assigned.iter().copied().find(|id| self.is_valid_leader(*id)) {
            let from_isr = self.target.isr.contains(&first);
            let ground = if from_isr {
                ElectionGround::FirstInIsr
            } else {
                ElectionGround::FirstInElr
            };
            return (Some(first), ground);
        }
        if let Some(last) = self.last_known_leader() {
            return (Some(last), ElectionGround::LastKnownLeader);
        }
        if self.election == Election::Unclean
            && let Some(first) = assigned.iter().copied().find(|id| self.acceptable.accept(*id))
        {
            return (Some(first), ElectionGround::Unclean);
        }
        (None, ElectionGround::Nobody)
    }

    /// With neither ISR nor ELR, the last leader is taken, whatever the topic says of unclean elections.
    /// Source: PartitionChangeBuilder.canElectLastKnownLeader; KIP-966.
    fn last_known_leader(&self) -> Option<BrokerId> {
        let [last] = self.partition.last_known_elr[..] else {
            return None;
        };
        let nobody_else = self.rules.elr_enabled && self.target_elr.is_empty() && self.target.isr.is_empty();
        let active = !self.rules.rules.on(Rule::LastKnownLeaderIsActive) || self.acceptable.accept(last);
        (nobody_else && active).then_some(last)
    }

    /// Why this replica does not lead.
    fn standing_of(&self, broker: BrokerId) -> NotElected {
        if let Some(obstacle) = self.acceptable.obstacle(broker) {
            obstacle
        } else if self.is_in_reach(broker) {
            NotElected::Eligible
        } else if self.target_elr.contains(&broker) {
            NotElected::InElrButIsrNotEmpty
        } else if self.target.isr.is_empty() && self.partition.last_known_elr == [broker] {
            NotElected::LastKnownButElrNotEmpty
        } else {
            NotElected::NotInIsr
        }
    }

    /// Source: PartitionChangeBuilder.tryElection.
    fn set_leader(&mut self, elected: &Elected, change: &mut PartitionChange) {
        if elected.leader == self.partition.leader {
            return;
        }
        if let Some(leader) = elected.leader
            && self.target_elr.contains(&leader)
        {
            self.target.isr = vec![leader];
            self.target_elr.retain(|id| *id != leader);
        }
        change.leader = Some(elected.leader);
        if elected.is_unclean() {
            change.isr = elected.leader.map(|leader| vec![leader]);
            if self.partition.leader_recovery_state != LeaderRecoveryState::Recovering {
                change.leader_recovery_state = Some(LeaderRecoveryState::Recovering);
            }
        }
    }

    /// A replica that is gone must not go on as a follower: its leader's epoch is over.
    /// Source: PartitionChangeBuilder.triggerLeaderEpochBumpForReplicaReassignmentIfNeeded.
    fn bump_epoch_for_dropped_replicas(&self, change: &mut PartitionChange) {
        if change.leader.is_none() && !contains_all(&self.target.assigned, &self.partition.replicas) {
            change.leader = Some(self.partition.leader);
        }
    }

    /// Source: PartitionChangeBuilder.maybeUpdateRecordElr.
    fn set_elr(&mut self, elected: &Elected, change: &mut PartitionChange) {
        let unclean = change.isr.is_some() && elected.is_unclean();
        if unclean || !self.rules.elr_enabled {
            self.target_elr.clear();
        }
        if self.target_elr != self.partition.elr {
            change.elr = Some(self.target_elr.clone());
        }
    }

    /// Without ELR an empty ISR is not written: the last member is kept, so that it can come back.
    /// Source: PartitionChangeBuilder.build.
    fn set_isr(&self, change: &mut PartitionChange) {
        let may_write = !self.target.isr.is_empty() || self.rules.elr_enabled;
        if change.isr.is_none() && may_write && self.target.isr != self.partition.isr {
            change.isr = Some(self.target.isr.clone());
        }
    }

    /// Source: PartitionChangeBuilder.triggerLeaderEpochBumpForIsrShrinkIfNeeded; KAFKA-15021.
    fn bump_epoch_for_shrunk_isr(&self, change: &mut PartitionChange) {
        if self.rules.metadata_version >= LEADER_EPOCH_KEPT_ON_ISR_SHRINK || change.leader.is_some() {
            return;
        }
        if change
            .isr
            .as_ref()
            .is_some_and(|isr| !contains_all(isr, &self.partition.isr))
        {
            change.leader = Some(self.partition.leader);
        }
    }

    /// Remembers who led last when nobody leads, forgets it when somebody does.
    /// Source: PartitionChangeBuilder.maybeUpdateLastKnownLeader; KIP-966.
    ///
    /// Differs: a leaderless partition that drops a replica while nobody is remembered goes on remembering nobody, because
    /// "nobody" is not a broker id here; Kafka stores the id -1, which no election accepts.
    fn set_last_known_leader(&self, change: &mut PartitionChange) {
        if !self.rules.elr_enabled {
            return;
        }
        match change.leader {
            Some(None) if self.partition.last_known_elr.is_empty() => {
                change.last_known_elr = self.partition.leader.map(|leader| vec![leader]);
            }
            Some(Some(_)) if !self.partition.last_known_elr.is_empty() => change.last_known_elr = Some(Vec::new()),
            _ => {}
        }
    }

    /// Source: PartitionChangeBuilder.setAssignmentChanges.
    fn set_assignment(&self, change: &mut PartitionChange) {
        let changed = |target: &Vec<BrokerId>, current: &Vec<BrokerId>| (target != current).then(|| target.clone());
        change.replicas = changed(&self.target.assigned, &self.partition.replicas);
        change.removing_replicas = changed(&self.target.removing, &self.partition.removing_replicas);
        change.adding_replicas = changed(&self.target.adding, &self.partition.adding_replicas);
    }
}
