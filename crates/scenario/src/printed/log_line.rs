//! How a client's logger writes a line on standard error, as the tools that come with Kafka configure it.
//!
//! Simplified: model time zero is the beginning of 1970, as in the timestamps of records.
//!
//! Source: config/tools-log4j2.yaml: `[%d] %p %m (%c)%n`, from WARN on.

use replication::base::time::SimTime;

pub enum Level {
    Warn,
    Error,
}

/// `[1970-01-01 00:00:01,204] WARN … (org.apache…)`
pub fn log_line(at: SimTime, level: Level, message: &str, logger: &str) -> String {
    let ms = at.0 / 1_000;
    let (seconds, ms) = (ms / 1_000, ms % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let level = match level {
        Level::Warn => "WARN",
        Level::Error => "ERROR",
    };
    format!("[1970-01-01 {hours:02}:{minutes:02}:{seconds:02},{ms:03}] {level} {message} ({logger})\n")
}
