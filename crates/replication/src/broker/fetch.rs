//! Fetch: reads each partition, lets a follower's fetch have its effect, and answers at once or parks the request.
//!
//! A partition is read before the fetch has its effect, so an immediate answer carries the high watermark from before. A
//! parked fetch is read again when it is answered, without a second effect, and carries what is true then.
//!
//! Source: KafkaApis.handleFetchRequest, ReplicaManager.fetchMessages, readFromLog.

use std::sync::Arc;

use super::delayed::{ParkedFetch, Requester};
use super::{Broker, Context, surroundings};
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, CorrelationId};
use crate::base::offset::Offset;
use crate::base::time::Millis;
use crate::message::Connection;
use crate::message::Response;
use crate::message::fetch::{FetchPartition, FetchRequest, FetchResponse, FetchedPartition, Reader};
use crate::partition::read::{LogReadInfo, ReadLimit};

impl Broker {
    pub(super) fn handle_fetch(
        &mut self,
        context: &mut Context<'_>,
        connection: Connection,
        correlation: CorrelationId,
        request: &FetchRequest,
    ) {
        let mut limit = ReadLimit::of(request);
        let mut at_once = request.max_wait <= Millis(0) || request.partitions.is_empty();
        let mut bytes = 0;
        let mut partitions = Vec::with_capacity(request.partitions.len());
        for asked in &request.partitions {
            let read = self.fetch_partition(context, asked, &request.reader, limit);
            match &read {
                Ok(found) => {
                    bytes += limit.spend(found);
                    at_once |= found.diverging_epoch.is_some() || found.preferred_read_replica.is_some();
                }
                Err(_) => at_once = true,
            }
            partitions.push(self.fetched(asked, read));
        }
        if at_once || bytes >= i64::from(request.min_bytes) {
            self.leave_out_what_was_told(request, &mut partitions);
            let response = Response::Fetch(FetchResponse { partitions });
            return context.out.reply(connection, correlation, response);
        }
        let parked = ParkedFetch {
            requester: Requester {
                connection,
                correlation,
                lost: false,
            },
            since: context.at,
            until: context.at + request.max_wait,
            request: request.clone(),
        };
        self.park_fetch(context, parked);
    }

    /// Reads one partition, then does what a follower's fetch does to its leader: first the read, then the effect.
    fn fetch_partition(
        &mut self,
        context: &mut Context<'_>,
        asked: &FetchPartition,
        reader: &Reader,
        limit: ReadLimit,
    ) -> Result<LogReadInfo, ErrorCode> {
        let found = self.read_partition(context, asked, reader, limit)?;
        if let Reader::Replica { broker, broker_epoch } = reader
            && found.diverging_epoch.is_none()
        {
            self.follower_has_fetched(context, *broker, *broker_epoch, asked, found.offsets.log_end_offset)?;
        }
        Ok(found)
    }

    fn read_partition(
        &self,
        context: &Context<'_>,
        asked: &FetchPartition,
        reader: &Reader,
        limit: ReadLimit,
    ) -> Result<LogReadInfo, ErrorCode> {
        self.check_known(asked.partition)?;
        let partition = self.hosted(asked.partition)?;
        let log = context.disk.log(asked.partition).ok_or(ErrorCode::KafkaStorageError)?;
        let around = surroundings(&self.metadata, &self.lifecycle, context.at, context.config);
        partition.fetch_records(log, asked, reader, limit, &around)
    }

