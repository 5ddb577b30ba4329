//! Records a story on a real cluster.
//!
//! The head of a story may say how the lab runs it: `# Lab: controllers=3 replica.lag.time.max.ms=3600000`. Settings of its
//! cluster line hold as well. Only a story that cuts a link between brokers has a lag time: in the others the ISR must not shrink
//! by the clock.

use std::collections::BTreeMap;
use std::time::Instant;

use lab::act::FIRST_CONTROLLER;
use lab::compare::Comparison;
use lab::recording::{Again, End, FORMAT, Header, Line, Recording};
use replication::base::config::{BrokerConfig, ControllerConfig};
use scenario::language::command::{ClusterLine, Command};
use scenario::language::value::{LinksName, NodeName};
use scenario::story::Story;
use time::OffsetDateTime;

use crate::archives;
use crate::error::{Doing, LabError, Outcome};
use crate::kafka::{Kafka, VERSION};
use crate::lab::{Lab, properties};
use crate::processes::Plan;
use crate::telling::Teller;
use crate::telling::refusing::{left_out, mistakes_in_comments, refusals};

/// Of a fresh 4.3.1 cluster.
const METADATA_VERSION: &str = "4.3-IV0";
/// A lag time no story lives through.
pub const NO_LAG: &str = "3600000";

/// A recording being made.
#[derive(Debug)]
pub struct Tape {
    lines: Vec<Line>,
    number: u32,
    begun: Instant,
    watch: Option<fn(&Line)>,
}

impl Tape {
    fn new(watch: Option<fn(&Line)>) -> Self {
        Tape {
            watch,
            lines: Vec::new(),
            number: 0,
            begun: Instant::now(),
        }
    }

    /// The number of the next act or wait.
    pub fn count_on(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn begun(&self) -> Instant {
        self.begun
    }

    pub fn ms(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn write(&mut self, line: Line) {
        if let Some(watch) = self.watch {
            watch(&line);
        }
        self.lines.push(line);
    }
}

/// `# Lab: controllers=3 name=value …`
fn head(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("# Lab:"));
    let words = lines.flat_map(|line| line.split_whitespace());
    words
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| (name.into(), value.into()))
        .collect()
}

/// What the story's cluster line asks for beyond the lab's own settings.
fn settings(line: &ClusterLine) -> BTreeMap<String, String> {
    let (broker, controller) = (&line.broker, &line.controller);
    let mut changed = BTreeMap::new();
    for setting in BrokerConfig::SETTINGS {
        if let Some(value) = broker.get(setting.name).filter(|value| value != setting.default) {
            changed.insert(setting.name.to_string(), value);
        }
    }
    for setting in ControllerConfig::SETTINGS {
        if let Some(value) = controller.get(setting.name).filter(|value| value != setting.default) {
            changed.insert(setting.name.to_string(), value);
        }
    }
    changed
}

fn plan(line: &ClusterLine, story: &Story, text: &str) -> Outcome<Plan> {
    let mut own = head(text);
    let controllers: i32 = match own.remove("controllers") {
        Some(count) => count.parse().doing("controllers")?,
        None => 1,
    };
    let racks = (1..).zip(&line.racks).map(|(id, rack)| (id, rack.clone()));
    let mut properties = properties();
    if !story.lines.iter().any(|line| cuts_replication(&line.command)) {
        properties.insert("replica.lag.time.max.ms".into(), NO_LAG.into());
    }
    properties.extend(settings(line));
    properties.extend(own);
    Ok(Plan {
        brokers: (1..=line.brokers).collect(),
        controllers: (0..controllers).map(|n| FIRST_CONTROLLER + n).collect(),
        racks: racks.collect(),
        properties,
    })
}

/// `1 controller and 3 brokers`
fn in_words(plan: &Plan) -> String {
    let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    format!(
        "{} and {}",
        counted(plan.controllers.len(), "controller"),
        counted(plan.brokers.len(), "broker")
    )
}

