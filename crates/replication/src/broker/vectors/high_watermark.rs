//! BR-01 to BR-24: high watermark, min ISR, acks.

use crate::base::config::Acks;
use crate::base::config::ConfigResource;
use crate::base::error_code::ErrorCode;
use crate::base::offset::Offset;
use crate::base::timer::Timer;
use crate::broker::bench::*;
use crate::log::metadata_record::MetadataRecord;
use crate::message::fetch::Reader;
use crate::message::list_offsets::OffsetSpec;

fn three() -> Bench {
    Bench::leader(5, &[1, 2, 3], &[])
}

#[test]
fn br_01_an_unconfirmed_shrink_does_not_move_the_high_watermark() {
    let mut bench = three();
    bench.fetch(follower(2, 10));
    bench.wait(30_001);
    bench.shrink_check();
    assert_eq!(bench.proposed_isr(), Some(vec![1, 2]));
    assert_eq!((bench.isr(), bench.maximal_isr()), (vec![1, 2, 3], vec![1, 2, 3]));
    assert_eq!(bench.high_watermark(), 0);
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!((bench.isr(), bench.maximal_isr()), (vec![1, 2], vec![1, 2]));
    assert_eq!(bench.high_watermark(), 10);
}

#[test]
fn br_02_an_isr_member_counts_as_caught_up_at_the_election() {
    let mut bench = three();
    bench.shrink_check();
    assert_eq!(bench.proposed(), None);
    bench.wait(30_000);
    bench.shrink_check();
    assert_eq!(bench.proposed(), None);
}

#[test]
fn br_03_a_pending_expansion_does_not_satisfy_min_isr() {
    let mut bench = Bench::leader(5, &[1, 2], &[]);
    bench.topic_config("min.insync.replicas", "3");
    bench.fetch(follower(2, 10));
    assert_eq!(bench.high_watermark(), 0);
    bench.fetch(follower(3, 10));
    assert_eq!((bench.high_watermark(), bench.maximal_isr()), (0, vec![1, 2, 3]));
    assert!(bench.proposed().is_some());
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!(bench.high_watermark(), 10);
    assert!(!bench.replica().is_under_min_isr(bench.led()));
}

/// L and F1 of BR-04 and BR-05: HW 10, LEO 20, then the ISR is {L}.
fn shrunk_by_metadata(fenced: bool, in_controlled_shutdown: bool) -> Bench {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
    bench.fetch(follower(2, 10));
    assert_eq!(bench.high_watermark(), 10);
    bench.append(10);
    bench.metadata(vec![registered(2, 102, fenced, in_controlled_shutdown)]);
    bench.partition(0, &[1, 2], &[1], Some(1), 5, 2);
    bench
}

#[test]
fn br_04_a_caught_up_follower_outside_the_isr_holds_the_high_watermark() {
    assert_eq!(shrunk_by_metadata(false, false).high_watermark(), 10);
}

#[test]
fn br_05_a_fenced_or_stopping_follower_outside_the_isr_does_not() {
    assert_eq!(shrunk_by_metadata(true, false).high_watermark(), 20);
    assert_eq!(shrunk_by_metadata(false, true).high_watermark(), 20);
}

#[test]
fn time_alone_never_raises_the_high_watermark() {
    let mut bench = shrunk_by_metadata(false, false);
    bench.run(40_000);
    assert_eq!(bench.high_watermark(), 10);
    bench.append(1);
    assert_eq!(bench.high_watermark(), 21);
}

#[test]
fn br_06_a_record_written_below_min_isr_is_stored_and_stays_invisible() {
    let mut bench = Bench::new(&[]);
    bench.topic_config("min.insync.replicas", "3");
    bench.partition(0, &[1, 2, 3, 4], &[1, 2, 3, 4], Some(1), 0, 0);
    bench.append(1);
    (2..=4).for_each(|broker| drop(bench.fetch(follower(broker, 1))));
    assert_eq!(bench.high_watermark(), 1);
    bench.metadata(vec![registered(3, 103, true, false), registered(4, 104, true, false)]);
    bench.partition(0, &[1, 2, 3, 4], &[1, 2], Some(1), 0, 2);
    bench.append(1);
    bench.fetch(follower(2, 2));
    let latest = |bench: &mut Bench| bench.list_offset(consumer(0).reader, OffsetSpec::Latest, None);
    assert_eq!(latest(&mut bench), (ErrorCode::None, 1));
    assert!(bench.fetch(consumer(1)).records.is_empty());
    bench.metadata(vec![registered(3, 103, false, false)]);
    bench.fetch(follower(3, 2));
    bench.alter_partition(ErrorCode::None, 3);
    assert_eq!(latest(&mut bench), (ErrorCode::None, 2));
    assert_eq!(bench.fetch(consumer(1)).records.len(), 1);
}

