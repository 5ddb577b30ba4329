//! BR-25 to BR-49: ISR expansion, shrink, AlterPartition.

use crate::base::error_code::ErrorCode;
use crate::base::timer::Timer;
use crate::broker::bench::*;
use crate::message::alter_partition::{AlterPartitionResponse, AlteredPartition};
use crate::message::{Purpose, Request, Response};
use crate::partition::isr::IsrState;

/// Epoch 5, LEO 10, ISR {1}, 2 outside. HW 10.
fn alone() -> Bench {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2], &[1], Some(1), 5, 1);
    bench
}

/// As `alone`, with the expansion by 2 pending.
fn expanding() -> Bench {
    let mut bench = alone();
    bench.fetch(follower(2, 10));
    assert_eq!(bench.maximal_isr(), [1, 2]);
    bench
}

/// ISR {1,2}, LEO 10, HW 0, with the shrink by 2 pending.
fn shrinking() -> Bench {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
    bench.wait(30_001);
    bench.shrink_check();
    assert_eq!(bench.proposed_isr(), Some(vec![1]));
    bench
}

fn is_pending(bench: &Bench) -> bool {
    bench.led().isr_state.sent().is_some()
}

#[test]
fn br_25_a_follower_joins_once_it_has_reached_the_high_watermark() {
    let mut bench = alone();
    assert_eq!(bench.high_watermark(), 10);
    bench.fetch(follower(2, 3));
    assert_eq!((bench.proposed(), bench.remote(2)), (None, (3, None)));
    bench.wait(500);
    bench.fetch(follower(2, 10));
    assert_eq!(bench.proposed_isr(), Some(vec![1, 2]));
    assert_eq!((bench.isr(), bench.maximal_isr()), (vec![1], vec![1, 2]));
    assert_eq!(bench.remote(2), (10, Some(500)));
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!((bench.isr(), is_pending(&bench)), (vec![1, 2], false));
    assert_eq!(bench.replica().partition_epoch.0, 2);
}

#[test]
fn br_26_a_follower_joins_only_from_where_the_leaders_epoch_began() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 3], Some(1), 8, 1);
    bench.append(2);
    bench.append(3);
    bench.fetch(follower(3, 1));
    assert_eq!((bench.high_watermark(), bench.log_end_offset()), (1, 5));
    bench.partition(0, &[1, 2, 3], &[1, 3], Some(3), 9, 2);
    bench.partition(0, &[1, 2, 3], &[1, 3], Some(1), 10, 3);
    bench.append(2);
    assert_eq!(bench.led().epoch_start_offset.0, 5);
    for offset in [0, 1] {
        bench.fetch(follower(2, offset));
        assert_eq!(
            (bench.proposed(), bench.maximal_isr()),
            (None, vec![1, 3]),
            "at {offset}"
        );
    }
    bench.fetch(follower(2, 5));
    assert_eq!(bench.maximal_isr(), [1, 2, 3]);
    assert_eq!(bench.proposed_isr(), Some(vec![1, 2, 3]));
}

#[test]
fn br_27_a_fenced_or_stopping_follower_is_not_proposed() {
    for (fenced, in_controlled_shutdown) in [(true, false), (false, true)] {
        let mut bench = alone();
        bench.metadata(vec![registered(2, 102, fenced, in_controlled_shutdown)]);
        bench.fetch(follower(2, 10));
        assert_eq!((bench.proposed(), bench.remote(2).0), (None, 10));
        bench.metadata(vec![registered(2, 102, false, false)]);
        bench.fetch(follower(2, 10));
        assert_eq!(bench.maximal_isr(), [1, 2]);
        bench.alter_partition(ErrorCode::IneligibleReplica, 1);
        assert_eq!(
            (bench.maximal_isr(), is_pending(&bench), bench.proposed()),
            (vec![1], false, None)
        );
        bench.metadata(vec![registered(2, 102, fenced, in_controlled_shutdown)]);
        bench.fetch(follower(2, 10));
        assert_eq!(bench.proposed(), None);
        bench.metadata(vec![registered(2, 102, false, false)]);
        bench.fetch(follower(2, 10));
        bench.alter_partition(ErrorCode::None, 2);
        assert_eq!(bench.isr(), [1, 2]);
    }
}

