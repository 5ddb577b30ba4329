//! `kafka-reassign-partitions --generate`: a plan that spreads topics over the brokers that somebody names.
//!
//! The tool looks at no load and moves as much as its way of counting makes it: each topic is placed as the controller places a
//! new one.
//!
//! Differs: what is drawn follows from the run's seed and the topic, so that the plan can be made again; in Kafka it is drawn
//! anew each time.
//!
//! Source: ReassignPartitionsCommand.generateAssignment, calculateAssignment; StripedReplicaPlacer. Observed on 4.3.1.

use std::fmt::Write;

use replication::base::id::BrokerId;
use replication::base::set::Set;
use replication::controller::placement::{UsableBroker, place};
use simulation::cluster::Cluster;
use simulation::digest::Digest;

use super::reassignment::{json, placed_json};

/// What `--generate` prints for these topics and brokers.
pub fn generate(cluster: &Cluster, topics: &[String], brokers: &[i32]) -> String {
    let Some(image) = cluster.metadata() else {
        return String::new();
    };
    let mut usable: Vec<UsableBroker> = Vec::new();
    for id in brokers.iter().copied().map(BrokerId).collect::<Set<_>>() {
        if let Some(registered) = image.brokers.get(&id).filter(|registered| !registered.fenced) {
            usable.push(UsableBroker {
                id,
                rack: registered.rack.as_deref().map(Into::into),
                fenced: false,
            });
        }
    }
    let (mut current, mut proposed) = (Vec::new(), Vec::new());
    for topic in topics.iter().collect::<Set<_>>() {
        let id = image.topic_ids.get(topic.as_str());
        let of_topic = image
            .partitions
            .iter()
            .filter(|(partition, _)| Some(&partition.topic) == id);
        let replicas: Vec<&Vec<BrokerId>> = of_topic.map(|(_, partition)| &partition.replicas).collect();
        let factor = replicas.first().map_or(0, |first| first.len());
        let mut draws = 0;
        let mut draw = |bound: u32| {
            draws += 1;
            (Digest::of(&("generate", cluster.seed, topic, draws)) % u64::from(bound.max(1))) as u32
        };
        let assigned = match place(replicas.len() as i32, factor as i32, &usable, &mut draw) {
            Ok(assigned) => assigned,
            Err(text) => {
                return format!(
                    "Error: {text}\norg.apache.kafka.common.errors.InvalidReplicationFactorException: {text}\n\n"
                );
            }
        };
        current.extend(
            (0..)
                .zip(&replicas)
                .map(|(n, replicas)| (topic.as_str(), n, (*replicas).clone())),
        );
        proposed.extend((0..).zip(assigned).map(|(n, replicas)| (topic.as_str(), n, replicas)));
    }
    let mut out = String::new();
    let current = placed_json(cluster, current.iter().map(|(topic, n, ids)| (&**topic, *n, &**ids)));
    let proposed = json(proposed.iter().map(|(topic, n, ids)| (&**topic, *n, &**ids)));
    let _ = writeln!(out, "Current partition replica assignment\n{current}");
    let _ = writeln!(out, "\nProposed partition reassignment configuration\n{proposed}");
    out
}
