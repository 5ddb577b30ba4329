//! The recordings in the project.

use std::fs;

const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings");

/// By name, in order: name and text.
pub fn recordings() -> Vec<(String, String)> {
    let entries = fs::read_dir(RECORDINGS).expect("there are recordings");
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let mut found: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a recording can be read"))
        })
        .collect();
    found.sort();
    found
}