#[test]
fn br_28_a_follower_that_fetches_with_another_broker_epoch_is_not_proposed() {
    let mut bench = Bench::leader(5, &[1, 3], &[]);
    // The leader's metadata has not caught up with the restart of 2.
    bench.fetch(follower(2, 10).broker_epoch(150));
    assert_eq!((bench.proposed(), bench.remote(2).0), (None, 10));
    bench.metadata(vec![registered(2, 150, false, false)]);
    bench.fetch(follower(2, 10).broker_epoch(150));
    assert_eq!(bench.proposed(), Some(vec![(1, 101), (2, 150), (3, -1)]));
}

#[test]
fn br_29_a_fetch_with_an_old_broker_epoch_is_refused_and_leaves_no_trace() {
    let mut bench = alone();
    bench.fetch(follower(2, 3));
    let answer = bench.fetch(follower(2, 10).broker_epoch(101));
    assert_eq!(answer.error, ErrorCode::NotLeaderOrFollower);
    assert_eq!((bench.remote(2), bench.proposed()), ((3, None), None));
}

#[test]
fn br_32_br_33_a_follower_under_load_is_credited_with_its_previous_fetch() {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
    bench.wait(5_000);
    bench.fetch(follower(2, 5));
    assert_eq!((bench.high_watermark(), bench.remote(2)), (5, (5, Some(0))));
    bench.wait(1);
    bench.append(5);
    bench.fetch(follower(2, 10));
    assert_eq!((bench.high_watermark(), bench.remote(2)), (10, (10, Some(5_000))));
    bench.shrink_check();
    assert_eq!(bench.proposed(), None);
}

#[test]
fn br_34_a_silent_follower_that_has_everything_stays() {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
    bench.fetch(follower(2, 10));
    bench.wait(30_001);
    bench.shrink_check();
    assert_eq!(bench.proposed(), None);
    bench.append(1);
    bench.shrink_check();
    assert_eq!(bench.proposed_isr(), Some(vec![1]));
}

#[test]
fn br_39_br_40_br_43_refusals_that_leave_it_open_keep_the_proposal_pending() {
    for error in [
        ErrorCode::InvalidRequest,
        ErrorCode::InvalidUpdateVersion,
        ErrorCode::NewLeaderElected,
        ErrorCode::UnknownTopicOrPartition,
        ErrorCode::UnknownTopicId,
        ErrorCode::FencedLeaderEpoch,
    ] {
        let mut bench = expanding();
        bench.alter_partition(error, 1);
        assert_eq!((bench.isr(), bench.maximal_isr()), (vec![1], vec![1, 2]), "{error:?}");
        assert!(is_pending(&bench));
        assert_eq!(bench.proposed(), None, "nothing is sent again");
    }
}

#[test]
fn br_41_a_refused_shrink_stays_pending() {
    let mut bench = shrinking();
    bench.alter_partition(ErrorCode::InvalidUpdateVersion, 1);
    assert!(matches!(bench.led().isr_state, IsrState::PendingShrink { .. }));
    assert_eq!(
        (bench.isr(), bench.high_watermark(), bench.proposed()),
        (vec![1, 2], 0, None)
    );
}

#[test]
fn br_42_br_43_any_other_error_sends_the_same_proposal_again() {
    for error in [ErrorCode::UnknownServerError, ErrorCode::RequestTimedOut] {
        let mut bench = shrinking();
        bench.alter_partition(error, 1);
        assert_eq!((bench.proposed_isr(), bench.high_watermark()), (Some(vec![1]), 0));
        bench.alter_partition(ErrorCode::None, 2);
        assert_eq!(
            (bench.isr(), bench.high_watermark(), bench.proposed()),
            (vec![1], 10, None)
        );
    }
}

#[test]
fn br_44_a_retried_expansion_is_sent_exactly_twice() {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2, 3, 4], &[1, 2, 3], Some(1), 5, 1);
    bench.fetch(follower(4, 10));
    bench.alter_partition(ErrorCode::UnknownServerError, 1);
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!((bench.isr(), bench.proposed()), (vec![1, 2, 3, 4], None));
    assert_eq!(bench.replica().partition_epoch.0, 2);
}

#[test]
fn br_45_one_proposal_at_a_time() {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2, 3, 4], &[1, 2, 3], Some(1), 5, 1);
    bench.fetch(follower(4, 10));
    bench.wait(30_001);
    bench.shrink_check();
    assert_eq!(bench.proposed_isr(), Some(vec![1, 2, 3, 4]));
    assert_eq!(bench.maximal_isr(), [1, 2, 3, 4]);
}

