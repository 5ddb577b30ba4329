//! Metadata records and AlterPartition requests without what depends on real time: how often something was said that changes
//! nothing, and which of two brokers that do the same was first.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// A broker that is fenced already may be fenced again when its old session ends; one whose registration is answered late
/// registers again.
pub fn without_second_fencing(changes: &[Value], fenced: &mut BTreeMap<i64, bool>) -> Vec<Value> {
    let mut kept = Vec::new();
    // Registered, and nothing has been written of it since.
    let mut registered = BTreeSet::new();
    for change in changes {
        if let Some(broker) = change["broker"].as_i64() {
            if change["rec"] == "RegisterBrokerRecord" {
                fenced.insert(broker, true);
                if !registered.insert(broker) {
                    continue;
                }
            } else if change["rec"] == "UnregisterBrokerRecord" {
                registered.remove(&broker);
                fenced.remove(&broker);
            } else if registered.remove(&broker) {
                fenced.insert(broker, change["fenced"].as_bool().unwrap_or(true));
            } else if let Some(now) = change["fenced"].as_bool()
                && fenced.insert(broker, now).unwrap_or(false) == now
            {
                continue;
            }
        }
        kept.push(change.clone());
    }
    kept
}

/// A proposal that a broker repeats word for word is a retry.
pub fn without_repeats(proposals: &[Value], last: &mut BTreeMap<String, Value>) -> Vec<Value> {
    let new = |proposal: &&Value| {
        let by = format!("{} {}", proposal["broker"], proposal["partition"]);
        last.insert(by, (*proposal).clone()).as_ref() != Some(proposal)
    };
    proposals.iter().filter(new).cloned().collect()
}

/// Where followers join one after another on both sides, but not in the same order, only their number counts until the last is
/// in. Says how often that was.
pub fn without_order_of_joining(kafka: &mut [Value], ours: &mut [Value]) -> u32 {
    if kafka.len() != ours.len() {
        return 0;
    }
    let mut found = 0;
    for at in 0..kafka.len().saturating_sub(1) {
        let (Some(size), Some(our_size)) = (joining(&kafka[at..=at + 1]), joining(&ours[at..=at + 1])) else {
            continue;
        };
        let field = if kafka[at]["isr"].is_array() { "isr" } else { "new_isr" };
        if size == our_size && kafka[at][field] != ours[at][field] {
            kafka[at][field] = json!(size);
            ours[at][field] = json!(our_size);
            found += 1;
        }
    }
    found
}

/// The size of the ISR after the first of two records by which followers join it.
fn joining(two: &[Value]) -> Option<usize> {
    let isr = |record: &Value| -> Option<BTreeSet<i64>> {
        let list = record["isr"].as_array().or(record["new_isr"].as_array())?;
        Some(list.iter().filter_map(Value::as_i64).collect())
    };
    let epoch = |record: &Value| (record["->"][1].clone(), record["leader_epoch"].clone());
    let (before, after) = (isr(&two[0])?, isr(&two[1])?);
    (epoch(&two[0]) == epoch(&two[1]) && after.is_superset(&before) && after != before).then_some(before.len())
}

/// ISR, ELR and their kin without their order.
pub fn in_sets(changes: Vec<Value>) -> Vec<Value> {
    let in_sets = |change: Value| match change {
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| match name.as_str() {
                "isr" | "elr" | "last_known_elr" | "new_isr" => (name, set_of(&value)),
                _ => (name, value),
            })
            .collect(),
        other => other,
    };
    changes.into_iter().map(in_sets).collect()
}

fn set_of(value: &Value) -> Value {
    let Value::Array(members) = value else {
        return value.clone();
    };
    let set: BTreeSet<i64> = members.iter().filter_map(Value::as_i64).collect();
    json!(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(epoch: i32, isr: &[i32]) -> Value {
        json!({"->": [1, epoch, 0], "isr": isr})
    }

    #[test]
    fn followers_may_join_in_any_order() {
        let (mut kafka, mut ours) = (
            [joined(1, &[1, 2]), joined(1, &[1, 2, 3])],
            [joined(1, &[1, 3]), joined(1, &[1, 2, 3])],
        );
        assert_eq!(without_order_of_joining(&mut kafka, &mut ours), 1);
        assert_eq!(kafka, ours);
        assert_eq!(kafka[0]["isr"], 2);
    }

    #[test]
    fn who_is_in_at_the_end_counts() {
        let (mut kafka, mut ours) = (
            [joined(1, &[1, 2]), joined(1, &[1, 2, 4])],
            [joined(1, &[1, 3]), joined(1, &[1, 2, 3])],
        );
        without_order_of_joining(&mut kafka, &mut ours);
        assert_ne!(kafka, ours);
    }

    #[test]
    fn leaving_and_other_epochs_are_compared_as_they_are() {
        let cases = [
            (
                [joined(1, &[1, 2]), joined(1, &[1])],
                [joined(1, &[1, 3]), joined(1, &[1])],
            ),
            (
                [joined(1, &[1, 2]), joined(2, &[1, 2, 3])],
                [joined(1, &[1, 3]), joined(2, &[1, 2, 3])],
            ),
            (
                [joined(1, &[1, 2]), joined(1, &[1, 2])],
                [joined(1, &[1, 3]), joined(1, &[1, 3])],
            ),
        ];
        for (mut kafka, mut ours) in cases {
            assert_eq!(without_order_of_joining(&mut kafka, &mut ours), 0);
            assert_ne!(kafka, ours);
        }
    }

    #[test]
    fn a_broker_registers_once_in_a_row() {
        let registers = |broker: i32| json!({"rec": "RegisterBrokerRecord", "broker": broker});
        let unfenced = json!({"rec": "BrokerRegistrationChangeRecord", "broker": 1, "fenced": false});
        let changes = [registers(1), registers(2), registers(1), unfenced, registers(1)];
        let kept = without_second_fencing(&changes, &mut BTreeMap::new());
        assert_eq!(
            kept,
            [&changes[0], &changes[1], &changes[3], &changes[4]].map(Value::clone)
        );
    }

    #[test]
    fn a_proposal_repeated_by_its_leader_is_a_retry() {
        let proposal = |broker: i32, isr: &[i32]| json!({"broker": broker, "partition": "t-0", "new_isr": isr});
        let sent = [
            proposal(1, &[1]),
            proposal(2, &[2]),
            proposal(1, &[1]),
            proposal(1, &[1, 2]),
        ];
        let mut last = BTreeMap::new();
        let kept = without_repeats(&sent, &mut last);
        assert_eq!(kept, [proposal(1, &[1]), proposal(2, &[2]), proposal(1, &[1, 2])]);
        assert!(
            without_repeats(&sent[3..], &mut last).is_empty(),
            "also in the next look"
        );
    }
}
