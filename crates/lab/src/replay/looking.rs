//! The engine's state in the recording's words.

use std::collections::BTreeMap;

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::log::metadata_record::LeaderRecoveryState;
use replication::node::Node;
use serde_json::{Value, json};

use super::Replay;
use super::asking::batch_entries;
use super::metadata::changes;
use crate::recording::{Partition, Replica};

impl Replay {
    pub(super) fn snapshot(&self) -> BTreeMap<String, Partition> {
        let each = self.partitions.iter();
        each.filter_map(|(name, id)| {
            let mut record = self.record(*id)?;
            record.on = record
                .replicas
                .iter()
                .map(|broker| (*broker, self.replica(*broker, *id)))
                .collect();
            Some((name.clone(), record))
        })
        .collect()
    }

    /// The controller's record of a partition.
    pub(super) fn record(&self, partition: TopicPartition) -> Option<Partition> {
        let record = self.cluster().registration(partition)?;
        Some(Partition {
            leader: record.leader.map_or(-1, |leader| leader.0),
            leader_epoch: record.leader_epoch.0,
            partition_epoch: record.partition_epoch.0,
            replicas: ids(&record.replicas),
            adding: ids(&record.adding_replicas),
            removing: ids(&record.removing_replicas),
            isr: ids(&record.isr),
            elr: ids(&record.elr),
            last_known_elr: ids(&record.last_known_elr),
            recovery: i32::from(record.leader_recovery_state == LeaderRecoveryState::Recovering),
            on: BTreeMap::new(),
        })
    }

    fn replica(&self, broker: i32, partition: TopicPartition) -> Replica {
        let broker = BrokerId(broker);
        let cluster = self.cluster();
        let slot = &cluster.slots[&NodeId::Broker(broker)];
        let state = match (&slot.process, slot.paused) {
            (None, _) => "down",
            (Some(_), true) => "paused",
            (Some(_), false) => "up",
        };
        let log = cluster.log(broker, partition);
        let start = log.map_or(0, |log| log.log_start_offset().0);
        let held = match slot.node() {
            Some(Node::Broker(process)) if state == "up" => process.partitions.get(&partition),
            _ => None,
        };
        Replica {
            state: state.into(),
            log: log
                .into_iter()
                .flat_map(|log| log.batches())
                .flat_map(|batch| batch_entries(batch))
                .filter(|entry| entry.0 >= start)
                .collect(),
            leo: log.map_or(0, |log| log.log_end_offset().0),
            hw: held.map_or(Value::Null, |partition| json!(partition.high_watermark.0)),
            hw_checkpoint: None,
            epochs: log
                .into_iter()
                .flat_map(|log| log.epochs.entries())
                .map(|entry| (entry.epoch.0, entry.start_offset.0))
                .collect(),
        }
    }

    /// Records of the metadata log since the last call that concern a partition or a broker.
    pub(super) fn new_changes(&mut self) -> Vec<Value> {
        let log = self.cluster().slots[&self.controller].disk.metadata_log.clone();
        let names: BTreeMap<TopicPartition, &str> =
            self.partitions.iter().map(|(name, id)| (*id, name.as_str())).collect();
        let found = changes(log.iter().map(AsRef::as_ref), &names, self.seen);
        self.seen = log.len();
        found
    }

    /// AlterPartition requests since the last call.
    pub(super) fn new_proposals(&mut self) -> Vec<Value> {
        let proposals = std::mem::take(&mut self.proposals);
        let name = |id: TopicPartition| {
            self.partitions
                .iter()
                .find(|(_, known)| **known == id)
                .map(|(name, _)| name)
        };
        proposals
            .into_iter()
            .map(|(broker, proposal)| {
                let mut isr: Vec<i32> = proposal.new_isr.iter().map(|(member, _)| member.0).collect();
                isr.sort_unstable();
                json!({
                    "broker": broker.0,
                    "partition": name(proposal.partition),
                    "leader_epoch": proposal.leader_epoch.0,
                    "partition_epoch": proposal.partition_epoch.0,
                    "new_isr": isr,
                    "recovery": i32::from(proposal.leader_recovery_state == LeaderRecoveryState::Recovering),
                })
            })
            .collect()
    }
}

pub(super) fn ids(brokers: &[BrokerId]) -> Vec<i32> {
    brokers.iter().map(|broker| broker.0).collect()
}
