//! Which rule of Kafka each kind of event follows: what it says, where Kafka decides it, and which of the rules that can be
//! switched off have a part in it.
//!
//! One line per rule; `rule_of` says which line belongs to an event. What a person does follows no rule; what is said there is
//! what Kafka makes of it.

use replication::base::rule::Rule;
use serde::Serialize;

use crate::event::Event;

/// A rule that events follow.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EventRule {
    /// Stays the same in every language.
    pub name: &'static str,
    pub says: &'static str,
    /// `Partition.maybeIncrementLeaderHW; KIP-497`. Empty where it is no rule of Kafka.
    pub source: &'static str,
    /// Names of the rules that have a part in it and can be switched off.
    pub switches: &'static [&'static str],
}

macro_rules! event_rules {
    ($($rule:ident $name:literal $source:literal $says:literal $(- $($switch:ident),+)?;)*) => {
        $(static $rule: EventRule = EventRule {
            name: $name,
            says: $says,
            source: $source,
            switches: &[$($(Rule::$switch.name()),+)?],
        };)*
        /// Every rule that some event follows.
        pub fn event_rules() -> Vec<EventRule> {
            vec![$($rule),*]
        }
    };
}

event_rules! {
    BY_HAND "by-hand" ""
        "What a person or a story does follows no rule of Kafka. What the cluster makes of it does.";
    SENT_TO_LEADER "sent-to-leader" "Sender.sendProducerData, RecordAccumulator.ready"
        "A producer sends each batch to the broker that leads the partition, as far as its metadata says. Neither a controller nor a follower passes records on.";
    LEADER_APPENDS "leader-appends" "Partition.appendRecordsToLeader"
        "Only the leader appends a producer's records. It gives them the next offsets and its own leader epoch; the high watermark does not wait for that, and does not move by it while a follower is counted.";
    KNOWN_BATCH "known-batch" "UnifiedLog.analyzeAndValidateProducerState, ProducerStateEntry.findDuplicateBatch; KIP-98"
        "A leader remembers the last five batches of each producer. One that comes again, with the same epoch and sequence numbers, is answered with the offset of the first copy and not written."
        - DuplicatesAreRecognised;
    NEXT_IN_SEQUENCE "next-in-sequence" "ProducerAppendInfo.checkSequence; KIP-98"
        "A leader takes a producer's batch only if its sequence number follows the last one, or is 0 in a new epoch. A producer of which it knows nothing may begin with any number."
        - SequencesHaveNoGaps;
    LATEST_PRODUCER_EPOCH "latest-producer-epoch" "ProducerAppendInfo.checkProducerEpoch; KIP-98"
        "A leader refuses batches of an earlier epoch of a producer than the one that it knows.";
    NEW_PRODUCER_EPOCH "new-producer-epoch" "TransactionManager.bumpIdempotentProducerEpoch; KIP-360"
        "A producer that cannot know what became of some of its numbers raises its epoch, and numbers from 0 whatever it has not been answered. With the epochs used up it asks for a new id.";
    FOLLOWER_APPENDS "follower-appends" "ReplicaFetcherThread.processPartitionData, UnifiedLog.appendAsFollower"
        "A follower appends what its leader gave it as it is: the same offsets, the same epochs, the same order."
        - AnswerIsForPresentOffset, AnswerIsForPresentEpoch, RecordsOfKnownEpochs;
    ADDS_THEN_REMOVES "adds-then-removes" "ReplicationControlManager.alterPartitionReassignment, PartitionReassignmentReplicas.maybeCompleteReassignment; KIP-455"
        "A reassignment first lists the new replicas beside the old ones. The old ones go once every added one is in the ISR; when a replica was dropped, the leader epoch rises.";
    STRAY_GOES "stray-goes" "ReplicaManager.applyDelta, stopPartitions"
        "A broker that learns that it is not a replica of a partition any more stops it and deletes its log.";
    FETCH_TELLS "fetch-tells" "Partition.updateFollowerFetchState, Replica.updateFetchStateOrThrow; KIP-903"
        "A follower that asks for an offset has everything below it. That is the only way in which a leader learns how far a follower is."
        - FetchFencedByLeaderEpoch, FetchFromCurrentIncarnation;
    FETCH_ANSWERED "fetch-answered" "DelayedFetch.tryComplete, ReplicaManager.readFromLog"
        "A leader answers a fetch as soon as there are fetch.min.bytes to give, or empty when its wait is over. The answer carries the high watermark of that moment.";
    SMALLEST_POSITION "smallest-position" "Partition.maybeIncrementLeaderHW; KIP-497, KIP-966"
        "The high watermark is the smallest log end offset, as the leader knows it, among the ISR and the caught-up followers about to join it. It never goes back while one leader leads, and stands while the ISR has fewer than min.insync.replicas members."
        - UnknownFollowerHoldsHighWatermark, LeavingMemberHoldsHighWatermark, JoiningMemberHoldsHighWatermark, MinIsrHoldsHighWatermark;
    HEARD_OF "heard-of" "ReplicaFetcherThread.processPartitionData"
        "A follower hears of the high watermark in the answer to its fetch, so one fetch later than the leader, and never takes it beyond the end of its own log.";
    BACK_WITH_LOG "back-with-log" "UnifiedLog.truncateTo"
        "A follower that cuts its log below its high watermark takes the high watermark back to where the log now ends."
        - TruncationByEpoch;
    NOT_ANSWERED "not-answered" "Sender.sendProduceRequest, KafkaApis.handleProduceRequest"
        "With acks=0 the broker sends no answer. The producer counts records as sent when they have left, and learns neither offsets nor errors.";
    AFTER_WRITE "after-write" "ReplicaManager.appendRecords"
        "With acks=1 the leader answers when it has written the records. No follower need have them, and no disk was forced.";
    AFTER_COMMIT "after-commit" "DelayedProduce.tryComplete, Partition.checkEnoughReplicasReachOffset"
        "With acks=all the leader answers when its high watermark has reached the end of the batch: every in-sync replica has it. No disk was forced."
        - MinIsrHoldsHighWatermark;
    DELIVERY_TIMEOUT "delivery-timeout" "Sender.sendProducerData, RecordAccumulator.expiredBatches; KIP-91"
        "A producer retries until delivery.timeout.ms after send(), or until its metadata does not come in max.block.ms, and then gives up. It cannot know whether a request without an answer was stored.";
    NOT_RETRIED "not-retried" "Sender.canRetry, Sender.completeBatch"
        "A producer gives up at once on an error that another try would not mend, or when its retries are used up.";
    TOO_FEW_IN_SYNC "too-few-in-sync" "Partition.appendRecordsToLeader"
        "With acks=all a leader writes nothing while the ISR has fewer members than min.insync.replicas.";
    ONLY_LEADER_SERVES "only-leader-serves" "Partition.localLogWithEpochOrThrow"
        "Only the leader takes writes. A broker that does not lead answers NOT_LEADER_OR_FOLLOWER, and the client asks for metadata.";
    EPOCH_FENCES "epoch-fences" "Partition.checkCurrentLeaderEpoch; KIP-320"
        "A request that names another leader epoch than the leader's is refused: who is behind has to learn first who leads."
        - FetchFencedByLeaderEpoch;
    PRODUCE_GIVES_UP "produce-gives-up" "DelayedProduce.onExpiration"
        "A parked produce that the high watermark does not reach within request.timeout.ms is answered REQUEST_TIMED_OUT. Its records stay in the leader's log and may still be committed.";
    REFUSED "refused" "ReplicaManager.appendToLocalLog, ReplicaManager.readFromLog"
        "A broker that cannot do what a request asks answers with an error for that partition, and changes nothing.";
    ONE_AT_A_TIME "one-at-a-time" "RequestChannel, SocketServer.Processor"
        "A broker answers the requests of one connection in the order in which they came, one at a time.";
    READS_COMMITTED "reads-committed" "ReplicaManager.readFromLog, FetchIsolation.of"
        "A consumer is given records below the high watermark only; with isolation.level=read_committed only those below the first open transaction, too, and none of an aborted one. Its position is the next offset it will read."
        - ConsumersReadCommitted;
    SAVES_POSITION "saves-position" "ConsumerCoordinator.commitOffsetsAsync"
        "A consumer saves the next offset that it would read after a restart. That is no property of the record, and nothing to do with the high watermark.";
    ISR_ON_RECORD "isr-on-record" "ReplicationControlManager.alterPartition; KIP-497, KIP-841"
        "Only the controller writes the ISR: when a leader proposes another, and when a broker is fenced, shuts down or restarts."
        - IsrMembersAreActive, IsrMembersAreCurrent, NewIncarnationLeavesIsr;
    LEAVES_ISR "leaves-isr" "Partition.maybeShrinkIsr"
        "A leader proposes to take out of the ISR whoever has not been caught up for replica.lag.time.max.ms. How many records it lags does not count."
        - LeavingMemberHoldsHighWatermark, RefusedProposalStaysPending;
    JOINS_ISR "joins-isr" "Partition.maybeExpandIsr, Partition.isFollowerInSync; KIP-497"
        "A leader proposes to take into the ISR a follower that has reached its high watermark and the offset at which its epoch began, and whose broker is active."
        - JoinsFromHighWatermark, JoinsFromEpochStart, ProposesCurrentIncarnation, JoiningMemberHoldsHighWatermark;
    ELR_ON_RECORD "elr-on-record" "PartitionChangeBuilder.maybePopulateTargetElr; KIP-966"
        "Who leaves an ISR that has fallen below min.insync.replicas goes into the ELR: nothing is committed without it, so it may still lead. A full ISR empties the ELR, and an unclean shutdown takes a broker out of it."
        - UncleanShutdownLeavesElr, FullIsrEmptiesElr;
    FIRST_IN_ASSIGNMENT "first-in-assignment" "PartitionChangeBuilder.electLeader; KIP-966"
        "The controller elects the first active ISR member in the order of the assignment; with an empty ISR the first of the ELR. Who has the longer log is not asked. Each election begins a new leader epoch."
        - UncleanElectionNeedsConsent;
    NOBODY_ELIGIBLE "nobody-eligible" "PartitionChangeBuilder.electLeader; KIP-966"
        "When no member of the ISR or the ELR is active, nobody leads: the partition is offline until one of them comes back, or the topic allows an unclean election."
        - UncleanElectionNeedsConsent, LastKnownLeaderIsActive;
    UNCLEAN_ELECTION "unclean-election" "PartitionChangeBuilder.electAnyLeader; KIP-106, KIP-966"
        "An unclean election takes a replica that may lack committed records, because it is the last known leader or the topic allows it. What it lacks is gone."
        - UncleanElectionNeedsConsent, LastKnownLeaderIsActive;
    BEGINS_TO_LEAD "begins-to-lead" "Partition.makeLeader; KIP-101"
        "A new leader notes where its epoch begins: at the end of its log. It keeps its high watermark, which may be behind, and knows nothing of a follower before its first fetch."
        - UnknownFollowerHoldsHighWatermark, JoinsFromEpochStart;
    BEGINS_TO_FOLLOW "begins-to-follow" "Partition.makeFollower, ReplicaManager.applyLocalFollowersDelta"
        "A broker follows whom its metadata names, and begins anew with every leader epoch: it keeps its log and fetches from its end."
        - NewEpochRestartsFetching, TruncationByEpoch;
    CUT_WHERE_LOGS_PART "cut-where-logs-part" "AbstractFetcherThread.truncateOnFetchResponse; KIP-101, KIP-279, KIP-595"
        "A follower cuts its log where the leader's epochs say that the two part, and copies what the leader has from there on. The longest log does not win."
        - TruncationByEpoch, DivergenceNamesEpoch, TruncationForgetsEmptyEpochs;
    STARTS_LATER "starts-later" "Partition.deleteRecordsOnLeader, UnifiedLog.maybeIncrementLogStartOffset"
        "Records are deleted from the start of a log, and only below its high watermark. A follower follows its leader's log start offset when it hears of it in the answer to a fetch.";
    REGISTERS "registers" "ClusterControlManager.registerBroker; KIP-631"
        "A broker that starts registers with the controller and is given a broker epoch. It stays fenced until it has caught up with the metadata."
        - OldSessionEndsFirst, NewIncarnationLeavesIsr;
    FENCED "fenced" "ReplicationControlManager.maybeFenceStaleBroker; KIP-631"
        "The controller fences a broker of which it heard no heartbeat for broker.session.timeout.ms. A fenced broker is in no ISR and leads nothing.";
    UNFENCED "unfenced" "BrokerHeartbeatManager.calculateNextBrokerState; KIP-631"
        "The controller unfences a broker that asks for it once it has applied the metadata up to its own registration.";
    FORGOTTEN "forgotten" "ReplicationControlManager.handleBrokerUnregistered"
        "A controller that is told to forget a broker takes it out of every ISR first and gives its leaderships to others. It asks nobody whether the broker still runs; one that does registers anew.";
    SHUTS_DOWN "shuts-down" "BrokerHeartbeatManager.calculateNextBrokerState; KIP-631, KIP-841"
        "A broker that wants to stop first gives up its leaderships and ISR memberships, and exits when every active broker has heard of it.";
    READS_ITS_DISK "reads-its-disk" "LogManager.loadLogs, ReplicaManager.becomeLeaderOrFollower"
        "A process that starts knows what its disk holds and nothing else. A broker does not ask for the role it had: metadata tells it what it leads and follows.";
    ENDS_AT_ONCE "ends-at-once" "LogManager.loadLogs, UnifiedLog.flush"
        "A process that crashes tells nobody. What it wrote is in files that the operating system still holds; only a loss of power takes what was not flushed.";
    ENDS_IN_ORDER "ends-in-order" "LogManager.shutdown"
        "A clean stop flushes every log and notes that it was clean, so that the next start need not doubt them.";
    STANDS_STILL "stands-still" "BrokerHeartbeatManager, Partition.maybeShrinkIsr"
        "Nobody tells a process that it stood still, nor the others that it does. They go by time: its session at the controller, its lag at its leaders.";
    TOPIC_PLACED "topic-placed" "ReplicationControlManager.createTopics; KIP-631"
        "The controller assigns replicas when a topic is created. The first of each assignment leads, in epoch 0, and the active ones are the ISR.";
    CONFIG_ON_RECORD "config-on-record" "ConfigurationControlManager.incrementalAlterConfigs"
        "A setting is a record of the metadata. Brokers apply it when they have fetched it, so that two of them may disagree for a while.";
    CONNECTION "connection" "NetworkClient, Selector"
        "A live connection loses, doubles and reorders nothing. When it breaks, what was on its way is gone, and who waits for an answer learns nothing about what became of the request.";
    MUST_HOLD "must-hold" ""
        "This holds in Kafka as long as its rules are followed and no disk lies.";
}

