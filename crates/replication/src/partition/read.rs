//! Reading one partition for a follower or a consumer, and the questions about offsets and epochs.
//!
//! The epoch is checked before leadership, so that a reader whose metadata is old or new is told so. Offsets are taken before
//! the read: what a fetch itself changes is not in its own answer.
//!
//! Source: Partition.fetchRecords, readRecords, localLogWithEpochOrThrow, lastOffsetForLeaderEpoch, fetchOffsetForTimestamp.

use std::cmp::Ordering;
use std::sync::Arc;

use super::replica::FollowerFetch;
use super::{Partition, Role, Surroundings};
use crate::base::config::Isolation;
use crate::base::epoch::{BrokerEpoch, LeaderEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::offset::Offset;
use crate::base::rule::{Rule, Rules};
use crate::log::leader_epoch_cache::EpochEndOffset;
use crate::log::log::Log;
use crate::log::record_batch::RecordBatch;
use crate::message::alter_partition::ProposedIsr;
use crate::message::fetch::{AbortedTransaction, FetchPartition, Reader};
use crate::message::list_offsets::OffsetSpec;

/// The offsets of a replica at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LogOffsetSnapshot {
    pub log_start_offset: Offset,
    pub last_stable_offset: Offset,
    pub high_watermark: Offset,
    pub log_end_offset: Offset,
}

/// What a read found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LogReadInfo {
    /// As they were before the read.
    pub offsets: LogOffsetSnapshot,
    /// The reader's log does not continue this one; then there are no records.
    pub diverging_epoch: Option<EpochEndOffset>,
    /// The consumer shall read there; then there are no records either.
    pub preferred_read_replica: Option<BrokerId>,
    /// For a read-committed reader: what was aborted among the records.
    pub aborted_transactions: Vec<AbortedTransaction>,
    pub records: Vec<Arc<RecordBatch>>,
}

/// How many bytes a read may return.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadLimit {
    pub max_bytes: i64,
    /// The first batch comes even if it is larger.
    pub at_least_one: bool,
}

/// What a follower's fetch did to its leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FollowerFetchEffect {
    pub proposal: Option<ProposedIsr>,
    pub high_watermark_rose: bool,
}

/// A record found by its time, or an end of the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FoundOffset {
    pub offset: Offset,
    /// -1 for an end of the log.
    pub timestamp: i64,
    pub leader_epoch: LeaderEpoch,
}

impl Reader {
    /// Followers read from the leader only; consumers and debugging readers from any replica (KIP-392).
    pub fn only_from_leader(&self) -> bool {
        matches!(self, Reader::Replica { .. })
    }

    fn is_read_committed(&self) -> bool {
        matches!(
            self,
            Reader::Consumer {
                isolation: Isolation::ReadCommitted,
                ..
            }
        )
    }
}

impl Partition {
    /// Epoch first, then leadership. A request without an epoch is asked for leadership only.
    /// Source: Partition.localLogWithEpochOrThrow, checkCurrentLeaderEpoch; KIP-320.
    pub fn check_epoch_and_role(
        &self,
        epoch: Option<LeaderEpoch>,
        only_from_leader: bool,
        rules: &Rules,
    ) -> Result<(), ErrorCode> {
        let epoch = epoch.filter(|_| rules.on(Rule::FetchFencedByLeaderEpoch));
        match epoch.map(|epoch| epoch.cmp(&self.leader_epoch)) {
            Some(Ordering::Less) => Err(ErrorCode::FencedLeaderEpoch),
            Some(Ordering::Greater) => Err(ErrorCode::UnknownLeaderEpoch),
            _ if only_from_leader && self.as_leader().is_none() => Err(ErrorCode::NotLeaderOrFollower),
            _ => Ok(()),
        }
    }

    pub fn offset_snapshot(&self, log: &Log) -> LogOffsetSnapshot {
        LogOffsetSnapshot {
            log_start_offset: log.log_start_offset(),
            last_stable_offset: self.last_stable_offset(log),
            high_watermark: self.high_watermark,
            log_end_offset: log.log_end_offset(),
        }
    }

