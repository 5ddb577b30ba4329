//! The engine reproduces what a real Kafka 4.3.1 cluster did, and would not without Kafka's rules.

use lab::prototype::compare::{compare, compare_without};
use replication::base::rule::Rule;

/// Recordings the engine cannot be given, and why.
const NOT_PLAYED: &[(&str, &str)] = &[
    (
        "c-divergent-tail",
        "SIGSTOP leaks what lies in a socket: two recordings of it differ",
    ),
    ("t-three-controllers", "a quorum of three"),
];

/// Rules that a recording notices the absence of.
const NOTICED: &[(&str, Rule)] = &[
    ("h-divergent-tail-gated", Rule::TruncationByEpoch),
    ("q-two-divergent-tails", Rule::DivergenceNamesEpoch),
    ("z-zombie-leader", Rule::FetchFencedByLeaderEpoch),
    ("d-min-isr-elr-all-down", Rule::MinIsrHoldsHighWatermark),
    ("d-min-isr-elr-all-down", Rule::FullIsrEmptiesElr),
    ("k-kill9-all", Rule::UncleanShutdownLeavesElr),
    ("e-unclean-election", Rule::UncleanElectionNeedsConsent),
    ("p-pending-isr", Rule::JoiningMemberHoldsHighWatermark),
    ("s-pending-shrink", Rule::LeavingMemberHoldsHighWatermark),
    ("u-new-leader-old-hw", Rule::UnknownFollowerHoldsHighWatermark),
];

fn recording(name: &str) -> String {
    let path = format!("{}/recordings/prototype/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a recording can be read")
}

fn names() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/prototype");
    let entries = std::fs::read_dir(folder).expect("there are recordings");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a folder can be read").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .filter(|name| !NOT_PLAYED.iter().any(|(not_played, _)| not_played == name))
        .collect();
    names.sort();
    names
}

#[test]
fn every_compared_field_agrees() {
    let mut differences = 0;
    for name in names() {
        match compare(&name, &recording(&name)) {
            Ok(comparison) => {
                let found = comparison.differences.len();
                println!("{name}: {} fields compared, {found} differ", comparison.compared);
                for difference in &comparison.differences {
                    println!("  {difference}");
                }
                differences += found;
            }
            Err(unsupported) => {
                println!("{name}: {unsupported:?}");
                differences += 1;
            }
        }
    }
    assert_eq!(differences, 0, "fields in which the engine differs from Kafka");
}

#[test]
fn an_engine_without_a_rule_of_kafka_differs_from_it() {
    let mut unnoticed = Vec::new();
    for (name, rule) in NOTICED {
        let first = match compare_without(name, &recording(name), Some(*rule)) {
            Ok(comparison) => comparison.differences.first().map(ToString::to_string),
            Err(unsupported) => Some(unsupported.0),
        };
        match first {
            Some(first) => println!("without {}: {first}", rule.name()),
            None => unnoticed.push(rule.name()),
        }
    }
    assert!(unnoticed.is_empty(), "nothing differs without {unnoticed:?}");
}
