//! Stories as the outside sees them: the list to pick from, what one is, and what is wrong with one.

use serde::Serialize;

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoryListing {
    /// File name without its ending: `the_life_of_a_batch`.
    pub name: String,
    /// The name as a sentence: "The life of a batch".
    pub title: String,
    /// The first comment line of the file.
    pub summary: String,
    /// The heading under which it is offered; none for how Kafka is.
    pub group: Option<String>,
}

/// Something wrong with text that came from outside. Place, what was found, what would be right.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoryError {
    /// Stays the same in every language, e.g. `unknown-broker`.
    pub code: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub found: String,
    pub expected: String,
    /// The sentence in English: "line 7, column 12: unknown broker b9; this cluster has b1, b2, b3".
    pub message: String,
}
