//! What a run cost, as facts: time until an acknowledgement, bytes on disk, bytes on the wire.
//!
//! Simplified: bytes are those of record batches in Kafka's v2 layout; requests, answers and indexes around them are not
//! counted.

use replication::base::config::Acks;
use replication::base::id::{BrokerId, TopicPartition};
use replication::base::map::Map;
use replication::base::time::{Micros, SimTime};

use super::Ledger;
use crate::ghost::Outcome;

/// How long producers waited, with one value of acks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waited {
    pub acks: Acks,
    /// Records acknowledged.
    pub records: u32,
    /// From `send()` to the acknowledgement.
    pub least: Micros,
    /// Of an even number the lower of the two in the middle.
    pub median: Micros,
    pub most: Micros,
}

/// One replica's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnDisk {
    pub partition: TopicPartition,
    pub broker: BrokerId,
    pub bytes: u64,
    /// Of these, forced to disk.
    pub flushed: u64,
}

impl Ledger<'_> {
    /// Of records handed to `send()` at or after a time.
    pub fn waited(&self, since: SimTime) -> Vec<Waited> {
        let mut waits: Map<Acks, Vec<u64>> = Map::new();
        for sender in self.world.ghosts.senders.values() {
            for record in sender.records.iter().filter(|record| record.sent_at >= since) {
                let batch = record.batch.and_then(|place| sender.batches.get(place as usize));
                if let Some(batch) = batch
                    && let (Some(told), Some(acks)) = (batch.told, batch.acks)
                    && matches!(told.outcome, Outcome::Acknowledged { .. })
                {
                    waits.entry(acks).or_default().push(told.at.since(record.sent_at).0);
                }
            }
        }
        let waited = |(acks, waits): (Acks, Vec<u64>)| {
            let (least, most) = (waits.iter().min().copied()?, waits.iter().max().copied()?);
            Some(Waited {
                acks,
                records: waits.len() as u32,
                least: Micros(least),
                median: Micros(median(&waits, least, most)),
                most: Micros(most),
            })
        };
        waits.into_iter().filter_map(waited).collect()
    }

    /// Every log with a record in it.
    pub fn on_disk(&self) -> Vec<OnDisk> {
        let cluster = &self.world.cluster;
        let mut all = Vec::new();
        for partition in cluster.partitions() {
            for (broker, log) in cluster.logs(partition) {
                let (mut bytes, mut flushed) = (0, 0);
                for batch in log.batches() {
                    let size = batch.size_in_bytes() as u64;
                    bytes += size;
                    if batch.next_offset() <= log.recovery_point() {
                        flushed += size;
                    }
                }
                if bytes > 0 {
                    all.push(OnDisk {
                        partition,
                        broker,
                        bytes,
                        flushed,
                    });
                }
            }
        }
        all
    }
}

/// By halving the range between the least and the most: a sort would be a larger piece of the module.
fn median(waits: &[u64], mut low: u64, mut high: u64) -> u64 {
    let before = waits.len().div_ceil(2);
    while low < high {
        let middle = low + (high - low) / 2;
        if waits.iter().filter(|wait| **wait <= middle).count() >= before {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn of_an_even_number_the_lower_of_the_two_in_the_middle_is_the_median() {
        let cases: [(&[u64], u64); 5] = [
            (&[7], 7),
            (&[9, 2], 2),
            (&[5, 5_000_000, 6], 6),
            (&[4, 1, 3, 2], 2),
            (&[8, 8, 8, 1], 8),
        ];
        for (waits, expected) in cases {
            let (least, most) = (*waits.iter().min().unwrap(), *waits.iter().max().unwrap());
            assert_eq!(median(waits, least, most), expected, "{waits:?}");
        }
    }
}
