//! Partition reassignment as replica lists: when one is complete, what a cancel leaves, what a start asks for.
//!
//! While a reassignment runs, the assignment is the target list followed by what will be removed; the ISR grows by ordinary
//! proposals of the leader. Nothing watches for the end: every change of the partition, whatever caused it, asks here
//! first whether the reassignment is complete with it. The APIs that start, cancel and list reassignments are not built yet.
//!
//! Source: PartitionReassignmentReplicas, PartitionReassignmentRevert; KIP-455.

use crate::base::id::BrokerId;

/// The lists of a partition under change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replicas {
    pub assigned: Vec<BrokerId>,
    pub removing: Vec<BrokerId>,
    pub adding: Vec<BrokerId>,
    pub isr: Vec<BrokerId>,
}

impl Replicas {
    /// The lists after completion, if this ISR completes the reassignment.
    ///
    /// Every added replica has to be in the ISR; one that stays may lag, unless the replication factor shrinks (KAFKA-19975).
    /// Source: PartitionReassignmentReplicas.maybeCompleteReassignment; 4.3.
    pub fn completed(&self) -> Option<Replicas> {
        if self.removing.is_empty() && self.adding.is_empty() {
            return None;
        }
        let isr = without(&self.isr, &self.removing);
        let assigned = without(&self.assigned, &self.removing);
        let nothing_left = !self.removing.is_empty() && (isr.is_empty() || assigned.is_empty());
        let shrinks = self.adding.len() < self.removing.len();
        let complete = !nothing_left && contains_all(&isr, &self.adding) && (!shrinks || contains_all(&isr, &assigned));
        complete.then_some(Replicas {
            assigned,
            removing: Vec::new(),
            adding: Vec::new(),
            isr,
        })
    }

    /// The lists after a cancel, and whether it takes an unclean election: when only added replicas are in sync, the ISR is
    /// set to the first of the remaining. The order is what it was during the reassignment, not before it.
    /// Source: PartitionReassignmentRevert.
    pub fn reverted(&self) -> (Replicas, bool) {
        let assigned = without(&self.assigned, &self.adding);
        let mut isr = without(&self.isr, &self.adding);
        let unclean = isr.is_empty();
        if unclean {
            isr.extend(assigned.first());
        }
        let reverted = Replicas {
            assigned,
            removing: Vec::new(),
            adding: Vec::new(),
            isr,
        };
        (reverted, unclean)
    }

    /// The lists with which a reassignment to `target` begins. Lists that stay empty leave those of a reassignment already
    /// under way in force.
    /// Source: PartitionReassignmentReplicas (constructor), ReplicationControlManager.changePartitionReassignment.
    pub fn started(&self, target: &[BrokerId]) -> Replicas {
        let sorted = |mut list: Vec<BrokerId>| {
            list.sort();
            list
        };
        let removing = sorted(without(&self.assigned, target));
        let adding = sorted(without(target, &self.assigned));
        let in_force = |new: Vec<BrokerId>, old: &Vec<BrokerId>| if new.is_empty() { old.clone() } else { new };
        Replicas {
            assigned: target.iter().chain(&removing).copied().collect(),
            removing: in_force(removing, &self.removing),
            adding: in_force(adding, &self.adding),
            isr: self.isr.clone(),
        }
    }
}

/// `list` in its order, less `taken`.
pub fn without(list: &[BrokerId], taken: &[BrokerId]) -> Vec<BrokerId> {
    list.iter().copied().filter(|id| !taken.contains(id)).collect()
}

pub fn contains_all(list: &[BrokerId], wanted: &[BrokerId]) -> bool {
    wanted.iter().all(|id| list.contains(id))
}
