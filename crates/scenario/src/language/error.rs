//! What is wrong with a story: the place, what was found there, what would be right.
//!
//! A code stays the same in every language and every version; the English sentence is made from code, found and expected
//! only, so that others can be made the same way. A story comes from outside (a file, a link, a person at the page): what is
//! wrong with it is a `Result`, never a panic.

use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $id:literal $phrase:literal),* $(,)?) => {
        /// Kinds of mistakes in a story.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $($(#[$doc])* $variant),*
        }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// `unknown-broker`
            pub fn id(self) -> &'static str {
                match self { $(Code::$variant => $id),* }
            }

            /// How the sentence begins; `{}` is what was found.
            fn phrase(self) -> &'static str {
                match self { $(Code::$variant => $phrase),* }
            }
        }
    };
}

codes! {
    // The text as such.
    TextTooLong = "text-too-long" "the story is too long: {}",
    LineTooLong = "line-too-long" "this line is too long: {}",
    UnclosedQuote = "unclosed-quote" "a quote is never closed: {}",
    ControlCharacter = "control-character" "a character that cannot be shown: {}",
    // The shape of a line.
    UnknownCommand = "unknown-command" "unknown command {}",
    MissingArgument = "missing-argument" "nothing follows {}",
    UnexpectedWord = "unexpected-word" "one word too many: {}",
    UnknownKey = "unknown-key" "{} does not go with this command",
    KeyTwice = "key-twice" "{} is given twice",
    BadValue = "bad-value" "cannot read {}",
    OutOfBounds = "out-of-bounds" "{} is out of bounds",
    // Names.
    NoCluster = "no-cluster" "{} needs a cluster",
    ClusterTwice = "cluster-twice" "a second {}",
    UnknownBroker = "unknown-broker" "unknown broker {}",
    UnknownNode = "unknown-node" "unknown process {}",
    UnknownTopic = "unknown-topic" "unknown topic {}",
    UnknownPartition = "unknown-partition" "unknown partition {}",
    UnknownClient = "unknown-client" "unknown client {}",
    UnknownConnection = "unknown-connection" "no such connection: {}",
    UnknownSubject = "unknown-subject" "unknown subject {}",
    UnknownFact = "unknown-fact" "{} cannot be asked about this subject",
    UnknownLabel = "unknown-label" "unknown label {}",
    UnknownRule = "unknown-rule" "unknown rule {}",
    UnknownInvariant = "unknown-invariant" "unknown invariant {}",
    UnknownStory = "unknown-story" "unknown story {}",
    NameTaken = "name-taken" "the name {} is taken",
    /// The producer's settings contradict each other; the Java client throws a `ConfigException`.
    ConfigConflict = "config-conflict" "these settings do not go together: {}",
    // The run.
    NotPossible = "not-possible" "{} is not possible here",
    ExpectationFailed = "expectation-failed" "found {}",
    NeverHappened = "never-happened" "this has not happened: {}",
    NotSettled = "not-settled" "still unsettled: {}",
    RunTooLong = "run-too-long" "the run is too long: {}",
    TooMuchWork = "too-much-work" "this takes long to play: {}",
}

/// One mistake, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StoryError {
    pub code: Code,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl StoryError {
    pub fn new(code: Code, at: (u32, u32), found: impl Into<String>, expected: impl Into<String>) -> Self {
        StoryError {
            code,
            line: at.0,
            column: at.1,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for StoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.code.phrase().replacen("{}", &self.found, 1);
        write!(
            f,
            "line {}, column {}: {what}; {}",
            self.line, self.column, self.expected
        )
    }
}

impl std::error::Error for StoryError {}

/// `b1, b2, b3`: what there is to choose from; long lists end in `…`.
pub fn choices<T: fmt::Display>(all: impl IntoIterator<Item = T>) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = all.into_iter().map(|name| name.to_string()).collect();
    if names.is_empty() {
        return "none".into();
    }
    if names.len() > SHOWN {
        names.truncate(SHOWN);
        names.push("…".into());
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_place_found_and_right() {
        let error = StoryError::new(Code::UnknownBroker, (7, 12), "b9", "this cluster has b1, b2, b3");
        assert_eq!(
            error.to_string(),
            "line 7, column 12: unknown broker b9; this cluster has b1, b2, b3"
        );
    }

    #[test]
    fn codes_are_distinct() {
        let ids: std::collections::BTreeSet<_> = Code::ALL.iter().map(|code| code.id()).collect();
        assert_eq!(ids.len(), Code::ALL.len());
    }
}
