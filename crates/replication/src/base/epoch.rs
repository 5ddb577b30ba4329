//! Epochs: numbers that only rise, by which a process tells news from history.

use std::fmt;

/// Rises by 1 each time the controller writes a leader for the partition, also when it writes "none".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaderEpoch(pub i32);

impl LeaderEpoch {
    pub const ZERO: LeaderEpoch = LeaderEpoch(0);
    /// The protocol's "undefined epoch" (-1).
    pub const UNDEFINED: LeaderEpoch = LeaderEpoch(-1);
    pub fn next(self) -> LeaderEpoch {
        LeaderEpoch(self.0 + 1)
    }
}

/// Rises by 1 with every change of the partition's record, ISR changes included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartitionEpoch(pub i32);

impl PartitionEpoch {
    pub fn next(self) -> PartitionEpoch {
        PartitionEpoch(self.0 + 1)
    }
}

/// Given to one incarnation of a broker at registration: the metadata offset of its registration record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BrokerEpoch(pub i64);

impl BrokerEpoch {
    /// "Not known": the controller then skips the check (Fetch before v15, AlterPartition for a member not heard of).
    pub const UNKNOWN: BrokerEpoch = BrokerEpoch(-1);
}

impl fmt::Display for LeaderEpoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
