//! What will happen by itself, and when: by time, then by order of entry.
//!
//! Most of what is entered happens soon, so the list is kept with the next entry last: entering and taking move little.

use replication::base::time::SimTime;

use crate::event::Event;

/// When an entry is due, and which of the entries of that microsecond it is.
pub type Due = (SimTime, u64);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Schedule {
    /// Latest first; no two are due alike.
    entries: Vec<(Due, Event)>,
}

impl Schedule {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// When the next entry is due.
    pub fn next_at(&self) -> Option<SimTime> {
        self.entries.last().map(|((at, _), _)| *at)
    }

    pub(crate) fn enter(&mut self, due: Due, event: Event) {
        let place = self.entries.partition_point(|(other, _)| *other > due);
        self.entries.insert(place, (due, event));
    }

    pub(crate) fn remove(&mut self, due: Due) {
        let place = self.entries.partition_point(|(other, _)| *other > due);
        if self.entries.get(place).is_some_and(|(other, _)| *other == due) {
            self.entries.remove(place);
        }
    }

    pub(crate) fn take_next(&mut self) -> Option<(SimTime, Event)> {
        self.entries.pop().map(|((at, _), event)| (at, event))
    }

    /// Everything that is due, the next first.
    pub fn iter(&self) -> impl Iterator<Item = (SimTime, &Event)> {
        self.entries.iter().rev().map(|((at, _), event)| (*at, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act::Direction;
    use crate::network::LinkId;

    #[test]
    fn entries_come_by_time_and_then_by_order_of_entry() {
        let event = |n| Event::Arrival(LinkId(n), Direction::Request);
        let mut schedule = Schedule::default();
        for (at, seq) in [(5, 1), (3, 2), (5, 3), (4, 4), (3, 5)] {
            schedule.enter((SimTime(at), seq), event(seq as u32));
        }
        schedule.remove((SimTime(4), 4));
        schedule.remove((SimTime(4), 9));
        assert_eq!(schedule.next_at(), Some(SimTime(3)));
        let order: Vec<Event> = std::iter::from_fn(|| schedule.take_next())
            .map(|(_, event)| event)
            .collect();
        assert_eq!(order, [2, 5, 1, 3].map(event));
    }
}
