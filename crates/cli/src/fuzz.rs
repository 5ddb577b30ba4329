//! Many seeds at once: `fuzz` of Kafka's rules as they are, `mutations` with one of them taken away at a time.
//!
//! A seed is a run of its own, so that they are shared out to as many threads as the machine has cores; nothing of it
//! reaches a run. Wall time is measured for the rate that is printed.

#![allow(clippy::disallowed_types, reason = "a rate needs a clock; no run depends on it")]
#![allow(clippy::float_arithmetic, reason = "figures for people")]

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use explorer::{Found, MUTATIONS, Plan, fuzz as walk};
use replication::base::rule::Rule;

/// Where stories of what was found are kept.
const KEPT: &str = "target/fuzz";

struct Options {
    from: u64,
    seeds: u64,
    plan: Plan,
}

fn options(words: &[&str]) -> Result<Options, String> {
    let mut options = Options {
        from: 1,
        seeds: 200,
        plan: Plan::default(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} wants a value"))?;
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{word}: {value} is not a whole number"))
        };
        match *word {
            "--seeds" => options.seeds = number()?,
            "--from" => options.from = number()?,
            "--minutes" => options.plan.length = number()?.min(50) * 60_000_000,
            "--without" => options.plan.without = value.split(',').map(rule).collect::<Result<_, _>>()?,
            _ => {
                return Err(format!(
                    "{word}: --seeds, --from, --minutes and --without are what there is"
                ));
            }
        }
    }
    Ok(options)
}

fn rule(name: &str) -> Result<&'static str, String> {
    let known = Rule::ALL.iter().find(|rule| rule.name() == name);
    let names = || Rule::ALL.iter().map(|rule| rule.name()).collect::<Vec<_>>().join(", ");
    known
        .map(|rule| rule.name())
        .ok_or_else(|| format!("no rule is called {name}; there are {}", names()))
}

pub fn fuzz(words: &[&str]) -> Result<(), String> {
    let Options { from, seeds, plan } = options(words)?;
    let begin = Instant::now();
    let ran = run(from, seeds, &plan, usize::MAX);
    let seconds = begin.elapsed().as_secs_f64();
    for (seed, found) in &ran.found {
        println!("seed {seed}, step {}: {}", found.position, found.text);
        println!("  {}", keep(*seed, found)?);
    }
    println!(
        "{} seeds from {from}, {} steps in {seconds:.0} s: {:.1} seeds/s, {:.2} M steps/s, {} found something",
        ran.seeds,
        ran.steps,
        ran.seeds as f64 / seconds,
        ran.steps as f64 / seconds / 1e6,
        ran.found.len()
    );
    if ran.found.is_empty() {
        Ok(())
    } else {
        Err("not everything holds".into())
    }
}

pub fn mutations(words: &[&str]) -> Result<(), String> {
    let Options { from, seeds, plan } = options(words)?;
    let mut unnoticed = Vec::new();
    for mutation in &MUTATIONS {
        let plan = Plan {
            without: mutation.rules.to_vec(),
            ..plan.clone()
        };
        let ran = run(from, seeds, &plan, 1);
        let rules = mutation.rules.join(", ");
        match ran.found.first() {
            Some((seed, found)) => {
                let place = keep(*seed, found)?;
                println!(
                    "{} without {rules}: {} at seed {seed}, number {} of them; {place}",
                    mutation.number,
                    found.what,
                    seed - from + 1
                );
            }
            None => {
                println!("{} without {rules}: nothing in {seeds} seeds", mutation.number);
                unnoticed.push(mutation.number);
            }
        }
    }
    if unnoticed.is_empty() {
        Ok(())
    } else {
        Err(format!("not noticed: {}", unnoticed.join(", ")))
    }
}

struct Ran {
    seeds: u64,
    steps: u64,
    found: Vec<(u64, Found)>,
}

/// Walks seeds until all are walked or so many have found something.
fn run(from: u64, seeds: u64, plan: &Plan, enough: usize) -> Ran {
    let next = AtomicU64::new(from);
    let ran = Mutex::new(Ran {
        seeds: 0,
        steps: 0,
        found: Vec::new(),
    });
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let done = ran.lock().map_or(true, |ran| ran.found.len() >= enough);
                    if seed >= from.saturating_add(seeds) || done {
                        return;
                    }
                    let outcome = walk(seed, plan);
                    let mut ran = ran.lock().expect("no thread panics while it holds this");
                    ran.seeds += 1;
                    ran.steps += outcome.steps;
                    ran.found.extend(outcome.found.map(|found| (seed, found)));
                }
            });
        }
    });
    let mut ran = ran.into_inner().expect("all threads have ended");
    ran.found.sort_by_key(|(seed, _)| *seed);
    ran
}

/// Writes the story down; gives its place.
fn keep(seed: u64, found: &Found) -> Result<String, String> {
    let place = PathBuf::from(KEPT).join(format!("seed_{seed}_{}.story", found.what.to_lowercase()));
    let written = fs::create_dir_all(KEPT).and_then(|()| fs::write(&place, &found.story));
    written.map_err(|error| format!("{}: {error}", place.display()))?;
    Ok(place.display().to_string())
}
