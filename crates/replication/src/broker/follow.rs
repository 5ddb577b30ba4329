//! Following: sends fetches to leaders, appends what comes, truncates what leaders do not have.
//!
//! Nothing is assumed about the time between a request and its answer: an answer counts for a partition only if the partition
//! still stands where it stood when it was asked.
//!
//! Differs: for an offset out of range Kafka's thread asks the leader while it holds the partition's lock; here answers to the
//! two questions are checked against the present epoch instead.
//!
//! Source: AbstractFetcherThread, ReplicaFetcherThread, ReplicaFetcherManager.

use std::sync::Arc;

use super::fetcher::{Awaited, FetchState, Fetcher, Question};
use super::storage::write_recovery_points;
use super::{Broker, Context};
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, CorrelationId, NodeId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::base::timer::Timer;
use crate::log::leader_epoch_cache::EpochEndOffset;
use crate::log::log::Log;
use crate::message::fetch::{FetchPartition, FetchRequest, FetchResponse, FetchedPartition, Reader};
use crate::message::list_offsets::{ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, OffsetSpec};
use crate::message::{Connection, Purpose, Request};
use crate::outbox::Delay;
use crate::partition::Partition;
use crate::partition::truncation::truncation_target;

/// What an answer means for one partition.
enum Reaction {
    Nothing,
    HighWatermarkChanged,
    Diverging(EpochEndOffset),
    OutOfRange,
    /// Try again after the back-off.
    Delay,
    /// Replication of this partition stops until a new leader epoch.
    Failed,
}

impl Broker {
    /// Begins to fetch a partition from its own end. The leader will say if that is not where their logs agree.
    /// Source: AbstractFetcherManager.addFetcherForPartitions, ReplicaManager.initialFetchOffset.
    pub(super) fn add_fetcher(&mut self, source: BrokerId, partition: TopicPartition, epoch: LeaderEpoch, log: &Log) {
        self.failed_partitions.remove(&partition);
        let state = FetchState {
            fetch_offset: log.log_end_offset(),
            current_leader_epoch: epoch,
            last_fetched_epoch: log.latest_epoch(),
            lag: None,
            reported_lag: 0,
            delayed_until: None,
        };
        self.fetchers
            .entry(source)
            .or_default()
            .partitions
            .push((partition, state));
    }

    /// A log without any leader epoch cannot be compared with the leader's, so it is cut to what is known to be committed; all
    /// followers did that before they knew leader epochs.
    /// Source: AbstractFetcherThread.partitionFetchState, truncateToHighWatermark.
    pub(super) fn truncate_to_high_watermark(&mut self, context: &mut Context<'_>, id: TopicPartition) {
        let rules = &context.config.rules;
        let has_epochs = context.disk.log(id).is_none_or(|log| {
            let is_empty = log.log_start_offset() == log.log_end_offset();
            is_empty || log.latest_epoch().is_some()
        });
        if has_epochs && knows_epochs(rules) {
            return;
        }
        let expired_until = context.producers_expired_until();
        self.truncate(context, id, |partition, log| {
            partition.truncate_to(log, partition.high_watermark, expired_until, rules);
        });
    }

    /// Source: AbstractFetcherManager.removeFetcherForPartitions.
    pub(super) fn remove_fetcher(&mut self, partition: TopicPartition) {
        self.failed_partitions.remove(&partition);
        for fetcher in self.fetchers.values_mut() {
            fetcher.remove(partition);
        }
    }

    /// Source: AbstractFetcherManager.shutdownIdleFetcherThreads.
    pub(super) fn shut_down_idle_fetchers(&mut self, context: &mut Context<'_>) {
        let local = self.id;
        self.fetchers.retain(|&source, fetcher| {
            if !fetcher.partitions.is_empty() {
                return true;
            }
            if fetcher.awaited.is_some() {
                context.out.disconnect(connection(local, source));
            }
            if fetcher.timeout_timer {
                context.out.cancel_timer(Timer::FetchTimeout(source));
            }
            if fetcher.backoff_timer.is_some() {
                context.out.cancel_timer(Timer::FetchBackoff(source));
            }
            false
        });
    }

