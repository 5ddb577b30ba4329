//! The playground without a page: runs, checks and records stories, prints digests and the engine's figures.
//!
//! Stories are named as in `crates/scenario/stories`, or given as files. It is started from the top of the repository.

mod budget;
mod command;
mod fuzz;
#[cfg(feature = "lab")]
mod lab;
mod naming;
#[cfg(feature = "lab")]
mod record;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[allow(
        clippy::disallowed_methods,
        reason = "a command line has arguments; no run depends on them"
    )]
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match command::carry_out(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}
