//! `highwater lab`: stories on a real Kafka cluster, compared with the engine.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a recording takes real time; no run depends on it"
)]

use std::fs;
use std::path::PathBuf;

use cluster::error::{LabError, Outcome};
use cluster::interrupted::unless_interrupted;
use lab::compare::{Comparison, with_engine};
use lab::expecting::{Expect, Tally};
use lab::recording::{Line, Recording};
use lab::time_dependent::TimeDependent;

use crate::command::text_of;
use crate::naming::names_in;
use crate::record::{record, recorded};

/// Where recordings are kept.
pub const RECORDINGS: &str = "crates/lab/recordings";
/// Stories only the lab has: situations that teach nobody but us.
const LAB_STORIES: &str = "crates/lab/stories";
/// Situations that the engine's tests play.
const CASES: &str = "crates/scenario/cases";

pub const HELP: &str = "\
highwater lab run STORY     tell a story to a real Kafka cluster on this machine, check what it expects, and compare
                            Kafka with the engine; the recording is kept
highwater lab compare STORY|FILE…
                            compare the engine with what is recorded already; needs neither Java nor Maven
highwater lab record [--twice] STORY…|--all
                            record stories anew for the comparison in the tests; twice: also with every core kept busy
highwater lab record --again STORY…
                            the second time only, beside the recordings there are

STORY is a name in crates/scenario/stories or crates/lab/stories, or a file.
The lab needs Java 17 or newer (JAVA_HOME, or java on the path) and, the first time, Maven, which gets Kafka into
$XDG_CACHE_HOME/highwater or ~/.cache/highwater. It starts small processes on ports of 127.0.0.1 from 20000 on and a
folder highwater-lab-… among the temporary files, and leaves nothing of both behind. HIGHWATER_LAB_KEEP=1 keeps the
folder, with what each process printed.";

pub fn lab(words: &[&str]) -> Result<(), String> {
    if matches!(words, [] | ["help" | "--help" | "-h"]) {
        println!("{HELP}");
        return Ok(());
    }
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let carried_out = runtime.block_on(unless_interrupted(carry_out(words)));
    carried_out.map_err(|error| error.to_string())
}

async fn carry_out(words: &[&str]) -> Outcome<()> {
    match words {
        ["run", story] => run(story).await,
        ["record", words @ ..] if !words.is_empty() => record(words).await,
        ["compare", files @ ..] if !files.is_empty() => compare(files),
        _ => Err(LabError(HELP.into())),
    }
}

pub fn name_of(story: &str) -> String {
    let path = PathBuf::from(story);
    path.file_stem()
        .map_or(story.to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// A story of the lab's own, a case, a story of the project, or one in a file.
pub fn story_text(story: &str) -> Outcome<String> {
    let kept = [LAB_STORIES, CASES].map(|folder| PathBuf::from(folder).join(format!("{story}.story")));
    match kept.iter().find_map(|path| fs::read_to_string(path).ok()) {
        Some(text) => Ok(text),
        None => {
            let others = [LAB_STORIES, CASES]
                .map(|folder| names_in(folder, "story").unwrap_or_default())
                .concat();
            text_of(story, &others).map_err(LabError)
        }
    }
}

/// Runs a story on a real cluster, says whether what it expects is so there, and in what the engine agrees with it.
async fn run(story: &str) -> Outcome<()> {
    let (text, name) = (story_text(story)?, name_of(story));
    let told = cluster::record::told(&name, &text)?;
    println!("{name}: {}", told.summary);
    if let Err(error) = scenario::runner::run(&told) {
        println!("in the playground this story stops: {error}; Kafka is told it all the same");
    }
    let kafka = cluster::record::kafka().await?;
    println!("told to Apache Kafka {}, process by process:", cluster::kafka::VERSION);
    for line in cluster::telling::refusing::left_out(&told) {
        println!("left out, because a real Kafka has all its rules: {line}");
    }
    let watch = |line: &Line| {
        if let Some(told) = cluster::watching::in_words(line) {
            println!("{told}");
        }
    };
    let recording = cluster::record::record_watched(&kafka, &name, &text, Some(watch)).await?;
    let kept = std::env::temp_dir().join(format!("{name}.jsonl"));
    fs::write(&kept, recording.print()).map_err(|error| LabError(format!("{}: {error}", kept.display())))?;
    println!();
    let comparison = with_engine(&recording, None).map_err(|error| {
        LabError(format!(
            "recorded in {}, but the engine cannot do it: {}",
            kept.display(),
            error.0
        ))
    })?;
    let said = report(&recording, &comparison);
    println!("recorded in {}", kept.display());
    said
}

/// Prints what became of the story's own expectations; how many are not so.
fn expectations(recording: &Recording) -> usize {
    let expects: Vec<&Expect> = recording
        .lines
        .iter()
        .filter_map(|line| match line {
            Line::Expect(expect) => Some(expect),
            _ => None,
        })
        .collect();
    if expects.is_empty() {
        return 0;
    }
    let tally = Tally::of(expects.iter().copied());
    println!(
        "of what the story expects {} so on Kafka, {} not so, {} not checked",
        lines(tally.so),
        tally.not_so,
        tally.not_checked
    );
    for expect in expects.iter().filter(|expect| expect.failed()) {
        println!("  {expect}");
    }
    tally.not_so
}

fn lines(count: usize) -> String {
    match count {
        1 => "1 line is".into(),
        _ => format!("{count} lines are"),
    }
}

/// Prints what was compared, and fails if anything differs or is not as the story expects.
fn report(recording: &Recording, comparison: &Comparison) -> Outcome<()> {
    if !comparison.is_exact() {
        let kind = TimeDependent::PausedProcess;
        println!("not exact, and nothing of it is compared: {}", kind.why());
        return Ok(());
    }
    let not_so = expectations(recording);
    let (expected, differences): (Vec<_>, Vec<_>) = comparison
        .differences
        .iter()
        .partition(|difference| difference.is_expected());
    println!(
        "{} fields of what Kafka did compared with the engine, {} differ",
        comparison.fields(),
        differences.len() + expected.len()
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
    for difference in &differences {
        println!("  {difference}");
    }
    match (differences.len(), not_so) {
        (0, 0) => Ok(()),
        (0, _) => Err(LabError(format!(
            "{}: not everything the story expects is so on Kafka",
            comparison.story
        ))),
        _ => Err(LabError(format!("{}: the engine differs from Kafka", comparison.story))),
    }
}

fn compare(files: &[&str]) -> Outcome<()> {
    let mut wrong = Vec::new();
    for file in files {
        let path = match PathBuf::from(file) {
            path if path.is_file() => path,
            _ => PathBuf::from(RECORDINGS).join(format!("{file}.jsonl")),
        };
        if !path.is_file() {
            return Err(LabError(crate::naming::unknown("recording", file, &recorded()?)));
        }
        let text = fs::read_to_string(&path).map_err(|error| LabError(format!("{}: {error}", path.display())))?;
        let recording = Recording::parse(&text).map_err(|error| LabError(format!("{file}: {error}")))?;
        let header = &recording.header;
        println!(
            "{}: Apache Kafka {}, recorded {}",
            header.story, header.kafka, header.date
        );
        let comparison = with_engine(&recording, None).map_err(|error| LabError(format!("{file}: {}", error.0)))?;
        if let Err(error) = report(&recording, &comparison) {
            wrong.push(error.0);
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(LabError(wrong.join("\n"))),
    }
}
