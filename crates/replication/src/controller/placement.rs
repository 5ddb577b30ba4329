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

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::id::BrokerId;

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
        let mut by_name: BTreeMap<&Option<Arc<str>>, Rack> = BTreeMap::new();
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
