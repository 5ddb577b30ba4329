//! BR-22 and broker.md 9: what a broker reports of itself.

use crate::base::error_code::ErrorCode;
use crate::broker::bench::*;

fn of(bench: &Bench, name: &str) -> i64 {
    let metrics = bench.broker.metrics(&bench.disk);
    metrics
        .iter()
        .find(|metric| metric.name == name)
        .expect("it is reported")
        .value
}

#[test]
fn br_22_a_partition_is_under_replicated_while_an_assigned_replica_is_not_in_the_isr() {
    let mut bench = Bench::leader(5, &[1, 2], &[]);
    assert_eq!(of(&bench, "UnderReplicatedPartitions"), 1);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 5, 2);
    assert_eq!(of(&bench, "UnderReplicatedPartitions"), 0);
}

#[test]
fn only_the_leader_of_a_partition_reports_its_isr() {
    let mut bench = Bench::leader(5, &[1, 2], &[]);
    bench.partition(1, &[2, 1, 3], &[2], Some(2), 0, 0);
    let counts = |bench: &Bench| {
        [
            "LeaderCount",
            "PartitionCount",
            "UnderReplicatedPartitions",
            "UnderMinIsrPartitionCount",
            "AtMinIsrPartitionCount",
        ]
        .map(|name| of(bench, name))
    };
    assert_eq!(counts(&bench), [1, 2, 1, 0, 0]);
    bench.topic_config("min.insync.replicas", "2");
    assert_eq!(counts(&bench), [1, 2, 1, 0, 1]);
    bench.topic_config("min.insync.replicas", "3");
    assert_eq!(counts(&bench), [1, 2, 1, 1, 0]);
    bench.partition(0, &[1, 2, 3], &[2], Some(2), 6, 2);
    assert_eq!(counts(&bench), [0, 2, 0, 0, 0]);
}

/// A change of the ISR counts when the controller's answer confirms it, and a refusal counts as failed.
#[test]
fn isr_changes_are_counted_when_they_are_confirmed() {
    let meters =
        |bench: &Bench| ["IsrShrinksPerSec", "IsrExpandsPerSec", "FailedIsrUpdatesPerSec"].map(|name| of(bench, name));
    let mut bench = Bench::leader(5, &[1, 2, 3], &[]);
    bench.wait(31_000);
    bench.append(1);
    bench.shrink_check();
    assert_eq!(bench.proposed_isr(), Some(vec![1]));
    assert_eq!(meters(&bench), [0, 0, 0]);
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!(meters(&bench), [1, 0, 0]);
    bench.fetch(follower(2, 11));
    bench.alter_partition(ErrorCode::InvalidUpdateVersion, 2);
    assert_eq!(meters(&bench), [1, 0, 1]);
}

/// Relative to the leader's high watermark in the last answer, so it may be 0 while records are not copied yet.
#[test]
fn the_lag_of_a_follower_is_measured_against_the_high_watermark() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(2), 0, 0);
    bench.answer_fetch(2, answer(5, vec![batch(0, 2, 0)]));
    assert_eq!(of(&bench, "MaxLag"), 3);
    bench.answer_fetch(2, answer(2, Vec::new()));
    assert_eq!(of(&bench, "MaxLag"), 0);
}

#[test]
fn parked_requests_are_counted_while_they_wait_and_when_their_time_is_over() {
    let mut bench = Bench::leader(5, &[1, 2, 3], &[]);
    bench.park(follower(2, 10).waits(1));
    bench.park(consumer(0).waits(1));
    let sizes: Vec<i64> = bench
        .broker
        .metrics(&bench.disk)
        .iter()
        .filter(|metric| metric.name == "PurgatorySize")
        .map(|metric| metric.value)
        .collect();
    assert_eq!(sizes, [0, 2]);
    bench.run(600);
    let expired: Vec<i64> = bench
        .broker
        .metrics(&bench.disk)
        .iter()
        .filter(|metric| metric.name == "ExpiresPerSec")
        .map(|metric| metric.value)
        .collect();
    assert_eq!(expired, [0, 1, 1]);
}
