//! What an answer foretells: nobody acts any more, so it has to come when the clock goes on.

use replication::base::id::{BrokerId, NodeId};
use replication::base::time::SimTime;
use replication::base::timer::Timer;
use replication::message::Purpose;
use replication::node::Node;
use simulation::history::History;

use super::super::tests::BROKERS;
use super::look::{Acts, Look};
use crate::board::ProcessState;
use crate::metadata::metadata;
use crate::why::Because;

/// What is foretold of a time, and whether it has come.
pub struct Foretold {
    pub at: SimTime,
    pub said: String,
    pub has_come: Box<dyn Fn(Look<'_>) -> bool>,
}

/// What a fact says will be. Nobody acts any more, so it has to come.
pub fn foretells(look: Look<'_>, because: &Because) -> Option<Foretold> {
    use Because::*;
    let now = look.cluster.now;
    let after = |ends_in: i64| SimTime(now.0 + ends_in as u64);
    let said = format!("{because:?}");
    let foretold = |at: SimTime, has_come: Box<dyn Fn(Look<'_>) -> bool>| Some(Foretold { at, said, has_come });
    match because.clone() {
        // It has left its lane: read, refused, or gone with its connection. One before it may hold it up.
        OnItsWay {
            api,
            from,
            to,
            arrives_in,
        } if look.down(&to) != Some(ProcessState::Paused) => {
            let at = after(arrives_in);
            foretold(
                at,
                Box::new(move |later| {
                    let mut parcels = later.on_the_way(&from, &to).into_iter();
                    !parcels.any(|(name, when)| name == api && when == at)
                }),
            )
        }
        FetchParked {
            broker,
            leader,
            ends_in,
            ..
        } => {
            let at = after(ends_in);
            foretold(
                at,
                Box::new(move |later| {
                    later.process(leader).is_none_or(|process| {
                        process.fetches.iter().all(|(_, parked)| {
                            parked.requester.connection.from != NodeId::Broker(BrokerId(broker)) || parked.until > at
                        })
                    })
                }),
            )
        }
        ProduceWaits {
            partition,
            required_offset,
            ends_in,
            ..
        } => {
            let (at, id) = (after(ends_in), look.partition(&partition));
            foretold(
                at,
                Box::new(move |later| {
                    later.acting(id).iter().all(|acts| {
                        acts.process.produces.iter().all(|(_, produce)| {
                            let mut waits = produce.partitions.iter();
                            produce.until > at
                                || !waits.any(|one| one.pending && one.required_offset.0 == required_offset)
                        })
                    })
                }),
            )
        }
        // Out of the ISR, and the high watermark where it was to be, unless it caught up or somebody else leads.
        WillLeaveIsr {
            broker,
            partition,
            checked_in,
            to,
            under_min_isr,
            ..
        } => {
            // The controller has a second to agree.
            let (at, id) = (after(checked_in + 1_000_000), look.partition(&partition));
            let leader = look.leader(id)?;
            let (who, epoch) = (leader.broker, leader.held.leader_epoch);
            let knew = leader.known(broker)?.last_caught_up;
            // As far as it can come while it waits for this one.
            let stands = leader.high_watermark().max(leader.knows(broker)?);
            foretold(
                at,
                Box::new(move |later| {
                    let Some(acts) = later.acting(id).into_iter().find(|acts| acts.broker == who) else {
                        return true;
                    };
                    let moved_on = acts.held.leader_epoch != epoch
                        || acts.known(broker).is_none_or(|known| known.last_caught_up > knew)
                        || acts.knows(broker) == Some(acts.end(id));
                    let size = acts.isr().len() as i32;
                    let moves = match to {
                        // Somebody else may have left as well.
                        Some(to) => acts.high_watermark() >= to || size < acts.min_isr(),
                        None if under_min_isr => acts.high_watermark() <= stands || size >= acts.min_isr(),
                        None => true,
                    };
                    moved_on || (!acts.isr().contains(&broker) && moves)
                }),
            )
        }
        // A second after it was said, if the leader has heard from it since.
        JoinsWithNextFetch { broker, partition } => {
            let id = look.partition(&partition);
            let leader = look.leader(id)?;
            let (who, epoch) = (leader.broker, leader.held.leader_epoch);
            let heard = leader.known(broker)?.last_fetch_time;
            foretold(
                after(1_000_000),
                Box::new(move |later| {
                    let Some(acts) = later.acting(id).into_iter().find(|acts| acts.broker == who) else {
                        return true;
                    };
                    let known = acts.known(broker).map(|known| known.last_fetch_time);
                    let same = acts.held.leader_epoch == epoch && known.is_some_and(|known| known > heard);
                    !same || acts.isr().contains(&broker) || acts.joining() == Some(broker)
                }),
            )
        }
        // And what nothing holds back has moved.
        HighWatermarkMayMove { partition, to } => {
            let id = look.partition(&partition);
            let leader = look.leader(id)?;
            let (who, epoch) = (leader.broker, leader.held.leader_epoch);
            let fetched = |acts: &Acts<'_>| {
                let replicas = acts.leader.remote_replicas.iter();
                replicas.filter_map(|replica| replica.last_fetch_time).max()
            };
            let before = fetched(&leader);
            foretold(
                after(1_000_000),
                Box::new(move |later| {
                    let acting = later.acting(id).into_iter().find(|acts| acts.broker == who);
                    acting.is_none_or(|acts| {
                        let same = acts.held.leader_epoch == epoch && fetched(&acts) > before;
                        !same || acts.high_watermark() >= to || (acts.isr().len() as i32) < acts.min_isr()
                    })
                }),
            )
        }
        // Fenced at the first look of the controller after that, unless it is heard from again.
        SessionEnds { broker, ends_in, every } => {
            let heard = move |look: Look<'_>| {
                let image = metadata(look.cluster)?;
                let epoch = image.brokers.get(&BrokerId(broker))?.broker_epoch;
                let nodes = look.cluster.slots.values();
                nodes.filter_map(|slot| slot.node()).find_map(|node| match node {
                    Node::Controller(controller) => controller.sessions().last_contact(BrokerId(broker), epoch),
                    _ => None,
                })
            };
            let before = heard(look);
            foretold(
                // One at a look, the next look 10 ms later.
                after(ends_in + every + 10_000 * i64::from(BROKERS)),
                Box::new(move |later| {
                    let image = metadata(later.cluster).unwrap();
                    let fenced = image.brokers.get(&BrokerId(broker)).is_none_or(|one| one.fenced);
                    fenced || heard(later) > before
                }),
            )
        }
        // The heartbeat has left.
        NextHeartbeat { broker, ends_in } => {
            let at = after(ends_in);
            let node = NodeId::Broker(BrokerId(broker));
            foretold(
                at,
                Box::new(move |later| {
                    let slot = &later.cluster.slots[&node];
                    let heartbeat = Timer::BrokerHeartbeat;
                    let waits = slot.timers.get(&heartbeat).is_none_or(|alarm| alarm.at > at);
                    let asks = later.cluster.network.links().any(|link| {
                        link.connection.from == node
                            && link.connection.purpose == Purpose::Heartbeat
                            && !link.unanswered.is_empty()
                    });
                    waits || asks || slot.process.is_none()
                }),
            )
        }
        // It is led by the preferred replica then, if that was able to at that moment.
        PreferredCheck {
            broker,
            ends_in: Some(ends_in),
        } => foretold(
            after(ends_in),
            Box::new(move |later| {
                let image = metadata(later.cluster).unwrap();
                image.partitions.values().all(|record| {
                    let preferred = record.replicas[0];
                    let able = record.isr.contains(&preferred) && image.is_active(preferred);
                    preferred.0 != broker || !able || record.leader == Some(preferred)
                })
            }),
        ),
        _ => None,
    }
}

/// Model time that a state is played on at most (µs).
pub const HORIZON: u64 = 60_000_000;

pub fn wait_for(history: &History, mut foretold: Vec<Foretold>) -> Vec<String> {
    let mut history = history.clone();
    let now = history.world().cluster.now;
    foretold.retain(|one| one.at.0 <= now.0 + HORIZON);
    foretold.sort_by_key(|one| one.at);
    let mut wrong = Vec::new();
    for one in foretold {
        history.run_until(|world| world.cluster.next_due_at().is_none_or(|due| due > one.at));
        if !(one.has_come)(Look::at(history.world())) {
            wrong.push(format!("did not come: {}", one.said));
        }
    }
    wrong
}
