//! BR-108, BR-117 to BR-123: consumers, ListOffsets, OffsetForLeaderEpoch.

use crate::base::config::Acks;
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::NodeId;
use crate::base::offset::Offset;
use crate::broker::bench::*;
use crate::input::Input;
use crate::log::log::Log;
use crate::message::fetch::Reader;
use crate::message::list_offsets::OffsetSpec;
use crate::message::metadata::MetadataRequest;
use crate::message::offset_for_leader_epoch::{EpochQuestion, OffsetForLeaderEpochRequest};
use crate::message::{Purpose, Request, Response};

#[test]
fn br_108_outside_the_log_is_out_of_range_and_at_its_end_is_not() {
    let mut kept = Log::starting_at(Offset(1024));
    kept.append(batch(1024, 1, 0));
    let mut bench = Bench::with_log(kept);
    bench.partition(0, &[1], &[1], Some(1), 1, 1);
    assert_eq!(bench.fetch(consumer(1025)).error, ErrorCode::None);
    assert_eq!(bench.fetch(consumer(0)).error, ErrorCode::OffsetOutOfRange);
    assert_eq!(bench.fetch(consumer(1026)).error, ErrorCode::OffsetOutOfRange);
}

#[test]
fn br_117_a_new_leader_does_not_say_where_the_end_is_before_it_is_sure() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 0, 0);
    let started = bench.at;
    for (wait, records) in [(10, 1), (1, 1), (1, 3)] {
        bench.wait(wait);
        bench.append(records);
    }
    let since = |ms: i64| OffsetSpec::Timestamp(started.as_millis() + ms);
    [2, 3]
        .into_iter()
        .for_each(|broker| drop(bench.fetch(follower(broker, 2))));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (5, 2));
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(2), 1, 1);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 2, 2);
    let reader = || consumer(0).reader;
    assert_eq!(
        bench.list_offset(reader(), OffsetSpec::Latest, None).0,
        ErrorCode::OffsetNotAvailable
    );
    assert_eq!(
        bench.list_offset(follower(2, 0).reader, OffsetSpec::Latest, None),
        (ErrorCode::None, 5)
    );
    assert_eq!(
        bench.list_offset(reader(), OffsetSpec::Earliest, None),
        (ErrorCode::None, 0)
    );
    assert_eq!(bench.list_offset(reader(), since(11), None), (ErrorCode::None, 1));
    assert_eq!(
        bench.list_offset(reader(), since(100), None).0,
        ErrorCode::OffsetNotAvailable
    );
    [2, 3]
        .into_iter()
        .for_each(|broker| drop(bench.fetch(follower(broker, 5))));
    assert_eq!(
        bench.list_offset(reader(), OffsetSpec::Latest, None),
        (ErrorCode::None, 5)
    );
    assert_eq!(bench.list_offset(reader(), since(100), None), (ErrorCode::None, -1));
    assert_eq!(
        bench.list_offset(reader(), OffsetSpec::MaxTimestamp, None),
        (ErrorCode::None, 2)
    );
}

#[test]
fn br_118_only_a_debugging_reader_may_ask_a_follower() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    for (reader, expected) in [
        (consumer(0).reader, ErrorCode::NotLeaderOrFollower),
        (follower(3, 0).reader, ErrorCode::NotLeaderOrFollower),
        (Reader::Debugging, ErrorCode::None),
    ] {
        assert_eq!(bench.list_offset(reader, OffsetSpec::Latest, None).0, expected);
    }
    bench.partition(0, &[2, 3], &[2, 3], Some(2), 0, 1);
    assert_eq!(
        bench.list_offset(Reader::Debugging, OffsetSpec::Latest, None).0,
        ErrorCode::NotLeaderOrFollower
    );
}

/// BR-121, BR-122: a follower serves consumers up to its own high watermark.
#[test]
fn a_consumers_fetch_parked_at_a_follower_is_answered_when_replication_moves_its_high_watermark() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    let parked = bench.park(consumer(0).waits(1));
    bench.answer_fetch(2, answer(0, vec![batch(0, 1, 0)]));
    assert_eq!(bench.fetched(parked), None);
    bench.answer_fetch(2, answer(1, Vec::new()));
    assert_eq!(bench.fetched(parked).map(|a| a.records.len()), Some(1));
}

#[test]
fn a_consumer_beyond_the_high_watermark_is_answered_at_once_and_empty() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 0, 0);
    for records in [2, 1] {
        bench.append(records);
    }
    for offset in [2, 3] {
        let answer = bench.fetch(consumer(offset).waits(1));
        assert_eq!(
            (answer.error, answer.records.len(), answer.high_watermark),
            (ErrorCode::None, 0, Offset(0))
        );
    }
    // Within the batch that begins at the high watermark it waits, as at the high watermark itself.
    for offset in [0, 1] {
        bench.park(consumer(offset).waits(1));
    }
}