    pub(super) fn run_fetchers(&mut self, context: &mut Context<'_>) {
        let sources: Vec<BrokerId> = self.fetchers.keys().copied().collect();
        for source in sources {
            self.run_fetcher(context, source);
        }
    }

    /// Sends the next request to this source if none is on its way and there is something to ask.
    /// Source: AbstractFetcherThread.doWork, ReplicaFetcherThread's LeaderEndPoint.buildFetch.
    fn run_fetcher(&mut self, context: &mut Context<'_>, source: BrokerId) {
        let Some(fetcher) = self.fetchers.get_mut(&source) else {
            return;
        };
        if fetcher.awaited.is_some() {
            return;
        }
        if let Some(&partition) = fetcher.out_of_range.first() {
            fetcher.out_of_range.remove(0);
            if let Some(leader_epoch) = fetcher.state(partition).map(|state| state.current_leader_epoch) {
                let question = Question::LeaderEnd {
                    partition,
                    leader_epoch,
                };
                return self.ask_leader_offset(context, source, question, OffsetSpec::Latest);
            }
        }
        let config = context.config.broker();
        let compares_epochs = knows_epochs(&context.config.rules);
        let begins_session = !fetcher.in_session;
        let requested = fetcher.request(context.at).len();
        if requested == 0 {
            return wait_for_delayed(context, source, fetcher);
        }
        let mut partitions = Vec::with_capacity(requested);
        for (partition, state) in fetcher
            .partitions
            .iter()
            .filter(|(_, state)| state.delayed_until.is_none())
        {
            let log_start_offset = context.disk.log(*partition).map_or(Offset::ZERO, Log::log_start_offset);
            partitions.push(FetchPartition {
                partition: *partition,
                fetch_offset: state.fetch_offset,
                current_leader_epoch: Some(state.current_leader_epoch),
                last_fetched_epoch: state.last_fetched_epoch.filter(|_| compares_epochs),
                log_start_offset,
                partition_max_bytes: config.replica_fetch_max_bytes,
            });
        }
        let request = FetchRequest {
            reader: self.as_replica(),
            max_wait: config.replica_fetch_wait_max,
            min_bytes: config.replica_fetch_min_bytes,
            max_bytes: config.replica_fetch_response_max_bytes,
            begins_session,
            partitions,
        };
        self.ask(context, source, Question::Records, Request::Fetch(request));
    }

    fn as_replica(&self) -> Reader {
        Reader::Replica {
            broker: self.id,
            broker_epoch: self.broker_epoch(),
        }
    }

    fn ask(&mut self, context: &mut Context<'_>, source: BrokerId, question: Question, request: Request) {
        let correlation = self.next_correlation();
        let Connection { from, to, purpose } = connection(self.id, source);
        context.out.send(from, to, purpose, correlation, request);
        let Some(fetcher) = self.fetchers.get_mut(&source) else {
            return;
        };
        fetcher.awaited = Some(Awaited {
            correlation,
            since: context.at,
            question,
        });
        if !fetcher.timeout_timer {
            fetcher.timeout_timer = true;
            let patience = context.config.broker().replica_socket_timeout;
            context.out.set_timer(Timer::FetchTimeout(source), patience);
        }
    }

    pub(super) fn fetch_backoff_over(&mut self, context: &mut Context<'_>, source: BrokerId) {
        if let Some(fetcher) = self.fetchers.get_mut(&source) {
            fetcher.backoff_timer = None;
            self.run_fetcher(context, source);
        }
    }

    /// The timer is set once and looks at what is awaited when it fires.
    pub(super) fn check_fetch_timeout(&mut self, context: &mut Context<'_>, source: BrokerId) {
        let Some(fetcher) = self.fetchers.get_mut(&source) else {
            return;
        };
        fetcher.timeout_timer = false;
        let Some(awaited) = fetcher.awaited else { return };
        let overdue_at = awaited.since + context.config.broker().replica_socket_timeout;
        if overdue_at > context.at {
            fetcher.timeout_timer = true;
            let left = Delay::Exactly(overdue_at.since(context.at));
            return context.out.set_timer(Timer::FetchTimeout(source), left);
        }
        context.out.disconnect(connection(self.id, source));
        self.fetch_failed(context, source);
    }

