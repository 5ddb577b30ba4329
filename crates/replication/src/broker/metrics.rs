//! What this broker would report to JMX, by Kafka's own names.
//!
//! Gauges are computed when asked for; meters are counts since the process started (Kafka shows rates of them as well). Of
//! a partition without a leader nobody reports anything but the controller's `OfflinePartitionsCount`.
//!
//! Simplified: rates are counts. Directories do not fail, so `OfflineReplicaCount` and `OfflineLogDirectoryCount` are not here.
//!
//! Source: ReplicaManager, Partition, AbstractFetcherManager, DelayedOperationPurgatory.

use super::Broker;
use crate::base::metric::Metric;
use crate::log::disk::Disk;
use crate::partition::{Leader, Partition};

/// Counts since the process started.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Meters {
    /// Shrinks of an ISR that the controller confirmed by its answer; not those it made itself, nor those that metadata told first.
    pub isr_shrinks: u32,
    pub isr_expands: u32,
    /// Answers to AlterPartition that were errors or came too late.
    pub failed_isr_updates: u32,
    /// Produces that waited for the high watermark until their time was over.
    pub produce_expires: u32,
    /// Fetches of followers that were parked until their time was over.
    pub follower_fetch_expires: u32,
    /// The same of consumers.
    pub consumer_fetch_expires: u32,
}

pub const REPLICA_MANAGER: &str = "kafka.server:type=ReplicaManager";
const FETCHER_MANAGER: &str = "kafka.server:type=ReplicaFetcherManager,clientId=Replica";
const PRODUCE_PURGATORY: &str = "kafka.server:type=DelayedOperationPurgatory,delayedOperation=Produce";
const FETCH_PURGATORY: &str = "kafka.server:type=DelayedOperationPurgatory,delayedOperation=Fetch";
const PRODUCE_EXPIRES: &str = "kafka.server:type=DelayedProduceMetrics";
const FOLLOWER_EXPIRES: &str = "kafka.server:type=DelayedFetchMetrics,fetcherType=follower";
const CONSUMER_EXPIRES: &str = "kafka.server:type=DelayedFetchMetrics,fetcherType=consumer";

impl Broker {
    /// Every figure of the process.
    pub fn metrics(&self, disk: &Disk) -> Vec<Metric> {
        let count = |is: fn(&Broker, &Partition, &Leader) -> bool| {
            let counted = |partition: &&std::sync::Arc<Partition>| {
                partition.as_leader().is_some_and(|leader| is(self, partition, leader))
            };
            self.partitions.values().filter(counted).count() as i64
        };
        let states = || self.fetchers.values().flat_map(|fetcher| &fetcher.partitions);
        let max_lag = states().map(|(_, state)| state.reported_lag).max().unwrap_or(0);
        let meters = &self.meters;
        let producers: i64 = self
            .partitions
            .keys()
            .filter_map(|id| disk.log(*id))
            .map(|log| log.producers.producers().len() as i64)
            .sum();
        [
            (
                REPLICA_MANAGER,
                "UnderReplicatedPartitions",
                count(Broker::is_under_replicated),
            ),
            (
                REPLICA_MANAGER,
                "UnderMinIsrPartitionCount",
                count(|_, partition, leader| partition.is_under_min_isr(leader)),
            ),
            (
                REPLICA_MANAGER,
                "AtMinIsrPartitionCount",
                count(|_, partition, leader| isr(leader) == partition.effective_min_insync_replicas(leader)),
            ),
            (REPLICA_MANAGER, "LeaderCount", count(|_, _, _| true)),
            (REPLICA_MANAGER, "PartitionCount", self.partitions.len() as i64),
            (
                REPLICA_MANAGER,
                "ReassigningPartitions",
                count(|broker, partition, _| broker.is_reassigning(partition)),
            ),
            (REPLICA_MANAGER, "IsrShrinksPerSec", i64::from(meters.isr_shrinks)),
            (REPLICA_MANAGER, "IsrExpandsPerSec", i64::from(meters.isr_expands)),
            (
                REPLICA_MANAGER,
                "FailedIsrUpdatesPerSec",
                i64::from(meters.failed_isr_updates),
            ),
            (REPLICA_MANAGER, "ProducerIdCount", producers),
            (FETCHER_MANAGER, "MaxLag", max_lag),
            (
                FETCHER_MANAGER,
                "FailedPartitionsCount",
                self.failed_partitions.len() as i64,
            ),
            (PRODUCE_PURGATORY, "PurgatorySize", self.produces.iter().count() as i64),
            (FETCH_PURGATORY, "PurgatorySize", self.fetches.iter().count() as i64),
            (PRODUCE_EXPIRES, "ExpiresPerSec", i64::from(meters.produce_expires)),
            (
                FOLLOWER_EXPIRES,
                "ExpiresPerSec",
                i64::from(meters.follower_fetch_expires),
            ),
            (
                CONSUMER_EXPIRES,
                "ExpiresPerSec",
                i64::from(meters.consumer_fetch_expires),
            ),
        ]
        .map(|(mbean, name, value)| Metric { mbean, name, value })
        .to_vec()
    }

    /// Assigned replicas besides those being added are not all in the ISR. Source: Partition.isUnderReplicated.
    fn is_under_replicated(&self, partition: &Partition, leader: &Leader) -> bool {
        let registration = self.metadata.image.partitions.get(&partition.id);
        let adding = registration.map_or(0, |registration| registration.adding_replicas.len() as i32);
        leader.assigned_replicas() - adding > isr(leader)
    }

    /// Source: Partition.isReassigning.
    fn is_reassigning(&self, partition: &Partition) -> bool {
        let registration = self.metadata.image.partitions.get(&partition.id);
        registration.is_some_and(|registration| {
            !registration.adding_replicas.is_empty() || !registration.removing_replicas.is_empty()
        })
    }
}

fn isr(leader: &Leader) -> i32 {
    leader.isr_state.isr().len() as i32
}