/// Whether followers lose their leader and nothing else. The session of a broker cut off from everything ends first, long before
/// a lag time does.
fn cuts_replication(command: &Command) -> bool {
    let broker = |name: &NodeName| matches!(name, NodeName::Broker(_));
    match command {
        Command::Cut(LinksName::One(link)) => broker(&link.from) && broker(&link.to),
        _ => false,
    }
}

/// Fetches Kafka if need be, and makes it start fast.
pub async fn kafka() -> Outcome<Kafka> {
    let kafka = Kafka::find().await?;
    archives::build(&kafka).await?;
    Ok(kafka)
}

/// A story that the lab can tell; or every mistake in it, or everything that the lab cannot do, at once.
pub fn told(name: &str, text: &str) -> Outcome<Story> {
    let mistakes: Vec<String> = Story::mistakes(text).iter().map(ToString::to_string).collect();
    let mistakes = [mistakes, mistakes_in_comments(text)].concat();
    if !mistakes.is_empty() {
        return Err(LabError(
            mistakes
                .iter()
                .map(|mistake| format!("{name}: {mistake}"))
                .collect::<Vec<_>>()
                .join("\n"),
        ));
    }
    let story = Story::parse(text).doing(name)?;
    let refused = refusals(&story);
    match refused.is_empty() {
        true => Ok(story),
        false => Err(LabError(format!(
            "{name}: the lab cannot tell this story to a real cluster:\n  {}",
            refused.join("\n  ")
        ))),
    }
}

/// Runs a story and gives its recording.
pub async fn record(kafka: &Kafka, name: &str, text: &str) -> Outcome<Recording> {
    record_watched(kafka, name, text, None).await
}

/// The same, and shows each line as it is written.
pub async fn record_watched(kafka: &Kafka, name: &str, text: &str, watch: Option<fn(&Line)>) -> Outcome<Recording> {
    let story = told(name, text)?;
    let cluster = story.lines.iter().find_map(|line| match &line.command {
        Command::Cluster(cluster) => Some(cluster),
        _ => None,
    });
    let cluster = cluster.ok_or_else(|| LabError(format!("{name} has no cluster")))?;
    let plan = plan(cluster, &story, text)?;
    let mut tape = Tape::new(watch);
    if watch.is_some() {
        eprintln!("starting {} …", in_words(&plan));
    }
    let mut lab = Lab::start(kafka, plan.clone()).await?;
    if watch.is_some() {
        let ms = tape.ms();
        eprintln!("ready after {}.{} s", ms / 1000, ms % 1000 / 100);
    }
    let told = Teller::new(&mut lab, &mut tape, &story).tell(&story, text).await;
    told.map_err(|error| LabError(format!("{name}, {error}")))?;
    tape.write(Line::End(End {
        ms: tape.ms(),
        again_under_load: None,
    }));
    let header = Header {
        format: FORMAT,
        story: name.into(),
        summary: story.summary.clone(),
        kafka: VERSION.into(),
        metadata_version: METADATA_VERSION.into(),
        date: OffsetDateTime::now_utc().date().to_string(),
        brokers: plan.brokers,
        controllers: plan.controllers,
        racks: plan.racks,
        left_out: left_out(&story),
        properties: plan.properties,
    };
    Ok(Recording {
        header,
        lines: tape.lines,
    })
}

/// Writes into a recording what differed when its story was recorded again under load.
pub fn note_again(recording: &mut Recording, comparison: &Comparison) {
    let mut differed: BTreeMap<String, u32> = BTreeMap::new();
    for difference in &comparison.differences {
        *differed
            .entry(format!("{}: {}", difference.point, difference.field))
            .or_default() += 1;
    }
    for line in &mut recording.lines {
        if let Line::End(end) = line {
            end.again_under_load = Some(Again {
                fields: comparison.fields(),
                differed: differed.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_story_says_how_the_lab_runs_it() {
        let text = "# Three controllers.\n# Lab: controllers=3 replica.lag.time.max.ms=5\ncluster brokers=3\n";
        let own = head(text);
        assert_eq!(own["controllers"], "3");
        assert_eq!(own["replica.lag.time.max.ms"], "5");
    }
}
