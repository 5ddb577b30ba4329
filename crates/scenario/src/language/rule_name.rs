//! How a story names the rules that can be switched off.

use replication::base::rule::Rule;

/// Every rule with its name.
const RULES: &[(&str, Rule)] = &[];

pub fn all() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, _)| *name)
}

pub fn find(name: &str) -> Option<Rule> {
    RULES.iter().find(|(known, _)| *known == name).map(|(_, rule)| *rule)
}
