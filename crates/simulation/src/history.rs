//! A run that can be gone through in both directions.
//!
//! A default step costs nothing to remember: history holds the choices that differ from the default, and checkpoints from
//! which the rest is derived again. A position is a number of steps; position 0 is the empty cluster. Checkpoints are spaced
//! by what it costs to replay, and old ones are thinned, so that memory is bounded. Acting in the past drops what came after; a
//! clone keeps it, and shares with the run all that neither has changed.

use replication::base::map::Map;
use replication::base::time::SimTime;

use crate::act::Act;
use crate::chooser::scripted;
use crate::event::{Happening, Ineffective, Step};
use crate::invariant::{Glances, check_all, check_closely, check_step};
use crate::observe::{Change, diff};
use crate::track::{LeaderPoint, Track};
use crate::watch::Notes;
use crate::world::World;

/// A number of steps.
pub type Position = u64;

/// What was chosen in place of the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub act: Act,
    /// Answers to the questions of this step, in order; the default answers what is left.
    pub answers: Vec<u64>,
}

impl Choice {
    fn of(act: Act) -> Self {
        Choice {
            act,
            answers: Vec::new(),
        }
    }

    fn is_default(&self) -> bool {
        self.act == Act::Due && self.answers.is_empty()
    }
}

/// One step, looked at closely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    pub act: Act,
    pub step: Step,
    pub changes: Vec<Change>,
}

/// Replaying this much takes about 6 ms in a browser. A unit is a step, or a change noticed in one.
const CHECKPOINT_COST: u64 = 5_000;
/// Checkpoints kept at most.
const CHECKPOINTS: usize = 64;
/// Old checkpoints may be this many times farther apart before newer ones are touched.
const THINNED: u64 = 4;
/// A run that is only checked is looked at as a whole so often.
const STEPS_BETWEEN_CHECKS: Position = 1_000;
/// After a long replay the state this many steps before is kept, so that going on backwards is cheap.
const NEAR: Position = 128;

#[derive(Clone, Debug)]
pub struct History {
    world: World,
    /// Of the step applied last.
    notes: Notes,
    /// By the position in which the choice was made.
    choices: Map<Position, Choice>,
    checkpoints: Map<Position, World>,
    /// One more checkpoint, a little before the position sought last.
    near: Option<World>,
    track: Track,
    begin: Position,
    end: Position,
    /// Cost of replaying from the last checkpoint to the end.
    cost: u64,
    /// It only looks for what does not hold, with this, and keeps nothing to go back to.
    checks: Option<Glances>,
}

impl History {
    /// The run that begins with this world, which has seen no step yet.
    pub fn new(seed: u64) -> Self {
        let world = World::new(seed);
        History {
            checkpoints: Map::from([(0, world.clone())]),
            world,
            notes: Notes::default(),
            choices: Map::new(),
            near: None,
            track: Track::default(),
            begin: 0,
            end: 0,
            cost: 0,
            checks: None,
        }
    }

    /// For a run that is only to be checked: looks at every invariant of what each step touches, and at all of them now and
    /// then. `Track::findings` has what it finds; one cannot go back in it.
    pub fn check_every_step(&mut self) {
        self.checks = Some(Glances::default());
    }

    /// The world at the current position.
    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn position(&self) -> Position {
        self.world.cluster.steps
    }

    /// Where the story begins to be shown.
    pub fn begin(&self) -> Position {
        self.begin
    }

    pub fn set_begin(&mut self, position: Position) {
        self.begin = position.min(self.end);
    }

    /// Where what was played so far ends.
    pub fn end(&self) -> Position {
        self.end
    }

    pub fn track(&self) -> &Track {
        &self.track
    }

    /// What was chosen by hand, by position.
    pub fn choices(&self) -> &Map<Position, Choice> {
        &self.choices
    }

    pub fn checkpoints(&self) -> impl Iterator<Item = Position> {
        self.checkpoints.keys().copied()
    }

    /// What was or would be chosen at a position.
    pub fn act_at(&self, position: Position) -> Act {
        self.choices
            .get(&position)
            .map_or(Act::Due, |choice| choice.act.clone())
    }

    /// Goes one step on. In the past, an act other than what happened there drops what came after.
    pub fn advance(&mut self, act: &Act) -> Step {
        self.advance_with(Choice::of(act.clone()))
    }

