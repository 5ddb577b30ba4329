//! Why the high watermark is where it is: the leader's by those it counts, a follower's by what it was told.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::why::Why;
use replication::broker::Broker;
use replication::partition::isr::IsrState;
use simulation::cluster::Slot;

use super::{Asking, Chain, branch, one};
use crate::name::numbers;
use crate::read_board::held;
use crate::why::{Because, CountedAs, Position};

/// Replicas that the high watermark waits for, and how far each is as the leader knows.
type Counted = Vec<(BrokerId, Offset)>;

impl Asking<'_> {
    /// The high watermark of whoever acts as leader. `past` is an offset that it shall pass, when one is asked about: then
    /// everybody counts who has not got beyond it, else those alone who hold it where it is.
    pub(super) fn high_watermark(self, id: TopicPartition, past: Option<i64>) -> Chain {
        match self.leader(id) {
            Some(leader) => self.high_watermark_of(id, leader, past),
            None => self.no_leader(id),
        }
    }

    /// As one broker that acts as leader sees it, whether or not it is the leader on record.
    pub(super) fn high_watermark_of(self, id: TopicPartition, leader: BrokerId, past: Option<i64>) -> Chain {
        let Some((broker, slot)) = self.broker(leader) else {
            return Chain::new();
        };
        let partition = self.name(id);
        match broker.why_high_watermark(&slot.disk, id, self.now(), &slot.config) {
            Some(Why::HighWatermarkAtLogEnd { high_watermark, .. }) => {
                let at_end = Because::HighWatermarkAtLogEnd {
                    partition,
                    high_watermark: high_watermark.0,
                };
                // Nothing is written while it stands still.
                let stands = self.process_obstacle(NodeId::Broker(leader));
                let ends = stands.as_ref().and_then(|_| self.session_end(leader));
                let all = std::iter::once(at_end).chain(stands).chain(ends);
                all.map(Into::into).collect()
            }
            Some(Why::HighWatermarkFrozen {
                high_watermark,
                isr,
                min_insync_replicas,
                ..
            }) => {
                let frozen = one(Because::HighWatermarkFrozen {
                    partition,
                    high_watermark: high_watermark.0,
                    isr: numbers(&isr),
                    min_insync_replicas,
                });
                let record = self.image.partitions.get(&id);
                let missing = record.into_iter().flat_map(|record| &record.replicas);
                let missing = missing.filter(|replica| !isr.contains(replica));
                branch(frozen, missing.map(|replica| self.membership(id, *replica)).collect())
            }
            Some(Why::HighWatermarkHeldBack {
                high_watermark,
                by,
                counted,
                ..
            }) => {
                let end = slot.disk.log(id).map_or(Offset::ZERO, |log| log.log_end_offset());
                let by = match past {
                    Some(past) => counted.iter().copied().filter(|(_, at)| at.0 <= past).collect(),
                    None => by,
                };
                self.held_back(id, (broker, slot), high_watermark, (counted, by), end)
            }
            // It does not lead.
            _ => self.membership(id, leader),
        }
    }

    fn held_back(
        self,
        id: TopicPartition,
        (leader, slot): (&Broker, &Slot),
        high_watermark: Offset,
        (counted, by): (Counted, Counted),
        end: Offset,
    ) -> Chain {
        let partition = self.name(id);
        let position = |(broker, at): &(BrokerId, Offset)| Position {
            broker: broker.0,
            log_end_offset: at.0,
        };
        let own = (leader.id, end);
        let positions = std::iter::once(&own).chain(&counted).map(position).collect();
        let least = counted.iter().map(|(_, at)| *at).min().unwrap_or(end).min(end);
        if least > high_watermark {
            return one(Because::HighWatermarkMayMove { partition, to: least.0 });
        }
        let high_watermark = high_watermark.0;
        let head = if least.0 == high_watermark {
            Because::HighWatermarkIsSmallest {
                partition,
                high_watermark,
                counted: positions,
            }
        } else {
            Because::HighWatermarkDoesNotGoBack {
                partition,
                high_watermark,
                counted: positions,
            }
        };
        let holders = by
            .iter()
            .map(|(holder, _)| self.held_back_by(id, (leader, slot), *holder));
        branch(one(head), holders.collect())
    }

    /// A follower that the high watermark waits for: what the leader knows of it, and what keeps it.
    fn held_back_by(self, id: TopicPartition, (leader, slot): (&Broker, &Slot), follower: BrokerId) -> Chain {
        let leading = leader.partitions.get(&id).and_then(|held| held.as_leader());
        let Some((leading, known)) = leading.and_then(|leading| Some((leading, leading.replica(follower)?))) else {
            return Chain::new();
        };
        let partition = self.name(id);
        let mut chain = one(Because::HeldBackBy {
            broker: follower.0,
            partition: partition.clone(),
            log_end_offset: known.log_end_offset.0,
            last_fetch_ago: known.last_fetch_time.map(|at| self.ago(at)),
        });
        let counted_as = match &leading.isr_state {
            state if state.is_joining(follower) => Some(CountedAs::Joining),
            state if state.is_leaving(follower) => Some(CountedAs::Leaving),
            IsrState::Committed { isr } | IsrState::PendingExpand { isr, .. } | IsrState::PendingShrink { isr, .. } => {
                (!isr.contains(&follower)).then_some(CountedAs::CaughtUp)
            }
        };
        if let Some(because) = counted_as {
            chain.push(
                Because::CountedThough {
                    broker: follower.0,
                    because,
                }
                .into(),
            );
        }
        if counted_as == Some(CountedAs::Leaving) {
            chain.extend(self.proposal(id, leader.id));
            return chain;
        }
        let log_end_offset = self.cluster.log(follower, id).map_or(0, |log| log.log_end_offset().0);
        if log_end_offset > known.log_end_offset.0 {
            chain.push(
                Because::HasMoreThanLeaderKnows {
                    broker: follower.0,
                    partition,
                    log_end_offset,
                    leader_knows: known.log_end_offset.0,
                }
                .into(),
            );
        }
        chain.extend(self.fetching(id, leader.id, follower));
        if leading.isr_state.isr().contains(&follower) && !self.is_moving(&chain) {
            chain.extend(self.will_leave(id, (leader, slot), follower));
        }
        chain
    }

    /// What a follower believes to be committed, and how it will hear of more.
    pub(super) fn replica_high_watermark(self, id: TopicPartition, broker: BrokerId) -> Chain {
        let leader = self.leader(id);
        let (Some(own), Some(leader)) = (held(self.cluster, broker, id), leader) else {
            return match (self.process_obstacle(NodeId::Broker(broker)), leader) {
                (Some(obstacle), _) => one(obstacle),
                (None, None) => self.no_leader(id),
                (None, Some(leader)) => self.fetching(id, leader, broker),
            };
        };
        if leader == broker {
            return self.high_watermark_of(id, broker, None);
        }
        let leaders = held(self.cluster, leader, id).map_or(Offset::ZERO, |held| held.high_watermark);
        let (partition, high_watermark) = (self.name(id), own.high_watermark.0);
        if high_watermark >= leaders.0 {
            return one(Because::FollowerHasHighWatermark {
                broker: broker.0,
                partition,
                high_watermark,
            });
        }
        let mut chain = one(Because::FollowerHighWatermark {
            broker: broker.0,
            partition,
            high_watermark,
            leader: leader.0,
            leaders: leaders.0,
        });
        if self
            .cluster
            .log(broker, id)
            .is_some_and(|log| log.log_end_offset() >= leaders)
            && self.cluster.is_told_no_more(leader, broker, id)
        {
            chain.extend(one(Because::ToldWithDivergence {
                broker: broker.0,
                partition: self.name(id),
                leader: leader.0,
                high_watermark: leaders.0,
            }));
            return chain;
        }
        chain.extend(self.fetching(id, leader, broker));
        chain
    }
}
