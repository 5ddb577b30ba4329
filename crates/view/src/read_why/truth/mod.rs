//! Whether the answers are true: in states of random runs every fact of every chain is compared with a slow look at the same
//! state, and everything that is foretold is waited for.
//!
//! The look asks nobody who decides. It goes through logs, roles, positions, registrations, links and timers one by one, and
//! judges by the definitions of the specification.

mod foretold;
mod holds;
mod look;
mod record;

use std::collections::{BTreeMap, BTreeSet};

use super::tests::{Run, told};
use super::{Past, why};
use crate::why::{Because, Cause, Question};
use foretold::{Foretold, foretells, wait_for};
use holds::holds;
use look::Look;
use record::{copies, lacks};

/// All facts of a chain and of what branches off it.
fn facts(chain: &[Cause]) -> Vec<&Because> {
    let mut all = Vec::new();
    for cause in chain {
        all.push(&cause.because);
        for branch in &cause.branches {
            all.extend(facts(&branch.chain));
        }
    }
    all
}

const SEEDS: std::ops::RangeInclusive<u64> = 1..=20;
/// So many states of each run.
const STATES: u32 = 8;

/// Kinds of facts that have to come up, so that none holds because nobody says it.
const SEEN: [&str; 26] = [
    "ActsInEpoch",
    "AtLeadersEnd",
    "DoesNotActYet",
    "FetchParked comes",
    "FetchWithoutIt",
    "FollowerHighWatermark",
    "GivesUp",
    "HasMoreThanLeaderKnows",
    "HeldBackBy",
    "HighWatermarkDoesNotGoBack",
    "HighWatermarkFrozen",
    "HighWatermarkIsSmallest",
    "IsrNeedsController",
    "Lingers",
    "NeedsEpochStart",
    "NeedsHighWatermark",
    "NextHeartbeat comes",
    "NotElected",
    "OnItsWay comes",
    "PreferredCheck comes",
    "ProduceWaits comes",
    "RecordReadable",
    "SessionEnds comes",
    "StillActs",
    "TriesAgain",
    "WillLeaveIsr comes",
];

fn several_states(seed: u64) -> Vec<(u64, Run)> {
    let mut run = Run::start(seed);
    let mut states = Vec::new();
    for nth in 0..STATES {
        run.go(3 + (seed as u32 + nth) % 11);
        states.push((seed, run.clone()));
    }
    states
}

#[test]
fn what_is_said_in_a_random_state_holds_in_it_and_what_is_foretold_comes() {
    let mut judged = BTreeMap::new();
    let mut wrong = Vec::new();
    for (seed, mut run) in SEEDS.flat_map(several_states) {
        let mut foretold: Vec<Foretold> = Vec::new();
        let mut known = BTreeSet::new();
        // A refusal is told of with the state it was refused in.
        let of_now = |question: &Question| !matches!(question, Question::LastRefusal { .. });
        for question in run.questions().into_iter().filter(of_now) {
            let chain = why(&mut run.history, &mut Past::default(), &question);
            let look = Look::at(run.history.world());
            for because in facts(&chain) {
                if !known.insert(format!("{because:?}")) {
                    continue;
                }
                let kind = format!("{because:?}").split([' ', '{']).next().unwrap().to_string();
                if let Some(is) = holds(look, because) {
                    *judged.entry(kind.clone()).or_insert(0) += 1;
                    if !is {
                        wrong.push(format!(
                            "{seed} {question:?}: untrue: {because:?}\n    {}",
                            told(&chain)
                        ));
                    }
                }
                if let Some(mut one) = foretells(look, because) {
                    one.said = format!("{question:?}: {}", told(&chain));
                    *judged.entry(format!("{kind} comes")).or_insert(0) += 1;
                    foretold.push(one);
                }
            }
            let about = [lacks(look, &question, &chain), copies(look, &question, &chain)].concat();
            wrong.extend(
                about
                    .into_iter()
                    .map(|what| format!("{seed} {question:?}: {what}\n    {}", told(&chain))),
            );
        }
        let not_come = wait_for(&run.history, foretold);
        wrong.extend(not_come.into_iter().map(|what| format!("{seed} {what}")));
    }
    for kind in SEEN {
        assert!(judged.contains_key(kind), "{kind} was never judged: {judged:?}");
    }
    let shown = wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} untrue\n{shown}", wrong.len());
}