    /// The request on its way will not be answered: all its partitions wait for the back-off.
    /// Source: AbstractFetcherThread.processFetchRequest, handlePartitionsWithErrors.
    pub(super) fn fetch_failed(&mut self, context: &mut Context<'_>, source: BrokerId) {
        let Some(fetcher) = self.fetchers.get_mut(&source) else {
            return;
        };
        let Some(awaited) = fetcher.awaited.take() else { return };
        let until = context.at + context.config.broker().replica_fetch_backoff;
        match awaited.question {
            Question::Records => {
                fetcher.in_session = false;
                let all: Vec<TopicPartition> = fetcher.partitions.iter().map(|(id, _)| *id).collect();
                all.into_iter()
                    .for_each(|partition| fetcher.delay(partition, context.at, until));
            }
            Question::LeaderEnd { partition, .. } | Question::LeaderStart { partition, .. } => {
                fetcher.delay(partition, context.at, until);
            }
        }
        self.run_fetcher(context, source);
    }

    /// Source: AbstractFetcherThread.processFetchRequest.
    pub(super) fn handle_fetch_response(
        &mut self,
        context: &mut Context<'_>,
        source: BrokerId,
        correlation: CorrelationId,
        response: &FetchResponse,
    ) {
        let Some(fetcher) = self.fetchers.get_mut(&source) else {
            return;
        };
        if fetcher.awaited.is_none_or(|awaited| awaited.correlation != correlation) {
            return;
        }
        fetcher.awaited = None;
        fetcher.in_session = true;
        let until = context.at + context.config.broker().replica_fetch_backoff;
        let mut diverging = Vec::new();
        let mut high_watermarks_changed = Vec::new();
        for fetched in &response.partitions {
            let id = fetched.partition;
            if !fetcher.answer_fits(id, context.at, &context.config.rules) {
                continue;
            }
            match process_partition(&mut self.partitions, fetcher, context, fetched) {
                Reaction::Nothing => {}
                Reaction::HighWatermarkChanged if self.fetches.is_watched(id) => high_watermarks_changed.push(id),
                Reaction::HighWatermarkChanged => {}
                Reaction::Diverging(end) => diverging.push((id, end)),
                Reaction::OutOfRange => fetcher.out_of_range.push(id),
                Reaction::Delay => fetcher.delay(id, context.at, until),
                Reaction::Failed => {
                    fetcher.remove(id);
                    self.failed_partitions.insert(id);
                }
            }
        }
        for (id, end) in diverging {
            self.truncate_on_fetch_response(context, source, id, end);
        }
        for id in high_watermarks_changed {
            self.complete_delayed_fetches(context, id);
        }
        self.run_fetcher(context, source);
    }

    /// Nothing but the divergence is taken from such an answer. Source: AbstractFetcherThread.truncateOnFetchResponse.
    fn truncate_on_fetch_response(
        &mut self,
        context: &mut Context<'_>,
        source: BrokerId,
        id: TopicPartition,
        leader: EpochEndOffset,
    ) {
        let target = match context.disk.log(id) {
            Some(log) => truncation_target(log, leader),
            None => return,
        };
        let rules = &context.config.rules;
        let expired_until = context.producers_expired_until();
        self.truncate(context, id, |partition, log| {
            partition.truncate_to(log, target, expired_until, rules);
        });
        self.reset_fetch_state(context, source, id, None);
    }

