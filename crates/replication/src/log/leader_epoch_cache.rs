//! Which leader epoch began at which offset: the file `leader-epoch-checkpoint` of one replica.
//!
//! A leader assigns its epoch at its log end the moment it is elected, before any record; a follower learns an epoch with the
//! first batch of it. Divergence between two logs is found by comparing these entries.
//!
//! Source: LeaderEpochFileCache.

use crate::base::epoch::LeaderEpoch;
use crate::base::offset::Offset;

/// One line of the file: from this offset on, records were appended under this epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpochEntry {
    pub epoch: LeaderEpoch,
    pub start_offset: Offset,
}

/// Where an epoch ends, as a leader answers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpochEndOffset {
    pub epoch: LeaderEpoch,
    /// Exclusive.
    pub end_offset: Offset,
}

/// Entries strictly increasing in both epoch and start offset.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaderEpochCache {
    entries: Vec<EpochEntry>,
}

impl LeaderEpochCache {
    pub fn entries(&self) -> &[EpochEntry] {
        &self.entries
    }

    pub fn latest_epoch(&self) -> Option<LeaderEpoch> {
        self.entries.last().map(|entry| entry.epoch)
    }

    /// Notes that `epoch` starts at `start_offset`. Entries that the new one contradicts go first.
    /// Source: LeaderEpochFileCache.assign, maybeTruncateNonMonotonicEntries.
    pub fn assign(&mut self, epoch: LeaderEpoch, start_offset: Offset) {
        assert!(
            epoch >= LeaderEpoch::ZERO && start_offset >= Offset::ZERO,
            "an epoch entry is not a sentinel"
        );
        if let Some(last) = self.entries.last()
            && last.epoch == epoch
            && last.start_offset <= start_offset
        {
            return;
        }
        while let Some(last) = self.entries.last()
            && (last.epoch >= epoch || last.start_offset >= start_offset)
        {
            self.entries.pop();
        }
        self.entries.push(EpochEntry { epoch, start_offset });
    }

    /// Where the requested epoch ends in this log; the largest epoch not above it is named in the answer.
    /// `None` when the epoch is newer than anything known here, or the cache is empty.
    /// Source: LeaderEpochFileCache.endOffsetFor; KIP-101, KIP-279.
    pub fn end_offset_for(&self, requested: LeaderEpoch, log_end_offset: Offset) -> Option<EpochEndOffset> {
        if requested == LeaderEpoch::UNDEFINED {
            return None;
        }
        if self.latest_epoch() == Some(requested) {
            return Some(EpochEndOffset {
                epoch: requested,
                end_offset: log_end_offset,
            });
        }
        let above = self.entries.partition_point(|entry| entry.epoch <= requested);
        let higher = self.entries.get(above)?;
        let epoch = match above.checked_sub(1) {
            Some(below) => self.entries[below].epoch,
            None => requested,
        };
        Some(EpochEndOffset {
            epoch,
            end_offset: higher.start_offset,
        })
    }

    /// Source: LeaderEpochFileCache.truncateFromEndAsyncFlush.
    pub fn truncate_from_end(&mut self, end_offset: Offset) {
        self.entries.retain(|entry| entry.start_offset < end_offset);
    }

