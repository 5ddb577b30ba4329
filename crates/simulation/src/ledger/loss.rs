//! Why a record is gone, and which setting would have kept it, worked out from what happened.
//!
//! The turning point is the first leader that took up its role with a log that ends at or below the record. How it came to
//! lead, and what had become of its own copy, is the cause. A setting is named only where it would have led to something else
//! in just this case: to a record that is kept, or to a producer that is not told success.
//!
//! Source: the acknowledged-loss contract of acks, min.insync.replicas, unclean.leader.election.enable and KIP-966.

use replication::base::config::{Acks, ProcessConfig, TopicConfig};
use replication::base::epoch::LeaderEpoch;
use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::rule::Rule;
use replication::base::set::Set;
use replication::base::time::SimTime;

use super::{Ledger, Removal, places};
use crate::cluster::End;
use crate::ghost::{Append, BatchGhost, Election, LossCause, Term, TurnedAway};

/// A record that is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    pub cause: Cause,
    /// When that was settled; the last copy may go later.
    pub at: SimTime,
    /// Its producer had been told that it is stored, or with acks=0 took it for stored.
    pub promised: bool,
    /// Each entry would have changed it; settings of one entry only together.
    pub kept_with: Vec<Vec<Setting>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// acks=0: no leader ever appended it.
    NeverAppended {
        sent_to: Option<BrokerId>,
        turned_away: Option<TurnedAway>,
    },
    /// Its leader was replaced before the next one had copied it.
    NotCopied {
        appended_by: BrokerId,
        /// How the process of the old leader ended, if it did.
        end: Option<End>,
        leader: BrokerId,
        epoch: LeaderEpoch,
    },
    /// A broker appended it that led no more, and had not heard so.
    DeposedLeader {
        appended_by: BrokerId,
        leader: BrokerId,
        epoch: LeaderEpoch,
    },
    /// A replica outside ISR and ELR was elected.
    UncleanElection {
        leader: BrokerId,
        epoch: LeaderEpoch,
        asked: bool,
    },
    /// ISR and ELR were empty, and the last known leader was elected.
    LastKnownLeader { leader: BrokerId, epoch: LeaderEpoch },
    /// It was in the page cache only of brokers that lost power.
    Unflushed {
        brokers: Vec<BrokerId>,
        elected: Option<(BrokerId, LeaderEpoch)>,
    },
    DiskLost {
        brokers: Vec<BrokerId>,
        elected: Option<(BrokerId, LeaderEpoch)>,
    },
    /// Kafka would have kept it; a rule of it is switched off.
    RuleOff { leader: BrokerId, epoch: LeaderEpoch },
    /// A leader came without it, and nothing of the above is why.
    LeaderWithout { leader: BrokerId, epoch: LeaderEpoch },
}

/// A setting and the value that would have changed the outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Setting {
    Acks(Acks),
    MinInsyncReplicas(i32),
    /// `unclean.leader.election.enable=false`.
    NoUncleanElection,
    ReplicationFactor(i32),
    /// `flush.messages=1`.
    FlushEveryMessage,
    /// `eligible.leader.replicas.version=1`.
    EligibleLeaderReplicas,
    /// `enable.idempotence=true`.
    Idempotence,
    /// A rule of Kafka, switched on again.
    Rule(Rule),
}

/// What a loss is judged by.
struct Case<'a> {
    batch: &'a BatchGhost,
    partition: TopicPartition,
    removals: Vec<Removal>,
    /// Took up its role without the record.
    term: Option<Term>,
    topic: TopicConfig,
    replication_factor: i32,
    /// Members of the ISR when the record was committed, or else acknowledged.
    in_sync: Option<i32>,
}

