//! Fetching: whom to ask for which partitions, and what an answer does to the position.
//!
//! Source: AbstractFetch.prepareFetchRequests, handleFetchSuccess; FetchCollector; CompletedFetch.

use super::subscription::{AskedPartition, AssignedPartition, FetchPosition, FetchState, reset_strategy};
use super::{Asked, Consumer, reader};
use crate::base::config::{AutoOffsetReset, ConsumerConfig};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::set::Set;
use crate::base::time::SimTime;
use crate::base::why::Why;
use crate::client::settings::ClientSettings;
use crate::log::record_batch::TransactionResult;
use crate::message::Request;
use crate::message::admin::NamedPartition;
use crate::message::application::{Completion, ReadError};
use crate::message::fetch::{FetchPartition, FetchRequest, FetchResponse, FetchedPartition};
use crate::message::list_offsets::OffsetSpec;
use crate::outbox::Outbox;

/// What a consumer does about a partition's error in a Fetch answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FetchVerdict {
    /// Metadata may be wrong: ask for it, go back to the leader, fetch again.
    Refresh,
    /// Fetch again; the broker is behind, or had trouble of its own.
    Ignore,
    /// The replica does not have the position: ask the leader.
    BackToLeader,
    /// Nor has the leader: begin anew.
    Reset(OffsetSpec),
    Fail(ReadError),
}

/// Source: FetchCollector.handleInitializeErrors.
pub fn fetch_verdict(
    error: ErrorCode,
    position: Offset,
    from_preferred_replica: bool,
    policy: AutoOffsetReset,
) -> FetchVerdict {
    match error {
        ErrorCode::NotLeaderOrFollower
        | ErrorCode::ReplicaNotAvailable
        | ErrorCode::KafkaStorageError
        | ErrorCode::FencedLeaderEpoch
        | ErrorCode::OffsetNotAvailable
        | ErrorCode::UnknownTopicOrPartition
        | ErrorCode::UnknownTopicId
        | ErrorCode::InconsistentTopicId => FetchVerdict::Refresh,
        ErrorCode::UnknownLeaderEpoch | ErrorCode::UnknownServerError => FetchVerdict::Ignore,
        ErrorCode::OffsetOutOfRange if from_preferred_replica => FetchVerdict::BackToLeader,
        ErrorCode::OffsetOutOfRange => match reset_strategy(policy) {
            Some(strategy) => FetchVerdict::Reset(strategy),
            None => FetchVerdict::Fail(ReadError::OffsetOutOfRange { position }),
        },
        other => FetchVerdict::Fail(ReadError::Broker(other)),
    }
}

impl Consumer {
    /// The broker a partition is read from, or asked about: the preferred replica if there is one, else the leader.
    /// Source: AbstractFetch.selectReadReplica.
    pub(super) fn target(&self, name: &NamedPartition, partition: &AssignedPartition, at: SimTime) -> Option<BrokerId> {
        match partition.state {
            FetchState::AwaitReset(_) => self.current_leader(name).leader,
            FetchState::Fetching(position) => partition
                .preferred_read_replica(at)
                .filter(|replica| self.is_online(name, *replica))
                .or(position.current_leader.leader),
            FetchState::AwaitValidation(position) | FetchState::Failed(position, _) => position.current_leader.leader,
        }
    }

    /// Whom it asks for a partition's records, if it knows of anybody.
    pub fn reads_from(&self, name: &NamedPartition, at: SimTime) -> Option<BrokerId> {
        self.target(name, self.assigned.get(name)?, at)
    }

    fn is_online(&self, name: &NamedPartition, replica: BrokerId) -> bool {
        let snapshot = self.client.metadata.snapshot();
        let entry = self.id_of(name).and_then(|id| snapshot.partitions.get(&id));
        snapshot.nodes.binary_search(&replica).is_ok()
            && entry.is_none_or(|entry| !entry.offline_replicas.contains(&replica))
    }

