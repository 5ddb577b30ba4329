//! The world: which process runs when, what gets lost or breaks, and what is remembered of it.
//!
//! A `Cluster` is a value, and `Cluster::apply` is the only thing that changes it. It knows no rule of Kafka: it carries
//! messages, fires timers and does harm. `World` adds ghosts: what no process may know but people and checkers must.

pub mod act;
pub mod chooser;
mod chunks;
pub mod client_trace;
pub mod cluster;
pub mod digest;
pub mod event;
mod fault;
pub mod feed;
pub mod ghost;
pub mod history;
pub mod invariant;
pub mod ledger;
pub mod lens;
pub mod network;
pub mod observe;
pub mod outcome;
pub mod schedule;
pub mod settle;
pub mod track;
pub mod watch;
pub mod workload;
pub mod world;
