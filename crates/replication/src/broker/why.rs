//! Answers to "why?", from the state alone; the functions that give them are the ones that decide.

use super::Broker;
use crate::base::config::{Acks, NodeConfig};
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::time::SimTime;
use crate::base::why::Why;
use crate::log::disk::Disk;

impl Broker {
    /// Why the high watermark of a partition led here is where it is.
    pub fn why_high_watermark(&self, disk: &Disk, id: TopicPartition, at: SimTime, config: &NodeConfig) -> Option<Why> {
        let around = super::surroundings(&self.metadata, &self.lifecycle, at, config);
        let log_end_offset = disk.log(id)?.log_end_offset();
        self.partitions.get(&id)?.why_high_watermark(log_end_offset, &around)
    }

    /// Whether the high watermark of a partition led here waits for a follower.
    pub fn high_watermark_waits_for(
        &self,
        disk: &Disk,
        id: TopicPartition,
        follower: BrokerId,
        at: SimTime,
        config: &NodeConfig,
    ) -> bool {
        let around = super::surroundings(&self.metadata, &self.lifecycle, at, config);
        let (Some(log), Some(partition)) = (disk.log(id), self.partitions.get(&id)) else {
            return false;
        };
        partition.high_watermark_waits_for(follower, log.log_end_offset(), &around)
    }

    /// Why a follower is not in the ISR of a partition led here, or is about to be taken out of it. `None`: it is in it.
    pub fn why_not_in_isr(
        &self,
        id: TopicPartition,
        follower: BrokerId,
        at: SimTime,
        config: &NodeConfig,
    ) -> Option<Why> {
        let partition = self.partitions.get(&id)?;
        let leader = partition.as_leader()?;
        if leader.isr_state.isr().contains(&follower) {
            let leaving = |why: &Why| matches!(why, Why::OutOfSync { replica, .. } if *replica == follower);
            return partition.why_out_of_sync().into_iter().find(leaving);
        }
        let around = super::surroundings(&self.metadata, &self.lifecycle, at, config);
        let because = partition.may_join_isr(follower, &around).err()?;
        Some(Why::NotYetInSync {
            partition: id,
            replica: follower,
            because,
        })
    }

    /// What a parked produce waits for, by partition.
    pub fn why_produce_waits(&self, key: u64) -> Vec<Why> {
        let Some(produce) = self.produces.get(key) else {
            return Vec::new();
        };
        let pending = produce.partitions.iter().filter(|waiting| waiting.pending);
        pending
            .filter_map(|waiting| {
                let partition = waiting.answer.partition;
                Some(Why::ProduceWaits {
                    partition,
                    acks: Acks::All,
                    required_offset: waiting.required_offset,
                    high_watermark: self.partitions.get(&partition)?.high_watermark,
                    until: produce.until,
                })
            })
            .collect()
    }

    /// What a parked fetch waits for, by partition.
    pub fn why_fetch_waits(&self, key: u64) -> Vec<Why> {
        let Some(fetch) = self.fetches.get(key) else {
            return Vec::new();
        };
        let waits = |asked: &crate::message::fetch::FetchPartition| Why::FetchWaits {
            partition: asked.partition,
            fetch_offset: asked.fetch_offset,
            until: fetch.until,
        };
        fetch.request.partitions.iter().map(waits).collect()
    }
}
