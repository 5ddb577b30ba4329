//! What became of a story's `expect` lines on a real cluster: fact by fact what was found, or why nobody looked.
//!
//! A story looks at moments of the model; the lab looks at a cluster at rest. A fact that Kafka does not have then and the
//! engine, left alone from that moment, does not have either speaks of a moment that passes, and proves nothing.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::time_dependent::TimeDependent;

/// One `expect` line.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Expect {
    /// The last act before it.
    pub n: u32,
    /// The story's line.
    pub line: u32,
    /// As the story writes it, from `expect` on.
    pub text: String,
    pub facts: Vec<Fact>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub fact: String,
    pub wanted: String,
    #[serde(flatten)]
    pub checked: Checked,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum Checked {
    Seen {
        so: bool,
        /// On Kafka.
        found: String,
        /// On the engine at that line of the story, if it is not as wanted there either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
    },
    Not {
        not_checked: NotChecked,
        /// In words, where the kind does not say it all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum NotChecked {
    ModelTime,
    RunningSession,
    PassingMoment,
    WithoutRule,
    Unseen,
}

impl NotChecked {
    pub fn kind(self) -> TimeDependent {
        match self {
            NotChecked::ModelTime => TimeDependent::ModelTime,
            NotChecked::RunningSession => TimeDependent::RunningSession,
            NotChecked::PassingMoment => TimeDependent::PassingMoment,
            NotChecked::WithoutRule => TimeDependent::WithoutRule,
            NotChecked::Unseen => TimeDependent::Unseen,
        }
    }
}

impl Checked {
    pub fn found(&self) -> Option<&str> {
        match self {
            Checked::Seen { found, .. } => Some(found),
            Checked::Not { .. } => None,
        }
    }

    pub fn failed(&self) -> bool {
        matches!(self, Checked::Seen { so: false, .. })
    }
}

impl Expect {
    pub fn failed(&self) -> bool {
        self.facts.iter().any(|fact| fact.checked.failed())
    }

    pub fn seen(&self) -> bool {
        self.facts.iter().any(|fact| fact.checked.found().is_some())
    }

    /// The same line of the engine's recording: a story's run on the engine stops where it is not as expected, so what the
    /// engine has is what is wanted, unless it was found not to be.
    pub fn of_the_engine(&self) -> Expect {
        let mut ours = self.clone();
        for fact in &mut ours.facts {
            if let Checked::Seen {
                so: false,
                found,
                engine,
            } = &mut fact.checked
            {
                *found = engine.clone().unwrap_or_else(|| fact.wanted.clone());
            }
        }
        ours
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, {}: ", self.line, self.text)?;
        let failed: Vec<String> = self.facts.iter().filter_map(not_so).collect();
        match (failed.is_empty(), self.seen()) {
            (true, true) => f.write_str("so on Kafka")?,
            (true, false) => {}
            (false, _) => write!(f, "not so: {}", failed.join(", "))?,
        }
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for fact in &self.facts {
            if let Checked::Not { not_checked, why } = &fact.checked {
                let why = why.as_deref().unwrap_or(not_checked.kind().why());
                match reasons.iter_mut().find(|(known, _)| *known == why) {
                    Some((_, names)) => names.push(&fact.fact),
                    None => reasons.push((why, vec![&fact.fact])),
                }
            }
        }
        for (n, (why, names)) in reasons.iter().enumerate() {
            let before = if n == 0 && !self.seen() { "" } else { "; " };
            write!(f, "{before}{} not checked: {why}", names.join(", "))?;
        }
        Ok(())
    }
}

fn not_so(fact: &Fact) -> Option<String> {
    match &fact.checked {
        Checked::Seen {
            so: false,
            found,
            engine,
        } => {
            let found = if found.is_empty() { "empty" } else { found };
            let too = match engine {
                Some(engine) if engine == found => ", in the playground too".into(),
                Some(engine) => format!(", in the playground {engine}"),
                None => String::new(),
            };
            Some(format!("{} is {found}{too}", fact.fact))
        }
        _ => None,
    }
}

/// How many lines of a recording hold, do not, and could not be checked at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub so: usize,
    pub not_so: usize,
    pub not_checked: usize,
}

impl Tally {
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a Expect>) -> Tally {
        let mut tally = Tally::default();
        for expect in lines {
            *match (expect.failed(), expect.seen()) {
                (true, _) => &mut tally.not_so,
                (false, true) => &mut tally.so,
                (false, false) => &mut tally.not_checked,
            } += 1;
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Line;

    fn fact(fact: &str, wanted: &str, checked: Checked) -> Fact {
        Fact {
            fact: fact.into(),
            wanted: wanted.into(),
            checked,
        }
    }

    fn seen(so: bool, found: &str, engine: Option<&str>) -> Checked {
        Checked::Seen {
            so,
            found: found.into(),
            engine: engine.map(String::from),
        }
    }

    fn expect(facts: Vec<Fact>) -> Expect {
        Expect {
            n: 3,
            line: 12,
            text: "expect t-0 leader=2 flushed=0".into(),
            facts,
        }
    }

    #[test]
    fn a_line_says_whether_it_is_so_and_what_was_not_checked() {
        let unseen = || Checked::Not {
            not_checked: NotChecked::Unseen,
            why: Some("no file has it".into()),
        };
        let said = |facts| expect(facts).to_string();
        let head = "line 12, expect t-0 leader=2 flushed=0: ";
        assert_eq!(
            said(vec![fact("leader", "2", seen(true, "2", None))]),
            format!("{head}so on Kafka")
        );
        assert_eq!(
            said(vec![
                fact("leader", "2", seen(false, "3", None)),
                fact("flushed", "0", unseen()),
                fact("leader-knows", "0", unseen())
            ]),
            format!("{head}not so: leader is 3; flushed, leader-knows not checked: no file has it")
        );
        assert_eq!(
            said(vec![fact("flushed", "0", unseen())]),
            format!("{head}flushed not checked: no file has it")
        );
        assert_eq!(
            said(vec![fact("elr", "2", seen(false, "", Some("3")))]),
            format!("{head}not so: elr is empty, in the playground 3")
        );
    }

    #[test]
    fn lines_are_counted_by_what_became_of_them() {
        let time = Checked::Not {
            not_checked: NotChecked::ModelTime,
            why: None,
        };
        let lines = [
            expect(vec![
                fact("hw", "4", seen(true, "4", None)),
                fact("at", "1s", time.clone()),
            ]),
            expect(vec![
                fact("hw", "4", seen(true, "4", None)),
                fact("leo", "4", seen(false, "5", None)),
            ]),
            expect(vec![fact("at", "1s", time)]),
        ];
        let tally = Tally::of(&lines);
        assert_eq!((tally.so, tally.not_so, tally.not_checked), (1, 1, 1));
    }

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let text = r#"{"kind":"expect","n":3,"line":12,"text":"expect t-0 leader=2","facts":[{"fact":"leader","wanted":"2","so":false,"found":"3"},{"fact":"at","wanted":"1s","not_checked":"model-time"}]}"#;
        let line: Line = serde_json::from_str(text).expect("a line of a recording");
        assert_eq!(serde_json::to_string(&line).expect("it is JSON"), text);
        let Line::Expect(expect) = line else {
            panic!("an expectation");
        };
        assert!(expect.failed());
        assert_eq!(expect.of_the_engine().facts[0].checked.found(), Some("2"));
    }
}
