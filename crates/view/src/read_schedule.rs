//! What happens next if nobody does anything, read off the schedule.

use replication::base::id::NodeId;
use replication::base::timer::Timer;
use simulation::cluster::Cluster;
use simulation::event::Event;

use crate::name;
use crate::time::Clock;
use crate::timeline::Scheduled;

/// The earliest entry of each kind, the next one first.
pub fn scheduled(cluster: &Cluster, clock: Clock) -> Vec<Scheduled> {
    let mut next: Vec<Scheduled> = Vec::new();
    for (at, event) in cluster.queue.iter() {
        let (kind, node, partition, routine) = match event {
            Event::Timer(node, timer) => {
                let (kind, routine) = named(*timer);
                let partition = match timer {
                    Timer::Linger(partition) | Timer::RetryBackoff(partition) => Some(*partition),
                    _ => None,
                };
                (kind, *node, partition, routine)
            }
            Event::Arrival(link, direction) => {
                ("message", cluster.network.link(*link).receiver(*direction), None, true)
            }
            Event::Feed(number) => {
                let Some(feeding) = cluster.feeds.get(number) else {
                    continue;
                };
                ("feed", NodeId::Client(feeding.client), None, false)
            }
            Event::Late(node, _) => ("late", *node, None, false),
        };
        if next.iter().all(|known| known.kind != kind) {
            next.push(Scheduled {
                time: clock.time(at),
                kind: kind.to_string(),
                node: name::node(cluster, node),
                partition: partition.map(|id| name::partition(cluster.metadata(), id)),
                routine,
            });
        }
    }
    next
}

/// How a timer is called outside, and whether it recurs whatever happens.
fn named(timer: Timer) -> (&'static str, bool) {
    match timer {
        Timer::BrokerHeartbeat => ("broker-heartbeat", true),
        Timer::InitialRegistration => ("initial-registration", false),
        Timer::ControlledShutdown => ("controlled-shutdown", false),
        Timer::IsrExpiration => ("isr-expiration", true),
        Timer::DelayedProduce(_) => ("delayed-produce", false),
        Timer::DelayedDeleteRecords(_) => ("delayed-delete-records", false),
        Timer::DelayedFetch => ("delayed-fetch", true),
        Timer::AlterPartitionRetry => ("alter-partition-retry", false),
        Timer::FetchBackoff(_) => ("fetch-backoff", false),
        Timer::FetchTimeout(_) => ("fetch-timeout", true),
        Timer::HighWatermarkCheckpoint => ("high-watermark-checkpoint", true),
        Timer::RecoveryPointCheckpoint => ("recovery-point-checkpoint", true),
        Timer::RequestTimeout(_) => ("request-timeout", true),
        Timer::MetadataFetchRetry => ("metadata-fetch-retry", false),
        Timer::FenceStaleBroker => ("fence-stale-broker", true),
        Timer::PreferredLeaderCheck => ("preferred-leader-check", false),
        Timer::UncleanElectionCheck => ("unclean-election-check", false),
        Timer::DelayedMetadataFetch(_) => ("delayed-metadata-fetch", true),
        Timer::Linger(_) => ("linger", false),
        Timer::RetryBackoff(_) => ("retry-backoff", false),
        Timer::DeliveryTimeout => ("delivery-timeout", false),
        Timer::MetadataRefresh => ("metadata-refresh", false),
        Timer::MetadataMaxAge => ("metadata-max-age", true),
        Timer::Reconnect(_) => ("reconnect", false),
        Timer::MaxBlock => ("max-block", false),
        Timer::ProducerIdRetry => ("producer-id-retry", false),
        Timer::ProducerIdExpiration => ("producer-id-expiration", true),
    }
}
