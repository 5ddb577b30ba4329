//! Kafka's safety rules that can be taken away, one variant each. All on = Kafka 4.3.
//!
//! Each rule is asked in exactly one place of the code, by `Rules::on`. A variant is added together with the line that
//! asks it and a test that shows what goes wrong without it. Each says of itself, for the page, what it demands and what
//! goes wrong without it.

use crate::base::set::Set;

macro_rules! rules {
    ($($rule:ident $name:literal $since:literal $source:literal $says:literal $without:literal),* $(,)?) => {
        /// A safety rule that a run may switch off.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule { $(#[doc = $says] #[doc = $without] $rule),* }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$rule),*];

            /// As a story writes it.
            pub const fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name),* }
            }

            pub fn says(self) -> &'static str {
                match self { $(Rule::$rule => $says),* }
            }

            /// What goes wrong when it is switched off.
            pub fn without(self) -> &'static str {
                match self { $(Rule::$rule => $without),* }
            }

            /// Where Kafka decides it, and what brought it.
            pub fn source(self) -> &'static str {
                match self { $(Rule::$rule => $source),* }
            }

            /// The first version of Kafka that has it.
            pub fn since(self) -> &'static str {
                match self { $(Rule::$rule => $since),* }
            }
        }
    };
}

rules! {
    OldSessionEndsFirst "old-session-ends-first" "2.8" "ClusterControlManager.registerBroker; KIP-631"
        "A new incarnation is refused while the session of the old one may still be alive."
        "Without it, and without new-incarnation-leaves-isr, a restarted leader goes on in the same epoch.",
    NewIncarnationLeavesIsr "new-incarnation-leaves-isr" "4.0" "ReplicationControlManager.handleBrokerShutdown; KIP-966"
        "Registering anew takes a broker out of every ISR it is in and off what it leads."
        "Without it a restarted leader that lost records writes others at the same offsets in the same epoch.",
    UncleanShutdownLeavesElr "unclean-shutdown-leaves-elr" "4.0" "ReplicationControlManager.handleBrokerShutdown; KIP-966"
        "After an unclean shutdown a broker leaves the ELR, and enters it from no ISR."
        "Without it a replica that lost records is elected as if it had them all.",
    FullIsrEmptiesElr "full-isr-empties-elr" "4.0" "PartitionChangeBuilder.maybePopulateTargetElr; KIP-966"
        "The ELR is emptied once the ISR has min.insync.replicas members."
        "Without it a replica that misses later, committed records is elected.",
    LastKnownLeaderIsActive "last-known-leader-is-active" "4.1" "PartitionChangeBuilder.canElectLastKnownLeader; KAFKA-19522"
        "The last known leader has to be active to be elected."
        "Without it a fenced broker leads.",
    UncleanElectionNeedsConsent "unclean-election-needs-consent" "0.11" "PartitionChangeBuilder.electAnyLeader; KIP-106"
        "A replica outside ISR and ELR leads only where the topic allows it."
        "Without it committed records are lost although nobody asked for that.",
    IsrMembersAreActive "isr-members-are-active" "3.3" "ReplicationControlManager.ineligibleReplicasForIsr; KIP-841"
        "A broker that is fenced or shutting down is not let into an ISR."
        "Without it a broker the controller has given up on holds the high watermark back, or leads.",
    IsrMembersAreCurrent "isr-members-are-current" "3.5" "ReplicationControlManager.ineligibleReplicasForIsr; KIP-903"
        "A member proposed for an ISR has to be the incarnation that is registered."
        "Without it a broker that restarted and lost records enters on what it had before.",
    TruncationByEpoch "truncation-by-epoch" "0.11" "ReplicaManager.initialFetchOffset; KIP-101"
        "A follower keeps its log and cuts it only where the leader's epochs say that they part."
        "Without it a follower cuts to its own high watermark, and records that are acknowledged go.",
    DivergenceNamesEpoch "divergence-names-epoch" "2.0" "LeaderEpochFileCache.endOffsetFor; KIP-279"
        "A leader that does not know the follower's last epoch names the one before it."
        "Without it a fork stays in the logs after two elections in a row.",
    FetchFencedByLeaderEpoch "fetch-fenced-by-leader-epoch" "2.1" "Partition.checkCurrentLeaderEpoch; KIP-320"
        "A fetch from another leader epoch than the leader's is refused."
        "Without it, and without records-of-known-epochs, a follower that has not heard of an election is counted by a leader it does not know, and then cuts what was committed to follow one of the past.",
    JoinsFromEpochStart "joins-from-epoch-start" "2.0" "Partition.isFollowerInSync; KAFKA-7128"
        "A follower joins the ISR only from the offset at which the leader's epoch began."
        "Without it a follower that lacks committed records joins, because a new leader's high watermark is too low.",
    JoinsFromHighWatermark "joins-from-high-watermark" "0.8" "Partition.isFollowerInSync; KIP-16"
        "A follower joins the ISR only once it has reached the high watermark."
        "Without it a follower that lacks committed records joins.",
    UnknownFollowerHoldsHighWatermark "unknown-follower-holds-high-watermark" "0.8" "Partition.maybeIncrementLeaderHW"
        "A follower of which the leader knows nothing yet holds the high watermark."
        "Without it a new leader commits what its ISR does not have.",
    LeavingMemberHoldsHighWatermark "leaving-member-holds-high-watermark" "2.7" "Partition.maybeIncrementLeaderHW; KIP-497"
        "A member that is about to leave the ISR holds the high watermark until the controller has agreed."
        "Without it a record is committed without a member that may still be elected.",
    JoiningMemberHoldsHighWatermark "joining-member-holds-high-watermark" "2.7" "Partition.maybeIncrementLeaderHW; KIP-497"
        "A follower that is about to join the ISR holds the high watermark at once."
        "Without it a record is committed without a member that may be elected the moment the controller agrees.",
    FetchFromCurrentIncarnation "fetch-from-current-incarnation" "3.5" "Replica.updateFetchStateOrThrow; KIP-903"
        "A fetch of an earlier life of a broker is refused."
        "Without it what a dead process had counts for the live one.",
    ProposesCurrentIncarnation "proposes-current-incarnation" "3.5" "Partition.isReplicaIsrEligible; KIP-903"
        "A leader proposes a follower only if it fetched as the incarnation that is registered."
        "Without it a broker that restarted is proposed on what it had before.",
    NewEpochRestartsFetching "new-epoch-restarts-fetching" "2.1" "ReplicaManager.applyLocalFollowersDelta; KIP-320"
        "A new leader epoch begins fetching anew, also with the same leader."
        "Without it the follower's fetches are refused for ever.",
    AnswerIsForPresentOffset "answer-is-for-present-offset" "0.8" "AbstractFetcherThread.processFetchRequest"
        "An answer counts only for the offset that is wanted now."
        "Without it, and without answer-is-for-present-epoch, records are appended where they do not belong.",
    AnswerIsForPresentEpoch "answer-is-for-present-epoch" "4.0" "AbstractFetcherThread.processFetchRequest; KAFKA-18723"
        "An answer counts only for the leader epoch that is followed now."
        "Without it a late answer of a deposed leader cuts committed records, or appends records that no longer count.",
    RecordsOfKnownEpochs "records-of-known-epochs" "4.0" "UnifiedLog.appendAsFollower; KAFKA-18723"
        "A follower appends no record of a later leader epoch than it knows."
        "Without it, and without fetch-fenced-by-leader-epoch, a follower that has not heard of the new leader copies from it and counts for it.",
    MinIsrHoldsHighWatermark "min-isr-holds-high-watermark" "3.7" "Partition.isUnderMinIsr; KIP-966"
        "The high watermark does not move while the ISR has fewer members than min.insync.replicas."
        "Without it a record is committed on fewer replicas than asked for.",
    TruncationForgetsEmptyEpochs "truncation-forgets-empty-epochs" "2.2" "UnifiedLog.truncateTo; KAFKA-7747"
        "An epoch that began at the end of the log goes with a truncation, even one that removes no record."
        "Without it a follower is told again and again that its log diverges.",
    RefusedProposalStaysPending "refused-proposal-stays-pending" "2.7" "Partition.handleAlterPartitionError; KIP-497"
        "A proposal refused for an old partition epoch stays pending: metadata will tell."
        "Without it the leader believes in an ISR that the controller never had.",
    DuplicatesAreRecognised "duplicates-are-recognised" "0.11" "UnifiedLog.analyzeAndValidateProducerState; KIP-98"
        "A leader answers a batch that it has already as it answered the first copy, and does not write it again."
        "Without it a batch whose answer was lost stands in the log twice.",
    SequencesHaveNoGaps "sequences-have-no-gaps" "0.11" "ProducerAppendInfo.checkSequence; KIP-98"
        "A leader takes a producer's batches only in the order of their sequence numbers."
        "Without it a batch that is tried again comes after those that were sent after it.",
    ConsumersReadCommitted "consumers-read-committed" "0.8" "FetchIsolation.of"
        "A consumer reads up to the high watermark."
        "Without it a consumer reads records that may go again.",
}

/// The rules in force in one run.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    off: Set<Rule>,
}

impl Rules {
    pub fn on(&self, rule: Rule) -> bool {
        !self.off.contains(&rule)
    }

    /// The rules that are switched off.
    pub fn off(&self) -> impl Iterator<Item = Rule> {
        self.off.iter().copied()
    }

    pub fn switch_on(&mut self, rule: Rule) {
        self.off.remove(&rule);
    }

    pub fn switch_off(&mut self, rule: Rule) {
        self.off.insert(rule);
    }
}
