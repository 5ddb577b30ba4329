//! Stories: scenario files that are test, lesson and documentation in one, and the sessions in which a person goes on from one.
//!
//! A story is text. `language` reads it, `runner` carries it out on a `simulation::History` as a user could, `reading` answers
//! what it expects, `recording` writes down what happened, `printed` is what Kafka's tools say. `session` is a story that a person acts in, `rebuild` changes what
//! processes are started with. `catalog` holds the
//! stories that come with the page. Nothing here has powers of its own: every change is an act.

pub mod catalog;
pub mod checking;
pub mod effort;
pub mod language;
pub mod printed;
mod raw_request;
pub mod reading;
pub mod rebuild;
pub mod recording;
pub mod runner;
pub mod session;
pub mod story;
mod unsettled;
