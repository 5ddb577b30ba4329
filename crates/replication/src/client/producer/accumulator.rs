//! Where a producer's records wait: one queue of batches per partition.
//!
//! A record joins the last batch of its partition if that has room. The queue's first batch decides whether the
//! partition is ready; a ready partition makes its leader's node ready, and then one batch of each of that node's
//! partitions is drained into one request. Retried batches go back to the front; those of an idempotent producer in the order of
//! their sequence numbers.
//!
//! Not modelled: `buffer.memory`; `send()` never waits for it.
//!
//! Source: RecordAccumulator.

use std::collections::VecDeque;

use super::batch::{ProducerBatch, ProducerState};
use super::transaction_manager::TransactionManager;
use crate::base::config::ProducerConfig;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::base::map::Map;
use crate::base::set::Set;
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::BatchWaits;
use crate::client::backoff::exponential_backoff;
use crate::client::metadata::Snapshot;
use crate::client::partitioner::{Candidates, StickyPartition};
use crate::log::record_batch::{BATCH_OVERHEAD, Record};
use crate::outbox::{Delay, Outbox};

/// The batches of one partition that are not in flight; never empty between two inputs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Queue {
    pub batches: VecDeque<ProducerBatch>,
    /// When the running `Timer::Linger` fires.
    linger_timer: Option<SimTime>,
    /// The batch for which `Timer::RetryBackoff` runs.
    backoff_timer: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RecordAccumulator {
    queues: Map<TopicPartition, Queue>,
    /// Partitions that were ever appended to; see `Candidates::all_known`.
    appended_to: Set<TopicPartition>,
    sticky: Map<TopicId, StickyPartition>,
    /// With one request in flight per connection: partitions whose batch is in flight.
    muted: Set<TopicPartition>,
    /// Per node, the partition visited last; the next request begins there.
    drain_index: Map<BrokerId, TopicPartition>,
    next_batch: u64,
}

/// What a look over all queues found. Source: RecordAccumulator.ready.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadyCheck {
    pub nodes: Set<BrokerId>,
    /// Topics with a batch whose partition has no known leader.
    pub unknown_leader_topics: Set<TopicId>,
}

impl RecordAccumulator {
    pub fn queues(&self) -> &Map<TopicPartition, Queue> {
        &self.queues
    }

    pub fn has_undrained(&self) -> bool {
        !self.queues.is_empty()
    }

    /// Adds the record to the last batch of its partition, or opens a new one; the bytes by which the queue grew.
    /// Source: RecordAccumulator.append.
    pub fn append(&mut self, partition: TopicPartition, record: Record, at: SimTime, config: &ProducerConfig) -> i64 {
        self.appended_to.insert(partition);
        let size = record.size_in_bytes();
        let batches = &mut self.queues.entry(partition).or_default().batches;
        let record = match batches.back_mut() {
            Some(last) => match last.try_append(record) {
                Ok(()) => return size,
                Err(record) => {
                    last.close();
                    record
                }
            },
            None => record,
        };
        let capacity = i64::from(config.batch_size).max(BATCH_OVERHEAD + size);
        let mut batch = ProducerBatch::new(self.next_batch, partition, capacity, at);
        self.next_batch += 1;
        // An empty batch takes any record.
        let _ = batch.try_append(record);
        batches.push_back(batch);
        BATCH_OVERHEAD + size
    }

    /// The partition for the next record without a key; a switch that was held back is made now, if it may.
    /// Source: RecordAccumulator.partitionChanged; BuiltInPartitioner.peekCurrentPartitionInfo.
    pub fn sticky_partition(&mut self, topic: TopicId, snapshot: &Snapshot, config: &ProducerConfig) -> i32 {
        self.maybe_switch_sticky(topic, snapshot, config);
        match self.sticky.get(&topic) {
            Some(sticky) => sticky.partition,
            None => {
                let first = StickyPartition::first(&self.candidates(topic, snapshot));
                let partition = first.partition;
                self.sticky.insert(topic, first);
                partition
            }
        }
    }