#[test]
fn a_parked_fetch_waits_for_min_bytes() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1], &[1], Some(1), 0, 0);
    let parked = bench.park(consumer(0).waits(150));
    bench.append(1);
    assert_eq!(bench.fetched(parked), None);
    bench.append(1);
    assert_eq!(bench.fetched(parked).map(|a| a.records.len()), Some(2));
}

#[test]
fn parked_fetches_run_out_each_at_its_own_time() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1], &[1], Some(1), 0, 0);
    let first = bench.park(consumer(0).waits(1 << 30));
    bench.run(200);
    let second = bench.park(consumer(0).waits(1 << 30));
    bench.run(299);
    assert_eq!(bench.fetched(first), None);
    bench.run(1);
    assert!(bench.fetched(first).is_some());
    bench.run(199);
    assert_eq!(bench.fetched(second), None);
    bench.run(1);
    assert!(bench.fetched(second).is_some());
}

#[test]
fn the_answer_to_a_lost_connection_goes_nowhere() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    let (produce, _) = bench.produce(0, 1, Acks::All);
    let fetch = bench.park(consumer(0).waits(1 << 30));
    let client = NodeId::Client(crate::base::id::ClientId(0));
    bench.input(Input::Disconnected(Bench::connection(client, Purpose::Client)));
    bench.fetch(follower(2, 1));
    bench.run(30_000);
    assert_eq!((bench.produced(produce), bench.fetched(fetch)), (None, None));
    assert_eq!(
        (
            bench.broker.produces.iter().count(),
            bench.broker.fetches.iter().count()
        ),
        (0, 0)
    );
    assert_eq!(bench.high_watermark(), 1);
}

/// oracle.md 4.3
#[test]
fn the_end_of_an_epoch_is_told_by_the_leader_only() {
    let ask = |leader, epoch| {
        let mut bench = Bench::with_log(log(&[(0, 0), (2, 3)], 5));
        bench.partition(0, &[1, 2], &[1, 2], Some(leader), 4, 1);
        let (_, answer) = bench.request(Request::OffsetForLeaderEpoch(OffsetForLeaderEpochRequest {
            partitions: vec![EpochQuestion {
                partition: id(0),
                current_leader_epoch: None,
                leader_epoch: LeaderEpoch(epoch),
            }],
        }));
        let Some(Response::OffsetForLeaderEpoch(answer)) = answer else {
            panic!("no answer")
        };
        let answer = &answer.partitions[0];
        (answer.error, answer.leader_epoch.0, answer.end_offset.0)
    };
    assert_eq!(ask(1, 0), (ErrorCode::None, 0, 3));
    assert_eq!(ask(1, 3), (ErrorCode::None, 2, 5));
    assert_eq!(ask(1, 9), (ErrorCode::None, -1, -1));
    assert_eq!(ask(2, 0), (ErrorCode::NotLeaderOrFollower, -1, -1));
}

#[test]
fn metadata_shows_no_leader_that_is_fenced() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 3, 4);
    bench.metadata(vec![registered(2, 102, true, false)]);
    let names = ["t", "u"].map(Into::into).to_vec();
    let (_, answer) = bench.request(Request::Metadata(MetadataRequest { topics: Some(names) }));
    let Some(Response::Metadata(answer)) = answer else {
        panic!("no answer")
    };
    assert_eq!(answer.brokers.iter().map(|b| b.0).collect::<Vec<_>>(), [1, 3, 4]);
    let partition = &answer.topics[0].partitions[0];
    assert_eq!(
        (partition.error, partition.leader),
        (ErrorCode::LeaderNotAvailable, None)
    );
    assert_eq!(partition.leader_epoch, LeaderEpoch(3));
    assert_eq!(partition.offline_replicas.iter().map(|b| b.0).collect::<Vec<_>>(), [2]);
    assert_eq!(answer.topics[1].error, ErrorCode::UnknownTopicOrPartition);
}

#[test]
fn the_first_batch_comes_whatever_the_limits() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1], &[1], Some(1), 0, 0);
    bench.partition(1, &[1], &[1], Some(1), 0, 0);
    for n in 0..2 {
        bench.produce(n, 3, Acks::Leader);
    }
    let (_, answer) = bench.request(Request::Fetch(crate::message::fetch::FetchRequest {
        reader: consumer(0).reader,
        max_wait: crate::base::time::Millis(0),
        min_bytes: 1,
        max_bytes: 1,
        begins_session: true,
        partitions: (0..2)
            .map(|n| crate::message::fetch::FetchPartition {
                partition: id(n),
                fetch_offset: Offset(0),
                current_leader_epoch: None,
                last_fetched_epoch: None,
                log_start_offset: Offset(-1),
                partition_max_bytes: 1,
            })
            .collect(),
    }));
    let Some(Response::Fetch(answer)) = answer else {
        panic!("no answer")
    };
    assert_eq!(
        answer.partitions.iter().map(|p| p.records.len()).collect::<Vec<_>>(),
        [1, 0]
    );
}