    /// Cuts a log and writes the recovery points, as a log never is flushed further than it reaches.
    /// Source: LogManager.truncateTo, truncateFullyAndStartAt.
    fn truncate(&mut self, context: &mut Context<'_>, id: TopicPartition, cut: impl FnOnce(&mut Partition, &mut Log)) {
        let (Some(partition), Some(log)) = (self.partitions.get_mut(&id), context.disk.log_mut(id)) else {
            return;
        };
        let recovery_point = log.recovery_point();
        cut(Arc::make_mut(partition), log);
        if log.recovery_point() != recovery_point {
            write_recovery_points(context.disk);
        }
    }

    /// Fetching goes on from the log as it is now.
    fn reset_fetch_state(&mut self, context: &Context<'_>, source: BrokerId, id: TopicPartition, lag: Option<i64>) {
        let state = self.fetchers.get_mut(&source).and_then(|fetcher| fetcher.state_mut(id));
        let (Some(state), Some(log)) = (state, context.disk.log(id)) else {
            return;
        };
        state.fetch_offset = log.log_end_offset();
        state.last_fetched_epoch = log.latest_epoch();
        state.lag = lag.or(state.lag);
    }

    fn ask_leader_offset(&mut self, context: &mut Context<'_>, source: BrokerId, question: Question, spec: OffsetSpec) {
        let (Question::LeaderEnd {
            partition,
            leader_epoch,
        }
        | Question::LeaderStart {
            partition,
            leader_epoch,
            ..
        }) = question
        else {
            return;
        };
        let request = Request::ListOffsets(ListOffsetsRequest {
            reader: self.as_replica(),
            partitions: vec![ListOffsetsPartition {
                partition,
                current_leader_epoch: Some(leader_epoch),
                spec,
            }],
        });
        self.ask(context, source, question, request);
    }

    /// The leader has said where its log ends, or begins. If the follower's goes further than the leader's, it is cut there
    /// (after an unclean election); if it ends before the leader's begins, it starts anew.
    /// Source: AbstractFetcherThread.fetchOffsetAndTruncate, handleOutOfRangeError.
    pub(super) fn handle_leader_offset(
        &mut self,
        context: &mut Context<'_>,
        source: BrokerId,
        correlation: CorrelationId,
        response: &ListOffsetsResponse,
    ) {
        let Some(fetcher) = self.fetchers.get_mut(&source) else {
            return;
        };
        let Some(awaited) = fetcher.awaited.filter(|awaited| awaited.correlation == correlation) else {
            return;
        };
        fetcher.awaited = None;
        let (Question::LeaderEnd {
            partition: id,
            leader_epoch,
        }
        | Question::LeaderStart {
            partition: id,
            leader_epoch,
            ..
        }) = awaited.question
        else {
            return;
        };
        let fits = fetcher
            .state(id)
            .is_some_and(|state| state.current_leader_epoch == leader_epoch);
        let answer = response.partitions.first();
        let end = context.disk.log(id).map(Log::log_end_offset);
        if let (true, Some(answer), Some(end)) = (fits, answer, end) {
            match (answer.error, awaited.question) {
                (ErrorCode::None, Question::LeaderEnd { .. }) if answer.offset < end => {
                    let rules = &context.config.rules;
                    let expired_until = context.producers_expired_until();
                    self.truncate(context, id, |partition, log| {
                        partition.truncate_to(log, answer.offset, expired_until, rules)
                    });
                    self.reset_fetch_state(context, source, id, Some(0));
                }
                (ErrorCode::None, Question::LeaderEnd { .. }) => {
                    let question = Question::LeaderStart {
                        partition: id,
                        leader_epoch,
                        leader_end: answer.offset,
                    };
                    return self.ask_leader_offset(context, source, question, OffsetSpec::Earliest);
                }
                (ErrorCode::None, Question::LeaderStart { leader_end, .. }) => {
                    if answer.offset > end {
                        self.truncate(context, id, |partition, log| {
                            partition.truncate_fully_and_start_at(log, answer.offset);
                        });
                    }
                    let lag = leader_end.0 - answer.offset.max(end).0;
                    self.reset_fetch_state(context, source, id, Some(lag));
                }
                (ErrorCode::FencedLeaderEpoch, _) => {
                    fetcher.remove(id);
                    self.failed_partitions.insert(id);
                }
                _ => {
                    let until = context.at + context.config.broker().replica_fetch_backoff;
                    fetcher.delay(id, context.at, until);
                }
            }
        }
        self.run_fetcher(context, source);
    }
}

