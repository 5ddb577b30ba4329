//! Each of Kafka's safety rules, switched off, turns an invariant red in a story that is kept; switched on, the same story
//! finds nothing. `cargo test -p scenario --test rules -- --nocapture` prints the table.
//!
//! The numbers are those of the specification's list of mutations. Without a switch are: M-10 (answers to an old process),
//! because a connection ends with its process and an answer cannot outlive it, which is the network's doing and no rule of a
//! handler; M-11 (fetched in this epoch), because here as in Kafka a follower is judged only while its fetch is handled, in
//! the epoch it names, so that there is no line to take away. M-25 waits for the metadata quorum. The last, sequences without gaps, is in no
//! list: its number is that of the hard case it belongs to.

use std::collections::BTreeSet;
use std::fmt::Write;

use scenario::catalog::{STORIES, find};
use scenario::checking::{finding_text, findings, unexpected};
use scenario::language::value::print_duration;
use scenario::runner::{Runner, run};
use scenario::story::Story;
use simulation::invariant::Seen;

struct Mutation {
    number: &'static str,
    /// What is switched on again for the comparison. A story may switch off more: an older rule that a newer one covers.
    rules: &'static [&'static str],
    story: &'static str,
    shows: Shows,
}

enum Shows {
    /// Invariants that turn red.
    Findings(&'static [&'static str]),
    /// L-7: after all harm has stopped a live replica does not rejoin the ISR. With the rule it does.
    NeverRejoins,
}

use Shows::{Findings, NeverRejoins};

const MUTATIONS: &[Mutation] = &[
    Mutation {
        number: "M-01",
        rules: &["truncation-by-epoch"],
        story: "without_truncation_by_epoch_a_follower_throws_away_committed_records",
        shows: Findings(&["I-10", "I-12"]),
    },
    // I-08 says nothing about what an unclean election leaves behind, and the fork needs one; I-07 does.
    Mutation {
        number: "M-02",
        rules: &["divergence-names-epoch"],
        story: "without_the_epoch_in_the_answer_a_fork_stays_in_the_logs",
        shows: Findings(&["I-07"]),
    },
    Mutation {
        number: "M-03",
        rules: &["fetch-fenced-by-leader-epoch"],
        story: "without_fencing_by_leader_epoch_a_follower_is_counted_and_then_truncates",
        shows: Findings(&["I-10", "I-12"]),
    },
    Mutation {
        number: "M-04",
        rules: &["joins-from-epoch-start"],
        story: "without_the_epoch_start_test_a_lagging_replica_joins_the_isr",
        shows: Findings(&["I-13", "I-12"]),
    },
    Mutation {
        number: "M-05",
        rules: &["joins-from-high-watermark"],
        story: "without_the_high_watermark_test_a_lagging_replica_joins_the_isr",
        shows: Findings(&["I-13", "I-12"]),
    },
    Mutation {
        number: "M-06",
        rules: &["unknown-follower-holds-high-watermark"],
        story: "without_waiting_for_unknown_followers_a_new_leader_commits_alone",
        shows: Findings(&["I-11", "I-12"]),
    },
    Mutation {
        number: "M-07",
        rules: &["leaving-member-holds-high-watermark"],
        story: "without_the_leaving_member_a_shrink_commits_too_early",
        shows: Findings(&["I-11", "I-12"]),
    },
    Mutation {
        number: "M-08",
        rules: &["joining-member-holds-high-watermark"],
        story: "without_the_joining_member_an_expansion_commits_too_early",
        shows: Findings(&["I-11", "I-12"]),
    },
    Mutation {
        number: "M-09",
        rules: &[
            "isr-members-are-current",
            "proposes-current-incarnation",
            "fetch-from-current-incarnation",
        ],
        story: "without_broker_epochs_a_restarted_broker_joins_on_old_merits",
        shows: Findings(&["I-17", "I-12"]),
    },
    Mutation {
        number: "M-12",
        rules: &["new-epoch-restarts-fetching"],
        story: "without_a_fresh_start_in_each_epoch_a_follower_is_refused_for_ever",
        shows: NeverRejoins,
    },
    Mutation {
        number: "M-13",
        rules: &["answer-is-for-present-offset"],
        story: "without_comparing_offsets_a_late_answer_leaves_a_hole",
        shows: Findings(&["I-01"]),
    },
    // Records of the old epoch are cut again by the next fetch, so that I-07 and I-08 see nothing; an old answer that says
    // where to cut takes committed records.
    Mutation {
        number: "M-14",
        rules: &["answer-is-for-present-epoch"],
        story: "without_comparing_epochs_a_late_answer_cuts_committed_records",
        shows: Findings(&["I-10", "I-13", "I-12"]),
    },
    Mutation {
        number: "M-15",
        rules: &["min-isr-holds-high-watermark"],
        story: "without_the_frozen_high_watermark_a_record_is_committed_on_one_replica",
        shows: Findings(&["I-13", "I-12"]),
    },
    Mutation {
        number: "M-16",
        rules: &["unclean-shutdown-leaves-elr"],
        story: "without_unclean_shutdowns_noticed_a_replica_that_lost_records_leads",
        shows: Findings(&["I-13", "I-12"]),
    },
    Mutation {
        number: "M-17",
        rules: &["full-isr-empties-elr"],
        story: "without_emptying_the_elr_a_stale_replica_leads",
        shows: Findings(&["I-03", "I-13"]),
    },
    Mutation {
        number: "M-18",
        rules: &["truncation-forgets-empty-epochs"],
        story: "without_forgetting_empty_epochs_a_follower_diverges_for_ever",
        shows: NeverRejoins,
    },
    Mutation {
        number: "M-19",
        rules: &["last-known-leader-is-active"],
        story: "without_the_test_of_the_last_known_leader_a_fenced_broker_leads",
        shows: Findings(&["I-05"]),
    },
    Mutation {
        number: "M-20",
        rules: &["unclean-election-needs-consent"],
        story: "without_consent_an_unclean_election_loses_committed_records",
        shows: Findings(&["I-12"]),
    },
    Mutation {
        number: "M-22",
        rules: &["old-session-ends-first", "new-incarnation-leaves-isr"],
        story: "without_the_end_of_the_old_session_one_epoch_has_two_histories",
        shows: Findings(&["I-07"]),
    },
    Mutation {
        number: "M-23",
        rules: &["refused-proposal-stays-pending"],
        story: "without_a_pending_proposal_a_leader_believes_in_an_isr_that_never_was",
        shows: Findings(&["I-11"]),
    },
    Mutation {
        number: "M-24",
        rules: &["consumers-read-committed"],
        story: "without_the_high_watermark_for_readers_a_consumer_reads_what_goes_again",
        shows: Findings(&["I-25"]),
    },
    Mutation {
        number: "M-21",
        rules: &["duplicates-are-recognised"],
        story: "without_recognising_copies_a_lost_answer_makes_two_records",
        shows: Findings(&["I-23"]),
    },
    Mutation {
        number: "H-39",
        rules: &["sequences-have-no-gaps"],
        story: "without_refusing_gaps_a_retry_comes_after_what_was_sent_after_it",
        shows: Findings(&["I-23", "I-24"]),
    },
];

