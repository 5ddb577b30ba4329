//! Stories: scenario files that are test, lesson and documentation in one, and the sessions in which a person goes on from one.

pub mod language;
pub mod story;
