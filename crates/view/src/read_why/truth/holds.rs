//! Whether a fact holds in a state.

use std::collections::BTreeSet;

use replication::base::config::ProcessConfig;
use replication::base::id::{BrokerId, NodeId};
use replication::base::offset::Offset;
use replication::message::fetch::FetchPartition;
use replication::message::{Body, Purpose, Request};
use replication::node::Node;
use simulation::network::Content;

use super::look::{Acts, Look};
use crate::board::{LinkState, ProcessState};
use crate::metadata::metadata;
use crate::name;
use crate::read_board::as_broker;
use crate::why::{Because, CountedAs, Unelected};

/// Whether a fact holds in a state. `None`: not judged here.
pub fn holds(look: Look<'_>, because: &Because) -> Option<bool> {
    use Because::*;
    let counted = |counted: &[crate::why::Position]| -> BTreeSet<(i32, i64)> {
        counted.iter().map(|at| (at.broker, at.log_end_offset)).collect()
    };
    Some(match because {
        RecordCommitted {
            partition,
            offset,
            high_watermark,
        } => {
            let leader = look.leader(look.partition(partition)).unwrap();
            leader.high_watermark() == *high_watermark && offset < high_watermark
        }
        RecordNotCommitted {
            partition,
            offset,
            high_watermark,
        } => {
            let id = look.partition(partition);
            let leader = look.leader(id).unwrap();
            leader.high_watermark() == *high_watermark && offset >= high_watermark && *offset < leader.end(id)
        }
        RecordNotThere {
            partition,
            offset,
            log_end_offset,
        } => {
            let id = look.partition(partition);
            look.leader(id).unwrap().end(id) == *log_end_offset && offset >= log_end_offset
        }
        RecordUndecided { partition, .. } => look.leader(look.partition(partition)).is_none(),
        RecordNotReadable {
            offset, high_watermark, ..
        } => offset >= high_watermark && look.some_leader(|_, acts| acts.high_watermark() == *high_watermark),
        RecordReadable {
            offset, high_watermark, ..
        } => offset < high_watermark && look.some_leader(|_, acts| acts.high_watermark() == *high_watermark),
        HighWatermarkIsSmallest {
            partition,
            high_watermark,
            counted: said,
        }
        | HighWatermarkDoesNotGoBack {
            partition,
            high_watermark,
            counted: said,
        } => {
            let id = look.partition(partition);
            let said = counted(said);
            let smallest = said.iter().map(|(_, at)| *at).min().unwrap();
            let goes_back = matches!(because, HighWatermarkDoesNotGoBack { .. });
            look.acting(id).iter().any(|acts| {
                let mut all = acts.counted(look, id);
                all.insert((acts.broker.0, acts.end(id)));
                let place = if goes_back {
                    smallest < *high_watermark
                } else {
                    smallest == *high_watermark
                };
                acts.high_watermark() == *high_watermark && all == said && place
            })
        }
        HighWatermarkFrozen {
            partition,
            high_watermark,
            isr,
            min_insync_replicas,
        } => look.acting(look.partition(partition)).iter().any(|acts| {
            let is = acts.isr() == isr.iter().copied().collect() && acts.min_isr() == *min_insync_replicas;
            is && acts.high_watermark() == *high_watermark && (isr.len() as i32) < *min_insync_replicas
        }),
        HighWatermarkAtLogEnd {
            partition,
            high_watermark,
        } => {
            let id = look.partition(partition);
            let mut acting = look.acting(id).into_iter();
            acting.any(|acts| acts.high_watermark() == *high_watermark && acts.end(id) == *high_watermark)
        }
        HighWatermarkMayMove { partition, to } => {
            let id = look.partition(partition);
            look.acting(id).iter().any(|acts| {
                let least = acts.counted(look, id).iter().map(|(_, at)| *at).min();
                let to_be = least.unwrap_or(i64::MAX).min(acts.end(id));
                to_be == *to && *to > acts.high_watermark() && acts.isr().len() as i32 >= acts.min_isr()
            })
        }
        HeldBackBy {
            broker,
            partition,
            log_end_offset,
            last_fetch_ago,
        } => {
            let id = look.partition(partition);
            look.acting(id).iter().any(|acts| {
                acts.known(*broker).is_some_and(|known| {
                    let fetched = known.last_fetch_time.map(|at| (look.cluster.now.0 - at.0) as i64);
                    known.log_end_offset.0 == *log_end_offset && fetched == *last_fetch_ago
                })
            })
        }
        CountedThough { broker, because } => look.some_leader(|id, acts| match because {
            CountedAs::Joining => acts.joining() == Some(*broker),
            CountedAs::Leaving => acts.leaving().contains(broker),
            CountedAs::CaughtUp => !acts.isr().contains(broker) && acts.caught_up_lately(look, id, *broker),
        }),
        HasMoreThanLeaderKnows {
            broker,
            partition,
            log_end_offset,
            leader_knows,
        } => {
            let id = look.partition(partition);
            let heard = |acts: &Acts<'_>| acts.knows(*broker) == Some(*leader_knows);
            look.end(*broker, id) == *log_end_offset
                && leader_knows < log_end_offset
                && look.acting(id).iter().any(heard)
        }
        FollowerHighWatermark {
            broker,
            partition,
            high_watermark,
            leader,
            leaders,
        } => {
            let id = look.partition(partition);
            let of = |broker| look.held(broker, id).map(|held| held.high_watermark.0);
            of(*broker) == Some(*high_watermark) && of(*leader) == Some(*leaders) && high_watermark < leaders
        }
        ToldWithDivergence {
            broker,
            partition,
            high_watermark,
            ..
        } => {
            let acts = look.leader(look.partition(partition)).unwrap();
            let told = acts.known(*broker).and_then(|follower| follower.told);
            told.is_some_and(|(told, _)| told.0 == *high_watermark) && acts.high_watermark() == *high_watermark
        }
        FollowerHasHighWatermark {
            broker,
            partition,
            high_watermark,
        } => {
            let id = look.partition(partition);
            let leaders = look.leader(id).unwrap().high_watermark();
            look.held(*broker, id).unwrap().high_watermark.0 == *high_watermark && *high_watermark >= leaders
        }
        InIsr { broker, partition, .. } => look.record(look.partition(partition)).isr.contains(&BrokerId(*broker)),
        NotInIsr { broker, partition } => !look.record(look.partition(partition)).isr.contains(&BrokerId(*broker)),
        Joining { broker, partition } => {
            let mut acting = look.acting(look.partition(partition)).into_iter();
            acting.any(|acts| acts.joining() == Some(*broker))
        }
        Leaving { broker, partition, .. } => {
            let mut acting = look.acting(look.partition(partition)).into_iter();
            acting.any(|acts| acts.leaving().contains(broker))
        }
        NeedsHighWatermark {
            broker,
            log_end_offset,
            high_watermark,
        } => {
            log_end_offset < high_watermark
                && look.some_leader(|_, acts| {
                    acts.knows(*broker) == Some(*log_end_offset) && acts.high_watermark() == *high_watermark
                })
        }
        NeedsEpochStart {
            broker,
            log_end_offset,
            epoch_start_offset,
        } => {
            log_end_offset < epoch_start_offset
                && look.some_leader(|_, acts| {
                    let starts = acts.leader.epoch_start_offset.0;
                    acts.knows(*broker) == Some(*log_end_offset) && starts == *epoch_start_offset
                })
        }
        NeverFetchedInEpoch { broker, epoch } => look.some_leader(|_, acts| {
            let heard = acts.known(*broker).and_then(|known| known.broker_epoch);
            acts.held.leader_epoch.0 == *epoch && heard.is_none()
        }),
        ProposalPending { partition, leader } => look
            .acting(look.partition(partition))
            .iter()
            .any(|acts| acts.broker.0 == *leader && (acts.joining().is_some() || !acts.leaving().is_empty())),
        LeaderHasOtherIsr { isr, on_record, .. } => {
            let [isr, on_record]: [BTreeSet<i32>; 2] = [isr, on_record].map(|set| set.iter().copied().collect());
            isr != on_record && look.some_leader(|_, acts| acts.isr() == isr)
        }
        ActsInEpoch {
            broker,
            partition,
            epoch,
            on_record,
        } => {
            let own = look.held(*broker, look.partition(partition));
            own.map_or(-1, |held| held.leader_epoch.0) == *epoch && epoch != on_record
        }
        Leads {
            broker,
            partition,
            epoch,
            preferred,
        } => {
            let record = look.record(look.partition(partition));
            let first = record.replicas[0].0 == *broker;
            record.leader == Some(BrokerId(*broker)) && record.leader_epoch.0 == *epoch && first == *preferred
        }
        DoesNotActYet {
            broker,
            partition,
            epoch,
        } => {
            let id = look.partition(partition);
            let record = look.record(id);
            let acts = look.acting(id);
            let acts = acts
                .iter()
                .any(|acts| acts.broker.0 == *broker && acts.held.leader_epoch.0 == *epoch);
            record.leader == Some(BrokerId(*broker)) && record.leader_epoch.0 == *epoch && !acts
        }
        StillActs {
            broker,
            partition,
            epoch,
        } => {
            let id = look.partition(partition);
            let mut acting = look.acting(id).into_iter();
            look.record(id).leader != Some(BrokerId(*broker))
                && acting.any(|acts| acts.broker.0 == *broker && acts.held.leader_epoch.0 == *epoch)
        }
        NoLeader {
            partition, isr, elr, ..
        } => {
            let record = look.record(look.partition(partition));
            record.leader.is_none() && name::numbers(&record.isr) == *isr && name::numbers(&record.elr) == *elr
        }
        NotElected {
            broker,
            partition,
            because,
        } => {
            let record = look.record(look.partition(partition));
            let image = metadata(look.cluster).unwrap();
            let registered = image.brokers.get(&BrokerId(*broker));
            let in_isr = record.isr.contains(&BrokerId(*broker));
            let fenced = registered.is_some_and(|registration| registration.fenced);
            let stopping = registered.is_some_and(|registration| registration.in_controlled_shutdown);
            match because {
                Unelected::NotRegistered => registered.is_none(),
                Unelected::Fenced => fenced,
                Unelected::ShuttingDown => stopping && !fenced,
                Unelected::NotInIsr => !in_isr && !fenced && !stopping,
                Unelected::InElrButIsrNotEmpty => {
                    !in_isr && record.elr.contains(&BrokerId(*broker)) && !record.isr.is_empty()
                }
                Unelected::Eligible => registered.is_some() && !fenced && !stopping && record.leader.is_some(),
                Unelected::Leaving | Unelected::UncleanShutdown | Unelected::LastKnownButElrNotEmpty => return None,
            }
        }
        BrokerIsFenced { broker, .. } => metadata(look.cluster).unwrap().brokers[&BrokerId(*broker)].fenced,
        BrokerNotRegistered { broker } => !metadata(look.cluster).unwrap().brokers.contains_key(&BrokerId(*broker)),
        BrokerIsUnfenced { broker, .. } | LeadsUntil { broker, .. } => {
            let image = metadata(look.cluster).unwrap();
            let registration = &image.brokers[&BrokerId(*broker)];
            !registration.fenced && !registration.in_controlled_shutdown
        }
        MetadataUpToDate {
            broker,
            metadata_offset,
        } => {
            let newest = metadata(look.cluster).unwrap().end_offset;
            let has = look.process(*broker)?.metadata.image.end_offset;
            has == *metadata_offset && has >= newest
        }
        MetadataBehind {
            broker,
            metadata_offset,
            newest,
            behind,
        } => {
            let has = look.process(*broker)?.metadata.image.end_offset;
            has == *metadata_offset
                && metadata(look.cluster).unwrap().end_offset == *newest
                && has + behind == (*newest).max(has)
        }
        ProcessIs { node, state } => look.down(node) == Some(*state),
        LinkIs { from, to, state } => look.is_blocked(from, to, *state),
        LinkSlow { from, to, .. } => look.is_blocked(from, to, LinkState::Slow),
        OnItsWay {
            api,
            from,
            to,
            arrives_in,
        } => {
            let mut parcels = look.on_the_way(from, to).into_iter();
            parcels.any(|(name, at)| name == api && look.in_time(at, *arrives_in))
        }
        WaitsInSocket { node, .. } => look.down(node) == Some(ProcessState::Paused),
        FetchParked {
            broker,
            leader,
            partition,
            fetch_offset,
            ends_in,
        } => {
            let id = look.partition(partition);
            let at = |one: &FetchPartition| one.partition == id && one.fetch_offset.0 == *fetch_offset;
            let nothing = |one: &FetchPartition| look.end(*leader, one.partition) <= one.fetch_offset.0;
            look.process(*leader)?.fetches.iter().any(|(_, parked)| {
                parked.requester.connection.from == NodeId::Broker(BrokerId(*broker))
                    && look.in_time(parked.until, *ends_in)
                    && parked.request.partitions.iter().any(at)
                    && parked.request.partitions.iter().all(nothing)
            })
        }
        FetchWaits {
            partition,
            fetch_offset,
            ends_in,
        } => {
            let id = look.partition(partition);
            let mut brokers = look.cluster.brokers();
            brokers.any(|(broker, slot)| {
                let Some(process) = as_broker(slot) else { return false };
                process.fetches.iter().any(|(_, parked)| {
                    let mut asked = parked.request.partitions.iter();
                    look.in_time(parked.until, *ends_in)
                        && look.end(broker.0, id) <= *fetch_offset
                        && asked.any(|one| one.partition == id && one.fetch_offset == Offset(*fetch_offset))
                })
            })
        }
        ProduceWaits {
            partition,
            required_offset,
            high_watermark,
            ends_in,
        } => {
            let id = look.partition(partition);
            high_watermark < required_offset
                && look.acting(id).iter().any(|acts| {
                    let mut parked = acts.process.produces.iter();
                    acts.high_watermark() == *high_watermark
                        && parked.any(|(_, produce)| {
                            look.in_time(produce.until, *ends_in)
                                && produce
                                    .partitions
                                    .iter()
                                    .any(|one| one.answer.partition == id && one.required_offset.0 == *required_offset)
                        })
                })
        }
        FetchWithoutIt {
            broker,
            leader,
            partition,
        } => {
            let (id, from) = (look.partition(partition), NodeId::Broker(BrokerId(*broker)));
            let to = NodeId::Broker(BrokerId(*leader));
            let parked = look.process(*leader).into_iter().flat_map(|process| {
                let of_broker = process.fetches.iter();
                of_broker.filter(|(_, fetch)| fetch.requester.connection.from == from)
            });
            let mut asks = parked.map(|(_, fetch)| &fetch.request);
            let travels = look.cluster.network.links().any(|link| {
                let fetches = link.connection.purpose == Purpose::Fetch;
                let ends = (link.connection.from, link.connection.to) == (from, to);
                let mut parcels = link.requests.parcels.iter();
                let asks = |content: &Content| {
                    matches!(content, Content::Message(envelope)
                        if matches!(&envelope.body, Body::Request(Request::Fetch(fetch))
                            if fetch.partitions.iter().any(|asked| asked.partition == id)))
                };
                fetches && ends && parcels.any(|parcel| asks(&parcel.content))
            });
            !travels && !asks.any(|fetch| fetch.partitions.iter().any(|asked| asked.partition == id))
        }
        IsrNeedsController { leader, partition } => {
            let mut acting = look.acting(look.partition(partition)).into_iter();
            acting.any(|acts| acts.broker.0 == *leader)
        }
        // There is a timer that runs out then, or a fetcher that watches the time.
        GivesUp { node, ends_in, .. } | TriesAgain { node, ends_in, .. } => {
            let slot = &look.cluster.slots[&look.node(node)];
            let timer = slot.timers.values().any(|alarm| look.in_time(alarm.at, *ends_in));
            let watched = as_broker(slot).is_some_and(|process| {
                let limit = slot.config.broker().replica_socket_timeout;
                process.fetchers.values().any(|fetcher| {
                    let awaited = fetcher.awaited.map(|awaited| awaited.since + limit);
                    let delayed = fetcher.partitions.iter().filter_map(|(_, state)| state.delayed_until);
                    awaited.into_iter().chain(delayed).any(|at| look.in_time(at, *ends_in))
                })
            });
            (timer || watched) && look.down(node).is_none()
        }
        Lingers { partition, ends_in } => {
            let id = look.partition(partition);
            look.cluster.slots.values().any(|slot| {
                let (Some(Node::Producer(producer)), ProcessConfig::Producer(config)) =
                    (slot.node(), &slot.config.process)
                else {
                    return false;
                };
                let queue = producer.accumulator().queues().get(&id);
                let first = queue.and_then(|queue| queue.batches.front());
                first.is_some_and(|batch| look.in_time(batch.created + config.linger, *ends_in))
            })
        }
        AtLeadersEnd { broker, .. } => look.some_leader(|id, acts| acts.knows(*broker) == Some(acts.end(id))),
        LeaderIsInIsr { broker, partition } => {
            let id = look.partition(partition);
            look.record(id).isr.contains(&BrokerId(*broker))
                && look.acting(id).iter().any(|acts| acts.broker.0 == *broker)
        }
        NotAReplica { broker, partition, .. } => !look
            .record(look.partition(partition))
            .replicas
            .contains(&BrokerId(*broker)),
        JoinsWithNextFetch { broker, partition } => look.acting(look.partition(partition)).iter().any(|acts| {
            let has = acts.knows(*broker).unwrap_or(-1);
            !acts.isr().contains(broker) && has >= acts.high_watermark() && has >= acts.leader.epoch_start_offset.0
        }),
        FetchingStopped { broker, partition } => {
            let id = look.partition(partition);
            look.process(*broker)?.failed_partitions.contains(&id)
        }
        _ => return None,
    })
}
