//! Kafka's safety rules that a run may switch off, as the page lists them. Read off the registry of the rules: a new rule
//! appears by its line there alone.

use replication::base::rule::Rule;
use serde::Serialize;

/// One safety rule.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleListing {
    /// As a story writes it: `rule NAME off`.
    pub name: &'static str,
    /// What it demands, in one sentence.
    pub says: &'static str,
    /// What goes wrong when it is switched off.
    pub without: &'static str,
    /// Where Kafka decides it, and the KIP or issue that brought it: `Partition.isUnderMinIsr; KIP-966`.
    pub source: &'static str,
    /// The first version of Kafka that has it.
    pub since: &'static str,
}

/// Every rule that can be switched off, in the order of the registry.
pub fn rules() -> Vec<RuleListing> {
    let listing = |rule: &Rule| RuleListing {
        name: rule.name(),
        says: rule.says(),
        without: rule.without(),
        source: rule.source(),
        since: rule.since(),
    };
    Rule::ALL.iter().map(listing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_says_what_it_demands_and_what_goes_wrong_without_it() {
        for rule in rules() {
            assert!(rule.says.ends_with('.'), "{}", rule.name);
            assert!(rule.without.starts_with("Without it"), "{}", rule.name);
            assert!(
                rule.source.contains('.'),
                "{}: {} names no method",
                rule.name,
                rule.source
            );
        }
        let frozen = rules()
            .into_iter()
            .find(|rule| rule.name == "min-isr-holds-high-watermark");
        let frozen = frozen.expect("the rule has a name that stories use");
        assert_eq!(
            (frozen.source, frozen.since),
            ("Partition.isUnderMinIsr; KIP-966", "3.7")
        );
    }
}