#[test]
fn br_46_metadata_overtakes_a_proposal() {
    let mut bench = shrinking();
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 2);
    assert!(!is_pending(&bench));
    bench.wait(30_001);
    bench.shrink_check();
    assert!(!is_pending(&bench), "not attempted: the earlier one is not answered");
    bench.alter_partition(ErrorCode::None, 2);
    assert_eq!((bench.isr(), is_pending(&bench)), (vec![1, 2], false));
    bench.shrink_check();
    assert!(is_pending(&bench));
}

#[test]
fn an_answer_of_another_leader_epoch_or_an_older_partition_epoch_is_not_taken() {
    let mut bench = expanding();
    bench.alter_partition(ErrorCode::None, 0);
    assert!(is_pending(&bench));
    assert_eq!(bench.isr(), [1]);
}

/// The request on its way: its partitions.
fn on_its_way(bench: &Bench) -> Vec<i32> {
    let Request::AlterPartition(request) = &bench.asked[&Bench::controller(Purpose::AlterPartition)].1 else {
        panic!("no AlterPartition")
    };
    request
        .partitions
        .iter()
        .map(|proposal| proposal.partition.partition)
        .collect()
}

fn answer_only(bench: &mut Bench, partition: i32) {
    let response = Response::AlterPartition(AlterPartitionResponse {
        error: ErrorCode::None,
        partitions: vec![AlteredPartition {
            partition: id(partition),
            error: ErrorCode::IneligibleReplica,
            leader: None,
            leader_epoch: crate::base::epoch::LeaderEpoch(0),
            partition_epoch: crate::base::epoch::PartitionEpoch(0),
            isr: Vec::new(),
            leader_recovery_state: crate::log::metadata_record::LeaderRecoveryState::Recovered,
        }],
    });
    bench.answer(Bench::controller(Purpose::AlterPartition), response);
}

#[test]
fn br_47_br_48_one_request_carries_all_that_waited_for_the_one_before() {
    let mut bench = Bench::new(&[]);
    for partition in 0..3 {
        bench.partition(partition, &[1, 2], &[1], Some(1), 0, 0);
    }
    bench.fetch_all(follower(2, 0).partitions(&[(0, 0), (1, 0), (2, 0)]));
    assert_eq!(on_its_way(&bench), [0]);
    answer_only(&mut bench, 0);
    assert_eq!(on_its_way(&bench), [1, 2]);
    answer_only(&mut bench, 2);
    assert_eq!(on_its_way(&bench), [1], "left out of the answer, sent again");
}

#[test]
fn br_49_a_refused_request_is_sent_again_after_50_ms() {
    for error in [
        ErrorCode::StaleBrokerEpoch,
        ErrorCode::UnknownServerError,
        ErrorCode::UnsupportedVersion,
    ] {
        let mut bench = expanding();
        bench.alter_partition_failed(error);
        assert_eq!(bench.proposed_isr(), Some(vec![1, 2]));
        let correlation = bench.asked[&Bench::controller(Purpose::AlterPartition)].0;
        bench.run(49);
        assert_eq!(bench.asked[&Bench::controller(Purpose::AlterPartition)].0, correlation);
        bench.run(1);
        assert_ne!(bench.asked[&Bench::controller(Purpose::AlterPartition)].0, correlation);
        assert!(is_pending(&bench));
    }
}

#[test]
fn without_a_controller_the_isr_stays_and_the_proposal_is_sent_without_end() {
    let mut bench = shrinking();
    let first = bench.asked[&Bench::controller(Purpose::AlterPartition)].0;
    bench.run(100_000);
    assert_ne!(bench.asked[&Bench::controller(Purpose::AlterPartition)].0, first);
    assert_eq!((bench.isr(), bench.high_watermark()), (vec![1, 2], 0));
    assert!(bench.timers.contains_key(&Timer::IsrExpiration));
}

/// oracle.md 4.20: recording p.
#[test]
fn a_pending_expansion_holds_the_high_watermark() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(1), 0, 0);
    bench.append(1);
    bench.append(1);
    bench.fetch(follower(2, 2));
    assert_eq!(bench.high_watermark(), 2);
    bench.fetch(follower(3, 1));
    assert_eq!(bench.proposed(), None);
    bench.fetch(follower(3, 2));
    assert_eq!(bench.proposed_isr(), Some(vec![1, 2, 3]));
    bench.append(1);
    bench.fetch(follower(2, 3));
    assert_eq!((bench.high_watermark(), bench.isr()), (2, vec![1, 2]));
    bench.fetch(follower(3, 3));
    assert_eq!((bench.high_watermark(), bench.isr()), (3, vec![1, 2]));
}
