//! Which story plays which hard case of the specification: `crates/scenario/HARD_CASES.md` is written from the stories
//! (`BLESS=1 cargo test -p scenario --test hard_cases`), and this fails when a case has no story of its own in
//! `crates/scenario/cases` and no excuse.
//!
//! A story names its case in its head. There its checkpoints are asserted as the specification says: the ISR as a set, a
//! follower's high watermark as a lower bound unless the connections that bring it are held.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The chapters that need no transactions, groups or quorum: their titles and cases.
static CHAPTERS: &[(&str, u32, u32)] = &[
    ("2A Truncation, divergence and epochs", 1, 8),
    ("2B What each durability setting really promises", 9, 18),
    ("2C Last replica standing, ELR and power loss", 19, 25),
    ("2D Zombies, one-sided partitions and in-flight ISR changes", 26, 34),
    ("2G Operations", 50, 60),
    ("2I More controller and recovery corner cases", 66, 70),
];

/// Cases no story here can play, and why.
static EXCUSED: &[(u32, &str)] = &[
    (
        1,
        "a broker that bounces without the controller's notice: with KRaft its registration fences it first; H-02 is the form that can be reached, as the specification says",
    ),
    (
        57,
        "one of several log directories fails: a broker here has one, whose loss ends its process (broker.md 5.5)",
    ),
];

/// Parts of cases that are played otherwise or not, and why.
static PARTS: &[(u32, &str)] = &[
    (
        5,
        "partition epochs are two higher than printed: the elections are made by reassigning the order of replicas, so that nobody leaves the ISR",
    ),
    (
        34,
        "without the condition \"fetched in this epoch\" (M-11): as in Kafka only a fetch makes a leader consider an expansion, so there is no rule to take away",
    ),
    (
        55,
        "the rule of 3.7 to 4.2: the engine has that of 4.3 only (KAFKA-19975)",
    ),
    (
        58,
        "a formatted replacement disk with another directory id: directory ids are not modelled; `lose-disk` keeps the identity",
    ),
    (
        60,
        "placement is given by hand: which racks the placer chooses is tested beside StripedReplicaPlacer",
    ),
];

#[test]
fn every_hard_case_has_a_story_or_an_excuse() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (cases, stories) = (named_in(&here.join("cases")), named_in(&here.join("stories")));
    let wanted = || CHAPTERS.iter().flat_map(|(_, first, last)| *first..=*last);
    let excused = |case: u32| EXCUSED.iter().any(|(excused, _)| *excused == case);
    let missing: Vec<u32> = wanted()
        .filter(|case| !cases.contains_key(case) && !excused(*case))
        .collect();
    assert!(missing.is_empty(), "no story plays H-{missing:?}");
    let idle: Vec<u32> = wanted()
        .filter(|case| cases.contains_key(case) && excused(*case))
        .collect();
    assert!(idle.is_empty(), "excused and played: H-{idle:?}");

    let page = page(&cases, &stories);
    let path = here.join("HARD_CASES.md");
    #[allow(clippy::disallowed_methods, reason = "a test may be asked to record")]
    if std::env::var("BLESS").is_ok() {
        fs::write(&path, &page).expect("it can be written");
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(recorded, page, "run it with BLESS=1");
}

type Files = BTreeMap<u32, BTreeSet<String>>;

/// Stories by the cases that their heads begin with or name.
fn named_in(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("it is text");
        let head = text.lines().take_while(|line| line.starts_with('#'));
        for case in head.flat_map(cases) {
            files.entry(case).or_default().insert(name.clone());
        }
    }
    files
}

/// The numbers after `H-`.
fn cases(line: &str) -> Vec<u32> {
    let numbers = line.split("H-").skip(1).map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse()
    });
    numbers.filter_map(Result::ok).collect()
}

fn page(cases: &Files, stories: &Files) -> String {
    let mut page = String::from(
        "# Hard cases\n\nWhich story plays which hard case of the specification. Written by \
         `BLESS=1 cargo test -p scenario --test hard_cases`; the same test fails when a case has neither a story of its own \
         nor an excuse. Chapters on producers, consumers, groups, transactions and the quorum are not asked for here.\n",
    );
    for (title, first, last) in CHAPTERS {
        let _ = write!(
            page,
            "\n## {title}\n\n| case | `cases/` | told on the page by `stories/` |\n| --- | --- | --- |\n"
        );
        for case in *first..=*last {
            let list = |files: &Files| {
                let names = files.get(&case).into_iter().flatten();
                names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            };
            let excuse = EXCUSED.iter().find(|(excused, _)| *excused == case);
            let played = excuse.map_or_else(|| list(cases), |(_, why)| format!("not played: {why}"));
            let _ = writeln!(page, "| H-{case:02} | {played} | {} |", list(stories));
        }
    }
    page.push_str("\n## Parts played otherwise or not\n\n| case | what and why |\n| --- | --- |\n");
    for (case, why) in PARTS {
        let _ = writeln!(page, "| H-{case:02} | {why} |");
    }
    page
}

#[test]
fn a_line_may_name_several_cases() {
    assert_eq!(cases("# Source: PartitionTest; H-54, H-53; H-x"), [54, 53]);
}
