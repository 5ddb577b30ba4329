//! Why a replica is in the ISR, out of it, or between the two.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::timer::Timer;
use replication::base::why::{NotInSync, Why};
use replication::broker::Broker;
use replication::message::{Connection, Purpose};
use replication::partition::Leader;
use simulation::cluster::Slot;

use super::{Asking, Chain, branch, one};
use crate::name::numbers;
use crate::why::{Because, Cause};

/// A partition as its leader holds it.
struct Led<'a> {
    broker: &'a Broker,
    slot: &'a Slot,
    leader: &'a Leader,
}

impl<'a> Asking<'a> {
    pub(super) fn membership(self, id: TopicPartition, replica: BrokerId) -> Chain {
        let partition = self.name(id);
        let Some(record) = self.image.partitions.get(&id) else {
            return Chain::new();
        };
        if !record.replicas.contains(&replica) {
            return one(Because::NotAReplica {
                broker: replica.0,
                partition,
                assigned: numbers(&record.replicas),
            });
        }
        let on_record = record.isr.contains(&replica);
        let Some(led) = self.led(id) else {
            return std::iter::once(self.member_on_record(id, replica, on_record).into())
                .chain(self.no_leader(id))
                .collect();
        };
        if led.broker.id == replica {
            return self.leader_as_member(id, &led, on_record);
        }
        let state = &led.leader.isr_state;
        if state.is_joining(replica) {
            return std::iter::once(Cause::from(Because::Joining {
                broker: replica.0,
                partition,
            }))
            .chain(self.proposal(id, led.broker.id))
            .collect();
        }
        if state.is_leaving(replica) {
            let known = led.leader.replica(replica);
            return std::iter::once(Cause::from(Because::Leaving {
                broker: replica.0,
                partition,
                log_end_offset: known.map_or(-1, |known| known.log_end_offset.0),
                caught_up_ago: known.and_then(|known| known.last_caught_up).map(|at| self.ago(at)),
            }))
            .chain(self.proposal(id, led.broker.id))
            .collect();
        }
        let head = self.member_on_record(id, replica, on_record);
        let rest = match (on_record, state.isr().contains(&replica)) {
            (true, true) => self.stays_member(id, &led, replica),
            (false, false) => self.stays_out(id, &led, replica),
            _ => self.leader_has_other_isr(id, &led),
        };
        std::iter::once(head.into()).chain(rest).collect()
    }

