//! BR-72 to BR-97: follower fetch, divergence, truncation.

use std::sync::Arc;

use crate::base::config::TopicConfig;
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, NodeId};
use crate::base::offset::Offset;
use crate::base::rule::Rules;
use crate::broker::bench::*;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::log::leader_epoch_cache::{EpochEndOffset, LeaderEpochCache};
use crate::log::log::Log;
use crate::log::producer_state_manager::NOTHING_EXPIRES;
use crate::log::record_batch::RecordBatch;
use crate::message::fetch::FetchedPartition;
use crate::message::{Connection, Purpose};
use crate::partition::Partition;

/// A leader in epoch 10 with epochs 0@0, 3@2, 4@8, 7@13, 9@14 and LEO 17.
fn with_history() -> Bench {
    let mut bench = Bench::with_log(log(&[(0, 0), (3, 2), (4, 8), (7, 13), (9, 14)], 17));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 10, 1);
    bench
}

/// What a follower that fetches at this offset after this epoch is told.
fn told(bench: &mut Bench, last_epoch: i32, offset: i64) -> Result<Option<(i32, i64)>, ErrorCode> {
    let answer = bench.fetch(follower(2, offset).epoch(10).last_epoch(last_epoch));
    if answer.error.is_error() {
        return Err(answer.error);
    }
    let diverging = answer.diverging_epoch.map(|end| (end.epoch.0, end.end_offset.0));
    assert!(diverging.is_none() || answer.records.is_empty());
    Ok(diverging)
}

#[test]
fn br_72_br_73_a_leader_says_where_the_logs_part() {
    let mut bench = with_history();
    for (last_epoch, offset, expected) in [
        (2, 5, Some((0, 2))),
        (0, 4, Some((0, 2))),
        (6, 6, Some((4, 13))),
        (5, 9, Some((4, 13))),
        (10, 18, Some((10, 17))),
        (0, 2, None),
        (7, 14, None),
        (9, 17, None),
        (10, 17, None),
    ] {
        assert_eq!(
            told(&mut bench, last_epoch, offset),
            Ok(expected),
            "epoch {last_epoch} at {offset}"
        );
    }
    assert_eq!(told(&mut bench, 11, 5), Err(ErrorCode::OffsetOutOfRange));
}

#[test]
fn br_74_br_75_below_the_log_start_is_out_of_range_even_when_diverging() {
    let mut bench = with_history();
    bench
        .disk
        .log_mut(id(0))
        .unwrap()
        .maybe_increment_log_start_offset(Offset(5));
    assert_eq!(told(&mut bench, 2, 8), Ok(Some((2, 5))));
    assert_eq!(told(&mut bench, 0, 5), Ok(None));
    assert_eq!(told(&mut bench, 3, 5), Ok(None));
    assert_eq!(told(&mut bench, 0, 0), Err(ErrorCode::OffsetOutOfRange));
    bench
        .disk
        .log_mut(id(0))
        .unwrap()
        .maybe_increment_log_start_offset(Offset(10));
    assert_eq!(told(&mut bench, 5, 6), Err(ErrorCode::OffsetOutOfRange));
    assert_eq!(told(&mut bench, 3, 6), Err(ErrorCode::OffsetOutOfRange));
}

#[test]
fn br_76_br_77_the_epoch_is_checked_before_leadership() {
    use ErrorCode::*;
    for (leader, expected) in [
        (1, [None, None, FencedLeaderEpoch, UnknownLeaderEpoch]),
        (
            2,
            [
                NotLeaderOrFollower,
                NotLeaderOrFollower,
                FencedLeaderEpoch,
                UnknownLeaderEpoch,
            ],
        ),
    ] {
        let mut bench = Bench::new(&[]);
        bench.partition(0, &[1, 2], &[1, 2], Some(leader), 5, 1);
        for (epoch, expected) in [Some(5), Option::None, Some(4), Some(6)].into_iter().zip(expected) {
            let mut fetch = follower(2, 0);
            fetch.epoch = epoch;
            let reader = fetch.reader.clone();
            assert_eq!(bench.fetch(fetch).error, expected, "leader {leader}, epoch {epoch:?}");
            let latest = crate::message::list_offsets::OffsetSpec::Latest;
            assert_eq!(bench.list_offset(reader, latest, epoch).0, expected);
        }
    }
}

