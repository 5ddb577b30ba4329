//! Metadata: which brokers are alive and who leads what, as this broker's own image has it. It may be behind.
//!
//! A leader whose broker is fenced in the image is answered as none.
//!
//! Source: KafkaApis.handleTopicMetadataRequest, KRaftMetadataCache.getPartitionMetadata.

use std::sync::Arc;

use super::Broker;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::log::metadata_record::PartitionRegistration;
use crate::message::metadata::{MetadataRequest, MetadataResponse, PartitionMetadata, TopicMetadata};

impl Broker {
    pub(super) fn handle_metadata(&self, request: &MetadataRequest) -> MetadataResponse {
        let image = &self.metadata.image;
        let topics = match &request.topics {
            None => image.topics.values().map(|name| self.topic_metadata(name)).collect(),
            Some(names) => names.iter().map(|name| self.topic_metadata(name)).collect(),
        };
        MetadataResponse {
            brokers: image
                .brokers
                .keys()
                .copied()
                .filter(|&broker| self.is_alive(broker))
                .collect(),
            controller: Some(self.controller),
            topics,
        }
    }

    fn topic_metadata(&self, name: &Arc<str>) -> TopicMetadata {
        let id = self.metadata.image.topic_ids.get(name).copied();
        TopicMetadata {
            name: name.clone(),
            error: if id.is_some() {
                ErrorCode::None
            } else {
                ErrorCode::UnknownTopicOrPartition
            },
            id,
            partitions: id.map_or_else(Vec::new, |id| self.partitions_metadata(id)),
        }
    }

    fn partitions_metadata(&self, topic: TopicId) -> Vec<PartitionMetadata> {
        let all = TopicPartition::new(topic, 0)..=TopicPartition::new(topic, i32::MAX);
        let partitions = self.metadata.image.partitions.range(all);
        partitions
            .map(|(id, registration)| self.partition_metadata(id.partition, registration))
            .collect()
    }

    fn partition_metadata(&self, partition: i32, registration: &PartitionRegistration) -> PartitionMetadata {
        let leader = registration.leader.filter(|&leader| self.is_alive(leader));
        let offline = registration
            .replicas
            .iter()
            .copied()
            .filter(|&replica| !self.is_alive(replica));
        PartitionMetadata {
            partition,
            error: if leader.is_some() {
                ErrorCode::None
            } else {
                ErrorCode::LeaderNotAvailable
            },
            leader,
            leader_epoch: registration.leader_epoch,
            replicas: registration.replicas.clone(),
            isr: registration.isr.clone(),
            offline_replicas: offline.collect(),
        }
    }

    fn is_alive(&self, broker: BrokerId) -> bool {
        self.metadata
            .image
            .brokers
            .get(&broker)
            .is_some_and(|registration| !registration.fenced)
    }
}
