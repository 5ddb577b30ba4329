//! The Java consumer, used with `assign()`: it pulls records from the leaders and hands them to its application.
//!
//! One pass: compare positions with new metadata, validate or reset those that need it, then one Fetch to each broker
//! that has none on its way. The broker answers up to the high watermark; the position moves as records reach the
//! application, which takes them at once and polls again.
//!
//! Simplified: positions are saved in the consumer's own memory, where Kafka's would commit them to its group's
//! coordinator; they end with the process. `max.poll.records` is not modelled: an answer is handed over whole.
//!
//! Source: AbstractFetch, FetchCollector, OffsetFetcher, SubscriptionState; KIP-320, KIP-392.

mod fetcher;
mod offset_fetcher;
pub mod subscription;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::subscription::{AskedPartition, AssignedPartition, FetchPosition, FetchState, Question};
use super::metadata::{LeaderAndEpoch, Metadata};
use super::network::{Lost, NetworkClient};
use super::settings::ClientSettings;
use crate::base::config::{ConsumerConfig, Isolation, NodeConfig, ProcessConfig};
use crate::base::epoch::LeaderEpoch;
use crate::base::id::{BrokerId, ClientId, TopicPartition};
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::NotRead;
use crate::input::Input;
use crate::message::admin::NamedPartition;
use crate::message::application::{Command, StartPosition};
use crate::message::fetch::Reader;
use crate::message::list_offsets::OffsetSpec;
use crate::message::{Body, Envelope, Response};
use crate::outbox::Outbox;

/// What an unanswered request asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    Fetch(Vec<AskedPartition<Offset>>),
    ListOffsets(Vec<AskedPartition<OffsetSpec>>),
    Validation(Vec<AskedPartition<FetchPosition>>),
}

impl Asked {
    fn is_fetch(&self) -> bool {
        matches!(self, Asked::Fetch(_))
    }
}

/// A position in the consumer's own store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SavedOffset {
    /// Next offset to read.
    pub offset: Offset,
    /// Leader epoch of the record before, if it was known.
    pub leader_epoch: Option<LeaderEpoch>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Consumer {
    client: NetworkClient<Asked>,
    assigned: Map<NamedPartition, AssignedPartition>,
    saved: Map<NamedPartition, SavedOffset>,
    /// The metadata with which positions were compared last.
    validated_version: u32,
}

impl Consumer {
    /// Starts the client; it contacts a bootstrap broker when it is assigned something.
    pub fn start(
        id: ClientId,
        bootstrap: Vec<BrokerId>,
        _at: SimTime,
        _config: &NodeConfig,
        _out: &mut Outbox,
    ) -> Self {
        Consumer {
            client: NetworkClient::new(id, Metadata::new(bootstrap, false)),
            assigned: Map::new(),
            saved: Map::new(),
            validated_version: 0,
        }
    }

    pub fn handle(&mut self, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        let ProcessConfig::Consumer(config) = &config.process else {
            return;
        };
        let settings = ClientSettings::from(config);
        match input {
            Input::Message(envelope) => {
                if let Some(answered) = self.client.receive(envelope, at, &settings, out) {
                    self.handle_answer(answered.asked, envelope, at, config, out);
                }
            }
            Input::Timer(timer) => self.timer_fired(timer, at, config, &settings, out),
            Input::Command(Command::Assign { topic, partition, from }) => {
                self.assign(named(topic, *partition), *from, at);
            }
            Input::Command(Command::Save {
                topic,
                partition,
                offset,
            }) => self.save(named(topic, *partition), *offset),
            Input::Command(_) | Input::Retention(..) => {}
            Input::Stop => {
                out.exit();
                return;
            }
            Input::Disconnected(connection) => {
                if let Some(lost) = self.client.disconnected(connection, at, &settings, out) {
                    self.handle_lost_requests(lost, at, config, out);
                }
            }
        }
        if !self.assigned.is_empty() {
            self.poll(at, config, &settings, out);
        }
    }

    fn timer_fired(
        &mut self,
        timer: Timer,
        at: SimTime,
        config: &ConsumerConfig,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) {
        match timer {
            Timer::MetadataRefresh => self.client.metadata.wait_is_over(),
            Timer::MetadataMaxAge => self.client.metadata.expire(),
            Timer::Reconnect(broker) => self.client.reconnect_backoff_is_over(broker),
            Timer::RequestTimeout(correlation) => {
                if let Some(lost) = self.client.request_timed_out(correlation, at, settings, out) {
                    self.handle_lost_requests(lost, at, config, out);
                }
            }
            _ => {}
        }
    }

