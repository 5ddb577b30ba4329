//! A broker process: it hosts replicas, serves clients and followers, follows the metadata log.
//!
//! What a broker knows of the cluster it knows from its metadata image, which may be behind. What it holds in memory (roles,
//! high watermarks, parked requests) dies with the process; logs and checkpoints lie on its disk.
//!
//! | file | Kafka |
//! | --- | --- |
//! | `lifecycle.rs` | BrokerLifecycleManager, BrokerServer.startup and shutdown |
//! | `metadata.rs` | MetadataLoader, BrokerMetadataPublisher, ReplicaManager.applyDelta |
//! | `produce.rs`, `fetch.rs`, `offsets.rs`, `topics.rs` | KafkaApis, ReplicaManager |
//! | `producer_ids.rs`, `transaction_markers.rs` | TransactionCoordinator, RPCProducerIdManager; KafkaApis |
//! | `delayed.rs` | DelayedOperationPurgatory, DelayedProduce, DelayedFetch |
//! | `fetcher.rs`, `follow.rs` | ReplicaFetcherManager, AbstractFetcherThread, ReplicaFetcherThread |
//! | `alter_partition.rs` | AlterPartitionManager |
//! | `storage.rs` | LogManager, ReplicaManager.checkpointHighWatermarks |
//! | `why.rs` | nothing: it answers people |

pub mod alter_partition;
#[cfg(test)]
mod bench;
pub mod delayed;
pub mod delete_records;
mod fetch;
pub mod fetcher;
mod follow;
pub mod lifecycle;
pub mod metadata;
pub mod metrics;
mod offsets;
mod produce;
pub mod producer_ids;
mod storage;
mod topics;
mod transaction_markers;
#[cfg(test)]
mod vectors;
mod why;

use std::sync::Arc;

use crate::base::config::NodeConfig;
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::IncarnationId;
use crate::base::id::{BrokerId, ControllerId, CorrelationId, NodeId, TopicPartition};
use crate::base::map::Map;
use crate::base::set::Set;
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::message::api_versions::ApiVersionsResponse;
use crate::message::metadata::CurrentLeader;
use crate::message::{Body, Connection, Envelope, Purpose, Request, Response};
use crate::outbox::Outbox;
use crate::partition::{Partition, Surroundings};
use alter_partition::AlterPartitionQueue;
use delayed::{ParkedFetch, ParkedProduce, Purgatory};
use delete_records::ParkedDelete;
use fetcher::Fetcher;
use lifecycle::{BrokerState, Lifecycle};
use metadata::MetadataLoader;
use producer_ids::ProducerIdManager;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Broker {
    pub id: BrokerId,
    pub controller: ControllerId,
    pub lifecycle: Lifecycle,
    pub metadata: MetadataLoader,
    /// Hosted replicas. Shared with earlier copies of this broker until written.
    pub partitions: Map<TopicPartition, Arc<Partition>>,
    /// One per broker that this one follows in some partition.
    pub fetchers: Map<BrokerId, Fetcher>,
    /// Partitions whose replication stopped for an error; only a new leader epoch begins it again.
    pub failed_partitions: Set<TopicPartition>,
    /// acks=all requests that wait for the high watermark.
    pub produces: Purgatory<ParkedProduce>,
    /// Fetches that wait for records.
    pub fetches: Purgatory<ParkedFetch>,
    /// DeleteRecords that wait for other replicas.
    pub deletes: Purgatory<ParkedDelete>,
    /// When the timer for parked fetches runs out.
    fetch_expiry: Option<SimTime>,
    pub alter_partition: AlterPartitionQueue,
    producer_ids: ProducerIdManager,
    pub(crate) meters: metrics::Meters,
    next_correlation: u64,
}

/// What every handler is given beside its own process.
pub(crate) struct Context<'a> {
    disk: &'a mut Disk,
    at: SimTime,
    config: &'a NodeConfig,
    out: &'a mut Outbox,
}

impl Context<'_> {
    /// A producer whose newest record has this timestamp, in ms, or an older one is forgotten.
    fn producers_expired_until(&self) -> i64 {
        self.at
            .as_millis()
            .saturating_sub(self.config.broker().producer_id_expiration.0)
    }
}

