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

    /// Every mistake in a text that can be found without running it; none if it can be read.
    pub fn mistakes(text: &str) -> Vec<StoryError> {
        let Err(first) = Story::parse(text) else {
            return Vec::new();
        };
        let (script, _) = split_recorded(text);
        let mut declared = Declared::default();
        let mut mistakes = Vec::new();
        for (number, text) in (1..).zip(script.lines().take(limits::LINES)) {
            if let Err(mistake) = line(number, text, &mut declared) {
                declared.suppose(text);
                mistakes.push(mistake);
            }
        }
        // What is wrong with the text as a whole stands on no line of it.
        if !mistakes.contains(&first) {
            mistakes.insert(0, first);
        }
        mistakes.truncate(limits::MISTAKES);
        mistakes
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

/// What the first comment begins with: its first line, and the lines that go on in the middle of a sentence.
pub fn summary(script: &str) -> String {
    let lines = script
        .lines()
        .map(str::trim_start)
        .skip_while(|line| !line.starts_with('#'));
    let mut comments = lines.map_while(|line| line.strip_prefix('#')).map(str::trim);
    let mut summary = comments.next().unwrap_or_default().to_string();
    for more in comments.take_while(|line| line.starts_with(char::is_lowercase)) {
        summary.push(' ');
        summary.push_str(more);
    }
    summary
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
    fn a_summary_is_a_whole_sentence() {
        let of = |script: &str| summary(script);
        assert_eq!(of("\n# One line.\n# Another.\ncluster brokers=3\n"), "One line.");
        assert_eq!(
            of("# It goes on\n# in the next line.\n# Source: x\n"),
            "It goes on in the next line."
        );
        assert_eq!(of("# A title\ncluster brokers=3\n# no more of it\n"), "A title");
        assert_eq!(of("cluster brokers=3\n"), "");
    }

    fn places(text: &str) -> Vec<(Code, u32, u32)> {
        let mistakes = Story::mistakes(text);
        mistakes
            .iter()
            .map(|mistake| (mistake.code, mistake.line, mistake.column))
            .collect()
    }

    #[test]
    fn every_mistake_is_found_at_once() {
        assert_eq!(places("cluster brokers=3\ntopic t\nproduce t k acks=1"), []);
        assert_eq!(
            places("cluster brokers=3\ncrash b9\n# fine\ntopic t\nproduce u k acks=1\nrun 5"),
            [
                (Code::UnknownBroker, 2, 7),
                (Code::UnknownTopic, 5, 9),
                (Code::BadValue, 6, 5)
            ]
        );
        assert_eq!(places("# nothing"), [(Code::NoCluster, 1, 1)]);
    }

    #[test]
    fn a_name_whose_line_is_wrong_is_known_all_the_same() {
        assert_eq!(
            places(
                "cluster brokers=three\ntopic t assignment=1,1\nproducer app linger.ms=soon\nproduce t k from=app\ncrash b3"
            ),
            [
                (Code::BadValue, 1, 17),
                (Code::BadValue, 2, 20),
                (Code::BadValue, 3, 24)
            ]
        );
    }

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
