//! Whether an answer about one record names those who lack it, and those who have it.

use std::collections::BTreeSet;

use replication::base::id::{BrokerId, RecordId};
use replication::log::log::Log;

use super::facts;
use super::look::Look;
use crate::why::{Because, Cause, Question};

/// Of a question about one record: who lacks it, and where it lies.
pub fn lacks(look: Look<'_>, question: &Question, chain: &[Cause]) -> Vec<String> {
    let Question::Record { partition, offset } = question else {
        return Vec::new();
    };
    let id = look.partition(partition);
    let mut wrong = Vec::new();
    let all = facts(chain);
    let held_back: BTreeSet<i32> = all
        .iter()
        .filter_map(|because| match because {
            Because::HeldBackBy { broker, .. } => Some(*broker),
            _ => None,
        })
        .collect();
    let waits = matches!(
        all.get(1),
        Some(Because::HighWatermarkIsSmallest { .. } | Because::HighWatermarkDoesNotGoBack { .. })
    );
    if let (true, Some(leader)) = (waits, look.leader(id)) {
        let counted = leader.counted(look, id).into_iter();
        let missing: BTreeSet<i32> = counted
            .filter(|(_, at)| at <= offset)
            .map(|(broker, _)| broker)
            .collect();
        if held_back != missing {
            wrong.push(format!("held back by {held_back:?}, and {missing:?} lack it"));
        }
    }
    let lies = all.iter().find_map(|because| match because {
        Because::LiesOn { brokers, flushed, .. } => Some((brokers.clone(), flushed.clone())),
        Because::LiesNowhere { .. } => Some((Vec::new(), Vec::new())),
        _ => None,
    });
    if let (Some((brokers, flushed)), Some(leader)) = (lies, look.leader(id)) {
        let at = |broker: BrokerId| {
            let log = look.cluster.log(broker, id)?;
            let batches = log.batches_from(log.log_start_offset());
            let record = batches.into_iter().find_map(|batch| {
                let place = usize::try_from(offset - batch.base_offset.0).ok()?;
                batch.records.get(place).map(|record| (record.id, batch.leader_epoch))
            })?;
            Some((record, log.recovery_point().0 > *offset))
        };
        let sought = at(leader.broker).map(|(record, _)| record);
        let ids: Vec<BrokerId> = look.cluster.brokers().map(|(broker, _)| broker).collect();
        let have: Vec<(i32, bool)> = ids
            .into_iter()
            .filter_map(|broker| {
                let (record, flushed) = at(broker)?;
                (sought.is_none() || sought == Some(record)).then_some((broker.0, flushed))
            })
            .collect();
        let names = |wanted: bool| -> Vec<i32> {
            let have = have.iter().filter(|(_, flushed)| *flushed || !wanted);
            have.map(|(broker, _)| *broker).collect()
        };
        if (names(false), names(true)) != (brokers.clone(), flushed) {
            wrong.push(format!("lies on {brokers:?}, and it is {have:?}"));
        }
    }
    wrong
}

/// Of a question about one that was sent: whose logs have it, and that nobody has taken up leading without it who has it.
pub fn copies(look: Look<'_>, question: &Question, chain: &[Cause]) -> Vec<String> {
    let Question::Loss { producer, n } = question else {
        return Vec::new();
    };
    let sought = RecordId {
        producer: look.cluster.client_named(producer).unwrap(),
        n: *n,
    };
    let has = |log: &Log| {
        let batches = log.batches_from(log.log_start_offset());
        batches
            .into_iter()
            .any(|batch| batch.records.iter().any(|record| record.id == sought))
    };
    let mut have = BTreeSet::new();
    for id in look.ids() {
        let logs = look.cluster.logs(id);
        have.extend(logs.iter().filter(|(_, log)| has(log)).map(|(broker, _)| broker.0));
    }
    let mut wrong = Vec::new();
    for because in facts(chain) {
        let is = match because {
            Because::LiesOn { brokers, .. } => have == brokers.iter().copied().collect(),
            Because::LiesNowhere { .. } | Because::NeverStored { .. } => have.is_empty(),
            Because::Lost { .. } => look.ids().into_iter().all(|id| {
                let leader = look.leader(id).filter(|acts| {
                    let record = look.record(id);
                    record.leader == Some(acts.broker) && record.leader_epoch == acts.held.leader_epoch
                });
                leader.is_none_or(|acts| !acts.slot.disk.log(id).is_some_and(has))
            }),
            _ => true,
        };
        if !is {
            wrong.push(format!("{because:?}, and {have:?} have it"));
        }
    }
    wrong
}
