//! `crates/replication/NOT_MODELLED.md` says what the model leaves out, and is what the page shows. It is held against the code: a
//! file that says it simplifies something is named there, and what is named says so.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How a file says that Kafka does more, or otherwise.
const REMARKS: [&str; 4] = ["Not modelled", "Simplified:", "Differs:", "Not printed"];

/// Where a file may say it, and by which part of its path the list names it.
const ROOMS: [&str; 3] = ["replication/src", "simulation/src", "scenario/src"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Files with a remark, as the list names them: `broker/fetcher.rs`.
fn remarking() -> BTreeSet<String> {
    let mut remarking = BTreeSet::new();
    for room in ROOMS {
        let room = crates().join(room);
        let mut found = Vec::new();
        sources(&room, &mut found);
        for path in found {
            let text = fs::read_to_string(&path).expect("it is text");
            let said = |line: &str| {
                let comment = line.trim_start().starts_with("//");
                comment && REMARKS.iter().any(|remark| line.contains(remark))
            };
            if text.lines().any(said) {
                let name = path.strip_prefix(&room).expect("it is below").to_string_lossy();
                remarking.insert(name.replace('\\', "/"));
            }
        }
    }
    remarking
}

fn list() -> String {
    fs::read_to_string(crates().join("replication/NOT_MODELLED.md")).expect("the list is there")
}

#[test]
fn every_file_that_simplifies_is_in_the_list_and_the_list_names_no_other() {
    let list = list();
    let named: BTreeSet<String> = list
        .split('`')
        .filter(|word| word.ends_with(".rs"))
        .map(String::from)
        .collect();
    let remarking = remarking();
    let missing: Vec<_> = remarking.difference(&named).collect();
    assert!(missing.is_empty(), "NOT_MODELLED.md does not name {missing:?}");
    let idle: Vec<_> = named.difference(&remarking).collect();
    assert!(
        idle.is_empty(),
        "NOT_MODELLED.md names {idle:?}, which simplify nothing"
    );
}

#[test]
fn every_point_says_what_and_what_is_therefore_not_seen() {
    let list = list();
    let points = list.lines().filter(|line| line.starts_with("- "));
    let mut titles = BTreeSet::new();
    for point in points {
        let title = point.strip_prefix("- **").and_then(|rest| rest.split_once(".** "));
        let (title, rest) = title.unwrap_or_else(|| panic!("{point}"));
        assert!(!rest.is_empty() && titles.insert(title), "{point}");
    }
    assert!(titles.len() > 30, "{}", titles.len());
}