impl Ledger<'_> {
    /// Of a batch whose fate is `Lost`.
    pub fn lost(&self, batch: &BatchGhost) -> Lost {
        let promised = self.is_acknowledged(batch);
        let told_at = batch.told.map_or(SimTime::ZERO, |told| told.at);
        let (Some(append), Some(partition)) = (places(batch).next_back(), batch.partition) else {
            return Lost {
                cause: Cause::NeverAppended {
                    sent_to: batch.sent_to,
                    turned_away: batch.turned_away,
                },
                at: told_at,
                promised,
                kept_with: vec![vec![Setting::Acks(Acks::Leader)]],
            };
        };
        let case = self.case(batch, partition, append);
        let cause = self.cause(&case, append);
        let at = match (&cause, case.term) {
            (Cause::DeposedLeader { .. }, _) => append.at,
            (_, Some(term)) => term.at,
            (_, None) => case.removals.last().map_or(told_at, |removal| removal.at),
        };
        let is_committed = batch.committed.is_some();
        let kept_with = match promised || is_committed {
            true => self.kept_with(&case, &cause),
            false => Vec::new(),
        };
        Lost {
            cause,
            at,
            promised,
            kept_with,
        }
    }

    /// What would have kept a batch from being appended twice.
    pub fn written_once_with(&self, batch: &BatchGhost) -> Vec<Vec<Setting>> {
        let sender = self.world.cluster.slots.get(&NodeId::Client(batch.first.producer));
        match sender.map(|slot| &slot.config.process) {
            Some(ProcessConfig::Producer(config)) if !config.enable_idempotence => match batch.acks {
                Some(Acks::All) => vec![vec![Setting::Idempotence]],
                _ => vec![vec![Setting::Acks(Acks::All), Setting::Idempotence]],
            },
            _ => Vec::new(),
        }
    }

    fn case<'b>(&self, batch: &'b BatchGhost, partition: TopicPartition, append: &Append) -> Case<'b> {
        let ghost = self.ghost(partition);
        let without = |term: &&Term| {
            let starts = term.start_offset.is_some_and(|start| start <= append.base_offset);
            starts && term.epoch > append.epoch
        };
        let decided = batch.committed.map(|(_, step)| step);
        let decided = decided.or_else(|| batch.told.map(|told| told.step));
        let image = self.world.cluster.metadata();
        Case {
            batch,
            partition,
            removals: self.removals(batch),
            term: ghost.and_then(|ghost| ghost.terms.iter().find(without).copied()),
            topic: image.map_or_else(TopicConfig::default, |image| image.topic_config(partition.topic)),
            replication_factor: ghost.map_or(0, |ghost| ghost.registration.replicas.len() as i32),
            in_sync: decided.and_then(|step| self.members_in_sync(partition, step)),
        }
    }

    /// Members of the ISR on record after a step.
    fn members_in_sync(&self, partition: TopicPartition, step: u64) -> Option<i32> {
        let points = &self.track.lanes().get(&partition)?.leaders;
        let point = points.iter().rev().find(|point| point.position <= step)?;
        Some(point.isr.len() as i32)
    }

    fn cause(&self, case: &Case<'_>, append: &Append) -> Cause {
        let Some(term) = case.term else {
            return self.cause_without_election(case, append);
        };
        let (Some(leader), epoch) = (term.leader, term.epoch) else {
            return self.cause_without_election(case, append);
        };
        if append.step > term.step {
            return Cause::DeposedLeader {
                appended_by: append.broker,
                leader,
                epoch,
            };
        }
        let before = |removal: &&Removal| removal.step < term.step;
        let its_own = case
            .removals
            .iter()
            .filter(before)
            .rfind(|removal| removal.broker == leader);
        let elected = Some((leader, epoch));
        match (its_own.map(|removal| removal.cause), term.election) {
            (Some(cause @ (LossCause::PowerLoss | LossCause::DiskLoss)), _) => harmed(case, cause, elected),
            (_, Election::Unclean) => Cause::UncleanElection {
                leader,
                epoch,
                asked: term.asked,
            },
            (_, Election::LastKnownLeader) => Cause::LastKnownLeader { leader, epoch },
            (_, Election::Clean) if case.batch.committed.is_none() => Cause::NotCopied {
                appended_by: append.broker,
                end: self.how_ended(append, &term),
                leader,
                epoch,
            },
            (_, Election::Clean | Election::WithoutConsent) => self.unexplained(leader, epoch),
        }
    }

    /// No leader has come without it: its last copies went from their disks.
    fn cause_without_election(&self, case: &Case<'_>, append: &Append) -> Cause {
        let harm = |removal: &&Removal| removal.cause != LossCause::Truncation;
        match case.removals.iter().rfind(harm) {
            Some(removal) => harmed(case, removal.cause, None),
            None => self.unexplained(append.broker, append.epoch),
        }
    }

    fn unexplained(&self, leader: BrokerId, epoch: LeaderEpoch) -> Cause {
        match self.world.cluster.rules.off().next() {
            Some(_) => Cause::RuleOff { leader, epoch },
            None => Cause::LeaderWithout { leader, epoch },
        }
    }

    /// How the process that appended ended before the next leader was elected.
    fn how_ended(&self, append: &Append, term: &Term) -> Option<End> {
        let node = NodeId::Broker(append.broker);
        let between = |step| (append.step..=term.step).contains(&step);
        let ends = self.world.ghosts.ends.iter().rev();
        let mut its_own = ends.filter(|ended| ended.node == node && between(ended.step));
        its_own.next().map(|ended| ended.end)
    }

    fn kept_with(&self, case: &Case<'_>, cause: &Cause) -> Vec<Vec<Setting>> {
        match cause {
            Cause::NeverAppended { .. } | Cause::LeaderWithout { .. } => Vec::new(),
            Cause::NotCopied { .. } | Cause::DeposedLeader { .. } => match case.batch.acks {
                Some(Acks::All) => Vec::new(),
                _ => vec![vec![Setting::Acks(Acks::All)]],
            },
            Cause::UncleanElection { asked, .. } => {
                let mut ways = Vec::new();
                if !asked {
                    ways.push(vec![Setting::NoUncleanElection]);
                }
                ways.extend(case.refused_below());
                ways
            }
            Cause::LastKnownLeader { .. } => Vec::from_iter(case.refused_below()),
            Cause::Unflushed { elected, .. } => {
                let mut ways = self.kept_on_others(case, elected.is_some());
                if case.topic.flush_messages > 1 {
                    ways.push(vec![Setting::FlushEveryMessage]);
                }
                ways
            }
            Cause::DiskLost { elected, .. } => self.kept_on_others(case, elected.is_some()),
            Cause::RuleOff { .. } => vec![self.world.cluster.rules.off().map(Setting::Rule).collect()],
        }
    }

    /// What would have kept a record that disks lost, by way of other replicas.
    fn kept_on_others(&self, case: &Case<'_>, is_led: bool) -> Vec<Vec<Setting>> {
        if case.replication_factor == 1 {
            return vec![case.with_acks_all(Setting::ReplicationFactor(3))];
        }
        let after = |removal: &Removal| case.term.is_some_and(|term| removal.step > term.step);
        let survived = self.holders(case.batch).next().is_some() || case.removals.iter().any(after);
        if !survived {
            return Vec::from_iter(case.refused_below());
        }
        let image = self.world.cluster.metadata();
        let min_insync_replicas = image.map_or(1, |image| image.effective_min_insync_replicas(case.partition));
        let registers_late = [
            Rule::UncleanShutdownLeavesElr,
            Rule::NewIncarnationLeavesIsr,
            Rule::OldSessionEndsFirst,
        ];
        let off: Vec<Setting> = self
            .world
            .cluster
            .rules
            .off()
            .filter(|rule| registers_late.contains(rule))
            .map(Setting::Rule)
            .collect();
        if !off.is_empty() && is_led {
            vec![off]
        } else if min_insync_replicas < 2 {
            vec![case.with_acks_all(Setting::MinInsyncReplicas(2))]
        } else if image.is_some_and(|image| !image.elr_enabled()) {
            vec![case.with_acks_all(Setting::EligibleLeaderReplicas)]
        } else {
            Vec::new()
        }
    }
}

