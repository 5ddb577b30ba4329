//! Times as the outside sees them: µs since the story's `begin`.

use replication::base::time::SimTime;

/// Knows when the story begins.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub begin: SimTime,
}

impl Clock {
    /// Before `begin` it is negative.
    pub fn time(self, at: SimTime) -> i64 {
        at.0 as i64 - self.begin.0 as i64
    }
}