    /// Reads for a fetch, without effect. Source: Partition.fetchRecords, readRecords.
    pub fn fetch_records(
        &self,
        log: &Log,
        asked: &FetchPartition,
        reader: &Reader,
        limit: ReadLimit,
        around: &Surroundings<'_>,
    ) -> Result<LogReadInfo, ErrorCode> {
        let rules = &around.config.rules;
        self.check_epoch_and_role(asked.current_leader_epoch, reader.only_from_leader(), rules)?;
        if let Reader::Replica { broker, .. } = reader {
            self.check_is_replica(*broker, asked)?;
        }
        let offsets = self.offset_snapshot(log);
        let mut found = LogReadInfo {
            offsets,
            diverging_epoch: None,
            preferred_read_replica: None,
            aborted_transactions: Vec::new(),
            records: Vec::new(),
        };
        if let Reader::Consumer { rack, .. } = reader {
            found.preferred_read_replica = self.preferred_read_replica(rack.as_deref(), asked.fetch_offset, around);
            if found.preferred_read_replica.is_some() {
                return Ok(found);
            }
        }
        if let Some(last_fetched_epoch) = asked.last_fetched_epoch {
            let end = end_of_epoch(log, last_fetched_epoch, rules);
            let end = end.ok_or(ErrorCode::OffsetOutOfRange)?;
            if asked.fetch_offset < offsets.log_start_offset {
                return Err(ErrorCode::OffsetOutOfRange);
            }
            if diverges(asked, last_fetched_epoch, end) {
                found.diverging_epoch = Some(end);
                return Ok(found);
            }
        }
        if asked.fetch_offset < offsets.log_start_offset || asked.fetch_offset > offsets.log_end_offset {
            return Err(ErrorCode::OffsetOutOfRange);
        }
        let max_bytes = limit.max_bytes.min(i64::from(asked.partition_max_bytes));
        let bound = read_bound(&offsets, reader, rules);
        if asked.fetch_offset < bound {
            found.records = log.read(asked.fetch_offset, bound, max_bytes, limit.at_least_one);
            if reader.is_read_committed() {
                found.aborted_transactions = aborted_among(log, asked.fetch_offset, &found.records);
            }
        }
        Ok(found)
    }

    /// A new replica may learn of its assignment before its leader does; the answer makes it try again.
    /// Source: Partition.followerReplicaOrThrow.
    fn check_is_replica(&self, broker: BrokerId, asked: &FetchPartition) -> Result<(), ErrorCode> {
        if self.as_leader().is_some_and(|leader| leader.replica(broker).is_some()) {
            return Ok(());
        }
        Err(match asked.current_leader_epoch {
            Some(_) => ErrorCode::UnknownLeaderEpoch,
            None => ErrorCode::NotLeaderOrFollower,
        })
    }

    /// High watermark and log start that a follower's session has been told; none after an error.
    pub fn has_told(&mut self, follower: BrokerId, told: Option<(Offset, Offset)>) {
        if let Role::Leader(leader) = &mut self.role
            && let Some(replica) = leader.replica_mut(follower)
        {
            replica.told = told;
        }
    }

    /// What a leader learns from a follower's fetch after it has read for it. Source: Partition.updateFollowerFetchState.
    pub fn update_follower_fetch_state(
        &mut self,
        broker: BrokerId,
        broker_epoch: BrokerEpoch,
        asked: &FetchPartition,
        leader_log_end_offset: Offset,
        around: &Surroundings<'_>,
    ) -> Result<FollowerFetchEffect, ErrorCode> {
        let Role::Leader(leader) = &mut self.role else {
            return Err(ErrorCode::NotLeaderOrFollower);
        };
        let replica = leader.replica_mut(broker).ok_or(ErrorCode::NotLeaderOrFollower)?;
        let before = replica.log_end_offset;
        let fetch = FollowerFetch {
            fetch_offset: asked.fetch_offset,
            log_start_offset: asked.log_start_offset,
            at: around.at,
            leader_log_end_offset,
            broker_epoch,
        };
        replica.update_fetch_state(fetch, around.alive_broker_epoch(broker), &around.config.rules)?;
        let proposal = self.maybe_expand_isr(broker, around);
        let high_watermark_rose =
            before != asked.fetch_offset && self.maybe_increment_high_watermark(leader_log_end_offset, around);
        Ok(FollowerFetchEffect {
            proposal,
            high_watermark_rose,
        })
    }

    /// Whether a parked fetch would be answered with a divergence, or could no longer be judged. Source: DelayedFetch, case H.
    pub fn has_diverged(&self, log: &Log, asked: &FetchPartition, rules: &Rules) -> bool {
        asked.last_fetched_epoch.is_some_and(|epoch| {
            let end = end_of_epoch(log, epoch, rules);
            end.is_none_or(|end| diverges(asked, epoch, end))
        })
    }

    /// Where an epoch ends here; `None` when it is newer than anything known. Source: Partition.lastOffsetForLeaderEpoch.
    pub fn end_offset_for_epoch(
        &self,
        log: &Log,
        current_leader_epoch: Option<LeaderEpoch>,
        requested: LeaderEpoch,
        rules: &Rules,
    ) -> Result<Option<EpochEndOffset>, ErrorCode> {
        self.check_epoch_and_role(current_leader_epoch, true, rules)?;
        Ok(end_of_epoch(log, requested, rules))
    }