    /// One Fetch, with all its partitions, to each broker that has none on its way.
    /// Source: AbstractFetch.prepareFetchRequests.
    pub(super) fn send_fetches(
        &mut self,
        at: SimTime,
        config: &ConsumerConfig,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) {
        self.give_up_offline_replicas(at);
        let busy: Set<BrokerId> = self
            .client
            .in_flight()
            .filter(|(.., asked)| asked.is_fetch())
            .map(|f| f.0)
            .collect();
        let mut by_node: Map<BrokerId, Vec<(AskedPartition<Offset>, FetchPosition)>> = Map::new();
        let mut leader_missing = false;
        for (name, partition) in &self.assigned {
            let (FetchState::Fetching(position), Some(id)) = (partition.state, self.id_of(name)) else {
                continue;
            };
            match self.target(name, partition, at) {
                Some(node) if busy.contains(&node) => {}
                Some(node) => by_node
                    .entry(node)
                    .or_default()
                    .push((asked(name, id, position.offset), position)),
                None => leader_missing = true,
            }
        }
        if leader_missing {
            self.client.metadata.request_update(false);
        }
        for (node, partitions) in by_node {
            if self.client.ready(node, at, settings, out).is_err() {
                continue;
            }
            let request = Request::Fetch(FetchRequest {
                reader: reader(config),
                max_wait: config.fetch_max_wait,
                min_bytes: config.fetch_min_bytes,
                max_bytes: config.fetch_max_bytes,
                begins_session: true,
                partitions: partitions
                    .iter()
                    .map(|(asked, position)| FetchPartition {
                        partition: asked.id,
                        fetch_offset: position.offset,
                        current_leader_epoch: position.current_leader.epoch,
                        last_fetched_epoch: None,
                        log_start_offset: Offset::UNKNOWN,
                        partition_max_bytes: config.max_partition_fetch_bytes,
                    })
                    .collect(),
            });
            let asked = partitions.into_iter().map(|(asked, _)| asked).collect();
            self.client.send(node, request, Asked::Fetch(asked), at, settings, out);
        }
    }

    /// A preferred replica that is not online any more is given up, and metadata asked for.
    fn give_up_offline_replicas(&mut self, at: SimTime) {
        let offline = |(name, partition): (&NamedPartition, &AssignedPartition)| {
            let replica = partition.preferred_read_replica(at)?;
            (!self.is_online(name, replica)).then(|| name.clone())
        };
        let offline: Vec<_> = self.assigned.iter().filter_map(offline).collect();
        for name in offline {
            self.client.metadata.request_update(false);
            if let Some(partition) = self.assigned.get_mut(&name) {
                partition.preferred_read_replica = None;
            }
        }
    }

    pub(super) fn handle_fetch_response(
        &mut self,
        asked: &[AskedPartition<Offset>],
        response: &FetchResponse,
        at: SimTime,
        config: &ConsumerConfig,
        out: &mut Outbox,
    ) {
        for fetched in &response.partitions {
            self.apply_leader_hint(asked, fetched);
            let Some(one) = asked.iter().find(|one| one.id == fetched.partition) else {
                continue;
            };
            let Some(partition) = self.assigned.get_mut(&one.name) else {
                continue;
            };
            // A position that moved, or is not usable now, makes the answer stale.
            let position = match partition.state {
                FetchState::Fetching(position) if position.offset == one.question => position,
                _ => continue,
            };
            if fetched.error.is_error() {
                self.handle_fetch_error(one, fetched.error, position, at, config, out);
            } else {
                take_records(partition, position, fetched, at, config, out);
            }
        }
    }

    /// A refused partition's new leader is used at once. Source: AbstractFetch.handleFetchSuccess; KIP-951.
    fn apply_leader_hint(&mut self, asked: &[AskedPartition<Offset>], fetched: &FetchedPartition) {
        let refused = matches!(
            fetched.error,
            ErrorCode::NotLeaderOrFollower | ErrorCode::FencedLeaderEpoch
        );
        let (true, Some(hint)) = (refused, fetched.current_leader) else {
            return;
        };
        if !self.client.metadata.apply_leader_hint(fetched.partition, hint) {
            return;
        }
        let current_leader = self.client.metadata.current_leader(fetched.partition);
        if let Some(one) = asked.iter().find(|one| one.id == fetched.partition)
            && let Some(partition) = self.assigned.get_mut(&one.name)
        {
            partition.maybe_validate_position(current_leader);
        }
    }

