//! `describe` prints what Kafka 4.3 printed in the same states (oracle 4.13; controller 9.1).

use scenario::printed::topics::{Described, describe};
use scenario::runner::run;
use scenario::story::Story;

const WORLD: &str = "cluster brokers=3\ntopic t assignment=1,2,3 min.insync.replicas=2\n";

/// The lines of the partition, after this has happened.
fn check(lines: &str, expected: &str) {
    let story = Story::parse(&format!("{WORLD}{lines}")).unwrap();
    let runner = run(&story).unwrap_or_else(|error| panic!("{error}"));
    let printed = describe(&runner.history.world().cluster, &Described::of("t"));
    let partition = printed.lines().nth(1).unwrap_or_default();
    assert_eq!(partition, expected, "{lines}");
}

#[test]
fn a_partition_is_one_line_with_tabs() {
    check(
        "",
        "\tTopic: t\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\tElr: \tLastKnownElr: ",
    );
    check(
        "stop b3\nsettle\nstop b2\nsettle",
        "\tTopic: t\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1\tElr: 2\tLastKnownElr: ",
    );
    check(
        "stop b3\nsettle\nstop b2\nsettle\nstop b1\nsettle",
        "\tTopic: t\tPartition: 0\tLeader: none\tReplicas: 1,2,3\tIsr: \tElr: 1,2\tLastKnownElr: 1",
    );
}

#[test]
fn a_topic_line_comes_first() {
    let story =
        Story::parse("cluster brokers=3\ntopic b partitions=2 replication-factor=3\ntopic a assignment=2,1\n").unwrap();
    let runner = run(&story).unwrap();
    let printed = describe(&runner.history.world().cluster, &Described::default());
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 5);
    let fields: Vec<&str> = lines[0].split('\t').collect();
    assert_eq!(fields[0], "Topic: a");
    let id = fields[1].strip_prefix("TopicId: ").unwrap();
    assert_eq!(id.len(), 22);
    assert!(!id.starts_with('-'));
    assert_eq!(&fields[2..4], ["PartitionCount: 1", "ReplicationFactor: 2"]);
    assert!(fields[4].starts_with("Configs: "));
    assert!(lines[2].starts_with("Topic: b\t"));
    assert_ne!(id, &lines[2].split('\t').nth(1).unwrap()["TopicId: ".len()..]);
}

#[test]
fn an_unknown_topic_is_said_as_kafka_says_it() {
    let story = Story::parse("cluster brokers=1\n").unwrap();
    let runner = run(&story).unwrap();
    assert_eq!(
        describe(&runner.history.world().cluster, &Described::of("x")),
        "Error while executing topic command : Topic 'x' does not exist as expected\n"
    );
}
