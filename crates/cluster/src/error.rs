//! What went wrong with the lab itself, in words for whoever ran it.

use std::fmt;

#[derive(Clone, PartialEq, Eq)]
pub struct LabError(pub String);

pub type Outcome<T> = Result<T, LabError>;

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LabError {}

/// Says what was being done when it went wrong.
pub trait Doing<T> {
    fn doing(self, what: impl fmt::Display) -> Outcome<T>;
}

impl<T, E: fmt::Display> Doing<T> for Result<T, E> {
    fn doing(self, what: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| LabError(format!("{what}: {error}")))
    }
}
