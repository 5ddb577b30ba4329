//! `kafka-reassign-partitions`: what it prints when it starts, cancels, verifies and lists reassignments.
//!
//! A plan is what the tool reads from its JSON file. Not modelled: throttles, moves between the directories of one broker.
//!
//! Source: ReassignPartitionsCommand.

use std::fmt::Write;

use replication::base::id::BrokerId;
use replication::base::set::Set;
use replication::log::metadata_record::PartitionRegistration;
use simulation::cluster::Cluster;

use super::topics::ids;
use crate::language::value::PartitionName;

/// Said instead of starting another one, without `--additional`.
pub const EXISTING: &str = "Cannot execute because there is an existing partition assignment.  Use --additional to override this \
                            and create a new partition assignment in addition to the existing one. The --additional flag can \
                            also be used to change the throttle by resubmitting the current reassignment.";

/// `{"version":1,"partitions":[{"topic":"foo","partition":0,"replicas":[1,2,3],"log_dirs":["any","any","any"]}]}`
pub fn json<'a>(partitions: impl IntoIterator<Item = (&'a str, i32, &'a [BrokerId])>) -> String {
    let mut out = String::from("{\"version\":1,\"partitions\":[");
    for (n, (topic, partition, replicas)) in partitions.into_iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let any = vec!["\"any\""; replicas.len()].join(",");
        let replicas = ids(replicas);
        let _ = write!(
            out,
            "{comma}{{\"topic\":\"{topic}\",\"partition\":{partition},\"replicas\":[{replicas}],\"log_dirs\":[{any}]}}"
        );
    }
    out + "]}"
}

/// Some reassignment is under way.
pub fn any_under_way(cluster: &Cluster) -> bool {
    let image = cluster.metadata();
    image.is_some_and(|image| image.partitions.values().any(|partition| is_under_way(partition)))
}

fn is_under_way(partition: &PartitionRegistration) -> bool {
    !(partition.adding_replicas.is_empty() && partition.removing_replicas.is_empty())
}

/// `--list`
pub fn list(cluster: &Cluster) -> String {
    let mut out = String::new();
    for (topic, id) in cluster.metadata().iter().flat_map(|image| &image.topic_ids) {
        let partitions = cluster.metadata().map(|image| image.partitions.iter());
        let of_topic = partitions.into_iter().flatten().filter(|(known, _)| known.topic == *id);
        for (id, partition) in of_topic.filter(|(_, partition)| is_under_way(partition)) {
            let _ = write!(out, "{topic}-{}: replicas: {}.", id.partition, ids(&partition.replicas));
            for (what, brokers) in [
                ("adding", &partition.adding_replicas),
                ("removing", &partition.removing_replicas),
            ] {
                if !brokers.is_empty() {
                    let _ = write!(out, " {what}: {}.", ids(brokers));
                }
            }
            out.push('\n');
        }
    }
    match out.is_empty() {
        true => "No partition reassignments found.\n".into(),
        false => format!("Current partition reassignments:\n{out}"),
    }
}

/// `--verify`. Throttles are cleared when nothing of the plan is under way any more.
pub fn verify(cluster: &Cluster, plan: &[(PartitionName, Vec<i32>)]) -> String {
    let mut plan: Vec<&(PartitionName, Vec<i32>)> = plan.iter().collect();
    plan.sort();
    let mut out = String::from("Status of partition reassignment:\n");
    let (mut under_way, mut brokers) = (false, Set::new());
    for (name, target) in &plan {
        let found = cluster
            .partition_named(&name.topic, name.partition)
            .and_then(|id| cluster.registration(id));
        let target: Vec<BrokerId> = target.iter().copied().map(BrokerId).collect();
        brokers.extend(target.iter().copied());
        let empty: &[BrokerId] = &[];
        let current = found.map_or(empty, |partition| &partition.replicas);
        let _ = match found.is_some_and(is_under_way) {
            true => {
                under_way = true;
                writeln!(out, "Reassignment of partition {name} is still in progress.")
            }
            false if current == target => writeln!(out, "Reassignment of partition {name} is completed."),
            false => writeln!(
                out,
                "There is no active reassignment of partition {name}, but replica set is {} rather than {}.",
                ids(current),
                ids(&target)
            ),
        };
    }
    if !under_way {
        let live = cluster.metadata().map(|image| image.brokers.iter());
        let live = live.into_iter().flatten().filter(|(_, registered)| !registered.fenced);
        brokers.extend(live.map(|(id, _)| *id));
        let brokers: Vec<BrokerId> = brokers.into_iter().collect();
        let topics: Set<&str> = plan.iter().map(|(name, _)| name.topic.as_str()).collect();
        let topics: Vec<&str> = topics.into_iter().collect();
        let _ = writeln!(
            out,
            "\nClearing broker-level throttles on broker{} {}\nClearing topic-level throttles on topic{} {}",
            plural(brokers.len()),
            ids(&brokers),
            plural(topics.len()),
            topics.join(","),
        );
    }
    out
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
