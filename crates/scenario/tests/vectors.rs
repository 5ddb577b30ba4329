//! Which test carries which vector of the specification: `crates/scenario/VECTORS.md` is written from the sources
//! (`BLESS=1 cargo test -p scenario --test vectors`), and this fails when a vector is in no test and not excused.
//!
//! A test carries a vector by its name (`br_39_br_40_…`) or by naming it (`BR-39`) in its text or beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Vectors that must be accounted for: the broker's, the controller's, and of the clients' those on idempotence.
fn wanted() -> Vec<Vector> {
    let broker = (1..=129).chain([133, 134, 136]).map(|number| ("BR", number));
    let controller = (1..=124).map(|number| ("CT", number));
    let clients = (IDEMPOTENCE.0..=IDEMPOTENCE.1).map(|number| ("CL", number));
    broker.chain(controller).chain(clients).collect()
}

/// The vectors on the idempotent producer.
const IDEMPOTENCE: (u32, u32) = (50, 72);

type Vector = (&'static str, u32);

/// What no test here can show, and why.
static EXCUSED: &[(Vector, &str)] = &[
    (
        ("BR", 64),
        "one of several log directories cannot be used: a broker here has one, which also holds its metadata log, and whose loss ends the process (broker.md 5.5); `lose-disk` is that",
    ),
    (
        ("BR", 105),
        "a directory fails under a running broker, which goes on with the others: see BR-64",
    ),
    (
        ("CT", 60),
        "a broker reports that one of its directories is offline: see BR-64",
    ),
];

#[test]
fn every_vector_is_in_a_test_or_excused() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut carried: BTreeMap<Vector, BTreeSet<String>> = BTreeMap::new();
    for file in sources(&top.join("crates")) {
        let place = file
            .strip_prefix(&top)
            .expect("it is below")
            .to_string_lossy()
            .replace('\\', "/");
        for vector in named(&fs::read_to_string(&file).expect("it is text")) {
            carried.entry(vector).or_default().insert(place.clone());
        }
    }
    let excuse = |vector: &Vector| EXCUSED.iter().find(|(excused, _)| excused == vector);
    let missing: Vec<String> = wanted()
        .iter()
        .filter(|vector| !carried.contains_key(vector) && excuse(vector).is_none())
        .map(|(kind, number)| format!("{kind}-{number:02}"))
        .collect();
    assert!(missing.is_empty(), "no test carries {}", missing.join(", "));
    let idle: Vec<_> = EXCUSED
        .iter()
        .filter(|(vector, _)| carried.contains_key(vector))
        .collect();
    assert!(idle.is_empty(), "excused and tested: {idle:?}");

    let page = page(&carried);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("VECTORS.md");
    #[allow(clippy::disallowed_methods, reason = "a test may be asked to record")]
    if std::env::var("BLESS").is_ok() {
        fs::write(&path, &page).expect("it can be written");
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        page,
        "run it with BLESS=1"
    );
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            found.extend(sources(&path));
        } else if matches!(extension, Some("rs" | "story")) && !path.ends_with("scenario/tests/vectors.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// `BR-07`, `CT-12`, `CL-68` and the like in a text, and `br_07_` in the names of its functions.
fn named(text: &str) -> BTreeSet<Vector> {
    let mut found = BTreeSet::new();
    for (kind, small) in [("BR", "br_"), ("CT", "ct_"), ("CL", "cl_")] {
        for (at, _) in text.match_indices(kind) {
            found.extend(
                text[at + 2..]
                    .strip_prefix('-')
                    .and_then(number)
                    .map(|number| (kind, number)),
            );
        }
        for line in text.lines().filter(|line| line.trim_start().starts_with("fn ")) {
            for (at, _) in line.match_indices(small) {
                let mut rest = &line[at + 3..];
                while let Some(one) = number(rest) {
                    found.insert((kind, one));
                    let digits = rest.chars().take_while(char::is_ascii_digit).count();
                    rest = rest[digits..].strip_prefix('_').unwrap_or_default();
                }
            }
        }
    }
    found
}

fn number(text: &str) -> Option<u32> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn page(carried: &BTreeMap<Vector, BTreeSet<String>>) -> String {
    let mut page = String::from(
        "# Vectors\n\nWhich file carries which vector of the specification. Written by \
         `BLESS=1 cargo test -p scenario --test vectors`; the same test fails when a vector is in no test and has no excuse.\n\n\
         | vector | where |\n| --- | --- |\n",
    );
    for (kind, number) in wanted() {
        if let Some(files) = carried.get(&(kind, number)) {
            let files: Vec<_> = files.iter().map(|file| format!("`{file}`")).collect();
            let _ = writeln!(page, "| {kind}-{number:02} | {} |", files.join(", "));
        }
    }
    page.push_str("\n## Excused\n\n| vector | why no test here shows it |\n| --- | --- |\n");
    for ((kind, number), why) in EXCUSED {
        let _ = writeln!(page, "| {kind}-{number:02} | {why} |");
    }
    page
}

#[test]
fn ranges_of_digits_and_names_are_read() {
    let text = "/// BR-07, CL-8\nfn br_39_br_40_ct_12_a_name() {}\nfn br_100_101_x()";
    let expected: BTreeSet<Vector> = [
        ("BR", 7),
        ("CL", 8),
        ("BR", 39),
        ("BR", 40),
        ("CT", 12),
        ("BR", 100),
        ("BR", 101),
    ]
    .into();
    assert_eq!(named(text), expected);
}
