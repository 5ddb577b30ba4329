//! Which partition a record goes to: the one it names, else by the hash of its key, else the sticky one of its topic.
//!
//! Records without a key stay on one partition until about `batch.size` bytes went there (KIP-480, KIP-794); they do
//! not go round-robin. A key maps to one of all partitions, leaderless ones included, and its records wait there.
//!
//! Differs: where Kafka draws the next sticky partition at random, the n-th choice of a topic takes the n-th place in
//! order, because a run must be repeatable. `partitioner.class`, `partitioner.ignore.keys` and
//! `partitioner.availability.timeout.ms` are not modelled; adaptive partitioning is, and is on as in Kafka.
//!
//! Source: BuiltInPartitioner, Utils.murmur2; KIP-480, KIP-794.

/// 32-bit MurmurHash2 of a serialized key. Source: Utils.murmur2.
pub fn murmur2(bytes: &[u8]) -> i32 {
    const M: u32 = 0x5bd1_e995;
    let mut h = 0x9747_b28c_u32 ^ bytes.len() as u32;
    let mut groups = bytes.chunks_exact(4);
    for group in &mut groups {
        let mut k = u32::from_le_bytes([group[0], group[1], group[2], group[3]]).wrapping_mul(M);
        k ^= k >> 24;
        h = h.wrapping_mul(M) ^ k.wrapping_mul(M);
    }
    let rest = groups.remainder();
    if !rest.is_empty() {
        for (place, byte) in rest.iter().enumerate() {
            h ^= u32::from(*byte) << (8 * place);
        }
        h = h.wrapping_mul(M);
    }
    h ^= h >> 13;
    h = h.wrapping_mul(M);
    (h ^ (h >> 15)) as i32
}

/// The partition of a key among all `partitions` of its topic. Source: BuiltInPartitioner.partitionForKey.
pub fn partition_for_key(key: &[u8], partitions: i32) -> i32 {
    (murmur2(key) & 0x7fff_ffff) % partitions.max(1)
}

/// Where the records without a key of one topic go at present.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StickyPartition {
    pub partition: i32,
    /// Bytes appended there since it became the current one.
    pub produced_bytes: i64,
    /// How many partitions were chosen for this topic so far: what stands in for Kafka's random number.
    pub choices: u32,
}

/// What a choice among the partitions of one topic depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// Partitions of the topic, leaderless ones included.
    pub count: i32,
    /// Those with a leader, and how many batches are queued for each.
    pub available: Vec<(i32, u32)>,
    /// Every partition has been appended to before; only then are queue lengths compared.
    pub all_known: bool,
}

impl StickyPartition {
    /// Source: BuiltInPartitioner.peekCurrentPartitionInfo.
    pub fn first(candidates: &Candidates) -> Self {
        StickyPartition {
            partition: next_partition(0, candidates),
            produced_bytes: 0,
            choices: 1,
        }
    }

    /// Whether the next record goes elsewhere: `batch.size` bytes are through and no batch is left half full, or twice
    /// as many. Source: BuiltInPartitioner.updatePartitionInfo.
    pub fn wants_switch(&self, batch_size: i64, all_batches_full: bool) -> bool {
        let sticky_size = batch_size.max(1);
        (self.produced_bytes >= sticky_size && all_batches_full) || self.produced_bytes >= 2 * sticky_size
    }

    pub fn switch(&mut self, candidates: &Candidates) {
        self.partition = next_partition(self.choices, candidates);
        self.produced_bytes = 0;
        self.choices = self.choices.wrapping_add(1);
    }
}

/// The `choice`-th partition: weighted by short queues if there are load statistics, else evenly among those with a
/// leader, else among all. Source: BuiltInPartitioner.nextPartition, updatePartitionLoadStats.
fn next_partition(choice: u32, candidates: &Candidates) -> i32 {
    let available = &candidates.available;
    if let Some(weights) = load_statistics(candidates) {
        let sum: u32 = weights.iter().sum();
        let mut left = choice % sum.max(1);
        for (&(partition, _), weight) in available.iter().zip(weights) {
            if left < weight {
                return partition;
            }
            left -= weight;
        }
    }
    match available.len() {
        0 => (choice % candidates.count.max(1) as u32) as i32,
        n => available[choice as usize % n].0,
    }
}

