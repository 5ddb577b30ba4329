//! Named reasons: why something happened, was refused, or has to wait.
//!
//! A decision that a learner may ask about is a pure function that returns one of these. The handler calls it to act; the
//! same function answers the question later, from the state alone. Sentences are made elsewhere: here are facts.

use std::sync::Arc;

use super::config::Acks;
use super::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use super::error_code::ErrorCode;
use super::id::{BrokerId, CorrelationId, ProducerIdAndEpoch, TopicPartition};
use super::offset::Offset;
use super::time::SimTime;

/// Each variant says in its first line what is the case, and names the Kafka method that decides it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The high watermark waits for a replica that it counts. Source: Partition.maybeIncrementLeaderHW.
    HighWatermarkHeldBack {
        partition: TopicPartition,
        high_watermark: Offset,
        /// Who holds it back, and how far each is as the leader knows; -1 before its first fetch in this epoch.
        by: Vec<(BrokerId, Offset)>,
        /// Everybody counted: the maximal ISR and caught-up followers about to join it.
        counted: Vec<(BrokerId, Offset)>,
    },
    /// The high watermark does not move while the ISR is below min ISR. Source: Partition.isUnderMinIsr; KIP-966.
    HighWatermarkFrozen {
        partition: TopicPartition,
        high_watermark: Offset,
        isr: Vec<BrokerId>,
        min_insync_replicas: i32,
    },
    /// Everything in the leader's log is below the high watermark already.
    HighWatermarkAtLogEnd {
        partition: TopicPartition,
        high_watermark: Offset,
    },
    /// An acks=all produce was refused before anything was written. Source: Partition.appendRecordsToLeader.
    NotEnoughReplicas {
        partition: TopicPartition,
        isr: Vec<BrokerId>,
        min_insync_replicas: i32,
    },
    /// A produce or fetch came to a broker that does not lead the partition. Source: Partition.localLogWithEpochOrThrow.
    NotLeader {
        partition: TopicPartition,
        broker: BrokerId,
        leader: Option<BrokerId>,
        leader_epoch: LeaderEpoch,
    },
    /// A request was refused. For refusals without facts of their own.
    Refused {
        partition: TopicPartition,
        error: ErrorCode,
    },
    /// A leader has this batch already: it is answered as the first copy was, and not written again.
    /// Source: UnifiedLog.analyzeAndValidateProducerState; KIP-98.
    DuplicateBatch {
        partition: TopicPartition,
        producer: ProducerIdAndEpoch,
        base_sequence: i32,
        last_sequence: i32,
        /// Of the first copy.
        base_offset: Offset,
    },
    /// A batch or marker does not fit what the leader knows of its producer; nothing was written.
    /// Source: ProducerAppendInfo.
    ProducerRefused {
        partition: TopicPartition,
        producer: ProducerIdAndEpoch,
        /// -1 of a marker.
        base_sequence: i32,
        because: ProducerFault,
    },
    /// An acks=all produce waits. Source: DelayedProduce.tryComplete.
    ProduceWaits {
        partition: TopicPartition,
        acks: Acks,
        required_offset: Offset,
        high_watermark: Offset,
        until: SimTime,
    },
    /// A fetch waits for records. Source: DelayedFetch.tryComplete.
    FetchWaits {
        partition: TopicPartition,
        fetch_offset: Offset,
        until: SimTime,
    },
    /// A member is about to be taken out of the ISR. Source: Partition.maybeShrinkIsr.
    OutOfSync {
        partition: TopicPartition,
        replica: BrokerId,
        /// As the leader knows it.
        log_end_offset: Offset,
        /// `None`: not since this leader was elected.
        last_caught_up: Option<SimTime>,
    },
    /// A follower may not join the ISR yet. Source: Partition.maybeExpandIsr, isReplicaIsrEligible.
    NotYetInSync {
        partition: TopicPartition,
        replica: BrokerId,
        because: NotInSync,
    },
    /// The controller chose a leader, kept one, or found none. Source: PartitionChangeBuilder.electLeader.
    Leadership {
        partition: TopicPartition,
        leader: Option<BrokerId>,
        ground: ElectionGround,
        /// The other replicas in the order of the assignment, which is the order of preference.
        others: Vec<(BrokerId, NotElected)>,
    },
    /// The controller refused an ISR that a leader proposed. Source: ReplicationControlManager.validateAlterPartitionData.
    IsrProposalRefused {
        partition: TopicPartition,
        leader: BrokerId,
        error: ErrorCode,
        because: ProposalFault,
    },
    /// A broker was not heard of for longer than its session. Source: ReplicationControlManager.maybeFenceStaleBroker.
    SessionExpired { broker: BrokerId, last_contact: SimTime },
    /// A restarted broker has to wait until its former incarnation's session is over. Source: ClusterControlManager.registerBroker.
    OldSessionMayBeAlive { broker: BrokerId, ends_after: SimTime },
    /// A fenced broker stays fenced. Source: BrokerHeartbeatManager.calculateNextBrokerState.
    StaysFenced {
        broker: BrokerId,
        /// It has not yet opened for traffic.
        wants_fence: bool,
        metadata_offset: i64,
        /// It has to have applied its own registration.
        registration_offset: i64,
    },
    /// A broker may not exit yet. Source: BrokerHeartbeatManager.calculateNextBrokerState.
    ShutdownWaits {
        broker: BrokerId,
        /// It still leads something.
        leads: bool,
        /// Every other active broker has to have applied this offset, by which its leaderships moved.
        controlled_shutdown_offset: i64,
        /// Those that have not, and how far they are.
        behind: Vec<(BrokerId, i64)>,
    },
    /// A batch waits in its producer's queue. Source: RecordAccumulator.ready.
    BatchWaits {
        partition: TopicPartition,
        because: BatchWaits,
    },
    /// A producer raises its epoch and numbers these partitions' batches anew: it cannot know what became of some of its
    /// numbers. Source: TransactionManager.bumpIdempotentProducerEpoch; KIP-360.
    EpochBumped {
        /// `None`: the epochs are used up, and a new id is asked for.
        producer: Option<ProducerIdAndEpoch>,
        partitions: Vec<TopicPartition>,
    },
    /// A batch is put back into its producer's queue, to be sent again. Source: Sender.canRetry, reenqueueBatch.
    BatchRetried {
        partition: TopicPartition,
        error: ErrorCode,
        /// Times it was put back, this one included.
        attempts: u32,
        /// Of the request that failed.
        correlation: CorrelationId,
        /// Whom the connection was lost to, if that is how it failed.
        disconnected_from: Option<BrokerId>,
    },
    /// A send() waits for metadata of its topic. Source: KafkaProducer.waitOnMetadata.
    SendWaitsForMetadata { topic: Arc<str>, until: SimTime },
    /// A consumer does not read a partition at present. Source: AbstractFetch.prepareFetchRequests.
    NotRead {
        topic: Arc<str>,
        partition: i32,
        because: NotRead,
    },
    /// An answer's entry for a partition is older than what the client knows, and is ignored.
    /// Source: Metadata.updateLatestMetadata.
    MetadataIsOlder {
        partition: TopicPartition,
        leader_epoch: LeaderEpoch,
        last_seen_leader_epoch: LeaderEpoch,
    },
    /// A consumer goes back to where the logs part: what it read beyond is not in the leader's log.
    /// Source: SubscriptionState.maybeCompleteValidation; KIP-320.
    PositionTruncated {
        partition: TopicPartition,
        position: Offset,
        end_offset: Offset,
        leader_epoch: LeaderEpoch,
    },
    /// A consumer's position does not exist at the leader. Source: FetchCollector.handleInitializeErrors.
    PositionOutOfRange {
        partition: TopicPartition,
        position: Offset,
    },
}

