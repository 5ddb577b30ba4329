//! Which brokers a new topic's partitions go to when nobody says so: striped over racks.
//!
//! Leaders walk over the racks and, within a rack, over its unfenced brokers; followers follow in other racks, fenced brokers
//! last. After as many partitions as there are unfenced brokers, all lists are shuffled, so that not always the same brokers
//! meet. A fenced broker may follow, never lead.
//!
//! Differs: the draws come from a fixed sequence that a controller process begins anew, so that a run can be repeated; in
//! Kafka nobody chooses the seed. The sequence is the one Kafka's own tests use.
//!
//! Source: StripedReplicaPlacer; KIP-500.

use std::sync::Arc;

use crate::base::id::BrokerId;
use crate::base::map::Map;

/// A broker that replicas may be placed on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsableBroker {
    pub id: BrokerId,
    pub rack: Option<Arc<str>>,
    pub fenced: bool,
}

/// A 64-bit linear congruential generator with Java's way of drawing below a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Random {
    state: u64,
}

impl Default for Random {
    fn default() -> Self {
        Random { state: 17 }
    }
}

impl Random {
    fn next_31_bits(&mut self) -> u32 {
        self.state = self
            .state
            .wrapping_mul(2_862_933_555_777_941_757)
            .wrapping_add(3_037_000_493);
        (self.state >> 33) as u32
    }

    /// From 0 to `bound` - 1. Source: java.util.Random.nextInt.
    pub fn next_int(&mut self, bound: u32) -> u32 {
        let bits = self.next_31_bits();
        if bound.is_power_of_two() {
            return ((u64::from(bound) * u64::from(bits)) >> 31) as u32;
        }
        let mut bits = bits;
        // The last, incomplete stretch of the range would favour small numbers.
        while bits - bits % bound + (bound - 1) > i32::MAX as u32 {
            bits = self.next_31_bits();
        }
        bits % bound
    }
}

/// Brokers that are handed out in turn, from a start that moves by one whenever a new epoch asks.
#[derive(Clone, Debug, Default)]
struct BrokerList {
    brokers: Vec<BrokerId>,
    epoch: u32,
    index: usize,
    offset: usize,
}

impl BrokerList {
    fn initialize(&mut self, draw: &mut impl FnMut(u32) -> u32) {
        if !self.brokers.is_empty() {
            self.brokers.sort();
            self.offset = draw(self.brokers.len() as u32) as usize;
        }
    }

    fn next(&mut self, epoch: u32) -> Option<BrokerId> {
        if self.brokers.is_empty() {
            return None;
        }
        if self.epoch != epoch {
            self.epoch = epoch;
            self.index = 0;
            self.offset = (self.offset + 1) % self.brokers.len();
        }
        if self.index >= self.brokers.len() {
            return None;
        }
        let next = self.brokers[(self.index + self.offset) % self.brokers.len()];
        self.index += 1;
        Some(next)
    }
}

#[derive(Clone, Debug, Default)]
struct Rack {
    fenced: BrokerList,
    unfenced: BrokerList,
}

/// All racks, and where the next partition's leader is looked for.
#[derive(Clone, Debug)]
struct RackList {
    /// In order of name, brokers without a rack first; shuffled now and then.
    racks: Vec<Rack>,
    offset: usize,
    epoch: u32,
    unfenced: u32,
}

impl RackList {
    fn new(usable: &[UsableBroker], draw: &mut impl FnMut(u32) -> u32) -> Self {
        let mut by_name: Map<&Option<Arc<str>>, Rack> = Map::new();
        for broker in usable {
            let rack = by_name.entry(&broker.rack).or_default();
            let list = if broker.fenced {
                &mut rack.fenced
            } else {
                &mut rack.unfenced
            };
            list.brokers.push(broker.id);
        }
        let mut racks: Vec<Rack> = by_name.into_values().collect();
        for rack in &mut racks {
            rack.fenced.initialize(draw);
            rack.unfenced.initialize(draw);
        }
        let offset = draw(racks.len() as u32) as usize;
        RackList {
            racks,
            offset,
            epoch: 0,
            unfenced: usable.iter().filter(|broker| !broker.fenced).count() as u32,
        }
    }

