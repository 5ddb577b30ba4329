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
const EXISTING: &str = "Cannot execute because there is an existing partition assignment.  Use --additional to override this \
                            and create a new partition assignment in addition to the existing one. The --additional flag can \
                            also be used to change the throttle by resubmitting the current reassignment.";

/// What a broker that is asked to clear its throttles and is not there makes of `--verify`, after a minute.
/// Source: observed on 4.3.1.
const UNREACHABLE: &str = "Error: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: \
                           incrementalAlterConfigs\n\
                           java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Timed out waiting \
                           for a node assignment. Call: incrementalAlterConfigs\n\
                           Caused by: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: \
                           incrementalAlterConfigs\n\n";

/// `{"version":1,"partitions":[{"topic":"foo","partition":0,"replicas":[1,2,3],"log_dirs":["any","any","any"]}]}`
pub fn json<'a>(partitions: impl IntoIterator<Item = (&'a str, i32, &'a [BrokerId])>) -> String {
    json_with(partitions, |_| "any")
}

/// Where partitions are: each replica with the directory it lies in, as far as brokers say. Every broker has the one that is
/// Kafka's default for `log.dirs`. Source: ReassignPartitionsCommand.getReplicaToLogDir; observed on 4.3.1.
pub(super) fn placed_json<'a>(
    cluster: &Cluster,
    partitions: impl IntoIterator<Item = (&'a str, i32, &'a [BrokerId])>,
) -> String {
    json_with(partitions, |id| {
        if is_alive(cluster, id) {
            "/tmp/kafka-logs"
        } else {
            "any"
        }
    })
}

/// A broker that clients are told of.
fn is_alive(cluster: &Cluster, id: BrokerId) -> bool {
    let registered = cluster.metadata().and_then(|image| image.brokers.get(&id));
    registered.is_some_and(|registered| !registered.fenced)
}

/// What a plan that is to be executed fails on before anything is asked, as it is printed.
/// Source: ReassignPartitionsCommand.executeAssignment, verifyBrokerIds; observed on 4.3.1.
pub fn refused(cluster: &Cluster, targets: impl IntoIterator<Item = BrokerId>, additional: bool) -> Option<String> {
    if !additional && any_under_way(cluster) {
        return Some(format!("{EXISTING}\n"));
    }
    let unknown = targets.into_iter().find(|id| !is_alive(cluster, *id))?;
    let text = format!("Unknown broker id {}", unknown.0);
    Some(format!(
        "Error: {text}\norg.apache.kafka.tools.AdminCommandFailedException: {text}\n\n"
    ))
}

fn json_with<'a>(
    partitions: impl IntoIterator<Item = (&'a str, i32, &'a [BrokerId])>,
    directory: impl Fn(BrokerId) -> &'static str,
) -> String {
    let mut out = String::from("{\"version\":1,\"partitions\":[");
    for (n, (topic, partition, replicas)) in partitions.into_iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let directories: Vec<String> = replicas.iter().map(|id| format!("\"{}\"", directory(*id))).collect();
        let (directories, replicas) = (directories.join(","), ids(replicas));
        let _ = write!(
            out,
            "{comma}{{\"topic\":\"{topic}\",\"partition\":{partition},\"replicas\":[{replicas}],\"log_dirs\":[{directories}]}}"
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
///
/// Differs: a broker that is not there keeps the tool waiting for a minute (`default.api.timeout.ms`); here it says so at once.
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
    out.push('\n');
    if !under_way {
        let live = cluster.metadata().map(|image| image.brokers.iter());
        let live = live.into_iter().flatten().filter(|(_, registered)| !registered.fenced);
        brokers.extend(live.map(|(id, _)| *id));
        let brokers: Vec<BrokerId> = brokers.into_iter().collect();
        let topics: Set<&str> = plan.iter().map(|(name, _)| name.topic.as_str()).collect();
        let topics: Vec<&str> = topics.into_iter().collect();
        let count = plural(brokers.len());
        let _ = writeln!(
            out,
            "Clearing broker-level throttles on broker{count} {}",
            ids(&brokers)
        );
        if brokers.iter().any(|id| !is_alive(cluster, *id)) {
            out.push_str(UNREACHABLE);
        } else {
            let count = plural(topics.len());
            let _ = writeln!(
                out,
                "Clearing topic-level throttles on topic{count} {}",
                topics.join(",")
            );
        }
    }
    out
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
