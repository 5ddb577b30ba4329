//! The trace of a run for the time line and for pacing: its moments, and how each partition fared.
//!
//! Recorded once, when the run is first played; a seek reads it. A moment is a step worth an eye; its kind has a weight. Lanes
//! keep every change of leader and ISR, and of the high watermark and log end as many points as fit: when they are
//! full, every second one goes.

use std::ops::Range;

use replication::base::epoch::LeaderEpoch;
use replication::base::id::{BrokerId, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::base::time::SimTime;
use replication::message::application::{Answer, Completion, SendOutcome};

use crate::act::Act;
use crate::client_trace::ClientTrace;
use crate::event::{Happening, Ineffective, Step};
use crate::history::Position;
use crate::invariant::Finding;
use crate::observe::Change;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $weight:literal;)*) => {
        /// What kind of moment it is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum MomentKind { $($(#[$doc])* $kind),* }

        impl MomentKind {
            pub const ALL: &[MomentKind] = &[$(MomentKind::$kind),*];

            pub fn name(self) -> &'static str { match self { $(MomentKind::$kind => $name),* } }

            /// 1 barely worth an eye, 10 above all.
            pub fn weight(self) -> u8 { match self { $(MomentKind::$kind => $weight),* } }
        }
    };
}

kinds! {
    /// A client sent records to a broker.
    ProduceSent "produce-sent" 4;
    /// A broker answered a Produce with an error.
    ProduceRefused "produce-refused" 7;
    /// A leader had a batch already.
    DuplicateRecognised "duplicate-recognised" 7;
    /// A producer began a new epoch.
    ProducerEpochBumped "producer-epoch-bumped" 6;
    /// A leader wrote records.
    Appended "appended" 6;
    /// A broker answered a Fetch with an error.
    FetchRefused "fetch-refused" 2;
    /// A reader got records.
    FetchAnswered "fetch-answered" 3;
    /// Records reached a follower.
    Pulled "pulled" 5;
    /// A leader learnt from a Fetch that its follower got further.
    Fetched "fetched" 4;
    /// A leader's high watermark moved.
    HighWatermarkMoved "high-watermark-moved" 7;
    /// A follower learnt of a higher high watermark.
    HighWatermarkLearnt "high-watermark-learnt" 2;
    Acknowledged "acknowledged" 6;
    /// A client was told that something failed.
    Refused "refused" 8;
    ConsumerRead "consumer-read" 4;
    ConsumerSaved "consumer-saved" 3;
    /// A leader asked the controller for another ISR.
    IsrProposed "isr-proposed" 6;
    IsrChanged "isr-changed" 8;
    ElrChanged "elr-changed" 6;
    LeaderChanged "leader-changed" 9;
    /// A replica took up a role.
    RoleChanged "role-changed" 3;
    BrokerRegistered "broker-registered" 3;
    BrokerFenced "broker-fenced" 8;
    BrokerUnfenced "broker-unfenced" 4;
    BrokerUnregistered "broker-unregistered" 8;
    /// A process started, ended, was paused or resumed, or began its controlled shutdown.
    Process "process" 7;
    Truncated "truncated" 9;
    /// Records were deleted at the start of a log.
    LogStartMoved "log-start-moved" 6;
    /// A message was lost.
    ConnectionLost "connection-lost" 3;
    /// A partition got other replicas.
    ReplicasChanged "replicas-changed" 6;
    TopicCreated "topic-created" 4;
    PartitionsAdded "partitions-added" 6;
    ConfigChanged "config-changed" 4;
    /// Somebody did something.
    Acted "acted" 10;
    /// An invariant no longer holds.
    Finding "finding" 10;
}

/// A step worth an eye.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The position after the step.
    pub position: Position,
    pub at: SimTime,
    pub kind: MomentKind,
    pub partition: Option<TopicPartition>,
    /// Its place among the track's partitions.
    pub place: Option<u16>,
    pub broker: Option<BrokerId>,
}

/// How one partition fared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lane {
    /// Each holds until the next one.
    pub leaders: Vec<LeaderPoint>,
    pub offsets: Vec<OffsetPoint>,
    /// Only every `stride`-th change of the offsets is kept.
    stride: u32,
    skipped: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderPoint {
    pub position: Position,
    pub at: SimTime,
    pub leader: Option<BrokerId>,
    pub leader_epoch: LeaderEpoch,
    pub isr: Vec<BrokerId>,
}

