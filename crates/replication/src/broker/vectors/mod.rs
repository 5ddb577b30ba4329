//! The conformance vectors of the broker, by their numbers, and what was observed on a real cluster.

mod delete_records;
mod fetch_session;
mod following;
mod high_watermark;
mod isr;
mod lifecycle;
mod metrics;
mod preferred_replica;
mod producers;
mod reading;
mod roles;
mod rules;
mod transactions;
