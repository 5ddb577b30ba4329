//! A session as the outside looks at it: the board, what happened, why, and the time line.

use replication::base::map::Map;
use replication::base::time::SimTime;
use replication::client::partitioner::partition_for_key;
use scenario::catalog::{self, STORIES};
use scenario::describe::describe;
use scenario::language::error::StoryError as Mistake;
use scenario::rebuild;
pub use scenario::rebuild::without_expectations;
use scenario::session::Session;
use scenario::story::Story;
use simulation::act::Act;

use crate::board::Board;
use crate::config::{ConfigView, set_in};
use crate::event::{Event, Happened};
use crate::event_rule::rule_of;
use crate::ledger::Ledger;
use crate::read_board::board;
use crate::read_event::{events, finding_event};
use crate::read_ledger::{Carried, ledger};
use crate::read_timeline::{mark, timeline};
use crate::read_why::why;
use crate::story::{StoryError, StoryListing};
use crate::time::Clock;
use crate::timeline::{BranchView, Mark, Timeline};
use crate::travelled::{Travelled, travelled};
use crate::why::{Because, Question};

/// Steps whose events are kept once they were read off.
const KEPT: usize = 512;
/// Moments gone back through at most for the last few events.
const BACK: usize = 64;

/// A story that is open, and where one looks.
#[derive(Debug)]
pub struct Showing {
    session: Session,
    clock: Clock,
    /// What had been carried when the story began.
    carried: Carried,
    /// Events by position, of steps asked for lately.
    read: Map<u64, Vec<Event>>,
}

/// The stories that come with the engine, in the order in which to offer them.
pub fn stories() -> Vec<StoryListing> {
    STORIES
        .iter()
        .map(|story| StoryListing {
            name: story.name.to_string(),
            title: story.title(),
            summary: story.summary(),
            group: story.group.map(String::from),
        })
        .collect()
}

/// The text of a story by its name.
pub fn story_text(name: &str) -> Result<String, StoryError> {
    catalog::find(name)
        .map(|story| story.text.to_string())
        .map_err(|mistake| told(&mistake))
}

/// Every mistake in a text that can be found without running it.
pub fn mistakes(text: &str) -> Vec<StoryError> {
    Story::mistakes(text).iter().map(told).collect()
}

/// A story with another setting of a process at its head; see `scenario::rebuild`.
pub fn with_setting(text: &str, whose: &str, name: &str, value: &str) -> Result<String, StoryError> {
    rebuild::with_setting(text, whose, name, value).map_err(|mistake| told(&mistake))
}

impl Showing {
    /// Plays a story to its end and looks at its begin.
    pub fn open(text: &str) -> Result<Showing, StoryError> {
        Showing::open_with(text, "")
    }

    /// The same, with what a person did in the story (see `by_hand`).
    pub fn open_with(text: &str, by_hand: &str) -> Result<Showing, StoryError> {
        let mut session = Session::open_with(text, by_hand).map_err(|mistake| told(&mistake))?;
        let begin = session.begin();
        session.history_mut().seek(begin.position);
        Ok(Showing {
            carried: session.history().world().ghosts.traffic.clone(),
            clock: Clock {
                begin: SimTime(begin.time),
            },
            session,
            read: Map::new(),
        })
    }

    /// What everything has set at the position looked at last.
    pub fn configs(&self) -> Vec<ConfigView> {
        set_in(&self.session.history().world().cluster)
    }

    /// Where a Java producer sends a record with this key: the hash of the key, and of nothing else. None for an unknown topic.
    /// Source: BuiltInPartitioner.partitionForKey.
    pub fn partition_for(&self, topic: &str, key: &str) -> Option<i32> {
        let image = self.session.history().world().cluster.metadata()?;
        let id = image.topic_ids.get(topic)?;
        let partitions = image.partitions.keys().filter(|partition| partition.topic == *id);
        Some(partition_for_key(key.as_bytes(), partitions.count() as i32))
    }

    pub fn timeline(&mut self) -> Timeline {
        timeline(&mut self.session, self.clock)
    }

    /// Goes to a position and shows it.
    pub fn board(&mut self, position: u64, records: usize) -> Board {
        self.session.history_mut().seek(position);
        let world = self.session.history().world();
        board(&world.cluster, &world.ghosts, self.clock, records)
    }

    /// The last position whose time is not after `time`.
    pub fn position_at(&mut self, time: i64) -> Mark {
        let at = self.clock.begin.0.saturating_add_signed(time);
        self.session.history_mut().seek_time(SimTime(at));
        self.here()
    }

    fn here(&self) -> Mark {
        let cluster = &self.session.history().world().cluster;
        Mark {
            position: cluster.steps,
            time: self.clock.time(cluster.now),
        }
    }

