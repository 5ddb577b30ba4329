//! The engine's metadata log in the recording's words.

use std::collections::BTreeMap;

use replication::base::id::{BrokerId, TopicPartition};
use replication::log::metadata_record::{LeaderRecoveryState, MetadataRecord, PartitionRegistration};
use serde_json::{Value, json};

use super::looking::ids;

/// What the records from number `from` on changed; those before are read for what they lead to.
pub fn changes<'a>(
    records: impl Iterator<Item = &'a MetadataRecord>,
    names: &BTreeMap<TopicPartition, &str>,
    from: usize,
) -> Vec<Value> {
    let mut state = BTreeMap::new();
    let mut found = Vec::new();
    for (n, record) in records.enumerate() {
        let new = change(record, names, &mut state);
        if n >= from {
            found.extend(new);
        }
    }
    found
}

type State = BTreeMap<TopicPartition, PartitionRegistration>;

fn change(record: &MetadataRecord, names: &BTreeMap<TopicPartition, &str>, state: &mut State) -> Vec<Value> {
    match record {
        MetadataRecord::Partition {
            partition,
            registration,
        } => {
            state.insert(*partition, registration.clone());
            vec![json!({"rec": "PartitionRecord", "partition": names.get(partition), "->": after(registration)})]
        }
        MetadataRecord::PartitionChange { partition, change } => {
            let Some(before) = state.get(partition) else {
                return Vec::new();
            };
            let merged = before.merge(change);
            let mut json =
                json!({"rec": "PartitionChangeRecord", "partition": names.get(partition), "->": after(&merged)});
            let lists = [
                ("isr", &change.isr),
                ("replicas", &change.replicas),
                ("removing", &change.removing_replicas),
                ("adding", &change.adding_replicas),
                ("elr", &change.elr),
                ("last_known_elr", &change.last_known_elr),
            ];
            for (name, list) in lists {
                if let Some(list) = list {
                    json[name] = json!(ids(list));
                }
            }
            if let Some(leader) = change.leader {
                json["leader"] = json!(leader.map_or(-1, |id: BrokerId| id.0));
            }
            if let Some(recovery) = change.leader_recovery_state {
                json["recovery"] = json!(i32::from(recovery == LeaderRecoveryState::Recovering));
            }
            state.insert(*partition, merged);
            vec![json]
        }
        MetadataRecord::RegisterBroker { broker, .. } => {
            vec![json!({"rec": "RegisterBrokerRecord", "broker": broker.0})]
        }
        MetadataRecord::UnregisterBroker { broker, .. } => {
            vec![json!({"rec": "UnregisterBrokerRecord", "broker": broker.0})]
        }
        MetadataRecord::BrokerRegistrationChange {
            broker,
            fenced,
            in_controlled_shutdown,
            ..
        } => {
            let mut json = json!({"rec": "BrokerRegistrationChangeRecord", "broker": broker.0});
            if let Some(fenced) = fenced {
                json["fenced"] = json!(fenced);
            }
            if let Some(stopping) = in_controlled_shutdown {
                json["in_controlled_shutdown"] = json!(stopping);
            }
            vec![json]
        }
        MetadataRecord::ClearElr { topic } => {
            let name_of = |id: &TopicPartition| Some(names.get(id)?.rsplit_once('-')?.0);
            let of_topic = |id: &TopicPartition| topic.as_deref().is_none_or(|topic| name_of(id) == Some(topic));
            let mut cleared = Vec::new();
            for (id, registration) in state.iter_mut().filter(|(id, _)| of_topic(id)) {
                if registration.elr.is_empty() && registration.last_known_elr.is_empty() {
                    continue;
                }
                registration.elr.clear();
                registration.last_known_elr.clear();
                registration.partition_epoch = registration.partition_epoch.next();
                cleared.push(json!({"rec": "ClearElrRecord", "partition": names.get(id), "->": after(registration)}));
            }
            cleared
        }
        _ => Vec::new(),
    }
}

fn after(registration: &PartitionRegistration) -> Value {
    let leader = registration.leader.map_or(-1, |id| id.0);
    json!([leader, registration.leader_epoch.0, registration.partition_epoch.0])
}
