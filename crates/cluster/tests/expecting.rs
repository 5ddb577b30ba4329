//! What the stories expect is so in the recordings of a real Kafka, as far as a look shows it; and what is not would be told. Without Java.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cluster::clients::Clients;
use cluster::expecting::{Engine, Observed, judge};
use lab::act::Act;
use lab::expecting::{Expect, Tally};
use lab::recording::{Line, Recording};
use scenario::language::command::Command;
use scenario::story::Story;

/// Recordings of stories, with the stories as they are now.
fn recorded() -> Vec<(String, String, Recording)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(crates.join("lab/recordings")).expect("there are recordings");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a folder can be read").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let story_of = |name: &str| {
        let folders = ["scenario/stories", "scenario/cases", "lab/stories"];
        let texts = folders.map(|folder| fs::read_to_string(crates.join(folder).join(format!("{name}.story"))));
        texts.into_iter().find_map(Result::ok)
    };
    let read = |path: &Path| {
        let name = path.file_stem()?.to_str()?.to_string();
        let recording = Recording::parse(&fs::read_to_string(path).ok()?).expect("a recording can be read");
        Some((name.clone(), story_of(&name)?, recording))
    };
    paths.iter().filter_map(|path| read(path)).collect()
}

/// Everything a story expects, judged by what had been recorded up to its line. The lab's clients are not there any more, nor are
/// questions asked at the line itself.
fn judged(text: &str, recording: &Recording) -> Vec<Expect> {
    let story = Story::parse(text).expect("a story without mistakes");
    let mut engine = Engine::new(&story);
    let mut found = Vec::new();
    for line in &story.lines {
        engine.follow(line);
        let Command::Expect(condition) = &line.command else {
            continue;
        };
        let at = |line: &Line| match line {
            Line::Act(played) => played.line,
            Line::Wait(wait) => wait.line,
            Line::Look(look) => look.line,
            Line::Expect(expect) => expect.line,
            Line::Header(_) | Line::End(_) => u32::MAX,
        };
        let so_far = recording
            .lines
            .iter()
            .take_while(|recorded| at(recorded) <= line.at.0)
            .count();
        let lines = &recording.lines[..so_far];
        let since_look = lines.iter().rev().take_while(|line| !matches!(line, Line::Look(_)));
        let moves = |line: &Line| match line {
            Line::Expect(_) => false,
            Line::Act(played) => !matches!(
                played.act,
                Act::Describe { .. } | Act::Fetch { .. } | Act::ListOffsets { .. }
            ),
            _ => true,
        };
        let observed = Observed {
            lines,
            answers: &BTreeMap::new(),
            clients: &Clients::default(),
            controllers: recording.header.controllers.len(),
            moved: since_look.filter(|line| moves(line)).count() > 0,
        };
        let source = text.lines().nth(line.at.0 as usize - 1).unwrap_or_default();
        found.push(judge((line, source), condition, &observed, &engine, 0));
    }
    found
}

#[test]
fn what_stories_expect_is_so_in_the_recordings() {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for (name, text, recording) in recorded() {
        let judged = judged(&text, &recording);
        let not_so = judged.iter().filter(|expect| expect.failed());
        wrong.extend(not_so.map(|expect| format!("{name}, {expect}")));
        all.extend(judged);
    }
    let tally = Tally::of(&all);
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tally.so > 100, "{tally:?}");
}

/// Each kind of fact, wanted otherwise than it is, is noticed.
#[test]
fn what_is_not_so_is_told() {
    let stories = recorded();
    let (_, text, recording) = stories
        .iter()
        .find(|(name, ..)| name == "the_life_of_a_batch")
        .expect("it is recorded");
    let cases = [
        (
            "expect orders.placed-0 leader=1 epoch=0 isr=1,2,3 leo=42",
            "expect orders.placed-0 leader=2 epoch=0 isr=1,2,3 leo=42",
            "leader is 1",
        ),
        (
            "epoch=0 isr=1,2,3 leo=42 hw=42",
            "epoch=1 isr=1,2 leo=43 hw=41",
            "epoch is 0, in the playground too, isr is 1,2,3, in the playground too, leo is 42, in the playground too, hw is 42, in the playground too",
        ),
        (
            "expect orders.placed-0@44 key=ord-1044",
            "expect orders.placed-0@44 key=ord-1043",
            "key is ord-1044",
        ),
        (
            "leo=46 epochs=0@0,1@45\nrun until orders.placed-0 isr",
            "leo=46 epochs=0@0,1@44\nrun until orders.placed-0 isr",
            "epochs is 0@0,1@45",
        ),
    ];
    for (right, otherwise, told) in cases {
        assert!(text.contains(right), "{right}");
        let judged = judged(&text.replacen(right, otherwise, 1), recording);
        let failed: Vec<String> = judged
            .iter()
            .filter(|expect| expect.failed())
            .map(ToString::to_string)
            .collect();
        assert_eq!(failed.len(), 1, "{failed:?}");
        assert!(failed[0].contains(&format!("not so: {told}")), "{}", failed[0]);
    }
}