    /// Source: KafkaConsumer.assign, seek; ClassicKafkaConsumer.updateFetchPositions.
    fn assign(&mut self, name: NamedPartition, from: StartPosition, at: SimTime) {
        self.client.metadata.add_topic(&name.topic, at);
        let saved = self.saved.get(&name).copied();
        let start = match (from, saved) {
            (StartPosition::Offset(offset), _) => Ok((offset, None)),
            (StartPosition::Saved, Some(saved)) => Ok((saved.offset, saved.leader_epoch)),
            (StartPosition::Saved | StartPosition::Earliest, _) => Err(OffsetSpec::Earliest),
            (StartPosition::Latest, _) => Err(OffsetSpec::Latest),
        };
        let partition = match start {
            Err(spec) => AssignedPartition::new(FetchState::AwaitReset(spec)),
            Ok((offset, offset_epoch)) => {
                if let (Some(id), Some(epoch)) = (self.id_of(&name), offset_epoch) {
                    self.client.metadata.update_last_seen_epoch_if_newer(id, epoch);
                }
                let position = FetchPosition {
                    offset,
                    offset_epoch,
                    current_leader: self.current_leader(&name),
                };
                let mut partition = AssignedPartition::new(FetchState::Fetching(position));
                partition.seek_unvalidated(position);
                partition
            }
        };
        self.assigned.insert(name, partition);
    }

    /// Into the consumer's own store, not a group's coordinator.
    fn save(&mut self, name: NamedPartition, offset: Option<Offset>) {
        let position = self.assigned.get(&name).and_then(AssignedPartition::position);
        let saved = match (offset, position) {
            (Some(offset), _) => SavedOffset {
                offset,
                leader_epoch: None,
            },
            (None, Some(position)) => SavedOffset {
                offset: position.offset,
                leader_epoch: position.offset_epoch,
            },
            (None, None) => return,
        };
        self.saved.insert(name, saved);
    }

    /// Source: ClassicKafkaConsumer.poll, updateFetchPositions.
    fn poll(&mut self, at: SimTime, config: &ConsumerConfig, settings: &ClientSettings, out: &mut Outbox) {
        self.validate_positions_on_metadata_change();
        self.client.maybe_update_metadata(at, settings, out);
        self.validate_positions_if_needed(at, settings, out);
        self.reset_positions_if_needed(at, config, settings, out);
        self.send_fetches(at, config, settings, out);
        // What was found missing on the way may be asked for at once.
        self.client.maybe_update_metadata(at, settings, out);
    }

    /// Source: OffsetFetcherUtils.validatePositionsOnMetadataChange.
    fn validate_positions_on_metadata_change(&mut self) {
        let version = self.client.metadata.update_version();
        if self.validated_version == version {
            return;
        }
        self.validated_version = version;
        let metadata = &self.client.metadata;
        for (name, partition) in &mut self.assigned {
            partition.maybe_validate_position(current_leader(metadata, name));
        }
    }

    fn handle_answer(
        &mut self,
        asked: Asked,
        envelope: &Envelope,
        at: SimTime,
        config: &ConsumerConfig,
        out: &mut Outbox,
    ) {
        let Body::Response(response) = &envelope.body else {
            return;
        };
        match (asked, response) {
            (Asked::Fetch(asked), Response::Fetch(response)) => {
                self.handle_fetch_response(&asked, response, at, config, out);
            }
            (Asked::ListOffsets(asked), Response::ListOffsets(response)) => {
                self.handle_list_offsets_response(&asked, response, at, config, out);
            }
            (Asked::Validation(asked), Response::OffsetForLeaderEpoch(response)) => {
                self.handle_validation_response(&asked, response, at, config, out);
            }
            _ => {}
        }
    }

    fn handle_lost_requests(&mut self, lost: Lost<Asked>, at: SimTime, config: &ConsumerConfig, out: &mut Outbox) {
        for (_, asked) in lost.requests {
            match asked {
                Asked::Fetch(asked) => self.handle_lost_fetch(&asked),
                Asked::ListOffsets(asked) => {
                    asked
                        .iter()
                        .for_each(|one| self.ask_again_later(&one.name, one.id, at, config, out));
                }
                Asked::Validation(asked) => {
                    asked
                        .iter()
                        .for_each(|one| self.ask_again_later(&one.name, one.id, at, config, out));
                }
            }
        }
    }

