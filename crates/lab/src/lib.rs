//! The engine beside a real Apache Kafka cluster: recordings of what the cluster did, and the comparison. Native only.
//!
//! `recording` is the format, `act` what can be done to either, `tool` a tool run on either, `replay` the engine under a recording, `compare` the two
//! side by side, `conformance` the page made of them, `expecting` what became of a story's `expect` lines. The real cluster itself is in the crate `cluster`.

pub mod act;
pub mod compare;
pub mod conformance;
pub mod expecting;
mod folding;
pub mod record_order;
pub mod recording;
pub mod replay;
pub mod time_dependent;
pub mod tool;
mod tool_text;
