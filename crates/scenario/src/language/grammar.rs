//! Writes GRAMMAR.md, the one page about the language, from the registry; and the usage line of one command.

use std::fmt::Write;

use replication::base::rule::Rule;

use super::condition::{FactKind, SUBJECTS};
use super::error::Code;
use super::limits;
use super::registry::{Arg, COMMANDS, Extra, Group, Need, Spec};

/// `crash PROCESS`, `run until SUBJECT fact=… [max=…]`
pub fn usage(spec: &Spec) -> String {
    let mut usage = spec.name.to_string();
    for arg in spec.words {
        let name = arg.name.to_uppercase();
        let _ = match arg.need {
            Need::Must => write!(usage, " {name}"),
            Need::May => write!(usage, " [{name}]"),
            Need::Many => write!(usage, " {name}…"),
        };
    }
    for arg in spec.keys {
        let _ = match arg.need {
            Need::Must => write!(usage, " {}=…", arg.name),
            Need::May | Need::Many => write!(usage, " [{}=…]", arg.name),
        };
    }
    usage.push_str(match spec.extra {
        Extra::Nothing => "",
        Extra::Settings(_) => " [setting=…]",
        Extra::Facts => " fact=…",
        Extra::Plan => " partition=replicas…",
    });
    usage
}

fn argument(out: &mut String, arg: &Arg, written: &str) {
    let what = arg.kind.describe();
    let help = if arg.help.is_empty() {
        String::new()
    } else {
        format!("; {}", arg.help)
    };
    let _ = writeln!(out, "- `{written}`: {what}{help}");
}

/// The whole page.
pub fn page() -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "# The story language\n\n\
         This page is written from the registry of commands (`crates/scenario/src/language/registry.rs`); a test compares them.\n\n\
         A story is a text of lines: a command, words, `key=value`s. `#` starts a comment. Double quotes hold blanks together;\n\
         within them `\\\"` is a quote, `\\\\` a backslash and `\\t` a tab. After a line `---` comes the recorded output.\n\
         The first comment line says what the story shows; one begins with `Source:`. The file name is its title.\n\n\
         Times are written `200us`, `60ms`, `1.5s`, `2min`. Brokers are `b1`, `b2`, …, the controller is `c1`, clients have the\n\
         names the story gives them. A partition is `orders.placed-0`. A connection is `b3-b1` (both ways), `b2>b1` (what\n\
         travels from b2 to b1, whichever of the two connected) or `b2>b1:fetch` (one purpose: fetch, heartbeat,\n\
         alter-partition, metadata, client).\n"
    );
    for (group, title) in Group::ALL {
        let _ = write!(out, "\n## {title}\n");
        for spec in COMMANDS.iter().filter(|spec| spec.group == *group) {
            let _ = write!(out, "\n### `{}`\n\n{}\n", usage(spec), spec.help);
            let settings = spec.extra.settings();
            if !(spec.words.is_empty() && spec.keys.is_empty()) {
                out.push('\n');
            }
            for arg in spec.words {
                argument(&mut out, arg, &arg.name.to_uppercase());
            }
            for arg in spec.keys {
                argument(&mut out, arg, &format!("{}=", arg.name));
            }
            if !settings.is_empty() {
                let _ = write!(out, "\nSettings:\n\n");
            }
            for setting in settings {
                let default = if setting.default.is_empty() {
                    "empty"
                } else {
                    setting.default
                };
                let _ = writeln!(out, "- `{}` (default {default}): {}", setting.name, setting.meaning);
            }
            let lab = if spec.lab {
                "The lab does it on a real cluster."
            } else {
                "The lab does not do it."
            };
            let menus: Vec<String> = spec
                .menu
                .iter()
                .map(|(of, label)| format!("of a {}: “{label}”", of.name()))
                .collect();
            let menus = match menus.is_empty() {
                true => String::new(),
                false => format!(" In the menu {}.", menus.join("; ")),
            };
            let _ = write!(out, "\n{lab}{menus}\n");
        }
    }
    rules(&mut out);
    conditions(&mut out);
    bounds(&mut out);
    let _ = write!(
        out,
        "\n## Errors\n\nA mistake has a place, a code, what was found and what would be right:\n\
         “line 7, column 12: unknown broker b9; this cluster has b1, b2, b3”. The codes:\n\n"
    );
    let codes: Vec<String> = Code::ALL.iter().map(|code| format!("`{}`", code.id())).collect();
    let _ = writeln!(out, "{}.", codes.join(", "));
    out
}

fn rules(out: &mut String) {
    let names: Vec<String> = Rule::ALL.iter().map(|rule| format!("`{}`", rule.name())).collect();
    let _ = write!(
        out,
        "\n## Rules\n\nWhat `rule` can switch off; `crates/replication/src/base/rule.rs` says what goes wrong without each:\n{}.\n",
        names.join(", ")
    );
}

fn conditions(out: &mut String) {
    let _ = write!(
        out,
        "\n## Conditions\n\n\
         `expect` and `run until` take a subject and facts. `b1.orders.placed-0` is what that replica itself holds;\n\
         `orders.placed-0` is the controller's record and the leader's own offsets.\n"
    );
    for (what, written, facts) in SUBJECTS {
        let _ = write!(out, "\n### {what}: `{written}`\n\n");
        for fact in *facts {
            let form = match fact.kind {
                FactKind::Number => "a number, or a range such as 3..5",
                FactKind::Time => "a time, or a range such as 30s..45s",
                FactKind::Text => "a text",
                FactKind::Brokers => "broker ids such as 1,2,3, in any order; empty for none",
                FactKind::Broker => "a broker id, or none",
                FactKind::Epochs => "such as 0@0,1@4; empty for none",
                FactKind::Label => "a label",
            };
            let _ = writeln!(out, "- `{}=`: {}; {form}", fact.name, fact.help);
        }
    }
}

fn bounds(out: &mut String) {
    let _ = write!(
        out,
        "\n## Bounds\n\n\
         A text has at most {} bytes and {} lines of {} characters. A cluster has at most {} brokers; a story at most {} topics\n\
         of {} partitions ({} together), {} clients and {} records. A run lasts at most {} s of model time and {} steps.\n",
        limits::TEXT_BYTES,
        limits::LINES,
        limits::LINE_CHARACTERS,
        limits::BROKERS,
        limits::TOPICS,
        limits::PARTITIONS,
        limits::PARTITIONS_TOGETHER,
        limits::CLIENTS,
        limits::RECORDS,
        limits::MODEL_TIME / 1_000_000,
        limits::STEPS,
    );
}