    fn id_of(&self, name: &NamedPartition) -> Option<TopicPartition> {
        id_of(&self.client.metadata, name)
    }

    fn current_leader(&self, name: &NamedPartition) -> LeaderAndEpoch {
        current_leader(&self.client.metadata, name)
    }
}

fn named(topic: &Arc<str>, partition: i32) -> NamedPartition {
    NamedPartition {
        topic: topic.clone(),
        partition,
    }
}

fn id_of(metadata: &Metadata, name: &NamedPartition) -> Option<TopicPartition> {
    let topic = metadata.snapshot().topics.get(&name.topic)?;
    Some(TopicPartition::new(*topic, name.partition))
}

fn current_leader(metadata: &Metadata, name: &NamedPartition) -> LeaderAndEpoch {
    id_of(metadata, name).map_or(LeaderAndEpoch::UNKNOWN, |id| metadata.current_leader(id))
}

fn reader(config: &ConsumerConfig) -> Reader {
    Reader::Consumer {
        isolation: config.isolation,
        rack: config.rack.as_deref().map(Arc::from),
    }
}

/// What the outside may see.
impl Consumer {
    pub fn assigned(&self) -> &Map<NamedPartition, AssignedPartition> {
        &self.assigned
    }

    /// The consumer's own store of positions.
    pub fn saved(&self) -> &Map<NamedPartition, SavedOffset> {
        &self.saved
    }

    /// Connections and metadata.
    pub fn client(&self) -> &NetworkClient<Asked> {
        &self.client
    }

    /// The Fetch that is on its way to this broker or parked there, and since when.
    pub fn fetch_in_flight(&self, broker: BrokerId) -> Option<(SimTime, &[AskedPartition<Offset>])> {
        self.client.in_flight().find_map(|(to, since, asked)| match asked {
            Asked::Fetch(partitions) if to == broker => Some((since, partitions.as_slice())),
            _ => None,
        })
    }

    /// High watermark (last stable offset with read_committed) of the last Fetch answer, less the position; negative
    /// after a truncation, none before the first answer. Source: SubscriptionState.partitionLag.
    pub fn records_lag(&self, name: &NamedPartition, isolation: Isolation) -> Option<i64> {
        let partition = self.assigned.get(name)?;
        let end = match isolation {
            Isolation::ReadUncommitted => partition.high_watermark,
            Isolation::ReadCommitted => partition.last_stable_offset,
        };
        Some(end?.0 - partition.position()?.offset.0)
    }

    /// Position less log start offset of the last Fetch answer. Source: SubscriptionState.partitionLead.
    pub fn records_lead(&self, name: &NamedPartition) -> Option<i64> {
        let partition = self.assigned.get(name)?;
        Some(partition.position()?.offset.0 - partition.log_start_offset?.0)
    }

    /// Why nothing of this partition is being asked for, or what is on its way.
    pub fn why_not_read(&self, name: &NamedPartition, at: SimTime, config: &ConsumerConfig) -> Option<NotRead> {
        let partition = self.assigned.get(name)?;
        if matches!(partition.state, FetchState::Failed(..)) {
            return Some(NotRead::Failed);
        }
        if self.id_of(name).is_none() {
            return Some(NotRead::NotInMetadata);
        }
        match (partition.state, partition.question) {
            (FetchState::AwaitReset(_), Question::Asked { .. }) => return Some(NotRead::AwaitsReset),
            (FetchState::AwaitValidation(_), Question::Asked { .. }) => return Some(NotRead::AwaitsValidation),
            _ => {}
        }
        let Some(broker) = self.target(name, partition, at) else {
            return Some(NotRead::NoLeader);
        };
        if let Some((since, _)) = self.fetch_in_flight(broker)
            && matches!(partition.state, FetchState::Fetching(_))
        {
            return Some(NotRead::FetchInFlight { broker, since });
        }
        match (
            self.client.readiness(broker, &ClientSettings::from(config)),
            partition.state,
        ) {
            (Err(because), _) => Some(NotRead::NodeNotReady { broker, because }),
            (Ok(()), FetchState::AwaitReset(_)) => Some(NotRead::AwaitsReset),
            (Ok(()), FetchState::AwaitValidation(_)) => Some(NotRead::AwaitsValidation),
            (Ok(()), _) => None,
        }
    }
}