    /// Answers ListOffsets. `Ok(None)`: no record is that new.
    /// A new leader whose high watermark has not reached the start of its epoch does not tell consumers where the end is: it
    /// could lie before what they were told earlier (KIP-207).
    /// Source: Partition.fetchOffsetForTimestamp.
    pub fn find_offset(
        &self,
        log: &Log,
        reader: &Reader,
        current_leader_epoch: Option<LeaderEpoch>,
        spec: OffsetSpec,
        rules: &Rules,
    ) -> Result<Option<FoundOffset>, ErrorCode> {
        self.check_epoch_and_role(current_leader_epoch, *reader != Reader::Debugging, rules)?;
        let bound = read_bound(&self.offset_snapshot(log), reader, rules);
        let behind_epoch_start = matches!(reader, Reader::Consumer { .. })
            && self
                .as_leader()
                .is_some_and(|leader| leader.epoch_start_offset > self.high_watermark);
        let found = match spec {
            OffsetSpec::Earliest => {
                let start = log.log_start_offset();
                let first = log.epochs.entries().first().filter(|entry| entry.start_offset <= start);
                return Ok(Some(FoundOffset {
                    offset: start,
                    timestamp: -1,
                    leader_epoch: first.map_or(LeaderEpoch::UNDEFINED, |entry| entry.epoch),
                }));
            }
            OffsetSpec::Latest if behind_epoch_start => None,
            OffsetSpec::Latest => {
                return Ok(Some(FoundOffset {
                    offset: bound,
                    timestamp: -1,
                    leader_epoch: self.leader_epoch,
                }));
            }
            OffsetSpec::MaxTimestamp => record_with_max_timestamp(log),
            OffsetSpec::Timestamp(timestamp) => first_record_since(log, timestamp),
        };
        match found.filter(|found| found.offset < bound) {
            None if behind_epoch_start => Err(ErrorCode::OffsetNotAvailable),
            found => Ok(found),
        }
    }
}

/// Up to where this reader may read, exclusive. Source: FetchIsolation.
pub fn read_bound(offsets: &LogOffsetSnapshot, reader: &Reader, rules: &Rules) -> Offset {
    match reader {
        Reader::Replica { .. } | Reader::Debugging => offsets.log_end_offset,
        Reader::Consumer { .. } if !rules.on(Rule::ConsumersReadCommitted) => offsets.log_end_offset,
        Reader::Consumer { isolation, .. } => match isolation {
            Isolation::ReadUncommitted => offsets.high_watermark,
            Isolation::ReadCommitted => offsets.last_stable_offset,
        },
    }
}

/// Transactions that were aborted with records in what is read.
/// Differs: Kafka's list may reach a little further, as far as its sparse offset index can tell; what more it names, no batch
/// belongs to. Source: UnifiedLog.addAbortedTransactions, collectAbortedTransactions.
fn aborted_among(log: &Log, from: Offset, records: &[Arc<RecordBatch>]) -> Vec<AbortedTransaction> {
    let Some(last) = records.last() else { return Vec::new() };
    let found = log.aborted.collect(from, last.next_offset()).into_iter();
    found
        .map(|txn| AbortedTransaction {
            producer_id: txn.producer_id,
            first_offset: txn.first_offset,
        })
        .collect()
}

/// Where an epoch ends in a leader's log, with the largest epoch known up to it. Before KIP-279 the answer did not name it, and
/// was taken to be about the epoch asked for.
fn end_of_epoch(log: &Log, requested: LeaderEpoch, rules: &Rules) -> Option<EpochEndOffset> {
    let mut end = log.epochs.end_offset_for(requested, log.log_end_offset())?;
    if !rules.on(Rule::DivergenceNamesEpoch) {
        end.epoch = requested;
    }
    Some(end)
}

/// The reader's last epoch ended earlier here, or is not known here at all. Source: Partition.readRecords; KIP-595.
fn diverges(asked: &FetchPartition, last_fetched_epoch: LeaderEpoch, end: EpochEndOffset) -> bool {
    end.epoch < last_fetched_epoch || end.end_offset < asked.fetch_offset
}

fn records(log: &Log) -> impl Iterator<Item = FoundOffset> {
    let start = log.log_start_offset();
    log.batches_from(start)
        .flat_map(|batch| {
            batch.records.iter().zip(0..).map(|(record, n)| FoundOffset {
                offset: batch.base_offset + n,
                timestamp: record.timestamp,
                leader_epoch: batch.leader_epoch,
            })
        })
        .filter(move |found| found.offset >= start)
}

fn first_record_since(log: &Log, timestamp: i64) -> Option<FoundOffset> {
    records(log).find(|found| found.timestamp >= timestamp)
}

/// The earliest of several. Source: LogSegment.maxTimestampSoFar.
fn record_with_max_timestamp(log: &Log) -> Option<FoundOffset> {
    records(log).reduce(|best, found| if found.timestamp > best.timestamp { found } else { best })
}
