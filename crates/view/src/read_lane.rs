//! Lanes, read off the trace of a run for the columns that somebody draws.

use replication::base::id::TopicPartition;
use replication::base::offset::Offset;
use simulation::track::{Lane as Trace, LeaderPoint, OffsetPoint, Track};

use crate::lane::{Band, ClientMark, Columns, Lane, LaneOffsets, Lanes};
use crate::name::numbers;
use crate::time::Clock;

/// The lanes of some partitions, each by its place: of some in full, of others who led and who was in sync.
pub fn lanes(track: &Track, columns: &Columns, full: &[u32], others: &[u32], clock: Clock) -> Lanes {
    let traced = |place: u32| track.lanes().get(track.partitions().get(place as usize)?);
    let lane = |place: u32, is_full: bool| {
        let trace = traced(place)?;
        Some(Lane {
            partition: place,
            bands: bands(&trace.leaders, columns, clock),
            offsets: match is_full {
                true => offsets(&with_empty(trace), columns, clock),
                false => Vec::new(),
            },
        })
    };
    let in_full = full.iter().filter_map(|place| lane(*place, true));
    Lanes {
        lanes: in_full
            .chain(others.iter().filter_map(|place| lane(*place, false)))
            .collect(),
        clients: clients(track, columns, full, clock),
    }
}

/// A place of the run and the column it lies in.
#[derive(Clone, Copy)]
struct At {
    column: usize,
    time: i64,
    position: u64,
}

impl Columns {
    /// Without columns every position is one of its own.
    fn of(&self, time: i64, position: u64) -> At {
        let before = self.edges.partition_point(|edge| *edge < (time, position));
        let column = match self.edges.len() {
            0 => position as usize,
            _ => before.saturating_sub(1),
        };
        At { column, time, position }
    }

    /// The place at which the next column begins, if there is one.
    fn next(&self, at: At) -> Option<At> {
        let column = at.column + 1;
        let (time, position) = *self.edges.get(column)?;
        (column + 1 < self.edges.len()).then_some(At { column, time, position })
    }
}

fn bands(points: &[LeaderPoint], columns: &Columns, clock: Clock) -> Vec<Band> {
    let mut shown: Vec<(At, &LeaderPoint)> = Vec::new();
    for point in since_begin(points, |point| clock.time(point.at)) {
        let at = columns.of(clock.time(point.at).max(0), point.position);
        match shown.last_mut() {
            // What is worse keeps its column; what came of it shows in the next.
            Some((last, worse)) if last.column == at.column && badness(point) < badness(worse) => {
                let next = columns.next(*last);
                shown.extend(next.map(|next| (next, point)));
            }
            Some((last, kept)) if last.column >= at.column => *kept = point,
            _ => shown.push((at, point)),
        }
    }
    let said = |point: &LeaderPoint| (point.leader, point.leader_epoch, point.isr.clone());
    shown.dedup_by(|(_, next), (_, point)| said(next) == said(point));
    let band = |(at, point): (At, &LeaderPoint)| Band {
        position: at.position,
        time: at.time,
        leader: point.leader.map(|leader| leader.0),
        leader_epoch: point.leader_epoch.0,
        isr: numbers(&point.isr),
    };
    shown.into_iter().map(band).collect()
}

/// What held as the story began, and all that came after it.
fn since_begin<T>(points: &[T], time: impl Fn(&T) -> i64) -> &[T] {
    let begun = points.partition_point(|point| time(point) <= 0);
    &points[begun.saturating_sub(1)..]
}

fn badness(point: &LeaderPoint) -> (bool, i32) {
    (point.leader.is_none(), -(point.isr.len() as i32))
}

/// A log is empty from when the partition is there until something is written.
fn with_empty(trace: &Trace) -> Vec<OffsetPoint> {
    let empty = trace.leaders.first().map(|point| OffsetPoint {
        position: point.position,
        at: point.at,
        high_watermark: Offset::ZERO,
        log_end_offset: Offset::ZERO,
    });
    empty.into_iter().chain(trace.offsets.iter().copied()).collect()
}

fn offsets(points: &[OffsetPoint], columns: &Columns, clock: Clock) -> Vec<LaneOffsets> {
    let mut shown: Vec<(At, LaneOffsets)> = Vec::new();
    let mut truth = None;
    for point in since_begin(points, |point| clock.time(point.at)) {
        let at = columns.of(clock.time(point.at).max(0), point.position);
        let next = LaneOffsets {
            position: at.position,
            time: at.time,
            high_watermark: point.high_watermark.0,
            log_end_offset: point.log_end_offset.0,
        };
        match shown.last_mut() {
            Some((last, seen)) if last.column >= at.column => {
                seen.high_watermark = seen.high_watermark.min(next.high_watermark);
                seen.log_end_offset = seen.log_end_offset.max(next.log_end_offset);
            }
            _ => {
                settle(&mut shown, truth, columns, at.column);
                shown.push((at, next));
            }
        }
        truth = Some(next);
    }
    settle(&mut shown, truth, columns, usize::MAX);
    shown.into_iter().map(|(_, offsets)| offsets).collect()
}

/// Behind a column in which the offsets moved to and fro stands where they came to, unless they move on there.
fn settle(shown: &mut Vec<(At, LaneOffsets)>, truth: Option<LaneOffsets>, columns: &Columns, until: usize) {
    let (Some((last, seen)), Some(truth)) = (shown.last(), truth) else {
        return;
    };
    let blurred = (seen.high_watermark, seen.log_end_offset) != (truth.high_watermark, truth.log_end_offset);
    if let Some(at) = columns.next(*last).filter(|next| blurred && next.column < until) {
        let (position, time) = (at.position, at.time);
        shown.push((
            at,
            LaneOffsets {
                position,
                time,
                ..truth
            },
        ));
    }
}

