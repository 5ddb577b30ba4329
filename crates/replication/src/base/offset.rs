//! A position in a partition's log.

use std::fmt;
use std::ops::Add;

/// Offset of a record, or the position after the last one. 0 or more, except where a protocol field uses the sentinel -1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Offset(pub i64);

impl Offset {
    pub const ZERO: Offset = Offset(0);
    /// The protocol's "no offset" (-1).
    pub const UNKNOWN: Offset = Offset(-1);
}

impl Add<i64> for Offset {
    type Output = Offset;
    fn add(self, records: i64) -> Offset {
        Offset(self.0 + records)
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