#[test]
fn br_10_a_new_leader_starts_with_its_checkpointed_high_watermark() {
    let mut disk = crate::log::disk::Disk::default();
    disk.logs.insert(id(0), log(&[(0, 0)], 6).into());
    disk.high_watermark_checkpoint.insert(id(0), Offset(4));
    let mut bench = Bench::on_disk(disk, &[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 1, 1);
    assert_eq!(bench.high_watermark(), 4);
}

#[test]
fn br_11_one_fetch_may_be_good_for_one_partition_and_not_for_another() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.partition(1, &[1, 3], &[1, 3], Some(1), 0, 0);
    for partition in [0, 1] {
        bench.produce(partition, 1, Acks::Leader);
        bench.produce(partition, 1, Acks::Leader);
    }
    let fetch = follower(2, 1).epoch(0).partitions(&[(0, 1), (1, 1)]).waits(1);
    let answers = bench.fetch_all(fetch).1.expect("an answer at once");
    assert_eq!(
        (answers[0].error, answers[0].high_watermark),
        (ErrorCode::None, Offset(0))
    );
    assert_eq!(answers[0].records.len(), 1);
    assert_eq!(bench.high_watermark(), 1);
    assert_eq!(answers[1].error, ErrorCode::UnknownLeaderEpoch);
    assert_eq!(bench.broker.partitions[&id(1)].high_watermark, Offset(0));
}

#[test]
fn br_12_an_immediate_answer_carries_the_old_high_watermark_and_a_parked_one_the_new() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    let (produce, none) = bench.produce(0, 2, Acks::All);
    assert_eq!(none, None);
    assert_eq!(bench.fetch(follower(2, 2)).high_watermark, Offset(0));
    assert_eq!(
        bench.produced(produce).map(|p| (p.error, p.base_offset)),
        Some((ErrorCode::None, Offset(0)))
    );
    let mut fetch = follower(2, 2).waits(1_000);
    fetch.max_wait = 1_000;
    let parked = bench.park(fetch);
    bench.run(999);
    assert_eq!(bench.fetched(parked), None);
    bench.run(1);
    assert_eq!(
        bench.fetched(parked).map(|answer| answer.high_watermark),
        Some(Offset(2))
    );
}

/// oracle.md 4.4: the empty fetch that moves the high watermark is parked, and its answer carries the new one.
#[test]
fn a_followers_own_fetch_learns_the_high_watermark_it_moved_by_its_parked_answer() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.append(2);
    let parked = bench.park(follower(2, 2).waits(1));
    assert_eq!(bench.high_watermark(), 2);
    bench.run(500);
    assert_eq!(
        bench.fetched(parked).map(|answer| answer.high_watermark),
        Some(Offset(2))
    );
}

/// oracle.md 4.4, recording i: leader 3/1, follower fetches at 2 and gets one record.
#[test]
fn a_fetch_that_moves_the_high_watermark_and_returns_records_carries_the_old_one() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    (0..3).for_each(|_| bench.append(1));
    bench.fetch(follower(2, 1));
    let answer = bench.fetch(follower(2, 2).waits(1));
    assert_eq!((answer.high_watermark, answer.records.len()), (Offset(1), 1));
    assert_eq!(bench.high_watermark(), 2);
}

#[test]
fn br_13_other_acks_are_refused_and_nothing_is_appended() {
    let mut bench = three();
    let (_, answer) = bench.produce(0, 1, Acks::Invalid(3));
    let answer = answer.expect("an answer");
    assert_eq!(answer.error, ErrorCode::InvalidRequiredAcks);
    assert_eq!((answer.base_offset, answer.log_start_offset), (Offset(-1), Offset(-1)));
    assert_eq!(bench.log_end_offset(), 10);
}

#[test]
fn br_14_br_15_losing_leadership_answers_parked_produces() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    let (produce, _) = bench.produce(0, 3, Acks::All);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 1, 1);
    let answer = bench.produced(produce).expect("an answer");
    assert_eq!(
        (answer.error, answer.base_offset),
        (ErrorCode::NotLeaderOrFollower, Offset(0))
    );
    let hint = answer.current_leader.expect("a hint");
    assert_eq!((hint.leader.map(|b| b.0), hint.leader_epoch.0), (Some(2), 1));
    assert!(bench.replica().as_leader().is_none());
    assert_eq!(bench.replica().leader_epoch.0, 1);
    assert_eq!(
        bench
            .timers
            .keys()
            .filter(|t| matches!(t, Timer::DelayedProduce(_)))
            .count(),
        0
    );
}