    fn handle_fetch_error(
        &mut self,
        one: &AskedPartition<Offset>,
        error: ErrorCode,
        position: FetchPosition,
        at: SimTime,
        config: &ConsumerConfig,
        out: &mut Outbox,
    ) {
        let Some(partition) = self.assigned.get_mut(&one.name) else {
            return;
        };
        let from_replica = partition.preferred_read_replica(at).is_some();
        match fetch_verdict(error, position.offset, from_replica, config.auto_offset_reset) {
            FetchVerdict::Ignore => {}
            FetchVerdict::BackToLeader => partition.preferred_read_replica = None,
            FetchVerdict::Refresh => {
                partition.preferred_read_replica = None;
                self.client.metadata.request_update(false);
            }
            FetchVerdict::Reset(strategy) => {
                out.explain(Why::PositionOutOfRange {
                    partition: one.id,
                    position: position.offset,
                });
                partition.request_reset(strategy);
            }
            FetchVerdict::Fail(error) => {
                partition.state = FetchState::Failed(position, error);
                out.complete(Completion::ReadFailed {
                    partition: one.id,
                    error,
                });
            }
        }
    }

    /// Source: AbstractFetch.handleFetchFailure.
    pub(super) fn handle_lost_fetch(&mut self, asked: &[AskedPartition<Offset>]) {
        for one in asked {
            if let Some(partition) = self.assigned.get_mut(&one.name) {
                partition.preferred_read_replica = None;
            }
        }
    }
}

pub(super) fn asked<Q>(name: &NamedPartition, id: TopicPartition, question: Q) -> AskedPartition<Q> {
    AskedPartition {
        name: name.clone(),
        id,
        question,
    }
}

/// Hands the records to the application and moves the position behind the last batch.
/// Source: FetchCollector.handleInitializeSuccess, fetchRecords; CompletedFetch.nextFetchedRecord.
fn take_records(
    partition: &mut AssignedPartition,
    position: FetchPosition,
    fetched: &FetchedPartition,
    at: SimTime,
    config: &ConsumerConfig,
    out: &mut Outbox,
) {
    partition.high_watermark = Some(fetched.high_watermark);
    partition.last_stable_offset = Some(fetched.last_stable_offset);
    partition.log_start_offset = Some(fetched.log_start_offset);
    if let Some(replica) = fetched.preferred_read_replica {
        partition.update_preferred_read_replica(replica, at + config.metadata_max_age);
    }
    let Some(last) = fetched
        .records
        .last()
        .filter(|batch| batch.next_offset() > position.offset)
    else {
        return;
    };
    let next = last.next_offset();
    partition.state = FetchState::Fetching(FetchPosition {
        offset: next,
        offset_epoch: Some(last.leader_epoch),
        current_leader: position.current_leader,
    });
    out.complete(Completion::Received {
        partition: fetched.partition,
        batches: fetched.records.clone(),
        left_out: left_out(fetched),
        from: position.offset,
        next,
    });
}

/// Batches that no application sees, by their base offsets: markers, and for a read-committed reader what was aborted. They are
/// gone past like any other, so offsets have holes.
/// Source: CompletedFetch.nextFetchedRecord, consumeAbortedTransactionsUpTo; KIP-98.
fn left_out(fetched: &FetchedPartition) -> Vec<Offset> {
    let mut transactions: Vec<_> = fetched.aborted_transactions.clone();
    transactions.sort_by_key(|transaction| transaction.first_offset);
    let mut transactions = transactions.into_iter().peekable();
    let (mut left_out, mut aborted) = (Vec::new(), Set::new());
    for batch in &fetched.records {
        let Some(producer) = batch.producer else { continue };
        while let Some(begun) = transactions.next_if(|next| next.first_offset <= batch.last_offset()) {
            aborted.insert(begun.producer_id);
        }
        match batch.control {
            Some(marker) => {
                if marker.result == TransactionResult::Abort {
                    aborted.remove(&producer.id);
                }
                left_out.push(batch.base_offset);
            }
            None if batch.is_transactional && aborted.contains(&producer.id) => left_out.push(batch.base_offset),
            None => {}
        }
    }
    left_out
}