    /// The log now starts at `start_offset`: the epoch in force there begins there.
    /// Source: LeaderEpochFileCache.truncateFromStartAsyncFlush.
    pub fn truncate_from_start(&mut self, start_offset: Offset) {
        let above = self.entries.partition_point(|entry| entry.start_offset <= start_offset);
        if above > 0 {
            self.entries.drain(..above - 1);
            self.entries[0].start_offset = start_offset;
        }
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(entries: &[(i32, i64)]) -> LeaderEpochCache {
        let mut cache = LeaderEpochCache::default();
        for &(epoch, start) in entries {
            cache.assign(LeaderEpoch(epoch), Offset(start));
        }
        cache
    }

    fn check_end(entries: &[(i32, i64)], log_end: i64, requested: i32, expected: Option<(i32, i64)>) {
        let found = cache(entries).end_offset_for(LeaderEpoch(requested), Offset(log_end));
        assert_eq!(
            found.map(|e| (e.epoch.0, e.end_offset.0)),
            expected,
            "epoch {requested} in {entries:?}"
        );
    }

    #[test]
    fn the_end_of_an_epoch_is_the_start_of_the_next_one_known() {
        let entries = [(1, 0), (3, 1), (5, 2)];
        check_end(&entries, 3, -1, None);
        check_end(&entries, 3, 5, Some((5, 3)));
        check_end(&entries, 3, 6, None);
        check_end(&entries, 3, 4, Some((3, 2)));
        check_end(&entries, 3, 2, Some((1, 1)));
        check_end(&entries, 3, 0, Some((0, 0)));
        check_end(&[], 0, 0, None);
    }

    #[test]
    fn assigning_drops_what_the_new_entry_contradicts() {
        let mut cache = cache(&[(0, 0), (1, 2), (2, 2)]);
        assert_eq!(cache.entries().len(), 2);
        cache.assign(LeaderEpoch(2), Offset(9));
        assert_eq!(cache.entries().len(), 2);
        cache.assign(LeaderEpoch(1), Offset(5));
        assert_eq!(cache.latest_epoch(), Some(LeaderEpoch(1)));
    }

    fn check_entries(cache: &LeaderEpochCache, expected: &[(i32, i64)]) {
        let entries: Vec<_> = cache.entries().iter().map(|e| (e.epoch.0, e.start_offset.0)).collect();
        assert_eq!(entries, expected);
    }

    #[test]
    fn br_65_an_epoch_before_all_others_is_echoed_and_the_second_assignment_does_nothing() {
        check_end(&[(5, 11), (6, 12), (7, 13)], 14, 4, Some((4, 11)));
        check_end(&[(2, 11), (2, 12)], 14, 2, Some((2, 14)));
    }

    #[test]
    fn br_66_an_epoch_that_is_missing_ends_where_the_next_one_begins() {
        for (requested, expected) in [(1, (0, 13)), (2, (2, 17)), (3, (2, 17))] {
            check_end(&[(0, 10), (2, 13), (4, 17)], 20, requested, Some(expected));
        }
    }

    #[test]
    fn br_67_a_later_epoch_than_all_known_has_no_end() {
        check_end(&[(2, 100)], 120, 3, None);
    }

    #[test]
    fn br_68_entries_that_conflict_give_way_to_the_new_one() {
        check_entries(&cache(&[(2, 9), (3, 9)]), &[(3, 9)]);
        check_entries(&cache(&[(2, 6), (3, 5)]), &[(3, 5)]);
        let conflicting = [(5, 11), (6, 12), (7, 13), (7, 12)];
        check_entries(&cache(&conflicting), &[(5, 11), (7, 12)]);
        check_end(&conflicting, 14, 5, Some((5, 12)));
        check_end(&conflicting, 14, 6, Some((5, 12)));
    }

    #[test]
    fn br_69_truncation_keeps_the_epochs_of_what_is_left() {
        let entries = [(2, 6), (3, 8), (4, 11)];
        let mut from_start = cache(&entries);
        from_start.truncate_from_start(Offset(9));
        check_entries(&from_start, &[(3, 9), (4, 11)]);
        for (end, left) in [(8, &entries[..1]), (9, &entries[..2])] {
            let mut from_end = cache(&entries);
            from_end.truncate_from_end(Offset(end));
            check_entries(&from_end, left);
        }
    }

    #[test]
    fn raising_the_start_keeps_the_epoch_in_force_there() {
        let mut cache = cache(&[(0, 0), (1, 4), (2, 8)]);
        cache.truncate_from_start(Offset(6));
        assert_eq!(
            cache.entries(),
            [
                EpochEntry {
                    epoch: LeaderEpoch(1),
                    start_offset: Offset(6)
                },
                EpochEntry {
                    epoch: LeaderEpoch(2),
                    start_offset: Offset(8)
                },
            ]
        );
    }
}