impl Broker {
    /// Starts the process: it asks the controller to register it, and begins to read the metadata.
    pub fn start(
        id: BrokerId,
        incarnation: IncarnationId,
        controller: ControllerId,
        disk: &mut Disk,
        at: SimTime,
        config: &NodeConfig,
        out: &mut Outbox,
    ) -> Self {
        let mut broker = Broker {
            id,
            controller,
            lifecycle: Lifecycle::new(incarnation, storage::previous_broker_epoch(disk)),
            metadata: MetadataLoader::default(),
            partitions: Map::new(),
            fetchers: Map::new(),
            failed_partitions: Set::new(),
            produces: Purgatory::default(),
            fetches: Purgatory::default(),
            deletes: Purgatory::default(),
            fetch_expiry: None,
            alter_partition: AlterPartitionQueue::default(),
            producer_ids: ProducerIdManager::default(),
            meters: metrics::Meters::default(),
            // Never the number of an earlier life, so that no late answer is taken for a present one.
            next_correlation: u64::from(incarnation.0) << 32,
        };
        let mut context = Context { disk, at, config, out };
        context
            .out
            .set_timer(Timer::InitialRegistration, config.broker().initial_registration_timeout);
        broker.send_lifecycle_request(&mut context);
        broker.fetch_metadata(&mut context);
        broker
    }

    pub fn handle(&mut self, disk: &mut Disk, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        if self.lifecycle.state == BrokerState::ShuttingDown {
            return;
        }
        let mut context = Context { disk, at, config, out };
        let context = &mut context;
        match input {
            Input::Message(envelope) => match &envelope.body {
                Body::Request(request) => self.handle_request(context, envelope, request),
                Body::Response(response) => self.handle_response(context, envelope, response),
            },
            Input::Timer(timer) => self.handle_timer(context, timer),
            Input::Disconnected(connection) => self.handle_disconnect(context, connection),
            Input::Stop => self.begin_controlled_shutdown(context),
            Input::Retention(partition, below) => self.delete_old_records(context, partition, below),
            Input::Command(_) => {}
        }
    }

    fn handle_request(&mut self, context: &mut Context<'_>, envelope: &Envelope, request: &Request) {
        let (connection, correlation) = (envelope.connection, envelope.correlation);
        if !self.lifecycle.accepts_requests {
            // The port is not open yet. Source: BrokerServer.startup, SocketServer.enableRequestProcessing.
            return context.out.disconnect(connection);
        }
        let response = match request {
            Request::Produce(request) => return self.handle_produce(context, connection, correlation, request),
            Request::Fetch(request) => return self.handle_fetch(context, connection, correlation, request),
            Request::WriteTxnMarkers(request) => {
                return self.handle_write_txn_markers(context, connection, correlation, request);
            }
            Request::DeleteRecords(request) => {
                return self.handle_delete_records(context, connection, correlation, request);
            }
            Request::InitProducerId(_) => Response::InitProducerId(self.handle_init_producer_id(context)),
            Request::ListOffsets(request) => Response::ListOffsets(self.handle_list_offsets(context, request)),
            Request::OffsetForLeaderEpoch(request) => {
                Response::OffsetForLeaderEpoch(self.handle_offset_for_leader_epoch(context, request))
            }
            Request::Metadata(request) => Response::Metadata(self.handle_metadata(request)),
            Request::ApiVersions(_) => Response::ApiVersions(ApiVersionsResponse {}),
            // For a controller: a broker does not know the API.
            _ => return context.out.disconnect(connection),
        };
        context.out.reply(connection, correlation, response);
    }

    fn handle_response(&mut self, context: &mut Context<'_>, envelope: &Envelope, response: &Response) {
        let correlation = envelope.correlation;
        match response {
            Response::Fetch(response) => {
                if let Some(source) = envelope.connection.to.broker() {
                    self.handle_fetch_response(context, source, correlation, response);
                }
            }
            Response::ListOffsets(response) => {
                if let Some(source) = envelope.connection.to.broker() {
                    self.handle_leader_offset(context, source, correlation, response);
                }
            }
            Response::AlterPartition(response) => self.handle_alter_partition_response(context, correlation, response),
            Response::BrokerRegistration(response) => self.handle_registration_response(context, correlation, response),
            Response::BrokerHeartbeat(response) => self.handle_heartbeat_response(context, correlation, response),
            Response::AllocateProducerIds(response) => {
                self.handle_allocate_producer_ids_response(context, correlation, response);
            }
            Response::MetadataFetch(response) => self.handle_metadata_response(context, correlation, response),
            _ => {}
        }
    }

    fn handle_timer(&mut self, context: &mut Context<'_>, timer: Timer) {
        match timer {
            Timer::BrokerHeartbeat => self.send_lifecycle_request(context),
            Timer::InitialRegistration if self.lifecycle.broker_epoch.is_none() => self.shut_down(context),
            Timer::ControlledShutdown => self.shut_down(context),
            Timer::IsrExpiration => self.shrink_isrs(context),
            Timer::DelayedProduce(key) => self.expire_produce(context, key.0),
            Timer::DelayedDeleteRecords(key) => self.complete_delete(context, key.0),
            Timer::DelayedFetch => self.expire_fetches(context),
            Timer::AlterPartitionRetry => self.retry_alter_partition(context),
            Timer::FetchBackoff(source) => self.fetch_backoff_over(context, source),
            Timer::FetchTimeout(source) => self.check_fetch_timeout(context, source),
            Timer::HighWatermarkCheckpoint => self.checkpoint_high_watermarks(context),
            Timer::RecoveryPointCheckpoint => self.checkpoint_recovery_points(context),
            Timer::ProducerIdExpiration => self.remove_expired_producers(context),
            Timer::MetadataFetchRetry => self.fetch_metadata(context),
            Timer::RequestTimeout(correlation) => self.request_timed_out(context, correlation),
            _ => {}
        }
    }

