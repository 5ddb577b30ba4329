//! What the grammar says a real cluster can do is what the lab does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cluster::record::told;
use cluster::telling::refusing::{left_out, refusals};
use scenario::language::registry::find;
use scenario::story::Story;

/// Every story there is.
fn stories() -> Vec<Story> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["scenario/stories", "scenario/cases", "lab/stories"];
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(crates.join(folder)).expect("a folder of stories"));
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let stories = paths.filter(|path| path.extension().is_some_and(|extension| extension == "story"));
    let texts = stories.map(|path| fs::read_to_string(path).expect("a story can be read"));
    texts
        .map(|text| Story::parse(&text).expect("a story without mistakes"))
        .collect()
}

#[test]
fn the_grammar_says_of_a_real_cluster_what_the_lab_does() {
    // By command: what the grammar says, how often the lab does it, how often it does not.
    let mut found: BTreeMap<&str, (bool, u32, u32)> = BTreeMap::new();
    for story in stories() {
        let (refused, left_out) = (refusals(&story), left_out(&story));
        for line in &story.lines {
            let mut words = line.text.split_whitespace();
            let spec = find(words.next().unwrap_or_default(), words.next()).expect("a command of the language");
            let is_refused = refused.iter().any(|told| told.contains(&format!(", {}: ", line.text)));
            let is_not_done = is_refused || left_out.contains(&line.text);
            let entry = found.entry(spec.name).or_insert((spec.lab, 0, 0));
            *(if is_not_done { &mut entry.2 } else { &mut entry.1 }) += 1;
        }
    }
    let wrong: Vec<_> = found
        .iter()
        .filter(|(_, (said, done, not_done))| if *said { *done == 0 } else { *not_done == 0 })
        .collect();
    assert!(wrong.is_empty(), "(said, done, not done): {wrong:?}");
}

/// Before anything is started, and each with its reason.
#[test]
fn everything_the_lab_cannot_do_is_said_at_once() {
    let text = "# Much that a real cluster cannot do.\n\
                cluster brokers=3\n\
                topic t partitions=2\n\
                topic u assignment=1,2/2,1\n\
                producer app\n\
                produce u value=x from=app\n\
                produce u value=x partition=1 from=app\n\
                step app>b1\n\
                request fetch b1 u-0 offset=0 reader=debugging as=r\n\
                power-loss b1\n";
    let Err(refused) = told("much", text) else {
        panic!("a story that is refused");
    };
    let lines: Vec<&str> = refused.0.lines().skip(1).collect();
    let begin = [
        "  line 3, topic t partitions=2: topic without assignment=",
        "  line 6, produce u value=x from=app: produce without key",
        "  line 8, step app>b1: a client's connection",
        "  line 9, request fetch b1 u-0 offset=0 reader=debugging as=r: request fetch reader=debugging",
        "  line 10, power-loss b1: power-loss",
    ];
    assert_eq!(lines.len(), begin.len(), "{refused}");
    for (line, begin) in lines.iter().zip(begin) {
        assert!(line.starts_with(begin), "{line}");
    }
}

#[test]
fn every_mistake_of_a_story_has_its_place() {
    let text = "# Mistakes.\ncluster brokers=3\ntopic t assignment=1,2,3\ncrash b9\nexpect t-0 leadr=1\n# Act: {\"do\":\"crush\"}\n";
    let Err(mistakes) = told("mine", text) else {
        panic!("a story with mistakes");
    };
    let lines: Vec<&str> = mistakes.0.lines().collect();
    assert_eq!(lines.len(), 3, "{mistakes}");
    assert!(
        lines[0].starts_with("mine: line 4, column 7: unknown broker b9; this cluster has b1, b2, b3"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("mine: line 5, column 12: leadr cannot be asked"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("mine: line 6, Act: {\"do\":\"crush\"}: unknown variant"),
        "{}",
        lines[2]
    );
}
