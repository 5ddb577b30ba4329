//! How a broker follows the metadata log, and does what it says.
//!
//! A broker pulls records and applies them to its image; then to its replicas, in a fixed order: partitions it lost, partitions
//! it leads, partitions it follows, and only then the topics' settings. Until the controller has said, once after its start,
//! that it has caught up, it does nothing with it.
//!
//! Source: MetadataLoader, BrokerMetadataPublisher, ReplicaManager.applyDelta; TopicsDelta.localChanges.

use std::sync::Arc;

use super::{Broker, Context, surroundings};
use crate::base::config::ConfigResource;
use crate::base::id::{BrokerId, CorrelationId, TopicId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::rule::Rule;
use crate::base::set::Set;
use crate::base::time::Millis;
use crate::base::timer::Timer;
use crate::log::metadata_record::{MetadataRecord, PartitionRegistration};
use crate::message::metadata_fetch::{MetadataFetchRequest, MetadataFetchResponse};
use crate::message::{Purpose, Request};
use crate::partition::Partition;
use crate::quorum::image::MetadataImage;

/// Longest wait of a fetch of the metadata log. Source: KafkaRaftClient.MAX_FETCH_WAIT_MS.
const MAX_FETCH_WAIT: Millis = Millis(500);
/// `controller.quorum.request.timeout.ms`.
const REQUEST_TIMEOUT: Millis = Millis(2_000);
/// Wait after a lost connection; it doubles from the first to the second. Source: KafkaRaftManager.buildNetworkClient.
const RECONNECT: Millis = Millis(50);
const RECONNECT_MAX: Millis = Millis(500);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MetadataLoader {
    /// The cluster as this broker knows it. Shared with earlier copies of this broker until written.
    pub image: Arc<MetadataImage>,
    /// The whole log has been read once since the start; from then on the image is in force.
    pub published: bool,
    awaited: Option<CorrelationId>,
    /// Wait before the next attempt to connect.
    reconnect: Option<Millis>,
}

/// What a piece of the metadata log touched.
#[derive(Default)]
struct Delta {
    partitions: Set<TopicPartition>,
    /// Topics whose settings changed.
    topics: Set<TopicId>,
    all_topics: bool,
}

impl MetadataLoader {
    pub(super) fn awaits(&self, correlation: CorrelationId) -> bool {
        self.awaited == Some(correlation)
    }
}

impl Broker {
    pub(super) fn fetch_metadata(&mut self, context: &mut Context<'_>) {
        if self.metadata.awaited.is_some() {
            return;
        }
        let request = Request::MetadataFetch(MetadataFetchRequest {
            broker: self.id,
            fetch_offset: self.metadata.image.end_offset,
            max_wait: MAX_FETCH_WAIT,
        });
        let correlation = self.send_to_controller(context, Purpose::Metadata, request);
        self.metadata.awaited = Some(correlation);
        context
            .out
            .set_timer(Timer::RequestTimeout(correlation), REQUEST_TIMEOUT);
    }

    pub(super) fn metadata_disconnected(&mut self, context: &mut Context<'_>) {
        if let Some(correlation) = self.metadata.awaited.take() {
            context.out.cancel_timer(Timer::RequestTimeout(correlation));
            let wait = self.metadata.reconnect.unwrap_or(RECONNECT);
            self.metadata.reconnect = Some(Millis(wait.0 * 2).min(RECONNECT_MAX));
            context.out.set_timer(Timer::MetadataFetchRetry, wait);
        }
    }

    pub(super) fn handle_metadata_response(
        &mut self,
        context: &mut Context<'_>,
        correlation: CorrelationId,
        response: &MetadataFetchResponse,
    ) {
        if !self.metadata.awaits(correlation) {
            return;
        }
        self.metadata.awaited = None;
        self.metadata.reconnect = None;
        context.out.cancel_timer(Timer::RequestTimeout(correlation));
        let mut delta = Delta::default();
        for (record, offset) in response.records.iter().zip(response.base_offset..) {
            if offset == self.metadata.image.end_offset {
                self.note(&mut delta, record);
                Arc::make_mut(&mut self.metadata.image).apply(record);
            }
        }
        if self.metadata.published {
            self.publish(context, &delta);
        }
        self.fetch_metadata(context);
    }

    /// Notes what a record is about to change. Source: MetadataDelta.replay.
    fn note(&self, delta: &mut Delta, record: &MetadataRecord) {
        let image = &self.metadata.image;
        match record {
            MetadataRecord::Partition { partition, .. } | MetadataRecord::PartitionChange { partition, .. } => {
                delta.partitions.insert(*partition);
            }
            MetadataRecord::RemoveTopic { topic } => {
                let of_topic = image.partitions.keys().filter(|partition| partition.topic == *topic);
                delta.partitions.extend(of_topic.copied());
            }
            MetadataRecord::ClearElr { topic } => {
                let meant = topic.as_ref().and_then(|name| image.topic_ids.get(name));
                let cleared = image.partitions.iter().filter(|(id, registration)| {
                    (topic.is_none() || meant == Some(&id.topic))
                        && !(registration.elr.is_empty() && registration.last_known_elr.is_empty())
                });
                delta.partitions.extend(cleared.map(|(id, _)| *id));
            }
            MetadataRecord::Config { resource, .. } => match resource {
                ConfigResource::Topic(name) => delta.topics.extend(image.topic_ids.get(name).copied()),
                ConfigResource::Cluster => delta.all_topics = true,
            },
            _ => {}
        }
    }

    /// The first image, once the controller has said that this process, registered by now, has caught up: the logs are opened;
    /// those of partitions that are not assigned here any more go.
    /// Source: BrokerServer.startup (initialCatchUpFuture, then installPublishers); BrokerMetadataPublisher.initializeManagers,
    /// LogManager.isStrayKraftReplica.
    pub(super) fn publish_first(&mut self, context: &mut Context<'_>) {
        self.metadata.published = true;
        super::storage::load(context);
        let image = self.metadata.image.clone();
        context.disk.logs.retain(|id, _| is_assigned(&image, *id, self.id));
        let delta = Delta {
            partitions: image.partitions.keys().copied().collect(),
            ..Delta::default()
        };
        self.publish(context, &delta);
        self.start_background_tasks(context);
    }

    /// Source: ReplicaManager.applyDelta, BrokerMetadataPublisher.onMetadataUpdate.
    fn publish(&mut self, context: &mut Context<'_>, delta: &Delta) {
        let image = self.metadata.image.clone();
        let (mut leaders, mut followers) = (Vec::new(), Vec::new());
        for &id in &delta.partitions {
            match image.partitions.get(&id) {
                Some(registration) if registration.replicas.contains(&self.id) => {
                    let roles = if registration.leader == Some(self.id) {
                        &mut leaders
                    } else {
                        &mut followers
                    };
                    roles.push((id, registration.clone()));
                }
                _ => self.delete_partition(context, id),
            }
        }
        drop(image);
        if !leaders.is_empty() || !followers.is_empty() {
            self.apply_leaders(context, &leaders);
            self.apply_followers(context, &followers);
        }
        if !delta.partitions.is_empty() {
            self.shut_down_idle_fetchers(context);
            self.run_fetchers(context);
        }
        self.apply_configs(delta);
    }

    /// Source: ReplicaManager.stopPartitions.
    fn delete_partition(&mut self, context: &mut Context<'_>, id: TopicPartition) {
        if self.partitions.remove(&id).is_some() {
            self.remove_fetcher(id);
            context.disk.logs.remove(&id);
            self.complete_delayed_requests(context, id);
        }
    }

    /// Source: ReplicaManager.applyLocalLeadersDelta.
    fn apply_leaders(&mut self, context: &mut Context<'_>, leaders: &[(TopicPartition, Arc<PartitionRegistration>)]) {
        for (id, _) in leaders {
            self.remove_fetcher(*id);
        }
        for (id, registration) in leaders {
            self.host(context, *id);
            let around = surroundings(&self.metadata, &self.lifecycle, context.at, context.config);
            let Some(partition) = self.partitions.get_mut(id) else {
                continue;
            };
            let log = context.disk.log_or_new(*id);
            let change = Arc::make_mut(partition).make_leader(log, registration, &around);
            if change.high_watermark_rose {
                self.complete_delayed_requests(context, *id);
            }
        }
    }

    /// Fetching begins anew only with a new leader epoch, then for all such partitions together: first every fetcher is taken
    /// away, then the offsets are read, then the fetchers are put back. A broker that is shutting down does not follow where it
    /// has lost its place. Source: ReplicaManager.applyLocalFollowersDelta.
    fn apply_followers(
        &mut self,
        context: &mut Context<'_>,
        followers: &[(TopicPartition, Arc<PartitionRegistration>)],
    ) {
        let (mut start, mut stop) = (Vec::new(), Vec::new());
        for (id, registration) in followers {
            self.host(context, *id);
            let Some(partition) = self.partitions.get_mut(id) else {
                continue;
            };
            let former_leader = partition.leader();
            let Some(is_new_epoch) = Arc::make_mut(partition).make_follower(registration) else {
                continue;
            };
            let same_leader = former_leader == registration.leader;
            let anew = is_new_epoch && (!same_leader || context.config.rules.on(Rule::NewEpochRestartsFetching));
            let lost_place = registration.leader.is_none() || !registration.isr.contains(&self.id);
            if self.lifecycle.in_controlled_shutdown && lost_place {
                stop.push(*id);
            } else if anew {
                start.push((*id, registration));
            }
        }
        for (id, _) in &start {
            self.remove_fetcher(*id);
        }
        for (id, registration) in &start {
            self.truncate_to_high_watermark(context, *id);
            let source = registration
                .leader
                .filter(|leader| self.metadata.image.brokers.contains_key(leader));
            if let (Some(source), Some(log)) = (source, context.disk.log(*id)) {
                self.add_fetcher(source, *id, registration.leader_epoch, log);
            }
        }
        for (id, _) in &start {
            self.complete_delayed_requests(context, *id);
        }
        for id in stop {
            self.remove_fetcher(id);
            self.complete_delayed_requests(context, id);
        }
    }

    /// Takes a partition in, with a new log if there is none. A new log reads the newest settings at once.
    /// Source: Partition.createLogIfNotExists.
    fn host(&mut self, context: &mut Context<'_>, id: TopicPartition) {
        if self.partitions.contains_key(&id) {
            return;
        }
        let checkpointed = context
            .disk
            .high_watermark_checkpoint
            .get(&id)
            .copied()
            .unwrap_or(Offset::ZERO);
        let topic_config = self.metadata.image.topic_config(id.topic);
        let log = context.disk.log_or_new(id);
        let partition = Partition::new(id, self.id, checkpointed, log, topic_config);
        self.partitions.insert(id, Arc::new(partition));
        self.note_high_watermark(context, id);
    }

    /// Source: BrokerMetadataPublisher, DynamicConfigPublisher.
    fn apply_configs(&mut self, delta: &Delta) {
        if !delta.all_topics && delta.topics.is_empty() {
            return;
        }
        for (id, partition) in &mut self.partitions {
            if delta.all_topics || delta.topics.contains(&id.topic) {
                let topic_config = self.metadata.image.topic_config(id.topic);
                if partition.topic_config != topic_config {
                    Arc::make_mut(partition).topic_config = topic_config;
                }
            }
        }
    }
}

fn is_assigned(image: &MetadataImage, id: TopicPartition, broker: BrokerId) -> bool {
    image
        .partitions
        .get(&id)
        .is_some_and(|registration| registration.replicas.contains(&broker))
}
