//! A record: committed or not, told or not, where it lies, and how it was lost.

use replication::base::id::{BrokerId, NodeId, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::client::producer::RecordState;
use replication::client::producer::batch::ProducerBatch;
use replication::log::log::Log;
use replication::message::application::SendError;
use simulation::ghost::{BatchGhost, LossCause, Outcome, RecordGhost};
use simulation::history::History;
use simulation::ledger::{self, Fate, Ledger};

use super::producing::in_flight;
use super::{Asking, Chain, branch, one};
use crate::metadata::metadata;
use crate::read_board::{self, held};
use crate::read_ledger;
use crate::why::{Because, LostBy};

impl<'a> Asking<'a> {
    /// Whether the record at an offset is committed, as whoever acts as leader has it.
    pub(super) fn record(self, id: TopicPartition, offset: i64) -> Chain {
        let partition = self.name(id);
        let Some(leader) = self.leader(id) else {
            let head = Because::RecordUndecided { partition, offset };
            return branch(one(head), vec![self.no_leader(id), one(self.lies_on(id, offset))]);
        };
        if let Some(deleted) = self.deleted(id, leader, offset) {
            return vec![deleted.into(), self.lies_on(id, offset).into()];
        }
        let high_watermark = held(self.cluster, leader, id).map_or(-1, |held| held.high_watermark.0);
        if offset < high_watermark {
            let committed = Because::RecordCommitted {
                partition,
                offset,
                high_watermark,
            };
            return vec![committed.into(), self.lies_on(id, offset).into()];
        }
        self.not_committed(id, leader, offset)
    }

    /// Retention, or somebody, has taken it from the beginning of the leader's log.
    pub(super) fn deleted(self, id: TopicPartition, leader: BrokerId, offset: i64) -> Option<Because> {
        let log_start_offset = self.cluster.log(leader, id)?.log_start_offset().0;
        (offset < log_start_offset).then(|| Because::RecordDeleted {
            partition: self.name(id),
            offset,
            log_start_offset,
        })
    }

    pub(super) fn not_committed(self, id: TopicPartition, leader: BrokerId, offset: i64) -> Chain {
        let partition = self.name(id);
        let high_watermark = held(self.cluster, leader, id).map_or(-1, |held| held.high_watermark.0);
        let log_end_offset = self.cluster.log(leader, id).map_or(0, |log| log.log_end_offset().0);
        if offset >= log_end_offset {
            let head = Because::RecordNotThere {
                partition,
                offset,
                log_end_offset,
            };
            return vec![head.into(), self.lies_on(id, offset).into()];
        }
        let mut chain = one(Because::RecordNotCommitted {
            partition,
            offset,
            high_watermark,
        });
        chain.extend(self.high_watermark(id, Some(offset)));
        chain
    }

    /// The replicas whose logs have at this offset what the leader has there, or without a leader anything.
    fn lies_on(self, id: TopicPartition, offset: i64) -> Because {
        let epoch_in = |log: &Log| log.batch_at(Offset(offset)).map(|batch| batch.leader_epoch);
        let leaders = self
            .leader(id)
            .and_then(|leader| self.cluster.log(leader, id))
            .and_then(epoch_in);
        let logs = self.cluster.logs(id);
        // One epoch has one leader, and it wrote one record there.
        let same = |log: &Log| epoch_in(log).is_some_and(|epoch| leaders.is_none_or(|leaders| leaders == epoch));
        let holding = logs.iter().filter(|(_, log)| same(log));
        let holders: Vec<(BrokerId, bool)> = holding
            .map(|(broker, log)| (*broker, log.recovery_point().0 > offset))
            .collect();
        self.lies(id, offset, &holders)
    }

    /// By who has it, and whether it is flushed there.
    fn lies(self, id: TopicPartition, offset: i64, holders: &[(BrokerId, bool)]) -> Because {
        if holders.is_empty() {
            return Because::LiesNowhere {
                partition: self.name(id),
                offset,
            };
        }
        let flushed = holders.iter().filter(|(_, flushed)| *flushed);
        Because::LiesOn {
            brokers: holders.iter().map(|(broker, _)| broker.0).collect(),
            flushed: flushed.map(|(broker, _)| broker.0).collect(),
            all_flushed: holders.iter().all(|(_, flushed)| *flushed),
        }
    }

    fn sent(self, producer: &str, n: u32) -> Option<(RecordId, &'a RecordGhost, Option<&'a BatchGhost>)> {
        let id = RecordId {
            producer: self.client(producer)?,
            n,
        };
        let (record, batch) = self.ghosts.record(id)?;
        Some((id, record, batch))
    }

    /// What the producer was told of its record, or why it was told nothing yet.
    pub(super) fn acknowledgement(self, ledger: &Ledger<'_>, producer: &str, n: u32) -> Option<Chain> {
        let (id, record, batch) = self.sent(producer, n)?;
        let producer = producer.to_string();
        let acks = batch.and_then(|batch| batch.acks);
        let Some(told) = batch.and_then(|batch| batch.told) else {
            // One that is in no batch yet will be sent as its producer is set.
            let acks = ledger::acks(ledger.world, id.producer, batch);
            let mut chain = one(Because::NotToldYet {
                producer,
                acks: acks.map(read_board::acks).unwrap_or_default(),
                sent_ago: self.ago(record.sent_at),
            });
            chain.extend(self.not_told(id)?);
            return Some(chain);
        };
        let after = told.at.since(record.sent_at).0 as i64;
        let partition = batch.and_then(|batch| batch.partition).map(|id| self.name(id));
        Some(match told.outcome {
            Outcome::Acknowledged { base_offset } => {
                let first = batch.map_or(id.n, |batch| batch.first.n);
                one(Because::Acknowledged {
                    producer,
                    acks: acks.map(read_board::acks).unwrap_or_default(),
                    partition,
                    base_offset: base_offset.map(|base| base.0 + i64::from(id.n - first)),
                    after,
                })
            }
            Outcome::Failed(error) => {
                let failed = Because::ToldFailed {
                    producer,
                    error: match error {
                        SendError::Broker(code) => code.name().to_string(),
                        SendError::Timeout { .. } => "TimeoutException".to_string(),
                    },
                    ever_sent: !matches!(error, SendError::Timeout { ever_sent: false }),
                    after,
                };
                std::iter::once(failed.into())
                    .chain(self.stored(ledger, id, batch))
                    .collect()
            }
            Outcome::Refused(code) => {
                let failed = Because::ToldFailed {
                    producer,
                    error: code.name().to_string(),
                    ever_sent: true,
                    after,
                };
                std::iter::once(failed.into())
                    .chain(self.stored(ledger, id, batch))
                    .collect()
            }
            Outcome::Unknown => std::iter::once(
                Because::ToldFailed {
                    producer,
                    error: "disconnected".to_string(),
                    ever_sent: true,
                    after,
                }
                .into(),
            )
            .chain(self.stored(ledger, id, batch))
            .collect(),
        })
    }

    fn not_told(self, id: RecordId) -> Option<Chain> {
        let client = id.producer;
        if let Some(obstacle) = self.process_obstacle(NodeId::Client(client)) {
            return Some(one(obstacle));
        }
        let Some((producer, config)) = self.producer(client) else {
            return self.raw_waits(client);
        };
        Some(match producer.record_state(id) {
            Some(RecordState::WaitsForMetadata { .. } | RecordState::NotCalledYet) => {
                self.call_waits(client, producer, config)
            }
            Some(RecordState::Queued { partition, .. }) => self.batch_waits(client, producer, config, partition),
            Some(RecordState::InFlight { to, .. }) => {
                let has = |batch: &ProducerBatch| batch.records().iter().any(|record| record.id == id);
                let mut requests = in_flight(producer);
                let request = requests.find(|(broker, .., batches)| *broker == to && batches.iter().any(has));
                request.map_or(Chain::new(), |request| self.in_flight(client, request))
            }
            // The process that sent it is gone, and with it whoever would be told.
            None => one(Because::SenderGone {
                producer: self.node(NodeId::Client(client)),
            }),
        })
    }

    /// Where a record was stored, and where it lies now.
    fn stored(self, ledger: &Ledger<'_>, id: RecordId, batch: Option<&'a BatchGhost>) -> Chain {
        let appended = batch.and_then(|batch| Some((batch, batch.append?, batch.partition?)));
        let Some((batch, append, partition)) = appended else {
            return one(Because::NeverStored {
                producer: self.node(NodeId::Client(id.producer)),
            });
        };
        let offset = append.base_offset.0 + i64::from(id.n - batch.first.n);
        let stored = Because::StoredBy {
            broker: append.broker.0,
            partition: self.name(partition),
            offset,
            epoch: append.epoch.0,
            ago: self.ago(append.at),
            again: batch.copies.len() as u32,
        };
        let holders: Vec<(BrokerId, bool)> = ledger
            .holders(batch)
            .map(|(broker, log, place)| (broker, log.recovery_point() > place.base_offset))
            .collect();
        let lies = self.lies(partition, offset, &holders);
        vec![stored.into(), lies.into()]
    }
}

/// What a producer was told of its record, or why it was told nothing yet.
pub(super) fn acknowledgement(history: &History, producer: &str, n: u32) -> Option<Chain> {
    let world = history.world();
    let image = metadata(&world.cluster)?;
    let ledger = Ledger::new(world, history.track());
    Asking::of(world, &image).acknowledgement(&ledger, producer, n)
}

/// Whether a record is lost, and how that came; where it lies when it is not.
pub(super) fn loss(history: &History, producer: &str, n: u32) -> Option<Chain> {
    let world = history.world();
    let image = metadata(&world.cluster)?;
    let asking = Asking::of(world, &image);
    let (id, _, batch) = asking.sent(producer, n)?;
    let ledger = Ledger::new(world, history.track());
    let fate = match batch {
        Some(batch) => ledger.fate(batch),
        None => ledger.fate_outside_a_batch(id.producer),
    };
    let mut chain = match fate {
        Fate::Waiting => return asking.acknowledgement(&ledger, producer, n),
        _ => asking.stored(&ledger, id, batch),
    };
    let Some(batch) = batch.filter(|_| fate == Fate::Lost) else {
        if let (Fate::Undecided, Some(partition)) = (fate, batch.and_then(|batch| batch.partition)) {
            let lies = chain.pop();
            return Some(branch(
                chain,
                vec![lies.into_iter().collect(), asking.no_leader(partition)],
            ));
        }
        return Some(chain);
    };
    // Where a copy still lies is the last word only of a record that is not lost.
    chain.truncate(1);
    let lost = ledger.lost(batch);
    chain.push(
        Because::Lost {
            cause: read_ledger::cause(lost.cause),
            committed: batch.committed.is_some(),
            ago: asking.ago(lost.at),
        }
        .into(),
    );
    chain.extend(ledger.removals(batch).into_iter().map(|removal| {
        Because::LostFrom {
            broker: removal.broker.0,
            cause: match removal.cause {
                LossCause::Truncation => LostBy::Truncation,
                LossCause::PowerLoss => LostBy::PowerLoss,
                LossCause::DiskLoss => LostBy::DiskLoss,
            },
            ago: asking.ago(removal.at),
        }
        .into()
    }));
    let acks = ledger::acks(world, id.producer, Some(batch)).map(read_board::acks);
    chain.push(
        Because::Promised {
            acks: acks.unwrap_or_default(),
        }
        .into(),
    );
    chain.push(
        Because::KeptWith {
            ways: read_ledger::ways(&lost.kept_with),
            promised: lost.promised,
        }
        .into(),
    );
    Some(chain)
}
