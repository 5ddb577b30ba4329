//! Kafka's replication rules: brokers, controller and clients as values that turn one input into effects.
//!
//! This crate knows no clock, no network, no randomness and no files. It has no dependencies. What it leaves out stands
//! in `NOT_MODELLED.md`, which the page shows too; add to it what you leave out, with what a learner will not see.
//!
#![doc = include_str!("../NOT_MODELLED.md")]

pub mod base;
pub mod broker;
pub mod client;
pub mod controller;
pub mod input;
pub mod log;
pub mod message;
pub mod node;
pub mod outbox;
pub mod partition;
pub mod quorum;
