//! `kafka-reassign-partitions --generate`: a plan that spreads topics over the brokers that somebody names.
//!
//! The tool looks at no load and moves as much as its way of counting makes it: leaders one after the other from a random
//! start, followers from a random distance on, and with racks each replica in a rack that has none yet, as long as there is one.
//!
//! Differs: the start and the distance follow from the run's seed and the topic, so that the plan can be made again; in Kafka
//! they are drawn anew each time.
//!
//! Source: ReassignPartitionsCommand.generateAssignment, calculateAssignment; AdminUtils.assignReplicasToBrokers.

use std::fmt::Write;

use replication::base::id::BrokerId;
use replication::base::set::Set;
use simulation::cluster::Cluster;
use simulation::digest::Digest;

use super::reassignment::json;

/// A broker with the name of its rack; none of them has one, or all.
type Broker<'a> = (BrokerId, Option<&'a str>);

/// What `--generate` prints for these topics and brokers.
pub fn generate(cluster: &Cluster, topics: &[String], brokers: &[i32]) -> String {
    let Some(image) = cluster.metadata() else {
        return String::new();
    };
    let mut known: Vec<Broker<'_>> = Vec::new();
    for id in brokers.iter().copied().map(BrokerId).collect::<Set<_>>() {
        if let Some(registered) = image.brokers.get(&id) {
            known.push((id, registered.rack.as_deref()));
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
        if factor > known.len() {
            return format!(
                "Error: Replication factor: {factor} larger than available brokers: {}\n",
                known.len()
            );
        }
        let (chance, count) = (
            Digest::of(&("generate", cluster.seed, topic)),
            known.len().max(1) as u64,
        );
        let draws = ((chance % count) as usize, ((chance >> 16) % count) as usize);
        let assigned = assign(&known, replicas.len(), factor, draws);
        current.extend(
            (0..)
                .zip(&replicas)
                .map(|(n, replicas)| (topic.as_str(), n, (*replicas).clone())),
        );
        proposed.extend((0..).zip(assigned).map(|(n, replicas)| (topic.as_str(), n, replicas)));
    }
    let mut out = String::new();
    for (title, plan) in [
        ("Current partition replica assignment", &current),
        ("\nProposed partition reassignment configuration", &proposed),
    ] {
        let plan = plan
            .iter()
            .map(|(topic, n, replicas)| (*topic, *n, replicas.as_slice()));
        let _ = writeln!(out, "{title}\n{}", json(plan));
    }
    out
}

/// `draws` are where the first leader is, and how far from a leader its first follower begins to be looked for.
fn assign(brokers: &[Broker<'_>], partitions: usize, factor: usize, draws: (usize, usize)) -> Vec<Vec<BrokerId>> {
    let racks: Set<Option<&str>> = brokers.iter().map(|(_, rack)| *rack).collect();
    let arranged = alternated(brokers, &racks);
    let has_racks = arranged.iter().all(|(_, rack)| rack.is_some());
    let ((start, mut shift), count) = (draws, arranged.len());
    let mut all = Vec::new();
    for n in 0..partitions {
        if n > 0 && n % count == 0 {
            shift += 1;
        }
        let leader = (n + start) % count;
        let mut replicas = vec![arranged[leader]];
        let second = if has_racks { shift * racks.len() } else { shift };
        let mut candidates = (0..).map(|k| arranged[(leader + 1 + (second + k) % (count - 1).max(1)) % count]);
        while replicas.len() < factor {
            let Some(next) = candidates.next() else { break };
            let in_rack = replicas.iter().any(|(_, rack)| *rack == next.1);
            let used: Set<Option<&str>> = replicas.iter().map(|(_, rack)| *rack).collect();
            let is_there = replicas.iter().any(|(id, _)| *id == next.0);
            if !is_there && (!has_racks || !in_rack || used.len() == racks.len()) {
                replicas.push(next);
            }
        }
        all.push(replicas.into_iter().map(|(id, _)| id).collect());
    }
    all
}

/// One broker of each rack in turn, racks by name and brokers by number. Source: AdminUtils.getRackAlternatedBrokerList.
fn alternated<'a>(brokers: &[Broker<'a>], racks: &Set<Option<&'a str>>) -> Vec<Broker<'a>> {
    let mut arranged = Vec::new();
    for turn in 0.. {
        let before = arranged.len();
        for rack in racks {
            arranged.extend(brokers.iter().filter(|(_, of)| of == rack).nth(turn));
        }
        if arranged.len() == before {
            break;
        }
    }
    arranged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(racks: &[Option<&str>], partitions: usize, expected: &[(usize, [i32; 3])]) {
        let brokers: Vec<Broker<'_>> = (0..).zip(racks).map(|(id, rack)| (BrokerId(id), *rack)).collect();
        let assigned = assign(&brokers, partitions, 3, (0, 0));
        for (n, replicas) in expected {
            assert_eq!(assigned[*n], replicas.map(BrokerId), "partition {n}");
        }
    }

    /// By hand, from the rules: each round of leaders moves followers one further on.
    #[test]
    fn leaders_take_turns_and_followers_move_on_with_each_round() {
        check(
            &[None; 5],
            10,
            &[
                (0, [0, 1, 2]),
                (1, [1, 2, 3]),
                (4, [4, 0, 1]),
                (5, [0, 2, 3]),
                (8, [3, 0, 1]),
                (9, [4, 1, 2]),
            ],
        );
    }

    /// Racks alternate as 0, 3, 1, 5, 4, 2.
    #[test]
    fn each_replica_is_in_a_rack_of_its_own() {
        let (a, b, c) = (Some("rack1"), Some("rack2"), Some("rack3"));
        check(
            &[a, c, c, b, b, a],
            7,
            &[
                (0, [0, 3, 1]),
                (1, [3, 1, 5]),
                (2, [1, 5, 4]),
                (3, [5, 4, 2]),
                (4, [4, 2, 0]),
                (5, [2, 0, 3]),
                (6, [0, 4, 2]),
            ],
        );
    }

    #[test]
    fn one_broker_holds_all_that_has_one_replica() {
        let assigned = assign(&[(BrokerId(7), None)], 2, 1, (0, 0));
        assert_eq!(assigned, [[BrokerId(7)], [BrokerId(7)]]);
    }
}
