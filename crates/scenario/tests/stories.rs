//! Every story does what it expects, twice the same, keeps every invariant, and happens as it was recorded.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use scenario::catalog::{STORIES, find};
use scenario::checking::{finding_text, unexpected};
use scenario::language::error::Code;
use scenario::recording::recording;
use scenario::runner::{Runner, run};
use scenario::story::Story;
use simulation::invariant::Seen;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stories")
}

fn played(name: &str, text: &str) -> (Story, Runner) {
    let story = Story::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let runner = run(&story).unwrap_or_else(|error| panic!("{name}: {error}"));
    (story, runner)
}

#[test]
fn every_story_does_what_it_expects_and_twice_the_same() {
    for story in STORIES {
        let digest = |runner: &Runner| (runner.mark(), runner.history.world().state_digest());
        let first = digest(&played(story.name, story.text).1);
        let second = digest(&played(story.name, story.text).1);
        assert_eq!(first, second, "{}", story.name);
    }
}

/// Other latencies make another run; where no two things race, it comes out alike.
#[test]
fn an_outcome_does_not_depend_on_times() {
    let story = find("high_watermark_waits_for_the_slowest_in_sync_replica").unwrap();
    let digests = |seed: u32| {
        let text = story
            .text
            .replace("cluster brokers=3", &format!("cluster brokers=3 seed={seed}"));
        let (_, runner) = played(story.name, &text);
        let world = runner.history.world();
        (world.state_digest(), world.outcome_digest())
    };
    let (first, second) = (digests(1), digests(2));
    assert_ne!(first.0, second.0);
    assert_eq!(first.1, second.1);
    let other = find("a_slow_disk_makes_a_follower_lag").unwrap();
    assert_ne!(
        played(other.name, other.text).1.history.world().outcome_digest(),
        first.1
    );
}

#[test]
fn every_story_keeps_the_invariants() {
    for story in STORIES {
        let (parsed, mut runner) = played(story.name, story.text);
        let found = unexpected(&parsed, &mut runner.history, &mut Seen::default());
        let world = runner.history.world();
        let texts: Vec<String> = found
            .iter()
            .map(|(at, finding)| finding_text(world, *at, finding))
            .collect();
        assert!(texts.is_empty(), "{}:\n{}", story.name, texts.join("\n"));
    }
}

#[test]
fn every_story_happens_as_recorded() {
    for listed in STORIES {
        let text = fs::read_to_string(folder().join(format!("{}.story", listed.name))).unwrap();
        let (story, mut runner) = played(listed.name, &text);
        let happened = recording(&mut runner, story.traces_all());
        let recorded = story.recorded.unwrap_or_default();
        let difference = recorded
            .lines()
            .zip(happened.lines())
            .position(|(recorded, happened)| recorded != happened);
        if let Some(line) = difference {
            let of = |text: &str| text.lines().nth(line).unwrap_or_default().to_string();
            panic!(
                "{}: line {} of the recording\nrecorded: {}\nhappened: {}\nIf that is meant: npm run bless, and read the difference.",
                listed.name,
                line + 1,
                of(&recorded),
                of(&happened)
            );
        }
        assert_eq!(recorded, happened, "{}: npm run bless", listed.name);
    }
}

#[test]
fn every_story_is_listed_and_says_what_it_shows() {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeSet<String> = files
        .map(|path| path.file_stem().unwrap().to_str().unwrap().into())
        .collect();
    let listed: BTreeSet<String> = STORIES.iter().map(|story| story.name.to_string()).collect();
    assert_eq!(files, listed);
    for story in STORIES {
        let second = story.text.lines().nth(1).unwrap_or_default();
        assert!(
            story.summary().ends_with(['.', '?']),
            "{} begins with a sentence or a question",
            story.name
        );
        assert!(second.starts_with("# Source: "), "{} names its source", story.name);
        assert!(
            !story.text.contains("\n---\n"),
            "{} is shipped without its recording",
            story.name
        );
    }
}