    /// The last `count` events up to a position, oldest first.
    pub fn happened(&mut self, position: u64, count: usize) -> Vec<Happened> {
        let begin = self.session.begin().position;
        let moments = self.session.history().track().moments().rev();
        let mut positions: Vec<(u64, i64)> = moments
            .skip_while(|moment| moment.position > position)
            .take_while(|moment| moment.position > begin)
            .map(|moment| (moment.position, self.clock.time(moment.at)))
            .take(BACK)
            .collect();
        positions.dedup();
        let mut happened = Vec::new();
        for (position, time) in positions {
            if happened.len() >= count {
                break;
            }
            let at = |event| Happened {
                position,
                time,
                rule: rule_of(&event).name,
                event,
            };
            happened.extend(self.events_at(position).into_iter().rev().map(at));
        }
        happened.truncate(count);
        happened.reverse();
        happened
    }

    /// What happened in the step that led to a position.
    fn events_at(&mut self, position: u64) -> Vec<Event> {
        if let Some(known) = self.read.get(&position) {
            return known.clone();
        }
        let mut list = Vec::new();
        list.extend(self.act_at(position));
        let history = self.session.history_mut();
        if let Some(observed) = history.step_at(position) {
            let after = history.world_at(position);
            list.extend(events(&observed, &after));
            let found = history.track().findings().iter();
            let here = found.filter(|(at, _)| *at == position);
            list.extend(here.map(|(_, finding)| finding_event(finding, &after)));
        }
        if self.read.len() >= KEPT {
            self.read.clear();
        }
        self.read.insert(position, list.clone());
        list
    }

    /// The line that somebody did in the step that led to a position.
    fn act_at(&self, position: u64) -> Option<Event> {
        let before = position.checked_sub(1)?;
        if self.session.history().act_at(before) == Act::Due {
            return None;
        }
        let mut acts = self.session.acts();
        let act = acts.find(|act| act.from.position == before)?;
        Some(Event::Acted {
            line: act.line.text.trim().to_string(),
        })
    }

    /// Answers at the position looked at last.
    pub fn why(&self, question: &Question) -> Vec<Because> {
        why(&self.session.history().world().cluster, question)
    }

    /// What became of the records sent so far, at the position looked at last: a row for each of the `newest`, and for those
    /// that are lost or there twice.
    pub fn ledger(&self, newest: usize) -> Ledger {
        ledger(self.session.history(), self.clock, newest, &self.carried)
    }

    /// What `kafka-topics --describe` prints at the position looked at last; of every topic when none is named.
    pub fn describe(&self, topic: Option<&str>) -> String {
        describe(&self.session.history().world().cluster, topic)
    }

    /// Futures that were left, oldest first.
    pub fn branches(&self) -> Vec<BranchView> {
        let branches = self.session.branches().iter();
        branches
            .map(|branch| BranchView {
                name: branch.name.clone(),
                position: branch.fork.position,
                time: self.clock.time(SimTime(branch.fork.time)),
                text: branch.text.clone(),
            })
            .collect()
    }

    /// Does one story line at a position by hand and says where the run ends now.
    pub fn act(&mut self, position: u64, line: &str) -> Result<Mark, StoryError> {
        let end = self.session.act(position, line).map_err(|mistake| told(&mistake))?;
        self.read.retain(|known, _| *known <= position);
        Ok(mark(end, self.clock))
    }

    /// Plays on beyond the end and says where it is now.
    pub fn run_on(&mut self, micros: u64) -> Mark {
        let here = self.session.history().position();
        let end = self.session.run_on(micros);
        self.session.history_mut().seek(here);
        mark(end, self.clock)
    }

    /// The run as a story, what was done by hand included.
    pub fn text(&mut self) -> String {
        self.session.text()
    }

    /// What was done by hand: the story opened with it is this run again.
    pub fn by_hand(&mut self) -> String {
        self.session.by_hand()
    }

    /// What is on its way at `from` or sent up to `to`, at most so many messages.
    pub fn travelled(&mut self, from: u64, to: u64, idle: bool, most: usize) -> Vec<Travelled> {
        travelled(self.session.history_mut(), self.clock, from, to, idle, most)
    }

    /// Of what came of the run up to the position looked at last: the same in every version that plays it alike.
    pub fn outcome_digest(&self) -> u64 {
        self.session.history().world().outcome_digest()
    }

    /// Of all state at the position looked at last.
    pub fn state_digest(&self) -> u64 {
        self.session.history().world().state_digest()
    }
}

fn told(mistake: &Mistake) -> StoryError {
    StoryError {
        code: mistake.code.id().to_string(),
        line: mistake.line,
        column: mistake.column,
        found: mistake.found.clone(),
        expected: mistake.expected.clone(),
        message: mistake.to_string(),
    }
}
