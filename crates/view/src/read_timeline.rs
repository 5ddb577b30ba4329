//! The time line, read off what a history has noted as it was first played.

use replication::base::id::TopicPartition;
use replication::quorum::image::MetadataImage;
use scenario::runner::Mark as StoryMark;
use scenario::session::Session;
use simulation::track::{Lane as Trace, LeaderPoint, OffsetPoint};

use crate::name::{self, numbers};
use crate::time::Clock;
use crate::timeline::{ActMark, Caption, Lane, LaneState, Mark, Moment, Timeline};

/// The run from the story's begin to where it has been played to.
pub fn timeline(session: &mut Session, clock: Clock) -> Timeline {
    let begin = session.begin();
    let history = session.history_mut();
    let last = history.world_at(history.end()).cluster;
    let end = StoryMark {
        position: last.steps,
        time: last.now.0,
    };
    let image = last.metadata();
    let track = session.history().track();
    let shown = |position: u64| position >= begin.position;
    Timeline {
        begin: mark(begin, clock),
        end: mark(end, clock),
        moments: track
            .moments()
            .filter(|moment| shown(moment.position))
            .map(|moment| Moment {
                position: moment.position,
                time: clock.time(moment.at),
                kind: moment.kind.name().to_string(),
                weight: u32::from(moment.kind.weight()),
                partition: moment.partition.map(|id| name::partition(image, id)),
            })
            .collect(),
        lanes: track
            .lanes()
            .iter()
            .map(|(id, trace)| lane(*id, trace, image, clock, begin.position))
            .collect(),
        captions: session
            .captions()
            .iter()
            .map(|caption| Caption {
                id: caption.id.clone(),
                position: caption.at.position,
                time: mark(caption.at, clock).time,
                headline: caption.headline.clone(),
                text: caption.text.clone(),
                focus: caption.focus.clone(),
            })
            .collect(),
        acts: session
            .acts()
            .filter(|act| act.from.position >= begin.position)
            .map(|act| ActMark {
                position: act.from.position + 1,
                time: mark(act.from, clock).time,
                line: act.line.text.clone(),
                by_hand: act.by_hand,
            })
            .collect(),
    }
}

pub fn mark(mark: StoryMark, clock: Clock) -> Mark {
    Mark {
        position: mark.position,
        time: mark.time as i64 - clock.begin.0 as i64,
    }
}

/// Leader and ISR changes and offset changes of one partition, in one sequence; what was before the begin is folded into its
/// first entry.
fn lane(id: TopicPartition, trace: &Trace, image: Option<&MetadataImage>, clock: Clock, begin: u64) -> Lane {
    let mut leaders = trace.leaders.iter().peekable();
    let mut offsets = trace.offsets.iter().peekable();
    let mut states: Vec<LaneState> = Vec::new();
    let mut state = LaneState {
        time: 0,
        position: begin,
        leader: None,
        leader_epoch: 0,
        isr: Vec::new(),
        high_watermark: 0,
        log_end_offset: 0,
    };
    loop {
        let next = match (leaders.peek(), offsets.peek()) {
            (Some(leader), Some(offset)) if leader.position <= offset.position => Point::Leader(leaders.next()),
            (_, Some(_)) => Point::Offset(offsets.next()),
            (Some(_), None) => Point::Leader(leaders.next()),
            (None, None) => break,
        };
        let (position, at) = match next {
            Point::Leader(Some(point)) => {
                state.leader = point.leader.map(|leader| leader.0);
                state.leader_epoch = point.leader_epoch.0;
                state.isr = numbers(&point.isr);
                (point.position, point.at)
            }
            Point::Offset(Some(point)) => {
                state.high_watermark = point.high_watermark.0;
                state.log_end_offset = point.log_end_offset.0;
                (point.position, point.at)
            }
            Point::Leader(None) | Point::Offset(None) => break,
        };
        state.position = position.max(begin);
        state.time = clock.time(at).max(0);
        if states.last().is_some_and(|last| last.position == state.position) {
            states.pop();
        }
        states.push(state.clone());
    }
    Lane {
        partition: name::partition(image, id),
        states,
    }
}

enum Point<'a> {
    Leader(Option<&'a LeaderPoint>),
    Offset(Option<&'a OffsetPoint>),
}
