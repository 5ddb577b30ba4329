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
        let mut all = Vec::new();
        for (acks, mut waits) in waits {
            let middle = (waits.len() - 1) / 2;
            let (below, median, above) = waits.select_nth_unstable(middle);
            let (median, least, most) = (*median, below.iter().min().copied(), above.iter().max().copied());
            all.push(Waited {
                acks,
                records: waits.len() as u32,
                least: Micros(least.unwrap_or(median)),
                median: Micros(median),
                most: Micros(most.unwrap_or(median)),
            });
        }
        all
    }

    /// Every log with a record in it.
    pub fn on_disk(&self) -> Vec<OnDisk> {
        let mut all = Vec::new();
        for (broker, slot) in self.world.cluster.brokers() {
            for (partition, log) in &slot.disk.logs {
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
                        partition: *partition,
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
