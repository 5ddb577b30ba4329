//! Questions about a position, put to the leader: where the log begins or ends, and whether it still has what was read.
//!
//! A question that fails is put again after `retry.backoff.ms`, which does not grow here, with fresh metadata.
//!
//! Source: OffsetFetcher, OffsetFetcherUtils, OffsetsForLeaderEpochUtils; KIP-320.

use super::fetcher::asked;
use super::subscription::{AskedPartition, FetchPosition, FetchState, Question, Validation, validate};
use super::{Asked, Consumer, reader};
use crate::base::config::ConsumerConfig;
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::map::Map;
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::client::settings::ClientSettings;
use crate::message::Request;
use crate::message::admin::NamedPartition;
use crate::message::application::{Completion, ReadError};
use crate::message::list_offsets::{ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, OffsetSpec};
use crate::message::offset_for_leader_epoch::{
    EpochQuestion, OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse,
};
use crate::outbox::Outbox;

type ByNode<Q> = Map<BrokerId, Vec<AskedPartition<Q>>>;

impl Consumer {
    /// Source: OffsetFetcher.validatePositionsIfNeeded.
    pub(super) fn validate_positions_if_needed(&mut self, at: SimTime, settings: &ClientSettings, out: &mut Outbox) {
        let by_node = self.open_questions(at, |state| match state {
            FetchState::AwaitValidation(position) => Some(position),
            _ => None,
        });
        for (node, partitions) in by_node {
            if self.client.ready(node, at, settings, out).is_err() {
                continue;
            }
            let question = |one: &AskedPartition<FetchPosition>| EpochQuestion {
                partition: one.id,
                current_leader_epoch: one.question.current_leader.epoch,
                leader_epoch: one.question.offset_epoch.unwrap_or(LeaderEpoch::UNDEFINED),
            };
            let request = Request::OffsetForLeaderEpoch(OffsetForLeaderEpochRequest {
                partitions: partitions.iter().map(question).collect(),
            });
            self.mark_asked(&partitions, node, at);
            self.client
                .send(node, request, Asked::Validation(partitions), at, settings, out);
        }
    }

    /// Source: OffsetFetcher.resetPositionsIfNeeded.
    pub(super) fn reset_positions_if_needed(
        &mut self,
        at: SimTime,
        config: &ConsumerConfig,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) {
        let by_node = self.open_questions(at, |state| match state {
            FetchState::AwaitReset(spec) => Some(spec),
            _ => None,
        });
        for (node, partitions) in by_node {
            if self.client.ready(node, at, settings, out).is_err() {
                continue;
            }
            let question = |one: &AskedPartition<OffsetSpec>| ListOffsetsPartition {
                partition: one.id,
                current_leader_epoch: self.client.metadata.current_leader(one.id).epoch,
                spec: one.question,
            };
            let request = Request::ListOffsets(ListOffsetsRequest {
                reader: reader(config),
                partitions: partitions.iter().map(question).collect(),
            });
            self.mark_asked(&partitions, node, at);
            self.client
                .send(node, request, Asked::ListOffsets(partitions), at, settings, out);
        }
    }

    /// Partitions with something to ask now, by leader. Metadata is wanted for those whose leader is not known.
    fn open_questions<Q>(&mut self, at: SimTime, question: impl Fn(FetchState) -> Option<Q>) -> ByNode<Q> {
        let mut by_node = ByNode::new();
        let mut leader_missing = false;
        for (name, partition) in &self.assigned {
            let (Some(question), true) = (question(partition.state), partition.question.may_be_put(at)) else {
                continue;
            };
            let Some(id) = self.id_of(name) else { continue };
            match self.target(name, partition, at) {
                Some(node) => by_node.entry(node).or_default().push(asked(name, id, question)),
                None => leader_missing = true,
            }
        }
        if leader_missing {
            self.client.metadata.request_update(false);
        }
        by_node
    }

    fn mark_asked<Q>(&mut self, partitions: &[AskedPartition<Q>], broker: BrokerId, since: SimTime) {
        for one in partitions {
            if let Some(partition) = self.assigned.get_mut(&one.name) {
                partition.question = Question::Asked { broker, since };
            }
        }
    }

