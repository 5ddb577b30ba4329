//! Partition reassignment as replica lists: when one is complete, what a cancel leaves, what a start asks for.
//!
//! While a reassignment runs, the assignment is the target list followed by what will be removed; the ISR grows by ordinary
//! proposals of the leader. Nothing watches for the end: every change of the partition, whatever caused it, asks here
//! first whether the reassignment is complete with it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::bench::ids;

    fn at_rest(assigned: &[i32], isr: &[i32]) -> Replicas {
        Replicas {
            assigned: ids(assigned),
            removing: Vec::new(),
            adding: Vec::new(),
            isr: ids(isr),
        }
    }

    #[test]
    fn a_reassignment_completes_once_every_added_replica_is_in_sync() {
        // CT-89 … CT-95: current, target, the ISR then, and the assignment and ISR after completion.
        type Case = (
            &'static str,
            &'static [i32],
            &'static [i32],
            &'static [i32],
            Option<(&'static [i32], &'static [i32])>,
        );
        let cases: &[Case] = &[
            (
                "CT-89",
                &[0, 1, 2],
                &[3, 4, 5],
                &[0, 1, 2, 3, 4, 5],
                Some((&[3, 4, 5], &[3, 4, 5])),
            ),
            (
                "CT-90",
                &[0, 1, 2],
                &[0, 1, 3],
                &[0, 1, 2, 3],
                Some((&[0, 1, 3], &[0, 1, 3])),
            ),
            ("CT-91", &[0, 1, 2], &[0, 1, 3], &[0, 2, 3], Some((&[0, 1, 3], &[0, 3]))),
            ("CT-92", &[0, 1, 2], &[0, 1, 3], &[2, 3], Some((&[0, 1, 3], &[3]))),
            ("CT-93", &[0, 1, 2], &[0, 1, 3], &[0, 1, 2], None),
            (
                "CT-94",
                &[0, 1, 2, 3],
                &[1, 2, 3, 4, 5],
                &[0, 1, 2, 4, 5],
                Some((&[1, 2, 3, 4, 5], &[1, 2, 4, 5])),
            ),
            ("CT-95", &[0, 1, 2, 3, 4], &[2, 3, 4, 5], &[0, 1, 2, 3, 5], None),
        ];
        for (id, current, target, isr, completed) in cases {
            let mut replicas = at_rest(current, current).started(&ids(target));
            replicas.isr = ids(isr);
            let expected = completed.map(|(assigned, isr)| at_rest(assigned, isr));
            assert_eq!(replicas.completed(), expected, "{id}");
        }
    }

    #[test]
    fn nothing_completes_when_nothing_is_under_way() {
        assert_eq!(at_rest(&[1, 2], &[1]).completed(), None);
    }

    #[test]
    fn a_cancel_takes_the_added_ones_out_and_is_unclean_if_only_they_are_in_sync() {
        let running = |isr: &[i32], removing: &[i32]| Replicas {
            assigned: ids(&[4, 5, 3, 2, 1]),
            removing: ids(removing),
            adding: ids(&[4, 5]),
            isr: ids(isr),
        };
        for removing in [&[2][..], &[]] {
            let reverted = running(&[4, 5, 2], removing).reverted();
            assert_eq!(reverted, (at_rest(&[3, 2, 1], &[2]), false), "CT-96");
        }
        let reverted = running(&[4, 5], &[2]).reverted();
        assert_eq!(reverted, (at_rest(&[3, 2, 1], &[3]), true), "CT-97");
    }

    #[test]
    fn a_start_keeps_the_removed_ones_behind_the_target() {
        let started = at_rest(&[3, 2, 1], &[3, 2, 1]).started(&ids(&[0, 2, 1]));
        assert_eq!(started.assigned, ids(&[0, 2, 1, 3]));
        assert_eq!((started.removing, started.adding), (ids(&[3]), ids(&[0])));
        // What is under way counts as current: CT-87.
        let second = Replicas {
            assigned: ids(&[2, 3, 0, 1]),
            removing: ids(&[0, 1]),
            adding: ids(&[2, 3]),
            isr: ids(&[0, 1, 2]),
        };
        let started = second.started(&ids(&[4, 5]));
        assert_eq!(started.assigned, ids(&[4, 5, 0, 1, 2, 3]));
        assert_eq!((started.removing, started.adding), (ids(&[0, 1, 2, 3]), ids(&[4, 5])));
    }
}
