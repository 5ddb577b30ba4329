//! `highwater lab record`: stories on real Kafka clusters, kept as the project's recordings.
//!
//! Each is recorded on a machine that has nothing else to do, as far as that lies with us, and then, if asked for, again with
//! every core kept busy; what then differs is noted in the recording.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a recording takes real time; no run depends on it"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cluster::error::{LabError, Outcome};
use cluster::kafka::Kafka;
use cluster::load::Load;
use lab::compare::{compare, with_engine};
use lab::recording::Recording;
use tokio::task::JoinSet;

use crate::lab::{RECORDINGS, name_of, story_text};
use crate::naming::names_in;

/// Differences printed of each recording; `lab compare` prints all.
const SHOWN: usize = 6;
/// A cluster keeps most of a core busy and takes up to a gigabyte.
const MOST_AT_ONCE: usize = 4;

pub async fn record(words: &[&str]) -> Outcome<()> {
    let (once, again, stories) = match words {
        ["--all"] => (true, true, recorded()?),
        ["--twice", stories @ ..] => (true, true, owned(stories)),
        ["--again", stories @ ..] => (false, true, owned(stories)),
        stories => (true, false, owned(stories)),
    };
    if stories.is_empty() {
        return Err(LabError(crate::lab::HELP.into()));
    }
    let kafka = cluster::record::kafka().await?;
    let begin = Instant::now();
    let mut failed = Vec::new();
    if once {
        failed.extend(each(&kafka, &stories, record_one).await?);
    }
    if again {
        let stories: Vec<String> = stories
            .iter()
            .filter(|story| !failed.contains(story))
            .cloned()
            .collect();
        let _load = Load::on_every_core();
        failed.extend(each(&kafka, &stories, record_again).await?);
    }
    println!("{} stories, {} s", stories.len(), begin.elapsed().as_secs());
    match failed.is_empty() {
        true => Ok(()),
        false => Err(LabError(format!("not recorded: {}", failed.join(", ")))),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// The stories there are recordings of.
pub fn recorded() -> Outcome<Vec<String>> {
    names_in(RECORDINGS, "jsonl").map_err(|error| LabError(format!("{RECORDINGS}: {error}")))
}

/// Does it with each story, on as many clusters at once as there are cores, and gives those with which it failed.
async fn each<F>(kafka: &Kafka, stories: &[String], what: impl Fn(Kafka, String) -> F) -> Outcome<Vec<String>>
where
    F: Future<Output = Outcome<String>> + Send + 'static,
{
    let at_once = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(MOST_AT_ONCE);
    let mut waiting = stories.iter();
    let mut running = JoinSet::new();
    let mut failed = Vec::new();
    loop {
        while running.len() < at_once
            && let Some(story) = waiting.next()
        {
            let (story, done) = (story.clone(), what(kafka.clone(), story.clone()));
            running.spawn(async move {
                let begin = Instant::now();
                (story, done.await, begin.elapsed().as_secs())
            });
        }
        let Some(done) = running.join_next().await else {
            return Ok(failed);
        };
        let (story, done, seconds) = done.map_err(|error| LabError(error.to_string()))?;
        match done {
            Ok(summary) => println!("{story}: {summary}, {seconds} s"),
            Err(error) => {
                println!("{story}: {error}");
                failed.push(story);
            }
        }
    }
}

fn path_of(story: &str) -> PathBuf {
    Path::new(RECORDINGS).join(format!("{}.jsonl", name_of(story)))
}

fn keep(path: &Path, recording: &Recording) -> Outcome<()> {
    fs::write(path, recording.print()).map_err(|error| LabError(format!("{}: {error}", path.display())))
}

async fn record_one(kafka: Kafka, story: String) -> Outcome<String> {
    let text = story_text(&story)?;
    let recording = cluster::record::record(&kafka, &name_of(&story), &text).await?;
    keep(&path_of(&story), &recording)?;
    Ok(match with_engine(&recording, None) {
        Ok(comparison) => {
            for difference in comparison.differences.iter().take(SHOWN) {
                println!("  {difference}");
            }
            let (fields, differ) = (comparison.fields(), comparison.differences.len());
            format!("recorded, {fields} fields compared with the engine, {differ} differ")
        }
        Err(unsupported) => format!("recorded, the engine cannot do it: {}", unsupported.0),
    })
}

/// Records a story there is a recording of, and notes in that one what differs.
async fn record_again(kafka: Kafka, story: String) -> Outcome<String> {
    let path = path_of(&story);
    let text = fs::read_to_string(&path).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
    let mut recording = Recording::parse(&text).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
    let again = cluster::record::record(&kafka, &name_of(&story), &story_text(&story)?).await?;
    let comparison = compare(&recording, &again);
    for difference in &comparison.differences {
        println!("  under load: {difference}");
    }
    cluster::record::note_again(&mut recording, &comparison);
    keep(&path, &recording)?;
    Ok(format!("again under load, {} differ", comparison.differences.len()))
}
