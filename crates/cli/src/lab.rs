//! `highwater lab`: stories on a real Kafka cluster, recorded and compared with the engine.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a recording takes real time; no run depends on it"
)]

use std::fs;
use std::path::PathBuf;

use cluster::error::{LabError, Outcome};
use cluster::kafka::Kafka;
use lab::compare::{Comparison, compare as compare_recordings, with_engine};
use lab::recording::Recording;

use crate::command::text_of;

/// Where recordings are kept.
const RECORDINGS: &str = "crates/lab/recordings";
/// Differences printed of each recording; `lab compare` prints all.
const SHOWN: usize = 6;
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
        ["record", "--all"] => record(&recorded()?, true).await,
        ["record", "--twice", stories @ ..] if !stories.is_empty() => record(&owned(stories), true).await,
        ["record", "--again", stories @ ..] if !stories.is_empty() => again(&owned(stories)).await,
        ["record", stories @ ..] if !stories.is_empty() => record(&owned(stories), false).await,
        ["compare", files @ ..] if !files.is_empty() => compare(files),
        _ => Err(LabError(crate::command::USAGE.into())),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// The stories there are recordings of.
fn recorded() -> Outcome<Vec<String>> {
    let entries = fs::read_dir(RECORDINGS).map_err(|error| LabError(format!("{RECORDINGS}: {error}")))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let recordings = paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let mut names: Vec<String> = recordings
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    Ok(names)
}

fn name_of(story: &str) -> String {
    let path = PathBuf::from(story);
    path.file_stem()
        .map_or(story.to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// A story of the lab's own, of the project, or in a file.
fn story_text(story: &str) -> Outcome<String> {
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

/// Records stories; twice means a second time with every core kept busy, and what then differs is noted.
async fn record(stories: &[String], twice: bool) -> Outcome<()> {
    let kafka = cluster::record::kafka().await?;
    let mut failed = Vec::new();
    for story in stories {
        let begin = std::time::Instant::now();
        match record_one(&kafka, story, twice).await {
            Ok(summary) => println!("{story}: {summary}, {} s", begin.elapsed().as_secs()),
            Err(error) => {
                println!("{story}: {error}");
                failed.push(story.clone());
            }
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(LabError(format!("not recorded: {}", failed.join(", ")))),
    }
}

/// Records stories a second time with every core kept busy, and notes in the recordings there are what then differs.
async fn again(stories: &[String]) -> Outcome<()> {
    let kafka = cluster::record::kafka().await?;
    for story in stories {
        let path = PathBuf::from(RECORDINGS).join(format!("{}.jsonl", name_of(story)));
        let text = fs::read_to_string(&path).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
        let mut recording = Recording::parse(&text).map_err(|error| LabError(format!("{story}: {error}")))?;
        let differ = note_again(&kafka, story, &mut recording).await?;
        fs::write(&path, recording.print()).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
        println!("{story}: {differ} differ under load");
    }
    Ok(())
}

async fn note_again(kafka: &Kafka, story: &str, recording: &mut Recording) -> Outcome<usize> {
    let load = cluster::load::Load::on_every_core();
    let again = cluster::record::record(kafka, &name_of(story), &story_text(story)?).await?;
    drop(load);
    let comparison = compare_recordings(recording, &again);
    for difference in &comparison.differences {
        println!("  under load: {difference}");
    }
    cluster::record::note_again(recording, &comparison);
    Ok(comparison.differences.len())
}

async fn record_one(kafka: &Kafka, story: &str, twice: bool) -> Outcome<String> {
    let text = story_text(story)?;
    let name = name_of(story);
    let mut recording = cluster::record::record(kafka, &name, &text).await?;
    let mut summary = String::from("recorded");
    if twice {
        let differ = note_again(kafka, story, &mut recording).await?;
        summary = format!("recorded twice, {differ} differ under load");
    }
    let path = PathBuf::from(RECORDINGS).join(format!("{name}.jsonl"));
    fs::write(&path, recording.print()).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
    match with_engine(&recording, None) {
        Ok(comparison) => {
            for difference in comparison.differences.iter().take(SHOWN) {
                println!("  {difference}");
            }
            Ok(format!(
                "{summary}, {} fields compared with the engine, {} differ",
                comparison.fields(),
                comparison.differences.len()
            ))
        }
        Err(unsupported) => Ok(format!("{summary}, the engine cannot do it: {}", unsupported.0)),
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
