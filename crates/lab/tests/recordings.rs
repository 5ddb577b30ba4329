//! The engine reproduces what a real Kafka 4.3.1 cluster did, and would not without Kafka's rules.

use lab::compare::with_engine;
use lab::recording::Recording;

const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings");

fn recordings() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(RECORDINGS).expect("there are recordings");
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let mut found: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a recording can be read"))
        })
        .collect();
    found.sort();
    found
}

#[test]
fn every_compared_field_agrees() {
    let mut wrong = 0;
    for (name, text) in recordings() {
        let recording = Recording::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        match with_engine(&recording, None) {
            Ok(comparison) => {
                let found = comparison.differences.len();
                println!("{name}: {} fields compared, {found} differ", comparison.fields());
                for difference in &comparison.differences {
                    println!("  {difference}");
                }
                wrong += found;
            }
            Err(unsupported) => {
                println!("{name}: {}", unsupported.0);
                wrong += 1;
            }
        }
    }
    assert_eq!(wrong, 0, "fields in which the engine differs from Kafka");
}

#[test]
fn a_recording_is_printed_as_it_is_read() {
    for (name, text) in recordings() {
        let recording = Recording::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(recording.print() == text, "{name}");
    }
}
