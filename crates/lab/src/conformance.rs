//! The conformance page: what was compared with a real Kafka, story by story, and what was not, with why.
//!
//! Made of the recordings and of nothing else; a test keeps `web/conformance.html` and the line in the README as they come out
//! of here. The page stands alone: no script, no other file, no address but links into the site.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::compare::{Comparison, with_engine};
use crate::recording::{Again, Line, Recording};
use crate::time_dependent::TimeDependent;

/// What came of one story.
#[derive(Debug)]
pub struct Outcome {
    pub recording: Recording,
    /// Or why the engine cannot play it.
    pub compared: Result<Comparison, String>,
}

impl Outcome {
    pub fn of(recording: Recording) -> Outcome {
        let compared = with_engine(&recording, None).map_err(|unsupported| unsupported.0);
        Outcome { recording, compared }
    }

    fn is_exact(&self) -> bool {
        self.compared.as_ref().map_or(true, Comparison::is_exact)
    }

    fn fields(&self) -> u32 {
        self.compared.as_ref().map_or(0, Comparison::fields)
    }

    fn agree(&self) -> u32 {
        let differ = self
            .compared
            .as_ref()
            .map_or(0, |comparison| comparison.differences.len());
        self.fields() - differ as u32
    }

    fn again(&self) -> Option<&Again> {
        match self.recording.lines.last() {
            Some(Line::End(end)) => end.again_under_load.as_ref(),
            _ => None,
        }
    }
}

/// One line that says it all, as the README has it.
pub fn summary(outcomes: &[Outcome]) -> String {
    let stories = outcomes.iter().filter(|outcome| outcome.compared.is_ok()).count();
    let fields: u32 = outcomes.iter().map(Outcome::fields).sum();
    let agree: u32 = outcomes.iter().map(Outcome::agree).sum();
    let versions = versions(outcomes);
    let paused = outcomes
        .iter()
        .filter(|outcome| outcome.compared.is_ok() && !outcome.is_exact())
        .count();
    let paused = match paused {
        0 => String::new(),
        1 => ", of which one pauses a process and is not compared".into(),
        n => format!(", of which {n} pause a process and are not compared"),
    };
    format!(
        "{} recorded on a real cluster of Apache Kafka {versions}{paused}: {} fields compared with the engine, {} agree, {} differ.",
        counted(stories, "story", "stories"),
        grouped(fields),
        grouped(agree),
        grouped(fields - agree)
    )
}

/// The page.
pub fn page(outcomes: &[Outcome]) -> String {
    let mut html = String::from(HEAD);
    let _ = write!(
        html,
        "<h1>How far Highwater is Kafka</h1>\n<p class=\"lead\">{}</p>\n{ABOUT}",
        escaped(&summary(outcomes))
    );
    html.push_str(
        "<h2>Story by story</h2>\n<table>\n<thead><tr><th scope=\"col\">Story</th><th scope=\"col\">Cluster</th>",
    );
    html.push_str("<th scope=\"col\" class=\"n\">Fields</th><th scope=\"col\" class=\"n\">Agree</th><th scope=\"col\">Twice, once under load</th>");
    html.push_str("<th scope=\"col\">Kafka</th><th scope=\"col\">Recorded</th></tr></thead>\n<tbody>\n");
    for outcome in outcomes {
        html.push_str(&row(outcome));
    }
    html.push_str("</tbody>\n</table>\n");
    html.push_str(&fields_by_name(outcomes));
    html.push_str(&left_out(outcomes));
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn row(outcome: &Outcome) -> String {
    let header = &outcome.recording.header;
    let cluster = format!(
        "{}, {}",
        counted(header.brokers.len(), "broker", "brokers"),
        counted(header.controllers.len(), "controller", "controllers")
    );
    let mut row = format!(
        "<tr><th scope=\"row\"><code>{}</code><p>{}</p>",
        escaped(&header.story).replace('_', "_<wbr>"),
        escaped(&header.summary)
    );
    let (fields, agree) = match &outcome.compared {
        Ok(comparison) if !comparison.is_exact() => {
            let kind = TimeDependent::PausedProcess;
            let _ = write!(
                row,
                "<p>Not exact, and nothing of it is compared: {}.</p>",
                escaped(kind.why())
            );
            ("–".into(), "–".into())
        }
        Ok(comparison) => {
            row.push_str(&details(comparison));
            (grouped(comparison.fields()), grouped(outcome.agree()))
        }
        Err(why) => {
            let _ = write!(row, "<p>Not played by the engine: {}</p>", escaped(why));
            ("–".into(), "–".into())
        }
    };
    let differs = if fields == agree { "" } else { " differs" };
    let _ = writeln!(
        row,
        "</th><td>{cluster}</td><td class=\"n\">{fields}</td><td class=\"n{differs}\">{agree}</td><td>{}</td><td>{}</td><td class=\"date\">{}</td></tr>",
        match outcome.is_exact() {
            true => twice(outcome.again()),
            false => "not compared".into(),
        },
        escaped(&header.kafka),
        escaped(&header.date)
    );
    row
}

/// Which fields, and what depends on real time in this story; a difference with both values.
fn details(comparison: &Comparison) -> String {
    let mut html = String::from("<details><summary>what was compared</summary><ul>");
    for (field, count) in &comparison.compared {
        let _ = write!(html, "<li>{} {}</li>", grouped(*count), escaped(field));
    }
    for (kind, count) in &comparison.left_out {
        let _ = write!(
            html,
            "<li class=\"left\">{} not: {}</li>",
            grouped(*count),
            escaped(kind.what())
        );
    }
    html.push_str("</ul></details>");
    for difference in &comparison.differences {
        let _ = write!(html, "<p class=\"differs\">{}</p>", escaped(&difference.to_string()));
    }
    html
}

fn twice(again: Option<&Again>) -> String {
    match again {
        None => "once".into(),
        Some(Again { fields, differed }) if differed.is_empty() => format!("{} fields, the same", grouped(*fields)),
        Some(Again { fields, differed }) => {
            let names: Vec<String> = differed
                .iter()
                .map(|(field, count)| format!("{} {}", grouped(*count), escaped(field)))
                .collect();
            format!("{} fields, not the same: {}", grouped(*fields), names.join(", "))
        }
    }
}

fn fields_by_name(outcomes: &[Outcome]) -> String {
    let mut all: BTreeMap<&str, u32> = BTreeMap::new();
    for comparison in outcomes.iter().filter_map(|outcome| outcome.compared.as_ref().ok()) {
        for (field, count) in &comparison.compared {
            *all.entry(field).or_default() += count;
        }
    }
    let mut html = String::from(
        "<h2>What a field is</h2>\n<table>\n<thead><tr><th scope=\"col\">Compared</th><th scope=\"col\" class=\"n\">In all</th></tr></thead>\n<tbody>\n",
    );
    for (field, count) in all {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td></tr>",
            escaped(field),
            grouped(count)
        );
    }
    html.push_str("</tbody>\n</table>\n");
    html
}

