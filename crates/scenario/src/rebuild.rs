//! Changes the head of a story: what a process is started with.
//!
//! In Kafka most settings are read once, when a process starts. To try another value the run is made anew from a text in which
//! the line that starts the process says so; everything else in the text stays as it was written.

use replication::base::config::{Acks, ProducerConfig};

use crate::language::command::{Command, ConfigOf, Line};
use crate::language::declared::Declared;
use crate::language::error::{Code, StoryError};
use crate::language::line;
use crate::language::token::tokens;
use crate::language::value::is_server_name;
use crate::story::{Story, split_recorded};

/// The story with another setting of a process: of every broker and the controller for "", of `b1`, or of a client by its
/// name. An empty value leaves it to its default.
pub fn with_setting(text: &str, whose: &str, name: &str, value: &str) -> Result<String, StoryError> {
    let (script, _) = split_recorded(text);
    let mut written: Vec<String> = script.lines().map(String::from).collect();
    let lines = read(&written)?;
    match place(&lines, whose, name)? {
        Place::Change(at) => {
            let key = match name {
                "broker.rack" => "racks",
                _ => name,
            };
            written[at] = with_key(&written[at], key, value)?;
        }
        Place::Insert(at, begin) => written.insert(at, with_key(&begin, name, value)?),
    }
    let mut text = written.join("\n");
    text.push('\n');
    Story::parse(&text)?;
    Ok(text)
}

/// The story without what it expects of the run, which another setting may well change. The lines stay as comments.
pub fn without_expectations(text: &str) -> String {
    let (script, _) = split_recorded(text);
    let checks = |line: &&str| line.split_whitespace().next() == Some("expect");
    let mut text: Vec<String> = script
        .lines()
        .map(|line| match checks(&line) {
            true => format!("# {line}"),
            false => line.to_string(),
        })
        .collect();
    text.push(String::new());
    text.join("\n")
}

enum Place {
    /// The line that starts it.
    Change(usize),
    /// There is no such line: one that begins like this belongs here.
    Insert(usize, String),
}

/// What stands on each line.
fn read(written: &[String]) -> Result<Vec<Option<Line>>, StoryError> {
    let mut declared = Declared::default();
    let numbered = (1..).zip(written);
    numbered
        .map(|(number, text)| line(number, text, &mut declared))
        .collect()
}

fn place(lines: &[Option<Line>], whose: &str, name: &str) -> Result<Place, StoryError> {
    let at = |wanted: &dyn Fn(&Command) -> bool| {
        let is_wanted = |line: &Option<Line>| line.as_ref().is_some_and(|line| wanted(&line.command));
        lines.iter().position(is_wanted)
    };
    let cluster = at(&|command| matches!(command, Command::Cluster(_)));
    let cluster = cluster.ok_or_else(|| unknown(whose))?;
    if whose.is_empty() {
        return Ok(Place::Change(cluster));
    }
    if is_server_name(whose) && name == "broker.rack" {
        let expected = "racks are given for all brokers together, such as a,b,c";
        return Err(StoryError::new(Code::NotPossible, (1, 1), name, expected));
    }
    if is_server_name(whose) {
        return Ok(place_of_process(lines, cluster, whose));
    }
    let started = at(&|command| match command {
        Command::Producer { name, .. } | Command::Consumer { name, .. } => name == whose,
        _ => false,
    });
    if let Some(at) = started {
        return Ok(Place::Change(at));
    }
    let introduced = lines.iter().enumerate().find_map(|(at, line)| {
        let begin = match &line.as_ref()?.command {
            Command::Produce(produce) if produce.from.new && produce.from.name == whose => {
                format!("producer {whose}{}", settings_of(&produce.config))
            }
            Command::Consume { by, .. } if by.new && by.name == whose => format!("consumer {whose}"),
            _ => return None,
        };
        Some(Place::Insert(at, begin))
    });
    introduced.ok_or_else(|| unknown(whose))
}

/// Beside the cluster's own line, where lines about single processes may stand already.
fn place_of_process(lines: &[Option<Line>], cluster: usize, whose: &str) -> Place {
    let head = lines.iter().enumerate().skip(cluster + 1);
    let mut head = head.map_while(|(at, line)| match line.as_ref().map(|line| &line.command) {
        None => Some((at, false)),
        Some(Command::Config {
            of: ConfigOf::Process(name),
            ..
        }) => Some((at, name.to_string() == whose)),
        Some(_) => None,
    });
    match head.find(|(_, is_it)| *is_it) {
        Some((at, _)) => Place::Change(at),
        None => Place::Insert(cluster + 1, format!("config process {whose}")),
    }
}

/// Everything that a producer does not have by default, as a line says it.
fn settings_of(config: &ProducerConfig) -> String {
    let default = ProducerConfig::default();
    let settings = ProducerConfig::SETTINGS.iter().filter_map(|setting| {
        let value = config.get(setting.name)?;
        let is_written = match setting.name {
            // Other acks switch it off by themselves.
            "enable.idempotence" => config.acks == Acks::All && !config.enable_idempotence,
            name => default.get(name)? != value,
        };
        is_written.then(|| format!(" {}={value}", setting.name))
    });
    settings.collect()
}

