//! What must hold at every moment, and what must be seen so that it does not hold for want of trying.
//!
//! One file per invariant, one line in the registry. An invariant looks and never acts; what it finds is data. What the
//! modelled system may legitimately break (an unclean election, lost disks beyond the contract) is computed from the ghosts.
//! The numbers are those of the specification's list; each *always* has a *sometimes* twin.

mod acknowledged_is_kept;
mod acknowledged_is_somewhere;
mod candidate_completeness;
mod candidate_high_watermark;
mod consistent_read;
mod epoch_cache;
mod epochs_never_decrease;
mod error_honesty;
mod fenced_do_not_lead;
mod glance;
mod high_watermark_freeze;
mod isr_admission;
mod last_stable_offset;
mod latest_offset;
mod leader_completeness;
mod log_matching;
mod log_structure;
mod offset_epoch_identity;
mod prefix_reads;
mod producer_order;
mod producer_sequence;
mod quorum_superset;
mod record_structure;
mod role_matches_metadata;
mod strong_isr;
mod weak_isr;

use std::sync::Arc;

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::log::log::Log;
use replication::log::metadata_record::PartitionRegistration;
use replication::log::record_batch::RecordBatch;
use replication::quorum::image::MetadataImage;

use crate::event::Step;
use crate::ghost::{Election, LossCause};
use crate::world::World;
pub use glance::{Glance, Glances};

/// One line of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Invariant {
    /// As the specification numbers it, e.g. `I-07`.
    pub code: &'static str,
    pub statement: &'static str,
    /// Where the rule that it watches comes from.
    pub source: &'static str,
    pub check: Check,
    /// The twin: what a run must show at least once, so that the statement is not empty.
    pub sometimes: &'static str,
    pub seen: fn(&World, TopicPartition) -> bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// Holds of one world.
    State(fn(&World, TopicPartition, &mut Report)),
    /// Holds of one world; looked at only when everything is, because it reads whole logs.
    Whole(fn(&World, TopicPartition, &mut Report)),
    /// Holds between what was and the next world.
    Step(fn(&Glance, &World, TopicPartition, &mut Report)),
}

pub const INVARIANTS: &[Invariant] = &[
    log_structure::INVARIANT,
    epoch_cache::INVARIANT,
    record_structure::INVARIANT,
    epochs_never_decrease::INVARIANT,
    fenced_do_not_lead::INVARIANT,
    role_matches_metadata::INVARIANT,
    offset_epoch_identity::INVARIANT,
    log_matching::INVARIANT,
    weak_isr::INVARIANT,
    strong_isr::INVARIANT,
    candidate_high_watermark::INVARIANT,
    leader_completeness::INVARIANT,
    candidate_completeness::INVARIANT,
    quorum_superset::INVARIANT,
    high_watermark_freeze::INVARIANT,
    latest_offset::INVARIANT,
    isr_admission::INVARIANT,
    acknowledged_is_kept::INVARIANT,
    acknowledged_is_somewhere::INVARIANT,
    error_honesty::INVARIANT,
    producer_sequence::INVARIANT,
    producer_order::INVARIANT,
    consistent_read::INVARIANT,
    prefix_reads::INVARIANT,
    last_stable_offset::INVARIANT,
];

/// An invariant that does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Finding {
    pub invariant: &'static str,
    pub partition: TopicPartition,
    pub brokers: Vec<BrokerId>,
    /// Named numbers that show it.
    pub facts: Vec<(&'static str, i64)>,
}

/// Where invariants put what they find.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    invariant: &'static str,
    partition: Option<TopicPartition>,
}

impl Report {
    /// Looks at all that can be looked at of a partition.
    fn look(&mut self, before: Option<&Glance>, after: &World, partition: TopicPartition, whole_logs: bool) {
        self.partition = Some(partition);
        for invariant in INVARIANTS {
            self.invariant = invariant.code;
            match (invariant.check, before) {
                (Check::State(check), _) => check(after, partition, self),
                (Check::Whole(check), _) if whole_logs => check(after, partition, self),
                (Check::Step(check), Some(before)) => check(before, after, partition, self),
                (Check::Whole(_), _) | (Check::Step(_), None) => {}
            }
        }
    }

