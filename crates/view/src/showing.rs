//! A session as the outside looks at it: the board, what happened, why, and the time line.

use replication::base::map::Map;
use replication::base::time::SimTime;
use replication::client::partitioner::partition_for_key;
use scenario::catalog::{self, STORIES};
use scenario::language::error::StoryError as Mistake;
use scenario::language::limits;
use scenario::rebuild;
pub use scenario::rebuild::without_expectations;
use scenario::runner::Mark as StoryMark;
use scenario::session::Session;
pub use scenario::session::by_hand::Wanted;
use scenario::story::Story;
use simulation::act::Act;
use simulation::invariant::Finding;

use crate::board::Board;
use crate::config::{ConfigView, set_in};
use crate::event::{Event, Happened};
use crate::event_rule::rule_of;
use crate::lane::{Columns, Lanes};
use crate::ledger::Ledger;
use crate::metric::{MetricView, metrics};
use crate::printed::{Printed, Watched};
use crate::read_board::board;
use crate::read_event::{events, finding_event};
use crate::read_lane::lanes;
use crate::read_ledger::{Carried, ledger};
use crate::read_schedule::scheduled;
use crate::read_timeline::{mark, timeline};
use crate::read_why::{Past, why};
use crate::seen::Seen;
use crate::story::{StoryError, StoryListing};
use crate::time::Clock;
use crate::timeline::{Mark, PlayedOn, Scheduled, TimelinePart};
use crate::travelled::{Travelled, travelled};
use crate::why::{Cause, Question};

/// Steps whose events are kept once they were read off.
const KEPT: usize = 512;
/// Steps gone back through at most for the last few events, but for those of one time.
const BACK: usize = 64;