/// Of the leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffsetPoint {
    pub position: Position,
    pub at: SimTime,
    pub high_watermark: Offset,
    pub log_end_offset: Offset,
}

/// Points of offsets that a lane holds at most.
const POINTS: usize = 1024;
/// Moments that are kept at most; beyond, the oldest of weight below `KEEP` go.
const MOMENTS: usize = 60_000;
const KEEP: u8 = 7;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Track {
    moments: Vec<PackedMoment>,
    lanes: Map<TopicPartition, Lane>,
    partitions: Vec<TopicPartition>,
    /// By the position after the step that showed it.
    findings: Vec<(Position, Finding)>,
    clients: ClientTrace,
    answers: Vec<Answered>,
}

/// How a raw request ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// After the step that brought it.
    pub position: Position,
    pub tag: u32,
    pub answer: Answer,
}

/// A moment in 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedMoment {
    at: SimTime,
    position: u32,
    broker: i32,
    /// Index among the track's partitions, `u16::MAX` for none.
    partition: u16,
    kind: MomentKind,
}

impl Track {
    /// Keeps the answers to raw requests.
    pub(crate) fn keep_answers(&mut self, step: &Step) {
        for completion in &step.completed {
            if let Completion::Answered { tag, answer } = completion {
                self.answers.push(Answered {
                    position: step.number,
                    tag: *tag,
                    answer: answer.clone(),
                });
            }
        }
    }

    /// How the request with this tag had ended by a position; none while it is open.
    pub fn answer(&self, tag: u32, by: Position) -> Option<&Answer> {
        let known = self.answers.iter().rev().find(|answered| answered.tag == tag);
        known
            .filter(|answered| answered.position <= by)
            .map(|answered| &answered.answer)
    }

    /// Notes what a step was worth. `changes` is what was noticed in it.
    pub(crate) fn record(&mut self, act: &Act, step: &Step, changes: &[Change]) {
        if matches!(act, Act::Operate(_)) && !matches!(step.happening, Happening::Ineffective(_)) {
            self.add(step, MomentKind::Acted, None, None);
        }
        match step.happening {
            // A request to a process that is down, tried again and again, is not one.
            Happening::Lost { .. } => self.add(step, MomentKind::ConnectionLost, None, None),
            Happening::Ineffective(Ineffective::NothingDue) => return,
            _ => {}
        }
        self.clients.record(step, changes);
        for completion in &step.completed {
            let (kind, partition) = match completion {
                Completion::Sent { partition, outcome, .. } => match outcome {
                    SendOutcome::Acknowledged { .. } => (MomentKind::Acknowledged, *partition),
                    SendOutcome::Failed { .. } => (MomentKind::Refused, *partition),
                },
                Completion::Received { partition, .. } => (MomentKind::ConsumerRead, Some(*partition)),
                Completion::ReadFailed { partition, .. } => (MomentKind::Refused, Some(*partition)),
                Completion::Answered { .. } => (MomentKind::Acknowledged, None),
            };
            self.add(step, kind, partition, None);
        }
        for change in changes {
            self.note(step, change);
        }
    }