#[test]
fn br_78_a_replica_the_leader_does_not_know_yet_tries_again() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    assert_eq!(
        bench.fetch(follower(3, 0).epoch(0)).error,
        ErrorCode::UnknownLeaderEpoch
    );
    assert_eq!(bench.fetch(follower(3, 0)).error, ErrorCode::NotLeaderOrFollower);
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(1), 0, 1);
    assert_eq!(bench.fetch(follower(3, 0).epoch(0)).error, ErrorCode::None);
}

#[test]
fn br_79_a_refused_fetch_leaves_no_trace_at_the_leader() {
    let mut bench = Bench::leader(5, &[1, 2], &[]);
    bench.fetch(follower(2, 0).epoch(5));
    assert_eq!(bench.fetch(follower(2, 4).epoch(4)).error, ErrorCode::FencedLeaderEpoch);
    assert_eq!(bench.fetch(follower(2, 11).epoch(5)).error, ErrorCode::OffsetOutOfRange);
    assert_eq!(
        bench.fetch(follower(2, 5).epoch(5).last_epoch(3)).error,
        ErrorCode::None
    );
    assert_eq!(bench.remote(2).0, 0, "nor does a diverging one");
}

#[test]
fn br_80_br_81_a_parked_fetch_is_answered_when_it_can_no_longer_be_served() {
    let mut bench = Bench::leader(5, &[1, 2], &[]);
    let parked = bench.park(follower(2, 10).epoch(5).last_epoch(4).waits(1 << 30));
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 6, 2);
    assert_eq!(
        bench.fetched(parked).map(|a| a.error),
        Some(ErrorCode::FencedLeaderEpoch)
    );
}

/// A follower of 2 in this epoch, on this log.
fn following(epoch: i32, log: Log) -> Bench {
    let mut bench = Bench::with_log(log);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), epoch, 1);
    bench
}

fn refused(error: ErrorCode) -> FetchedPartition {
    FetchedPartition {
        error,
        ..answer(-1, Vec::new())
    }
}

fn diverging(epoch: i32, end: i64, high_watermark: i64) -> FetchedPartition {
    FetchedPartition {
        diverging_epoch: Some(EpochEndOffset {
            epoch: LeaderEpoch(epoch),
            end_offset: Offset(end),
        }),
        ..answer(high_watermark, Vec::new())
    }
}

/// The answers that this leader's log gives to what the follower asks, until the follower has all of it.
fn follow_to_the_end(bench: &mut Bench, leader: &Log, high_watermark: i64) -> u32 {
    for rounds in 0..20 {
        let (offset, _, last_epoch) = bench.asked_of(2).expect("a fetch");
        let end = last_epoch.map(|epoch| {
            leader
                .epochs
                .end_offset_for(LeaderEpoch(epoch), leader.log_end_offset())
                .expect("a known epoch")
        });
        let apart = end.filter(|end| Some(end.epoch.0) < last_epoch || end.end_offset.0 < offset);
        if offset == leader.log_end_offset().0 && apart.is_none() {
            bench.answer_fetch(2, answer(high_watermark, Vec::new()));
            return rounds;
        }
        bench.answer_fetch(
            2,
            match apart {
                Some(end) => diverging(end.epoch.0, end.end_offset.0, high_watermark),
                None => answer(
                    high_watermark,
                    leader.read(Offset(offset), leader.log_end_offset(), 1 << 20, true),
                ),
            },
        );
    }
    panic!("the follower does not come to the end");
}

fn same_records(a: &Log, b: &Log) -> bool {
    a.batches().eq(b.batches())
}

