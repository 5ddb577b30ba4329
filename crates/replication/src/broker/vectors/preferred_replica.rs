//! BR-119, BR-120, BR-124: the replica a consumer is sent to.

use std::sync::Arc;

use crate::base::config::Isolation;
use crate::base::epoch::BrokerEpoch;
use crate::base::id::BrokerId;
use crate::base::id::IncarnationId;
use crate::broker::bench::*;
use crate::log::metadata_record::MetadataRecord;
use crate::message::fetch::Reader;

fn in_rack(broker: i32, rack: &str) -> MetadataRecord {
    MetadataRecord::RegisterBroker {
        broker: BrokerId(broker),
        incarnation: IncarnationId(1),
        broker_epoch: BrokerEpoch(100 + i64::from(broker)),
        rack: Some(rack.into()),
        fenced: false,
        in_controlled_shutdown: false,
    }
}

/// Where a consumer of this rack that fetches at offset 1 is sent, and how many batches it gets.
fn sent_to(bench: &mut Bench, rack: &str, min_bytes: i32) -> (Option<i32>, usize) {
    let mut fetch = consumer(1).waits(min_bytes);
    fetch.reader = Reader::Consumer {
        isolation: Isolation::ReadUncommitted,
        rack: Some(Arc::from(rack)),
    };
    let answer = bench.fetch(fetch);
    (
        answer.preferred_read_replica.map(|broker| broker.0),
        answer.records.len(),
    )
}

/// Leader 1 in rack a with LEO 4, 2 in a at 2, 3 in b at 3, 4 in b at 4; all in the ISR but those left out.
fn racks(isr: &[i32], settings: &[(&str, &str)]) -> Bench {
    let mut bench = Bench::new(settings);
    bench.metadata(vec![in_rack(2, "a"), in_rack(3, "b"), in_rack(4, "b")]);
    bench.partition(0, &[1, 2, 3, 4], isr, Some(1), 0, 0);
    (0..4).for_each(|_| bench.append(1));
    for (broker, offset) in [(2, 2), (4, 4), (3, 3)] {
        bench.fetch(follower(broker, offset));
    }
    bench
}

const AWARE: &[(&str, &str)] = &[
    ("broker.rack", "a"),
    (
        "replica.selector.class",
        "org.apache.kafka.common.replica.RackAwareReplicaSelector",
    ),
];

#[test]
fn br_119_a_consumer_is_sent_to_the_replica_in_its_rack_that_is_furthest_ahead() {
    let mut bench = racks(&[1, 2, 3, 4], AWARE);
    assert_eq!(sent_to(&mut bench, "b", 1), (Some(4), 0));
    assert_eq!(sent_to(&mut bench, "c", 1), (None, 1));
    assert_eq!(sent_to(&mut bench, "a", 1), (None, 1));
}

#[test]
fn br_120_only_members_of_the_isr_are_candidates() {
    assert_eq!(sent_to(&mut racks(&[1, 2, 3], AWARE), "b", 1), (Some(3), 0));
    assert_eq!(sent_to(&mut racks(&[1, 2], AWARE), "b", 1), (None, 1));
}

#[test]
fn br_124_a_consumer_is_sent_elsewhere_without_waiting() {
    assert_eq!(sent_to(&mut racks(&[1, 2, 3, 4], AWARE), "b", 1 << 30), (Some(4), 0));
}

#[test]
fn without_a_selector_everybody_reads_from_the_leader() {
    assert_eq!(sent_to(&mut racks(&[1, 2, 3, 4], &[]), "b", 1), (None, 1));
}
