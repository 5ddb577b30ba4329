//! Kafka's replication rules: brokers, controller and clients as values that turn one input into effects.
//!
//! This crate knows no clock, no network, no randomness and no files. It has no dependencies.
//!
//! # Not modelled, and what one will therefore not see
//!
//! - Segments: nothing rolls, so a roll never flushes a segment nor wakes a parked fetch.
//! - `flush.ms`: nothing is forced to disk by the clock. Kafka's scheduler for it never runs by default either
//!   (`log.flush.scheduler.interval.ms`).
//! - Compression and checksums: nothing corrupts a byte; sizes are those of uncompressed v2 batches.
//! - Incremental fetch sessions (KIP-227): every Fetch is a full one; no `FETCH_SESSION_ID_NOT_FOUND`.
//! - Authorisation and quotas, replication throttles among them.
//! - Transactions: no coordinator, no `transactional.id`, no verification of a partition at its coordinator (KIP-890). Batches and
//!   markers of transactions come into a log only by raw requests, and whoever writes a marker is taken for a coordinator; what a
//!   broker and a reader make of them is modelled.
//! - Producer snapshots at a roll: a snapshot is written at a clean stop, after recovery and after a truncation. What raising the
//!   log start removes from a log is not looked through after a crash, where Kafka still finds it in the segment.
//! - Replica selectors other than `RackAwareReplicaSelector` (KIP-392).
//! - Compaction, and retention by time or size: which records are old enough is said by whoever asks for it.
//! - A directory that fails under a running broker: no `KAFKA_STORAGE_ERROR`, no offline replica.
//! - `LogAppendTime` and the limits on timestamps.
//! - What a controller writes without need: NoOp records when idle (`metadata.max.idle.interval.ms`), control records of the
//!   quorum. Metadata offsets and broker epochs are therefore lower than in a real cluster.
//! - `controller.quorum.append.linger.ms`: metadata records are committed when written, up to 25 ms earlier than in Kafka.
//! - Several log directories per broker, cordoned ones (KIP-1066), unregistering a broker, and features other than
//!   `metadata.version` and `eligible.leader.replicas.version`.
//! - Static levels of topic settings: they stand on the topic or as a cluster-wide default in the metadata log.
//! - Of clients: `buffer.memory`, compression, interceptors, serializers, per-record errors in a Produce answer, idle
//!   connections being closed, `max.poll.records`, bootstrap brokers as connections of their own, groups and committed
//!   offsets, transactions.

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
