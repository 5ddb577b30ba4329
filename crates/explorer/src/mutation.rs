//! Rules to take away, so that the walks can show that they would notice.

/// One line of the specification's list of mutations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutation {
    pub number: &'static str,
    /// As the story language names them; more than one where a newer rule covers an older.
    pub rules: &'static [&'static str],
}

pub static MUTATIONS: [Mutation; 9] = [
    Mutation {
        number: "M-01",
        rules: &["truncation-by-epoch"],
    },
    Mutation {
        number: "M-02",
        rules: &["divergence-names-epoch"],
    },
    Mutation {
        number: "M-03",
        rules: &["fetch-fenced-by-leader-epoch", "records-of-known-epochs"],
    },
    Mutation {
        number: "M-04",
        rules: &["joins-from-epoch-start"],
    },
    Mutation {
        number: "M-05",
        rules: &["joins-from-high-watermark"],
    },
    Mutation {
        number: "M-06",
        rules: &["unknown-follower-holds-high-watermark"],
    },
    Mutation {
        number: "M-07",
        rules: &["leaving-member-holds-high-watermark"],
    },
    Mutation {
        number: "M-08",
        rules: &["joining-member-holds-high-watermark"],
    },
    Mutation {
        number: "M-09",
        rules: &[
            "isr-members-are-current",
            "proposes-current-incarnation",
            "fetch-from-current-incarnation",
        ],
    },
];
