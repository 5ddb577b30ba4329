//! Requests that wait at the broker: acks=all produces for the high watermark, fetches for records.
//!
//! Nothing is pushed to a parked request. Whenever something happens to a partition, the requests that watch it are examined
//! again, in the order in which they came, and answered by what is the case then; or their time runs out.
//!
//! Source: DelayedOperationPurgatory, DelayedProduce, DelayedFetch.

use super::{Broker, Context};
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, TopicPartition};
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::time::SimTime;
use crate::base::timer::{CorrelationKey, Timer};
use crate::message::fetch::{FetchPartition, FetchRequest, Reader};
use crate::message::produce::{ProduceResponse, ProducedPartition};
use crate::message::transaction::{WriteTxnMarkersResponse, WrittenTxnMarker};
use crate::message::{Connection, Response};
use crate::outbox::Delay;
use crate::partition::read::read_bound;

/// Who gets the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Requester {
    pub connection: Connection,
    pub correlation: CorrelationId,
    /// The connection is gone: the request is still carried out, its answer goes nowhere.
    pub lost: bool,
}

/// What asked for the appends, and so what answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    Produce,
    /// Whose marker each entry is.
    WriteTxnMarkers(Vec<i64>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParkedProduce {
    pub requester: Requester,
    pub reply: Reply,
    pub since: SimTime,
    pub until: SimTime,
    pub partitions: Vec<ParkedProducePartition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParkedProducePartition {
    /// What the high watermark has to reach.
    pub required_offset: Offset,
    /// Still waiting. The answer is then what a time-out says.
    pub pending: bool,
    pub answer: ProducedPartition,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParkedFetch {
    pub requester: Requester,
    pub since: SimTime,
    pub until: SimTime,
    pub request: FetchRequest,
}

/// A kind of request that can be parked.
pub trait Parked {
    fn watched(&self) -> impl Iterator<Item = TopicPartition>;
    fn requester_mut(&mut self) -> &mut Requester;
}

impl Parked for ParkedProduce {
    fn watched(&self) -> impl Iterator<Item = TopicPartition> {
        self.partitions.iter().map(|partition| partition.answer.partition)
    }
    fn requester_mut(&mut self) -> &mut Requester {
        &mut self.requester
    }
}

impl Parked for ParkedFetch {
    fn watched(&self) -> impl Iterator<Item = TopicPartition> {
        self.request.partitions.iter().map(|asked| asked.partition)
    }
    fn requester_mut(&mut self) -> &mut Requester {
        &mut self.requester
    }
}

/// Parked requests of one kind, found by the partitions they watch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Purgatory<T> {
    /// By the order in which they came.
    parked: Map<u64, T>,
    watchers: Map<TopicPartition, Vec<u64>>,
    next_key: u64,
}

impl<T> Default for Purgatory<T> {
    fn default() -> Self {
        Purgatory {
            parked: Map::new(),
            watchers: Map::new(),
            next_key: 0,
        }
    }
}

impl<T: Parked> Purgatory<T> {
    /// Oldest first, each with its key.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        self.parked.iter().map(|(key, parked)| (*key, parked))
    }

    pub fn get(&self, key: u64) -> Option<&T> {
        self.parked.get(&key)
    }

    pub(super) fn get_mut(&mut self, key: u64) -> Option<&mut T> {
        self.parked.get_mut(&key)
    }

    /// The n-th oldest request that watches this partition.
    pub(super) fn watcher(&self, partition: TopicPartition, n: usize) -> Option<u64> {
        self.watchers.get(&partition)?.get(n).copied()
    }

    pub fn is_watched(&self, partition: TopicPartition) -> bool {
        self.watcher(partition, 0).is_some()
    }

    pub(super) fn park(&mut self, request: T) -> u64 {
        let key = self.next_key;
        self.next_key += 1;
        for partition in request.watched() {
            self.watchers.entry(partition).or_default().push(key);
        }
        self.parked.insert(key, request);
        key
    }

    pub(super) fn take(&mut self, key: u64) -> Option<T> {
        let request = self.parked.remove(&key)?;
        for partition in request.watched() {
            if let Some(keys) = self.watchers.get_mut(&partition) {
                keys.retain(|&watching| watching != key);
            }
        }
        Some(request)
    }

    pub(super) fn requester_lost(&mut self, connection: Connection) {
        for request in self.parked.values_mut() {
            let requester = request.requester_mut();
            requester.lost |= requester.connection == connection;
        }
    }
}

impl Reply {
    /// Markers of the same producer are answered together.
    pub(super) fn response(self, partitions: Vec<ProducedPartition>) -> Response {
        let producer_ids = match self {
            Reply::Produce => return Response::Produce(ProduceResponse { partitions }),
            Reply::WriteTxnMarkers(producer_ids) => producer_ids,
        };
        let mut markers: Vec<WrittenTxnMarker> = Vec::new();
        for (producer_id, answer) in producer_ids.into_iter().zip(partitions) {
            let result = (answer.partition, answer.error);
            match markers.iter_mut().find(|marker| marker.producer_id == producer_id) {
                Some(marker) => marker.partitions.push(result),
                None => markers.push(WrittenTxnMarker {
                    producer_id,
                    partitions: vec![result],
                }),
            }
        }
        Response::WriteTxnMarkers(WriteTxnMarkersResponse { markers })
    }
}

impl Broker {
    /// The high watermark rose, or the role changed: everything that waits on this partition is looked at again.
    /// Source: DelayedOperations.checkAndCompleteAll.
    pub(super) fn complete_delayed_requests(&mut self, context: &mut Context<'_>, partition: TopicPartition) {
        self.note_high_watermark(context, partition);
        self.complete_delayed_produces(context, partition);
        self.complete_delayed_fetches(context, partition);
        self.complete_delayed_deletes(context, partition);
    }

    /// Transactions whose markers are committed hold nothing back any more. Source: UnifiedLog.updateHighWatermarkMetadata.
    pub(super) fn note_high_watermark(&self, context: &mut Context<'_>, partition: TopicPartition) {
        if let Some(hosted) = self.partitions.get(&partition)
            && context
                .disk
                .log(partition)
                .is_some_and(|log| log.producers.has_unreplicated())
            && let Some(log) = context.disk.log_mut(partition)
        {
            log.producers.high_watermark_updated(hosted.high_watermark);
        }
    }

    fn complete_delayed_produces(&mut self, context: &mut Context<'_>, partition: TopicPartition) {
        let mut n = 0;
        while let Some(key) = self.produces.watcher(partition, n) {
            if self.examine_produce(key) {
                self.complete_produce(context, key);
            } else {
                n += 1;
            }
        }
    }

    pub(super) fn complete_delayed_fetches(&mut self, context: &mut Context<'_>, partition: TopicPartition) {
        let mut n = 0;
        while let Some(key) = self.fetches.watcher(partition, n) {
            let satisfied = self
                .fetches
                .get(key)
                .is_some_and(|fetch| self.is_satisfied(context, &fetch.request));
            if satisfied {
                self.complete_fetch(context, key);
            } else {
                n += 1;
            }
        }
    }

    /// Parks a produce, unless there is nothing to wait for. Source: ReplicaManager.maybeAddDelayedProduce.
    pub(super) fn park_produce(&mut self, context: &mut Context<'_>, produce: ParkedProduce) {
        let until = produce.until;
        let key = self.produces.park(produce);
        if self.examine_produce(key) {
            return self.complete_produce(context, key);
        }
        let delay = Delay::Exactly(until.since(context.at));
        context.out.set_timer(Timer::DelayedProduce(CorrelationKey(key)), delay);
    }

    /// Settles what can be settled, and says whether nothing is left to wait for. Source: DelayedProduce.tryComplete.
    fn examine_produce(&mut self, key: u64) -> bool {
        let Some(mut produce) = self.produces.parked.remove(&key) else {
            return false;
        };
        let mut done = true;
        for waiting in produce.partitions.iter_mut().filter(|waiting| waiting.pending) {
            match self.settle(waiting) {
                Some(error) => {
                    waiting.pending = false;
                    waiting.answer.error = error;
                    waiting.answer.current_leader = self.current_leader(waiting.answer.partition, error);
                }
                None => done = false,
            }
        }
        self.produces.parked.insert(key, produce);
        done
    }

    /// How an appended batch fares; `None`: it has to wait. Source: DelayedProduce.tryComplete.
    fn settle(&self, waiting: &ParkedProducePartition) -> Option<ErrorCode> {
        let partition = match self.hosted(waiting.answer.partition) {
            Ok(partition) => partition,
            Err(error) => return Some(error),
        };
        let Some(leader) = partition.as_leader() else {
            return Some(ErrorCode::NotLeaderOrFollower);
        };
        if partition.high_watermark < waiting.required_offset {
            return None;
        }
        Some(if partition.enough_replicas_after_append(leader) {
            ErrorCode::None
        } else {
            ErrorCode::NotEnoughReplicasAfterAppend
        })
    }

    fn complete_produce(&mut self, context: &mut Context<'_>, key: u64) {
        let Some(produce) = self.produces.take(key) else { return };
        context.out.cancel_timer(Timer::DelayedProduce(CorrelationKey(key)));
        let partitions = produce.partitions.into_iter().map(|waiting| waiting.answer).collect();
        answer(context, produce.requester, produce.reply.response(partitions));
    }

    /// Its time is over: what is still pending is answered REQUEST_TIMED_OUT. Source: DelayedProduce.onExpiration.
    pub(super) fn expire_produce(&mut self, context: &mut Context<'_>, key: u64) {
        self.meters.produce_expires += u32::from(self.produces.get(key).is_some());
        self.complete_produce(context, key);
    }

    /// Parks a fetch, unless it is satisfied already. Source: ReplicaManager.fetchMessages.
    pub(super) fn park_fetch(&mut self, context: &mut Context<'_>, fetch: ParkedFetch) {
        let until = fetch.until;
        let satisfied = self.is_satisfied(context, &fetch.request);
        let key = self.fetches.park(fetch);
        if satisfied {
            return self.complete_fetch(context, key);
        }
        if self.fetch_expiry.is_none_or(|expiry| until < expiry) {
            self.set_fetch_expiry(context, until);
        }
    }

    fn set_fetch_expiry(&mut self, context: &mut Context<'_>, until: SimTime) {
        self.fetch_expiry = Some(until);
        context
            .out
            .set_timer(Timer::DelayedFetch, Delay::Exactly(until.since(context.at)));
    }

    pub(super) fn expire_fetches(&mut self, context: &mut Context<'_>) {
        self.fetch_expiry = None;
        let overdue: Vec<u64> = self
            .fetches
            .iter()
            .filter(|(_, fetch)| fetch.until <= context.at)
            .map(|(key, _)| key)
            .collect();
        for key in overdue {
            match self.fetches.get(key).map(|fetch| &fetch.request.reader) {
                Some(Reader::Replica { .. }) => self.meters.follower_fetch_expires += 1,
                Some(_) => self.meters.consumer_fetch_expires += 1,
                None => {}
            }
            self.complete_fetch(context, key);
        }
        if let Some(until) = self.fetches.iter().map(|(_, fetch)| fetch.until).min() {
            self.set_fetch_expiry(context, until);
        }
    }

    /// Whether a parked fetch has a reason to be answered before its time. Source: DelayedFetch.tryComplete.
    fn is_satisfied(&self, context: &Context<'_>, request: &FetchRequest) -> bool {
        let mut bytes = 0;
        for asked in &request.partitions {
            match self.available_bytes(context, request, asked) {
                Some(available) => bytes += available,
                None => return true,
            }
        }
        bytes >= i64::from(request.min_bytes)
    }

    /// Bytes that this partition would add to the answer; `None` when the fetch has to be answered at once: it would fail, its
    /// offset lies behind the end, or its log has diverged.
    fn available_bytes(&self, context: &Context<'_>, request: &FetchRequest, asked: &FetchPartition) -> Option<i64> {
        let partition = self.hosted(asked.partition).ok()?;
        let log = context.disk.log(asked.partition)?;
        let (rules, only_from_leader) = (&context.config.rules, request.reader.only_from_leader());
        partition
            .check_epoch_and_role(asked.current_leader_epoch, only_from_leader, rules)
            .ok()?;
        let end = read_bound(&partition.offset_snapshot(log), &request.reader, rules);
        if partition.has_diverged(log, asked, rules) {
            return None;
        }
        // A reader beyond the end is answered at once, unless its offset lies within the batch that begins at the end: where it
        // would read is where the end is. Source: observed on 4.3.1; LogOffsetMetadata.
        if asked.fetch_offset > end
            && log
                .batch_at(asked.fetch_offset)
                .is_none_or(|batch| batch.base_offset > end)
        {
            return None;
        }
        if asked.fetch_offset >= end {
            return Some(0);
        }
        let enough = i64::from(asked.partition_max_bytes.min(request.min_bytes));
        Some(log.readable_bytes(asked.fetch_offset, end, enough))
    }

    /// Reads once more, without effect on the partitions, and answers. Source: DelayedFetch.onComplete.
    fn complete_fetch(&mut self, context: &mut Context<'_>, key: u64) {
        let Some(fetch) = self.fetches.take(key) else { return };
        let response = self.read_again(context, &fetch.request);
        answer(context, fetch.requester, Response::Fetch(response));
    }
}

fn answer(context: &mut Context<'_>, requester: Requester, response: Response) {
    if !requester.lost {
        context.out.reply(requester.connection, requester.correlation, response);
    }
}
