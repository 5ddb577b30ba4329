//! The time line, read off what a history has noted as it was first played.

use replication::quorum::image::MetadataImage;
use scenario::runner::Mark as StoryMark;
use scenario::session::Session;
use simulation::track::MomentKind;

use crate::metadata::metadata;
use crate::name;
use crate::time::Clock;
use crate::timeline::{ActMark, Caption, FindingMark, Mark, MomentKindView, TimelinePart};

/// Every kind of moment, in the order by which a time line speaks of them.
pub fn moment_kinds() -> Vec<MomentKindView> {
    MomentKind::ALL
        .iter()
        .map(|kind| MomentKindView {
            name: kind.name().to_string(),
            weight: u32::from(kind.weight()),
        })
        .collect()
}

/// The run from a position on, or from the story's begin, to where it has been played to.
pub fn timeline(session: &mut Session, from: u64, clock: Clock) -> TimelinePart {
    let begin = session.begin();
    let from = from.max(begin.position);
    let history = session.history_mut();
    let last = history.world_at(history.end()).cluster;
    let end = StoryMark {
        position: last.steps,
        time: last.now.0,
    };
    let image = metadata(&last);
    let image = image.as_deref();
    let track = session.history().track();
    let named = |id: &_| name::partition(image, *id);
    TimelinePart {
        begin: mark(begin, clock),
        end: mark(end, clock),
        partitions: track.partitions().iter().map(named).collect(),
        moments: moments(session, from, clock),
        captions: session
            .captions()
            .iter()
            .filter(|caption| caption.at.position >= from)
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
            .filter(|act| act.from.position >= begin.position && act.from.position + 1 >= from)
            .map(|act| ActMark {
                position: act.from.position + 1,
                time: mark(act.from, clock).time,
                line: act.line.text.clone(),
                by_hand: act.by_hand,
            })
            .collect(),
        findings: findings(session, from, image, clock),
    }
}

fn moments(session: &Session, from: u64, clock: Clock) -> Vec<i64> {
    let moments = session.history().track().moments_from(from);
    moments
        .flat_map(|moment| {
            [
                moment.position as i64,
                clock.time(moment.at),
                moment.kind as i64,
                moment.place.map_or(-1, i64::from),
            ]
        })
        .collect()
}

fn findings(session: &Session, from: u64, image: Option<&MetadataImage>, clock: Clock) -> Vec<FindingMark> {
    let track = session.history().track();
    let found = track.findings().iter().filter(|(at, _)| *at >= from);
    let time = |position: u64| {
        let here = track.moments_from(position).next();
        here.map_or(0, |moment| clock.time(moment.at))
    };
    found
        .map(|(position, finding)| FindingMark {
            position: *position,
            time: time(*position),
            invariant: finding.invariant.to_string(),
            statement: finding.statement().to_string(),
            partition: name::partition(image, finding.partition),
        })
        .collect()
}

pub fn mark(mark: StoryMark, clock: Clock) -> Mark {
    Mark {
        position: mark.position,
        time: mark.time as i64 - clock.begin.0 as i64,
    }
}
