//! Answers to "why", built from the reasons of those who decide.
//!
//! The broker's and the controller's own functions say what is the case; what stands around it (a message on its way, a cut
//! link, a process that is down) is added from the state of the world, down to what will change it.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::time::{Micros, SimTime};
use replication::base::why::{ElectionGround, NotElected, NotInSync, Why};
use replication::broker::Broker;
use replication::controller::why_leader;
use replication::message::{Connection, Purpose};
use replication::partition::replica::Replica;
use replication::quorum::image::MetadataImage;
use simulation::act::Direction;
use simulation::cluster::{Cluster, Slot};
use simulation::network::{Condition, Content, Path};

use crate::board::{LinkState, ProcessState};
use crate::name::{self, numbers};
use crate::read_board::{as_broker, held, process_state};
use crate::why::{Because, Position, Question};

/// The chain from the question to its root. Empty when the question names nothing that is there.
pub fn why(cluster: &Cluster, question: &Question) -> Vec<Because> {
    let Some(image) = cluster.metadata() else {
        return Vec::new();
    };
    let asking = Asking { cluster, image };
    let find = |partition: &str| name::find_partition(image, partition);
    let answer = match question {
        Question::Record { partition, offset } => find(partition).map(|id| asking.record(id, *offset)),
        Question::HighWatermark { partition } => find(partition).map(|id| asking.high_watermark(id)),
        Question::Leadership { partition } => find(partition).map(|id| asking.leadership(id)),
        Question::Membership { partition, broker } => {
            find(partition).map(|id| asking.membership(id, BrokerId(*broker)))
        }
        Question::Parked { key } => asking.parked(key),
    };
    answer.unwrap_or_default()
}

struct Asking<'a> {
    cluster: &'a Cluster,
    image: &'a MetadataImage,
}

impl<'a> Asking<'a> {
    fn name(&self, id: TopicPartition) -> String {
        name::partition(Some(self.image), id)
    }

    fn node(&self, id: NodeId) -> String {
        name::node(self.cluster, id)
    }

    fn now(&self) -> SimTime {
        self.cluster.now
    }

    fn ahead(&self, at: SimTime) -> i64 {
        at.0 as i64 - self.now().0 as i64
    }

    fn ago(&self, at: SimTime) -> i64 {
        self.now().since(at).0 as i64
    }