/// What is wrong with a batch or marker, as its producer stands with a leader. Source: ProducerAppendInfo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProducerFault {
    /// A later epoch of the producer has written here; a marker of transactions of version 2 needs one of its own.
    OldEpoch { known: i16 },
    /// A new epoch begins with sequence number 0.
    NewEpochBeginsAtZero { known: i16 },
    /// It does not follow the producer's last batch here: there is a gap, or it is an old copy that is not remembered.
    NotNext { expected: i32 },
    /// A batch outside a transaction, while one of the producer's is open here.
    TransactionOpen { since: Offset },
    /// A later epoch of the transaction's coordinator has written here.
    OldCoordinatorEpoch { known: i32 },
}

/// On what ground a leader was chosen, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ElectionGround {
    /// First of the assignment, and eligible.
    Preferred,
    /// It led before and may go on.
    LeadsAlready,
    /// First in the order of the assignment among the active ISR members.
    FirstInIsr,
    /// The ISR is empty: first in the order of the assignment among the active ELR members (KIP-966).
    FirstInElr,
    /// ISR and ELR are empty: the last leader, taken uncleanly (KIP-966).
    LastKnownLeader,
    /// Nobody is eligible: the first active replica, taken uncleanly.
    Unclean,
    /// Nobody may lead.
    Nobody,
}

