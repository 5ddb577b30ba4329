//! Kafka's safety rules that can be taken away, one variant each. All on = Kafka 4.3.
//!
//! Each rule is asked in exactly one place of the code, by `Rules::on`. A variant is added together with the line that
//! asks it and a test that shows what goes wrong without it.

use crate::base::set::Set;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident $name:literal),* $(,)?) => {
        /// A safety rule that a run may switch off.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule { $($(#[$doc])* $rule),* }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$rule),*];

            /// As a story writes it.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name),* }
            }
        }
    };
}

rules! {
    /// A new incarnation is refused while the session of the old one may still be alive. KIP-631, 2.8.
    /// Without it (and without the next) a restarted leader goes on in the same epoch.
    OldSessionEndsFirst "old-session-ends-first",
    /// Registering anew takes a broker out of every ISR it is in and off what it leads. KIP-966, 4.0.
    /// Without it a restarted leader that lost records writes others at the same offsets in the same epoch.
    NewIncarnationLeavesIsr "new-incarnation-leaves-isr",
    /// After an unclean shutdown a broker leaves the ELR, and enters it from no ISR. KIP-966, 4.0.
    /// Without it a replica that lost records is elected as if it had them all.
    UncleanShutdownLeavesElr "unclean-shutdown-leaves-elr",
    /// The ELR is emptied once the ISR has min ISR members. KIP-966, 4.0.
    /// Without it a replica that misses later, committed records is elected.
    FullIsrEmptiesElr "full-isr-empties-elr",
    /// The last known leader has to be active to be elected. KAFKA-19522, 4.1.
    /// Without it a fenced broker leads.
    LastKnownLeaderIsActive "last-known-leader-is-active",
    /// A replica outside ISR and ELR leads only where the topic allows it. KIP-106, 0.11.
    /// Without it committed records are lost although nobody asked for that.
    UncleanElectionNeedsConsent "unclean-election-needs-consent",
    /// A broker that is fenced or shutting down is not let into an ISR. KIP-841, 3.3.
    /// Without it a broker the controller has given up on holds the high watermark back, or leads.
    IsrMembersAreActive "isr-members-are-active",
    /// A member proposed for an ISR has to be the incarnation that is registered. KIP-903, 3.5.
    /// Without it a broker that restarted and lost records enters on what it had before.
    IsrMembersAreCurrent "isr-members-are-current",
    /// A follower keeps its log and cuts it only where the leader's epochs say that they part. KIP-101, 0.11.
    /// Without it it cuts to its own high watermark, and records that are acknowledged go.
    TruncationByEpoch "truncation-by-epoch",
    /// A leader that does not know the follower's last epoch names the one before it. KIP-279, 2.0.
    /// Without it a fork stays in the logs after two elections in a row.
    DivergenceNamesEpoch "divergence-names-epoch",
    /// A fetch from another leader epoch than the leader's is refused. KIP-320, 2.1.
    /// Without it, and without `RecordsOfKnownEpochs`, a follower that has not heard of an election is counted by a leader it does
    /// not know, and then cuts what was committed to follow one of the past.
    FetchFencedByLeaderEpoch "fetch-fenced-by-leader-epoch",
    /// A follower joins the ISR only from the offset on at which the leader's epoch began. KAFKA-7128, 2.0.
    /// Without it a follower that lacks committed records joins, because a new leader's high watermark is too low.
    JoinsFromEpochStart "joins-from-epoch-start",
    /// A follower joins the ISR only from the high watermark on. KIP-16, 0.8.
    /// Without it a follower that lacks committed records joins.
    JoinsFromHighWatermark "joins-from-high-watermark",
    /// A follower of which the leader knows nothing yet holds the high watermark. Partition.maybeIncrementLeaderHW, 0.8.
    /// Without it a new leader commits what its ISR does not have.
    UnknownFollowerHoldsHighWatermark "unknown-follower-holds-high-watermark",
    /// A member that is about to leave the ISR holds the high watermark until the controller has agreed. KIP-497, 2.7.
    /// Without it a record is committed without a member that may still be elected.
    LeavingMemberHoldsHighWatermark "leaving-member-holds-high-watermark",
    /// A follower that is about to join the ISR holds the high watermark at once. KIP-497, 2.7.
    /// Without it a record is committed without a member that may be elected the moment the controller agrees.
    JoiningMemberHoldsHighWatermark "joining-member-holds-high-watermark",
    /// A fetch of an earlier life of a broker is refused. KIP-903, 3.5.
    /// Without it what a dead process had counts for the live one.
    FetchFromCurrentIncarnation "fetch-from-current-incarnation",
    /// A leader proposes a follower only if it fetched as the incarnation that is registered. KIP-903, 3.5.
    /// Without it a broker that restarted is proposed on what it had before.
    ProposesCurrentIncarnation "proposes-current-incarnation",
    /// A new leader epoch begins fetching anew, also with the same leader. KIP-320, 2.1.
    /// Without it the follower's fetches are refused for ever.
    NewEpochRestartsFetching "new-epoch-restarts-fetching",
    /// An answer counts only for the offset that is wanted now. AbstractFetcherThread.processFetchRequest, 0.8.
    /// Without it, and without the next, records are appended where they do not belong.
    AnswerIsForPresentOffset "answer-is-for-present-offset",
    /// An answer counts only for the leader epoch that is followed now. KAFKA-18723, 4.0.
    /// Without it a late answer of a deposed leader cuts committed records, or appends what is of no account any more.
    AnswerIsForPresentEpoch "answer-is-for-present-epoch",
    /// A follower appends no record of a later leader epoch than it knows. KAFKA-18723, 4.0.
    /// Without it, and without fenced fetches, a follower that has not heard of the new leader copies from it and counts for it.
    RecordsOfKnownEpochs "records-of-known-epochs",
    /// The high watermark does not move while the ISR is below min ISR. KIP-966, 3.7.
    /// Without it a record is committed on fewer replicas than asked for.
    MinIsrHoldsHighWatermark "min-isr-holds-high-watermark",
    /// An epoch that began at the end of the log goes with a truncation that removes no record. KAFKA-7747, 2.2.
    /// Without it a follower is told again and again that its log diverges.
    TruncationForgetsEmptyEpochs "truncation-forgets-empty-epochs",
    /// A proposal refused for an old partition epoch stays pending: metadata will tell. KIP-497, 2.7.
    /// Without it the leader believes in an ISR that the controller never had.
    RefusedProposalStaysPending "refused-proposal-stays-pending",
    /// A consumer reads up to the high watermark. ReplicaManager.fetchMessages, 0.8.
    /// Without it it reads records that may go again.
    ConsumersReadCommitted "consumers-read-committed",
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