#[test]
fn br_16_losing_leadership_answers_parked_fetches() {
    for (epoch, error) in [
        (None, ErrorCode::NotLeaderOrFollower),
        (Some(0), ErrorCode::FencedLeaderEpoch),
    ] {
        let mut bench = Bench::new(&[]);
        bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
        let mut fetch = follower(2, 0).waits(1 << 30);
        fetch.epoch = epoch;
        let parked = bench.park(fetch);
        bench.partition(0, &[1, 2], &[1, 2], Some(2), 1, 1);
        let answer = bench.fetched(parked).expect("an answer");
        assert_eq!((answer.error, answer.high_watermark), (error, Offset(-1)));
        assert_eq!(answer.current_leader.and_then(|hint| hint.leader).map(|b| b.0), Some(2));
    }
}

/// BR-17, oracle.md 4.13 and 4.16.
#[test]
fn below_min_isr_acks_all_is_refused_before_the_append_and_acks_1_is_not() {
    let mut bench = Bench::new(&[]);
    bench.topic_config("min.insync.replicas", "2");
    bench.partition(0, &[1, 2, 3], &[1], Some(1), 0, 2);
    let (_, answer) = bench.produce(0, 1, Acks::All);
    assert_eq!(
        answer.map(|a| (a.error, a.base_offset)),
        Some((ErrorCode::NotEnoughReplicas, Offset(-1)))
    );
    assert_eq!(bench.log_end_offset(), 0);
    bench.append(1);
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (1, 0));
}

/// oracle.md 4.16: recording m. min ISR 2; the ISR falls to {L} while acks=all waits.
#[test]
fn appended_then_stuck_below_min_isr_times_out_with_its_offset_and_commits_later() {
    let mut bench = Bench::new(&[]);
    bench.topic_config("min.insync.replicas", "2");
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 0, 0);
    bench.append(1);
    let (produce, _) = bench.produce(0, 1, Acks::All);
    bench.metadata(vec![registered(2, 102, true, false), registered(3, 103, true, false)]);
    bench.partition(0, &[1, 2, 3], &[1], Some(1), 0, 1);
    bench.run(29_999);
    assert_eq!(bench.produced(produce), None);
    bench.run(1);
    let answer = bench.produced(produce).expect("an answer");
    assert_eq!(
        (answer.error, answer.base_offset),
        (ErrorCode::RequestTimedOut, Offset(1))
    );
    assert_eq!((bench.log_end_offset(), bench.high_watermark()), (2, 0));
    bench.metadata(vec![registered(2, 102, false, false)]);
    bench.fetch(follower(2, 2));
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!(bench.high_watermark(), 2);
}

#[test]
fn a_parked_produce_completes_when_the_isr_is_back_at_min_isr() {
    let mut bench = Bench::new(&[]);
    bench.topic_config("min.insync.replicas", "2");
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    let (produce, _) = bench.produce(0, 1, Acks::All);
    bench.partition(0, &[1, 2], &[1], Some(1), 0, 1);
    bench.fetch(follower(2, 1));
    assert_eq!(bench.produced(produce), None);
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!(bench.produced(produce).map(|a| a.error), Some(ErrorCode::None));
}

#[test]
fn br_18_br_19_consumers_read_below_the_high_watermark_and_followers_everything() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.append(3);
    bench.append(2);
    for (high_watermark, follower_at) in [(0, 0), (3, 3), (5, 5)] {
        bench.fetch(follower(2, follower_at));
        assert_eq!(bench.high_watermark(), high_watermark);
        for offset in 0..=5 {
            let answer = bench.fetch(consumer(offset));
            assert_eq!(answer.error, ErrorCode::None);
            assert_eq!(
                answer.records.is_empty(),
                offset >= high_watermark,
                "at {offset} with HW {high_watermark}"
            );
        }
        assert_eq!(bench.fetch(consumer(6)).error, ErrorCode::OffsetOutOfRange);
        assert_eq!(bench.fetch(consumer(6)).high_watermark, Offset(-1));
    }
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.append(1);
    bench.append(1);
    assert_eq!(bench.fetch(follower(2, 1)).records.len(), 1);
    assert!(bench.fetch(consumer(1)).records.is_empty());
}

#[test]
fn br_20_br_21_min_isr_is_judged_by_the_committed_isr() {
    let mut bench = Bench::new(&[]);
    bench.topic_config("min.insync.replicas", "2");
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    assert!(!bench.replica().is_under_min_isr(bench.led()));
    bench.partition(0, &[1, 2], &[1], Some(1), 1, 1);
    assert!(bench.replica().is_under_min_isr(bench.led()));
}

