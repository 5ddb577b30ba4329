//! The active controller: who is registered and alive, who leads what, who is in sync, what topics and settings there are.
//!
//! It turns requests and timers into records of the metadata log, applies them to its own image at once, and answers.
//! Decisions are pure functions of the image; this file writes their records and routes requests. Brokers pull the log at
//! their own time (`metadata_fetch.rs`), so their images lag behind this one.
//!
//! Simplified: one controller process, so what it writes is committed at once and no answer waits for a quorum; records are
//! not held for `controller.quorum.append.linger.ms`; a restarted controller is active at once. There is no
//! `NOT_CONTROLLER` from a controller that is not active.
//!
//! Source: QuorumController, ReplicationControlManager, ClusterControlManager, ControllerApis.

mod alter_partition;
mod alter_reassignment;
#[cfg(test)]
mod bench;
mod bootstrap;
mod broker_heartbeat;
mod config_control;
mod create_partitions;
mod election;
mod fencing;
mod metadata_fetch;
pub mod metrics;
pub mod partition_change;
pub mod placement;
mod producer_ids;
pub mod reassignment;
mod registration;
mod session;
mod topic_creation;
mod unregister;

use std::sync::Arc;

use crate::base::config::{ControllerConfig, NodeConfig};
use crate::base::id::{BrokerId, ControllerId, TopicId, TopicPartition};
use crate::base::map::Map;
use crate::base::rule::Rules;
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::log::metadata_record::MetadataRecord;
use crate::message::api_versions::ApiVersionsResponse;
use crate::message::{Body, Envelope, Request, Response};
use crate::outbox::Outbox;
use crate::quorum::image::MetadataImage;

pub use broker_heartbeat::{BrokerControlState, BrokerHeartbeatState};
pub use election::why_leader;
use metadata_fetch::ParkedMetadataFetch;
use partition_change::Built;
use placement::Random;
pub use session::BrokerHeartbeatTracker;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Controller {
    id: ControllerId,
    /// All records written so far, applied.
    image: Arc<MetadataImage>,
    /// Who was heard of when.
    sessions: BrokerHeartbeatTracker,
    /// What heartbeats said, per registered broker.
    heartbeats: Map<BrokerId, BrokerHeartbeatState>,
    /// Fetches of the metadata log that wait for a record; one per broker.
    parked_fetches: Map<BrokerId, ParkedMetadataFetch>,
    /// Topics created so far, deleted ones included; the next topic gets this id.
    next_topic: TopicId,
    placement_draws: Random,
    meters: metrics::Meters,
}

/// What one turn of the controller may read and change besides its own state.
struct Turn<'a> {
    disk: &'a mut Disk,
    at: SimTime,
    config: &'a ControllerConfig,
    rules: &'a Rules,
    out: &'a mut Outbox,
}

/// The records of one operation, and the reasons for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Batch {
    records: Vec<MetadataRecord>,
    reasons: Vec<Why>,
}

impl Batch {
    fn of(records: Vec<MetadataRecord>) -> Self {
        Batch {
            records,
            reasons: Vec::new(),
        }
    }

    fn append(&mut self, other: Batch) {
        self.records.extend(other.records);
        self.reasons.extend(other.reasons);
    }

    /// Adds what a builder made of one partition. A changed leader is explained.
    fn change(&mut self, partition: TopicPartition, built: Built) {
        let Some(change) = built.change else {
            return;
        };
        if change.leader.is_some() {
            self.reasons.push(built.elected.why(partition));
        }
        self.records.push(MetadataRecord::PartitionChange { partition, change });
    }
}

impl Controller {
    /// Starts the process: reads its metadata log, or writes the first records of a fresh cluster, and becomes active.
    pub fn start(id: ControllerId, disk: &mut Disk, at: SimTime, config: &NodeConfig, out: &mut Outbox) -> Self {
        let mut controller = Controller {
            id,
            image: Arc::default(),
            sessions: BrokerHeartbeatTracker::default(),
            heartbeats: Map::new(),
            parked_fetches: Map::new(),
            next_topic: TopicId(0),
            placement_draws: Random::default(),
            meters: metrics::Meters::default(),
        };
        for record in disk.metadata_log.iter() {
            controller.replay(record);
        }
        let turn = &mut Turn {
            disk,
            at,
            config: config.controller(),
            rules: &config.rules,
            out,
        };
        controller.activate(turn);
        controller
    }

    pub fn handle(&mut self, disk: &mut Disk, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        let end_offset = self.image.end_offset;
        let turn = &mut Turn {
            disk,
            at,
            config: config.controller(),
            rules: &config.rules,
            out,
        };
        match input {
            Input::Message(envelope) => self.serve(envelope, turn),
            Input::Timer(timer) => self.fire(timer, turn),
            Input::Disconnected(connection) => self.forget_metadata_fetches(connection, turn),
            Input::Stop => turn.out.exit(),
            // Nobody uses a controller as a client.
            Input::Command(_) | Input::Retention(..) => {}
        }
        if self.image.end_offset > end_offset {
            self.complete_metadata_fetches(turn);
        }
    }

