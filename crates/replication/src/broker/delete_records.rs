//! DeleteRecords at the leader, and retention at any replica: how a log start offset rises.
//!
//! The leader raises its own at once, never above its high watermark. Followers hear of it in the answer to their next fetch
//! and tell theirs in the one after; the request is parked until the *low watermark*, the least log start offset of all live
//! replicas, has come to what was asked for.
//!
//! Simplified: `cleanup.policy` is `delete`, so nothing is refused with POLICY_VIOLATION. Segments are not modelled: where one
//! ends is said by whoever asks for retention.
//!
//! Source: ReplicaManager.deleteRecords, DelayedDeleteRecords, Partition.deleteRecordsOnLeader, lowWatermarkIfLeader.

use std::sync::Arc;

use super::delayed::{Parked, Requester};
use super::{Broker, Context};
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, TopicPartition};
use crate::base::offset::Offset;
use crate::base::time::{Micros, SimTime};
use crate::base::timer::{CorrelationKey, Timer};
use crate::message::delete_records::{DeleteRecordsRequest, DeleteRecordsResponse, DeletedRecords};
use crate::message::{Connection, Response};
use crate::outbox::Delay;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParkedDelete {
    pub requester: Requester,
    pub since: SimTime,
    pub until: SimTime,
    pub partitions: Vec<ParkedDeletePartition>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParkedDeletePartition {
    /// What the low watermark has to reach.
    pub required_offset: Offset,
    /// Still waiting. The answer is then what a time-out says.
    pub pending: bool,
    pub answer: DeletedRecords,
}

impl Parked for ParkedDelete {
    fn watched(&self) -> impl Iterator<Item = TopicPartition> {
        self.partitions.iter().map(|partition| partition.answer.partition)
    }
    fn requester_mut(&mut self) -> &mut Requester {
        &mut self.requester
    }
}

impl Broker {
    /// Source: ReplicaManager.deleteRecords.
    pub(super) fn handle_delete_records(
        &mut self,
        context: &mut Context<'_>,
        connection: Connection,
        correlation: CorrelationId,
        request: &DeleteRecordsRequest,
    ) {
        let mut partitions = Vec::new();
        for (id, offset) in &request.partitions {
            let deleted = self.delete_records_on_leader(context, *id, *offset);
            let (error, required_offset, low_watermark) = match deleted {
                Ok((required, low)) if low < required => (ErrorCode::RequestTimedOut, required, low),
                Ok((required, low)) => (ErrorCode::None, required, low),
                Err(error) => (error, Offset::UNKNOWN, Offset::UNKNOWN),
            };
            partitions.push(ParkedDeletePartition {
                required_offset,
                pending: error == ErrorCode::RequestTimedOut,
                answer: DeletedRecords {
                    partition: *id,
                    error,
                    low_watermark,
                },
            });
        }
        let until = context.at + Micros((request.timeout.0.max(0) as u64) * 1_000);
        let delete = ParkedDelete {
            requester: Requester {
                connection,
                correlation,
                lost: false,
            },
            since: context.at,
            until,
            partitions,
        };
        let waits = delete.partitions.iter().any(|partition| partition.pending);
        let key = self.deletes.park(delete);
        if waits && until > context.at {
            let timer = Timer::DelayedDeleteRecords(CorrelationKey(key));
            context.out.set_timer(timer, Delay::Exactly(until.since(context.at)));
        } else {
            self.complete_delete(context, key);
        }
    }

    /// Raises the log start offset; gives what was asked for and the low watermark. Source: Partition.deleteRecordsOnLeader.
    fn delete_records_on_leader(
        &mut self,
        context: &mut Context<'_>,
        id: TopicPartition,
        offset: Offset,
    ) -> Result<(Offset, Offset), ErrorCode> {
        self.check_known(id)?;
        let partition = self.hosted(id)?;
        if partition.as_leader().is_none() {
            return Err(ErrorCode::NotLeaderOrFollower);
        }
        let high_watermark = partition.high_watermark;
        let required = if offset == Offset::UNKNOWN {
            high_watermark
        } else {
            offset
        };
        if required < Offset::ZERO || required > high_watermark {
            return Err(ErrorCode::OffsetOutOfRange);
        }
        let log = context.disk.log_mut(id).ok_or(ErrorCode::KafkaStorageError)?;
        log.maybe_increment_log_start_offset(required);
        let low_watermark = self.low_watermark(context, id).ok_or(ErrorCode::NotLeaderOrFollower)?;
        Ok((required, low_watermark))
    }

    /// The least log start offset of the leader and of the followers whose brokers are alive. `None` on a follower.
    /// Source: Partition.lowWatermarkIfLeader.
    fn low_watermark(&self, context: &Context<'_>, id: TopicPartition) -> Option<Offset> {
        let leader = self.partitions.get(&id)?.as_leader()?;
        let is_alive = |broker| {
            let registration = self.metadata.image.brokers.get(broker);
            registration.is_some_and(|registration| !registration.fenced)
        };
        let followers = leader
            .remote_replicas
            .iter()
            .filter(|replica| is_alive(&replica.broker));
        let own = context.disk.log(id)?.log_start_offset();
        Some(followers.map(|replica| replica.log_start_offset).fold(own, Offset::min))
    }

    /// A follower has told its log start offset, or the role has changed. Source: DelayedDeleteRecords.tryComplete.
    pub(super) fn complete_delayed_deletes(&mut self, context: &mut Context<'_>, id: TopicPartition) {
        let mut n = 0;
        while let Some(key) = self.deletes.watcher(id, n) {
            let low_watermark = self.low_watermark(context, id);
            let Some(delete) = self.deletes.get_mut(key) else {
                return;
            };
            for waiting in delete
                .partitions
                .iter_mut()
                .filter(|waiting| waiting.answer.partition == id)
            {
                let (error, low_watermark) = match low_watermark {
                    None => (ErrorCode::NotLeaderOrFollower, Offset::UNKNOWN),
                    Some(low) if low >= waiting.required_offset => (ErrorCode::None, low),
                    Some(low) => (ErrorCode::RequestTimedOut, low),
                };
                if waiting.pending {
                    waiting.pending = error == ErrorCode::RequestTimedOut;
                    waiting.answer = DeletedRecords {
                        error,
                        low_watermark,
                        ..waiting.answer
                    };
                }
            }
            if delete.partitions.iter().any(|waiting| waiting.pending) {
                n += 1;
            } else {
                self.complete_delete(context, key);
            }
        }
    }

    /// Its time is over: what is still pending is answered REQUEST_TIMED_OUT. Source: DelayedDeleteRecords.onComplete.
    pub(super) fn complete_delete(&mut self, context: &mut Context<'_>, key: u64) {
        let Some(delete) = self.deletes.take(key) else { return };
        context
            .out
            .cancel_timer(Timer::DelayedDeleteRecords(CorrelationKey(key)));
        let partitions = delete.partitions.into_iter().map(|waiting| waiting.answer).collect();
        if !delete.requester.lost {
            let Requester {
                connection,
                correlation,
                ..
            } = delete.requester;
            let response = Response::DeleteRecords(DeleteRecordsResponse { partitions });
            context.out.reply(connection, correlation, response);
        }
    }

    /// Retention: this replica drops what lies below, as far as it is committed. Source: UnifiedLog.deleteOldSegments.
    pub(super) fn delete_old_records(&mut self, context: &mut Context<'_>, id: TopicPartition, below: Offset) {
        let Some(high_watermark) = self.partitions.get(&id).map(|partition| partition.high_watermark) else {
            return;
        };
        if let Some(log) = context.disk.logs.get_mut(&id) {
            Arc::make_mut(log).maybe_increment_log_start_offset(below.min(high_watermark));
        }
        self.complete_delayed_deletes(context, id);
    }
}
