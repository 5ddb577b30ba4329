//! The story language: from text to commands, with names checked and every mistake placed.
//!
//! `registry` is the table of commands; `token` cuts a line into words, `parse` gives each word its argument, `value` reads
//! it, `build` makes the command. `declared` is what the story has named so far. `grammar` writes the one page about it all.

mod build;
pub mod command;
pub mod condition;
pub mod declared;
pub mod error;
pub mod grammar;
pub mod limits;
mod parse;
pub mod registry;
pub(crate) mod token;
pub mod value;

pub use parse::line;