/// The rule that an event follows.
pub fn rule_of(event: &Event) -> &'static EventRule {
    match event {
        Event::Acted { .. } => &BY_HAND,
        Event::ProduceSent { .. } => &SENT_TO_LEADER,
        Event::Appended { .. } => &LEADER_APPENDS,
        Event::DuplicateRecognised { .. } => &KNOWN_BATCH,
        Event::ProducerEpochBumped { .. } => &NEW_PRODUCER_EPOCH,
        Event::Copied { .. } => &FOLLOWER_APPENDS,
        Event::Fetched { .. } => &FETCH_TELLS,
        Event::FetchAnswered { .. } => &FETCH_ANSWERED,
        Event::HighWatermarkMoved { leader: true, .. } => &SMALLEST_POSITION,
        Event::HighWatermarkMoved { from, to, .. } if to < from => &BACK_WITH_LOG,
        Event::HighWatermarkMoved { .. } => &HEARD_OF,
        Event::Acknowledged { acks, .. } => match acks.as_str() {
            "0" => &NOT_ANSWERED,
            "1" => &AFTER_WRITE,
            _ => &AFTER_COMMIT,
        },
        Event::SendFailed { error, .. } if error == "TimeoutException" => &DELIVERY_TIMEOUT,
        Event::SendFailed { .. } => &NOT_RETRIED,
        Event::Refused { error, .. } => refusal(error),
        Event::Answered { error: None, .. } => &ONE_AT_A_TIME,
        Event::Answered { error: Some(error), .. } => refusal(error),
        Event::ConsumerRead { .. } => &READS_COMMITTED,
        Event::ConsumerSaved { .. } => &SAVES_POSITION,
        Event::IsrChanged { .. } => &ISR_ON_RECORD,
        Event::IsrProposed { from, to, .. } if from.iter().any(|member| !to.contains(member)) => &LEAVES_ISR,
        Event::IsrProposed { .. } => &JOINS_ISR,
        Event::ElrChanged { .. } => &ELR_ON_RECORD,
        Event::LeaderElected { to: None, .. } => &NOBODY_ELIGIBLE,
        Event::LeaderElected { unclean: true, .. } => &UNCLEAN_ELECTION,
        Event::LeaderElected { .. } => &FIRST_IN_ASSIGNMENT,
        Event::BecameLeader { .. } => &BEGINS_TO_LEAD,
        Event::BecameFollower { .. } => &BEGINS_TO_FOLLOW,
        Event::ReplicasChanged { .. } => &ADDS_THEN_REMOVES,
        Event::ReplicaDeleted { .. } => &STRAY_GOES,
        Event::LogStartMoved { .. } => &STARTS_LATER,
        Event::Truncated { .. } => &CUT_WHERE_LOGS_PART,
        Event::BrokerRegistered { .. } => &REGISTERS,
        Event::BrokerFenced { .. } => &FENCED,
        Event::BrokerUnfenced { .. } => &UNFENCED,
        Event::ControlledShutdownBegan { .. } => &SHUTS_DOWN,
        Event::ProcessStarted { .. } => &READS_ITS_DISK,
        Event::ProcessCrashed { .. } => &ENDS_AT_ONCE,
        Event::ProcessStopped { .. } => &ENDS_IN_ORDER,
        Event::ProcessPaused { .. } | Event::ProcessResumed { .. } => &STANDS_STILL,
        Event::BrokerUnregistered { .. } => &FORGOTTEN,
        Event::PartitionsAdded { .. } | Event::TopicCreated { .. } => &TOPIC_PLACED,
        Event::ConfigChanged { .. } => &CONFIG_ON_RECORD,
        Event::LinkCut { .. } | Event::LinkHealed { .. } | Event::LinkHeld { .. } | Event::LinkSlowed { .. } => {
            &CONNECTION
        }
        Event::Finding { .. } => &MUST_HOLD,
    }
}

