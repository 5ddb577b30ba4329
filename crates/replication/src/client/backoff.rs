//! The one back-off of all Java clients: it doubles from a base to a cap, with 20 % of jitter to either side.
//!
//! A handler cannot draw, so a back-off is a range here; the world draws within it when a timer is set. Kafka evaluates
//! the function afresh every time it looks at a batch; one draw per wait is the closest reading that can be repeated.
//!
//! Differs: drawn in µs, not truncated to ms, because nothing else here is; near the cap a draw is spread over 0.8 ×
//! max to max, where Kafka's has half its weight on the cap itself.
//!
//! Source: ExponentialBackoff.

use crate::base::time::{Micros, Millis};
use crate::outbox::Delay;

/// The shortest and the longest a wait may be; equal where there is no jitter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BackoffRange {
    pub least: Micros,
    pub most: Micros,
}

/// The wait before attempt `n`, counted from 0. A base at or above the cap gives the cap, without jitter.
/// Source: ExponentialBackoff.backoff.
pub fn exponential_backoff(base: Millis, max: Millis, n: u32) -> BackoffRange {
    if base >= max {
        let constant = max.micros();
        return BackoffRange {
            least: constant,
            most: constant,
        };
    }
    let doubled = (base.0 as u64).saturating_mul(1u64.checked_shl(n).unwrap_or(u64::MAX));
    let nominal_ms = doubled.min(max.0 as u64);
    BackoffRange {
        least: Micros(nominal_ms.saturating_mul(800)),
        most: Micros(nominal_ms.saturating_mul(1_200).min(max.micros().0)),
    }
}

impl BackoffRange {
    /// What is left of the wait after `elapsed`; `None` if it is over whatever had been drawn.
    pub fn after(self, elapsed: Micros) -> Option<Delay> {
        let left = |bound: Micros| Micros(bound.0.saturating_sub(elapsed.0));
        if self.most <= elapsed {
            None
        } else {
            Some(
                BackoffRange {
                    least: left(self.least),
                    most: left(self.most),
                }
                .into(),
            )
        }
    }
}

impl From<BackoffRange> for Delay {
    fn from(range: BackoffRange) -> Self {
        if range.least == range.most {
            Delay::Exactly(range.most)
        } else {
            Delay::Between(range.least, range.most)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CL-30: base 100, max 1000.
    #[test]
    fn cl_30_it_doubles_from_the_base_to_the_cap() {
        let table = [
            (0, 80_000, 120_000),
            (1, 160_000, 240_000),
            (2, 320_000, 480_000),
            (3, 640_000, 960_000),
            (4, 800_000, 1_000_000),
            (5, 800_000, 1_000_000),
            (100, 800_000, 1_000_000),
        ];
        for (n, least, most) in table {
            let range = exponential_backoff(Millis(100), Millis(1_000), n);
            assert_eq!((range.least.0, range.most.0), (least, most), "attempt {n}");
        }
    }

    #[test]
    fn a_base_at_or_above_the_cap_gives_the_cap_without_jitter() {
        for (base, max) in [(1_000, 1_000), (2_000, 1_000), (0, 0)] {
            let delay: Delay = exponential_backoff(Millis(base), Millis(max), 3).into();
            assert_eq!(delay, Delay::Exactly(Millis(max).micros()));
        }
    }

    #[test]
    fn time_already_passed_is_taken_off_both_bounds() {
        let range = exponential_backoff(Millis(100), Millis(1_000), 0);
        let table = [
            (0, Some(Delay::Between(Micros(80_000), Micros(120_000)))),
            (90_000, Some(Delay::Between(Micros(0), Micros(30_000)))),
            (120_000, None),
        ];
        for (elapsed, left) in table {
            assert_eq!(range.after(Micros(elapsed)), left, "after {elapsed} µs");
        }
    }
}