fn clients(track: &Track, columns: &Columns, partitions: &[u32], clock: Clock) -> Vec<ClientMark> {
    let place_of = |id: &TopicPartition| {
        let place = partitions
            .iter()
            .find(|place| track.partitions().get(**place as usize) == Some(id));
        place.copied()
    };
    let (begin, per_mark) = (clock.time(clock.begin), columns.per_mark.max(1) as usize);
    let mut marks: Vec<ClientMark> = Vec::new();
    // The last mark of each kind and partition, and in which columns it lies.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for mark in track.clients().marks() {
        let time = clock.time(mark.at);
        let partition = mark.partition.as_ref().map(place_of);
        if time < begin || partition == Some(None) {
            continue;
        }
        let partition = partition.flatten();
        let bin = columns.of(time, mark.position).column / per_mark;
        let same = |(place, _): &(usize, usize)| {
            let known = &marks[*place];
            known.partition == partition && known.sign == mark.sign.name()
        };
        let before = open.iter().position(same);
        if let Some(n) = before {
            let (place, last) = open[n];
            if last == bin {
                marks[place].count += mark.count;
                marks[place].records += mark.records;
                continue;
            }
            open.swap_remove(n);
        }
        open.push((marks.len(), bin));
        marks.push(ClientMark {
            sign: mark.sign.name().to_string(),
            partition,
            count: mark.count,
            records: mark.records,
            position: mark.position,
            time,
        });
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use replication::base::epoch::LeaderEpoch;
    use replication::base::id::BrokerId;
    use replication::base::time::SimTime;

    const CLOCK: Clock = Clock { begin: SimTime(1_000) };

    /// Columns of ten µs, from position 5 at time 0.
    fn columns(count: i64) -> Columns {
        Columns {
            edges: (0..=count).map(|n| (n * 10, 5)).collect(),
            per_mark: 1,
        }
    }

    fn point(position: u64, time: u64, leader: Option<i32>, isr: &[i32]) -> LeaderPoint {
        LeaderPoint {
            position,
            at: SimTime(1_000 + time),
            leader: leader.map(BrokerId),
            leader_epoch: LeaderEpoch(0),
            isr: isr.iter().copied().map(BrokerId).collect(),
        }
    }

    fn check_bands(points: &[LeaderPoint], expected: &[(i64, Option<i32>, usize)]) {
        let bands = bands(points, &columns(10), CLOCK);
        let told: Vec<_> = bands
            .iter()
            .map(|band| (band.time, band.leader, band.isr.len()))
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_change_shows_in_the_column_in_which_it_happens() {
        let before_begin = |at, leader| LeaderPoint {
            at: SimTime(at),
            ..point(2, 0, leader, &[1, 2, 3])
        };
        check_bands(
            &[
                before_begin(3, None),
                before_begin(40, Some(1)),
                point(9, 31, Some(1), &[1, 2]),
                point(12, 200, Some(2), &[2]),
            ],
            &[(0, Some(1), 3), (31, Some(1), 2), (200, Some(2), 1)],
        );
    }

    #[test]
    fn a_time_without_a_leader_is_seen_however_short_it_was() {
        let (with, without) = (point(9, 31, Some(2), &[2]), point(8, 31, None, &[2]));
        check_bands(
            &[point(2, 0, Some(1), &[1, 2]), without.clone(), with.clone()],
            &[(0, Some(1), 2), (31, None, 1), (40, Some(2), 1)],
        );
        // It came back and went again: the column has the worst, the next one what holds.
        check_bands(
            &[
                point(2, 0, Some(1), &[1, 2]),
                without.clone(),
                with.clone(),
                without.clone(),
                with,
            ],
            &[(0, Some(1), 2), (31, None, 1), (40, Some(2), 1)],
        );
        check_bands(
            &[
                point(2, 0, Some(1), &[1, 2]),
                without.clone(),
                point(10, 34, Some(2), &[2]),
                without,
            ],
            &[(0, Some(1), 2), (31, None, 1)],
        );
    }

    #[test]
    fn a_gap_between_the_offsets_shows_and_then_where_they_came_to() {
        let point = |position, time: u64, high_watermark, log_end_offset| OffsetPoint {
            position,
            at: SimTime(1_000 + time),
            high_watermark: Offset(high_watermark),
            log_end_offset: Offset(log_end_offset),
        };
        let points = [
            point(6, 5, 42, 42),
            point(8, 21, 42, 45),
            point(9, 24, 45, 45),
            point(20, 95, 45, 48),
        ];
        let told: Vec<_> = offsets(&points, &columns(10), CLOCK)
            .iter()
            .map(|at| (at.time, at.high_watermark, at.log_end_offset))
            .collect();
        assert_eq!(told, [(5, 42, 42), (21, 42, 45), (30, 45, 45), (95, 45, 48)]);
    }

    #[test]
    fn while_time_stands_a_mark_belongs_to_where_it_begins_to_stand() {
        let columns = Columns {
            edges: vec![(0, 1), (10, 1), (20, 7), (20, 7), (20, 9), (30, 9)],
            per_mark: 1,
        };
        let column = |time, position| columns.of(time, position).column;
        assert_eq!(column(20, 7), 1);
        assert_eq!(column(20, 8), 3);
        assert_eq!(column(21, 10), 4);
        assert_eq!(column(-5, 0), 0);
        assert_eq!(
            columns.next(columns.of(20, 8)).map(|next| (next.time, next.position)),
            Some((20, 9))
        );
        assert!(columns.next(columns.of(21, 10)).is_none());
    }
}