/// oracle.md 4.17: min.insync.replicas 5 acts as 3; lowered to 2 it does not move the high watermark by itself.
#[test]
fn a_lowered_min_isr_moves_nothing_until_the_next_append() {
    let mut bench = Bench::new(&[]);
    bench.topic_config("min.insync.replicas", "5");
    bench.partition(0, &[1, 2, 3], &[1, 2, 3], Some(1), 0, 0);
    bench.append(1);
    [2, 3]
        .into_iter()
        .for_each(|broker| drop(bench.fetch(follower(broker, 1))));
    assert_eq!(bench.high_watermark(), 1);
    bench.metadata(vec![registered(3, 103, true, false)]);
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(1), 0, 1);
    assert_eq!(
        bench.produce(0, 1, Acks::All).1.map(|a| a.error),
        Some(ErrorCode::NotEnoughReplicas)
    );
    bench.append(1);
    bench.fetch(follower(2, 2));
    assert_eq!(bench.high_watermark(), 1);
    bench.metadata(vec![
        MetadataRecord::Config {
            resource: ConfigResource::Topic("t".into()),
            name: "min.insync.replicas".into(),
            value: Some("2".into()),
        },
        registration(0, &[1, 2, 3], &[1, 2], Some(1), 0, 2),
    ]);
    assert_eq!(
        bench.high_watermark(),
        1,
        "the roles of a change come before its settings"
    );
    bench.append(1);
    assert_eq!(bench.high_watermark(), 2);
    bench.fetch(follower(2, 3));
    assert_eq!(bench.high_watermark(), 3);
}

#[test]
fn br_24_the_checkpoint_holds_the_high_watermark_of_each_run() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1], &[1], Some(1), 0, 0);
    bench.fire(Timer::HighWatermarkCheckpoint);
    assert_eq!(bench.disk.high_watermark_checkpoint[&id(0)], Offset(0));
    bench.append(3);
    assert_eq!(bench.disk.high_watermark_checkpoint[&id(0)], Offset(0));
    bench.run(5_000);
    assert_eq!(bench.disk.high_watermark_checkpoint[&id(0)], Offset(3));
}

/// oracle.md 4.2
#[test]
fn acks_0_is_met_with_silence_or_with_a_closed_connection() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1], &[1], Some(1), 0, 0);
    assert_eq!(bench.produce(0, 1, Acks::None).1, None);
    assert!(!bench.disconnected());
    assert_eq!(bench.log_end_offset(), 1);
    bench.partition(0, &[1, 2], &[2], Some(2), 1, 1);
    assert_eq!(bench.produce(0, 1, Acks::None).1, None);
    assert!(bench.disconnected());
    assert_eq!(bench.log_end_offset(), 1);
}

/// oracle.md 4.2
#[test]
fn a_follower_refuses_a_produce_and_names_the_leader() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    let answer = bench.produce(0, 1, Acks::Leader).1.expect("an answer");
    assert_eq!(
        (answer.error, answer.base_offset),
        (ErrorCode::NotLeaderOrFollower, Offset(-1))
    );
    let hint = answer.current_leader.expect("a hint");
    assert_eq!((hint.leader.map(|b| b.0), hint.leader_epoch.0), (Some(2), 0));
    assert_eq!(
        bench.produce(9, 1, Acks::Leader).1.map(|a| a.error),
        Some(ErrorCode::UnknownTopicOrPartition)
    );
}

#[test]
fn the_produce_is_parked_before_its_records_release_the_followers_fetches() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    let parked = bench.park(follower(2, 0).epoch(0).waits(1));
    let (produce, _) = bench.produce(0, 1, Acks::All);
    let answer = bench.fetched(parked).expect("an answer");
    assert_eq!((answer.records.len(), answer.high_watermark), (1, Offset(0)));
    assert_eq!(bench.produced(produce), None);
    assert_eq!(bench.broker.produces.iter().count(), 1);
}

/// One replica and min ISR 1: the append commits.
#[test]
fn with_replication_factor_one_a_record_is_committed_by_its_append() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1], &[1], Some(1), 0, 0);
    let (_, answer) = bench.produce(0, 2, Acks::All);
    assert_eq!(
        answer.map(|a| (a.error, a.base_offset)),
        Some((ErrorCode::None, Offset(0)))
    );
    assert_eq!(bench.high_watermark(), 2);
    assert_eq!(
        bench.list_offset(Reader::Debugging, OffsetSpec::Latest, None),
        (ErrorCode::None, 2)
    );
}
