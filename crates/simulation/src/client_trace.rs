//! What clients did and were told, for their lane of the time line.
//!
//! One mark for each request sent, refused, acknowledged, failed or read. A run of an hour has more of them than a page can
//! draw or a history should hold: when there are too many, neighbours that say the same become one mark with a count, so
//! that none is forgotten and the kinds stay apart.

use replication::base::id::TopicPartition;
use replication::base::time::SimTime;
use replication::message::Response;
use replication::message::application::{Answer, Completion, SendOutcome};

use crate::event::Step;
use crate::history::Position;
use crate::observe::Change;

macro_rules! signs {
    ($($(#[$doc:meta])* $sign:ident $name:literal;)*) => {
        /// What a mark says.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ClientSign { $($(#[$doc])* $sign),* }

        impl ClientSign {
            pub fn name(self) -> &'static str { match self { $(ClientSign::$sign => $name),* } }
        }
    };
}

signs! {
    /// A client sent records to a broker.
    Sent "sent";
    /// A broker answered a Produce with an error. A producer may try again.
    Refused "refused";
    /// A producer was told that its records are stored as its `acks` asks.
    Acknowledged "acknowledged";
    /// An application was told that its call failed for good.
    Failed "failed";
    /// A consumer's application was given records.
    Read "read";
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClientMark {
    /// After the first step of those that this stands for.
    pub position: Position,
    pub at: SimTime,
    pub sign: ClientSign,
    /// Unknown for records that never got as far as a partition.
    pub partition: Option<TopicPartition>,
    pub records: u64,
    /// So many marks in one.
    pub count: u32,
}

/// Marks that are kept at most.
const MARKS: usize = 12_000;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientTrace {
    /// In the order of the run.
    marks: Vec<ClientMark>,
}

impl ClientTrace {
    pub fn marks(&self) -> &[ClientMark] {
        &self.marks
    }

    pub(crate) fn record(&mut self, step: &Step, changes: &[Change]) {
        for change in changes {
            match change {
                Change::ProduceSent { partition, records, .. } => {
                    self.add(step, ClientSign::Sent, Some(*partition), u64::from(*records));
                }
                Change::ProduceAnswered { partition, error, .. } if error.is_error() => {
                    self.add(step, ClientSign::Refused, Some(*partition), 0);
                }
                _ => {}
            }
        }
        for completion in &step.completed {
            match completion {
                Completion::Sent {
                    records,
                    partition,
                    outcome,
                    ..
                } => {
                    let sign = match outcome {
                        SendOutcome::Acknowledged { .. } => ClientSign::Acknowledged,
                        SendOutcome::Failed { .. } => ClientSign::Failed,
                    };
                    self.add(step, sign, *partition, records.len() as u64);
                }
                Completion::Received {
                    partition, from, next, ..
                } => {
                    let records = next.0.abs_diff(from.0);
                    self.add(step, ClientSign::Read, Some(*partition), records);
                }
                Completion::ReadFailed { partition, .. } => self.add(step, ClientSign::Failed, Some(*partition), 0),
                Completion::Answered { answer, .. } => self.answered(step, answer),
            }
        }
    }

    /// A raw Produce that was taken. One that was refused is noted where the broker refuses it.
    fn answered(&mut self, step: &Step, answer: &Answer) {
        let Answer::Response(response) = answer else { return };
        let Response::Produce(produced) = &**response else {
            return;
        };
        for told in produced.partitions.iter().filter(|told| !told.error.is_error()) {
            self.add(step, ClientSign::Acknowledged, Some(told.partition), 0);
        }
    }

    fn add(&mut self, step: &Step, sign: ClientSign, partition: Option<TopicPartition>, records: u64) {
        self.marks.push(ClientMark {
            position: step.number,
            at: step.at,
            sign,
            partition,
            records,
            count: 1,
        });
        if self.marks.len() > MARKS {
            self.thin();
        }
    }

    /// Of each kind and partition, every second mark goes into the one before it; the last of each stays as it is.
    fn thin(&mut self) {
        let mut kept: Vec<ClientMark> = Vec::with_capacity(self.marks.len() / 2);
        // Places of marks that still take another one in. There are a few kinds and some partitions: a list will do.
        let mut open: Vec<usize> = Vec::new();
        for mark in &self.marks {
            let same = |place: &usize| (kept[*place].sign, kept[*place].partition) == (mark.sign, mark.partition);
            match open.iter().position(same) {
                Some(n) => {
                    let before = &mut kept[open.swap_remove(n)];
                    before.records += mark.records;
                    before.count += mark.count;
                }
                None => {
                    open.push(kept.len());
                    kept.push(*mark);
                }
            }
        }
        self.marks = kept;
    }

    pub(crate) fn truncate(&mut self, position: Position) {
        self.marks.retain(|mark| mark.position <= position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Happening, Ineffective};
    use replication::base::id::TopicId;

    fn step(number: u64) -> Step {
        Step {
            number,
            at: SimTime(number * 10),
            happening: Happening::Ineffective(Ineffective::NothingDue),
            explained: Vec::new(),
            completed: Vec::new(),
        }
    }

    #[test]
    fn beyond_the_bound_neighbours_of_one_kind_become_one_and_none_is_forgotten() {
        let mut trace = ClientTrace::default();
        let partition = |n| Some(TopicPartition::new(TopicId(1), n));
        let all = 40_000u64;
        for n in 0..all {
            let sign = if n % 4 == 3 {
                ClientSign::Refused
            } else {
                ClientSign::Acknowledged
            };
            trace.add(&step(n), sign, partition((n % 2) as i32), 10);
        }
        assert!(trace.marks().len() <= MARKS);
        let sum = |sign| -> (u64, u64) {
            let of = trace.marks().iter().filter(|mark| mark.sign == sign);
            of.fold((0, 0), |(count, records), mark| {
                (count + u64::from(mark.count), records + mark.records)
            })
        };
        assert_eq!(sum(ClientSign::Refused), (all / 4, all / 4 * 10));
        assert_eq!(sum(ClientSign::Acknowledged), (all / 4 * 3, all / 4 * 30));
        assert!(trace.marks().is_sorted_by_key(|mark| mark.position));
        assert_eq!(trace.marks()[0].position, 0);
    }
}
