//! `highwater lab`: stories on a real Kafka cluster, compared with the engine.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a recording takes real time; no run depends on it"
)]

use std::fs;
use std::path::PathBuf;

use cluster::error::{LabError, Outcome};
use lab::compare::{Comparison, with_engine};
use lab::recording::Recording;

use crate::command::text_of;
use crate::record::record;

/// Where recordings are kept.
pub const RECORDINGS: &str = "crates/lab/recordings";
/// Stories only the lab has: situations that teach nobody but us.
const LAB_STORIES: &str = "crates/lab/stories";

pub fn lab(words: &[&str]) -> Result<(), String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let carried_out = runtime.block_on(async {
        tokio::select! {
            carried_out = carry_out(words) => carried_out,
            // Whatever runs is dropped here, and with it the cluster's processes end.
            _ = tokio::signal::ctrl_c() => Err(LabError("interrupted".into())),
        }
    });
    carried_out.map_err(|error| error.to_string())
}

async fn carry_out(words: &[&str]) -> Outcome<()> {
    match words {
        ["run", story] => run(story).await,
        ["record", words @ ..] if !words.is_empty() => record(words).await,
        ["compare", files @ ..] if !files.is_empty() => compare(files),
        _ => Err(LabError(crate::command::USAGE.into())),
    }
}

pub fn name_of(story: &str) -> String {
    let path = PathBuf::from(story);
    path.file_stem()
        .map_or(story.to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// A story of the lab's own, of the project, or in a file.
pub fn story_text(story: &str) -> Outcome<String> {
    match fs::read_to_string(PathBuf::from(LAB_STORIES).join(format!("{story}.story"))) {
        Ok(text) => Ok(text),
        Err(_) => text_of(story).map_err(LabError),
    }
}

/// Runs a story on a real cluster and says in what the engine agrees with it.
async fn run(story: &str) -> Outcome<()> {
    let text = story_text(story)?;
    let kafka = cluster::record::kafka().await?;
    println!("{story} on Apache Kafka {} …", cluster::kafka::VERSION);
    let recording = cluster::record::record(&kafka, &name_of(story), &text).await?;
    for line in &recording.header.left_out {
        println!("left out, because a real Kafka has all its rules: {line}");
    }
    for line in &recording.lines {
        if let Some(told) = cluster::telling::in_words(line) {
            println!("{told}");
        }
    }
    let kept = std::env::temp_dir().join(format!("{}.jsonl", name_of(story)));
    fs::write(&kept, recording.print()).map_err(|error| LabError(format!("{}: {error}", kept.display())))?;
    println!("recorded in {}", kept.display());
    report(&with_engine(&recording, None).map_err(|error| LabError(format!("the engine cannot do it: {}", error.0)))?)
}

/// Prints what was compared, and fails if anything differs.
fn report(comparison: &Comparison) -> Outcome<()> {
    println!(
        "{}: {} fields compared, {} differ",
        comparison.story,
        comparison.fields(),
        comparison.differences.len()
    );
    for (field, count) in &comparison.compared {
        let differ = comparison
            .differences
            .iter()
            .filter(|difference| difference.field.ends_with(field.as_str()))
            .count();
        println!(
            "  {count:5} {field}{}",
            if differ > 0 {
                format!(", {differ} differ")
            } else {
                String::new()
            }
        );
    }
    for (kind, count) in &comparison.left_out {
        println!("  {count:5} not compared: {kind}, because {}", kind.why());
    }
    for difference in &comparison.differences {
        println!("  {difference}");
    }
    match comparison.differences.is_empty() {
        true => Ok(()),
        false => Err(LabError(format!("{}: the engine differs from Kafka", comparison.story))),
    }
}

fn compare(files: &[&str]) -> Outcome<()> {
    let mut wrong = Vec::new();
    for file in files {
        let path = match PathBuf::from(file) {
            path if path.is_file() => path,
            _ => PathBuf::from(RECORDINGS).join(format!("{file}.jsonl")),
        };
        let text = fs::read_to_string(&path).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
        let recording = Recording::parse(&text).map_err(|error| LabError(format!("{file}: {error}")))?;
        let comparison = with_engine(&recording, None).map_err(|error| LabError(format!("{file}: {}", error.0)))?;
        if let Err(error) = report(&comparison) {
            wrong.push(error.0);
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(LabError(wrong.join("\n"))),
    }
}