    pub fn advance_with(&mut self, choice: Choice) -> Step {
        let position = self.position();
        if position < self.end {
            let known = self
                .choices
                .get(&position)
                .cloned()
                .unwrap_or_else(|| Choice::of(Act::Due));
            if known == choice {
                return self.replay_one();
            }
            self.cut(position);
        }
        if !choice.is_default() {
            self.choices.insert(position, choice);
        }
        let step = self.play_one();
        self.end = self.position();
        step
    }

    /// Goes on by default until `stop` says so, or nothing is scheduled.
    pub fn run_until(&mut self, mut stop: impl FnMut(&World) -> bool) {
        while !stop(&self.world) && self.world.cluster.next_due().is_some() {
            self.advance(&Act::Due);
        }
    }

    /// One step on, and all that it changed.
    pub fn advance_observed(&mut self, act: &Act) -> Observed {
        let before = self.world.clone();
        let step = self.advance(act);
        let changes = diff(&before, &self.world, &step);
        Observed {
            act: act.clone(),
            step,
            changes,
        }
    }

    /// The step that led to a position, looked at closely, and the world after it. The current position stays.
    pub fn step_at(&mut self, position: Position) -> Option<(Observed, World)> {
        let mut found = None;
        self.steps_at(&[position], &mut |observed, after| {
            found = Some((observed, after.clone()))
        });
        found
    }

    /// The steps that led to some positions, the earliest first, each looked at closely, with the world after it. What lies
    /// between them is replayed once.
    pub fn steps_at(&mut self, positions: &[Position], look: &mut dyn FnMut(Observed, &World)) {
        let mut here = None;
        for position in positions.iter().copied() {
            if position == 0 || position > self.end {
                continue;
            }
            let before = self.world_from(here.as_ref(), position - 1);
            let mut after = before.clone();
            let step = replay(&mut after, &self.choices, &mut Notes::default());
            let changes = diff(&before, &after, &step);
            let act = self.act_at(position - 1);
            look(Observed { act, step, changes }, &after);
            here = Some(after);
        }
    }

    /// Goes over the steps after a position up to another, each with the world after it. The current position stays.
    pub fn each_step(&mut self, after: Position, to: Position, look: &mut dyn FnMut(&Step, &World)) {
        let mut world = self.world_at(after.min(self.end));
        let mut notes = Notes::default();
        while world.cluster.steps < to.min(self.end) {
            let step = replay(&mut world, &self.choices, &mut notes);
            notes.changes.clear();
            look(&step, &world);
        }
    }

    /// Goes to a position; one beyond the end is the end.
    pub fn seek(&mut self, position: Position) {
        let position = position.min(self.end);
        if position == self.position() {
            return;
        }
        self.world = self.world_at(position);
    }

    /// The world at a position up to the end.
    pub fn world_at(&mut self, position: Position) -> World {
        self.world_from(None, position)
    }

    /// The same, where one more world of this run is at hand.
    fn world_from(&mut self, here: Option<&World>, position: Position) -> World {
        let (_, checkpoint) = self
            .checkpoints
            .range(..=position)
            .next_back()
            .expect("position 0 is kept");
        let candidates = [Some(checkpoint), self.near.as_ref(), Some(&self.world), here];
        let nearest = candidates
            .into_iter()
            .flatten()
            .filter(|world| world.cluster.steps <= position)
            .max_by_key(|world| world.cluster.steps);
        let mut world = nearest.expect("the checkpoint is one").clone();
        let far = position - world.cluster.steps > 2 * NEAR;
        let mut notes = Notes::default();
        while world.cluster.steps < position {
            if far && position - world.cluster.steps == NEAR {
                self.near = Some(world.clone());
            }
            replay(&mut world, &self.choices, &mut notes);
            notes.changes.clear();
        }
        world
    }

    /// Goes to the last position whose time is not after `at`.
    pub fn seek_time(&mut self, at: SimTime) {
        let known = self.checkpoints.values().chain(self.near.as_ref()).chain([&self.world]);
        let nearest = known
            .filter(|world| world.cluster.now <= at)
            .max_by_key(|world| world.cluster.steps);
        let mut world = nearest.expect("position 0 is at time zero").clone();
        let mut notes = Notes::default();
        // The world at the last two of every so many steps: the older of them is a little before wherever this ends.
        let mut passed = (None, None);
        let mut next = world.cluster.steps + NEAR;
        while world.cluster.steps < self.end {
            if world.cluster.steps >= next {
                passed = (passed.1, Some(world.clone()));
                next += NEAR;
            }
            // A choice may let time pass: when it is over is known only afterwards.
            let before = self.choices.contains_key(&world.cluster.steps).then(|| world.clone());
            if before.is_none() && world.cluster.next_due_at().is_none_or(|next_at| next_at > at) {
                break;
            }
            replay(&mut world, &self.choices, &mut notes);
            notes.changes.clear();
            if let Some(before) = before.filter(|_| world.cluster.now > at) {
                world = before;
                break;
            }
        }
        if passed.0.is_some() {
            self.near = passed.0;
        }
        self.world = world;
    }