/// Longest queue + 1 - own queue for each available partition; none while there is nothing to compare.
fn load_statistics(candidates: &Candidates) -> Option<Vec<u32>> {
    let available = &candidates.available;
    let longest = available.iter().map(|(_, queued)| *queued).max()?;
    let all_equal = available.iter().all(|(_, queued)| *queued == longest);
    let excluded = available.len() < candidates.count.max(0) as usize;
    if !candidates.all_known || candidates.count < 2 || (all_equal && !excluded) {
        return None;
    }
    Some(available.iter().map(|(_, queued)| longest + 1 - queued).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CL-01, and the table of clients.md 2.1.
    #[test]
    fn cl_01_murmur2_of_keys() {
        let table: &[(&[u8], i32)] = &[
            (b"", 275646681),
            (b"a", -1563381124),
            (b"b", -1853091852),
            (b"ab", 316155434),
            (b"abc", 479470107),
            (b"abcd", -1323649548),
            (b"abcde", 461995741),
            (b"21", -973932308),
            (b"0", 971027396),
            (b"1", -1993445489),
            (b"42", 417700972),
            (b"key", -1079937367),
            (b"key-0", 29210041),
            (b"key-1", 193331640),
            (b"key-2", 852269702),
            (b"user-42", 1459644460),
            (b"order-1001", 297523878),
            (b"foobar", -790332482),
            (b"kafka", -798503068),
            (b"a-little-bit-long-string", -985981536),
            (b"a-little-bit-longer-string", -1486304829),
            (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
            ("Zürich".as_bytes(), -1551140815),
            ("日本".as_bytes(), -700811021),
            (&[0x00], 375494588),
            (&[0xff], -311467685),
            (&[0x00, 0x00, 0x00, 0x2a], 1606757304),
            (&[0xff, 0xff, 0xff, 0xff], 644171429),
            (&[0, 0, 0, 0, 0, 0, 0, 1], 2100486060),
        ];
        for (key, hash) in table {
            assert_eq!(murmur2(key), *hash, "{key:?}");
        }
    }

    /// CL-02: 100 arrays of each length 0..=1000 from Java's SplittableRandom(0).
    #[test]
    fn cl_02_the_sum_of_murmur2_over_random_arrays() {
        let mut random = SplittableRandom(0);
        let mut sum = 0u64;
        for length in 0..=1_000 {
            for _ in 0..100 {
                sum += u64::from(murmur2(&random.next_bytes(length)) as u32);
            }
        }
        assert_eq!(sum, 0xc3b8_cf7c_99fc);
    }

    /// SplitMix64 with the golden gamma, as Java's generator.
    struct SplittableRandom(u64);

    impl SplittableRandom {
        fn next_long(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        fn next_bytes(&mut self, length: usize) -> Vec<u8> {
            let mut bytes = Vec::with_capacity(length + 8);
            while bytes.len() + 8 <= length {
                bytes.extend(self.next_long().to_le_bytes());
            }
            if bytes.len() < length {
                bytes.extend(self.next_long().to_le_bytes());
                bytes.truncate(length);
            }
            bytes
        }
    }

    #[test]
    fn a_key_maps_to_one_of_all_partitions() {
        let table: &[(&str, [i32; 4])] = &[
            ("", [1, 0, 3, 31]),
            ("a", [0, 1, 4, 24]),
            ("b", [0, 2, 2, 46]),
            ("abc", [1, 0, 3, 7]),
            ("key", [1, 1, 1, 31]),
            ("user-1", [0, 2, 2, 28]),
            ("bob", [0, 0, 0, 8]),
        ];
        for (key, partitions) in table {
            for (count, partition) in [2, 3, 6, 50].into_iter().zip(partitions) {
                assert_eq!(partition_for_key(key.as_bytes(), count), *partition, "{key} of {count}");
            }
        }
    }

    fn evenly(count: i32, available: &[i32]) -> Candidates {
        Candidates {
            count,
            available: available.iter().map(|p| (*p, 0)).collect(),
            all_known: false,
        }
    }

    /// CL-03: sticky size 3, three partitions.
    #[test]
    fn cl_03_records_without_a_key_stay_until_enough_bytes_went_there() {
        let candidates = evenly(3, &[0, 1, 2]);
        let mut sticky = StickyPartition::first(&candidates);
        let mut went_to = Vec::new();
        for _ in 0..4 {
            went_to.push(sticky.partition);
            sticky.produced_bytes += 1;
            if sticky.wants_switch(3, true) {
                sticky.switch(&candidates);
            }
        }
        assert_eq!(went_to, [0, 0, 0, 1]);
    }

    #[test]
    fn a_half_full_batch_holds_the_switch_back_until_twice_the_size() {
        let sticky = |produced_bytes| StickyPartition {
            partition: 0,
            produced_bytes,
            choices: 1,
        };
        let table = [
            (2, true, false),
            (3, true, true),
            (3, false, false),
            (5, false, false),
            (6, false, true),
        ];
        for (produced, all_full, switches) in table {
            assert_eq!(
                sticky(produced).wants_switch(3, all_full),
                switches,
                "{produced} bytes, all full: {all_full}"
            );
        }
    }

    /// CL-04.
    #[test]
    fn cl_04_leaderless_partitions_are_passed_over_while_any_has_a_leader() {
        let picks = |candidates: &Candidates| (0..100).map(|n| next_partition(n, candidates)).collect::<Vec<_>>();
        let a = picks(&evenly(3, &[0, 2]));
        assert!(!a.contains(&1) && a.contains(&0) && a.contains(&2));
        assert!(picks(&evenly(3, &[1])).iter().all(|p| *p == 1));
        assert!(picks(&evenly(1, &[])).iter().all(|p| *p == 0));
    }

    /// CL-05: queue lengths 5, 0, 3, 0, 1; the whole weight range twice.
    #[test]
    fn cl_05_short_queues_are_preferred() {
        let candidates = Candidates {
            count: 5,
            available: vec![(0, 5), (1, 0), (2, 3), (3, 0), (4, 1)],
            all_known: true,
        };
        let mut chosen = [0; 5];
        for n in 0..2 * (1 + 6 + 3 + 6 + 5) {
            chosen[next_partition(n, &candidates) as usize] += 1;
        }
        assert_eq!(chosen, [2, 12, 6, 12, 10]);
    }
}