#[test]
fn br_82_a_follower_copies_what_it_fetched_and_takes_the_high_watermark() {
    let mut bench = following(0, Log::default());
    assert_eq!(bench.asked_of(2), Some((0, 0, None)));
    bench.answer_fetch(2, answer(2, vec![batch(0, 2, 0)]));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (2, 2));
    assert_eq!(
        (bench.epochs(), bench.asked_of(2)),
        (vec![(0, 0)], Some((2, 0, Some(0))))
    );
}

#[test]
fn the_high_watermark_of_a_follower_is_bounded_by_its_end_and_may_go_back() {
    let mut bench = following(0, log(&[(0, 0)], 100));
    for (of_leader, expected) in [(99, 99), (99, 99), (100, 100), (101, 100), (40, 40)] {
        bench.answer_fetch(2, answer(of_leader, Vec::new()));
        assert_eq!(bench.high_watermark(), expected);
    }
}

#[test]
fn br_07_a_high_watermark_is_brought_within_the_log() {
    let mut bench = following(0, Log::default());
    bench.answer_fetch(2, answer(0, vec![batch(0, 3, 0)]));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (3, 0));
    bench.answer_fetch(2, answer(1, Vec::new()));
    assert_eq!(bench.high_watermark(), 1);
    bench.answer_fetch(2, answer(5, Vec::new()));
    assert_eq!(bench.high_watermark(), 3);
}

#[test]
fn br_08_a_truncation_lowers_the_high_watermark_to_the_end_and_no_further() {
    let mut log = log(&[(0, 0)], 6);
    let mut partition = Partition::new(id(0), BrokerId(1), Offset(6), &log, TopicConfig::default());
    partition.truncate_to(&mut log, Offset(3), NOTHING_EXPIRES, &Rules::default());
    assert_eq!((partition.high_watermark, log.log_end_offset()), (Offset(3), Offset(3)));
    for offset in 3..6 {
        log.append(batch(offset, 1, 0));
    }
    assert_eq!((partition.high_watermark, log.log_end_offset()), (Offset(3), Offset(6)));
    partition.truncate_fully_and_start_at(&mut log, Offset(4));
    let ends = (log.log_start_offset(), log.log_end_offset(), partition.high_watermark);
    assert_eq!(ends, (Offset(4), Offset(4), Offset(4)));
}

#[test]
fn br_83_a_fenced_fetch_stops_replication_until_a_new_epoch() {
    let mut bench = following(0, Log::default());
    bench.answer_fetch(2, refused(ErrorCode::FencedLeaderEpoch));
    assert!(bench.broker.failed_partitions.contains(&id(0)));
    bench.run(10_000);
    assert!(bench.broker.fetchers[&BrokerId(2)].state(id(0)).is_none());
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 1, 2);
    assert!(bench.broker.failed_partitions.is_empty());
    assert_eq!(bench.asked_of(2), Some((0, 1, None)));
}

fn number_of_last_fetch(bench: &Bench) -> u64 {
    bench.asked[&(NodeId::Broker(BrokerId(2)), Purpose::Fetch)].0.0
}

#[test]
fn br_84_other_errors_are_tried_again_after_the_back_off() {
    for error in [
        ErrorCode::UnknownLeaderEpoch,
        ErrorCode::NotLeaderOrFollower,
        ErrorCode::UnknownTopicId,
    ] {
        let mut bench = following(1, Log::default());
        let first = number_of_last_fetch(&bench);
        bench.answer_fetch(2, refused(error));
        bench.run(999);
        assert_eq!(number_of_last_fetch(&bench), first);
        bench.run(1);
        assert_ne!(number_of_last_fetch(&bench), first);
        assert_eq!(bench.asked_of(2), Some((0, 1, None)));
        bench.answer_fetch(2, answer(1, vec![batch(0, 1, 1)]));
        assert_eq!(bench.log_end_offset(), 1);
    }
}