fn played(name: &str, text: &str) -> (Story, Runner) {
    let story = Story::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let runner = run(&story).unwrap_or_else(|error| panic!("{name}: {error}"));
    (story, runner)
}

fn text_of(mutation: &Mutation) -> &'static str {
    find(mutation.story).unwrap_or_else(|error| panic!("{error}")).text
}

fn found_codes(runner: &Runner) -> BTreeSet<&'static str> {
    let found = runner.history.track().findings().iter();
    found.map(|(_, finding)| finding.invariant).collect()
}

/// What a story is told off for that does not say which findings it expects.
fn left_when_nothing_is_expected(mutation: &Mutation) -> BTreeSet<&'static str> {
    let lines = text_of(mutation).lines();
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("expect finding")).collect();
    let (story, mut runner) = played(mutation.story, &lines.join("\n"));
    let left = unexpected(&story, &mut runner.history, &mut Seen::default());
    left.iter().map(|(_, finding)| finding.invariant).collect()
}

#[test]
fn without_its_rule_each_story_turns_red() {
    let mut table = String::new();
    for mutation in MUTATIONS {
        let (story, mut runner) = played(mutation.story, text_of(mutation));
        let left = unexpected(&story, &mut runner.history, &mut Seen::default());
        assert!(left.is_empty(), "{}: {left:?}", mutation.story);
        assert_eq!(left_when_nothing_is_expected(mutation), found_codes(&runner));
        let begin = runner.begin.expect("it begins");
        let found = runner.history.track().findings().to_vec();
        let codes = found_codes(&runner);
        let what = match mutation.shows {
            Findings(expected) => {
                let all = expected.iter().all(|code| codes.contains(code));
                assert!(all, "{}: {codes:?}", mutation.story);
                let (position, first) = &found[0];
                let time = runner.history.world_at(*position).cluster.now.0 - begin.time;
                let codes: Vec<&str> = codes.into_iter().collect();
                format!(
                    "{}; first {} at step {position}, {} and {} steps after begin",
                    codes.join(" "),
                    first.invariant,
                    print_duration(time),
                    position - begin.position,
                )
            }
            NeverRejoins => {
                assert!(codes.is_empty(), "{}: {codes:?}", mutation.story);
                "L-7: still out of the ISR two minutes after the last harm".to_string()
            }
        };
        let rules = mutation.rules.join(", ");
        let _ = writeln!(
            table,
            "{} {rules}\n     {}\n     {what}",
            mutation.number, mutation.story
        );
    }
    println!("{table}");
}

/// The same acts, the rule in force. What the story expects of the harm goes.
fn with_the_rule(mutation: &Mutation) -> String {
    let kept = |line: &&str| {
        let switches = |rule| line.starts_with(&format!("rule {rule} off"));
        !line.starts_with("expect ") && !mutation.rules.iter().any(switches)
    };
    let lines: Vec<&str> = text_of(mutation).lines().filter(kept).collect();
    let mut text = lines.join("\n");
    if matches!(mutation.shows, NeverRejoins) {
        text.push_str("\nsettle\nexpect orders.placed-0 isr=1,2,3");
    }
    text
}

#[test]
fn with_its_rule_each_story_stays_green() {
    for mutation in MUTATIONS {
        let (_, mut runner) = played(mutation.story, &with_the_rule(mutation));
        let mut found = runner.history.track().findings().to_vec();
        found.extend(findings(&mut runner.history, &mut Seen::default()));
        let world = runner.history.world();
        let texts: Vec<String> = found
            .iter()
            .map(|(at, finding)| finding_text(world, *at, finding))
            .collect();
        assert!(texts.is_empty(), "{}:\n{}", mutation.story, texts.join("\n"));
    }
}

/// The catalog's last group is this table, in its order.
#[test]
fn the_stories_of_missing_rules_are_all_here() {
    let listed = STORIES
        .iter()
        .filter(|story| story.group.is_some())
        .map(|story| story.name);
    let listed: Vec<&str> = listed.collect();
    let here: Vec<&str> = MUTATIONS.iter().map(|mutation| mutation.story).collect();
    assert_eq!(listed, here);
}