    /// Source: Partition.updateFollowerFetchState.
    fn follower_has_fetched(
        &mut self,
        context: &mut Context<'_>,
        follower: BrokerId,
        follower_epoch: BrokerEpoch,
        asked: &FetchPartition,
        leader_log_end_offset: Offset,
    ) -> Result<(), ErrorCode> {
        let around = surroundings(&self.metadata, &self.lifecycle, context.at, context.config);
        let hosted = self
            .partitions
            .get_mut(&asked.partition)
            .ok_or(ErrorCode::NotLeaderOrFollower)?;
        let partition = Arc::make_mut(hosted);
        let effect =
            partition.update_follower_fetch_state(follower, follower_epoch, asked, leader_log_end_offset, &around)?;
        if let Some(proposal) = effect.proposal {
            self.submit_alter_partition(context, proposal);
        }
        if effect.high_watermark_rose {
            self.complete_delayed_requests(context, asked.partition);
        } else {
            // It may have told a higher log start offset.
            self.complete_delayed_deletes(context, asked.partition);
        }
        Ok(())
    }

    /// What the last answer of a follower's session said already is not said again.
    /// Source: FetchSession.CachedPartition.maybeUpdateResponseData; KIP-227.
    fn leave_out_what_was_told(&mut self, request: &FetchRequest, partitions: &mut [FetchedPartition]) {
        let Reader::Replica { broker, .. } = request.reader else {
            return;
        };
        for fetched in partitions {
            let Some(hosted) = self.partitions.get_mut(&fetched.partition) else {
                continue;
            };
            let Some(replica) = hosted.as_leader().and_then(|leader| leader.replica(broker)) else {
                continue;
            };
            // After an error it is all news.
            let tells = (!fetched.error.is_error()).then_some((fetched.high_watermark, fetched.log_start_offset));
            let same = !request.begins_session && tells.is_some() && tells == replica.told;
            fetched.told_before = same && fetched.records.is_empty() && fetched.diverging_epoch.is_none();
            if tells != replica.told {
                Arc::make_mut(hosted).has_told(broker, tells);
            }
        }
    }

    /// The answer to a parked fetch. Source: DelayedFetch.onComplete.
    pub(super) fn read_again(&mut self, context: &Context<'_>, request: &FetchRequest) -> FetchResponse {
        let mut limit = ReadLimit::of(request);
        let read = |asked| {
            let read = self.read_partition(context, asked, &request.reader, limit);
            if let Ok(found) = &read {
                limit.spend(found);
            }
            self.fetched(asked, read)
        };
        let mut partitions: Vec<FetchedPartition> = request.partitions.iter().map(read).collect();
        self.leave_out_what_was_told(request, &mut partitions);
        FetchResponse { partitions }
    }

    fn fetched(&self, asked: &FetchPartition, read: Result<LogReadInfo, ErrorCode>) -> FetchedPartition {
        let partition = asked.partition;
        match read {
            Ok(found) => FetchedPartition {
                partition,
                error: ErrorCode::None,
                high_watermark: found.offsets.high_watermark,
                last_stable_offset: found.offsets.last_stable_offset,
                log_start_offset: found.offsets.log_start_offset,
                diverging_epoch: found.diverging_epoch,
                preferred_read_replica: found.preferred_read_replica,
                current_leader: None,
                aborted_transactions: found.aborted_transactions,
                records: found.records,
                told_before: false,
            },
            Err(error) => FetchedPartition {
                partition,
                error,
                high_watermark: Offset::UNKNOWN,
                last_stable_offset: Offset::UNKNOWN,
                log_start_offset: Offset::UNKNOWN,
                diverging_epoch: None,
                preferred_read_replica: None,
                current_leader: self.current_leader(partition, error),
                aborted_transactions: Vec::new(),
                records: Vec::new(),
                told_before: false,
            },
        }
    }
}

impl ReadLimit {
    fn of(request: &FetchRequest) -> Self {
        ReadLimit {
            max_bytes: i64::from(request.max_bytes),
            at_least_one: true,
        }
    }

    /// Once a partition has given records, the others keep to the limits. Returns the bytes read.
    fn spend(&mut self, found: &LogReadInfo) -> i64 {
        let bytes: i64 = found.records.iter().map(|batch| batch.size_in_bytes()).sum();
        self.at_least_one &= bytes == 0;
        self.max_bytes = (self.max_bytes - bytes).max(0);
        bytes
    }
}
