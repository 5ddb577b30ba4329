//! Bounds of a story. A story may come from a stranger's link: whatever it says, the page stays usable.
//!
//! Each bound is refused with its number, never silently applied.

/// Bytes of the whole text.
pub const TEXT_BYTES: usize = 64 * 1024;
/// Lines of the whole text.
pub const LINES: usize = 2_000;
/// Mistakes told at once.
pub const MISTAKES: usize = 50;
/// Characters of one line.
pub const LINE_CHARACTERS: usize = 2_000;
/// Brokers of a cluster.
pub const BROKERS: i64 = 32;
/// Topics of a story.
pub const TOPICS: usize = 64;
/// Partitions of one topic.
pub const PARTITIONS: i64 = 256;
/// Partitions of all topics together.
pub const PARTITIONS_TOGETHER: i64 = 1_024;
/// Clients of a story.
pub const CLIENTS: usize = 64;
/// Records of one `produce`.
pub const RECORDS_AT_ONCE: i64 = 10_000;
/// Records per second of a producer.
pub const RATE: i64 = 10_000;
/// Records of a whole run.
pub const RECORDS: u64 = 100_000;
/// Characters of a name.
pub const NAME_CHARACTERS: usize = 60;
/// Model time of a whole run, in µs: one hour.
pub const MODEL_TIME: u64 = 3_600 * 1_000_000;
/// Steps of a whole run.
pub const STEPS: u64 = 1_000_000;
/// How long `run until` and `settle` wait when no `max=` is given, in µs: one minute.
pub const DEFAULT_WAIT: u64 = 60 * 1_000_000;