/// A story that is open, and where one looks. A clone goes its own way.
#[derive(Clone, Debug)]
pub struct Showing {
    session: Session,
    clock: Clock,
    /// What had been carried when the story began.
    carried: Carried,
    /// Events by position, of steps asked for lately.
    read: Map<u64, Vec<Event>>,
    /// What was looked up for answers.
    past: Past,
    watched: Watched,
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
        Showing::open_with(text, Wanted::default())
    }

    /// The same, with what a person did in the story.
    pub fn open_with(text: &str, wanted: Wanted<'_>) -> Result<Showing, StoryError> {
        let mut session = Session::open_with(text, wanted).map_err(|mistake| told(&mistake))?;
        let begin = session.begin();
        session.history_mut().seek(begin.position);
        Ok(Showing {
            carried: session.history().world().ghosts.traffic.clone(),
            clock: Clock {
                begin: SimTime(begin.time),
            },
            session,
            read: Map::new(),
            past: Past::default(),
            watched: Watched::default(),
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

    /// The time line from a position on.
    pub fn timeline(&mut self, from: u64) -> TimelinePart {
        timeline(&mut self.session, from, self.clock)
    }

    /// The lanes of some partitions, each by its place in the time line, for the columns that somebody draws.
    pub fn lanes(&self, columns: &Columns, full: &[u32], others: &[u32]) -> Lanes {
        lanes(self.session.history().track(), columns, full, others, self.clock)
    }

    /// What happens next by itself at the position looked at last: the earliest of each kind, the next one first.
    pub fn scheduled(&self) -> Vec<Scheduled> {
        scheduled(&self.session.history().world().cluster, self.clock)
    }

    /// Goes to a position and shows as much of it as is asked for.
    pub fn board(&mut self, position: u64, seen: &Seen) -> Board {
        self.session.history_mut().seek(position);
        let world = self.session.history().world();
        board(&world.cluster, &world.ghosts, self.clock, seen)
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

    /// The last `count` events up to a position, oldest first, and those before them that happened at the same time as the
    /// oldest: what is told together is there as a whole.
    pub fn happened(&mut self, position: u64, count: usize) -> Vec<Happened> {
        let begin = self.session.begin().position;
        let moments = self.session.history().track().moments_up_to(position).rev();
        let mut positions: Vec<(u64, i64)> = Vec::new();
        for moment in moments.take_while(|moment| moment.position > begin) {
            let here = (moment.position, self.clock.time(moment.at));
            let is_whole = positions.last().is_some_and(|(_, time)| *time != here.1);
            if positions.len() >= BACK && is_whole {
                break;
            }
            if positions.last() != Some(&here) {
                positions.push(here);
            }
        }
        let mut happened: Vec<Happened> = Vec::new();
        let cut = |happened: &[Happened]| happened.get(count.wrapping_sub(1)).map(|last| last.time);
        // Almost every moment is an event: as many are read at once as are still wanted.
        while let Some((_, next)) = positions.first().copied().filter(|_| count > 0) {
            let wanted = match cut(&happened) {
                None => count - happened.len(),
                Some(time) if time == next => positions.iter().take_while(|(_, at)| *at == time).count(),
                Some(_) => break,
            };
            let some = positions.drain(..positions.len().min(wanted));
            let some: Vec<(u64, i64)> = some.collect();
            self.read_events(some.iter().map(|(position, _)| *position));
            for (position, time) in some {
                let at = |event: &Event| Happened {
                    position,
                    time,
                    rule: rule_of(event).name,
                    event: event.clone(),
                };
                happened.extend(self.read.get(&position).into_iter().flatten().rev().map(at));
            }
        }
        if let Some(time) = cut(&happened) {
            let whole = happened.iter().skip(count).take_while(|one| one.time == time).count();
            happened.truncate(count + whole);
        }
        happened.reverse();
        happened
    }

    /// Reads off what happened in the steps that led to some positions, the latest first, where it is not known yet.
    fn read_events(&mut self, positions: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator) {
        if self.read.len() + positions.len() > KEPT {
            self.read.clear();
        }
        let unread: Vec<u64> = positions
            .rev()
            .filter(|position| !self.read.contains_key(position))
            .collect();
        let mut read: Vec<(u64, Vec<Event>)> = Vec::with_capacity(unread.len());
        self.session.history_mut().steps_at(&unread, &mut |observed, after| {
            read.push((observed.step.number, events(&observed, after)));
        });
        for (position, events) in read {
            let mut list = Vec::from_iter(self.act_at(position));
            list.extend(events);
            let found = self.session.history().track().findings().iter();
            let here: Vec<Finding> = found
                .filter(|(at, _)| *at == position)
                .map(|(_, finding)| finding.clone())
                .collect();
            if !here.is_empty() {
                let after = self.session.history_mut().world_at(position);
                list.extend(here.iter().map(|finding| finding_event(finding, &after)));
            }
            self.read.insert(position, list);
        }
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
    pub fn why(&mut self, question: &Question) -> Vec<Cause> {
        why(self.session.history_mut(), &mut self.past, question)
    }

    /// What became of the records sent so far, at the position looked at last: a row for each of the `newest`, and for those
    /// that are lost or there twice.
    pub fn ledger(&self, newest: usize) -> Ledger {
        ledger(self.session.history(), self.clock, newest, &self.carried)
    }

    /// What a broker or controller reports to JMX at the position looked at last.
    pub fn metrics(&self, process: &str) -> Vec<MetricView> {
        metrics(&self.session.history().world().cluster, process)
    }

    /// What a story line that prints, such as `describe`, prints at the position looked at last; without one, what
    /// administrators have had printed so far.
    pub fn print(&mut self, line: &str) -> Result<Vec<Printed>, StoryError> {
        self.watched.print(&mut self.session, line)
    }

    /// Does one story line at a position by hand and says where the run ends now.
    pub fn act(&mut self, position: u64, line: &str) -> Result<Mark, StoryError> {
        let end = self.session.act(position, line).map_err(|mistake| told(&mistake))?;
        self.read.retain(|known, _| *known <= position);
        self.past = Past::default();
        self.watched.forget();
        Ok(mark(end, self.clock))
    }

    /// Goes back to a position, as if nothing had been done after it, and says where the run ends now.
    pub fn undo_to(&mut self, position: u64) -> Mark {
        let end = self.session.undo_to(position);
        self.read.retain(|known, _| *known <= end.position);
        self.past = Past::default();
        self.watched.forget();
        mark(end, self.clock)
    }

    /// Plays on beyond the end by at most so much model time.
    pub fn run_on(&mut self, micros: u64) -> PlayedOn {
        let until = self.session.end().time.saturating_add(micros);
        self.played(until, |session| session.run_on(micros))
    }

    /// Plays on until so many steps have been played.
    pub fn reach(&mut self, position: u64) -> PlayedOn {
        self.played(u64::MAX, |session| session.reach(position))
    }

    /// What was played, in a bounded piece; the position looked at stays.
    fn played(&mut self, until: u64, play: impl FnOnce(&mut Session) -> StoryMark) -> PlayedOn {
        let here = self.session.history().position();
        let end = play(&mut self.session);
        let due = self.session.history().world().cluster.next_due_at();
        let idle_to = due.map_or(until, |due| due.0.saturating_sub(1).min(until));
        let over = due.is_none_or(|due| due.0 > limits::MODEL_TIME) || end.position >= limits::STEPS;
        self.session.history_mut().seek(here);
        PlayedOn {
            end: mark(end, self.clock),
            time: self.clock.time(SimTime(idle_to.max(end.time))),
            over,
        }
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

pub(crate) fn told(mistake: &Mistake) -> StoryError {
    StoryError {
        code: mistake.code.id().to_string(),
        line: mistake.line,
        column: mistake.column,
        found: mistake.found.clone(),
        expected: mistake.expected.clone(),
        message: mistake.to_string(),
    }
}