    fn note(&mut self, step: &Step, change: &Change) {
        match change {
            Change::Appended {
                broker,
                partition,
                as_leader,
                next_offset,
                high_watermark,
                ..
            } => {
                let kind = if *as_leader {
                    self.offsets(step, *partition, *high_watermark, *next_offset);
                    MomentKind::Appended
                } else {
                    MomentKind::Pulled
                };
                self.add(step, kind, Some(*partition), Some(*broker));
            }
            Change::HighWatermarkMoved {
                broker,
                partition,
                to,
                is_leader,
                ..
            } => {
                let kind = if *is_leader {
                    let end = self
                        .lanes
                        .get(partition)
                        .and_then(|lane| lane.offsets.last())
                        .map(|p| p.log_end_offset);
                    self.offsets(step, *partition, *to, end.unwrap_or(*to).max(*to));
                    MomentKind::HighWatermarkMoved
                } else {
                    MomentKind::HighWatermarkLearnt
                };
                self.add(step, kind, Some(*partition), Some(*broker));
            }
            Change::ProduceSent { to, partition, .. } => {
                self.add(step, MomentKind::ProduceSent, Some(*partition), Some(*to));
            }
            Change::ProduceAnswered {
                broker,
                partition,
                error,
                ..
            } if error.is_error() => self.add(step, MomentKind::ProduceRefused, Some(*partition), Some(*broker)),
            Change::DuplicateRecognised { broker, partition, .. } => {
                self.add(step, MomentKind::DuplicateRecognised, Some(*partition), Some(*broker));
            }
            Change::ProducerEpochBumped { .. } => self.add(step, MomentKind::ProducerEpochBumped, None, None),
            Change::FetchAnswered {
                broker,
                partition,
                error,
                ..
            } if error.is_error() => self.add(step, MomentKind::FetchRefused, Some(*partition), Some(*broker)),
            Change::FetchAnswered {
                broker,
                partition,
                records: 1..,
                ..
            } => self.add(step, MomentKind::FetchAnswered, Some(*partition), Some(*broker)),
            Change::FollowerHeard {
                follower,
                partition,
                knew,
                asked_for,
                ..
            } if knew != asked_for => self.add(step, MomentKind::Fetched, Some(*partition), Some(*follower)),
            Change::Saved { partition, .. } => self.add(step, MomentKind::ConsumerSaved, Some(*partition), None),
            Change::IsrProposed { broker, partition, .. } => {
                self.add(step, MomentKind::IsrProposed, Some(*partition), Some(*broker));
            }
            Change::ElrChanged { partition, .. } => self.add(step, MomentKind::ElrChanged, Some(*partition), None),
            Change::RoleChanged { broker, partition, .. } => {
                self.add(step, MomentKind::RoleChanged, Some(*partition), Some(*broker));
            }
            Change::Truncated { broker, partition, .. } => {
                self.add(step, MomentKind::Truncated, Some(*partition), Some(*broker));
            }
            Change::LogStartMoved { broker, partition, .. } => {
                self.add(step, MomentKind::LogStartMoved, Some(*partition), Some(*broker));
            }
            Change::IsrChanged { partition, .. } => self.add(step, MomentKind::IsrChanged, Some(*partition), None),
            Change::LeaderChanged { partition, to, .. } => {
                self.add(step, MomentKind::LeaderChanged, Some(*partition), *to);
            }
            Change::ReplicasChanged { partition, .. } => {
                self.add(step, MomentKind::ReplicasChanged, Some(*partition), None);
            }
            Change::BrokerRegistered { broker, .. } => {
                self.add(step, MomentKind::BrokerRegistered, None, Some(*broker))
            }
            Change::BrokerFenced { broker } => self.add(step, MomentKind::BrokerFenced, None, Some(*broker)),
            Change::BrokerUnfenced { broker } => self.add(step, MomentKind::BrokerUnfenced, None, Some(*broker)),
            Change::BrokerUnregistered { broker } => {
                self.add(step, MomentKind::BrokerUnregistered, None, Some(*broker));
            }
            Change::PartitionsAdded { .. } => self.add(step, MomentKind::PartitionsAdded, None, None),
            Change::TopicCreated { .. } => self.add(step, MomentKind::TopicCreated, None, None),
            Change::ConfigChanged { .. } => self.add(step, MomentKind::ConfigChanged, None, None),
            Change::ProcessStarted { node, .. }
            | Change::ProcessEnded { node, .. }
            | Change::ProcessPaused { node }
            | Change::ProcessResumed { node } => self.add(step, MomentKind::Process, None, node.broker()),
            Change::ControlledShutdownBegan { broker } => self.add(step, MomentKind::Process, None, Some(*broker)),
            _ => {}
        }
    }

    fn add(&mut self, step: &Step, kind: MomentKind, partition: Option<TopicPartition>, broker: Option<BrokerId>) {
        let partition = partition.map_or(u16::MAX, |partition| self.place_of(partition));
        self.moments.push(PackedMoment {
            at: step.at,
            position: step.number as u32,
            broker: broker.map_or(-1, |broker| broker.0),
            partition,
            kind,
        });
        if self.moments.len() > MOMENTS {
            let old = MOMENTS / 2;
            let mut n = 0;
            self.moments.retain(|moment| {
                n += 1;
                n > old || moment.kind.weight() >= KEEP
            });
        }
    }

