//! The one function by which a partition's leader, ISR, ELR or assignment changes.
//!
//! It is pure: from the partition as it stands, who may lead, and what the caller wants, it makes at most one record, and
//! says who leads on what ground and why the others do not. The controller knows no log: the order of preference is the
//! order of the assignment, never the length of a log. The steps and their order are Kafka's; each sees what the one
//! before it left. Log directories are not modelled: each broker has one, and it is online while the broker is.
//!
//! Source: PartitionChangeBuilder of 4.3; KIP-966 for ELR and last known leader.

use super::reassignment::{Replicas, contains_all};
use crate::base::id::BrokerId;
use crate::base::map::Map;
use crate::base::rule::{Rule, Rules};
use crate::base::set::Set;
use crate::base::why::{ElectionGround, NotElected};
use crate::log::metadata_record::{LeaderRecoveryState, PartitionChange, PartitionRegistration};
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
    pub brokers: &'a Map<BrokerId, BrokerRegistration>,
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
        let candidates: Set<BrokerId> = self.target_elr.iter().chain(&self.partition.isr).copied().collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::epoch::BrokerEpoch;
    use crate::base::id::IncarnationId;
    use crate::controller::bench::{ids, partition, print, print_change};
    use Election::{Online, Preferred, Unclean};

    /// One run of the builder; `None` leaves the partition's own list.
    #[derive(Clone, Copy)]
    struct Given {
        partition: &'static str,
        /// Brokers that may lead.
        ok: &'static [i32],
        min_isr: i32,
        elr: bool,
        metadata_version: i16,
        election: Election,
        isr: Option<&'static [i32]>,
        replicas: Option<&'static [i32]>,
        removing: Option<&'static [i32]>,
        adding: Option<&'static [i32]>,
        unclean_shutdown: &'static [i32],
    }

    const FOO: Given = Given {
        partition: "R[2,1,3] I[2,1,3] L1 le100 pe200",
        ok: &[1, 2, 4],
        min_isr: 2,
        elr: false,
        metadata_version: 30,
        election: Online,
        isr: None,
        replicas: None,
        removing: None,
        adding: None,
        unclean_shutdown: &[],
    };
    const BAR: Given = Given {
        partition: "R[1,2,3,4] I[1,2,3] L1 rm[1] ad[4] le100 pe200",
        ..FOO
    };
    const BAZ: Given = Given {
        partition: "R[2,1,3] I[1,3] L3 le100 pe200",
        ok: &[1, 2, 3],
        ..FOO
    };
    const ELR: Given = Given {
        partition: "",
        ok: &[1, 2, 3, 4],
        min_isr: 3,
        elr: true,
        ..FOO
    };

    fn brokers(ok: &[i32]) -> Map<BrokerId, BrokerRegistration> {
        let active = |id: i32| BrokerRegistration {
            incarnation: IncarnationId(0),
            broker_epoch: BrokerEpoch(0),
            rack: None,
            fenced: !ok.contains(&id),
            in_controlled_shutdown: false,
        };
        (0..9).map(|id| (BrokerId(id), active(id))).collect()
    }

    fn build(given: &Given) -> (PartitionRegistration, Built) {
        let registration = partition(given.partition);
        let (brokers, rules) = (brokers(given.ok), Rules::default());
        let acceptable = AcceptableLeaders {
            brokers: &brokers,
            arriving: None,
            leaving: None,
        };
        let change_rules = ChangeRules {
            metadata_version: given.metadata_version,
            elr_enabled: given.elr,
            min_insync_replicas: given.min_isr,
            rules: &rules,
        };
        let mut builder = PartitionChangeBuilder::new(&registration, acceptable, change_rules, given.election);
        let set =
            |field: &mut Vec<BrokerId>, value: Option<&[i32]>| field.clone_from(&value.map_or(field.clone(), ids));
        set(&mut builder.target.isr, given.isr);
        set(&mut builder.target.assigned, given.replicas);
        set(&mut builder.target.removing, given.removing);
        set(&mut builder.target.adding, given.adding);
        builder.unclean_shutdown_replicas = ids(given.unclean_shutdown);
        let built = builder.build();
        (registration, built)
    }

    /// The record's fields, or "none", and the partition after it.
    #[track_caller]
    fn check(id: &str, given: Given, record: &str, after: &str) {
        let (before, built) = build(&given);
        let found = built.change.as_ref().map_or("none".into(), print_change);
        assert_eq!(found, record, "{id}");
        let merged = built.change.map_or(before.clone(), |change| before.merge(&change));
        assert_eq!(print(&merged), after, "{id}");
    }

    #[test]
    fn the_leader_is_the_first_eligible_of_the_assignment() {
        let foo = FOO.partition;
        let moved = "R[2,1,3] I[2,1,3] L2 le101 pe201";
        check(
            "CT-01",
            Given {
                election: Preferred,
                ..FOO
            },
            "leader [2]",
            moved,
        );
        for election in [Online, Unclean] {
            check("CT-02", Given { election, ..FOO }, "none", foo);
            let given = Given {
                election,
                isr: Some(&[1, 3]),
                ..FOO
            };
            check("CT-03", given, "isr [1,3]", "R[2,1,3] I[1,3] L1 le100 pe201");
        }
        let given = Given { isr: Some(&[3]), ..FOO };
        check("CT-04", given, "isr [3] leader [-1]", "R[2,1,3] I[3] L- le101 pe201");
        let given = Given {
            election: Unclean,
            ..given
        };
        let after = "R[2,1,3] I[2] L2 rec le101 pe201";
        check("CT-05", given, "isr [2] leader [2] Recovering", after);
        let given = Given {
            election: Unclean,
            isr: Some(&[4]),
            replicas: Some(&[2, 1, 3, 4]),
            ..FOO
        };
        let after = "R[2,1,3,4] I[4] L4 le101 pe201";
        check("CT-06", given, "isr [4] leader [4] replicas [2,1,3,4]", after);
        for election in [Preferred, Online, Unclean] {
            check("CT-07", Given { election, ..BAZ }, "none", BAZ.partition);
        }
    }

    #[test]
    fn the_leader_epoch_rises_with_the_leader_and_with_a_dropped_replica_but_not_with_the_isr() {
        let given = Given {
            isr: Some(&[2, 3]),
            ..FOO
        };
        check("CT-08", given, "isr [2,3] leader [2]", "R[2,1,3] I[2,3] L2 le101 pe201");
        let shrunk = Given {
            isr: Some(&[2, 1]),
            ..FOO
        };
        check("CT-09", shrunk, "isr [2,1]", "R[2,1,3] I[2,1] L1 le100 pe201");
        for metadata_version in [8, 11] {
            let given = Given {
                metadata_version,
                ..shrunk
            };
            check("CT-10", given, "isr [2,1] leader [1]", "R[2,1,3] I[2,1] L1 le101 pe201");
        }
        for metadata_version in [8, 11, 12, 23] {
            let given = Given {
                metadata_version,
                isr: Some(&[2, 1, 3, 4]),
                ..FOO
            };
            check("CT-11", given, "isr [2,1,3,4]", "R[2,1,3] I[2,1,3,4] L1 le100 pe201");
        }
        let given = Given {
            replicas: Some(&[2, 1, 4]),
            ..FOO
        };
        check(
            "CT-12",
            given,
            "leader [1] replicas [2,1,4]",
            "R[2,1,4] I[2,1,3] L1 le101 pe201",
        );
        let given = Given {
            replicas: Some(&[3, 2, 1]),
            ..FOO
        };
        check("CT-13", given, "replicas [3,2,1]", "R[3,2,1] I[2,1,3] L1 le100 pe201");
    }

    #[test]
    fn any_change_completes_a_reassignment_whose_replicas_are_in_sync() {
        let given = Given {
            isr: Some(&[1, 2, 3, 4]),
            ..BAR
        };
        let record = "isr [2,3,4] leader [2] replicas [2,3,4] removing [] adding []";
        check("CT-14", given, record, "R[2,3,4] I[2,3,4] L2 le101 pe201");
        let reverted = Given {
            replicas: Some(&[1, 2, 3]),
            removing: Some(&[]),
            adding: Some(&[]),
            ..BAR
        };
        let record = "leader [1] replicas [1,2,3] removing [] adding []";
        check("CT-15", reverted, record, "R[1,2,3] I[1,2,3] L1 le101 pe201");
        let given = Given {
            replicas: Some(&[1, 2, 3]),
            removing: Some(&[3]),
            ..FOO
        };
        let record = "isr [2,1] leader [1] replicas [1,2]";
        check("CT-16", given, record, "R[1,2] I[2,1] L1 le101 pe201");
        let given = Given {
            replicas: Some(&[1, 2, 3, 4]),
            adding: Some(&[4]),
            ..FOO
        };
        let after = "R[1,2,3,4] I[2,1,3] L1 ad[4] le100 pe201";
        check("CT-17", given, "replicas [1,2,3,4] adding [4]", after);
        let given = Given {
            partition: "R[2,3,0,1] I[0,1] L0 rm[0,1] ad[2,3]",
            ok: &[],
            isr: Some(&[0, 1, 2, 3]),
            ..FOO
        };
        let record = "isr [2,3] leader [-1] replicas [2,3] removing [] adding []";
        check("CT-23", given, record, "R[2,3] I[2,3] L- le1 pe1");
    }

    #[test]
    fn an_unclean_leader_is_the_whole_isr_and_recovering() {
        let given = Given {
            partition: "R[2,1,3] I[] L- E[3] K[2]",
            ok: &[1],
            elr: true,
            election: Unclean,
            ..FOO
        };
        let record = "isr [1] leader [1] elr [] lastKnownElr [] Recovering";
        check("CT-18", given, record, "R[2,1,3] I[1] L1 rec le1 pe1");
        let given = Given {
            partition: "R[2,1,3] I[3] L-",
            elr: false,
            ..given
        };
        check(
            "CT-19",
            given,
            "isr [1] leader [1] Recovering",
            "R[2,1,3] I[1] L1 rec le1 pe1",
        );
        let given = Given {
            partition: "R[1,2,3] I[2,3] L-",
            ..given
        };
        check(
            "CT-22",
            given,
            "isr [1] leader [1] Recovering",
            "R[1,2,3] I[1] L1 rec le1 pe1",
        );
    }

    #[test]
    fn a_clean_change_of_leader_leaves_the_recovery_state_alone() {
        let given = Given {
            partition: "R[1,2,3] I[1] L1 rec",
            ok: &[],
            isr: Some(&[]),
            ..FOO
        };
        check("CT-20", given, "leader [-1]", "R[1,2,3] I[1] L- rec le1 pe1");
        let given = Given {
            partition: "R[1,2,3] I[1] L- rec le1 pe1",
            ok: &[1],
            isr: None,
            ..given
        };
        check("CT-21", given, "leader [1]", "R[1,2,3] I[1] L1 rec le2 pe2");
    }

    #[test]
    fn the_elr_takes_who_leaves_the_isr_for_below_min_isr() {
        let given = Given {
            partition: "R[1,2,3,4] I[1,2,3,4] L1",
            isr: Some(&[1, 2]),
            ..ELR
        };
        check(
            "CT-24",
            given,
            "isr [1,2] elr [3,4]",
            "R[1,2,3,4] I[1,2] L1 E[3,4] le0 pe1",
        );
        let given = Given {
            partition: "R[1,2,3,4] I[1,2] L1 E[3]",
            isr: Some(&[1, 2, 3]),
            ..ELR
        };
        check("CT-25", given, "isr [1,2,3] elr []", "R[1,2,3,4] I[1,2,3] L1 le0 pe1");
        let given = Given {
            partition: "R[1,2,3,4] I[1] L1 E[3]",
            isr: Some(&[1, 4]),
            ..ELR
        };
        check("CT-26", given, "isr [1,4]", "R[1,2,3,4] I[1,4] L1 E[3] le0 pe1");
        let given = Given {
            partition: "R[1,2,3,4] I[1] L1 E[2,3]",
            unclean_shutdown: &[3],
            ..ELR
        };
        check("CT-27", given, "elr [2]", "R[1,2,3,4] I[1] L1 E[2] le0 pe1");
    }

    #[test]
    fn with_an_empty_isr_the_elr_elects_and_then_the_last_known_leader() {
        let given = Given {
            partition: "R[1,2,3,4] I[1] L1 E[3]",
            ok: &[2, 3, 4],
            isr: Some(&[]),
            ..ELR
        };
        let after = "R[1,2,3,4] I[3] L3 E[1] le1 pe1";
        check("CT-28", given, "isr [3] leader [3] elr [1]", after);
        let all_die = Given {
            partition: "R[1,2,3,4] I[1,2,3,4] L1",
            ok: &[],
            isr: Some(&[]),
            ..ELR
        };
        let record = "isr [] leader [-1] elr [1,2,3,4] lastKnownElr [1]";
        let after = "R[1,2,3,4] I[] L- E[1,2,3,4] K[1] le1 pe1";
        check("CT-29", all_die, record, after);
        let given = Given {
            partition: after,
            unclean_shutdown: &[2],
            isr: None,
            ..all_die
        };
        check("CT-30", given, "elr [1,3,4]", "R[1,2,3,4] I[] L- E[1,3,4] K[1] le1 pe2");
        let given = Given {
            partition: "R[1,2,3,4] I[] L- K[1]",
            election: Preferred,
            ..ELR
        };
        let record = "isr [1] leader [1] lastKnownElr [] Recovering";
        check("CT-31", given, record, "R[1,2,3,4] I[1] L1 rec le1 pe1");
        let blocked = "R[1,2,3,4] I[] L- E[3] K[1] le0 pe0";
        check(
            "CT-32",
            Given {
                partition: blocked,
                ok: &[1, 2, 4],
                ..ELR
            },
            "none",
            blocked,
        );
        for election in [Preferred, Online, Unclean] {
            let dead = "R[1,2,3,4] I[] L- K[1] le0 pe0";
            check(
                "CT-33",
                Given {
                    partition: dead,
                    ok: &[],
                    election,
                    ..ELR
                },
                "none",
                dead,
            );
        }
        let given = Given {
            partition: "R[1,2,3] I[1] L1 E[2]",
            ok: &[],
            ..ELR
        };
        let after = "R[1,2,3] I[1] L- E[2] K[1] le1 pe1";
        check("CT-34", given, "leader [-1] lastKnownElr [1]", after);
    }

    #[test]
    fn a_smaller_replication_factor_can_leave_a_ghost_in_the_elr() {
        // controller.md 2.7: min ISR is counted over the assignment before the change.
        let given = Given {
            partition: "R[1,2] I[1,2] L1",
            min_isr: 2,
            replicas: Some(&[1, 2]),
            removing: Some(&[2]),
            ..ELR
        };
        let record = "isr [1] leader [1] replicas [1] elr [2]";
        check("ghost", given, record, "R[1] I[1] L1 E[2] le1 pe1");
    }

    #[test]
    fn every_replica_that_does_not_lead_is_told_why() {
        let standing = |given: Given| {
            let (_, built) = build(&given);
            (built.elected.leader, built.elected.ground, built.elected.others)
        };
        let given = Given {
            partition: "R[1,2,3,4] I[1,3] L1 E[]",
            ok: &[2, 3, 4],
            isr: Some(&[3]),
            min_isr: 1,
            ..ELR
        };
        let others = vec![
            (BrokerId(1), NotElected::Fenced),
            (BrokerId(2), NotElected::NotInIsr),
            (BrokerId(4), NotElected::NotInIsr),
        ];
        assert_eq!(standing(given), (Some(BrokerId(3)), ElectionGround::FirstInIsr, others));
        let given = Given {
            partition: "R[1,2,3] I[] L- E[3] K[1]",
            ok: &[1, 2],
            ..ELR
        };
        let others = vec![
            (BrokerId(1), NotElected::LastKnownButElrNotEmpty),
            (BrokerId(2), NotElected::NotInIsr),
            (BrokerId(3), NotElected::Fenced),
        ];
        assert_eq!(standing(given), (None, ElectionGround::Nobody, others));
    }

    #[test]
    fn without_its_rule_the_elr_is_not_emptied_and_a_fenced_last_leader_leads() {
        let rules = |rule| {
            let mut rules = Rules::default();
            rules.switch_off(rule);
            rules
        };
        let run = |text: &str, isr: &[i32], rules: &Rules| {
            let registration = partition(text);
            let brokers = brokers(&[]);
            let acceptable = AcceptableLeaders {
                brokers: &brokers,
                arriving: None,
                leaving: None,
            };
            let change_rules = ChangeRules {
                metadata_version: 30,
                elr_enabled: true,
                min_insync_replicas: 2,
                rules,
            };
            let mut builder = PartitionChangeBuilder::new(&registration, acceptable, change_rules, Online);
            builder.target.isr = ids(isr);
            builder.build()
        };
        let built = run("R[1,2,3] I[1] L1 E[2,3]", &[1, 2], &rules(Rule::FullIsrEmptiesElr));
        assert_eq!(built.change.and_then(|change| change.elr), Some(ids(&[3])));
        let built = run("R[1,2] I[] L- K[1]", &[], &rules(Rule::LastKnownLeaderIsActive));
        assert_eq!(built.elected.leader, Some(BrokerId(1)));
    }
}
