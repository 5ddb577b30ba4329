//! The commands, one function each.

use std::fs;
use std::path::{Path, PathBuf};

use scenario::catalog::{STORIES, find};
use scenario::checking::{finding_text, unexpected};
use scenario::language::error::StoryError;
use scenario::language::grammar;
use scenario::language::value::print_duration;
use scenario::recording::recording;
use scenario::runner::{Runner, run};
use scenario::story::{Story, split_recorded};
use simulation::invariant::Seen;

pub const USAGE: &str = "\
highwater run NAME|FILE     play a story and print its moments
highwater trace NAME|FILE   play a story and print every step
highwater check FILE…       say what is wrong with stories
highwater bless             record the output of every story anew, the grammar and the digests of random walks
highwater digests           print name, state digest and outcome digest of every story
highwater fuzz [--seeds N] [--from N] [--minutes N] [--without RULE,…]
                            random runs under harm; prints what does not hold and keeps a story that does it again
highwater fuzz mutations [--seeds N]
                            the same with one rule of Kafka taken away at a time: each must be noticed
highwater lab run STORY     tell a story to a real Kafka cluster and compare the engine with it (Java 17 and Maven);
                            highwater lab --help says more
highwater budget            measure the engine natively and print figures beside targets (build with --release)";

const STORIES_FOLDER: &str = "crates/scenario/stories";
const GRAMMAR: &str = "crates/scenario/GRAMMAR.md";
const DIGESTS: &str = "crates/explorer/digests.txt";

type Outcome = Result<(), String>;

pub fn carry_out(words: &[&str]) -> Outcome {
    match words {
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        ["run", story] => play(story, false),
        ["trace", story] => play(story, true),
        ["check", files @ ..] if !files.is_empty() => check(files),
        ["bless"] => bless(),
        ["digests"] => digests(),
        ["fuzz", "mutations", options @ ..] => crate::fuzz::mutations(options),
        ["fuzz", options @ ..] => crate::fuzz::fuzz(options),
        #[cfg(feature = "lab")]
        ["lab", words @ ..] => crate::lab::lab(words),
        #[cfg(not(feature = "lab"))]
        ["lab", ..] => Err("this highwater was built without the lab: cargo run -p cli --features lab -- lab …".into()),
        ["budget"] => {
            crate::budget::budget(|line| println!("{line}"));
            Ok(())
        }
        _ => Err(USAGE.into()),
    }
}

/// The text of a story, by name or file. Others there are, besides those of the catalog, are for the error only.
pub fn text_of(story: &str, others: &[String]) -> Result<String, String> {
    if Path::new(story).is_file() {
        return fs::read_to_string(story).map_err(|error| format!("{story}: {error}"));
    }
    let listed = find(story).map_err(|_| {
        let known = STORIES.iter().map(|listed| listed.name.to_string());
        crate::naming::unknown("story", story, &known.chain(others.iter().cloned()).collect::<Vec<_>>())
    })?;
    Ok(listed.text.to_string())
}

fn named(story: &str) -> impl Fn(StoryError) -> String {
    move |error| format!("{story}: {error}")
}

fn played(name: &str, text: &str) -> Result<(Story, Runner), String> {
    let story = Story::parse(text).map_err(named(name))?;
    let runner = run(&story).map_err(named(name))?;
    Ok((story, runner))
}

fn play(name: &str, every_step: bool) -> Outcome {
    let (story, mut runner) = played(name, &text_of(name, &[])?)?;
    print!("{}", recording(&mut runner, every_step || story.traces_all()));
    let mark = runner.mark();
    println!("{} steps, {} of model time", mark.position, print_duration(mark.time));
    Ok(())
}

fn check(files: &[&str]) -> Outcome {
    let wrong: Vec<String> = files.iter().filter_map(|file| check_one(file).err()).collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

/// What the story expects, and every invariant on the way. What is found because a rule is switched off is printed.
fn check_one(file: &str) -> Outcome {
    let (story, mut runner) = played(file, &text_of(file, &[])?)?;
    let found = unexpected(&story, &mut runner.history, &mut Seen::default());
    let world = runner.history.world();
    for (at, finding) in runner.history.track().findings() {
        println!("{file}: {}", finding_text(world, *at, finding));
    }
    let texts: Vec<String> = found
        .iter()
        .map(|(at, finding)| format!("{file}: {}", finding_text(world, *at, finding)))
        .collect();
    if texts.is_empty() {
        Ok(())
    } else {
        Err(texts.join("\n"))
    }
}

fn bless() -> Outcome {
    let page = grammar::page();
    if fs::read_to_string(GRAMMAR).ok().as_ref() != Some(&page) {
        fs::write(GRAMMAR, page).map_err(|error| format!("{GRAMMAR}: {error}"))?;
        println!("{GRAMMAR}");
    }
    let digests = explorer::digests();
    if fs::read_to_string(DIGESTS).ok().as_ref() != Some(&digests) {
        fs::write(DIGESTS, digests).map_err(|error| format!("{DIGESTS}: {error}"))?;
        println!("{DIGESTS}");
    }
    for listed in STORIES {
        let path = PathBuf::from(STORIES_FOLDER).join(format!("{}.story", listed.name));
        let shown = path.display();
        let text = fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
        let (script, _) = split_recorded(&text);
        let (story, mut runner) = played(listed.name, script)?;
        let recorded = recording(&mut runner, story.traces_all());
        let blessed = format!("{}\n---\n{recorded}", script.trim_end());
        if blessed != text {
            fs::write(&path, blessed).map_err(|error| format!("{shown}: {error}"))?;
            println!("{shown}");
        }
    }
    Ok(())
}

fn digests() -> Outcome {
    for listed in STORIES {
        let (_, runner) = played(listed.name, listed.text)?;
        let world = runner.history.world();
        let (state, outcome) = (world.state_digest(), world.outcome_digest());
        println!("{} {state:016x} {outcome:016x}", listed.name);
    }
    Ok(())
}
