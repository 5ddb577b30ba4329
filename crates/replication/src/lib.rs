//! Kafka's replication rules.