#[test]
fn br_85_a_divergent_tail_is_cut_before_anything_is_appended() {
    let leader = log(&[(0, 0), (2, 1), (5, 2)], 3);
    let mut bench = following(5, log(&[(0, 0), (2, 1), (4, 2)], 3));
    bench.answer_fetch(2, diverging(2, 2, 2));
    assert_eq!((bench.log_end_offset(), bench.asked_of(2)), (2, Some((2, 5, Some(2)))));
    follow_to_the_end(&mut bench, &leader, 2);
    assert!(same_records(bench.log(), &leader));
    assert_eq!(bench.asked_of(2), Some((3, 5, Some(5))));
}

#[test]
fn br_86_truncation_goes_back_epoch_by_epoch() {
    let leader = log(&[(1, 0), (3, 1), (5, 2)], 3);
    let mut bench = following(5, log(&[(0, 0), (2, 1), (4, 2)], 3));
    let mut ends = Vec::new();
    for (epoch, end) in [(3, 2), (1, 1), (0, 0)] {
        bench.answer_fetch(2, diverging(epoch, end, 2));
        ends.push(bench.log_end_offset());
    }
    assert_eq!((ends, bench.asked_of(2)), (vec![2, 1, 0], Some((0, 5, None))));
    follow_to_the_end(&mut bench, &leader, 2);
    assert!(same_records(bench.log(), &leader));
    assert_eq!(bench.high_watermark(), 2);
}

#[test]
fn br_87_nothing_else_is_taken_from_a_diverging_answer() {
    let leader = log(&[(0, 0), (2, 2), (5, 3)], 5);
    let mut bench = following(5, log(&[(0, 0), (2, 2), (4, 3)], 6));
    bench.answer_fetch(2, answer(1, Vec::new()));
    assert_eq!(bench.high_watermark(), 1);
    bench.answer_fetch(2, diverging(2, 3, 4));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (3, 1));
    assert_eq!(follow_to_the_end(&mut bench, &leader, 4), 1);
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (5, 4));
}

#[test]
fn br_88_truncation_touches_the_high_watermark_only_if_it_would_lie_behind_the_end() {
    let mut bench = following(6, log(&[(4, 0), (5, 149)], 150));
    bench.answer_fetch(2, answer(130, Vec::new()));
    bench.answer_fetch(2, diverging(4, 140, 160));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (140, 130));
    bench.answer_fetch(2, diverging(4, 120, 160));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (120, 120));
}

#[test]
fn br_89_an_epoch_the_follower_does_not_know_takes_it_back_to_the_end_of_the_one_before() {
    let mut bench = following(6, log(&[(1, 0), (2, 119), (4, 129), (5, 149)], 200));
    let mut targets = Vec::new();
    // As the test has it, the local log knows epoch 4 at first, and no epoch 3.
    for (epoch, end) in [(4, 140), (3, 130)] {
        bench.answer_fetch(2, diverging(epoch, end, 0));
        targets.push(bench.log_end_offset());
    }
    assert_eq!(targets, [140, 129]);
}

/// The log as message formats without leader epochs would have left it.
#[test]
fn br_90_a_log_without_any_epoch_is_cut_to_its_high_watermark_and_nobody_is_asked() {
    let mut old = log(&[(0, 0)], 3);
    old.epochs = LeaderEpochCache::default();
    let mut disk = Disk::default();
    disk.logs.insert(id(0), Arc::new(old));
    disk.high_watermark_checkpoint.insert(id(0), Offset(2));
    let mut bench = Bench::on_disk(disk, &[]);
    bench.partition(0, &[2, 1], &[2, 1], Some(2), 5, 1);
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (2, 2));
    assert_eq!(bench.asked_of(2), Some((2, 5, None)), "ready to fetch at 2");
}

#[test]
fn br_91_a_leader_whose_log_ends_earlier_makes_its_follower_cut() {
    let mut bench = following(1, log(&[(0, 0)], 3));
    bench.answer_fetch(2, refused(ErrorCode::OffsetOutOfRange));
    bench.answer_offset(2, ErrorCode::None, 0);
    assert_eq!(
        (
            bench.log_end_offset(),
            bench.log().log_start_offset().0,
            bench.high_watermark()
        ),
        (0, 0, 0)
    );
    assert_eq!(bench.asked_of(2), Some((0, 1, None)));
}

