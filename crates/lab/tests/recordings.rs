//! The engine reproduces what a real Kafka 4.3.1 cluster did, and would not without Kafka's rules.

mod kept;

use kept::recordings;
use lab::compare::with_engine;
use lab::recording::Recording;
use replication::base::rule::Rule;

/// Rules that a recording notices the absence of.
const NOTICED: &[(&str, Rule)] = &[
    ("a_divergent_tail_is_cut_fetch_by_fetch", Rule::TruncationByEpoch),
    ("two_divergent_tails_meet", Rule::DivergenceNamesEpoch),
    (
        "a_leader_cut_from_the_controller_is_a_zombie",
        Rule::FetchFencedByLeaderEpoch,
    ),
    ("stopped_one_by_one_and_started_again", Rule::MinIsrHoldsHighWatermark),
    ("stopped_one_by_one_and_started_again", Rule::FullIsrEmptiesElr),
    (
        "all_killed_and_the_last_known_leader_leads",
        Rule::UncleanShutdownLeavesElr,
    ),
    ("an_unclean_election_by_command", Rule::UncleanElectionNeedsConsent),
    (
        "a_pending_expansion_holds_the_high_watermark",
        Rule::JoiningMemberHoldsHighWatermark,
    ),
    (
        "a_pending_shrink_does_not_move_the_high_watermark",
        Rule::LeavingMemberHoldsHighWatermark,
    ),
    (
        "a_new_leader_with_an_older_high_watermark",
        Rule::UnknownFollowerHoldsHighWatermark,
    ),
];

#[test]
fn every_compared_field_agrees() {
    let mut wrong = 0;
    for (name, text) in recordings() {
        let recording = Recording::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        match with_engine(&recording, None) {
            Ok(comparison) => {
                let found = comparison.differences.len();
                println!("{name}: {} fields compared, {found} differ", comparison.fields());
                for difference in &comparison.differences {
                    println!("  {difference}");
                }
                wrong += found;
            }
            Err(unsupported) => {
                println!("{name}: {}", unsupported.0);
                wrong += 1;
            }
        }
    }
    assert_eq!(wrong, 0, "fields in which the engine differs from Kafka");
}

#[test]
fn a_recording_is_printed_as_it_is_read() {
    for (name, text) in recordings() {
        let recording = Recording::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(recording.print() == text, "{name}");
    }
}

#[test]
fn an_engine_without_a_rule_of_kafka_differs_from_it() {
    let recordings = recordings();
    let mut unnoticed = Vec::new();
    for (name, rule) in NOTICED {
        let (_, text) = recordings.iter().find(|(found, _)| found == name).expect(name);
        let recording = Recording::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let first = match with_engine(&recording, Some(*rule)) {
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

#[test]
fn every_story_of_the_lab_can_be_read() {
    let stories = concat!(env!("CARGO_MANIFEST_DIR"), "/stories");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(stories).expect("there are stories") {
        let path = entry.expect("a folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "story") {
            let text = std::fs::read_to_string(&path).expect("a story can be read");
            let mistakes = scenario::story::Story::mistakes(&text);
            wrong.extend(
                mistakes
                    .into_iter()
                    .map(|mistake| format!("{}: {mistake}", path.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
