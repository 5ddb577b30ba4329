//! Names of the timers a process can have running. A process has at most one of each name.

use crate::base::id::{BrokerId, CorrelationId, TopicPartition};

/// Grouped by who sets it; a timer of a process that stopped never fires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Timer {
    // A broker's lifecycle.
    /// Next heartbeat, or the retry of a registration. `broker.heartbeat.interval.ms`.
    BrokerHeartbeat,
    /// The first registration has not succeeded in time. `initial.broker.registration.timeout.ms`.
    InitialRegistration,
    /// The controller has not let a stopping broker go in time.
    ControlledShutdown,
    // A broker as leader.
    /// `replica.lag.time.max.ms` / 2: look for ISR members that have fallen behind.
    IsrExpiration,
    /// A parked acks=all produce runs out of time.
    DelayedProduce(CorrelationKey),
    /// The parked fetch that was to wait least long when this was set has waited long enough. One for all parked fetches, and
    /// not taken back when they complete early.
    DelayedFetch,
    /// AlterPartition is sent again, 50 ms after a top-level failure.
    AlterPartitionRetry,
    // A broker as follower.
    /// A partition may be fetched again after an error. `replica.fetch.backoff.ms`.
    FetchBackoff(BrokerId),
    /// Look whether the request of the fetcher for this source is overdue. `replica.socket.timeout.ms`; not taken back when
    /// the answer comes.
    FetchTimeout(BrokerId),
    // A broker's disk.
    /// `replica.high.watermark.checkpoint.interval.ms`.
    HighWatermarkCheckpoint,
    /// `log.flush.offset.checkpoint.interval.ms`.
    RecoveryPointCheckpoint,
    // A broker or client waiting for an answer.
    /// The answer to this request has not come in time.
    RequestTimeout(CorrelationId),
    /// The metadata log is fetched again after a lost connection.
    MetadataFetchRetry,
    // A controller.
    /// Every eighth of `broker.session.timeout.ms`: fence one broker whose session is over.
    FenceStaleBroker,
    /// `leader.imbalance.check.interval.seconds`.
    PreferredLeaderCheck,
    /// `unclean.leader.election.interval.ms`.
    UncleanElectionCheck,
    /// A broker's fetch of the metadata log has waited long enough.
    DelayedMetadataFetch(BrokerId),
    // A client.
    /// `linger.ms` of the oldest batch of this partition is over.
    Linger(TopicPartition),
    /// The first batch of this partition's queue, or a consumer's question about it, may be tried again.
    /// `retry.backoff.ms`.
    RetryBackoff(TopicPartition),
    /// `delivery.timeout.ms` of the oldest record is over.
    DeliveryTimeout,
    /// The back-off before metadata that is wanted may be asked for again. `retry.backoff.ms`.
    MetadataRefresh,
    /// The metadata has grown old. `metadata.max.age.ms`.
    MetadataMaxAge,
    /// A connection may be tried again. `reconnect.backoff.ms`.
    Reconnect(BrokerId),
    /// A send() has waited `max.block.ms`.
    MaxBlock,
    // What was added later, so that the draws of the others stay what they were.
    /// A producer may ask for an id again. `retry.backoff.ms`.
    ProducerIdRetry,
    /// A broker looks for producers to forget. `producer.id.expiration.check.interval.ms`.
    ProducerIdExpiration,
    /// A parked DeleteRecords runs out of time.
    DelayedDeleteRecords(CorrelationKey),
}

/// A parked request, by its place in the broker's purgatory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CorrelationKey(pub u64);