#[test]
fn br_92_a_leader_whose_log_starts_later_makes_its_follower_begin_anew() {
    let mut bench = following(1, log(&[(0, 0)], 1));
    bench.answer_fetch(2, refused(ErrorCode::OffsetOutOfRange));
    bench.answer_offset(2, ErrorCode::None, 3);
    bench.answer_offset(2, ErrorCode::None, 2);
    assert_eq!((bench.log_end_offset(), bench.log().log_start_offset().0), (2, 2));
    assert_eq!(bench.asked_of(2), Some((2, 1, None)));
    let mut rest = answer(3, vec![batch(2, 1, 0)]);
    rest.log_start_offset = Offset(2);
    bench.answer_fetch(2, rest);
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (3, 3));
}

#[test]
fn br_93_fenced_while_asking_for_the_leaders_offsets_stops_replication() {
    let mut bench = following(1, log(&[(0, 0)], 1));
    bench.answer_fetch(2, refused(ErrorCode::OffsetOutOfRange));
    bench.answer_offset(2, ErrorCode::None, 3);
    bench.answer_offset(2, ErrorCode::FencedLeaderEpoch, -1);
    assert!(bench.broker.failed_partitions.contains(&id(0)));
    assert_eq!(bench.log_end_offset(), 1);
}

#[test]
fn br_94_batches_of_a_later_epoch_than_the_followers_are_left() {
    let mut bench = following(4, Log::default());
    bench.answer_fetch(2, answer(3, vec![batch(0, 1, 3), batch(1, 1, 4), batch(2, 1, 5)]));
    assert_eq!((bench.log_end_offset(), bench.epochs()), (2, vec![(3, 0), (4, 1)]));
    assert_eq!(bench.asked_of(2), Some((2, 4, Some(4))));
}

#[test]
fn br_95_an_answer_from_before_a_new_epoch_is_ignored() {
    let mut bench = following(0, Log::default());
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 1, 2);
    bench.answer_fetch(2, answer(1, vec![batch(0, 1, 0)]));
    assert_eq!((bench.log_end_offset(), bench.asked_of(2)), (0, Some((0, 1, None))));
}

#[test]
fn br_96_a_corrupt_batch_is_not_written_and_fetched_again_later() {
    let mut bench = following(1, log(&[(0, 0)], 3));
    let corrupt = Arc::new(RecordBatch {
        is_corrupt: true,
        ..(*batch(4, 1, 1)).clone()
    });
    bench.answer_fetch(2, answer(5, vec![batch(3, 1, 1), corrupt]));
    assert_eq!(bench.log_end_offset(), 3, "nothing of that answer is kept");
    let is_delayed = |bench: &Bench| {
        let fetcher = &bench.broker.fetchers[&BrokerId(2)];
        fetcher.state(id(0)).unwrap().is_delayed(bench.at)
    };
    assert!(is_delayed(&bench) && bench.broker.failed_partitions.is_empty());
    bench.run(1_000);
    assert!(!is_delayed(&bench));
    assert_eq!(bench.asked_of(2), Some((3, 1, Some(0))));
    bench.answer_fetch(2, answer(5, vec![batch(3, 1, 1), batch(4, 1, 1)]));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (5, 5));
}

#[test]
fn br_97_a_batch_below_the_log_start_is_taken_only_by_an_empty_log_that_it_straddles() {
    let append = |log: Log, base, records| {
        let mut bench = following(0, log);
        let outcome = {
            let log = bench.disk.log_mut(id(0)).unwrap();
            let partition = Arc::make_mut(bench.broker.partitions.get_mut(&id(0)).unwrap());
            partition.append_as_follower(log, &[batch(base, records, 0)], &Rules::default())
        };
        outcome
            .ok()
            .map(|()| (bench.log().log_start_offset().0, bench.log_end_offset()))
    };
    assert_eq!(append(Log::starting_at(Offset(5)), 3, 1), None);
    assert_eq!(append(Log::starting_at(Offset(5)), 4, 3), Some((4, 7)));
    let mut filled = Log::starting_at(Offset(4));
    filled.append(batch(4, 3, 0));
    assert_eq!(append(filled.clone(), 7, 1), Some((4, 8)));
    assert_eq!(append(filled, 3, 2), None);
}

