//! Who decides what the rules leave open.
//!
//! A handler never draws: it says "between a and b", and the world asks. An answer is a hash of the seed, the question and
//! how many times it was asked before, not the next number of a stream; so a changed setting does not reshuffle everything
//! else. A script answers first from its list; a search may answer as it likes.

use std::collections::VecDeque;
use std::hash::Hash;

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::timer::Timer;

use crate::digest::Digest;

/// Something left open. The answer lies in `least..=most`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    pub topic: Topic,
    /// How many times this was asked before in this run.
    pub nth: u32,
    pub least: u64,
    pub most: u64,
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// How long a timer runs, in µs.
    TimerLength { node: NodeId, timer: Timer },
    /// How many batches above the recovery point survive a power loss. By default none.
    SurvivingBatches {
        broker: BrokerId,
        partition: TopicPartition,
    },
}

/// Answers questions. Any function is one.
pub type Chooser<'a> = dyn FnMut(&Question) -> u64 + 'a;

/// A number in `least..=most`, evenly spread.
pub fn draw(seed: u64, about: &impl Hash, least: u64, most: u64) -> u64 {
    let span = most.saturating_sub(least).saturating_add(1);
    least + ((u128::from(Digest::of(&(seed, about))) * u128::from(span)) >> 64) as u64
}

/// What an unattended run answers.
pub fn by_seed(seed: u64) -> impl FnMut(&Question) -> u64 {
    move |question| match question.topic {
        Topic::TimerLength { .. } => draw(seed, &(question.topic, question.nth), question.least, question.most),
        Topic::SurvivingBatches { .. } => question.least,
    }
}

/// Answers from a list, in the order of the questions, then as `by_seed`. An answer out of bounds is brought within them.
pub fn scripted(answers: impl IntoIterator<Item = u64>, seed: u64) -> impl FnMut(&Question) -> u64 {
    let mut answers: VecDeque<u64> = answers.into_iter().collect();
    let mut otherwise = by_seed(seed);
    move |question| match answers.pop_front() {
        Some(answer) => answer.clamp(question.least, question.most),
        None => otherwise(question),
    }
}
