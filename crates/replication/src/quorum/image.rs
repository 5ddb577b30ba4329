//! The state of the cluster that a prefix of the metadata log describes.
//!
//! The controller has the newest one; each broker has the one it has got to, so two brokers may disagree for a while.
//!
//! Source: MetadataImage and its parts; ReplicationControlManager.replay, ClusterControlManager.replay.

use std::sync::Arc;

use crate::base::config::ConfigResource;
use crate::base::config::TopicConfig;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::base::map::Map;
use crate::log::metadata_record::{MetadataRecord, PartitionRegistration};
pub use crate::message::broker_lifecycle::BrokerRegistration;

/// `eligible.leader.replicas.version`: 1 = ELR on, as in a cluster formatted by 4.1 or later.
pub const ELR_FEATURE: &str = "eligible.leader.replicas.version";

/// `metadata.version`: which records and rules the whole cluster has agreed on; 30 = 4.3-IV0.
pub const METADATA_VERSION_FEATURE: &str = "metadata.version";

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MetadataImage {
    /// Records applied so far; the next one has this offset.
    pub end_offset: i64,
    pub brokers: Map<BrokerId, BrokerRegistration>,
    pub topics: Map<TopicId, Arc<str>>,
    pub topic_ids: Map<Arc<str>, TopicId>,
    pub partitions: Map<TopicPartition, Arc<PartitionRegistration>>,
    pub configs: Map<(ConfigResource, Arc<str>), Arc<str>>,
    pub features: Map<Arc<str>, i16>,
    /// First of the next block of producer ids.
    pub next_producer_id: i64,
}

impl MetadataImage {
    /// Applies the next record of the log.
    pub fn apply(&mut self, record: &MetadataRecord) {
        self.end_offset += 1;
        match record {
            MetadataRecord::RegisterBroker {
                broker,
                incarnation,
                broker_epoch,
                rack,
                fenced,
                in_controlled_shutdown,
            } => {
                self.brokers.insert(
                    *broker,
                    BrokerRegistration {
                        incarnation: *incarnation,
                        broker_epoch: *broker_epoch,
                        rack: rack.clone(),
                        fenced: *fenced,
                        in_controlled_shutdown: *in_controlled_shutdown,
                    },
                );
            }
            MetadataRecord::UnregisterBroker { broker, .. } => {
                self.brokers.remove(broker);
            }
            MetadataRecord::BrokerRegistrationChange {
                broker,
                broker_epoch,
                fenced,
                in_controlled_shutdown,
            } => {
                let Some(registration) = self.brokers.get_mut(broker) else {
                    return;
                };
                if registration.broker_epoch == *broker_epoch {
                    registration.fenced = fenced.unwrap_or(registration.fenced);
                    registration.in_controlled_shutdown =
                        in_controlled_shutdown.unwrap_or(registration.in_controlled_shutdown);
                }
            }
            MetadataRecord::Topic { topic, name } => {
                self.topics.insert(*topic, name.clone());
                self.topic_ids.insert(name.clone(), *topic);
            }
            MetadataRecord::Partition {
                partition,
                registration,
            } => {
                self.partitions.insert(*partition, Arc::new(registration.clone()));
            }
            MetadataRecord::PartitionChange { partition, change } => {
                if let Some(registration) = self.partitions.get_mut(partition) {
                    *registration = Arc::new(registration.merge(change));
                }
            }
            MetadataRecord::RemoveTopic { topic } => {
                if let Some(name) = self.topics.remove(topic) {
                    self.topic_ids.remove(&name);
                    self.configs
                        .retain(|(resource, _), _| *resource != ConfigResource::Topic(name.clone()));
                }
                self.partitions.retain(|partition, _| partition.topic != *topic);
            }
            MetadataRecord::Config { resource, name, value } => {
                let key = (resource.clone(), name.clone());
                match value {
                    Some(value) => self.configs.insert(key, value.clone()),
                    None => self.configs.remove(&key),
                };
            }
            MetadataRecord::ProducerIds { next_producer_id, .. } => self.next_producer_id = *next_producer_id,
            MetadataRecord::ClearElr { topic } => {
                let of_topic = topic.as_ref().and_then(|name| self.topic_ids.get(name)).copied();
                for (partition, registration) in &mut self.partitions {
                    let meant = topic.is_none() || of_topic == Some(partition.topic);
                    if meant && (!registration.elr.is_empty() || !registration.last_known_elr.is_empty()) {
                        let cleared = Arc::make_mut(registration);
                        cleared.elr.clear();
                        cleared.last_known_elr.clear();
                        cleared.partition_epoch = cleared.partition_epoch.next();
                    }
                }
            }
            MetadataRecord::FeatureLevel { name, level } => {
                self.features.insert(name.clone(), *level);
            }
        }
    }

    pub fn topic_name(&self, topic: TopicId) -> Option<&Arc<str>> {
        self.topics.get(&topic)
    }

    pub fn elr_enabled(&self) -> bool {
        self.features.get(ELR_FEATURE).is_some_and(|level| *level >= 1)
    }

    /// Level of `metadata.version`; 0 before the first record.
    pub fn metadata_version(&self) -> i16 {
        self.features.get(METADATA_VERSION_FEATURE).copied().unwrap_or(0)
    }

    pub fn is_active(&self, broker: BrokerId) -> bool {
        self.brokers.get(&broker).is_some_and(BrokerRegistration::is_active)
    }

    /// The settings of a topic: its own, else the cluster-wide default, else Kafka's.
    /// Source: ConfigurationControlManager.getTopicConfig.
    pub fn topic_config(&self, topic: TopicId) -> TopicConfig {
        let mut config = TopicConfig::default();
        let Some(name) = self.topic_name(topic) else {
            return config;
        };
        for setting in TopicConfig::SETTINGS {
            let value = [ConfigResource::Topic(name.clone()), ConfigResource::Cluster]
                .into_iter()
                .find_map(|resource| self.configs.get(&(resource, setting.name.into())));
            if let Some(value) = value {
                // The controller refused what does not fit, so what stands in the log fits.
                let _ = config.set(setting.name, value);
            }
        }
        config
    }

    /// `min(min.insync.replicas, assigned replicas)`. Source: Partition.effectiveMinIsr, ReplicationControlManager.getTopicEffectiveMinIsr.
    pub fn effective_min_insync_replicas(&self, partition: TopicPartition) -> i32 {
        let assigned = self.partitions.get(&partition).map_or(0, |p| p.replicas.len() as i32);
        self.topic_config(partition.topic).min_insync_replicas.min(assigned)
    }
}