    /// A record without a key went to the sticky partition. Source: BuiltInPartitioner.updatePartitionInfo.
    pub fn sticky_appended(&mut self, topic: TopicId, bytes: i64, snapshot: &Snapshot, config: &ProducerConfig) {
        if let Some(sticky) = self.sticky.get_mut(&topic) {
            sticky.produced_bytes += bytes;
        }
        self.maybe_switch_sticky(topic, snapshot, config);
    }

    fn maybe_switch_sticky(&mut self, topic: TopicId, snapshot: &Snapshot, config: &ProducerConfig) {
        let Some(sticky) = self.sticky.get(&topic) else { return };
        let full = self.all_batches_full(TopicPartition::new(topic, sticky.partition));
        if sticky.wants_switch(config.batch_size.into(), full) {
            let candidates = self.candidates(topic, snapshot);
            if let Some(sticky) = self.sticky.get_mut(&topic) {
                sticky.switch(&candidates);
            }
        }
    }

    fn all_batches_full(&self, partition: TopicPartition) -> bool {
        let queue = self.queues.get(&partition);
        queue
            .and_then(|queue| queue.batches.back())
            .is_none_or(ProducerBatch::is_full)
    }

    fn candidates(&self, topic: TopicId, snapshot: &Snapshot) -> Candidates {
        let queued = |partition: &TopicPartition| self.queues.get(partition).map_or(0, |q| q.batches.len() as u32);
        Candidates {
            count: snapshot.partition_count(topic),
            available: snapshot
                .partitions_of(topic)
                .filter(|(partition, _)| snapshot.leader(**partition).is_some())
                .map(|(partition, _)| (partition.partition, queued(partition)))
                .collect(),
            all_known: snapshot
                .partitions_of(topic)
                .all(|(partition, _)| self.appended_to.contains(partition)),
        }
    }

    /// Whether the first batch of a partition would be sent now, and to whom; whether that node takes a request is
    /// another question. `closing` makes everything sendable. Source: RecordAccumulator.partitionReady, batchReady.
    pub fn readiness(
        &self,
        partition: TopicPartition,
        snapshot: &Snapshot,
        at: SimTime,
        config: &ProducerConfig,
        closing: bool,
    ) -> Option<Result<BrokerId, BatchWaits>> {
        let queue = self.queues.get(&partition)?;
        let first = queue.batches.front()?;
        Some(self.batch_readiness(first, queue.batches.len(), snapshot, at, config, closing))
    }

    fn batch_readiness(
        &self,
        first: &ProducerBatch,
        queued: usize,
        snapshot: &Snapshot,
        at: SimTime,
        config: &ProducerConfig,
        closing: bool,
    ) -> Result<BrokerId, BatchWaits> {
        let leader = snapshot.leader(first.partition).ok_or(BatchWaits::NoLeader)?;
        if self.muted.contains(&first.partition) {
            return Err(BatchWaits::Muted);
        }
        if first.should_backoff() {
            return Err(BatchWaits::BacksOff {
                since: first.last_attempt,
                attempts: first.attempts,
            });
        }
        let until = first.last_attempt + config.linger;
        if queued > 1 || first.is_full() || until <= at || closing {
            Ok(leader)
        } else {
            Err(BatchWaits::Lingers { until })
        }
    }

    /// Source: RecordAccumulator.ready.
    pub fn ready(&mut self, snapshot: &Snapshot, at: SimTime, config: &ProducerConfig, closing: bool) -> ReadyCheck {
        let mut check = ReadyCheck::default();
        for (partition, queue) in &mut self.queues {
            if let Some(first) = queue.batches.front_mut() {
                first.maybe_update_leader_epoch(snapshot.leader_epoch(*partition));
            }
        }
        for (partition, queue) in &self.queues {
            let Some(first) = queue.batches.front() else { continue };
            match self.batch_readiness(first, queue.batches.len(), snapshot, at, config, closing) {
                Ok(leader) => {
                    check.nodes.insert(leader);
                }
                Err(BatchWaits::NoLeader) => {
                    check.unknown_leader_topics.insert(partition.topic);
                }
                Err(_) => {}
            }
        }
        check
    }

