//! A story as a text: its lines, what its head says, and the output recorded after `---`.

use crate::language::command::{Command, Line};
use crate::language::declared::Declared;
use crate::language::error::{Code, StoryError};
use crate::language::{limits, line};

/// A story whose names and words are right. Whether it does what it expects, only running it tells.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    pub lines: Vec<Line>,
    /// The first comment line.
    pub summary: String,
    /// What its lines declare, all together.
    pub declared: Declared,
    /// What came after `---`, if there was such a line.
    pub recorded: Option<String>,
}

impl Story {
    /// Reads a story.
    pub fn parse(text: &str) -> Result<Story, StoryError> {
        if text.len() > limits::TEXT_BYTES {
            let expected = format!("a story has at most {} bytes", limits::TEXT_BYTES);
            return Err(StoryError::new(
                Code::TextTooLong,
                (1, 1),
                format!("{} bytes", text.len()),
                expected,
            ));
        }
        let (script, recorded) = split_recorded(text);
        let mut declared = Declared::default();
        let mut lines = Vec::new();
        for (number, text) in (1..).zip(script.lines()) {
            if number as usize > limits::LINES {
                let expected = format!("a story has at most {} lines", limits::LINES);
                return Err(StoryError::new(
                    Code::TextTooLong,
                    (number, 1),
                    "another line",
                    expected,
                ));
            }
            lines.extend(line(number, text, &mut declared)?);
        }
        if declared.cluster.is_none() {
            let expected = "a story begins with a line such as cluster brokers=3";
            return Err(StoryError::new(Code::NoCluster, (1, 1), "a story", expected));
        }
        Ok(Story {
            lines,
            summary: summary(script),
            declared,
            recorded: recorded.map(String::from),
        })
    }

    pub fn traces_all(&self) -> bool {
        self.lines.iter().any(|line| line.command == Command::TraceAll)
    }
}

/// Splits a text at its line `---`.
pub fn split_recorded(text: &str) -> (&str, Option<&str>) {
    if let Some(recorded) = text.strip_prefix("---\n") {
        return ("", Some(recorded));
    }
    match text.split_once("\n---\n") {
        Some((script, recorded)) => (script, Some(recorded)),
        None => (text.strip_suffix("\n---").unwrap_or(text), None),
    }
}

/// The first comment line, without its mark.
pub fn summary(script: &str) -> String {
    let first = script.lines().find_map(|line| line.trim_start().strip_prefix('#'));
    first.unwrap_or_default().trim().to_string()
}

/// `the_life_of_a_batch` → "The life of a batch".
pub fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_its_title() {
        assert_eq!(title("the_life_of_a_batch"), "The life of a batch");
        assert_eq!(title("acks_0_1_and_all"), "Acks 0 1 and all");
    }

    #[test]
    fn recorded_output_is_split_off() {
        assert_eq!(split_recorded("a\n---\nb\n"), ("a", Some("b\n")));
        assert_eq!(split_recorded("a\n"), ("a\n", None));
        assert_eq!(split_recorded("a\n---"), ("a", None));
        assert_eq!(split_recorded("---\nb"), ("", Some("b")));
    }
}