    fn led(self, id: TopicPartition) -> Option<Led<'a>> {
        let (broker, slot) = self.broker(self.leader(id)?)?;
        let leader = broker.partitions.get(&id)?.as_leader()?;
        Some(Led { broker, slot, leader })
    }

    fn member_on_record(self, id: TopicPartition, replica: BrokerId, on_record: bool) -> Because {
        let partition = self.name(id);
        if !on_record {
            return Because::NotInIsr {
                broker: replica.0,
                partition,
            };
        }
        let known = self.led(id).and_then(|led| led.leader.replica(replica));
        let log_end_offset = self.cluster.log(replica, id).map_or(0, |log| log.log_end_offset().0);
        Because::InIsr {
            broker: replica.0,
            partition,
            log_end_offset: known.map_or(log_end_offset, |known| known.log_end_offset.0),
            caught_up_ago: known.and_then(|known| known.last_caught_up).map(|at| self.ago(at)),
        }
    }

    /// The one that acts as leader is always in the ISR that it knows; on record it may have been replaced.
    fn leader_as_member(self, id: TopicPartition, led: &Led<'_>, on_record: bool) -> Chain {
        let broker = led.broker.id;
        if on_record {
            return one(Because::LeaderIsInIsr {
                broker: broker.0,
                partition: self.name(id),
            });
        }
        let head = self.member_on_record(id, broker, false);
        std::iter::once(head.into())
            .chain(self.leader_has_other_isr(id, led))
            .collect()
    }

    fn leader_has_other_isr(self, id: TopicPartition, led: &Led<'_>) -> Chain {
        let record = self.image.partitions.get(&id);
        let other = Because::LeaderHasOtherIsr {
            leader: led.broker.id.0,
            isr: numbers(led.leader.isr_state.isr()),
            on_record: record.map_or(Vec::new(), |record| numbers(&record.isr)),
        };
        let mut chain = one(other);
        chain.extend(self.metadata(led.broker.id));
        chain
    }

    fn stays_member(self, id: TopicPartition, led: &Led<'_>, replica: BrokerId) -> Chain {
        let limit = led.slot.config.broker().replica_lag_time_max.micros();
        let leader = (led.broker, led.slot);
        let Some((lag_ends, _)) = self.lag_end(id, leader, replica) else {
            if let Some(obstacle) = self.process_obstacle(NodeId::Broker(led.broker.id)) {
                // It looks at nobody's lag.
                return one(obstacle);
            }
            let session = self.session_end(replica);
            return session.map_or_else(
                || {
                    one(Because::AtLeadersEnd {
                        broker: replica.0,
                        limit: limit.0 as i64,
                    })
                },
                |ends| {
                    let mut chain: Chain = self
                        .process_obstacle(NodeId::Broker(replica))
                        .map(Into::into)
                        .into_iter()
                        .collect();
                    chain.push(ends.into());
                    chain
                },
            );
        };
        let mut chain = self.fetching(id, led.broker.id, replica);
        if self.is_moving(&chain) {
            chain.push(
                Because::MayLag {
                    broker: replica.0,
                    limit: limit.0 as i64,
                    ends_in: self.ahead(lag_ends),
                }
                .into(),
            );
        } else {
            chain.extend(self.will_leave(id, leader, replica));
        }
        chain
    }

    /// What a replica outside the ISR lacks, as the leader's own rule has it.
    fn stays_out(self, id: TopicPartition, led: &Led<'_>, replica: BrokerId) -> Chain {
        let leader = led.broker.id;
        let why = led.broker.why_not_in_isr(id, replica, self.now(), &led.slot.config);
        let Some(Why::NotYetInSync { because, .. }) = why else {
            let joins = one(Because::JoinsWithNextFetch {
                broker: replica.0,
                partition: self.name(id),
            });
            let fetching = self.fetching(id, leader, replica);
            return branch(joins, vec![fetching]);
        };
        let lacks = match because {
            NotInSync::BelowHighWatermark {
                log_end_offset,
                high_watermark,
            } => Because::NeedsHighWatermark {
                broker: replica.0,
                log_end_offset: log_end_offset.0,
                high_watermark: high_watermark.0,
            },
            NotInSync::BelowEpochStart {
                log_end_offset,
                epoch_start_offset,
            } => Because::NeedsEpochStart {
                broker: replica.0,
                log_end_offset: log_end_offset.0,
                epoch_start_offset: epoch_start_offset.0,
            },
            NotInSync::NeverFetched => Because::NeverFetchedInEpoch {
                broker: replica.0,
                epoch: led.broker.partitions.get(&id).map_or(-1, |held| held.leader_epoch.0),
            },
            NotInSync::StaleBrokerEpoch => Because::FetchedAsFormer { broker: replica.0 },
            NotInSync::ProposalPending => return self.proposal(id, leader),
            // The leader goes by its metadata, which may be behind.
            NotInSync::Fenced | NotInSync::ShuttingDown | NotInSync::NotAssigned => {
                return self.not_active(leader, replica);
            }
        };
        std::iter::once(lacks.into())
            .chain(self.fetching(id, leader, replica))
            .collect()
    }

    fn not_active(self, leader: BrokerId, replica: BrokerId) -> Chain {
        if self.image.is_active(replica) {
            self.metadata(leader)
        } else {
            self.session(replica)
        }
    }

    /// The proposal that a leader has made and the controller has not answered.
    pub(super) fn proposal(self, id: TopicPartition, leader: BrokerId) -> Chain {
        let mut chain = one(Because::ProposalPending {
            partition: self.name(id),
            leader: leader.0,
        });
        let Some((broker, _)) = self.broker(leader) else {
            return chain;
        };
        let connection = Connection {
            from: NodeId::Broker(leader),
            to: NodeId::Controller(broker.controller),
            purpose: Purpose::AlterPartition,
        };
        let retries = self
            .timer(NodeId::Broker(leader), Timer::AlterPartitionRetry)
            .map(|ends_in| Because::TriesAgain {
                node: self.node(NodeId::Broker(leader)),
                setting: String::new(),
                ends_in,
            });
        let queued = broker.alter_partition.queued.contains_key(&id);
        chain.extend(match (self.unanswered(connection), retries) {
            (Some(correlation), _) if queued => self.request(connection, correlation),
            (_, Some(retries)) => one(retries),
            // Refused, and the leader waits for metadata to say what is the case.
            _ => self.metadata(leader),
        });
        chain
    }
}
