//! The run from end to end, for the time line and for pacing.

use serde::Serialize;

/// A run from a position on: what came before is not sent again.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimelinePart {
    /// Position and time at which the story begins to be shown.
    pub begin: Mark,
    /// Where what has been played so far ends. One can go on from there.
    pub end: Mark,
    /// Names of partitions. Moments and lanes speak of a partition by its place here, which it keeps.
    pub partitions: Vec<String>,
    /// What is worth an eye, four numbers each: position, time, place of the kind in the list of kinds, place of the partition
    /// or -1. Plain numbers, because a long run has tens of thousands.
    pub moments: Vec<i64>,
    pub captions: Vec<Caption>,
    /// What the story and the person did.
    pub acts: Vec<ActMark>,
    pub findings: Vec<FindingMark>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mark {
    pub position: u64,
    pub time: i64,
}

/// A kind of moment.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MomentKindView {
    pub name: String,
    /// 1 barely worth an eye, 10 above all.
    pub weight: u32,
}

/// A rule that must hold did not, from here on.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FindingMark {
    pub position: u64,
    pub time: i64,
    pub invariant: String,
    pub statement: String,
    pub partition: String,
}

/// How far a run was played on.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedOn {
    pub end: Mark,
    /// Up to here nothing more happens than was played.
    pub time: i64,
    /// Nothing is scheduled, or a run may not be longer.
    pub over: bool,
}

/// What happens by itself next, of one kind: the earliest of its kind, if nobody does anything.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scheduled {
    pub time: i64,
    /// Which timer runs out, or `message` for one that arrives.
    pub kind: String,
    /// Whose timer it is, or who gets the message.
    pub node: String,
    pub partition: Option<String>,
    /// It comes again and again, whatever happens.
    pub routine: bool,
}

/// A sentence of the story, in force from its position to the next one's.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Caption {
    pub id: String,
    pub position: u64,
    pub time: i64,
    pub headline: String,
    pub text: String,
    /// What to look at: partitions, processes.
    pub focus: Vec<String>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActMark {
    pub position: u64,
    pub time: i64,
    pub line: String,
    /// Done by the person at the page, not by the story.
    pub by_hand: bool,
}