/// By the error that a broker answered.
fn refusal(error: &str) -> &'static EventRule {
    match error {
        "NOT_ENOUGH_REPLICAS" => &TOO_FEW_IN_SYNC,
        "NOT_LEADER_OR_FOLLOWER" => &ONLY_LEADER_SERVES,
        "FENCED_LEADER_EPOCH" | "UNKNOWN_LEADER_EPOCH" => &EPOCH_FENCES,
        "REQUEST_TIMED_OUT" => &PRODUCE_GIVES_UP,
        "OUT_OF_ORDER_SEQUENCE_NUMBER" => &NEXT_IN_SEQUENCE,
        "INVALID_PRODUCER_EPOCH" => &LATEST_PRODUCER_EPOCH,
        _ => &REFUSED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_a_name_of_its_own_and_names_the_method_that_decides() {
        let rules = event_rules();
        for rule in &rules {
            let same = rules.iter().filter(|other| other.name == rule.name);
            assert_eq!(same.count(), 1, "{}", rule.name);
            assert!(rule.says.ends_with('.'), "{}", rule.name);
            let ours = ["by-hand", "must-hold"].contains(&rule.name);
            assert_eq!(rule.source.is_empty(), ours, "{}", rule.name);
        }
    }

    #[test]
    fn an_acknowledgement_follows_the_rule_of_its_acks() {
        let acknowledged = |acks: &str| Event::Acknowledged {
            producer: "order-service".into(),
            partition: None,
            base_offset: None,
            records: 1,
            acks: acks.into(),
            after: 0,
        };
        assert_eq!(rule_of(&acknowledged("0")).name, "not-answered");
        assert_eq!(rule_of(&acknowledged("1")).name, "after-write");
        assert_eq!(rule_of(&acknowledged("all")).name, "after-commit");
    }

    #[test]
    fn the_high_watermark_of_a_leader_and_of_a_follower_follow_different_rules() {
        let moved = |leader, from, to| Event::HighWatermarkMoved {
            broker: 1,
            partition: "orders.placed-0".into(),
            from,
            to,
            leader,
            committed: 0,
        };
        assert_eq!(rule_of(&moved(true, 42, 45)).name, "smallest-position");
        assert!(
            rule_of(&moved(true, 42, 45))
                .switches
                .contains(&"min-isr-holds-high-watermark")
        );
        assert_eq!(rule_of(&moved(false, 42, 45)).name, "heard-of");
        assert_eq!(rule_of(&moved(false, 45, 42)).name, "back-with-log");
    }
}