/// Whether a follower compares the epochs of its log with its leader's. One of before says nothing of them in its fetches.
fn knows_epochs(rules: &Rules) -> bool {
    rules.on(Rule::TruncationByEpoch)
}

fn connection(local: BrokerId, source: BrokerId) -> Connection {
    Connection {
        from: NodeId::Broker(local),
        to: NodeId::Broker(source),
        purpose: Purpose::Fetch,
    }
}

/// All partitions are left out for now: look again when the first may be asked for.
fn wait_for_delayed(context: &mut Context<'_>, source: BrokerId, fetcher: &mut Fetcher) {
    let Some(ready) = fetcher.next_ready() else { return };
    if fetcher.backoff_timer.is_none_or(|timer| ready < timer) {
        fetcher.backoff_timer = Some(ready);
        let delay = Delay::Exactly(ready.since(context.at));
        context.out.set_timer(Timer::FetchBackoff(source), delay);
    }
}

/// Source: AbstractFetcherThread.processFetchRequest, ReplicaFetcherThread.processPartitionData.
fn process_partition(
    partitions: &mut crate::base::map::Map<TopicPartition, Arc<Partition>>,
    fetcher: &mut Fetcher,
    context: &mut Context<'_>,
    fetched: &FetchedPartition,
) -> Reaction {
    match fetched.error {
        ErrorCode::None => {}
        ErrorCode::OffsetOutOfRange => return Reaction::OutOfRange,
        // The epoch asked with is still this follower's (`answer_fits`): only newer metadata can help.
        ErrorCode::FencedLeaderEpoch => return Reaction::Failed,
        _ => return Reaction::Delay,
    }
    if let Some(end) = fetched.diverging_epoch {
        return Reaction::Diverging(end);
    }
    if fetched.told_before {
        return Reaction::Nothing;
    }
    let id = fetched.partition;
    let (Some(partition), Some(log)) = (partitions.get_mut(&id), context.disk.logs.get_mut(&id)) else {
        return Reaction::Failed;
    };
    let Some(state) = fetcher.state_mut(id) else {
        return Reaction::Nothing;
    };
    if state.fetch_offset != log.log_end_offset() {
        return Reaction::Failed;
    }
    if !fetched.records.is_empty() {
        let (partition, log) = (Arc::make_mut(partition), Arc::make_mut(log));
        match partition.append_as_follower(log, &fetched.records, &context.config.rules) {
            Ok(()) => {}
            // The next copy may be whole.
            Err(ErrorCode::CorruptMessage) => return Reaction::Delay,
            Err(_) => return Reaction::Failed,
        }
    }
    let high_watermark = partition.bounded_high_watermark(log, fetched.high_watermark);
    let changed = high_watermark != partition.high_watermark;
    if changed {
        Arc::make_mut(partition).high_watermark = high_watermark;
    }
    if log.producers.has_unreplicated() {
        Arc::make_mut(log).producers.high_watermark_updated(high_watermark);
    }
    if fetched.log_start_offset > log.log_start_offset() {
        if fetched.log_start_offset > high_watermark {
            return Reaction::Failed;
        }
        Arc::make_mut(log).maybe_increment_log_start_offset(fetched.log_start_offset);
    }
    let progress = log.log_end_offset() != state.fetch_offset || state.lag.is_none();
    state.reported_lag = (fetched.high_watermark.0 - log.log_end_offset().0).max(0);
    if progress {
        state.fetch_offset = log.log_end_offset();
        state.last_fetched_epoch = log.latest_epoch();
        state.lag = Some(state.reported_lag);
        fetcher.move_to_end(id);
    }
    if changed {
        Reaction::HighWatermarkChanged
    } else {
        Reaction::Nothing
    }
}
