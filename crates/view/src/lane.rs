//! The lanes of the time line, as far as they can be seen.
//!
//! Whoever draws them says which place of the run each column of pixels begins at. Of what falls into one column only as much
//! is told as can be told apart there: the answer follows the screen, however long the run was.

use serde::Serialize;

/// Where what is told of lies on screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// Where the columns begin, and where the last one ends: time and position, ascending. Several may be at one place, while
    /// time stands there. Without any, all is told.
    pub edges: Vec<(i64, u64)>,
    /// Marks of clients in so many columns become one with a count.
    pub per_mark: u32,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lanes {
    pub lanes: Vec<Lane>,
    /// Of those partitions that are asked for in full.
    pub clients: Vec<ClientMark>,
}

/// How one partition fared.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lane {
    /// Its place among the partitions of the time line.
    pub partition: u32,
    /// Who led and who was in sync: each holds to the next one. Of several in one column the worst comes first.
    pub bands: Vec<Band>,
    /// The leader's offsets: each holds to the next one. None of a partition that is not asked for in full.
    pub offsets: Vec<LaneOffsets>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Band {
    pub position: u64,
    pub time: i64,
    pub leader: Option<i32>,
    pub leader_epoch: i32,
    pub isr: Vec<i32>,
}

/// Within a column the lowest high watermark and the highest log end, so that a gap between them shows.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LaneOffsets {
    pub position: u64,
    pub time: i64,
    pub high_watermark: i64,
    pub log_end_offset: i64,
}

/// What clients did or were told.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClientMark {
    /// `sent`, `refused`, `acknowledged`, `failed` or `read`.
    pub sign: String,
    /// None for records that never got as far as a partition.
    pub partition: Option<u32>,
    pub count: u32,
    pub records: u64,
    /// Of the first one.
    pub position: u64,
    pub time: i64,
}