/// oracle.md 4.9: recording h. The old leader returns with 5/2; the new one has epochs 0@0, 1@2 and LEO 6.
#[test]
fn an_old_leader_cuts_its_divergent_tail_and_takes_the_new_one() {
    let mut disk = crate::log::disk::Disk::default();
    disk.logs.insert(id(0), log(&[(0, 0)], 5).into());
    disk.high_watermark_checkpoint.insert(id(0), Offset(2));
    let mut bench = Bench::on_disk(disk, &[]);
    bench.partition(0, &[1, 2, 3], &[2, 3], Some(2), 1, 1);
    assert_eq!((bench.asked_of(2), bench.high_watermark()), (Some((5, 1, Some(0))), 2));
    bench.answer_fetch(2, diverging(0, 2, 6));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (2, 2));
    assert_eq!(bench.asked_of(2), Some((2, 1, Some(0))));
    bench.answer_fetch(2, answer(6, vec![batch(2, 1, 1), batch(3, 3, 1)]));
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (6, 6));
    assert_eq!(bench.epochs(), [(0, 0), (1, 2)]);
}

/// oracle.md 4.10: recording o, and the shape "own empty epoch" of 4.5.
#[test]
fn an_own_epoch_without_records_goes_with_the_first_diverging_answer() {
    let mut bench = Bench::with_log(log(&[(6, 3)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 7, 1);
    assert_eq!(bench.epochs(), [(6, 3), (7, 10)]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 8, 2);
    assert_eq!(bench.asked_of(2), Some((10, 8, Some(7))));
    bench.answer_fetch(2, diverging(6, 10, 10));
    assert_eq!((bench.epochs(), bench.log_end_offset()), (vec![(6, 3)], 10));
    assert_eq!(bench.asked_of(2), Some((10, 8, Some(6))));
}

#[test]
fn a_lost_connection_delays_every_partition_of_the_fetcher() {
    let mut bench = following(0, Log::default());
    let first = number_of_last_fetch(&bench);
    bench.input(Input::Disconnected(Connection {
        from: NodeId::Broker(BrokerId(1)),
        to: NodeId::Broker(BrokerId(2)),
        purpose: Purpose::Fetch,
    }));
    bench.run(999);
    assert_eq!(number_of_last_fetch(&bench), first);
    bench.run(1);
    assert_ne!(number_of_last_fetch(&bench), first);
    assert_eq!(bench.asked_of(2), Some((0, 0, None)));
}

#[test]
fn an_unanswered_fetch_is_given_up_after_the_socket_timeout() {
    let mut bench = following(0, Log::default());
    bench.run(20_000);
    bench.answer_fetch(2, answer(0, Vec::new()));
    let second = number_of_last_fetch(&bench);
    bench.run(29_999);
    assert!(!bench.disconnected());
    bench.run(1);
    assert!(bench.broker.fetchers[&BrokerId(2)].awaited.is_none());
    bench.run(1_000);
    assert_ne!(number_of_last_fetch(&bench), second);
}

/// 2.1: one fetch for all partitions of a source, those that made progress last.
#[test]
fn one_fetch_covers_all_partitions_of_a_source_in_turn() {
    let mut bench = Bench::new(&[]);
    bench.metadata(
        (0..3)
            .map(|n| registration(n, &[1, 2], &[1, 2], Some(2), 0, 0))
            .collect(),
    );
    let asked = |bench: &Bench| {
        let fetcher = &bench.broker.fetchers[&BrokerId(2)];
        fetcher
            .partitions
            .iter()
            .map(|(id, _)| id.partition)
            .collect::<Vec<_>>()
    };
    assert_eq!(asked(&bench), [0, 1, 2]);
    bench.answer_fetch(2, answer(0, vec![batch(0, 1, 0)]));
    assert_eq!(asked(&bench), [1, 2, 0]);
}