fn unknown(whose: &str) -> StoryError {
    StoryError::new(
        Code::UnknownNode,
        (1, 1),
        whose,
        "no line of the story starts a process of this name",
    )
}

/// A line with another value of a key, or without it where the value is empty.
fn with_key(text: &str, key: &str, value: &str) -> Result<String, StoryError> {
    let words = tokens(1, text)?;
    let letters: Vec<char> = text.chars().collect();
    let upto = |column: u32| column as usize - 1;
    let from_to = |from: usize, to: usize| letters[from..to].iter().collect::<String>();
    let written = match value {
        "" => String::new(),
        _ => format!(" {key}={}", quoted(value)),
    };
    let known = words.iter().find(|word| word.key.as_deref() == Some(key));
    let (end, from) = match known {
        Some(word) => {
            let blanks = letters[..upto(word.column)].iter().rev();
            let blanks = blanks.take_while(|letter| letter.is_whitespace()).count();
            (upto(word.column) - blanks, upto(word.end))
        }
        None => {
            let end = words.last().map_or(letters.len(), |word| upto(word.end));
            (end, end)
        }
    };
    Ok(format!("{}{written}{}", from_to(0, end), from_to(from, letters.len())))
}

/// A value as a line writes it.
fn quoted(value: &str) -> String {
    let plain = !value.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '#' | '\\'));
    match plain {
        true => value.to_string(),
        false => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "\
# What it shows.
cluster brokers=3 racks=a,b,c  # three
topic t assignment=1,2,3
producer app linger.ms=0 acks=1
produce t k1 from=app
produce t k2 acks=1
consume t-0
begin
config process b1 replica.lag.time.max.ms=1000
expect t-0 isr=1,2,3
---
0.000 something
";

    /// The lines that are different, or new.
    fn changed(whose: &str, name: &str, value: &str) -> Vec<String> {
        let text = with_setting(STORY, whose, name, value).unwrap_or_else(|error| panic!("{error}"));
        let (before, _) = split_recorded(STORY);
        let is_new = |line: &&str| !before.lines().any(|old| old == *line);
        text.lines().filter(is_new).map(String::from).collect()
    }

    #[test]
    fn settings_of_all_brokers_and_the_controller_stand_on_the_cluster_line() {
        assert_eq!(
            changed("", "replica.lag.time.max.ms", "5000"),
            ["cluster brokers=3 racks=a,b,c replica.lag.time.max.ms=5000  # three"]
        );
        assert_eq!(
            changed("", "broker.rack", "x,x,y"),
            ["cluster brokers=3 racks=x,x,y  # three"]
        );
        assert_eq!(changed("", "broker.rack", ""), ["cluster brokers=3  # three"]);
    }

    #[test]
    fn a_single_process_gets_a_line_after_it() {
        let text = with_setting(STORY, "b1", "replica.fetch.wait.max.ms", "100").unwrap();
        assert_eq!(
            text.lines().nth(2),
            Some("config process b1 replica.fetch.wait.max.ms=100")
        );
        let text = with_setting(&text, "b1", "replica.fetch.backoff.ms", "5").unwrap();
        let text = with_setting(&text, "b1", "replica.fetch.wait.max.ms", "200").unwrap();
        assert_eq!(
            text.lines().nth(2),
            Some("config process b1 replica.fetch.wait.max.ms=200 replica.fetch.backoff.ms=5")
        );
        assert!(text.contains("\nconfig process b1 replica.lag.time.max.ms=1000\n"));
    }

    #[test]
    fn a_client_has_them_on_its_own_line_or_gets_one() {
        assert_eq!(changed("app", "linger.ms", "20"), ["producer app linger.ms=20 acks=1"]);
        assert_eq!(changed("app", "linger.ms", ""), ["producer app acks=1"]);
        assert_eq!(
            changed("producer", "linger.ms", "20"),
            ["producer producer acks=1 linger.ms=20"]
        );
        assert_eq!(
            changed("consumer", "isolation.level", "read_committed"),
            ["consumer consumer isolation.level=read_committed"]
        );
    }

    #[test]
    fn what_is_wrong_with_it_is_said_at_its_place() {
        let error = |whose: &str, name: &str, value: &str| {
            let error = with_setting(STORY, whose, name, value).expect_err("it is wrong");
            (error.code, error.line, error.column)
        };
        assert_eq!(error("", "replica.lag.time.max.ms", "0"), (Code::OutOfBounds, 2, 55));
        assert_eq!(error("app", "linger.ms", "soon"), (Code::BadValue, 4, 24));
        assert_eq!(error("b1", "broker.rack", "x"), (Code::NotPossible, 1, 1));
        assert_eq!(error("nobody", "linger.ms", "1"), (Code::UnknownNode, 1, 1));
    }

    #[test]
    fn expectations_become_comments() {
        let text = without_expectations(STORY);
        assert!(text.contains("\n# expect t-0 isr=1,2,3\n"));
        assert_eq!(text.lines().count(), 10);
    }
}