    /// At most one batch of each partition the node leads, beginning where the last request ended, up to
    /// `max.request.size`. An idempotent producer's batch that may not go yet ends the round: what comes after it waits as well,
    /// and the next round begins with it. Source: RecordAccumulator.drainBatchesForOneNode.
    pub fn drain(
        &mut self,
        node: BrokerId,
        snapshot: &Snapshot,
        at: SimTime,
        config: &ProducerConfig,
        mut transactions: Option<&mut TransactionManager>,
    ) -> Vec<ProducerBatch> {
        let Some(led) = snapshot.led_by.get(&node) else {
            return Vec::new();
        };
        let begin = self
            .drain_index
            .get(&node)
            .map_or(0, |last| led.partition_point(|p| p < last));
        let begin = if begin < led.len() { begin } else { 0 };
        let (after, before) = (&led[begin..], &led[..begin]);
        let mut drained = Vec::new();
        let mut size = 0;
        // A whole round ends on the partition before the first.
        let mut stopped_at = before.last().or(led.last());
        for partition in after.iter().chain(before) {
            let Some(batch) = self.drainable(*partition) else {
                continue;
            };
            if size + batch.size_in_bytes() > i64::from(config.max_request_size) && !drained.is_empty() {
                stopped_at = Some(partition);
                break;
            }
            if transactions
                .as_ref()
                .is_some_and(|transactions| transactions.stops(batch).is_some())
            {
                stopped_at = Some(partition);
                break;
            }
            size += batch.size_in_bytes();
            let Some(mut batch) = self.take_first(*partition, at, config) else {
                continue;
            };
            if let Some(transactions) = &mut transactions
                && batch.producer_state().is_none()
            {
                transactions.number(&mut batch);
            }
            drained.push(batch);
        }
        if let Some(partition) = stopped_at {
            self.drain_index.insert(node, *partition);
        }
        drained
    }

    fn drainable(&self, partition: TopicPartition) -> Option<&ProducerBatch> {
        let first = self.queues.get(&partition)?.batches.front()?;
        (!self.muted.contains(&partition) && !first.should_backoff()).then_some(first)
    }

    fn take_first(&mut self, partition: TopicPartition, at: SimTime, config: &ProducerConfig) -> Option<ProducerBatch> {
        let mut batch = self.queues.get_mut(&partition)?.batches.pop_front()?;
        batch.close();
        batch.sequence_has_been_reset = false;
        batch.drained = Some(at);
        batch.backing_off = false;
        if config.max_in_flight == 1 {
            self.muted.insert(partition);
        }
        Some(batch)
    }

    /// The partition's batch came to its end, or is back in the queue. Source: RecordAccumulator.unmutePartition.
    pub fn unmute(&mut self, partition: TopicPartition) {
        self.muted.remove(&partition);
    }

    /// Puts a batch back to the front of its queue, to wait `retry.backoff.ms`. Without idempotence several batches
    /// that come back together end up in reverse order. Source: RecordAccumulator.reenqueue.
    pub fn reenqueue(&mut self, mut batch: ProducerBatch, at: SimTime) {
        batch.reenqueued(at);
        self.put_back(batch);
    }

    /// Numbered batches stand in the order of their numbers, before those that were never sent.
    /// Source: RecordAccumulator.insertInSequenceOrder.
    fn put_back(&mut self, batch: ProducerBatch) {
        let sequence = |batch: &ProducerBatch| batch.producer_state().map(|state| state.base_sequence);
        let batches = &mut self.queues.entry(batch.partition).or_default().batches;
        let place = match sequence(&batch) {
            None => 0,
            Some(own) => {
                let lower = batches
                    .iter()
                    .take_while(|other| sequence(other).is_some_and(|other| other < own));
                lower.count()
            }
        };
        batches.insert(place, batch);
    }

    /// Batches of an idempotent producer, by their number, that are numbered otherwise from now on.
    pub fn renumber(&mut self, number: u64, state: ProducerState) {
        let queued = self.queues.values_mut().flat_map(|queue| &mut queue.batches);
        if let Some(batch) = queued.into_iter().find(|batch| batch.number == number) {
            batch.reset_producer_state(state);
        }
    }

    /// Everything that waits; nothing will be sent any more. Source: RecordAccumulator.abortBatches.
    pub fn abort(&mut self) -> Vec<ProducerBatch> {
        let queues = self.queues.values_mut();
        queues.flat_map(|queue| std::mem::take(&mut queue.batches)).collect()
    }

