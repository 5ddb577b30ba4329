//! What uses the cluster from outside: producers, consumers, admin clients and raw requests.
//!
//! | file | Kafka |
//! | --- | --- |
//! | `producer/` | KafkaProducer, RecordAccumulator, ProducerBatch, Sender |
//! | `consumer/` | KafkaConsumer with assign(), SubscriptionState, AbstractFetch, OffsetFetcher |
//! | `admin.rs` | one request, one answer, no retry |
//! | `network.rs`, `metadata.rs`, `backoff.rs`, `settings.rs` | NetworkClient, Metadata, ExponentialBackoff |
//! | `partitioner.rs` | BuiltInPartitioner, murmur2 |

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
