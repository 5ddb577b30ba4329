//! The outcome of a run: what a person would call its result, in names and numbers only.
//!
//! Leaders, epochs, ISR, high watermarks, logs, what clients were told. Times, timers, connections and the inside of processes
//! are left out, so that the digest of an outcome stays the same while the engine changes, as long as the run comes out alike.

use std::hash::Hash;

use replication::base::config::Acks;
use replication::base::id::{BrokerId, TopicPartition};
use replication::message::application::SendError;

use crate::digest::Digest;
use crate::ghost::{BatchGhost, Outcome};
use crate::world::World;

/// A partition by its topic's name.
type Named = (String, i32);

#[derive(Hash)]
struct PartitionOutcome {
    partition: Named,
    leader: Option<i32>,
    leader_epoch: i32,
    partition_epoch: i32,
    isr: Vec<i32>,
    elr: Vec<i32>,
    last_known_elr: Vec<i32>,
}

#[derive(Hash)]
struct ReplicaOutcome {
    broker: i32,
    partition: Named,
    log_start_offset: i64,
    log_end_offset: i64,
    /// None while its process is down.
    high_watermark: Option<i64>,
    epochs: Vec<(i32, i64)>,
    batches: Vec<BatchOutcome>,
}

#[derive(Hash)]
struct BatchOutcome {
    base_offset: i64,
    leader_epoch: i32,
    records: Vec<(String, u32, Option<String>, Option<String>)>,
}

#[derive(Hash)]
struct ToldOutcome {
    client: String,
    first: u32,
    records: u32,
    partition: Option<Named>,
    acks: Option<i16>,
    told: Option<(String, Option<i64>)>,
}

impl World {
    /// The digest of what came of the run.
    pub fn outcome_digest(&self) -> u64 {
        Digest::of(&(self.partition_outcomes(), self.replica_outcomes(), self.told_outcomes()))
    }

    fn named(&self, partition: TopicPartition) -> Named {
        let topic = self
            .cluster
            .metadata()
            .and_then(|image| image.topic_name(partition.topic));
        (topic.map_or_else(String::new, ToString::to_string), partition.partition)
    }

    fn partition_outcomes(&self) -> Vec<PartitionOutcome> {
        let sorted = |ids: &[BrokerId]| {
            let mut ids: Vec<i32> = ids.iter().map(|id| id.0).collect();
            ids.sort_unstable();
            ids
        };
        let registrations = self.cluster.metadata().into_iter().flat_map(|image| &image.partitions);
        registrations
            .map(|(partition, registration)| PartitionOutcome {
                partition: self.named(*partition),
                leader: registration.leader.map(|id| id.0),
                leader_epoch: registration.leader_epoch.0,
                partition_epoch: registration.partition_epoch.0,
                isr: sorted(&registration.isr),
                elr: sorted(&registration.elr),
                last_known_elr: sorted(&registration.last_known_elr),
            })
            .collect()
    }

    fn replica_outcomes(&self) -> Vec<ReplicaOutcome> {
        let mut outcomes = Vec::new();
        for partition in self.cluster.partitions() {
            for (broker, log) in self.cluster.logs(partition) {
                let replica = self.cluster.replica(broker, partition);
                outcomes.push(ReplicaOutcome {
                    broker: broker.0,
                    partition: self.named(partition),
                    log_start_offset: log.log_start_offset().0,
                    log_end_offset: log.log_end_offset().0,
                    high_watermark: replica.map(|replica| replica.high_watermark.0),
                    epochs: log
                        .epochs
                        .entries()
                        .iter()
                        .map(|e| (e.epoch.0, e.start_offset.0))
                        .collect(),
                    batches: log
                        .batches()
                        .map(|batch| BatchOutcome {
                            base_offset: batch.base_offset.0,
                            leader_epoch: batch.leader_epoch.0,
                            records: batch
                                .records
                                .iter()
                                .map(|record| {
                                    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(String::from);
                                    let sender = self.client_name(record.id.producer.0);
                                    (sender, record.id.n, text(&record.key), text(&record.value))
                                })
                                .collect(),
                        })
                        .collect(),
                });
            }
        }
        outcomes
    }

    fn client_name(&self, id: u16) -> String {
        let name = self.cluster.clients.get(usize::from(id));
        name.map_or_else(String::new, ToString::to_string)
    }

    fn told_outcomes(&self) -> Vec<ToldOutcome> {
        let mut outcomes = Vec::new();
        for (client, sender) in &self.ghosts.senders {
            for batch in sender.batches.iter() {
                outcomes.push(ToldOutcome {
                    client: self.client_name(client.0),
                    first: batch.first.n,
                    records: batch.records,
                    partition: batch.partition.map(|partition| self.named(partition)),
                    acks: batch.acks.map(|acks| match acks {
                        Acks::None => 0,
                        Acks::Leader => 1,
                        Acks::All => -1,
                        Acks::Invalid(n) => n,
                    }),
                    told: told(batch),
                });
            }
        }
        outcomes
    }
}

fn told(batch: &BatchGhost) -> Option<(String, Option<i64>)> {
    let told = batch.told?;
    Some(match told.outcome {
        Outcome::Acknowledged { base_offset } => ("acknowledged".into(), base_offset.map(|offset| offset.0)),
        Outcome::Failed(SendError::Broker(error)) | Outcome::Refused(error) => (error.name().into(), None),
        Outcome::Failed(SendError::Timeout { .. }) => ("timeout".into(), None),
        Outcome::Unknown => ("unknown".into(), None),
    })
}
