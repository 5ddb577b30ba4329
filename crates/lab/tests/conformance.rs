//! The conformance page and the README's line are what the recordings say. `BLESS=1` writes them anew.

mod kept;

use std::fs;
use std::path::Path;

use kept::recordings;
use lab::conformance::{Outcome, page, summary};
use lab::recording::Recording;

const LAB: &str = env!("CARGO_MANIFEST_DIR");
/// Begins the README's line.
const MARK: &str = "**Compared with Kafka:** ";

fn outcomes() -> Vec<Outcome> {
    let parsed =
        |(name, text): (String, String)| Recording::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    recordings().into_iter().map(parsed).map(Outcome::of).collect()
}

fn is_kept(file: &str, as_it_should_be: impl Fn(&str) -> String) {
    let path = Path::new(LAB).join("../..").join(file);
    let found = fs::read_to_string(&path).unwrap_or_default();
    let wanted = as_it_should_be(&found);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &wanted).expect("the file can be written");
    } else {
        assert!(
            found == wanted,
            "{file} is not what the recordings say: BLESS=1 cargo test -p lab --test conformance"
        );
    }
}

#[test]
fn page_and_readme_say_what_the_recordings_say() {
    let outcomes = outcomes();
    is_kept("web/conformance.html", |_| page(&outcomes));
    is_kept("README.md", |readme| {
        assert!(readme.contains(MARK), "the README has a line that begins with {MARK}");
        let line = |line: &str| match line.strip_prefix(MARK) {
            Some(_) => format!("{MARK}{} [Story by story](web/conformance.html).", summary(&outcomes)),
            None => line.into(),
        };
        readme.lines().map(|one| line(one) + "\n").collect()
    });
}

/// A page that could not show a difference would prove nothing.
#[test]
fn a_difference_stands_on_the_page_with_both_values() {
    let mut outcomes = outcomes();
    let comparison = outcomes[0].compared.as_mut().expect("the engine plays it");
    comparison.differences.push(lab::compare::Difference {
        story: "a <story>".into(),
        point: "look after 3 (line 9)".into(),
        field: "b1 hw".into(),
        kafka: 41.into(),
        ours: 42.into(),
    });
    let (page, summary) = (page(&outcomes), summary(&outcomes));
    assert!(page.contains("a &lt;story&gt;, look after 3 (line 9), b1 hw: Kafka has 41, ours is 42"));
    assert!(summary.ends_with("1 differ."), "{summary}");
}

/// What cannot be exact is shown, and not counted as agreeing.
#[test]
fn a_story_that_pauses_a_process_is_shown_as_not_compared() {
    let paused: Vec<Outcome> = outcomes()
        .into_iter()
        .filter(|outcome| outcome.compared.as_ref().is_ok_and(|comparison| !comparison.is_exact()))
        .collect();
    assert!(!paused.is_empty(), "a recording has a paused process");
    for outcome in &paused {
        assert_eq!(outcome.compared.as_ref().map_or(1, |comparison| comparison.fields()), 0);
    }
    let page = page(&paused);
    assert!(page.contains("Not exact, and nothing of it is compared: SIGSTOP leaves what lies in sockets"));
    assert!(page.contains("0 fields compared with the engine, 0 agree"));
}
