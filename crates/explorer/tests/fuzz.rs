//! Two hundred seeds, ten model minutes each: every invariant after every step, rest after all harm has stopped. `highwater fuzz`
//! walks as many more as one likes, `highwater fuzz mutations` shows what they notice.

use explorer::{MUTATIONS, Plan, fuzz};

/// Ten of them at a time, so that the threads of the test runner share them.
fn clean(first: u64, seeds: u64) {
    for seed in first..first + seeds {
        if let Some(found) = fuzz(seed, &Plan::default()).found {
            panic!("seed {seed}: {}\n{}", found.text, found.story);
        }
    }
}

#[test]
fn seeds_1_to_50_find_nothing() {
    clean(1, 50);
}

#[test]
fn seeds_51_to_100_find_nothing() {
    clean(51, 50);
}

#[test]
fn seeds_101_to_150_find_nothing() {
    clean(101, 50);
}

#[test]
fn seeds_151_to_200_find_nothing() {
    clean(151, 50);
}

/// The first twenty seeds, for one model minute each: the numbers that WebAssembly has to come to as well.
#[test]
fn twenty_seeds_come_to_the_digests_on_record() {
    assert_eq!(explorer::digests(), include_str!("../digests.txt"));
}

#[test]
fn a_walk_notices_a_rule_that_is_missing_and_tells_it_as_a_story() {
    let mutation = MUTATIONS
        .iter()
        .find(|mutation| mutation.number == "M-05")
        .expect("it is listed");
    let plan = Plan {
        without: mutation.rules.to_vec(),
        ..Plan::default()
    };
    let (seed, found) = (1..100)
        .find_map(|seed| Some((seed, fuzz(seed, &plan).found?)))
        .expect("a lagging follower joins the ISR");
    assert!(
        found.story.contains("rule joins-from-high-watermark off"),
        "{}",
        found.story
    );
    let again = fuzz(seed, &plan).found.expect("the same seed does the same");
    assert_eq!(again, found);
}
