//! What the active controller would report to JMX, by Kafka's own names.
//!
//! `OfflinePartitionsCount` is the only figure that tells of a partition without a leader: its replicas report nothing.
//!
//! Source: ControllerMetadataMetrics, QuorumControllerMetrics.

use super::Controller;
use crate::base::metric::Metric;
use crate::log::metadata_record::MetadataRecord;

/// Elections since the process started.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Meters {
    /// Leaders from outside ISR and ELR.
    pub unclean_leader_elections: u32,
    /// Leaders from the ELR.
    pub elections_from_elr: u32,
}

const CONTROLLER: &str = "kafka.controller:type=KafkaController";
const STATS: &str = "kafka.controller:type=ControllerStats";

impl Controller {
    /// Source: ControllerMetricsChanges.handlePartitionChange.
    pub(super) fn count_election(&mut self, record: &MetadataRecord) {
        let MetadataRecord::PartitionChange { partition, change } = record else {
            return;
        };
        let (Some(Some(leader)), Some(before)) = (change.leader, self.image.partitions.get(partition)) else {
            return;
        };
        if before.leader == Some(leader) || before.isr.contains(&leader) {
            return;
        }
        if before.elr.contains(&leader) {
            self.meters.elections_from_elr += 1;
        } else {
            self.meters.unclean_leader_elections += 1;
        }
    }

    pub fn metrics(&self) -> Vec<Metric> {
        let image = self.image();
        let partitions = || image.partitions.values();
        let offline = partitions().filter(|partition| partition.leader.is_none()).count();
        let imbalanced = partitions()
            .filter(|partition| partition.leader != partition.replicas.first().copied())
            .count();
        let fenced = image.brokers.values().filter(|broker| broker.fenced).count();
        let active = image.brokers.len() - fenced;
        [
            (CONTROLLER, "OfflinePartitionsCount", offline as i64),
            (CONTROLLER, "PreferredReplicaImbalanceCount", imbalanced as i64),
            (CONTROLLER, "ActiveBrokerCount", active as i64),
            (CONTROLLER, "FencedBrokerCount", fenced as i64),
            (CONTROLLER, "GlobalTopicCount", image.topics.len() as i64),
            (CONTROLLER, "GlobalPartitionCount", image.partitions.len() as i64),
            (
                STATS,
                "UncleanLeaderElectionsPerSec",
                i64::from(self.meters.unclean_leader_elections),
            ),
            (
                STATS,
                "ElectionFromEligibleLeaderReplicasPerSec",
                i64::from(self.meters.elections_from_elr),
            ),
        ]
        .map(|(mbean, name, value)| Metric { mbean, name, value })
        .to_vec()
    }
}
