//! ListOffsets and OffsetForLeaderEpoch: questions about one replica's log, answered at once.
//!
//! Source: KafkaApis.handleListOffsetRequest, handleOffsetForLeaderEpochRequest.

use super::{Broker, Context};
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::TopicPartition;
use crate::base::offset::Offset;
use crate::log::leader_epoch_cache::EpochEndOffset;
use crate::log::log::Log;
use crate::message::fetch::Reader;
use crate::message::list_offsets::{ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, ListedOffset};
use crate::message::offset_for_leader_epoch::{
    EpochAnswer, EpochQuestion, OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse,
};
use crate::partition::Partition;
use crate::partition::read::FoundOffset;

impl Broker {
    pub(super) fn handle_list_offsets(
        &self,
        context: &Context<'_>,
        request: &ListOffsetsRequest,
    ) -> ListOffsetsResponse {
        let list = |asked| self.list_offset(context, &request.reader, asked);
        ListOffsetsResponse {
            partitions: request.partitions.iter().map(list).collect(),
        }
    }

    fn list_offset(&self, context: &Context<'_>, reader: &Reader, asked: &ListOffsetsPartition) -> ListedOffset {
        let found = self.hosted_log(context, asked.partition).and_then(|(partition, log)| {
            partition.find_offset(
                log,
                reader,
                asked.current_leader_epoch,
                asked.spec,
                &context.config.rules,
            )
        });
        let (error, found) = match found {
            Ok(found) => (ErrorCode::None, found),
            Err(error) => (error, None),
        };
        let found = found.unwrap_or(FoundOffset {
            offset: Offset::UNKNOWN,
            timestamp: -1,
            leader_epoch: LeaderEpoch::UNDEFINED,
        });
        ListedOffset {
            partition: asked.partition,
            error,
            offset: found.offset,
            timestamp: found.timestamp,
            leader_epoch: found.leader_epoch,
            current_leader: None,
        }
    }

    pub(super) fn handle_offset_for_leader_epoch(
        &self,
        context: &Context<'_>,
        request: &OffsetForLeaderEpochRequest,
    ) -> OffsetForLeaderEpochResponse {
        let answer = |question| self.end_offset_for_epoch(context, question);
        OffsetForLeaderEpochResponse {
            partitions: request.partitions.iter().map(answer).collect(),
        }
    }

    fn end_offset_for_epoch(&self, context: &Context<'_>, asked: &EpochQuestion) -> EpochAnswer {
        let end = self.hosted_log(context, asked.partition).and_then(|(partition, log)| {
            partition.end_offset_for_epoch(
                log,
                asked.current_leader_epoch,
                asked.leader_epoch,
                &context.config.rules,
            )
        });
        let (error, end) = match end {
            Ok(end) => (ErrorCode::None, end),
            Err(error) => (error, None),
        };
        let end = end.unwrap_or(EpochEndOffset {
            epoch: LeaderEpoch::UNDEFINED,
            end_offset: Offset::UNKNOWN,
        });
        EpochAnswer {
            partition: asked.partition,
            error,
            leader_epoch: end.epoch,
            end_offset: end.end_offset,
        }
    }

    fn hosted_log<'a>(
        &'a self,
        context: &'a Context<'_>,
        partition: TopicPartition,
    ) -> Result<(&'a Partition, &'a Log), ErrorCode> {
        self.check_known(partition)?;
        let hosted = self.hosted(partition)?;
        let log = context.disk.log(partition).ok_or(ErrorCode::KafkaStorageError)?;
        Ok((hosted, log))
    }
}
