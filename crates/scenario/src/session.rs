//! A story in which a person acts: what the page holds.
//!
//! Opening plays the whole story at once. Acting at a position does one story line there by hand; what lay ahead is gone, and
//! later one can play on. Who wants to keep that future clones the session before: a clone goes its own way, and shares with it
//! what neither has changed. The run is always also a text: the story's lines that happened, those done by hand, and between
//! them `run to` lines that place them. Reading that text again gives the same run, step for step.

use simulation::history::{History, Position};

use crate::effort::Effort;
use crate::language::command::{Command, Line};
use crate::language::declared::Declared;
use crate::language::error::{Code, StoryError};
use crate::language::value::print_duration;
use crate::language::{limits, line};
use crate::printed::{Printout, Tool};
use crate::runner::{Caption, Done, Mark, Runner, run_within};
use crate::story::{Story, split_recorded};

pub mod by_hand;

/// Steps that one call of `run_on` or `reach` takes at most.
const STEPS_AT_ONCE: u64 = 10_000;

#[derive(Clone, Debug)]
pub struct Session {
    /// The comment lines at the head of the text.
    head: String,
    runner: Runner,
    declared: Declared,
}

impl Session {
    /// Plays a story to its end.
    pub fn open(text: &str) -> Result<Session, StoryError> {
        Session::open_within(text, Effort::new(None))
    }

    fn open_within(text: &str, effort: Effort) -> Result<Session, StoryError> {
        let story = Story::parse(text)?;
        let runner = run_within(&story, effort)?;
        let (script, _) = split_recorded(text);
        let head: Vec<&str> = script.lines().take_while(|line| line.starts_with('#')).collect();
        Ok(Session {
            head: head.join("\n"),
            runner,
            declared: story.declared,
        })
    }

    pub fn history(&self) -> &History {
        &self.runner.history
    }

