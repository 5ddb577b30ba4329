//! What uses the cluster from outside: producers, consumers, admin clients and raw requests.

pub mod admin;
pub mod backoff;
pub mod consumer;
pub mod metadata;
pub mod network;
pub mod partitioner;
pub mod producer;
pub mod settings;
#[cfg(test)]
mod stand;
