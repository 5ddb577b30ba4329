//! One seed: a whole walk and its verdict.

use scenario::checking::finding_text;
use scenario::language::error::StoryError;
use simulation::history::Position;

use crate::gambit::gambit;
use crate::rest::{repair, verdict};
use crate::walk::Walk;

/// What is the same for every seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Model time of a walk before everything is repaired, in µs.
    pub length: u64,
    /// Rules that are switched off from the beginning.
    pub without: Vec<&'static str>,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            length: 600_000_000,
            without: Vec::new(),
        }
    }
}

/// Steps after which a walk is repaired before its time, so that what it finds is a story that may be played.
const STEPS: u64 = 800_000;

/// What a seed came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub steps: u64,
    /// Of all state at the end.
    pub digest: u64,
    pub found: Option<Found>,
}

/// Something that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The step that showed it.
    pub position: Position,
    /// `I-12`, or `liveness`.
    pub what: &'static str,
    pub text: String,
    /// A story that does it again.
    pub story: String,
}

/// Walks one seed to its end, or to the first thing that does not hold.
pub fn fuzz(seed: u64, plan: &Plan) -> Outcome {
    let (walk, ended) = walked(seed, plan);
    let world = walk.world();
    let finding = walk.findings().first();
    let found = match (finding, ended) {
        (Some((position, finding)), _) => Some((*position, finding.invariant, finding_text(world, *position, finding))),
        (None, Err(error)) => Some((world.cluster.steps, "liveness", error.to_string())),
        (None, Ok(())) => verdict(world).map(|text| (world.cluster.steps, "liveness", text)),
    };
    Outcome {
        steps: world.cluster.steps,
        digest: world.state_digest(),
        found: found.map(|(position, what, text)| Found {
            position,
            what,
            story: walk.story(seed, &text),
            text,
        }),
    }
}

fn walked(seed: u64, plan: &Plan) -> (Walk, Result<(), StoryError>) {
    let mut walk = Walk::start(seed, &plan.without);
    while walk.now() < plan.length && walk.world().cluster.steps < STEPS && walk.findings().is_empty() {
        gambit(&mut walk);
    }
    if !walk.findings().is_empty() {
        return (walk, Ok(()));
    }
    let ended = repair(&mut walk);
    (walk, ended)
}

/// Seeds and digests of short walks, one a line: equal on every machine.
pub fn digests() -> String {
    let plan = Plan {
        length: 60_000_000,
        ..Plan::default()
    };
    let line = |seed| format!("{seed} {:016x}\n", fuzz(seed, &plan).digest);
    (1..=20).map(line).collect()
}
