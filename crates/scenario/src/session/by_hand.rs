//! What a person did in a story, as a text of its own: what a link holds beside the story.
//!
//! Its first line is an anchor, `run to 3.2s steps=2`: the place in the story, by model time, where the person first acted. A
//! link says so and not "after line 12", so that a story may get another caption and the link still means the same moment.
//! `steps` counts what happened at that very microsecond, that step included. The lines done by hand follow as in any story.

use replication::base::time::SimTime;
use simulation::act::Act;
use simulation::history::Position;

use crate::catalog::STORIES;
use crate::effort::Effort;
use crate::language::command::Command;
use crate::language::error::{Code, StoryError};
use crate::language::value::print_duration;
use crate::language::{limits, line};
use crate::runner::{Mark, Runner};
use crate::session::Session;

/// What is asked for beside the story.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wanted<'a> {
    /// What a person did in it, as `by_hand` wrote it down.
    pub by_hand: &'a str,
    /// It is played on to this time, in µs since the story's begin.
    pub until: u64,
    /// Units of work at most (see `effort`), beside what a story that comes with the engine takes itself; no bound when none.
    pub most_work: Option<u64>,
}

impl Session {
    /// Plays a story to its end, does in it what a person did, and plays on, all within a bound.
    pub fn open_with(text: &str, wanted: Wanted<'_>) -> Result<Session, StoryError> {
        let granted = Effort::new(wanted.most_work);
        // What comes with the engine is no stranger's; what was done in it is.
        let ships = STORIES.iter().any(|story| story.text == text);
        let mut session = Session::open_within(text, if ships { Effort::new(None) } else { granted })?;
        if ships {
            session.runner.effort = granted;
        }
        if text.len() + wanted.by_hand.len() > limits::TEXT_BYTES {
            let found = format!("{} bytes", text.len() + wanted.by_hand.len());
            let expected = format!("a story has at most {} bytes", limits::TEXT_BYTES);
            return Err(StoryError::new(Code::TextTooLong, (1, 1), found, expected));
        }
        let mut lines = (1..).zip(wanted.by_hand.lines());
        if let Some((number, anchor)) = lines.next() {
            session.go_to_anchor(number, anchor)?;
        }
        for (number, text) in lines {
            session.again(number, text)?;
        }
        session.play_to(wanted.until)?;
        session.runner.effort = Effort::new(None);
        Ok(session)
    }

    /// Plays on until a time since the begin has come.
    fn play_to(&mut self, since_begin: u64) -> Result<(), StoryError> {
        let until = self.begin().time.saturating_add(since_begin);
        let history = &mut self.runner.history;
        history.seek(history.end());
        let due = |runner: &Runner| runner.history.world().cluster.next_due_at();
        while due(&self.runner).is_some_and(|due| due.0 <= until) {
            self.runner.advance(&Act::Due, (1, 1))?;
        }
        Ok(())
    }

    /// What was done by hand. Opening the story with it gives this run again, up to the last line of it.
    pub fn by_hand(&mut self) -> String {
        let first = self.runner.done.iter().position(|done| done.by_hand);
        let Some(first) = first else { return String::new() };
        let done = &self.runner.done[first];
        let is_place = matches!(done.line.command, Command::RunTo { .. });
        let (at, skipped) = if is_place { (done.to, 1) } else { (done.from, 0) };
        let mut lines = vec![self.anchor(at)];
        let done = self.runner.done[first + skipped..].iter();
        lines.extend(done.map(|done| done.line.text.clone()));
        lines.join("\n")
    }

    fn anchor(&mut self, at: Mark) -> String {
        let steps = at.position - self.last_before(at.time);
        let since_begin = at.time.saturating_sub(self.begin().time);
        format!("run to {} steps={steps}", print_duration(since_begin))
    }

    /// The last position whose time is before `time`; the first one where there is none.
    fn last_before(&mut self, time: u64) -> Position {
        let Some(before) = time.checked_sub(1) else { return 0 };
        let history = &mut self.runner.history;
        let here = history.position();
        history.seek_time(SimTime(before));
        let found = history.position();
        history.seek(here);
        found
    }

    /// Goes where a person first acted. The future that the story has from there is left and forgotten.
    fn go_to_anchor(&mut self, number: u32, text: &str) -> Result<(), StoryError> {
        let anchor = line(number, text, &mut self.declared.clone())?;
        let Some((time, steps)) = anchor.as_ref().and_then(|anchor| match anchor.command {
            Command::RunTo { time, steps } => Some((self.begin().time + time, steps.unwrap_or(1))),
            _ => None,
        }) else {
            let expected = "what was done by hand begins with a line such as run to 3.2s steps=1";
            return Err(StoryError::new(Code::NotPossible, (number, 1), text, expected));
        };
        let end = self.end();
        let base = if time > end.time {
            end.position
        } else {
            self.last_before(time)
        };
        let position = base.saturating_add(steps);
        if position <= end.position {
            // Another engine may take fewer steps at that moment.
            let last = self.last_before(time + 1);
            self.go_back(self.between_lines(position.min(last).max(self.begin().position)));
            return Ok(());
        }
        self.go_back(end.position);
        let more = position - end.position;
        let place = format!("run to {} steps={more}", print_duration(time - self.begin().time));
        self.again(number, &place)
    }

    fn again(&mut self, number: u32, text: &str) -> Result<(), StoryError> {
        if number as usize > limits::LINES {
            let expected = format!("a story has at most {} lines", limits::LINES);
            return Err(StoryError::new(
                Code::TextTooLong,
                (number, 1),
                "another line",
                expected,
            ));
        }
        let Some(line) = line(number, text, &mut self.declared)? else {
            return Ok(());
        };
        Session::may_be_done_by_hand(&line)?;
        self.runner.line(&line, true)
    }
}