    /// Source: SubscriptionState.requestFailed; OffsetFetcher retries after `retry.backoff.ms`.
    pub(super) fn ask_again_later(
        &mut self,
        name: &NamedPartition,
        id: TopicPartition,
        at: SimTime,
        config: &ConsumerConfig,
        out: &mut Outbox,
    ) {
        self.client.metadata.request_update(false);
        if let Some(partition) = self.assigned.get_mut(name)
            && matches!(partition.question, Question::Asked { .. })
        {
            partition.question = Question::NotBefore(at + config.retry_backoff);
            out.set_timer(Timer::RetryBackoff(id), config.retry_backoff);
        }
    }

    /// Source: OffsetFetcherUtils.handleListOffsetResponse, resetPositionIfNeeded.
    pub(super) fn handle_list_offsets_response(
        &mut self,
        asked: &[AskedPartition<OffsetSpec>],
        response: &ListOffsetsResponse,
        at: SimTime,
        config: &ConsumerConfig,
        out: &mut Outbox,
    ) {
        for one in asked {
            let answer = response.partitions.iter().find(|answer| answer.partition == one.id);
            let Some(answer) = answer.filter(|answer| answer.error == ErrorCode::None) else {
                self.ask_again_later(&one.name, one.id, at, config, out);
                continue;
            };
            self.client
                .metadata
                .update_last_seen_epoch_if_newer(one.id, answer.leader_epoch);
            let current_leader = self.client.metadata.current_leader(one.id);
            let Some(partition) = self.assigned.get_mut(&one.name) else {
                continue;
            };
            if partition.state == FetchState::AwaitReset(one.question) {
                partition.seek_unvalidated(FetchPosition {
                    offset: answer.offset,
                    offset_epoch: None,
                    current_leader,
                });
            }
        }
    }

    /// Source: OffsetFetcher.validatePositionsAsync; OffsetsForLeaderEpochUtils.handleResponse.
    pub(super) fn handle_validation_response(
        &mut self,
        asked: &[AskedPartition<FetchPosition>],
        response: &OffsetForLeaderEpochResponse,
        at: SimTime,
        config: &ConsumerConfig,
        out: &mut Outbox,
    ) {
        for one in asked {
            let answer = response.partitions.iter().find(|answer| answer.partition == one.id);
            let Some(answer) = answer.filter(|answer| answer.error == ErrorCode::None) else {
                self.ask_again_later(&one.name, one.id, at, config, out);
                continue;
            };
            let Some(partition) = self.assigned.get_mut(&one.name) else {
                continue;
            };
            // An answer about another position, or another leader epoch, is dropped; the question is put again.
            if partition.state != FetchState::AwaitValidation(one.question) {
                continue;
            }
            partition.question = Question::NotAsked;
            let position = one.question;
            match validate(
                position,
                answer.leader_epoch,
                answer.end_offset,
                config.auto_offset_reset,
            ) {
                Validation::Valid => partition.state = FetchState::Fetching(position),
                Validation::Reset(strategy) => {
                    out.explain(Why::PositionOutOfRange {
                        partition: one.id,
                        position: position.offset,
                    });
                    partition.request_reset(strategy);
                }
                Validation::Truncated { to, epoch } => {
                    out.explain(Why::PositionTruncated {
                        partition: one.id,
                        position: position.offset,
                        end_offset: to,
                        leader_epoch: epoch,
                    });
                    partition.state = FetchState::Fetching(FetchPosition {
                        offset: to,
                        offset_epoch: Some(epoch),
                        ..position
                    });
                }
                Validation::Failed(error) => fail(partition, position, one.id, error, out),
            }
        }
    }
}

fn fail(
    partition: &mut super::AssignedPartition,
    position: FetchPosition,
    id: TopicPartition,
    error: ReadError,
    out: &mut Outbox,
) {
    partition.state = FetchState::Failed(position, error);
    out.complete(Completion::ReadFailed { partition: id, error });
}