    /// To seek in it. Acting goes by `act`.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.runner.history
    }

    pub fn captions(&self) -> &[Caption] {
        &self.runner.captions
    }

    /// Where the story begins to be shown; its time is time zero.
    pub fn begin(&self) -> Mark {
        self.runner.begin.unwrap_or(Mark { position: 0, time: 0 })
    }

    /// Where what was played so far ends.
    pub fn end(&mut self) -> Mark {
        let end = self.runner.history.end();
        let time = self.runner.history.world_at(end).cluster.now.0;
        Mark { position: end, time }
    }

    /// Lines that did something to the cluster, in order.
    pub fn acts(&self) -> impl Iterator<Item = &Done> {
        self.runner.done.iter().filter(|done| done.line.group.acts())
    }

    /// What a line such as `describe` prints at the position the history is at. Nothing is done by it.
    pub fn printing(&self, text: &str) -> Result<Tool, StoryError> {
        match line(1, text, &mut self.declared.clone())?.map(|line| line.command) {
            Some(Command::Print(tool)) => Ok(tool),
            _ => {
                let expected = "a line that prints is right here, such as describe";
                Err(StoryError::new(Code::NotPossible, (1, 1), text, expected))
            }
        }
    }

    pub fn print(&mut self, tool: &Tool) -> Printout {
        self.runner.print(tool)
    }

    /// Does one story line at a position. If that is in the past, what lay ahead is gone. Returns the new end.
    pub fn act(&mut self, position: Position, text: &str) -> Result<Mark, StoryError> {
        let position = self.between_lines(position.clamp(self.begin().position, self.runner.history.end()));
        let mut next = self.clone();
        next.go_back(position);
        let Some(line) = line(1, text, &mut next.declared)? else {
            return Err(StoryError::new(
                Code::UnknownCommand,
                (1, 1),
                "\"\"",
                "a story line is right here",
            ));
        };
        Session::may_be_done_by_hand(&line)?;
        next.runner.line(&line, true)?;
        let end = next.runner.mark();
        *self = next;
        Ok(end)
    }

    fn may_be_done_by_hand(line: &Line) -> Result<(), StoryError> {
        if !matches!(line.command, Command::Begin | Command::TraceAll) {
            return Ok(());
        }
        Err(StoryError::new(
            Code::NotPossible,
            line.at,
            line.text.clone(),
            "it belongs into the story itself",
        ))
    }

    /// What one line did in several steps belongs together: within it means after it.
    fn between_lines(&self, position: Position) -> Position {
        let within = self
            .acts()
            .find(|done| done.from.position < position && position < done.to.position);
        within.map_or(position, |done| done.to.position)
    }

    /// Plays on beyond the end, at most for so much model time and a bounded number of steps. Returns the new end.
    pub fn run_on(&mut self, micros: u64) -> Mark {
        let end = self.end();
        self.play_on(end.time.saturating_add(micros), Position::MAX)
    }

    /// Plays on until so many steps have been played, within the same bound. Returns the new end.
    pub fn reach(&mut self, position: Position) -> Mark {
        self.play_on(u64::MAX, position)
    }

    fn play_on(&mut self, until: u64, last: Position) -> Mark {
        let history = &mut self.runner.history;
        history.seek(history.end());
        let until = until.min(limits::MODEL_TIME);
        let last = last.min(history.end() + STEPS_AT_ONCE).min(limits::STEPS);
        history.run_until(|world| {
            let due = world.cluster.next_due_at();
            world.cluster.steps >= last || due.is_none_or(|due| due.0 > until)
        });
        self.runner.mark()
    }

    /// The run as a story.
    pub fn text(&mut self) -> String {
        let mut lines: Vec<String> = Vec::new();
        if !self.head.is_empty() {
            lines.push(self.head.clone());
        }
        lines.extend(self.runner.done.iter().map(|done| done.line.text.clone()));
        let end = self.runner.history.end();
        lines.extend(self.place(end));
        lines.push(String::new());
        lines.join("\n")
    }

    /// The line that goes on from the last line done to a position; none if that is where it ended.
    fn place(&mut self, position: Position) -> Option<String> {
        let last = self
            .runner
            .done
            .last()
            .map_or(Mark { position: 0, time: 0 }, |done| done.to);
        if position <= last.position {
            return None;
        }
        let history = &mut self.runner.history;
        let time = history.world_at(position).cluster.now.0;
        let at_that_time = (last.position..position)
            .rev()
            .take_while(|before| *before > last.position && history.world_at(*before).cluster.now.0 == time);
        let steps = 1 + at_that_time.count();
        let since_begin = time.saturating_sub(self.begin().time);
        Some(format!("run to {} steps={steps}", print_duration(since_begin)))
    }

    /// Goes back to a position, as if nothing had been done after it. Returns the new end.
    pub fn undo_to(&mut self, position: Position) -> Mark {
        let position = position.clamp(self.begin().position, self.runner.history.end());
        self.go_back(self.between_lines(position));
        self.runner.mark()
    }

    /// Goes to a position and forgets what lies ahead.
    fn go_back(&mut self, position: Position) {
        let runner = &mut self.runner;
        runner.history.cut_at(position);
        runner.done.retain(|done| done.to.position <= position);
        runner.captions.retain(|caption| caption.at.position <= position);
        runner.paces.retain(|(at, _)| at.position <= position);
        self.declared = declared(&self.runner.done);
        let declared = &self.declared;
        self.runner
            .memory
            .labels
            .retain(|name, _| declared.labels.contains(name));
        self.runner.memory.requests.retain(|request| request.at < position);
        if let Some(text) = self.place(position) {
            let line = line(1, &text, &mut self.declared)
                .ok()
                .flatten()
                .expect("it was just written");
            let from = self
                .runner
                .done
                .last()
                .map_or(Mark { position: 0, time: 0 }, |done| done.to);
            let (to, by_hand, printed) = (self.runner.mark(), true, None);
            self.runner.done.push(Done {
                line,
                from,
                to,
                by_hand,
                printed,
            });
        }
    }
}

/// What lines have declared, all together.
fn declared(done: &[Done]) -> Declared {
    let mut declared = Declared::default();
    for Done {
        line: Line { text, .. },
        ..
    } in done
    {
        line(1, text, &mut declared).expect("it was read before");
    }
    declared
}
