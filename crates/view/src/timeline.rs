//! The run from end to end, for the time line and for pacing.

use serde::Serialize;

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Timeline {
    /// Position and time at which the story begins to be shown.
    pub begin: Mark,
    /// Where what has been played so far ends. One can go on from there.
    pub end: Mark,
    pub moments: Vec<Moment>,
    pub lanes: Vec<Lane>,
    pub captions: Vec<Caption>,
    /// What the story and the person did.
    pub acts: Vec<ActMark>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mark {
    pub position: u64,
    pub time: i64,
}

/// Something worth an eye.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    pub position: u64,
    pub time: i64,
    /// The name of the event's kind.
    pub kind: String,
    /// 1 barely, 10 above all.
    pub weight: u32,
    pub partition: Option<String>,
}

/// How one partition fared.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lane {
    pub partition: String,
    /// Each entry holds from its time to the next one's.
    pub states: Vec<LaneState>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LaneState {
    pub time: i64,
    pub position: u64,
    pub leader: Option<i32>,
    pub leader_epoch: i32,
    pub isr: Vec<i32>,
    /// Of the leader, as it last was.
    pub high_watermark: i64,
    pub log_end_offset: i64,
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

/// A future that was left by acting in its past.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BranchView {
    pub name: String,
    /// Where it parts from the run.
    pub position: u64,
    pub time: i64,
    /// The whole run, to be opened again.
    pub text: String,
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