    fn slot(&self, broker: BrokerId) -> Option<&'a Slot> {
        self.cluster.slot(NodeId::Broker(broker))
    }

    fn broker(&self, broker: BrokerId) -> Option<(&'a Broker, &'a Slot)> {
        let slot = self.slot(broker)?;
        Some((as_broker(slot)?, slot))
    }

    /// Who acts as leader: the one on record, or before the metadata has spread whoever believes it still is.
    fn leader(&self, id: TopicPartition) -> Option<BrokerId> {
        let record = self.image.partitions.get(&id)?;
        let acts = |broker: &BrokerId| held(self.cluster, *broker, id).is_some_and(|p| p.as_leader().is_some());
        let on_record = record.leader.filter(acts);
        on_record.or_else(|| record.replicas.iter().copied().find(acts))
    }

    fn record(&self, id: TopicPartition, offset: i64) -> Vec<Because> {
        let partition = self.name(id);
        let Some(leader) = self.leader(id) else {
            return self.leadership(id);
        };
        let high_watermark = held(self.cluster, leader, id).map_or(-1, |partition| partition.high_watermark.0);
        let log_end_offset = self.cluster.log(leader, id).map_or(0, |log| log.log_end_offset().0);
        if offset >= log_end_offset {
            return vec![Because::RecordNotThere {
                partition,
                offset,
                log_end_offset,
            }];
        }
        if offset < high_watermark {
            return vec![Because::RecordCommitted {
                partition,
                offset,
                high_watermark,
            }];
        }
        let not_committed = Because::RecordNotCommitted {
            partition,
            offset,
            high_watermark,
        };
        std::iter::once(not_committed).chain(self.high_watermark(id)).collect()
    }

    fn high_watermark(&self, id: TopicPartition) -> Vec<Because> {
        let partition = self.name(id);
        let Some((broker, slot)) = self.leader(id).and_then(|leader| self.broker(leader)) else {
            return self.leadership(id);
        };
        let log_end_offset = slot.disk.log(id).map_or(Offset::ZERO, |log| log.log_end_offset());
        match broker.why_high_watermark(&slot.disk, id, self.now(), &slot.config) {
            Some(Why::HighWatermarkAtLogEnd { high_watermark, .. }) => vec![Because::HighWatermarkAtLogEnd {
                partition,
                high_watermark: high_watermark.0,
            }],
            Some(Why::HighWatermarkFrozen {
                high_watermark,
                isr,
                min_insync_replicas,
                ..
            }) => {
                let frozen = Because::HighWatermarkFrozen {
                    partition,
                    high_watermark: high_watermark.0,
                    isr: numbers(&isr),
                    min_insync_replicas,
                };
                let record = self.image.partitions.get(&id);
                let missing = record.into_iter().flat_map(|record| &record.replicas);
                let missing = missing.filter(|replica| !isr.contains(replica));
                std::iter::once(frozen)
                    .chain(missing.flat_map(|replica| self.membership(id, *replica)))
                    .collect()
            }
            Some(Why::HighWatermarkHeldBack {
                high_watermark,
                by,
                counted,
                ..
            }) => {
                let position = |(broker, log_end_offset): &(BrokerId, Offset)| Position {
                    broker: broker.0,
                    log_end_offset: log_end_offset.0,
                };
                let own = Position {
                    broker: broker.id.0,
                    log_end_offset: log_end_offset.0,
                };
                let smallest = Because::HighWatermarkIsSmallest {
                    partition,
                    high_watermark: high_watermark.0,
                    counted: std::iter::once(own).chain(counted.iter().map(position)).collect(),
                };
                let to = self.without(&counted, &by, log_end_offset);
                let holders = by
                    .iter()
                    .flat_map(|(holder, _)| self.held_back_by(id, broker, slot, *holder, to));
                std::iter::once(smallest).chain(holders).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where the high watermark could be without those who hold it back.
    fn without(&self, counted: &[(BrokerId, Offset)], by: &[(BrokerId, Offset)], log_end_offset: Offset) -> Offset {
        let others = counted.iter().filter(|counted| !by.contains(counted));
        others.map(|(_, end)| *end).min().unwrap_or(log_end_offset)
    }

    /// A follower that the high watermark waits for: what the leader knows of it, and what keeps it.
    fn held_back_by(
        &self,
        id: TopicPartition,
        leader: &Broker,
        slot: &Slot,
        follower: BrokerId,
        to: Offset,
    ) -> Vec<Because> {
        let known = leader
            .partitions
            .get(&id)
            .and_then(|p| p.as_leader())
            .and_then(|l| l.replica(follower));
        let Some(known) = known else { return Vec::new() };
        let partition = self.name(id);
        let mut chain = vec![Because::HeldBackBy {
            broker: follower.0,
            partition: partition.clone(),
            log_end_offset: known.log_end_offset.0,
            last_fetch_ago: known.last_fetch_time.map(|at| self.ago(at)),
        }];
        let log_end_offset = self.cluster.log(follower, id).map_or(0, |log| log.log_end_offset().0);
        if log_end_offset > known.log_end_offset.0 {
            chain.push(Because::HasMoreThanLeaderKnows {
                broker: follower.0,
                partition: partition.clone(),
                log_end_offset,
                leader_knows: known.log_end_offset.0,
            });
        }
        let obstacles = self.obstacles(id, leader.id, follower);
        let obstructed = !obstacles
            .iter()
            .all(|obstacle| matches!(obstacle, Because::OnItsWay { .. }));
        chain.extend(obstacles);
        let in_isr = self
            .image
            .partitions
            .get(&id)
            .is_some_and(|record| record.isr.contains(&follower));
        if obstructed && in_isr {
            chain.push(self.will_leave_isr(partition, slot, known, to));
        }
        chain
    }

    /// A member that does not catch up is taken out by a check that runs every half of the limit.
    fn will_leave_isr(&self, partition: String, leader: &Slot, follower: &Replica, to: Offset) -> Because {
        let limit = leader.config.broker().replica_lag_time_max.micros();
        let since = follower.last_caught_up.unwrap_or(SimTime::ZERO);
        Because::WillLeaveIsr {
            broker: follower.broker.0,
            partition,
            earliest_in: self.ahead(since + limit).max(0),
            latest_in: self.ahead(since + limit + Micros(limit.0 / 2)).max(0),
            to: to.0,
        }
    }

    /// What stands between a follower's fetch and its leader, or is under way between them.
    fn obstacles(&self, id: TopicPartition, leader: BrokerId, follower: BrokerId) -> Vec<Because> {
        let mut chain = Vec::new();
        let (from, to) = (NodeId::Broker(follower), NodeId::Broker(leader));
        let state = self
            .slot(follower)
            .map(|slot| process_state(slot, ProcessState::Running));
        if let Some(state @ (ProcessState::Down | ProcessState::Paused)) = state {
            chain.push(Because::ProcessIs {
                node: self.node(from),
                state,
            });
            return chain;
        }
        for (from, to) in [(from, to), (to, from)] {
            let condition = self.cluster.network.condition_of(Path {
                from,
                to,
                purpose: Some(Purpose::Fetch),
            });
            let state = match condition {
                Condition { cut: true, .. } => LinkState::Cut,
                Condition { held: true, .. } => LinkState::Held,
                Condition { slow: Some(_), .. } => LinkState::Slow,
                _ => continue,
            };
            chain.push(Because::LinkIs {
                from: self.node(from),
                to: self.node(to),
                state,
            });
        }
        chain.extend(self.on_its_way(from, to));
        if let Some((broker, _)) = self.broker(leader) {
            let parked = broker
                .fetches
                .iter()
                .find(|(_, fetch)| fetch.requester.connection.from == from);
            if let Some((_, fetch)) = parked
                && let Some(asked) = fetch.request.partitions.iter().find(|asked| asked.partition == id)
            {
                chain.push(Because::FetchParked {
                    broker: follower.0,
                    leader: leader.0,
                    fetch_offset: asked.fetch_offset.0,
                    ends_in: self.ahead(fetch.until),
                });
            }
        }
        chain
    }

    /// A Fetch or its answer between two brokers.
    fn on_its_way(&self, from: NodeId, to: NodeId) -> Option<Because> {
        let connection = Connection {
            from,
            to,
            purpose: Purpose::Fetch,
        };
        let lane = |direction| {
            self.cluster
                .head(connection, direction)
                .map(|parcel| (direction, parcel))
        };
        let (direction, parcel) = lane(Direction::Response).or_else(|| lane(Direction::Request))?;
        let Content::Message(envelope) = &parcel.content else {
            return None;
        };
        let blocked = self.cluster.network.find(connection).is_some_and(|link| {
            let link = self.cluster.network.link(link);
            link.lane(direction).is_blocked()
        });
        Some(Because::OnItsWay {
            api: envelope.body.api().name().to_string(),
            from: self.node(envelope.sender()),
            to: self.node(envelope.receiver()),
            arrives_in: (!blocked).then(|| self.ahead(parcel.arrives_at).max(0)),
        })
    }

    fn leadership(&self, id: TopicPartition) -> Vec<Because> {
        let partition = self.name(id);
        let Some(record) = self.image.partitions.get(&id) else {
            return Vec::new();
        };
        let Some(Why::Leadership {
            leader, ground, others, ..
        }) = why_leader(self.image, &self.cluster.rules, id)
        else {
            return Vec::new();
        };
        let first = match record.leader.filter(|on_record| leader == Some(*on_record)) {
            Some(leader) => Because::Leads {
                broker: leader.0,
                partition: partition.clone(),
                epoch: record.leader_epoch.0,
                preferred: ground == ElectionGround::Preferred || record.preferred_leader() == Some(leader),
            },
            None => Because::NoLeader {
                partition: partition.clone(),
                isr: numbers(&record.isr),
                elr: numbers(&record.elr),
            },
        };
        let rest = others.into_iter().map(|(broker, not_elected)| Because::NotElected {
            broker: broker.0,
            partition: partition.clone(),
            because: not_elected_name(not_elected).to_string(),
        });
        std::iter::once(first).chain(rest).collect()
    }

    fn membership(&self, id: TopicPartition, replica: BrokerId) -> Vec<Because> {
        let partition = self.name(id);
        let Some(record) = self.image.partitions.get(&id) else {
            return Vec::new();
        };
        let Some(leader) = self.leader(id) else {
            return self.membership_without_leader(id, replica);
        };
        let Some((broker, slot)) = self.broker(leader) else {
            return Vec::new();
        };
        if record.isr.contains(&replica) {
            let known = broker
                .partitions
                .get(&id)
                .and_then(|p| p.as_leader())
                .and_then(|l| l.replica(replica));
            let (end, caught_up_ago) = match known {
                Some(known) => (known.log_end_offset.0, known.last_caught_up.map(|at| self.ago(at))),
                None => (slot.disk.log(id).map_or(0, |log| log.log_end_offset().0), Some(0)),
            };
            return vec![Because::InIsr {
                broker: replica.0,
                partition,
                log_end_offset: end,
                caught_up_ago,
            }];
        }
        let mut chain = vec![Because::NotInIsr {
            broker: replica.0,
            partition: partition.clone(),
        }];
        if let Some(Why::NotYetInSync { because, .. }) = broker.why_not_in_isr(id, replica, self.now(), &slot.config) {
            chain.push(match because {
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
                NotInSync::Fenced => Because::BrokerIsFenced { broker: replica.0 },
                NotInSync::ShuttingDown => Because::BrokerIsShuttingDown { broker: replica.0 },
                NotInSync::ProposalPending => Because::ProposalPending { partition },
                NotInSync::NeverFetched | NotInSync::NotAssigned | NotInSync::StaleBrokerEpoch => {
                    Because::NeverFetchedInEpoch {
                        broker: replica.0,
                        epoch: record.leader_epoch.0,
                    }
                }
            });
        }
        chain.extend(self.obstacles(id, leader, replica));
        chain
    }

    /// While nobody acts as leader nobody can propose another ISR: what is on record stands.
    fn membership_without_leader(&self, id: TopicPartition, replica: BrokerId) -> Vec<Because> {
        let partition = self.name(id);
        let in_isr = self
            .image
            .partitions
            .get(&id)
            .is_some_and(|record| record.isr.contains(&replica));
        let first = if in_isr {
            let log = self.cluster.log(replica, id);
            Because::InIsr {
                broker: replica.0,
                partition,
                log_end_offset: log.map_or(0, |log| log.log_end_offset().0),
                caught_up_ago: None,
            }
        } else {
            Because::NotInIsr {
                broker: replica.0,
                partition,
            }
        };
        std::iter::once(first).chain(self.leadership(id)).collect()
    }

    /// A parked request by the name the board gives it: `b1:produce:7`.
    fn parked(&self, key: &str) -> Option<Vec<Because>> {
        let mut parts = key.split(':');
        let broker = BrokerId(parts.next()?.strip_prefix('b')?.parse().ok()?);
        let kind = parts.next()?;
        let number: u64 = parts.next()?.parse().ok()?;
        let (broker, _) = self.broker(broker)?;
        let reasons = match kind {
            "produce" => broker.why_produce_waits(number),
            "fetch" => broker.why_fetch_waits(number),
            _ => return None,
        };
        let mut chain = Vec::new();
        for reason in reasons {
            match reason {
                Why::ProduceWaits {
                    partition,
                    required_offset,
                    high_watermark,
                    until,
                    ..
                } => {
                    chain.push(Because::ProduceWaits {
                        partition: self.name(partition),
                        required_offset: required_offset.0,
                        high_watermark: high_watermark.0,
                        ends_in: self.ahead(until),
                    });
                    chain.extend(self.high_watermark(partition));
                }
                Why::FetchWaits {
                    partition,
                    fetch_offset,
                    until,
                } => chain.push(Because::FetchWaits {
                    partition: self.name(partition),
                    fetch_offset: fetch_offset.0,
                    ends_in: self.ahead(until),
                }),
                _ => {}
            }
        }
        Some(chain)
    }
}

/// The reason's own name; its sentence is made outside.
fn not_elected_name(reason: NotElected) -> &'static str {
    match reason {
        NotElected::NotRegistered => "not-registered",
        NotElected::Fenced => "fenced",
        NotElected::ShuttingDown => "shutting-down",
        NotElected::Leaving => "leaving",
        NotElected::UncleanShutdown => "unclean-shutdown",
        NotElected::NotInIsr => "not-in-isr",
        NotElected::InElrButIsrNotEmpty => "in-elr-but-isr-not-empty",
        NotElected::LastKnownButElrNotEmpty => "last-known-but-elr-not-empty",
        NotElected::Eligible => "eligible",
    }
}
