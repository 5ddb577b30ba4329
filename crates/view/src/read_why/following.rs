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
        let Some(awaited) = fetcher.awaited else {
            return Chain::new();
        };
        let request = self.request(fetch_connection(follower, leader), awaited.correlation);
        let Some(asked_for) = fetcher.asks_for(id) else {
            let without = Because::FetchWithoutIt {
                broker: follower.0,
                leader: leader.0,
                partition,
            };
            return std::iter::once(without.into()).chain(request).collect();
        };
        // It asks for other partitions too.
        let named = |mut cause: Cause| {
            if let Because::FetchParked {
                partition: of,
                fetch_offset,
                ..
            } = &mut cause.because
            {
                (*of, *fetch_offset) = (partition.clone(), asked_for.0);
            }
            cause
        };
        request.into_iter().map(named).collect()
    }

    /// Whether a chain ends in something that is under way by itself.
    pub(super) fn is_moving(self, chain: &[Cause]) -> bool {
        matches!(
            chain.last().map(|last| &last.because),
            Some(Because::OnItsWay { .. } | Because::FetchParked { .. } | Because::FetchWaitsForBytes { .. })
        )
    }

    /// A member that does not catch up is taken out of the ISR: by its leader, whose check runs every half of the limit, or
    /// before that by the controller, when its session ends.
    pub(super) fn will_leave(self, id: TopicPartition, (leader, slot): (&Broker, &Slot), follower: BrokerId) -> Chain {
        let mut chain: Chain = self.session_end(follower).map(Into::into).into_iter().collect();
        let Some((lag_ends, checked)) = self.lag_end(id, (leader, slot), follower) else {
            return chain;
        };
        if self.is_fenced_by(follower, checked) {
            return chain;
        }
        let partition = self.name(id);
        if let Some(obstacle) = self.proposes_in_vain(leader.id) {
            let needs = Because::IsrNeedsController {
                leader: leader.id.0,
                partition,
            };
            chain.extend([needs, obstacle].map(Into::into));
            return chain;
        }
        let (to, under_min_isr) = self.high_watermark_without(id, (leader, slot), follower, checked);
        chain.push(
            Because::WillLeaveIsr {
                broker: follower.0,
                partition,
                lag_ends_in: self.ahead(lag_ends),
                checked_in: self.ahead(checked),
                to,
                under_min_isr,
            }
            .into(),
        );
        chain
    }

    /// Whether a broker that cannot be heard is fenced before a moment.
    fn is_fenced_by(self, broker: BrokerId, moment: SimTime) -> bool {
        let Some(Because::SessionEnds { ends_in, every, .. }) = self.session_end(broker) else {
            return false;
        };
        ends_in + every <= self.ahead(moment)
    }

    /// What keeps the proposals of a leader from a controller that answers.
    fn proposes_in_vain(self, leader: BrokerId) -> Option<Because> {
        let connection = self.to_controller(leader, Purpose::AlterPartition)?;
        let blocked = self.blocked(connection);
        self.process_obstacle(connection.to).or(blocked)
    }

    /// Where the high watermark comes to when a member has left, and with it every other one that does not move and has left by
    /// then; and whether the ISR is too small then.
    fn high_watermark_without(
        self,
        id: TopicPartition,
        (leader, slot): (&Broker, &Slot),
        follower: BrokerId,
        by: SimTime,
    ) -> (Option<i64>, bool) {
        let held = leader.partitions.get(&id);
        let Some((held, leading)) = held.and_then(|held| Some((held, held.as_leader()?))) else {
            return (None, false);
        };
        let leaves = |other: BrokerId| {
            let lag = self.lag_end(id, (leader, slot), other);
            let late = lag.is_some_and(|(_, checked)| checked <= by) || self.is_fenced_by(other, by);
            late && !self.is_moving(&self.fetching(id, leader.id, other))
        };
        let isr = leading.isr_state.isr();
        let stays = |other: &BrokerId| *other != follower && (*other == leader.id || !leaves(*other));
        let left = isr.iter().filter(|member| stays(member)).count() as i32;
        if left < held.effective_min_insync_replicas(leading) {
            return (None, true);
        }
        let counts = |other: BrokerId| leader.high_watermark_waits_for(&slot.disk, id, other, self.now(), &slot.config);
        let others = leading
            .remote_replicas
            .iter()
            .map(|replica| (replica.broker, replica.log_end_offset));
        let end = slot.disk.log(id).map_or(Offset::ZERO, |log| log.log_end_offset());
        let waited_for = others.filter(|(other, _)| counts(*other) && stays(other));
        let to = waited_for.map(|(_, at)| at).min().unwrap_or(end).min(end);
        ((to > held.high_watermark).then_some(to.0), false)
    }

    /// When a member's lag is over the limit, and when its leader's check finds it so. `None` while it is at the leader's end, or
    /// the leader stands still.
    pub(super) fn lag_end(
        self,
        id: TopicPartition,
        (leader, slot): (&Broker, &Slot),
        follower: BrokerId,
    ) -> Option<(SimTime, SimTime)> {
        let known = leader.partitions.get(&id)?.as_leader()?.replica(follower)?;
        let end = slot.disk.log(id)?.log_end_offset();
        if known.log_end_offset == end || slot.paused {
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