    pub fn id(&self) -> ControllerId {
        self.id
    }

    /// The newest state of the cluster there is.
    pub fn image(&self) -> &MetadataImage {
        &self.image
    }

    /// When each incarnation of a broker was last heard of.
    pub fn sessions(&self) -> &BrokerHeartbeatTracker {
        &self.sessions
    }

    /// What a registered broker's heartbeats said.
    pub fn heartbeat_state(&self, broker: BrokerId) -> Option<&BrokerHeartbeatState> {
        self.heartbeats.get(&broker)
    }

    /// Source: ControllerApis.handle.
    fn serve(&mut self, envelope: &Envelope, turn: &mut Turn<'_>) {
        let Body::Request(request) = &envelope.body else {
            return;
        };
        let response = match request {
            Request::BrokerRegistration(request) => Response::BrokerRegistration(self.register_broker(request, turn)),
            Request::BrokerHeartbeat(request) => {
                Response::BrokerHeartbeat(self.process_broker_heartbeat(request, turn))
            }
            Request::AlterPartition(request) => Response::AlterPartition(self.alter_partition(request, turn)),
            Request::MetadataFetch(request) => {
                self.fetch_metadata(request, envelope.connection, envelope.correlation, turn);
                return;
            }
            Request::CreateTopics(request) => Response::CreateTopics(self.create_topics(request, turn)),
            Request::CreatePartitions(request) => Response::CreatePartitions(self.create_partitions(request, turn)),
            Request::UnregisterBroker(request) => Response::UnregisterBroker(self.unregister_broker(request, turn)),
            Request::ElectLeaders(request) => Response::ElectLeaders(self.elect_leaders(request, turn)),
            Request::AlterConfigs(request) => Response::AlterConfigs(self.alter_configs(request, turn)),
            Request::AlterPartitionReassignments(request) => {
                Response::AlterPartitionReassignments(self.alter_partition_reassignments(request, turn))
            }
            Request::ListPartitionReassignments(request) => {
                Response::ListPartitionReassignments(self.list_partition_reassignments(request))
            }
            Request::AllocateProducerIds(request) => {
                Response::AllocateProducerIds(self.allocate_producer_ids(request, turn))
            }
            Request::ApiVersions(_) => Response::ApiVersions(ApiVersionsResponse {}),
            // A controller's listener does not know these: it closes the connection.
            Request::Produce(_)
            | Request::Fetch(_)
            | Request::ListOffsets(_)
            | Request::DeleteRecords(_)
            | Request::Metadata(_)
            | Request::InitProducerId(_)
            | Request::WriteTxnMarkers(_)
            | Request::OffsetForLeaderEpoch(_) => {
                turn.out.disconnect(envelope.connection);
                return;
            }
        };
        turn.out.reply(envelope.connection, envelope.correlation, response);
    }

    fn fire(&mut self, timer: Timer, turn: &mut Turn<'_>) {
        match timer {
            Timer::FenceStaleBroker => self.maybe_fence_stale_broker(turn),
            Timer::PreferredLeaderCheck => self.maybe_balance_partition_leaders(turn),
            Timer::UncleanElectionCheck => self.maybe_elect_unclean_leaders(turn),
            Timer::DelayedMetadataFetch(broker) => self.expire_metadata_fetch(broker, turn),
            // Timers of other kinds of process.
            _ => {}
        }
    }

    /// Appends records to the metadata log and applies them.
    /// Source: QuorumController.ControllerWriteEvent.
    fn write(&mut self, batch: Batch, turn: &mut Turn<'_>) {
        for why in batch.reasons {
            turn.out.explain(why);
        }
        if batch.records.is_empty() {
            return;
        }
        let log = Arc::make_mut(&mut turn.disk.metadata_log);
        for record in batch.records {
            self.count_election(&record);
            self.replay(&record);
            log.push(Arc::new(record));
        }
    }

    /// Applies the next record to everything that follows from the log alone.
    fn replay(&mut self, record: &MetadataRecord) {
        let offset = self.image.end_offset;
        match record {
            MetadataRecord::RegisterBroker { broker, .. } => {
                self.heartbeats
                    .insert(*broker, BrokerHeartbeatState::registered_at(offset));
            }
            MetadataRecord::UnregisterBroker { broker, .. } => {
                self.heartbeats.remove(broker);
            }
            MetadataRecord::Topic { topic, .. } => self.next_topic = self.next_topic.max(TopicId(topic.0 + 1)),
            _ => {}
        }
        Arc::make_mut(&mut self.image).apply(record);
    }
}
