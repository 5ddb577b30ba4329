//! The controller's decisions in order, from its own log: the best source there is, complete and without a race.
//!
//! A record is a frame version, a type and a version as varints, then its fields. Source: MetadataRecordSerde,
//! PartitionRegistration.merge, ReplicationControlManager.replay(ClearElrRecord).

use std::collections::BTreeMap;
use std::path::Path;

use bytes::{Buf, Bytes};
use lab::recording::Partition;
use serde_json::{Value, json};

use crate::disk;

type Uuid = u128;

/// What the log says so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MetadataLog {
    /// By name.
    pub topics: BTreeMap<String, Uuid>,
    /// Each partition's record, without its replicas' own state.
    pub partitions: BTreeMap<(String, i32), Partition>,
    /// Brokers and whether they are fenced.
    pub brokers: BTreeMap<i32, bool>,
    /// Changes of partitions and brokers, in order.
    pub changes: Vec<Value>,
    /// Records read.
    pub length: usize,
}

const REGISTER_BROKER: u32 = 0;
const UNREGISTER_BROKER: u32 = 1;
const TOPIC: u32 = 2;
const PARTITION: u32 = 3;
const PARTITION_CHANGE: u32 = 5;
const BROKER_REGISTRATION_CHANGE: u32 = 17;
const CLEAR_ELR: u32 = 28;

impl MetadataLog {
    /// Reads the log of a controller whose data lies here.
    pub fn read(data: &Path) -> MetadataLog {
        let mut log = MetadataLog::default();
        for record in disk::records(&data.join("__cluster_metadata-0")) {
            if !record.control
                && let Some(value) = record.value
            {
                log.length += 1;
                log.replay(value);
            }
        }
        log
    }

    fn topic_of(&self, id: Uuid) -> Option<String> {
        self.topics
            .iter()
            .find(|(_, known)| **known == id)
            .map(|(name, _)| name.clone())
    }

    fn replay(&mut self, mut bytes: Bytes) -> Option<()> {
        let fields = &mut bytes;
        number(fields)?;
        let (kind, version) = (number(fields)?, number(fields)?);
        match kind {
            REGISTER_BROKER => {
                let broker = int(fields)?;
                self.brokers.insert(broker, true);
                self.changes
                    .push(json!({"rec": "RegisterBrokerRecord", "broker": broker}));
            }
            UNREGISTER_BROKER => {
                let broker = int(fields)?;
                self.brokers.remove(&broker);
                self.changes
                    .push(json!({"rec": "UnregisterBrokerRecord", "broker": broker}));
            }
            BROKER_REGISTRATION_CHANGE => self.broker_changed(fields)?,
            TOPIC => {
                let name = compact_text(fields)?;
                self.topics.insert(name, uuid(fields)?);
            }
            PARTITION => self.partition(fields, version)?,
            PARTITION_CHANGE => self.partition_changed(fields)?,
            CLEAR_ELR => {
                let topic = compact_text(fields)?;
                self.clear_elr(&topic);
            }
            _ => {}
        }
        Some(())
    }

    fn broker_changed(&mut self, fields: &mut Bytes) -> Option<()> {
        let broker = int(fields)?;
        fields.try_get_i64().ok()?;
        let tags = tags(fields)?;
        let mut change = json!({"rec": "BrokerRegistrationChangeRecord", "broker": broker});
        let byte = |tag: u32| Some(i8::from_be_bytes([*tags.get(&tag)?.first()?]));
        if let Some(fenced) = byte(0) {
            self.brokers.insert(broker, fenced == 1);
            change["fenced"] = json!(fenced == 1);
        }
        if let Some(stopping) = byte(1) {
            change["in_controlled_shutdown"] = json!(stopping == 1);
        }
        if change.as_object()?.len() > 2 {
            self.changes.push(change);
        }
        Some(())
    }