    fn place_of(&mut self, partition: TopicPartition) -> u16 {
        let place = self.partitions.iter().position(|known| *known == partition);
        place.unwrap_or_else(|| {
            self.partitions.push(partition);
            self.partitions.len() - 1
        }) as u16
    }

    /// Notes what the controller has on record of a partition.
    pub(crate) fn leader(&mut self, partition: TopicPartition, point: LeaderPoint) {
        self.lanes.entry(partition).or_default().leaders.push(point);
    }

    fn offsets(&mut self, step: &Step, partition: TopicPartition, high_watermark: Offset, log_end_offset: Offset) {
        let lane = self.lanes.entry(partition).or_default();
        let point = OffsetPoint {
            position: step.number,
            at: step.at,
            high_watermark,
            log_end_offset,
        };
        lane.add(point);
    }

    /// All moments kept, oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = Moment> + ExactSizeIterator {
        self.moments_from(0)
    }

    /// Those from a position on.
    pub fn moments_from(&self, position: Position) -> impl DoubleEndedIterator<Item = Moment> + ExactSizeIterator {
        self.unpacked(self.place_in_moments(position)..self.moments.len())
    }

    /// Those up to a position, that one included.
    pub fn moments_up_to(&self, position: Position) -> impl DoubleEndedIterator<Item = Moment> + ExactSizeIterator {
        self.unpacked(0..self.place_in_moments(position.saturating_add(1)))
    }

    fn place_in_moments(&self, position: Position) -> usize {
        self.moments
            .partition_point(|moment| Position::from(moment.position) < position)
    }

    fn unpacked(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = Moment> + ExactSizeIterator {
        self.moments[range].iter().map(|moment| Moment {
            position: Position::from(moment.position),
            at: moment.at,
            kind: moment.kind,
            partition: self.partitions.get(usize::from(moment.partition)).copied(),
            place: (moment.partition != u16::MAX).then_some(moment.partition),
            broker: (moment.broker >= 0).then_some(BrokerId(moment.broker)),
        })
    }

    /// The partitions by the place that a page knows them by. A place is never given to another one.
    pub fn partitions(&self) -> &[TopicPartition] {
        &self.partitions
    }

    pub fn clients(&self) -> &ClientTrace {
        &self.clients
    }

    pub fn lanes(&self) -> &Map<TopicPartition, Lane> {
        &self.lanes
    }

    /// Notes what no longer holds; what is known of a partition already is not noted again.
    pub(crate) fn findings_of(&mut self, step: &Step, findings: Vec<Finding>) {
        for finding in findings {
            let same = |known: &Finding| known.invariant == finding.invariant && known.partition == finding.partition;
            if !self.findings.iter().any(|(_, known)| same(known)) {
                self.add(step, MomentKind::Finding, Some(finding.partition), None);
                self.findings.push((step.number, finding));
            }
        }
    }

    /// The first finding of each invariant and partition, with the position after its step. Looked for only while one of
    /// Kafka's rules is switched off: with all of them on a page need not pay for it, and the tests look.
    pub fn findings(&self) -> &[(Position, Finding)] {
        &self.findings
    }

    /// Forgets everything after a position.
    pub(crate) fn truncate(&mut self, position: Position) {
        self.moments
            .retain(|moment| Position::from(moment.position) <= position);
        self.findings.retain(|(at, _)| *at <= position);
        self.clients.truncate(position);
        self.answers.retain(|answered| answered.position <= position);
        for lane in self.lanes.values_mut() {
            lane.leaders.retain(|point| point.position <= position);
            lane.offsets.retain(|point| point.position <= position);
        }
    }
}

impl Lane {
    fn add(&mut self, point: OffsetPoint) {
        // Between two kept points the last one known moves along, so that a lane always ends with the truth.
        if self.skipped < self.stride
            && let Some(last) = self.offsets.last_mut()
        {
            self.skipped += 1;
            *last = point;
            return;
        }
        self.skipped = 0;
        self.offsets.push(point);
        if self.offsets.len() > POINTS {
            let mut n = 0;
            let last = self.offsets.len();
            self.offsets.retain(|_| {
                n += 1;
                n % 2 == 1 || n == last
            });
            self.stride = self.stride * 2 + 1;
        }
    }
}
