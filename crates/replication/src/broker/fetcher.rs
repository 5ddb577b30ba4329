//! What a follower remembers of its fetching from one broker.
//!
//! One fetcher per source broker fetches for all partitions that this broker follows there: one request at a time, for all
//! that are ready, those that made progress last. A partition with an error waits by itself; the others go on.
//!
//! Simplified: `num.replica.fetchers` is 1.
//!
//! Source: AbstractFetcherThread, PartitionFetchState, PartitionStates.

use crate::base::epoch::LeaderEpoch;
use crate::base::id::{CorrelationId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::base::time::SimTime;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fetcher {
    /// In the order in which they will be asked for.
    pub partitions: Vec<(TopicPartition, FetchState)>,
    /// The request on its way. Nothing else is sent before it is answered.
    pub awaited: Option<Awaited>,
    /// Its last Fetch was answered: the leader need not repeat itself. Source: FetchSessionHandler.
    pub in_session: bool,
    /// Partitions whose offset the leader does not have; it will be asked where its log begins and ends.
    pub out_of_range: Vec<TopicPartition>,
    /// What the last Fetch asked for; kept to see whether the answer still fits.
    requested: Vec<Requested>,
    /// When the timer for delayed partitions runs out.
    pub(super) backoff_timer: Option<SimTime>,
    /// Whether the timer for an overdue answer is running.
    pub(super) timeout_timer: bool,
}

/// How far the follower is in one partition. Source: PartitionFetchState.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FetchState {
    /// The follower's log end offset.
    pub fetch_offset: Offset,
    pub current_leader_epoch: LeaderEpoch,
    /// Epoch of the last record it holds; `None` for a log that never had one.
    pub last_fetched_epoch: Option<LeaderEpoch>,
    /// The leader's high watermark minus the own end, at the last answer that brought the follower forward.
    pub lag: Option<i64>,
    /// The same at the last answer of all: the metric. Source: FetcherLagStats.
    pub reported_lag: i64,
    /// Left out until then, after an error.
    pub delayed_until: Option<SimTime>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Awaited {
    pub correlation: CorrelationId,
    pub since: SimTime,
    pub question: Question,
}

/// What a fetcher has asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    Records,
    /// Out of range: where does the leader's log end?
    LeaderEnd {
        partition: TopicPartition,
        leader_epoch: LeaderEpoch,
    },
    /// The leader's log ends further on: where does it begin?
    LeaderStart {
        partition: TopicPartition,
        leader_epoch: LeaderEpoch,
        leader_end: Offset,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Requested {
    pub partition: TopicPartition,
    pub fetch_offset: Offset,
    pub current_leader_epoch: LeaderEpoch,
}

impl FetchState {
    pub fn is_delayed(&self, at: SimTime) -> bool {
        self.delayed_until.is_some_and(|until| until > at)
    }
}

impl Fetcher {
    /// Where the request on its way reads a partition; none when it was sent without it.
    pub fn asks_for(&self, id: TopicPartition) -> Option<Offset> {
        let awaited = self.awaited.filter(|awaited| awaited.question == Question::Records);
        let requested = self.requested.iter().find(|requested| requested.partition == id);
        Some(requested.filter(|_| awaited.is_some())?.fetch_offset)
    }

    pub fn state(&self, partition: TopicPartition) -> Option<&FetchState> {
        self.index_of(partition).map(|index| &self.partitions[index].1)
    }

    pub(super) fn state_mut(&mut self, partition: TopicPartition) -> Option<&mut FetchState> {
        self.index_of(partition).map(|index| &mut self.partitions[index].1)
    }

    fn index_of(&self, partition: TopicPartition) -> Option<usize> {
        self.partitions.iter().position(|(id, _)| *id == partition)
    }

    pub(super) fn remove(&mut self, partition: TopicPartition) {
        self.partitions.retain(|(id, _)| *id != partition);
        self.out_of_range.retain(|id| *id != partition);
    }

    /// Its turn comes after all others. Source: PartitionStates.moveToEnd.
    pub(super) fn move_to_end(&mut self, partition: TopicPartition) {
        if let Some(index) = self.index_of(partition) {
            self.partitions[index..].rotate_left(1);
        }
    }

    /// Leaves a partition out for a while; one that is left out already is not left out longer.
    /// Source: AbstractFetcherThread.delayPartitions.
    pub(super) fn delay(&mut self, partition: TopicPartition, at: SimTime, until: SimTime) {
        if let Some(state) = self.state_mut(partition)
            && !state.is_delayed(at)
        {
            state.delayed_until = Some(until);
            self.move_to_end(partition);
        }
    }

    /// Notes what the next Fetch asks for.
    pub(super) fn request(&mut self, at: SimTime) -> &[Requested] {
        self.requested.clear();
        for (partition, state) in &mut self.partitions {
            if state.is_delayed(at) {
                continue;
            }
            state.delayed_until = None;
            self.requested.push(Requested {
                partition: *partition,
                fetch_offset: state.fetch_offset,
                current_leader_epoch: state.current_leader_epoch,
            });
        }
        &self.requested
    }

    /// Whether an answer for this partition is about the present state: still fetched here, not delayed meanwhile, asked for at
    /// the present offset and in the present epoch. Source: AbstractFetcherThread.processFetchRequest.
    pub(super) fn answer_fits(&self, partition: TopicPartition, at: SimTime, rules: &Rules) -> bool {
        let Some(state) = self.state(partition) else {
            return false;
        };
        let Some(requested) = self.requested.iter().find(|requested| requested.partition == partition) else {
            return false;
        };
        let same_offset = requested.fetch_offset == state.fetch_offset || !rules.on(Rule::AnswerIsForPresentOffset);
        let same_epoch =
            requested.current_leader_epoch == state.current_leader_epoch || !rules.on(Rule::AnswerIsForPresentEpoch);
        same_offset && same_epoch && !state.is_delayed(at)
    }

    /// When the next delayed partition may be asked for again.
    pub(super) fn next_ready(&self) -> Option<SimTime> {
        self.partitions
            .iter()
            .filter_map(|(_, state)| state.delayed_until)
            .min()
    }
}
