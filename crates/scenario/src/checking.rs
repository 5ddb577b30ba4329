//! Checks every invariant along a whole run: what each step touched, and everything at the end.

use replication::base::id::NodeId;
use simulation::history::{History, Position};
use simulation::invariant::{Finding, Seen, check_all, check_touched};
use simulation::world::World;

use crate::reading::{node_name, partition_name};

/// What was found, with the position after the step that showed it. `seen` looks at the worlds on the way.
pub fn findings(history: &mut History, seen: &mut Seen) -> Vec<(Position, Finding)> {
    let mut found = Vec::new();
    let mut before = history.world_at(0);
    for position in 1..=history.end() {
        history.seek(position);
        let after = history.world().clone();
        found.extend(
            check_touched(&before, &after)
                .into_iter()
                .map(|finding| (position, finding)),
        );
        seen.look(&after);
        before = after;
    }
    found.extend(
        check_all(&before)
            .into_iter()
            .map(|finding| (before.cluster.steps, finding)),
    );
    found
}

/// A finding as one line.
pub fn finding_text(world: &World, position: Position, finding: &Finding) -> String {
    let brokers: Vec<String> = finding
        .brokers
        .iter()
        .map(|broker| node_name(&world.cluster, NodeId::Broker(*broker)))
        .collect();
    let facts: Vec<String> = finding
        .facts
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!(
        "step {position}: {} does not hold for {} ({}): {}",
        finding.invariant,
        partition_name(&world.cluster, finding.partition),
        brokers.join(", "),
        facts.join(" ")
    )
}
