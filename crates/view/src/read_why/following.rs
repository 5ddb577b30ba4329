//! What stands between a follower and its leader: its process, what it believes, its fetch and where that is.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::time::{Micros, SimTime};
use replication::base::timer::Timer;
use replication::broker::Broker;
use replication::message::{Connection, Purpose};
use simulation::cluster::Slot;

use super::{Asking, Chain, one};
use crate::why::{Because, Cause};

impl Asking<'_> {
    /// Where a follower's fetching from a leader stands, down to what will go on with it.
    pub(super) fn fetching(self, id: TopicPartition, leader: BrokerId, follower: BrokerId) -> Chain {
        if let Some(obstacle) = self.process_obstacle(NodeId::Broker(follower)) {
            return one(obstacle);
        }
        let Some((broker, _)) = self.broker(follower) else {
            return Chain::new();
        };
        let theirs = self.broker(leader).and_then(|(leader, _)| leader.partitions.get(&id));
        let epoch = theirs.map_or(-1, |held| held.leader_epoch.0);
        let partition = self.name(id);
        let own = broker.partitions.get(&id);
        if own.is_none_or(|held| held.leader() != Some(leader) || held.leader_epoch.0 != epoch) {
            let acts = Because::ActsInEpoch {
                broker: follower.0,
                partition,
                epoch: own.map_or(-1, |held| held.leader_epoch.0),
                on_record: epoch,
            };
            // Whoever is behind has to hear; a leader that was deposed has to hear it too.
            let late = if own.is_some_and(|held| held.leader_epoch.0 > epoch) {
                leader
            } else {
                follower
            };
            return std::iter::once(acts.into()).chain(self.metadata(late)).collect();
        }
        if broker.failed_partitions.contains(&id) {
            return one(Because::FetchingStopped {
                broker: follower.0,
                partition,
            });
        }
        let fetcher = broker.fetchers.get(&leader);
        let Some((fetcher, state)) = fetcher.and_then(|fetcher| Some((fetcher, fetcher.state(id)?))) else {
            // One that stops gives up what it has lost its place in.
            let stops = Because::BrokerIsShuttingDown { broker: follower.0 };
            return std::iter::once(stops.into())
                .chain(self.next_heartbeat(follower))
                .collect();
        };
        let node = NodeId::Broker(follower);
        let delayed = state.delayed_until.filter(|_| state.is_delayed(self.now()));
        let backs_off = match delayed {
            Some(until) => Some(self.ahead(until)),
            None if fetcher.awaited.is_none() => self.timer(node, Timer::FetchBackoff(leader)),
            None => None,
        };
        if let Some(ends_in) = backs_off {
            return one(Because::TriesAgain {
                node: self.node(node),
                setting: "replica.fetch.backoff.ms".to_string(),
                ends_in,
            });
        }
        fetcher.awaited.map_or(Chain::new(), |awaited| {
            self.request(fetch_connection(follower, leader), awaited.correlation)
        })
    }

    /// Whether a chain ends in something that is under way by itself.
    pub(super) fn is_moving(self, chain: &[Cause]) -> bool {
        matches!(
            chain.last().map(|last| &last.because),
            Some(Because::OnItsWay { .. } | Because::FetchParked { .. })
        )
    }

    /// A member that does not catch up is taken out of the ISR: by its leader, whose check runs every half of the limit, or
    /// before that by the controller, when its session ends.
    pub(super) fn will_leave(
        self,
        id: TopicPartition,
        (leader, slot): (&Broker, &Slot),
        follower: BrokerId,
        to: Offset,
    ) -> Chain {
        let session = self.session_end(follower);
        let lag = self
            .lag_end(id, (leader, slot), follower)
            .map(|(lag_ends, checked)| Because::WillLeaveIsr {
                broker: follower.0,
                partition: self.name(id),
                lag_ends_in: self.ahead(lag_ends),
                checked_in: self.ahead(checked),
                to: to.0,
            });
        session.into_iter().chain(lag).map(Into::into).collect()
    }

    /// When a member's lag is over the limit, and when its leader's check finds it so. `None` while it is at the leader's end.
    pub(super) fn lag_end(
        self,
        id: TopicPartition,
        (leader, slot): (&Broker, &Slot),
        follower: BrokerId,
    ) -> Option<(SimTime, SimTime)> {
        let known = leader.partitions.get(&id)?.as_leader()?.replica(follower)?;
        let end = slot.disk.log(id)?.log_end_offset();
        if known.log_end_offset == end {
            return None;
        }
        let limit = slot.config.broker().replica_lag_time_max.micros();
        let lag_ends = known.last_caught_up.map_or(self.now(), |since| since + limit);
        let next = slot.timers.get(&Timer::IsrExpiration)?.at;
        Some((lag_ends, first_after(next, Micros(limit.0 / 2), lag_ends)))
    }
}

/// The first of a row of checks that comes after a moment.
fn first_after(next: SimTime, period: Micros, moment: SimTime) -> SimTime {
    let late = moment.since(next).0;
    if next > moment {
        return next;
    }
    next + Micros((late / period.0.max(1) + 1) * period.0)
}

pub(super) fn fetch_connection(follower: BrokerId, leader: BrokerId) -> Connection {
    Connection {
        from: NodeId::Broker(follower),
        to: NodeId::Broker(leader),
        purpose: Purpose::Fetch,
    }
}
