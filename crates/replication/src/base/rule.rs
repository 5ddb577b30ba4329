//! Kafka's safety rules that can be taken away, one variant each. All on = Kafka 4.3.
//!
//! Each rule is asked in exactly one place of the code, by `Rules::on`. A variant is added together with the line that
//! asks it and a test that shows what goes wrong without it.

use std::collections::BTreeSet;

/// A safety rule that a run may switch off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {}

/// The rules in force in one run.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    off: BTreeSet<Rule>,
}

impl Rules {
    pub fn on(&self, rule: Rule) -> bool {
        !self.off.contains(&rule)
    }

    pub fn switch_on(&mut self, rule: Rule) {
        self.off.remove(&rule);
    }

    pub fn switch_off(&mut self, rule: Rule) {
        self.off.insert(rule);
    }
}