    fn handle_disconnect(&mut self, context: &mut Context<'_>, connection: Connection) {
        if connection.from == NodeId::Broker(self.id) {
            match connection.purpose {
                Purpose::Fetch => {
                    if let Some(source) = connection.to.broker() {
                        self.fetch_failed(context, source);
                    }
                }
                Purpose::Heartbeat => self.lifecycle_disconnected(context),
                Purpose::AlterPartition => self.alter_partition_disconnected(context),
                Purpose::Metadata => self.metadata_disconnected(context),
                Purpose::Forwarding => self.producer_ids_failed(context),
                Purpose::Client => {}
            }
        } else {
            // What the lost side had parked here stays parked; its answer goes nowhere.
            self.produces.requester_lost(connection);
            self.fetches.requester_lost(connection);
            self.deletes.requester_lost(connection);
        }
    }

    /// A request to the controller has had no answer for too long.
    fn request_timed_out(&mut self, context: &mut Context<'_>, correlation: CorrelationId) {
        let purpose = if self.lifecycle.awaits(correlation) {
            Purpose::Heartbeat
        } else if self.alter_partition.awaits(correlation) {
            Purpose::AlterPartition
        } else if self.metadata.awaits(correlation) {
            Purpose::Metadata
        } else if self.producer_ids.awaits(correlation) {
            Purpose::Forwarding
        } else {
            return;
        };
        let connection = self.to_controller(purpose);
        context.out.disconnect(connection);
        self.handle_disconnect(context, connection);
    }

    fn to_controller(&self, purpose: Purpose) -> Connection {
        Connection {
            from: NodeId::Broker(self.id),
            to: NodeId::Controller(self.controller),
            purpose,
        }
    }

    fn send_to_controller(&mut self, context: &mut Context<'_>, purpose: Purpose, request: Request) -> CorrelationId {
        let correlation = self.next_correlation();
        let Connection { from, to, purpose } = self.to_controller(purpose);
        context.out.send(from, to, purpose, correlation, request);
        correlation
    }

    fn next_correlation(&mut self) -> CorrelationId {
        self.next_correlation += 1;
        CorrelationId(self.next_correlation)
    }

    /// -1 until registered.
    fn broker_epoch(&self) -> BrokerEpoch {
        self.lifecycle.broker_epoch.unwrap_or(BrokerEpoch::UNKNOWN)
    }

    /// Whether the broker's metadata knows a partition. Source: KafkaApis, MetadataCache.contains.
    fn check_known(&self, partition: TopicPartition) -> Result<(), ErrorCode> {
        let image = &self.metadata.image;
        if image.partitions.contains_key(&partition) {
            Ok(())
        } else if image.topics.contains_key(&partition.topic) {
            Err(ErrorCode::UnknownTopicOrPartition)
        } else {
            Err(ErrorCode::UnknownTopicId)
        }
    }

    /// Source: ReplicaManager.getPartitionOrError.
    fn hosted(&self, partition: TopicPartition) -> Result<&Partition, ErrorCode> {
        match self.partitions.get(&partition) {
            Some(hosted) => Ok(hosted),
            None if self.metadata.image.partitions.contains_key(&partition) => Err(ErrorCode::NotLeaderOrFollower),
            None => Err(ErrorCode::UnknownTopicOrPartition),
        }
    }

    /// Who leads, as a hint to a client that asked the wrong broker. Source: KafkaApis.getCurrentLeader; KIP-951.
    fn current_leader(&self, partition: TopicPartition, error: ErrorCode) -> Option<CurrentLeader> {
        if !matches!(error, ErrorCode::NotLeaderOrFollower | ErrorCode::FencedLeaderEpoch) {
            return None;
        }
        if let Some(hosted) = self.partitions.get(&partition) {
            return Some(hosted.current_leader());
        }
        let registration = self.metadata.image.partitions.get(&partition)?;
        Some(CurrentLeader {
            leader: registration.leader,
            leader_epoch: registration.leader_epoch,
        })
    }
}

fn surroundings<'a>(
    metadata: &'a MetadataLoader,
    lifecycle: &Lifecycle,
    at: SimTime,
    config: &'a NodeConfig,
) -> Surroundings<'a> {
    Surroundings {
        at,
        config,
        brokers: &metadata.image.brokers,
        broker_epoch: lifecycle.broker_epoch.unwrap_or(BrokerEpoch::UNKNOWN),
    }
}