    /// Replaces a batch that the broker finds too large by smaller ones, at the front of the queue.
    /// Source: RecordAccumulator.splitAndReenqueue.
    pub fn split_and_reenqueue(
        &mut self,
        batch: &ProducerBatch,
        config: &ProducerConfig,
        mut transactions: Option<&mut TransactionManager>,
    ) {
        let parts = batch.split(config.batch_size.into(), self.next_batch);
        self.next_batch += parts.len() as u64;
        for part in parts.into_iter().rev() {
            if let Some(transactions) = &mut transactions {
                transactions.add_in_flight(&part);
            }
            self.put_back(part);
        }
    }

    /// Takes out what has waited for `delivery.timeout.ms`, looking from the front of each queue.
    /// Source: RecordAccumulator.expiredBatches.
    pub fn expired(&mut self, at: SimTime, config: &ProducerConfig) -> Vec<ProducerBatch> {
        let mut expired = Vec::new();
        for queue in self.queues.values_mut() {
            while let Some(first) = queue.batches.front() {
                if !first.has_reached_delivery_timeout(config.delivery_timeout, at) {
                    break;
                }
                expired.extend(queue.batches.pop_front());
            }
        }
        expired
    }

    /// When the next queued batch expires.
    pub fn next_expiry(&self, config: &ProducerConfig) -> Option<SimTime> {
        let firsts = self.queues.values().filter_map(|queue| queue.batches.front());
        firsts.map(|batch| batch.created + config.delivery_timeout).min()
    }

    /// `Timer::RetryBackoff` fired.
    pub fn backoff_is_over(&mut self, partition: TopicPartition) {
        if let Some(queue) = self.queues.get_mut(&partition)
            && let Some(number) = queue.backoff_timer.take()
            && let Some(batch) = queue.batches.iter_mut().find(|batch| batch.number == number)
        {
            batch.backing_off = false;
        }
    }

    /// `Timer::Linger` fired.
    pub fn linger_is_over(&mut self, partition: TopicPartition) {
        if let Some(queue) = self.queues.get_mut(&partition) {
            queue.linger_timer = None;
        }
    }

    /// Lets one timer run for the first batch of each queue that waits for time to pass, and forgets empty queues. True
    /// if a wait turned out to be over already.
    pub fn set_timers(&mut self, at: SimTime, config: &ProducerConfig, closing: bool, out: &mut Outbox) -> bool {
        let mut over = false;
        self.queues.retain(|partition, queue| {
            over |= queue.set_backoff_timer(*partition, at, config, out);
            queue.set_linger_timer(*partition, at, config, closing, out);
            !queue.batches.is_empty()
        });
        over
    }
}

impl Queue {
    fn set_backoff_timer(
        &mut self,
        partition: TopicPartition,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) -> bool {
        let first = self.batches.front_mut().filter(|batch| batch.should_backoff());
        let wanted = first.as_ref().map(|batch| batch.number);
        if wanted == self.backoff_timer {
            return false;
        }
        self.backoff_timer = None;
        let Some(batch) = first else {
            out.cancel_timer(Timer::RetryBackoff(partition));
            return false;
        };
        let range = exponential_backoff(config.retry_backoff, config.retry_backoff_max, batch.attempts - 1);
        match range.after(at.since(batch.last_attempt)) {
            Some(delay) => {
                out.set_timer(Timer::RetryBackoff(partition), delay);
                self.backoff_timer = wanted;
                false
            }
            None => {
                batch.backing_off = false;
                true
            }
        }
    }

    fn set_linger_timer(
        &mut self,
        partition: TopicPartition,
        at: SimTime,
        config: &ProducerConfig,
        closing: bool,
        out: &mut Outbox,
    ) {
        let until = self.batches.front().map(|first| first.created + config.linger);
        let lingers = |until: &SimTime| {
            let full = self.batches.len() > 1 || self.batches.front().is_some_and(ProducerBatch::is_full);
            !full && !closing && *until > at
        };
        let wanted = until.filter(lingers);
        if wanted == self.linger_timer {
            return;
        }
        match wanted {
            Some(until) => out.set_timer(Timer::Linger(partition), Delay::Exactly(until.since(at))),
            None => out.cancel_timer(Timer::Linger(partition)),
        }
        self.linger_timer = wanted;
    }
}