fn left_out(outcomes: &[Outcome]) -> String {
    let mut all: BTreeMap<TimeDependent, u32> = BTreeMap::new();
    for comparison in outcomes.iter().filter_map(|outcome| outcome.compared.as_ref().ok()) {
        for (kind, count) in &comparison.left_out {
            *all.entry(*kind).or_default() += count;
        }
    }
    let mut html = String::from(
        "<h2>What is not compared</h2>\n<p>It depends on real time or on chance. This is all of it.</p>\n<dl>\n",
    );
    for kind in TimeDependent::ALL {
        let times = all.get(&kind).copied().unwrap_or_default();
        let _ = writeln!(
            html,
            "<dt>{} <span>left out {} times</span></dt><dd>{}.</dd>",
            escaped(&capital(kind.what())),
            grouped(times),
            escaped(&capital(kind.why()))
        );
    }
    html.push_str("</dl>\n");
    html
}

fn versions(outcomes: &[Outcome]) -> String {
    let versions: BTreeSet<&str> = outcomes
        .iter()
        .map(|outcome| outcome.recording.header.kafka.as_str())
        .collect();
    versions.into_iter().collect::<Vec<_>>().join(" and ")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// 12,345.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

const ABOUT: &str = "<p>A story is run on processes of Apache Kafka on one machine, with a gate between them that can hold each Fetch, and all \
that can be seen of the cluster is written down: the controller's records in order, every replica's log, epochs, log end offset and high \
watermark, each Fetch that was let through by hand, what requests were answered, what Kafka's own tools printed, and whether what the story expects is so. The \
engine is then given the same acts, and each field is laid beside its own. The engine's own timers decide when a session ends or a follower \
has lagged too long; nothing is told to it but what was done.</p>
<p>To see it on your own machine, with Java 17 and Maven: <code>npm run lab -- run the_life_of_a_batch</code>.</p>
";

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>How far Highwater is Kafka</title>
<style>
:root { color-scheme: light dark; --ink: #1d1f24; --quiet: #5b6069; --paper: #fffdf8; --line: #d9d6cd; --accent: #1f5fae; --bad: #a32014; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e9ea; --quiet: #a3a8b1; --paper: #15181d; --line: #363a42; --accent: #7db2f5; --bad: #ff9d8f; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.6rem; letter-spacing: -0.015em; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.15rem; }
p { max-width: 44rem; }
.lead { font-size: 1.1rem; font-weight: 650; }
a { color: var(--accent); }
code { font: 0.92em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
thead th { color: var(--quiet); font-weight: 400; }
tbody th { font-weight: 400; }
th p { margin: 0.15rem 0 0; color: var(--quiet); }
.n { text-align: end; font-variant-numeric: tabular-nums; }
.date { white-space: nowrap; }
.differs { color: var(--bad); font-weight: 650; }
summary { min-height: 1.5rem; color: var(--accent); cursor: pointer; }
details ul { margin: 0.25rem 0; padding: 0; list-style: none; columns: 15rem; color: var(--quiet); }
dt { margin-block-start: 0.75rem; font-weight: 650; }
dt span { color: var(--quiet); font-weight: 400; }
dd { margin: 0; max-width: 44rem; }
@media (max-width: 46rem) {
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; column-gap: 1rem; padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
  th, td { padding: 0.1rem 0; border: 0; }
  tbody th { width: 100%; }
  td.n:nth-of-type(2)::after { content: ' fields'; }
  td.n:nth-of-type(3)::after { content: ' agree'; }
}
</style>
</head>
<body>
<main>
<p><a href=\"./\">The playground</a></p>
";