/// Why a replica is not the leader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NotElected {
    NotRegistered,
    Fenced,
    ShuttingDown,
    /// This very change takes it out: its session is over, or it stops.
    Leaving,
    /// It restarted without an orderly shutdown, so it may have lost records.
    UncleanShutdown,
    /// Active, but neither in the ISR nor in the ELR.
    NotInIsr,
    /// In the ELR, which counts only while the ISR is empty.
    InElrButIsrNotEmpty,
    /// The last known leader counts only while ISR and ELR are both empty.
    LastKnownButElrNotEmpty,
    /// Eligible; the leader stays, or comes earlier in the assignment.
    Eligible,
}

/// What is wrong with a proposed ISR.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ProposalFault {
    UnknownTopic,
    UnknownPartition,
    LeaderEpochAhead {
        known: LeaderEpoch,
    },
    PartitionEpochAhead {
        known: PartitionEpoch,
    },
    LeaderEpochBehind {
        known: LeaderEpoch,
    },
    PartitionEpochBehind {
        known: PartitionEpoch,
    },
    SenderDoesNotLead {
        leader: Option<BrokerId>,
    },
    /// Ids outside the assignment, or twice the same.
    NotReplicas,
    LeaderMissing,
    /// RECOVERING with more than one member.
    RecoveringWithFollowers,
    /// RECOVERED does not turn into RECOVERING by a proposal.
    RecoveredAlready,
    MemberNotRegistered(BrokerId),
    MemberShuttingDown(BrokerId),
    MemberFenced(BrokerId),
    MemberRestarted {
        broker: BrokerId,
        registered: BrokerEpoch,
    },
    /// Not refused for itself: with it the sender leads no more.
    NewLeader(Option<BrokerId>),
}

/// What a follower lacks to join the ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotInSync {
    /// It is not assigned, as far as this leader knows.
    NotAssigned,
    /// It has not fetched from this leader in this epoch.
    NeverFetched,
    /// It is below the high watermark.
    BelowHighWatermark {
        log_end_offset: Offset,
        high_watermark: Offset,
    },
    /// It is below the offset at which the leader's epoch began.
    BelowEpochStart {
        log_end_offset: Offset,
        epoch_start_offset: Offset,
    },
    /// Its broker is fenced, as far as this leader knows.
    Fenced,
    /// Its broker is shutting down.
    ShuttingDown,
    /// The broker epoch it fetched with is not the registered one.
    StaleBrokerEpoch,
    /// A proposal is on its way to the controller.
    ProposalPending,
}

/// Why a batch at the front of its producer's queue is not sent. Source: RecordAccumulator.ready, drainBatchesForOneNode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BatchWaits {
    /// The producer knows no leader of the partition; it asks for metadata.
    NoLeader,
    /// `linger.ms` is not over and the batch is not full.
    Lingers { until: SimTime },
    /// A retry waits for `retry.backoff.ms`, which doubles with every attempt.
    BacksOff { since: SimTime, attempts: u32 },
    /// With one request in flight per connection, the partition's previous batch must come to its end first.
    Muted,
    /// An idempotent producer has no id yet.
    NoProducerId,
    /// Batches of the partition numbered under an earlier epoch must come to their ends first.
    EarlierEpochInFlight,
    /// What became of an earlier batch, given up after it had been sent, must show first.
    UnresolvedSequence,
    /// Numbered batches are sent again one at a time, in order; this one is not the lowest.
    EarlierSequenceInFlight { first: i32 },
    /// The leader's connection takes no request at present.
    NodeNotReady { leader: BrokerId, because: NodeNotReady },
}

/// Why a client does not send to a broker. Source: NetworkClient.isReady, ready.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeNotReady {
    /// Metadata is wanted and its request has not left yet; nothing overtakes it.
    MetadataFirst,
    /// There is no connection yet.
    NotConnected,
    /// The connection is being opened.
    Connecting,
    /// The connection was lost; `reconnect.backoff.ms` is not over.
    ReconnectBackoff,
    /// `max.in.flight.requests.per.connection` requests are unanswered.
    InFlightLimit,
}

/// Why a consumer does not read a partition at present. Source: AbstractFetch.prepareFetchRequests, SubscriptionState.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotRead {
    /// Its metadata does not have the partition.
    NotInMetadata,
    /// It knows no leader of the partition.
    NoLeader,
    /// It has no position: it asks the leader where the log begins or ends.
    AwaitsReset,
    /// It asks the new leader whether its position is still in the log (KIP-320).
    AwaitsValidation,
    /// A Fetch is on its way or parked at the broker.
    FetchInFlight { broker: BrokerId, since: SimTime },
    /// The broker's connection takes no request at present.
    NodeNotReady { broker: BrokerId, because: NodeNotReady },
    /// `poll()` threw; the application must say where to go on.
    Failed,
}
