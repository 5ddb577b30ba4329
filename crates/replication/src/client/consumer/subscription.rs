//! Where a consumer stands in a partition, and what a new leader does to that.
//!
//! A position is usable in `Fetching` only. After a leader change it is first compared with the new leader's log, if
//! the consumer knows the epoch of what it read last (KIP-320); a position set by hand or by a reset has no such epoch
//! and is never compared.
//!
//! Differs: an exception that Kafka throws from every `poll()` until the application seeks is reported once, and the
//! partition then waits in `Failed`.
//!
//! Source: SubscriptionState.

use crate::base::config::AutoOffsetReset;
use crate::base::epoch::LeaderEpoch;
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::time::SimTime;
use crate::client::metadata::LeaderAndEpoch;
use crate::message::admin::NamedPartition;
use crate::message::application::ReadError;
use crate::message::list_offsets::OffsetSpec;

/// Source: SubscriptionState.FetchPosition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FetchPosition {
    /// Next offset to hand to the application.
    pub offset: Offset,
    /// Leader epoch of the batch that was read last; none after a seek or a reset.
    pub offset_epoch: Option<LeaderEpoch>,
    /// The leader this position was set or checked against.
    pub current_leader: LeaderAndEpoch,
}

/// Source: SubscriptionState.FetchStates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FetchState {
    Fetching(FetchPosition),
    /// The leader is asked where the log begins or ends.
    AwaitReset(OffsetSpec),
    /// The leader is asked whether its log still has the position.
    AwaitValidation(FetchPosition),
    /// The application has been told, and has not said where to go on.
    Failed(FetchPosition, ReadError),
}

/// A question about a partition's position, put to its leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    NotAsked,
    Asked {
        broker: BrokerId,
        since: SimTime,
    },
    /// Not to be repeated before this time. `Timer::RetryBackoff`.
    NotBefore(SimTime),
}

impl Question {
    pub fn may_be_put(self, at: SimTime) -> bool {
        match self {
            Question::NotAsked => true,
            Question::Asked { .. } => false,
            Question::NotBefore(time) => time <= at,
        }
    }
}

/// Another replica than the leader, named by the leader, and until when it is used (KIP-392).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PreferredReadReplica {
    pub broker: BrokerId,
    pub until: SimTime,
}

/// Source: SubscriptionState.TopicPartitionState.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AssignedPartition {
    pub state: FetchState,
    pub question: Question,
    /// As of the last Fetch answer, like the two after it; none before the first.
    pub high_watermark: Option<Offset>,
    pub last_stable_offset: Option<Offset>,
    pub log_start_offset: Option<Offset>,
    pub preferred_read_replica: Option<PreferredReadReplica>,
}

/// What an answer to a validation means for the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Validation {
    /// The leader's log has it.
    Valid,
    /// It does not: go back to where the logs part.
    Truncated { to: Offset, epoch: LeaderEpoch },
    /// The leader knows nothing of that epoch: start over as `auto.offset.reset` says.
    Reset(OffsetSpec),
    /// As the two before, with `auto.offset.reset=none`.
    Failed(ReadError),
}

impl AssignedPartition {
    pub fn new(state: FetchState) -> Self {
        AssignedPartition {
            state,
            question: Question::NotAsked,
            high_watermark: None,
            last_stable_offset: None,
            log_start_offset: None,
            preferred_read_replica: None,
        }
    }

    /// The position, usable or not; none while it is being reset.
    pub fn position(&self) -> Option<FetchPosition> {
        match self.state {
            FetchState::Fetching(position)
            | FetchState::AwaitValidation(position)
            | FetchState::Failed(position, _) => Some(position),
            FetchState::AwaitReset(_) => None,
        }
    }

    /// Goes to a position, through validation if both it and the leader have an epoch.
    /// Source: SubscriptionState.seekUnvalidated, TopicPartitionState.validatePosition.
    pub fn seek_unvalidated(&mut self, position: FetchPosition) {
        self.question = Question::NotAsked;
        self.state = match (position.offset_epoch, position.current_leader.epoch) {
            (Some(_), Some(_)) => FetchState::AwaitValidation(position),
            _ => FetchState::Fetching(position),
        };
    }

    pub fn request_reset(&mut self, to: OffsetSpec) {
        self.question = Question::NotAsked;
        self.preferred_read_replica = None;
        self.state = FetchState::AwaitReset(to);
    }