/// voice.md: a headline of at most 12 words, at most two sentences of why; no exclamation marks.
#[test]
fn captions_keep_to_the_voice() {
    for story in STORIES {
        for caption in played(story.name, story.text).1.captions {
            let what = format!("{}: {}", story.name, caption.id);
            assert!(
                caption.headline.split_whitespace().count() <= 12,
                "{what}: {}",
                caption.headline
            );
            assert!(caption.text.matches(". ").count() <= 2, "{what}: {}", caption.text);
            assert!(!caption.headline.contains('!') && !caption.text.contains('!'), "{what}");
            assert!(caption.headline.ends_with('.') && caption.text.ends_with('.'), "{what}");
        }
    }
}

#[test]
fn a_rolling_restart_goes_on_when_each_broker_is_back() {
    let check = |lines: &str| {
        let text = format!("cluster brokers=3\ntopic t assignment=1,2,3\n{lines}");
        run(&Story::parse(&text).unwrap()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    };
    // Broker 2 was stopped when broker 1 was in sync again, so leadership went back to the first of the assignment.
    check("roll b1 b2\nexpect t-0 leader=1 epoch=2 partition-epoch=4 isr=1,2,3");
    // A broker that runs is not a replica in sync.
    check("cut b2-b1:fetch\nroll b2 wait=unfenced\nexpect b2 state=running\nexpect t-0 isr=1,3");
}

#[test]
fn what_a_run_refuses_has_a_code_and_a_place() {
    const WORLD: &str = "cluster brokers=3\ntopic t assignment=1,2,3\n";
    let error = |lines: &str| {
        let story = Story::parse(&format!("{WORLD}{lines}")).unwrap();
        let error = run(&story).expect_err(lines);
        (error.code, error.line, error.to_string())
    };
    let table = [
        (
            "expect t-0 leo=5 hw=0",
            Code::ExpectationFailed,
            "line 3, column 1: found t-0 leo=0; expected t-0 leo=5 hw=0",
        ),
        (
            "run until t-0 leo=1 max=100ms",
            Code::NeverHappened,
            "line 3, column 1: this has not happened: t-0 leo=1; at the end of 100ms it was leo=0",
        ),
        (
            "cut b1-b2\nproduce t k acks=1\nsettle max=1s",
            Code::NotSettled,
            "line 5, column 1: still unsettled: t-0 has leo 1 and hw 0, b2 has leo 0 and hw 0 of t-0; \
             it was waited for during 1s",
        ),
        (
            "start b1",
            Code::NotPossible,
            "line 3, column 1: starting it is not possible here; it runs already",
        ),
        (
            "topic u assignment=1,2,3\nrule old-session-ends-first off\ncrash b1\npause b1",
            Code::NotPossible,
            "line 6, column 1: pausing it is not possible here; it is down",
        ),
        (
            "crash b1\nroll b1",
            Code::NotPossible,
            "line 4, column 1: stopping it is not possible here; it is down",
        ),
        (
            "cut b2-b1:fetch\nroll b2 max=20s",
            Code::NotSettled,
            "line 4, column 1: still unsettled: the replica of t-0 is not in the isr; it was waited for during 20s",
        ),
        (
            "rule truncation-by-epoch off\nrun 1s\nexpect finding I-10 I-12",
            Code::ExpectationFailed,
            "line 5, column 1: found no finding; expected findings of I-10, I-12",
        ),
        ("run 60min\nrun 1s", Code::RunTooLong, ""),
    ];
    for (lines, code, sentence) in table {
        let found = error(lines);
        assert_eq!(found.0, code, "{lines}: {}", found.2);
        if !sentence.is_empty() {
            assert_eq!(found.2, sentence);
        }
    }
    let unknown = find("no_such_story").expect_err("it is not there");
    assert_eq!(unknown.code, Code::UnknownStory);
    assert!(unknown.expected.contains("the_life_of_a_batch"));
}
