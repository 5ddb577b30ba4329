//! A real Apache Kafka 4.3 cluster on loopback, and stories run on it. Native only.
//!
//! `kafka` fetches Kafka, `processes` runs its nodes, `gate` stands between them and lets requests through one by one,
//! `request` speaks to them, `tools` runs Kafka's own, `disk` and `metadata_log` read what they wrote. `lab` has them all: it does acts and looks.
//! `telling` makes acts of a story's lines, `expecting` checks what the story expects, `record` writes
//! recordings, `watching` shows one as it is made. What is compared with what is in the crate `lab`.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "real processes live in real time; nothing here reaches the engine"
)]

pub mod archives;
pub mod asking;
pub mod clients;
pub mod disk;
pub mod error;
pub mod expecting;
pub mod gate;
pub mod interrupted;
pub mod kafka;
pub mod lab;
pub mod load;
pub mod metadata_log;
pub mod observe;
pub mod operating;
pub mod processes;
pub mod record;
pub mod request;
pub mod telling;
pub mod tools;
pub mod watching;
