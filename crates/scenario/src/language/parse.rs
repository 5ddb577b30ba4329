//! From text to commands, line by line, checking names as it goes.

use super::command::Line;
use super::condition::Condition;
use super::declared::Declared;
use super::error::{Code, StoryError, choices};
use super::limits;
use super::registry::{COMMANDS, Extra, Need, Spec, find};
use super::token::{Token, tokens};
use super::value::{At, Value, quoted};

/// The arguments of one line, read by kind. A command takes them by the names its registry entry gives them.
#[derive(Debug)]
pub struct Args<'a> {
    /// Where the command begins.
    pub at: At,
    pub command: &'static Spec,
    values: Vec<(&'static str, Value, At)>,
    /// `key=value`s beyond the command's own: key, value, place of each.
    pub extra: Vec<(String, String, At, At)>,
    pub declared: &'a mut Declared,
}

impl Args<'_> {
    /// Takes an argument with its place. It may be missing only if the registry says so.
    pub fn take(&mut self, name: &str) -> Option<(Value, At)> {
        let place = self.values.iter().position(|(given, ..)| *given == name)?;
        let (_, value, at) = self.values.remove(place);
        Some((value, at))
    }

    /// The condition this line states.
    pub fn condition(&mut self) -> Result<Condition, StoryError> {
        let Some((Value::Text(subject), at)) = self.take("subject") else {
            unreachable!("a condition has a subject");
        };
        Condition::read((&subject, at), &self.extra, self.declared)
    }
}

/// Reads one line. `None` if there is nothing on it. What it declares is declared afterwards.
pub fn line(number: u32, text: &str, declared: &mut Declared) -> Result<Option<Line>, StoryError> {
    if text.chars().count() > limits::LINE_CHARACTERS {
        let found = format!("{} characters", text.chars().count());
        let expected = format!("a line has at most {} characters", limits::LINE_CHARACTERS);
        return Err(StoryError::new(Code::LineTooLong, (number, 1), found, expected));
    }
    let words = tokens(number, text)?;
    let Some(first) = words.first() else { return Ok(None) };
    let at = (number, first.column);
    let second = words
        .get(1)
        .filter(|word| word.key.is_none())
        .map(|word| word.text.as_str());
    let Some(spec) = find(&first.text, second).filter(|_| first.key.is_none()) else {
        return Err(unknown_command(first, at));
    };
    let arguments = &words[if spec.name.contains(' ') { 2 } else { 1 }..];
    if declared.cluster.is_none() && spec.name != "cluster" && spec.name != "trace all" {
        let expected = "a story begins with a line such as cluster brokers=3";
        return Err(StoryError::new(Code::NoCluster, at, spec.name, expected));
    }
    let mut args = Args {
        at,
        command: spec,
        values: Vec::new(),
        extra: Vec::new(),
        declared,
    };
    read(&mut args, number, arguments)?;
    let command = (spec.build)(&mut args)?;
    Ok(Some(Line {
        at,
        text: text
            .chars()
            .take(words.last().map_or(0, |word| word.end) as usize - 1)
            .skip(first.column as usize - 1)
            .collect(),
        group: spec.group,
        command,
    }))
}

fn unknown_command(first: &Token, at: At) -> StoryError {
    let near = |name: &&str| name.split(' ').next() == Some(first.text.as_str());
    let all = || COMMANDS.iter().map(|spec| spec.name);
    let expected = match all().any(|name| near(&name)) {
        true => format!("commands are {}", choices(all().filter(near))),
        false => format!("commands are {}", all().collect::<Vec<_>>().join(", ")),
    };
    StoryError::new(Code::UnknownCommand, at, quoted(&first.whole()), expected)
}

/// Gives each word of a line its argument.
fn read(args: &mut Args<'_>, number: u32, words: &[Token]) -> Result<(), StoryError> {
    let spec = args.command;
    let mut positional = spec.words.iter().peekable();
    for word in words {
        let at = (number, word.column);
        let text_at = (number, word.text_column);
        let (arg, at) = match &word.key {
            Some(key) => match spec.keys.iter().find(|arg| arg.name == key) {
                Some(arg) => (arg, text_at),
                None => {
                    extra(args, key, word, at, text_at)?;
                    continue;
                }
            },
            None => match positional.peek() {
                Some(arg) if arg.need == Need::Many => (*arg, at),
                Some(_) => (positional.next().expect("it was peeked at"), at),
                None => return Err(unexpected(spec, word, at)),
            },
        };
        let is_given = args.values.iter().any(|(given, ..)| *given == arg.name);
        if is_given && arg.need != Need::Many {
            return Err(StoryError::new(
                Code::KeyTwice,
                (number, word.column),
                arg.name,
                "once is right",
            ));
        }
        let value = arg.kind.read(&word.text, at, args.declared)?;
        args.values.push((arg.name, value, at));
    }
    let missing = spec
        .words
        .iter()
        .chain(spec.keys)
        .find(|arg| arg.need != Need::May && !args.values.iter().any(|(given, ..)| *given == arg.name));
    if let Some(arg) = missing {
        let end = words.last().map_or(args.at, |word| (number, word.column));
        let after = words.last().map_or(spec.name.to_string(), |word| quoted(&word.whole()));
        let by_key = spec
            .keys
            .iter()
            .any(|key| key.name == arg.name && arg.need == Need::Must);
        let what = match by_key {
            true => format!("{}=… is needed: {}", arg.name, arg.kind.describe()),
            false => format!("{} is needed: {}", arg.name, arg.kind.describe()),
        };
        return Err(StoryError::new(Code::MissingArgument, end, after, what));
    }
    Ok(())
}

fn unexpected(spec: &Spec, word: &Token, at: At) -> StoryError {
    let usage = super::grammar::usage(spec);
    StoryError::new(Code::UnexpectedWord, at, quoted(&word.text), format!("write {usage}"))
}

/// A `key=value` that is not one of the command's own.
fn extra(args: &mut Args<'_>, key: &str, word: &Token, at: At, text_at: At) -> Result<(), StoryError> {
    let spec = args.command;
    if args.extra.iter().any(|(given, ..)| given == key) {
        return Err(StoryError::new(Code::KeyTwice, at, key, "once is right"));
    }
    let known = match spec.extra {
        Extra::Facts | Extra::Plan => true,
        Extra::Settings(registries) => registries.iter().any(|settings| settings.iter().any(|s| s.name == key)),
        Extra::Nothing => false,
    };
    if !known {
        let own = spec.keys.iter().map(|arg| arg.name);
        let settings: Vec<&str> = match spec.extra {
            Extra::Settings(registries) => registries
                .iter()
                .flat_map(|settings| settings.iter().map(|s| s.name))
                .collect(),
            Extra::Facts | Extra::Plan | Extra::Nothing => Vec::new(),
        };
        let all: Vec<&str> = own.chain(settings).collect();
        let expected = match all.is_empty() {
            true => format!("{} takes no key=value", spec.name),
            false => format!("{} takes {}", spec.name, all.join(", ")),
        };
        return Err(StoryError::new(Code::UnknownKey, at, key, expected));
    }
    args.extra.push((key.into(), word.text.clone(), at, text_at));
    Ok(())
}
