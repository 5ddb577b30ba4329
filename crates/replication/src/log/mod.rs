//! A partition's log as one replica holds it: batches, offsets, the leader epoch cache, and the disk below it.

pub mod disk;
pub mod leader_epoch_cache;
#[expect(clippy::module_inception, reason = "Kafka's own word for it")]
pub mod log;
pub mod metadata_record;
pub mod producer_state;
pub mod producer_state_manager;
pub mod record_batch;
pub mod transaction_index;
#[cfg(test)]
mod vectors;
