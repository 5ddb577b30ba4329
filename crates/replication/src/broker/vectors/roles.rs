//! BR-52 to BR-63: becoming leader and follower, epochs.

use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, NodeId};
use crate::base::offset::Offset;
use crate::broker::bench::*;
use crate::message::Purpose;

#[test]
fn br_52_a_leader_notes_its_epoch_before_any_record() {
    let mut bench = Bench::with_log(log(&[(0, 0), (5, 2)], 4));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 8, 1);
    assert_eq!(bench.epochs(), [(0, 0), (5, 2), (8, 4)]);
}

#[test]
fn br_53_br_54_without_a_new_leader_epoch_nothing_begins_anew() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1], Some(1), 8, 1);
    bench.append(2);
    bench.fetch(follower(2, 0));
    bench.partition(0, &[1, 2], &[1], Some(1), 8, 2);
    assert_eq!(
        (bench.led().epoch_start_offset, bench.epochs()),
        (Offset(0), vec![(8, 0)])
    );
    assert_eq!(bench.remote(2).0, 0);
    assert_eq!(bench.replica().partition_epoch.0, 2);
}

#[test]
fn br_55_older_metadata_is_ignored() {
    for leader in [1, 2] {
        let mut bench = Bench::new(&[]);
        bench.partition(0, &[1, 2, 3], &[1, 2], Some(leader), 3, 5);
        let before = bench.replica().clone();
        bench.partition(0, &[1, 2], &[1], Some(3 - leader), 4, 4);
        assert_eq!(*bench.replica(), before);
    }
}

#[test]
fn br_56_br_60_br_61_fetching_begins_anew_only_with_a_new_leader_epoch() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(2), 0, 0);
    bench.answer_fetch(2, answer(0, vec![batch(0, 2, 0)]));
    let asked = |bench: &Bench| {
        bench
            .asked
            .get(&(NodeId::Broker(BrokerId(2)), Purpose::Fetch))
            .map(|a| a.0)
    };
    let before = asked(&bench);
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(2), 0, 1);
    assert_eq!(asked(&bench), before);
    assert_eq!(
        bench.broker.fetchers[&BrokerId(2)].state(id(0)).map(|s| s.lag),
        Some(Some(0))
    );
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(2), 1, 2);
    let anew = bench.broker.fetchers[&BrokerId(2)].state(id(0)).expect("a fetch state");
    assert_eq!(
        (anew.current_leader_epoch.0, anew.fetch_offset, anew.lag),
        (1, Offset(2), None)
    );
    bench.partition(0, &[1, 2, 3], &[1, 3], Some(3), 2, 3);
    assert!(!bench.broker.fetchers.contains_key(&BrokerId(2)));
    assert!(bench.disconnected(), "the idle fetcher gives up its parked fetch");
    assert_eq!(bench.asked_of(3), Some((2, 2, Some(0))));
}

#[test]
fn br_57_a_follower_remembers_no_replicas_and_a_new_leader_none_of_its_former_ones() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.fetch(follower(2, 0));
    assert_eq!(bench.remote(2).0, 0);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 1, 1);
    assert!(bench.replica().as_leader().is_none());
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 2, 2);
    assert_eq!(bench.remote(2), (-1, Some(0)));
}

#[test]
fn a_leader_elected_again_keeps_what_it_knows() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 0, 0);
    bench.append(1);
    bench.fetch(follower(2, 1));
    bench.wait(100);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 1, 1);
    assert_eq!(bench.remote(2), (1, Some(100)));
    assert_eq!(bench.led().remote_replicas.len(), 1);
    assert_eq!(bench.epochs(), [(0, 0), (1, 1)]);
}

#[test]
fn br_62_a_stopping_broker_does_not_follow_where_it_lost_its_place() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(2), 0, 0);
    bench.partition(1, &[1, 3], &[1], Some(1), 0, 0);
    bench.partition(2, &[1, 3], &[3], Some(3), 0, 0);
    bench.input(crate::input::Input::Stop);
    bench.metadata(vec![
        registration(0, &[1, 2, 3], &[2], Some(2), 1, 1),
        registration(1, &[1, 3], &[], None, 1, 1),
    ]);
    let epoch = |bench: &Bench, n| bench.broker.partitions[&id(n)].leader_epoch.0;
    assert_eq!((epoch(&bench, 0), epoch(&bench, 1), epoch(&bench, 2)), (1, 1, 0));
    assert!(!bench.broker.fetchers.contains_key(&BrokerId(2)));
    assert!(bench.broker.fetchers[&BrokerId(3)].state(id(2)).is_some());
}

#[test]
fn without_a_leader_nothing_is_fetched_and_the_epoch_is_known() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    bench.partition(0, &[1, 2], &[], None, 1, 1);
    assert!(bench.broker.fetchers.is_empty());
    assert_eq!((bench.replica().leader_epoch.0, bench.replica().leader()), (1, None));
    assert_eq!(bench.fetch(consumer(0).epoch(0)).error, ErrorCode::FencedLeaderEpoch);
}

/// oracle.md 4.19: recording u. The new leader has three records and HW 1; follower 3 has HW 3.
#[test]
fn a_new_leader_with_an_older_high_watermark_hides_its_end_until_its_followers_have_fetched() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(2), 0, 0);
    bench.answer_fetch(2, answer(1, vec![batch(0, 3, 0)]));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (3, 1));
    bench.metadata(vec![
        registered(2, 102, true, false),
        registration(0, &[1, 2, 3], &[1, 3], Some(1), 1, 1),
    ]);
    assert_eq!((bench.high_watermark(), bench.epochs()), (1, vec![(0, 0), (1, 3)]));
    let latest = crate::message::list_offsets::OffsetSpec::Latest;
    assert_eq!(
        bench.list_offset(consumer(0).reader, latest, None).0,
        ErrorCode::OffsetNotAvailable
    );
    let parked = bench.park(follower(3, 3).epoch(1).last_epoch(0).waits(1));
    assert_eq!(bench.high_watermark(), 3);
    assert_eq!(
        bench.list_offset(consumer(0).reader, latest, None),
        (ErrorCode::None, 3)
    );
    bench.run(500);
    assert_eq!(
        bench.fetched(parked).map(|answer| answer.high_watermark),
        Some(Offset(3))
    );
}

#[test]
fn a_partition_taken_away_answers_what_waited_for_it_and_leaves_no_log() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    let (produce, _) = bench.produce(0, 1, crate::base::config::Acks::All);
    let fetch = bench.park(follower(2, 0).epoch(0).waits(1 << 30));
    bench.partition(0, &[2], &[2], Some(2), 1, 1);
    let produced = bench.produced(produce).expect("an answer");
    assert_eq!(
        (produced.error, produced.base_offset),
        (ErrorCode::NotLeaderOrFollower, Offset(0))
    );
    assert_eq!(
        bench.fetched(fetch).map(|a| a.error),
        Some(ErrorCode::NotLeaderOrFollower)
    );
    assert!(bench.disk.log(id(0)).is_none());
    assert!(bench.broker.partitions.is_empty());
}