impl Case<'_> {
    /// With one more in-sync replica asked for than there were, the produce would have been refused.
    fn refused_below(&self) -> Option<Vec<Setting>> {
        let in_sync = self.in_sync.filter(|members| *members < self.replication_factor)?;
        Some(self.with_acks_all(Setting::MinInsyncReplicas(in_sync + 1)))
    }

    fn with_acks_all(&self, setting: Setting) -> Vec<Setting> {
        match self.batch.acks {
            Some(Acks::All) => vec![setting],
            _ => vec![Setting::Acks(Acks::All), setting],
        }
    }
}

/// Disks lost it: these brokers', until somebody led without it.
fn harmed(case: &Case<'_>, cause: LossCause, elected: Option<(BrokerId, LeaderEpoch)>) -> Cause {
    let in_time = |removal: &&Removal| case.term.is_none_or(|term| removal.step < term.step);
    let same = case
        .removals
        .iter()
        .filter(in_time)
        .filter(|removal| removal.cause == cause);
    let brokers: Set<BrokerId> = same.map(|removal| removal.broker).collect();
    let brokers = brokers.iter().copied().collect();
    match cause {
        LossCause::DiskLoss => Cause::DiskLost { brokers, elected },
        LossCause::PowerLoss | LossCause::Truncation => Cause::Unflushed { brokers, elected },
    }
}