    /// One partition's replicas, the leader first. There are at least that many brokers, one of them unfenced.
    fn place(&mut self, replication_factor: usize, draw: &mut impl FnMut(u32) -> u32) -> Vec<BrokerId> {
        self.maybe_shuffle(draw);
        let racks = self.racks.len();
        if self.offset == racks {
            self.offset = 0;
        }
        let mut leader_rack = self.offset;
        let leader = loop {
            if let Some(leader) = self.racks[leader_rack].unfenced.next(self.epoch) {
                break leader;
            }
            leader_rack = (leader_rack + 1) % racks;
        };
        let mut replicas = vec![leader];
        let mut skip = Some(leader_rack);
        let mut rack = self.offset;
        while replicas.len() < replication_factor {
            if skip == Some(rack) {
                // The leader's rack has had its turn.
                skip = None;
            } else {
                let lists = &mut self.racks[rack];
                replicas.extend(
                    lists
                        .unfenced
                        .next(self.epoch)
                        .or_else(|| lists.fenced.next(self.epoch)),
                );
            }
            rack = (rack + 1) % racks;
        }
        self.epoch += 1;
        self.offset += 1;
        replicas
    }

    fn maybe_shuffle(&mut self, draw: &mut impl FnMut(u32) -> u32) {
        if self.epoch != self.unfenced || self.unfenced <= 1 {
            return;
        }
        shuffle(&mut self.racks, draw);
        for rack in &mut self.racks {
            shuffle(&mut rack.fenced.brokers, draw);
            shuffle(&mut rack.unfenced.brokers, draw);
        }
        self.epoch = 0;
    }
}

/// Source: java.util.Collections.shuffle.
fn shuffle<T>(list: &mut [T], draw: &mut impl FnMut(u32) -> u32) {
    for bound in (2..=list.len()).rev() {
        list.swap(bound - 1, draw(bound as u32) as usize);
    }
}

