//! Kafka's safety rules that can be taken away, one variant each. All on = Kafka 4.3.
//!
//! Each rule is asked in exactly one place of the code, by `Rules::on`. A variant is added together with the line that
//! asks it and a test that shows what goes wrong without it.

use std::collections::BTreeSet;

/// A safety rule that a run may switch off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// A new incarnation is refused while the session of the old one may still be alive. KIP-631, 2.8.
    /// Without it (and without the next) a restarted leader goes on in the same epoch.
    OldSessionEndsFirst,
    /// Registering anew takes a broker out of every ISR it is in and off what it leads. KIP-966, 4.0.
    /// Without it a restarted leader that lost records writes others at the same offsets in the same epoch.
    NewIncarnationLeavesIsr,
    /// After an unclean shutdown a broker leaves the ELR, and enters it from no ISR. KIP-966, 4.0.
    /// Without it a replica that lost records is elected as if it had them all.
    UncleanShutdownLeavesElr,
    /// The ELR is emptied once the ISR has min ISR members. KIP-966, 4.0.
    /// Without it a replica that misses later, committed records is elected.
    FullIsrEmptiesElr,
    /// The last known leader has to be active to be elected. KAFKA-19522, 4.1.
    /// Without it a fenced broker leads.
    LastKnownLeaderIsActive,
    /// A replica outside ISR and ELR leads only where the topic allows it. KIP-106, 0.11.
    /// Without it committed records are lost although nobody asked for that.
    UncleanElectionNeedsConsent,
    /// A broker that is fenced or shutting down is not let into an ISR. KIP-841, 3.3.
    /// Without it a broker the controller has given up on holds the high watermark back, or leads.
    IsrMembersAreActive,
    /// A member proposed for an ISR has to be the incarnation that is registered. KIP-903, 3.5.
    /// Without it a broker that restarted and lost records enters on what it had before.
    IsrMembersAreCurrent,
}

/// The rules in force in one run.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    off: BTreeSet<Rule>,
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
