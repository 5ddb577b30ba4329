//! Tries many runs and says what does not hold in them.
//!
//! A walk is one random run: a cluster, clients and harm drawn from a seed, ten model minutes long, with every invariant
//! looked at after every step, and, once all harm has stopped, whether everything comes to rest. It is driven by story lines
//! only, as a person could, so that what it finds is a story file from the start.
//!
//! Evenly random walks do not find the interesting faults: those need few records, news that reaches one broker late, and
//! elections close together. So a walk is made of `gambit`s, each a short, varied plan of that kind, and each seed prefers
//! some of them over others.

mod dice;
mod fuzz;
mod gambit;
mod mutation;
mod rest;
mod walk;

pub use fuzz::{Found, Outcome, Plan, digests, fuzz};
pub use mutation::{MUTATIONS, Mutation};
