//! What uses the cluster from outside: producers, consumers, admin clients and raw requests.

pub mod admin;
pub mod consumer;
pub mod producer;