/// Replicas of each of `partitions` partitions, or the text of the error.
/// Source: StripedReplicaPlacer.place.
pub fn place(
    partitions: i32,
    replication_factor: i32,
    usable: &[UsableBroker],
    draw: &mut impl FnMut(u32) -> u32,
) -> Result<Vec<Vec<BrokerId>>, String> {
    if replication_factor <= 0 {
        return Err(format!(
            "Invalid replication factor {replication_factor}: the replication factor must be positive."
        ));
    }
    if usable.iter().all(|broker| broker.fenced) {
        return Err("All brokers are currently fenced, or have all their log directories cordoned.".into());
    }
    let (wanted, available) = (replication_factor as usize, usable.len());
    if wanted > available {
        return Err(format!(
            "The target replication factor of {wanted} cannot be reached because only {available} broker(s) are \
             registered or some brokers have all their log directories cordoned."
        ));
    }
    let mut racks = RackList::new(usable, draw);
    Ok((0..partitions).map(|_| racks.place(wanted, draw)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brokers(rack: Option<&str>, unfenced: &[i32], fenced: &[i32]) -> Vec<UsableBroker> {
        let broker = |id: &i32, fenced| UsableBroker {
            id: BrokerId(*id),
            rack: rack.map(Into::into),
            fenced,
        };
        let live = unfenced.iter().map(|id| broker(id, false));
        live.chain(fenced.iter().map(|id| broker(id, true))).collect()
    }

    /// Places with these draws, each written as bound and value; all of them have to be used.
    #[track_caller]
    fn check(id: &str, usable: &[UsableBroker], draws: &[(u32, u32)], expected: &[&[i32]]) {
        let mut left = draws.iter();
        let mut draw = |bound| {
            let (expected, value) = left.next().expect("a draw that the vector lists");
            assert_eq!(bound, *expected, "{id}");
            *value
        };
        let (partitions, replicas) = (expected.len() as i32, expected[0].len() as i32);
        let placed = place(partitions, replicas, usable, &mut draw).expect("placed");
        let numbers = |ids: &Vec<BrokerId>| ids.iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(placed.iter().map(numbers).collect::<Vec<_>>(), expected, "{id}");
        assert_eq!(left.next(), None, "{id}");
    }

    #[test]
    fn replicas_stripe_over_brokers_and_racks_with_fenced_ones_last() {
        check(
            "CT-98",
            &brokers(None, &[0, 2, 3, 4], &[1]),
            &[(1, 0), (4, 2), (1, 0), (4, 3), (3, 0), (2, 1)],
            &[
                &[3, 4, 0, 2],
                &[4, 0, 2, 3],
                &[0, 2, 3, 4],
                &[2, 3, 4, 0],
                &[0, 4, 3, 2],
            ],
        );
        check(
            "CT-99",
            &brokers(None, &[2, 3], &[1]),
            &[(1, 0), (2, 1), (1, 0), (2, 1)],
            &[&[3, 2, 1], &[2, 3, 1], &[3, 2, 1], &[2, 3, 1]],
        );
        let racks = [
            brokers(Some("1"), &[10, 11], &[]),
            brokers(Some("2"), &[21], &[20]),
            brokers(Some("3"), &[30, 31], &[]),
        ];
        check(
            "CT-100",
            &racks.concat(),
            &[(2, 1), (1, 0), (1, 0), (2, 1), (3, 0)],
            &[&[11, 21, 31, 10], &[21, 30, 10, 20], &[31, 11, 21, 30]],
        );
        let racks = [
            brokers(Some("1"), &[10, 11], &[]),
            brokers(Some("2"), &[], &[20, 21]),
            brokers(Some("3"), &[], &[30, 31]),
            brokers(Some("4"), &[41], &[40]),
        ];
        check(
            "CT-101",
            &racks.concat(),
            &[(2, 1), (2, 1), (2, 0), (1, 0), (1, 0), (4, 3)],
            &[&[41, 11, 21, 30], &[10, 20, 31, 41], &[41, 21, 30, 11]],
        );
        check(
            "CT-102",
            &brokers(None, &[0, 1, 2, 3], &[]),
            &[(4, 2), (1, 0), (4, 0), (3, 1), (2, 0)],
            &[&[2, 3, 0], &[3, 0, 1], &[0, 1, 2], &[1, 2, 3], &[1, 0, 2]],
        );
        check(
            "CT-105",
            &brokers(None, &[0], &[1]),
            &[(1, 0), (1, 0), (1, 0)],
            &[&[0], &[0], &[0]],
        );
    }

    #[test]
    fn leaders_and_followers_spread_evenly() {
        // CT-103, with the draws of Kafka's own test.
        let mut random = Random::default();
        let mut draw = |bound| random.next_int(bound);
        let placed = place(200, 2, &brokers(None, &[0, 1, 2, 3], &[]), &mut draw).expect("placed");
        let mut counts: Map<(i32, i32), i32> = Map::new();
        for replicas in placed {
            *counts.entry((replicas[0].0, replicas[1].0)).or_default() += 1;
        }
        let expected = [
            ((0, 1), 14),
            ((0, 2), 22),
            ((0, 3), 14),
            ((1, 0), 17),
            ((1, 2), 17),
            ((1, 3), 16),
            ((2, 0), 13),
            ((2, 1), 17),
            ((2, 3), 20),
            ((3, 0), 20),
            ((3, 1), 19),
            ((3, 2), 11),
        ];
        assert_eq!(counts, Map::from(expected));
    }

    #[test]
    fn what_cannot_be_placed_is_refused_in_kafkas_words() {
        // CT-104
        let text = |replication_factor, usable: &[UsableBroker]| {
            place(1, replication_factor, usable, &mut |_| 0).expect_err("an error")
        };
        let fenced = "All brokers are currently fenced, or have all their log directories cordoned.";
        assert_eq!(text(1, &brokers(None, &[], &[11, 10])), fenced);
        let few = "The target replication factor of 3 cannot be reached because only 2 broker(s) are registered or some \
                   brokers have all their log directories cordoned.";
        assert_eq!(text(3, &brokers(None, &[10], &[11])), few);
        let zero = "Invalid replication factor 0: the replication factor must be positive.";
        assert_eq!(text(0, &brokers(None, &[10, 11], &[])), zero);
    }
}
