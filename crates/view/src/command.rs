//! The commands of the story language, read off its registry: what each belongs to, its arguments, its settings. A new command
//! appears in the page's menus, and in what its editor proposes, by its line in that registry alone.

use replication::base::config::Setting;
use scenario::language::registry::{Arg, COMMANDS, Group, Need, Spec};
use scenario::language::value::{Kind, PURPOSES};
use serde::Serialize;

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommandListing {
    /// How a line begins: `crash`, `config topic`.
    pub name: String,
    /// Chapter of the language: `Processes and disks`.
    pub chapter: String,
    /// Empty where no menu offers it.
    pub menus: Vec<MenuListing>,
    pub help: String,
    /// `crash PROCESS`
    pub usage: String,
    /// In their order, after the name.
    pub words: Vec<ArgListing>,
    /// `key=value`s in any order.
    pub keys: Vec<ArgListing>,
    /// Kafka settings it takes as `key=value`s.
    pub settings: Vec<SettingListing>,
}

/// One menu that offers a command.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MenuListing {
    /// `broker`, `connection`, `partition`, `topic`, `producer`, `consumer` or `cluster`.
    pub of: String,
    pub label: String,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArgListing {
    pub name: String,
    pub kind: ArgKind,
    pub must: bool,
    /// One or more, to the end of the words.
    pub many: bool,
    /// What belongs there, in words.
    pub describe: String,
    /// More about it; may be empty.
    pub help: String,
    /// All there is to choose from, where that is a fixed set.
    pub choices: Vec<String>,
}

/// What an argument is.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ArgKind {
    Broker,
    /// A broker or controller.
    Server,
    Topic,
    Partition,
    Producer,
    Consumer,
    Connection,
    Duration,
    Count,
    /// One of its choices.
    Choice,
    Text,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingListing {
    /// Kafka's name.
    pub name: String,
    /// Kafka's default; may be empty.
    pub default: String,
    pub meaning: String,
    /// All there is to choose from, where that is a fixed set.
    pub choices: Vec<String>,
}

/// Every command, in the order of the registry.
pub fn commands() -> Vec<CommandListing> {
    COMMANDS.iter().map(listing).collect()
}

/// What a connection may be narrowed to: `fetch`, `heartbeat`, …
pub fn purposes() -> Vec<String> {
    PURPOSES.iter().map(|(name, _)| (*name).to_string()).collect()
}

fn listing(spec: &Spec) -> CommandListing {
    let menus = spec.menu.iter().map(|(of, label)| MenuListing {
        of: of.name().to_string(),
        label: (*label).to_string(),
    });
    let chapter = Group::ALL.iter().find(|(group, _)| *group == spec.group);
    CommandListing {
        name: spec.name.to_string(),
        chapter: chapter.map_or("", |(_, title)| title).to_string(),
        menus: menus.collect(),
        help: spec.help.to_string(),
        usage: scenario::language::grammar::usage(spec),
        words: spec.words.iter().map(argument).collect(),
        keys: spec.keys.iter().map(argument).collect(),
        settings: spec.extra.settings().iter().map(setting).collect(),
    }
}

fn argument(arg: &Arg) -> ArgListing {
    ArgListing {
        name: arg.name.to_string(),
        kind: arg_kind(arg.kind),
        must: arg.need != Need::May,
        many: arg.need == Need::Many,
        describe: arg.kind.describe(),
        help: arg.help.to_string(),
        choices: choices(arg.kind),
    }
}

fn arg_kind(kind: Kind) -> ArgKind {
    match kind {
        Kind::Broker => ArgKind::Broker,
        Kind::Server => ArgKind::Server,
        Kind::Topic => ArgKind::Topic,
        Kind::Partition => ArgKind::Partition,
        Kind::Producer => ArgKind::Producer,
        Kind::Consumer => ArgKind::Consumer,
        Kind::Links => ArgKind::Connection,
        Kind::Duration => ArgKind::Duration,
        Kind::Count { .. } => ArgKind::Count,
        Kind::Acks | Kind::Isolation | Kind::Bool | Kind::Word(_) => ArgKind::Choice,
        Kind::NewTopic
        | Kind::NewClient
        | Kind::Name
        | Kind::NewLabel
        | Kind::Thing
        | Kind::Text
        | Kind::Headers
        | Kind::Assignment
        | Kind::Replicas
        | Kind::Racks
        | Kind::StartPosition
        | Kind::OffsetSpec
        | Kind::Subject => ArgKind::Text,
    }
}

fn choices(kind: Kind) -> Vec<String> {
    let of = |words: &[&str]| words.iter().map(|word| (*word).to_string()).collect();
    match kind {
        Kind::Acks => of(&["0", "1", "all"]),
        Kind::Isolation => of(&["read_uncommitted", "read_committed"]),
        Kind::Bool => of(&["true", "false"]),
        Kind::Word(words) => of(words),
        _ => Vec::new(),
    }
}

fn setting(setting: &Setting) -> SettingListing {
    let choices = crate::config::choices(setting.kind).iter();
    SettingListing {
        name: setting.name.to_string(),
        default: setting.default.to_string(),
        meaning: setting.meaning.to_string(),
        choices: choices.map(|word| (*word).to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_offers_what_the_registry_says() {
        let commands = commands();
        let crash = commands.iter().find(|command| command.name == "crash").unwrap();
        assert_eq!(crash.menus[0].of, "broker");
        assert_eq!(crash.words[0].kind, ArgKind::Server);
        let elect = commands.iter().find(|command| command.name == "elect").unwrap();
        assert_eq!(elect.words[0].choices, ["preferred", "unclean"]);
        let config = commands.iter().find(|command| command.name == "config topic").unwrap();
        assert!(
            config
                .settings
                .iter()
                .any(|setting| setting.name == "min.insync.replicas")
        );
    }

    #[test]
    fn what_belongs_into_a_story_alone_is_in_no_menu() {
        let commands = commands();
        let menus = |name: &str| {
            commands
                .iter()
                .find(|command| command.name == name)
                .unwrap()
                .menus
                .len()
        };
        assert_eq!((menus("expect"), menus("say"), menus("cluster")), (0, 0, 0));
        let crash = commands.iter().find(|command| command.name == "crash").unwrap();
        assert!(crash.words[0].many);
    }
}
