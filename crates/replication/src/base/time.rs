//! Model time: whole microseconds since the run began. It passes only because the world says so.

use std::ops::{Add, Sub};

/// A moment of the run, in µs since its beginning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SimTime(pub u64);

/// A length of time, in µs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Micros(pub u64);

/// A length of time as Kafka's configuration gives it, in ms. 0 or more; "for ever" is `Millis::FOREVER`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Millis(pub i64);

impl SimTime {
    pub const ZERO: SimTime = SimTime(0);

    /// Whole milliseconds, as a record's timestamp counts them.
    pub fn as_millis(self) -> i64 {
        (self.0 / 1_000) as i64
    }

    /// Time since `earlier`; zero if `earlier` lies ahead.
    pub fn since(self, earlier: SimTime) -> Micros {
        Micros(self.0.saturating_sub(earlier.0))
    }
}

impl Millis {
    pub const FOREVER: Millis = Millis(i64::MAX);

    pub fn micros(self) -> Micros {
        Micros((self.0.max(0) as u64).saturating_mul(1_000))
    }
}

impl Add<Micros> for SimTime {
    type Output = SimTime;
    fn add(self, length: Micros) -> SimTime {
        SimTime(self.0.saturating_add(length.0))
    }
}

impl Add<Millis> for SimTime {
    type Output = SimTime;
    fn add(self, length: Millis) -> SimTime {
        self + length.micros()
    }
}

impl Add for Micros {
    type Output = Micros;
    fn add(self, other: Micros) -> Micros {
        Micros(self.0.saturating_add(other.0))
    }
}

impl Sub for Micros {
    type Output = Micros;
    fn sub(self, other: Micros) -> Micros {
        Micros(self.0.saturating_sub(other.0))
    }
}