    /// Compares the position with the leader now known; true if that changed something.
    /// Source: SubscriptionState.maybeValidatePositionForCurrentLeader.
    pub fn maybe_validate_position(&mut self, current_leader: LeaderAndEpoch) -> bool {
        let (FetchState::Fetching(position) | FetchState::AwaitValidation(position)) = self.state else {
            return false;
        };
        if current_leader.leader.is_none() || position.current_leader == current_leader {
            return false;
        }
        self.preferred_read_replica = None;
        self.seek_unvalidated(FetchPosition {
            current_leader,
            ..position
        });
        true
    }

    /// The replica to read from instead of the leader. Source: SubscriptionState.preferredReadReplica.
    pub fn preferred_read_replica(&self, at: SimTime) -> Option<BrokerId> {
        self.preferred_read_replica
            .filter(|preferred| at <= preferred.until)
            .map(|preferred| preferred.broker)
    }

    /// The leader named a replica; naming the same one again does not prolong its time.
    /// Source: SubscriptionState.updatePreferredReadReplica.
    pub fn update_preferred_read_replica(&mut self, broker: BrokerId, until: SimTime) {
        if self
            .preferred_read_replica
            .is_none_or(|preferred| preferred.broker != broker)
        {
            self.preferred_read_replica = Some(PreferredReadReplica { broker, until });
        }
    }
}

/// Where to go when the position does not exist; none tells the application.
pub fn reset_strategy(policy: AutoOffsetReset) -> Option<OffsetSpec> {
    match policy {
        AutoOffsetReset::Earliest => Some(OffsetSpec::Earliest),
        AutoOffsetReset::Latest => Some(OffsetSpec::Latest),
        AutoOffsetReset::None => None,
    }
}

/// Judges a position by where its epoch ends in the leader's log. Only the end is compared, not the epoch that comes
/// with it. Source: SubscriptionState.maybeCompleteValidation; KIP-320.
pub fn validate(
    position: FetchPosition,
    answer_epoch: LeaderEpoch,
    end_offset: Offset,
    policy: AutoOffsetReset,
) -> Validation {
    let undefined = answer_epoch < LeaderEpoch::ZERO || end_offset < Offset::ZERO;
    let truncation = |divergent_offset| {
        Validation::Failed(ReadError::LogTruncation {
            position: position.offset,
            divergent_offset,
        })
    };
    match reset_strategy(policy) {
        Some(strategy) if undefined => Validation::Reset(strategy),
        None if undefined => truncation(None),
        _ if end_offset >= position.offset => Validation::Valid,
        Some(_) => Validation::Truncated {
            to: end_offset,
            epoch: answer_epoch,
        },
        None => truncation(Some(end_offset)),
    }
}

/// A partition in a request: as the application names it, and as the protocol does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AskedPartition<Q> {
    pub name: NamedPartition,
    pub id: TopicPartition,
    /// What was asked, to tell an answer that still fits from one that came too late.
    pub question: Q,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CL-107: valid up to its time, and another replica begins a time of its own.
    #[test]
    fn cl_107_a_preferred_replica_is_used_until_its_time_is_over() {
        let mut partition = AssignedPartition::new(FetchState::AwaitReset(OffsetSpec::Latest));
        partition.update_preferred_read_replica(BrokerId(42), SimTime(10));
        partition.update_preferred_read_replica(BrokerId(42), SimTime(99));
        let used = |partition: &AssignedPartition, at| partition.preferred_read_replica(SimTime(at));
        assert_eq!(used(&partition, 9), Some(BrokerId(42)));
        assert_eq!(used(&partition, 10), Some(BrokerId(42)));
        assert_eq!(used(&partition, 11), None);
        partition.update_preferred_read_replica(BrokerId(43), SimTime(20));
        assert_eq!(used(&partition, 11), Some(BrokerId(43)));
    }

    #[test]
    fn only_the_end_of_the_epoch_is_compared() {
        let position = FetchPosition {
            offset: Offset(10),
            offset_epoch: Some(LeaderEpoch(5)),
            current_leader: LeaderAndEpoch::UNKNOWN,
        };
        let truncated = |to, epoch| Validation::Truncated {
            to: Offset(to),
            epoch: LeaderEpoch(epoch),
        };
        let table = [
            (5, 15, Validation::Valid),
            (5, 10, Validation::Valid),
            (3, 12, Validation::Valid),
            (5, 9, truncated(9, 5)),
            (7, 5, truncated(5, 7)),
            (-1, -1, Validation::Reset(OffsetSpec::Latest)),
        ];
        for (epoch, end, expected) in table {
            let found = validate(position, LeaderEpoch(epoch), Offset(end), AutoOffsetReset::Latest);
            assert_eq!(found, expected, "({epoch}, {end})");
        }
    }
}