    /// Goes to a position and drops what came after. Who wants to keep it clones the history before.
    pub fn cut_at(&mut self, position: Position) {
        self.seek(position);
        self.cut(self.position());
    }

    fn cut(&mut self, position: Position) {
        self.choices.split_off(&position);
        self.checkpoints.split_off(&(position + 1));
        if self.near.as_ref().is_some_and(|near| near.cluster.steps > position) {
            self.near = None;
        }
        self.track.truncate(position);
        self.end = position;
        self.begin = self.begin.min(position);
        let last = self.checkpoints.last_key_value().map_or(0, |(position, _)| *position);
        self.cost = position - last;
    }

    /// Plays a step for the first time: it is looked at closely, so that the trace holds whatever the running log tells.
    fn play_one(&mut self) -> Step {
        if let Some(mut before) = self.checks.take() {
            let step = self.replay_one();
            self.track.keep_answers(&step);
            self.track
                .findings_of(&step, check_step(&mut before, &step, &self.world));
            self.checks = Some(before);
            if step.number.is_multiple_of(STEPS_BETWEEN_CHECKS) {
                self.track.findings_of(&step, check_all(&self.world));
            }
            return step;
        }
        let before = self.world.clone();
        let act = self.act_at(self.position());
        let step = self.replay_one();
        let changes = diff(&before, &self.world, &step);
        self.note(&act, &step, &changes, self.notes.changes.len() as u64);
        if self.world.cluster.rules.off().next().is_some() {
            self.track.findings_of(&step, check_closely(&before, &self.world));
        }
        step
    }

    fn replay_one(&mut self) -> Step {
        self.notes.changes.clear();
        replay(&mut self.world, &self.choices, &mut self.notes)
    }

    /// Keeps what is remembered of a step that is played for the first time. `noticed` is what replaying it notices again.
    fn note(&mut self, act: &Act, step: &Step, changes: &[Change], noticed: u64) {
        self.track.keep_answers(step);
        self.track.record(act, step, changes);
        self.note_leaders(step, changes);
        self.cost += 1 + noticed;
        if self.cost >= CHECKPOINT_COST && step.happening != Happening::Ineffective(Ineffective::NothingDue) {
            self.cost = 0;
            self.checkpoints.insert(self.position(), self.world.clone());
            self.thin();
        }
    }

    fn note_leaders(&mut self, step: &Step, changes: &[Change]) {
        let mut partitions = Vec::new();
        for change in changes {
            match change {
                Change::IsrChanged { partition, .. } | Change::LeaderChanged { partition, .. }
                    if !partitions.contains(partition) =>
                {
                    partitions.push(*partition);
                }
                _ => {}
            }
        }
        for partition in partitions {
            let Some(ghost) = self.world.ghosts.partitions.get(&partition) else {
                continue;
            };
            let point = LeaderPoint {
                position: step.number,
                at: step.at,
                leader: ghost.registration.leader,
                leader_epoch: ghost.registration.leader_epoch,
                isr: ghost.registration.isr.clone(),
            };
            self.track.leader(partition, point);
        }
    }

    /// Takes old checkpoints out while there are too many: first those whose neighbours stay close enough.
    fn thin(&mut self) {
        let mut limit = THINNED * CHECKPOINT_COST;
        while self.checkpoints.len() > CHECKPOINTS {
            let positions: Vec<Position> = self.checkpoints.keys().copied().collect();
            let spare = positions.windows(3).find(|three| three[2] - three[0] <= limit);
            match spare {
                Some(three) => {
                    self.checkpoints.remove(&three[1]);
                }
                None => limit *= 2,
            }
        }
    }
}

/// The step that a run takes at its position.
fn replay(world: &mut World, choices: &Map<Position, Choice>, notes: &mut Notes) -> Step {
    let seed = world.cluster.seed;
    match choices.get(&world.cluster.steps) {
        Some(choice) => {
            let mut decide = scripted(choice.answers.iter().copied(), seed);
            world.apply(&choice.act, &mut decide, notes)
        }
        None => world.apply(&Act::Due, &mut crate::chooser::by_seed(seed), notes),
    }
}
