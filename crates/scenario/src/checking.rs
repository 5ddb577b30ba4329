//! Checks every invariant along a whole run: what each step touched, and everything at the end.

use replication::base::id::NodeId;
use replication::base::set::Set;
use simulation::cluster::Cluster;
use simulation::history::{History, Position};
use simulation::invariant::{Finding, Seen, check_all, check_touched};
use simulation::world::World;

use crate::language::command::Command;
use crate::reading::{node_name, partition_name};
use crate::story::Story;

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

/// What was found although the story does not expect it. With every rule of Kafka on, nothing is expected.
pub fn unexpected(story: &Story, history: &mut History, seen: &mut Seen) -> Vec<(Position, Finding)> {
    let expects = |invariant| {
        let expected = |command: &Command| matches!(command, Command::ExpectFinding(some) if some.contains(&invariant));
        story.lines.iter().any(|line| expected(&line.command))
    };
    let mut found = history.track().findings().to_vec();
    found.extend(findings(history, seen));
    let mut told = Set::new();
    found.retain(|(_, finding)| !expects(finding.invariant) && told.insert((finding.invariant, finding.partition)));
    found
}

/// A finding as one line, with the position after the step that showed it.
pub fn finding_text(world: &World, position: Position, finding: &Finding) -> String {
    format!("step {position}: {}", found_text(&world.cluster, finding))
}

/// What was found, as one phrase.
pub fn found_text(cluster: &Cluster, finding: &Finding) -> String {
    let brokers: Vec<String> = finding
        .brokers
        .iter()
        .map(|broker| node_name(cluster, NodeId::Broker(*broker)))
        .collect();
    let facts: Vec<String> = finding
        .facts
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!(
        "{} does not hold for {} ({}): {}",
        finding.invariant,
        partition_name(cluster, finding.partition),
        brokers.join(", "),
        facts.join(" ")
    )
}