    fn broken(&mut self, brokers: &[BrokerId], facts: &[(&'static str, i64)]) {
        self.findings.extend(self.partition.map(|partition| Finding {
            invariant: self.invariant,
            partition,
            brokers: brokers.to_vec(),
            facts: facts.to_vec(),
        }));
    }

    /// Reports unless it holds.
    fn expect(&mut self, holds: bool, brokers: &[BrokerId], facts: &[(&'static str, i64)]) {
        if !holds {
            self.broken(brokers, facts);
        }
    }
}

impl Finding {
    pub fn statement(&self) -> &'static str {
        let of = INVARIANTS.iter().find(|invariant| invariant.code == self.invariant);
        of.map_or("", |invariant| invariant.statement)
    }
}

/// Checks what differs between two worlds a step apart, apart from what reads whole logs.
pub fn check_touched(before: &World, after: &World) -> Vec<Finding> {
    check(glance::touched(before, after), after, false)
}

/// Checks what differs between two worlds a step apart, whole logs as well: for short runs in which something is to be found.
pub fn check_closely(before: &World, after: &World) -> Vec<Finding> {
    check(glance::touched(before, after), after, true)
}

/// As `check_touched`, of a step that a run took, with what is kept of the world before it.
pub fn check_step(before: &mut Glances, step: &Step, after: &World) -> Vec<Finding> {
    check(before.go_on(step, after), after, false)
}

/// Checks everything that holds of one world.
pub fn check_all(world: &World) -> Vec<Finding> {
    let mut report = Report::default();
    for partition in world.cluster.partitions() {
        report.look(None, world, partition, true);
    }
    report.findings
}

fn check(touched: Vec<(TopicPartition, Glance)>, after: &World, whole_logs: bool) -> Vec<Finding> {
    let mut report = Report::default();
    for (partition, before) in &touched {
        report.look(Some(before), after, *partition, whole_logs);
    }
    report.findings
}

/// Whether the contract of acks=all no longer covers a partition: somebody was elected of whom the controller could not be
/// sure, a leader slept through its deposition (see `PartitionGhost::overslept`), or more was lost at a time than min ISR, ELR and the kind of the losses make good.
///
/// | setting | covered |
/// | --- | --- |
/// | min ISR 1, or ELR off | any number of processes killed, no records lost by a disk |
/// | min ISR m >= 2, ELR on | any number of processes killed; or fewer than m ended uncleanly, records lost or not |
fn contract_is_void(world: &World, partition: TopicPartition) -> bool {
    let Some(ghost) = world.ghosts.partitions.get(&partition) else {
        return false;
    };
    let Some(image) = world.cluster.metadata() else {
        return false;
    };
    let elected = |election| ghost.terms.iter().any(|term| term.election == election);
    let min_isr = ghost.least_min_isr.max(1) as u32;
    let lossy = ghost.worst.lossy > 0;
    elected(Election::Unclean)
        || ghost.overslept
        || lossy
            && (elected(Election::LastKnownLeader)
                || min_isr == 1
                || !image.elr_enabled()
                || ghost.worst.unclean_ends >= min_isr)
}

/// Below it records were deleted on purpose, from some log at least. A follower's log may begin lower until its next fetch, and
/// then a tail that should have gone may still be there: with its records the leader forgot where the epochs began.
///
/// Source: LeaderEpochFileCache.endOffsetFor, truncateFromStartAsyncFlush.
fn deleted_below(world: &World, partition: TopicPartition) -> Offset {
    let starts = world
        .cluster
        .logs(partition)
        .into_iter()
        .map(|(_, log)| log.log_start_offset());
    starts.max().unwrap_or(Offset::ZERO)
}

/// Whom the controller may elect: members of ISR and ELR. One that a reassignment has removed may stay in the ELR (as seen on
/// 4.3.1), and one that it has added anew has to fetch everything first.
fn candidates(record: &PartitionRegistration) -> impl Iterator<Item = &BrokerId> {
    let stays = |member: &&BrokerId| record.replicas.contains(member) && !record.adding_replicas.contains(member);
    record.isr.iter().chain(record.elr.iter().filter(stays))
}

/// A broker whose disk has lost records of a partition and of which some process does not know that it came back so: to that
/// process it is still in the ISR or ELR by right, until it hears of a registration that came after.
fn is_lossy_unknown(world: &World, to: &MetadataImage, broker: BrokerId, partition: TopicPartition) -> bool {
    let node = NodeId::Broker(broker);
    let mut losses = world.ghosts.losses.iter();
    let last = losses
        .rfind(|loss| loss.broker == broker && loss.partition == partition && loss.cause != LossCause::Truncation);
    let Some(last) = last else { return false };
    let Some(known) = to.brokers.get(&broker) else {
        return true;
    };
    // Each start of a process ends once, so the end of the n-th is the n-th end.
    let mut ends = world.ghosts.ends.iter().filter(|ended| ended.node == node);
    let end_of_known = ends.nth(known.incarnation.0.saturating_sub(1) as usize);
    end_of_known.is_some_and(|ended| last.step >= ended.step)
}

/// The first offset below `bound` at which two logs differ. Offsets that only one of them still has do not count.
fn first_difference(a: &Log, b: &Log, bound: Offset) -> Option<Offset> {
    let start = a.log_start_offset().max(b.log_start_offset());
    // A log start may lie within a batch.
    let below = |batch: &&Arc<RecordBatch>| batch.base_offset.max(start) < bound;
    let (mut left, mut right) = (
        a.batches_from(start).take_while(below),
        b.batches_from(start).take_while(below),
    );
    loop {
        match (left.next(), right.next()) {
            (None, None) => return None,
            (Some(x), Some(y)) if Arc::ptr_eq(x, y) || x == y => {}
            (Some(x), Some(y)) => return Some(x.base_offset.max(y.base_offset).max(start)),
            // One ends below the bound.
            (Some(only), None) | (None, Some(only)) => return Some(only.base_offset.max(start)),
        }
    }
}

/// Runs of a test that have seen what each invariant's twin asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen(Set<&'static str>);

impl Seen {
    /// Looks at every partition of a world.
    pub fn look(&mut self, world: &World) {
        let partitions = world.cluster.partitions();
        for invariant in INVARIANTS {
            if !self.0.contains(invariant.code) && partitions.iter().any(|p| (invariant.seen)(world, *p)) {
                self.0.insert(invariant.code);
            }
        }
    }

    /// Twins that were never seen.
    pub fn missing(&self) -> Vec<&'static str> {
        let missing = INVARIANTS.iter().filter(|invariant| !self.0.contains(invariant.code));
        missing.map(|invariant| invariant.sometimes).collect()
    }
}
