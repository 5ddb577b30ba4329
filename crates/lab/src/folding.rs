//! Looks as they are written down: of each partition what is not as in the look before.
//!
//! A field that is left out stands as it stood; a replica that is gone is null. Of a log that grew or was cut `kept` entries are
//! as they were, and `log` follows them.

use serde_json::{Map, Value, json};

type Fields = Map<String, Value>;

/// What is new in `now`, against the look before.
pub fn folded(before: &Fields, now: &Fields) -> Fields {
    each(before, now, |before, now| {
        let mut told = Fields::new();
        for (name, value) in now {
            match (name.as_str(), before.get(name)) {
                ("on", Some(Value::Object(replicas_before))) => {
                    let replicas = value.as_object().map(|now| each(replicas_before, now, replica_folded));
                    let replicas = replicas.filter(|replicas| !replicas.is_empty());
                    told.extend(replicas.map(|replicas| (name.clone(), replicas.into())));
                }
                (_, Some(same)) if same == value => {}
                _ => {
                    told.insert(name.clone(), value.clone());
                }
            }
        }
        told
    })
}

/// The look whole again.
pub fn unfolded(before: &Fields, told: &Fields) -> Fields {
    over(before, told, |before, told| {
        let mut whole = before.clone();
        for (name, value) in told {
            match (name.as_str(), before.get(name), value) {
                ("on", Some(Value::Object(replicas_before)), Value::Object(replicas)) => {
                    whole.insert(name.clone(), over(replicas_before, replicas, replica_unfolded).into());
                }
                _ => {
                    whole.insert(name.clone(), value.clone());
                }
            }
        }
        whole
    })
}

fn replica_folded(before: &Fields, now: &Fields) -> Fields {
    let changed = now.iter().filter(|(name, value)| before.get(*name) != Some(value));
    let mut told: Fields = changed.map(|(name, value)| (name.clone(), value.clone())).collect();
    if let (Some(Value::Array(old)), Some(Value::Array(log))) = (before.get("log"), told.get("log")) {
        let kept = old.iter().zip(log).take_while(|(old, new)| old == new).count();
        let rest = log[kept..].to_vec();
        told.insert("kept".into(), json!(kept));
        told.insert("log".into(), rest.into());
    }
    told
}

fn replica_unfolded(before: &Fields, told: &Fields) -> Fields {
    let mut whole = before.clone();
    whole.extend(told.clone());
    if let Some(kept) = whole.remove("kept").and_then(|kept| kept.as_u64())
        && let (Some(Value::Array(old)), Some(Value::Array(rest))) = (before.get("log"), told.get("log"))
    {
        let log: Vec<Value> = old.iter().take(kept as usize).chain(rest).cloned().collect();
        whole.insert("log".into(), log.into());
    }
    whole
}

/// By name, what is new of each; null for what is gone.
fn each(before: &Fields, now: &Fields, fold: impl Fn(&Fields, &Fields) -> Fields) -> Fields {
    let mut told: Fields = before
        .keys()
        .filter(|name| !now.contains_key(*name))
        .map(|name| (name.clone(), Value::Null))
        .collect();
    for (name, value) in now {
        let new = match (before.get(name), value) {
            (Some(Value::Object(before)), Value::Object(now)) => Value::Object(fold(before, now)),
            _ => value.clone(),
        };
        if new.as_object().is_none_or(|fields| !fields.is_empty()) {
            told.insert(name.clone(), new);
        }
    }
    told
}

/// The inverse of `each`.
fn over(before: &Fields, told: &Fields, unfold: impl Fn(&Fields, &Fields) -> Fields) -> Fields {
    let mut whole = before.clone();
    for (name, value) in told {
        match (before.get(name), value) {
            (_, Value::Null) => {
                whole.remove(name);
            }
            (Some(Value::Object(before)), Value::Object(told)) => {
                whole.insert(name.clone(), unfold(before, told).into());
            }
            _ => {
                whole.insert(name.clone(), value.clone());
            }
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: Value) -> Fields {
        json.as_object().cloned().expect("an object")
    }

    fn partition(isr: &[i32], on: Value) -> Fields {
        fields(json!({"t-0": {"leader": 1, "isr": isr, "on": on}}))
    }

    #[test]
    fn what_stands_as_before_is_left_out() {
        let replica = json!({"state": "up", "log": [[0, 0], [1, 0]], "hw": 2});
        let before = partition(&[1, 2], json!({"1": replica, "2": replica}));
        assert_eq!(folded(&before, &before), Fields::new());
        assert_eq!(unfolded(&before, &Fields::new()), before);
    }

    #[test]
    fn a_log_that_was_cut_and_grew_keeps_what_is_the_same() {
        let replica = |log: Value, hw: Value| json!({"state": "up", "log": log, "hw": hw});
        let before = partition(&[1, 2], json!({"1": replica(json!([[0, 0], [1, 0]]), json!(2))}));
        let now = partition(&[1], json!({"1": replica(json!([[0, 0], [1, 1]]), Value::Null)}));
        let told = fields(json!({"t-0": {"isr": [1], "on": {"1": {"kept": 1, "log": [[1, 1]], "hw": null}}}}));
        assert_eq!(folded(&before, &now), told);
        assert_eq!(unfolded(&before, &told), now);
    }

    #[test]
    fn replicas_come_and_go() {
        let replica = json!({"state": "up", "log": [], "hw": 0});
        let before = partition(&[1], json!({"1": replica, "2": replica}));
        let now = partition(&[1], json!({"1": replica, "3": replica}));
        let told = fields(json!({"t-0": {"on": {"2": null, "3": replica}}}));
        assert_eq!(folded(&before, &now), told);
        assert_eq!(unfolded(&before, &told), now);
    }
}