    fn partition(&mut self, fields: &mut Bytes, version: u32) -> Option<()> {
        let number = int(fields)?;
        let topic = self.topic_of(uuid(fields)?)?;
        let (replicas, isr, removing, adding) = (ints(fields)?, ints(fields)?, ints(fields)?, ints(fields)?);
        let (leader, leader_epoch, partition_epoch) = (int(fields)?, int(fields)?, int(fields)?);
        if version >= 1 {
            let directories = array(fields, uuid)?;
            debug_assert_eq!(directories.len(), replicas.len());
        }
        let tags = tags(fields)?;
        let list = |tag: u32| {
            tags.get(&tag)
                .and_then(|bytes| ints(&mut bytes.clone()))
                .unwrap_or_default()
        };
        let partition = Partition {
            leader,
            leader_epoch,
            partition_epoch,
            replicas,
            adding,
            removing,
            isr,
            elr: list(1),
            last_known_elr: list(2),
            recovery: tags
                .get(&0)
                .and_then(|bytes| bytes.first())
                .map_or(0, |byte| i32::from(*byte)),
            on: BTreeMap::new(),
        };
        let name = format!("{topic}-{number}");
        let after = after(&partition);
        self.changes
            .push(json!({"rec": "PartitionRecord", "partition": name, "->": after}));
        self.partitions.insert((topic, number), partition);
        Some(())
    }

    fn partition_changed(&mut self, fields: &mut Bytes) -> Option<()> {
        let number = int(fields)?;
        let topic = self.topic_of(uuid(fields)?)?;
        let tags = tags(fields)?;
        let partition = self.partitions.get_mut(&(topic.clone(), number))?;
        let mut change = json!({"rec": "PartitionChangeRecord", "partition": format!("{topic}-{number}")});
        let lists: [(u32, &str, &mut Vec<i32>); 6] = [
            (0, "isr", &mut partition.isr),
            (2, "replicas", &mut partition.replicas),
            (3, "removing", &mut partition.removing),
            (4, "adding", &mut partition.adding),
            (6, "elr", &mut partition.elr),
            (7, "last_known_elr", &mut partition.last_known_elr),
        ];
        for (tag, name, list) in lists {
            if let Some(bytes) = tags.get(&tag) {
                *list = ints(&mut bytes.clone())?;
                change[name] = json!(list);
            }
        }
        if let Some(bytes) = tags.get(&1) {
            partition.leader = int(&mut bytes.clone())?;
            partition.leader_epoch += 1;
            change["leader"] = json!(partition.leader);
        }
        if let Some(recovery) = tags.get(&5).and_then(|bytes| bytes.first()) {
            partition.recovery = i32::from(*recovery);
            change["recovery"] = json!(recovery);
        }
        partition.partition_epoch += 1;
        change["->"] = after(partition);
        self.changes.push(change);
        Some(())
    }

    /// Clears what there is to clear; the partition epoch moves only then. The empty name means every topic.
    fn clear_elr(&mut self, of: &str) {
        for ((topic, number), partition) in &mut self.partitions {
            if (of.is_empty() || of == topic) && !(partition.elr.is_empty() && partition.last_known_elr.is_empty()) {
                partition.elr.clear();
                partition.last_known_elr.clear();
                partition.partition_epoch += 1;
                let name = format!("{topic}-{number}");
                self.changes
                    .push(json!({"rec": "ClearElrRecord", "partition": name, "->": after(partition)}));
            }
        }
    }
}

fn after(partition: &Partition) -> Value {
    json!([partition.leader, partition.leader_epoch, partition.partition_epoch])
}

fn number(bytes: &mut Bytes) -> Option<u32> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let byte = bytes.try_get_u8().ok()?;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn int(bytes: &mut Bytes) -> Option<i32> {
    bytes.try_get_i32().ok()
}

fn uuid(bytes: &mut Bytes) -> Option<Uuid> {
    bytes.try_get_u128().ok()
}

fn compact_text(bytes: &mut Bytes) -> Option<String> {
    let length = (number(bytes)? as usize).checked_sub(1)?;
    (bytes.len() >= length).then(|| String::from_utf8_lossy(&bytes.split_to(length)).into_owned())
}

fn array<T>(bytes: &mut Bytes, item: fn(&mut Bytes) -> Option<T>) -> Option<Vec<T>> {
    let length = number(bytes)?.saturating_sub(1);
    (0..length).map(|_| item(bytes)).collect()
}

fn ints(bytes: &mut Bytes) -> Option<Vec<i32>> {
    array(bytes, int)
}

/// Tagged fields.
fn tags(bytes: &mut Bytes) -> Option<BTreeMap<u32, Bytes>> {
    let count = number(bytes)?;
    (0..count)
        .map(|_| {
            let (tag, length) = (number(bytes)?, number(bytes)? as usize);
            (bytes.len() >= length).then(|| (tag, bytes.split_to(length)))
        })
        .collect()
}
