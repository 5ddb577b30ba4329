//! The engine reproduces what a real Kafka 4.3.1 cluster did.

use lab::compare::compare;

/// Recordings the engine cannot be given yet, and what they need.
const NOT_YET: &[(&str, &str)] = &[
    (
        "c-divergent-tail",
        "SIGSTOP leaks what lies in a socket: two recordings of it differ",
    ),
    ("t-three-controllers", "a quorum of three"),
];

#[test]
fn every_compared_field_agrees() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    let mut failed = 0;
    for path in names {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        if NOT_YET.iter().any(|(not_yet, _)| *not_yet == name) {
            continue;
        }
        match compare(&name, &std::fs::read_to_string(&path).unwrap()) {
            Ok(comparison) => {
                println!(
                    "{name}: {} fields compared, {} differ",
                    comparison.compared,
                    comparison.differences.len()
                );
                for difference in &comparison.differences {
                    println!("  {difference}");
                }
                failed += comparison.differences.len();
            }
            Err(unsupported) => {
                println!("{name}: {unsupported:?}");
                failed += 1;
            }
        }
    }
    assert_eq!(failed, 0, "fields in which the engine differs from Kafka");
}
