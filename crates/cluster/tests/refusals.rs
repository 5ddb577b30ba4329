//! What the grammar says a real cluster can do is what the lab does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cluster::telling::{left_out, refusals};
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
